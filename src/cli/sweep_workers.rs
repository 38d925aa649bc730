//! How many workers share the work, and what stops those of a sweep.

use crate::engine::budget::StopFlag;
use crate::world::World;

/// A flag that Ctrl-C sets.
pub(super) fn stop_when_interrupted(world: &World) -> StopFlag {
    let stop = StopFlag::with_clock(world.clock());
    let theirs = stop.clone();
    world.caller().when_interrupted(move || theirs.stop());
    stop
}
