//! The cells of a game as squares: a board where they hold one, else each cell as a row of what it
//! lists.

use std::ops::Range;

/// The signs of a square in which nothing stands.
const EMPTY: [char; 4] = ['.', '_', '-', '·'];

/// Longer words are cut: a square has no room for them.
const WORD_MAX: usize = 6;

/// The squares of a row where it is not known how many it will list.
const ROOM: usize = 8;

/// The cells that hold a board.
enum BoardCells {
    /// No cells hold one.
    Nowhere,
    /// In one cell, whose rows are parted by `/`.
    Cell(usize),
    /// In several cells, each a row.
    Cells(Range<usize>),
}

impl BoardCells {
    /// Looks for the board in the cells of the beginning, which has an empty square.
    fn within(cells: &[String]) -> Self {
        if let Some(n) = cells.iter().position(|cell| is_board(&parted(cell))) {
            return BoardCells::Cell(n);
        }
        let signs: Vec<_> = cells.iter().map(|cell| signs(cell)).collect();
        let width = |n: usize| signs[n].as_ref().map(|row| row.chars().count());
        for first in 0..cells.len() {
            let mut same = (first..cells.len()).take_while(|n| width(*n) == width(first));
            let end = first + same.by_ref().count();
            let rows: Option<Vec<_>> = signs[first..end].iter().cloned().collect();
            if rows.is_some_and(|rows| is_board(&rows)) {
                return BoardCells::Cells(first..end);
            }
        }
        BoardCells::Nowhere
    }

    /// The rows of the board in the cells of any moment.
    fn rows(&self, cells: &[String]) -> Vec<String> {
        match self {
            BoardCells::Nowhere => Vec::new(),
            BoardCells::Cell(n) => cells.get(*n).map_or_else(Vec::new, |cell| parted(cell)),
            BoardCells::Cells(all) => {
                let rows = cells.get(all.clone()).unwrap_or_default();
                rows.iter().map(|row| whole(row)).collect()
            }
        }
    }
}

/// The rows of the board that cells hold; none where those of the beginning hold none.
pub(super) fn board_in(start: &[String], cells: &[String]) -> Vec<String> {
    BoardCells::within(start).rows(cells)
}

fn parted(cell: &str) -> Vec<String> {
    cell.split('/').map(whole).collect()
}

/// A row of signs without the blanks between them.
fn whole(row: &str) -> String {
    row.split_whitespace().collect()
}

/// A cell that can be a row of signs: `..X.O..`, or `. . X . O . .`.
fn signs(cell: &str) -> Option<String> {
    let mut parts = cell.split_whitespace();
    let is_one_word = cell.split_whitespace().count() == 1 && cell.parse::<f64>().is_err();
    let is_one_each = parts.all(|part| part.chars().count() == 1);
    (is_one_word || is_one_each).then(|| whole(cell))
}

fn is_board(rows: &[String]) -> bool {
    let width = |row: &String| row.chars().count();
    let first = rows.first().map_or(0, width);
    let has_room = rows.iter().any(|row| row.contains(EMPTY));
    rows.len() > 1 && first > 1 && has_room && rows.iter().all(|row| width(row) == first)
}

/// The contents of squares, row by row from the top.
pub(super) struct SquareContents {
    /// The names of the columns, from the left.
    pub(super) columns: Vec<String>,
    /// The names of the rows.
    pub(super) rows: Vec<String>,
    /// The word in each square; empty for nothing.
    pub(super) words: Vec<String>,
    /// True if the squares are a board.
    pub(super) is_board: bool,
}

impl SquareContents {
    /// A board of rows of signs; nothing is left out of rows that are too long, and those that are
    /// too short end with empty squares.
    pub(super) fn of_board(rows: &[String]) -> Self {
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let square = |sign: Option<char>| sign.filter(|sign| !EMPTY.contains(sign) && *sign != ' ');
        let words = rows.iter().flat_map(|row| {
            let mut signs = row.chars();
            let squares = (0..width).map(move |_| square(signs.next()));
            squares.map(|sign| sign.map_or_else(String::new, String::from))
        });
        SquareContents {
            columns: (0..width).map(letters).collect(),
            rows: (1..=rows.len()).rev().map(|n| n.to_string()).collect(),
            words: words.collect(),
            is_board: true,
        }
    }

    /// Cells as rows of what they list; `start` are those of the beginning, which say how many
    /// squares there are.
    pub(super) fn of_cells(names: Vec<String>, start: &[String], cells: &[String]) -> Self {
        let known = are_numbers(start);
        let lists = start.iter().map(|cell| listed(cell).len());
        let width = lists.max().unwrap_or(0).max(if known { 0 } else { ROOM });
        let row = |cell: &String| {
            let mut list = listed(cell);
            if list.len() > width {
                let more = list.len() - width + 1;
                list.truncate(width.saturating_sub(1));
                list.push(format!("+{more}"));
            }
            list.resize(width, String::new());
            list
        };
        let cells = cells.iter().take(start.len());
        SquareContents {
            columns: (1..=width).map(|n| n.to_string()).collect(),
            words: cells.flat_map(row).collect(),
            rows: names,
            is_board: false,
        }
    }

    /// The name of a square of a column and a row.
    pub(super) fn name(&self, column: &str, row: &str) -> String {
        match self.is_board {
            true => format!("{column}{row}"),
            false => format!("{row} {column}"),
        }
    }
}

/// True if all cells are lists of numbers.
pub(super) fn are_numbers(cells: &[String]) -> bool {
    cells.iter().all(|cell| !numbers(cell).is_empty())
}

/// True if a word says that something is there and not what, as a card that lies face down.
pub(super) fn is_hidden(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter == '?')
}

/// The numbers of a cell that is a list of them (`3,4,5`, `3 + 4 + 5`); none where it is no such list.
fn numbers(cell: &str) -> Vec<&str> {
    let is_other = |letter: char| letter.is_alphabetic() || "-.?".contains(letter);
    if cell.contains(is_other) {
        return Vec::new();
    }
    let parts = cell.split(|letter: char| !letter.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).collect()
}

/// The list in a cell: numbers, or words separated by blanks or commas.
fn listed(cell: &str) -> Vec<String> {
    let numbers = numbers(cell);
    if !numbers.is_empty() {
        return numbers.into_iter().map(str::to_owned).collect();
    }
    let parts = cell.split(|letter: char| letter == ',' || letter.is_whitespace());
    parts.filter(|part| !part.is_empty()).map(cut).collect()
}

fn cut(word: &str) -> String {
    if word.chars().count() <= WORD_MAX {
        return word.to_owned();
    }
    word.chars().take(WORD_MAX - 1).chain(['…']).collect()
}

/// The name of a column of a board: `a` to `z`, then `aa`.
fn letters(n: usize) -> String {
    let letter = |n: usize| char::from(b"abcdefghijklmnopqrstuvwxyz"[n % 26]);
    match n / 26 {
        0 => letter(n).to_string(),
        more => letters(more - 1) + &letter(n).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{SquareContents, board_in, letters, listed, numbers};

    fn texts<const N: usize>(cells: [&str; N]) -> Vec<String> {
        cells.map(str::to_owned).to_vec()
    }

    #[test]
    fn lists_of_numbers_are_drawn_and_other_cells_are_words() {
        assert_eq!(numbers("3 + 4 + 5"), ["3", "4", "5"]);
        assert_eq!(numbers("7"), ["7"]);
        for other in ["", "P1 to move", "-3", "2.5", "3♠ ?"] {
            assert!(numbers(other).is_empty(), "{other}");
        }
        assert_eq!(listed("3♠, ?, A♥"), ["3♠", "?", "A♥"]);
        assert_eq!(listed("P1 to surrender"), ["P1", "to", "surre…"]);
    }

    #[test]
    fn a_board_stands_in_one_cell_or_in_several_and_stays_where_it_is() {
        let full = ["XO", "OX"];
        let one = texts(["P1", "../.."]);
        assert_eq!(board_in(&one, &texts(["P2", "XO/OX"])), full);
        let several = texts(["..", ". .", "P1 to move"]);
        assert_eq!(board_in(&several, &texts(["XO", "O X", "P2 to move"])), full);
        // numbers, words, halves and a single row are none
        for other in [["-3", "-4"], ["black", "white"], ["10/20", "2.5"], ["..X.", ""]] {
            let cells = texts(other);
            assert!(board_in(&cells, &cells).is_empty(), "{other:?}");
        }
    }

    #[test]
    fn what_a_row_has_no_room_for_is_counted() {
        let names = || texts(["hand"]);
        let start = texts(["1 2 3"]);
        let words = |cell| SquareContents::of_cells(names(), &start, &texts([cell])).words;
        assert_eq!(words("4 5"), ["4", "5", ""]);
        assert_eq!(words("4 5 6 7"), ["4", "5", "+2"]);
        // nobody knows how many there will be of what begins with none
        assert_eq!(SquareContents::of_cells(names(), &texts([""]), &texts([""])).words.len(), 8);
    }

    #[test]
    fn columns_are_letters() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["a", "z", "aa", "zz", "aaa"]);
    }
}
