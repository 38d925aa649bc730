//! Connect Four: two players drop pieces into seven columns of six squares in turn; who has four in a
//! line first wins, and a full board is a draw. Source: the rules of Milton Bradley's game of 1974.
//!
//! A cycle is one move; cycle 0 is the empty board. Who loses his turn loses the game.
//!
//! The game replaces two faces of the kit, each alone: its picture and its numbers.

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// The squares of a row, and of a column.
const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// What a file says: there is one board.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Scenario {}

/// The game.
#[derive(Debug)]
pub struct Four(Scenario);

/// The pieces of each column from below, each by its seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    opened: bool,
    /// Whether the newest move was lost, and the game with it.
    lost: bool,
    columns: Vec<Vec<u8>>,
}

/// What can happen. The order is stored: new events are added at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The board lies there.
    Opened,
    /// A piece fell down this column.
    Dropped(usize),
    /// The turn was lost, and the game with it.
    Forfeited,
}

impl State {
    fn moves(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn to_move(&self) -> usize {
        self.moves() % 2
    }

    /// Whose piece is there; rows count from below.
    fn piece(&self, column: usize, row: usize) -> Option<usize> {
        let piece = self.columns.get(column)?.get(row)?;
        Some((*piece).into())
    }

    fn has_four(&self, seat: usize) -> bool {
        let is_line = |column: usize, row: usize, right: usize, up: isize| {
            (0..4).all(|n| {
                let row = row.checked_add_signed(up * n as isize);
                row.is_some_and(|row| self.piece(column + right * n, row) == Some(seat))
            })
        };
        let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut squares = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        squares.any(|(column, row)| lines.iter().any(|(x, y)| is_line(column, row, *x, *y)))
    }

    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome> {
        let (next, last) = (self.to_move(), 1 - self.to_move());
        if self.lost {
            Some(Outcome::won("forfeit", last, 2))
        } else if self.has_four(last) {
            Some(Outcome::won("four_in_a_line", last, 2))
        } else if self.has_four(next) {
            Some(Outcome::won("four_in_a_line", next, 2))
        } else {
            (self.moves() == COLUMNS * ROWS).then(|| Outcome::draw("board_full", 2))
        }
    }

    fn row(&self, row: usize) -> String {
        let sign = |column| match self.piece(column, row) {
            None => '.',
            Some(0) => 'X',
            Some(_) => 'O',
        };
        (0..COLUMNS).map(sign).collect()
    }

    fn rows(&self) -> Vec<String> {
        (0..ROWS).rev().map(|row| self.row(row)).collect()
    }
}

impl OpenGame for Four {
    const NAME: &'static str = "four";
    const CELLS: &'static [Column] = &[cell("board"), DEEDS];

    type Scenario = Scenario;
    type State = State;
    type Action = usize;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        Ok(Four(scenario))
    }

    fn scenario(&self) -> &Scenario {
        &self.0
    }

    fn start(&self) -> State {
        State {
            opened: false,
            lost: false,
            columns: vec![Vec::new(); COLUMNS],
        }
    }

    fn clock(&self, state: &State) -> u64 {
        let is_on = state.opened && state.outcome().is_none();
        state.moves() as u64 + u64::from(is_on || state.lost)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some((COLUMNS * ROWS) as u64)
    }

    fn turn(&self, state: &State) -> Turn {
        if !state.opened {
            return Turn::World;
        }
        let seat = Turn::Seat(Seat(state.to_move() as u8));
        state.outcome().map_or(seat, Turn::Over)
    }

    fn is_valid_state(&self, state: &State) -> bool {
        let all = || state.columns.iter().flatten();
        let second = all().filter(|seat| **seat == 1).count();
        state.columns.len() == COLUMNS
            && state.columns.iter().all(|column| column.len() <= ROWS)
            && all().all(|seat| *seat < 2)
            && second == state.moves() / 2
            && (state.opened || state.moves() == 0 && !state.lost)
            && !(state.lost && state.moves() == COLUMNS * ROWS)
    }

    fn legal(&self, state: &State, _: Seat) -> Vec<usize> {
        let has_room = |column: &usize| state.columns[*column].len() < ROWS;
        (0..COLUMNS).filter(has_room).collect()
    }

    fn decide(&self, state: &State, _: Seat, column: &usize, _: &mut Dice) -> Decided<Event> {
        let has_room = state.columns.get(*column).map(|it| it.len() < ROWS);
        BrokenRule::unless(has_room == Some(true), "there is no room in such a column")?;
        Ok(vec![Event::Dropped(*column)])
    }

    fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> {
        vec![Event::Opened]
    }

    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Forfeited]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let is_due = match event {
            Event::Opened => !state.opened,
            _ => state.opened && state.outcome().is_none(),
        };
        BrokenRule::unless(is_due, "the board is there first, and then players move")?;
        match event {
            Event::Opened => state.opened = true,
            Event::Forfeited => state.lost = true,
            Event::Dropped(column) => {
                let seat = state.to_move() as u8;
                let to = state.columns.get_mut(*column);
                let to = to.filter(|it| it.len() < ROWS);
                let to = to.ok_or(BrokenRule::new("there is no room in such a column"))?;
                to.push(seat);
            }
        }
        Ok(())
    }

    fn cells(&self, state: &State) -> Vec<String> {
        vec![state.rows().join("/")]
    }

    fn action_text(&self, _: &State, _: Seat, column: &usize) -> String {
        format!("drop into column {}", column + 1)
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let who = seat.map_or(String::new(), |seat| self.seat_name(seat));
        match event {
            Event::Opened => String::new(),
            Event::Dropped(column) => format!("{who} drops into column {}", column + 1),
            Event::Forfeited => format!("{who} loses its turn"),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        vec![("board".into(), format!("{COLUMNS} by {ROWS}"))]
    }

    fn picture() -> impl OpenPicture<Self> {
        Board
    }

    fn numbers() -> impl OpenNumbers<Self> {
        Pieces
    }
}

/// The board, with pieces in the colours of their seats; the top square of a column is clicked.
struct Board;

impl OpenPicture<Four> for Board {
    fn board(&self, _: &Four, state: &State) -> Vec<String> {
        state.rows()
    }

    fn signs(&self) -> &'static [&'static str] {
        &["X", "O"]
    }

    fn squares(&self, _: &Four, _: &State, _: Seat, column: &usize) -> Vec<(usize, usize)> {
        vec![(*column, 0)]
    }
}

/// Columns as actions; an observation is the board from below: 0 for nothing, 1 for one's own piece.
struct Pieces;

impl OpenNumbers<Four> for Pieces {
    fn action_count(&self, _: &Four) -> usize {
        COLUMNS
    }

    fn action_number(&self, _: &Four, _: &State, _: Seat, column: &usize) -> usize {
        *column
    }

    fn features(&self, _: &Four) -> Vec<Feature> {
        let squares = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| format!("{x} {y}")));
        squares.map(|name| Feature::new(name, 0, 2)).collect()
    }

    fn observation(&self, _: &Four, state: &State, seat: Seat, out: &mut Vec<i32>) {
        let mine = |piece| if piece == seat.index() { 1 } else { 2 };
        let squares = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
        out.extend(squares.map(|(x, y)| state.piece(x, y).map_or(0, mine)));
    }
}

impl Entry for Four {
    const ABOUT: &'static str = "Connect Four: four in a line win";
    const EXAMPLE: &'static str = "--seed 1";
    type Arguments = Scenario;

    fn scenario_of(asked: &Scenario, _: &mut Dice) -> Result<Scenario, Error> {
        Ok(asked.clone())
    }
}

fn main() -> std::process::ExitCode {
    chase::cli::run(Games::new().with::<Four>())
}
