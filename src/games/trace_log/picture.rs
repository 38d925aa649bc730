//! A log has no board: pages of it are drawn from its columns.

use super::TraceLog;
use crate::engine::picture::Picture;

impl Picture for TraceLog {}
