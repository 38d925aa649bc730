//! The state file: the board, and a row for each player. Read leniently, written strictly.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use chase_core::error::quoted;

/// The most players: a field has one digit for them.
pub const PLAYERS_MAX: usize = 9;

/// The most rows, and the most columns.
pub(crate) const SIZE_MAX: usize = 99;

/// No board has more fish.
pub(crate) const FISH_MAX: u32 = 1_000_000;

/// The longest ID, in bytes.
pub(crate) const ID_BYTES_MAX: usize = 100;

/// A field as its two digits: fish, then player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FloeField(u8);

impl FloeField {
    /// A field of open water, without ice, fish or penguin. It is written `00`.
    pub const WATER: FloeField = FloeField(0);

    /// A free floe with 1 to 3 fish.
    pub fn floe(fish: u8) -> Self {
        FloeField(10 * fish)
    }

    /// A penguin of a player, numbered from 1.
    pub fn penguin(player: u8) -> Self {
        FloeField(player)
    }

    /// The fish on it; none where a penguin stands.
    #[inline]
    pub fn fish(self) -> u8 {
        self.0 / 10
    }

    /// The number of the player whose penguin stands on it; 0 for none.
    #[inline]
    #[must_use]
    pub fn player(self) -> u8 {
        self.0 % 10
    }

    /// Returns true if the field is a floe without a penguin.
    #[inline]
    pub fn is_free(self) -> bool {
        self.0 >= 10
    }

    /// Returns true if the field can exist: up to 3 fish, and never fish and a penguin.
    pub fn is_sound(self) -> bool {
        self.fish() <= 3 && (self.fish() == 0 || self.player() == 0)
    }
}

impl fmt::Display for FloeField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.0)
    }
}

/// A place on a board: `c2` is column 3, row 2, counted from the upper left corner; after column
/// z comes aa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldPlace {
    /// From 0, from the top.
    pub row: u8,
    /// From 0, from the left.
    pub column: u8,
}

const LETTERS: u8 = 26;

impl fmt::Display for FieldPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: u8| char::from(b'a' + n);
        if let Some(first) = (self.column / LETTERS).checked_sub(1) {
            f.write_char(letter(first))?;
        }
        write!(f, "{}{}", letter(self.column % LETTERS), self.row + 1)
    }
}

impl FromStr for FieldPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fail = || format!("`{text}` is no field; expected a column and a row, as c2");
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(fail)?;
        let (letters, row) = text.split_at(digits);
        let number = |letter: &u8| letter.is_ascii_lowercase().then(|| letter - b'a');
        let column = match letters.as_bytes() {
            [one] => number(one),
            [first, second] => match (number(first), number(second)) {
                (Some(first), Some(second)) => (first + 1)
                    .checked_mul(LETTERS)
                    .and_then(|n| n.checked_add(second)),
                _ => None,
            },
            _ => None,
        };
        let is_plain = !row.starts_with('0') && row.len() <= 2;
        let row = row.parse::<u8>().ok().filter(|_| is_plain);
        match (column, row) {
            (Some(column), Some(row)) if usize::from(column) < SIZE_MAX => Ok(FieldPlace {
                row: row - 1,
                column,
            }),
            _ => Err(fail()),
        }
    }
}

/// `"c2"` for people, row and column in the binary form and in seals.
impl Serialize for FieldPlace {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            to.collect_str(self)
        } else {
            (self.row, self.column).serialize(to)
        }
    }
}

impl<'de> Deserialize<'de> for FieldPlace {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            let text = String::deserialize(from)?;
            return text.parse().map_err(D::Error::custom);
        }
        let (row, column) = <(u8, u8)>::deserialize(from)?;
        if usize::from(row.max(column)) < SIZE_MAX {
            Ok(FieldPlace { row, column })
        } else {
            Err(D::Error::custom("a place outside of any board"))
        }
    }
}

/// The fields of a board, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    rows: u8,
    columns: u8,
    fields: Vec<FloeField>,
}

impl Grid {
    /// A grid of water.
    ///
    /// # Panics
    /// If a side is 0 or more than [`SIZE_MAX`].
    pub fn water(rows: u8, columns: u8) -> Self {
        let fits = |side: u8| (1..=SIZE_MAX).contains(&usize::from(side));
        assert!(fits(rows) && fits(columns), "{rows} x {columns} fields");
        let fields = vec![FloeField::WATER; usize::from(rows) * usize::from(columns)];
        Grid {
            rows,
            columns,
            fields,
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// All fields, row by row.
    #[must_use]
    pub fn fields(&self) -> &[FloeField] {
        &self.fields
    }

    /// Returns true if there are as many fields as the sizes say, each with digits that can stand
    /// there.
    pub fn is_sound(&self) -> bool {
        let fits = |side: u8| (1..=SIZE_MAX).contains(&usize::from(side));
        fits(self.rows)
            && fits(self.columns)
            && self.fields.len() == usize::from(self.rows) * usize::from(self.columns)
            && self.fields.iter().all(|field| field.is_sound())
    }

    /// Returns true if the place is on the board.
    #[must_use]
    pub fn holds(&self, place: FieldPlace) -> bool {
        place.row < self.rows && place.column < self.columns
    }

    /// The index of a place among the fields.
    #[inline]
    #[must_use]
    pub fn index(&self, place: FieldPlace) -> usize {
        usize::from(place.row) * usize::from(self.columns) + usize::from(place.column)
    }

    /// The place of an index.
    ///
    /// # Panics
    /// If there is no such field.
    #[must_use]
    pub fn place(&self, index: usize) -> FieldPlace {
        let columns = usize::from(self.columns);
        let side = |n: usize| u8::try_from(n).expect("a board is small");
        assert!(index < self.fields.len(), "field {index}");
        FieldPlace {
            row: side(index / columns),
            column: side(index % columns),
        }
    }

    /// A field.
    ///
    /// # Panics
    /// If the place is not on the board.
    #[inline]
    pub fn get(&self, place: FieldPlace) -> FloeField {
        self.fields[self.index(place)]
    }

    /// Puts a field.
    ///
    /// # Panics
    /// If the place is not on the board.
    pub fn set(&mut self, place: FieldPlace, field: FloeField) {
        let index = self.index(place);
        self.fields[index] = field;
    }

    /// All places, row by row.
    pub fn places(&self) -> impl Iterator<Item = FieldPlace> + use<> {
        let columns = self.columns;
        (0..self.rows)
            .flat_map(move |row| (0..columns).map(move |column| FieldPlace { row, column }))
    }

    /// The free floes that a straight line from a place leads over, nearest first, for each of
    /// the directions right, down, left, up.
    pub fn lines(&self, from: FieldPlace) -> impl Iterator<Item = FieldPlace> + '_ {
        const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        STEPS.into_iter().flat_map(move |(down, right)| {
            let next = move |place: &FieldPlace| {
                let row = place.row.checked_add_signed(down)?;
                let column = place.column.checked_add_signed(right)?;
                let place = FieldPlace { row, column };
                (self.holds(place) && self.get(place).is_free()).then_some(place)
            };
            std::iter::successors(next(&from), next)
        })
    }

    /// The places of a player's penguins, row by row.
    pub fn penguins(&self, player: u8) -> impl Iterator<Item = FieldPlace> + '_ {
        let theirs = move |place: &FieldPlace| self.get(*place).player() == player;
        self.places().filter(theirs)
    }
}

/// A player's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The player's ID, without blanks and quotation marks.
    pub id: String,
    /// The player's number on the board, from 1 to 9.
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
    /// The board: the ice, fish and penguins of every field.
    pub grid: Grid,
    /// The players, in the order of the file.
    pub players: Vec<PlayerRow>,
}

/// An error in a state file, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadState {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The error in words: the text found, and the one expected.
    pub what: String,
}

impl fmt::Display for BadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadState { line, column, what } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

/// A word of a line and the column it begins in.
#[derive(Clone, Copy)]
struct BoardWord<'a> {
    text: &'a str,
    column: usize,
}

fn words(line: &str) -> Vec<BoardWord<'_>> {
    let mut words = Vec::new();
    let mut rest = line;
    let mut column = 1;
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        if trimmed.is_empty() {
            return words;
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        words.push(BoardWord {
            text: &trimmed[..end],
            column,
        });
        column += trimmed[..end].chars().count();
        rest = &trimmed[end..];
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
}

/// As it is written: no blanks at line ends, a line end at the end.
impl fmt::Display for StateFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        writeln!(f, "{rows} {columns}")?;
        for row in self.grid.fields().chunks(usize::from(columns)) {
            for (n, field) in row.iter().enumerate() {
                let blank = if n > 0 { " " } else { "" };
                write!(f, "{blank}{field}")?;
            }
            writeln!(f)?;
        }
        for row in &self.players {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

fn bad(line: usize, column: usize, what: impl Into<String>) -> BadState {
    BadState {
        line,
        column,
        what: what.into(),
    }
}

/// The column behind a line's last word.
fn end_of(line: &[BoardWord<'_>]) -> usize {
    line.last()
        .map_or(1, |word| word.column + word.text.chars().count())
}

fn size(line: &[BoardWord<'_>]) -> Result<(u8, u8), BadState> {
    let side = |n: usize, what: &str| {
        let word = line.get(n).ok_or_else(|| {
            let what = format!("expected the number of {what}");
            bad(1, end_of(line), what)
        })?;
        let number = word.text.parse::<u8>().ok();
        let fits = |side: &u8| (1..=SIZE_MAX).contains(&usize::from(*side));
        number.filter(fits).ok_or_else(|| {
            let text = word.text;
            let what = format!("`{text}` {what}; expected 1 to {SIZE_MAX}");
            bad(1, word.column, what)
        })
    };
    let (rows, columns) = (side(0, "rows")?, side(1, "columns")?);
    match line.get(2) {
        Some(word) => {
            let what = format!("`{}` behind the board's two sizes", word.text);
            Err(bad(1, word.column, what))
        }
        None => Ok((rows, columns)),
    }
}

fn read_row(
    line: &[BoardWord<'_>],
    number: usize,
    row: u8,
    grid: &mut Grid,
) -> Result<(), BadState> {
    for column in 0..grid.columns() {
        let word = line.get(usize::from(column)).ok_or_else(|| {
            let (found, all) = (line.len(), grid.columns());
            bad(
                number,
                end_of(line),
                format!("{found} fields, expected {all}"),
            )
        })?;
        let field = parse_field(word.text).map_err(|what| bad(number, word.column, what))?;
        grid.set(FieldPlace { row, column }, field);
    }
    match line.get(usize::from(grid.columns())) {
        Some(word) => {
            let (found, all) = (line.len(), grid.columns());
            let what = format!("{found} fields, expected {all}");
            Err(bad(number, word.column, what))
        }
        None => Ok(()),
    }
}

pub(super) fn parse_field(text: &str) -> Result<FloeField, String> {
    let [fish @ b'0'..=b'9', player @ b'0'..=b'9'] = text.as_bytes() else {
        return Err(format!(
            "`{text}` is no field; expected two digits, fish and player"
        ));
    };
    let field = FloeField((fish - b'0') * 10 + (player - b'0'));
    if field.fish() > 3 {
        return Err(format!(
            "`{text}` has {} fish; expected 0 to 3",
            field.fish()
        ));
    }
    if !field.is_sound() {
        return Err(format!(
            "`{text}` has fish and a penguin; a penguin's field has none"
        ));
    }
    Ok(field)
}

/// Digits and nothing else.
fn plain_number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn read_player(
    line: &[BoardWord<'_>],
    number: usize,
    players: &mut Vec<PlayerRow>,
) -> Result<(), BadState> {
    let [id, place, fish] = line else {
        let found = line.len();
        let what = format!("{found} words, expected a player's ID, number and fish");
        return Err(bad(
            number,
            line.get(3).map_or(end_of(line), |word| word.column),
            what,
        ));
    };
    if !is_id(id.text) {
        let what = format!(
            "`{}` is no ID: no quotation marks, at most {ID_BYTES_MAX} bytes",
            id.text
        );
        return Err(bad(number, id.column, what));
    }
    let which = plain_number(place.text).and_then(|number| u8::try_from(number).ok());
    let which = which.filter(|n| (1..=PLAYERS_MAX).contains(&usize::from(*n)));
    let which = which.ok_or_else(|| {
        let what = format!(
            "`{}` is no player's number; expected 1 to {PLAYERS_MAX}",
            place.text
        );
        bad(number, place.column, what)
    })?;
    let count = plain_number(fish.text).filter(|count| *count <= FISH_MAX);
    let count = count.ok_or_else(|| {
        let what = format!("`{}` is no number of fish", quoted(fish.text));
        bad(number, fish.column, what)
    })?;
    for other in players.iter() {
        if other.id == id.text {
            return Err(bad(
                number,
                id.column,
                format!("the ID {} stands there twice", id.text),
            ));
        }
        if other.number == which {
            return Err(bad(
                number,
                place.column,
                format!("player {which} stands there twice"),
            ));
        }
    }
    players.push(PlayerRow {
        id: id.text.to_owned(),
        number: which,
        fish: count,
    });
    Ok(())
}
