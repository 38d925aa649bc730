//! The report of a comparison, as data: other files print it as text, JSON or JUnit.

use serde::Serialize;

use crate::store::TraceSource;
use chase_kit::diagnosis::Diagnosis;
use chase_kit::referee::Cause;
use chase_kit::text_layout::LayoutFault;
use chase_kit::trace::TextEnd;

/// Everything that is to be said about two traces.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// True if nothing differs.
    pub same: bool,
    /// The game's word for a cycle.
    pub unit: &'static str,
    /// The first file given: ours, compared with the reference.
    pub ours: Side,
    /// The second file given: the reference.
    pub theirs: Side,
    /// Scenarios, dice and seeds that are not the same, a line each.
    pub setups: Vec<String>,
    /// A word about the headers of one history.
    pub headers: Vec<String>,
    /// The first difference, if there is one.
    pub first: Option<Difference>,
    /// The first difference in the parts that a transcript shows, if the first difference of all is in
    /// parts that it does not show.
    pub first_shown: Option<Place>,
    /// The cause of the first difference, as far as the scenario is known.
    pub cause: Option<Box<Cause>>,
    /// A diagnosis of each side that breaks the rules, from its whole trace.
    pub diagnoses: Vec<SideDiagnosis>,
    /// The reason why no cause is given, if none is.
    pub unexplained: Option<&'static str>,
    /// The first wrong step of each side by its own past, where they part in something that the
    /// rules leave open.
    pub later_faults: Vec<String>,
    /// The mistake that both sides share before they part, if there is one.
    pub shared_fault: Option<String>,
    /// The next differing cycles, as many as were asked for.
    pub further: Vec<Place>,
    /// Every cycle that is not the same on both sides.
    #[serde(skip)]
    pub differing: CycleRuns,
    /// The names of the parts that were compared, if not all were.
    #[serde(skip)]
    pub selected: Vec<&'static str>,
    /// Counts of the cycles that were compared.
    pub counts: Counts,
    /// Differing cycles per seat, and the first of them.
    pub seats: Vec<SeatCount>,
    /// The cycle from which the sides agree again, if they part.
    pub rejoined: Option<Rejoined>,
    /// True if a side contradicts itself or breaks off.
    #[serde(skip)]
    pub contradicts: bool,
    /// The first place where the texts differ in layout; their content may be equal.
    pub layout: Option<LayoutNote>,
    /// Contradictions within one side, and other oddities, a line each.
    pub remarks: Vec<String>,
}

/// A diagnosis of one side as a whole program.
#[derive(Clone, Debug, Serialize)]
pub struct SideDiagnosis {
    /// The side that the diagnosis is about: `ours` or `theirs`.
    pub whose: &'static str,
    /// The mistake that explains the side's trace, with its evidence.
    #[serde(flatten)]
    pub diagnosis: Diagnosis,
}

impl Report {
    /// Returns true if the sides differ in nothing but their layout.
    #[must_use]
    pub fn is_laid_out_otherwise(&self) -> bool {
        let contents = self.first.is_some() || self.contradicts;
        !self.same && !contents && self.layout.is_some()
    }
}

/// A line of a text whose layout differs from the reference.
#[derive(Clone, Debug, Serialize)]
pub struct LayoutNote {
    /// The side of the line: `ours`, or `theirs` if ours is a replay.
    pub whose: &'static str,
    /// The line, the column, and the difference there.
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
    /// The kind of the file: `transcript`, or a replay with its form.
    pub form: &'static str,
    /// The number of cycles in the file.
    pub cycles: u64,
    /// The number of its first cycle; nothing when it holds none.
    pub first: Option<u64>,
    /// The number of its last cycle; nothing when it holds none.
    pub last: Option<u64>,
    /// The end of the game in words; empty if it did not end.
    pub ending: String,
    /// The end of a file whose game did not end: `quit`, or `cut off`.
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
    /// The content of ours there, in words if the game has words for it.
    pub ours: String,
    /// The content of the reference there, in words if the game has words for it.
    pub theirs: String,
}

/// The first difference, with the cycles around it.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The cycle and the columns that differ in it.
    pub place: Place,
    /// Cycles before and after, side by side.
    pub window: Vec<Pair>,
    /// A note that one side shows from here on what the other shows some cycles earlier or later, if it
    /// does.
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
    pub fn all(&self) -> &[(u64, u64)] {
        &self.0
    }
}

/// Counts of the cycles that were compared.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Cycles that both sides have.
    pub compared: u64,
    /// Cycles that are equal.
    pub equal: u64,
    /// Cycles that differ.
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
    /// The number of cycles that differ in one of the seat's columns.
    pub different: u64,
    /// The first of them.
    pub first: Option<u64>,
}

/// The cycle from which two traces agree again after they parted, and the last one in which they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rejoined {
    /// The cycle from which the sides agree to the end, if they do.
    pub since: Option<u64>,
    /// The last cycle in which they differ.
    pub last_different: u64,
}

/// Words for the events in the newest cycle of a replay.
pub(super) fn happened(side: &TraceSource) -> String {
    let words = side.replay().map_or(&[][..], |replay| replay.events_text());
    let words = String::from_utf8_lossy(words);
    let lines: Vec<_> = words.lines().map(str::trim).collect();
    lines.join("; ")
}

/// Sentences about sides whose game did not end. For a transcript there is one only if nothing else
/// differs, because its ending is compared.
pub(super) fn unfinished(sides: [&TraceSource; 2], is_equal: bool) -> Vec<String> {
    let is_cut = sides.map(|side| side.how_it_ended() == TextEnd::Cut);
    let mut said = Vec::new();
    for (n, whose) in ["ours", "theirs"].into_iter().enumerate() {
        if is_cut[n] && sides[n].replay().is_some() {
            said.push(format!("{whose} is an unfinished recording"));
        } else if is_cut[n] && is_equal && !is_cut[1 - n] {
            said.push(format!("{whose} is unfinished: it does not contain the end of the game"));
        }
    }
    said
}

/// The words for the end of a file that breaks off in the middle of a game.
const CUT_OFF: &str = "cut off";

impl Side {
    /// Returns true if the file ends and its game does not.
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
