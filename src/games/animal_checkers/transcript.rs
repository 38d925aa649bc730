//! A game in words: the board as the specification draws it, one for every move, with the move.
//!
//! Boards are seen by side 0: its pieces are `M D T E`, those of side 1 `m d t e`.

use std::sync::Arc;

use serde::Serialize;

use super::board::{Animal, SIZE};
use super::rules::global;
use super::trace::{BANNER, CAPTURED, TRACE, column, show, square_words};
use super::{
    Action, AnimalCheckers, Direction, Ending, Event, Position, Scenario, State, reading, rules,
};
use chase_core::blocks::BlockReader;
use chase_core::budget::StopFlag;
use chase_core::game::Seat;
use chase_core::referee::Referee;
use chase_core::replay::{Cycle, Header};
use chase_core::rules_referee::RulesReferee;
use chase_core::trace::{Cell, Column, Columns, Row, TraceReader};
use chase_core::transcript::Transcript;
pub(super) use chase_core::transcript::text;

/// A move for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// Moves made.
    #[serde(rename = "move")]
    pub moves: u32,
    /// The side to move; nothing when the game is over.
    pub side: Option<usize>,
    /// The board as side 0 sees it, row 7 first.
    pub position: [String; 7],
    /// The ending, if the game is over.
    pub ending: Option<Ending>,
    /// What chooses for each side.
    pub players: Vec<String>,
}

/// What is counted per side.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    sides: [SideTally; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct SideTally {
    moves: [u64; 4],
    captures: u64,
}

/// The counts for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// Side 0 first.
    pub sides: [SideTotals; 2],
}

/// One side's counts.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SideTotals {
    /// Moves of its mouse.
    pub mouse: u64,
    /// Moves of its dog.
    pub dog: u64,
    /// Moves of its tiger.
    pub tiger: u64,
    /// Moves of its elephant.
    pub elephant: u64,
    /// Enemies it captured.
    pub captures: u64,
}

/// The board as the specification draws it.
pub(super) fn board(position: &Position, viewer: usize, out: &mut Vec<u8>) {
    for row in position.rows(viewer) {
        for (n, cell) in row.bytes().enumerate() {
            if n > 0 {
                out.push(b' ');
            }
            out.push(cell);
        }
        out.push(b'\n');
    }
}

/// The board with coordinates, as a side sees it: columns a to g, rows 1 to 7.
pub(super) fn labelled_board(position: &Position, viewer: usize, out: &mut Vec<u8>) {
    let is_turned = viewer == 1;
    let mut columns: Vec<_> = ('a'..='g').map(String::from).collect();
    let mut rows: Vec<_> = (1..=SIZE).rev().collect();
    if is_turned {
        columns.reverse();
        rows.reverse();
    }
    text(out, format_args!("  {}\n", columns.join(" ")));
    for (row, cells) in rows.iter().zip(position.rows(viewer)) {
        let cells: Vec<_> = cells.chars().map(String::from).collect();
        text(out, format_args!("{row} {}\n", cells.join(" ")));
    }
}

/// The way of a step as its mover calls it; for the side that sees the board turned it is `its`
/// way, since on a board drawn for the other it looks like the opposite one.
fn way_words(side: usize, direction: Direction) -> String {
    match side {
        0 => direction.to_string(),
        _ => format!("its {direction}"),
    }
}

/// A step with its squares: `side 1: elephant f7 to e7 (its right)`.
pub(super) fn squares_words(side: usize, event: &Event) -> Option<String> {
    let Event::Moved {
        piece,
        from,
        to,
        captured,
    } = *event
    else {
        return None;
    };
    let leads = |direction: &Direction| from.neighbour(global(side, *direction)) == Some(to);
    let direction = Direction::ALL.into_iter().find(leads)?;
    let takes = captured.map_or(String::new(), |other| format!(", takes {other}"));
    let way = way_words(side, direction);
    Some(format!(
        "side {side}: {piece} {from} to {to} ({way}){takes}"
    ))
}

/// Who captures whom, a line for each animal.
pub(super) fn captures_words() -> String {
    let line = |animal: Animal| {
        let taken = Animal::ALL
            .into_iter()
            .filter(|other| animal.captures(*other));
        let taken: Vec<_> = taken.map(|other| other.to_string()).collect();
        format!("  the {animal} takes: {}\n", taken.join(", "))
    };
    Animal::ALL.into_iter().map(line).collect()
}

/// A step in words: `side 1 tiger left takes dog`, each direction as the mover sees it.
fn step_words(side: usize, event: &Event) -> Option<String> {
    match *event {
        Event::Moved {
            piece,
            from,
            to,
            captured,
        } => {
            let leads =
                |direction: &Direction| from.neighbour(global(side, *direction)) == Some(to);
            let direction = Direction::ALL.into_iter().find(leads)?;
            let takes = captured.map_or(String::new(), |other| format!(" takes {other}"));
            Some(format!("side {side} {piece} {direction}{takes}"))
        }
        Event::Forfeited { cause } => Some(format!("side {side} forfeits, {cause}")),
        Event::Opened | Event::Ended { .. } => None,
    }
}

impl AnimalCheckers {
    /// The number of the newest complete move: that of its cycle.
    fn shown_move(&self, state: &State) -> u32 {
        state.moves + u32::from(state.forfeited.is_some())
    }

    fn player(players: &[String], side: usize) -> &str {
        players.get(side).map_or("", String::as_str)
    }
}

impl Transcript for AnimalCheckers {
    type Facts = Facts;
    type Tally = Tally;
    type Totals = Totals;

    fn opening(&self, out: &mut Vec<u8>) {
        let (side, moves) = (self.scenario.side, self.scenario.moves);
        text(
            out,
            format_args!(
                "\n{BANNER}\n\nSide 0 has M D T E, side 1 has m d t e.\n\
                 Side {side} moves first; {moves} moves.\n\n"
            ),
        );
    }

    fn deeds(&self, newest: Cycle<'_, Self>) -> Option<String> {
        let first = u64::from(self.scenario.side);
        let side = usize::from((first + newest.number).is_multiple_of(2));
        let mut events = newest.events.iter();
        events.find_map(|event| step_words(side, event))
    }

    fn block(&self, _: Cycle<'_, Self>, state: &State, out: &mut Vec<u8>) {
        board(&state.position, 0, out);
    }

    fn ending_words(&self, state: &State) -> String {
        let ending = state.ending.as_ref();
        ending.map_or(String::new(), ToString::to_string)
    }

    fn columns() -> &'static [Column] {
        TRACE
    }

    fn printed(row: &Row) -> Vec<(String, Columns)> {
        let cell = |n: usize| {
            let letter = Animal::ALL[n % 4].letter();
            let letter = if n < 4 {
                letter
            } else {
                letter.to_ascii_lowercase()
            };
            let square = match row.cells[n] {
                Cell::Number(CAPTURED) => "--".into(),
                Cell::Number(number) => square_words(number),
                _ => "?".into(),
            };
            (format!("{letter}{square}"), Columns::only(n))
        };
        (0..column::PIECES).map(cell).collect()
    }

    fn show(&self, state: &State, row: &mut Row) {
        show(&state.position, row);
    }

    fn statements(&self) -> Vec<(String, String)> {
        let Scenario {
            side,
            moves,
            move_ms,
            game_ms,
            ..
        } = &self.scenario;
        let said = [
            ("first", format!("side {side}")),
            ("moves", moves.to_string()),
            ("position", self.start.to_string()),
            ("time for a move", format!("{move_ms} ms")),
            ("time for the game", format!("{game_ms} ms")),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn recognises(beginning: &str) -> bool {
        beginning.lines().any(|line| {
            line.trim() == BANNER || reading::board_row(reading::without_prompts(line)).is_some()
        })
    }

    fn reader() -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<Self>(reading::Reading::default()))
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        Box::new(RulesReferee::new(game, header, dice_known, stop))
    }

    fn moment(&self, state: &State, players: &[String], out: &mut Vec<u8>) {
        text(out, format_args!("Move {}\n", self.shown_move(state)));
        labelled_board(&state.position, 0, out);
        out.push(b'\n');
        for side in 0..2 {
            let pieces = state.position.count(side);
            let player = Self::player(players, side);
            text(
                out,
                format_args!("side {side}: {pieces} pieces, {player}\n"),
            );
        }
        match state.ending {
            Some(_) => {
                out.push(b'\n');
                self.ending(state, out);
            }
            None => {
                let side = self.to_move(state);
                let left = self.scenario.moves - state.moves;
                text(
                    out,
                    format_args!("side {side} is to move, {left} moves left\n"),
                );
            }
        }
    }

    fn facts(&self, state: &State, players: &[String]) -> Facts {
        Facts {
            moves: self.shown_move(state),
            side: state.ending.is_none().then(|| self.to_move(state)),
            position: state.position.rows(0),
            ending: state.ending,
            players: players.to_vec(),
        }
    }

    fn notation(&self, _: &State, action: &Action) -> Option<String> {
        let Action::Move { piece, direction } = action;
        let piece = piece.letter().to_ascii_lowercase();
        Some(format!("{piece}{}", direction.letter()))
    }

    fn action(&self, state: &State, seat: Seat, action: &Action, out: &mut Vec<u8>) {
        let side = seat.index();
        match rules::step(&state.position, side, *action) {
            Ok(rules::Step { from, to, captured }) => {
                match (side, action) {
                    (0, _) => text(out, format_args!("{action}, {from} to {to}")),
                    (_, Action::Move { piece, direction }) => {
                        let way = way_words(side, *direction);
                        text(out, format_args!("{piece} {from} to {to} ({way})"));
                    }
                }
                if let Some(other) = captured {
                    text(out, format_args!(", takes {other}"));
                }
            }
            Err(rule) => text(out, format_args!("{action}: {rule}")),
        }
    }

    fn event(&self, before: &State, event: &Event, out: &mut Vec<u8>) {
        let side = self.to_move(before);
        match *event {
            Event::Opened => text(
                out,
                format_args!("the pieces are set up; side {side} begins"),
            ),
            Event::Moved { .. } => {
                let words = squares_words(side, event).unwrap_or_default();
                text(out, format_args!("{words}"));
            }
            Event::Forfeited { .. } => {
                let words = step_words(side, event).unwrap_or_default();
                text(out, format_args!("{words}"));
            }
            Event::Ended { winner, cause } => {
                text(out, format_args!("{}", Ending { winner, cause }));
            }
        }
    }

    fn count(&self, tally: &mut Tally, before: &State, event: &Event) {
        if let Event::Moved {
            piece, captured, ..
        } = *event
        {
            let side = &mut tally.sides[self.to_move(before)];
            side.moves[piece as usize] += 1;
            side.captures += u64::from(captured.is_some());
        }
    }

    fn totals(&self, tally: &Tally) -> Totals {
        let sides = tally.sides.map(|side| {
            let [mouse, dog, tiger, elephant] = side.moves;
            SideTotals {
                mouse,
                dog,
                tiger,
                elephant,
                captures: side.captures,
            }
        });
        Totals { sides }
    }

    fn table(&self, totals: &Totals, out: &mut Vec<u8>) {
        text(
            out,
            format_args!(
                "{:<6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}\n",
                "side", "moves", "mouse", "dog", "tiger", "elephant", "captures"
            ),
        );
        for (side, counts) in totals.sides.iter().enumerate() {
            let SideTotals {
                mouse,
                dog,
                tiger,
                elephant,
                captures,
            } = counts;
            let moves = mouse + dog + tiger + elephant;
            text(
                out,
                format_args!(
                    "{side:<6} {moves:>8} {mouse:>8} {dog:>8} {tiger:>8} {elephant:>8} {captures:>9}\n"
                ),
            );
        }
    }
}
