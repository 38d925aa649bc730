//! The clock of players that think by it. What they choose depends on the machine, so nothing
//! that is stored may come from here but their moves.

use std::time::{Duration, Instant};

/// A stretch of time that began a moment ago.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// Begins now.
    #[expect(
        clippy::disallowed_methods,
        reason = "thinking time is not part of any history"
    )]
    #[must_use]
    pub fn start() -> Self {
        Clock(Instant::now())
    }

    /// How long it has been running.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
