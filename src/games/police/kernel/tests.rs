//! The kernel against the engine, game by game: hour, ending, catcher, every city and stamina, by
//! the check value that both make.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::Scenario;
use crate::new::MapPlan;
use chase_engine::dice::{Dice, DrawOwner as Whose};
use chase_kit::budget::StopFlag;
use chase_kit::totals::GamePlayed;
use chase_study::general_engine::GeneralEngine;

/// Places that stamina tables may have: the usual number, or so few that only road tables fit; and
/// whether all vector instructions there are may be used, or only those of every machine.
const KINDS: [(usize, bool); 4] = [(PLACES_MAX, false), (PLACES_MAX, true), (0, false), (0, true)];

/// A random map with everything that is easily got wrong: no getaway, stamina that is barely
/// enough or not, agents that start together, no hours at all, games past the first block of
/// luck.
fn scenario(dice: &mut Dice) -> Scenario {
    dice.turn_to(Whose::World);
    let cities = 2 + dice.below(18);
    let most = cities * (cities - 1) / 2;
    let plan = MapPlan {
        cities,
        roads: Some((cities - 1 + dice.below(cities)).min(most)),
        informants: [0, 0, 1 + dice.below(cities)][dice.below(3) as usize],
        two_coloured: false,
    };
    let mut scenario = plan.scenario(dice);
    scenario.hours = [0, -3, 1, 16, 17, 33, 70, 200, 200, 200][dice.below(10) as usize];
    if dice.below(2) == 0 {
        scenario.getaway = None;
    }
    if dice.below(8) == 0 {
        scenario.getaway = Some(scenario.agents[0].start);
    }
    let lengths: Vec<u32> = scenario.roads.iter().map(|road| road.2).collect();
    let shared = 50 + dice.below(200);
    for agent in &mut scenario.agents {
        let length = lengths[dice.below(u32::try_from(lengths.len()).unwrap()) as usize];
        let longest = *lengths.iter().max().unwrap();
        agent.stamina = match dice.below(6) {
            0 => length,
            1 => length - 1,
            2 => longest,
            3 => shared,
            4 => 1000 + dice.below(500),
            _ => agent.stamina,
        };
    }
    if dice.below(4) == 0 {
        let together = dice.below(cities);
        for agent in &mut scenario.agents[1..] {
            agent.start = together;
        }
    }
    scenario
}

fn players(dice: &mut Dice, has_informants: bool) -> Vec<String> {
    let all_random = dice.below(2) == 0;
    let names = ["random", "random", "stationary", "cheapest-least-visited", "dfs"];
    let visits = "cheapest-least-visited";
    let name = |n: usize| match all_random || n == 0 {
        true => "random",
        false => match names[dice.below(5) as usize] {
            name if name == visits && has_informants => "dfs",
            name => name,
        },
    };
    (0..AGENTS).map(name).map(str::to_owned).collect()
}

type KernelGames = Vec<(GamePlayed, totals::EndingKind)>;

fn games(engine: &mut dyn SweepEngine, numbers: GameNumbers) -> (KernelGames, GameTotals) {
    let (mut games, mut totals) = (Vec::new(), GameTotals::default());
    let mut each =
        |game: &GamePlayed, ending: &totals::EndingKind| games.push((*game, ending.clone()));
    assert!(engine.play(numbers, &mut totals, Some(&mut each)));
    (games, totals.sorted())
}

/// How a game ended, about when, and whether there were informants.
type Happened = (String, &'static str, bool);

/// Plays games of random maps both ways, and tells what happened in them.
fn compare(maps: u32, count: u64) -> BTreeSet<Happened> {
    let mut dice = Dice::new(Generator::Chacha8, 23, 0);
    let mut seen = BTreeSet::new();
    for map in 0..maps {
        let game = Arc::new(Police::new(scenario(&mut dice)).unwrap());
        let has_informants = game.map().has_informants();
        let players = players(&mut dice, has_informants);
        let seed = i64::from(dice.below(u32::MAX)) - (1 << 31);
        let step = 1 + u64::from(dice.below(3));
        let first = u64::from(dice.below(1000));
        let numbers = GameNumbers { first, step, count };
        for generator in [Generator::Chacha8, Generator::Glibc] {
            let stop = StopFlag::default();
            let general = GeneralEngine::new(Arc::clone(&game), &players, generator, seed, &stop);
            let expected = games(&mut general.unwrap(), numbers);
            for (places, is_plain) in KINDS {
                let kernel = Kernel::with(&game, &players, generator, seed, places);
                let kernel = kernel.expect("known players");
                let mut kernel = if is_plain { kernel.plain() } else { kernel };
                let found = games(&mut kernel, numbers);
                for (ours, theirs) in found.0.iter().zip(&expected.0) {
                    let number = ours.0.number;
                    assert_eq!(ours, theirs, "map {map}, {generator}, game {number}");
                }
                assert_eq!(found, expected, "map {map}, {generator}");
            }
            for (game, ending) in &expected.0 {
                let when = match game.cycles {
                    0 => "in hour 0",
                    1..=32 => "in time",
                    _ => "late",
                };
                seen.insert((ending.cause.to_string(), when, has_informants));
            }
        }
    }
    seen
}

#[test]
fn tables_play_the_games_that_the_rules_play() {
    let seen = compare(60, 20);
    for ending in ["caught", "escaped", "time_up"] {
        for when in ["in hour 0", "in time"] {
            for has_informants in [false, true] {
                let happened = (ending.to_owned(), when, has_informants);
                assert!(seen.contains(&happened), "{happened:?}");
            }
        }
    }
    for has_informants in [false, true] {
        let is_late = |it: &Happened| (it.1, it.2) == ("late", has_informants);
        assert!(seen.iter().any(is_late), "past two blocks, {has_informants}");
    }
}

/// Two minutes; `cargo test --release --lib kernel -- --ignored`.
#[test]
#[ignore = "100,000 games on 50 maps with either dice"]
fn tables_play_a_hundred_thousand_games_that_the_rules_play() {
    compare(50, 2_000);
}

#[test]
fn what_tables_cannot_know_is_left_to_the_rules() {
    let game = |informants| {
        let plan = MapPlan { cities: 10, roads: Some(15), informants, two_coloured: false };
        let scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, 5, 0));
        Arc::new(Police::new(scenario).unwrap())
    };
    let kernel = |game: &Arc<Police>, player: &str| {
        let players = vec![player.to_owned(); AGENTS];
        Kernel::new(game, &players, Generator::Chacha8, 1).is_some()
    };
    assert!(kernel(&game(0), "random"));
    assert!(kernel(&game(0), "dfs"));
    assert!(kernel(&game(1), "random") && kernel(&game(1), "dfs"));
    assert!(!kernel(&game(1), "cheapest-least-visited"), "visits, and tips");
    assert!(!kernel(&game(0), "exec:me"), "a program");
}
