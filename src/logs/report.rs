//! The report of a comparison of two logs, as data. Nothing is compared here.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::bits;
use super::description::Description;
use super::exact::Size;
use super::kind::ColumnKind;
use super::sync::SyncMode;
use super::tolerance::{Gap, NoDistance, finite, ulps};
use super::trend::Trend;
use super::undeclared::UndeclaredCodes;
use super::units::{tick_with_unit, with_unit};
use chase_world::error::counted;

/// One of the two logs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SideReport {
    /// The name of the log.
    pub name: String,
    /// The form of the log, in words.
    pub form: &'static str,
    /// The number of its cycles that were read.
    pub cycles: u64,
    /// The tick of the first cycle.
    pub first: String,
    /// The last tick that was read.
    pub last: String,
    /// True if its lines name entities.
    pub has_entities: bool,
    /// The number of lines about an entity that had one in its cycle already; without entities, of lines
    /// that repeat a tick.
    pub repeats: u64,
    /// The number of lines that go back farther than the window; they are not compared.
    pub late: u64,
    /// The number of the first such line.
    pub first_late: Option<u64>,
    /// A hash of these lines.
    #[serde(skip)]
    pub late_lines: u64,
    /// The changes of codes that were never declared, which are not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undeclared: Option<UndeclaredCodes>,
    /// Words that say that the log is an unfinished recording, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// Words that say that the log is not UTF-8, if that was seen after its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
}

/// One of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonSide {
    /// The log under test.
    Ours,
    /// The reference log.
    Theirs,
}

impl ComparisonSide {
    /// The side in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            ComparisonSide::Ours => "ours",
            ComparisonSide::Theirs => "theirs",
        }
    }
}

/// The kind of a difference, with its details.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceDetail {
    /// Two values of a column differ.
    Value {
        /// The name of the column.
        column: String,
        /// The value in the log under test.
        ours: String,
        /// The value in the reference.
        theirs: String,
        /// The distance of the values.
        #[serde(flatten)]
        gap: Distance,
        /// True if that is within the tolerance.
        within: bool,
    },
    /// A cycle that one side does not have.
    #[serde(rename = "lone_cycle")]
    Cycle {
        /// The side that lacks it.
        missing_in: ComparisonSide,
        /// True if the other side has it twice.
        repeated: bool,
    },
    /// An entity that one side does not have in a cycle.
    #[serde(rename = "lone_entity")]
    Entity {
        /// The side that lacks it.
        missing_in: ComparisonSide,
    },
}

/// The distance of two values, for programs; numbers are rounded up, so that 0 stands for no values that differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distance {
    /// The difference; nothing where not both are finite numbers.
    pub absolute: Option<f64>,
    /// The difference as a part of the larger.
    pub relative: Option<f64>,
    /// The number of 64-bit floating-point numbers from one value to the other, at least 1.
    pub ulps: Option<u64>,
    /// The reason why the values have no distance, if they have none.
    #[serde(skip)]
    pub unlike: Option<NoDistance>,
}

impl Distance {
    /// The distance of two values of a column of a kind, which have this gap.
    pub(crate) fn of(gap: &Gap, [ours, theirs]: [&str; 2], kind: ColumnKind) -> Self {
        let sides = finite(ours, kind).zip(finite(theirs, kind));
        let part = |apart: &Size| sides.as_ref().map(|(a, b)| apart.part_of(a.larger(b)));
        Distance {
            absolute: gap.size().map(Size::rounded_up),
            relative: gap.size().and_then(part),
            ulps: gap.size().map(|_| ulps(ours, theirs, kind)),
            unlike: gap.unlike(),
        }
    }
}

/// Something that differs, and where.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogDifference {
    /// The number of cycles that were compared before it.
    pub cycle: u64,
    /// The tick, as it stands.
    pub tick: String,
    /// The entity; empty where there are none.
    pub entity: String,
    /// The kind of the difference, with its details.
    #[serde(flatten)]
    pub what: DifferenceDetail,
}

impl LogDifference {
    /// Returns true if the difference is out of tolerance.
    pub fn is_out(&self) -> bool {
        !matches!(self.what, DifferenceDetail::Value { within: true, .. })
    }
}

/// Counts of the differences of a column, and the largest.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnReport {
    /// The name of the column.
    pub column: String,
    /// The number of values that differ.
    pub differ: u64,
    /// The number of values that are out of tolerance.
    pub out: u64,
    /// The largest difference; nothing where no two finite numbers differ.
    pub largest: Option<f64>,
    /// The reason why the largest difference has no size, if it has none.
    #[serde(skip)]
    pub unlike: Option<NoDistance>,
    /// The tick of the largest difference.
    pub largest_at: String,
    /// The entity of the largest difference.
    pub largest_of: String,
    /// The tick of the last difference.
    pub last_at: String,
    /// The course of the difference over time.
    pub trend: Trend,
}

/// Counts of the cycles that were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CycleCounts {
    /// Cycles that both sides have; of logs of changes those that either has.
    pub compared: u64,
    /// Cycles without any difference.
    pub equal: u64,
    /// Cycles whose differences are all within the tolerance.
    pub within: u64,
    /// Cycles with a difference out of tolerance.
    pub different: u64,
    /// Cycles that only the reference has.
    pub missing: u64,
    /// Cycles that only we have.
    pub extra: u64,
    /// Lines that repeat a tick which the other side has less often.
    pub repeated: u64,
    /// Lines of entities that only the reference has in a cycle of both.
    pub missing_entities: u64,
    /// Lines of entities that only we have in a cycle of both.
    pub extra_entities: u64,
}

/// A line of both sides near the first difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LinePair {
    /// The tick of both lines.
    pub tick: String,
    /// The line of the log under test, if it has one.
    pub ours: Option<String>,
    /// The line of the reference, if it has one.
    pub theirs: Option<String>,
    /// True if the lines differ.
    pub differs: bool,
}

impl LinePair {
    /// Writes a line of both sides over this one, each of parts that stand one after the other.
    pub(crate) fn fill(&mut self, tick: &str, ours: &[&str], theirs: &[&str]) {
        tick.clone_into(&mut self.tick);
        for (text, parts) in [(&mut self.ours, ours), (&mut self.theirs, theirs)] {
            let text = text.get_or_insert_default();
            text.clear();
            parts.iter().for_each(|part| text.push_str(part));
        }
        self.differs = false;
    }
}

/// That few ticks of two logs meet, and what would align them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TickHint {
    /// The number of ticks that both logs have.
    pub met: u64,
    /// The number of different ticks in the time that both logs cover; 0 if there is no such time.
    pub ticks: u64,
    /// The smallest and the largest distance of a tick that one log has from the nearest tick of the other.
    pub nearest: Option<[String; 2]>,
    /// The option that would align the logs, if one would.
    pub option: Option<String>,
}

pub(super) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// How two logs were brought to the same times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SyncReport {
    /// The times at which they were compared.
    pub mode: SyncMode,
    /// The distance at which ticks counted as one, as it was given; empty if there was none.
    pub tick_tolerance: String,
    /// The columns whose values were interpolated on straight lines.
    pub linear: Vec<String>,
    /// The columns whose values held until the next tick.
    pub zoh: Vec<String>,
    /// Ticks of ours and of the reference outside the time of the other that were not compared.
    pub outside: [u64; 2],
    /// Lines about entities that appear or vanish between two ticks of the other side, which were not compared.
    #[serde(skip_serializing_if = "is_zero")]
    pub ends: u64,
    /// Lines about entities that were not compared: the other side has the entity before their tick or
    /// behind it, and not both, though it is there earlier and later, or at no tick that is compared.
    pub uncertain: u64,
    /// The columns that were compared at other times than the rows, with their modes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<(String, SyncMode)>,
    /// The columns of which no values were compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<String>,
}

impl SyncReport {
    /// What was not compared though the logs may be the same, each in words.
    #[must_use]
    pub fn not_compared(&self) -> Vec<String> {
        let outside = ["ours", "theirs"].into_iter().zip(self.outside);
        let outside = outside.map(|(whose, ticks)| {
            let what = format!("of {whose} outside the time of the other log");
            (ticks, "tick", what)
        });
        let ends = "about entities that appear or vanish between two ticks of the other log";
        let all = outside.chain([(self.ends, "line", ends.to_owned())]);
        let some = all.filter(|it| it.0 > 0);
        some.map(|(number, thing, what)| format!("{} {what}", counted(number, thing))).collect()
    }
}

/// The result of a comparison of two logs.
#[derive(Clone, Debug, Serialize)]
pub struct LogReport {
    /// True if nothing differs, or nothing out of tolerance, and no line about an entity was left out.
    pub same: bool,
    /// The log under test.
    pub ours: SideReport,
    /// Facts about the reference.
    pub theirs: SideReport,
    /// True if the lines that go back farther than the window differ between the sides.
    pub late_differ: bool,
    /// Words for the numbers of cycles.
    pub tick: String,
    /// The units of the tick and of columns, by their names, as far as a log or a description says them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<String, String>,
    /// The numbers of bits of vectors that are shown in hexadecimal, by their names.
    #[serde(skip)]
    pub widths: BTreeMap<String, u32>,
    /// Columns that only one side has, and which.
    pub lone_columns: Vec<(String, ComparisonSide)>,
    /// The first difference at all.
    pub first: Option<LogDifference>,
    /// The first that is out of tolerance.
    pub first_out: Option<LogDifference>,
    /// The first difference of every column of every entity, in the order in which they came.
    pub followed: Vec<LogDifference>,
    /// The number of columns of entities that differ anywhere.
    pub parted: usize,
    /// That few ticks meet, if few do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<TickHint>,
    /// Words that say how ticks of different units were brought together, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tick_units: Option<String>,
    /// How the logs were brought to the same times, if more than equal ticks were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sync: Option<SyncReport>,
    /// The columns that differ.
    pub columns: Vec<ColumnReport>,
    /// Counts of the cycles that were compared.
    pub cycles: CycleCounts,
    /// Lines near the first difference out of tolerance.
    pub context: Vec<LinePair>,
    /// True if the comparison ended at the first difference.
    pub stopped: bool,
}

/// The units of the tick and of the columns of two logs, by their names; of a column that has another unit in each log
/// both.
pub(crate) fn units(ours: &Description, theirs: &Description) -> BTreeMap<String, String> {
    let of = |description: &Description| -> BTreeMap<String, String> {
        let columns = description.columns.iter();
        let columns = columns.filter_map(|it| Some((it.shown().to_owned(), it.unit.clone()?)));
        let tick = description.tick.clone().zip(description.tick_unit.clone());
        columns.chain(tick).collect()
    };
    let (mine, mut units) = (of(ours), of(theirs));
    for (name, unit) in mine {
        let both = match units.get(&name) {
            Some(other) if *other != unit => format!("{unit} in ours, {other} in theirs"),
            _ => unit,
        };
        units.insert(name, both);
    }
    units
}

impl LogReport {
    /// The name of a column with its unit.
    pub(crate) fn with_unit(&self, column: &str) -> String {
        with_unit(column, self.units.get(column).map(String::as_str))
    }

    /// The lines about entities that could not be compared.
    pub(crate) fn uncertain(&self) -> u64 {
        self.sync.as_ref().map_or(0, |sync| sync.uncertain)
    }

    /// The columns of which no values could be compared, though those of others were.
    pub(crate) fn never_compared(&self) -> &[String] {
        self.sync.as_ref().map_or(&[], |sync| &sync.never)
    }

    /// Returns true if a log has changes of codes that were never declared.
    #[must_use]
    pub fn has_undeclared(&self) -> bool {
        self.ours.undeclared.is_some() || self.theirs.undeclared.is_some()
    }

    /// Returns true if nothing that was compared differs, and it is not known whether all of it was compared, as codes
    /// were never declared.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        !self.same
            && self.has_undeclared()
            && self.first_out.is_none()
            && self.lone_columns.is_empty()
            && !self.late_differ
    }

    /// A value of a column for people.
    pub(crate) fn shown<'a>(&self, column: &str, value: &'a str) -> Cow<'a, str> {
        bits::shown(value, self.widths.get(column).copied().unwrap_or(0))
    }

    /// A tick with its unit, if that is known and one.
    pub(crate) fn with_tick_unit(&self, tick: &str) -> String {
        let unit = self.units.get(&self.tick).map(String::as_str);
        tick_with_unit(tick, unit.filter(|it| !it.contains(" in ours")))
    }

    /// Returns true if the logs were brought to the same times in vain: no values could be compared.
    pub(crate) fn is_empty(&self) -> bool {
        let has_cycles = self.ours.cycles > 0 || self.theirs.cycles > 0;
        self.sync.is_some() && self.cycles.compared == 0 && has_cycles
    }
}
