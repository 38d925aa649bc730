//! Connect Four: two players drop discs into columns in turn; four in a line of one's own win (J. D.
//! Allen, 'The Complete Book of Connect 4', 2010), and a full board is a draw. A cycle is one move. Who
//! loses a turn loses the game. `board` has the picture and the numbers, `claims` what is said twice.

mod board;
pub(crate) mod claims;

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// What a file says: the size of the board.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    /// Columns of the board
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) columns: u8,
    /// How many rows there are
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) rows: u8,
}

/// The game.
#[derive(Debug)]
pub(crate) struct Four(pub(crate) Scenario);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) opened: bool,
    /// The discs of every column from below, by whose they are.
    pub(crate) columns: Vec<Vec<Seat>>,
    pub(crate) next: Seat,
    pub(crate) winner: Option<Seat>,
    pub(crate) is_lost: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    Opened,
    Dropped { column: u8, row: u8 },
    Lost,
}

/// Along a row, up a column, along both diagonals.
pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

pub(crate) fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl State {
    pub(crate) fn disc(&self, column: i32, row: i32) -> Option<Seat> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether a disc is in a line of four in one of these directions.
    pub(crate) fn wins(&self, column: u8, row: u8, directions: &[(i32, i32)]) -> bool {
        let (column, row) = (i32::from(column), i32::from(row));
        let at = |n: i32, x: i32, y: i32| self.disc(column + n * x, row + n * y);
        let run = |x, y| (1..4).take_while(|n| at(*n, x, y) == at(0, x, y)).count();
        directions.iter().any(|(x, y)| run(*x, *y) + run(-x, -y) >= 3)
    }
}

impl Four {
    /// The row that a disc falls to in a column.
    pub(crate) fn check(&self, state: &State, column: u8) -> Result<u8, BrokenRule> {
        let discs = state.columns.get(usize::from(column)).map(Vec::len);
        let discs = discs.ok_or(BrokenRule::new("there is no such column"))?;
        (0..self.0.rows).nth(discs).ok_or(BrokenRule::new("the column is full"))
    }
}

impl Game for Four {
    const NAME: &'static str = "four";
    type Scenario = Scenario;
    type State = State;
    type Action = u8;
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
            columns: vec![Vec::new(); self.0.columns.into()],
            next: Seat(0),
            winner: None,
            is_lost: false,
        }
    }
    fn clock(&self, state: &State) -> u64 {
        let discs: usize = state.columns.iter().map(Vec::len).sum();
        let is_on = matches!(self.turn(state), Turn::Seat(_));
        discs as u64 + u64::from(state.is_lost || is_on)
    }
    fn last_possible_cycle(&self) -> Option<u64> {
        Some(u64::from(self.0.columns) * u64::from(self.0.rows))
    }
    fn turn(&self, state: &State) -> Turn {
        let cause = ["four_in_a_line", "forfeit"][usize::from(state.is_lost)];
        if !state.opened {
            Turn::World
        } else if let Some(winner) = state.winner {
            Turn::Over(Outcome::won(cause, winner.index(), 2))
        } else if self.legal(state, state.next).is_empty() {
            Turn::Over(Outcome::draw("board_full", 2))
        } else {
            Turn::Seat(state.next)
        }
    }
    fn is_valid_state(&self, state: &State) -> bool {
        let discs: Vec<Seat> = state.columns.iter().flatten().copied().collect();
        let seconds = discs.iter().filter(|seat| seat.0 == 1).count();
        let fits = |column: &Vec<Seat>| column.len() <= self.0.rows.into();
        state.columns.len() == usize::from(self.0.columns)
            && state.columns.iter().all(fits)
            && discs.iter().chain(&state.winner).all(|seat| seat.0 < 2)
            && seconds == discs.len() / 2
            && state.next.index() == discs.len() % 2
            && (state.opened || discs.is_empty() && state.winner.is_none())
            && (!state.is_lost || state.winner == Some(other(state.next)))
    }
    fn legal(&self, state: &State, _: Seat) -> Vec<u8> {
        let has_room = |column: &u8| self.check(state, *column).is_ok();
        (0..self.0.columns).filter(has_room).collect()
    }
    fn decide(&self, state: &State, _: Seat, column: &u8, _: &mut Dice) -> Decided<Event> {
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
        let is_on = matches!(self.turn(state), Turn::Seat(_));
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
}

impl Playable for Four {
    const CELLS: &'static [Column] = &[cell("board"), DEEDS];
    const EXTRAS: Extras<Self> = claims::EXTRAS;
    fn cells(&self, state: &State) -> Vec<String> {
        vec![board::rows(self, state).join("/")]
    }
    fn action_text(&self, _: &State, _: Seat, column: &u8) -> String {
        format!("drop into column {}", column + 1)
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
        vec![("board".into(), format!("{} by {}", self.0.columns, self.0.rows))]
    }
    fn picture() -> impl Picture<Self> {
        board::Board
    }
    fn numbers() -> impl NumericForm<Self> {
        board::Discs
    }
}

fn main() -> std::process::ExitCode {
    chase::cli::run(Games::new().with::<Four>())
}
