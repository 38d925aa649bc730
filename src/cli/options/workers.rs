//! How many workers share the work, and what stops those of a sweep.

use chase_kit::budget::StopFlag;
use chase_world::world::World;

/// A flag that Ctrl-C sets.
pub(crate) fn stop_when_interrupted(world: &World) -> StopFlag {
    let stop = StopFlag::with_clock(world.clock());
    let theirs = stop.clone();
    world.caller().when_interrupted(move || theirs.stop());
    stop
}
