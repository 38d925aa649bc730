//! A trace: what a transcript or a replay shows of every cycle, as cells that can be compared.
//!
//! A game names its columns and fills them from a state; its reader fills them from lines of
//! text. What a text does not show stays unknown and is equal to anything.

use std::fmt;

/// One column of a trace.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// use chase::prelude::*;
///
/// // What a transcript of a game shows after every cycle: two cells, and what was done.
/// const CELLS: &[Column] = &[cell("heaps"), cell("score"), DEEDS];
/// assert_eq!(CELLS[1].name, "score");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name on the command line and in reports (`D2`, `D2.stamina`).
    pub name: &'static str,
    /// The name of the seat that the column belongs to (`D2`); empty when it belongs to none.
    pub seat: &'static str,
    /// The kind of value in the column, one word for all seats (`city`, `stamina`).
    pub kind: &'static str,
    /// True if a transcript shows the column in every cycle.
    pub shown: bool,
    /// True if its numbers count or measure something, so that they can be drawn as a curve. Those
    /// of squares, cities and seats are names.
    pub quantity: bool,
}

impl Column {
    /// A column for a seat that a transcript shows in every cycle.
    #[must_use]
    pub const fn of(name: &'static str, seat: &'static str, kind: &'static str) -> Self {
        Column { name, seat, kind, shown: true, quantity: true }
    }

    /// A column for no seat that a transcript shows in every cycle; its name says what it holds.
    #[must_use]
    pub const fn whole(name: &'static str) -> Self {
        Self::of(name, "", name)
    }

    /// The column, as one whose numbers are names: a square, a city, a seat.
    #[must_use]
    pub const fn of_names(self) -> Self {
        Column { quantity: false, ..self }
    }

    /// The column, as one that a transcript does not show in every cycle.
    #[must_use]
    pub const fn unshown(self) -> Self {
        Column { shown: false, ..self }
    }
}

/// The words for an empty cell of a column, as in `no tip`.
pub fn absent(column: &Column) -> String {
    format!("no {}", column.kind)
}

/// A set of columns: bit n is column n; [`ColumnSet::ENDING`] and [`ColumnSet::EVENTS`] come on top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnSet(pub u64);

impl ColumnSet {
    /// The outcome of the game.
    pub const ENDING: ColumnSet = ColumnSet(1 << 62);
    /// The events of the cycle, as far as both sides are replays.
    pub const EVENTS: ColumnSet = ColumnSet(1 << 63);
    /// The most columns a game may have.
    pub const COUNT_MAX: usize = 62;

    /// Every column, the ending and the events.
    pub const ALL: ColumnSet = ColumnSet(u64::MAX);
    /// No column at all.
    pub const NONE: ColumnSet = ColumnSet(0);

    /// The n-th column alone.
    pub fn only(n: usize) -> Self {
        ColumnSet(1 << n)
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if any column of the other set is in this one.
    #[must_use]
    pub fn has(self, other: ColumnSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: ColumnSet) -> Self {
        ColumnSet(self.0 | other.0)
    }

    /// The columns that are in both sets.
    pub fn and(self, other: ColumnSet) -> Self {
        ColumnSet(self.0 & other.0)
    }

    /// This set without the other.
    pub fn without(self, other: ColumnSet) -> Self {
        ColumnSet(self.0 & !other.0)
    }

    /// The numbers of the game's columns in it.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..Self::COUNT_MAX).filter(move |n| self.0 >> n & 1 == 1)
    }
}

/// The content of a column in one cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Not shown; equal to anything.
    #[default]
    Unknown,
    /// There is nothing to be shown, which is known: equal to nothing but the same.
    Absent,
    /// A number that the text or the state gives, such as a city or a count.
    Number(u64),
    /// Words as they stand in the text, with one blank between them.
    Text(Box<str>),
    /// Words of which some are hidden: each `?` stands for one word or more. Equal to words that it can be.
    Partly(Box<str>),
    /// Signs, such as a row of a board, of which some are hidden: each `?` stands for one. Equal to signs that they
    /// can be.
    Signs(Box<str>),
}

/// What a seat may not know of [`Playable::cells`](crate::faces::Playable::cells): a whole cell, a word of it, or a sign of a board in it
/// (`..X?.`). Whoever compares or judges a transcript takes a word for one word or more, and a sign for any sign.
pub const HIDDEN: &str = "?";
/// The text between the deeds of a cycle, across which nothing hidden reaches.
pub const DEEDS_GAP: &str = "; ";
/// A longer part is not gone through for words that are hidden in it.
const WORDS_MAX: usize = 1_000;
/// What may stand behind a word.
const WORD_ENDS: [char; 4] = ['.', ',', ';', ':'];

/// True if a word is hidden.
pub fn is_hidden(word: &str) -> bool {
    word.trim_end_matches(WORD_ENDS) == HIDDEN
}

/// True if two rows of signs can be the same: a hidden one is any other.
fn signs_fit(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.chars(), other.chars());
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b || a == '?' || b == '?' => {}
            _ => return false,
        }
    }
}

/// True if two texts can be the same, part by part.
pub fn texts_fit(one: &str, other: &str) -> bool {
    let (mut parts, mut others) = (one.split(DEEDS_GAP), other.split(DEEDS_GAP));
    loop {
        match (parts.next(), others.next()) {
            (None, None) => return true,
            (Some(part), Some(other)) if part_fits(part, other) => {}
            _ => return false,
        }
    }
}

/// True if two parts can be the same: what is hidden in one of them is a word or more of the other.
pub fn part_fits(one: &str, other: &str) -> bool {
    let words = |part: &str| part.split(' ').any(is_hidden);
    match (words(one), words(other)) {
        (false, false) => one == other,
        (false, true) => hidden_fits(other, one),
        (true, false) => hidden_fits(one, other),
        // Nothing can be said where words are hidden in both, but of those that both show.
        (true, true) => {
            let (one, other): (Vec<_>, Vec<_>) =
                (one.split(' ').collect(), other.split(' ').collect());
            let mut pairs = one.iter().zip(&other);
            one.len() != other.len() || pairs.all(|(a, b)| a == b || is_hidden(a) || is_hidden(b))
        }
    }
}

/// True if a part in which words are hidden can be one in which none are.
fn hidden_fits(hidden: &str, whole: &str) -> bool {
    let (hidden, whole): (Vec<_>, Vec<_>) =
        (hidden.split(' ').collect(), whole.split(' ').collect());
    if whole.len() > WORDS_MAX {
        return false;
    }
    // The newest hidden word, and how many words before its end it takes so far.
    let (mut n, mut at, mut newest) = (0, 0, None);
    while at < whole.len() {
        match hidden.get(n) {
            Some(word) if is_hidden(word) => {
                (n, at) = (n + 1, at + 1);
                newest = Some((n, at));
            }
            Some(word) if *word == whole[at] => (n, at) = (n + 1, at + 1),
            _ => match &mut newest {
                Some((after, taken)) => {
                    *taken += 1;
                    (n, at) = (*after, *taken);
                }
                None => return false,
            },
        }
    }
    n == hidden.len()
}

impl Cell {
    /// A number, where there is one.
    #[must_use]
    pub fn of<N: Into<u64>>(number: Option<N>) -> Self {
        number.map_or(Cell::Absent, |number| Cell::Number(number.into()))
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self {
            Cell::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The words, if it has some and all are shown.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// True if both cells can be the same.
    fn fits(&self, other: &Cell) -> bool {
        match (self, other) {
            (Cell::Unknown, _) | (_, Cell::Unknown) => true,
            (Cell::Partly(one), Cell::Partly(other) | Cell::Text(other))
            | (Cell::Text(one), Cell::Partly(other)) => texts_fit(one, other),
            (Cell::Signs(signs), cell) | (cell, Cell::Signs(signs)) => {
                signs_fit(signs, &cell.to_string())
            }
            _ => self == other,
        }
    }

    /// The content in words; nothing where the cell is not shown.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Cell::Unknown => String::new(),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Unknown => f.write_str("?"),
            Cell::Absent => f.write_str("none"),
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Text(text) | Cell::Partly(text) | Cell::Signs(text) => f.write_str(text),
        }
    }
}

/// One cycle of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceRow {
    /// The cycle's number.
    pub cycle: u64,
    /// A cell for each of the game's columns.
    pub cells: Vec<Cell>,
    /// The lines of the ending; empty while the game goes on.
    pub ending: String,
    /// True if the text broke off inside this cycle's last known cell.
    pub cut: bool,
    /// True if the text shows that this cycle was asked for by itself.
    pub is_asked: bool,
}

impl TraceRow {
    /// A row that shows nothing yet.
    pub fn unknown(columns: usize) -> Self {
        TraceRow { cells: vec![Cell::Unknown; columns], ..TraceRow::default() }
    }

    /// Forgets what it showed, and keeps its memory.
    pub fn reset(&mut self, cycle: u64) {
        self.cycle = cycle;
        self.cells.fill(Cell::Unknown);
        self.ending.clear();
        self.cut = false;
        self.is_asked = false;
    }

    /// The columns in which two rows show different things.
    #[must_use]
    pub fn differing(&self, other: &TraceRow) -> ColumnSet {
        let mut columns = ColumnSet::NONE;
        for (n, (mine, others)) in self.cells.iter().zip(&other.cells).enumerate() {
            if !mine.fits(others) {
                columns = columns.with(ColumnSet::only(n));
            }
        }
        if self.ending != other.ending {
            columns = columns.with(ColumnSet::ENDING);
        }
        if self.cut || other.cut {
            columns = columns.without(self.broken_off(other));
        }
        columns
    }

    /// True if a row can be of a state with these cells; the outcome of the game is not compared.
    pub fn can_show(&self, cells: &TraceRow) -> bool {
        self.differing(cells).without(ColumnSet::ENDING).is_empty()
    }

    /// The last cell of a row that broke off, where what is left of it fits the other row; and
    /// what a text that broke off could not show any more.
    fn broken_off(&self, other: &TraceRow) -> ColumnSet {
        let (cut, whole) = if self.cut { (self, other) } else { (other, self) };
        let last = cut.cells.iter().rposition(|cell| matches!(cell, Cell::Number(_)));
        let fits = last.filter(|&n| {
            let (cut, whole) = (cut.cells[n].to_string(), whole.cells[n].to_string());
            whole.starts_with(&cut)
        });
        fits.map_or(ColumnSet::NONE, ColumnSet::only)
    }
}

/// Something odd that a reader saw on its way and that is no reason to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1.
    pub line: u64,
    /// The oddity, one sentence without a full stop.
    pub what: String,
    /// True if the text contradicts itself there.
    pub contradicts: bool,
}

/// The end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// With the game's ending.
    Over,
    /// While a command was asked for: somebody quit, or the input ended.
    Quit,
    /// In the middle of things.
    Cut,
}

/// Reads a transcript line by line, as tolerantly as its game's editions need.
///
/// A cycle is finished when something else begins: [`TraceReader::line`] then says so, and the
/// finished row stands in [`TraceReader::row`] until the next call.
pub trait TraceReader: Send {
    /// Takes the next line, without its end. True when a cycle was finished by it.
    ///
    /// # Errors
    /// The column of what could not be understood.
    fn line(&mut self, line: &[u8]) -> Result<bool, TraceError>;

    /// Takes a last line that has no end (empty when there is none). True when a cycle was
    /// finished by it; there may be one more, which comes when this is called again with nothing.
    ///
    /// # Errors
    /// The column of what could not be understood.
    fn end(&mut self, rest: &[u8]) -> Result<bool, TraceError>;

    /// The newest finished cycle.
    fn row(&self) -> &TraceRow;

    /// The oddities found so far; at most [`Remark::COUNT_MAX`] are kept.
    fn remarks(&self) -> &[Remark];

    /// The statements of the text about the scenario, as pairs of name and value.
    fn statements(&self) -> Vec<(String, String)>;

    /// The end of the text, once it was read.
    fn how_it_ended(&self) -> TextEnd;

    /// A cell in words, where the text itself has given them (`[4] darwin`).
    fn tell(&self, column: usize, number: u64) -> Option<String>;

    /// The cycle that the next one finishes, where nothing else that came before says more of
    /// that one than its own lines do.
    fn pending(&self) -> Option<&TraceRow> {
        None
    }

    /// The whole cycles behind the pending one that two texts show alike, from what comes next in
    /// either. The last `kept` of them are left out.
    fn alike(&self, ours: &[u8], theirs: &[u8], kept: usize) -> Option<AlikeCycles> {
        let _ = (ours, theirs, kept);
        None
    }

    /// Lines were left out: such as tell nothing that those behind them do not replace.
    fn pass_lines(&mut self, lines: u64) {
        let _ = lines;
    }
}

/// Cycles that two texts show alike, one behind the other: at least one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlikeCycles {
    /// The number of cycles.
    pub cycles: u64,
    /// The number of bytes before the last of them, in our text and in theirs.
    pub bytes: [usize; 2],
    /// The number of lines in these bytes.
    pub lines: u64,
}

impl Remark {
    /// The most remarks a reader keeps.
    pub const COUNT_MAX: usize = 100;
}

/// A passage of a text that a reader could not understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// The column, from 1, in characters.
    pub column: usize,
    /// The text that was found and the text that was expected.
    pub what: String,
}

/// Reads a whole transcript at once.
///
/// # Errors
/// The line and column of what could not be understood.
pub fn read_all(
    reader: &mut dyn TraceReader,
    text: &str,
) -> Result<Vec<TraceRow>, (u64, TraceError)> {
    let mut rows = Vec::new();
    let mut number = 0;
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n') {
        number += 1;
        rest = after;
        if reader.line(line.as_bytes()).map_err(|error| (number, error))? {
            rows.push(reader.row().clone());
        }
    }
    while reader.end(rest.as_bytes()).map_err(|error| (number + 1, error))? {
        rows.push(reader.row().clone());
        rest = "";
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::{Cell, texts_fit};

    #[test]
    fn a_hidden_sign_of_a_board_is_any_sign() {
        let signs = Cell::Signs("..X?./?....".into());
        for (whole, fits) in [
            ("..X#./.....", true),
            ("..X../#....", true),
            ("..X.#/.....", false),
            ("..O../.....", false),
            ("..X../....", false),
            ("..X../......", false),
        ] {
            let whole = Cell::Text(whole.into());
            assert_eq!((signs.fits(&whole), whole.fits(&signs)), (fits, fits), "{whole}");
        }
        assert!(Cell::Signs("1?".into()).fits(&Cell::Number(12)));
        assert!(!Cell::Signs("1?".into()).fits(&Cell::Number(21)));
        assert!(Cell::Signs("?2".into()).fits(&Cell::Signs("1?".into())));
    }

    #[test]
    fn what_is_hidden_is_a_word_or_more_of_its_part() {
        for (hidden, whole, fits) in [
            ("P1 is dealt ?", "P1 is dealt Jack", true),
            ("P1 is dealt ?", "P1 is dealt the Jack", true),
            ("P1 is dealt ?, P2 Jack", "P1 is dealt the Queen, P2 Jack", true),
            ("P1 is dealt ?", "P1 is dealt", false),
            ("P1 is dealt ?", "P2 is dealt Jack", false),
            ("? is dealt ?", "P1 is dealt a a a", true),
            ("A taxi ?; B bus 3", "A taxi 46; B bus 3", true),
            ("A taxi ?; B bus 3", "A taxi 46; B bus 4", false),
            ("A taxi ?; B bus 3", "A bus 46; B bus 3", false),
            ("A taxi ?", "A taxi 46; B bus 3", false),
            ("A taxi ?", "A taxi ?", true),
            ("A taxi ?", "A ? 46", true),
            ("A taxi ?", "B ? 46", false),
            ("", "A taxi 46", false),
        ] {
            assert_eq!(texts_fit(hidden, whole), fits, "{hidden} | {whole}");
            assert_eq!(texts_fit(whole, hidden), fits, "{whole} | {hidden}");
        }
    }
}
