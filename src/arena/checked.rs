//! What is said of a player that is put through its protocol: the cases, and what is wrong in each.

use serde::Serialize;

/// One case, and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// What was tried.
    pub name: String,
    /// What is wrong; nothing when all is right.
    pub fault: Option<String>,
}

impl Checked {
    /// A case and its fault, in words.
    #[must_use]
    pub fn new<E: std::error::Error>(name: impl Into<String>, done: Result<(), E>) -> Self {
        Checked {
            name: name.into(),
            fault: done.err().map(|fault| fault.to_string()),
        }
    }
}
