//! What a player outside the process can do wrong in an exchange of messages, and how that is said.

use std::fmt;

use chase_core::error::quoted;
use chase_core::game::Forfeit;
use chase_core::protocol::PlayerAnswer;

/// A fault that a player made in a case of the check.
#[derive(Debug)]
pub(crate) enum ExchangeFault {
    /// It did not answer in time, or not with a message.
    Failed(Forfeit),
    /// It lost a turn in one of the games that were played with it.
    Game {
        /// The number of the game, from 1.
        game: u64,
        /// The reason why it lost the turn.
        why: Forfeit,
    },
    /// It answered with a message of another kind than was due.
    Answer {
        /// The answer of the player.
        found: PlayerAnswer,
        /// The kind that was due, if it was one alone.
        expected: Option<&'static str>,
    },
    /// It answered another turn than the one it was asked for.
    OtherTurn,
    /// Its message of the kind `action` held none.
    NoAction,
    /// It chose this action, which is not legal.
    NotLegal(String),
    /// It sent nothing in answer to this kind of line, and answered the next one.
    Ignored(&'static str),
    /// It had ended before another game began.
    EndedBetweenGames(Forfeit),
    /// It did not end with its input.
    StillThere,
}

impl ExchangeFault {
    /// It answered, but not with the kind of message that was due.
    pub fn unexpected(found: PlayerAnswer, expected: &'static str) -> Self {
        ExchangeFault::Answer { found, expected: Some(expected) }
    }
}

impl From<Forfeit> for ExchangeFault {
    fn from(why: Forfeit) -> Self {
        ExchangeFault::Failed(why)
    }
}

impl fmt::Display for ExchangeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeFault::Failed(why) => write!(f, "{}: {}", why.cause.word(), why.detail),
            ExchangeFault::Game { game, why } => {
                write!(f, "game {game}: {}: {}", why.cause.word(), why.detail)
            }
            ExchangeFault::Answer { found, expected } => {
                f.write_str("it answered ")?;
                match found {
                    PlayerAnswer::Ready => f.write_str("`ready`"),
                    PlayerAnswer::Action { .. } => f.write_str("`action`"),
                    PlayerAnswer::Error(what) => write!(f, "`error` ({})", quoted(what)),
                    PlayerAnswer::Unknown(kind) => write!(f, "`{}`", quoted(kind)),
                }?;
                expected.map_or(Ok(()), |kind| write!(f, ", expected `{kind}`"))
            }
            ExchangeFault::OtherTurn => f.write_str("it answered for the wrong turn"),
            ExchangeFault::NoAction => {
                f.write_str("a message of type `action` without the field `action`")
            }
            ExchangeFault::NotLegal(action) => {
                write!(f, "`{}` is not among the legal actions", quoted(action))
            }
            ExchangeFault::Ignored(line) => write!(f, "it sent no answer to {line}"),
            ExchangeFault::EndedBetweenGames(why) => {
                write!(f, "{}, and is started again for each game", why.detail)
            }
            ExchangeFault::StillThere => {
                f.write_str("it was still running two seconds after its input ended")
            }
        }
    }
}

impl std::error::Error for ExchangeFault {}
