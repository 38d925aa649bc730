//! Reads the binary form: frame by frame, or from the frame that holds a given cycle.

use chase_world::world::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::MAGIC;
use super::frame::{
    CODEC, CRC, END, FOOTER_HEAD, FOOTER_TAG, FOOTER_TAIL, FRAME_HEAD, FRAME_TAG, FieldBytes,
    Footer, FrameHead, PREAMBLE, Salt, UNPACKED_MAX, checksum, salt,
};
use crate::store::{HEADER_MAX, check_format, newer};
use chase_engine::seal::Seal;
use chase_record::any::RecordedHistory;
use chase_record::replay::Header;
use chase_world::error::{Error, IoAt};

/// A file on its way through a reader.
pub struct BinaryReader {
    name: String,
    file: BufReader<File>,
    len: u64,
    salt: Salt,
    /// The offset of the next frame.
    offset: u64,
    first_frame: u64,
    /// Nothing while the recording is unfinished.
    pub footer: Option<Footer>,
    /// True if the file ends with the end mark, or with a footer that says where it begins: it was
    /// finished once.
    was_finished: bool,
    /// The first place where the index was found to be wrong.
    index_fault: Option<u64>,
    sequence: u32,
    frame: OpenFrame,
    last_good: Option<u64>,
    scratch: Vec<u8>,
    state: FileEnd,
}

/// The frame being read.
#[derive(Default)]
struct OpenFrame {
    payload: Vec<u8>,
    is_unpacked: bool,
    used: usize,
    left: u32,
    start: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FileEnd {
    No,
    Finished,
    Unfinished,
}

/// The next part of the file.
enum NextFrame {
    Frame(FrameHead),
    End(FileEnd),
}

impl BinaryReader {
    /// Reads header and footer.
    pub fn open(name: &str, file: File) -> Result<(Self, Header), Error> {
        let len = file.metadata().io_at(name, "read")?.bytes;
        let mut reader = BinaryReader {
            name: name.to_owned(),
            file: BufReader::with_capacity(1 << 17, file),
            len,
            salt: Salt::default(),
            offset: 0,
            first_frame: 0,
            footer: None,
            was_finished: false,
            index_fault: None,
            sequence: 0,
            frame: OpenFrame::default(),
            last_good: None,
            scratch: Vec::new(),
            state: FileEnd::No,
        };
        let header = reader.read_header()?;
        reader.footer = reader.read_footer()?;
        reader.go_to(reader.first_frame, 0)?;
        Ok((reader, header))
    }

    fn read_header(&mut self) -> Result<Header, Error> {
        let mut preamble = [0; PREAMBLE];
        if self.len < PREAMBLE as u64 {
            return Err(self.short_header());
        }
        self.read_exact(&mut preamble)?;
        let [format, codec] = [preamble[MAGIC.len()], preamble[MAGIC.len() + 1]];
        check_format(u32::from(format)).map_err(|error| error.at(&self.name))?;
        if codec == 0 {
            return Err(self.damage(
                MAGIC.len() as u64 + 1,
                "frame encoding 0 does not exist; the first is 1",
            ));
        }
        if codec > CODEC {
            let error = newer("frame encoding", u32::from(codec), u32::from(CODEC));
            return Err(error.at(&self.name));
        }
        let (salted, rest) = preamble[MAGIC.len() + 2..].split_at(self.salt.len());
        self.salt.copy_from_slice(salted);
        let length = FieldBytes(rest).u32() as usize;
        if length > HEADER_MAX {
            let what = format!("a header of {length} bytes; at most {HEADER_MAX} are allowed");
            return Err(self.damage(PREAMBLE as u64 - 4, &what));
        }
        if (self.len - PREAMBLE as u64) < length as u64 {
            return Err(self.short_header());
        }
        let mut json = vec![0; length];
        self.read_exact(&mut json)?;
        if salt(&json) != self.salt {
            return Err(self.damage(PREAMBLE as u64, "the header is not the one that was written"));
        }
        self.first_frame = (PREAMBLE + length) as u64;
        let header: Header = serde_json::from_slice(&json).map_err(|error| {
            let what = format!("a header of no use: {error}");
            self.damage(PREAMBLE as u64, &what)
        })?;
        if header.chase != u32::from(format) || header.to_json().as_bytes() != json {
            return Err(self.damage(PREAMBLE as u64, "a header that is not in its compact form"));
        }
        Ok(header)
    }

    /// The footer of a finished file. A file without a good one is read frame by frame, so that
    /// what is left of it can be told.
    fn read_footer(&mut self) -> Result<Option<Footer>, Error> {
        let fixed = (FOOTER_HEAD + FOOTER_TAIL) as u64;
        if self.len < self.first_frame + fixed {
            return Ok(None);
        }
        let mut tail = [0; FOOTER_TAIL];
        self.seek(self.len - FOOTER_TAIL as u64)?;
        self.read_exact(&mut tail)?;
        self.was_finished = tail[FOOTER_TAIL - END.len()..] == END;
        let start = FieldBytes(&tail).u64();
        if start < self.first_frame || start > self.len - fixed {
            return Ok(None);
        }
        let mut tag = [0; FOOTER_TAG.len()];
        self.seek(start)?;
        self.read_exact(&mut tag)?;
        self.was_finished |= tag == FOOTER_TAG;
        if tag != FOOTER_TAG {
            return Ok(None);
        }
        // A frame takes more than 16 bytes, so that no index is longer than the frames; an outcome is
        // short.
        const OUTCOME_MAX: u64 = 1 << 20;
        if self.len - start > start - self.first_frame + OUTCOME_MAX {
            return Ok(None);
        }
        self.seek(start)?;
        let mut bytes = vec![0; usize::try_from(self.len - start).unwrap_or(usize::MAX)];
        self.read_exact(&mut bytes)?;
        Ok(Footer::from_bytes(&bytes, self.salt, start))
    }

    /// Returns true if the file was finished once and its footer cannot be used.
    pub fn has_bad_footer(&self) -> bool {
        self.was_finished && self.footer.is_none()
    }

    /// Returns true if the index was found to be wrong.
    pub(crate) fn has_bad_index(&self) -> bool {
        self.index_fault.is_some()
    }

    /// Holds every frame against its checksum, and goes back to the first.
    pub fn check_frames(&mut self) -> Result<(), Error> {
        self.rewind()?;
        while let NextFrame::Frame(head) = self.next_head()? {
            if self.load(head)?.is_none() {
                break;
            }
        }
        self.rewind()
    }

    /// Holds index and counts of the footer against the heads of the frames.
    pub fn check_index(&mut self) -> Result<(), Error> {
        let Some(footer) = self.footer.clone() else {
            return Ok(());
        };
        self.rewind()?;
        let mut cycles = 0;
        for (first, offset) in footer.index {
            if (first, offset) != (cycles, self.offset) {
                return Err(self.bad_index(self.offset));
            }
            let NextFrame::Frame(head) = self.next_head()? else {
                return Err(self.bad_index(self.offset));
            };
            if head.first != first {
                return Err(self.bad_index(offset));
            }
            cycles += u64::from(head.count);
            self.sequence += 1;
            self.offset += FRAME_HEAD as u64 + head.body();
            self.seek(self.offset)?;
        }
        let NextFrame::End(FileEnd::Finished) = self.next_head()? else {
            return Err(self.bad_index(self.offset));
        };
        if cycles != footer.counts.cycles {
            return Err(self.damage(self.offset, "the counts do not match the frames"));
        }
        Ok(())
    }

    fn bad_index(&self, offset: u64) -> Error {
        self.damage(offset, "the index does not match the frames")
    }

    /// Goes to the last frame that begins at or before a cycle, or where snapshots are not trusted
    /// to the frame before that one, and puts the state it holds into the replay. False when there is no such
    /// frame or its state is of no use; nothing is changed then.
    pub(crate) fn seek_cycle(
        &mut self,
        cycle: u64,
        trusts_snapshots: bool,
        now: &mut dyn RecordedHistory,
    ) -> Result<bool, Error> {
        let Some(footer) = &self.footer else {
            return Ok(false);
        };
        let frames = footer.index.partition_point(|(first, _)| *first <= cycle);
        let Some(frame) = frames.checked_sub(1) else {
            return Ok(false);
        };
        let frame = frame.saturating_sub(usize::from(!trusts_snapshots));
        let head = self.head_of(frame)?;
        let (_, offset) = self.indexed(frame);
        let Some(state) = self.load(head)? else {
            return Err(self.bad_index(offset));
        };
        let must_restore = head.sequence > 0 || now.last().is_some();
        if must_restore && !now.restore(head.first, head.seal, &state) {
            self.go_to(self.first_frame, 0)?;
            return Ok(false);
        }
        self.last_good = head.first.checked_sub(1);
        Ok(true)
    }

    /// The first cycle of a frame and where it begins, as the index says.
    fn indexed(&self, frame: usize) -> (u64, u64) {
        let index = self.footer.as_ref().map(|footer| &footer.index);
        let entry = index.and_then(|index| index.get(frame)).copied();
        entry.unwrap_or_default()
    }

    /// Goes to a frame of the index and reads its head.
    fn head_of(&mut self, frame: usize) -> Result<FrameHead, Error> {
        let (first, offset) = self.indexed(frame);
        if offset < self.first_frame || offset >= self.len {
            return Err(self.bad_index(offset));
        }
        self.go_to(offset, u32::try_from(frame).unwrap_or(u32::MAX))?;
        match self.next_head()? {
            NextFrame::Frame(head) if head.first == first => Ok(head),
            _ => Err(self.bad_index(offset)),
        }
    }

    /// Hands the next cycle to the replay; false at the end.
    pub fn next_cycle(&mut self, now: &mut dyn RecordedHistory) -> Result<bool, Error> {
        while self.frame.left == 0 {
            if self.state != FileEnd::No {
                return Ok(false);
            }
            match self.next_head()? {
                NextFrame::End(how) => self.state = how,
                NextFrame::Frame(head) => {
                    let Some(state) = self.load(head)? else {
                        self.state = FileEnd::Unfinished;
                        return Ok(false);
                    };
                    self.check_chain(&head, now.next(), now.seal())?;
                    self.look_up(&head);
                    self.check_state(&state, now)?;
                }
            }
        }
        let at = self.frame.start;
        self.unpack(now)?;
        let used = now
            .read_payload(&self.frame.payload[self.frame.used..])
            .map_err(|refused| self.damage(at, &refused.to_string()))?;
        self.frame.used += used;
        self.frame.left -= 1;
        if self.frame.left == 0 && self.frame.used != self.frame.payload.len() {
            return Err(self.damage(at, "bytes behind the last cycle of a frame"));
        }
        self.last_good = now.last();
        Ok(true)
    }

    /// Unpacks the payload of a frame that was just loaded.
    fn unpack(&mut self, now: &dyn RecordedHistory) -> Result<(), Error> {
        if self.frame.is_unpacked {
            return Ok(());
        }
        let Some(payload) = (now.packing().unpack)(&self.frame.payload, UNPACKED_MAX) else {
            return Err(self.damage(self.frame.start, "a payload that cannot be unpacked"));
        };
        self.frame.payload = payload;
        self.frame.is_unpacked = true;
        Ok(())
    }

    fn check_chain(&self, head: &FrameHead, next: u64, seal: Seal) -> Result<(), Error> {
        if head.first != next {
            let what = format!("the frame begins with cycle {}, expected {next}", head.first);
            return Err(self.damage(self.frame.start, &what));
        }
        if head.seal != seal {
            let what = format!("the frame follows seal {}, the history has {seal}", head.seal);
            return Err(self.damage(self.frame.start, &what));
        }
        Ok(())
    }

    /// Holds the index against a frame. Frames are good without it, so that a wrong one is told
    /// when all of them were read.
    fn look_up(&mut self, head: &FrameHead) {
        let Some(footer) = &self.footer else {
            return;
        };
        let indexed = footer.index.get(head.sequence as usize);
        if indexed != Some(&(head.first, self.frame.start)) {
            self.index_fault.get_or_insert(self.frame.start);
        }
    }

    /// A state kept in a frame is a cache; on the way through it is held against the fold.
    fn check_state(&mut self, kept: &[u8], now: &dyn RecordedHistory) -> Result<(), Error> {
        self.scratch.clear();
        now.put_state(&mut self.scratch);
        if kept.is_empty() || kept == self.scratch {
            return Ok(());
        }
        let what = "the state kept in the frame does not match the history";
        Err(self.damage(self.frame.start, what))
    }

    /// Goes back to the first frame.
    pub fn rewind(&mut self) -> Result<(), Error> {
        self.last_good = None;
        self.go_to(self.first_frame, 0)
    }

    /// Reads the next frame's head, or finds the end.
    fn next_head(&mut self) -> Result<NextFrame, Error> {
        let left = self.len - self.offset;
        if left == 0 {
            return self.end_without_footer();
        }
        let mut head = [0; FRAME_HEAD];
        let there = left.min(FRAME_HEAD as u64);
        let there = usize::try_from(there).unwrap_or(FRAME_HEAD);
        self.read_exact(&mut head[..there])?;
        let tag = &head[..there.min(FRAME_TAG.len())];
        if FOOTER_TAG.starts_with(tag) {
            return self.footer_found(left);
        }
        if !FRAME_TAG.starts_with(tag) {
            return self.torn_or(self.offset + FRAME_TAG.len() as u64, "no frame begins here");
        }
        if there < FRAME_HEAD {
            return self.end_without_footer();
        }
        let head = match FrameHead::from_bytes(&head, self.salt) {
            Ok(head) => head,
            Err(fault) => return self.torn_or(self.offset + FRAME_HEAD as u64, &fault),
        };
        if head.sequence != self.sequence {
            let what = format!("frame {}, expected frame {}", head.sequence, self.sequence);
            return Err(self.damage(self.offset, &what));
        }
        if left - (FRAME_HEAD as u64) < head.body() {
            return self.end_without_footer();
        }
        Ok(NextFrame::Frame(head))
    }

    /// A footer stands where the next frame would: the end, if it is the file's footer.
    fn footer_found(&mut self, left: u64) -> Result<NextFrame, Error> {
        if let Some(offset) = self.index_fault {
            return Err(self.bad_index(offset));
        }
        let last = self.footer.as_ref().map(|footer| footer.index.len());
        match last {
            Some(frames) if frames == self.sequence as usize => {
                Ok(NextFrame::End(FileEnd::Finished))
            }
            Some(_) => Err(self.damage(self.offset, "the footer comes before its last frame")),
            None => {
                let fixed = (FOOTER_HEAD + FOOTER_TAIL) as u64;
                if left < fixed {
                    return self.end_without_footer();
                }
                let mut head = [0; FOOTER_HEAD];
                self.seek(self.offset)?;
                self.read_exact(&mut head)?;
                let body = FieldBytes(&head[FOOTER_TAG.len()..]).u64();
                if body <= left - fixed || self.was_finished {
                    let end = self.offset + fixed + body.min(left - fixed);
                    return self.torn_or(end, "the footer is damaged");
                }
                Ok(NextFrame::End(FileEnd::Unfinished))
            }
        }
    }

    fn end_without_footer(&mut self) -> Result<NextFrame, Error> {
        if self.was_finished {
            return Err(self.damage(self.offset, "the file ends before its last frame"));
        }
        Ok(NextFrame::End(FileEnd::Unfinished))
    }

    /// Damage, unless the file was never finished and holds nothing but zeros from before `end`
    /// on: a power failure leaves those where blocks were promised and not written.
    fn torn_or(&mut self, end: u64, what: &str) -> Result<NextFrame, Error> {
        if !self.was_finished && self.is_zero_from_before(end)? {
            return Ok(NextFrame::End(FileEnd::Unfinished));
        }
        Err(self.damage(self.offset, what))
    }

    /// Returns true if all bytes from `end` on, and at least the eight before the file's end, are zeros.
    fn is_zero_from_before(&mut self, end: u64) -> Result<bool, Error> {
        const ZEROS_MIN: u64 = 8;
        self.seek(end.min(self.len.saturating_sub(ZEROS_MIN)))?;
        let mut chunk = [0; 4096];
        loop {
            match self.file.read(&mut chunk) {
                Ok(0) => return Ok(true),
                Ok(n) if chunk[..n].iter().all(|byte| *byte == 0) => {}
                Ok(_) => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::io(&self.name, "read", &error)),
            }
        }
    }

    /// Reads a frame's body and checks it; returns the state at its beginning, or nothing when
    /// the frame is the torn end of an unfinished file.
    fn load(&mut self, head: FrameHead) -> Result<Option<Vec<u8>>, Error> {
        let mut state = vec![0; head.state as usize];
        let mut payload = vec![0; head.payload as usize];
        let mut crc = [0; CRC];
        self.read_exact(&mut state)?;
        self.read_exact(&mut payload)?;
        self.read_exact(&mut crc)?;
        let bytes = head.to_bytes(self.salt);
        let length = FRAME_HEAD + state.len() + payload.len() + CRC;
        if u32::from_le_bytes(crc) != checksum(self.salt, &[&bytes, &state, &payload]) {
            let end = self.offset + length as u64;
            return self.torn_or(end, "the frame fails its checksum").map(|_| None);
        }
        self.frame = OpenFrame {
            payload,
            is_unpacked: false,
            used: 0,
            left: head.count,
            start: self.offset,
        };
        self.offset += length as u64;
        self.sequence += 1;
        Ok(Some(state))
    }

    fn go_to(&mut self, offset: u64, sequence: u32) -> Result<(), Error> {
        self.seek(offset)?;
        self.offset = offset;
        self.sequence = sequence;
        self.frame = OpenFrame::default();
        self.state = FileEnd::No;
        Ok(())
    }

    fn seek(&mut self, offset: u64) -> Result<(), Error> {
        let sought = self.file.seek(SeekFrom::Start(offset));
        sought.map(drop).io_at(&self.name, "read")
    }

    fn read_exact(&mut self, into: &mut [u8]) -> Result<(), Error> {
        self.file.read_exact(into).io_at(&self.name, "read")
    }

    fn short_header(&self) -> Error {
        Error::new("the file ends within its header; nothing was recorded")
            .at(format_args!("{}: byte {}", self.name, self.len))
            .help("record it again")
    }

    /// Damage at an offset, with the last good cycle.
    fn damage(&self, offset: u64, what: &str) -> Error {
        let help = match self.last_good {
            Some(last) => format!(
                "the last good cycle is {last}; `chase replay {} --to {last}` shows what is left",
                self.name
            ),
            None => "no cycle before the damage can be read; use an intact copy".into(),
        };
        Error::new(what).at(format_args!("{}: byte {offset}", self.name)).help(help)
    }
}
