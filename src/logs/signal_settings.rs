//! Which signals of logs are gathered for a page.

use super::description::Description;
use super::report::LogDifference;

/// What is gathered of one log or of two.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignalSettings<'a> {
    /// What two logs are compared by; nothing for one log.
    pub rules: Option<&'a Description>,
    /// The columns and entities that are compared; all where there are none.
    pub only: &'a [String],
    /// The columns and entities that are not.
    pub ignore: &'a [String],
    /// The most lines by which a line may come too late.
    pub window: usize,
    /// The first tick, in units of 10 to the power of -18.
    pub from: Option<i128>,
    /// The last tick.
    pub to: Option<i128>,
    /// The first differences of signals, in their order.
    pub parted: &'a [LogDifference],
}
