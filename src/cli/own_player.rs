//! A player of somebody's own as a program: the `main` of a player outside.

use std::io::{BufRead, Write as _};
use std::process::ExitCode;

use clap::{Args, Command, FromArgMatches as _};

use crate::options::match_connection::ConnectionOptions;
use crate::print::terminal;
use crate::verb::Failure;
use chase_engine::dice::fresh_seed;
use chase_engine::game::Known;
use chase_engine::player::Player;
use chase_kit::faces::Playable;
use chase_record::player_server::serve_with;
use chase_world::error::exit;
use chase_world::escape::EscapingWriter;

#[derive(Args)]
struct OwnPlayerOptions {
    #[command(flatten)]
    way: ConnectionOptions,
    /// Seed of its dice, as in 7 [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
}

/// Plays a game `G` as a player outside the process, by the protocol of docs/players.md: the whole
/// `main` of a program that `chase match`, `play` and `record` have as `exec:PROGRAM`. Its own
/// arguments are `--stdio`, which goes without saying, `--connect HOST:PORT --token TOKEN` to a match
/// that listens and printed the token (or `--token @FILE`), `--serve HOST:PORT` or `--serve PORT` for
/// matches that connect, and `--seed S`.
///
/// `make` makes a player out of what its seat may know, a fresh one for each seat of each game.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```no_run
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// struct Hasty;
///
/// impl Player<Race> for Hasty {
///     fn choose(
///         &mut self,
///         _: &View<'_, Race>,
///         legal: &[u32],
///         _: &mut Dice,
///     ) -> Result<u32, Box<Forfeit>> {
///         Ok(*legal.iter().max().expect("there is a legal action"))
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     chase::cli::play_outside::<Race>(|_| Box::new(Hasty))
/// }
/// ```
#[must_use]
pub fn play_outside<G: Playable>(mut make: impl FnMut(Known<G>) -> Box<dyn Player<G>>) -> ExitCode {
    let world = &super::system::world("player");
    let command =
        Command::new("player").about(format!("A player of {} for matches of chase", G::NAME));
    let command =
        OwnPlayerOptions::augment_args(command).mut_group("way", |way| way.required(false));
    let matches = command.get_matches();
    let options = OwnPlayerOptions::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let seed = options.seed.unwrap_or_else(fresh_seed);
    let mut talk = |input: &mut dyn BufRead, output: &mut dyn std::io::Write| {
        serve_with::<G>(&mut |_, known| Ok(make(known)), seed, input, output)
    };
    let mut out = EscapingWriter::new(terminal::standard_output());
    let held = options.way.hold(world, "the player", &mut talk, &mut out);
    let held = held.and_then(|()| out.flush().map_err(Failure::Output));
    match held {
        Ok(()) => ExitCode::from(exit::FINE),
        Err(Failure::Told(error)) => {
            world.note(&error);
            ExitCode::from(exit::TROUBLE)
        }
        Err(_) => ExitCode::from(exit::TROUBLE),
    }
}
