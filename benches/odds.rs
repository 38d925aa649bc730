//! Exact odds of police chases: how long they take and how much memory, or how soon it is told that there are too
//! many states.
//!
//! `cargo bench --bench odds -- 3`: the number of one chase, each of which is then worked out in this process [all,
//! each in a process of its own]; chase 0 is the small one of five agents at random that is compared with a
//! program in Python, the ten others have informants and stamina that is soon used up. A chase is given 3,000,000
//! states. It ends with status 1 where a chase takes more than 5 s or 200 MB, or is refused after more than 1 s.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::Game as _;
use chase::engine::header::Header;
use chase::games::police::new::MapPlan;
use chase::games::police::scenario::{AgentSetup, City};
use chase::games::police::{Police, Scenario};
use chase::kit::budget::StopFlag;
use chase::record::any::AnyGame as _;
use chase::record::entry::GameEntry;
use chase::study::odds::Forecaster as _;

/// The states that a chase may have.
const STATES_MAX: u64 = 3_000_000;
const TIME_MAX: Duration = Duration::from_secs(5);
const MEGABYTES_MAX: u64 = 200;
const REFUSAL_MAX: Duration = Duration::from_secs(1);

const RANDOM: [&str; 5] = ["random"; 5];
const USUAL: [&str; 5] = ["random", "random", LEAST, "dfs", "dfs"];
const LEAST: &str = "cheapest-least-visited";
const STILL: &str = "stationary";

/// A chase on a map that is drawn.
struct DrawnChase {
    cities: u32,
    roads: u32,
    informants: u32,
    hours: i32,
    players: [&'static str; 5],
}

const fn drawn(
    [cities, roads, informants]: [u32; 3],
    hours: i32,
    players: [&'static str; 5],
) -> DrawnChase {
    DrawnChase { cities, roads, informants, hours, players }
}

const CHASES: [DrawnChase; 10] = [
    drawn([5, 6, 1], 8, RANDOM),
    drawn([6, 8, 2], 8, RANDOM),
    drawn([8, 12, 2], 7, RANDOM),
    drawn([10, 15, 3], 10, USUAL),
    drawn([10, 15, 2], 12, ["random", LEAST, LEAST, LEAST, LEAST]),
    drawn([20, 30, 4], 10, USUAL),
    drawn([6, 7, 1], 60, ["random", "random", STILL, STILL, STILL]),
    drawn([8, 10, 3], 14, ["random", "dfs", "dfs", "dfs", "dfs"]),
    drawn([10, 15, 3], 70, RANDOM),
    drawn([20, 40, 5], 70, USUAL),
];

impl DrawnChase {
    /// Agents have a stamina of one to two of the longest road.
    fn scenario(&self, seed: i64) -> Scenario {
        let mut dice = Dice::new(Generator::Chacha8, seed, 0);
        let plan = MapPlan {
            cities: self.cities,
            roads: Some(self.roads),
            informants: self.informants,
            two_coloured: false,
        };
        let mut scenario = plan.scenario(&mut dice);
        for road in Arc::make_mut(&mut scenario.roads) {
            road.2 = 1 + dice.below(6);
        }
        for agent in &mut scenario.agents {
            agent.stamina = 6 + dice.below(7);
        }
        scenario.hours = self.hours;
        scenario
    }
}

/// Five cities, five agents at random, eight hours.
fn small() -> Scenario {
    let agent =
        |(name, stamina, start): (&str, u32, u32)| AgentSetup { name: name.into(), stamina, start };
    let city = |name: char| City { name: name.into(), informant: false };
    let agents = [("T", 7, 0), ("D1", 6, 1), ("D2", 8, 2), ("D3", 5, 3), ("D4", 9, 2)];
    Scenario {
        hours: 8,
        getaway: Some(4),
        agents: agents.map(agent).into(),
        cities: Arc::new(('a'..='e').map(city).collect()),
        roads: vec![(0, 1, 3), (0, 2, 5), (1, 2, 4), (1, 3, 2), (2, 3, 6), (3, 4, 1)].into(),
    }
}

#[expect(clippy::disallowed_methods, reason = "it is what is measured")]
fn now() -> Instant {
    Instant::now()
}

/// The most memory that this process had, in megabytes; nothing where the system does not tell.
fn megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// Works one chase out, and says what it took. True where that is little enough.
fn work_out(number: usize) -> bool {
    let (scenario, players) = match number.checked_sub(1) {
        None => (small(), RANDOM),
        Some(n) => (CHASES[n].scenario(number as i64), CHASES[n].players),
    };
    let about = format!(
        "{} cities, {} informants, {} hours, {}",
        scenario.cities.len(),
        scenario.cities.iter().filter(|city| city.informant).count(),
        scenario.hours,
        players[1..].join(" ")
    );
    let game = Police::new(scenario).expect("a playable chase");
    let mut header = Header::new(&game, &players.map(str::to_owned), Generator::Chacha8, 1);
    let entry = GameEntry::<Police>::new();
    let mut forecast = entry.forecast(&mut header, &StopFlag::default()).expect("built-in players");
    let mut recording = entry.record(&mut header).expect("built-in players");
    recording.advance();
    forecast.past(recording.now()).expect("the same game");
    let start = now();
    let odds = forecast.exact(STATES_MAX);
    let time = start.elapsed();
    let (told, time_max) = match odds {
        Ok(odds) => {
            let caught = odds.chances.by.values().sum::<f64>();
            (format!("{} states, caught {caught:.9}", odds.states), TIME_MAX)
        }
        Err(why) => (format!("refused: {why}"), REFUSAL_MAX),
    };
    let memory = megabytes();
    let is_fine = time <= time_max && memory.is_none_or(|it| it <= MEGABYTES_MAX);
    let memory = memory.map_or("?".into(), |it| it.to_string());
    let judged = if is_fine { "" } else { ": TOO MUCH" };
    #[expect(clippy::print_stdout, reason = "the result of a bench")]
    {
        println!("{number:2} {about}: {told}; {time:.2?}, {memory} MB{judged}");
    }
    is_fine
}

fn main() {
    let word = std::env::args().skip(1).find(|word| word != "--bench");
    let all_fine = match word {
        Some(number) => work_out(number.parse().expect("a number of a chase")),
        None => {
            let itself = std::env::current_exe().expect("this program");
            let one = |number: usize| {
                let status = Command::new(&itself).arg(number.to_string()).status();
                status.expect("this program again").success()
            };
            // Each is shown, also after one that was too much.
            let fine: Vec<bool> = (0..=CHASES.len()).map(one).collect();
            fine.into_iter().all(|it| it)
        }
    };
    std::process::exit(i32::from(!all_fine));
}
