//! Columns of numbers, on their way into a packed payload and out of one.

use super::deflate;
use super::numbers::{put_number, take_number};

/// What a column is stored as: one number for all; the numbers of an earlier column; or the bytes of the
/// numbers, from 1 to 8 for each.
const ONE: u8 = 0;
const SAME: u8 = 1;
const BYTES: u8 = 1;
const WIDTH_MAX: u8 = 8;

/// The numbers of one column.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct NumberColumn {
    first: u64,
    count: usize,
    /// All numbers, once one differs from the first.
    numbers: Vec<u64>,
    /// The bits that are set in any of them.
    bits: u64,
}

impl NumberColumn {
    #[inline]
    pub(super) fn push(&mut self, number: u64) {
        if self.count == 0 {
            self.first = number;
        }
        if self.numbers.is_empty() && number != self.first {
            self.numbers.resize(self.count, self.first);
        }
        if number != self.first || !self.numbers.is_empty() {
            self.numbers.push(number);
        }
        self.count += 1;
        self.bits |= number;
    }

    fn put(&self, out: &mut Vec<u8>) {
        if self.numbers.is_empty() {
            out.push(ONE);
            put_number(self.first, out);
            return;
        }
        let width = (64 - self.bits.leading_zeros()).div_ceil(8).max(1);
        let mut bytes = Vec::with_capacity(self.count * width as usize);
        for place in 0..width as usize {
            bytes.extend(self.numbers.iter().map(|it| it.to_le_bytes()[place]));
        }
        out.push(BYTES + width as u8);
        deflate::put(&bytes, out);
    }
}

/// Appends columns: how many, and each.
pub(super) fn put_columns(columns: &[NumberColumn], out: &mut Vec<u8>) {
    put_number(columns.len() as u64, out);
    for (n, column) in columns.iter().enumerate() {
        // What an action asks for is often what happens then.
        let is_same = |other: &&NumberColumn| !column.numbers.is_empty() && **other == *column;
        match columns[..n].iter().position(|other| is_same(&other)) {
            Some(other) => {
                out.push(SAME);
                put_number(other as u64, out);
            }
            None => column.put(out),
        }
    }
}

/// The numbers of a column that is read.
#[derive(Debug)]
pub(super) enum StoredColumn {
    /// The same number again and again.
    One(u64),
    /// The numbers of an earlier column.
    Same(usize),
    /// The bytes of the numbers: the lowest of all, then the next.
    Bytes { bytes: Vec<u8>, count: usize },
}

impl StoredColumn {
    /// The n-th number; nothing behind the end.
    #[inline]
    fn number(&self, n: usize) -> Option<u64> {
        match self {
            StoredColumn::One(number) => Some(*number),
            StoredColumn::Same(_) => None,
            StoredColumn::Bytes { bytes, count } if n < *count => {
                let mut number = u64::from(bytes[n]);
                // Most numbers have one byte.
                if bytes.len() == *count {
                    return Some(number);
                }
                let (mut at, mut place) = (n + count, 8);
                while let Some(byte) = bytes.get(at) {
                    number |= u64::from(*byte) << place;
                    (at, place) = (at + count, place + 8);
                }
                Some(number)
            }
            StoredColumn::Bytes { .. } => None,
        }
    }
}

/// Columns that are read, each from its first number on.
#[derive(Debug)]
pub(super) struct StoredColumns {
    columns: Vec<StoredColumn>,
    read: Vec<usize>,
}

impl StoredColumns {
    /// Reads all columns; of numbers at most so many bytes.
    pub(super) fn take(mut bytes: &[u8], most: usize) -> Option<Self> {
        let count = usize::try_from(take_number(&mut bytes)?).ok()?;
        let mut columns: Vec<StoredColumn> = Vec::new();
        let mut left = most;
        for n in 0..count {
            let (kind, rest) = bytes.split_first()?;
            bytes = rest;
            columns.push(match *kind {
                ONE => StoredColumn::One(take_number(&mut bytes)?),
                SAME => {
                    let other = usize::try_from(take_number(&mut bytes)?).ok()?;
                    let has_numbers = matches!(columns.get(other)?, StoredColumn::Bytes { .. });
                    (has_numbers && other < n).then_some(StoredColumn::Same(other))?
                }
                width if width - BYTES <= WIDTH_MAX => {
                    let numbers = deflate::take(&mut bytes, left)?;
                    left -= numbers.len();
                    let width = usize::from(width - BYTES);
                    (numbers.len() % width == 0).then_some(())?;
                    let count = numbers.len() / width;
                    StoredColumn::Bytes { bytes: numbers, count }
                }
                _ => return None,
            });
        }
        let read = vec![0; columns.len()];
        bytes.is_empty().then_some(StoredColumns { columns, read })
    }

    /// Goes back by one number of a column.
    pub(super) fn go_back(&mut self, column: usize) {
        if let Some(read) = self.read.get_mut(column) {
            *read -= 1;
        }
    }

    /// The next number of a column.
    #[inline]
    pub(super) fn next(&mut self, column: usize) -> Option<u64> {
        let read = self.read.get_mut(column)?;
        let n = *read;
        *read += 1;
        match &self.columns[column] {
            StoredColumn::Same(other) => self.columns[*other].number(n),
            stored => stored.number(n),
        }
    }

    /// Returns whether so many columns were read, and all of them to their ends.
    pub(super) fn are_read(&self, columns: usize) -> bool {
        let mut all = self.columns.iter().zip(&self.read);
        columns == self.columns.len()
            && all.all(|(column, read)| match column {
                StoredColumn::One(_) | StoredColumn::Same(_) => true,
                StoredColumn::Bytes { count, .. } => read == count,
            })
    }
}
