//! Lines of an hour as a text may lay out all of them: with prompts, indented, and without the blank at
//! the end.

use super::exact_lines::{exact_hour, is_exact_row};
use super::lines::PROMPT;

/// An hour's line that is laid out as the reference's but for what all lines of a text may have alike:
/// blanks before them, and none at their ends.
pub(super) struct HourLine {
    /// True for a row of cities, false for an hour's number.
    is_row: bool,
    prompts: u64,
    /// Blanks before it.
    indent: usize,
    /// True if a blank at its end is lost; nothing if there is none to lose.
    is_trimmed: Option<bool>,
}

impl HourLine {
    #[inline]
    pub fn of(line: &[u8]) -> Option<Self> {
        let (prompts, line) = asked(line);
        let blanks = line.iter().take_while(|byte| **byte == b' ').count();
        let text = &line[blanks..];
        if text.starts_with(b"H") {
            return exact_hour(text).map(|_| HourLine {
                is_row: false,
                prompts,
                indent: blanks,
                is_trimmed: None,
            });
        }
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // The others belong to the first cell.
        let indent = blanks.checked_sub(3usize.saturating_sub(digits))?;
        let (is_exact, is_trimmed) = row_end(&line[indent..])?;
        is_exact.then_some(HourLine { is_row: true, prompts, indent, is_trimmed })
    }

    /// Returns true if both may stand in texts that are laid out alike.
    pub fn is_like(&self, other: &Self) -> bool {
        let place = |line: &Self| (line.is_row, line.prompts, line.indent);
        let ends = [self.is_trimmed, other.is_trimmed];
        place(self) == place(other) && (ends[0] == ends[1] || ends.contains(&None))
    }
}

/// Returns whether this is a row of cities, but for a blank that may be missing at its end; and
/// whether it is missing, where one is due.
#[inline]
fn row_end(line: &[u8]) -> Option<(bool, Option<bool>)> {
    const ROW_MAX: usize = 60;
    Some(match line.last()? {
        b'0'..=b'9' => {
            let mut whole = [b' '; ROW_MAX];
            let room = whole[..ROW_MAX - 1].get_mut(..line.len())?;
            room.copy_from_slice(line);
            (is_exact_row(&whole[..=line.len()]), Some(true))
        }
        b'*' => (is_exact_row(line), None),
        _ => (is_exact_row(line), Some(false)),
    })
}

/// A line's prompts, and what stands behind them.
pub(super) fn asked(mut line: &[u8]) -> (u64, &[u8]) {
    let mut prompts = 0;
    while let Some(rest) = line.strip_prefix(PROMPT.as_bytes()) {
        prompts += 1;
        line = rest;
    }
    (prompts, line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_lose_the_same_blanks_are_laid_out_alike() {
        let compare = |ours: &str, theirs: &str| {
            let line = |text: &str| HourLine::of(text.as_bytes());
            line(ours).zip(line(theirs)).map(|(ours, theirs)| ours.is_like(&theirs))
        };
        let whole = "  9   8*  2   6   8 ";
        let (trimmed, starred) = (whole.trim_end(), "  9   8*  2   6  18*");
        for (ours, theirs, is_like) in [
            (trimmed, "100   8*  2   6   9", true),
            (trimmed, starred, true),
            (whole, starred, true),
            (whole, trimmed, false),
            ("    9   8*  2   6   8", "   10   8*  2   6   9", true),
            ("    9   8*  2   6   8", "  10   8*  2   6   9", false),
            ("  Hour 7", "  Hour 117", true),
            ("  Hour 7", "Hour 117", false),
            ("Enter command: Hour 7", "Enter command: Hour 8", true),
            ("Enter command: Hour 7", "Hour 8", false),
        ] {
            assert_eq!(compare(ours, theirs), Some(is_like), "{ours}, {theirs}");
        }
        assert_eq!(compare("Hour 07", "Hour 8"), None);
    }
}
