//! The JSON form: one document, header fields first, then one cycle per line, then outcome and
//! seal. It is written as it comes and read whole.

use std::io::{self, Write};
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{check_fields, check_format};
use crate::engine::any::{AnyReplay, Refused};
use crate::engine::dice::Generator;
use crate::engine::game::Outcome;
use crate::engine::provenance::present;
use crate::engine::replay::{Header, MadeBy, Origin, to_json};
use crate::engine::seal::Seal;
use crate::error::{Error, without_place};

/// Writes a document, cycle by cycle.
pub struct JsonWriter<W: Write> {
    out: W,
    header: Header,
    line: Vec<u8>,
    cycles: u64,
}

impl<W: Write> JsonWriter<W> {
    /// Writes the header.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let compact = header.to_json();
        super::check_header_length(&compact)?;
        check_fields(header, None)?;
        let fields: std::collections::BTreeMap<String, Box<RawValue>> =
            serde_json::from_str(&compact)?;
        let mut text = String::from("{\n");
        for name in HEADER_FIELDS {
            if let Some(value) = fields.get(name) {
                text.push_str(&format!("\"{name}\":{},\n", value.get()));
            }
        }
        text.push_str("\"cycles\":[");
        out.write_all(text.as_bytes())?;
        Ok(JsonWriter {
            out,
            header: header.clone(),
            line: Vec::new(),
            cycles: 0,
        })
    }

    /// Writes the newest cycle.
    pub fn cycle(&mut self, now: &dyn AnyReplay) -> io::Result<()> {
        self.line.clear();
        let start: &[u8] = if self.cycles == 0 { b"\n" } else { b",\n" };
        self.line.extend_from_slice(start);
        now.put_json(&mut self.line);
        self.cycles += 1;
        self.out.write_all(&self.line)
    }

    /// Writes outcome, the milliseconds that people spent, if they are known, and the seal.
    pub fn finish(mut self, now: &dyn AnyReplay, played_ms: Option<u64>) -> io::Result<W> {
        check_fields(&self.header, played_ms)?;
        let outcome = now.outcome();
        let seal = Seal::of_played_file(&self.header, now.seal(), outcome.as_ref(), played_ms);
        let outcome = to_json(&outcome);
        write!(self.out, "\n],\n\"outcome\":{outcome},\n")?;
        if let Some(played_ms) = played_ms {
            writeln!(self.out, "\"played_ms\":{played_ms},")?;
        }
        write!(self.out, "\"seal\":\"{seal}\"\n}}\n")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// The header's fields in the order of the document. The last two may be left out.
const HEADER_FIELDS: [&str; 11] = [
    "chase", "game", "rules", "writer", "dice", "seed", "number", "players", "scenario", "origin",
    "made_by",
];

/// A document as it stands in the text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    chase: u32,
    game: String,
    rules: u32,
    writer: String,
    dice: Generator,
    seed: i64,
    number: u64,
    players: Vec<String>,
    #[serde(borrow)]
    scenario: &'a RawValue,
    #[serde(default, deserialize_with = "present")]
    origin: Option<Origin>,
    #[serde(default, deserialize_with = "present")]
    made_by: Option<MadeBy>,
    #[serde(borrow)]
    cycles: Vec<&'a RawValue>,
    outcome: Option<Outcome>,
    #[serde(default, deserialize_with = "present")]
    played_ms: Option<u64>,
    seal: Seal,
}

/// The one field that every version has, whatever else it may have.
#[derive(Deserialize)]
struct Version {
    chase: Option<u32>,
}

/// A document on its way through a reader.
pub struct JsonReader {
    name: String,
    text: String,
    cycles: Vec<Range<usize>>,
    next: usize,
    pub outcome: Option<Outcome>,
    pub played_ms: Option<u64>,
    pub seal: Seal,
}

impl JsonReader {
    /// Reads everything but the cycles' content.
    pub fn open(name: &str, bytes: Vec<u8>) -> Result<(Self, Header), Error> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let at = place(name, &error.as_bytes()[..good], good);
            Error::new("bytes that are not UTF-8").at(at).help(DAMAGED)
        })?;
        let document = parse(name, &text)?;
        let start = text.as_ptr() as usize;
        let range = |raw: &RawValue| {
            let from = raw.get().as_ptr() as usize - start;
            from..from + raw.get().len()
        };
        let cycles = document.cycles.iter().copied().map(range).collect();
        let header = Header {
            chase: document.chase,
            game: document.game,
            rules: document.rules,
            writer: document.writer,
            dice: document.dice,
            seed: document.seed,
            number: document.number,
            players: document.players,
            scenario: document.scenario.to_owned(),
            origin: document.origin,
            made_by: document.made_by,
        };
        let (outcome, played_ms, seal) = (document.outcome, document.played_ms, document.seal);
        check_fields(&header, played_ms)
            .map_err(|error| Error::new(error.to_string()).at(name).help(DAMAGED))?;
        let reader = JsonReader {
            name: name.to_owned(),
            cycles,
            next: 0,
            outcome,
            played_ms,
            seal,
            text,
        };
        Ok((reader, header))
    }

    /// How many cycles it holds.
    pub fn len(&self) -> u64 {
        self.cycles.len() as u64
    }

    /// Hands the next cycle to the replay; false at the end.
    pub fn next_cycle(&mut self, now: &mut dyn AnyReplay) -> Result<bool, Error> {
        let Some(range) = self.cycles.get(self.next).cloned() else {
            return Ok(false);
        };
        let line = &self.text[range.clone()];
        now.read_json(line).map_err(|refused| {
            let within = match &refused {
                Refused::Unreadable {
                    at: Some((row, column)),
                    ..
                } => offset_of(line, *row, *column),
                _ => 0,
            };
            self.error(range.start + within, refused.to_string())
        })?;
        self.next += 1;
        Ok(true)
    }

    /// Whether the file's seal fits the header, the outcome and the seal that the last cycle claims:
    /// then the header is what was written, whatever became of the cycles.
    pub fn header_fits(&self, header: &Header) -> bool {
        #[derive(Deserialize)]
        struct Claim {
            seal: Seal,
        }
        let claimed = match self.cycles.last() {
            None => Some(Seal::of_beginning(header)),
            Some(last) => serde_json::from_str::<Claim>(&self.text[last.clone()])
                .ok()
                .map(|claim| claim.seal),
        };
        claimed.is_some_and(|last| {
            self.seal == Seal::of_played_file(header, last, self.outcome.as_ref(), self.played_ms)
        })
    }

    /// Goes back to before the first cycle.
    pub fn rewind(&mut self) {
        self.next = 0;
    }

    /// An error at an offset of the text.
    pub fn error(&self, offset: usize, what: String) -> Error {
        Error::new(what)
            .at(place(&self.name, self.text.as_bytes(), offset))
            .help(DAMAGED)
    }

    /// Where outcome and seal stand: after the last cycle.
    pub fn tail_offset(&self) -> usize {
        self.cycles
            .last()
            .map_or(self.text.len().saturating_sub(1), |last| last.end)
    }
}

const DAMAGED: &str =
    "the file was damaged or changed after it was recorded; record it again or take a good copy";

fn parse<'a>(name: &str, text: &'a str) -> Result<Document<'a>, Error> {
    match serde_json::from_str::<Document<'a>>(text) {
        Ok(document) => check_format(document.chase)
            .map(|()| document)
            .map_err(|error| error.at(name)),
        Err(error) => {
            if let Ok(Version { chase: Some(found) }) = serde_json::from_str(text) {
                check_format(found).map_err(|error| error.at(name))?;
            }
            let what = without_place(&error);
            Err(Error::new(format!("not a whole replay: {what}"))
                .at(format_args!("{name}:{}:{}", error.line(), error.column()))
                .help(DAMAGED))
        }
    }
}

/// `name:line:column` of an offset.
fn place(name: &str, text: &[u8], offset: usize) -> String {
    let before = &text[..offset.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    format!("{name}:{line}:{column}")
}

/// The offset of serde_json's line and column within a piece of text.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    lines.map(str::len).sum::<usize>() + column.saturating_sub(1)
}
