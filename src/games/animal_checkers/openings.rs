//! The openings of a match: positions some random moves after the start, or one position.

use clap::Args;

use super::args::{game, rows};
use super::new::{PLIES_MAX, opening};
use super::{AnimalCheckers, Scenario};
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::Game;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::openings::{Openings, Seated, Wanted, names};

#[derive(Args, Clone, Debug)]
pub(super) struct OpeningArgs {
    /// Random moves before each opening; 0 is the start position
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=i64::from(PLIES_MAX)))]
    plies: u32,
    /// One position for all games: rows as side 0 sees them, row 7 first, parted by `/`, or a file;
    /// who moves first alternates
    #[arg(long, value_name = "ROWS", conflicts_with = "plies")]
    position: Option<String>,
    /// Moves until a game is drawn, of both sides together
    #[arg(long, value_name = "N", default_value_t = Scenario::default().moves)]
    moves: u32,
}

/// Positions to begin with.
pub(super) struct Positions {
    args: OpeningArgs,
    wanted: Wanted,
}

impl OpeningArgs {
    pub(super) fn openings(self, wanted: Wanted) -> Positions {
        Positions { args: self, wanted }
    }
}

impl Positions {
    fn scenario(&self, n: u64) -> Scenario {
        let usual = Scenario::default();
        let (position, side) = match &self.args.position {
            Some(position) => (rows(position), usize::from(n % 2 == 1)),
            None if self.args.plies == 0 => (usual.position.clone(), usize::from(n % 2 == 1)),
            None => {
                let mut dice = Dice::new(Generator::Chacha8, self.wanted.seed, n);
                let (position, side) = opening(self.args.plies, &mut dice);
                (position.rows(0).to_vec(), side)
            }
        };
        Scenario {
            position,
            side: u8::from(side == 1),
            moves: self.args.moves,
            move_ms: self.wanted.move_ms.unwrap_or(usual.move_ms),
            game_ms: self.wanted.game_ms.unwrap_or(usual.game_ms),
        }
    }
}

impl Openings for Positions {
    fn seats(&self) -> usize {
        2
    }

    fn header(&self, n: u64, seated: &[Seated]) -> Result<Header, Error> {
        let game = game(self.scenario(n))?;
        let dice = AnimalCheckers::DICE;
        let mut header = Header::new(&game, &names(seated), dice, self.wanted.seed);
        header.number = n;
        Ok(header)
    }

    fn about(&self) -> String {
        match (&self.args.position, self.args.plies) {
            (Some(position), _) => format!("from {position}"),
            (None, 0) => "from the start position".into(),
            (None, plies) => format!("from positions {plies} random moves after the start"),
        }
    }
}
