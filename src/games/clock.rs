//! The clock of players that think by it, and of screens that show how long was played. Both depend
//! on the machine, so nothing that is stored may come from here but moves.

use std::sync::atomic::{AtomicBool, Ordering};
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

/// Set when nobody waits for an answer any more.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Set while a player thinks.
static THINKING: AtomicBool = AtomicBool::new(false);

/// Lets whoever thinks answer at once with what there is; whoever asked must not use it. For a
/// program that is interrupted.
pub fn stop_thinking() {
    STOPPED.store(true, Ordering::Relaxed);
}

/// Whether nobody waits for an answer any more.
#[must_use]
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Whether a player thinks right now, so that [`stop_thinking`] will be heard.
#[must_use]
pub fn is_thinking() -> bool {
    THINKING.load(Ordering::Relaxed)
}

/// Tells that a player thinks, as long as it lives.
#[derive(Debug)]
pub struct Thinking(());

impl Thinking {
    /// Begins now.
    #[must_use]
    pub fn begin() -> Self {
        THINKING.store(true, Ordering::Relaxed);
        Thinking(())
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        THINKING.store(false, Ordering::Relaxed);
    }
}
