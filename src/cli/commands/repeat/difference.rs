//! Where two runs of a program differ, told as `chase diff` tells it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::RepeatOptions;
use super::run_outputs::{KeptRun, named};
use crate::commands::diff;
use crate::input::logs;
use crate::print::printout::Format;
use crate::verb::{Context, Failure};
use chase_outside::repeated::RunEnd;
use chase_world::error::Error;
use chase_world::world::World;

/// The output that most programs are compared by.
const STDOUT: &str = "standard output";

/// The differences of two runs.
#[derive(Serialize)]
pub struct RunDifference {
    /// The two runs, in words.
    pub runs: [String; 2],
    /// The outputs that differ.
    pub places: Vec<DifferingOutput>,
}

/// Something that differs: an output, a file, how the runs ended.
#[derive(Serialize)]
pub struct DifferingOutput {
    /// The name of the output.
    pub what: String,
    /// The difference in a line.
    pub brief: String,
    /// The report of `diff` on it, for programs; nothing where it is compared by bytes.
    pub report: Option<Value>,
    /// The report as it is printed.
    #[serde(skip)]
    pub text: Vec<u8>,
}

impl DifferingOutput {
    fn in_a_line(what: &str, brief: String) -> Self {
        DifferingOutput {
            what: what.to_owned(),
            text: format!("{what}: {brief}\n").into_bytes(),
            brief,
            report: None,
        }
    }
}

/// Returns whether two runs differ in nothing but how their logs are written.
pub fn same_log(
    context: Context<'_>,
    one: &KeptRun,
    other: &KeptRun,
    options: &RepeatOptions,
) -> bool {
    let (a, b) = (&one.left, &other.left);
    if a.end != b.end || a.files != b.files {
        return false;
    }
    let paths = [one.stdout(), other.stdout()];
    if !is_log(context.world, &paths[0], options) || !is_log(context.world, &paths[1], options) {
        return false;
    }
    // What cannot be read as a log is compared otherwise.
    asked(context, one, other, options, Format::Json).is_ok_and(|(same, _)| same)
}

fn is_log(world: &World, path: &Path, options: &RepeatOptions) -> bool {
    options.like.is_given() || logs::is_log(world, path).unwrap_or(false)
}

/// Checks that what is said of logs holds for a run's standard output.
///
/// # Errors
/// Those of `chase diff`, of the run.
pub fn check_log(
    context: Context<'_>,
    run: &KeptRun,
    options: &RepeatOptions,
) -> Result<(), Error> {
    if !options.like.is_given() {
        return Ok(());
    }
    match asked(context, run, run, options, Format::Json) {
        Err(Failure::Told(error)) => Err(by_run(error, run)),
        _ => Ok(()),
    }
}

/// A message that calls an output by its run.
fn by_run(error: Error, run: &KeptRun) -> Error {
    error.with_name(&run.stdout(), &format!("run {}", run.number))
}

/// The report of `chase diff` on the standard outputs of two runs, and true if they are the same.
fn asked(
    context: Context<'_>,
    one: &KeptRun,
    other: &KeptRun,
    options: &RepeatOptions,
    format: Format,
) -> Result<(bool, Vec<u8>), Failure> {
    let (ours, theirs) = (one.stdout(), other.stdout());
    let mut asked = diff::DiffOptions::of(&ours, &theirs);
    asked.logs.like = options.like.clone();
    asked.format = format;
    asked.of_any_program = true;
    // Of logs values are compared, of other text every letter.
    asked.exact = ![&ours, &theirs].iter().all(|path| is_log(context.world, path, options));
    let mut text = Vec::new();
    let same = diff::compare(context, &asked, &mut text)?;
    Ok((same, text))
}

/// All that differs between two runs.
///
/// # Errors
/// What was kept of them cannot be read.
pub fn between(
    context: Context<'_>,
    one: &KeptRun,
    other: &KeptRun,
    options: &RepeatOptions,
) -> Result<RunDifference, Error> {
    let mut places = Vec::new();
    if one.left.stdout != other.left.stdout {
        places.push(in_stdout(context, one, other, options)?);
    }
    if one.left.end != other.left.end {
        let [a, b] = [one, other].map(|it| ended(it.left.end));
        places.push(DifferingOutput::in_a_line("end", format!("{a}; {b}")));
    }
    for (n, name) in options.files.iter().enumerate() {
        let what = name.display().to_string();
        match (one.left.files[n], other.left.files[n]) {
            (a, b) if a == b => {}
            (Some(_), Some(_)) => places.push(in_bytes(&what, &one.file(n), &other.file(n))?),
            (there, _) => {
                let without = if there.is_some() { other } else { one };
                let brief = format!("missing after run {}", without.number);
                places.push(DifferingOutput::in_a_line(&what, brief));
            }
        }
    }
    Ok(RunDifference { runs: [one, other].map(|it| named(it.number, &it.words)), places })
}

pub fn ended(end: RunEnd) -> String {
    match end {
        RunEnd::Status(status) => format!("status {status}"),
        RunEnd::Signal(number) => match signal_name(number) {
            "" => format!("signal {number}"),
            name => format!("signal {number} ({name})"),
        },
        RunEnd::Late => "it ran out of time".to_owned(),
        RunEnd::TooMuch => "it printed too much".to_owned(),
    }
}

/// The names of signals that have one number on all systems; empty for others.
fn signal_name(number: i32) -> &'static str {
    match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => "",
    }
}

/// The difference in standard outputs: as `diff` tells it, by bytes where it cannot.
fn in_stdout(
    context: Context<'_>,
    one: &KeptRun,
    other: &KeptRun,
    options: &RepeatOptions,
) -> Result<DifferingOutput, Error> {
    let by_bytes = || in_bytes(STDOUT, &one.stdout(), &other.stdout());
    if [one, other].iter().any(|it| holds_no_text(&it.stdout())) {
        return by_bytes();
    }
    match told_by_diff(context, one, other, options) {
        Ok(Some(place)) => Ok(place),
        // The first run was a log as it is said, and one of these is not.
        Err(Failure::Told(error)) if options.like.is_given() => {
            let error = by_run(by_run(error, one), other).help("");
            let brief = by_bytes()?.brief;
            Ok(DifferingOutput::in_a_line(STDOUT, format!("{brief}; {error}")))
        }
        Ok(None) | Err(_) => by_bytes(),
    }
}

/// Standard outputs as `diff` tells them apart; nothing where it finds them the same.
fn told_by_diff(
    context: Context<'_>,
    one: &KeptRun,
    other: &KeptRun,
    options: &RepeatOptions,
) -> Result<Option<DifferingOutput>, Failure> {
    let (same, text) = asked(context, one, other, options, Format::Text)?;
    let (_, report) = asked(context, one, other, options, Format::Json)?;
    let text = renamed(text, one, other);
    let Ok(report) = serde_json::from_slice::<Value>(&renamed(report, one, other)) else {
        return Ok(None);
    };
    Ok((!same).then(|| DifferingOutput {
        what: STDOUT.to_owned(),
        brief: first_line(&in_plain_letters(&text)),
        report: Some(report),
        text,
    }))
}

/// The outputs are called by their runs, not by where they are kept for a while. What tells own codes
/// from strangers' texts stays as it is.
fn renamed(mut text: Vec<u8>, one: &KeptRun, other: &KeptRun) -> Vec<u8> {
    for run in [one, other] {
        let path = run.stdout().display().to_string();
        let name = format!("run {}", run.number);
        let mut from = 0;
        while let Some(at) = memchr::memmem::find(&text[from..], path.as_bytes()) {
            let at = from + at;
            text.splice(at..at + path.len(), name.bytes());
            from = at + name.len();
        }
    }
    text
}

/// A text that is printed, without colours.
pub fn in_plain_letters(text: &[u8]) -> String {
    // These two bytes are in no text: they stand round what is the program's own.
    let letters = text.iter().copied().filter(|byte| *byte < 0xfe).collect();
    let text = String::from_utf8(letters).unwrap_or_default();
    anstream::adapter::strip_str(&text).to_string()
}

/// The first difference among the lines that `diff` prints.
fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().find(|line| line.starts_with("first "));
    first.or_else(|| lines.next()).unwrap_or_default().to_owned()
}

/// Returns whether a file is empty, or its beginning holds what is no text.
fn holds_no_text(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 16).read_to_end(&mut start));
    read.is_err() || start.is_empty() || start.contains(&0)
}

/// The first byte that differs.
fn in_bytes(what: &str, one: &Path, other: &Path) -> Result<DifferingOutput, Error> {
    let failed = |error: io::Error| Error::io(one.display(), "read", &error);
    let open = |path: &Path| File::open(path).map(|file| BufReader::with_capacity(1 << 16, file));
    let (mut one, mut other) =
        (open(one).map_err(failed)?.bytes(), open(other).map_err(failed)?.bytes());
    let mut at = 0_u64;
    loop {
        let a = one.next().transpose().map_err(failed)?;
        let b = other.next().transpose().map_err(failed)?;
        let brief = match (a, b) {
            (Some(a), Some(b)) if a == b => {
                at += 1;
                continue;
            }
            (Some(a), Some(b)) => format!("byte {at}: {a:02x}, {b:02x}"),
            (Some(_), None) => format!("byte {at}: the first run goes on, the other ends"),
            (None, _) => format!("byte {at}: the first run ends, the other goes on"),
        };
        return Ok(DifferingOutput::in_a_line(what, brief));
    }
}
