//! Logs of any program as traces: cells by cycle and entity. What a log means stands in a
//! [`Description`]; a [`LogReader`] reads it line by line, in constant memory; [`compare()`] says where two
//! part.
//!
//! A [`Recorder`] writes one. This crate knows no game, and prints nothing.

mod alignment;
mod bits;
mod compare;
mod compression;
mod decimal;
mod description;
mod description_options;
mod dump_layout;
mod encoding;
mod exact;
mod forms;
#[cfg(feature = "fst")]
mod fst_dump;
mod guess;
mod input;
mod kept_lines;
mod kind;
mod late_values;
mod log;
mod pages;
#[cfg(feature = "parquet")]
mod parquet_table;
mod quoting;
mod ranges;
mod record;
mod recorder;
mod report;
mod report_text;
mod selection;
mod signal_columns;
mod signal_data;
mod signal_table;
mod signals;
mod stamps;
mod stats;
mod survey;
mod sync;
mod thinning;
mod tick_axis;
mod tick_units;
mod ticks;
mod tolerance;
mod toml_form;
mod trend;
mod undeclared;
mod units;
mod unread_form;

pub use bits::{is_wide as is_wide_vector, shown as vector_shown};
pub use compare::{ComparisonSettings, LogComparison, compare};
pub use compression::{Compression, sniff};
pub use decimal::{Decimal, number, plain};
pub use description::{Description, LinePattern, LogColumn, LogForm, RowMeaning};
pub use description_options::{DescriptionOptions, no_bound, tolerance_of_words};
pub use encoding::beginning_text;
#[cfg(feature = "fst")]
pub use fst_dump::fst_log;
pub use guess::{Guess, guess, looks_like_a_log};
pub use input::{LogInput, LogLines, PARQUET_MAGIC, is_fst};
pub use kept_lines::DifferenceWindow;
pub use kind::ColumnKind;
pub use log::{CutNotice, LogReader};
pub use pages::Pages;
#[cfg(feature = "parquet")]
pub use parquet_table::parquet_log;
pub use ranges::set_ranges;
pub use record::{Record, RecordCell, TextSpan};
pub use recorder::{Entity, Recorder};
pub use report::{ComparisonSide, LinePair, LogReport, SyncReport, TickHint};
pub use report_text::{Paint, brief, tell};
pub use signal_columns::SignalSettings;
pub use signal_data::SignalWords;
pub use signal_table::{SignalTable, SignalValues};
pub use signals::{LogSignals, signals};
pub use stats::ColumnStats;
pub use survey::{Survey, survey};
pub use sync::{Interpolation, SyncMode, SyncSettings, TickTolerance};
pub use tick_units::align_ticks;
pub use ticks::{TICK_ONE, tick_shown, tick_value};
pub use tolerance::Tolerance;
pub use toml_form::{from_toml, to_toml};
pub use undeclared::UndeclaredCodes;
pub use units::{tick_with_unit, with_unit};
pub use unread_form::{NOT_READ, check_form};
