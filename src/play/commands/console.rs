//! The session of a game that brings none of its own: an action is typed in the game's own words, or in its notation. What
//! somebody hardly means, while there is something else to do, is done when it is typed a second time.
//!
//! Where a game has secrets and one person plays, all is told as that person's seat sees it. Where
//! several do, or several choose at once, whoever sees what another person may not is called before its
//! turn, and its screen is cleared after it; everybody sees what its seat has seen since its turn before.

use std::io::Write as _;

use super::{Commands, table_of};
use crate::Console;
use crate::console::{Asked, PlayedTurn, TableConsole, Talk, clear_screen};
use crate::seating::Seating;
use crate::table::Table;
use chase_engine::game::{Masks as _, Seat};
use chase_engine::seat::Seats;
use chase_kit::faces::{Picture as _, Playable, Transcript as _, insight};
use chase_record::any::RecordError;
use chase_record::replay::Header;
use chase_world::error::quoted;

/// Opens a session in which an action is typed as it is told or noted, with those of
/// `seating` beside the built-in players.
///
/// # Errors
/// A header that this program cannot play.
pub(super) fn words_console<G: Commands>(
    header: &mut Header,
    seating: &Seating,
) -> Result<Box<dyn Console>, RecordError> {
    Ok(Box::new(TableConsole::at(table_of::<G>(header, seating)?, Words::default())))
}

/// Something that a person asks to see.
enum Question {
    /// What can be done.
    Actions,
    /// What can be worked out about what is hidden.
    Knowledge,
}

/// The width of lists where there is no terminal, in characters.
const WIDTH: usize = 80;
/// The most actions that are listed one below the other.
const LINES_MAX: usize = 24;

/// Actions are typed as they are told, events told as transcripts have them.
struct Words<G: Playable> {
    /// For each seat, the number of turns it was told, where several people play a game with
    /// secrets.
    told: Vec<usize>,
    is_screen: bool,
    /// The most characters in a line of a list.
    width: usize,
    /// The action of this turn that was refused as a risk.
    doubted: Option<G::Action>,
}

impl<G: Playable> Default for Words<G> {
    fn default() -> Self {
        Words { told: Vec::new(), is_screen: false, width: WIDTH, doubted: None }
    }
}

/// A line of text. Writing to a vector cannot fail.
fn line(out: &mut Vec<u8>, words: &str) {
    let _ = writeln!(out, "{words}");
}

/// The people who play.
fn people<G: Playable>(table: &Table<G>) -> Seats {
    let seats = everybody(table);
    seats.iter().filter(|seat| table.is_person(*seat)).collect()
}

/// Returns the seats of all players at the table.
fn everybody<G: Playable>(table: &Table<G>) -> Seats {
    Seats::first(table.game().seats())
}

/// Words one after the other, in lines of at most so many characters as far as one is not longer.
fn put_list(words: &[String], width: usize, out: &mut Vec<u8>) {
    let mut row = String::from(" ");
    for (n, word) in words.iter().enumerate() {
        let end = if n + 1 < words.len() { "," } else { "" };
        if row.len() > 1 && row.chars().count() + word.chars().count() + 1 + end.len() > width {
            line(out, &std::mem::replace(&mut row, " ".into()));
        }
        row.push_str(&format!(" {word}{end}"));
    }
    line(out, &row);
}

/// True if people who may not see the same sit at one screen.
fn is_shared<G: Playable>(table: &Table<G>) -> bool {
    people(table).iter().any(|seat| is_private(table, seat))
}

/// True if a seat sees, saw or can do something that another person may not see.
fn is_private<G: Playable>(table: &Table<G>, seat: Seat) -> bool {
    let mut others = people(table).iter().filter(|other| *other != seat);
    match G::masks().hides() {
        _ if table.acts_at_once() => others.next().is_some(),
        true => others.any(|other| sees_more(table, seat, other)),
        false => false,
    }
}

/// True if a seat sees, saw or can do something that another one may not see.
fn sees_more<G: Playable>(table: &Table<G>, seat: Seat, other: Seat) -> bool {
    let (game, now, masks) = (&**table.game(), table.state(), G::masks());
    let (both, one) = (Seats::from_iter([seat, other]), Seats::from(other));
    let legal = match game.turn(now).seats().has(seat) {
        true => game.legal(now, seat),
        false => Vec::new(),
    };
    let is_hidden =
        |it| masks.action(game, now, seat, it, both) != masks.action(game, now, seat, it, one);
    if masks.state(game, now, both) != masks.state(game, now, one) || legal.iter().any(is_hidden) {
        return true;
    }
    let mut state = game.start();
    let mut events = table.history().cycles().flat_map(|cycle| cycle.events);
    events.any(|event| {
        let seen = masks.event(game, &state, event, both);
        let is_hidden = seen != masks.event(game, &state, event, one);
        // It was played, so it can happen.
        let _ = game.apply(&mut state, event);
        is_hidden
    })
}

/// Tells what a seat can work out about what is hidden.
fn tell_knowledge<G: Playable>(table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
    let game = table.game();
    let Some(mut insight) = insight(game, seat.into()) else {
        line(out, "Nothing is hidden in this game.");
        return;
    };
    let mut state = game.start();
    for (entry, events) in table.history().cycles().flat_map(|cycle| cycle.turns()) {
        insight.take_turn(game, &state, &entry.by, events);
        for event in events {
            insight.take_event(game, &state, event);
            // It was played, so it can happen.
            let _ = game.apply(&mut state, event);
        }
    }
    insight.text(out);
}

/// Tells turns behind the first ones as seats see them, all of it to those of a game without secrets.
fn tell_turns<G: Playable>(table: &Table<G>, after: usize, eyes: Seats, out: &mut Vec<u8>) {
    let game = &**table.game();
    let hides = G::masks().hides();
    let mut state = game.start();
    let cycles = table.history().cycles();
    let turns = cycles.flat_map(|cycle| cycle.turns().collect::<Vec<_>>());
    // Only masks need the states on the way.
    for (n, (entry, events)) in turns.enumerate().skip(if hides { 0 } else { after }) {
        let seat = entry.by.seat();
        for event in events {
            let words = match hides {
                true if n < after => String::new(),
                true => {
                    let before = G::masks().state(game, &state, eyes);
                    let seen = G::masks().event(game, &state, event, eyes);
                    seen.map_or(String::new(), |it| G::transcript().event(game, &before, &it))
                }
                false => game.event_text(seat, event),
            };
            if !words.is_empty() {
                line(out, &words);
            }
            if hides {
                // It was played, so it can happen.
                let _ = game.apply(&mut state, event);
            }
        }
    }
}

impl<G: Playable> Talk for Words<G> {
    type Game = G;
    type Question = Question;

    fn resumed(&mut self, table: &Table<G>) {
        self.told = vec![table.entries(); everybody(table).count() as usize];
    }

    fn tell(&mut self, table: &Table<G>, played: PlayedTurn, out: &mut Vec<u8>) {
        self.doubted = None;
        if is_shared(table) {
            return;
        }
        self.resumed(table);
        let people = people(table);
        let eyes = if people.count() == 0 { everybody(table) } else { people };
        tell_turns(table, played.turns_before, eyes, out);
    }

    fn call(&self, table: &Table<G>, seat: Seat) -> Option<String> {
        let name = table.game().seat_name(seat);
        is_private(table, seat)
            .then(|| format!("{name}'s turn: the others look away, {name} presses Enter "))
    }

    fn show(&mut self, table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
        if is_shared(table) {
            self.clear(table, seat, out);
            self.told.resize(everybody(table).count() as usize, 0);
            tell_turns(table, self.told[seat.index()], seat.into(), out);
            self.told[seat.index()] = table.entries();
            if !is_private(table, seat) {
                // Others who look at the screen see the same.
                for other in people(table).iter().filter(|other| !is_private(table, *other)) {
                    self.told[other.index()] = table.entries();
                }
            }
        }
        let (game, players) = (table.game(), &table.header().players);
        let seen = G::masks().state(game, table.state(), seat.into());
        G::transcript().moment(game, &seen, players, out);
    }

    fn prompt(&self, table: &Table<G>, seat: Seat) -> String {
        format!("{}? ", table.game().seat_name(seat))
    }

    fn parse(&self, table: &Table<G>, seat: Seat, line: &str) -> Asked<G::Action, Question> {
        match line.trim().to_ascii_lowercase().as_str() {
            "" => Asked::Nothing,
            "q" | "quit" | "exit" => Asked::Quit,
            "?" | "help" => Asked::Look(Question::Actions),
            "knowledge" => Asked::Look(Question::Knowledge),
            "undo" => Asked::Undo,
            text => {
                let game = &**table.game();
                let seen = G::masks().state(game, table.state(), seat.into());
                let meant = game.parse_action(&seen, seat, text);
                meant.map_or_else(
                    || {
                        let what = format!("`{}` cannot be done here", quoted(text));
                        Asked::Nonsense(what)
                    },
                    Asked::Do,
                )
            }
        }
    }

    fn look(&mut self, table: &Table<G>, seat: Seat, at: Question, out: &mut Vec<u8>) {
        if matches!(at, Question::Knowledge) {
            return tell_knowledge(table, seat, out);
        }
        let (game, state) = (&**table.game(), table.state());
        let seen = G::masks().state(game, state, seat.into());
        let legal = game.legal(state, seat);
        let notation = |action| game.notation(&seen, action).unwrap_or_default();
        let width = legal.iter().map(|action| notation(action).chars().count()).max().unwrap_or(0);
        let words: Vec<_> =
            legal.iter().map(|action| game.action_text(&seen, seat, action)).collect();
        if width == 0 && words.len() > LINES_MAX {
            put_list(&words, self.width, out);
        } else {
            for (action, words) in legal.iter().zip(&words) {
                match width {
                    0 => line(out, &format!("  {words}")),
                    _ => line(out, &format!("  {:<width$}  {words}", notation(action))),
                }
            }
        }
        if G::masks().hides() {
            line(out, "  knowledge tells what can be worked out about what is hidden");
        }
        line(out, "  undo takes your last turn back, quit ends the game");
    }

    fn doubt(&mut self, table: &Table<G>, seat: Seat, action: &G::Action) -> Option<String> {
        let game = &**table.game();
        let legal = game.legal(table.state(), seat);
        if !legal.contains(action) {
            return None;
        }
        let seen = G::masks().state(game, table.state(), seat.into());
        let is_safe = |action: &G::Action| G::picture().risk(game, &seen, seat, action).is_none();
        let risk = G::picture().risk(game, &seen, seat, action)?;
        let is_meant = self.doubted.replace(action.clone()).as_ref() == Some(action);
        (legal.iter().any(is_safe) && !is_meant).then(|| {
            format!(
                "Refused: {}, and another action is safe. Type it again to do it nevertheless.",
                risk.why
            )
        })
    }

    fn refuse(&mut self, _: &Table<G>, why: &str, out: &mut Vec<u8>) {
        line(out, &format!("{why}; ? lists what can be done."));
    }

    fn undone(&mut self, table: &Table<G>, at_the_end: bool, out: &mut Vec<u8>) {
        self.doubted = None;
        for told in &mut self.told {
            *told = table.entries().min(*told);
        }
        if !at_the_end {
            let whose = if is_shared(table) { "the last" } else { "your last" };
            line(out, &format!("Taken back to before {whose} turn."));
        }
    }

    fn leave(&mut self, table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
        self.clear(table, seat, out);
    }

    /// Shows at the end what was hidden.
    fn result(&mut self, table: &Table<G>, out: &mut Vec<u8>) {
        if is_shared(table) {
            // From the first turn that one of the people was not told yet.
            let told = people(table).iter().map(|seat| self.told.get(seat.index()));
            let told = told.map(|told| told.copied().unwrap_or(0)).min().unwrap_or(0);
            tell_turns(table, told, everybody(table), out);
        }
        let players = &table.header().players;
        G::transcript().moment(table.game(), table.state(), players, out);
        if let Some(time) = table.played() {
            let seconds = time.as_secs();
            line(out, &format!("people played {}:{:02}", seconds / 60, seconds % 60));
        }
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }

    fn width(&mut self, columns: usize) {
        self.width = columns;
    }
}

impl<G: Playable> Words<G> {
    /// Nobody else sees what stood on a person's screen.
    fn clear(&self, table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
        if self.is_screen && is_private(table, seat) {
            clear_screen(out);
        }
    }
}
