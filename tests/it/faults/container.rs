//! The binary form taken apart and put together by a second hand, so that a test can make any
//! part of it lie and still get every checksum right.
//!
//! It shares nothing with the program's own reader and writer but the layout:
//!
//! ```text
//! file    magic 8 | format 1 | codec 1 | salt 8 | header length 4 | header (JSON)
//!         frame ... frame | footer
//! frame   head 48 (below) | state | payload | CRC32C 4
//! head    "FRAM" | payload length 4 | state length 4 | sequence 4 | first cycle 8 | count 4
//!         | seal so far 16 | CRC32C of the 44 bytes before 4
//! footer  "FOOT" | body length 8 | body | where the footer begins 8 | CRC32C 4 | "CHASEEND"
//! body    cycles 8 | entries 8 | events 8 | words 8 | history seal 16 | file seal 16
//!         | outcome length 4 | outcome (JSON) | frames 4 | per frame: first cycle 8, offset 8
//!         | milliseconds that people spent 8, or nothing: nothing where they are not known
//! ```

use chase::engine::any::RecordedHistory;
use chase::store::ReplayReader;

use super::{Scratch, open};

pub const PREAMBLE: usize = 22;
const HEAD: usize = 48;
const CRC: usize = 4;

/// A binary file in its parts. Lengths and offsets are what the file claims; [`File::settle`]
/// makes the claims true.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    pub format: u8,
    pub codec: u8,
    pub header_length: u32,
    pub header: Vec<u8>,
    pub frames: Vec<Frame>,
    pub footer: Option<Footer>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub payload_length: u32,
    pub state_length: u32,
    pub sequence: u32,
    pub first: u64,
    pub count: u32,
    pub seal: [u8; 16],
    pub state: Vec<u8>,
    pub payload: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Footer {
    pub body_length: u64,
    pub counts: [u64; 4],
    pub history: [u8; 16],
    pub file: [u8; 16],
    pub outcome_length: u32,
    pub outcome: Vec<u8>,
    pub frames: u32,
    pub index: Vec<(u64, u64)>,
    /// Milliseconds that people played.
    pub played: Option<u64>,
    pub start: u64,
}

impl Frame {
    /// How many bytes it takes in the file.
    pub fn len(&self) -> usize {
        HEAD + self.state.len() + self.payload.len() + CRC
    }

    fn put(&self, salt: [u8; 8], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(b"FRAM");
        out.extend(self.payload_length.to_le_bytes());
        out.extend(self.state_length.to_le_bytes());
        out.extend(self.sequence.to_le_bytes());
        out.extend(self.first.to_le_bytes());
        out.extend(self.count.to_le_bytes());
        out.extend(self.seal);
        put_checksum(salt, start, out);
        out.extend(&self.state);
        out.extend(&self.payload);
        put_checksum(salt, start, out);
    }
}

impl Footer {
    fn body(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(self.counts.iter().flat_map(|count| count.to_le_bytes()));
        body.extend(self.history);
        body.extend(self.file);
        body.extend(self.outcome_length.to_le_bytes());
        body.extend(&self.outcome);
        body.extend(self.frames.to_le_bytes());
        for (first, offset) in &self.index {
            body.extend(first.to_le_bytes());
            body.extend(offset.to_le_bytes());
        }
        body.extend(self.played.iter().flat_map(|ms| ms.to_le_bytes()));
        body
    }

    fn put(&self, salt: [u8; 8], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(b"FOOT");
        out.extend(self.body_length.to_le_bytes());
        out.extend(self.body());
        out.extend(self.start.to_le_bytes());
        put_checksum(salt, start, out);
        out.extend(b"CHASEEND");
    }
}

/// The checksum of the salt and of all that stands behind `start`.
fn put_checksum(salt: [u8; 8], start: usize, out: &mut Vec<u8>) {
    let sum = crc32c::crc32c_append(crc32c::crc32c(&salt), &out[start..]);
    out.extend(sum.to_le_bytes());
}

impl File {
    /// The first 8 bytes of the header's hash.
    fn salt(&self) -> [u8; 8] {
        let hash = blake3::hash(&self.header);
        hash.as_bytes()[..8].try_into().expect("8 of 32 bytes")
    }

    /// The file, every checksum right, every claim as it stands.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = self.preamble();
        for frame in &self.frames {
            frame.put(self.salt(), &mut out);
        }
        if let Some(footer) = &self.footer {
            footer.put(self.salt(), &mut out);
        }
        out
    }

    fn preamble(&self) -> Vec<u8> {
        let mut out = b"\x89CHS\r\n\x1a\n".to_vec();
        out.extend([self.format, self.codec]);
        out.extend(self.salt());
        out.extend(self.header_length.to_le_bytes());
        out.extend(&self.header);
        out
    }

    /// Where each frame begins, and where the footer does.
    pub fn starts(&self) -> Vec<usize> {
        let mut starts = vec![PREAMBLE + self.header.len()];
        for frame in &self.frames {
            starts.push(starts[starts.len() - 1] + frame.len());
        }
        starts
    }

    /// Makes every length, offset and index entry true; what frames say of their content stays.
    pub fn settle(mut self) -> Self {
        self.header_length = u32(self.header.len());
        for frame in &mut self.frames {
            frame.payload_length = u32(frame.payload.len());
            frame.state_length = u32(frame.state.len());
        }
        let starts = self.starts();
        if let Some(footer) = &mut self.footer {
            let firsts = self.frames.iter().map(|frame| frame.first);
            footer.index = firsts.zip(starts.iter().map(|&at| at as u64)).collect();
            footer.frames = u32(self.frames.len());
            footer.outcome_length = u32(footer.outcome.len());
            footer.start = starts[self.frames.len()] as u64;
            footer.body_length = footer.body().len() as u64;
        }
        self
    }

    /// Takes a good file apart.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut rest = Rest(&bytes[8..]);
        let [format, codec] = rest.take();
        let _salt: [u8; 8] = rest.take();
        let header_length = rest.u32();
        let header = rest.bytes(header_length as usize);
        let mut frames = Vec::new();
        while rest.0.starts_with(b"FRAM") {
            frames.push(rest.frame());
        }
        let footer = rest.0.starts_with(b"FOOT").then(|| rest.footer());
        assert!(rest.0.is_empty(), "bytes behind the last part");
        File { format, codec, header_length, header, frames, footer }
    }

    /// The same history with at most `count_max` cycles in a frame, written from what the
    /// library tells of it. The program's own writer would take thousands of hours to fill the
    /// first frame.
    pub fn reframed(bytes: &[u8], count_max: u32) -> Self {
        let mut file = File::parse(bytes);
        file.frames.clear();
        let scratch = Scratch::new();
        let path = scratch.file("whole.chase");
        std::fs::write(&path, bytes).expect("room in the temporary folder");
        let mut reader = ReplayReader::open(&path, &open).expect("a good file");
        let (mut state, mut seal) = (Vec::new(), reader.now().seal().0);
        while reader.next_cycle().expect("a good file") {
            let now = reader.now();
            if file.frames.last().is_none_or(|frame| frame.count == count_max) {
                file.frames.push(empty_frame(file.frames.len(), now, seal));
                let frame = file.frames.last_mut().expect("just pushed");
                frame.state.append(&mut state);
            }
            let frame = file.frames.last_mut().expect("just made sure of");
            now.put_payload(&mut frame.payload);
            frame.count += 1;
            state.clear();
            now.put_state(&mut state);
            seal = now.seal().0;
        }
        file.settle()
    }

    /// The same history framed so, its payloads packed in columns.
    pub fn in_columns(bytes: &[u8], count_max: u32) -> Self {
        let mut file = File::reframed(bytes, count_max);
        let scratch = Scratch::new();
        let path = scratch.file("whole.chase");
        std::fs::write(&path, bytes).expect("room in the temporary folder");
        let reader = ReplayReader::open(&path, &open).expect("a good file");
        let packing = reader.now().packing();
        for frame in &mut file.frames {
            let payload = std::mem::take(&mut frame.payload);
            (packing.pack)(&payload[1..], &mut frame.payload);
        }
        file.settle()
    }
}

fn empty_frame(sequence: usize, now: &dyn RecordedHistory, seal: [u8; 16]) -> Frame {
    Frame {
        payload_length: 0,
        state_length: 0,
        sequence: u32(sequence),
        first: now.last().expect("a cycle was read"),
        count: 0,
        seal,
        state: Vec::new(),
        // As it stands.
        payload: vec![0],
    }
}

fn u32(n: usize) -> u32 {
    u32::try_from(n).expect("small files")
}

/// What is left of a file being taken apart.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (front, rest) = self.0.split_first_chunk().expect("a whole file");
        self.0 = rest;
        *front
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let (front, rest) = self.0.split_at(count);
        self.0 = rest;
        front.to_vec()
    }

    fn frame(&mut self) -> Frame {
        let _tag: [u8; 4] = self.take();
        let (payload_length, state_length) = (self.u32(), self.u32());
        let (sequence, first, count) = (self.u32(), self.u64(), self.u32());
        let (seal, _crc) = (self.take(), self.u32());
        let state = self.bytes(state_length as usize);
        let payload = self.bytes(payload_length as usize);
        let _crc = self.u32();
        Frame { payload_length, state_length, sequence, first, count, seal, state, payload }
    }

    fn footer(&mut self) -> Footer {
        let _tag: [u8; 4] = self.take();
        let body_length = self.u64();
        let counts = [self.u64(), self.u64(), self.u64(), self.u64()];
        let (history, file) = (self.take(), self.take());
        let outcome_length = self.u32();
        let outcome = self.bytes(outcome_length as usize);
        let frames = self.u32();
        let index = (0..frames).map(|_| (self.u64(), self.u64())).collect();
        // behind the body stand 8 bytes, a checksum and the end mark
        let played = (self.0.len() > 8 + CRC + 8).then(|| self.u64());
        let start = self.u64();
        let (_crc, _end): (u32, [u8; 8]) = (self.u32(), self.take());
        Footer {
            body_length,
            counts,
            history,
            file,
            outcome_length,
            outcome,
            frames,
            index,
            played,
            start,
        }
    }
}

#[test]
fn the_second_hand_writes_what_the_program_writes() {
    // given recordings of one frame, and of two
    for hours in [12, 5_000] {
        let bytes = super::recorded(super::ring(hours, 7), "chase");
        // when they are taken apart and put together again
        let file = File::parse(&bytes);
        // then every byte is where it was, and every claim was true
        assert!(file.bytes() == bytes, "{hours} hours");
        assert_eq!(file.clone().settle(), file);
        assert_eq!(file.frames.len(), if hours == 12 { 1 } else { 2 });
    }
    // and a history framed from what the library tells is the program's own
    let bytes = super::recorded(super::ring(12, 7), "chase");
    assert!(File::reframed(&bytes, 4_096).bytes() == bytes);
}
