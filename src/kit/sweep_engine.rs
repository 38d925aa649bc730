//! What plays the games of a cell of a sweep: many games of one scenario between the same players,
//! each by its number.

use super::totals::{EndingKind, GamePlayed, GameTotals};

/// Numbers of games: `first`, `first + step` and so on, `count` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameNumbers {
    /// The first number.
    pub first: u64,
    /// The distance between neighbouring numbers, 1 at least.
    pub step: u64,
    /// The count of numbers.
    pub count: u64,
}

impl GameNumbers {
    /// The numbers, in their order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |n| self.first + n * self.step)
    }
}

/// Is told what came of each game, in the order of the numbers.
pub type EachGame<'a> = dyn FnMut(&GamePlayed, &EndingKind) + 'a;

/// The kind of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// The game's rules, turn by turn.
    General,
    /// Tables that were made of the rules for this scenario.
    Compiled,
}

impl EngineKind {
    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::General => "general",
            EngineKind::Compiled => "compiled",
        }
    }
}

/// Plays games by their numbers. Which game a number means does not depend on the engine, nor on
/// what was played before: its dice are those of the seed and the number, and its players are fresh.
pub trait SweepEngine: Send {
    /// The kind of this engine.
    fn kind(&self) -> EngineKind;

    /// Is told how many games will be asked for, so that it can decide what is worth preparing.
    fn expect_games(&mut self, _games: u64) {}

    /// Plays the games of these numbers and adds them to `totals`; `each`, where it is given, is
    /// told of every one after it was added. False when it was stopped before the last of them: the
    /// totals are of no use then.
    fn play(
        &mut self,
        numbers: GameNumbers,
        totals: &mut GameTotals,
        each: Option<&mut EachGame<'_>>,
    ) -> bool;
}
