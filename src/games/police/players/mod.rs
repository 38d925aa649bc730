//! The strategies of the assignment, the tip that overrules them, and a team of detectives who talk.

pub(super) mod detective;
pub(super) mod dfs;
pub mod known_strategy;
pub(super) mod least_visited;
pub(crate) mod mind;
pub(super) mod random;
pub(super) mod stationary;
mod team;
mod tip;
pub mod tip_search;

use super::{Briefing, Police};
use chase_engine::game::Known;
use chase_kit::player_kind::PlayerKind;

use known_strategy::KnownStrategy;
use mind::mind;

/// All players. Only their names are stored; the order is that of the data files' codes, and who has
/// none comes after them.
pub static PLAYERS: &[PlayerKind<Police>] = &[
    PlayerKind::plain("stationary", |known| mind(KnownStrategy::Stationary, briefing(&known))),
    PlayerKind::plain("random", |known| mind(KnownStrategy::Random, briefing(&known))),
    PlayerKind::plain("cheapest-least-visited", |known| {
        mind(KnownStrategy::Least, briefing(&known))
    }),
    PlayerKind::plain("dfs", |known| mind(KnownStrategy::Dfs, briefing(&known))),
    PlayerKind::plain(TEAM, |known| Box::new(team::TeamDetective::new(briefing(&known)))),
];

/// What the agent in a seat is told before the chase.
fn briefing(known: &Known<Police>) -> Briefing {
    known.game.briefing(known.seat)
}

/// Detectives who talk.
pub(super) const TEAM: &str = "team";

/// The number of players with a strategy code: the strategies of the assignment, which come first
/// in [`PLAYERS`].
const CODES: usize = 4;

/// The data file's code of the first player in [`PLAYERS`]; the others follow one by one.
const FIRST_CODE: i64 = -1;

/// The player that a strategy code of the agent file means.
pub(crate) fn by_code(code: i64) -> Option<&'static str> {
    let place = usize::try_from(code.checked_sub(FIRST_CODE)?).ok()?;
    PLAYERS[..CODES].get(place).map(|kind| kind.name)
}

/// The strategy code of a built-in player.
pub fn code_of(player: &str) -> Option<i64> {
    let place = PLAYERS[..CODES].iter().position(|kind| kind.name == player)?;
    i64::try_from(place).ok().map(|place| place + FIRST_CODE)
}

/// The player the thief always has.
pub(crate) fn of_thief() -> &'static str {
    "random"
}
