//! A game that `record` or `play` begins: its seed, its players, and how long they may search.

use clap::Args;

use super::scenario_args::{ScenarioArgs, seated};
use super::seat_assignment::placed;
use super::{Commands, Purpose};
use crate::Setup;
use crate::limits::LimitArgs;
use crate::openings::Wanted;
use chase_engine::dice::fresh_seed;
use chase_world::error::Error;

/// A seed, and whether it was drawn because nobody gave one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The seed itself, which may be negative.
    pub value: i64,
    /// True if it was drawn.
    pub is_drawn: bool,
    /// True if somebody gave it. A usual seed is neither given nor drawn.
    pub is_given: bool,
}

impl Seed {
    /// The one given, or a fresh one.
    pub fn given_or_drawn(given: Option<i64>) -> Self {
        Self::given_or_usual(given, None)
    }

    /// The one given, or the one that is usual where none is, or a fresh one.
    pub fn given_or_usual(given: Option<i64>, usual: Option<i64>) -> Self {
        let chosen = given.or(usual);
        Seed {
            value: chosen.unwrap_or_else(fresh_seed),
            is_drawn: chosen.is_none(),
            is_given: given.is_some(),
        }
    }
}

/// The luck of a game, and how long its players may search.
#[derive(Args, Clone, Copy, Debug)]
pub struct LuckArgs {
    /// How long players that search may search.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Seed of the scenario and of the dice, as in 7 [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub seed: Option<i64>,
}

impl LuckArgs {
    /// The game of the scenarios asked for. `names` sit there, those with `WHO=` where they
    /// say, and `other` says who sits in a seat that nobody is named for; `usual_seed` is the seed when none is given, else one is drawn.
    ///
    /// # Errors
    /// A file, number or name that is wrong, and where; more players than seats.
    pub fn setup<G: Commands>(
        &self,
        scenario: ScenarioArgs<G>,
        purpose: Purpose,
        names: Vec<String>,
        other: impl Fn(usize) -> String,
        usual_seed: Option<i64>,
    ) -> Result<Setup, Error> {
        let seed = Seed::given_or_usual(self.seed, usual_seed);
        let number = scenario.number;
        let source = scenario.source(purpose, Wanted::of(seed.value, names.len()))?;
        let names = placed(&*source, &names, other)?;
        let has_files = G::COMMAND_EXTRAS.file_protocol.is_some();
        let full = |name: &String| self.limits.full_name::<G>(name, has_files);
        let names: Vec<String> = names.iter().map(full).collect::<Result<_, _>>()?;
        let game = source.game(number, &seated(&names))?;
        let mut warnings = source.warnings();
        warnings.extend(self.limits.warnings(&names));
        Ok(Setup::named_after_players(&game, &names, seed).warned(warnings))
    }
}
