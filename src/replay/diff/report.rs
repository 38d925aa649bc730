//! What a comparison found, as data: printed as text, JSON or JUnit.

use serde::Serialize;

use crate::store::TraceSource;
use chase_core::diagnosis::Diagnosis;
use chase_core::layout::LayoutFault;
use chase_core::referee::Cause;
use chase_core::trace::TextEnd;

/// Everything that is to be said about two traces.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Whether nothing differs.
    pub same: bool,
    /// What a cycle is called.
    pub unit: &'static str,
    /// The first file given: ours, held against the reference.
    pub ours: Side,
    /// The second file given: the reference.
    pub theirs: Side,
    /// Scenarios, dice and seeds that are not the same, a line each.
    pub setups: Vec<String>,
    /// A word about the headers of one history.
    pub headers: Vec<String>,
    /// Where they part.
    pub first: Option<Difference>,
    /// Where what a transcript shows parts, when what it does not show parted before.
    pub first_shown: Option<Place>,
    /// Why, as far as the scenario is known.
    pub cause: Option<Box<Cause>>,
    /// What each side that leaves the rules does as a whole program.
    pub diagnoses: Vec<SideDiagnosis>,
    /// Why there is no cause, where there is none.
    pub unexplained: Option<&'static str>,
    /// The first wrong step of each side by its own past, where they part in something that the
    /// rules leave open.
    pub later_faults: Vec<String>,
    /// What both sides have wrong before they part.
    pub shared_fault: Option<String>,
    /// The next differing cycles, as many as were asked for.
    pub further: Vec<Place>,
    /// Every cycle that is not the same on both sides.
    #[serde(skip)]
    pub differing: CycleRuns,
    /// What was compared, by name, where that is not everything.
    #[serde(skip)]
    pub selected: Vec<&'static str>,
    /// How much was compared.
    pub counts: Counts,
    /// Differing cycles per seat, and the first of them.
    pub seats: Vec<SeatCount>,
    /// Whether they come together again.
    pub rejoined: Option<Rejoined>,
    /// Whether a side contradicts itself or breaks off.
    #[serde(skip)]
    pub contradicts: bool,
    /// Where the texts are first laid out differently, though they may say the same.
    pub layout: Option<LayoutNote>,
    /// Contradictions within one side, and other oddities, a line each.
    pub remarks: Vec<String>,
}

/// What one side does as a whole program.
#[derive(Clone, Debug, Serialize)]
pub struct SideDiagnosis {
    /// `ours` or `theirs`.
    pub whose: &'static str,
    /// What is known of it.
    #[serde(flatten)]
    pub diagnosis: Diagnosis,
}

impl Report {
    /// Whether the layout alone makes the two different.
    #[must_use]
    pub fn is_laid_out_otherwise(&self) -> bool {
        let contents = self.first.is_some() || self.contradicts;
        !self.same && !contents && self.layout.is_some()
    }
}

/// Where a text is laid out otherwise than the reference.
#[derive(Clone, Debug, Serialize)]
pub struct LayoutNote {
    /// Whose line it is: `ours`, or `theirs` where ours is a replay.
    pub whose: &'static str,
    /// The line, the column, and what is otherwise.
    #[serde(flatten)]
    pub fault: LayoutFault,
}

impl std::fmt::Display for LayoutNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let LayoutFault { line, what, .. } = &self.fault;
        match self.whose {
            "ours" => write!(f, "layout: line {line} {what}"),
            whose => write!(f, "layout: line {line} of {whose} {what}"),
        }
    }
}

/// One of the two sides.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// The name of the file, as it was given.
    pub name: String,
    /// What kind of file it is: `transcript`, or a replay with its form.
    pub form: &'static str,
    /// How many cycles it holds.
    pub cycles: u64,
    /// The number of its first cycle; nothing when it holds none.
    pub first: Option<u64>,
    /// The number of its last cycle; nothing when it holds none.
    pub last: Option<u64>,
    /// How it ended; empty when it did not.
    pub ending: String,
    /// How the file ends when the game does not: `quit`, or `cut off`.
    pub end: &'static str,
}

/// A cycle in which the sides differ.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The number of the cycle.
    pub cycle: u64,
    /// The columns that differ, each with ours and theirs.
    pub columns: Vec<Unlike>,
    /// Set when only one side has the cycle.
    pub only_in: Option<&'static str>,
}

/// One column's two sides.
#[derive(Clone, Debug, Serialize)]
pub struct Unlike {
    /// The name of the column (`D2.stamina`).
    pub column: String,
    /// What ours shows there, in words where they are known.
    pub ours: String,
    /// What the reference shows there, in words where they are known.
    pub theirs: String,
}

/// The first difference with what stands round it.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The cycle and the columns that differ in it.
    pub place: Place,
    /// Cycles before and after, side by side.
    pub window: Vec<Pair>,
    /// How the window's lines are shifted against each other, where they are.
    pub shift: Option<String>,
}

/// A cycle on both sides.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The number of the cycle, from 0.
    pub cycle: u64,
    /// Our cells, and whether each differs; nothing when the cycle is not there.
    pub ours: Option<Vec<(String, bool)>>,
    /// The reference's cells, likewise.
    pub theirs: Option<Vec<(String, bool)>>,
    /// The columns that differ.
    pub differing: Vec<String>,
}

/// Cycles as runs of numbers that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CycleRuns(Vec<(u64, u64)>);

impl CycleRuns {
    /// Adds a cycle behind all that are there.
    pub fn add(&mut self, cycle: u64) {
        match self.0.last_mut() {
            Some((_, last)) if last.saturating_add(1) >= cycle => *last = cycle,
            _ => self.0.push((cycle, cycle)),
        }
    }

    /// The last cycle there is.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        Some(self.0.last()?.1)
    }

    /// The first and the last cycle of each run.
    #[must_use]
    pub fn all(&self) -> &[(u64, u64)] {
        &self.0
    }
}

/// How many cycles were compared.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Cycles that both sides have.
    pub compared: u64,
    /// Those that are equal.
    pub equal: u64,
    /// Those that are not.
    pub different: u64,
    /// Cycles that only theirs has.
    pub missing: u64,
    /// Cycles that only ours has.
    pub extra: u64,
}

/// One seat's differing cycles.
#[derive(Clone, Debug, Serialize)]
pub struct SeatCount {
    /// The seat's short name (`D2`).
    pub seat: String,
    /// How many cycles differ in one of its columns.
    pub different: u64,
    /// The first of them.
    pub first: Option<u64>,
}

/// Whether two traces that parted are the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rejoined {
    /// From this cycle to the end, if they are together there.
    pub since: Option<u64>,
    /// The last cycle in which they differ.
    pub last_different: u64,
}

/// What happened in the newest cycle of a replay, in words.
pub(super) fn happened(side: &TraceSource) -> String {
    let words = side.replay().map_or(&[][..], |replay| replay.events_text());
    let words = String::from_utf8_lossy(words);
    let lines: Vec<_> = words.lines().map(str::trim).collect();
    lines.join("; ")
}

/// What is said of sides that end without an end of the game. Of a transcript it is said where nothing else
/// differs: its ending is compared.
pub(super) fn unfinished(sides: [&TraceSource; 2], is_equal: bool) -> Vec<String> {
    let is_cut = sides.map(|side| side.how_it_ended() == TextEnd::Cut);
    let mut said = Vec::new();
    for (n, whose) in ["ours", "theirs"].into_iter().enumerate() {
        if is_cut[n] && sides[n].replay().is_some() {
            said.push(format!("{whose} is an unfinished recording"));
        } else if is_cut[n] && is_equal && !is_cut[1 - n] {
            said.push(format!(
                "{whose} is unfinished: it tells no end of the game"
            ));
        }
    }
    said
}

/// How a side ends that does not say how the game ended.
const CUT_OFF: &str = "cut off";

impl Side {
    /// Whether it ends without an end of the game.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.end == CUT_OFF
    }

    /// A side as it was read, with its ending.
    pub(super) fn of(source: &TraceSource, ending: &str) -> Side {
        let (first, last, cycles) = source.span();
        Side {
            name: source.name().to_owned(),
            form: source.form(),
            cycles,
            first,
            last,
            ending: ending.to_owned(),
            end: match source.how_it_ended() {
                TextEnd::Over => "over",
                TextEnd::Quit => "quit",
                TextEnd::Cut => CUT_OFF,
            },
        }
    }
}
