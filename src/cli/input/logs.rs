//! Logs of any program, opened: files, standard input, and replays and transcripts as the logs that
//! they are; and the options that say what they hold, such as `--tolerance`.

use crate::verb::Context;
use std::io::{self, Cursor, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use chase_kit::trace::TextEnd;
#[cfg(feature = "fst")]
use chase_logs::fst_log;
#[cfg(feature = "parquet")]
use chase_logs::parquet_log;
use chase_logs::{
    Compression, CutNotice, Description, DescriptionOptions, LinePattern, LogForm, LogInput,
    LogReader, PARQUET_MAGIC, Pages, Tolerance, beginning_text, check_form, from_toml, is_fst,
    looks_like_a_log, no_bound, sniff, tolerance_of_words,
};
use chase_play::{CommandLine, Games};
use chase_replay::opener::{game_in, opener};
use chase_replay::store::{
    Content, ReplayReader, TraceSource, beginning, contents, copy_input, is_journal, is_replay,
    open_file,
};
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, World};

/// The tolerances of one `--tolerance`, each with its column if it is of one.
#[derive(Clone, Debug)]
struct NamedTolerances(Vec<(Option<String>, Tolerance)>);

/// Reads tolerances with commas between them. A number with a comma where its point should be is none:
/// `0,5%` would be two bounds, and the wider one would pass what nobody meant to allow.
fn tolerances_of_words(words: &str) -> Result<NamedTolerances, String> {
    let parts: Vec<&str> = words.split(',').collect();
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let has_decimal_comma = parts.windows(2).any(|two| {
        let bound = two[0].rsplit('=').next().unwrap_or_default();
        let is_whole = !bound.is_empty() && bound.chars().all(|digit| digit.is_ascii_digit());
        is_whole && is_number(two[1])
    });
    if has_decimal_comma {
        return Err(no_bound(words));
    }
    let all = parts.into_iter().map(tolerance_of_words);
    Ok(NamedTolerances(all.collect::<Result<_, _>>()?))
}

/// Reads the character that separates fields.
fn delimiter(words: &str) -> Result<char, String> {
    let one = match words {
        "tab" => Some('\t'),
        "blank" => Some(' '),
        words => words.parse().ok(),
    };
    let wrong = || "expected a sign such as `;` or `|`, or `tab`, or `blank`".to_owned();
    one.filter(|it| Description::can_separate(*it)).ok_or_else(wrong)
}

// What a log means, as far as it is said.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LikeOption {
    /// A file that describes the log, as `chase trace FILE --describe` writes it [default: guessed]
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) like: Option<PathBuf>,
    /// Column of a log that numbers its cycles, as in `--tick time`
    #[arg(long, value_name = "COLUMN")]
    tick: Option<String>,
    /// Column of a log that names the entity of a row, as in `--entity car`
    #[arg(long, value_name = "COLUMN")]
    entity: Option<String>,
    /// Character between the fields of a CSV, as in `--delimiter ';'`, or `tab`, or `blank` for columns
    /// with any number of blanks between them
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    delimiter: Option<char>,
    /// Difference that is allowed, in one column or in all: 0.01, 1%, 1%range, 4ulps, or 2cycles or
    /// 0.5ticks early or late, as in `--tolerance speed=1%`; several with commas between them
    #[arg(long, value_name = "[COLUMN=]BOUND", value_parser = tolerances_of_words)]
    tolerance: Vec<NamedTolerances>,
    /// How vectors of a waveform that are wider than 4 bits are shown: hex or bin
    #[arg(long, value_name = "RADIX", value_parser = ["hex", "bin"])]
    radix: Option<String>,
    /// Regular expression for lines of a text log; its named groups are the columns, as in 'car
    /// (?<car>[0-9]+) at (?<x>[0-9.]+)'; repeatable, one for each kind of line
    #[arg(long, value_name = "PATTERN")]
    line: Vec<String>,
    /// Regular expression for lines that begin a cycle, as in 'step (?<tick>[0-9]+)'; repeatable
    #[arg(long, value_name = "PATTERN")]
    opening_line: Vec<String>,
}

impl LikeOption {
    /// A description alone, for commands that take no other words about a log.
    pub(crate) fn of(like: Option<PathBuf>) -> Self {
        LikeOption { like, ..LikeOption::default() }
    }

    /// The description, where one is named.
    ///
    /// # Errors
    /// No such file, or what is wrong in it.
    pub(crate) fn read(&self, world: &World) -> Result<Option<Description>, Error> {
        let Some(path) = &self.like else {
            return Ok(None);
        };
        let text = world.at(path).read_to_string().io_at(path.display(), "read")?;
        from_toml(&path.display().to_string(), &text).map(Some)
    }

    /// The wishes besides the description.
    pub(crate) fn wishes(&self) -> DescriptionOptions {
        let pattern = |pattern: &String, opens| LinePattern { pattern: pattern.clone(), opens };
        let opening = self.opening_line.iter().map(|it| pattern(it, true));
        let others = self.line.iter().map(|it| pattern(it, false));
        DescriptionOptions {
            tick: self.tick.clone(),
            entity: self.entity.clone(),
            tolerances: self.tolerance.iter().flat_map(|it| it.0.clone()).collect(),
            lines: opening.chain(others).collect(),
            delimiter: self.delimiter,
            blank_is_nan: false,
            is_binary: self.radix.as_deref() == Some("bin"),
            interpolations: Vec::new(),
            syncs: Vec::new(),
        }
    }

    /// Returns whether anything is said.
    pub(crate) fn is_given(&self) -> bool {
        self.like.is_some() || !self.wishes().are_none()
    }

    /// Opens a log as it is said; every column that is named is there.
    ///
    /// # Errors
    /// No such file, or one that begins otherwise than is said.
    pub(crate) fn open(&self, context: Context<'_>, path: &Path) -> Result<LogReader, Error> {
        self.opened(context.world, found(context, path)?)
    }

    /// Opens a log that was found as it is said; every column that is named is there.
    ///
    /// # Errors
    /// It begins otherwise than is said.
    pub(crate) fn opened(&self, world: &World, found: IncomingLog) -> Result<LogReader, Error> {
        let log = found.open_as(self.read(world)?.as_ref(), &self.wishes())?;
        log.check_columns()?;
        Ok(log)
    }
}

/// A log on its way in: a recording, or the bytes of another file.
pub(crate) enum IncomingLog {
    /// A replay or a transcript of a game.
    Game(Box<TraceSource>, &'static dyn CommandLine),
    /// The bytes of a file that is neither a recording nor a transcript: a log to be read as it is.
    Plain(LogInput),
    /// A file of another form, as the lines that it becomes, and words for both forms.
    // Without the features there is none.
    #[cfg_attr(not(any(feature = "fst", feature = "parquet")), expect(dead_code))]
    Converted(LogInput, &'static str),
}

impl IncomingLog {
    /// Opens the log, with wishes besides the description.
    ///
    /// # Errors
    /// It begins otherwise than its description says.
    pub(crate) fn open_as(
        self,
        like: Option<&Description>,
        wishes: &DescriptionOptions,
    ) -> Result<LogReader, Error> {
        match self {
            IncomingLog::Plain(input) => LogReader::open_as(input, like, wishes),
            IncomingLog::Converted(input, how) => {
                let log = LogReader::open_as(input, like, wishes)?;
                Ok(log.with_note(how))
            }
            IncomingLog::Game(source, game) => {
                let ending = CutNotice::default();
                let (input, description) = of_game(source, game, ending.clone());
                Ok(LogReader::open(input, Some(&description))?.with_ending(ending))
            }
        }
    }
}

/// Finds out what a file holds; of standard input no more is read than that takes.
///
/// # Errors
/// No such file, or a replay that cannot be read.
pub(crate) fn found(context: Context<'_>, path: &Path) -> Result<IncomingLog, Error> {
    let name = path.display().to_string();
    if path == Path::new("-") {
        return from_standard_input(context, name);
    }
    let mut file = open_file(&context.world.at(path)).io_at(&name, "read")?;
    if !file.metadata().io_at(&name, "read")?.is_file() {
        let bytes = Box::new(file);
        return Ok(IncomingLog::Plain(LogInput { name, bytes }));
    }
    let is_lines = is_json_lines(&name, &mut file)?;
    if is_replay(&name, &mut file)? && !is_lines {
        return recorded(
            context.games,
            ReplayReader::from_file(name, file, &opener(context.games))?,
            path,
        );
    }
    let start = beginning(&name, &mut file)?;
    check_form(&name, &start)?;
    if start.starts_with(PARQUET_MAGIC) {
        return table(name, file);
    }
    if is_fst(&start) {
        return dump(name, file);
    }
    let text = String::from_utf8_lossy(&start);
    if !is_lines
        && sniff(&start) == Compression::Plain
        && !looks_like_a_log(&text)
        && !start.contains(&0)
        && !start.is_empty()
    {
        let content = contents(&context.world.at(path), &opener(context.games))?;
        if let Some(game) = game_in(context.games, &content)? {
            let source = TraceSource::new(path, content, game);
            return Ok(IncomingLog::Game(Box::new(source), game));
        }
    }
    let bytes = Box::new(file);
    Ok(IncomingLog::Plain(LogInput { name, bytes }))
}

/// A table of Parquet as a log.
#[cfg(feature = "parquet")]
fn table(name: String, mut file: File) -> Result<IncomingLog, Error> {
    file.rewind().io_at(&name, "read")?;
    let log = parquet_log(name, file)?;
    Ok(IncomingLog::Converted(log, "Parquet, read as CSV"))
}

#[cfg(not(feature = "parquet"))]
fn table(name: String, _: File) -> Result<IncomingLog, Error> {
    let error = Error::new("this build does not read Parquet").at(name);
    Err(error.help("convert the file to CSV, or take a program that does: cargo install --path . --locked --features parquet"))
}

/// A dump in FST as a log.
#[cfg(feature = "fst")]
fn dump(name: String, file: File) -> Result<IncomingLog, Error> {
    let log = fst_log(name, file)?;
    Ok(IncomingLog::Converted(log, "FST, read as VCD"))
}

#[cfg(not(feature = "fst"))]
fn dump(name: String, _: File) -> Result<IncomingLog, Error> {
    let error = Error::new("this build does not read FST").at(name);
    Err(error.help("build it with the feature `fst`, or convert the file to VCD with fst2vcd"))
}

/// Returns whether a file that begins with `{` holds an object a line, and no replay.
fn is_json_lines(name: &str, file: &mut File) -> Result<bool, Error> {
    Ok(holds_json_lines(&beginning(name, file)?).is_some())
}

/// The certainty that a file holds an object a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JsonLines {
    /// It begins with an object in a line, which may be all.
    Perhaps,
    /// Its first line is longer than what was looked at, or damaged, and the next holds an object.
    Surely,
}

/// The certainty that bytes begin an object a line; nothing where they begin a replay or the
/// journal of a game. The fields of a replay stand in several lines, and `chase` among the first of
/// them.
fn holds_json_lines(start: &[u8]) -> Option<JsonLines> {
    if is_journal(start) {
        return None;
    }
    let is_object = |line: &str| {
        let object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line);
        object.is_ok_and(|object| !object.contains_key("chase"))
    };
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if is_object(first) {
        return Some(JsonLines::Perhaps);
    }
    let begins_one = first.strip_prefix('{').is_some_and(|it| !it.is_empty());
    if !begins_one || text.contains("\"chase\"") {
        return None;
    }
    let next = lines.next();
    let is_cut = next.is_none() && start.len() >= FIRST_LINE_SEEN && !start.ends_with(b"\n");
    (is_cut || next.is_some_and(is_object)).then_some(JsonLines::Surely)
}

/// A first line without an end that is at least so long goes on behind what was looked at.
const FIRST_LINE_SEEN: usize = 1 << 16;

fn recorded(games: Games, reader: ReplayReader, path: &Path) -> Result<IncomingLog, Error> {
    let game = games.find(&reader.header().game)?;
    let source = TraceSource::new(path, Content::Replay(Box::new(reader)), game);
    Ok(IncomingLog::Game(Box::new(source), game))
}

/// Standard input, which may be a program that runs for days: only what begins like a recording is
/// read to its end first.
fn from_standard_input(context: Context<'_>, name: String) -> Result<IncomingLog, Error> {
    let failed = |error: io::Error| Error::io(&name, "read", &error);
    let mut start = Vec::new();
    while may_begin_a_recording(&start) != Some(false) && start.len() < START_MAX {
        let read = context.world.reader().take(1).read_to_end(&mut start);
        if read.map_err(failed)? == 0 || may_begin_a_recording(&start) == Some(true) {
            break;
        }
    }
    let is_recording = may_begin_a_recording(&start) == Some(true);
    let mut bytes = Cursor::new(start).chain(context.world.reader());
    if is_recording {
        let mut file = context.world.nameless_file().map_err(failed)?;
        copy_input(context.world, &mut bytes, &mut file).map_err(failed)?;
        file.flush().and_then(|()| file.rewind()).map_err(failed)?;
        let path = PathBuf::from(&name);
        return recorded(
            context.games,
            ReplayReader::from_file(name, file, &opener(context.games))?,
            &path,
        );
    }
    let bytes = Box::new(bytes);
    Ok(IncomingLog::Plain(LogInput { name, bytes }))
}

/// The number of bytes that are looked at: a recording in JSON may begin with blanks.
const START_MAX: usize = 64;

/// True if bytes begin a recording, of either form; nothing where more of them must be seen.
fn may_begin_a_recording(start: &[u8]) -> Option<bool> {
    const BINARY: u8 = 0x89;
    const DOCUMENT: &[u8] = b"{\"chase\"";
    let mut said = start.iter().filter(|byte| !byte.is_ascii_whitespace());
    if start.first() == Some(&BINARY) {
        return Some(true);
    }
    let mut due = DOCUMENT.iter();
    loop {
        match (said.next(), due.next()) {
            (_, None) => return Some(true),
            (None, Some(_)) => return None,
            (Some(byte), Some(due)) if byte == due => {}
            _ => return Some(false),
        }
    }
}

/// Returns whether a file surely is a log.
///
/// # Errors
/// It cannot be read.
pub(crate) fn is_log(world: &World, path: &Path) -> Result<bool, Error> {
    let Some((name, mut file)) = plain_file(world, path) else {
        return Ok(false);
    };
    if is_replay(&name, &mut file)? && !is_json_lines(&name, &mut file)? {
        return Ok(false);
    }
    let start = beginning(&name, &mut file)?;
    if sniff(&start) != Compression::Plain || start.starts_with(PARQUET_MAGIC) || is_fst(&start) {
        return Ok(true);
    }
    let text = beginning_text(&start);
    let are_lines = || holds_json_lines(text.as_bytes()) == Some(JsonLines::Surely);
    Ok(!text.contains('\0') && (are_lines() || looks_like_a_log(&text)))
}

/// Returns whether a file has nothing but the first line of another: a log that ended before its
/// first cycle.
///
/// # Errors
/// One cannot be read.
pub(crate) fn is_heading_of(world: &World, path: &Path, other: &Path) -> Result<bool, Error> {
    let (Some((name, mut file)), Some((other_name, mut other))) =
        (plain_file(world, path), plain_file(world, other))
    else {
        return Ok(false);
    };
    let (start, others) = (beginning(&name, &mut file)?, beginning(&other_name, &mut other)?);
    let first = others.split_inclusive(|byte| *byte == b'\n').next();
    Ok(!start.is_empty() && first == Some(start.as_slice()))
}

/// A file that can be looked into and read again; who reads it tells why there is none.
fn plain_file(world: &World, path: &Path) -> Option<(String, File)> {
    let file = open_file(&world.at(path)).ok()?;
    file.metadata().is_ok_and(|it| it.is_file()).then(|| (path.display().to_string(), file))
}

/// That a recording is unfinished, in words.
fn unfinished(unit: &str, last: Option<u64>) -> String {
    match last {
        Some(last) => format!("an unfinished recording: it ends after {unit} {last}"),
        None => "an unfinished recording: nothing was recorded yet".into(),
    }
}

fn told(error: Error) -> io::Error {
    io::Error::other(error.help("").to_string())
}

/// A replay or a transcript of a game as CSV: a line a cycle, with the columns of the game. Each line
/// tells of everybody, and its first column is what the game calls a cycle, unless another column is
/// called so.
fn of_game(
    mut source: Box<TraceSource>,
    game: &'static dyn CommandLine,
    ending: CutNotice,
) -> (LogInput, Description) {
    let name = source.name().to_owned();
    let columns: Vec<_> = game.columns().iter().map(|it| it.name.to_owned()).collect();
    let tick = [game.unit(), "cycle", "tick"].map(str::to_owned);
    let tick = tick.into_iter().find(|tick| !columns.contains(tick));
    let tick = tick.unwrap_or_else(|| "number of the cycle".to_owned());
    let names: Vec<_> = std::iter::once(tick.clone()).chain(columns).collect();
    let mut description = Description::of(LogForm::Csv);
    description.units_row = Some(false);
    description.tick = Some(tick);
    let bytes = Box::new(Pages::new(line(&names).into_bytes(), move |page| {
        let more = source.next_cycle().map_err(told)?;
        if !more && source.replay().is_some() && source.how_it_ended() == TextEnd::Cut {
            ending.cut(unfinished(game.unit(), source.span().1));
        }
        if more {
            let row = source.row();
            let cells = row.cells.iter().map(|cell| cell.words());
            let cells: Vec<_> = std::iter::once(row.cycle.to_string()).chain(cells).collect();
            page.extend_from_slice(line(&cells).as_bytes());
        }
        Ok(more)
    }));
    (LogInput { name, bytes }, description)
}

/// A line of CSV.
fn line(fields: &[String]) -> String {
    let field = |field: &String| match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    let mut line = fields.iter().map(field).collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}
