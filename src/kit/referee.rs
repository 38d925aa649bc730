//! Who judges a trace by the rules: what a seat was allowed to do, and what its strategy asked
//! of it. The judge knows the scenario and nothing but the trace's own past.
//!
//! A line of a transcript becomes a row ([`trace`](super::trace)), and a row is judged by a [`Referee`]. Two
//! ask one: `verify`, which judges one trace alone (the folder `judge`), and `diff`, which asks why two
//! traces differ (the folder `replay/diff`). Most games have the referee of `rules_referee`.

use serde::Serialize;

use super::trace::TraceRow;

/// Judges a trace cycle by cycle.
pub trait Referee: Send {
    /// Judges the next cycle by what went before, and takes it in. Whatever the rules and the
    /// strategies leave open is accepted.
    ///
    /// # Errors
    /// The first thing in it that is wrong or cannot be judged. The referee is of no further use then.
    fn judge(&mut self, row: &TraceRow) -> Result<(), Box<TraceFinding>>;

    /// Checks that a trace may end here; `cut` says that it was broken off.
    ///
    /// # Errors
    /// The part of the trace that is missing.
    fn end(&self, cut: bool) -> Result<(), Box<TraceFinding>>;

    /// Another referee that stands where this one does.
    fn fork(&self) -> Box<dyn Referee>;

    /// Explains why two traces that were the same so far differ here. Each side has the differing
    /// cycle first, and what followed as far as it is known.
    fn explain(&self, ours: &[TraceRow], theirs: &[TraceRow]) -> Option<Box<Cause>>;

    /// A cell in words (`[4] darwin`).
    fn tell(&self, column: usize, number: u64) -> String;
}

/// Something in a trace that is wrong, or cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceFinding {
    /// In which cycle.
    pub cycle: u64,
    /// The name of the seat whose turn it is, where it is a seat's.
    pub seat: Option<String>,
    /// The rule, as one lasting word (`least-visited`).
    pub rule: &'static str,
    /// The mistake, one sentence without a full stop.
    pub what: String,
    /// The situation of the seat before its turn, in words; empty when it is nobody's turn.
    pub situation: String,
    /// The table of its possible actions, with the numbers that its strategy compares.
    pub options: Option<Options>,
    /// The numbers behind it, a line each.
    pub facts: Vec<String>,
}

impl TraceFinding {
    /// The rule of a finding that nothing can be judged by: what was drawn is not known.
    pub const LUCK: &'static str = "luck";

    /// The rule of a finding that nothing can be judged by: what was done is hidden.
    pub const HIDDEN: &'static str = "hidden";

    /// True if the finding is one that a seed would decide.
    pub fn wants_seed(&self) -> bool {
        self.rule == Self::LUCK
    }

    /// True if the finding is no mistake but something that cannot be judged.
    pub fn is_undecided(&self) -> bool {
        self.rule == Self::LUCK || self.rule == Self::HIDDEN
    }

    /// A finding that is nobody's turn.
    pub fn general(cycle: u64, rule: &'static str, what: impl Into<String>) -> Box<Self> {
        Box::new(TraceFinding {
            cycle,
            seat: None,
            rule,
            what: what.into(),
            situation: String::new(),
            options: None,
            facts: Vec::new(),
        })
    }
}

impl std::fmt::Display for TraceFinding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(seat) = &self.seat {
            write!(f, "{seat}: ")?;
        }
        write!(f, "{} ({})", self.what, self.rule)
    }
}

/// A referee's judgement of one side's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The choice that the rules and the strategy ask for.
    Right,
    /// A choice as good as the expected one: the rules leave it open.
    Tie,
    /// Allowed by the rules, but not what the strategy asks for.
    Breach,
    /// Against the rules.
    Illegal,
}

impl Judgement {
    /// The judgement in the words of a report (`a breach of the strategy`).
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Judgement::Right => "right",
            Judgement::Tie => "a legal tie",
            Judgement::Breach => "a breach of the strategy",
            Judgement::Illegal => "illegal",
        }
    }
}

/// One side's choice and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The judgement of the choice.
    pub judgement: Judgement,
    /// The choice in words (`to [4] darwin`).
    pub choice: String,
    /// The rule that decides, as one lasting word.
    pub rule: &'static str,
    /// The reason for the judgement, one sentence without a full stop.
    pub why: String,
}

/// The explanation of the first difference between two traces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// In which cycle.
    pub cycle: u64,
    /// The name of the seat whose turn it is, where it is a seat's.
    pub seat: Option<String>,
    /// The situation of the seat before its turn, in words.
    pub situation: String,
    /// The table of its possible actions, with the numbers that its strategy compares.
    pub options: Option<Options>,
    /// The choice of our side, and the referee's judgement of it.
    pub ours: Option<Verdict>,
    /// The choice of the reference, and the referee's judgement of it.
    pub theirs: Option<Verdict>,
    /// Further facts, a line each: the draw, the paths, what was there unseen.
    pub facts: Vec<String>,
}

/// A table of what could be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// The headings of the columns.
    pub head: Vec<String>,
    /// The rows of the table, one for each thing that could be chosen.
    pub choices: Vec<Choice>,
}

/// One thing that could be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The values under [`Options::head`].
    pub values: Vec<String>,
    /// True if the rules allow it.
    pub legal: bool,
    /// True if our side chose it.
    pub ours: bool,
    /// True if the reference chose it.
    pub theirs: bool,
}
