//! The clock of a world, and stopwatches that run by it.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A clock that never goes back: it says how much time has passed since a moment that is fixed once. What it
/// says depends on the machine, so the only thing in a recording that may depend on it is a player's move.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// A clock that says this.
    #[must_use]
    pub fn new(now: fn() -> Duration) -> Self {
        Clock(now)
    }

    /// The clock of a world in which no time passes.
    #[must_use]
    pub fn still() -> Self {
        Clock(|| Duration::ZERO)
    }

    /// The time that has passed since the clock's moment.
    #[must_use]
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// A stopwatch that begins now.
    #[must_use]
    pub fn start(self) -> Stopwatch {
        Stopwatch { clock: self, began: self.now() }
    }
}

/// The clock of this process.
impl Default for Clock {
    fn default() -> Self {
        Clock(since_the_first_look)
    }
}

#[expect(clippy::disallowed_methods, reason = "what every world but a given one measures by")]
fn since_the_first_look() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// A stretch of time that began a moment ago.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    clock: Clock,
    began: Duration,
}

impl Stopwatch {
    /// The time since it was started.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// Begins again, now.
    pub fn restart(&mut self) {
        *self = self.clock.start();
    }
}
