//! A player of this process as one outside another: the other end of the protocol.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::dice::{Dice, DrawOwner, Generator};
use super::forfeit::Forfeit;
use super::game::Game;
use super::line_server::answer_lines;
use super::player::{NotBuiltIn, Player, PlayerSpec};
use super::protocol::{
    Bare, EndMessage, Greeting, HelloMessage, NoMessage, PROTOCOL, SeenBy, TurnMessage, WireForm,
    error_line, kind, kind_of, line,
};
use super::remote_player::action_line;
use super::seat::Seat;
use super::teams::{Teams, take_in};

/// Makes the player of a seat out of what the seat may know; or says why there is none.
pub(crate) type MakePlayer<'a, G> =
    dyn FnMut(Seat, <G as Game>::Known) -> Result<Box<dyn Player<G>>, NotBuiltIn> + 'a;

/// Plays games by the protocol as a built-in player until the input ends.
///
/// # Errors
/// Reading or writing failed.
pub fn serve<G: WireForm>(
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
pub fn serve_with<G: WireForm>(
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
        let answer = taken.unwrap_or(Err(UnusableMessage::NoGame));
        answer.unwrap_or_else(|what| Some(error_line(&what.to_string())))
    })
}

/// The players of one game.
struct PlayerServer<'a, 'm, G: WireForm> {
    make: &'a mut MakePlayer<'m, G>,
    dice: Dice,
    sitting: Vec<Sitting<G>>,
    /// Those who sit here talk only with each other.
    teams: Teams,
}

struct Sitting<G: WireForm> {
    seat: Seat,
    known: G::Known,
    player: Box<dyn Player<G>>,
}

impl<G: WireForm> PlayerServer<'_, '_, G> {
    /// Takes a message in. The answer, if there is one.
    fn take(&mut self, bytes: &[u8]) -> Result<Option<String>, UnusableMessage> {
        let text = std::str::from_utf8(bytes).map_err(|_| NoMessage::NoText);
        let text = text.map_err(UnusableMessage::NoMessage)?;
        let kind = kind_of(text).map_err(UnusableMessage::NoMessage)?;
        match kind.as_str() {
            kind::HELLO => self.begin(text).map(Some),
            kind::TURN => self.choose(text).map(Some),
            kind::END => self.end(text).map(|()| None),
            // Whoever answers an error with an error never stops.
            kind::ERROR => Ok(None),
            _ => Err(UnusableMessage::Kind(kind)),
        }
    }

    fn begin(&mut self, text: &str) -> Result<String, UnusableMessage> {
        self.sitting.clear();
        let greeting: Greeting = read(text)?;
        if greeting.protocol != PROTOCOL {
            return Err(UnusableMessage::Protocol(greeting.protocol));
        }
        if greeting.game != G::NAME || greeting.rules != G::RULES {
            let Greeting { game, rules, .. } = greeting;
            let plays = (G::NAME, G::RULES);
            return Err(UnusableMessage::Game { game, rules, plays });
        }
        let hello: HelloMessage<serde_json::Value, G::Own> = read(text)?;
        for place in hello.seats {
            let common = serde_json::from_value(hello.scenario.clone());
            let common = common.map_err(|error| UnusableMessage::part("scenario", &error))?;
            let seat = place.seat;
            let known =
                G::receive_known(seat, common, place.known).map_err(UnusableMessage::data)?;
            let player = (self.make)(seat, known.clone()).map_err(UnusableMessage::player)?;
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

    fn see(&mut self, seen: Vec<SeenBy<serde_json::Value>>) -> Result<(), UnusableMessage> {
        for SeenBy { seats, seen } in seen {
            for Sitting { seat, player, .. } in &mut self.sitting {
                let hears = |it: &&Seat| *it == seat || self.teams.mates(**it).has(*seat);
                for learner in seats.iter().filter(hears) {
                    let seen = G::receive_seen(seen.clone());
                    let seen = seen.map_err(|error| UnusableMessage::part("seen", &error))?;
                    take_in(&mut **player, *seat, *learner, &seen);
                }
            }
        }
        Ok(())
    }

    fn choose(&mut self, text: &str) -> Result<String, UnusableMessage> {
        let turn: TurnMessage<serde_json::Value, G::SentView, G::Action> = read(text)?;
        self.see(turn.seen)?;
        let mine = self.sitting.iter_mut().find(|it| it.seat == turn.seat);
        let sitting = mine.ok_or(UnusableMessage::Seat(turn.seat))?;
        if turn.legal.is_empty() {
            return Err(UnusableMessage::NothingLegal);
        }
        let view = G::receive_view(turn.seat, &sitting.known, turn.view);
        let view = view.map_err(UnusableMessage::data)?;
        self.dice.turn_to(DrawOwner::Seat(turn.seat));
        let action = sitting.player.choose(&G::held(&view), &turn.legal, &mut self.dice);
        let action = action.map_err(UnusableMessage::Lost)?;
        Ok(action_line::<G>(turn.turn, &action))
    }

    fn end(&mut self, text: &str) -> Result<(), UnusableMessage> {
        let end: EndMessage<serde_json::Value> = read(text)?;
        self.see(end.seen)?;
        self.sitting.clear();
        Ok(())
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, UnusableMessage> {
    serde_json::from_str(text)
        .map_err(|error| UnusableMessage::Fields { part: None, error: error.to_string() })
}

/// The reasons for which a message is answered with an error.
enum UnusableMessage {
    /// It is no message at all.
    NoMessage(NoMessage),
    /// There is no message of this kind.
    Kind(String),
    /// It is of another protocol.
    Protocol(u32),
    /// It is of a game, or of its rules, that this player does not play.
    Game { game: String, rules: u32, plays: (&'static str, u32) },
    /// Its fields, or those of a part of it, do not fit.
    Fields { part: Option<&'static str>, error: String },
    /// The message holds data that the game cannot have.
    Data(String),
    /// The player does not play for a seat.
    Player(String),
    /// The seat to move is not this player's.
    Seat(Seat),
    /// There is nothing to choose from.
    NothingLegal,
    /// The player failed to choose.
    Lost(Box<Forfeit>),
    /// No game could have sent it.
    NoGame,
}

impl UnusableMessage {
    fn part(part: &'static str, error: &serde_json::Error) -> Self {
        UnusableMessage::Fields { part: Some(part), error: error.to_string() }
    }

    fn data(what: impl fmt::Display) -> Self {
        UnusableMessage::Data(what.to_string())
    }

    fn player(what: impl fmt::Display) -> Self {
        UnusableMessage::Player(what.to_string())
    }
}

impl fmt::Display for UnusableMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnusableMessage::NoMessage(why) => why.fmt(f),
            UnusableMessage::Kind(kind) => write!(f, "there is no message of the kind `{kind}`"),
            UnusableMessage::Protocol(found) => {
                write!(f, "protocol {found}; this player speaks {PROTOCOL}")
            }
            UnusableMessage::Game { game, rules, plays: (mine, known) } => {
                write!(f, "{game}, rules {rules}; this player plays {mine}, rules {known}")
            }
            UnusableMessage::Fields { part: None, error } => f.write_str(error),
            UnusableMessage::Fields { part: Some(part), error } => write!(f, "{part}: {error}"),
            UnusableMessage::Data(what) | UnusableMessage::Player(what) => f.write_str(what),
            UnusableMessage::Seat(seat) => write!(f, "seat {} is not this player's", seat.0),
            UnusableMessage::NothingLegal => f.write_str("a turn without legal actions"),
            UnusableMessage::Lost(why) => f.write_str(&why.detail),
            UnusableMessage::NoGame => f.write_str("no game can have what was sent"),
        }
    }
}
