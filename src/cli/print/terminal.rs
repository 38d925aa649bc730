//! Standard output, standard error and standard input. What is printed goes through
//! [`EscapingWriter`], whoever wrote it.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufRead, BufWriter, Write};

#[cfg(feature = "tui")]
use rustyline::{DefaultEditor, error::ReadlineError};

use super::columns;
use crate::system;
use chase_play::{Input, Prompt};
use chase_replay::diff::ReportStyle;
use chase_world::escape::EscapingWriter;
use chase_world::world::{Screen, World};

/// Standard output, buffered: the one place that opens it.
#[expect(clippy::disallowed_methods, reason = "this is the one place")]
pub fn standard_output() -> BufWriter<io::Stdout> {
    BufWriter::with_capacity(1 << 16, io::stdout())
}

/// Standard error, for what is shown to people while standard output is for a report.
pub fn standard_error(world: &World) -> EscapingWriter<Errors<'_>> {
    EscapingWriter::new(Errors(world))
}

/// Standard error of a world.
pub struct Errors<'a>(&'a World);

impl Write for Errors<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_errors(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The style of reports on standard output: in colour at a terminal that has it, unless NO_COLOR
/// says otherwise.
pub fn look(world: &World) -> ReportStyle {
    let Screen { has_colour, width, .. } = world.screens().output;
    ReportStyle { colour: has_colour, width }
}

/// A text for standard output: at a terminal its lines are broken between words, and what goes on is set
/// in by so many columns more than the line. Elsewhere it stays as it is.
pub fn wrapped(world: &World, text: String, indent: usize) -> String {
    match look(world).width {
        Some(most) => columns::wrapped(&text, most, indent),
        None => text,
    }
}

/// Returns whether somebody sits at a terminal, whose screen can be cleared.
pub fn is_a_screen(world: &World) -> bool {
    let screens = world.screens();
    screens.is_typed && screens.output.is_terminal
}

/// Returns whether [`input`] is an editor, which shows its prompts itself.
pub fn has_editor(world: &World) -> bool {
    cfg!(feature = "tui") && is_a_screen(world)
}

/// Clears the screen that standard error is shown on, where it is one.
pub fn clear_screen(world: &World) {
    if world.screens().errors.is_terminal {
        // To the upper left corner, and everything from there.
        world.write_errors(b"\x1b[H\x1b[2J");
    }
}

/// Tells the user something that is no error, at a terminal in lines broken between words.
pub fn note_wrapped(world: &World, what: &dyn fmt::Display) {
    let text = what.to_string();
    match world.screens().errors.width {
        Some(width) => world.note(&columns::wrapped(&text, width, 2).trim_end()),
        None => world.note(&text),
    }
}

/// Shows a page in the browser, where one can be opened.
pub fn open_browser(world: &World, page: impl AsRef<OsStr>) {
    if let Err(error) = system::open_page(page.as_ref()) {
        world.warn(&format_args!("no browser could be opened: {error}"));
    }
}

/// A person's lines with editing and history, or a pipe's as they are.
pub fn input(world: &World) -> Box<dyn Input> {
    #[cfg(feature = "tui")]
    if has_editor(world) {
        match DefaultEditor::new() {
            Ok(editor) => return Box::new(Person(world.clone(), editor)),
            Err(error) => world.warn(&format_args!("no line editing here: {error}")),
        }
    }
    Box::new(Pipe(world.clone()))
}

#[cfg(feature = "tui")]
struct Person(World, DefaultEditor);

#[cfg(feature = "tui")]
impl Input for Person {
    fn line(&mut self, out: &mut dyn Write, prompt: Prompt<'_>) -> io::Result<Option<String>> {
        out.flush()?;
        let is_secret = matches!(prompt, Prompt::Secret(_));
        let (Prompt::New(prompt) | Prompt::Again(prompt) | Prompt::Secret(prompt)) = prompt;
        match self.1.readline(prompt) {
            Ok(line) => {
                if !is_secret {
                    // A history that cannot grow any more is no reason to stop.
                    let _ = self.1.add_history_entry(&line);
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn aside(&mut self, what: &str) {
        self.0.note(&what);
    }
}

/// The lines of standard input that is no terminal.
struct Pipe(World);

impl Pipe {
    /// The rest of a longer line is passed over: no command is that long.
    const LINE_MAX: u64 = 1 << 16;
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = memchr::memchr(b'\n', bytes);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
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
        let mut input = self.0.input();
        let mut limited = io::Read::take(&mut *input, Self::LINE_MAX);
        if limited.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.len() as u64 == Self::LINE_MAX && !line.ends_with(b"\n") {
            skip_line(&mut *input)?;
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn aside(&mut self, what: &str) {
        self.0.note(&what);
    }
}
