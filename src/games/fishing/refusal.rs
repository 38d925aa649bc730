//! Why the assignment's program takes no turn, and what it returns then.

use chase_world::error::Error;

/// The exit codes of the program; 0 is of one that took its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// It can do nothing: all is placed, all are blocked, or no floe has one fish.
    NoMove = 1,
    /// The state file is wrong.
    BadState = 2,
    /// The arguments are wrong, or something else went wrong.
    Trouble = 3,
}

/// A refusal to take a turn.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{error}")]
pub struct NoTurn {
    /// The return code.
    pub code: Code,
    /// The message for the user.
    pub error: Error,
}

impl NoTurn {
    pub(super) fn trouble(error: Error) -> Self {
        NoTurn { code: Code::Trouble, error }
    }
}
