//! `chase games`: what there is.

use std::io::Write;

use clap::{ArgMatches, Command};

use super::{Done, Verb};
use crate::games::Games;
use crate::world::World;

pub const VERB: Verb = Verb::new("games", command, run);

fn command(_: Games) -> Command {
    Command::new("games").about("List the games").after_help("Example:\n  chase games")
}

fn run(_: &World, games: Games, _: &ArgMatches, out: &mut dyn Write) -> Done {
    for game in games.all() {
        writeln!(out, "{:<16} {}", game.name(), game.about())?;
    }
    Ok(())
}
