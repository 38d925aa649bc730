//! The positions that the options ask for: one, or some random moves after the start.

use super::new::opening;
use super::options::{PositionArgs, rows};
use super::{AnimalCheckers, Scenario};
use chase_engine::dice::{Dice, Generator};
use chase_play::commands::{Commands as _, Scenarios};
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
        let options = &self.options;
        let mut scenario =
            Scenario { side: self.first(n), moves: options.moves, ..Scenario::default() };
        if let Some(position) = &options.position {
            scenario.position = rows(&self.world, position);
        } else if self.plies() > 0 {
            let mut dice = Dice::new(Generator::Chacha8, self.wanted.seed, n);
            let (position, side) = opening(self.plies(), &mut dice);
            scenario.position = position.rows(0).to_vec();
            scenario.side = u8::from(side == 1);
        }
        scenario.move_ms = options.move_clock.unwrap_or(scenario.move_ms);
        scenario.game_ms = options.game_clock.unwrap_or(scenario.game_ms);
        AnimalCheckers::fit(&mut scenario, &[], &self.wanted);
        Ok(scenario)
    }

    fn about(&self) -> String {
        match (&self.options.position, self.plies()) {
            (Some(position), _) => format!("from {position}"),
            (None, 0) => "from the start position".into(),
            (None, plies) => format!("from positions {plies} random moves after the start"),
        }
    }
}
