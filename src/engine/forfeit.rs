//! Lost turns, and what they are lost for.

use serde::{Deserialize, Serialize};

/// The reason for which a seat lost its turn.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::engine::game::ForfeitCause;
/// use chase::prelude::*;
///
/// // A player that has no answer in time says so in place of an action.
/// let why = Forfeit::new(ForfeitCause::Timeout, "no answer within 5 s");
/// assert_eq!(why.cause.word(), "timeout");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The kind of failure.
    pub cause: ForfeitCause,
    /// A description of the failure, at most [`Forfeit::DETAIL_BYTES_MAX`] bytes.
    pub detail: String,
}

impl Forfeit {
    /// The longest detail that is stored, in bytes.
    pub const DETAIL_BYTES_MAX: usize = 200;

    /// A forfeit whose detail is cut at a character's boundary to the length allowed.
    #[must_use]
    pub fn new(cause: ForfeitCause, detail: &str) -> Self {
        let mut end = detail.len().min(Self::DETAIL_BYTES_MAX);
        while !detail.is_char_boundary(end) {
            end -= 1;
        }
        Forfeit { cause, detail: detail[..end].to_owned() }
    }

    /// The cause as a word, and behind a colon what was seen, where that may be told
    /// (`crash: exit status: 3`, or `crash` alone).
    #[must_use]
    pub fn told(&self, with_detail: bool) -> String {
        match with_detail {
            true => format!("{}: {}", self.cause.word(), self.detail),
            false => self.cause.word().to_owned(),
        }
    }
}

/// The kinds of failure that cost a turn. New kinds are added at the end: the order is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForfeitCause {
    /// The action is not among the legal ones.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The player ended or could not be reached.
    Crash,
    /// The answer could not be understood.
    Garbage,
    /// It passed although it could act.
    FalsePass,
    /// It wrote down another score than it has.
    WrongScore,
    /// It changed what is another's.
    Tampering,
    /// It ended with a return code that does not fit what it did.
    ReturnCode,
    /// It printed or wrote more than it may.
    Flood,
}

impl ForfeitCause {
    /// All of them, in the order in which they are stored.
    pub const ALL: [ForfeitCause; 9] = [
        ForfeitCause::Illegal,
        ForfeitCause::Timeout,
        ForfeitCause::Crash,
        ForfeitCause::Garbage,
        ForfeitCause::FalsePass,
        ForfeitCause::WrongScore,
        ForfeitCause::Tampering,
        ForfeitCause::ReturnCode,
        ForfeitCause::Flood,
    ];

    /// The word in files and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ForfeitCause::Illegal => "illegal",
            ForfeitCause::Timeout => "timeout",
            ForfeitCause::Crash => "crash",
            ForfeitCause::Garbage => "garbage",
            ForfeitCause::FalsePass => "false_pass",
            ForfeitCause::WrongScore => "wrong_score",
            ForfeitCause::Tampering => "tampering",
            ForfeitCause::ReturnCode => "return_code",
            ForfeitCause::Flood => "flood",
        }
    }
}
