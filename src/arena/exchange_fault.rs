//! What a player outside the process can do wrong in an exchange of messages, and how that is said.

use chase_engine::game::Forfeit;
use chase_kit::protocol::PlayerAnswer;
use chase_world::error::quoted;

/// A fault that a player made in a case of the check.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExchangeFault {
    /// It did not answer in time, or not with a message.
    #[error("{}: {}", .0.cause.word(), .0.detail)]
    Failed(Forfeit),
    /// It had ended before another game began.
    #[error("{}, and is started again for each game", .0.detail)]
    EndedBetweenGames(Forfeit),
    /// Anything else it did wrong, in words.
    #[error("{0}")]
    Other(String),
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
        let expected = expected.map(|kind| format!(", expected `{kind}`")).unwrap_or_default();
        ExchangeFault::Other(format!("it answered {found}{expected}"))
    }
}

impl From<Forfeit> for ExchangeFault {
    fn from(why: Forfeit) -> Self {
        ExchangeFault::Failed(why)
    }
}
