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
    /// Playing again with the same seed gives the same history.
    Seed,
    /// A session that was resumed goes on as the first one did.
    Resume,
    /// The transcript, read back, shows what the states show.
    Transcript,
    /// The referee finds nothing wrong with a game that was played by the rules.
    Referee,
    /// Legal actions are decided, all others are refused, and an event belongs to one action.
    Actions,
    /// Actions in words are told apart and read back.
    Words,
    /// Every turn and every lost turn goes on to a next one, within the bound on cycles.
    Turns,
    /// States that were reached are valid; damaged ones are refused or can be gone on from.
    States,
    /// The end has words, and points for every side.
    Ending,
    /// Everything that a seat knows, sees and learns comes back from JSON unchanged.
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
    pub fn broken(self, what: impl Into<String>) -> BrokenLaw {
        BrokenLaw { law: self, at: None, what: what.into() }
    }
}

/// A law that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BrokenLaw {
    /// The law that is broken.
    pub law: Law,
    /// In which cycle, with the word for one, where it is in any.
    pub at: Option<(&'static str, u64)>,
    /// The violation, in words.
    pub what: String,
}

impl BrokenLaw {
    /// Adds the cycle in which the law is broken; `unit` is the word for a cycle.
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

/// The extent of a check in which a game kept every law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckCoverage {
    /// The number of seats' turns on walks by random actions. Everything that was legal there was
    /// tried.
    pub turns: u64,
    /// The number of compared pairs of histories that differ only in facts that a seat may not
    /// know.
    pub pairs: u64,
}
