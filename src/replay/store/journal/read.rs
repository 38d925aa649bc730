//! Reads the journal of a game cycle by cycle, as if it were a recording that has no end.

use chase_world::world::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::{JournalEntry, JournalHead, LINE_MAX};
use crate::store::check_format;
use chase_record::any::RecordedHistory;
use chase_record::replay::Header;
use chase_world::error::{Error, without_place};

/// A journal on its way through a reader.
pub struct JournalReader {
    name: String,
    file: BufReader<File>,
    pieces: Vec<TurnLine>,
    next: usize,
    /// The number of turns that were played and not taken back: those in the pieces.
    pub turns: usize,
    /// The time that people had played when the newest turn was written, in milliseconds, if the journal
    /// counts it.
    pub played_ms: Option<u64>,
}

/// Turns of a cycle that stand in one line.
struct TurnLine {
    /// The number of the line, from 1, and where it begins.
    line: usize,
    offset: u64,
    cycle: u64,
    /// The number of its turns that were not taken back.
    turns: usize,
    /// True if these are all that stands in the line.
    is_whole: bool,
}

const DAMAGED: &str = "the journal was damaged or changed after it was written";

impl JournalReader {
    /// Reads the header, and where the turns stand that were not taken back. The last line is passed
    /// over where it was cut off.
    ///
    /// # Errors
    /// No journal, a newer one, or a damaged one.
    pub fn open(name: &str, mut file: File) -> Result<(Self, Header), Error> {
        let failed = |error: io::Error| Error::io(name, "read", &error);
        file.rewind().map_err(failed)?;
        let mut file = BufReader::new(file);
        let mut line = Vec::new();
        let mut offset = read_line(&mut file, &mut line).map_err(failed)?;
        let first = std::str::from_utf8(&line).unwrap_or_default();
        let first = JournalHead::parse(first).map_err(|error| error.at(name))?;
        let header: Header = serde_json::from_str(first.header.get())
            .map_err(|error| unread(name, 1, &without_place(&error)))?;
        check_format(header.chase).map_err(|error| error.at(name))?;
        let mut reader = JournalReader {
            name: name.to_owned(),
            file,
            pieces: Vec::new(),
            next: 0,
            turns: 0,
            played_ms: None,
        };
        for number in 2.. {
            line.clear();
            let bytes = read_line(&mut reader.file, &mut line).map_err(failed)?;
            if !line.ends_with(b"\n") {
                break;
            }
            match serde_json::from_slice::<JournalEntry<IgnoredAny>>(&line) {
                Ok(line) => reader.take_in(number, offset, &line)?,
                // A power failure leaves blocks of zeros, and nothing behind them.
                Err(_) if reader.file.fill_buf().map_err(failed)?.is_empty() => break,
                Err(error) => return Err(unread(name, number, &without_place(&error))),
            }
            offset += bytes;
        }
        Ok((reader, header))
    }

    /// Takes in where the turns of a line stand, or takes turns back.
    fn take_in(
        &mut self,
        number: usize,
        offset: u64,
        line: &JournalEntry<IgnoredAny>,
    ) -> Result<(), Error> {
        self.played_ms = line.played_ms.or(self.played_ms);
        match (line.cycle, &line.entries, line.back_to) {
            (Some(cycle), Some(entries), None) => {
                self.turns += entries.len();
                self.pieces.push(TurnLine {
                    line: number,
                    offset,
                    cycle,
                    turns: entries.len(),
                    is_whole: line.played_ms.is_none(),
                });
                Ok(())
            }
            (None, None, Some(turns)) if turns <= self.turns => {
                self.take_back_to(turns);
                Ok(())
            }
            _ => {
                let what = "neither turns that were played nor turns that were taken back";
                Err(unread(&self.name, number, what))
            }
        }
    }

    fn take_back_to(&mut self, turns: usize) {
        let mut over = self.turns - turns;
        self.turns = turns;
        while over > 0
            && let Some(newest) = self.pieces.last_mut()
        {
            let gone = newest.turns.min(over);
            newest.turns -= gone;
            newest.is_whole = false;
            over -= gone;
            if newest.turns == 0 {
                self.pieces.pop();
            }
        }
    }

    /// Hands the next cycle to the replay, as far as it was played; false at the end.
    pub fn next_cycle(&mut self, now: &mut dyn RecordedHistory) -> Result<bool, Error> {
        let Some(first) = self.pieces.get(self.next) else {
            return Ok(false);
        };
        let (cycle, number, is_whole) = (first.cycle, first.line, first.is_whole);
        let is_one = self.pieces.get(self.next + 1).map(|piece| piece.cycle) != Some(cycle);
        let line = if is_one && is_whole {
            let line = self.line_at(first.offset)?;
            self.next += 1;
            String::from_utf8(line).unwrap_or_default()
        } else {
            let mut entries = Vec::new();
            while let Some(piece) = self.pieces.get(self.next)
                && piece.cycle == cycle
            {
                let (number, turns) = (piece.line, piece.turns);
                let line = self.line_at(piece.offset)?;
                let line: JournalEntry<&RawValue> = serde_json::from_slice(&line)
                    .map_err(|error| unread(&self.name, number, &without_place(&error)))?;
                let first = line.entries.unwrap_or_default().into_iter().take(turns);
                entries.extend(first.map(|entry| entry.get().to_owned()));
                self.next += 1;
            }
            format!("{{\"cycle\":{cycle},\"entries\":[{}]}}", entries.join(","))
        };
        let taken = now.read_unsealed_json(&line);
        taken.map_err(|refused| unread(&self.name, number, &refused.to_string()))?;
        Ok(true)
    }

    /// The line that begins at an offset, with its end.
    fn line_at(&mut self, offset: u64) -> Result<Vec<u8>, Error> {
        let failed = |error: io::Error| Error::io(&self.name, "read", &error);
        let at = self.file.stream_position().map_err(failed)?;
        // Lines mostly follow one another: what was read ahead is of use.
        let ahead = i128::from(offset) - i128::from(at);
        match i64::try_from(ahead) {
            Ok(ahead) => self.file.seek_relative(ahead).map_err(failed)?,
            Err(_) => drop(self.file.seek(SeekFrom::Start(offset)).map_err(failed)?),
        }
        let mut line = Vec::new();
        read_line(&mut self.file, &mut line).map_err(failed)?;
        Ok(line)
    }

    /// Goes back to before the first cycle.
    pub fn rewind(&mut self) {
        self.next = 0;
    }
}

/// Reads a line with its end, and says how many bytes it has.
fn read_line(file: &mut BufReader<File>, line: &mut Vec<u8>) -> io::Result<u64> {
    let bytes = file.take(LINE_MAX as u64).read_until(b'\n', line)?;
    if bytes == LINE_MAX && !line.ends_with(b"\n") {
        let what = format!("a line of more than {LINE_MAX} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(bytes as u64)
}

/// A line that cannot be read.
fn unread(name: &str, line: usize, what: &str) -> Error {
    let error = Error::new(what.to_owned());
    error.at(format_args!("{name}:{line}")).help(DAMAGED)
}
