//! What came of many games, in integers: sums that can be added in any order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chase_engine::game::Outcome;
use chase_engine::seat::Seat;

/// A class of endings, by which games are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EndingKind {
    /// The cause, one word of the game's own list, or of [`GameFailure`].
    pub cause: Cow<'static, str>,
    /// The side that won alone, by its place in the points; nothing where none did.
    pub winner: Option<u8>,
}

impl EndingKind {
    /// The class of a game with this outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        let most = outcome.points.iter().max();
        let mut best = (0..).zip(&outcome.points);
        let best = best.find(|(_, points)| Some(*points) == most);
        let is_alone = outcome.points.iter().filter(|it| Some(*it) == most).count() == 1
            && most.is_some_and(|most| *most > 0);
        EndingKind {
            cause: outcome.cause.clone(),
            winner: best.map(|(side, _)| side).filter(|_| is_alone),
        }
    }
}

/// The reasons for which a game does not count as played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFailure {
    /// A player lost a turn.
    Forfeit,
    /// A player or the rules gave up in the middle.
    Panic,
}

impl GameFailure {
    /// The word that such games are counted under; no game has a cause of this form.
    #[must_use]
    pub const fn cause(self) -> &'static str {
        match self {
            GameFailure::Forfeit => "failed:forfeit",
            GameFailure::Panic => "failed:panic",
        }
    }

    /// True if a cause is one of these.
    pub fn is_cause(cause: &str) -> bool {
        cause.starts_with("failed:")
    }
}

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlayed {
    /// Its number in the series.
    pub number: u64,
    /// The index of its ending in [`GameTotals::endings`].
    pub ending: usize,
    /// The number of its last cycle; 0 for one that failed.
    pub cycles: u32,
    /// The seat that ended it, in a game where one does ([`Game::ended_by`](chase_engine::game::Game::ended_by)).
    pub by: Option<Seat>,
    /// Its check value ([`check_value`](chase_engine::check_value)).
    pub check: u64,
}

/// The distribution of the lengths of games, in cycles.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    /// Of few cycles, by their number.
    near: Vec<u64>,
    far: BTreeMap<u32, u64>,
}

impl Histogram {
    /// Numbers below this are counted by place.
    const NEAR: u32 = 4096;

    /// Counts so many games of this many cycles.
    #[inline]
    pub fn add(&mut self, cycles: u32, games: u64) {
        if let Some(count) = self.near.get_mut(cycles as usize) {
            *count += games;
        } else {
            self.add_new(cycles, games);
        }
    }

    #[cold]
    fn add_new(&mut self, cycles: u32, games: u64) {
        if cycles < Self::NEAR {
            self.near.resize(cycles as usize + 1, 0);
            self.near[cycles as usize] += games;
        } else {
            *self.far.entry(cycles).or_default() += games;
        }
    }

    /// Cycles and how many games had so many, by cycles; without those that no game had.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        let near = (0..).zip(&self.near).map(|(cycles, games)| (cycles, *games));
        let far = self.far.iter().map(|(cycles, games)| (*cycles, *games));
        near.chain(far).filter(|(_, games)| *games > 0)
    }
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Histogram {}

/// The summed results of many games. Games that failed count among [`GameTotals::games`] and
/// [`GameTotals::endings`], and have no part in sums, lengths and seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTotals {
    /// The number of games.
    pub games: u64,
    /// The number of games with each ending, in the order in which the endings were first seen.
    pub endings: Vec<(EndingKind, u64)>,
    /// The numbers of the last cycles, summed.
    pub cycles: u128,
    /// Their squares, summed.
    pub squares: u128,
    /// The distribution of the lengths of games, in cycles.
    pub lengths: Histogram,
    /// The number of games that each seat ended, in a game where one does.
    pub by: [u64; Seat::COUNT_MAX as usize],
    /// The number of games in which each measure of a sweep held, in the sweep's order; empty
    /// elsewhere.
    pub measured: Vec<u64>,
    /// All check values by exclusive or.
    pub check_xor: u64,
    /// All check values summed, without what is beyond 64 bits.
    pub check_sum: u64,
    /// The lowest number of a game that failed.
    pub first_failed: Option<u64>,
}

impl GameTotals {
    /// The place of an ending in the list; it is added with no games where it is new.
    pub fn ending(&mut self, ending: &EndingKind) -> usize {
        let place = self.endings.iter().position(|(known, _)| known == ending);
        place.unwrap_or_else(|| {
            self.endings.push((ending.clone(), 0));
            self.endings.len() - 1
        })
    }

    /// Counts a game that was played to its end.
    ///
    /// # Panics
    /// If its ending is not in the list.
    #[inline]
    pub fn add(&mut self, game: &GamePlayed) {
        self.games += 1;
        self.endings[game.ending].1 += 1;
        self.cycles += u128::from(game.cycles);
        self.squares += u128::from(u64::from(game.cycles) * u64::from(game.cycles));
        self.lengths.add(game.cycles, 1);
        if let Some(by) = game.by {
            self.by[by.index()] += 1;
        }
        self.check_xor ^= game.check;
        self.check_sum = self.check_sum.wrapping_add(game.check);
    }

    /// Counts a game that failed, and tells what came of it.
    pub fn fail(&mut self, number: u64, failed: GameFailure, check: u64) -> GamePlayed {
        let ending = self.ending(&EndingKind { cause: failed.cause().into(), winner: None });
        self.games += 1;
        self.endings[ending].1 += 1;
        self.check_xor ^= check;
        self.check_sum = self.check_sum.wrapping_add(check);
        self.first_failed = Some(self.first_failed.map_or(number, |it| it.min(number)));
        GamePlayed { number, ending, cycles: 0, by: None, check }
    }

    /// Adds what came of other games.
    pub fn merge(&mut self, other: &GameTotals) {
        self.games += other.games;
        for (ending, games) in &other.endings {
            let place = self.ending(ending);
            self.endings[place].1 += games;
        }
        self.cycles += other.cycles;
        self.squares += other.squares;
        for (cycles, games) in other.lengths.iter() {
            self.lengths.add(cycles, games);
        }
        for (mine, theirs) in self.by.iter_mut().zip(other.by) {
            *mine += theirs;
        }
        let measured = self.measured.len().max(other.measured.len());
        self.measured.resize(measured, 0);
        for (mine, theirs) in self.measured.iter_mut().zip(&other.measured) {
            *mine += theirs;
        }
        self.check_xor ^= other.check_xor;
        self.check_sum = self.check_sum.wrapping_add(other.check_sum);
        let failed = [self.first_failed, other.first_failed];
        self.first_failed = failed.into_iter().flatten().min();
    }

    /// Sorts the endings by their names, so that equal totals are equal.
    pub fn sorted(mut self) -> Self {
        self.endings.retain(|(_, games)| *games > 0);
        self.endings.sort();
        self
    }

    /// The number of games that failed.
    pub fn failed(&self) -> u64 {
        let failed = self.endings.iter().filter(|(ending, _)| GameFailure::is_cause(&ending.cause));
        failed.map(|(_, games)| games).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(points: &[u8]) -> Outcome {
        Outcome { cause: "end".into(), points: points.to_vec() }
    }

    #[test]
    fn who_shares_has_not_won() {
        let winner = |points: &[u8]| EndingKind::of(&outcome(points)).winner;
        assert_eq!(winner(&[0, 2]), Some(1));
        assert_eq!(winner(&[1, 1]), None);
        assert_eq!(winner(&[0]), None);
        assert_eq!(winner(&[2]), Some(0));
        assert_eq!(winner(&[]), None);
    }

    fn totals(games: &[(u64, u32)]) -> GameTotals {
        let mut totals = GameTotals::default();
        for &(number, cycles) in games {
            let ending = EndingKind::of(&outcome(&[u8::from(number % 2 == 0), 0]));
            let game = GamePlayed {
                number,
                ending: totals.ending(&ending),
                cycles,
                by: (number % 3 == 0).then_some(Seat(1)),
                check: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            };
            totals.add(&game);
        }
        totals.fail(100 + games.len() as u64, GameFailure::Forfeit, 9);
        totals
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let parts = [
            totals(&[(0, 3), (1, 5000), (2, 7)]),
            totals(&[(3, 0)]),
            totals(&[(5, 9), (4, 70_000)]),
        ];
        let sum = |order: [usize; 3]| {
            let mut all = GameTotals::default();
            order.iter().for_each(|n| all.merge(&parts[*n]));
            all.sorted()
        };
        assert_eq!(sum([0, 1, 2]), sum([2, 0, 1]));
        let all = sum([1, 2, 0]);
        assert_eq!((all.games, all.failed(), all.first_failed), (9, 3, Some(101)));
        assert_eq!(all.cycles, 3 + 5000 + 7 + 9 + 70_000);
        assert_eq!(all.squares, 9 + 25_000_000 + 49 + 81 + 4_900_000_000);
        assert_eq!(all.by[1], 2);
        let lengths: Vec<_> = all.lengths.iter().collect();
        let expected = [(0, 1), (3, 1), (7, 1), (9, 1), (5000, 1), (70_000, 1)];
        assert_eq!(lengths, expected);
    }
}
