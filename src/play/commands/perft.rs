//! Lines of play of any game without secrets, counted by its rules alone.

use clap::{ArgMatches, Args, Command};

use super::CountLines;
use super::scenario_args::{ScenarioArgs, seated};
use super::{Commands, Purpose};
use crate::openings::Wanted;
use crate::parsed;
use chase_checks::perft::LineCounter;
use chase_world::error::Error;
use chase_world::world::World;

/// The number of players where the scenario does not say.
const PLAYERS: usize = 2;

/// The seed of a scenario, where no luck follows.
#[derive(Args)]
struct SeedArgs {
    /// Seed of a scenario that is drawn
    #[arg(long, value_name = "SEED", default_value_t = 1, allow_negative_numbers = true)]
    seed: i64,
}

/// Adds the arguments that choose a scenario.
pub(super) fn arguments<G: Commands>(command: Command) -> Command {
    SeedArgs::augment_args(ScenarioArgs::<G>::augment_args(command))
}

/// The game of the scenario that the arguments choose.
pub(super) fn chosen<G: Commands>(world: &World, matches: &ArgMatches) -> Result<G, Error> {
    let SeedArgs { seed } = parsed(matches)?;
    let scenario = ScenarioArgs::<G>::of(world, matches)?;
    let source = scenario.source(Purpose::Record, Wanted::of(seed, PLAYERS))?;
    let nobody = vec![String::new(); source.seats()];
    source.game(0, &seated(&nobody))
}

/// The lines of so many moves of the game that the arguments choose, by its list of legal actions.
pub(super) fn counter<G: Commands>(
    world: &World,
    matches: &ArgMatches,
) -> Result<CountLines, Error> {
    let game = chosen::<G>(world, matches)?;
    Ok(Box::new(move |moves| {
        let lines = LineCounter::of(&game).count(moves);
        lines.map_err(|why| Error::new(why.to_string()))
    }))
}
