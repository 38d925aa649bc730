//! Recording a log from inside the program that makes it. Logs of other programs are read as they are.

pub use crate::traces::{Entity, Recorder};
