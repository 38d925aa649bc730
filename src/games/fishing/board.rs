//! The board: its fields, the places on it, and how both are written as text.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The most players: a field has one digit for them.
pub const PLAYERS_MAX: usize = 9;

/// The most rows, and the most columns.
pub(crate) const SIZE_MAX: usize = 99;

/// Returns true if a board can have so many rows or columns.
pub(super) fn is_side(count: u8) -> bool {
    (1..=SIZE_MAX).contains(&usize::from(count))
}

/// No board has more fish.
pub(crate) const FISH_MAX: u32 = 1_000_000;

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

/// Reads a field from two digits: the number of fish and of the player. The error says why it is none.
pub(super) fn parse_field(text: &str) -> Result<FloeField, String> {
    let [fish @ b'0'..=b'9', player @ b'0'..=b'9'] = text.as_bytes() else {
        return Err(format!("`{text}` is no field; expected two digits, fish and player"));
    };
    let field = FloeField((fish - b'0') * 10 + (player - b'0'));
    if field.fish() > 3 {
        return Err(format!("`{text}` has {} fish; expected 0 to 3", field.fish()));
    }
    if !field.is_sound() {
        return Err(format!("`{text}` has fish and a penguin; a penguin's field has none"));
    }
    Ok(field)
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
        let fail = || format!("`{text}` is no field; expected a column and a row, such as c2");
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(fail)?;
        let (letters, row) = text.split_at(digits);
        // Columns in letters count from 1: a is 1, z is 26, aa is 27.
        let counted = letters.bytes().try_fold(0_u8, |count, letter| {
            let digit = letter.is_ascii_lowercase().then(|| letter - b'a' + 1)?;
            count.checked_mul(LETTERS)?.checked_add(digit)
        });
        let column = counted.and_then(|count| count.checked_sub(1));
        let is_plain = !row.starts_with('0') && row.len() <= 2;
        let row = row.parse::<u8>().ok().filter(|_| is_plain);
        match (column, row) {
            (Some(column), Some(row)) if usize::from(column) < SIZE_MAX => {
                Ok(FieldPlace { row: row - 1, column })
            }
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
    /// If a side is 0 or more than `SIZE_MAX`.
    pub fn water(rows: u8, columns: u8) -> Self {
        assert!(is_side(rows) && is_side(columns), "{rows} x {columns} fields");
        let fields = vec![FloeField::WATER; usize::from(rows) * usize::from(columns)];
        Grid { rows, columns, fields }
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

    /// A line for each row: its fields, parted by blanks.
    pub(super) fn lines_of_fields(&self) -> Vec<String> {
        let rows = self.fields.chunks(usize::from(self.columns));
        let words = |row: &[FloeField]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
        rows.map(|row| words(row).join(" ")).collect()
    }

    /// Returns true if there are as many fields as the sizes say, each with digits that can stand
    /// there.
    pub fn is_sound(&self) -> bool {
        is_side(self.rows)
            && is_side(self.columns)
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
        FieldPlace { row: side(index / columns), column: side(index % columns) }
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
