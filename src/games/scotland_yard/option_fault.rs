//! The faults of a game's options, on the command line and in a scenario file: the text that was given and
//! what was expected. Where it stands is told by those who read the line or the file.

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
    /// The detectives are neither a number nor colours.
    DetectivesForm,
    /// This text is no round.
    Round(String),
    /// A game cannot have this many rounds.
    RoundCount(i64),
    /// The rounds are in none of the forms that they can have.
    RoundsForm,
    /// This text is no station.
    Station(String),
    /// No station has this number.
    StationNumber(i64),
    /// The start is neither stations nor drawn.
    StartForm,
    /// This text is no number of tickets.
    TicketCount(String),
    /// The numbers of tickets are this many, not one for each kind.
    TicketKinds(usize),
    /// The number of tickets of this kind is missing.
    NoTicketCount(&'static str),
    /// This text names no kind of ticket.
    Ticket(String),
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
            Self::DetectivesForm => f.write_str("expected a number or colours"),
            Self::Round(word) => {
                write!(f, "`{word}` is no round; expected rounds as in 24:3,8,13,18,24")
            }
            Self::RoundCount(count) => write!(f, "{count} rounds; expected 1 to {ROUNDS_MAX}"),
            Self::RoundsForm => {
                f.write_str("expected rounds such as 24 or \"24:3,8\", or true or false for each")
            }
            Self::Station(word) => {
                write!(f, "`{word}` is no station; expected numbers, or only the word drawn")
            }
            Self::StationNumber(number) => {
                write!(f, "{number} is no station; expected 1 to 65535")
            }
            Self::StartForm => f.write_str("expected stations, or \"drawn\""),
            Self::TicketCount(word) => write!(f, "`{word}` is no ticket count"),
            Self::TicketKinds(count) => {
                let names = Ticket::ALL.map(Ticket::name).join(", ");
                write!(f, "{count} ticket counts; expected {}: {names}", Ticket::COUNT)
            }
            Self::NoTicketCount(name) => write!(f, "the count of {name} tickets is missing"),
            Self::Ticket(name) => write!(f, "`{name}` is no ticket"),
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
