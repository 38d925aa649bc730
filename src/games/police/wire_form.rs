//! What an agent outside the process is sent.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::scenario::{AgentSetup, City};
use super::{AGENTS, Event, Police, Scenario, Seen, Sight, State};
use chase_engine::game::{Game as _, Known, Seat};
use chase_kit::faces::{WireForm, received};
use chase_kit::protocol::WireError;

/// Everything that every agent knows: the hours, and the map.
#[derive(Serialize, Deserialize)]
struct ChaseSetting {
    hours: i32,
    cities: Vec<City>,
    roads: Vec<(u32, u32, u32)>,
}

/// Everything that an agent knows of itself: its start and its stamina.
#[derive(Serialize, Deserialize)]
struct OwnSetup {
    start: u32,
    stamina: u32,
}

/// Each agent is sent the map, its own start, its own city and stamina, and its tips.
pub(super) struct AgentMessages;

/// A part of the message that begins a game.
fn part<T: DeserializeOwned>(name: &str, sent: &RawValue) -> Result<T, WireError> {
    serde_json::from_str(sent.get()).map_err(|error| WireError::new(format!("{name}: {error}")))
}

impl WireForm<Police> for AgentMessages {
    fn scenario(&self, game: &Police) -> impl Serialize {
        let map = &game.map;
        let cities = (0..).take(map.cities()).map(|city| City {
            name: map.name(city).to_owned(),
            informant: map.has_informant(city),
        });
        let from = (0..).take(map.cities());
        let roads = from.flat_map(|from| {
            let roads = map.roads.from(from).iter();
            // Each is there from both of its ends.
            let once = roads.filter(move |road| road.to > from);
            once.map(move |road| (from, road.to, road.length))
        });
        let hours = game.scenario.hours;
        ChaseSetting { hours, cities: cities.collect(), roads: roads.collect() }
    }

    fn own(&self, known: &Known<Police>) -> impl Serialize {
        let own = &known.game.scenario.agents[known.seat.index()];
        OwnSetup { start: own.start, stamina: own.stamina }
    }

    fn received_game(&self, sent: &RawValue, own: &RawValue) -> Result<Police, WireError> {
        let town: ChaseSetting = part("scenario", sent)?;
        let own: OwnSetup = part("known", own)?;
        // The others are taken to be like this one: nothing is known of them.
        let agent = AgentSetup { name: "agent".into(), stamina: own.stamina, start: own.start };
        Ok(Police::new(Scenario {
            hours: town.hours,
            getaway: None,
            agents: vec![agent; AGENTS],
            cities: town.cities.into(),
            roads: town.roads.into(),
        })?)
    }

    fn sight(&self, _: &Police, state: &State, seat: Seat) -> impl Serialize {
        Sight::of(state, seat)
    }

    fn sighted_state(
        &self,
        game: &Police,
        seat: Seat,
        sent: &RawValue,
    ) -> Result<State, WireError> {
        let Sight { city, stamina } = received(sent)?;
        if city as usize >= game.map.cities() {
            return Err(WireError::there_is_no("city", city));
        }
        let mut state = game.start();
        let me = &mut state.agents[seat.index()];
        (me.city, me.stamina) = (city, stamina);
        Ok(state)
    }

    fn event(&self, _: &Police, _: &State, event: &Event) -> impl Serialize {
        Seen::of(event)
    }

    fn received_event(
        &self,
        seat: Seat,
        sent: serde_json::Value,
    ) -> Result<Event, serde_json::Error> {
        Ok(match serde_json::from_value(sent)? {
            Seen::Moved { to } => Event::Moved { to },
            Seen::Rested => Event::Rested,
            Seen::Tipped { city } => Event::Tipped { detective: seat, city },
        })
    }
}
