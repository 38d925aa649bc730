//! A log in words, and the reader of these: cycle by cycle its tick, and a line for every entity.

use super::TraceLog;
use crate::engine::blocks::{BlockLines, BlockReader, Blocks};
use crate::engine::trace::{Cell, Misread, TraceReader};

/// What a transcript begins with.
pub const BANNER: &str = "TRACE";

/// What the heading of a cycle begins with.
const HEADING: &str = "Cycle ";

/// What parts a heading from the tick.
pub const TICK: &str = "tick ";

/// Reads what is told of every cycle: its tick.
pub fn reader() -> Box<dyn TraceReader> {
    Box::new(BlockReader::of::<TraceLog>(Words))
}

struct Words;

impl BlockLines for Words {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, Misread> {
        if let Some(head) = line.strip_prefix(HEADING) {
            let is_head = blocks.take_head(head, is_last, "`Cycle N: tick T`")?;
            if !is_head {
                return Ok(false);
            }
            let finished = blocks.begin(0);
            if let Cell::Text(tick) = &blocks.now().cells[0] {
                let tick = tick.strip_prefix(TICK).unwrap_or_default();
                let cell = Cell::Text(tick.into());
                blocks.now().cells[0] = cell;
            }
            return Ok(finished);
        }
        if blocks.is_open() && !line.starts_with(' ') && !line.trim().is_empty() {
            blocks.ends_with(line);
        }
        Ok(false)
    }
}
