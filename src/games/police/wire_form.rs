//! What an agent outside the process is sent.

use serde::{Deserialize, Serialize};

use super::scenario::{AgentSetup, City};
use super::{AGENTS, Known, Police, Scenario, View};
use chase_core::game::{Game, Seat};
use chase_core::protocol::{WireError, WireForm, check_seat};

/// Everything that every agent knows: the hours, and the map.
#[derive(Serialize, Deserialize)]
pub struct ChaseSetting {
    hours: i32,
    cities: Vec<City>,
    roads: Vec<(u32, u32, u32)>,
}

/// Everything that an agent knows of itself: its start and its stamina.
#[derive(Serialize, Deserialize)]
pub struct OwnSetup {
    start: u32,
    stamina: u32,
}

/// The view of an agent in its JSON form.
#[derive(Serialize, Deserialize)]
pub struct Sight {
    city: u32,
    stamina: u32,
}

impl WireForm for Police {
    type Common = ChaseSetting;
    type Own = OwnSetup;
    type SentView = Sight;
    type Held = View;

    fn send_known(known: &Known) -> (ChaseSetting, OwnSetup) {
        let map = &known.map;
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
        let town =
            ChaseSetting { hours: known.hours, cities: cities.collect(), roads: roads.collect() };
        let own = OwnSetup { start: known.start, stamina: known.stamina };
        (town, own)
    }

    fn receive_known(seat: Seat, town: ChaseSetting, own: OwnSetup) -> Result<Known, WireError> {
        // The others are taken to be like this one: nothing is known of them.
        let agent = AgentSetup { name: "agent".into(), stamina: own.stamina, start: own.start };
        check_seat(seat, AGENTS)?;
        let game = Police::new(Scenario {
            hours: town.hours,
            getaway: None,
            agents: vec![agent; AGENTS],
            cities: town.cities,
            roads: town.roads,
        });
        Ok(game?.known_to(seat))
    }

    fn send_view(view: &View) -> Sight {
        let View { city, stamina } = *view;
        Sight { city, stamina }
    }

    fn receive_view(_: Seat, known: &Known, sent: Sight) -> Result<View, WireError> {
        let Sight { city, stamina } = sent;
        if city as usize >= known.map.cities() {
            return Err(WireError::there_is_no("city", city));
        }
        Ok(View { city, stamina })
    }

    fn held(held: &View) -> View {
        *held
    }
}
