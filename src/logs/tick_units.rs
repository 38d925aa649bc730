//! Units of ticks: those of a simulator's times, and seconds, milliseconds, microseconds or nanoseconds since 1970.
//! Two logs that count in different units, or one of which writes stamps, meet at the same times.

use super::log::LogReader;
use super::stamps::is_stamp;
use super::ticks::{TENS, TICK_ONE, TickScale, tick_value};
use chase_world::error::Error;

/// The units in which instants are counted, with the number of seconds' decimal places that each tells.
const UNITS: [(&str, usize); 4] =
    [("seconds", 0), ("milliseconds", 3), ("microseconds", 6), ("nanoseconds", 9)];

/// The seconds since 1970 of the years 2001 to 2100: numbers in this range, in one of the units, can be instants.
const SECONDS: std::ops::Range<i128> = 1_000_000_000..4_102_444_800;

/// The meaning of the first tick of a log.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstTick {
    Stamp,
    /// A number that can be an instant in the unit of this index.
    Count(usize),
}

impl FirstTick {
    fn of(text: &str) -> Option<Self> {
        if is_stamp(text) {
            return Some(FirstTick::Stamp);
        }
        let tick = tick_value(text)?;
        let mut units = UNITS.iter();
        let fits =
            |(_, places): &(&str, usize)| SECONDS.contains(&(tick / TICK_ONE / TENS[*places]));
        units.position(fits).map(FirstTick::Count)
    }

    /// The decimal places of a second that a tick of 1 stands for.
    fn places(self) -> usize {
        match self {
            FirstTick::Stamp => 0,
            FirstTick::Count(unit) => UNITS[unit].1,
        }
    }

    fn words(self) -> String {
        match self {
            FirstTick::Stamp => "stamps".to_owned(),
            FirstTick::Count(unit) => format!("{} since 1970", UNITS[unit].0),
        }
    }
}

/// Brings the ticks of one log to the unit of the other, and says so in words. That is done if both have a unit of
/// their own, as a VCD has, or if the first ticks of both can be instants between the years 2001 and 2100, told in
/// different ways. Stamps are the unit, else that of the reference. Ticks with a described step are left as they are.
///
/// # Errors
/// A log cannot be read.
pub fn align_ticks(ours: &mut LogReader, theirs: &mut LogReader) -> Result<Option<String>, Error> {
    if ours.step().is_some() || theirs.step().is_some() {
        return Ok(None);
    }
    let unit = |log: &LogReader| log.reader.dump()?.unit;
    if let (Some(mine), Some(others)) = (unit(ours), unit(theirs)) {
        if mine == others {
            return Ok(None);
        }
        ours.scale_ticks(TickScale::of_powers(mine, others), false);
        let [mine, others] = [mine, others].map(|power| format!("10^{power} s"));
        return Ok(Some(format!(
            "one is {mine} in ours and {others} in theirs; those of ours are shown in the unit of theirs"
        )));
    }
    let tick = |text: Option<String>| text.as_deref().and_then(FirstTick::of);
    // Ours may come from a program that has only begun: it is waited for only if it matters.
    let Some(others) = tick(theirs.first_tick()?) else {
        return Ok(None);
    };
    let Some(mine) = tick(ours.first_tick()?) else {
        return Ok(None);
    };
    if mine == others {
        return Ok(None);
    }
    let (log, from, to) = match mine {
        FirstTick::Stamp => (theirs, others, mine),
        FirstTick::Count(_) => (ours, mine, others),
    };
    let power = |tick: FirstTick| -(tick.places() as i32);
    log.scale_ticks(TickScale::of_powers(power(from), power(to)), to == FirstTick::Stamp);
    Ok(Some(format!(
        "ours are taken for {}, theirs for {}, and compared as instants",
        mine.words(),
        others.words()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_of_an_instant_is_seen_by_its_size() {
        let unit = |text: &str| match FirstTick::of(text) {
            Some(FirstTick::Count(unit)) => UNITS[unit].0,
            Some(FirstTick::Stamp) => "stamp",
            None => "none",
        };
        for (text, due) in [
            ("1795773600", "seconds"),
            ("1795773600.25", "seconds"),
            ("1.7957736e9", "seconds"),
            ("1795773600250", "milliseconds"),
            ("1795773600250000", "microseconds"),
            ("1795773600250000000", "nanoseconds"),
            ("2026-11-27T10:00:00Z", "stamp"),
            ("999999999", "none"),
            ("4102444800", "none"),
            ("0", "none"),
            ("-1795773600", "none"),
            ("x", "none"),
        ] {
            assert_eq!(unit(text), due, "{text}");
        }
    }

    #[test]
    fn a_tick_is_scaled_exactly() {
        let tick = |text: &str| tick_value(text).unwrap();
        let over = TickScale::Over(TENS[9]);
        assert_eq!(over.scaled(tick("1795773600250000001")), tick("1795773600.250000001"));
        let times = TickScale::Times(TENS[9]);
        assert_eq!(times.scaled(tick("1795773600.25")), tick("1795773600250000000"));
        assert_eq!(TickScale::Same.scaled(tick("7")), tick("7"));
    }
}
