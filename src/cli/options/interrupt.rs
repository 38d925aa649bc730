//! What Ctrl-C stops: the workers of a command, and its programs.

use chase_kit::budget::StopFlag;
use chase_outside::process::stop_all;
use chase_world::world::World;

/// A flag that Ctrl-C sets.
pub(crate) fn stop_when_interrupted(world: &World) -> StopFlag {
    let stop = StopFlag::with_clock(world.clock());
    let theirs = stop.clone();
    world.caller().when_interrupted(move || theirs.stop());
    stop
}

/// Ctrl-C ends what is played, with its programs, after what can still be put aside.
pub(crate) fn end_when_interrupted(world: &World, stop: StopFlag) {
    world.caller().when_interrupted(move || {
        stop.stop();
        stop_all();
    });
}
