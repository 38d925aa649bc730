//! The session of a game of the kit: an action is typed in the game's own words.
//!
//! Where a game has secrets and one person plays, all is told as that person's seat sees it. Where
//! several do, or several choose at once, each is called before its turn, and sees what its seat has seen
//! since its turn before.

use std::io::Write as _;
use std::marker::PhantomData;

use super::Entry;
use crate::console::{Asked, PlayedTurn, Talk, clear_screen};
use crate::table::Table;
use chase_core::error::quoted;
use chase_core::game::{Game, Seat};
use chase_core::kit::{Masks as _, OpenGame};
use chase_core::seat::Seats;
use chase_core::transcript::Transcript;

/// Actions are typed as they are told, events told as transcripts have them.
#[derive(Debug)]
pub struct Words<G> {
    /// For each seat, the number of turns it was told, where several people play a game with
    /// secrets.
    told: Vec<usize>,
    is_screen: bool,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for Words<G> {
    fn default() -> Self {
        Words { told: Vec::new(), is_screen: false, game: PhantomData }
    }
}

/// A line of text. Writing to a vector cannot fail.
fn line(out: &mut Vec<u8>, words: &str) {
    let _ = writeln!(out, "{words}");
}

/// The people who play.
fn people<G: Entry>(table: &Table<G>) -> Seats {
    let seats = everybody(table);
    seats.iter().filter(|seat| table.is_person(*seat)).collect()
}

/// Returns the seats of all players at the table.
fn everybody<G: Entry>(table: &Table<G>) -> Seats {
    Seats::first(OpenGame::seats(&**table.game()))
}

/// True if several people sit at one screen and may not see the same.
fn is_shared<G: Entry>(table: &Table<G>) -> bool {
    (G::masks().hides() || table.acts_at_once()) && people(table).count() > 1
}

/// Tells turns behind the first ones as seats see them, all of it to those of a game without secrets.
fn tell_turns<G: Entry>(table: &Table<G>, after: usize, eyes: Seats, out: &mut Vec<u8>) {
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

impl<G: Entry> Talk for Words<G> {
    type Game = G;
    type Question = ();

    fn resumed(&mut self, table: &Table<G>) {
        self.told = vec![table.entries(); everybody(table).count() as usize];
    }

    fn tell(&mut self, table: &Table<G>, played: PlayedTurn, out: &mut Vec<u8>) {
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
        for action in OpenGame::legal(game, state, seat) {
            line(out, &format!("  {}", game.action_text(&seen, seat, &action)));
        }
        line(out, "  undo takes your last turn back, quit ends the game");
    }

    fn refuse(&mut self, _: &Table<G>, why: &str, out: &mut Vec<u8>) {
        line(out, &format!("{why}; ? lists what can be done."));
    }

    fn undone(&mut self, table: &Table<G>, at_the_end: bool, out: &mut Vec<u8>) {
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
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }
}

impl<G: Entry> Words<G> {
    /// Nobody else sees what stood on a person's screen.
    fn clear(&self, table: &Table<G>, out: &mut Vec<u8>) {
        if self.is_screen && is_shared(table) {
            clear_screen(out);
        }
    }
}
