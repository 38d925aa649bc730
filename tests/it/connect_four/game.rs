//! Connect Four: two players drop discs into columns in turn; four in a line of one's own win (J. D.
//! Allen, 'The Complete Book of Connect 4', 2010). Who loses a turn loses the game.

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// How many columns there are, and rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Board(pub u8, pub u8);

/// A board that can be played on.
pub struct ConnectFour(pub Board);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub opened: bool,
    /// The discs of every column from below, by whose they are.
    pub columns: Vec<Vec<Seat>>,
    pub next: Seat,
    pub winner: Option<Seat>,
    pub is_lost: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drop(pub u8);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Opened,
    Dropped { column: u8, row: u8 },
    Lost,
}

/// Along a row, up a column, and along both diagonals.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl State {
    pub fn disc(&self, column: i32, row: i32) -> Option<Seat> {
        let column = self.columns.get(column as usize)?;
        column.get(row as usize).copied()
    }

    /// Whether a disc is in a line of four in one of these directions.
    pub fn wins(&self, column: u8, row: u8, directions: &[(i32, i32)]) -> bool {
        let (column, row) = (i32::from(column), i32::from(row));
        let mine = self.disc(column, row);
        let run = |x: i32, y: i32| {
            let is_mine = |n: &i32| self.disc(column + n * x, row + n * y) == mine;
            (1..4).take_while(is_mine).count()
        };
        let mut lines = directions.iter();
        lines.any(|(x, y)| run(*x, *y) + run(-x, -y) >= 3)
    }
}

impl ConnectFour {
    pub fn check(&self, state: &State, column: u8) -> Result<u8, BrokenRule> {
        let discs = state.columns.get(usize::from(column)).map(Vec::len);
        let row = discs.ok_or(BrokenRule::new("there is no such column"))? as u8;
        BrokenRule::unless(row < self.0.1, "the column is full")?;
        Ok(row)
    }
}

impl OpenGame for ConnectFour {
    const NAME: &'static str = "connect-four";
    const CELLS: &'static [Column] = &[cell("board"), DEEDS];

    type Scenario = Board;
    type State = State;
    type Action = Drop;
    type Event = Event;

    fn new(board: Board) -> Result<Self, Fault> {
        Ok(ConnectFour(board))
    }

    fn scenario(&self) -> &Board {
        &self.0
    }

    fn start(&self) -> State {
        State {
            opened: false,
            columns: vec![Vec::new(); self.0.0.into()],
            next: Seat(0),
            winner: None,
            is_lost: false,
        }
    }

    fn clock(&self, state: &State) -> u64 {
        let discs: usize = state.columns.iter().map(Vec::len).sum();
        let is_over = matches!(OpenGame::turn(self, state), Turn::Over(_));
        discs as u64 + u64::from(state.is_lost || (state.opened && !is_over))
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some(u64::from(self.0.0) * u64::from(self.0.1))
    }

    fn turn(&self, state: &State) -> Turn {
        let cause = if state.is_lost { "forfeit" } else { "four" };
        if !state.opened {
            Turn::World
        } else if let Some(winner) = state.winner {
            Turn::Over(Outcome::won(cause, winner.index(), 2))
        } else if OpenGame::legal(self, state, state.next).is_empty() {
            let (cause, points) = ("full".into(), vec![1, 1]);
            Turn::Over(Outcome { cause, points })
        } else {
            Turn::Seat(state.next)
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        let named = state.columns.iter().flatten().chain(&state.winner);
        let is_seat = |seat: &Seat| seat.0 < 2;
        state.columns.len() == usize::from(self.0.0) && named.chain([&state.next]).all(is_seat)
    }

    fn legal(&self, state: &State, _: Seat) -> Vec<Drop> {
        let is_free = |column: &u8| self.check(state, *column).is_ok();
        (0..self.0.0).filter(is_free).map(Drop).collect()
    }

    fn decide(&self, state: &State, _: Seat, Drop(column): &Drop, _: &mut Dice) -> Decided<Event> {
        let (column, row) = (*column, self.check(state, *column)?);
        Ok(vec![Event::Dropped { column, row }])
    }

    fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> {
        vec![Event::Opened]
    }

    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Lost]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let is_on = matches!(OpenGame::turn(self, state), Turn::Seat(_));
        match *event {
            Event::Opened if !state.opened => state.opened = true,
            Event::Lost if is_on => {
                (state.is_lost, state.winner) = (true, Some(other(state.next)));
            }
            Event::Dropped { column, row } if is_on && self.check(state, column)? == row => {
                state.columns[usize::from(column)].push(state.next);
                state.winner = Some(state.next).filter(|_| state.wins(column, row, &DIRECTIONS));
                state.next = other(state.next);
            }
            _ => return Err(BrokenRule::new("this cannot happen here")),
        }
        Ok(())
    }

    fn cells(&self, state: &State) -> Vec<String> {
        let disc = |seat: &Seat| if seat.0 == 0 { 'x' } else { 'o' };
        let column = |column: &Vec<Seat>| column.iter().map(disc).collect();
        let columns: Vec<String> = state.columns.iter().map(column).collect();
        vec![columns.join("|")]
    }

    fn action_text(&self, _: &State, _: Seat, Drop(column): &Drop) -> String {
        format!("column {}", column + 1)
    }

    fn parse_action(&self, state: &State, _: Seat, text: &str) -> Option<Drop> {
        let number: u8 = text.strip_prefix("column ")?.parse().ok()?;
        let column = number.checked_sub(1)?;
        self.check(state, column).ok().map(|_| Drop(column))
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let who = seat.map_or(String::new(), |seat| self.seat_name(seat));
        match event {
            Event::Opened => String::new(),
            Event::Dropped { column, .. } => format!("{who} drops into column {}", column + 1),
            Event::Lost => format!("{who} loses its turn"),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        vec![("board".into(), format!("{} x {}", self.0.0, self.0.1))]
    }
}
