//! The specification's session: a person against an agent, a board after every move. Both sides may
//! be people, who then see the board from the side to move, or neither.
//!
//! A move is two letters, piece and direction (`tu`). Beside moves there are `undo`, `?` for the
//! legal moves and who captures whom, and `quit`; the end of the input ends the session like `quit`.
//! From a pipe the session is what the specification prints; at a terminal boards have coordinates,
//! and every move is told in words.

use super::reading::{AGENT_WINS, DRAW, HUMAN_WINS, PROMPT, START, UNDONE};
use super::transcript::{board, captures_words, labelled_board, squares_words, text};
use super::{Action, Animal, AnimalCheckers, Direction, rules};
use chase_engine::game::{Game as _, Seat, Turn};
use chase_kit::faces::{Playable as _, Transcript as _};
use chase_play::console::{Asked, PlayedTurn, TableConsole, Talk};
use chase_play::seating::Seating;
use chase_play::table::Table;
use chase_record::any::RecordError;
use chase_record::replay::Header;
use chase_world::error::quoted;

/// The game's part of a terminal session: it parses commands and prints boards.
#[derive(Debug)]
pub struct CheckersTalk {
    /// The sides of people.
    people: Vec<usize>,
    is_screen: bool,
}

/// The session of one game.
pub(crate) type CheckersConsole = TableConsole<CheckersTalk>;

/// Sits the header's players down, as [`Table::open`] does.
///
/// # Errors
/// A header that this program cannot play.
pub fn open(header: &mut Header, seating: &Seating) -> Result<CheckersConsole, RecordError> {
    let table = Table::open(header, seating)?;
    let people: Vec<_> = (0..2).filter(|side| table.is_person(rules::seat(*side))).collect();
    let talk = CheckersTalk { people, is_screen: false };
    Ok(TableConsole::at(table, talk))
}

fn say(out: &mut Vec<u8>, what: &str) {
    text(out, format_args!("{what}\n"));
}

impl CheckersTalk {
    /// The side that the board is shown to: the only person's, else the one to move.
    fn eyes(&self, table: &Table<AnimalCheckers>) -> usize {
        match (&self.people[..], table.turn()) {
            (&[person], _) => person,
            (&[_, _], Turn::Seat(seat)) => seat.index(),
            _ => 0,
        }
    }

    fn board(&self, table: &Table<AnimalCheckers>, out: &mut Vec<u8>) {
        let draw = match self.is_screen {
            true => labelled_board,
            false => board,
        };
        draw(&table.state().position, self.eyes(table), out);
        out.push(b'\n');
    }
}

impl Talk for CheckersTalk {
    type Game = AnimalCheckers;
    type Question = ();

    const PROMPTS_ONCE: bool = true;

    fn greet(&mut self, table: &Table<AnimalCheckers>, out: &mut Vec<u8>) {
        if table.header().number == 0 {
            say(out, "init");
        }
        say(out, START);
        let moves = table.state().moves;
        if moves > 0 {
            say(out, &format!("Move {moves}"));
        }
        if self.is_screen {
            text(out, format_args!("{}", captures_words()));
        }
        self.board(table, out);
    }

    fn tell(&mut self, table: &Table<AnimalCheckers>, played: PlayedTurn, out: &mut Vec<u8>) {
        let Some(seat) = played.seat else {
            return;
        };
        if self.is_screen {
            let turns = table.history().cycles().flat_map(|cycle| cycle.turns());
            for (_, events) in turns.skip(played.turns_before) {
                let mut words = events.iter();
                let words = words.find_map(|event| squares_words(seat.index(), event));
                words.iter().for_each(|words| say(out, words));
            }
        }
        self.board(table, out);
    }

    fn prompt(&self, table: &Table<AnimalCheckers>, seat: Seat) -> String {
        match self.people.len() {
            1 => PROMPT.into(),
            _ => format!("{}, {PROMPT}", table.game().seat_name(seat)),
        }
    }

    fn parse(&self, _: &Table<AnimalCheckers>, _: Seat, line: &str) -> Asked<Action, ()> {
        let letters: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        match line.trim().to_ascii_lowercase().as_str() {
            "" => return Asked::Nothing,
            "undo" => return Asked::Undo,
            "?" | "help" => return Asked::Look(()),
            "q" | "quit" | "exit" => return Asked::Quit,
            _ => {}
        }
        let [piece, direction] = letters.as_slice() else {
            let what = format!("`{}` is no move", quoted(line.trim()));
            return Asked::Nonsense(what);
        };
        match (Animal::by_letter(*piece), Direction::by_letter(*direction)) {
            (Some(piece), Some(direction)) => Asked::Do(Action::Move { piece, direction }),
            (None, _) => Asked::Nonsense(format!("`{}` is no piece", quoted(&piece.to_string()))),
            (_, None) => {
                Asked::Nonsense(format!("`{}` is no direction", quoted(&direction.to_string())))
            }
        }
    }

    fn look(&mut self, table: &Table<AnimalCheckers>, seat: Seat, (): (), out: &mut Vec<u8>) {
        let state = table.state();
        let mut legal = Vec::new();
        rules::legal(&state.position, seat.index(), &mut legal);
        for action in legal {
            let letters = table.game().notation(state, &action).unwrap_or_default();
            let words = table.game().action_text(state, seat, &action);
            text(out, format_args!("  {letters}  {words}\n"));
        }
        say(out, "  undo takes your last move back, quit ends the game");
        text(out, format_args!("{}", captures_words()));
    }

    fn refuse(&mut self, _: &Table<AnimalCheckers>, why: &str, out: &mut Vec<u8>) {
        let line = format!(
            "{why}. A move is a piece (m d t e) and a direction (r u l d), as in tu; ? lists the legal moves."
        );
        say(out, &line);
    }

    fn undone(&mut self, table: &Table<AnimalCheckers>, _: bool, out: &mut Vec<u8>) {
        say(out, &format!("{UNDONE}: the board before your last move."));
        self.board(table, out);
    }

    fn result(&mut self, table: &Table<AnimalCheckers>, out: &mut Vec<u8>) {
        let ending = table.state().ending;
        let winner = ending.and_then(|ending| ending.winner).map(Seat::index);
        let &[human] = &self.people[..] else {
            say(out, &AnimalCheckers::transcript().ending_words(table.game(), table.state()));
            return;
        };
        let line = match winner {
            None => DRAW,
            Some(side) if side == human => HUMAN_WINS,
            Some(_) => AGENT_WINS,
        };
        say(out, line);
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }
}
