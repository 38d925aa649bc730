//! What a player may use up while it searches: a limit, and a flag that ends its thinking early.
//!
//! The flag brings the clock by which a player under a limit of time thinks.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use std::time::Duration;

use chase_world::world::{Clock, Stopwatch};

/// The resources that a player may use for each of its moves; it gets them when it sits down.
#[derive(Clone, Debug, Default)]
pub struct MoveBudget {
    /// The limit of its search; without one it searches to its end.
    pub limit: Option<Limit>,
    /// Ends a search before its limit.
    pub stop: StopFlag,
}

/// A budget that nothing but its limit ends.
impl From<Limit> for MoveBudget {
    fn from(limit: Limit) -> Self {
        MoveBudget { limit: Some(limit), stop: StopFlag::default() }
    }
}

/// Tells players to answer at once, because nobody waits for what they would find. It also brings the clock by
/// which players with a limit of time think: that of the process, unless another is given.
///
/// All clones are one flag. Whoever starts a game keeps a clone, and the game's players get theirs
/// when they sit down; games with different flags are stopped independently of each other.
///
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// use chase::budget::StopFlag;
///
/// let (mine, other) = (StopFlag::default(), StopFlag::default());
/// let of_a_player = mine.clone();
/// mine.stop();
/// assert!(of_a_player.is_stopped());
/// assert!(!other.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    is_stopped: AtomicBool,
    listeners: AtomicUsize,
    clock: Clock,
}

impl StopFlag {
    /// A flag for players that think by this clock.
    #[must_use]
    pub fn with_clock(clock: Clock) -> Self {
        StopFlag(Arc::new(Signal { clock, ..Signal::default() }))
    }

    /// The clock by which the players think.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.0.clock
    }

    /// Lets every player that has this flag answer at once with what it has found so far. A turn
    /// during which this happened must not be used: it depends on when it happened.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
        // Who listens no more from here on sees that it was stopped, see [`Listening`].
        fence(Ordering::SeqCst);
    }

    /// True once [`StopFlag::stop`] was called, on this flag or a clone.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// Says that the flag is looked at, as long as the returned value lives.
    pub fn listen(&self) -> Listening {
        self.0.listeners.fetch_add(1, Ordering::Relaxed);
        Listening(self.clone())
    }

    /// True while somebody looks at the flag, so that stopping will have an effect soon.
    pub fn is_heard(&self) -> bool {
        self.0.listeners.load(Ordering::Relaxed) > 0
    }
}

/// Somebody looks at a [`StopFlag`], for as long as this lives, and once more after that: then either
/// the flag is seen to be set, or whoever sets it sees that nobody looks any more.
#[derive(Debug)]
pub struct Listening(StopFlag);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.0.listeners.fetch_sub(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }
}

/// A player's thinking about one move: the stopwatch that began with it, and the flag that ends it
/// early.
#[derive(Debug)]
pub struct Thinking {
    /// The time that the move may take, and what has passed of it; without a limit no clock is read.
    limit: Option<(Duration, Stopwatch)>,
    stop: StopFlag,
    _listening: Listening,
}

impl Thinking {
    /// Begins now. `time` is what the move may take, where it is limited by time.
    pub fn begin(time: Option<Duration>, stop: &StopFlag) -> Self {
        let limit = time.map(|time| (time, stop.clock().start()));
        Thinking { limit, stop: stop.clone(), _listening: stop.listen() }
    }

    /// True once nobody waits for an answer any more. This is quicker than [`Thinking::is_over`],
    /// since no clock is read.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// True once the time is over or nobody waits for an answer any more.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.limit.is_some_and(|(time, begun)| begun.elapsed() >= time)
    }
}

/// The limit of a search player's thinking about one move. It stands in the player's full name,
/// behind a colon: `alphabeta:nodes=10000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many positions, 1 or more. Repeats itself on any machine.
    Nodes(u64),
    /// So many moves ahead, 1 or more. Repeats itself on any machine.
    Depth(u8),
    /// So long by the clock, at least a millisecond. Never repeats itself for certain.
    Time(Duration),
}

impl Limit {
    /// True if a search under this limit finds the same move again.
    pub fn is_reproducible(self) -> bool {
        !matches!(self, Limit::Time(_))
    }

    /// A limit that allows so many times as much; nothing for one that is not a count of positions.
    pub fn times(self, times: u64) -> Option<Self> {
        match self {
            Limit::Nodes(nodes) => nodes.checked_mul(times).map(Limit::Nodes),
            Limit::Depth(_) | Limit::Time(_) => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Depth(depth) => write!(f, "depth={depth}"),
            Limit::Time(time) => write!(f, "time={}ms", time.as_millis()),
        }
    }
}

/// A text that is no [`Limit`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no limit; expected nodes=N, depth=N or time=100ms")]
pub struct NoLimit(String);

impl FromStr for Limit {
    type Err = NoLimit;

    fn from_str(text: &str) -> Result<Self, NoLimit> {
        // A time alone is a limit of time.
        let (kind, amount) = text.split_once('=').unwrap_or(("time", text));
        match kind {
            "nodes" => amount.parse().ok().filter(|n| *n > 0).map(Limit::Nodes),
            "depth" => amount.parse().ok().filter(|n| *n > 0).map(Limit::Depth),
            "time" => parse_time(amount).ok().map(Limit::Time),
            _ => None,
        }
        .ok_or_else(|| NoLimit(text.to_owned()))
    }
}

/// A text that is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTime {
    /// It cannot be understood.
    #[error("expected a time like 100ms or 5s")]
    Unreadable,
    /// It is longer than a day, or no number of whole milliseconds from 1.
    #[error("expected a time of whole milliseconds, at most a day")]
    OutOfRange,
}

/// A time as people write it: `100ms`, `5s`, `2m`. At least a millisecond, in whole ones.
///
/// # Errors
/// A text that is no such time, or a time outside the bounds.
pub fn parse_time(text: &str) -> Result<Duration, NoTime> {
    in_bounds(humantime::parse_duration(text).map_err(|_| NoTime::Unreadable)?)
}

/// Reads a time as [`parse_time`] does, and a bare number as seconds, as an older option did.
///
/// # Errors
/// A text that is no such time, or a time outside the bounds.
pub fn parse_time_or_seconds(text: &str) -> Result<Duration, NoTime> {
    number_or_time(text, Duration::from_secs)
}

/// Reads a time as [`parse_time`] does, and a bare number as milliseconds, as an older option did.
///
/// # Errors
/// A text that is no such time, or a time outside the bounds.
pub fn parse_time_or_milliseconds(text: &str) -> Result<Duration, NoTime> {
    number_or_time(text, Duration::from_millis)
}

fn number_or_time(text: &str, meant: impl Fn(u64) -> Duration) -> Result<Duration, NoTime> {
    match text.parse() {
        Ok(number) => in_bounds(meant(number)),
        Err(_) => parse_time(text),
    }
}

fn in_bounds(time: Duration) -> Result<Duration, NoTime> {
    let is_whole = time.subsec_nanos().is_multiple_of(1_000_000) && !time.is_zero();
    if is_whole && time <= TIME_MAX { Ok(time) } else { Err(NoTime::OutOfRange) }
}

/// The longest time that can be given.
const TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn a_limit_reads_back_what_it_prints() {
        for text in ["nodes=1", "depth=14", "time=100ms", "time=86400000ms"] {
            let limit: Limit = text.parse().expect("a limit");
            assert_eq!(limit.to_string(), text);
        }
        for text in ["time=5s", "5s", "5000ms"] {
            assert_eq!(text.parse(), Ok(Limit::Time(Duration::from_secs(5))));
        }
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        for text in [
            "",
            "nodes",
            "nodes=",
            "nodes=0",
            "nodes=-1",
            "depth=256",
            "time=0s",
            "time=1us",
            "time=5",
            "5",
            "0s",
            "time=25h",
            "plies=3",
        ] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_flag_is_heard_while_somebody_listens() {
        let flag = StopFlag::default();
        let of_a_player = flag.clone();
        assert!(!flag.is_heard());
        let (one, other) = (of_a_player.listen(), of_a_player.listen());
        drop(one);
        assert!(flag.is_heard());
        drop(other);
        assert!(!flag.is_heard());
    }

    #[test]
    fn a_player_thinks_by_the_clock_of_its_flag() {
        static NOW: AtomicU64 = AtomicU64::new(7);
        let time = Some(Duration::from_millis(5));
        let by = |clock| Thinking::begin(time, &StopFlag::with_clock(clock));
        let thinking = by(Clock::new(|| Duration::from_millis(NOW.load(Ordering::Relaxed))));
        let without_time = by(Clock::still());
        assert!(!thinking.is_over());
        NOW.store(12, Ordering::Relaxed);
        assert!(thinking.is_over());
        assert!(!without_time.is_over());
    }
}
