//! Faults of descriptions and of tolerances, each with the place and the reason. They are found by
//! [`Description::check`](super::Description::check); faults of a file's form are not among them.

use std::error::Error;
use std::fmt;

use super::description::{Description, LogForm};
use super::tolerance::Tolerance;

/// A fault of a description; its text is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DescriptionFault {
    /// This many columns, more than are read.
    TooManyColumns(usize),
    /// Two columns have this name in the log.
    RepeatedName(String),
    /// Two columns have this name in reports.
    RepeatedNewName(String),
    /// This distance between ticks is not a decimal number above 0.
    Step(String),
    /// The tolerance of all columns.
    Tolerance(ToleranceFault),
    /// The tolerance of the column with this name.
    ColumnTolerance(String, ToleranceFault),
    /// A log of text lines has no pattern.
    NoPattern,
    /// A log of this form has patterns.
    UnusedPatterns(LogForm),
}

/// A fault of a tolerance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToleranceFault {
    /// The bound of this name has this text, which is not a finite number of 0 or more.
    Bound(&'static str, String),
    /// More cycles than [`Tolerance::CYCLES_MAX`].
    TooManyCycles,
}

impl fmt::Display for DescriptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyColumns(found) => {
                let most = Description::COLUMNS_MAX;
                write!(f, "{found} columns; at most {most} are read")
            }
            Self::RepeatedName(name) => write!(f, "two columns are called `{name}`"),
            Self::RepeatedNewName(name) => write!(f, "two columns are renamed `{name}`"),
            Self::Step(step) => write!(
                f,
                "step `{step}`: expected a decimal number above 0, as in \"0.1\""
            ),
            Self::Tolerance(fault) => fault.fmt(f),
            Self::ColumnTolerance(name, fault) => write!(f, "column {name}: {fault}"),
            Self::NoPattern => {
                f.write_str("a log of text lines needs `[[lines]]` with a `pattern`")
            }
            Self::UnusedPatterns(form) => {
                write!(f, "`lines` are of text logs; this one is {}", form.words())
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
            Self::TooManyCycles => {
                write!(f, "cycles: expected at most {}", Tolerance::CYCLES_MAX)
            }
        }
    }
}

impl Error for DescriptionFault {}

impl Error for ToleranceFault {}
