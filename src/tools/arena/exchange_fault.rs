//! What a player outside the process can do wrong in an exchange of messages, and how that is said.

use chase_core::error::quoted;
use chase_core::game::Forfeit;
use chase_core::protocol::PlayerAnswer;

/// A fault that a player made in a case of the check.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExchangeFault {
    /// It did not answer in time, or not with a message.
    #[error("{}: {}", .0.cause.word(), .0.detail)]
    Failed(Forfeit),
    /// It lost a turn in one of the games that were played with it.
    #[error("game {game}: {}: {}", .why.cause.word(), .why.detail)]
    Game {
        /// The number of the game, from 1.
        game: u64,
        /// The reason why it lost the turn.
        why: Forfeit,
    },
    /// It answered with a message of another kind than was due.
    #[error("it answered {0}")]
    Answer(String),
    /// It answered another turn than the one it was asked for.
    #[error("it answered for the wrong turn")]
    OtherTurn,
    /// Its message of the kind `action` held none.
    #[error("a message of type `action` without the field `action`")]
    NoAction,
    /// It chose this action, which is not legal.
    #[error("`{}` is not among the legal actions", quoted(.0))]
    NotLegal(String),
    /// It sent nothing in answer to this kind of line, and answered the next one.
    #[error("it sent no answer to {0}")]
    Ignored(&'static str),
    /// It had ended before another game began.
    #[error("{}, and is started again for each game", .0.detail)]
    EndedBetweenGames(Forfeit),
    /// It did not end with its input.
    #[error("it was still running two seconds after its input ended")]
    StillThere,
}

impl ExchangeFault {
    /// It answered, but not with the kind of message that was due, if it was one alone.
    pub fn unexpected(found: &PlayerAnswer, expected: Option<&str>) -> Self {
        let found = match found {
            PlayerAnswer::Ready => "`ready`".to_owned(),
            PlayerAnswer::Action { .. } => "`action`".to_owned(),
            PlayerAnswer::Error(what) => format!("`error` ({})", quoted(what)),
            PlayerAnswer::Unknown(kind) => format!("`{}`", quoted(kind)),
        };
        let expected = expected.map(|kind| format!(", expected `{kind}`"));
        ExchangeFault::Answer(found + &expected.unwrap_or_default())
    }
}

impl From<Forfeit> for ExchangeFault {
    fn from(why: Forfeit) -> Self {
        ExchangeFault::Failed(why)
    }
}
