//! One scenario, whose starts are drawn anew in every game.

use super::ScotlandYard;
use super::file::Wishes;
use super::new::random_board;
use super::scenario::Scenario;
use crate::error::Error;
use crate::games::kit::Scenarios;
use crate::games::openings::{Seated, shown};

/// Starts to begin with.
pub(super) struct Starts {
    scenario: Scenario,
    about: String,
    warnings: Vec<String>,
}

impl Starts {
    /// What was asked for, on a random board where so many `stations` are.
    pub(super) fn new(wishes: &Wishes, stations: Option<u16>, seed: i64) -> Result<Self, Error> {
        let mut graph = match stations {
            Some(stations) => random_board(stations, seed),
            None => wishes.graph()?,
        };
        let warnings = std::mem::take(&mut graph.warnings);
        let board = match (stations, &wishes.board) {
            (Some(stations), _) => format!("a random board of {stations} stations"),
            (None, Some(path)) => shown(path),
            (None, None) => "the program's own board".into(),
        };
        let scenario = wishes.scenario(graph)?;
        let (detectives, rounds) = (scenario.players.len() - 1, scenario.rounds);
        Ok(Starts {
            about: format!("on {board}, {detectives} detectives, {rounds} rounds"),
            scenario,
            warnings,
        })
    }
}

impl Scenarios<ScotlandYard> for Starts {
    fn seats(&self) -> usize {
        self.scenario.players.len()
    }

    fn nth(&self, _: u64, _: &[Seated]) -> Result<Scenario, Error> {
        Ok(self.scenario.clone())
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}
