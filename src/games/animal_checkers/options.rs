//! What a game begins with, as the options of the command line say it.

use std::time::Duration;

use clap::Args;

use super::Scenario;
use super::new::PLIES_MAX;
use chase_kit::budget::{NoTime, parse_time};
use chase_world::world::World;

/// What a game begins with, and its limits.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// Position, the rows as side 0 sees them, row 7 first, separated by `/`, or a file with such
    /// rows [default: the start position]
    #[arg(long, value_name = "ROWS", conflicts_with = "plies")]
    pub(super) position: Option<String>,
    /// Number of random moves made from the start position before the game begins
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=i64::from(PLIES_MAX)))]
    pub(super) plies: u32,
    /// Side that moves first, 0 or 1 [default: 0; in a match the sides take turns]
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1), conflicts_with = "plies")]
    pub(super) side: Option<u8>,
    /// Number of moves, of both sides together, after which the game is drawn
    #[arg(long, value_name = "N", default_value_t = Scenario::default().moves)]
    pub(super) moves: u32,
    /// Time per move for agents and for players that search by the clock, as in 500ms [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = millis)]
    pub(super) move_clock: Option<u32>,
    /// Time per game for a side, as in 2m [default: 120s]
    #[arg(long, value_name = "TIME", value_parser = millis)]
    pub(super) game_clock: Option<u32>,
}

impl PositionArgs {
    /// Returns true if all options have their default values.
    pub(super) fn is_plain(&self) -> bool {
        let usual = Scenario::default().moves;
        self.position.is_none()
            && self.plies == 0
            && self.side.unwrap_or(0) == 0
            && self.moves == usual
            && self.move_clock.is_none()
            && self.game_clock.is_none()
    }
}

fn millis(text: &str) -> Result<u32, NoTime> {
    let millis = |time: Duration| u32::try_from(time.as_millis()).expect("at most a day");
    parse_time(text).map(millis)
}

/// Rows as they stand on a command line or in a file: parted by slashes or line ends, blanks
/// count for nothing.
pub(super) fn rows(world: &World, text: &str) -> Vec<String> {
    let file = world.at(text).read_to_string().ok();
    let text = file.as_deref().unwrap_or(text);
    let lines = text.trim().split(['/', '\n']);
    let row = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect();
    lines.map(row).collect()
}
