//! The positions that the options ask for: one, or some random moves after the start.

use super::new::opening;
use super::options::{PositionArgs, rows};
use super::{AnimalCheckers, Scenario};
use chase_engine::dice::{Dice, Generator};
use chase_play::commands::Scenarios;
use chase_play::openings::{Seated, Wanted};
use chase_world::error::Error;
use chase_world::world::World;

/// Positions to begin with.
pub(super) struct Positions {
    pub world: World,
    pub options: PositionArgs,
    /// True if the sides take turns in moving first from the same position.
    pub alternates: bool,
    pub wanted: Wanted,
}

impl Positions {
    /// The number of random moves before a game: none if the options name the side to move first,
    /// since such games begin from the given position.
    fn plies(&self) -> u32 {
        match self.options.side {
            Some(_) => 0,
            None => self.options.plies,
        }
    }

    /// The side that moves first in the n-th game from the same position.
    fn first(&self, n: u64) -> u8 {
        let usual = u8::from(self.alternates && n % 2 == 1);
        self.options.side.unwrap_or(usual)
    }
}

impl Scenarios<AnimalCheckers> for Positions {
    fn seats(&self) -> usize {
        2
    }

    fn nth(&self, n: u64, _: &[Seated]) -> Result<Scenario, Error> {
        let usual = Scenario::default();
        let (options, wanted) = (&self.options, &self.wanted);
        let (position, side) = match &options.position {
            Some(position) => (rows(&self.world, position), self.first(n)),
            None if self.plies() == 0 => (usual.position, self.first(n)),
            None => {
                let mut dice = Dice::new(Generator::Chacha8, wanted.seed, n);
                let (position, side) = opening(self.plies(), &mut dice);
                (position.rows(0).to_vec(), u8::from(side == 1))
            }
        };
        let move_ms = wanted.move_ms.or(options.move_clock);
        let game_ms = wanted.game_ms.or(options.game_clock);
        Ok(Scenario {
            position,
            side,
            moves: options.moves,
            move_ms: move_ms.unwrap_or(usual.move_ms),
            game_ms: game_ms.unwrap_or(usual.game_ms),
        })
    }

    fn about(&self) -> String {
        match (&self.options.position, self.plies()) {
            (Some(position), _) => format!("from {position}"),
            (None, 0) => "from the start position".into(),
            (None, plies) => format!("from positions {plies} random moves after the start"),
        }
    }
}
