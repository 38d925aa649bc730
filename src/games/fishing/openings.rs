//! The boards of a match: random ones, or one from a file.

use std::path::PathBuf;

use clap::Args;

use super::Fishing;
use super::args::{game_of, read_board, warnings};
use super::board::{Grid, PLAYERS_MAX};
use super::new::{BoardArgs, Plan};
use super::scenario::TURN_MS;
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::Game;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::openings::{Openings, Seated, Wanted, names, shown};

#[derive(Args, Clone, Debug)]
pub(super) struct OpeningArgs {
    /// A state file without penguins and players, for every game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "shape"])]
    board: Option<PathBuf>,
    #[command(flatten)]
    size: BoardArgs,
    /// Penguins of each player
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    penguins: u8,
    /// Players at a table, 1 to 9 [default: all]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=PLAYERS_MAX as i64))]
    seats: Option<u8>,
}

/// Boards to begin with.
pub(super) struct Boards {
    args: OpeningArgs,
    seats: usize,
    grid: Option<Grid>,
    plan: Plan,
    wanted: Wanted,
    warnings: Vec<String>,
}

impl OpeningArgs {
    pub(super) fn openings(self, wanted: Wanted) -> Result<Boards, Error> {
        let seats = self.seats.map_or(wanted.players, usize::from);
        if !(1..=PLAYERS_MAX).contains(&seats) {
            let what = format!("players named: {seats}, expected 1 to {PLAYERS_MAX}");
            return Err(Error::new(what).help("as in: --player strong --player file:./ours"));
        }
        let grid = self.board.as_deref().map(read_board).transpose()?;
        let warned = grid
            .as_ref()
            .map(|grid| warnings(grid, seats, self.penguins));
        Ok(Boards {
            seats,
            plan: self.size.plan(seats, self.penguins),
            warnings: warned.unwrap_or_default(),
            grid,
            wanted,
            args: self,
        })
    }
}

impl Openings for Boards {
    fn seats(&self) -> usize {
        self.seats
    }

    fn header(&self, n: u64, seated: &[Seated]) -> Result<Header, Error> {
        let grid = match &self.grid {
            Some(grid) => grid.clone(),
            None => {
                let mut dice = Dice::new(Generator::Chacha8, self.wanted.seed, n);
                self.plan.make(&mut dice)?
            }
        };
        let names = names(seated);
        // Nobody learns from the board who the others are.
        let given: Vec<_> = seated.iter().filter_map(|it| it.id.as_ref()).collect();
        let ids = seated.iter().zip(1..).map(|(seated, n)| {
            let own = |own: &String| given.iter().all(|id| *id != own);
            let mut names = (0..).map(|more| format!("P{n}{}", "-".repeat(more)));
            let free = || names.find(own).unwrap_or_default();
            seated.id.clone().unwrap_or_else(free)
        });
        let turn_ms = self.wanted.move_ms.unwrap_or(TURN_MS);
        let game = game_of(&grid, ids.collect(), self.args.penguins, turn_ms)?;
        let mut header = Header::new(&game, &names, Fishing::DICE, self.wanted.seed);
        header.number = n;
        Ok(header)
    }

    fn about(&self) -> String {
        let penguins = self.args.penguins;
        let board = match &self.args.board {
            Some(path) => format!("the board of {}", shown(path)),
            None => format!(
                "random boards of {} x {}",
                self.plan.rows, self.plan.columns
            ),
        };
        format!("on {board}, {penguins} penguins each")
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
