//! What a session tells those who sit at the table: turns and what can be worked out about what is hidden, as a seat sees
//! them, and who may see what others may not.

use std::io::Write as _;

use crate::table::Table;
use chase_engine::game::{Masks as _, Seat};
use chase_engine::seat::Seats;
use chase_kit::faces::{Playable, Transcript as _, insight};

/// A line of text. Writing to a vector cannot fail.
pub(super) fn line(out: &mut Vec<u8>, words: &str) {
    let _ = writeln!(out, "{words}");
}

/// The people who play.
pub(super) fn people<G: Playable>(table: &Table<G>) -> Seats {
    let seats = everybody(table);
    seats.iter().filter(|seat| table.is_person(*seat)).collect()
}

/// Returns the seats of all players at the table.
pub(super) fn everybody<G: Playable>(table: &Table<G>) -> Seats {
    Seats::first(table.game().seats())
}

/// Words one after the other, in lines of at most so many characters as far as one is not longer.
pub(super) fn put_list(words: &[String], width: usize, out: &mut Vec<u8>) {
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
pub(super) fn is_shared<G: Playable>(table: &Table<G>) -> bool {
    people(table).iter().any(|seat| is_private(table, seat))
}

/// True if a seat sees, saw or can do something that another person may not see.
pub(super) fn is_private<G: Playable>(table: &Table<G>, seat: Seat) -> bool {
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
pub(super) fn tell_knowledge<G: Playable>(table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
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
pub fn tell_turns<G: Playable>(table: &Table<G>, after: usize, eyes: Seats, out: &mut Vec<u8>) {
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
