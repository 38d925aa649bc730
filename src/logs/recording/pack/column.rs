//! The values of one place in their lines: one text for all, decimal numbers, or texts; numbers with
//! a few texts among them.

use super::bits::{Bytes, put_number, put_numbers, take_numbers};
use crate::Decimal;

/// The kinds of packed columns.
mod kind {
    pub const SAME: u8 = 0;
    pub const NUMBERS: u8 = 1;
    pub(crate) const TEXTS: u8 = 2;
}

/// The values of a column.
#[derive(Debug, Default)]
pub(crate) struct PackedColumn {
    /// All values, one after the other.
    pub text: Vec<u8>,
    /// The end of each value in the text.
    pub ends: Vec<usize>,
}

impl PackedColumn {
    fn push(&mut self, value: &[u8], most: usize) -> Option<()> {
        self.text.extend_from_slice(value);
        self.ends.push(self.text.len());
        (self.text.len() <= most).then_some(())
    }

    /// The value with the index `n`.
    pub fn value(&self, n: usize) -> Option<&[u8]> {
        let to = *self.ends.get(n)?;
        let from = match n {
            0 => 0,
            n => self.ends[n - 1],
        };
        self.text.get(from..to)
    }
}

pub(super) fn put_text(text: &[u8], out: &mut Vec<u8>) {
    put_number(text.len() as u64, out);
    out.extend_from_slice(text);
}

pub(super) fn take_text<'a>(bytes: &mut Bytes<'a>) -> Option<&'a [u8]> {
    let length = usize::try_from(bytes.number()?).ok()?;
    bytes.take(length)
}

/// Appends the values of a column.
pub fn put(values: &[&[u8]], out: &mut Vec<u8>) {
    let first = values.first().copied().unwrap_or_default();
    if values.iter().all(|value| *value == first) {
        out.push(kind::SAME);
        put_text(first, out);
        return;
    }
    let (mut digits, mut places) =
        (Vec::with_capacity(values.len()), Vec::with_capacity(values.len()));
    let mut others = Vec::new();
    for (n, value) in values.iter().enumerate() {
        match Decimal::parse(value) {
            Some(decimal) => {
                digits.push(decimal.digits);
                places.push(i64::from(decimal.places));
            }
            None => others.push(n),
        }
    }
    if others.len() * 4 > values.len() {
        out.push(kind::TEXTS);
        let mut texts = Vec::new();
        values.iter().for_each(|value| put_text(value, &mut texts));
        let packed = super::deflated(&texts);
        put_number(texts.len() as u64, out);
        put_text(&packed, out);
        return;
    }
    out.push(kind::NUMBERS);
    put_number(others.len() as u64, out);
    let mut after = 0;
    for n in others {
        put_number((n - after) as u64, out);
        put_text(values[n], out);
        after = n + 1;
    }
    put_numbers(&places, out);
    put_numbers(&digits, out);
}

/// Reads so many values, at most so many bytes.
pub fn read(bytes: &mut Bytes<'_>, count: usize, most: usize) -> Option<PackedColumn> {
    let mut column = PackedColumn::default();
    match bytes.byte()? {
        kind::SAME => {
            let text = take_text(bytes)?;
            for _ in 0..count {
                column.push(text, most)?;
            }
        }
        kind::NUMBERS => read_numbers(bytes, count, most, &mut column)?,
        kind::TEXTS => {
            let plain = usize::try_from(bytes.number()?).ok()?;
            // Every text has a length of its own before it.
            let plain_max = most.saturating_add(count.saturating_mul(10));
            let texts = super::inflated(take_text(bytes)?, plain, plain_max)?;
            let mut texts = Bytes(&texts);
            for _ in 0..count {
                column.push(take_text(&mut texts)?, most)?;
            }
            if !texts.0.is_empty() {
                return None;
            }
        }
        _ => return None,
    }
    Some(column)
}

fn read_numbers(
    bytes: &mut Bytes<'_>,
    count: usize,
    most: usize,
    column: &mut PackedColumn,
) -> Option<()> {
    let others = usize::try_from(bytes.number()?).ok().filter(|it| *it <= count)?;
    let mut texts = Vec::new();
    let mut after = 0;
    for _ in 0..others {
        let n = usize::try_from(bytes.number()?).ok()?.checked_add(after)?;
        texts.push((n, take_text(bytes)?));
        after = n + 1;
    }
    let places = take_numbers(bytes, count - others)?;
    let digits = take_numbers(bytes, count - others)?;
    let mut numbers = digits.iter().zip(&places);
    let mut texts = texts.iter().peekable();
    let mut letters = Vec::new();
    for n in 0..count {
        if let Some((_, text)) = texts.next_if(|(at, _)| *at == n) {
            column.push(text, most)?;
            continue;
        }
        let (digits, places) = numbers.next()?;
        let places =
            u8::try_from(*places).ok().filter(|it| usize::from(*it) <= Decimal::DIGITS_MAX)?;
        letters.clear();
        Decimal { digits: *digits, places }.put(&mut letters);
        column.push(&letters, most)?;
    }
    texts.next().is_none().then_some(())
}
