//! The session of a game of the kit: an action is typed in the game's own words, or in its notation. What
//! somebody hardly means, while there is something else to do, is done when it is typed a second time.
//!
//! Where a game has secrets and one person plays, all is told as that person's seat sees it. Where
//! several do, or several choose at once, each is called before its turn, and sees what its seat has seen
//! since its turn before.

use std::io::Write as _;

use super::{Commands, table_of};
use crate::Console;
use crate::console::{Asked, PlayedTurn, TableConsole, Talk, clear_screen};
use crate::seating::Seating;
use crate::table::Table;
use chase_core::any::RecordError;
use chase_core::error::quoted;
use chase_core::game::{Game, Seat};
use chase_core::kit::{Masks as _, OpenGame};
use chase_core::picture::Picture as _;
use chase_core::replay::Header;
use chase_core::seat::Seats;
use chase_core::transcript::Transcript;

/// Opens the session of a game of the kit in which an action is typed as it is told or noted, with those of
/// `seating` beside the built-in players.
///
/// # Errors
/// A header that this program cannot play.
pub fn words_console<G: Commands + OpenGame>(
    header: &mut Header,
    seating: &Seating,
) -> Result<Box<dyn Console>, RecordError> {
    Ok(Box::new(TableConsole::at(table_of::<G>(header, seating)?, Words::default())))
}

/// Actions are typed as they are told, events told as transcripts have them.
struct Words<G: OpenGame> {
    /// For each seat, the number of turns it was told, where several people play a game with
    /// secrets.
    told: Vec<usize>,
    is_screen: bool,
    /// The action of this turn that was refused as a risk.
    doubted: Option<<G as OpenGame>::Action>,
}

impl<G: OpenGame> Default for Words<G> {
    fn default() -> Self {
        Words { told: Vec::new(), is_screen: false, doubted: None }
    }
}

/// A line of text. Writing to a vector cannot fail.
fn line(out: &mut Vec<u8>, words: &str) {
    let _ = writeln!(out, "{words}");
}

/// The people who play.
fn people<G: OpenGame>(table: &Table<G>) -> Seats {
    let seats = everybody(table);
    seats.iter().filter(|seat| table.is_person(*seat)).collect()
}

/// Returns the seats of all players at the table.
fn everybody<G: OpenGame>(table: &Table<G>) -> Seats {
    Seats::first(OpenGame::seats(&**table.game()))
}

/// True if several people sit at one screen and may not see the same.
fn is_shared<G: OpenGame>(table: &Table<G>) -> bool {
    (G::masks().hides() || table.acts_at_once()) && people(table).count() > 1
}

/// Tells turns behind the first ones as seats see them, all of it to those of a game without secrets.
fn tell_turns<G: OpenGame>(table: &Table<G>, after: usize, eyes: Seats, out: &mut Vec<u8>) {
    let game = &**table.game();
    let hides = G::masks().hides();
    let mut state = OpenGame::start(game);
    let cycles = table.history().cycles();
    let turns = cycles.flat_map(|cycle| cycle.turns().collect::<Vec<_>>());
    // Only masks need the states on the way.
    for (n, (entry, events)) in turns.enumerate().skip(if hides { 0 } else { after }) {
        let seat = entry.by.seat();
        for event in events {
            let seen = match hides {
                true if n < after => None,
                true => game.told_event(&state, event, eyes),
                false => Some(event.clone()),
            };
            let words = seen.map_or(String::new(), |seen| game.event_text(seat, &seen));
            if !words.is_empty() {
                line(out, &words);
            }
            if hides {
                // It was played, so it can happen.
                let _ = OpenGame::apply(game, &mut state, event);
            }
        }
    }
}

impl<G: OpenGame> Talk for Words<G> {
    type Game = G;
    type Question = ();

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
        let name = Game::seat_name(&**table.game(), seat);
        is_shared(table)
            .then(|| format!("{name}'s turn: the others look away, {name} presses Enter "))
    }

    fn show(&mut self, table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
        if is_shared(table) {
            self.clear(table, out);
            self.told.resize(everybody(table).count() as usize, 0);
            let told = std::mem::replace(&mut self.told[seat.index()], table.entries());
            tell_turns(table, told, seat.into(), out);
        }
        let (game, players) = (table.game(), &table.header().players);
        let seen = game.viewed_state(table.state(), seat.into());
        game.moment(&seen, players, out);
    }

    fn prompt(&self, table: &Table<G>, seat: Seat) -> String {
        format!("{}? ", Game::seat_name(&**table.game(), seat))
    }

    fn parse(&self, table: &Table<G>, seat: Seat, line: &str) -> Asked<<G as Game>::Action, ()> {
        match line.trim().to_ascii_lowercase().as_str() {
            "" => Asked::Nothing,
            "q" | "quit" | "exit" => Asked::Quit,
            "?" | "help" => Asked::Look(()),
            "undo" => Asked::Undo,
            text => {
                let game = &**table.game();
                let seen = game.viewed_state(table.state(), seat.into());
                let meant = OpenGame::parse_action(game, &seen, seat, text);
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

    fn look(&mut self, table: &Table<G>, seat: Seat, (): (), out: &mut Vec<u8>) {
        let (game, state) = (&**table.game(), table.state());
        let seen = game.viewed_state(state, seat.into());
        let legal = OpenGame::legal(game, state, seat);
        let notation = |action| OpenGame::notation(game, &seen, action).unwrap_or_default();
        let width = legal.iter().map(|action| notation(action).chars().count()).max().unwrap_or(0);
        for action in &legal {
            let words = game.action_text(&seen, seat, action);
            match width {
                0 => line(out, &format!("  {words}")),
                _ => line(out, &format!("  {:<width$}  {words}", notation(action))),
            }
        }
        line(out, "  undo takes your last turn back, quit ends the game");
    }

    fn doubt(&mut self, table: &Table<G>, seat: Seat, action: &G::Action) -> Option<String> {
        let game = &**table.game();
        let legal = OpenGame::legal(game, table.state(), seat);
        if !legal.contains(action) {
            return None;
        }
        let seen = game.viewed_state(table.state(), seat.into());
        let is_safe = |action: &G::Action| game.risk(&seen, seat, action).is_none();
        let risk = game.risk(&seen, seat, action)?;
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

    fn leave(&mut self, table: &Table<G>, _: Seat, out: &mut Vec<u8>) {
        self.clear(table, out);
    }

    /// Shows at the end what was hidden.
    fn result(&mut self, table: &Table<G>, out: &mut Vec<u8>) {
        if is_shared(table) {
            // From the first turn that one of the people was not told yet.
            let told = people(table).iter().map(|seat| self.told.get(seat.index()));
            let told = told.map(|told| told.copied().unwrap_or(0)).min();
            let told = told.unwrap_or(0);
            tell_turns(table, told, everybody(table), out);
        }
        let players = &table.header().players;
        table.game().moment(table.state(), players, out);
        if let Some(time) = table.played() {
            let seconds = time.as_secs();
            line(out, &format!("people played {}:{:02}", seconds / 60, seconds % 60));
        }
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }
}

impl<G: OpenGame> Words<G> {
    /// Nobody else sees what stood on a person's screen.
    fn clear(&self, table: &Table<G>, out: &mut Vec<u8>) {
        if self.is_screen && is_shared(table) {
            clear_screen(out);
        }
    }
}
