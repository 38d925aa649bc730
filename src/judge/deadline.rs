//! How long a verification or a comparison may take: built-in players that are asked again may think for ever. Programs from
//! outside have limits of their own, in the crate `outside`.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use chase_kit::budget::StopFlag;
use chase_world::error::Error;
use chase_world::world::World;

/// The limit where none is given. A verification takes about as long as the players took when the
/// game was recorded.
pub const DEADLINE: Duration = Duration::from_secs(24 * 60 * 60);

/// A deadline's time as it is given on a command line, as in 30s or 2h: more than none.
///
/// # Errors
/// It is no time, or none at all.
pub fn timeout(text: &str) -> Result<Duration, Error> {
    let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| Error::new("expected a time like 30s or 2h"))
}

/// Stops what looks at its flag when a time has passed, unless it is dropped before.
pub struct Deadline {
    time: Duration,
    stop: StopFlag,
    _done: Sender<()>,
}

impl Deadline {
    /// A deadline `time` from now. It never fires in a world without threads, where the person ends what takes too long.
    #[must_use]
    pub fn after(world: &World, time: Duration) -> Self {
        let stop = StopFlag::with_clock(world.clock());
        let (done, is_done) = channel::<()>();
        let flag = stop.clone();
        // It ends with the deadline, or when that is dropped.
        world.spawn(move || {
            if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                flag.stop();
            }
        });
        Deadline { time, stop, _done: done }
    }

    /// Returns the length of the time limit.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Returns the flag that is raised when the time has passed.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Returns whether the time has passed.
    pub fn has_passed(&self) -> bool {
        self.stop.is_stopped()
    }
}
