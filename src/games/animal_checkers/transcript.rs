//! A game in words: the board as the specification draws it, one for every move, with the move.
//!
//! Boards are seen by side 0: its pieces are `M D T E`, those of side 1 `m d t e`.

use serde::Serialize;

use super::board::{Animal, SIZE};
use super::picture::pieces;
use super::trace::{BANNER, CAPTURED, square_words};
use super::{Action, AnimalCheckers, Direction, Ending, Event, Position, State, reading, rules};
use chase_engine::header::to_json;
use chase_engine::seat::Seats;
use chase_kit::blocks::BlockReader;
use chase_kit::faces::Transcript;
use chase_kit::tally::Tally;
use chase_kit::trace::{Cell, ColumnSet, TraceReader, TraceRow};
use chase_kit::transcript::table;
pub(super) use chase_kit::transcript::text;

/// A move for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The number of moves made by both sides.
    #[serde(rename = "move")]
    pub moves: u32,
    /// The side to move; nothing when the game is over.
    pub side: Option<usize>,
    /// The board as side 0 sees it, row 7 first.
    pub position: [String; 7],
    /// The ending, if the game is over.
    pub ending: Option<Ending>,
    /// The names of the players, one for each side.
    pub players: Vec<String>,
}

/// The counts of the game for each side, side 0 first.
#[derive(Clone, Debug, Default, Serialize)]
struct Counts {
    sides: [SideCounts; 2],
}

/// One side's counts: the moves of its pieces, and the enemies it captured.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct SideCounts {
    mouse: u64,
    dog: u64,
    tiger: u64,
    elephant: u64,
    captures: u64,
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
    let Event::Moved { piece, from, to, captured } = *event else {
        return None;
    };
    let direction = rules::direction_to(side, from, to)?;
    let takes = captured.map_or(String::new(), |other| format!(", takes {other}"));
    let way = way_words(side, direction);
    Some(format!("side {side}: {piece} {from} to {to} ({way}){takes}"))
}

/// A step in words: `side 1 tiger left takes dog`, each direction as the mover sees it.
pub(super) fn step_words(side: usize, event: &Event) -> Option<String> {
    match *event {
        Event::Moved { piece, from, to, captured } => {
            let direction = rules::direction_to(side, from, to)?;
            let takes = captured.map_or(String::new(), |other| format!(" takes {other}"));
            Some(format!("side {side} {piece} {direction}{takes}"))
        }
        Event::Forfeited { cause } => Some(format!("side {side} forfeits, {cause}")),
        Event::Opened | Event::Ended { .. } => None,
    }
}

/// A move that a side can make, as it would say it.
pub(super) fn action_words(state: &State, side: usize, action: Action) -> String {
    let Action::Move { piece, direction } = action;
    match rules::step(&state.position, side, action) {
        Ok(rules::AllowedStep { from, to, captured }) => {
            let takes = captured.map_or(String::new(), |other| format!(", takes {other}"));
            match side {
                0 => format!("{action}, {from} to {to}{takes}"),
                _ => {
                    let way = way_words(side, direction);
                    format!("{piece} {from} to {to} ({way}){takes}")
                }
            }
        }
        Err(rule) => format!("{action}: {rule}"),
    }
}

/// The number of the newest complete move: that of its cycle.
fn shown_move(state: &State) -> u32 {
    state.moves + u32::from(state.forfeited.is_some())
}

/// The text: a board for every move.
pub(super) struct Boards;

impl Transcript<AnimalCheckers> for Boards {
    fn banner(&self) -> String {
        BANNER.into()
    }

    fn opening(&self, game: &AnimalCheckers, out: &mut Vec<u8>) {
        let (side, moves) = (game.scenario.side, game.scenario.moves);
        text(
            out,
            format_args!(
                "\n{BANNER}\n\nSide 0 has M D T E, side 1 has m d t e.\n\
                 Side {side} moves first; {moves} moves.\n\n"
            ),
        );
    }

    fn block(&self, _: &AnimalCheckers, state: &State, out: &mut Vec<u8>) {
        board(&state.position, 0, out);
    }

    fn ending_words(&self, _: &AnimalCheckers, state: &State) -> String {
        let ending = state.ending.as_ref();
        ending.map_or(String::new(), ToString::to_string)
    }

    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        let cell = |(n, (side, animal)): (usize, (usize, Animal))| {
            let letter = animal.letter();
            let letter = if side == 0 { letter } else { letter.to_ascii_lowercase() };
            let square = match row.cells[n] {
                Cell::Number(CAPTURED) => "--".into(),
                Cell::Number(number) => square_words(number),
                _ => "?".into(),
            };
            (format!("{letter}{square}"), ColumnSet::only(n))
        };
        pieces().enumerate().map(cell).collect()
    }

    fn recognises(&self, beginning: &str) -> bool {
        beginning.lines().any(|line| {
            line.trim() == BANNER || reading::board_row(reading::without_prompts(line)).is_some()
        })
    }

    fn reader(&self) -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<AnimalCheckers>(reading::Reading::default()))
    }

    fn moment(&self, game: &AnimalCheckers, state: &State, players: &[String], out: &mut Vec<u8>) {
        text(out, format_args!("Move {}\n", shown_move(state)));
        labelled_board(&state.position, 0, out);
        out.push(b'\n');
        for side in 0..2 {
            let pieces = state.position.count(side);
            let player = players.get(side).map_or("", String::as_str);
            text(out, format_args!("side {side}: {pieces} pieces, {player}\n"));
        }
        if let Some(ending) = state.ending {
            text(out, format_args!("\n{ending}\n"));
        } else {
            let (side, left) = (game.to_move(state), game.scenario.moves - state.moves);
            text(out, format_args!("side {side} is to move, {left} moves left\n"));
        }
    }

    fn facts(&self, game: &AnimalCheckers, state: &State, players: &[String]) -> impl Serialize {
        Facts {
            moves: shown_move(state),
            side: state.ending.is_none().then(|| game.to_move(state)),
            position: state.position.rows(0),
            ending: state.ending,
            players: players.to_vec(),
        }
    }

    fn event(&self, game: &AnimalCheckers, before: &State, event: &Event) -> String {
        let side = game.to_move(before);
        match *event {
            Event::Opened => format!("the pieces are set up; side {side} begins"),
            Event::Moved { .. } => squares_words(side, event).unwrap_or_default(),
            Event::Forfeited { .. } => step_words(side, event).unwrap_or_default(),
            Event::Ended { winner, cause } => Ending { winner, cause }.to_string(),
        }
    }

    fn tally(&self, _: &AnimalCheckers) -> Box<dyn Tally<AnimalCheckers>> {
        Box::new(Counts::default())
    }
}

impl Tally<AnimalCheckers> for Counts {
    fn count(&mut self, game: &AnimalCheckers, before: &State, event: &Event) {
        if let Event::Moved { piece, captured, .. } = *event {
            let side = &mut self.sides[game.to_move(before)];
            side.captures += u64::from(captured.is_some());
            *match piece {
                Animal::Mouse => &mut side.mouse,
                Animal::Dog => &mut side.dog,
                Animal::Tiger => &mut side.tiger,
                Animal::Elephant => &mut side.elephant,
            } += 1;
        }
    }

    fn json(&self, _: &AnimalCheckers, _: Option<Seats>) -> String {
        to_json(self)
    }

    fn text(&self, _: &AnimalCheckers, _: Option<Seats>, out: &mut Vec<u8>) {
        let heads = [
            ("moves", 8),
            ("mouse", 8),
            ("dog", 8),
            ("tiger", 8),
            ("elephant", 8),
            ("captures", 9),
        ];
        let row = |(side, counts): (usize, &SideCounts)| {
            let SideCounts { mouse, dog, tiger, elephant, captures } = *counts;
            let moves = mouse + dog + tiger + elephant;
            (side.to_string(), [moves, mouse, dog, tiger, elephant, captures])
        };
        table(("side", 6), heads, self.sides.iter().enumerate().map(row), out);
    }

    fn again(&self) -> Box<dyn Tally<AnimalCheckers>> {
        Box::new(self.clone())
    }
}
