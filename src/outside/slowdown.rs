//! How much slower this machine computes now than at its best. A processor that others share, two threads
//! on one core, or a host that takes it away for a while: all of them make a second of processor time
//! worth less, and the system counts it as a second all the same.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A larger slowdown counts as this one, so that a run that computes for ever ends.
pub(super) const SLOWDOWN_MAX: u32 = 16;

/// The shortest time that the piece of work ever took here, in nanoseconds; `u64::MAX` until it is measured.
static BEST: AtomicU64 = AtomicU64::new(u64::MAX);

/// The number of pieces of work that are measured at a time, each of about a millisecond.
const PIECES: u32 = 8;

/// Measures the machine before anything is limited, so that its best is known when a limit is passed.
pub(super) fn learn() {
    if BEST.load(Ordering::Relaxed) == u64::MAX {
        measure();
    }
}

/// What this processor time is worth at the machine's best: at most itself, at least a [`SLOWDOWN_MAX`]th of
/// it. Measures the machine now, which takes some milliseconds.
pub(super) fn at_best(used: Duration) -> Duration {
    worth(used, BEST.load(Ordering::Relaxed), measure())
}

/// What `used` is worth, if a piece of work takes `best` at the machine's best and `now` on average now.
fn worth(used: Duration, best: u64, now: u64) -> Duration {
    if now <= best {
        return used;
    }
    let worth = used.as_nanos() * u128::from(best) / u128::from(now);
    let worth = Duration::from_nanos(u64::try_from(worth).unwrap_or(u64::MAX));
    worth.max(used / SLOWDOWN_MAX)
}

/// Does the piece of work a few times; returns the mean of the times it took, in nanoseconds.
fn measure() -> u64 {
    let mut sum = 0;
    for _ in 0..PIECES {
        let took = piece();
        BEST.fetch_min(took.max(1), Ordering::Relaxed);
        sum += took;
    }
    sum / u64::from(PIECES)
}

/// The processor time that a piece of work takes this thread, in nanoseconds; 0 where the system does not
/// tell the time of a thread.
fn piece() -> u64 {
    let began = used_by_thread();
    let mut number = 1u64;
    for _ in 0..400_000 {
        number = black_box(number ^ number << 13);
        number ^= number >> 7;
    }
    black_box(number);
    used_by_thread().saturating_sub(began)
}

#[cfg(unix)]
fn used_by_thread() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let [seconds, nanos] =
        [time.tv_sec, time.tv_nsec as _].map(|it| u64::try_from(it).unwrap_or(0));
    seconds * 1_000_000_000 + nanos
}

#[cfg(not(unix))]
fn used_by_thread() -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_worth_what_can_be_computed_in_it() {
        let second = Duration::from_secs(1);
        let worth = |best, now| worth(second, best, now);
        assert_eq!(worth(1_000, 1_000), second);
        assert_eq!(worth(1_000, 900), second, "never more");
        assert_eq!(worth(1_000, 4_000), second / 4);
        assert_eq!(worth(1_000, 1_000_000), second / SLOWDOWN_MAX);
        assert_eq!(worth(1, 0), second, "a system that does not tell the time of a thread");
        assert_eq!(worth(u64::MAX, 5), second, "nothing was learned");
    }

    #[test]
    fn what_is_measured_is_never_better_than_the_best() {
        learn();
        let second = Duration::from_secs(1);
        let at_best = at_best(second);
        assert!(second / SLOWDOWN_MAX <= at_best && at_best <= second, "{at_best:?}");
    }
}
