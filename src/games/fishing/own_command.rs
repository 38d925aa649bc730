//! `chase fishing`: a player's program as the assignment wants it, with return codes of its own.

use std::io::Write;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};

use super::Fishing;
use super::program::{Chooser, Code, NoTurn, ProgramRequest, parse};
use super::state_file::is_id;
use chase_engine::game::Game as _;
use chase_kit::budget::{Limit, parse_time_or_milliseconds};
use chase_kit::player_name::PlayerSpec;
use chase_play::player_name::PlayerName;
use chase_play::{OwnCommand, OwnFailure};
use chase_world::error::{Error, quoted};

/// The command of one turn.
pub(crate) static OWN_COMMAND: OwnCommand =
    OwnCommand { name: Fishing::NAME, command, run, usage_code: Code::Trouble as u8 };

fn command() -> Command {
    Command::new(Fishing::NAME)
        .about("Take one turn of Fishing as a player's program: read a state file, write the new state")
        .arg(
            Arg::new("words")
                .value_name("WORDS")
                .num_args(0..)
                .help("phase=placement penguins=N IN OUT, phase=movement IN OUT, or id, in any order"),
        )
        .arg(
            Arg::new("player")
                .long("player")
                .value_name("PLAYER")
                .default_value("strong")
                .help(
                    "Player: random, greedy, territory, strong, or human at the terminal",
                ),
        )
        .arg(
            Arg::new("id")
                .long("id")
                .value_name("ID")
                .default_value("chase")
                .help("The player's ID in the state file"),
        )
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("TIME")
                .default_value("100ms")
                .value_parser(parse_time_or_milliseconds)
                .help("Thinking time of a player that searches"),
        )
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
    let words: Vec<_> = matches.get_many::<String>("words").unwrap_or_default().cloned().collect();
    let text = |name: &str| matches.get_one::<String>(name).expect("it has a default");
    let trouble = |error: Error| ended(NoTurn::trouble(error));
    let id = text("id");
    if !is_id(id) {
        let what = format!("`{id}` is no ID; an ID has no blanks and no quotation marks");
        return Err(trouble(Error::new(what).at("--id")));
    }
    let name = text("player");
    let time = *matches.get_one::<Duration>("time").expect("it has a default");
    let player = chooser(name, time).map_err(trouble)?;
    let done = match parse(&words) {
        Ok(ProgramRequest::Id) => return Ok(writeln!(out, "{id}")?),
        Ok(ProgramRequest::Turn(turn)) => turn.take(id, &player),
        Err(refusal) => Err(refusal),
    };
    done.map_err(ended)
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

/// The exit code and the message of a refusal. A player that can do nothing is no error, so there
/// is no message then.
fn ended(refusal: NoTurn) -> OwnFailure {
    let NoTurn { code, error } = refusal;
    OwnFailure::Code { code: code as u8, told: (code != Code::NoMove).then_some(error) }
}
