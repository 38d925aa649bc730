//! Statistics of the values of a column: count, least, most, mean, last change.

use serde::Serialize;

use super::decimal::{Decimal, number};
use super::kind::ColumnKind;
use super::report::is_zero;

/// Statistics of the values of a column.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnStats {
    /// The number of values.
    pub values: u64,
    /// The number of whole numbers.
    pub integers: u64,
    /// The number of numbers, including whole ones and those that are not finite.
    pub numbers: u64,
    /// The number of occurrences of an event, whose values mean nothing.
    #[serde(skip_serializing_if = "is_zero")]
    pub events: u64,
    /// The number of empty values.
    pub empty: u64,
    /// The number of numbers that are not finite.
    pub not_finite: u64,
    /// The least finite number.
    pub least: Option<f64>,
    /// The greatest finite number.
    pub most: Option<f64>,
    /// The least and the greatest of numbers that are written as bits, without the zeros before them.
    #[serde(skip)]
    pub bits: Option<[String; 2]>,
    /// The sum of the finite numbers.
    #[serde(skip)]
    sum: f64,
    /// The part of the sum that rounding took away so far.
    #[serde(skip)]
    lost: f64,
}

impl ColumnStats {
    /// Takes in a value of a column of a kind.
    #[inline]
    pub fn take(&mut self, kind: ColumnKind, value: &str) {
        self.values += 1;
        let value = value.trim_ascii();
        match kind {
            ColumnKind::Bits => return self.take_bits(value),
            ColumnKind::Event => {
                self.events += 1;
                return;
            }
            _ => {}
        }
        let value = match Decimal::parse(value.as_bytes()) {
            Some(decimal) => {
                self.integers += u64::from(decimal.places == 0);
                decimal.nearest()
            }
            None if value.is_empty() => {
                self.empty += 1;
                return;
            }
            None => match number(value) {
                Some(value) => value,
                None => return,
            },
        };
        self.take_number(value);
    }

    fn take_bits(&mut self, bits: &str) {
        self.empty += u64::from(bits.is_empty());
        let Some(value) = ColumnKind::Bits.number(bits) else {
            return;
        };
        self.integers += 1;
        self.take_number(value);
        let digits = bits.trim_start_matches('0');
        let [least, most] = self.bits.get_or_insert_with(|| [digits, digits].map(str::to_owned));
        if (digits.len(), digits) < (least.len(), least.as_str()) {
            digits.clone_into(least);
        }
        if (digits.len(), digits) > (most.len(), most.as_str()) {
            digits.clone_into(most);
        }
    }

    fn take_number(&mut self, value: f64) {
        self.numbers += 1;
        if !value.is_finite() {
            self.not_finite += 1;
            return;
        }
        self.least = Some(self.least.map_or(value, |least| least.min(value)));
        self.most = Some(self.most.map_or(value, |most| most.max(value)));
        self.add(value);
    }

    /// Kahan's sum, so that the mean of many values is not lost in rounding.
    fn add(&mut self, value: f64) {
        let corrected = value - self.lost;
        let sum = self.sum + corrected;
        self.lost = (sum - self.sum) - corrected;
        self.sum = sum;
    }

    /// The mean of the finite numbers.
    pub fn mean(&self) -> Option<f64> {
        let count = self.numbers - self.not_finite;
        let count = count as f64;
        (count > 0.0).then(|| self.sum / count)
    }

    /// The kind of the values, in one word.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        let told = self.values - self.empty;
        match () {
            () if told == 0 => "nothing",
            () if self.events == told => "event",
            () if self.integers == told => "integer",
            () if self.numbers == told => "decimal",
            () if self.numbers > 0 => "mixed",
            () => "text",
        }
    }
}
