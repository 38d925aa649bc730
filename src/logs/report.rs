//! What a comparison of two logs found.

use serde::Serialize;

use super::tolerance::{Gap, NoDistance};
use super::trend::Trend;

/// One of the two logs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SideReport {
    /// What it is called.
    pub name: String,
    /// Its form, in words.
    pub form: &'static str,
    /// How many cycles of it were read.
    pub cycles: u64,
    /// The first tick.
    pub first: String,
    /// The last tick that was read.
    pub last: String,
    /// Whether it tells entities apart.
    pub has_entities: bool,
    /// How many lines tell of an entity that had one in its cycle already, or repeat a tick where
    /// there are no entities.
    pub repeats: u64,
    /// How many lines go back farther than the window: they are held against nothing.
    pub late: u64,
    /// The number of the first such line.
    pub first_late: Option<u64>,
    /// What these lines are, in few bytes.
    #[serde(skip)]
    pub late_lines: u64,
    /// That it is an unfinished recording, in words, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
}

/// One of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonSide {
    /// The log under test.
    Ours,
    /// The reference.
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

/// What differs at a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceDetail {
    /// Two values.
    Value {
        /// The column.
        column: String,
        /// Our value.
        ours: String,
        /// Their value.
        theirs: String,
        /// How far they are apart.
        #[serde(flatten)]
        gap: Distance,
        /// Whether that is within the tolerance.
        within: bool,
    },
    /// A cycle that one side does not have.
    #[serde(rename = "lone_cycle")]
    Cycle {
        /// Where it is missing.
        missing_in: ComparisonSide,
        /// Whether the other side has it twice.
        repeated: bool,
    },
    /// An entity that one side does not have in a cycle.
    #[serde(rename = "lone_entity")]
    Entity {
        /// Where it is missing.
        missing_in: ComparisonSide,
    },
}

/// How far two values are apart, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distance {
    /// The difference; nothing where not both are finite numbers.
    pub absolute: Option<f64>,
    /// The difference as a part of the larger.
    pub relative: Option<f64>,
    /// How many 64-bit floating-point numbers apart.
    pub ulps: Option<u64>,
    /// Why there is no distance.
    #[serde(skip)]
    pub unlike: Option<NoDistance>,
}

impl From<Gap> for Distance {
    fn from(gap: Gap) -> Self {
        match gap {
            Gap::Numbers {
                absolute,
                relative,
                ulps,
            } => Distance {
                absolute: Some(absolute),
                relative: Some(relative),
                ulps: Some(ulps),
                unlike: None,
            },
            Gap::Unlike(why) => Distance {
                absolute: None,
                relative: None,
                ulps: None,
                unlike: Some(why),
            },
        }
    }
}

/// Something that differs, and where.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogDifference {
    /// How many cycles were compared before it.
    pub cycle: u64,
    /// The tick, as it stands.
    pub tick: String,
    /// The entity; empty where there are none.
    pub entity: String,
    /// What differs.
    #[serde(flatten)]
    pub what: DifferenceDetail,
}

impl LogDifference {
    /// Whether the two sides are no longer the same.
    #[must_use]
    pub fn is_out(&self) -> bool {
        !matches!(self.what, DifferenceDetail::Value { within: true, .. })
    }
}

/// How often and how far a column differs.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnReport {
    /// The column.
    pub column: String,
    /// How many values differ.
    pub differ: u64,
    /// How many of them are out of tolerance.
    pub out: u64,
    /// The largest difference; nothing where no two finite numbers differ.
    pub largest: Option<f64>,
    /// Why there is none.
    #[serde(skip)]
    pub unlike: Option<NoDistance>,
    /// The tick of the largest difference.
    pub largest_at: String,
    /// The entity of the largest difference.
    pub largest_of: String,
    /// The tick of the last difference.
    pub last_at: String,
    /// How the difference goes on.
    pub trend: Trend,
}

/// How many cycles were alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CycleCounts {
    /// Cycles that both sides have; of logs of changes those that either has.
    pub compared: u64,
    /// Those without any difference.
    pub equal: u64,
    /// Those whose differences are within the tolerance.
    pub within: u64,
    /// Those with others.
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
    /// The tick.
    pub tick: String,
    /// Our line.
    pub ours: Option<String>,
    /// Their line.
    pub theirs: Option<String>,
    /// Whether they differ.
    pub differs: bool,
}

/// What a comparison of two logs found.
#[derive(Clone, Debug, Serialize)]
pub struct LogReport {
    /// Whether nothing differs, or nothing out of tolerance.
    pub same: bool,
    /// The log under test.
    pub ours: SideReport,
    /// The reference.
    pub theirs: SideReport,
    /// Whether lines of both sides that are held against nothing are other lines.
    pub late_differ: bool,
    /// What numbers the cycles, in words.
    pub tick: String,
    /// Columns that only one side has, and which.
    pub lone_columns: Vec<(String, ComparisonSide)>,
    /// The first difference at all.
    pub first: Option<LogDifference>,
    /// The first that is out of tolerance.
    pub first_out: Option<LogDifference>,
    /// The first difference of every column of every entity, in the order in which they came.
    pub followed: Vec<LogDifference>,
    /// How many columns of entities differ anywhere.
    pub parted: usize,
    /// The columns that differ.
    pub columns: Vec<ColumnReport>,
    /// How many cycles were alike.
    pub cycles: CycleCounts,
    /// Lines near the first difference out of tolerance.
    pub context: Vec<LinePair>,
    /// Whether the comparison ended at the first difference.
    pub stopped: bool,
}
