//! An hour of the chase for programs.

use serde::Serialize;

use super::viewed::UNSEEN;
use super::{AGENTS, Ending, Police, State};
use chase_engine::game::{Game as _, Seat};

/// An hour for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The newest complete hour.
    pub hour: u32,
    /// The ending, if the chase is over.
    pub ending: Option<EndingFacts>,
    /// The agents, thief first.
    pub agents: Vec<AgentFacts>,
}

/// An ending for programs.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum EndingFacts {
    /// With the detective that caught the thief.
    Whole(Ending),
    /// Its cause, which is all that a viewer is told: `caught`, `escaped`, `time_up`.
    Cause(String),
}

/// An agent for programs; for a viewer without what it does not see.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct AgentFacts {
    /// `T`, `D1` to `D4`.
    pub seat: String,
    /// The name the data file gives it.
    pub name: Option<String>,
    /// The city where it is.
    pub city: Option<CityFacts>,
    /// The stamina it has left.
    pub stamina: Option<u32>,
    /// The stamina it has after a rest.
    pub stamina_full: Option<u32>,
    /// The player that chooses for it.
    pub strategy: Option<String>,
    /// The city to which its newest tip leads it, until it is there.
    pub heading: Option<CityFacts>,
}

/// A city for programs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CityFacts {
    /// The ID of the city: its place in the scenario's list of cities, from 0.
    pub id: u32,
    /// The name that the scenario gives the city.
    pub name: String,
    /// True if an informant lives there.
    pub informant: bool,
}

impl Police {
    pub(super) fn city_facts(&self, id: u32) -> CityFacts {
        CityFacts { id, name: self.map.name(id).to_owned(), informant: self.map.has_informant(id) }
    }

    /// An agent, as far as the state shows it.
    fn agent_facts(&self, state: &State, seat: Seat, players: &[String]) -> AgentFacts {
        let now = &state.agents[seat.index()];
        let city = (now.city != UNSEEN).then(|| self.city_facts(now.city));
        let seat_name = self.seat_name(seat);
        if now.stamina == UNSEEN {
            return AgentFacts { seat: seat_name, city, ..AgentFacts::default() };
        }
        let data = &self.scenario.agents[seat.index()];
        let heading = Self::heading(state, seat.index(), players);
        AgentFacts {
            seat: seat_name,
            name: Some(data.name.clone()),
            city,
            stamina: Some(now.stamina),
            stamina_full: Some(data.stamina),
            strategy: Some(players.get(seat.index()).cloned().unwrap_or_default()),
            heading: heading.map(|city| self.city_facts(city)),
        }
    }

    /// The city to which an agent's tip leads it; a stationary one goes nowhere.
    pub(super) fn heading(state: &State, n: usize, players: &[String]) -> Option<u32> {
        let moves = players.get(n).is_none_or(|player| player != "stationary");
        state.agents[n].tip.filter(|_| moves)
    }

    /// Everything that a state shows.
    pub(super) fn hour_facts(&self, state: &State, players: &[String]) -> Facts {
        let seats = (0..).map(Seat).take(AGENTS);
        let agents = seats.map(|seat| self.agent_facts(state, seat, players));
        let ending = state.ending.map(|ending| match state.is_viewed() {
            true => EndingFacts::Cause(Self::outcome(ending).cause.to_string()),
            false => EndingFacts::Whole(ending),
        });
        Facts { hour: state.shown_hour(), ending, agents: agents.collect() }
    }
}
