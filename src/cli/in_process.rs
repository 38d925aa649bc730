//! Commands within a process that has a life of its own: words go in, what would be printed comes
//! out, and nobody is asked.

use std::io::Write;

use clap::Command;

use crate::commands::{command, sweep};
use crate::input::logs::LikeOption;
use crate::options::setup::For;
use crate::print::usage::clap_error;
use crate::run::dispatch;
use crate::verb::{Context, Failure, options_of};
use chase_logs::SignalTable;
use chase_play::commands::Purpose;
use chase_play::openings::{Seated, Wanted};
use chase_play::{Games, Setup};
use chase_sweep::Sheet;
use chase_world::error::{Error, exit};
use chase_world::world::{World, WorldPath};

/// Does what the program does for these words, which follow its name: what it prints goes to `out`.
/// The status that the program returns.
///
/// # Errors
/// What the program tells the user, where it can go no further.
pub fn perform(
    world: &World,
    games: Games,
    words: &[String],
    out: &mut dyn Write,
) -> Result<u8, Error> {
    let command = command(games).no_binary_name(true);
    let matches = command.try_get_matches_from(words).map_err(clap_error)?;
    match dispatch(Context { games, world }, &matches, out) {
        Ok(()) => Ok(exit::FINE),
        Err(Failure::Differs) => Ok(exit::DIFFERS),
        Err(Failure::Code(code)) => Ok(code),
        Err(Failure::Output(error)) => Err(Error::io("standard output", "write", &error)),
        Err(Failure::Told(error)) => Err(error),
    }
}

/// Begins the sweep of these words, which follow the program's name as those of `sweep` do, in the
/// folder that they name, and plays nothing of it; with `--resume` it holds the one that is there against
/// them.
///
/// # Errors
/// What the program tells the user.
pub fn begin_sweep(world: &World, games: Games, words: &[String]) -> Result<(), Error> {
    let command = command(games).no_binary_name(true);
    let matches = command.try_get_matches_from(words).map_err(clap_error)?;
    match matches.subcommand() {
        Some((name, matches)) if name == sweep::VERB.name() => {
            sweep::begin(Context { games, world }, matches)
        }
        _ => Err(Error::new("expected the words of `sweep`")),
    }
}

/// The game that a file says what a sweep of it plays, as `sweep --spec` reads it.
///
/// # Errors
/// What is wrong in the file, or it names no game.
pub fn sweep_game(path: &WorldPath) -> Result<String, Error> {
    Sheet::read(path)?.game.ok_or_else(|| Error::new("`game` is missing").at(path.display()))
}

/// The signals of a log as columns of a table; `words` are options that say how the log is read, as in
/// `--tick time`.
///
/// # Errors
/// What the program tells the user.
pub fn signals(path: &WorldPath, games: Games, words: &[String]) -> Result<SignalTable, Error> {
    let like: LikeOption = options_of("signals", words).map_err(clap_error)?;
    SignalTable::of(|| like.open(Context { games, world: path.world() }, path.path()))
}

/// The game that `record --number NUMBER` would play for these words, which follow the name of a game.
///
/// # Errors
/// A game that there is not, or words that it cannot be played with.
pub fn set_up(games: Games, game: &str, words: &[String], number: u64) -> Result<Setup, Error> {
    let game = games.find(game)?;
    let command = For::Record(number).command(game).no_binary_name(true);
    let matches = command.try_get_matches_from(words).map_err(clap_error)?;
    game.setup(&World::of_process("chase"), &matches, number)
}

/// The game with this number of a match, from its n-th opening, as `match` would play it between
/// players of these names, one for each seat; `words` are those that choose the openings.
pub struct Opening<'a> {
    /// The games of the program.
    pub games: Games,
    /// The name of the game.
    pub game: &'a str,
    /// The words that choose the openings, as on the command line.
    pub words: &'a [String],
    /// Seed of the openings and the dice.
    pub seed: i64,
    /// The number of players of the match.
    pub players: usize,
}

impl Opening<'_> {
    /// The header of the game of a number from 0, from the n-th opening. No names stand for players
    /// that are only looked at.
    ///
    /// # Errors
    /// A game that there is not, or words that it cannot be played with.
    pub fn header(&self, n: u64, number: u64, names: &[String]) -> Result<String, Error> {
        let game = self.games.find(self.game)?;
        let command = game.args(Purpose::Match, Command::new(game.name()));
        let matches = command.no_binary_name(true).try_get_matches_from(self.words);
        let wanted = Wanted::of(self.seed, self.players);
        let openings =
            game.openings(&World::of_process("chase"), &matches.map_err(clap_error)?, wanted)?;
        let seated = names.iter().map(|name| Seated { name: name.clone(), id: None });
        let seated: Vec<_> = seated.collect();
        let header = match seated.is_empty() {
            true => openings.sample(n)?,
            false => openings.header(n, number, &seated)?,
        };
        Ok(header.to_json())
    }
}
