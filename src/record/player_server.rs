//! A player of this process as one outside another: the other end of the protocol.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::value::RawValue;

use super::line_server::answer_lines;
use super::remote_player::action_line;
use chase_engine::dice::{Dice, DrawOwner, Generator};
use chase_engine::game::Known;
use chase_engine::player::Player;
use chase_engine::seat::Seat;
use chase_engine::teams::{Teams, take_in};
use chase_kit::faces::{Playable, ReceivedView, WireForm as _, received_known};
use chase_kit::player_name::{NotBuiltIn, PlayerSpec};
use chase_kit::protocol::{
    Bare, EndMessage, Greeting, HelloMessage, NoMessage, PROTOCOL, SeenBy, TurnMessage, error_line,
    kind, kind_of, line,
};

/// Makes the player of a seat out of what the seat may know; or says why there is none.
pub type MakePlayer<'a, G> =
    dyn FnMut(Seat, Known<G>) -> Result<Box<dyn Player<G>>, NotBuiltIn> + 'a;

/// Plays games by the protocol as a built-in player until the input ends.
///
/// # Errors
/// Reading or writing failed.
pub fn serve<G: Playable>(
    name: &str,
    seed: i64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut make = |seat, known| Ok(PlayerSpec::<G>::for_seat(name, seat)?.make(known));
    serve_with::<G>(&mut make, seed, input, output)
}

/// Plays games by the protocol until the input ends, with players that `make` makes, a fresh one for
/// each seat of a game. `seed` is that of their dice.
///
/// # Errors
/// Reading or writing failed.
pub fn serve_with<G: Playable>(
    make: &mut MakePlayer<'_, G>,
    seed: i64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut guest = PlayerServer::<G> {
        make,
        dice: Dice::new(Generator::Chacha8, seed, 0),
        sitting: Vec::new(),
        teams: Teams::default(),
    };
    answer_lines(input, output, &mut |bytes| {
        // A referee that sends what no game could have must not end the player.
        let taken = catch_unwind(AssertUnwindSafe(|| guest.take(bytes)));
        let answer = taken.unwrap_or(Err("no game can have what was sent".into()));
        answer.unwrap_or_else(|what| Some(error_line(&what)))
    })
}

/// The players of one game.
struct PlayerServer<'a, 'm, G: Playable> {
    make: &'a mut MakePlayer<'m, G>,
    dice: Dice,
    sitting: Vec<Sitting<G>>,
    /// Those who sit here talk only with each other.
    teams: Teams,
}

struct Sitting<G: Playable> {
    seat: Seat,
    known: Known<G>,
    player: Box<dyn Player<G>>,
}

impl<G: Playable> PlayerServer<'_, '_, G> {
    /// Takes a message in. The answer, if there is one.
    ///
    /// # Errors
    /// The message cannot be used: the sentence that it is answered with.
    fn take(&mut self, bytes: &[u8]) -> Result<Option<String>, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| NoMessage::NoText.to_string())?;
        let kind = kind_of(text).map_err(|what| what.to_string())?;
        match kind.as_str() {
            kind::HELLO => self.begin(text).map(Some),
            kind::TURN => self.choose(text).map(Some),
            kind::END => self.end(text).map(|()| None),
            // Whoever answers an error with an error never stops.
            kind::ERROR => Ok(None),
            _ => Err(format!("there is no message of the kind `{kind}`")),
        }
    }

    fn begin(&mut self, text: &str) -> Result<String, String> {
        self.sitting.clear();
        let hello = read_hello(text, G::NAME, G::RULES)?;
        for place in hello.seats {
            let seat = place.seat;
            let known = received_known(seat, &hello.scenario, &place.known);
            let known = known.map_err(|what| what.to_string())?;
            let player = (self.make)(seat, known.clone()).map_err(|what| what.to_string())?;
            let sitting = Sitting { seat, known, player };
            self.sitting.push(sitting);
        }
        self.join();
        Ok(line(kind::READY, &Bare {}))
    }

    /// Has everybody take their places in their teams.
    fn join(&mut self) {
        let sitting = self.sitting.iter();
        self.teams = Teams::of(sitting.map(|it| (it.seat, &*it.player)));
        if self.teams.members().count() == 0 {
            return;
        }
        let knowns: Vec<_> = self.sitting.iter().map(|it| it.known.clone()).collect();
        let seats: Vec<_> = self.sitting.iter().map(|it| it.seat).collect();
        let known = |seat: Seat| {
            let place = seats.iter().position(|it| *it == seat);
            knowns[place.expect("who is in a team sits here")].clone()
        };
        for Sitting { seat, player, .. } in &mut self.sitting {
            self.teams.join(*seat, &mut **player, known);
        }
    }

    fn see(&mut self, seen: Vec<SeenBy<serde_json::Value>>) -> Result<(), String> {
        for SeenBy { seats, seen } in seen {
            for Sitting { seat, player, .. } in &mut self.sitting {
                let hears = |it: &&Seat| *it == seat || self.teams.mates(**it).has(*seat);
                for learner in seats.iter().filter(hears) {
                    let seen = G::wire().received_event(*learner, seen.clone());
                    let seen = seen.map_err(|error| in_part("seen", &error))?;
                    take_in(&mut **player, *seat, *learner, &seen);
                }
            }
        }
        Ok(())
    }

    fn choose(&mut self, text: &str) -> Result<String, String> {
        let turn: TurnMessage<serde_json::Value, Box<RawValue>, G::Action> = read(text)?;
        self.see(turn.seen)?;
        let mine = self.sitting.iter_mut().find(|it| it.seat == turn.seat);
        let sitting = mine.ok_or_else(|| format!("seat {} is not this player's", turn.seat.0))?;
        if turn.legal.is_empty() {
            return Err("a turn without legal actions".into());
        }
        let view = ReceivedView::read(turn.seat, &sitting.known, &turn.view);
        let view = view.map_err(|what| what.to_string())?;
        self.dice.turn_to(DrawOwner::Seat(turn.seat));
        let action = sitting.player.choose(&view.view(), &turn.legal, &mut self.dice);
        let action = action.map_err(|why| why.detail)?;
        Ok(action_line::<G>(turn.turn, &action))
    }

    fn end(&mut self, text: &str) -> Result<(), String> {
        self.see(read_end(text)?.seen)?;
        self.sitting.clear();
        Ok(())
    }
}

/// The greeting of a referee that speaks this protocol and plays this game. It and [`read_end`] are compiled once,
/// and not for each game.
fn read_hello(
    text: &str,
    mine: &str,
    known: u32,
) -> Result<HelloMessage<Box<RawValue>, Box<RawValue>>, String> {
    let Greeting { protocol, game, rules } = read(text)?;
    if protocol != PROTOCOL {
        return Err(format!("protocol {protocol}; this player speaks {PROTOCOL}"));
    }
    if game != mine || rules != known {
        return Err(format!("{game}, rules {rules}; this player plays {mine}, rules {known}"));
    }
    read(text)
}

fn read_end(text: &str) -> Result<EndMessage<serde_json::Value>, String> {
    read(text)
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn in_part(part: &str, error: &serde_json::Error) -> String {
    format!("{part}: {error}")
}
