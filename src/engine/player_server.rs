//! A built-in player as a player outside the process: the other end of the protocol.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::dice::{Dice, Generator, Luck};
use super::game::Seat;
use super::player::{Named, Player};
use super::protocol::{
    Bare, End, Greeting, Hello, PROTOCOL, SeenBy, Turn, WireError, WireForm, error_line, kind,
    kind_of, line,
};
use super::remote_player::action_line;

/// The longest line that is taken in, in bytes: a map of a hundred thousand cities fits.
const LINE_BYTES_MAX: u64 = 1 << 28;

/// Plays games by the protocol until the input ends.
///
/// # Errors
/// Reading or writing failed.
pub fn serve<G: WireForm>(
    name: &str,
    seed: i64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut guest = PlayerServer::<G> {
        name,
        dice: Dice::new(Generator::Chacha8, seed, 0),
        sitting: Vec::new(),
    };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = io::Read::take(&mut *input, LINE_BYTES_MAX);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        // A referee that sends what no game could have must not end the player.
        let taken = catch_unwind(AssertUnwindSafe(|| guest.take(&bytes)));
        let answer = taken.unwrap_or_else(|_| Err(WireError::new("what was sent is no game's")));
        let answer = answer.unwrap_or_else(|why| Some(error_line(&why.to_string())));
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
}

/// The players of one game.
struct PlayerServer<'a, G: WireForm> {
    name: &'a str,
    dice: Dice,
    sitting: Vec<Sitting<G>>,
}

struct Sitting<G: WireForm> {
    seat: Seat,
    known: G::Known,
    player: Box<dyn Player<G>>,
}

impl<G: WireForm> PlayerServer<'_, G> {
    /// Takes a message in. The answer, if there is one.
    fn take(&mut self, bytes: &[u8]) -> Result<Option<String>, WireError> {
        let text = std::str::from_utf8(bytes).map_err(|_| WireError::not_utf8())?;
        let kind = kind_of(text)?;
        match kind.as_str() {
            kind::HELLO => self.begin(text).map(Some),
            kind::TURN => self.choose(text).map(Some),
            kind::END => self.end(text).map(|()| None),
            // Whoever answers an error with an error never stops.
            kind::ERROR => Ok(None),
            _ => Err(WireError::there_is_no(
                "message of the kind",
                format_args!("`{kind}`"),
            )),
        }
    }

    fn begin(&mut self, text: &str) -> Result<String, WireError> {
        self.sitting.clear();
        let greeting: Greeting = read(text)?;
        if greeting.protocol != PROTOCOL {
            let found = greeting.protocol;
            let what = format!("protocol {found}; this player speaks {PROTOCOL}");
            return Err(WireError::new(what));
        }
        if greeting.game != G::NAME || greeting.rules != G::RULES {
            let Greeting { game, rules, .. } = greeting;
            let (own, own_rules) = (G::NAME, G::RULES);
            let what = format!("{game}, rules {rules}; this player plays {own}, rules {own_rules}");
            return Err(WireError::new(what));
        }
        let hello: Hello<serde_json::Value, G::Own> = read(text)?;
        for place in hello.seats {
            let common = serde_json::from_value(hello.scenario.clone());
            let common = common.map_err(|error| WireError::new(format!("scenario: {error}")))?;
            let seat = place.seat;
            let named = Named::<G>::for_seat(self.name, seat).map_err(WireError::new)?;
            let known = G::receive_known(seat, common, place.known)?;
            let player = named.make(known.clone());
            let sitting = Sitting {
                seat,
                known,
                player,
            };
            self.sitting.push(sitting);
        }
        Ok(line(kind::READY, &Bare {}))
    }

    fn see(&mut self, seen: Vec<SeenBy<serde_json::Value>>) -> Result<(), WireError> {
        for SeenBy { seats, seen } in seen {
            for sitting in &mut self.sitting {
                if seats.contains(&sitting.seat) {
                    let seen = serde_json::from_value(seen.clone());
                    let seen: G::Seen =
                        seen.map_err(|error| WireError::new(format!("seen: {error}")))?;
                    sitting.player.observe(&seen);
                }
            }
        }
        Ok(())
    }

    fn choose(&mut self, text: &str) -> Result<String, WireError> {
        let turn: Turn<serde_json::Value, G::SentView, G::Action> = read(text)?;
        self.see(turn.seen)?;
        let mine = self.sitting.iter_mut().find(|it| it.seat == turn.seat);
        let what = || WireError::new(format!("seat {} is not this player's", turn.seat.0));
        let sitting = mine.ok_or_else(what)?;
        if turn.legal.is_empty() {
            return Err(WireError::new("a turn without legal actions"));
        }
        let view = G::receive_view(turn.seat, &sitting.known, turn.view)?;
        self.dice.turn_to(Luck::Seat(turn.seat));
        let action = sitting
            .player
            .choose(&G::held(&view), &turn.legal, &mut self.dice);
        let action = action.map_err(|why| WireError::new(why.detail))?;
        Ok(action_line::<G>(turn.turn, &action))
    }

    fn end(&mut self, text: &str) -> Result<(), WireError> {
        let end: End<serde_json::Value> = read(text)?;
        self.see(end.seen)?;
        self.sitting.clear();
        Ok(())
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, WireError> {
    serde_json::from_str(text).map_err(|error| WireError::new(error.to_string()))
}
