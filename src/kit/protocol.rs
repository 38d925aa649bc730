//! The messages between a referee and a player outside the process, as docs/players.md tells them:
//! one JSON object a line, its kind in `type`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use chase_engine::game::{Fault, Seat, ThinkingTime};
use chase_engine::header::to_json;
use chase_world::error::quoted;

/// The number of the protocol.
pub const PROTOCOL: u32 = 1;

/// The kinds of messages.
pub mod kind {
    /// A player that connected to a match says its token.
    pub const JOIN: &str = "join";
    /// A game begins.
    pub const HELLO: &str = "hello";
    /// The player will play it.
    pub const READY: &str = "ready";
    /// The player must choose.
    pub const TURN: &str = "turn";
    /// The player's choice.
    pub const ACTION: &str = "action";
    /// The game is over.
    pub const END: &str = "end";
    /// A message could not be used.
    pub const ERROR: &str = "error";
}

/// The reason for which a message cannot be used: one sentence without a full stop, for its sender.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WireError(String);

impl WireError {
    /// For this reason.
    #[must_use]
    pub fn new(why: impl Into<String>) -> Self {
        WireError(why.into())
    }

    /// It names something that there is not (`there is no city 7`).
    pub fn there_is_no(kind: &str, name: impl fmt::Display) -> Self {
        WireError(format!("there is no {kind} {name}"))
    }
}

/// It holds a scenario that cannot be played.
impl From<Fault> for WireError {
    fn from(fault: Fault) -> Self {
        WireError(fault.to_string())
    }
}

/// Holds a seat that was received against how many there are.
///
/// # Errors
/// There is no such seat.
pub fn check_seat(seat: Seat, seats: usize) -> Result<(), WireError> {
    if seat.index() < seats {
        Ok(())
    } else {
        let name = format_args!("{}; there are {seats}, from 0", seat.0);
        Err(WireError::there_is_no("seat", name))
    }
}

/// Nothing that one seat alone knows.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Nothing {}

/// A game begins.
#[derive(Debug, Serialize, Deserialize)]
pub struct HelloMessage<C, O> {
    /// The number of the protocol, [`PROTOCOL`].
    pub protocol: u32,
    /// The name and the version of the refereeing program.
    #[serde(default)]
    pub program: String,
    /// The name of the game, as in `chase games`.
    pub game: String,
    /// The number of its rules.
    pub rules: u32,
    /// Its sides, in the order of [`EndMessage::points`].
    #[serde(default)]
    pub sides: Vec<String>,
    /// The player's seats.
    pub seats: Vec<PlayerSeat<O>>,
    /// The part of the scenario that all the seats may know.
    pub scenario: C,
    /// The thinking time of the player.
    #[serde(default)]
    pub clock: ThinkingTime,
}

/// A seat of the player.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlayerSeat<O> {
    /// The number of the seat, from 0.
    pub seat: Seat,
    /// The short name of the seat in messages (`D2`).
    #[serde(default)]
    pub name: String,
    /// The side that the seat wins or loses with.
    #[serde(default)]
    pub side: String,
    /// The part of the scenario that this seat alone knows.
    pub known: O,
}

/// The beginning of a hello, for who does not know the game yet.
#[derive(Debug, Deserialize)]
pub struct Greeting {
    /// The number of the protocol, as in [`HelloMessage`].
    pub protocol: u32,
    /// The name of the game, as in [`HelloMessage`].
    pub game: String,
    /// The number of its rules, as in [`HelloMessage`].
    pub rules: u32,
}

/// Something that happened, with those of the player's seats that saw it.
#[derive(Debug, Serialize, Deserialize)]
pub struct SeenBy<S> {
    /// Those of the player's seats that saw it.
    pub seats: Vec<Seat>,
    /// The facts that they learned, in the game's message form.
    pub seen: S,
}

/// The player must choose.
#[derive(Debug, Serialize, Deserialize)]
pub struct TurnMessage<S, V, A> {
    /// Counts the player's turns in this game, from 1.
    pub turn: u64,
    /// The seat to move.
    pub seat: Seat,
    /// The facts that the player's seats learned since the last turn.
    #[serde(default = "Vec::new")]
    pub seen: Vec<SeenBy<S>>,
    /// The view that the seat has now.
    pub view: V,
    /// All it can do.
    pub legal: Vec<A>,
    /// The thinking time that is left.
    #[serde(default)]
    pub clock: ThinkingTime,
}

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerResult {
    /// Its side won alone.
    Win,
    /// Its side shares the win.
    Draw,
    /// Its side lost.
    Loss,
}

/// The game is over.
#[derive(Debug, Serialize, Deserialize)]
pub struct EndMessage<S> {
    /// The facts that the player's seats learned since the last turn.
    #[serde(default = "Vec::new")]
    pub seen: Vec<SeenBy<S>>,
    /// The cause of the end, one word of the game's list (`caught`).
    pub cause: String,
    /// Points by side.
    pub points: Vec<u8>,
    /// The result for the player.
    pub result: PlayerResult,
}

/// The message with a player's choice.
#[derive(Debug, Serialize, Deserialize)]
pub struct ActionMessage<A> {
    /// The turn it is for.
    pub turn: u64,
    /// One of the legal actions.
    pub action: A,
}

/// The message that tells the other side that its message could not be used.
#[derive(Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// The mistake in the message, one sentence.
    pub what: String,
}

/// Nothing but the kind.
#[derive(Debug, Serialize)]
pub struct Bare {}

/// A message as a line, its end included.
#[must_use]
pub fn line<T: Serialize>(kind: &str, message: &T) -> String {
    let fields = to_json(message);
    let fields = fields.trim_start_matches('{');
    let comma = if fields == "}" { "" } else { "," };
    format!("{{\"type\":\"{kind}\"{comma}{fields}\n")
}

/// The line that tells somebody what was wrong with his message.
pub fn error_line(what: &str) -> String {
    let what = what.to_owned();
    line(kind::ERROR, &Trouble { what })
}

/// The first message of a player that connected to a match.
#[derive(Debug, Serialize, Deserialize)]
struct Join {
    token: String,
}

/// The line that joins a match with its token.
pub fn join_line(token: &str) -> String {
    let token = token.to_owned();
    line(kind::JOIN, &Join { token })
}

/// The token of a line that joins a match; nothing for any other.
pub fn joined_with(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let kind = kind_of(text).ok()?;
    let join: Join = serde_json::from_str(text).ok()?;
    (kind == kind::JOIN).then_some(join.token)
}

/// The field that all messages have.
#[derive(Debug, Deserialize)]
struct AnyMessage {
    #[serde(rename = "type")]
    kind: Option<String>,
}

/// The kind of a message.
///
/// # Errors
/// It is no message.
pub fn kind_of(text: &str) -> Result<String, NoMessage> {
    let said = || quoted(text);
    if !text.trim_start().starts_with('{') {
        return Err(NoMessage::NoObject { said: said() });
    }
    let message: AnyMessage =
        serde_json::from_str(text).map_err(|error| NoMessage::unreadable(text, &error))?;
    message.kind.ok_or_else(|| NoMessage::NoType { said: said() })
}

/// Bytes that are no message. What was said is quoted, cut where it is long.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMessage {
    /// They are no text.
    #[error("bytes that are not UTF-8")]
    NoText,
    /// They are no JSON object.
    #[error("`{said}` is no JSON object")]
    NoObject {
        /// The text of the message, quoted.
        said: String,
    },
    /// An object that does not say its kind.
    #[error("`{said}` has no `type`")]
    NoType {
        /// The text of the message, quoted.
        said: String,
    },
    /// JSON that cannot be read, or fields that do not fit the kind.
    #[error("`{said}`: {error}")]
    Unreadable {
        /// The text of the message, quoted.
        said: String,
        /// The mistake in it, as serde_json describes it.
        error: String,
    },
}

impl NoMessage {
    fn unreadable(text: &str, error: &serde_json::Error) -> Self {
        NoMessage::Unreadable { said: quoted(text), error: error.to_string() }
    }
}

/// A player's answer.
#[derive(Debug)]
pub enum PlayerAnswer {
    /// It will play.
    Ready,
    /// The player's choice, with the turn that it is for.
    Action {
        /// The turn, where it says so.
        turn: Option<u64>,
        /// The JSON value in `action`.
        action: Option<Box<RawValue>>,
    },
    /// The player could not use our message.
    Error(String),
    /// A message of a kind that no player sends.
    Unknown(String),
}

#[derive(Debug, Deserialize)]
struct ActionFields {
    turn: Option<u64>,
    action: Option<Box<RawValue>>,
}

/// Reads a player's answer.
///
/// # Errors
/// It is no message.
pub fn answer(bytes: &[u8]) -> Result<PlayerAnswer, NoMessage> {
    let text = std::str::from_utf8(bytes).map_err(|_| NoMessage::NoText)?;
    let bad = |error: serde_json::Error| NoMessage::unreadable(text, &error);
    let kind = kind_of(text)?;
    Ok(match kind.as_str() {
        kind::READY => PlayerAnswer::Ready,
        kind::ACTION => {
            let ActionFields { turn, action } = serde_json::from_str(text).map_err(bad)?;
            PlayerAnswer::Action { turn, action }
        }
        kind::ERROR => {
            let said: Result<Trouble, _> = serde_json::from_str(text);
            PlayerAnswer::Error(said.map_or_else(|_| "no words".into(), |trouble| trouble.what))
        }
        _ => PlayerAnswer::Unknown(kind),
    })
}
