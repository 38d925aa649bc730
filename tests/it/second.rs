//! The chase against a second implementation, written from the rules page alone: the same maps,
//! the same dice, the same hours.

use chase::prelude::Playable as _;
use std::sync::Arc;

use chase::board::roads::Roads;
use chase::engine::dice::Generator;
use chase::engine::game::Game;
use chase::games::police::loader::{LoadedScenario, Source, agent_file, city_file, load};
use chase::games::police::players::tip_search::{TipSearch, TipStart};
use chase::games::police::{AGENTS, Event, Police};
use chase::kit::faces::Transcript;
use chase::record::replay::{GameFold, Replay};
use proptest::prelude::*;

use crate::naive::{self, Scenario};

fn loaded(cities: &str, agents: &str, hours: i64) -> LoadedScenario {
    let source = |name, text: &str| Source { name, bytes: text.to_owned().leak().as_bytes() };
    let hours = i32::try_from(hours).expect("few hours");
    let loaded = load(source("cities", cities), source("agents", agents), hours);
    loaded.unwrap_or_else(|error| panic!("{error}\n{cities}{agents}"))
}

fn loaded_from(scenario: &Scenario) -> LoadedScenario {
    loaded(&scenario.cities_file(), &scenario.agents_file(), scenario.hours)
}

fn recorded(scenario: &Scenario, seed: u32) -> Replay<Police> {
    let loaded = loaded_from(scenario);
    let game = Police::new(loaded.scenario).expect("a playable scenario");
    Replay::record(game, &loaded.players, Generator::Glibc, i64::from(seed)).expect("players")
}

/// The transcript, and each hour's cities, stamina and tips, from the recorded events alone.
fn told(replay: &Replay<Police>) -> (String, Vec<naive::Hour>) {
    let game: &Police = replay.game();
    let (mut text, mut hours) = (Vec::new(), Vec::new());
    Police::transcript().opening(game, &mut text);
    let mut fold = GameFold::new(game);
    for cycle in replay.history().cycles() {
        let mut tips = Vec::new();
        fold.feed(game, cycle, |_, event| {
            if let Event::Tipped { detective, city } = event {
                tips.push((detective.index(), *city as usize));
            }
        })
        .expect("what was recorded folds");
        let state = fold.state();
        Police::transcript().cycle(game, cycle, state, &mut text);
        hours.push(naive::Hour {
            cities: state.agents.map(|agent| agent.city as usize),
            stamina: state.agents.map(|agent| u64::from(agent.stamina)),
            tips,
        });
    }
    Police::transcript().ending(game, fold.state(), &mut text);
    (String::from_utf8(text).expect("names are text"), hours)
}

fn small(n: u64) -> u32 {
    u32::try_from(n).expect("small maps have small numbers")
}

fn roads(scenario: &Scenario) -> Roads {
    let roads = scenario.roads.iter();
    let roads: Vec<_> =
        roads.map(|&(a, b, length)| (small(a as u64), small(b as u64), small(length))).collect();
    Roads::new(scenario.cities.len(), &roads)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn both_play_the_same_chase(map in any::<u64>(), cities in 1_usize..30, seed in any::<u32>()) {
        // given a random map and crew
        let scenario = naive::random_scenario(map, cities);
        // when both play it with the same dice
        let (text, hours) = told(&recorded(&scenario, seed));
        // then every byte, every stamina and every tip is the same
        prop_assert_eq!(text, naive::transcript(&scenario, seed));
        prop_assert_eq!(hours, naive::history(&scenario, seed));
    }

    #[test]
    fn a_tip_is_followed_by_fewest_turns_then_most_stamina(
        map in any::<u64>(),
        cities in 2_usize..14,
        ends in (0_usize..14, 0_usize..14),
        tired in 0_u64..100,
    ) {
        // given a detective anywhere, with any stamina it could have
        let scenario = naive::random_scenario(map, cities);
        let (from, to) = (ends.0 % cities, ends.1 % cities);
        prop_assume!(from != to);
        let full = scenario.agents[1].stamina;
        let stamina = full - full * tired / 100;
        // when its path is searched for
        let mut path = Vec::new();
        let start = TipStart { city: small(from as u64), stamina: small(stamina), full: small(full) };
        let arrival = TipSearch::default()
            .path(&roads(&scenario), start, small(to as u64), &mut path)
            .map(|(turns, left)| (u64::from(turns), u64::from(left)));
        // then no exhaustive search finds a better arrival, and ties go to the lowest city before
        prop_assert_eq!(arrival, naive::best_arrival(&scenario, 1, from, stamina, to));
        let naive_path = naive::tip_path(&scenario, 1, from, stamina, to);
        let path: Vec<_> = path.into_iter().map(|city| city as usize).collect();
        prop_assert_eq!(arrival.map(|_| path), naive_path);
    }

    #[test]
    fn data_files_come_back_as_they_were(map in any::<u64>(), cities in 1_usize..30) {
        // given a scenario read from its files
        let scenario = naive::random_scenario(map, cities);
        let first = loaded_from(&scenario);
        prop_assert_eq!(first.scenario.cities.len(), scenario.cities.len());
        prop_assert_eq!(first.scenario.roads.len(), scenario.roads.len());
        // when our own files are written and read
        let codes: [i64; AGENTS - 1] = std::array::from_fn(|n| scenario.agents[n + 1].strategy);
        let (cities, agents) = (city_file(&first.scenario), agent_file(&first.scenario, codes));
        let again = loaded(&cities, &agents, scenario.hours);
        // then nothing has changed
        prop_assert_eq!(again.scenario, first.scenario);
        prop_assert_eq!(again.players, first.players);
    }
}

#[test]
fn one_search_forgets_the_one_before() {
    // given a search used for many paths on one map, and a fresh one for each
    let scenario = naive::random_scenario(11, 25);
    let roads = roads(&scenario);
    let mut used = TipSearch::default();
    for from in 0..25 {
        for to in (0..25).filter(|to| *to != from) {
            let start = TipStart { city: from, stamina: 40, full: 60 };
            let (mut one, mut other) = (Vec::new(), Vec::new());
            let arrival = used.path(&roads, start, to, &mut one);
            let fresh = TipSearch::default().path(&roads, start, to, &mut other);
            assert_eq!((arrival, one), (fresh, other));
        }
    }
}

#[test]
fn undo_to_any_turn_and_playing_on_is_the_same_game() {
    use chase::engine::session::GameSession;
    use chase::kit::player_name::seated;
    use chase::record::replay::History;
    for generator in [Generator::Glibc, Generator::Chacha8] {
        // given a game with tips, played to its end
        let long = |map: &u64| naive::history(&naive::random_scenario(*map, 20), 3).len() > 15;
        let map = (0..).find(long).expect("some game is long");
        let loaded = loaded_from(&naive::random_scenario(map, 20));
        let game = Arc::new(Police::new(loaded.scenario).expect("playable"));
        let players = || seated(&game, &loaded.players).expect("built-in players");
        let dice = || chase::engine::dice::Dice::new(generator, 3, 0);
        let mut session = GameSession::new(Arc::clone(&game), players(), dice());
        let mut whole = History::default();
        session.run(&mut whole);
        let turns: usize = whole.cycles().map(|cycle| cycle.entries.len()).sum();
        for entries in 0..=turns {
            // when it is taken back to a turn and played on
            let mut history = History::default();
            whole.cycles().for_each(|cycle| history.push(cycle));
            session
                .back_to(entries, &mut history, players(), dice())
                .expect("what was played folds");
            session.run(&mut history);
            // then it is the same game
            let flat = |history: &History<Police>| -> Vec<_> {
                let cycles = history.cycles();
                cycles
                    .map(|cycle| (cycle.number, cycle.entries.to_vec(), cycle.events.to_vec()))
                    .collect()
            };
            assert_eq!(flat(&history), flat(&whole), "back to {entries}");
        }
        assert_eq!(game.clock(session.state()), whole.len() as u64 - 1);
    }
}
