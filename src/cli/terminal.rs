//! Standard output, standard error and standard input. What is printed goes through
//! [`EscapingWriter`], whoever wrote it.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufRead, BufWriter, IsTerminal, Write};

#[cfg(feature = "tui")]
use rustyline::{DefaultEditor, error::ReadlineError};

use super::{columns, program};
use crate::diff::ReportStyle;
use crate::escape::{self, EscapingWriter};
use crate::games::{Input, Prompt};

/// Standard output, buffered: the one place that opens it.
#[expect(clippy::disallowed_methods, reason = "this is the one place")]
pub fn standard_output() -> EscapingWriter<BufWriter<io::Stdout>> {
    EscapingWriter::new(BufWriter::with_capacity(1 << 16, io::stdout()))
}

/// Standard error, for what is shown to people while standard output is for a report.
pub fn standard_error() -> EscapingWriter<io::Stderr> {
    EscapingWriter::new(io::stderr())
}

/// The style of reports on standard output: in colour at a terminal that has it, unless NO_COLOR
/// says otherwise.
#[expect(clippy::disallowed_methods, reason = "it is only asked what it is")]
pub fn look() -> ReportStyle {
    let out = io::stdout();
    let choice = anstream::AutoStream::choice(&out);
    let width = terminal_size::terminal_size_of(&out);
    ReportStyle {
        colour: choice != anstream::ColorChoice::Never,
        width: width.map(|(width, _)| usize::from(width.0)),
    }
}

/// A text for standard output: at a terminal its lines are broken between words, and what goes on is set
/// in by so many columns more than the line. Elsewhere it stays as it is.
pub fn wrapped(text: String, indent: usize) -> String {
    match look().width {
        Some(most) => columns::wrapped(&text, most, indent),
        None => text,
    }
}

/// Returns whether somebody sits at a terminal, whose screen can be cleared.
#[expect(clippy::disallowed_methods, reason = "it is only asked what it is")]
pub fn is_a_screen() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Clears the screen that standard error is shown on, where it is one.
pub fn clear_screen() {
    let mut out = io::stderr();
    if out.is_terminal() {
        // To the upper left corner, and everything from there.
        let _ = out.write_all(b"\x1b[H\x1b[2J");
    }
}

/// Tells the user what went wrong. Nobody can be told if that fails.
pub fn tell(what: &dyn fmt::Display) {
    note(&format_args!("{}: {what}", program::name()));
}

/// Tells the user something that is no error.
pub fn note(what: &dyn fmt::Display) {
    let text = format!("{what}\n");
    let _ = io::stderr().write_all(escape::lines(&text).as_bytes());
}

/// Tells the user something that is no error, at a terminal in lines broken between words.
pub fn note_wrapped(what: &dyn fmt::Display) {
    let text = what.to_string();
    match terminal_size::terminal_size_of(io::stderr()) {
        Some((width, _)) => note(&columns::wrapped(&text, width.0.into(), 2).trim_end()),
        None => note(&text),
    }
}

/// Tells a seed that was drawn, and what it is good for.
pub fn note_drawn(seed: i64, purpose: &str) {
    note(&format_args!("seed {seed} was drawn; give it with --seed to {purpose}"));
}

/// Tells the user a warning, on standard error: something is not as it should be, and the command
/// goes on.
pub fn warn(what: &dyn fmt::Display) {
    tell(&format_args!("warning: {what}"));
}

/// Shows a page in the browser, where one can be opened.
pub fn open_browser(page: impl AsRef<OsStr>) {
    if let Err(error) = open::that_detached(page) {
        warn(&format_args!("no browser could be opened: {error}"));
    }
}

/// A person's lines with editing and history, or a pipe's as they are.
pub fn input() -> Box<dyn Input> {
    #[cfg(feature = "tui")]
    if is_a_screen() {
        match DefaultEditor::new() {
            Ok(editor) => return Box::new(Person(editor)),
            Err(error) => warn(&format_args!("no line editing here: {error}")),
        }
    }
    Box::new(Pipe(io::stdin().lock()))
}

#[cfg(feature = "tui")]
struct Person(DefaultEditor);

#[cfg(feature = "tui")]
impl Input for Person {
    fn line(&mut self, out: &mut dyn Write, prompt: Prompt<'_>) -> io::Result<Option<String>> {
        out.flush()?;
        let is_secret = matches!(prompt, Prompt::Secret(_));
        let (Prompt::New(prompt) | Prompt::Again(prompt) | Prompt::Secret(prompt)) = prompt;
        match self.0.readline(prompt) {
            Ok(line) => {
                if !is_secret {
                    // A history that cannot grow any more is no reason to stop.
                    let _ = self.0.add_history_entry(&line);
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn aside(&mut self, what: &str) {
        note(&what);
    }
}

struct Pipe(io::StdinLock<'static>);

impl Pipe {
    /// The rest of a longer line is passed over: no command is that long.
    const LINE_MAX: u64 = 1 << 16;

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.0.fill_buf()?;
            let end = memchr::memchr(b'\n', bytes);
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.0.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }
}

impl Input for Pipe {
    fn line(&mut self, out: &mut dyn Write, prompt: Prompt<'_>) -> io::Result<Option<String>> {
        if let Prompt::New(prompt) | Prompt::Secret(prompt) = prompt {
            out.write_all(prompt.as_bytes())?;
        }
        out.flush()?;
        let mut line = Vec::new();
        let mut limited = io::Read::take(&mut self.0, Self::LINE_MAX);
        if limited.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.len() as u64 == Self::LINE_MAX && !line.ends_with(b"\n") {
            self.skip_line()?;
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn aside(&mut self, what: &str) {
        note(&what);
    }
}
