//! The session of a game of the kit: an action is typed in the game's own words.

use std::io::Write as _;
use std::marker::PhantomData;

use super::Entry;
use crate::console::{Asked, PlayedTurn, Talk};
use crate::table::Table;
use chase_core::error::quoted;
use chase_core::game::{Game, Seat};
use chase_core::kit::OpenGame;
use chase_core::replay::By;
use chase_core::transcript::Transcript;

/// Actions are typed as they are told, events told as transcripts have them.
#[derive(Debug)]
pub struct Words<G>(PhantomData<fn() -> G>);

impl<G> Default for Words<G> {
    fn default() -> Self {
        Words(PhantomData)
    }
}

/// A line of text. Writing to a vector cannot fail.
fn line(out: &mut Vec<u8>, words: &str) {
    let _ = writeln!(out, "{words}");
}

impl<G: Entry> Talk for Words<G> {
    type Game = G;
    type Question = ();

    fn tell(
        &mut self,
        table: &Table<G>,
        played: PlayedTurn<'_, <G as Game>::State>,
        out: &mut Vec<u8>,
    ) {
        let game = &**table.game();
        let cycles = table.history().cycles();
        let turns = cycles.flat_map(|cycle| cycle.turns().collect::<Vec<_>>());
        for (entry, events) in turns.skip(played.turns_before) {
            let seat = match entry.by {
                By::Action(seat, _) | By::Forfeit(seat, _) => Some(seat),
                By::World => None,
            };
            let words = events.iter().map(|event| game.event_text(seat, event));
            for words in words.filter(|words| !words.is_empty()) {
                line(out, &words);
            }
        }
    }

    fn show(&mut self, table: &Table<G>, _: Seat, out: &mut Vec<u8>) {
        self.result(table, out);
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
                let meant = OpenGame::parse_action(&**table.game(), table.state(), seat, text);
                meant.map_or_else(
                    || {
                        let what = format!("`{}` is nothing that can be done here", quoted(text));
                        Asked::Nonsense(what)
                    },
                    Asked::Do,
                )
            }
        }
    }

    fn look(&mut self, table: &Table<G>, seat: Seat, (): (), out: &mut Vec<u8>) {
        let (game, state) = (&**table.game(), table.state());
        for action in OpenGame::legal(game, state, seat) {
            line(
                out,
                &format!("  {}", game.action_text(state, seat, &action)),
            );
        }
        line(out, "  undo takes your last turn back, quit ends the game");
    }

    fn refuse(&mut self, _: &Table<G>, why: &str, out: &mut Vec<u8>) {
        line(out, &format!("{why}; ? lists what can be done."));
    }

    fn undone(&mut self, _: &Table<G>, at_the_end: bool, out: &mut Vec<u8>) {
        if !at_the_end {
            line(out, "Taken back: as it was before your last turn.");
        }
    }

    fn result(&mut self, table: &Table<G>, out: &mut Vec<u8>) {
        table
            .game()
            .moment(table.state(), &table.header().players, out);
    }
}
