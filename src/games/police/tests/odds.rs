//! The odds of a chase: numbers that are known, three ways to the same odds, and games that confirm
//! them.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::{OddsMoment, merged_odds};
use crate::new::MapPlan;
use crate::scenario::{AgentSetup, City};
use crate::{AGENTS, Action, Police, Scenario, Seen, View};
use chase_core::budget::StopFlag;
use chase_core::dice::{Dice, Generator};
use chase_core::entry::GameEntry;
use chase_core::game::{Game, Seat};
use chase_core::header::Header;
use chase_core::odds::{Chances, ExactOdds, Forecast, Forecaster};
use chase_core::player::{Player, PlayerSpec};
use chase_core::sweep_engine::GameNumbers;
use chase_core::totals::GameTotals;

/// A chase with nothing played but hour 0.
fn forecast(scenario: Scenario, players: &[&str; AGENTS]) -> Box<dyn Forecast> {
    let game = Police::new(scenario).unwrap();
    let players = players.map(str::to_owned);
    let mut header = Header::new(&game, &players, Generator::Chacha8, 1);
    let entry = GameEntry::<Police>::new();
    let forecast = entry.forecast(&mut header, &StopFlag::default());
    let mut forecast = forecast.unwrap();
    let mut recording = chase_core::any::AnyGame::record(&entry, &mut header).unwrap();
    recording.advance();
    forecast.past(recording.now()).unwrap();
    forecast
}

fn scenario(
    roads: &[(u32, u32, u32)],
    starts: [u32; AGENTS],
    stamina: [u32; AGENTS],
    hours: i32,
) -> Scenario {
    let cities = 1 + roads.iter().map(|road| road.0.max(road.1)).max().unwrap();
    let city = |n| City {
        name: format!("city {n}"),
        informant: false,
    };
    let agent = |n: usize| AgentSetup {
        name: format!("agent {n}"),
        stamina: stamina[n],
        start: starts[n],
    };
    Scenario {
        hours,
        getaway: Some(2),
        agents: (0..AGENTS).map(agent).collect(),
        cities: (0..cities).map(city).collect(),
        roads: roads.to_vec(),
    }
}

fn of_cause(chances: &Chances, cause: &str) -> f64 {
    let mine = chances.endings.iter().filter(|(it, _)| it.cause == cause);
    mine.fold(0.0, |sum, (_, p)| sum + p)
}

#[track_caller]
fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() < error, "{found}, not {expected}");
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
        forecast(scenario, &["random"; AGENTS])
            .exact(100_000)
            .unwrap()
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
    let ExactOdds {
        chances, states, ..
    } = exact(100);
    assert_eq!(states, 100_000);
    near(of_cause(&chances, "caught"), 0.979_719_248_5, 1e-9);
    near(of_cause(&chances, "escaped"), 0.020_280_713_5, 1e-9);
    near(chances.mean_cycles(), 7.946_501, 1e-6);
    for (by, expected) in chances
        .by
        .values()
        .zip([0.279_772, 0.238_070, 0.333_575, 0.128_302])
    {
        near(*by, expected, 1e-6);
    }
}

/// Five cities, five agents at random with stamina that binds, eight hours. The numbers were worked out by
/// another program, which followed all agents together.
#[test]
fn odds_of_a_small_map_are_those_that_are_known() {
    const ROADS: [(u32, u32, u32); 6] = [
        (0, 1, 3),
        (0, 2, 5),
        (1, 2, 4),
        (1, 3, 2),
        (2, 3, 6),
        (3, 4, 1),
    ];
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
    let plan = MapPlan {
        cities: 10,
        roads: Some(15),
        informants: 3,
        two_coloured: false,
    };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, 4, 0));
    scenario.hours = 40;
    let refused = forecast(scenario, &["random"; AGENTS]).exact(1000);
    let why = refused.unwrap_err();
    assert_eq!(why.most, 1000);
    assert!(why.expected.unwrap() > 10_000, "{why}");
}

/// A probability as a fraction.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fraction(u128, u128);

impl Fraction {
    fn plus(self, other: Self) -> Self {
        let (a, b) = (self.0 * other.1 + other.0 * self.1, self.1 * other.1);
        let mut gcd = (a, b);
        while gcd.1 > 0 {
            gcd = (gcd.1, gcd.0 % gcd.1);
        }
        Fraction(a / gcd.0, b / gcd.0)
    }

    fn of(self, n: usize) -> Self {
        Fraction(self.0, self.1 * n as u128)
    }
}

/// A chase written down once more, as naively as can be: every choice of every agent in turn. What a
/// detective chooses that needs no luck is asked of its player, made anew each time and told all that its
/// seat saw.
struct Naive<'a> {
    game: &'a Police,
    scenario: &'a Scenario,
    players: [&'a str; AGENTS],
    /// Turns that may still be counted.
    turns: u64,
    /// By hour, catcher (0 for none) and whether the thief escaped.
    ends: BTreeMap<(i32, usize, bool), Fraction>,
}

/// Where an agent is, with which stamina, and all that it saw.
#[derive(Clone)]
struct Stands {
    city: u32,
    stamina: u32,
    seen: Vec<Seen>,
}

type Stage = [Stands; AGENTS];

impl<'a> Naive<'a> {
    fn new(game: &'a Police, players: [&'a str; AGENTS]) -> Self {
        Naive {
            game,
            scenario: game.scenario(),
            players,
            turns: 20_000,
            ends: BTreeMap::new(),
        }
    }

    fn start(&self) -> Stage {
        let agents = &self.scenario.agents;
        let mut stage: Stage = std::array::from_fn(|n| Stands {
            city: agents[n].start,
            stamina: agents[n].stamina,
            seen: Vec::new(),
        });
        (1..AGENTS).for_each(|n| self.tip(&mut stage, n));
        stage
    }

    fn tip(&self, stage: &mut Stage, n: usize) {
        let city = stage[0].city;
        if n > 0 && self.scenario.cities[stage[n].city as usize].informant {
            stage[n].seen.push(Seen::Tipped { city });
        }
    }

    /// Who caught the thief (0 for nobody) and whether it escaped, if the chase is over.
    fn end(&self, stage: &Stage, hour: i32) -> Option<(usize, bool)> {
        let thief = stage[0].city;
        let caught = (1..AGENTS).find(|&n| stage[n].city == thief).unwrap_or(0);
        let escaped = caught == 0 && self.scenario.getaway == Some(thief);
        (caught > 0 || escaped || hour >= self.scenario.hours).then_some((caught, escaped))
    }

    fn hour(&mut self, stage: &Stage, hour: i32, chance: Fraction) -> Option<()> {
        let Some((caught, escaped)) = self.end(stage, hour) else {
            return self.turn(stage, hour + 1, 0, chance);
        };
        let none = Fraction(0, 1);
        let sum = self.ends.entry((hour, caught, escaped)).or_insert(none);
        *sum = sum.plus(chance);
        Some(())
    }

    /// Nothing where there are too many turns to count.
    fn turn(&mut self, stage: &Stage, hour: i32, n: usize, chance: Fraction) -> Option<()> {
        if n == AGENTS {
            return self.hour(stage, hour, chance);
        }
        self.turns = self.turns.checked_sub(1)?;
        let choices = self.choices(stage, n);
        for &choice in &choices {
            let mut stage = stage.clone();
            self.act(&mut stage, n, choice);
            self.turn(&stage, hour, n + 1, chance.of(choices.len()))?;
        }
        Some(())
    }

    /// The cities that an agent may go to, the lengths of the roads there; nothing where it rests.
    fn choices(&self, stage: &Stage, n: usize) -> Vec<Option<(u32, u32)>> {
        let agent = &stage[n];
        let mut roads = Vec::new();
        for &(a, b, length) in &self.scenario.roads {
            for (from, to) in [(a, b), (b, a)] {
                if from == agent.city && length <= agent.stamina {
                    roads.push((to, length));
                }
            }
        }
        roads.sort_unstable();
        if self.players[n] == "random" && self.trail(agent, n).is_none() {
            return match roads.is_empty() {
                true => vec![None],
                false => roads.into_iter().map(Some).collect(),
            };
        }
        let seat = Seat(u8::try_from(n).unwrap());
        let player = PlayerSpec::<Police>::for_seat(self.players[n], seat).unwrap();
        let mut player = player.make(self.game.known(seat));
        agent.seen.iter().for_each(|seen| player.observe(seen));
        let view = View {
            city: agent.city,
            stamina: agent.stamina,
        };
        let moves = roads.iter().map(|&(to, _)| Action::Move { to });
        let legal: Vec<_> = moves.chain([Action::Rest]).collect();
        let mut dice = Dice::new(Generator::Chacha8, 1, 0);
        let chosen = player.choose(&view, &legal, &mut dice).unwrap();
        assert_eq!(dice.words(), 0, "no luck is needed");
        vec![
            roads
                .into_iter()
                .find(|&(to, _)| chosen == Action::Move { to }),
        ]
    }

    /// The city that the newest tip named, if the agent can come to it and was not there since.
    fn trail(&self, agent: &Stands, n: usize) -> Option<u32> {
        let tips = |seen: &Seen| matches!(seen, Seen::Tipped { .. });
        let newest = agent.seen.iter().rposition(tips)?;
        let Seen::Tipped { city } = agent.seen[newest] else {
            return None;
        };
        let was_there = agent.seen[newest..].contains(&Seen::Moved { to: city });
        let mut reached = vec![agent.city];
        let full = self.scenario.agents[n].stamina;
        for place in 0.. {
            let Some(&at) = reached.get(place) else {
                break;
            };
            for &(a, b, length) in &self.scenario.roads {
                for (from, to) in [(a, b), (b, a)] {
                    if from == at && length <= full && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        (!was_there && reached.contains(&city)).then_some(city)
    }

    fn act(&self, stage: &mut Stage, n: usize, choice: Option<(u32, u32)>) {
        let agent = &mut stage[n];
        match choice {
            Some((to, length)) => {
                (agent.city, agent.stamina) = (to, agent.stamina - length);
                agent.seen.push(Seen::Moved { to });
            }
            None => {
                agent.stamina = self.scenario.agents[n].stamina;
                agent.seen.push(Seen::Rested);
            }
        }
        self.tip(stage, n);
    }
}

/// Odds are those of ends that were counted.
#[track_caller]
fn equal(chances: &Chances, ends: &BTreeMap<(i32, usize, bool), Fraction>) {
    let sum = |is: &dyn Fn(&(i32, usize, bool)) -> bool| {
        let mine = ends.iter().filter(|(end, _)| is(end));
        let sum = mine.fold(Fraction(0, 1), |sum, (_, p)| sum.plus(*p));
        sum.0 as f64 / sum.1 as f64
    };
    let time_up = |end: &(i32, usize, bool)| end.1 == 0 && !end.2;
    near(of_cause(chances, "caught"), sum(&|end| end.1 > 0), 1e-12);
    near(of_cause(chances, "escaped"), sum(&|end| end.2), 1e-12);
    near(of_cause(chances, "time_up"), sum(&time_up), 1e-12);
    for by in 1..AGENTS {
        let found = chances.by.get(&Seat(u8::try_from(by).unwrap()));
        let expected = sum(&|end| end.1 == by);
        near(found.copied().unwrap_or(0.0), expected, 1e-12);
        assert_eq!(found.is_some(), expected > 0.0, "D{by}");
    }
    let hours: BTreeSet<u64> = ends.keys().map(|end| end.0 as u64).collect();
    let found: BTreeSet<u64> = chances.cycles.keys().copied().collect();
    assert_eq!(found, hours);
    for (hour, p) in &chances.cycles {
        near(*p, sum(&|end| end.0 as u64 == *hour), 1e-12);
    }
}

/// On maps of three cities the odds are those of counting every way with fractions, by the chain of
/// all places, and by merged states, which an informant in a fourth city that nobody comes
/// to is enough for.
#[test]
fn exact_odds_are_those_of_counting_every_way() {
    let roads = [(0, 1, 3), (1, 2, 5), (0, 2, 4)];
    for (starts, stamina, players) in [
        (
            [0, 1, 1, 1, 1],
            [9, 7, 5, 5, 5],
            [true, true, false, false, false],
        ),
        (
            [0, 1, 1, 1, 1],
            [3, 4, 8, 5, 5],
            [true, true, true, false, false],
        ),
        (
            [0, 1, 1, 2, 2],
            [12, 2, 6, 5, 5],
            [true, false, true, false, false],
        ),
        (
            [1, 0, 0, 0, 0],
            [8, 5, 9, 9, 9],
            [true, true, true, false, false],
        ),
    ] {
        let mut scenario = scenario(&roads, starts, stamina, 3);
        scenario.getaway = (stamina[0] > 8).then_some(2);
        let names = players.map(|moves| if moves { "random" } else { "stationary" });
        let game = Police::new(scenario.clone()).unwrap();
        let mut naive = Naive::new(&game, names);
        naive.hour(&naive.start(), 0, Fraction(1, 1)).unwrap();
        let ends = naive.ends;
        let chain = forecast(scenario.clone(), &names).exact(100_000).unwrap();
        scenario.cities.push(City {
            name: "an island".into(),
            informant: true,
        });
        let followed = forecast(scenario, &names).exact(100_000).unwrap();
        assert_ne!(chain.way, followed.way);
        for ExactOdds { chances, way, .. } in [chain, followed] {
            equal(&chances, &ends);
            assert!(!chances.by.is_empty(), "{way}");
        }
    }
}

/// Names of players, those that need luck twice.
const NAMES: [&str; 5] = [
    "random",
    "random",
    "stationary",
    "cheapest-least-visited",
    "dfs",
];

/// A small chase in which much is barely enough: stamina that binds, roads that nobody can take, agents
/// that start together, informants.
fn drawn(dice: &mut Dice) -> (Scenario, [&'static str; AGENTS]) {
    let cities = 3 + dice.below(4);
    let most = cities * (cities - 1) / 2;
    let plan = MapPlan {
        cities,
        roads: Some((cities - 1 + dice.below(3)).min(most)),
        informants: dice.below(4).min(cities),
        two_coloured: false,
    };
    let mut scenario = plan.scenario(dice);
    for road in &mut scenario.roads {
        road.2 = 1 + dice.below(4);
    }
    for agent in &mut scenario.agents {
        agent.stamina = 2 + dice.below(8);
        agent.start = dice.below(cities);
    }
    scenario.getaway = (dice.below(3) > 0).then(|| dice.below(cities));
    scenario.hours = 1 + i32::try_from(dice.below(7)).unwrap();
    let mut players = ["random"; AGENTS];
    for player in &mut players {
        *player = NAMES[dice.below(5) as usize];
    }
    if dice.below(4) > 0 {
        players[0] = "random";
    }
    match dice.below(4) {
        0 => {
            players = ["random"; AGENTS];
            scenario.hours = 2;
        }
        1 => {
            // What a tip has done to visits and routes shows much later.
            players = ["random", NAMES[3], NAMES[4], NAMES[3], NAMES[4]];
            scenario.hours = 8 + i32::try_from(dice.below(3)).unwrap();
            if dice.below(2) == 0 {
                (players[3], players[4]) = (NAMES[2], NAMES[2]);
                players[1 + dice.below(2) as usize] = NAMES[2];
                scenario.roads.iter_mut().for_each(|road| road.2 = 2);
            }
        }
        _ => (),
    }
    (scenario, players)
}

/// Two hundred drawn games, half of them from an hour in their midst: the odds are those of counting
/// every way with fractions, in each form that states can have, and are told so.
#[test]
fn merged_states_have_the_odds_of_counting_every_way() {
    let mut dice = Dice::new(Generator::Chacha8, 31, 0);
    let mut kinds: BTreeMap<(bool, usize), usize> = BTreeMap::new();
    let (mut games, mut late) = (0, 0i32);
    while games < 200 {
        let (scenario, players) = drawn(&mut dice);
        let game = Police::new(scenario).unwrap();
        let mut naive = Naive::new(&game, players);
        let mut stage = naive.start();
        let mut hour = 0;
        // Every other game is asked about after an hour or two.
        let played = if games % 2 == 0 { 0 } else { 1 + games / 2 % 2 };
        while naive.end(&stage, hour).is_none() && hour < played {
            for n in 0..AGENTS {
                let choices = naive.choices(&stage, n);
                let choice = choices[dice.below(u32::try_from(choices.len()).unwrap()) as usize];
                naive.act(&mut stage, n, choice);
            }
            hour += 1;
        }
        if naive.end(&stage, hour).is_some() || naive.hour(&stage, hour, Fraction(1, 1)).is_none() {
            continue;
        }
        let mut state = game.start();
        (state.hour, state.acted, state.owed) = (u32::try_from(hour).unwrap() + 1, 0, 0);
        for (agent, now) in state.agents.iter_mut().zip(&stage) {
            (agent.city, agent.stamina) = (now.city, now.stamina);
        }
        let names = players.map(str::to_owned);
        let remind = |seat: Seat, player: &mut dyn Player<Police>| {
            let seen = stage[seat.index()].seen.iter();
            seen.for_each(|seen| player.observe(seen));
        };
        let moment = OddsMoment::new(&game, &names, &state, &remind).unwrap();
        for ExactOdds { chances, .. } in merged_odds(&moment) {
            equal(&chances, &naive.ends);
        }
        if hour == 0 {
            // Before hour 0 the odds are the same as after it.
            let start = game.start();
            let remind = |_: Seat, _: &mut dyn Player<Police>| ();
            let moment = OddsMoment::new(&game, &names, &start, &remind).unwrap();
            for ExactOdds { chances, .. } in merged_odds(&moment) {
                equal(&chances, &naive.ends);
            }
            let told = forecast(game.scenario().clone(), &players).exact(1_000_000);
            equal(&told.unwrap().chances, &naive.ends);
        } else {
            late += 1;
        }
        let lucky = players.iter().filter(|player| **player == "random");
        let kind = (game.map().has_informants(), lucky.count());
        *kinds.entry(kind).or_default() += 1;
        games += 1;
    }
    assert_eq!(late, 100);
    for lucky in 1..=AGENTS {
        assert!(kinds.contains_key(&(true, lucky)), "{kinds:?}");
    }
    let deaf = kinds.iter().filter(|(kind, _)| !kind.0);
    assert!(deaf.map(|it| it.1).sum::<usize>() > 30, "{kinds:?}");
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
        let plan = MapPlan {
            cities,
            roads: Some(cities),
            informants: 0,
            two_coloured: false,
        };
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
