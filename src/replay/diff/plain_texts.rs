//! Texts that show no cycles of any game: their lines in step up to the first that differs, and
//! a small window from there line against line.

use chase_world::world::File;
use std::collections::VecDeque;
use std::io;

use serde::Serialize;

use crate::store::{FileLine, FileLines};
use chase_kit::edits::edits;

/// The result of a comparison of two texts line by line.
#[derive(Clone, Debug, Serialize)]
pub struct PlainReport {
    /// True if nothing differs.
    pub same: bool,
    /// The name of our file, as it was given.
    pub ours: String,
    /// The name of the reference, likewise.
    pub theirs: String,
    /// Lines that were found equal.
    pub lines: u64,
    /// The first line that differs, from 1.
    pub first_line: u64,
    /// The window: ` ` on both sides, `-` only ours, `+` only theirs.
    pub hunk: Vec<(char, String)>,
    /// True if the texts continue after the window.
    pub is_window: bool,
    /// The most lines of each text in the window.
    pub window_lines: usize,
    /// Words that say why a log is compared by lines, if one side is a log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Lines of each side that are held against each other: few enough to be aligned in no time.
const WINDOW_LINES: usize = 200;

/// Compares two texts; trailing blanks and line ends count where `exact` says so.
///
/// # Errors
/// A side that cannot be read.
pub fn compare_plain(
    (ours_name, ours): (String, File),
    (theirs_name, theirs): (String, File),
    context: usize,
    exact: bool,
) -> io::Result<PlainReport> {
    let (mut ours, mut theirs) = (FileLines::new(ours), FileLines::new(theirs));
    let mut report = PlainReport {
        same: false,
        ours: ours_name,
        theirs: theirs_name,
        lines: 0,
        first_line: 0,
        hunk: Vec::new(),
        is_window: false,
        window_lines: WINDOW_LINES,
        why: None,
    };
    let mut before: VecDeque<String> = VecDeque::new();
    loop {
        let (mine, others) = (text(&mut ours, exact)?, text(&mut theirs, exact)?);
        if mine == others {
            let Some(line) = mine else {
                report.same = true;
                return Ok(report);
            };
            report.lines += 1;
            before.push_back(line);
            if before.len() > context {
                before.pop_front();
            }
            continue;
        }
        report.first_line = report.lines + 1;
        let (mine, more_of_mine) = window(mine, &mut ours, exact)?;
        let (others, more_of_others) = window(others, &mut theirs, exact)?;
        report.is_window = more_of_mine || more_of_others;
        report.hunk = before.into_iter().map(|line| (' ', line)).collect();
        report.hunk.extend(hunk(&mine, &others, context));
        return Ok(report);
    }
}

/// A line as text, without trailing blanks and line ends unless they count; nothing at the end.
fn text(lines: &mut FileLines, exact: bool) -> io::Result<Option<String>> {
    let (line, is_rest) = match lines.next_line()? {
        FileLine::Whole(line) => (line, false),
        FileLine::Rest(line) => (line, true),
    };
    if is_rest && line.is_empty() {
        return Ok(None);
    }
    if !exact {
        let line = String::from_utf8_lossy(line.trim_ascii_end());
        return Ok(Some(line.into_owned()));
    }
    let mut line = String::from_utf8_lossy(line).replace('\r', "\\r");
    if is_rest {
        line.push_str(" (without a line end)");
    }
    Ok(Some(line))
}

fn window(
    first: Option<String>,
    lines: &mut FileLines,
    exact: bool,
) -> io::Result<(Vec<String>, bool)> {
    let mut window: Vec<_> = first.into_iter().collect();
    if window.is_empty() {
        return Ok((window, false));
    }
    while let Some(line) = text(lines, exact)? {
        if window.len() == WINDOW_LINES {
            return Ok((window, true));
        }
        window.push(line);
    }
    Ok((window, false))
}

/// Up to the first lines that are equal again, and a few of those.
fn hunk(ours: &[String], theirs: &[String], context: usize) -> Vec<(char, String)> {
    let [ours, theirs] = [ours, theirs].map(|it| it.iter().map(String::as_str).collect::<Vec<_>>());
    let (mut lines, mut equal) = (Vec::new(), 0);
    for (sign, text) in edits(&ours, &theirs) {
        equal = if sign == ' ' { equal + 1 } else { 0 };
        if equal > context {
            break;
        }
        lines.push((sign, text.to_owned()));
    }
    lines
}
