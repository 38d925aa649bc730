//! A program of one game of one's own, in which nobody has to name the game: `c4 record --seed 1` is
//! `c4 record c4 --seed 1`. A program of several games never takes words otherwise than they stand.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

use super::program;
use crate::print::help;
use chase_play::Games;

/// The name of the game, where the program has one alone.
fn name(games: Games) -> Option<&'static str> {
    match games.all() {
        [game] if games.are_brought() => Some(game.name()),
        _ => None,
    }
}

/// Returns whether a command takes the name of a game.
fn takes(command: &Command, name: &str) -> bool {
    command.find_subcommand(name).is_some()
}

/// Reads the words of a command line, of which the first is the program's. Words that cannot be read
/// as they stand are read once more with the name of the only game after the command. `whole` makes the whole command
/// line.
pub(super) fn matches(
    games: Games,
    words: &[OsString],
    whole: fn(Games) -> Command,
) -> Result<ArgMatches, clap::Error> {
    matches_of(games, words, whole).map_err(|error| with_arranged_help(games, words, whole, error))
}

/// Help in its groups, where help is asked for or shown: only then is it arranged, since that takes
/// ten times as long as reading the words.
fn with_arranged_help(
    games: Games,
    words: &[OsString],
    whole: fn(Games) -> Command,
    error: clap::Error,
) -> clap::Error {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !is_help {
        return error;
    }
    matches_of(games, words, |games| help::arranged(whole(games))).err().unwrap_or(error)
}

/// Reads the words by a command line that this makes.
fn matches_of(
    games: Games,
    words: &[OsString],
    whole: impl Fn(Games) -> Command,
) -> Result<ArgMatches, clap::Error> {
    let as_they_stand = whole(games).try_get_matches_from(words);
    let error = match as_they_stand {
        Ok(matches) => return Ok(matches),
        Err(error) => error,
    };
    let asks_for_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let Some(named) = named(games, words, &whole).filter(|_| !asks_for_help) else {
        return Err(error);
    };
    whole(games).try_get_matches_from(&named).map_err(|second| {
        let is_named = words.iter().any(|word| Some(word) == named.get(2));
        let shows_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if is_named || shows_help { error } else { second }
    })
}

/// The words with the name of the only game after the command, where that takes one.
fn named(
    games: Games,
    words: &[OsString],
    whole: &impl Fn(Games) -> Command,
) -> Option<Vec<OsString>> {
    let name = name(games)?;
    let verb = words.get(1)?.to_str()?;
    if !takes(whole(games).find_subcommand(verb)?, name) {
        return None;
    }
    let mut named = words.to_vec();
    named.insert(2, name.into());
    Some(named)
}

/// Says in the help of a command that the name of the only game can be left out.
pub(super) fn told(games: Games, verb: Command) -> Command {
    let Some(name) = name(games).filter(|name| takes(&verb, name)) else {
        return verb;
    };
    let more = format!(
        "The name of the game can be left out. Its options: {} {} {name} --help",
        program::name(games),
        verb.get_name()
    );
    let help = verb.get_after_help().map(ToString::to_string);
    let all: Vec<_> = help.filter(|help| !help.is_empty()).into_iter().chain([more]).collect();
    verb.after_help(all.join("\n\n"))
}
