//! The chase as some of the agents see it: the map, the hours, themselves, their own tips, and
//! what ended it. Of the thief detectives see the city that a tip names, in the hour of the tip, and
//! remember the last of these; of the getaway and of the other detectives they see nothing.

use super::map::Map;
use super::{AGENTS, AgentState, Ending, Police, State, THIEF};
use chase_engine::game::{Game, Seat};
use chase_engine::seat::Seats;
use chase_kit::transcript::Viewer;

/// Stands for a city or a stamina that is not seen. Those that there are fit 31 bits.
pub(super) const UNSEEN: u32 = u32::MAX;
/// Stands for the detective that caught the thief.
const SOMEBODY: Seat = Seat(0);
/// An agent that is not seen.
const NOT_SEEN: AgentState = AgentState { city: UNSEEN, stamina: UNSEEN, tip: None };

impl State {
    /// Returns true if this state was made for a viewer: a viewer never sees both the thief's
    /// stamina and a detective's, so one is [`UNSEEN`].
    pub(super) fn is_viewed(&self) -> bool {
        self.agents.iter().any(|agent| agent.stamina == UNSEEN)
    }

    /// Returns true if a detective was tipped since the thief moved last.
    #[inline(always)]
    fn knows_thief(&self, detective: Seat, map: &Map) -> bool {
        let (n, owed) = (detective.index(), self.owed & 1 << detective.0 != 0);
        let acted = usize::from(self.acted);
        let is_of_this_hour = acted == 0 || acted > n;
        is_of_this_hour && !owed && map.has_informant(self.agents[n].city)
    }
}

pub(super) fn detectives() -> impl Iterator<Item = Seat> {
    (1..).map(Seat).take(AGENTS - 1)
}

pub(super) fn viewers(game: &Police) -> Vec<Viewer> {
    let one = |seat| Viewer { name: game.seat_name(seat), seats: seat.into() };
    let all = Viewer { name: "detectives".into(), seats: detectives().collect() };
    detectives().map(one).chain([all]).collect()
}

/// The viewer's line of a transcript: who sees it.
pub(super) fn title(game: &Police, eyes: Seats) -> String {
    match eyes.only() {
        Some(only) => format!("As {} sees it.", game.seat_name(only)),
        None => "As the detectives see it.".into(),
    }
}

/// The state without what these eyes do not see.
pub(super) fn state(map: &Map, state: &State, eyes: Seats) -> State {
    let ending = match state.ending {
        Some(Ending::Caught(_)) => Some(Ending::Caught(SOMEBODY)),
        ending => ending,
    };
    let mut seen = State { owed: 0, ending, agents: [NOT_SEEN; AGENTS], ..*state };
    for seat in eyes.iter() {
        seen.agents[seat.index()] = state.agents[seat.index()];
        seen.owed |= state.owed & 1 << seat.0;
        if seat.index() != THIEF && state.knows_thief(seat, map) {
            seen.agents[THIEF].city = state.agents[THIEF].city;
        }
    }
    seen
}
