//! The game in numbers. Actions: 0 to stay, 1 to 8 to walk in the order of the directions, 9 to
//! teleport anywhere, from 10 on to the teleports in the order of the scenario.

use super::board::{BoardCell, CELLS};
use super::{Action, RobotsGame, State};
use chase_engine::game::Seat;
use chase_kit::faces::NumericForm;
use chase_kit::numbers::{Feature, number};

const ANYWHERE: usize = 9;
const FIRST_TELEPORT: usize = ANYWHERE + 1;

/// The numbers that stand for the contents of a cell in an observation.
mod cell {
    pub(crate) const ROBOT: i32 = 1;
    pub(crate) const DEBRIS: i32 = 2;
    pub(crate) const TELEPORT: i32 = 3;
    pub const PLAYER: i32 = 4;
}

/// The codes of actions, and the board cell by cell.
pub(super) struct Codes;

impl NumericForm<RobotsGame> for Codes {
    fn action_count(&self, game: &RobotsGame) -> usize {
        FIRST_TELEPORT + game.scenario.teleports.len()
    }

    fn action_number(&self, game: &RobotsGame, _: &State, _: Seat, action: &Action) -> usize {
        match *action {
            Action::Stay => 0,
            Action::Walk { direction } => direction as usize + 1,
            Action::TeleportAnywhere => ANYWHERE,
            Action::Teleport { to } => {
                let n = game.scenario.teleports.iter().position(|it| *it == to);
                FIRST_TELEPORT + n.unwrap_or(0)
            }
        }
    }

    /// A cell is 0 when it is empty, 1 for a robot, 2 for debris, 3 for a teleport that is not used
    /// up, 4 for the player. Where several are, the player goes first, then debris, then a robot.
    fn features(&self, game: &RobotsGame) -> Vec<Feature> {
        let cells =
            BoardCell::all().map(|at| Feature::new(format!("{}_{}", at.0, at.1), 0, cell::PLAYER));
        let turns = number(game.scenario.turns);
        let robots = number(game.scenario.robots.len());
        let counts = [
            Feature::new("turn", 0, turns),
            Feature::new("turns_left", 0, turns),
            Feature::new("robots", 0, robots),
        ];
        cells.chain(counts).collect()
    }

    fn observation(&self, game: &RobotsGame, seen: &State, _: Seat, out: &mut Vec<i32>) {
        let mut board = [0; CELLS];
        for at in game.teleports_left(seen) {
            board[at.index()] = cell::TELEPORT;
        }
        for robot in &seen.robots {
            board[robot.index()] = cell::ROBOT;
        }
        for at in seen.debris.iter() {
            board[at.index()] = cell::DEBRIS;
        }
        board[seen.player.index()] = cell::PLAYER;
        out.extend_from_slice(&board);
        let left = game.scenario.turns.saturating_sub(seen.turn);
        out.extend([number(seen.turn), number(left), number(seen.robots.len())]);
    }
}
