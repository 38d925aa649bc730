//! How fast every game is played by the million, and whether a divided sweep stays the same at length:
//! the general engine, which begins one session again and again, beside sessions that are made anew.
//!
//! `cargo bench --bench sweep_games`; each rate is the best of five by the CPU time of the thread. Then
//! a sweep is played by 1, 2 and 7 workers and in 1, 7, 64 and 256 parts, and comes to the same bytes.

#![expect(clippy::print_stdout, reason = "the result of a bench")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use chase::engine::budget::StopFlag;
use chase::engine::compile::compile;
use chase::engine::general_engine::GeneralEngine;
use chase::engine::player::{BuiltInPlayers, seated};
use chase::engine::replay::Header;
use chase::engine::session::GameSession;
use chase::engine::sweep_engine::{GameNumbers, SweepEngine};
use chase::engine::totals::GameTotals;
use chase::games::animal_checkers::AnimalCheckers;
use chase::games::fishing::Fishing;
use chase::games::police::Police;
use chase::games::project_games;
use chase::games::robots::RobotsGame;
use chase::games::scotland_yard::ScotlandYard;
use chase::sweep::{Exactness, Folder, Shard, Spec, SweepGrid, SweepRun, cells, cells_table};

const ROUNDS: usize = 5;

fn main() {
    let example =
        "--map data/police/citiesMedium.data data/police/agentsS1.data --hours 100 --seed 7";
    let all_random = format!("{example} --player detectives=random");
    let mixed =
        format!("{example} --player D1=cheapest-least-visited --player D2=dfs --player D3=dfs");
    compare::<Police>("police, all random", &all_random, 20_000);
    compare::<Police>("police, clv dfs dfs", &mixed, 20_000);
    compare::<AnimalCheckers>("animal-checkers", "--player random --player random --seed 7", 2_000);
    compare::<Fishing>("fishing", "--player random --player random --seed 7", 1_000);
    let hunt = "--player mr-x=random --player detectives=random --seed 7";
    compare::<ScotlandYard>("scotland-yard", hunt, 1_000);
    compare::<RobotsGame>("robots", "--player random --robots 20 --seed 7", 10_000);
    divided();
}

fn spec(game: &str, words: &str, games: u64, vary: &[&str]) -> Spec {
    let grid = SweepGrid {
        games,
        maps: 1,
        shard_games: 1 << 12,
        until: None,
        varied: vary.iter().map(|it| it.parse().expect("it varies")).collect(),
    };
    let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
    cells(project_games().find(game).expect("a game"), &words, &grid).expect("cells").spec
}

fn compare<G: BuiltInPlayers>(about: &str, words: &str, games: u64) {
    let mut header = spec(G::NAME, words, games, &[]).header(0, 0);
    let game = compile::<G>(&mut header).expect("it can be played");
    let names = &header.players;
    let stop = StopFlag::default();
    let engine = GeneralEngine::new(Arc::clone(&game), names, header.dice, header.seed, &stop);
    let mut engine = engine.expect("built-in players");
    let anew = best(games, || sessions(&game, &header, games));
    let again = best(games, || {
        let (first, step, count) = (0, 1, games);
        let mut totals = GameTotals::default();
        engine.play(GameNumbers { first, step, count }, &mut totals, None);
        black_box(totals);
    });
    let times = again / anew;
    println!(
        "{about:<22} sessions {anew:>9.0} games/s   sweep {again:>9.0} games/s   {times:.2} times"
    );
}

/// Games as a program plays them that knows nothing of sweeps.
fn sessions<G: BuiltInPlayers>(game: &Arc<G>, header: &Header, games: u64) {
    for number in 0..games {
        let players = seated(&**game, &header.players).expect("built-in players");
        let dice = Header { number, ..header.clone() }.dice();
        let mut session = GameSession::new(Arc::clone(game), players, dice);
        session.run(&mut ());
        black_box(session.outcome());
    }
}

/// Games a second, in the best of several rounds.
fn best(games: u64, mut play: impl FnMut()) -> f64 {
    let rate = |_| {
        let before = cpu_seconds();
        play();
        games as f64 / (cpu_seconds() - before)
    };
    (0..ROUNDS).map(rate).fold(0.0, f64::max)
}

/// What this thread has computed so far.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let nanoseconds = stat.split(' ').next().and_then(|it| it.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}

/// The same bytes for any workers and parts.
fn divided() {
    let words = "--cities 12 --hours 20 --seed 3";
    let spec = spec("police", words, 20_000, &["D2=random,dfs", "hours=5,20"]);
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| place.path().join(name);
    let whole = table(&played(&path("whole"), &spec, 1, None));
    for jobs in [2, 7] {
        let folder = played(&path(&format!("jobs-{jobs}")), &spec, jobs, None);
        assert_eq!(table(&folder), whole, "{jobs} workers");
    }
    for of in [1, 7, 64, 256] {
        let mut all = Folder::begin(&path(&format!("of-{of}")), spec.clone()).expect("a folder");
        for part in (0..of).rev() {
            let shard = Some(Shard { part, of });
            let folder = played(&path(&format!("{part}-{of}")), &spec, 2, shard);
            for piece in folder.coverage.compact(&spec) {
                all.add(piece).expect("it fits");
            }
        }
        assert_eq!(table(&all), whole, "{of} parts");
    }
    println!("80,000 games by 1, 2 and 7 workers, in 1, 7, 64 and 256 parts: the same bytes");
}

fn played(path: &Path, spec: &Spec, jobs: usize, shard: Option<Shard>) -> Folder {
    let run = SweepRun {
        game: project_games().find("police").expect("a game"),
        engine: None,
        jobs,
        shard,
        check_every: 1_000,
        keeps_games: false,
        keep: Vec::new(),
        stop: StopFlag::default(),
    };
    let mut folder = Folder::begin(path, spec.clone()).expect("a folder");
    run.play(&mut folder, &mut |_, _| {}).expect("it is played");
    folder
}

fn table(folder: &Folder) -> String {
    let game = project_games().find("police").expect("a game");
    cells_table(folder, game, Exactness::Wilson).expect("a table").csv()
}
