//! Logs of any program, opened: files, standard input, and replays and transcripts as the logs that
//! they are.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use super::diff::game_in;
use crate::error::Error;
use crate::games::{CommandLine, find};
use crate::library::open_replay;
use crate::store::{Content, Reader, Source, beginning, contents, is_replay};
use crate::traces::{
    Description, Input, LinePattern, Log, Sniffed, Tolerance, Wishes, from_toml, looks_like_a_log,
    sniff, tolerance_of_words,
};

// What a log means, as far as it is said.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LikeOption {
    /// What the log means: a description, as `chase trace FILE --describe` writes one; without it
    /// that is guessed
    #[arg(long, value_name = "FILE.toml")]
    pub(super) like: Option<PathBuf>,
    /// The column of a log that numbers its cycles
    #[arg(long, value_name = "COLUMN")]
    tick: Option<String>,
    /// The column of a log that tells its entities apart
    #[arg(long, value_name = "COLUMN")]
    entity: Option<String>,
    /// How far values of a column may differ, or of all columns: 0.01, 1%, 4ulps, or so many cycles
    /// early or late: 2cycles
    #[arg(long, value_name = "[COLUMN=]BOUND", value_delimiter = ',', value_parser = tolerance_of_words)]
    tolerance: Vec<(Option<String>, Tolerance)>,
    /// Lines of a text log: a regular expression whose named groups are columns, as in
    /// 'car (?<car>[0-9]+) at (?<x>[0-9.]+)'; once for each kind of line
    #[arg(long, value_name = "PATTERN")]
    line: Vec<String>,
    /// The same of lines that open a cycle
    #[arg(long, value_name = "PATTERN")]
    opening_line: Vec<String>,
}

impl LikeOption {
    /// The description, where one is named.
    ///
    /// # Errors
    /// No such file, or what is wrong in it.
    pub(super) fn read(&self) -> Result<Option<Description>, Error> {
        let Some(path) = &self.like else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Error::io(path.display(), "read", &error))?;
        from_toml(&path.display().to_string(), &text).map(Some)
    }

    /// What is said besides the description.
    pub(super) fn wishes(&self) -> Wishes {
        let pattern = |pattern: &String, opens| LinePattern {
            pattern: pattern.clone(),
            opens,
        };
        let opening = self.opening_line.iter().map(|it| pattern(it, true));
        let others = self.line.iter().map(|it| pattern(it, false));
        Wishes {
            tick: self.tick.clone(),
            entity: self.entity.clone(),
            tolerances: self.tolerance.clone(),
            lines: opening.chain(others).collect(),
        }
    }

    /// Whether anything is said.
    pub(super) fn is_given(&self) -> bool {
        self.like.is_some() || !self.wishes().are_none()
    }

    /// Opens a log as it is said; every column that is named is there.
    ///
    /// # Errors
    /// No such file, or one that begins otherwise than is said.
    pub(super) fn open(&self, path: &Path) -> Result<Log, Error> {
        self.opened(found(path)?)
    }

    /// The same of a log that was found.
    ///
    /// # Errors
    /// It begins otherwise than is said.
    pub(super) fn opened(&self, found: Found) -> Result<Log, Error> {
        let log = found.open_as(self.read()?.as_ref(), &self.wishes())?;
        log.check_columns()?;
        Ok(log)
    }
}

/// A log on its way in: a recording, or the bytes of another file.
pub(super) enum Found {
    /// The recording of a log, with its description.
    Recorded(Box<Reader>, Box<Description>),
    /// A replay or a transcript of a game.
    Game(Box<Source>, &'static dyn CommandLine),
    /// Anything else.
    Plain(Input),
}

impl Found {
    /// What a recording says that it means.
    pub(super) fn description(&self) -> Option<&Description> {
        match self {
            Found::Recorded(_, description) => Some(description.as_ref()),
            Found::Game(..) | Found::Plain(_) => None,
        }
    }

    /// Opens the log.
    ///
    /// # Errors
    /// It begins otherwise than its description says.
    pub(super) fn open(self, like: Option<&Description>) -> Result<Log, Error> {
        self.open_as(like, &Wishes::default())
    }

    /// The same with what is said besides the description.
    ///
    /// # Errors
    /// As [`Found::open`].
    pub(super) fn open_as(self, like: Option<&Description>, wishes: &Wishes) -> Result<Log, Error> {
        match self {
            Found::Plain(input) => Log::open_as(input, like, wishes),
            Found::Recorded(reader, description) => {
                let name = reader.name().to_owned();
                let mut reader = reader;
                let bytes = Box::new(Pages::new(move |page: &mut Vec<u8>| {
                    let more = reader.next_cycle().map_err(told)?;
                    if more {
                        reader.now().source_text(page);
                    }
                    Ok(more)
                }));
                Log::open(Input { name, bytes }, Some(&*description))
            }
            Found::Game(source, game) => Log::open(of_game(source, game), None),
        }
    }
}

/// Opens a log; `-` is standard input.
///
/// # Errors
/// No such file, or one that begins otherwise than its description says.
pub(super) fn open(path: &Path, like: Option<&Description>) -> Result<Log, Error> {
    found(path)?.open(like)
}

/// Finds out what a file holds; of standard input no more is read than that takes.
///
/// # Errors
/// No such file, or a replay that cannot be read.
pub(super) fn found(path: &Path) -> Result<Found, Error> {
    let name = path.display().to_string();
    let failed = |error: io::Error| Error::io(&name, "read", &error);
    if path == Path::new("-") {
        return from_standard_input(name);
    }
    let mut file = File::open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        let bytes = Box::new(file);
        return Ok(Found::Plain(Input { name, bytes }));
    }
    let is_lines = is_json_lines(&name, &mut file)?;
    if is_replay(&name, &mut file)? && !is_lines {
        return recorded(Reader::from_file(name, file, &open_replay)?, path);
    }
    let start = beginning(&name, &mut file)?;
    let text = String::from_utf8_lossy(&start);
    if !is_lines
        && sniff(&start) == Sniffed::Plain
        && !looks_like_a_log(&text)
        && !start.contains(&0)
        && !start.is_empty()
    {
        let content = contents(path, &open_replay)?;
        if let Some(game) = game_in(&content)? {
            let source = Source::new(path, content, game);
            return Ok(Found::Game(Box::new(source), game));
        }
    }
    let bytes = Box::new(file);
    Ok(Found::Plain(Input { name, bytes }))
}

/// Whether a file that begins with `{` holds an object a line, and no replay.
fn is_json_lines(name: &str, file: &mut File) -> Result<bool, Error> {
    let start = beginning(name, file)?;
    let text = String::from_utf8_lossy(&start);
    let first = text.lines().next().unwrap_or_default();
    let is_object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(first);
    Ok(is_object.is_ok_and(|object| !object.contains_key("chase")))
}

fn recorded(reader: Reader, path: &Path) -> Result<Found, Error> {
    let game = find(&reader.header().game)?;
    if game.is_observed() {
        let description = serde_json::from_str(reader.header().scenario.get());
        let description =
            description.map_err(|error| Error::new(error.to_string()).at(reader.name()))?;
        return Ok(Found::Recorded(Box::new(reader), description));
    }
    let source = Source::new(path, Content::Replay(Box::new(reader)), game);
    Ok(Found::Game(Box::new(source), game))
}

/// Standard input, which may be a program that runs for days: only what begins like a recording is
/// read to its end first.
fn from_standard_input(name: String) -> Result<Found, Error> {
    const MARK: u64 = 8;
    let failed = |error: io::Error| Error::io(&name, "read", &error);
    let mut start = Vec::new();
    io::stdin()
        .take(MARK)
        .read_to_end(&mut start)
        .map_err(failed)?;
    let is_binary = start.first() == Some(&0x89);
    let mut bytes = Cursor::new(start).chain(io::stdin());
    if is_binary {
        let mut file = tempfile::tempfile().map_err(failed)?;
        io::copy(&mut bytes, &mut file).map_err(failed)?;
        file.flush().and_then(|()| file.rewind()).map_err(failed)?;
        let path = PathBuf::from(&name);
        return recorded(Reader::from_file(name, file, &open_replay)?, &path);
    }
    let bytes = Box::new(bytes);
    Ok(Found::Plain(Input { name, bytes }))
}

/// Whether a file surely is a log, or the recording of one.
///
/// # Errors
/// It cannot be read.
pub(super) fn is_log(path: &Path) -> Result<bool, Error> {
    if is_recorded(path)? {
        return Ok(true);
    }
    let Some((name, mut file)) = plain_file(path) else {
        return Ok(false);
    };
    if is_replay(&name, &mut file)? && !is_json_lines(&name, &mut file)? {
        return Ok(false);
    }
    let start = beginning(&name, &mut file)?;
    let is_packed = sniff(&start) != Sniffed::Plain;
    Ok(is_packed || !start.contains(&0) && looks_like_a_log(&String::from_utf8_lossy(&start)))
}

/// Whether a file has nothing but the first line of another: a log that ended before its first cycle.
///
/// # Errors
/// One cannot be read.
pub(super) fn is_heading_of(path: &Path, other: &Path) -> Result<bool, Error> {
    let (Some((name, mut file)), Some((other_name, mut other))) =
        (plain_file(path), plain_file(other))
    else {
        return Ok(false);
    };
    let (start, others) = (
        beginning(&name, &mut file)?,
        beginning(&other_name, &mut other)?,
    );
    let first = others.split_inclusive(|byte| *byte == b'\n').next();
    Ok(!start.is_empty() && first == Some(start.as_slice()))
}

/// Whether a file is the recording of a log.
///
/// # Errors
/// It cannot be read.
pub(super) fn is_recorded(path: &Path) -> Result<bool, Error> {
    let Some((name, mut file)) = plain_file(path) else {
        return Ok(false);
    };
    if !is_replay(&name, &mut file)? || is_json_lines(&name, &mut file)? {
        return Ok(false);
    }
    // What is wrong with a replay is told by who reads it.
    let reader = Reader::from_file(name, file, &open_replay);
    let game = reader.ok().and_then(|it| find(&it.header().game).ok());
    Ok(game.is_some_and(|game| game.is_observed()))
}

/// A file that can be looked into and read again; who reads it tells why there is none.
fn plain_file(path: &Path) -> Option<(String, File)> {
    let file = File::open(path).ok()?;
    let is_file = file.metadata().is_ok_and(|it| it.is_file());
    is_file.then(|| (path.display().to_string(), file))
}

fn told(error: Error) -> io::Error {
    io::Error::other(error.help("").to_string())
}

/// Bytes that are made a page at a time.
struct Pages<F> {
    make: F,
    page: Vec<u8>,
    used: usize,
}

impl<F: FnMut(&mut Vec<u8>) -> io::Result<bool>> Pages<F> {
    fn new(make: F) -> Self {
        Pages {
            make,
            page: Vec::new(),
            used: 0,
        }
    }
}

impl<F: FnMut(&mut Vec<u8>) -> io::Result<bool>> Read for Pages<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.used == self.page.len() {
            self.page.clear();
            self.used = 0;
            if !(self.make)(&mut self.page)? {
                return Ok(0);
            }
        }
        let length = into.len().min(self.page.len() - self.used);
        into[..length].copy_from_slice(&self.page[self.used..self.used + length]);
        self.used += length;
        Ok(length)
    }
}

/// A replay or a transcript of a game as CSV: a line a cycle, with the columns of the game.
fn of_game(mut source: Box<Source>, game: &'static dyn CommandLine) -> Input {
    let name = source.name().to_owned();
    let columns = game.columns().iter().map(|column| column.name.to_owned());
    let names: Vec<_> = std::iter::once(game.unit().to_owned())
        .chain(columns)
        .collect();
    let mut heading = Some(line(&names));
    let bytes = Box::new(Pages::new(move |page: &mut Vec<u8>| {
        if let Some(heading) = heading.take() {
            page.extend_from_slice(heading.as_bytes());
            return Ok(true);
        }
        let more = source.next_cycle().map_err(told)?;
        if more {
            let row = source.row();
            let cells = row.cells.iter().map(|cell| cell.words());
            let cells: Vec<_> = std::iter::once(row.cycle.to_string())
                .chain(cells)
                .collect();
            page.extend_from_slice(line(&cells).as_bytes());
        }
        Ok(more)
    }));
    Input { name, bytes }
}

/// A line of CSV.
fn line(fields: &[String]) -> String {
    let field = |field: &String| match field.contains([',', '"']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    let mut line = fields.iter().map(field).collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}
