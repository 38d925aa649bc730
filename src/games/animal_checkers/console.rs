//! What the specification's session prints: a person against an agent, a board after every move. Both sides may
//! be people, who then see the board from the side to move, or neither.
//!
//! From a pipe this is what the specification prints; at a terminal boards have coordinates,
//! and every move is told in words. What is typed is the kit's: a move as two letters, piece and direction (`tu`), or
//! `undo`, `?` and `quit`.

use super::reading::{AGENT_WINS, DRAW, HUMAN_WINS, PROMPT, START, UNDONE};
use super::transcript::{board, labelled_board, text};
use super::{AnimalCheckers, rules};
use chase_engine::game::{Game as _, Seat, Turn};
use chase_kit::faces::{Playable as _, Transcript as _};
use chase_play::console::{PlayedTurn, SessionText, tell_turns};
use chase_play::table::Table;

/// The specification's session.
pub(super) struct PlayAgainstAgent;

/// The sides of people.
fn people(table: &Table<AnimalCheckers>) -> Vec<usize> {
    (0..2).filter(|side| table.is_person(rules::seat(*side))).collect()
}

/// The board for the only person's side, else for the one to move.
fn put_board(table: &Table<AnimalCheckers>, on_screen: bool, out: &mut Vec<u8>) {
    let eyes = match (&people(table)[..], table.turn()) {
        (&[person], _) => person,
        (&[_, _], Turn::Seat(seat)) => seat.index(),
        _ => 0,
    };
    let draw = if on_screen { labelled_board } else { board };
    draw(&table.state().position, eyes, out);
    out.push(b'\n');
}

impl SessionText<AnimalCheckers> for PlayAgainstAgent {
    fn prompts_once(&self) -> bool {
        true
    }

    fn greet(&self, table: &Table<AnimalCheckers>, on_screen: bool, out: &mut Vec<u8>) {
        if table.header().number == 0 {
            text(out, format_args!("init\n"));
        }
        text(out, format_args!("{START}\n"));
        let moves = table.state().moves;
        if moves > 0 {
            text(out, format_args!("Move {moves}\n"));
        }
        put_board(table, on_screen, out);
    }

    fn tell(&self, table: &Table<AnimalCheckers>, played: PlayedTurn, out: &mut Vec<u8>) {
        if played.seat.is_none() {
            return;
        }
        if played.on_screen {
            tell_turns(table, played.turns_before, played.eyes, out);
        }
        put_board(table, played.on_screen, out);
    }

    fn show(&self, _: &Table<AnimalCheckers>, _: Seat, _: &mut Vec<u8>) {}

    fn prompt(&self, table: &Table<AnimalCheckers>, seat: Seat) -> String {
        match people(table).len() {
            1 => PROMPT.into(),
            _ => format!("{}, {PROMPT}", table.game().seat_name(seat)),
        }
    }

    fn undone(&self, table: &Table<AnimalCheckers>, _: bool, on_screen: bool, out: &mut Vec<u8>) {
        text(out, format_args!("{UNDONE} to before your last move.\n"));
        put_board(table, on_screen, out);
    }

    fn result(&self, table: &Table<AnimalCheckers>, out: &mut Vec<u8>) {
        let winner = table.state().ending.and_then(|ending| ending.winner).map(Seat::index);
        let words = match (&people(table)[..], winner) {
            (&[_], None) => DRAW.into(),
            (&[human], Some(side)) if side == human => HUMAN_WINS.into(),
            (&[_], Some(_)) => AGENT_WINS.into(),
            _ => AnimalCheckers::transcript().ending_words(table.game(), table.state()),
        };
        text(out, format_args!("{words}\n"));
    }
}
