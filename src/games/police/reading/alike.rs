//! Hours that two transcripts show alike, known by their bytes: such as `run` prints, one behind
//! the other, however each text lays out all of its hours: indented, with prompts, with CR LF, or
//! without the blank at the end of a row.

use super::super::exact_lines::is_exact_row;
use super::super::trace::COLUMNS;
use super::{AGENTS, ASKED};
use chase_kit::trace::AlikeCycles;

/// The word before an hour's number.
const WORD: &[u8] = b"Hour ";
/// An hour's lines: an empty one, its number, the agents, their cities.
pub(super) const LINES: u64 = 4;
/// Five cells as wide as most are, and the width of a row that is looked at here at most.
const ROW: usize = 20;
const ROW_MAX: usize = 60;
/// Digits of a city's number that is looked at here, at most.
const DIGITS_MAX: usize = 9;

/// The hours behind this one that follow each other without a gap and say the same in both texts.
/// At least the last `kept` of them are left out. Of each text it is what stands behind the cities
/// of this hour; the hours are laid out in it as the first of them.
pub(super) fn hours(hour: u64, ours: &[u8], theirs: &[u8], kept: usize) -> Option<AlikeCycles> {
    let first = hour.checked_add(1)?;
    let mut heads = [HourHead::of(first, ours)?, HourHead::of(first, theirs)?];
    let is_one = heads[0].bytes == heads[1].bytes;
    let mut ends = [0, 0];
    let mut cycles = 0;
    // The last hour that is far enough behind, and the next that will be.
    let (mut found, mut next) = (None, None);
    loop {
        let both = [&heads[0], &heads[usize::from(!is_one)]];
        let Some(lengths) = hour_alike(both, &ours[ends[0]..], &theirs[ends[1]..]) else {
            break;
        };
        cycles += 1;
        let next_one =
            *next.get_or_insert(AlikeCycles { cycles, bytes: ends, lines: (cycles - 1) * LINES });
        if cycles - next_one.cycles >= kept as u64 {
            found = Some(next_one);
            next = None;
        }
        ends = [ends[0] + lengths[0], ends[1] + lengths[1]];
        if !heads[0].advance() || !is_one && !heads[1].advance() {
            break;
        }
    }
    found
}

/// The length of an hour in each text, where both begin with these heads and show the same.
#[inline]
fn hour_alike([head, other]: [&HourHead; 2], ours: &[u8], theirs: &[u8]) -> Option<[usize; 2]> {
    let mine = ours.strip_prefix(&*head.bytes)?;
    let others = theirs.strip_prefix(&*other.bytes)?;
    let ends = match (usual_row(mine), usual_row(others)) {
        (Some(row), Some(other)) if row.0 == other.0 && is_exact_row(&row.0) => [row.1, other.1],
        _ => row_alike(mine, others)?,
    };
    Some([head.bytes.len() + ends[0] + 1, other.bytes.len() + ends[1] + 1])
}

/// A row of cities below 1,000, and where its line ends: a blank at its end may be lost.
#[inline]
fn usual_row(text: &[u8]) -> Option<([u8; ROW], usize)> {
    let mut row = [b' '; ROW];
    let (shown, end) = match text.get(..=ROW)? {
        [trimmed @ .., b'\n', _] => (trimmed, ROW - 1),
        [trimmed @ .., b'\r', b'\n'] => (trimmed, ROW),
        [whole @ .., b'\n'] => (whole, ROW),
        [whole @ .., b'\r'] if text.get(ROW + 1) == Some(&b'\n') => (whole, ROW + 1),
        _ => return None,
    };
    row[..shown.len()].copy_from_slice(shown);
    Some((row, end))
}

/// Where the line of a row ends in each text, if it is the same row: blanks at its end may be missing.
fn row_alike(ours: &[u8], theirs: &[u8]) -> Option<[usize; 2]> {
    let line = |text: &[u8]| memchr::memchr(b'\n', &text[..text.len().min(ROW_MAX)]);
    let ends = [line(ours)?, line(theirs)?];
    let row = ours[..ends[0]].trim_ascii_end();
    (row == theirs[..ends[1]].trim_ascii_end() && is_row(row)).then_some(ends)
}

/// Returns true if a line shows five cities and nothing else, however wide its cells are.
fn is_row(line: &[u8]) -> bool {
    let mut rest = line;
    for _ in 0..AGENTS {
        let blanks = rest.iter().take_while(|byte| b" \t".contains(byte)).count();
        rest = &rest[blanks..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..=DIGITS_MAX).contains(&digits) {
            return false;
        }
        rest = &rest[digits..];
        rest = rest.strip_prefix(b"*").unwrap_or(rest);
    }
    rest.is_empty()
}

/// The text with which an hour begins, from the empty line before it to its cities, as one
/// transcript lays it out.
struct HourHead {
    hour: u64,
    bytes: Vec<u8>,
    /// The place of the number in them.
    number: std::ops::Range<usize>,
}

impl HourHead {
    /// That of this hour, with which a text begins.
    fn of(hour: u64, text: &[u8]) -> Option<Self> {
        let usual = format!("\nHour {hour}\n{COLUMNS}\n").into_bytes();
        if text.starts_with(&usual) {
            let from = 1 + WORD.len();
            let number = from..usual.len() - COLUMNS.len() - 2;
            return Some(HourHead { hour, bytes: usual, number });
        }
        HourHead::of_other_layout(hour, text)
    }

    #[cold]
    fn of_other_layout(hour: u64, text: &[u8]) -> Option<Self> {
        let mut lines = text.split_inclusive(|byte| *byte == b'\n');
        let (gap, line, agents) = (lines.next()?, lines.next()?, lines.next()?);
        let word = memchr::memmem::find(line, WORD)?;
        let (before, number) = line.split_at(word);
        let digits = itoa::Buffer::new().format(hour).to_owned();
        let behind = number[WORD.len()..].strip_prefix(digits.as_bytes())?;
        let prompt = before.strip_prefix(ASKED).unwrap_or(before);
        let are_blank = [gap, prompt, behind].map(|it| it.trim_ascii().is_empty());
        let is_head = agents.trim_ascii() == COLUMNS.trim().as_bytes();
        if are_blank.contains(&false) || !is_head {
            return None;
        }
        let row = &text[gap.len() + line.len() + agents.len()..];
        // A prompt stands before the number alone; blanks there stand before the cities too.
        let indent = match before.len() == prompt.len() && row.starts_with(before) {
            true => before,
            false => b"",
        };
        let from = gap.len() + word + WORD.len();
        Some(HourHead {
            hour,
            bytes: [gap, line, agents, indent].concat(),
            number: from..from + digits.len(),
        })
    }

    /// Goes on to the next hour; false if there is no number for it.
    #[inline]
    fn advance(&mut self) -> bool {
        let Some(hour) = self.hour.checked_add(1) else {
            return false;
        };
        self.hour = hour;
        match &mut self.bytes[self.number.end - 1] {
            digit @ b'0'..=b'8' => *digit += 1,
            _ => self.carry(),
        }
        true
    }

    /// Writes the number anew.
    fn carry(&mut self) {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(self.hour);
        self.bytes.splice(self.number.clone(), digits.bytes());
        self.number.end = self.number.start + digits.len();
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
            assert!((kept as u64..=2 * kept as u64).contains(&left), "{left} of {kept}");
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
    fn each_text_may_lay_out_all_its_hours_in_its_way() {
        let plain = text(8..120, ROW);
        let lines = plain.split_inclusive('\n');
        let indented: String = lines.map(|line| format!("   {line}")).collect();
        for other in [
            plain.replace('\n', "\r\n"),
            plain.replace(" \n", "\r\n"),
            plain.replace("Hour", "Enter command: Hour"),
            indented.replace("8 \n", "8\n"),
            indented,
        ] {
            for (ours, theirs) in [(&plain, &other), (&other, &plain), (&other, &other)] {
                assert_eq!(count(ours, theirs, 0), 112, "{}", &other[..80]);
            }
        }
        // As wide as the cells of both are.
        let wide = text(8..120, "   9    8*   2  16    8");
        assert_eq!(count(&wide, &wide, 0), 112);
        assert_eq!(count(&wide, &plain, 0), 0);
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
