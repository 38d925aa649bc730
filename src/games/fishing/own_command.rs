//! `chase fishing`: a player's program as the assignment wants it, with return codes of its own.

use std::io::Write;
use std::time::Duration;

use clap::{ArgMatches, Args, Command};

use super::Fishing;
use super::program::{Chooser, NoTurn, RequestedTurn, TROUBLE, parse};
use super::state_file::is_id;
use chase_engine::game::Game as _;
use chase_kit::budget::{Limit, parse_time_or_milliseconds};
use chase_kit::player_name::PlayerSpec;
use chase_play::player_name::PlayerName;
use chase_play::{OwnCommand, OwnFailure, parsed};
use chase_world::error::{Error, quoted};

/// The command of one turn.
pub(crate) static OWN_COMMAND: OwnCommand =
    OwnCommand { name: Fishing::NAME, command, run, usage_code: TROUBLE };

#[derive(Args)]
struct TurnArgs {
    /// phase=placement penguins=N IN OUT, phase=movement IN OUT, or id, in any order
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
    /// Player: random, greedy, territory, strong, or human at the terminal
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    player: String,
    /// The player's ID in the state file
    #[arg(long, value_name = "ID", default_value = "chase")]
    id: String,
    /// Thinking time of a player that searches
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = parse_time_or_milliseconds)]
    time: Duration,
}

fn command() -> Command {
    TurnArgs::augment_args(Command::new(Fishing::NAME))
        .about("Take one turn of Fishing as a player's program: read a state file, write the new state")
        .after_help(
            "Examples:\n  \
             chase fishing phase=placement penguins=3 board.txt board.txt\n  \
             chase fishing phase=movement board.txt board.txt --player greedy\n  \
             chase fishing id\n\n\
             Return codes: 0 moved, 1 no move possible, 2 bad state in IN, 3 bad arguments, a file \
             that cannot be read or written, or an internal error. Ctrl-C while a person is asked ends \
             the program by the signal, without a return code. OUT is written only if a turn was \
             taken, and then replaced as a whole.",
        )
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), OwnFailure> {
    let (args, player, turn) = understood(matches).map_err(NoTurn::Trouble)?;
    match turn {
        None => writeln!(out, "{}", args.id)?,
        Some(turn) => turn.take(&args.id, &player)?,
    }
    Ok(())
}

fn understood(matches: &ArgMatches) -> Result<(TurnArgs, Chooser, Option<RequestedTurn>), Error> {
    let args: TurnArgs = parsed(matches)?;
    if !is_id(&args.id) {
        let what = format!("`{}` is no ID; an ID has no blanks and no quotation marks", args.id);
        return Err(Error::new(what).at("--id"));
    }
    let player = chooser(&args.player, args.time)?;
    let turn = parse(&args.words)?;
    Ok((args, player, turn))
}

/// The chooser of this name; one that searches and has no limit of its own gets this time limit.
fn chooser(name: &str, time: Duration) -> Result<Chooser, Error> {
    match PlayerName::of(name) {
        PlayerName::Person => return Ok(Chooser::Person),
        PlayerName::BuiltIn(_) => {}
        PlayerName::Protocol(_) | PlayerName::Files(_) => {
            let error = Error::new(format!("`{}` is an outside player", quoted(name)));
            return Err(error.help("name a built-in player, or human for a person at the terminal"));
        }
    }
    let player = PlayerSpec::<Fishing>::parse(name).map_err(|why| Error::new(why.to_string()))?;
    Ok(Chooser::BuiltIn(match name.contains(':') {
        true => player,
        false => player.limited(Limit::Time(time)),
    }))
}
