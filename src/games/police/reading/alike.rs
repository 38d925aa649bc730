//! Hours that two transcripts show alike, known by their bytes: such as `run` prints, one behind
//! the other.

use super::super::exact_lines::is_exact_row;
use super::super::trace::COLUMNS;
use chase_core::trace::AlikeCycles;

/// An hour's lines: an empty one, its number, the agents, their cities.
const LINES: u64 = 4;
/// Five cells as wide as most are, and the width of a row that is looked at here at most.
const ROW: usize = 20;
const ROW_MAX: usize = 60;
/// Digits of a city's number that is looked at here, at most.
const DIGITS_MAX: usize = 9;

/// The hours behind this one that follow each other without a gap and say the same in both texts.
/// At least the last `kept` of them are left out. Of each text it is what stands behind the cities
/// of this hour.
pub(super) fn hours(hour: u64, ours: &[u8], theirs: &[u8], kept: usize) -> Option<AlikeCycles> {
    let mut head = HourHead::of(hour);
    let mut ends = [0, 0];
    let mut cycles = 0;
    // The last hour that is far enough behind, and the next that will be.
    let (mut found, mut next) = (None, None);
    while let Some(head) = head.next()
        && let Some(lengths) = hour_alike(head, &ours[ends[0]..], &theirs[ends[1]..])
    {
        cycles += 1;
        let next_one = *next.get_or_insert(AlikeCycles {
            cycles,
            bytes: ends,
            lines: (cycles - 1) * LINES,
        });
        if cycles - next_one.cycles >= kept as u64 {
            found = Some(next_one);
            next = None;
        }
        ends = [ends[0] + lengths[0], ends[1] + lengths[1]];
    }
    found
}

/// The length of an hour in each text, where both begin with this head and show the same.
#[inline]
fn hour_alike(head: &[u8], ours: &[u8], theirs: &[u8]) -> Option<[usize; 2]> {
    let (mine, others) = (ours.strip_prefix(head)?, theirs.strip_prefix(head)?);
    let ends = match (usual_row(mine), usual_row(others)) {
        (Some(row), Some(other)) if row.0 == other.0 && is_exact_row(&row.0) => [row.1, other.1],
        _ => row_alike(mine, others)?,
    };
    Some(ends.map(|end| head.len() + end + 1))
}

/// A row of cities below 1,000, and how long it is in the text: a blank at its end may be lost.
#[inline]
fn usual_row(text: &[u8]) -> Option<([u8; ROW], usize)> {
    let mut row = [b' '; ROW];
    match text.get(..=ROW)? {
        [trimmed @ .., b'\n', _] => {
            row[..ROW - 1].copy_from_slice(trimmed);
            Some((row, ROW - 1))
        }
        [whole @ .., b'\n'] => {
            row.copy_from_slice(whole);
            Some((row, ROW))
        }
        _ => None,
    }
}

/// The length of a row in each text, if it is the same row: a blank at its end may be missing.
fn row_alike(ours: &[u8], theirs: &[u8]) -> Option<[usize; 2]> {
    let line = |text: &[u8]| memchr::memchr(b'\n', &text[..text.len().min(ROW_MAX)]);
    let ends = [line(ours)?, line(theirs)?];
    let (mine, others) = (&ours[..ends[0]], &theirs[..ends[1]]);
    let shown = |line: &[u8]| line.len() - usize::from(line.ends_with(b" "));
    let mine = &mine[..shown(mine)];
    if mine != &others[..shown(others)] {
        return None;
    }
    let mut row = [b' '; ROW_MAX];
    row[..mine.len()].copy_from_slice(mine);
    let row = &row[..mine.len() + usize::from(!mine.ends_with(b"*"))];
    let mut numbers = row.split(|byte| !byte.is_ascii_digit());
    let is_small = row.len() <= ROW || numbers.all(|number| number.len() <= DIGITS_MAX);
    (is_small && is_exact_row(row)).then_some(ends)
}

/// The text with which an hour begins, from the empty line before it to its cities.
struct HourHead {
    hour: u64,
    bytes: Vec<u8>,
}

impl HourHead {
    fn of(hour: u64) -> Self {
        let bytes = format!("\nHour {hour}\n{COLUMNS}\n").into_bytes();
        HourHead { hour, bytes }
    }

    /// That of the next hour, where it has a number.
    #[inline]
    fn next(&mut self) -> Option<&[u8]> {
        self.hour = self.hour.checked_add(1)?;
        let last = self.bytes.len() - COLUMNS.len() - 3;
        match &mut self.bytes[last] {
            digit @ b'0'..=b'8' => *digit += 1,
            _ => *self = HourHead::of(self.hour),
        }
        Some(&self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(hour: u64, row: &str) -> String {
        format!("\nHour {hour}\n{COLUMNS}\n{row}\n")
    }

    fn text(hours: std::ops::Range<u64>, row: &str) -> String {
        hours.map(|n| hour(n, row)).collect()
    }

    const ROW: &str = "  9   8*  2  16   8 ";

    fn count(ours: &str, theirs: &str, kept: usize) -> u64 {
        let found = hours(7, ours.as_bytes(), theirs.as_bytes(), kept);
        found.map_or(0, |alike| alike.cycles)
    }

    #[test]
    fn the_last_hours_are_kept() {
        let text = text(8..1_012, ROW);
        let found = hours(7, text.as_bytes(), text.as_bytes(), 0).expect("hours that are alike");
        let last = hour(1_011, ROW);
        assert_eq!(found.cycles, 1_004);
        assert_eq!(found.bytes, [text.len() - last.len(); 2]);
        assert_eq!(found.lines, 4 * 1_003);
        for kept in [1, 3, 10] {
            let left = 1_004 - count(&text, &text, kept);
            assert!(
                (kept as u64..=2 * kept as u64).contains(&left),
                "{left} of {kept}"
            );
        }
        assert_eq!(count(&text, &text, 1_004), 0);
    }

    #[test]
    fn blanks_at_the_ends_of_rows_may_be_lost() {
        let (whole, trimmed) = (text(8..20, ROW), text(8..20, ROW.trim_end()));
        for (ours, theirs) in [(&whole, &trimmed), (&trimmed, &whole), (&trimmed, &trimmed)] {
            assert_eq!(count(ours, theirs, 0), 12);
        }
        let wide = text(8..20, "  9 123456*  2  16   8 ");
        assert_eq!(count(&wide, &wide, 0), 12);
    }

    #[test]
    fn whatever_else_stands_there_ends_it() {
        let whole = text(8..20, ROW);
        let other = |from: &str, to: &str| whole.replacen(from, to, 1);
        for text in [
            other("Hour 12", "Hour 13"),
            other("Hour 12", "Hour 012"),
            other("Hour 12\n", "Hour 12\r\n"),
            other("Hour 12\n", "Hour 12\n\n"),
            other("\nHour 12", "D1 is at [8] perth with 3 stamina\nHour 12"),
            other("\nHour 12", "YOU WIN - THIEF CAUGHT!\nHour 12"),
        ] {
            assert_eq!(count(&text, &text, 0), 4, "{text}");
        }
        for row in [
            "  9   8*  2  16",
            "  9   8*  2  16   8 x",
            "  9   8*  2  16 1234567890 ",
            "  9   8*  2  16  -8 ",
        ] {
            let text = text(8..12, ROW) + &text(12..20, row);
            assert_eq!(count(&text, &text, 0), 4, "{row}");
        }
        let unlike = text(8..12, ROW) + &text(12..20, "  9   8*  2  16   8*");
        assert_eq!(count(&whole, &unlike, 0), 4);
        let broken_off = whole.trim_end();
        assert_eq!(count(broken_off, &whole, 0), 11);
        let last = u64::MAX;
        let again = hour(last, ROW);
        assert_eq!(hours(last, again.as_bytes(), again.as_bytes(), 0), None);
    }
}
