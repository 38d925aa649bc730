//! What came of single games, as lines of a table.

use std::fmt::Write as _;

use chase_engine::seat::Seat;
use chase_kit::totals::{EndingKind, GamePlayed};
use chase_play::player_name::is_called;
use chase_record::any::AnyGame;
use chase_record::replay::Header;
use chase_replay::store::unopened;
use chase_world::error::Error;

/// The columns of the table of games.
pub const COLUMNS: &str = "cell,game,cause,winner,cycles,by,check";

/// The table of games.
pub const GAMES: &str = "games.csv";

/// The cell and the number of a line; nothing for the line of names.
#[must_use]
pub fn place(line: &str) -> Option<(u64, u64)> {
    let mut words = line.split(',');
    let cell = words.next()?.parse().ok()?;
    Some((cell, words.next()?.parse().ok()?))
}

/// The result of a game of a cell.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'a> {
    /// The number of the cell in the sweep, from 0.
    pub cell: u32,
    /// The game that was played.
    pub game: &'a GamePlayed,
    /// The kind of its ending.
    pub ending: &'a EndingKind,
}

/// The names of sides and seats.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The sides, in the order of the points.
    pub sides: Vec<String>,
    /// The seats, in the order of their numbers.
    pub seats: Vec<String>,
}

impl Names {
    /// Those of a header's game.
    ///
    /// # Errors
    /// The game cannot be played.
    pub fn of(game: &dyn AnyGame, header: &mut Header) -> Result<Self, Error> {
        let sides = game.sides(header).map_err(|why| unopened(game.name(), &why))?;
        let mut seats: Vec<(Seat, String)> = Vec::new();
        for side in &sides {
            seats.extend(side.seats.iter().cloned());
        }
        seats.sort_by_key(|(seat, _)| *seat);
        Ok(Names {
            sides: sides.into_iter().map(|side| side.name).collect(),
            seats: seats.into_iter().map(|(_, name)| name).collect(),
        })
    }

    /// The side that won alone; empty where none did.
    #[must_use]
    pub fn winner(&self, row: &GameRow<'_>) -> &str {
        row.ending.winner.and_then(|it| self.sides.get(usize::from(it))).map_or("", String::as_str)
    }

    /// The seat that ended the game; empty where none did.
    pub fn by(&self, row: &GameRow<'_>) -> &str {
        row.game.by.and_then(|it| self.seats.get(it.index())).map_or("", String::as_str)
    }

    /// Returns whether a name is meant by a word: in any case, with `-` for a blank; `none` for
    /// nobody's.
    pub fn is_called(&self, name: &str, word: &str) -> bool {
        is_called(if name.is_empty() { "none" } else { name }, word)
    }
}

impl GameRow<'_> {
    /// Appends the row as a line of CSV.
    pub fn put(&self, names: &Names, out: &mut String) {
        let game = self.game;
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{:016x}",
            self.cell,
            game.number,
            self.ending.cause,
            names.winner(self),
            game.cycles,
            names.by(self),
            game.check
        );
    }
}
