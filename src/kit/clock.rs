//! The clock of players that think by it, and of screens that show how long was played. Both depend
//! on the machine, so nothing that is stored may come from here but moves.

use std::time::{Duration, Instant};

use chase_core::budget::{Listening, StopFlag};

/// A stretch of time that began a moment ago.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// A clock that begins now.
    #[expect(clippy::disallowed_methods, reason = "thinking time is not part of any history")]
    #[must_use]
    pub fn start() -> Self {
        Clock(Instant::now())
    }

    /// The time since the clock was started.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A player's thinking about one move: the clock that began with it, and the flag that ends it
/// early.
#[derive(Debug)]
pub struct Thinking {
    clock: Clock,
    time: Option<Duration>,
    stop: StopFlag,
    _listening: Listening,
}

impl Thinking {
    /// Begins now. `time` is what the move may take, where it is limited by time.
    pub fn begin(time: Option<Duration>, stop: &StopFlag) -> Self {
        Thinking { clock: Clock::start(), time, stop: stop.clone(), _listening: stop.listen() }
    }

    /// True once nobody waits for an answer any more. This is quicker than [`Thinking::is_over`],
    /// since no clock is read.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// True once the time is over or nobody waits for an answer any more.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.time.is_some_and(|time| self.clock.elapsed() >= time)
    }
}
