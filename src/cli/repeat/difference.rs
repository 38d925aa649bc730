//! Where two runs of a program differ, told as `chase diff` tells it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::left::{Kept, named};
use super::{Format, Options};
use crate::cli::{Failure, diff, logs};
use crate::error::Error;
use crate::outside::repeated::RunEnd;

/// Where two runs differ.
#[derive(Serialize)]
pub struct Difference {
    /// The two runs, in words.
    pub runs: [String; 2],
    /// What of them differs.
    pub places: Vec<Place>,
}

/// Something that differs: an output, a file, how the runs ended.
#[derive(Serialize)]
pub struct Place {
    /// What it is.
    pub what: String,
    /// The difference in a line.
    pub brief: String,
    /// What `diff` reports of it, for programs; nothing where it is compared by bytes.
    pub report: Option<Value>,
    /// The same as it is printed.
    #[serde(skip)]
    pub text: Vec<u8>,
}

impl Place {
    fn in_a_line(what: &str, brief: String) -> Self {
        Place {
            what: what.to_owned(),
            text: format!("{what}: {brief}\n").into_bytes(),
            brief,
            report: None,
        }
    }
}

/// Whether two runs differ in nothing but how their logs are written.
pub fn same_log(one: &Kept, other: &Kept, options: &Options) -> bool {
    let (a, b) = (&one.left, &other.left);
    if a.end != b.end || a.files != b.files {
        return false;
    }
    let paths = [one.stdout(), other.stdout()];
    if !is_log(&paths[0], options) || !is_log(&paths[1], options) {
        return false;
    }
    // What cannot be read as a log is compared otherwise.
    asked(one, other, options, Format::Json).is_ok_and(|(same, _)| same)
}

fn is_log(path: &Path, options: &Options) -> bool {
    options.like.like.is_some() || logs::is_log(path).unwrap_or(false)
}

/// What `chase diff` says of the standard outputs of two runs.
fn asked(
    one: &Kept,
    other: &Kept,
    options: &Options,
    format: Format,
) -> Result<(bool, Vec<u8>), Failure> {
    let (ours, theirs) = (one.stdout(), other.stdout());
    let mut asked = diff::Options::of(&ours, &theirs);
    asked.logs.like = options.like.clone();
    asked.format = format;
    // Of logs values are compared, of other text every letter.
    asked.exact = ![&ours, &theirs].iter().all(|path| is_log(path, options));
    let mut text = Vec::new();
    let same = diff::compare(&asked, &mut text)?;
    Ok((same, text))
}

/// All that differs between two runs.
///
/// # Errors
/// What was kept of them cannot be read.
pub fn between(one: &Kept, other: &Kept, options: &Options) -> Result<Difference, Error> {
    let mut places = Vec::new();
    if one.left.stdout != other.left.stdout {
        places.push(match in_stdout(one, other, options) {
            Some(place) => place,
            None => in_bytes("standard output", &one.stdout(), &other.stdout())?,
        });
    }
    if one.left.end != other.left.end {
        let [a, b] = [one, other].map(|it| ended(it.left.end));
        places.push(Place::in_a_line("end", format!("{a}; {b}")));
    }
    for (n, name) in options.files.iter().enumerate() {
        let what = name.display().to_string();
        match (one.left.files[n], other.left.files[n]) {
            (a, b) if a == b => {}
            (Some(_), Some(_)) => places.push(in_bytes(&what, &one.file(n), &other.file(n))?),
            (there, _) => {
                let without = if there.is_some() { other } else { one };
                let brief = format!("it is not there after run {}", without.number);
                places.push(Place::in_a_line(&what, brief));
            }
        }
    }
    Ok(Difference {
        runs: [one, other].map(|it| named(it.number, &it.words)),
        places,
    })
}

fn ended(end: RunEnd) -> String {
    match end {
        RunEnd::Status(status) => format!("status {status}"),
        _ => "a signal".to_owned(),
    }
}

/// Standard outputs as `diff` tells them apart; nothing where it cannot.
fn in_stdout(one: &Kept, other: &Kept, options: &Options) -> Option<Place> {
    if [one, other].iter().any(|it| holds_no_text(&it.stdout())) {
        return None;
    }
    let (same, text) = asked(one, other, options, Format::Text).ok()?;
    let (_, report) = asked(one, other, options, Format::Json).ok()?;
    let text = renamed(text, one, other);
    let report: Value = serde_json::from_slice(&renamed(report, one, other)).ok()?;
    (!same).then(|| Place {
        what: "standard output".to_owned(),
        brief: first_line(&in_plain_letters(&text)),
        report: Some(report),
        text,
    })
}

/// The outputs are called by their runs, not by where they are kept for a while. What tells own codes
/// from strangers' texts stays as it is.
fn renamed(mut text: Vec<u8>, one: &Kept, other: &Kept) -> Vec<u8> {
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

/// What differs first, of what `diff` prints.
fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().find(|line| line.starts_with("first "));
    first
        .or_else(|| lines.next())
        .unwrap_or_default()
        .to_owned()
}

/// Whether a file is empty, or its beginning holds what is no text.
fn holds_no_text(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 16).read_to_end(&mut start));
    read.is_err() || start.is_empty() || start.contains(&0)
}

/// The first byte that differs.
fn in_bytes(what: &str, one: &Path, other: &Path) -> Result<Place, Error> {
    let failed = |error: io::Error| Error::io(one.display(), "read", &error);
    let open = |path: &Path| File::open(path).map(|file| BufReader::with_capacity(1 << 16, file));
    let (mut one, mut other) = (
        open(one).map_err(failed)?.bytes(),
        open(other).map_err(failed)?.bytes(),
    );
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
            (Some(_), None) => format!("byte {at}: there, the end"),
            (None, _) => format!("byte {at}: the end, there"),
        };
        return Ok(Place::in_a_line(what, brief));
    }
}
