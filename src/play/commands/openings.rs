//! What the games of a match begin with: the scenarios that its options ask for.

mod unrecorded;

use unrecorded::Unrecording;

use super::scenario_args::ScenarioArgs;
use super::scenarios::Scenarios;
use super::{Commands, Purpose};
use crate::openings::{Openings, Seated, Unrecorded, Wanted, names};
use chase_engine::dice::Generator;
use chase_engine::game::Seat;
use chase_kit::budget::StopFlag;
use chase_record::replay::Header;
use chase_world::error::Error;

/// The scenarios of a match, and its luck.
pub(super) struct CommandOpenings<G: Commands> {
    source: Box<dyn Scenarios<G>>,
    warnings: Vec<String>,
    house: Vec<(Seat, &'static str)>,
    dice: Generator,
    seed: i64,
}

impl<G: Commands> CommandOpenings<G> {
    pub(super) fn new(
        scenario: ScenarioArgs<G>,
        dice: Generator,
        wanted: Wanted,
    ) -> Result<Self, Error> {
        let source = scenario.source(Purpose::Match, wanted)?;
        Ok(CommandOpenings {
            warnings: source.warnings(),
            house: G::house(),
            seed: wanted.seed,
            source,
            dice,
        })
    }

    /// The number of a game's luck. Number 0 has the luck that public things of the whole match are
    /// drawn by, as its board.
    fn number(&self, n: u64, game: u64) -> u64 {
        if G::hides_luck() { game + 1 } else { n }
    }
}

impl<G: Commands> Openings for CommandOpenings<G> {
    fn seats(&self) -> usize {
        self.source.seats()
    }

    fn house(&self) -> &[(Seat, &'static str)] {
        &self.house
    }

    fn header(&self, n: u64, game: u64, seated: &[Seated]) -> Result<Header, Error> {
        let opened = self.source.game(n, seated)?;
        let mut header = Header::new(&opened, &names(seated), self.dice, self.seed);
        header.number = self.number(n, game);
        Ok(header)
    }

    fn unrecorded(&self, stop: &StopFlag) -> Box<dyn Unrecorded + '_> {
        Box::new(Unrecording::new(self, stop))
    }

    fn about(&self) -> String {
        self.source.about()
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
