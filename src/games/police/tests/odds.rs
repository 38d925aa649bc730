//! The odds of a chase: numbers that are known, three ways to the same odds, and games that confirm
//! them.

use std::sync::Arc;

use super::counted_odds::{Fraction, Naive, equal, forecast, near, of_cause};
use crate::new::MapPlan;
use crate::scenario::{AgentSetup, City};
use crate::{AGENTS, Police, Scenario};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game as _;
use chase_kit::chances::ExactOdds;
use chase_kit::sweep_engine::GameNumbers;
use chase_kit::totals::GameTotals;

fn scenario(
    roads: &[(u32, u32, u32)],
    starts: [u32; AGENTS],
    stamina: [u32; AGENTS],
    hours: i32,
) -> Scenario {
    let cities = 1 + roads.iter().map(|road| road.0.max(road.1)).max().unwrap();
    let city = |n| City { name: format!("city {n}"), informant: false };
    let agent =
        |n: usize| AgentSetup { name: format!("agent {n}"), stamina: stamina[n], start: starts[n] };
    Scenario {
        hours,
        getaway: Some(2),
        agents: (0..AGENTS).map(agent).collect(),
        cities: Arc::new((0..cities).map(city).collect()),
        roads: roads.to_vec().into(),
    }
}

/// The example map with agents that never tire: 100,000 joint states. The numbers were worked out by
/// another program.
#[test]
fn odds_of_the_example_map_are_those_that_are_known() {
    const ROADS: [(u32, u32, u32); 11] = [
        (0, 5, 29),
        (0, 1, 41),
        (0, 6, 60),
        (0, 7, 50),
        (0, 8, 40),
        (1, 2, 51),
        (1, 5, 29),
        (3, 5, 30),
        (3, 4, 36),
        (4, 9, 20),
        (5, 6, 10),
    ];
    let exact = |hours| {
        let scenario = scenario(&ROADS, [9, 8, 7, 6, 2], [1_000_000; AGENTS], hours);
        forecast(scenario, &["random"; AGENTS]).exact(100_000).unwrap()
    };
    for (hours, caught) in [
        (2, 0.0625),
        (3, 0.205_150_463_0),
        (5, 0.428_674_005_2),
        (10, 0.750_529_975_4),
        (20, 0.941_215_124_6),
    ] {
        near(of_cause(&exact(hours).chances, "caught"), caught, 1e-9);
    }
    let ExactOdds { chances, states, .. } = exact(100);
    assert_eq!(states, 100_000);
    near(of_cause(&chances, "caught"), 0.979_719_248_5, 1e-9);
    near(of_cause(&chances, "escaped"), 0.020_280_713_5, 1e-9);
    near(chances.mean_cycles(), 7.946_501, 1e-6);
    for (by, expected) in chances.by.values().zip([0.279_772, 0.238_070, 0.333_575, 0.128_302]) {
        near(*by, expected, 1e-6);
    }
}

/// Five cities, five agents at random with stamina that binds, eight hours. The numbers were worked out by
/// another program, which followed all agents together.
#[test]
fn odds_of_a_small_map_are_those_that_are_known() {
    const ROADS: [(u32, u32, u32); 6] =
        [(0, 1, 3), (0, 2, 5), (1, 2, 4), (1, 3, 2), (2, 3, 6), (3, 4, 1)];
    let mut scenario = scenario(&ROADS, [0, 1, 2, 3, 2], [7, 6, 8, 5, 9], 8);
    scenario.getaway = Some(4);
    let exact = forecast(scenario, &["random"; AGENTS]).exact(100).unwrap();
    let of = |cause| of_cause(&exact.chances, cause);
    near(of("caught"), 0.973_919_240_510_087, 1e-12);
    near(of("escaped"), 0.022_711_200_294_140_15, 1e-12);
    near(of("time_up"), 0.003_369_559_195_963_062_6, 1e-12);
}

/// Many agents at random on a larger map, for longer: it is told soon how many states there would be.
#[test]
fn too_many_states_are_refused_with_the_number_expected() {
    let plan = MapPlan { cities: 10, roads: Some(15), informants: 3, two_coloured: false };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, 4, 0));
    scenario.hours = 40;
    let refused = forecast(scenario, &["random"; AGENTS]).exact(1000);
    let why = refused.unwrap_err();
    assert_eq!(why.most, 1000);
    assert!(why.expected.unwrap() > 10_000, "{why}");
}

/// On maps of three cities the odds are those of counting every way with fractions, by the chain of
/// all places, and by merged states, which an informant in a fourth city that nobody comes
/// to is enough for.
#[test]
fn exact_odds_are_those_of_counting_every_way() {
    let roads = [(0, 1, 3), (1, 2, 5), (0, 2, 4)];
    for (starts, stamina, players) in [
        ([0, 1, 1, 1, 1], [9, 7, 5, 5, 5], [true, true, false, false, false]),
        ([0, 1, 1, 1, 1], [3, 4, 8, 5, 5], [true, true, true, false, false]),
        ([0, 1, 1, 2, 2], [12, 2, 6, 5, 5], [true, false, true, false, false]),
        ([1, 0, 0, 0, 0], [8, 5, 9, 9, 9], [true, true, true, false, false]),
    ] {
        let mut scenario = scenario(&roads, starts, stamina, 3);
        scenario.getaway = (stamina[0] > 8).then_some(2);
        let names = players.map(|moves| if moves { "random" } else { "stationary" });
        let game = Arc::new(Police::new(scenario.clone()).unwrap());
        let mut naive = Naive::new(&game, names);
        naive.hour(&naive.start(), 0, Fraction(1, 1)).unwrap();
        let ends = naive.ends;
        let chain = forecast(scenario.clone(), &names).exact(100_000).unwrap();
        Arc::make_mut(&mut scenario.cities)
            .push(City { name: "an island".into(), informant: true });
        let followed = forecast(scenario, &names).exact(100_000).unwrap();
        assert_ne!(chain.way, followed.way);
        for ExactOdds { chances, way, .. } in [chain, followed] {
            equal(&chances, &ends);
            assert!(!chances.by.is_empty(), "{way}");
        }
    }
}

/// Of a hundred random settings games are played and odds worked out: no estimate is more than 4
/// standard errors off, and all together are as far off as luck has it.
#[test]
fn games_that_are_played_confirm_exact_odds() {
    const GAMES: u64 = 120;
    let mut dice = Dice::new(Generator::Chacha8, 9, 0);
    let (mut settings, mut sum) = (0, 0.0);
    while settings < 100 {
        let cities = 3 + dice.below(5);
        let plan = MapPlan { cities, roads: Some(cities), informants: 0, two_coloured: false };
        let mut scenario = plan.scenario(&mut dice);
        scenario.hours = 2 + i32::try_from(dice.below(6)).unwrap();
        let mut players = ["stationary"; AGENTS];
        players[0] = "random";
        let names = ["random", "stationary", "dfs", "cheapest-least-visited"];
        for player in &mut players[1..3] {
            *player = names[dice.below(4) as usize];
        }
        let forecast = forecast(scenario, &players);
        let Ok(exact) = forecast.exact(50_000) else {
            continue;
        };
        let p = of_cause(&exact.chances, "caught");
        if !(0.05..0.95).contains(&p) {
            continue;
        }
        let mut totals = GameTotals::default();
        let (first, step, count) = (0, 1, GAMES);
        assert!(forecast.sample(settings, GameNumbers { first, step, count }, &mut totals));
        let seen = totals.endings.iter().filter(|it| it.0.cause == "caught");
        let seen: u64 = seen.map(|it| it.1).sum();
        let error = (p * (1.0 - p) / GAMES as f64).sqrt();
        let z = (seen as f64 / GAMES as f64 - p) / error;
        assert!(z.abs() < 4.0, "setting {settings}, {players:?}: {z}");
        sum += z * z;
        settings += 1;
    }
    // Chi-square of 100 degrees of freedom: 99.9 % lie between these.
    assert!((59.9..153.2).contains(&sum), "{sum}");
}
