//! The games of a match: one scenario, whose starts are drawn anew for every opening.

use super::ScotlandYard;
use super::args::{TownArgs, game};
use super::scenario::Scenario;
use crate::engine::game::Game;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::openings::{Openings, Seated, Wanted, names};

/// Starts to begin with.
pub(super) struct Starts {
    scenario: Scenario,
    about: String,
    warnings: Vec<String>,
    seed: i64,
}

impl TownArgs {
    pub(super) fn openings(self, wanted: Wanted) -> Result<Starts, Error> {
        let wishes = self.wishes(None, Vec::new())?;
        if !wishes.player.is_empty() {
            let error = Error::new("the scenario file names players");
            return Err(error.help("a match has its own: take [player] out of the file"));
        }
        let (scenario, warnings) = wishes.scenario()?;
        let board = match &wishes.board {
            Some(path) => path.display().to_string(),
            None => "the program's own board".into(),
        };
        let (detectives, rounds) = (scenario.players.len() - 1, scenario.rounds);
        Ok(Starts {
            about: format!("on {board}, {detectives} detectives, {rounds} rounds"),
            scenario,
            warnings,
            seed: wanted.seed,
        })
    }
}

impl Openings for Starts {
    fn seats(&self) -> usize {
        self.scenario.players.len()
    }

    fn header(&self, n: u64, seated: &[Seated]) -> Result<Header, Error> {
        let game = game(self.scenario.clone())?;
        let mut header = Header::new(&game, &names(seated), ScotlandYard::DICE, self.seed);
        header.number = n;
        Ok(header)
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
