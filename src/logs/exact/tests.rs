//! Drawn numbers against whole numbers of any length.

use num_bigint::{BigInt, Sign};

use super::*;
use crate::kind::ColumnKind;
use crate::tolerance::{Tolerance, ValueMatch, likeness};

/// Fixed numbers that look drawn (xorshift).
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

/// Everything drawn is a whole number of these: ten to the power of minus 80.
const PLACES: i64 = 80;

fn ten_to(power: i64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(power).unwrap())
}

/// A decimal in letters, with places or an exponent or both, and what it is.
fn letters(digits: &BigInt, places: i64, exponent: i64) -> (String, BigInt) {
    let (sign, text) = (digits.sign(), digits.magnitude().to_string());
    let wide = places as usize + 1;
    let text = format!("{text:0>wide$}");
    let (whole, part) = text.split_at(text.len() - places as usize);
    let point = if places > 0 { "." } else { "" };
    let minus = if sign == Sign::Minus { "-" } else { "" };
    let power = if exponent == 0 { String::new() } else { format!("e{exponent:+}") };
    let value = digits * ten_to(PLACES - places + exponent);
    (format!("{minus}{whole}{point}{part}{power}"), value)
}

/// Every verdict is that of whole numbers, also where a bound is hit exactly or missed by the last digit.
#[test]
fn verdicts_are_those_of_whole_numbers() {
    let mut draws = Draws(88_172_645_463_325_252);
    let (mut within, mut out) = (0, 0);
    for n in 0..20_000_u32 {
        let length = 1 + draws.below(if n % 8 == 0 { 45 } else { 20 });
        let mut number = |length: u64| {
            let digits = (0..length).fold(BigInt::default(), |it, _| it * 10 + draws.below(10));
            if draws.below(3) == 0 { -digits } else { digits }
        };
        let one = number(length);
        // The other number has most digits of the first, or none.
        let other = if n % 3 == 0 { number(length) } else { &one + number(1 + length / 4) };
        let places = draws.below(20) as i64;
        let exponents = if n % 5 == 0 { draws.below(30) as i64 - 15 } else { 0 };
        let (one, a) = letters(&one, places, exponents);
        let (other, b) = letters(&other, places, exponents);
        let apart = BigInt::from((&a - &b).magnitude().clone());
        let largest = a.magnitude().max(b.magnitude()).clone();
        // As far as they are apart, or a little less or more.
        let step = ten_to(PLACES - places + exponents);
        let bound = (&apart + (draws.below(3) as i64 - 1) * step).max(BigInt::default());
        let tolerance =
            Tolerance { absolute: Some(format!("{bound}e-{PLACES}")), ..Tolerance::default() };
        let judged = likeness(&one, &other, ColumnKind::Auto, &tolerance.bounds());
        let is_due = match judged {
            ValueMatch::Equal => apart == BigInt::default() || a == b,
            ValueMatch::Within(_) => apart <= bound && bound > BigInt::default(),
            ValueMatch::Out(_) => apart > bound || bound == BigInt::default(),
        };
        assert!(is_due && (a == b) == (judged == ValueMatch::Equal), "{one} {other} {tolerance:?}");
        within += u32::from(matches!(judged, ValueMatch::Within(_)));
        out += u32::from(matches!(judged, ValueMatch::Out(_)));
        let part = BigInt::from(1 + draws.below(1_000));
        let tolerance = Tolerance { relative: Some(format!("{part}e-3")), ..Tolerance::default() };
        let judged = likeness(&one, &other, ColumnKind::Auto, &tolerance.bounds());
        let keeps = &apart * 1_000 <= part * BigInt::from(largest.clone());
        let is_due = match judged {
            ValueMatch::Equal => a == b,
            ValueMatch::Within(_) => keeps,
            ValueMatch::Out(_) => !keeps,
        };
        assert!(is_due, "{one} {other} {tolerance:?}");
        let [a, b] = [&one, &other].map(|it| exact(it).unwrap_or_default());
        check_rounding(&a.apart(&b).unwrap(), &apart);
        let part = a.apart(&b).unwrap().part_of(a.larger(&b));
        let seems = scaled_float(part);
        assert!(seems * BigInt::from(largest) >= apart * ten_to(PLACES), "{one} {other}");
    }
    assert!(within > 5_000 && out > 5_000, "{within} {out}");
}

/// What the shortest decimal of a float is.
fn scaled_float(value: f64) -> BigInt {
    let text = format!("{value:e}");
    let (mantissa, power) = text.split_once('e').unwrap();
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{part}").parse().unwrap();
    let power = PLACES + power.parse::<i64>().unwrap() - part.len() as i64;
    match power >= 0 {
        true => digits * ten_to(power),
        // A part that small is never met.
        false => digits / ten_to(-power),
    }
}

/// A float that stands for a size seems no smaller, and the float before it seems smaller.
fn check_rounding(size: &Size, due: &BigInt) {
    let float = size.rounded_up();
    assert!(scaled_float(float) >= *due, "{size:?}");
    let is_first = *due == BigInt::default() || scaled_float(float.next_down()) < *due;
    assert!(is_first, "{size:?}");
}

#[test]
fn numbers_are_what_is_written() {
    for (one, other, order, apart) in [
        ("18446744073709551615", "18446744073709551100", Ordering::Greater, Some("515e0")),
        (
            "340282366920938463463374607431768211457",
            "340282366920938463463374607431768211456",
            Ordering::Greater,
            Some("1e0"),
        ),
        ("-1e10000", "1e-10000", Ordering::Less, None),
        ("1e10000", "0", Ordering::Greater, Some("1e10000")),
        ("1e10001", "2e10001", Ordering::Less, None),
        ("1e-10001", "1", Ordering::Less, None),
        ("-1e10001", "-2e10001", Ordering::Greater, None),
        ("100000000000000000000000000000000000000000", "1e41", Ordering::Equal, Some("0")),
        (".5", "5.", Ordering::Less, Some("45e-1")),
        ("-0.0", "+0e-7", Ordering::Equal, Some("0")),
    ] {
        let [a, b] = [one, other].map(|it| exact(it).unwrap());
        assert_eq!(a.compared(&b), order, "{one} {other}");
        assert_eq!(order_of_texts(one, other), Some(order), "{one} {other}");
        let found = a.apart(&b).map(|it| it.text());
        if one != "-1e10000" {
            assert_eq!(found.as_deref(), apart, "{one} {other}");
        } else {
            assert!(found.is_some(), "the sum has 20,001 digits");
        }
    }
    for text in [
        "",
        "-",
        ".",
        "1e",
        "0e5",
        "0.0E12",
        "1.2.3",
        "1e99999999999999",
        "inf",
        "0x1",
        "1 ",
        "+-1",
    ] {
        assert_eq!(exact(text), None, "{text}");
    }
    assert_eq!(order("inf", "1e999"), Some(Ordering::Greater));
    assert_eq!(order("nan", "1"), None);
}

fn order_of_texts(one: &str, other: &str) -> Option<Ordering> {
    super::order(one, other)
}

#[test]
fn bits_are_whole_numbers_of_any_width() {
    let wide = |end: &str| format!("1{}{end}", "0".repeat(299));
    let [a, b] = [wide("10"), wide("01")].map(|it| Exact::of_bits(&it).unwrap());
    assert_eq!(a.apart(&b), Some(Size::Short(1, 0)));
    assert_eq!(a.compared(&b), Ordering::Greater);
    assert_eq!(Exact::of_bits("1x"), None);
    assert_eq!(Exact::of_bits(""), None);
}

#[test]
fn a_float_is_rounded_away_from_zero() {
    let size = |text: &str| exact(text).unwrap().size;
    assert_eq!(size("0.3").rounded_up(), 0.3);
    assert_eq!(size("0.30000000000000000001").rounded_up(), 0.3_f64.next_up());
    assert_eq!(size("1e-400").rounded_up(), f64::from_bits(1));
    assert_eq!(size("1e400").rounded_up(), f64::INFINITY);
    assert_eq!(size("1").part_of(&size("3")), 0.333_333_333_333_333_37);
    assert_eq!(size("5e9999").part_of(&size("1e10000")), 0.5);
    assert_eq!(size("0.1234567").up_to(-6), size("0.123457"));
    assert_eq!(size("1e-60").up_to(-6), size("0.000001"));
}
