//! The state file: the board, and a row for each player. Read leniently, written strictly.

use std::fmt;

use super::Action;
use super::board::{FISH_MAX, FieldPlace, Grid, PLAYERS_MAX, SIZE_MAX, is_side, parse_field};
use chase_world::error::{Error, LineWord, quoted, words};

/// The longest ID, in bytes.
pub(crate) const ID_BYTES_MAX: usize = 100;

/// A player's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Without blanks and quotation marks.
    pub id: String,
    /// From 1 to 9.
    pub number: u8,
    /// Fish collected so far.
    pub fish: u32,
}

impl fmt::Display for PlayerRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.id, self.number, self.fish)
    }
}

/// The contents of a state file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFile {
    /// The board.
    pub grid: Grid,
    /// The players, in the order of the file.
    pub players: Vec<PlayerRow>,
}

/// An error in a state file, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct BadState {
    /// The line, from 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The error in words: the text found, and the one expected.
    pub what: String,
}

impl BadState {
    /// The error of a file.
    pub(super) fn of(self, file: impl fmt::Display) -> Error {
        Error::new(self.what).at(format!("{file}:{}:{}", self.line, self.column))
    }
}

/// Returns true if a text can be a player's ID.
pub fn is_id(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '"' && c != '\'';
    !text.is_empty() && text.len() <= ID_BYTES_MAX && text.chars().all(is_plain)
}

impl StateFile {
    /// Reads a state file. Blanks at line ends, CRLF, a missing last line end and blank lines at
    /// the end are let through.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadState> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let last = good.rsplit('\n').next().unwrap_or_default();
            bad(
                good.matches('\n').count() + 1,
                last.chars().count() + 1,
                "bytes that are not UTF-8",
            )
        })?;
        let mut lines = text.trim_end().lines().map(words).zip(1..);
        let (first, _) = lines.next().unwrap_or_default();
        let (rows, columns) = size(&first)?;
        let mut grid = Grid::water(rows, columns);
        let mut columns_of_fields = Vec::new();
        for row in 0..rows {
            let (line, number) = lines.next().ok_or_else(|| {
                let what = format!("the board ends after {row} of {rows} rows");
                bad(usize::from(row) + 2, 1, what)
            })?;
            read_row(&line, number, row, &mut grid)?;
            columns_of_fields.extend(line.iter().map(|word| word.column));
        }
        let mut players = Vec::new();
        for (line, number) in lines {
            read_player(&line, number, &mut players)?;
        }
        let file = StateFile { grid, players };
        file.check_penguins(&columns_of_fields)?;
        Ok(file)
    }

    /// Every penguin belongs to somebody.
    fn check_penguins(&self, columns: &[usize]) -> Result<(), BadState> {
        for place in self.grid.places() {
            let player = self.grid.get(place).player();
            if player > 0 && self.players.iter().all(|row| row.number != player) {
                let column = columns[self.grid.index(place)] + 1;
                let what = format!("a penguin of player {player}, who has no row");
                return Err(bad(usize::from(place.row) + 2, column, what));
            }
        }
        Ok(())
    }

    /// The row of an ID.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<&PlayerRow> {
        self.players.iter().find(|row| row.id == id)
    }

    /// Changes the fields of an action and the row of the ID that takes it, and nothing else.
    pub(super) fn carry_out(&mut self, id: &str, action: Action) {
        let fish = match action {
            Action::Place { .. } => 1,
            Action::Move { to, .. } => u32::from(self.grid.get(to).fish()),
        };
        let at = match self.players.iter().position(|row| row.id == id) {
            Some(at) => at,
            None => {
                let taken = |number: &u8| self.players.iter().any(|row| row.number == *number);
                let next = u8::try_from(self.players.len() + 1).expect("at most nine players");
                // Numbers follow each other, unless somebody numbered otherwise.
                let number = (next..=9).chain(1..next).find(|number| !taken(number));
                self.players.push(PlayerRow {
                    id: id.to_owned(),
                    number: number.unwrap_or(next),
                    fish: 0,
                });
                self.players.len() - 1
            }
        };
        let row = &mut self.players[at];
        row.fish += fish;
        action.stand(&mut self.grid, row.number);
    }
}

/// As it is written: no blanks at line ends, a line end at the end.
impl fmt::Display for StateFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        writeln!(f, "{rows} {columns}")?;
        for row in self.grid.lines_of_fields() {
            writeln!(f, "{row}")?;
        }
        for row in &self.players {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

fn bad(line: usize, column: usize, what: impl Into<String>) -> BadState {
    BadState { line, column, what: what.into() }
}

/// The column behind a line's last word.
fn end_of(line: &[LineWord<'_>]) -> usize {
    line.last().map_or(1, |word| word.column + word.text.chars().count())
}

fn size(line: &[LineWord<'_>]) -> Result<(u8, u8), BadState> {
    let side = |n: usize, what: &str| {
        let word = line.get(n).ok_or_else(|| {
            let what = format!("expected the number of {what}");
            bad(1, end_of(line), what)
        })?;
        let number = word.text.parse::<u8>().ok();
        number.filter(|side| is_side(*side)).ok_or_else(|| {
            let text = word.text;
            let what = format!("`{text}` {what}; expected 1 to {SIZE_MAX}");
            bad(1, word.column, what)
        })
    };
    let (rows, columns) = (side(0, "rows")?, side(1, "columns")?);
    match line.get(2) {
        Some(word) => {
            let what = format!("unexpected `{}` after the numbers of rows and columns", word.text);
            Err(bad(1, word.column, what))
        }
        None => Ok((rows, columns)),
    }
}

fn read_row(
    line: &[LineWord<'_>],
    number: usize,
    row: u8,
    grid: &mut Grid,
) -> Result<(), BadState> {
    for (column, word) in (0..grid.columns()).zip(line) {
        let field = parse_field(word.text).map_err(|fault| bad(number, word.column, fault))?;
        grid.set(FieldPlace { row, column }, field);
    }
    let (found, all) = (line.len(), usize::from(grid.columns()));
    if found != all {
        let column = line.get(all).map_or(end_of(line), |word| word.column);
        return Err(bad(number, column, format!("{found} fields, expected {all}")));
    }
    Ok(())
}

/// Digits and nothing else.
fn plain_number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn read_player(
    line: &[LineWord<'_>],
    number: usize,
    players: &mut Vec<PlayerRow>,
) -> Result<(), BadState> {
    let [id, place, fish] = line else {
        let found = line.len();
        let what = format!("{found} words, expected a player's ID, number and fish");
        return Err(bad(number, line.get(3).map_or(end_of(line), |word| word.column), what));
    };
    if !is_id(id.text) {
        let what = format!(
            "`{}` is no ID; an ID has no quotation marks and at most {ID_BYTES_MAX} bytes",
            id.text
        );
        return Err(bad(number, id.column, what));
    }
    let player_number = plain_number(place.text).and_then(|number| u8::try_from(number).ok());
    let is_player = |number: &u8| (1..=PLAYERS_MAX).contains(&usize::from(*number));
    let which = player_number.filter(is_player).ok_or_else(|| {
        let what = format!("`{}` is no player's number; expected 1 to {PLAYERS_MAX}", place.text);
        bad(number, place.column, what)
    })?;
    let counted = plain_number(fish.text).filter(|count| *count <= FISH_MAX);
    let count = counted.ok_or_else(|| {
        let what = format!("`{}` is no number of fish", quoted(fish.text));
        bad(number, fish.column, what)
    })?;
    for other in players.iter() {
        if other.id == id.text {
            return Err(bad(number, id.column, format!("two players have the ID {}", id.text)));
        }
        if other.number == which {
            return Err(bad(number, place.column, format!("two players have the number {which}")));
        }
    }
    players.push(PlayerRow { id: id.text.to_owned(), number: which, fish: count });
    Ok(())
}
