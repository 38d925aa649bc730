//! Connect Four on small boards by a plain search with a board of its own, held against the solver: the same states can
//! be reached, and each is worth the same.

use std::collections::BTreeMap;

use chase::prelude::*;
use chase::study::solve::{SolvedValue, solve};

use super::game::{Four, Scenario, State, claims};

/// A board as the search knows it: for each column from the left its discs from below, 1 for whoever begins, else 2.
struct PlainBoard {
    columns: Vec<Vec<u8>>,
    rows: usize,
}

/// The n-th square of a line from a square on: column and row.
type LineSquare = fn(usize, usize, usize) -> (usize, usize);

impl PlainBoard {
    fn disc(&self, column: usize, row: usize) -> u8 {
        let column = self.columns.get(column);
        column.and_then(|it| it.get(row)).map_or(0, |disc| *disc)
    }

    /// True if four discs of one owner stand in a line somewhere.
    fn has_four(&self) -> bool {
        let lines: [LineSquare; 4] = [
            |column, row, n| (column + n, row),
            |column, row, n| (column, row + n),
            |column, row, n| (column + n, row + n),
            |column, row, n| (column + n, row + 3 - n),
        ];
        let squares =
            (0..self.columns.len()).flat_map(|column| (0..self.rows).map(move |row| (column, row)));
        squares.into_iter().any(|(column, row)| {
            lines.iter().any(|line| {
                let discs = [0, 1, 2, 3].map(|n| {
                    let (column, row) = line(column, row, n);
                    self.disc(column, row)
                });
                discs[0] != 0 && discs == [discs[0]; 4]
            })
        })
    }

    /// Two bits for every square.
    fn key(&self) -> u64 {
        let squares =
            (0..self.columns.len()).flat_map(|column| (0..self.rows).map(move |row| (column, row)));
        squares.fold(0, |key, (column, row)| key << 2 | u64::from(self.disc(column, row)))
    }

    /// What whoever is to move gets with best play: 1 for a win, 0 for a draw, -1 for a loss. `known` holds every board
    /// that was met.
    fn value(&mut self, to_move: u8, known: &mut BTreeMap<u64, i8>) -> i8 {
        let key = self.key();
        if let Some(value) = known.get(&key) {
            return *value;
        }
        // Only the other can have moved last.
        let value = match self.has_four() {
            true => -1,
            false => self.moves(to_move, known).into_iter().flatten().max().unwrap_or(0),
        };
        known.insert(key, value);
        value
    }

    /// The value of a disc in every column for whoever drops it; nothing where the column is full.
    fn moves(&mut self, to_move: u8, known: &mut BTreeMap<u64, i8>) -> Vec<Option<i8>> {
        let columns = 0..self.columns.len();
        let value = |column: usize| {
            if self.columns[column].len() == self.rows {
                return None;
            }
            self.columns[column].push(to_move);
            let value = -self.value(3 - to_move, known);
            self.columns[column].pop();
            Some(value)
        };
        columns.map(value).collect()
    }
}

/// The state of the game that a key stands for.
fn state_of(key: u64, columns: u8, rows: u8) -> State {
    let squares = u32::from(columns) * u32::from(rows);
    let disc = |square: u32| (key >> (2 * (squares - 1 - square))) & 3;
    let column = |column: u8| {
        let first = u32::from(column) * u32::from(rows);
        let discs = (first..first + u32::from(rows)).map(disc).take_while(|disc| *disc != 0);
        discs.map(|disc| Seat(u8::from(disc == 2))).collect::<Vec<_>>()
    };
    let columns: Vec<_> = (0..columns).map(column).collect();
    let discs: usize = columns.iter().map(Vec::len).sum();
    State {
        opened: true,
        columns,
        next: Seat(u8::from(discs % 2 == 1)),
        winner: None,
        is_lost: false,
    }
}

/// Solves a board in both ways; the number of states, and the values of the first moves.
fn solved_twice(columns: u8, rows: u8) -> (u64, Vec<i8>) {
    let mut board = PlainBoard { columns: vec![Vec::new(); columns.into()], rows: rows.into() };
    let mut known = BTreeMap::new();
    board.value(1, &mut known);
    let moves: Vec<i8> = board.moves(1, &mut known).into_iter().flatten().collect();

    let four: Four = Game::new(Scenario { columns, rows }).expect("a board");
    let solution = solve(&four, four.start(), 10_000_000, &|_| true).expect("it is solved");
    // From 0 for a loss to 2 for a win.
    let points = |value: SolvedValue, seat: usize| {
        let share = value.share(seat).expect("it ends") * 2;
        i8::try_from(share.to_integer()).expect("0, 1 or 2")
    };
    let (seat, choices) = solution.choices(solution.start()).expect("a choice");
    assert_eq!((seat, solution.states()), (Seat(0), known.len() as u64));
    let values = choices.iter().map(|choice| points(choice.value, 0) - 1);
    assert_eq!(values.collect::<Vec<_>>(), moves, "{columns} by {rows}");
    for (key, due) in known {
        let mut state = state_of(key, columns, rows);
        if claims::outcome(&four, &state).is_some_and(|it| it.points != [1, 1]) {
            state.winner = Some(Seat(1 - state.next.0));
        }
        let found = solution.value(&state).expect("it is reached");
        assert_eq!(points(found, state.next.index()) - 1, due, "{state:?}");
    }
    (solution.states(), moves)
}

#[test]
fn every_state_of_small_boards_is_worth_what_a_plain_search_says() {
    for (columns, rows, states) in
        [(4, 2, 741), (2, 4, 179), (4, 3, 12_031), (3, 4, 6_000), (5, 3, 158_911), (4, 4, 161_029)]
    {
        let (found, moves) = solved_twice(columns, rows);
        assert_eq!(found, states, "{columns} by {rows}");
        assert_eq!(moves, vec![0; columns.into()], "{columns} by {rows}");
    }
}

#[test]
#[ignore = "it takes a minute and a half on two busy cores"]
fn every_state_of_five_columns_and_four_rows_is_worth_what_a_plain_search_says() {
    let found = solved_twice(5, 4);
    assert_eq!(found, (3_945_711, vec![-1, 0, 0, 0, -1]));
}
