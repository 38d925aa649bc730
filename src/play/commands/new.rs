//! `chase new`: a scenario in the files of a game's own form, or whole in one file of JSON.

use std::path::PathBuf;

use clap::{Args, Command, Id};

use super::scenario_args::ScenarioArgs;
use super::scenarios::Scenarios;
use super::{Commands, Purpose, Seed, seated, with_options};
use crate::NewFiles;
use crate::openings::Wanted;
use chase_world::error::Error;

#[derive(Args)]
pub(super) struct NewArgs {
    /// Seed of the scenario, as in 7 [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Write the scenario to this file, as in `-o board.txt`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the whole scenario into one JSON file, which --scenario-file reads
    #[arg(long)]
    whole: bool,
}

/// Adds the arguments of `new`. What the files of the game's own form cannot hold needs `--whole`.
pub(super) fn arguments<G: Commands>(command: Command) -> Command {
    const WHOLE: &str = "whole";
    let options: Vec<Id> = ScenarioArgs::<G>::augment_args(Command::new(""))
        .get_arguments()
        .map(|it| it.get_id().clone())
        .collect();
    let command = with_options::<G, NewArgs>(command, Purpose::New);
    let Some(held) = G::OWN_FILES else {
        // There is no other form.
        return command.mut_arg(WHOLE, |arg| arg.hide(true));
    };
    let needs = options.iter().filter(|id| !held.contains(&id.as_str()));
    needs.fold(command, |command, id| command.mut_arg(id, |arg| arg.requires(WHOLE)))
}

impl NewArgs {
    pub(super) fn files<G: Commands>(self, scenario: ScenarioArgs<G>) -> Result<NewFiles, Error> {
        let seed = Seed::given_or_drawn(self.seed);
        let made = if self.whole || G::OWN_FILES.is_none() {
            whole(scenario, seed.value, self.output)
        } else {
            G::own_files(scenario.own, seed.value, self.output)
        };
        Ok(NewFiles { seed_drawn: seed.is_drawn.then_some(seed.value), ..made? })
    }
}

/// The scenario in one file.
fn whole<G: Commands>(
    scenario: ScenarioArgs<G>,
    seed: i64,
    output: Option<PathBuf>,
) -> Result<NewFiles, Error> {
    let source = scenario.source(Purpose::New, Wanted::of(seed, 0))?;
    let nobody = vec![String::from("player"); source.seats()];
    let game = source.game(0, &seated(&nobody))?;
    let mut text = serde_json::to_string_pretty(game.scenario())
        .map_err(|error| Error::new(error.to_string()))?;
    text.push('\n');
    let path = output.unwrap_or_else(|| format!("{}-{seed}.json", G::NAME).into());
    Ok(NewFiles {
        next: format!("chase record {} --scenario-file {}", G::NAME, path.display()),
        files: vec![(path, text)],
        about: about(&game, &*source, seed),
        seed_drawn: None,
    })
}

/// A description in words of the scenario that was made.
fn about<G: Commands>(game: &G, source: &dyn Scenarios<G>, seed: i64) -> String {
    if G::OWN_FILES.is_some() {
        return format!("a scenario {}, seed {seed}", source.about());
    }
    let said = game.statements();
    let said = said.iter().map(|(what, value)| format!("{what} {value}"));
    said.collect::<Vec<_>>().join(", ")
}
