//! Recording a trace from inside the program that makes it. Other programs print a log, which
//! `chase record trace` records.

pub use crate::library::{TraceEntity as Entity, TraceRecorder as Recorder};
