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

use chase::store::ReplayReader;

use super::{held, open};

const PREAMBLE: usize = 22;
const HEAD: usize = 48;
const CRC: usize = 4;

/// A binary file in its parts. Lengths and offsets are what the file claims; [`File::settle`]
/// makes the claims true.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub format: u8,
    pub codec: u8,
    pub header_length: u32,
    header: Vec<u8>,
    pub frames: Vec<Frame>,
    pub footer: Footer,
}

#[derive(Clone, Debug, Default, PartialEq)]
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

#[derive(Clone, Debug, Default)]
pub struct Footer {
    pub body_length: u64,
    /// Of cycles, entries, events and words.
    pub counts: [u64; 4],
    pub history: [u8; 16],
    pub file: [u8; 16],
    pub outcome_length: u32,
    pub outcome: Vec<u8>,
    pub frames: u32,
    /// The first cycle of each frame, and where it stands.
    pub index: Vec<[u64; 2]>,
    /// Milliseconds that people played.
    played: Option<u64>,
    pub start: u64,
}

impl Frame {
    /// How many bytes it takes in the file.
    fn len(&self) -> usize {
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
        let numbers = |numbers: &[u64]| numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let parts: [Vec<u8>; 8] = [
            numbers(&self.counts),
            self.history.into(),
            self.file.into(),
            self.outcome_length.to_le_bytes().into(),
            self.outcome.clone(),
            self.frames.to_le_bytes().into(),
            numbers(self.index.as_flattened()),
            numbers(self.played.as_slice()),
        ];
        parts.concat()
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
    /// The file, every checksum right, every claim as it stands.
    pub fn bytes(&self) -> Vec<u8> {
        let hash = blake3::hash(&self.header);
        let salt = hash.as_bytes()[..8].try_into().expect("8 of 32 bytes");
        let mut out = b"\x89CHS\r\n\x1a\n".to_vec();
        out.extend([self.format, self.codec]);
        out.extend(salt);
        out.extend(self.header_length.to_le_bytes());
        out.extend(&self.header);
        self.frames.iter().for_each(|frame| frame.put(salt, &mut out));
        self.footer.put(salt, &mut out);
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

    /// How many cycles stand in whole frames before this offset.
    pub fn whole_cycles(&self, end: usize) -> usize {
        let frames = self.frames.iter().zip(self.starts().into_iter().skip(1));
        let whole = frames.take_while(|(_, frame_end)| *frame_end <= end);
        whole.map(|(frame, _)| frame.count as usize).sum()
    }

    /// Makes every length, offset and index entry true; what frames say of their content stays.
    pub fn settle(mut self) -> Self {
        self.header_length = u32(self.header.len());
        for frame in &mut self.frames {
            frame.payload_length = u32(frame.payload.len());
            frame.state_length = u32(frame.state.len());
        }
        let starts = self.starts();
        let frames = self.frames.iter().zip(&starts);
        self.footer.index = frames.map(|(frame, at)| [frame.first, *at as u64]).collect();
        self.footer.frames = u32(self.frames.len());
        self.footer.outcome_length = u32(self.footer.outcome.len());
        self.footer.start = starts[self.frames.len()] as u64;
        self.footer.body_length = self.footer.body().len() as u64;
        self
    }

    /// The same history with at most `count_max` cycles in a frame, written from what the
    /// library tells of it, as it stands or packed in columns. The program's own writer would take
    /// thousands of hours to fill the first frame.
    pub fn reframed(good: &[u8], count_max: u32, in_columns: bool) -> Self {
        let mut reader = ReplayReader::open(&held(good), &open).expect("a good file");
        let header = reader.header().to_json().into_bytes();
        let mut file = File { format: 1, codec: 1, header, ..File::default() };
        let (mut state, mut seal) = (Vec::new(), reader.now().seal().0);
        while reader.next_cycle().expect("a good file") {
            let now = reader.now();
            if file.frames.last().is_none_or(|frame| frame.count == count_max) {
                let (sequence, first) = (u32(file.frames.len()), now.last().expect("a cycle"));
                // A payload that begins so is as it stands.
                let (state, payload) = (std::mem::take(&mut state), vec![0]);
                let frame = Frame { sequence, first, seal, state, payload, ..Frame::default() };
                file.frames.push(frame);
            }
            let frame = file.frames.last_mut().expect("just made sure of");
            now.put_payload(&mut frame.payload);
            frame.count += 1;
            state.clear();
            now.put_state(&mut state);
            seal = now.seal().0;
        }
        for frame in file.frames.iter_mut().filter(|_| in_columns) {
            let payload = std::mem::take(&mut frame.payload);
            (reader.now().packing().pack)(&payload[1..], &mut frame.payload);
        }
        let tail = reader.tail().expect("a footer");
        let counts = tail.counts.expect("counts");
        file.footer = Footer {
            counts: [counts.cycles, counts.entries, counts.events, counts.words],
            history: tail.history.expect("a seal").0,
            file: tail.file.0,
            outcome: serde_json::to_vec(&tail.outcome).expect("plain data"),
            played: tail.played_ms,
            ..Footer::default()
        };
        file.settle()
    }
}

fn u32(n: usize) -> u32 {
    u32::try_from(n).expect("small files")
}

#[test]
fn the_second_hand_writes_what_the_program_writes() {
    // given recordings of one frame, and of two that are packed
    for (hours, frames) in [(12, 1), (5_000, 2)] {
        let bytes = super::recorded(super::ring(hours, 7), "chase");
        let file = File::reframed(&bytes, 4_096, frames > 1);
        assert_eq!(file.frames.len(), frames);
        assert!(file.bytes() == bytes, "{hours} hours");
    }
}
