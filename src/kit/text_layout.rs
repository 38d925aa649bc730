//! The layout of a transcript: everything in its text that says nothing about the game, as the
//! banner, blanks, blank lines, the width of columns, and prompts.

use std::fmt;

use serde::Serialize;

use chase_world::error::quoted_to;

/// Characters of a line that are quoted.
const QUOTED_MAX: usize = 60;

/// The first line of a text whose layout differs from the reference's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayoutFault {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The difference, without the line: `has two blanks where the reference has one`.
    pub what: String,
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} {}", self.line, self.what)
    }
}

/// A line of a text, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLine<'a> {
    /// The bytes of the line, without its end.
    pub bytes: &'a [u8],
    /// True if the line is terminated: the last line of a text may not be.
    pub is_ended: bool,
}

/// The reference's text in the place of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceLine {
    /// The reference prints exactly this line here.
    Line(Vec<u8>),
    /// Something that these words tell: `where the reference has ...`.
    Words(&'static str),
}

/// The relation between two lines that are not the same byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineLikeness {
    /// They say different things, each laid out as it should be, or neither.
    Contents,
    /// They are laid out differently.
    Layout,
    /// Ours has the first prompts where theirs has none: theirs shows what happened and not what
    /// was asked for.
    Unasked,
    /// They have different numbers of prompts, and nothing else is unlike.
    Prompts,
    /// They belong to different places of a game: from here on the texts cannot be held against
    /// each other line by line.
    Parted,
}

/// An edition of a game's reference: programs of another term or course print the same game in other
/// words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceEdition {
    /// Its names, as an option takes each of them.
    pub names: &'static [&'static str],
    /// The line in its banner by which it is recognised.
    pub banner: &'static str,
}

/// A game's knowledge of its reference's layout. One text is followed line by line; two are
/// compared where they differ.
pub trait TextLayout: Send {
    /// Takes the next line.
    ///
    /// # Errors
    /// The reference's text in the place of this line. The text cannot be followed any further then.
    fn line(&mut self, line: TextLine<'_>) -> Result<(), ReferenceLine>;

    /// True if the reference, too, has no line end after this line, which was taken and in which the
    /// text stops.
    fn may_stop_in(&self, line: &[u8]) -> bool;

    /// Compares two lines in the same place that are not the same; `None` stands for a text that
    /// has ended.
    fn compare(&self, ours: Option<TextLine<'_>>, theirs: Option<TextLine<'_>>) -> LineLikeness;
}

/// The layout of a game of which nothing is known: any two lines that are not the same are laid
/// out differently.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyLayout;

impl TextLayout for AnyLayout {
    fn line(&mut self, _: TextLine<'_>) -> Result<(), ReferenceLine> {
        Ok(())
    }

    fn may_stop_in(&self, _: &[u8]) -> bool {
        true
    }

    fn compare(&self, _: Option<TextLine<'_>>, _: Option<TextLine<'_>>) -> LineLikeness {
        LineLikeness::Layout
    }
}

/// Follows one text to the first line that is laid out otherwise than the reference's.
pub struct LayoutFollower {
    layout: Box<dyn TextLayout>,
    line: u64,
    /// True if the line ends are compared too.
    line_ends: bool,
}

impl LayoutFollower {
    /// At the beginning of a text.
    #[must_use]
    pub fn new(layout: Box<dyn TextLayout>, line_ends: bool) -> Self {
        LayoutFollower { layout, line: 0, line_ends }
    }

    /// Follows a whole text.
    ///
    /// # Errors
    /// The first line that is laid out otherwise.
    pub fn follow(&mut self, text: &[u8]) -> Result<(), LayoutFault> {
        for bytes in text.split_inclusive(|byte| *byte == b'\n') {
            let whole = bytes.strip_suffix(b"\n");
            self.take(TextLine { bytes: whole.unwrap_or(bytes), is_ended: whole.is_some() })?;
        }
        Ok(())
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// It is laid out otherwise. The text cannot be followed any further then.
    #[inline]
    pub fn take(&mut self, line: TextLine<'_>) -> Result<(), LayoutFault> {
        self.line += 1;
        let (bytes, has_cr) = without_cr(line.bytes);
        let line = TextLine { bytes, ..line };
        match self.layout.line(line) {
            Err(due) if line.is_ended || !is_beginning_of(bytes, &due) => {
                Err(LayoutFault::new(self.line, bytes, &due))
            }
            Ok(()) if self.line_ends => self.check_end(line, has_cr),
            _ => Ok(()),
        }
    }

    fn check_end(&self, line: TextLine<'_>, has_cr: bool) -> Result<(), LayoutFault> {
        let is_right =
            line.is_ended || line.bytes.is_empty() || self.layout.may_stop_in(line.bytes);
        if has_cr || !is_right {
            let end = line_end(line.is_ended, has_cr);
            return Err(LayoutFault::of_line_end(self.line, line.bytes, end, LF));
        }
        Ok(())
    }
}

/// A line without the half of its end that some systems write.
pub fn without_cr(line: &[u8]) -> (&[u8], bool) {
    match line.strip_suffix(b"\r") {
        Some(line) => (line, true),
        None => (line, false),
    }
}

const LF: &str = "with LF";

/// The end of a line in words.
pub fn line_end(is_ended: bool, has_cr: bool) -> &'static str {
    match (is_ended, has_cr) {
        (true, true) => "with CRLF",
        (true, false) => LF,
        (false, _) => "without a line end",
    }
}

/// True if a text may have broken off within the line that is due.
fn is_beginning_of(bytes: &[u8], due: &ReferenceLine) -> bool {
    match due {
        ReferenceLine::Line(due) => due.starts_with(bytes),
        ReferenceLine::Words(_) => true,
    }
}

impl LayoutFault {
    /// Describes the difference between a line and the one that is due in its place.
    #[must_use]
    pub fn new(line: u64, found: &[u8], due: &ReferenceLine) -> Self {
        let (column, what) = match due {
            ReferenceLine::Words(words) => {
                let what = format!("is {} where the reference has {words}", shown(found));
                (1, what)
            }
            ReferenceLine::Line(due) => unlike(found, due),
        };
        LayoutFault { line, column, what }
    }

    /// A line end that is not as it should be.
    #[must_use]
    pub fn of_line_end(line: u64, found: &[u8], ends: &str, due: &str) -> Self {
        LayoutFault {
            line,
            column: String::from_utf8_lossy(found).chars().count() + 1,
            what: format!("ends {ends} where the reference ends {due}"),
        }
    }

    /// A text that ends before this line, where the reference goes on.
    #[must_use]
    pub fn of_end(line: u64, due: &[u8]) -> Self {
        LayoutFault {
            line,
            column: 1,
            what: format!("is missing; the reference has {}", shown(due)),
        }
    }
}

/// A line as a message shows it.
fn shown(line: &[u8]) -> String {
    if line.is_empty() {
        return "an empty line".into();
    }
    if line.iter().all(|byte| *byte == b' ') {
        return format!("a line of {}", blanks(line.len()));
    }
    format!("`{}`", quoted_to(&String::from_utf8_lossy(line), QUOTED_MAX))
}

/// A number of blanks in words.
fn blanks(count: usize) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} blank{s}", in_words(count, "no"))
}

/// A number in words, as far as it is short; `none` is the word for 0.
fn in_words(count: usize, none: &str) -> String {
    match [none, "one", "two", "three", "four", "five", "six"].get(count) {
        Some(word) => (*word).to_owned(),
        None => count.to_string(),
    }
}

/// The column and the words for two lines that are not the same.
fn unlike(found: &[u8], due: &[u8]) -> (usize, String) {
    const BOM: &[u8] = b"\xef\xbb\xbf";
    if found.strip_prefix(BOM) == Some(due) {
        let what = "begins with a byte order mark where the reference has none";
        return (1, what.into());
    }
    let same = found.iter().zip(due).take_while(|(a, b)| a == b).count();
    let column = String::from_utf8_lossy(&found[..same]).chars().count() + 1;
    let words =
        if without_blanks(found) != without_blanks(due) || found.is_empty() || due.is_empty() {
            format!("is {} where the reference has {}", shown(found), shown(due))
        } else if found[same..].starts_with(b"\t") {
            format!("has a tab where the reference has a blank: {}", shown(found))
        } else {
            let (ours, theirs) = (blanks_at(found, same), blanks_at(due, same));
            let at_end = same + forward(found, same) == found.len()
                && same + forward(due, same) == due.len();
            let place = if at_end { " at its end" } else { "" };
            let (ours, theirs) = (blanks(ours), in_words(theirs, "none"));
            format!("has {ours}{place} where the reference has {theirs}: {}", shown(found))
        };
    (column, words)
}

fn without_blanks(line: &[u8]) -> Vec<u8> {
    let bytes = line.iter().copied();
    bytes.filter(|byte| !b" \t".contains(byte)).collect()
}

/// Blanks from a place on.
fn forward(line: &[u8], at: usize) -> usize {
    line[at..].iter().take_while(|byte| **byte == b' ').count()
}

/// Blanks round a place.
fn blanks_at(line: &[u8], at: usize) -> usize {
    let back = line[..at].iter().rev().take_while(|byte| **byte == b' ');
    back.count() + forward(line, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(found: &str, due: &str) -> String {
        let due = ReferenceLine::Line(due.as_bytes().to_vec());
        LayoutFault::new(12, found.as_bytes(), &due).to_string()
    }

    #[test]
    fn blanks_are_counted_in_words() {
        assert_eq!(
            told("Hour  1", "Hour 1"),
            "line 12 has two blanks where the reference has one: `Hour  1`"
        );
        assert_eq!(
            told("  9   8*", "  9   8* "),
            "line 12 has no blanks at its end where the reference has one: `  9   8*`"
        );
        assert_eq!(
            told("Hour 1 ", "Hour 1"),
            "line 12 has one blank at its end where the reference has none: `Hour 1 `"
        );
        assert_eq!(
            told("Hour\t1", "Hour 1"),
            "line 12 has a tab where the reference has a blank: `Hour\\t1`"
        );
    }

    #[test]
    fn other_lines_are_quoted() {
        assert_eq!(told("", "Hour 1"), "line 12 is an empty line where the reference has `Hour 1`");
        assert_eq!(
            told("  ", ""),
            "line 12 is a line of two blanks where the reference has an empty line"
        );
        assert_eq!(
            told("Hour: 1", "Hour 1"),
            "line 12 is `Hour: 1` where the reference has `Hour 1`"
        );
        assert_eq!(
            told("\u{feff}Hour 1", "Hour 1"),
            "line 12 begins with a byte order mark where the reference has none"
        );
    }

    #[test]
    fn the_column_is_where_they_part_in_characters() {
        let due = ReferenceLine::Line("Zürich (1)".as_bytes().to_vec());
        assert_eq!(LayoutFault::new(1, "Zürich  (1)".as_bytes(), &due).column, 8);
    }
}
