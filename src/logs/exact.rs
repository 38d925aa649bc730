//! Numbers exactly as they are written, of any length: their order, and how far they are apart. Nothing is rounded here
//! but what is said to be.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::decimal::{Decimal, number};

/// The largest exponent with which numbers are computed; of those beyond only the order is known.
const EXPONENT_MAX: i64 = 10_000;
/// The most digits with which numbers are computed: those of a signal of 65,536 bits.
const DIGITS_MAX: usize = 20_000;
/// The largest exponent that is read.
const POWER_MAX: u64 = 1 << 40;

/// The powers of ten that fit.
const POWERS: [u128; 39] = {
    let mut powers = [1; 39];
    let mut n = 1;
    while n < powers.len() {
        powers[n] = powers[n - 1] * 10;
        n += 1;
    }
    powers
};

/// A finite number: a sign and a size.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Exact {
    is_negative: bool,
    /// The number without its sign.
    pub size: Size,
}

/// A number without a sign: digits, and the power of ten of the last one.
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// Digits that fit into 128 bits.
    Short(u128, i64),
    /// More digits, in ASCII, without zeros at the ends.
    Long(Vec<u8>, i64),
}

impl Default for Size {
    fn default() -> Self {
        Size::Short(0, 0)
    }
}

/// Digits times ten to a power of 0 or more; nothing where that does not fit.
#[inline]
fn scaled(digits: u128, power: i64) -> Option<u128> {
    match usize::try_from(power) {
        _ if digits == 0 => Some(0),
        Ok(power) => digits.checked_mul(*POWERS.get(power)?),
        Err(_) => None,
    }
}

impl Size {
    /// The size of digits, of which the last has this power.
    fn of_digits(digits: &[u8], power: i64) -> Self {
        let zeros = digits.iter().take_while(|it| **it == b'0').count();
        let digits = &digits[zeros..];
        let tail = digits.iter().rev().take_while(|it| **it == b'0').count();
        let digits = &digits[..digits.len() - tail];
        let power = power + tail as i64;
        let text = std::str::from_utf8(digits).unwrap_or_default();
        match text.parse() {
            _ if digits.is_empty() => Size::default(),
            Ok(short) => Size::Short(short, power),
            Err(_) => Size::Long(digits.to_vec(), power),
        }
    }

    fn of_big(digits: &BigUint, power: i64) -> Self {
        match u128::try_from(digits) {
            Ok(short) => Size::Short(short, power),
            Err(_) => Size::of_digits(digits.to_string().as_bytes(), power),
        }
    }

    /// The number that bits are, the first the highest; nothing where one of them is neither 0 nor 1.
    fn of_bits(bits: &str) -> Option<Self> {
        let are_known = bits.bytes().all(|bit| matches!(bit, b'0' | b'1'));
        match u128::from_str_radix(bits, 2) {
            _ if !are_known => None,
            Ok(short) => Some(Size::Short(short, 0)),
            Err(_) => BigUint::parse_bytes(bits.as_bytes(), 2).map(|big| Size::of_big(&big, 0)),
        }
    }

    /// The shortest decimal of a floating-point number of 0 or more; nothing of one that is not finite.
    pub fn of_float(value: f64) -> Option<Self> {
        match value == 0.0 {
            true => Some(Size::default()),
            false => exact(&format!("{value:e}")).map(|it| it.size),
        }
    }

    /// The digits without zeros at their beginning, and the power of the last.
    fn digits(&self) -> (Vec<u8>, i64) {
        match self {
            Size::Short(0, _) => (Vec::new(), 0),
            Size::Short(digits, power) => (digits.to_string().into_bytes(), *power),
            Size::Long(digits, power) => (digits.clone(), *power),
        }
    }

    /// The power of ten of the first digit.
    pub fn exponent(&self) -> i64 {
        match self {
            Size::Short(digits, power) => power + digits.checked_ilog10().map_or(0, i64::from),
            Size::Long(digits, power) => power + digits.len() as i64 - 1,
        }
    }

    /// Returns true if distances from it are computed.
    pub fn is_near(&self) -> bool {
        match self {
            // The exponent is at most 38 above the power.
            Size::Short(_, -9_000..=9_000) => true,
            Size::Short(..) => self.is_zero() || self.exponent().abs() <= EXPONENT_MAX,
            Size::Long(digits, _) => {
                digits.len() <= DIGITS_MAX && self.exponent().abs() <= EXPONENT_MAX
            }
        }
    }

    /// As digits of which the last has this power, which is not larger than its own; nothing where they are too many.
    fn units(&self, power: i64) -> Option<BigUint> {
        const UNITS_MAX: i64 = 2 * (EXPONENT_MAX + DIGITS_MAX as i64);
        let (mut digits, own) = self.digits();
        if digits.len() as i64 + own - power > UNITS_MAX {
            return None;
        }
        let zeros = usize::try_from(own - power).ok()?;
        digits.resize(digits.len() + zeros, b'0');
        BigUint::parse_bytes(&digits, 10).or_else(|| Some(BigUint::default()))
    }

    /// Both in units of the smaller of their powers, and this power; nothing where they are too many.
    fn both_units(&self, other: &Size) -> Option<(BigUint, BigUint, i64)> {
        let power = self.digits().1.min(other.digits().1);
        Some((self.units(power)?, other.units(power)?, power))
    }

    /// Returns true if it is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self, Size::Short(0, _))
    }

    /// The order of two sizes.
    #[inline]
    pub fn compared(&self, other: &Size) -> Ordering {
        let (Size::Short(one, power), Size::Short(two, other_power)) = (self, other) else {
            return self.compared_by_digits(other);
        };
        // What does not fit is larger than all that does.
        match power.cmp(other_power) {
            Ordering::Equal => one.cmp(two),
            Ordering::Less => match scaled(*two, other_power - power) {
                Some(two) => one.cmp(&two),
                None => Ordering::Less,
            },
            Ordering::Greater => match scaled(*one, power - other_power) {
                Some(one) => one.cmp(two),
                None => Ordering::Greater,
            },
        }
    }

    fn compared_by_digits(&self, other: &Size) -> Ordering {
        let order = |it: &Size| (!it.is_zero(), it.exponent());
        let (mut one, mut two) = (self.digits().0, other.digits().0);
        let length = one.len().max(two.len());
        one.resize(length, b'0');
        two.resize(length, b'0');
        order(self).cmp(&order(other)).then(one.cmp(&two))
    }

    /// The sum of two sizes or the distance of them; nothing where there are too many digits.
    #[inline]
    fn combined(&self, other: &Size, is_sum: bool) -> Option<Size> {
        let short = || {
            let (Size::Short(one, power), Size::Short(two, other_power)) = (self, other) else {
                return None;
            };
            let least = *power.min(other_power);
            let (one, two) = (scaled(*one, power - least)?, scaled(*two, other_power - least)?);
            let digits = if is_sum { one.checked_add(two)? } else { one.abs_diff(two) };
            Some(Size::Short(digits, least))
        };
        short().or_else(|| self.combined_big(other, is_sum))
    }

    #[cold]
    fn combined_big(&self, other: &Size, is_sum: bool) -> Option<Size> {
        let (one, two, power) = self.both_units(other)?;
        let digits = match is_sum {
            true => one + two,
            false if one > two => one - two,
            false => two - one,
        };
        Some(Size::of_big(&digits, power))
    }

    /// The product of two sizes; nothing where there are too many digits.
    #[inline]
    pub fn times(&self, other: &Size) -> Option<Size> {
        if let (Size::Short(one, power), Size::Short(two, other_power)) = (self, other)
            && let Some(product) = one.checked_mul(*two)
        {
            return Some(Size::Short(product, power + other_power));
        }
        let [power, other_power] = [self, other].map(|it| it.digits().1);
        let product = self.units(power)? * other.units(other_power)?;
        Some(Size::of_big(&product, power + other_power))
    }

    /// The smallest multiple of ten to a power that is not below.
    pub fn up_to(&self, least: i64) -> Size {
        match self {
            Size::Short(digits, power) if *power < least => {
                let unit = usize::try_from(least - power).ok().and_then(|it| POWERS.get(it));
                Size::Short(unit.map_or(1, |unit| digits.div_ceil(*unit)), least)
            }
            other => other.clone(),
        }
    }

    /// The first floating-point number whose shortest decimal is not below; infinite where none is so large.
    pub fn rounded_up(&self) -> f64 {
        /// Up to 15 digits come back from the nearest number.
        const SURE: u128 = POWERS[15] - 1;
        if let Size::Short(digits @ 0..=SURE, power @ -22..=0) = self {
            return *digits as f64 / POWERS[power.unsigned_abs() as usize] as f64;
        }
        let nearest: f64 = self.text().parse().unwrap_or(f64::INFINITY);
        match Size::of_float(nearest) {
            Some(seems) if seems.compared(self) == Ordering::Less => nearest.next_up(),
            _ => nearest,
        }
    }

    /// The part of a whole that this is, as [`Size::rounded_up`] gives it.
    pub fn part_of(&self, whole: &Size) -> f64 {
        // More digits than a floating-point number has.
        const PLACES: u64 = 20;
        let Some((one, whole, _)) = self.both_units(whole) else {
            return f64::INFINITY;
        };
        if whole == BigUint::default() {
            return 0.0;
        }
        let length = |it: &BigUint| it.bits() * 30_103 / 100_000;
        let places = (PLACES + length(&whole)).saturating_sub(length(&one));
        let places = u32::try_from(places).unwrap_or(u32::MAX);
        let digits = (one * BigUint::from(10_u8).pow(places) + &whole - 1_u8) / whole;
        Size::of_big(&digits, -i64::from(places)).rounded_up()
    }

    /// The number in letters, as in `25e-3`.
    pub fn text(&self) -> String {
        match self {
            Size::Short(0, _) => "0".to_owned(),
            Size::Short(digits, power) => format!("{digits}e{power}"),
            Size::Long(digits, power) => format!("{}e{power}", String::from_utf8_lossy(digits)),
        }
    }
}

impl From<Decimal> for Exact {
    #[inline]
    fn from(decimal: Decimal) -> Self {
        let size = Size::Short(decimal.digits.unsigned_abs().into(), -i64::from(decimal.places));
        Exact { is_negative: decimal.digits < 0, size }
    }
}

impl Exact {
    /// The number that bits are; nothing where one of them is neither 0 nor 1.
    pub fn of_bits(bits: &str) -> Option<Self> {
        Some(Exact { is_negative: false, size: Size::of_bits(bits)? })
    }

    /// The order of two numbers.
    pub fn compared(&self, other: &Exact) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.size.compared(&other.size),
            (true, true) => other.size.compared(&self.size),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }

    /// The distance of two numbers; nothing where one has too large an exponent, or too many digits.
    #[inline]
    pub fn apart(&self, other: &Exact) -> Option<Size> {
        let is_near = self.size.is_near() && other.size.is_near();
        let is_sum = self.is_negative != other.is_negative;
        is_near.then(|| self.size.combined(&other.size, is_sum))?
    }

    /// The hundredth part in letters; nothing of a number below 0.
    pub fn hundredth(&self) -> Option<String> {
        let hundredth = self.size.times(&Size::Short(1, -2))?;
        (!self.is_negative).then(|| hundredth.text())
    }

    /// The larger of two sizes.
    #[inline]
    pub fn larger<'a>(&'a self, other: &'a Exact) -> &'a Size {
        match self.size.compared(&other.size) {
            Ordering::Less => &other.size,
            _ => &self.size,
        }
    }
}

/// The finite number that a text is. A zero with a power that has no sign, as in `0e11`, is rather a part of a text: of a
/// checksum, say.
pub(crate) fn exact(text: &str) -> Option<Exact> {
    let (is_negative, unsigned) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let e = unsigned.iter().position(|it| matches!(it, b'e' | b'E'));
    let (mantissa, exponent) = unsigned.split_at(e.unwrap_or(unsigned.len()));
    let exponent = exponent.get(1..).unwrap_or(b"+0");
    let power: i64 = std::str::from_utf8(exponent).ok()?.parse().ok()?;
    let point = mantissa.iter().position(|it| *it == b'.');
    let places = point.map_or(0, |at| mantissa.len() - at - 1);
    let parts = mantissa.split_at(point.unwrap_or(mantissa.len()));
    let digits = || parts.0.iter().chain(parts.1.iter().skip(1));
    if digits().next().is_none()
        || !digits().all(u8::is_ascii_digit)
        || power.unsigned_abs() > POWER_MAX
    {
        return None;
    }
    let power = power - i64::try_from(places).ok()?;
    let next =
        |value: u128, digit: &u8| value.checked_mul(10)?.checked_add(u128::from(digit - b'0'));
    let size = match digits().try_fold(0, next) {
        Some(short) => Size::Short(short, power),
        None => Size::of_digits(&digits().copied().collect::<Vec<_>>(), power),
    };
    if size.is_zero() {
        let is_number = exponent.iter().all(|it| *it == b'0') || !exponent[0].is_ascii_digit();
        return is_number.then(Exact::default);
    }
    Some(Exact { is_negative, size })
}

/// The order of two numbers in letters, infinite ones too; nothing where one is none.
pub(crate) fn order(one: &str, other: &str) -> Option<Ordering> {
    match (exact(one), exact(other)) {
        (Some(one), Some(other)) => Some(one.compared(&other)),
        (one_known, other_known) => {
            // What is infinite is beyond all others.
            let float =
                |known: Option<Exact>, text| known.map_or_else(|| number(text), |_| Some(0.0));
            float(one_known, one)?.partial_cmp(&float(other_known, other)?)
        }
    }
}

/// Returns true if a float is written without an exponent.
fn is_plain(value: f64) -> bool {
    value == 0.0 || (1e-4..1e7).contains(&value.abs())
}

/// A distance as people read it, rounded up: that of values that differ is never 0.
pub(crate) fn rounded_up(distance: f64) -> String {
    let Some(size) = Size::of_float(distance) else {
        return format!("more than {}", shown(f64::MAX));
    };
    let places = if is_plain(distance) { -6 } else { size.exponent() - 3 };
    shown(size.up_to(places).rounded_up())
}

/// A float as people read it.
pub fn shown(value: f64) -> String {
    if is_plain(value) {
        let text = format!("{value:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:.3e}")
    }
}

#[cfg(test)]
mod tests;
