//! `chase games`: what there is.

use std::io::Write;

use clap::{ArgMatches, Command};

use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_play::Games;

pub const VERB: &dyn Verb = &GamesVerb { name: "games", command, run };

fn command(_: Games) -> Command {
    Command::new("games").about("List the games").after_help("Example:\n  chase games")
}

fn run(context: Context<'_>, _: &ArgMatches, out: &mut dyn Write) -> Done {
    for game in context.games.all() {
        writeln!(out, "{:<16} {}", game.name(), game.about())?;
    }
    Ok(())
}
