//! The chase in numbers. An action's number is the city it leads to, and the number after the last
//! city's for a rest.

use super::viewed::UNSEEN;
use super::{Action, Police, State, THIEF};
use chase_engine::game::Seat;
use chase_kit::faces::NumericForm;
use chase_kit::numbers::{Feature, number};

/// Stands for a city that is not seen, or that there is none of.
const NONE: i32 = -1;

/// A city as a number of an observation.
fn city(city: u32) -> i32 {
    match city {
        UNSEEN => NONE,
        city => number(city),
    }
}

/// The numbers of cities.
pub(super) struct CityNumbers;

impl NumericForm<Police> for CityNumbers {
    fn action_count(&self, game: &Police) -> usize {
        game.map.cities() + 1
    }

    fn action_number(&self, game: &Police, _: &State, _: Seat, action: &Action) -> usize {
        match *action {
            Action::Move { to } => to as usize,
            Action::Rest => game.map.cities(),
        }
    }

    /// The thief's city is seen by itself, and by a detective in an hour in which it is tipped.
    fn features(&self, game: &Police) -> Vec<Feature> {
        let hours = number(game.scenario.hours).max(0);
        let last = number(game.map.cities()) - 1;
        let stamina = game.scenario.agents.iter().map(|agent| agent.stamina);
        vec![
            Feature::new("hour", 0, hours),
            Feature::new("hours_left", 0, hours),
            Feature::new("city", 0, last),
            Feature::new("stamina", 0, number(stamina.max().unwrap_or(0))),
            Feature::new("tip", NONE, last),
            Feature::new("thief_city", NONE, last),
        ]
    }

    #[inline]
    fn observation(&self, game: &Police, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        let me = &seen.agents[seat.index()];
        let hour = number(seen.hour);
        out.extend_from_slice(&[
            hour,
            (game.scenario.hours - hour).max(0),
            city(me.city),
            number(me.stamina),
            me.tip.map_or(NONE, city),
            city(seen.agents[THIEF].city),
        ]);
    }
}
