//! The report on a player that was put through its protocol: the cases, and what is wrong in each.

use serde::Serialize;

use chase_play::file_protocol::Requirement;

/// One case, and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedCase {
    /// The name of the case.
    pub name: String,
    /// The obligation of a player to pass the case.
    pub requirement: Requirement,
    /// The fault that was found; `None` if there is none.
    pub fault: Option<String>,
    /// What to change, if there is a fault.
    pub change: Option<&'static str>,
}

impl CheckedCase {
    /// A case that every player must pass, its fault in words, and what to change then.
    #[must_use]
    pub fn new<E: std::fmt::Display>(
        name: impl Into<String>,
        done: Result<(), E>,
        change: &'static str,
    ) -> Self {
        CheckedCase {
            name: name.into(),
            requirement: Requirement::Must,
            change: done.is_err().then_some(change),
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
