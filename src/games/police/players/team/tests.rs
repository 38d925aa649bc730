//! What a team thinks of the thief, by drawn maps, and the ways it takes.

use super::*;
use crate::players::tip_search::TipStart;
use crate::scenario::{AgentSetup, City, Scenario};
use crate::{Map, Police};
use best_route::TeamRoutes;
use chase_engine::dice::Generator;
use chase_engine::game::{Game as _, known};

fn scenario(cities: u32, roads: &[(u32, u32, u32)]) -> Scenario {
    let city = |n| City { name: format!("city {n}"), informant: false };
    let agent = |n| AgentSetup { name: format!("agent {n}"), stamina: 9, start: 0 };
    Scenario {
        hours: 9,
        getaway: None,
        agents: (0..5).map(agent).collect(),
        cities: Arc::new((0..cities).map(city).collect()),
        roads: roads.to_vec().into(),
    }
}

fn map(cities: u32, roads: &[(u32, u32, u32)]) -> Arc<Map> {
    Arc::new(Map::new(&scenario(cities, roads)))
}

/// 0 - 1 - 2
fn line() -> Arc<Map> {
    map(3, &[(0, 1, 1), (1, 2, 1)])
}

/// The chance that the thief is in each city, in thousandths.
fn cities(belief: &CityBelief) -> Vec<u32> {
    let mut chances = Vec::new();
    belief.cities(&mut chances);
    chances.iter().map(|chance| (chance * 1000.0).round() as u32).collect()
}

#[test]
fn before_the_chase_every_city_is_as_likely_but_those_where_members_stand() {
    let mut belief = CityBelief::new(&line());
    assert_eq!(cities(&belief), [333, 333, 333]);
    belief.not_in([1].into_iter());
    assert_eq!(cities(&belief), [500, 0, 500]);
}

#[test]
fn a_tip_is_certain_and_an_hour_takes_the_thief_along_any_road() {
    let mut belief = CityBelief::new(&line());
    belief.told(1);
    assert_eq!(cities(&belief), [0, 1000, 0]);
    assert!((belief.rests() - 0.1275).abs() < 1e-9, "before anything is learned");
    // then it rests in 12.75 % of all hours, and takes either road alike
    belief.pass_hour();
    assert_eq!(cities(&belief), [436, 128, 436]);
    // and who sees that it has stayed expects more rests
    belief.not_in([0, 2].into_iter());
    assert_eq!(cities(&belief), [0, 1000, 0]);
    assert!((belief.rests() - 0.048375 / 0.1275).abs() < 1e-9);
}

#[test]
fn a_thief_without_a_road_stays() {
    let mut belief = CityBelief::new(&map(2, &[]));
    belief.told(1);
    belief.pass_hour();
    assert_eq!(cities(&belief), [0, 1000]);
}

#[test]
fn what_cannot_be_is_believed_when_a_tip_says_it() {
    // given 0 - 1   2 - 3, and a thief that was in 0
    let mut belief = CityBelief::new(&map(4, &[(0, 1, 1), (2, 3, 1)]));
    belief.told(0);
    belief.pass_hour();
    belief.told(3);
    assert_eq!(cities(&belief), [0, 0, 0, 1000]);
    // and where it is nowhere any more, everything begins anew
    belief.not_in([3].into_iter());
    assert_eq!(cities(&belief), [333, 333, 333, 0]);
}

/// The best way through three hours, worth 1 in a city at the end of an hour.
fn way(roads: &[(u32, u32, u32)], stamina: u32, wanted: (usize, usize)) -> Vec<u32> {
    let map = map(4, roads);
    let mut worth = vec![0.0; 3 * map.cities()];
    worth[wanted.0 * map.cities() + wanted.1] = 1.0;
    let mut path = Vec::new();
    let start = TipStart { city: 0, stamina, full: 5 };
    TeamRoutes::new(&map).best(&map, start, &worth, &mut path);
    path
}

#[test]
fn a_way_rests_where_it_could_not_be_paid_for_else() {
    // given 0 -3- 1 -3- 2
    let roads = [(0, 1, 3), (1, 2, 3)];
    assert_eq!(way(&roads, 5, (2, 2)), [1, 1, 2]);
    assert_eq!(way(&roads, 1, (1, 1))[..2], [0, 1]);
    // and a city that it cannot reach in time is worth nothing
    assert_eq!(way(&roads, 5, (1, 2)).len(), 3);
    assert!(!way(&roads, 5, (1, 2))[..2].contains(&2));
}

#[test]
fn an_hour_begins_when_a_member_acts_again() {
    let mut scenario = scenario(3, &[(0, 1, 1), (1, 2, 1)]);
    scenario.agents[3].start = 2;
    let game = Arc::new(Police::new(scenario).unwrap());
    let (d1, d3) = (Seat(1), Seat(3));
    let mut member = TeamDetective::new(game.briefing(d1));
    member.join(d1, &[d1, d3].map(|seat| (seat, known(&game, seat))));
    // nobody is in 0 and 2 at the end of hour 0, so the thief came from 1
    member.observe(&Event::Rested);
    assert_eq!(member.hour, 1);
    assert_eq!(cities(&member.belief), [436, 128, 436]);
    // and D3's turn is of the same hour
    member.hear(d3, &Event::Moved { to: 1 });
    assert_eq!(member.hour, 1);
    assert_eq!(cities(&member.belief), [436, 128, 436]);
    // and D1's next is not: the thief was in 2, and D3 has one less
    let view = View { game: &*game, state: &game.start(), seat: d1 };
    let legal = [Action::Move { to: 1 }, Action::Rest];
    let mut dice = Dice::new(Generator::Glibc, 1, 0);
    let chosen = member.choose(&view, &legal, &mut dice).unwrap();
    assert_eq!((member.hour, member.members[1].stamina), (2, 8));
    let (once, asked) = (cities(&member.belief), member.choose(&view, &legal, &mut dice).unwrap());
    assert_eq!(asked, chosen, "being asked leaves nothing behind");
    member.observe(&Event::Moved { to: 1 });
    assert_eq!((member.hour, cities(&member.belief)), (2, once));
}
