//! Tolerances, and the comparison of two values by them.

use std::cmp::Ordering;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::bits;
use super::decimal::{Decimal, is_blank, number};
use super::exact::{Exact, Size, exact};
use super::kind::ColumnKind;
use super::ticks::{TICK_ONE, number_tick};

/// The most by which two numbers may differ: a difference within any one of the bounds is tolerated.
/// Without bounds only equal values are alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tolerance {
    /// The largest difference, as a decimal text.
    #[serde(default, deserialize_with = "bound")]
    pub absolute: Option<String>,
    /// The largest difference as a part of the larger number.
    #[serde(default, deserialize_with = "bound")]
    pub relative: Option<String>,
    /// The largest distance in 64-bit floating-point numbers.
    #[serde(default)]
    pub ulps: Option<u64>,
    /// The most cycles by which a value may come early or late.
    #[serde(default)]
    pub cycles: Option<u16>,
    /// The largest difference as a part of the range of the column's values in the reference.
    #[serde(default, deserialize_with = "bound")]
    pub range: Option<String>,
    /// The distance of ticks by which the reference may have a value earlier or later: the width of a tube
    /// around it.
    #[serde(default, deserialize_with = "bound")]
    pub ticks: Option<String>,
}

/// A bound is written as a number or as a text.
fn bound<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum BoundText {
        Text(String),
        Whole(i64),
        Number(f64),
    }
    Ok(Some(match BoundText::deserialize(deserializer)? {
        BoundText::Text(text) => text,
        BoundText::Whole(whole) => whole.to_string(),
        BoundText::Number(number) if number.is_finite() => format!("{number:e}"),
        BoundText::Number(_) => return Err(D::Error::custom("expected a finite number")),
    }))
}

/// The widest tube, in units of ticks: an instant in nanoseconds is far below.
const TICKS_MAX: i128 = TICK_ONE * TICK_ONE;

impl Tolerance {
    /// The most cycles that a value may come early or late.
    pub const CYCLES_MAX: u16 = 1_000;

    /// Checks that all bounds are numbers in their ranges.
    ///
    /// # Errors
    /// A bound that is no number, or below 0.
    pub fn check(&self) -> Result<(), String> {
        let wrong = |name: &str, bound: &str| {
            Err(format!("{name} `{bound}`: expected a number of 0 or more"))
        };
        let bounds = [
            ("absolute", &self.absolute),
            ("relative", &self.relative),
            ("range", &self.range),
            ("ticks", &self.ticks),
        ];
        for (name, bound) in bounds {
            let Some(bound) = bound else { continue };
            if !number(bound).is_some_and(|value| value >= 0.0 && value.is_finite()) {
                return wrong(name, bound);
            }
        }
        if self.cycles.is_some_and(|cycles| cycles > Self::CYCLES_MAX) {
            return Err(format!("cycles: expected at most {}", Tolerance::CYCLES_MAX));
        }
        if let Some(ticks) = &self.ticks {
            if number_tick(ticks).is_none_or(|ticks| ticks > TICKS_MAX) {
                return wrong("ticks", ticks);
            }
            if self.cycles.is_some() {
                return Err("expected cycles or ticks, not both".to_owned());
            }
        }
        Ok(())
    }

    /// Takes over the bounds that another sets.
    pub fn join(&mut self, other: &Tolerance) {
        let Tolerance { absolute, relative, ulps, cycles, range, ticks } = other.clone();
        self.absolute = absolute.or(self.absolute.take());
        self.relative = relative.or(self.relative.take());
        self.ulps = ulps.or(self.ulps);
        self.cycles = cycles.or(self.cycles);
        self.range = range.or(self.range.take());
        self.ticks = ticks.or(self.ticks.take());
    }

    /// The tolerance with the part of the range as a difference, where the range is this wide.
    pub(crate) fn of_range(&self, wide: &Size) -> Self {
        let [part, absolute] = [&self.range, &self.absolute].map(size_of);
        let absolute = match part.times(wide) {
            Some(due) if due.compared(&absolute) == Ordering::Greater => Some(due.text()),
            _ => self.absolute.clone(),
        };
        Tolerance { absolute, range: None, ..self.clone() }
    }

    /// The tolerance, ready to be asked.
    pub fn bounds(&self) -> ToleranceBounds {
        let value = |bound: &Option<String>| bound.as_deref().and_then(number).unwrap_or(0.0);
        ToleranceBounds {
            absolute: value(&self.absolute),
            relative: value(&self.relative),
            exact: [&self.absolute, &self.relative].map(size_of),
            ulps: self.ulps.unwrap_or(0),
            cycles: usize::from(self.cycles.unwrap_or(0)),
            ticks: self.ticks.as_deref().and_then(number_tick).unwrap_or(0),
            blank_is_nan: false,
        }
    }
}

/// A bound exactly; 0 where there is none.
fn size_of(bound: &Option<String>) -> Size {
    let bound = bound.as_deref().and_then(exact);
    bound.unwrap_or_default().size
}

/// A tolerance as numbers; a page is told those that it can draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ToleranceBounds {
    /// The largest difference that is tolerated.
    pub absolute: f64,
    /// The largest difference as a part of the larger number.
    pub relative: f64,
    /// Both of them as they are written.
    #[serde(skip)]
    exact: [Size; 2],
    /// The largest distance in floating-point numbers.
    pub ulps: u64,
    /// The most cycles by which a value may come early or late.
    pub cycles: usize,
    /// The distance of ticks by which the reference may have a value earlier or later.
    #[serde(skip)]
    pub ticks: i128,
    /// True if an empty value and words such as `NA` and `null` are equal to `NaN`.
    #[serde(skip)]
    pub blank_is_nan: bool,
}

impl ToleranceBounds {
    /// Returns true if a value is judged by those of other cycles too.
    pub fn waits(&self) -> bool {
        self.cycles > 0 || self.ticks > 0
    }

    /// The relation of two different numbers that are this far apart; `ulps` counts the floating-point numbers between.
    #[inline]
    fn likeness(
        &self,
        apart: Size,
        [one, other]: [&Exact; 2],
        ulps: impl Fn() -> u64,
    ) -> ValueMatch {
        let [most, part] = &self.exact;
        let keeps = |bound: &Size| apart.compared(bound) != Ordering::Greater;
        let is_within = !most.is_zero() && keeps(most)
            || !part.is_zero() && one.larger(other).times(part).is_some_and(|most| keeps(&most))
            || self.ulps > 0 && ulps() <= self.ulps;
        match is_within {
            true => ValueMatch::Within(Gap::Numbers(apart)),
            false => ValueMatch::Out(Gap::Numbers(apart)),
        }
    }
}

/// The relation of two values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueMatch {
    /// Equal, whatever the letters: `1.50` and `1.5`.
    Equal,
    /// Different, and near enough.
    Within(Gap),
    /// Different, and out of tolerance.
    Out(Gap),
}

impl ValueMatch {
    /// The gap, and whether it is out of tolerance; nothing if the values are equal.
    pub fn judged(self) -> Option<(Gap, bool)> {
        match self {
            ValueMatch::Equal => None,
            ValueMatch::Within(gap) => Some((gap, false)),
            ValueMatch::Out(gap) => Some((gap, true)),
        }
    }
}

/// The gap between two values.
#[derive(Clone, Debug, PartialEq)]
pub enum Gap {
    /// The difference of two finite numbers, without a sign.
    Numbers(Size),
    /// No gap, because at least one value is not a finite number.
    Unlike(NoDistance),
}

/// The reason why two values have no distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDistance {
    /// Both values are texts, or compared as texts.
    Texts,
    /// One is a number and one a text.
    Kinds,
    /// One of two numbers is infinite or none.
    NotFinite,
    /// One side has no value.
    Nothing,
    /// Bits of which some are unknown.
    Unknown,
    /// An event that one side does not have at this time.
    Event,
    /// Values that came and went at one time, on one side alone or other ones on both.
    Pulse,
    /// Two numbers, of which one has too large an exponent, or too many digits.
    Order,
}

impl NoDistance {
    /// The reason in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            NoDistance::Texts => "texts",
            NoDistance::Kinds => "a number and a text",
            NoDistance::NotFinite => "not two finite numbers",
            NoDistance::Nothing => "one is empty",
            NoDistance::Unknown => "unknown bits",
            NoDistance::Event => "an event on one side",
            NoDistance::Pulse => "a pulse within one time",
            NoDistance::Order => {
                "too large or too long for a difference, only the order is compared"
            }
        }
    }

    /// The reason why two values that are not two finite numbers have no distance.
    fn of(one: &str, other: &str) -> Self {
        let why = match (number(one).is_some(), number(other).is_some()) {
            (true, true) => NoDistance::NotFinite,
            (false, false) => NoDistance::Texts,
            _ => NoDistance::Kinds,
        };
        why.or_nothing(one, other)
    }

    /// This reason, unless one side has no value.
    fn or_nothing(self, one: &str, other: &str) -> Self {
        match one.is_empty() || other.is_empty() {
            true => NoDistance::Nothing,
            false => self,
        }
    }
}

impl Gap {
    /// The difference, where the values have one.
    pub(crate) fn size(&self) -> Option<&Size> {
        match self {
            Gap::Numbers(apart) => Some(apart),
            Gap::Unlike(_) => None,
        }
    }

    /// The reason why there is no distance, if there is none.
    pub fn unlike(&self) -> Option<NoDistance> {
        match self {
            Gap::Numbers(_) => None,
            Gap::Unlike(why) => Some(*why),
        }
    }
}

/// The finite number that a value of a column of a kind is.
pub(crate) fn finite(text: &str, kind: ColumnKind) -> Option<Exact> {
    match kind {
        ColumnKind::Bits => Exact::of_bits(text),
        _ => exact(text.trim_ascii()),
    }
}

/// The number of 64-bit floating-point numbers from one value to another, the second included: at least one.
pub(crate) fn ulps(one: &str, other: &str, kind: ColumnKind) -> u64 {
    // The place of a number in the order of all floating-point numbers.
    let rank = |value: f64| {
        let bits = value.to_bits().cast_signed();
        if bits < 0 { i64::MIN - bits } else { bits }
    };
    let [one, other] = [one, other].map(|it| kind.number(it).map_or(0, rank));
    one.abs_diff(other).max(1)
}

/// Holds two values of a column against each other.
pub fn likeness(one: &str, other: &str, kind: ColumnKind, bounds: &ToleranceBounds) -> ValueMatch {
    if one == other || kind == ColumnKind::Ignored {
        return ValueMatch::Equal;
    }
    if bounds.blank_is_nan && is_blank(one) && is_blank(other) {
        return ValueMatch::Equal;
    }
    match kind {
        ColumnKind::Text => {
            let why = NoDistance::Texts.or_nothing(one, other);
            return ValueMatch::Out(Gap::Unlike(why));
        }
        ColumnKind::Bits if bits::are_bits(one) && bits::are_bits(other) => {
            // Bits are numbers where none of them is unknown.
            return match bits::are_the_same(one, other) {
                true => ValueMatch::Equal,
                false => likeness_of_numbers(one, other, kind, bounds),
            };
        }
        ColumnKind::Event => return ValueMatch::Out(Gap::Unlike(NoDistance::Event)),
        _ => {}
    }
    // Parameters of a dump may be numbers of any kind.
    let kind = match kind {
        ColumnKind::Bits => ColumnKind::Auto,
        kind => kind,
    };
    // Tables that people read are filled up with blanks.
    let (one, other) = (one.trim_ascii(), other.trim_ascii());
    if one == other {
        return ValueMatch::Equal;
    }
    let decimals = [one, other].map(|it| Decimal::parse(it.as_bytes()));
    let [Some(a), Some(b)] = decimals else {
        return likeness_of_numbers(one, other, kind, bounds);
    };
    let [a, b] = [a, b].map(Exact::from);
    match a.apart(&b) {
        Some(apart) if apart.is_zero() => ValueMatch::Equal,
        Some(apart) => bounds.likeness(apart, [&a, &b], || ulps(one, other, kind)),
        None => likeness_of_numbers(one, other, kind, bounds),
    }
}

/// Holds two values against each other that may be any numbers.
fn likeness_of_numbers(
    one: &str,
    other: &str,
    kind: ColumnKind,
    bounds: &ToleranceBounds,
) -> ValueMatch {
    let unlike = |why| ValueMatch::Out(Gap::Unlike(why));
    match (finite(one, kind), finite(other, kind)) {
        (Some(a), Some(b)) if a.compared(&b) == Ordering::Equal => ValueMatch::Equal,
        (Some(a), Some(b)) => match a.apart(&b) {
            Some(apart) => bounds.likeness(apart, [&a, &b], || ulps(one, other, kind)),
            None => unlike(NoDistance::Order),
        },
        _ if kind == ColumnKind::Bits => unlike(NoDistance::Unknown.or_nothing(one, other)),
        (None, None) if are_the_same_word(one, other) => ValueMatch::Equal,
        _ => unlike(NoDistance::of(one, other)),
    }
}

/// Returns true if two words mean the same infinity, or both mean no number.
fn are_the_same_word(one: &str, other: &str) -> bool {
    let word = |text: &str| match text.bytes().any(|byte| byte.is_ascii_digit()) {
        true => None,
        false => number(text),
    };
    let both = word(one).zip(word(other));
    both.is_some_and(|(a, b)| a == b || a.is_nan() && b.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(one: &str, other: &str, tolerance: &Tolerance) -> ValueMatch {
        likeness(one, other, ColumnKind::Auto, &tolerance.bounds())
    }

    #[test]
    fn equal_values_are_equal_in_any_letters() {
        let none = Tolerance::default();
        for (one, other) in [
            ("1.50", "1.5"),
            ("1e1", "10"),
            ("NaN", "nan"),
            ("inf", "Infinity"),
            ("-0", "0"),
            ("", ""),
            ("north", "north"),
            ("+1.0e2", "100"),
            ("12345678901234567890", "1234567890123456789e1"),
            ("9300000000000000000", "9.3e18"),
            ("0e0", "0"),
            ("0E-18", "0"),
            ("1e400", "10e399"),
            ("1e20000", "10e19999"),
        ] {
            assert_eq!(judged(one, other, &none), ValueMatch::Equal, "{one} {other}");
        }
        for (one, other) in [
            ("inf", "-inf"),
            ("nan", "1"),
            ("", "0"),
            ("a", "b"),
            ("1", "x"),
            ("90e84723", "90e99999"),
            ("0e12345", "0e99999"),
            ("1e10001", "1e10002"),
        ] {
            let judged = judged(one, other, &none);
            assert!(matches!(judged, ValueMatch::Out(Gap::Unlike(_))), "{one} {other}");
        }
        for (one, other) in [
            ("12345678901234567890", "12345678901234567891"),
            ("9223372036854775808", "9223372036854775809"),
            ("0.1234567890123456789", "0.1234567890123456788"),
            ("9007199254740993", "9007199254740992"),
        ] {
            let judged = judged(one, other, &none);
            assert!(matches!(judged, ValueMatch::Out(_)), "{one} {other}");
        }
        let text = likeness("1.50", "1.5", ColumnKind::Text, &none.bounds());
        assert_eq!(text, ValueMatch::Out(Gap::Unlike(NoDistance::Texts)));
    }

    #[test]
    fn blanks_are_nan_where_that_is_said() {
        let plain = Tolerance::default().bounds();
        let mut bounds = plain.clone();
        bounds.blank_is_nan = true;
        let blanks = ["", " ", "nan", "NaN", "-nan", "NA", "n/a", "null"];
        for (one, other) in blanks.iter().flat_map(|one| blanks.map(|it| (*one, it))) {
            for kind in [ColumnKind::Auto, ColumnKind::Decimal, ColumnKind::Text] {
                let judged = likeness(one, other, kind, &bounds);
                assert_eq!(judged, ValueMatch::Equal, "{one:?} {other:?}");
            }
        }
        for (one, other) in [("", "0"), ("NA", "nab"), ("null", "-"), ("nan", "inf")] {
            let judged = likeness(one, other, ColumnKind::Auto, &bounds);
            assert!(matches!(judged, ValueMatch::Out(_)), "{one:?} {other:?}");
        }
        assert_ne!(likeness("", "nan", ColumnKind::Auto, &plain), ValueMatch::Equal);
    }

    #[test]
    fn why_there_is_no_distance_is_told() {
        let none = Tolerance::default();
        for (one, other, why) in [
            ("north", "south", "texts"),
            ("1", "south", "a number and a text"),
            ("nan", "1", "not two finite numbers"),
            ("", "1", "one is empty"),
        ] {
            let ValueMatch::Out(gap) = judged(one, other, &none) else {
                panic!("{one} {other}");
            };
            assert_eq!(gap.unlike().map(NoDistance::words), Some(why));
        }
    }

    #[test]
    fn blanks_around_numbers_do_not_count_and_bits_are_numbers() {
        assert_eq!(judged(" 1.5", "1.50 ", &Tolerance::default()), ValueMatch::Equal);
        let one = Tolerance { absolute: Some("1".into()), ..Tolerance::default() };
        let bits = |a: &str, b: &str| likeness(a, b, ColumnKind::Bits, &one.bounds());
        assert_eq!(bits("010", "10"), ValueMatch::Equal);
        assert!(matches!(bits("100", "11"), ValueMatch::Within(_)), "4 and 3");
        assert!(matches!(bits("100", "10"), ValueMatch::Out(_)), "4 and 2");
        assert_eq!(bits("1x", "11"), ValueMatch::Out(Gap::Unlike(NoDistance::Unknown)));
    }

    #[test]
    fn one_bound_that_is_kept_is_enough() {
        let half = Tolerance { absolute: Some("0.5".into()), ..Tolerance::default() };
        let apart = judged("9007199254740993", "9007199254740992", &half);
        assert!(matches!(apart, ValueMatch::Out(_)), "they are 1 apart");
        let absolute = Tolerance { absolute: Some("0.1".into()), ..Tolerance::default() };
        assert!(
            matches!(judged("1.0", "1.1", &absolute), ValueMatch::Within(_)),
            "they are 0.1 apart, whatever a computer makes of them"
        );
        assert!(matches!(judged("1.0", "1.10000000000000001", &absolute), ValueMatch::Out(_)));
        assert!(
            matches!(judged("1e0", "11e-1", &absolute), ValueMatch::Within(_)),
            "in any letters"
        );
        assert!(matches!(judged("1.0", "1.05", &absolute), ValueMatch::Within(_)));
        let relative = Tolerance { relative: Some("1e-3".into()), ..Tolerance::default() };
        assert!(matches!(judged("1000", "1001", &relative), ValueMatch::Within(_)));
        assert!(matches!(judged("1", "1.01", &relative), ValueMatch::Out(_)));
        assert!(
            matches!(judged("0.999", "1", &relative), ValueMatch::Within(_)),
            "exactly a thousandth"
        );
        let ulps = Tolerance { ulps: Some(1), ..Tolerance::default() };
        let judged = |tolerance| match judged("0.3", "0.30000000000000004", tolerance) {
            ValueMatch::Within(Gap::Numbers(size)) => (true, size.text()),
            ValueMatch::Out(Gap::Numbers(size)) => (false, size.text()),
            other => panic!("{other:?}"),
        };
        assert_eq!(judged(&ulps), (true, "4e-17".to_owned()));
        assert_eq!(judged(&Tolerance::default()), (false, "4e-17".to_owned()));
    }
}
