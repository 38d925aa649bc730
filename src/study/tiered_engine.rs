//! The engine of sweeps that begins by the rules and goes on by tables once these are worth making. Both
//! play the same games, so nothing depends on when that is.

use chase_kit::sweep_engine::{EachGame, EngineKind, GameNumbers, SweepEngine};
use chase_kit::totals::GameTotals;

/// Games after which the length of a game is known well enough.
const GAMES_MIN: u64 = 4;

/// Makes an engine that plays by tables; nothing where there cannot be one.
pub type MakeTables = Box<dyn FnOnce() -> Option<Box<dyn SweepEngine>> + Send>;

/// Plays by the rules, then by tables.
pub struct TieredEngine {
    now: Box<dyn SweepEngine>,
    /// Nothing once the tables were made, or could not be.
    tables: Option<MakeTables>,
    /// The cycles from which on the tables are worth making.
    worth: u64,
    /// The number of games that are expected.
    to_come: u64,
    played: u64,
    cycles: u128,
}

impl TieredEngine {
    /// An engine that begins by the rules. `worth` is the number of cycles that take the rules as much
    /// longer than the tables as it takes to make the tables.
    #[must_use]
    pub fn new(rules: Box<dyn SweepEngine>, worth: u64, tables: MakeTables) -> Self {
        TieredEngine { now: rules, tables: Some(tables), worth, to_come: 0, played: 0, cycles: 0 }
    }

    /// True if the games to come, or those that were played where nobody knows how many come, have cycles
    /// enough. So who is told nothing takes twice the time of the better engine at most.
    fn is_worth_tables(&self) -> bool {
        let games = u128::from(self.to_come.max(self.played));
        self.tables.is_some()
            && self.played >= GAMES_MIN
            && self.cycles.saturating_mul(games) / u128::from(self.played) >= u128::from(self.worth)
    }
}

impl SweepEngine for TieredEngine {
    fn kind(&self) -> EngineKind {
        self.now.kind()
    }

    fn expect_games(&mut self, games: u64) {
        self.to_come = games;
    }

    fn play(
        &mut self,
        numbers: GameNumbers,
        totals: &mut GameTotals,
        mut each: Option<&mut EachGame<'_>>,
    ) -> bool {
        let mut left = numbers;
        while left.count > 0 {
            let mut part = left;
            if self.is_worth_tables()
                && let Some(tables) = self.tables.take().and_then(|make| make())
            {
                self.now = tables;
            }
            if self.tables.is_some() {
                part.count = left.count.min(self.played.max(GAMES_MIN));
            }
            left.count -= part.count;
            left.first = left.first.wrapping_add(part.count.wrapping_mul(part.step));
            let (games, cycles) = (totals.games, totals.cycles);
            if !self.now.play(part, totals, each.as_deref_mut()) {
                return false;
            }
            self.played = self.played.saturating_add(totals.games - games);
            self.cycles = self.cycles.saturating_add(totals.cycles - cycles);
            self.to_come = self.to_come.saturating_sub(part.count);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of ten cycles each, which count themselves.
    struct TenCycles(EngineKind);

    impl SweepEngine for TenCycles {
        fn kind(&self) -> EngineKind {
            self.0
        }

        fn play(
            &mut self,
            numbers: GameNumbers,
            totals: &mut GameTotals,
            _: Option<&mut EachGame<'_>>,
        ) -> bool {
            totals.games += numbers.count;
            totals.cycles += u128::from(numbers.count) * 10;
            true
        }
    }

    #[test]
    fn the_games_of_one_call_may_be_played_by_both() {
        let tables =
            || -> Option<Box<dyn SweepEngine>> { Some(Box::new(TenCycles(EngineKind::Compiled))) };
        let rules = Box::new(TenCycles(EngineKind::General));
        let mut engine = TieredEngine::new(rules, 5_000, Box::new(tables));
        engine.expect_games(1_000);
        let mut totals = GameTotals::default();
        let (first, step, count) = (0, 2, 1_000);
        assert!(engine.play(GameNumbers { first, step, count }, &mut totals, None));
        assert_eq!((engine.kind(), totals.games), (EngineKind::Compiled, 1_000));
    }

    /// How many games an engine plays by the rules, of so many that it is told of.
    fn by_rules(told: Option<u64>, worth: u64, has_tables: bool) -> u64 {
        let tables = move || -> Option<Box<dyn SweepEngine>> {
            has_tables.then(|| Box::new(TenCycles(EngineKind::Compiled)) as Box<_>)
        };
        let rules = Box::new(TenCycles(EngineKind::General));
        let mut engine = TieredEngine::new(rules, worth, Box::new(tables));
        if let Some(games) = told {
            engine.expect_games(games);
        }
        let mut totals = GameTotals::default();
        for first in 0..1_000 {
            let (step, count) = (1, 1);
            assert!(engine.play(GameNumbers { first, step, count }, &mut totals, None));
            if engine.kind() == EngineKind::Compiled {
                return first;
            }
        }
        1_000
    }

    #[test]
    fn tables_are_made_once_they_pay() {
        // given tables that are worth 5,000 cycles, which are 500 games
        assert_eq!(by_rules(Some(1_000), 5_000, true), GAMES_MIN);
        assert_eq!(by_rules(Some(503), 5_000, true), 500, "499 games to come");
        assert_eq!(by_rules(Some(504), 5_000, true), GAMES_MIN);
        // then an engine that is told nothing goes by what it has played
        assert_eq!(by_rules(None, 5_000, true), 500);
        assert_eq!(by_rules(Some(1_000), 5_000, false), 1_000, "no tables");
    }
}
