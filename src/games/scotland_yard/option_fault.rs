//! The faults of a game's options: the text that was given and what was expected.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;

use super::board::Ticket;
use super::scenario::{DETECTIVES_MAX, ROUNDS_MAX};

/// A fault of an option; its text is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// The option is not of the form `WHO=WHAT`.
    NoPair,
    /// This text names neither a side nor a colour.
    Who(String),
    /// This text names no colour of a detective.
    Colour(String),
    /// This many detectives cannot play.
    DetectiveCount(i64),
    /// This text is no round.
    Round(String),
    /// A game cannot have this many rounds.
    RoundCount(i64),
    /// This text is no station.
    Station(String),
    /// This text is no number of tickets.
    TicketCount(String),
    /// The numbers of tickets are this many, not one for each kind.
    TicketKinds(usize),
}

impl fmt::Display for OptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPair => f.write_str("expected WHO=..., as in mr-x=... or blue=..."),
            Self::Who(name) => {
                write!(f, "`{name}`; expected mr-x, detectives, or a colour (black is Mr X)")
            }
            Self::Colour(name) => {
                write!(f, "`{name}` is no colour; expected blue, green, red, white, yellow")
            }
            Self::DetectiveCount(count) => {
                write!(f, "{count} detectives; expected 1 to {DETECTIVES_MAX}")
            }
            Self::Round(word) => {
                write!(f, "`{word}` is no round; expected rounds as in 24:3,8,13,18,24")
            }
            Self::RoundCount(count) => write!(f, "{count} rounds; expected 1 to {ROUNDS_MAX}"),
            Self::Station(word) => {
                write!(f, "`{word}` is no station; expected numbers, or only the word drawn")
            }
            Self::TicketCount(word) => write!(f, "`{word}` is no ticket count"),
            Self::TicketKinds(count) => {
                let names = Ticket::ALL.map(Ticket::name).join(", ");
                write!(f, "{count} ticket counts; expected {}: {names}", Ticket::COUNT)
            }
        }
    }
}

impl Error for OptionFault {}

/// The name of a player is any text, so reading it never fails.
impl From<Infallible> for OptionFault {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
