//! `chase player`: a built-in player as a player outside the process.

use std::io::{BufRead, Write};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::options::match_connection::ConnectionOptions;
use crate::options::setup::{named_game, with_games};
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_engine::dice::fresh_seed;
use chase_engine::game::Seat;
use chase_play::Games;
use chase_world::error::Error;

pub const VERB: &dyn Verb = &GamesVerb { name: "player", command, run };

#[derive(Args)]
struct PlayerOptions {
    /// Name of the player, with its limit if it searches, as in alphabeta:nodes=1000
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    way: ConnectionOptions,
    /// Seed of its dice, as in 7 [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
}

fn command(games: Games) -> Command {
    let of_games = games.all().iter().map(|game| {
        PlayerOptions::augment_args(Command::new(game.name())).about(game.about()).after_help(
            format!(
                "Example:\n  chase match {0} --check 'exec:chase player {0} random --stdio'",
                game.name()
            ),
        )
    });
    with_games(Command::new("player"), of_games)
        .about("Run a built-in player as a separate process (protocol: docs/players.md)")
        .after_help(
            "Examples:\n  \
             chase player animal-checkers greedy --serve 4000\n  \
             chase match animal-checkers --player tcp:127.0.0.1:4000 --player random --games 2",
        )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (game, matches) = named_game(context.games, matches)?;
    let options = PlayerOptions::from_arg_matches(matches).map_err(clap_error)?;
    let player =
        game.built_in(&options.name, Seat::COUNT_MAX).map_err(|why| Error::new(why.to_string()))?;
    let seed = options.seed.unwrap_or_else(fresh_seed);
    // A referee that sends what no game could have is told so; nothing else needs to be said.
    std::panic::set_hook(Box::new(|_| {}));
    let mut talk = |input: &mut dyn BufRead, output: &mut dyn Write| {
        game.serve(&player.name, seed, input, output)
    };
    options.way.hold(context.world, &options.name, &mut talk, out)
}
