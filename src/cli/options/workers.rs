//! How many workers share the work, and what stops those of a sweep.

use chase_core::budget::StopFlag;
use chase_core::world::World;

/// A flag that Ctrl-C sets.
pub(crate) fn stop_when_interrupted(world: &World) -> StopFlag {
    let stop = StopFlag::with_clock(world.clock());
    let theirs = stop.clone();
    world.caller().when_interrupted(move || theirs.stop());
    stop
}
