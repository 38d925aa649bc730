//! What the reference prints in the place of a line that cannot be understood, in words.

use super::AGENTS;
use super::lines::PROMPT;
use super::trace::{CAUGHT, COLUMNS, ESCAPED, TIME_UP, column};
use chase_kit::edits::likeness;
use chase_kit::trace::{Cell, TraceRow};
use chase_world::error::quoted;

/// In the place of the line under an hour's head.
pub(super) fn agents() -> String {
    format!("the reference prints `{COLUMNS}` there")
}

/// Over a line of an hour that has no head; `answer` is what stands behind the newest prompt.
pub(super) fn head(answer: Option<&(u64, String)>, next_hour: u64) -> String {
    match answer {
        Some((line, text)) => format!(
            "the reference prints `Hour {next_hour}` above it; line {line} has `{}` after its prompt",
            quoted(text)
        ),
        None => format!("the reference prints `Hour {next_hour}` above it"),
    }
}

/// In the place of an hour's cities; the row of the hour before shows how.
pub(super) fn row(before: Option<&TraceRow>) -> String {
    let shown = match before {
        Some(row) => (0..AGENTS).map(|agent| cell(row, agent)).collect(),
        None => "  0 ".repeat(AGENTS),
    };
    format!("the reference prints five cities there, as in `{shown}`")
}

/// `%3d` and a star or a blank.
fn cell(row: &TraceRow, agent: usize) -> String {
    let city = row.cells[column::CITY + agent].number().unwrap_or_default();
    let star = row.cells[column::INFORMANT + agent] == Cell::Number(1);
    format!("{city:>3}{}", if star { '*' } else { ' ' })
}

/// In the place of a line between the hours: of what may stand there what is most like it.
pub(super) fn line(text: &str, next_hour: u64) -> String {
    let hour = format!("Hour {next_hour}");
    let lines = [&hour, PROMPT, CAUGHT, ESCAPED, TIME_UP].map(ToOwned::to_owned);
    let nearest = nearest(text.trim(), &lines);
    format!("the nearest line of the reference is `{nearest}`")
}

/// The line that is most like a text; the first of those that are equally like it.
pub(super) fn nearest<'a>(text: &str, lines: &'a [String]) -> &'a str {
    let mut nearest = (-1.0, "");
    for line in lines {
        let alike = likeness(&signs(text), &signs(line));
        if alike > nearest.0 {
            nearest = (alike, line);
        }
    }
    nearest.1
}

/// The first signs of a text, each by itself.
fn signs(text: &str) -> Vec<&str> {
    const SIGNS_MAX: usize = 200;
    text.split("").filter(|sign| !sign.is_empty()).take(SIGNS_MAX).collect()
}
