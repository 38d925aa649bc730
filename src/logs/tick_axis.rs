//! The axis of ticks of a page: numbers that a browser can draw.

use super::ticks::{TICK_ONE, tick_shown};

/// Where ticks are on an axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TickAxis {
    /// The tick at 0.
    pub origin: i128,
    /// True if ticks are stamps.
    pub has_stamps: bool,
}

impl TickAxis {
    /// The axis of a log that begins with a tick. Stamps are counted from midnight, numbers from 0 unless they are so
    /// large that neighbours would fall together.
    pub fn beginning_with(tick: i128, has_stamps: bool) -> Self {
        const DAY: i128 = 86_400 * TICK_ONE;
        const EXACT: i128 = (1 << 53) * TICK_ONE;
        let origin = match has_stamps {
            true => tick.div_euclid(DAY) * DAY,
            false if tick.abs() < EXACT => 0,
            false => tick,
        };
        TickAxis { origin, has_stamps }
    }

    /// The place of a tick.
    pub fn x(&self, tick: i128) -> f64 {
        let tick = tick - self.origin;
        match tick % TICK_ONE {
            0 => (tick / TICK_ONE) as f64,
            _ => tick_shown(tick).parse().unwrap_or(f64::NAN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticks::tick_value;

    #[test]
    fn a_tick_is_at_the_number_that_is_nearest() {
        let tick = |text: &str| tick_value(text).unwrap_or_default();
        let axis = TickAxis::beginning_with(tick("0.1"), false);
        assert_eq!(axis.x(tick("0.3")), 0.3);
        assert_eq!(axis.x(tick("1234.000000000000001")), 1234.000000000000001);
        let stamps = TickAxis::beginning_with(tick("2026-11-27T10:00:00Z"), true);
        assert_eq!(stamps.x(tick("2026-11-28T00:00:00.5Z")), 86_400.5);
        let nanos = TickAxis::beginning_with(tick("1795773600000000001"), false);
        assert_eq!(nanos.x(tick("1795773600000000004")), 3.0);
    }
}
