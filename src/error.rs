//! What the user sees when something is wrong: where, what, and the way out.

use std::fmt;

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
/// characters, those that steer a terminal written out.
#[must_use]
pub fn quoted(text: &str) -> String {
    const CHARS_MAX: usize = 40;
    quoted_to(text, CHARS_MAX)
}

/// The same with another length.
#[must_use]
pub fn quoted_to(text: &str, most: usize) -> String {
    let plain = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    let mut shown: String = text.chars().take(most).map(plain).collect();
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A message for people: one place, one sentence, one way out.
///
/// # Examples
/// ```
/// let error = chase::Error::new("expected 1 to 20 heaps")
///     .at("heaps.toml:3")
///     .help("as in: heaps = [3, 4, 5]");
/// assert_eq!(
///     error.to_string(),
///     "heaps.toml:3: expected 1 to 20 heaps\n  help: as in: heaps = [3, 4, 5]"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    place: String,
    what: String,
    help: String,
}

impl Error {
    /// A message without a place.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Error {
            place: String::new(),
            what: what.into(),
            help: String::new(),
        }
    }

    /// Says where: a file, a file with line and column, a file with an offset.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.place = place.to_string();
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// What an operating system's error means for a file.
    #[must_use]
    pub fn io(path: impl fmt::Display, doing: &str, error: &std::io::Error) -> Self {
        let help = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path",
            std::io::ErrorKind::PermissionDenied => "check who may read or write it",
            std::io::ErrorKind::StorageFull => "make room, or write elsewhere with -o",
            _ => "",
        };
        Error::new(format!("cannot {doing}: {error}"))
            .at(path)
            .help(help)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.what)?;
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
