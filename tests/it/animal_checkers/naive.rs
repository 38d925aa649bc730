//! A second, deliberately plain implementation of Animal Checkers, to test the fast engine against.

/// Column and row, both from 1 to 7, as side 0 sees the board.
type Square = (usize, usize);

/// Side 0's den and side 1's den.
const DENS: [Square; 2] = [(4, 1), (4, 7)];

/// The pieces in the order of the move code.
const PIECES: [[char; 4]; 2] = [['M', 'D', 'T', 'E'], ['m', 'd', 't', 'e']];

/// Right, up, left, down: the directions in the order of the move code.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The order of the rows and of the columns of `CAPTURES`.
const TABLE_ORDER: [char; 4] = ['E', 'T', 'D', 'M'];

/// The row captures the column.
const CAPTURES: [[bool; 4]; 4] = [
    [true, true, true, false],
    [false, true, true, true],
    [false, false, true, true],
    [true, false, false, true],
];

/// A game of Animal Checkers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    /// `[column][row]`, both from 1; `'.'` is empty; `MDTE` side 0, `mdte` side 1; no dens.
    pub cells: [[char; 8]; 8],
    /// The side to move.
    pub side: usize,
    /// Moves played so far.
    pub moves: u32,
    /// The number of moves after which the game is a draw.
    pub limit: Option<u32>,
    /// The winner (none for a draw) and the cause, once the game is over.
    pub ending: Option<(Option<usize>, &'static str)>,
}

/// The side a letter belongs to, none if it is no piece.
fn owner(letter: char) -> Option<usize> {
    (0..2).find(|&side| PIECES[side].contains(&letter))
}

/// The place of a piece in the capture table.
fn table_place(letter: char) -> usize {
    let upper = letter.to_ascii_uppercase();
    TABLE_ORDER.iter().position(|&piece| piece == upper).expect("a piece")
}

/// Whether the table lets `hunter` capture `prey`.
fn captures(hunter: char, prey: char) -> bool {
    CAPTURES[table_place(hunter)][table_place(prey)]
}

/// The square which `viewer` sees at this column and row.
fn seen_at(viewer: usize, column: usize, row: usize) -> Square {
    if viewer == 0 { (column, row) } else { (8 - column, 8 - row) }
}

/// The neighbour in a direction as `side` sees it, none off the board.
fn neighbour(side: usize, from: Square, direction: usize) -> Option<Square> {
    let (mut right, mut up) = STEPS[direction];
    if side == 1 {
        right = -right;
        up = -up;
    }
    let column = from.0.checked_add_signed(right)?;
    let row = from.1.checked_add_signed(up)?;
    let inside = (1..=7).contains(&column) && (1..=7).contains(&row);
    inside.then_some((column, row))
}

/// What a letter of ROWS puts on its square.
fn parsed_cell(letter: char, square: Square) -> char {
    match letter {
        '.' => '.',
        'X' if square == DENS[0] => '.',
        'x' if square == DENS[1] => '.',
        piece if owner(piece).is_some() => piece,
        other => panic!("{other:?} at column {}, row {}", square.0, square.1),
    }
}

impl Naive {
    /// The position in ROWS, row 7 first, without a move limit.
    ///
    /// The endings belong to moves, so none is looked for here.
    pub fn parse(rows: &str, side: usize) -> Naive {
        assert!(side < 2, "side {side}");
        let mut game = Naive { cells: [['.'; 8]; 8], side, moves: 0, limit: None, ending: None };
        let lines: Vec<&str> = rows.split('/').collect();
        assert_eq!(lines.len(), 7, "rows in {rows:?}");
        for (index, line) in lines.iter().enumerate() {
            game.put_row(7 - index, line);
        }
        game
    }

    fn put_row(&mut self, row: usize, line: &str) {
        assert_eq!(line.chars().count(), 7, "columns in {line:?}");
        for (index, letter) in line.chars().enumerate() {
            let column = index + 1;
            let cell = parsed_cell(letter, (column, row));
            // A move code names a piece by its kind, so a second one could not be told apart.
            assert!(cell == '.' || self.find(cell).is_none(), "two of {cell:?}");
            self.cells[column][row] = cell;
        }
    }

    fn find(&self, letter: char) -> Option<Square> {
        for column in 1..=7 {
            for row in 1..=7 {
                if self.cells[column][row] == letter {
                    return Some((column, row));
                }
            }
        }
        None
    }

    /// The squares a move code leads from and to, none if the move is not legal.
    fn squares(&self, code: u8) -> Option<(Square, Square)> {
        let piece = PIECES[self.side][usize::from(code / 4)];
        let from = self.find(piece)?;
        let to = neighbour(self.side, from, usize::from(code % 4))?;
        self.may_enter(piece, to).then_some((from, to))
    }

    fn may_enter(&self, piece: char, to: Square) -> bool {
        if to == DENS[self.side] {
            return false;
        }
        let there = self.cells[to.0][to.1];
        match owner(there) {
            None => true,
            Some(side) => side != self.side && captures(piece, there),
        }
    }

    /// The legal move codes in the mover's own view, ascending; none when the game is over.
    pub fn legal(&self) -> Vec<u8> {
        let mut codes = Vec::new();
        if self.ending.is_some() {
            return codes;
        }
        for code in 0..16 {
            if self.squares(code).is_some() {
                codes.push(code);
            }
        }
        codes
    }

    /// Plays a legal move and tests whether it ended the game.
    ///
    /// Panics if the move is not legal or the game is over.
    pub fn play(&mut self, code: u8) {
        assert!(self.ending.is_none(), "the game is over");
        let (from, to) = self.squares(code).expect("a legal move");
        self.cells[to.0][to.1] = self.cells[from.0][from.1];
        self.cells[from.0][from.1] = '.';
        self.moves += 1;
        let mover = self.side;
        self.side = 1 - mover;
        self.ending = self.ending_after(mover, to);
    }

    /// The ending after `mover` has moved to `to`; the order of the tests is that of the rules.
    fn ending_after(&self, mover: usize, to: Square) -> Option<(Option<usize>, &'static str)> {
        let opponent = 1 - mover;
        if to == DENS[opponent] {
            return Some((Some(mover), "DEN"));
        }
        if self.has_no_piece(opponent) {
            return Some((Some(mover), "CAPTURE"));
        }
        if self.legal().is_empty() {
            return Some((Some(mover), "NO_MOVE"));
        }
        if self.limit.is_some_and(|limit| self.moves >= limit) {
            return Some((None, "MOVE_LIMIT"));
        }
        None
    }

    fn has_no_piece(&self, side: usize) -> bool {
        PIECES[side].iter().all(|&piece| self.find(piece).is_none())
    }

    /// The letter `viewer` sees on a square.
    fn glyph(&self, viewer: usize, square: Square) -> char {
        let mut letter = self.cells[square.0][square.1];
        if letter == '.' && square == DENS[0] {
            letter = 'X';
        } else if letter == '.' && square == DENS[1] {
            letter = 'x';
        }
        if viewer == 0 {
            letter
        } else if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    }

    /// A row as `viewer` sees it, counted from its own near side.
    fn seen_row(&self, viewer: usize, row: usize) -> Vec<String> {
        let mut letters = Vec::new();
        for column in 1..=7 {
            let square = seen_at(viewer, column, row);
            letters.push(self.glyph(viewer, square).to_string());
        }
        letters
    }

    /// The board as ROWS, row 7 first.
    pub fn rows(&self) -> String {
        let mut lines = Vec::new();
        for row in (1..=7).rev() {
            lines.push(self.seen_row(0, row).concat());
        }
        lines.join("/")
    }

    /// The board as the specification draws it for `viewer`.
    pub fn drawn(&self, viewer: usize) -> String {
        let mut text = String::new();
        for row in (1..=7).rev() {
            text.push_str(&self.seen_row(viewer, row).join(" "));
            text.push('\n');
        }
        text
    }

    /// The number of lines of play of exactly this depth, without a move limit.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut lines = 0;
        for code in self.legal() {
            let mut next = self.clone();
            next.limit = None;
            next.play(code);
            lines += next.perft(depth - 1);
        }
        lines
    }
}
