//! Writing a document, cycle by cycle.

use std::io::{self, Write};

use serde_json::value::RawValue;

use crate::store::check_header_length;
use chase_engine::seal::Seal;
use chase_record::any::{RecordedHistory, RecordingSink};
use chase_record::replay::{Header, to_json};

/// Writes a document to any stream, such as standard output.
pub struct JsonStream<W: Write> {
    out: W,
    header: Header,
    line: Vec<u8>,
    cycles: u64,
}

impl<W: Write> JsonStream<W> {
    /// Begins a document: writes the header.
    ///
    /// # Errors
    /// It could not be written.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let compact = header.to_json();
        check_header_length(&compact)?;
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
        Ok(JsonStream { out, header: header.clone(), line: Vec::new(), cycles: 0 })
    }

    /// Writes outcome and seal.
    ///
    /// # Errors
    /// They could not be written.
    pub fn finish(self, now: &dyn RecordedHistory) -> io::Result<()> {
        self.finish_played(now, None).map(drop)
    }

    /// Writes outcome, the milliseconds that people spent, if they are known, and the seal.
    ///
    /// # Errors
    /// They could not be written.
    pub fn finish_played(
        mut self,
        now: &dyn RecordedHistory,
        played_ms: Option<u64>,
    ) -> io::Result<W> {
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

impl<W: Write> RecordingSink for JsonStream<W> {
    fn cycle(&mut self, now: &dyn RecordedHistory) -> io::Result<()> {
        self.line.clear();
        let start: &[u8] = if self.cycles == 0 { b"\n" } else { b",\n" };
        self.line.extend_from_slice(start);
        now.put_json(&mut self.line);
        self.cycles += 1;
        self.out.write_all(&self.line)
    }
}

/// The header's fields in the order of the document. The last may be left out.
const HEADER_FIELDS: [&str; 10] =
    ["chase", "game", "rules", "writer", "dice", "seed", "number", "players", "scenario", "origin"];
