//! People and built-in players at one terminal.
//!
//! A placement is a field (`c2`), a move two (`c2 c5`). Beside them there are `?` for what can be
//! done (`? c2` for one penguin), `undo` and `quit`; the end of the input ends the session like
//! `quit`.

use std::sync::Arc;

use super::board_text::{Pen, count};
use super::{Action, Event, FieldPlace, Fishing, State};
use chase_core::any::RecordError;
use chase_core::error::quoted;
use chase_core::game::Seat;
use chase_core::kit::OpenGame;
use chase_core::replay::Header;
use chase_core::transcript::Transcript;
use chase_kit::console::{Asked, PlayedTurn, TableConsole, Talk};
use chase_kit::file_protocol::callers;
use chase_kit::seating::Seating;
use chase_kit::table::Table;

/// The game's part of a terminal session: it parses commands and prints boards.
#[derive(Debug, Default)]
pub struct FishingTalk {
    colour: bool,
}

/// The session of one game.
pub(crate) type FishingConsole = TableConsole<FishingTalk>;

/// Sits the header's players down, programs that meet through files among them.
///
/// # Errors
/// A header that this program cannot play.
pub fn open(header: &mut Header, seating: &Seating) -> Result<FishingConsole, RecordError> {
    let table = table(header, seating)?;
    Ok(TableConsole::at(table, FishingTalk::default()))
}

/// Opens the game as a bare table, without a session at a terminal.
pub(super) fn table(header: &mut Header, seating: &Seating) -> Result<Table<Fishing>, RecordError> {
    let programs = seating.programs.clone();
    let made = move |game: &Arc<Fishing>| callers(game, &programs);
    Table::open_with(header, seating, made)
}

/// A question is about one penguin, or about all.
pub(super) fn parse(line: &str) -> Asked<Action, Option<FieldPlace>> {
    let lower = line.trim().to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    let place = |word: &str| {
        let place = word.parse::<FieldPlace>();
        place.map_err(|_| format!("`{}` is no field", quoted(word)))
    };
    let asked = match words.as_slice() {
        [] => return Asked::Nothing,
        ["undo"] => return Asked::Undo,
        ["q" | "quit" | "exit"] => return Asked::Quit,
        ["?" | "help"] => return Asked::Look(None),
        ["?" | "help", from] => place(from).map(|from| Asked::Look(Some(from))),
        [at] => place(at).map(|at| Asked::Do(Action::Place { at })),
        [from, to] => {
            place(from).and_then(|from| Ok(Asked::Do(Action::Move { from, to: place(to)? })))
        }
        _ => Err(format!("`{}` is no turn", quoted(&lower))),
    };
    asked.unwrap_or_else(Asked::Nonsense)
}

impl FishingTalk {
    /// The board of a table, marked for the person to move.
    fn table_board(&self, table: &Table<Fishing>, from: Option<FieldPlace>, out: &mut Vec<u8>) {
        let state = table.state();
        let asked = state.next.filter(|seat| table.is_person(*seat));
        self.board(table.game(), state, from, asked, out);
    }

    /// The board, what can be reached from `from`, or by `asked`, marked, and the players' fish.
    pub(super) fn board(
        &self,
        game: &Fishing,
        state: &State,
        from: Option<FieldPlace>,
        asked: Option<Seat>,
        out: &mut Vec<u8>,
    ) {
        let mut targets: Vec<FieldPlace> = Vec::new();
        match (asked, from) {
            (Some(_), Some(from)) => targets.extend(state.grid.lines(from)),
            (Some(seat), None) => {
                targets.extend(OpenGame::legal(game, state, seat).iter().map(
                    |action| match *action {
                        Action::Place { at } => at,
                        Action::Move { to, .. } => to,
                    },
                ));
            }
            _ => {}
        }
        let pen = Pen { has_colour: self.colour };
        pen.board(&state.grid, &targets, out);
        pen.scores(game, state, out);
    }
}

/// The turn that a seat took, in words.
fn told(table: &Table<Fishing>, played: PlayedTurn, seat: Seat) -> Option<String> {
    let id = table.game().id(seat);
    let mut turns = table.history().cycles().flat_map(|cycle| cycle.turns());
    let (_, events) = turns.nth(played.turns_before)?;
    Some(match events.first()? {
        Event::Moved { from, to, fish } => {
            format!("{id} moves {from} to {to}: {}", count(u64::from(*fish)))
        }
        Event::Placed { at } => format!("{id} places a penguin on {at}: {}", count(1)),
        _ => format!("{id} is out"),
    })
}

fn state_has(state: &State, place: FieldPlace) -> bool {
    state.grid.holds(place) && state.grid.get(place).player() > 0
}

/// The reason why a line is no turn, and what a turn looks like.
pub(super) fn refusal(state: &State, why: &str) -> String {
    let how = if state.moving {
        "A move is two fields, as in c2 c5"
    } else {
        "A placement is a field, as in c2"
    };
    format!("{why}. {how}; ? lists what can be done.")
}

/// The question to the person in a seat.
pub(super) fn prompt(game: &Fishing, state: &State, seat: Seat) -> String {
    let id = game.id(seat);
    match state.moving {
        true => format!("{id}, from and to? "),
        false => format!("{id}, place where? "),
    }
}

/// The legal actions of a seat, or those of one penguin, a line each.
pub(super) fn list(
    game: &Fishing,
    state: &State,
    seat: Seat,
    only: Option<FieldPlace>,
    out: &mut Vec<u8>,
) {
    let mut legal = OpenGame::legal(game, state, seat);
    legal.retain(|action| match (action, only) {
        (Action::Move { from, .. }, Some(only)) => *from == only,
        _ => true,
    });
    for action in legal {
        out.extend_from_slice(b"  ");
        game.action(state, seat, &action, out);
        out.push(b'\n');
    }
}

pub(super) fn say(out: &mut Vec<u8>, what: &str) {
    out.extend_from_slice(what.as_bytes());
    out.push(b'\n');
}

impl Talk for FishingTalk {
    type Game = Fishing;
    type Question = Option<FieldPlace>;

    const SHOWS_AFTER_REFUSAL: bool = true;

    fn tell(&mut self, table: &Table<Fishing>, played: PlayedTurn, out: &mut Vec<u8>) {
        if let Some(words) = played.seat.and_then(|seat| told(table, played, seat)) {
            say(out, &words);
        }
    }

    fn show(&mut self, table: &Table<Fishing>, _: Seat, out: &mut Vec<u8>) {
        self.table_board(table, None, out);
    }

    fn prompt(&self, table: &Table<Fishing>, seat: Seat) -> String {
        prompt(table.game(), table.state(), seat)
    }

    fn parse(&self, _: &Table<Fishing>, _: Seat, line: &str) -> Asked<Action, Option<FieldPlace>> {
        parse(line)
    }

    fn look(
        &mut self,
        table: &Table<Fishing>,
        seat: Seat,
        only: Option<FieldPlace>,
        out: &mut Vec<u8>,
    ) {
        let state = table.state();
        list(table.game(), state, seat, only, out);
        if only.is_some_and(|from| state_has(state, from)) {
            self.table_board(table, only, out);
        }
        say(out, "  undo takes your last turn back, quit ends the game");
    }

    fn refuse(&mut self, table: &Table<Fishing>, why: &str, out: &mut Vec<u8>) {
        say(out, &refusal(table.state(), why));
    }

    fn undone(&mut self, _: &Table<Fishing>, at_the_end: bool, out: &mut Vec<u8>) {
        if !at_the_end {
            say(out, "Taken back: the board before your last turn.");
        }
    }

    fn result(&mut self, table: &Table<Fishing>, out: &mut Vec<u8>) {
        self.table_board(table, None, out);
        say(out, &table.game().ending_words(table.state()));
    }

    fn colours(&mut self, on: bool) {
        self.colour = on;
    }
}
