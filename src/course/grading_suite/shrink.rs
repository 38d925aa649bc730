//! Smaller scenarios that might show the same mistake: fewer hours, cities, roads, moving
//! detectives and informants, and smaller numbers. What leaves the assignment's promises is left
//! out.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cases::steps_with_stats;
use chase_engine::game::Game;
use chase_kit::grading::GradingCase;
use chase_kit::referee::TraceFinding;
use chase_police::loader::warnings;
use chase_police::scenario::{City, Scenario};
use chase_police::{AGENTS, Police, THIEF};
use chase_record::replay::Header;

const STATIONARY: &str = "stationary";
/// Hours kept after a wrong random choice.
const AFTERMATH_HOURS: i32 = 24;

/// Candidates, the boldest first.
pub(super) fn candidates(case: &GradingCase, finding: &TraceFinding) -> Vec<GradingCase> {
    let Ok(scenario) = serde_json::from_str::<Scenario>(case.header.scenario.get()) else {
        return Vec::new();
    };
    let mut shrinking = Shrinking {
        case,
        broken_promises_max: broken_promises(&scenario, &case.header.players),
        found: Vec::new(),
    };
    shrinking.hours(&scenario, finding);
    shrinking.cities(&scenario);
    shrinking.agents(&scenario, finding);
    shrinking.roads(&scenario);
    shrinking.informants(&scenario);
    shrinking.numbers(&scenario);
    shrinking.found
}

struct Shrinking<'a> {
    case: &'a GradingCase,
    /// As many promises as the case itself does not keep may be broken.
    broken_promises_max: usize,
    found: Vec<GradingCase>,
}

/// The number of the assignment's promises that a scenario does not keep.
fn broken_promises(scenario: &Scenario, players: &[String]) -> usize {
    warnings(scenario, players, "", "").len()
}

impl Shrinking<'_> {
    fn offer(&mut self, scenario: Scenario) {
        self.offer_with(scenario, self.case.header.players.clone(), self.case.header.seed);
    }

    fn offer_with(&mut self, scenario: Scenario, players: Vec<String>, seed: i64) {
        if scenario.check().is_err()
            || broken_promises(&scenario, &players) > self.broken_promises_max
        {
            return;
        }
        if let Ok(game) = Police::new(scenario) {
            let mut header = Header::new(&game, &players, self.case.header.dice, seed);
            header.number = self.case.header.number;
            let mut case = GradingCase { header, texts: None, ..self.case.clone() };
            if case.input.contains("stats") {
                case.input = steps_with_stats(game.scenario().hours).into();
            }
            self.found.push(case);
        }
    }

    fn hours(&mut self, scenario: &Scenario, finding: &TraceFinding) {
        let failing = i32::try_from(finding.cycle).unwrap_or(i32::MAX);
        // What a random choice that comes out wrong is due to shows in those that follow.
        let shown =
            if finding.rule == "draw" { failing.saturating_add(AFTERMATH_HOURS) } else { failing };
        let fewer = if failing + 1 >= scenario.hours {
            // It fails at its end, wherever that is.
            [2, scenario.hours / 8, scenario.hours / 2, scenario.hours - 1]
        } else {
            [shown, failing + 1, shown, shown]
        };
        let mut tried = Vec::new();
        for hours in fewer {
            if tried.contains(&hours) {
                continue;
            }
            tried.push(hours);
            if (0..scenario.hours).contains(&hours) {
                self.offer(Scenario { hours, ..scenario.clone() });
            }
        }
    }

    /// Without a run of cities: half of them, a quarter, and so on down to single ones.
    fn cities(&mut self, scenario: &Scenario) {
        let count = scenario.cities.len();
        let needed: BTreeSet<usize> =
            scenario.agents.iter().map(|agent| agent.start as usize).collect();
        let mut run = count / 2;
        while run >= 1 {
            for from in (0..count).step_by(run) {
                let gone: BTreeSet<usize> =
                    (from..(from + run).min(count)).filter(|city| !needed.contains(city)).collect();
                if !gone.is_empty() {
                    self.offer(without_cities(scenario, &gone));
                }
            }
            run /= 2;
        }
    }

    /// Detectives that only stand in the way, and agents that start together.
    fn agents(&mut self, scenario: &Scenario, finding: &TraceFinding) {
        let players = &self.case.header.players;
        for agent in THIEF + 1..AGENTS {
            let is_it = finding.seat.as_deref() == Some(format!("D{agent}").as_str());
            let city = scenario.agents[agent].start as usize;
            let hears = scenario.cities[city].informant;
            if !is_it && !hears && players[agent] != STATIONARY {
                let mut players = players.clone();
                players[agent] = STATIONARY.to_owned();
                self.offer_with(scenario.clone(), players, self.case.header.seed);
            }
        }
        for agent in THIEF + 1..AGENTS {
            // Who joined another stays there: otherwise two places could be taken in turn for ever.
            let start = |agent: usize| scenario.agents[agent].start;
            if (THIEF + 1..agent).any(|other| start(other) == start(agent)) {
                continue;
            }
            for other in THIEF + 1..agent {
                if scenario.agents[agent].start != scenario.agents[other].start {
                    let mut scenario = scenario.clone();
                    scenario.agents[agent].start = scenario.agents[other].start;
                    self.offer(scenario);
                }
            }
        }
    }

    fn roads(&mut self, scenario: &Scenario) {
        const ROADS_MAX: usize = 60;
        if scenario.roads.len() > ROADS_MAX {
            return;
        }
        for n in 0..scenario.roads.len() {
            let mut scenario = scenario.clone();
            Arc::make_mut(&mut scenario.roads).remove(n);
            self.offer(scenario);
        }
    }

    fn informants(&mut self, scenario: &Scenario) {
        for (n, city) in scenario.cities.iter().enumerate() {
            if city.informant {
                let mut scenario = scenario.clone();
                Arc::make_mut(&mut scenario.cities)[n].informant = false;
                self.offer(scenario);
            }
        }
        if scenario.getaway.is_some() {
            self.offer(Scenario { getaway: None, ..scenario.clone() });
        }
    }

    fn numbers(&mut self, scenario: &Scenario) {
        if scenario.roads.iter().any(|road| road.2 > 1) {
            let mut halved = scenario.clone();
            for road in Arc::make_mut(&mut halved.roads) {
                road.2 = road.2.div_ceil(2);
            }
            let mut both = halved.clone();
            for agent in &mut both.agents {
                agent.stamina = agent.stamina.div_ceil(2);
            }
            self.offer(both);
            self.offer(halved);
        }
        const ROADS_MAX: usize = 30;
        if scenario.roads.len() <= ROADS_MAX {
            for n in 0..scenario.roads.len() {
                if scenario.roads[n].2 > 1 {
                    for length in [1, scenario.roads[n].2 / 2] {
                        let mut scenario = scenario.clone();
                        Arc::make_mut(&mut scenario.roads)[n].2 = length;
                        self.offer(scenario);
                    }
                }
            }
        }
        let longest = scenario.roads.iter().map(|road| road.2).max().unwrap_or(1);
        for agent in 0..AGENTS {
            let stamina = scenario.agents[agent].stamina;
            for less in [longest, 10 * longest, 100 * longest, stamina / 2] {
                if (1..stamina).contains(&less) {
                    let mut scenario = scenario.clone();
                    scenario.agents[agent].stamina = less;
                    self.offer(scenario);
                }
            }
        }
        for seed in 1..=3 {
            if seed < self.case.header.seed {
                let players = self.case.header.players.clone();
                self.offer_with(scenario.clone(), players, seed);
            }
        }
    }
}

/// The scenario without some cities; the others move up.
fn without_cities(scenario: &Scenario, gone: &BTreeSet<usize>) -> Scenario {
    let mut next = 0;
    let ids: Vec<Option<u32>> = (0..scenario.cities.len())
        .map(|city| {
            (!gone.contains(&city)).then(|| {
                next += 1;
                next - 1
            })
        })
        .collect();
    let new = |city: u32| ids[city as usize];
    let mut small = scenario.clone();
    let left = |(n, _): &(usize, &City)| !gone.contains(n);
    let cities = scenario.cities.iter().enumerate().filter(left);
    small.cities = Arc::new(cities.map(|(_, city)| city.clone()).collect());
    let roads = scenario.roads.iter();
    let roads = roads.filter_map(|&(a, b, length)| Some((new(a)?, new(b)?, length)));
    small.roads = Arc::new(roads.collect());
    small.getaway = scenario.getaway.and_then(new);
    for agent in &mut small.agents {
        // Their cities stay.
        agent.start = new(agent.start).unwrap_or(0);
    }
    small
}
