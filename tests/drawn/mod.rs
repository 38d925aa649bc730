//! Drawn runs of programs with known faults, as evidence: what the second implementation plays on
//! cases of the grading suite.

use std::sync::Arc;

use chase::course::causes::run::TraceRun;
use chase::course::grading_suite::PoliceSuite;
use chase::games::police::{AGENTS, Police};
use chase::kit::grading::{GradingCase, GradingSuite};
use chase::record::compile::compile;

pub(crate) use super::naive::game as naive;

use naive::Chase;
use naive::fault::{Fault, Faults};

/// A case, and its scenario as a program reads it.
pub struct Drawn {
    pub case: GradingCase,
    pub scenario: naive::Scenario,
    game: Arc<Police>,
    seed: u32,
}

/// All cases of an exam that a chase is played in.
pub fn drawn(seed: i64) -> Vec<Drawn> {
    let cases = PoliceSuite.cases_of(seed, &[]).into_iter();
    cases.map(Drawn::new).collect()
}

impl Drawn {
    pub fn new(case: GradingCase) -> Self {
        let sheet = PoliceSuite.input(&case);
        let [cities, agents] = [0, 1].map(|n| sheet.files[n].content.clone());
        let hours = sheet.values[0].1.parse().expect("a number of hours");
        let scenario = naive::files::read(&cities, &agents, hours).expect("a scenario");
        let game = compile::<Police>(&mut case.header.clone()).expect("a game");
        let seed = u32::try_from(case.header.seed).expect("a small seed");
        Drawn { case, scenario, game, seed }
    }

    /// The cities of every hour, and how it ends, as a program with these faults plays it.
    pub fn play(&self, faults: impl Into<Faults>) -> (Vec<[usize; AGENTS]>, String) {
        const HOURS_MAX: usize = 3_000;
        let mut chase = Chase::new(&self.scenario, self.seed, faults);
        let mut hours = vec![chase.opening().cities];
        while chase.ending().is_none() && hours.len() < HOURS_MAX {
            hours.push(chase.play().cities);
        }
        (hours, chase.ending().unwrap_or_default().trim_end().to_owned())
    }

    /// The same as evidence.
    pub fn run(&self, faults: impl Into<Faults>) -> TraceRun {
        let (hours, ending) = self.play(faults);
        self.run_of(&hours, ending)
    }

    pub fn run_of(&self, hours: &[[usize; AGENTS]], ending: String) -> TraceRun {
        let roads = self.scenario.roads.iter();
        let number = |city: usize| u32::try_from(city).expect("a small map");
        let mut listing: Vec<_> = roads.map(|road| (number(road.0), number(road.1))).collect();
        listing.sort_by_key(|road| road.0);
        let game = Arc::clone(&self.game);
        let mut run = TraceRun::new(game, &self.case.header, true, Some(listing));
        run.hours = hours.iter().map(|cities| cities.map(number)).collect();
        run.ending = ending;
        run
    }
}

/// The fault of a name.
pub fn fault(name: &str) -> Fault {
    let found = Fault::ALL.iter().find(|fault| fault.1 == name);
    found.unwrap_or_else(|| panic!("no fault is called {name}")).0
}
