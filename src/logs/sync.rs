//! How two logs are brought to the same times before their values are compared.

use serde::{Deserialize, Serialize};

use super::decimal::{number, plain};
use super::ticks::tick_value;

/// The times at which two logs are compared, or a column of theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SyncMode {
    /// At the ticks that both have; a tick of one side alone is a difference.
    #[default]
    Exact,
    /// At each tick of the reference, with the nearest tick of the log under test.
    Nearest,
    /// At the ticks of either, with the values that the signals of the other have there.
    Union,
    /// At each tick of the reference, with the values that the signals of the log under test have there.
    Interpolate,
    /// Not at times: the events of an entity one after the other.
    Order,
}

/// The sides whose log has a row at the tick that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TickOwner {
    /// The log under test alone.
    Ours,
    /// The reference alone.
    Theirs,
    /// Both.
    Both,
}

impl SyncMode {
    /// The modes with their names, as options have them.
    pub const NAMES: [(&'static str, SyncMode); 5] = [
        ("exact", SyncMode::Exact),
        ("nearest", SyncMode::Nearest),
        ("union", SyncMode::Union),
        ("interpolate", SyncMode::Interpolate),
        ("order", SyncMode::Order),
    ];

    /// The name of the mode.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        names.find(|it| it.1 == self).map_or("", |it| it.0)
    }

    /// Reads a mode as an option has it: `union`, or `x=nearest` for a column.
    ///
    /// # Errors
    /// There is no such mode.
    pub fn of_words(words: &str) -> Result<(Option<String>, Self), String> {
        let (column, name) = match words.rsplit_once('=') {
            Some((column, name)) => (Some(column.to_owned()), name),
            None => (None, words),
        };
        let mode = Self::NAMES.iter().find(|it| it.0 == name);
        let wrong = || {
            format!(
                "`{words}`: expected exact, nearest, union, interpolate or order, or one of the first four for a column, \
                 as in x=nearest"
            )
        };
        Ok((column, mode.ok_or_else(wrong)?.1))
    }

    /// Returns true if it compares values between two ticks of a log.
    #[must_use]
    pub fn is_between(self) -> bool {
        matches!(self, SyncMode::Union | SyncMode::Interpolate)
    }

    /// Returns true if a column of this mode is compared at a tick.
    pub(crate) fn compares_at(self, owner: TickOwner) -> bool {
        match owner {
            TickOwner::Both => true,
            TickOwner::Ours => self == SyncMode::Union,
            TickOwner::Theirs => self != SyncMode::Exact,
        }
    }
}

/// The course of a signal between two of its ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// A value holds until the next tick (zero-order hold).
    Zoh,
    /// A straight line from one value to the next.
    Linear,
}

impl Interpolation {
    /// Reads an option such as `speed=linear`: the column and its interpolation.
    ///
    /// # Errors
    /// It names no column or no interpolation.
    pub fn of_words(words: &str) -> Result<(String, Self), String> {
        let how = match words.rsplit_once('=') {
            Some((column, "zoh")) => Some((column, Interpolation::Zoh)),
            Some((column, "linear")) => Some((column, Interpolation::Linear)),
            _ => None,
        };
        let wrong =
            || format!("`{words}`: expected COLUMN=zoh or COLUMN=linear, as in speed=linear");
        let (column, how) = how.ok_or_else(wrong)?;
        Ok((column.to_owned(), how))
    }
}

/// The number on the line from one value to the next; nothing where the first holds: they are equal, or
/// not both are numbers.
pub(crate) fn on_line(one: &str, next: &str, part: f64) -> Option<String> {
    let (a, b) = (number(one.trim())?, number(next.trim())?);
    if a == b {
        return None;
    }
    let from = |a: f64, b: f64, part: f64| a + (b - a) * part;
    let value = from(a, b, part);
    // A line that cannot be computed from one end may be from the other, as where one is infinite.
    let value = match value.is_nan() && !a.is_nan() && !b.is_nan() {
        true => from(b, a, 1.0 - part),
        false => value,
    };
    let is_too_far = !(b - a).is_finite() && a.is_finite() && b.is_finite();
    let value = if is_too_far { a * (1.0 - part) + b * part } else { value };
    Some(plain(value))
}

/// The largest distance at which two ticks count as one: within either bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TickTolerance {
    /// The largest distance, in units of 10 to the power of -18.
    absolute: i128,
    /// The largest distance as a part of the larger tick.
    relative: f64,
    /// The bounds as they were given.
    words: String,
}

impl TickTolerance {
    /// Reads a tolerance such as `0.001`, `1e-9%` or `0.001,1e-9%`.
    ///
    /// # Errors
    /// A bound is no number above 0.
    pub fn of_words(words: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{words}`: expected a distance of ticks above 0, as in 0.001, or a part of the tick, as in 1e-9%"
            )
        };
        let mut tolerance = TickTolerance { words: words.to_owned(), ..TickTolerance::default() };
        for bound in words.split(',') {
            if let Some(percent) = bound.strip_suffix('%') {
                let part = number(percent).filter(|part| *part > 0.0 && part.is_finite());
                tolerance.relative = part.ok_or_else(wrong)? / 100.0;
            } else {
                let distance = tick_value(bound).filter(|distance| *distance > 0);
                tolerance.absolute = distance.ok_or_else(wrong)?;
            }
        }
        Ok(tolerance)
    }

    /// The bounds as they were given; empty where there are none.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Returns true if equal ticks alone count as one.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns true if two ticks count as one.
    pub(crate) fn holds(&self, one: i128, other: i128) -> bool {
        let apart = (one - other).unsigned_abs();
        let largest = one.unsigned_abs().max(other.unsigned_abs());
        apart <= self.absolute.unsigned_abs()
            || self.relative > 0.0 && apart as f64 <= self.relative * largest as f64
    }
}

/// How two logs are brought to the same times.
#[derive(Clone, Debug, Default)]
pub struct SyncSettings {
    /// The times at which they are compared.
    pub mode: SyncMode,
    /// The distance at which ticks count as one.
    pub tick_tolerance: TickTolerance,
}

impl SyncSettings {
    /// Returns true if ticks are compared that are equal, and no others.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.mode == SyncMode::Exact && self.tick_tolerance.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_of_ticks_has_two_bounds() {
        let tick = |text: &str| tick_value(text).unwrap();
        let of = |words: &str| TickTolerance::of_words(words).unwrap();
        assert!(of("0.01").holds(tick("1.00"), tick("1.01")));
        assert!(!of("0.01").holds(tick("1.00"), tick("1.010001")));
        assert!(of("1%").holds(tick("99"), tick("100")));
        assert!(!of("1%").holds(tick("98.9"), tick("100")));
        assert!(of("1%,2").holds(tick("98"), tick("100")));
        assert!(TickTolerance::default().holds(tick("1"), tick("1.0")));
        assert!(!TickTolerance::default().holds(tick("1"), tick("1.000000001")));
        for wrong in ["", "x", "-1", "0", "1%%", "0%", "inf%", "1,,2"] {
            assert!(TickTolerance::of_words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_mode_is_of_all_or_of_a_column() {
        let read = |words: &str| SyncMode::of_words(words);
        assert_eq!(read("union"), Ok((None, SyncMode::Union)));
        assert_eq!(read("a=b=nearest"), Ok((Some("a=b".to_owned()), SyncMode::Nearest)));
        for wrong in ["", "x", "x=", "nearest=x", "union=", "Union"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_interpolation_is_of_a_column() {
        assert_eq!(Interpolation::of_words("a=b=zoh"), Ok(("a=b".to_owned(), Interpolation::Zoh)));
        for wrong in ["", "linear", "x=spline", "x="] {
            assert!(Interpolation::of_words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_line_goes_from_value_to_value() {
        assert_eq!(on_line("1", "3", 0.25).as_deref(), Some("1.5"));
        assert_eq!(on_line(" 1.0", "-3e0 ", 0.5).as_deref(), Some("-1"));
        assert_eq!(on_line("0.1", "0.10", 0.3), None, "what is constant stays");
        assert_eq!(on_line("a", "1", 0.5), None);
        assert_eq!(on_line("1", "", 0.5), None);
        for (one, next) in [("nan", "1"), ("1", "nan"), ("nan", "nan"), ("inf", "-inf")] {
            assert_eq!(on_line(one, next, 0.5).as_deref(), Some("NaN"), "{one} {next}");
        }
        assert_eq!(on_line("1", "inf", 0.5).as_deref(), Some("inf"));
        assert_eq!(on_line("inf", "1", 0.5).as_deref(), Some("inf"));
        let far = on_line("-1.5e308", "1.5e308", 0.5);
        assert_eq!(far.as_deref(), Some("0"));
    }
}
