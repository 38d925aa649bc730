//! What the user sees when something is wrong: where, what, and the way out.

use std::fmt;
use std::path::Path;

use crate::escape;

/// Exit codes, as diff(1) has them.
pub mod exit {
    /// All is well, or both are the same.
    pub const FINE: u8 = 0;
    /// Two things differ, or a check failed.
    pub const DIFFERS: u8 = 1;
    /// Trouble: wrong arguments, unreadable files, a full disk.
    pub const TROUBLE: u8 = 2;
}

/// The beginning of something that was read, so that a message can quote it: at most 40
/// characters, those that are not plain written out.
pub fn quoted(text: &str) -> String {
    const CHARS_MAX: usize = 40;
    quoted_to(text, CHARS_MAX)
}

/// Quotes a text as [`quoted`] does, cut to `most` characters.
pub fn quoted_to(text: &str, most: usize) -> String {
    let mut rest = text.char_indices().skip(most);
    match rest.next() {
        Some((end, _)) => format!("{}...", escape::in_line(&text[..end])),
        None => escape::in_line(text).into_owned(),
    }
}

/// The message of serde_json's error without the line and column in which it ends.
pub fn without_place(error: &serde_json::Error) -> String {
    let mut what = error.to_string();
    if let Some(end) = what.rfind(" at line ") {
        what.truncate(end);
    }
    what
}

/// The lines of a text as one line.
pub fn one_line(text: &str) -> String {
    text.replace('\n', " / ")
}

/// So many of a thing: `1 tick`, `2 ticks`.
pub fn counted(number: impl fmt::Display + PartialEq + From<u8>, thing: &str) -> String {
    let s = if number == 1.into() { "" } else { "s" };
    format!("{number} {thing}{s}")
}

/// Line and column of a byte of a text, each from 1, as `FILE:LINE:COLUMN`.
pub fn place(file: impl fmt::Display, text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("{file}:{line}:{column}")
}

/// A word of a line, and the column it begins in, from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineWord<'a> {
    /// The word itself, without blanks.
    pub text: &'a str,
    /// The column.
    pub column: usize,
}

/// The words of a line.
pub fn words(line: &str) -> Vec<LineWord<'_>> {
    let before = |word: &str| &line[..word.as_ptr() as usize - line.as_ptr() as usize];
    let column = |word| before(word).chars().count() + 1;
    line.split_whitespace().map(|text| LineWord { text, column: column(text) }).collect()
}

/// A message for people: one place, one sentence, one way out. However it is displayed, its
/// texts are plain: strangers' names and files are quoted in them.
///
/// # Examples
/// ```
/// # use chase_world as chase;
/// let error = chase::Error::new("expected 1 to 20 heaps")
///     .at("heaps.toml:3")
///     .help("as in: heaps = [3, 4, 5]");
/// assert_eq!(
///     error.to_string(),
///     "heaps.toml:3: expected 1 to 20 heaps\n  help: as in: heaps = [3, 4, 5]"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    place: String,
    what: String,
    help: String,
}

impl Error {
    /// A message without a place.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Error { place: String::new(), what: what.into(), help: String::new() }
    }

    /// Says where: a file, a file with line and column, a file with an offset. One line.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.place = escape::in_line(&place.to_string()).into_owned();
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Calls a file otherwise, wherever it is named: people know it under that name.
    #[must_use]
    pub fn with_name(mut self, path: &Path, name: &str) -> Self {
        let path = path.display().to_string();
        for text in [&mut self.place, &mut self.what, &mut self.help] {
            *text = text.replace(&path, name);
        }
        self
    }

    /// Explains an operating system's error about a file.
    #[must_use]
    pub fn io(path: impl fmt::Display, doing: &str, error: &std::io::Error) -> Self {
        let help = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path",
            std::io::ErrorKind::PermissionDenied => "check its permissions",
            std::io::ErrorKind::StorageFull => "make room, or write elsewhere with -o",
            _ => "",
        };
        Error::new(format!("cannot {doing}: {error}")).at(path).help(help)
    }
}

/// Results of file operations, with failures turned into [`Error`]s.
pub trait IoAt<T> {
    /// The same, with a failure told as [`Error::io`] tells it.
    ///
    /// # Errors
    /// That of the system, with what was being done to which file.
    fn io_at(self, path: impl fmt::Display, doing: &str) -> Result<T, Error>;
}

impl<T> IoAt<T> for std::io::Result<T> {
    fn io_at(self, path: impl fmt::Display, doing: &str) -> Result<T, Error> {
        self.map_err(|error| Error::io(path, doing, &error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&escape::lines(&self.what))?;
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", escape::lines(&self.help))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_calls_a_file_by_the_name_that_people_know() {
        let error = Error::new("no `q` in /tmp/x/out").at("/tmp/x/out:1:2");
        let error = error.with_name(Path::new("/tmp/x/out"), "run 1");
        assert_eq!(error.to_string(), "run 1:1:2: no `q` in run 1");
    }

    #[test]
    fn a_message_shows_strangers_texts_and_obeys_none() {
        let error =
            Error::new("no `\u{1b}[2J\u{202e}`\nmore").at("a\nb\r.data:1").help("ask \u{7}");
        assert_eq!(
            error.to_string(),
            "a\\nb\\r.data:1: no `\\u001b[2J\\u202e`\nmore\n  help: ask \\u0007"
        );
    }

    #[test]
    fn a_quote_is_of_one_line_and_ends_soon() {
        assert_eq!(quoted_to("a\n\u{9b}bc", 3), "a\\n\\u009b...");
        assert_eq!(quoted_to("abc", 3), "abc");
    }
}
