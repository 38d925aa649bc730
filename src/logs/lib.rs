//! Logs of any program as traces: cells by cycle and entity. What a log means stands in a
//! [`Description`]; a [`Log`] reads it line by line, in constant memory; [`compare()`] says where two
//! part.
//!
//! [`recording`] makes a log a recorded history. This crate knows no game. It reads what it is handed and
//! prints nothing.

mod alignment;
mod bits;
mod compare;
mod decimal;
mod description;
mod forms;
mod guess;
mod html;
mod input;
mod keeping;
mod kind;
mod late;
mod layout;
mod log;
mod plots;
mod record;
pub mod recording;
mod report;
mod selection;
mod stats;
mod survey;
mod tell;
mod ticks;
mod tolerance;
mod toml_form;
mod trend;
mod wishes;

pub use compare::{Outcome, Settings, compare};
pub use decimal::{Decimal, number};
pub use description::{Column, Description, Form, LinePattern, Rows};
pub use guess::{Guess, guess, looks_like_a_log};
pub use html::page;
pub use input::{Input, Lines, Sniffed, sniff};
pub use keeping::Kept;
pub use kind::Kind;
pub use layout::{Finder, Hole, Layout, escape_cell, for_each_cell, split_cells};
pub use log::{Ending, Log};
pub use plots::plots;
pub use record::{Cell, Record, Span};
pub use report::{Report, Shown, Which};
pub use stats::ColumnStats;
pub use survey::{Survey, survey};
pub use tell::{Paint, brief, plain, tell};
pub use ticks::{TICK_ONE, tick_shown, tick_value};
pub use tolerance::Tolerance;
pub use toml_form::{from_toml, to_toml};
pub use wishes::{Wishes, tolerance_of_words};
