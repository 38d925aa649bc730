//! Faults of descriptions and of tolerances, each with the place and the reason. They are found by
//! [`Description::check`](super::Description::check); faults of a file's form are not among them.

/// A fault of a description; its text is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescriptionFault {
    /// More columns than are read.
    #[error("{found} columns; the limit is {most}")]
    TooManyColumns {
        /// The number of columns.
        found: usize,
        /// The number of columns that are read at most.
        most: usize,
    },
    /// Two columns have this name in the log.
    #[error("two columns are called `{0}`")]
    RepeatedName(String),
    /// Two columns have this name in reports.
    #[error("two columns are renamed `{0}`")]
    RepeatedNewName(String),
    /// The column with this name is the tick, and is described as a column with values too.
    #[error(
        "column {0} is the tick, so that nothing else can be said of it; \
         --tick-tolerance says which ticks count as one"
    )]
    TickColumn(String),
    /// This character cannot separate the fields of the log.
    #[error("delimiter {0:?}: expected a sign that separates the fields of a CSV, as in \";\"")]
    Delimiter(char),
    /// Decimals with a comma where fields are not separated by another character.
    #[error("decimal_comma is for a CSV whose fields are not separated by commas")]
    DecimalComma,
    /// A line of units where no line names the columns.
    #[error("units_row is for a CSV or TSV whose first line names the columns")]
    UnitsRow,
    /// This distance between ticks is not a decimal number above 0.
    #[error("step `{0}`: expected a decimal number above 0, as in \"0.1\"")]
    Step(String),
    /// The tolerance of all columns.
    #[error("{0}")]
    Tolerance(ToleranceFault),
    /// The tolerance of the column with this name.
    #[error("column {0}: {1}")]
    ColumnTolerance(String, ToleranceFault),
    /// A log of text lines has no pattern.
    #[error("a log of text lines needs `[[lines]]` with a `pattern`")]
    NoPattern,
    /// A log of the form with this name has patterns.
    #[error("`lines` are for text logs; this one is {0}")]
    UnusedPatterns(&'static str),
}

/// A fault of a tolerance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToleranceFault {
    /// The bound of this name has this text, which is not a finite number of 0 or more.
    #[error("{0} `{1}`: expected a number of 0 or more")]
    Bound(&'static str, String),
    /// More cycles than this many.
    #[error("cycles: expected at most {0}")]
    TooManyCycles(u16),
    /// A value may come early or late by cycles or by a distance of ticks.
    #[error("expected cycles or ticks, not both")]
    TwoWidths,
}
