//! `chase perft`: counts legal lines of play.

use std::io::Write;

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::options::setup::{named_game, with_games};
use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_play::Games;

pub const VERB: &dyn Verb = &GamesVerb { name: "perft", command, run };

/// Nobody has counted further.
const DEPTH_MAX: i64 = 30;

fn command(games: Games) -> Command {
    let depth = Arg::new("depth")
        .long("depth")
        .value_name("N")
        .required(true)
        .value_parser(value_parser!(u32).range(1..=DEPTH_MAX))
        .help("Moves in a line; counts every depth from 1 to N");
    let countable = games.all().iter().filter(|game| !game.has_secrets());
    let of_games = countable.map(|game| {
        let command = game.start_args(Command::new(game.name())).arg(depth.clone());
        command
            .about(game.about())
            .after_help(format!("Example:\n  chase perft {} --depth 3", game.name()))
    });
    with_games(Command::new("perft"), of_games)
        .about("Count legal lines of play by depth, to compare implementations of the rules")
        .after_help(
            "Examples:\n  \
             chase perft animal-checkers --depth 6\n  \
             chase perft animal-checkers --side 1 --depth 4\n\n\
             A line ends where the game ends. Lines cannot be counted if a turn draws random numbers.",
        )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (game, matches) = named_game(context.games, matches)?;
    let count = game.line_counter(context.world, matches)?;
    let deepest = *matches.get_one::<u32>("depth").expect("clap asks for it");
    for depth in 1..=deepest {
        writeln!(out, "{depth} {}", count(depth)?)?;
        out.flush()?;
    }
    Ok(())
}
