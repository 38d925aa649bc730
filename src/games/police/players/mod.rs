//! The strategies of the assignment, the tip that overrules them, and a team of detectives who talk.

pub(crate) mod agent;
pub(super) mod detective;
pub(super) mod dfs;
pub(super) mod least_visited;
pub(super) mod random;
pub(super) mod stationary;
mod team;
mod tip;
pub mod tip_search;

use super::Police;
use chase_kit::player_kind::{Make, PlayerKind};

use agent::{AgentPlayer, briefing};
use detective::Detective;

/// All players. Only their names are stored; the order is that of the data files' codes, and who has
/// none comes after them.
pub static PLAYERS: &[PlayerKind<Police>] = &[
    PlayerKind {
        name: "stationary",
        about: "never moves, not even when tipped (code -1)",
        make: Make::Plain(|_| Box::new(AgentPlayer(stationary::Stationary))),
    },
    PlayerKind {
        name: "random",
        about: "a random road it can afford (code 0; the thief's player, if no other is named)",
        make: Make::Plain(|known| {
            Box::new(AgentPlayer(Detective::new(briefing(&known), |_| random::RandomWalk)))
        }),
    },
    PlayerKind {
        name: "cheapest-least-visited",
        about: "the least visited neighbour; on a tie the nearest, then the lowest ID (code 1)",
        make: Make::Plain(|known| {
            Box::new(AgentPlayer(Detective::new(
                briefing(&known),
                least_visited::LeastVisited::new,
            )))
        }),
    },
    PlayerKind {
        name: "dfs",
        about: "a depth-first route through all cities, then another (code 2)",
        make: Make::Plain(|known| {
            Box::new(AgentPlayer(Detective::new(briefing(&known), dfs::Dfs::new)))
        }),
    },
    PlayerKind {
        name: TEAM,
        about: "detectives who tell each other what they see and follow one plan",
        make: Make::Plain(|known| {
            Box::new(AgentPlayer(team::TeamDetective::new(briefing(&known))))
        }),
    },
];

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
pub(super) fn code_of(player: &str) -> Option<i64> {
    let place = PLAYERS[..CODES].iter().position(|kind| kind.name == player)?;
    i64::try_from(place).ok().map(|place| place + FIRST_CODE)
}

/// The player the thief always has.
pub(crate) fn of_thief() -> &'static str {
    "random"
}
