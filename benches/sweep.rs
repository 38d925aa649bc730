//! How fast the police chase is played by the million: tables, the general engine and a session,
//! beside the limit that a lean loop over one small table reaches on this machine.
//!
//! `cargo bench --bench sweep`; each number is the best of five by the CPU time of the thread, and
//! stands beside its share of the limit in the same run. The game is the example map of the
//! assignment: five agents that walk at random, 100 hours, about nine of them played.

#![expect(clippy::print_stdout, reason = "the result of a bench")]

use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::Game;
use chase::engine::session::GameSession;
use chase::games::police::kernel::Kernel;
use chase::games::police::new::MapPlan;
use chase::games::police::scenario::{AgentSetup, City};
use chase::games::police::{AGENTS, Police, Scenario};
use chase::kit::budget::StopFlag;
use chase::kit::player_name::seated;
use chase::kit::sweep_engine::{GameNumbers, SweepEngine};
use chase::kit::totals::GameTotals;
use chase::study::general_engine::GeneralEngine;

const ROUNDS: usize = 5;
const GAMES: u64 = 1_000_000;
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
const STARTS: [u32; AGENTS] = [9, 8, 7, 6, 2];
const GETAWAY: u32 = 2;
const HOURS: u32 = 100;

fn main() {
    let limit = best(|| limit(3 * GAMES));
    println!("{:<44} {:>6.1} M moves/s", "limit: one small table, xoshiro256++", limit);
    let example = example([100; AGENTS]);
    let long = self::example([100, 100, 500, 500, 1000]);
    let large = large();
    for (about, game, games) in [
        ("example map, stamina 100", &example, GAMES),
        ("example map, stamina 100 to 1000", &long, GAMES),
        ("1,000 cities", &large, GAMES / 100),
    ] {
        for dice in [Generator::Chacha8, Generator::Glibc] {
            let kernel = || Kernel::new(game, &random(), dice, 7).expect("the kernel knows it");
            let tables = |mut kernel: Kernel| best(|| moves(&mut kernel, games));
            row(about, dice, "tables", tables(kernel()), limit);
            row(about, dice, "tables, no avx2", tables(kernel().plain()), limit);
            let mut general = general(game, &random(), dice);
            let rate = best(|| moves(&mut general, games / 10));
            row(about, dice, "general engine", rate, limit);
            let rate = best(|| sessions(game, dice, games / 10));
            row(about, dice, "session", rate, limit);
        }
    }
    let mixed = ["random", "cheapest-least-visited", "dfs", "dfs", "random"].map(str::to_owned);
    let about = "example map, stamina 100, two strategies";
    let dice = Generator::Chacha8;
    let mut kernel = Kernel::new(&example, &mixed, dice, 7).expect("the kernel knows it");
    row(about, dice, "tables", best(|| moves(&mut kernel, GAMES)), limit);
    let mut general = general(&example, &mixed, dice);
    row(about, dice, "general engine", best(|| moves(&mut general, GAMES / 10)), limit);
}

fn row(about: &str, dice: Generator, engine: &str, rate: f64, limit: f64) {
    let share = rate / limit;
    println!("{about:<42} {dice:<8} {engine:<16} {rate:>6.1} M moves/s {share:>6.3} of the limit");
}

/// Million moves a second, in the best of several rounds.
fn best(mut play: impl FnMut() -> u64) -> f64 {
    let rate = |_| {
        let before = cpu_seconds();
        let moves = play();
        moves as f64 / (cpu_seconds() - before) / 1e6
    };
    (0..ROUNDS).map(rate).fold(0.0, f64::max)
}

/// What this thread has computed so far.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let nanoseconds = stat.split(' ').next().and_then(|it| it.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}

fn random() -> Vec<String> {
    vec!["random".to_owned(); AGENTS]
}

fn example(staminas: [u32; AGENTS]) -> Arc<Police> {
    let agent = |n: usize| AgentSetup {
        name: format!("agent {n}"),
        stamina: staminas[n],
        start: STARTS[n],
    };
    let city = |n| City { name: format!("city {n}"), informant: false };
    let scenario = Scenario {
        hours: HOURS as i32,
        getaway: Some(GETAWAY),
        agents: (0..AGENTS).map(agent).collect(),
        cities: Arc::new((0..10).map(city).collect()),
        roads: ROADS.to_vec().into(),
    };
    Arc::new(Police::new(scenario).expect("a playable map"))
}

fn large() -> Arc<Police> {
    let plan = MapPlan { cities: 1_000, roads: Some(2_000), informants: 0, two_coloured: false };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, 1, 0));
    scenario.hours = HOURS as i32;
    Arc::new(Police::new(scenario).expect("a planned map is playable"))
}

fn general(game: &Arc<Police>, players: &[String], dice: Generator) -> GeneralEngine<Police> {
    let stop = StopFlag::default();
    let engine = GeneralEngine::new(Arc::clone(game), players, dice, 7, &stop);
    engine.expect("built-in players")
}

fn moves(engine: &mut dyn SweepEngine, count: u64) -> u64 {
    let mut totals = GameTotals::default();
    let (first, step) = (0, 1);
    engine.play(GameNumbers { first, step, count }, &mut totals, None);
    black_box(&totals);
    u64::try_from(totals.cycles).expect("few hours") * AGENTS as u64
}

/// Games as a program plays them that knows nothing of sweeps.
fn sessions(game: &Arc<Police>, dice: Generator, count: u64) -> u64 {
    let mut moves = 0;
    for number in 0..count {
        let players = seated(game, &random()).expect("built-in players");
        let mut session = GameSession::new(Arc::clone(game), players, Dice::new(dice, 7, number));
        session.run(&mut ());
        moves += game.clock(session.state()) * AGENTS as u64;
    }
    moves
}

/// Bits of the stamina in a state of the limit's table; the city stands above them.
const STAMINA_BITS: u32 = 7;
const FULL: u32 = 100;

/// The limit: no engine, no rules, no recorded luck. A state is a city and a stamina, a row of 64
/// bits has the number of roads and up to five states they lead to, a word of luck is half an output
/// of xoshiro256++. Nothing but the number of games and hours is kept.
fn limit(games: u64) -> u64 {
    let table = limit_table();
    let mut luck = Xoshiro([1, 2, 3, 4]);
    let mut hours = 0u64;
    let start = STARTS.map(|city| city << STAMINA_BITS | FULL);
    let pick = |at: u32, word: u64| {
        let row = table[at as usize & (table.len() - 1)];
        let choice = (word & 0xffff_ffff).wrapping_mul(row & 15) >> 32;
        (row >> (4 + 12 * choice) & 0xfff) as u32
    };
    for _ in 0..games {
        let [mut t, mut a, mut b, mut c, mut d] = start;
        let mut hour = 0;
        loop {
            let city = t >> STAMINA_BITS;
            let is = |agent: u32| agent >> STAMINA_BITS == city;
            if is(a) | is(b) | is(c) | is(d) || city == GETAWAY || hour >= HOURS {
                break;
            }
            let words = [luck.next(), luck.next(), luck.next()];
            t = pick(t, words[0]);
            a = pick(a, words[0] >> 32);
            b = pick(b, words[1]);
            c = pick(c, words[1] >> 32);
            d = pick(d, words[2]);
            hour += 1;
        }
        hours += u64::from(hour);
    }
    hours * AGENTS as u64
}

fn limit_table() -> [u64; 2048] {
    let mut table = [0; 2048];
    for city in 0..10u32 {
        for stamina in 0..=FULL {
            let here = (city << STAMINA_BITS | stamina) as usize;
            let mut count = 0;
            for (a, b, length) in ROADS {
                let to = if a == city { Some(b) } else { (b == city).then_some(a) };
                if let (Some(to), Some(left)) = (to, stamina.checked_sub(length)) {
                    let next = u64::from(to << STAMINA_BITS | left);
                    table[here] |= next << (4 + 12 * count);
                    count += 1;
                }
            }
            if count == 0 {
                table[here] = u64::from(city << STAMINA_BITS | FULL) << 4;
                count = 1;
            }
            table[here] |= count;
        }
    }
    table
}

/// xoshiro256++ (D. Blackman and S. Vigna, 2019).
struct Xoshiro([u64; 4]);

impl Xoshiro {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let word = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        word
    }
}
