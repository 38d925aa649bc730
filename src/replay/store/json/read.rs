//! Reading a document, cycle by cycle.

use chase_world::world::File;
use std::io;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::document::{DocumentEnd, by_lines, checked};
use super::elements::{Elements, NextElement};
use super::place::place;
use super::{DAMAGED, DOCUMENT_MAX};
use chase_engine::seal::Seal;
use chase_record::any::{RecordedHistory, RefusedCycle};
use chase_record::replay::Header;
use chase_world::error::Error;

/// A document on its way through a reader.
pub struct JsonReader {
    name: String,
    file: File,
    /// The end of the game as the document states it.
    pub ending: DocumentEnd,
    cycles: Elements,
    /// The number of cycles that were read.
    read: u64,
    /// The offset behind the newest cycle, if there is one.
    end: Option<u64>,
}

/// The number that a cycle with a seal states.
#[derive(Deserialize)]
struct CycleSeal {
    cycle: u64,
    #[serde(rename = "seal")]
    _seal: Seal,
}

impl JsonReader {
    /// Opens a document: reads its parts before and after the cycles. A document that does not stand in
    /// lines, as this program writes them, is read to its end for that.
    pub fn open(name: &str, file: File) -> Result<(Self, Header), Error> {
        let failed = |error: io::Error| Error::io(name, "read", &error);
        if file.metadata().map_err(failed)?.bytes > DOCUMENT_MAX {
            let what =
                format!("a JSON document of more than {DOCUMENT_MAX} bytes, the most that is read");
            return Err(failed(io::Error::new(io::ErrorKind::FileTooLarge, what)));
        }
        let (header, ending, cycles) = match by_lines(name, &file)? {
            Some((header, ending, part)) => (header, ending, Elements::by_lines(&file, part)),
            None => {
                let (header, ending, _) = checked(name, &file)?;
                (header, ending, Elements::anywhere(&file))
            }
        };
        let cycles = cycles.map_err(failed)?;
        let reader = JsonReader { name: name.to_owned(), file, ending, cycles, read: 0, end: None };
        Ok((reader, header))
    }

    /// Hands the next cycle to the replay; false at the end.
    pub fn next_cycle(&mut self, now: &mut dyn RecordedHistory) -> Result<bool, Error> {
        loop {
            let by_lines = self.cycles.is_by_lines();
            let text = match self.cycles.peek().map_err(|error| self.unread(&error))? {
                NextElement::Value => std::str::from_utf8(self.cycles.text()).ok(),
                NextElement::End => return Ok(false),
                NextElement::Odd => None,
            };
            let refused = match text.map(|text| now.read_json(text)) {
                Some(Ok(())) => {
                    self.pass();
                    return Ok(true);
                }
                Some(Err(refused)) => refused,
                None => {
                    RefusedCycle::Unreadable { what: "bytes that are not UTF-8".into(), at: None }
                }
            };
            if !by_lines || !matches!(refused, RefusedCycle::Unreadable { .. }) {
                return Err(self.refused(&refused));
            }
            self.leave_lines()?;
        }
    }

    fn pass(&mut self) {
        self.end = Some(self.cycles.offset() + self.cycles.text().len() as u64);
        self.read += 1;
        self.cycles.pass();
    }

    /// Starts to read the document value by value, at a line that is not a cycle: the document as a whole
    /// shows whether it is not JSON, stands in other lines, or has a faulty cycle.
    fn leave_lines(&mut self) -> Result<(), Error> {
        checked(&self.name, &self.file)?;
        self.cycles = Elements::anywhere(&self.file).map_err(|error| self.unread(&error))?;
        for _ in 0..self.read {
            self.cycles.peek().map_err(|error| self.unread(&error))?;
            self.cycles.pass();
        }
        Ok(())
    }

    /// The number of its cycles, once all of it was checked against JSON's grammar.
    pub fn count(&mut self) -> Result<u64, Error> {
        self.rewind();
        let mut count = 0;
        while self.cycles.is_by_lines() {
            match self.cycles.peek().map_err(|error| self.unread(&error))? {
                NextElement::End => return Ok(count),
                NextElement::Value if is_json(self.cycles.text()) => {
                    count += 1;
                    self.cycles.pass();
                }
                NextElement::Value | NextElement::Odd => break,
            }
        }
        Ok(checked(&self.name, &self.file)?.2)
    }

    /// The number that the last cycle bears, if there is one and it can be told.
    pub(crate) fn last_claimed(&self) -> Option<u64> {
        let text = self.cycles.last().ok()??;
        serde_json::from_slice(&text).ok().map(|it: CycleSeal| it.cycle)
    }

    /// Goes back to before the first cycle.
    pub fn rewind(&mut self) {
        self.cycles.rewind();
        self.read = 0;
        self.end = None;
    }

    /// An error about the end of the document: behind the last cycle, where outcome and seal stand.
    pub(crate) fn tail_error(&self, what: String) -> Error {
        let end = || self.file.metadata().map_or(0, |file| file.bytes);
        let offset = self.end.unwrap_or_else(|| end().saturating_sub(1));
        self.error(offset, what)
    }

    fn refused(&self, refused: &RefusedCycle) -> Error {
        let within = match refused {
            RefusedCycle::Unreadable { at: Some((row, column)), .. } => {
                offset_of(self.cycles.text(), *row, *column) as u64
            }
            _ => 0,
        };
        self.error(self.cycles.offset() + within, refused.to_string())
    }

    fn error(&self, offset: u64, what: String) -> Error {
        Error::new(what).at(place(&self.name, &self.file, offset)).help(DAMAGED)
    }

    fn unread(&self, error: &io::Error) -> Error {
        Error::io(&self.name, "read", error)
    }
}

fn is_json(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

/// The offset of serde_json's line and column within a piece of text.
fn offset_of(text: &[u8], line: usize, column: usize) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let before = lines.take(line.saturating_sub(1));
    before.map(<[u8]>::len).sum::<usize>() + column.saturating_sub(1)
}
