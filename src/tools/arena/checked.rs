//! What is said of a player that is put through its protocol: the cases, and what is wrong in each.

use serde::Serialize;

use chase_kit::file_protocol::Requirement;

/// One case, and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedCase {
    /// The name of the case.
    pub name: String,
    /// The obligation of a player to pass the case.
    pub requirement: Requirement,
    /// The fault that was found; `None` if there is none.
    pub fault: Option<String>,
}

impl CheckedCase {
    /// A case that every player must pass, and its fault, in words.
    #[must_use]
    pub fn new<E: std::error::Error>(name: impl Into<String>, done: Result<(), E>) -> Self {
        CheckedCase {
            name: name.into(),
            requirement: Requirement::Must,
            fault: done.err().map(|fault| fault.to_string()),
        }
    }

    /// Returns whether something is wrong that must not be.
    pub fn is_failed(&self) -> bool {
        self.fault.is_some() && self.requirement == Requirement::Must
    }

    /// Returns whether something could be better.
    pub fn could_be_better(&self) -> bool {
        self.fault.is_some() && self.requirement == Requirement::Better
    }
}
