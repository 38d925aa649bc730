//! `chase sweep`: many games over a grid, and what came of them.

mod bar;
mod diff;
pub mod game;
mod merge;
mod page;
mod plan;
mod show;

use std::io::Write;

use clap::{ArgMatches, Command};

use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_play::Games;
use chase_world::error::Error;

pub const VERB: &dyn Verb = &GamesVerb { name: "sweep", command, run };

/// The commands for sweeps that were played.
const OF_FOLDERS: [&dyn Verb; 3] = [show::VERB, diff::VERB, merge::VERB];

fn command(games: Games) -> Command {
    let of_games = games.all().iter().map(|game| game::command(*game));
    Command::new("sweep")
        .about("Play thousands of games over a grid of settings, and count how they end")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(of_games)
        .subcommands(OF_FOLDERS.map(|verb| verb.command(games)))
        .after_help(
            "Examples:\n  \
             chase sweep police cities.data agents.data 100 --vary D2=random,dfs --games 100000 --seed 7 -o run\n  \
             chase sweep show run --by D2\n  \
             chase sweep diff run --cells 0 1\n  \
             chase record police --from-sweep run --cell 1 --game 4711 -o odd.json\n\n\
             Game k of every cell uses the same random numbers, so cells differ only by what is varied. Continue \
             an interrupted run with --resume; parts that were played elsewhere with --shard are put \
             together by `chase sweep merge`.",
        )
}

/// Begins the sweep of a command in its folder, and plays nothing of it; with `--resume` it holds the one
/// that is there against it.
///
/// # Errors
/// As the command's own, or one that plays no game.
pub(crate) fn begin(context: Context<'_>, matches: &ArgMatches) -> Result<(), Error> {
    let (name, matches) = matches.subcommand().expect("clap asks for a command");
    game::begin(context.world, context.games.find(name)?, matches)
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (name, matches) = matches.subcommand().expect("clap asks for a command");
    match OF_FOLDERS.iter().find(|verb| verb.name() == name) {
        Some(verb) => verb.run(context, matches, out),
        None => game::run(context.world, context.games.find(name)?, matches, out),
    }
}
