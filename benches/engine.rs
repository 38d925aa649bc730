//! The engine alone, on a chase that never ends: agent moves per second without a log, into a
//! vector, and with seals.
//!
//! `cargo bench --bench engine`; an item is one agent's move.

use std::sync::Arc;

use chase::engine::any::{AnyRecording, Projections};
use chase::engine::dice::{Dice, Generator};
use chase::engine::game::Game;
use chase::engine::player::seated;
use chase::engine::recording::GameRecording;
use chase::engine::replay::{Header, History};
use chase::engine::replayer::Replayer;
use chase::engine::session::GameSession;
use chase::games::police::new::MapPlan;
use chase::games::police::{AGENTS, Police};
use divan::Bencher;
use divan::counter::ItemsCount;

const HOURS: u32 = 200_000;

fn main() {
    divan::main();
}

fn endless(cities: u32, roads: u32, informants: u32) -> Arc<Police> {
    let plan = MapPlan { cities, roads: Some(roads), informants, two_coloured: true };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, 1, 0));
    scenario.hours = i32::MAX;
    Arc::new(Police::new(scenario).expect("a planned scenario is playable"))
}

fn names(detectives: [&str; 4]) -> Vec<String> {
    let names = std::iter::once("random").chain(detectives);
    names.map(str::to_owned).collect()
}

fn session(game: &Arc<Police>, detectives: [&str; 4]) -> GameSession<Police> {
    let players = seated(&**game, &names(detectives)).expect("built-in players");
    let dice = Dice::new(Generator::Glibc, 7, 0);
    let mut session = GameSession::new(Arc::clone(game), players, dice);
    session.cycle(&mut ());
    session
}

fn moves(hours: u32) -> ItemsCount {
    ItemsCount::new(hours as usize * AGENTS)
}

#[divan::bench]
fn four_random_detectives_no_log(bencher: Bencher<'_, '_>) {
    let game = endless(10, 15, 0);
    let mut session = session(&game, ["random"; 4]);
    bencher.counter(moves(HOURS)).bench_local(|| {
        for _ in 0..HOURS {
            session.cycle(&mut ());
        }
    });
}

#[divan::bench]
fn four_random_detectives_into_a_vector(bencher: Bencher<'_, '_>) {
    let game = endless(10, 15, 0);
    let mut session = session(&game, ["random"; 4]);
    let mut history = History::default();
    bencher.counter(moves(HOURS)).bench_local(|| {
        history.clear();
        for _ in 0..HOURS {
            session.cycle(&mut history);
        }
    });
}

#[divan::bench(args = [
    (10, 15, 0),
    (1_000, 3_000, 0),
    (1_000, 3_000, 100),
    (10_000, 15_000, 0),
    (10_000, 15_000, 1_000),
])]
fn mixed_strategies_no_log(bencher: Bencher<'_, '_>, (cities, roads, informants): (u32, u32, u32)) {
    const HOURS: u32 = 20_000;
    let game = endless(cities, roads, informants);
    let crew = ["random", "cheapest-least-visited", "dfs", "dfs"];
    let mut session = session(&game, crew);
    bencher.counter(moves(HOURS)).bench_local(|| {
        for _ in 0..HOURS {
            session.cycle(&mut ());
        }
    });
}

#[divan::bench]
fn mixed_strategies_sealed(bencher: Bencher<'_, '_>) {
    let game = endless(10, 15, 0);
    let crew = ["random", "cheapest-least-visited", "dfs", "dfs"];
    let header = Header::new(&*game, &names(crew), Generator::Glibc, 7);
    let players = seated(&*game, &names(crew)).expect("built-in players");
    let session = GameSession::new(Arc::clone(&game), players, header.dice());
    let mut recording = GameRecording::new(session, Replayer::new(Arc::clone(&game), &header));
    recording.project(Projections { seals: true, ..Projections::default() });
    bencher.counter(moves(HOURS)).bench_local(|| {
        for _ in 0..HOURS {
            recording.advance();
        }
    });
}
