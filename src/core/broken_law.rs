//! What comes of holding a game against the laws: a law that it breaks, or what it was held against.

use std::fmt;

/// The laws that every game keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// The header opens, and its scenario is the one the game was made of.
    Scenario,
    /// The fold of the events is the live state.
    Fold,
    /// Every turn, decided and chosen again with the same dice, is the same.
    Audit,
    /// Cycles and states come back from their stored forms as they were.
    Forms,
    /// The same seed gives the same history.
    Seed,
    /// A session that was resumed goes on as the first one did.
    Resume,
    /// The transcript, read back, shows what the states show.
    Transcript,
    /// The referee finds nothing wrong with a game that was played by the rules.
    Referee,
    /// What is legal is decided, what is not is refused, and an event belongs to one action.
    Actions,
    /// Actions in words are told apart and read back.
    Words,
    /// Every turn and every lost turn goes on to a next one, within the bound on cycles.
    Turns,
    /// States that were reached are valid; damaged ones are refused or can be gone on from.
    States,
    /// The end has words, and points for every side.
    Ending,
    /// What a seat knows, sees and learns comes through JSON as it was.
    WireForm,
    /// A seat is shown nothing of what it may not know.
    Secrets,
    /// In a state exactly those events are let in that an action and its luck lead to.
    Events,
    /// A seat gains nothing by losing its turn.
    Forfeits,
    /// A game that is turned round has the same rules.
    Symmetry,
    /// The game ends as its author works it out a second time.
    Oracle,
    /// The rules refuse what is impossible, and do not panic.
    Panics,
}

impl Law {
    /// The law's name in reports, one word or two.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Law::Scenario => "scenario",
            Law::Fold => "fold",
            Law::Audit => "audit",
            Law::Forms => "forms",
            Law::Seed => "seed",
            Law::Resume => "resume",
            Law::Transcript => "transcript",
            Law::Referee => "referee",
            Law::Actions => "actions",
            Law::Words => "words",
            Law::Turns => "turns",
            Law::States => "states",
            Law::Ending => "ending",
            Law::WireForm => "wire form",
            Law::Secrets => "secrets",
            Law::Events => "events",
            Law::Forfeits => "forfeits",
            Law::Symmetry => "symmetry",
            Law::Oracle => "oracle",
            Law::Panics => "panics",
        }
    }

    /// The law is broken in this way.
    #[must_use]
    pub fn broken(self, what: impl Into<String>) -> BrokenLaw {
        BrokenLaw {
            law: self,
            at: None,
            what: what.into(),
        }
    }
}

/// A law that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLaw {
    /// Which law.
    pub law: Law,
    /// In which cycle, with the word for one, where it is in any.
    pub at: Option<(&'static str, u64)>,
    /// What happened, in words.
    pub what: String,
}

impl BrokenLaw {
    /// The same in a cycle; `unit` is what a cycle is called.
    #[must_use]
    pub fn at(mut self, unit: &'static str, cycle: u64) -> Self {
        self.at = Some((unit, cycle));
        self
    }
}

impl fmt::Display for BrokenLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((unit, cycle)) = self.at {
            write!(f, "{unit} {cycle}: ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for BrokenLaw {}

/// What a game was held against that keeps every law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckCoverage {
    /// How many turns of seats were looked at on a walk by random actions: all that was legal there.
    pub turns: u64,
    /// How many pairs of histories were compared that differ only in what a seat may not know.
    pub pairs: u64,
}
