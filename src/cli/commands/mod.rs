//! Every command there is, and the command line that is made of them.

pub mod analyse;
pub mod cases;
pub mod convert;
pub mod diff;
pub mod env;
pub mod games;
pub mod grade;
pub mod info;
pub mod laws;
pub mod manual;
pub mod matches;
pub mod new;
pub mod odds;
pub mod perft;
pub mod play;
pub mod player;
pub mod record;
pub mod repeat;
pub mod replay;
pub mod shell;
pub mod solve;
pub mod sweep;
pub mod trace;
pub mod verify;
pub mod view;

use chase_play::{CommandLine, Games, OwnCommand};
use clap::Command;

use crate::verb::Verb;
use crate::{only_game, program, version};

/// Every command for games. In help, completions and manual the commands that games bring along
/// follow these.
pub const GAME_VERBS: &[&dyn Verb] = &[
    record::VERB,
    replay::VERB,
    view::VERB,
    info::VERB,
    convert::VERB,
    diff::VERB,
    trace::VERB,
    repeat::VERB,
    verify::VERB,
    grade::VERB,
    cases::VERB,
    play::VERB,
    odds::VERB,
    analyse::VERB,
    perft::VERB,
    solve::VERB,
    laws::VERB,
    matches::VERB,
    sweep::VERB,
    player::VERB,
    env::VERB,
];

/// The commands that stand after those that games bring along.
pub const OTHER_VERBS: &[&dyn Verb] = &[new::VERB, games::VERB, shell::VERB, manual::VERB];

/// The exit status of every command that does not say otherwise.
pub const EXIT_STATUS: &str = "Exit status: 0 fine, 1 differs or fails a check, 2 trouble.";

/// The whole command line. Its help is arranged where it is shown.
pub fn command(games: Games) -> Command {
    let command_of = |verb: &&dyn Verb| verb.command(games);
    let of_games = GAME_VERBS.iter().filter(|verb| has_games(games, verb.name()));
    let own = own_commands(games).map(|own| (own.command)().name(own.name));
    let others = OTHER_VERBS.iter().map(command_of);
    let verbs = of_games.map(command_of).chain(own).chain(others);
    let command = Command::new(program::name(games))
        .version(version::NUMBER)
        .long_version(version::LONG.as_str())
        .about(
            "Records every move of a turn-based game as an immutable event log, finds the\n\
             first wrong step between two runs, and says why",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(verbs.map(|verb| {
            let verb = program::with_own_examples(games, verb);
            only_game::told(games, verb)
        }));
    if games.are_brought() {
        // The examples are of games that this program does not have.
        return command.after_help(EXIT_STATUS);
    }
    command.after_help(format!(
        "Examples:\n  \
             chase record                        record the built-in police chase\n  \
             chase replay FILE --hour 5          rebuild hour 5 of a recording\n  \
             chase diff OURS REF                 find the first wrong step between two runs\n  \
             chase play police CITIES AGENTS 10  play a chase at the terminal\n\n\
             {EXIT_STATUS}"
    ))
}

/// Returns whether there is a game that a command is for.
pub fn has_games(games: Games, verb: &str) -> bool {
    let any = |is: fn(&dyn CommandLine) -> bool| games.all().iter().any(|game| is(*game));
    if [grade::VERB.name(), cases::VERB.name()].contains(&verb) {
        !games.suites().is_empty()
    } else if verb == perft::VERB.name() || verb == solve::VERB.name() {
        any(|game| !game.has_secrets())
    } else {
        true
    }
}

/// The commands that games bring along.
pub fn own_commands(games: Games) -> impl Iterator<Item = &'static OwnCommand> {
    games.all().iter().filter_map(|game| game.extras().own_command)
}
