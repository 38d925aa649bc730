//! Faults of descriptions and of tolerances, each with the place and the reason. They are found by
//! [`Description::check`](super::Description::check); faults of a file's form are not among them.

use std::error::Error;
use std::fmt;

/// A fault of a description; its text is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DescriptionFault {
    /// More columns than are read.
    TooManyColumns {
        /// The number of columns.
        found: usize,
        /// The number of columns that are read at most.
        most: usize,
    },
    /// Two columns have this name in the log.
    RepeatedName(String),
    /// Two columns have this name in reports.
    RepeatedNewName(String),
    /// The column with this name is the tick, and is described as a column with values too.
    TickColumn(String),
    /// This character cannot separate the fields of the log.
    Delimiter(char),
    /// Decimals with a comma where fields are not separated by another character.
    DecimalComma,
    /// A line of units where no line names the columns.
    UnitsRow,
    /// This distance between ticks is not a decimal number above 0.
    Step(String),
    /// The tolerance of all columns.
    Tolerance(ToleranceFault),
    /// The tolerance of the column with this name.
    ColumnTolerance(String, ToleranceFault),
    /// A log of text lines has no pattern.
    NoPattern,
    /// A log of the form with this name has patterns.
    UnusedPatterns(&'static str),
}

/// A fault of a tolerance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToleranceFault {
    /// The bound of this name has this text, which is not a finite number of 0 or more.
    Bound(&'static str, String),
    /// More cycles than this many.
    TooManyCycles(u16),
    /// A value may come early or late by cycles or by a distance of ticks.
    TwoWidths,
}

impl fmt::Display for DescriptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyColumns { found, most } => {
                write!(f, "{found} columns; the limit is {most}")
            }
            Self::RepeatedName(name) => write!(f, "two columns are called `{name}`"),
            Self::TickColumn(name) => write!(
                f,
                "column {name} is the tick, so that nothing else can be said of it; \
                 --tick-tolerance says which ticks count as one"
            ),
            Self::RepeatedNewName(name) => write!(f, "two columns are renamed `{name}`"),
            Self::Delimiter(delimiter) => write!(
                f,
                "delimiter {delimiter:?}: expected a sign that separates the fields of a CSV, as in \";\""
            ),
            Self::DecimalComma => {
                f.write_str("decimal_comma is for a CSV whose fields are not separated by commas")
            }
            Self::UnitsRow => {
                f.write_str("units_row is for a CSV or TSV whose first line names the columns")
            }
            Self::Step(step) => {
                write!(f, "step `{step}`: expected a decimal number above 0, as in \"0.1\"")
            }
            Self::Tolerance(fault) => fault.fmt(f),
            Self::ColumnTolerance(name, fault) => write!(f, "column {name}: {fault}"),
            Self::NoPattern => {
                f.write_str("a log of text lines needs `[[lines]]` with a `pattern`")
            }
            Self::UnusedPatterns(form) => {
                write!(f, "`lines` are for text logs; this one is {form}")
            }
        }
    }
}

impl fmt::Display for ToleranceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bound(name, bound) => {
                write!(f, "{name} `{bound}`: expected a number of 0 or more")
            }
            Self::TooManyCycles(most) => write!(f, "cycles: expected at most {most}"),
            Self::TwoWidths => f.write_str("expected cycles or ticks, not both"),
        }
    }
}

impl Error for DescriptionFault {}

impl Error for ToleranceFault {}
