//! The bytes of headers, frames and footers: offsets and limits, each named once.

use chase_engine::game::Outcome;
use chase_engine::seal::Seal;
use chase_record::any::HistoryCounts;
use chase_record::replay::to_json;

/// The number of the payload's encoding: bincode 2, standard configuration, packed.
pub(crate) const CODEC: u8 = 1;

/// The longest payload of a frame of more than one cycle, in bytes before it is packed.
pub(crate) const JOINED_MAX: usize = 1 << 20;
/// The longest payload of a frame, in bytes before it is packed.
pub(crate) const UNPACKED_MAX: usize = 8 << 20;

/// The most cycles of a frame.
pub const COUNT_MAX: u32 = 4_096;
/// The longest state that is kept in a frame, in bytes.
pub(crate) const STATE_MAX: usize = 4_096;

pub(crate) const SALT: usize = 8;
/// Magic, format, codec, salt, header length.
pub const PREAMBLE: usize = 8 + 1 + 1 + SALT + 4;
pub(crate) const FRAME_TAG: [u8; 4] = *b"FRAM";
pub(crate) const FRAME_HEAD: usize = 4 + 4 + 4 + 4 + 8 + 4 + Seal::BYTES + CRC;
pub const CRC: usize = 4;
pub(crate) const FOOTER_TAG: [u8; 4] = *b"FOOT";
/// Tag and body length.
pub(crate) const FOOTER_HEAD: usize = 4 + 8;
/// The number of bytes after a footer's index: the offset of the footer, the checksum, the end mark.
pub(crate) const FOOTER_TAIL: usize = 8 + CRC + END.len();
pub const END: [u8; 8] = *b"CHASEEND";

pub(crate) type Salt = [u8; SALT];

/// The salt of a file: the beginning of its header's hash.
pub fn salt(header: &[u8]) -> Salt {
    let mut salt = Salt::default();
    salt.copy_from_slice(&blake3::hash(header).as_bytes()[..SALT]);
    salt
}

/// CRC32C over the salt and then the parts.
pub fn checksum(salt: Salt, parts: &[&[u8]]) -> u32 {
    let salted = crc32c::crc32c(&salt);
    parts.iter().fold(salted, |crc, part| crc32c::crc32c_append(crc, part))
}

/// The head of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameHead {
    pub payload: u32,
    pub state: u32,
    pub sequence: u32,
    pub first: u64,
    pub count: u32,
    pub seal: Seal,
}

impl FrameHead {
    /// The number of bytes after the head: state, payload and checksum.
    pub fn body(&self) -> u64 {
        u64::from(self.state) + u64::from(self.payload) + CRC as u64
    }

    pub fn to_bytes(self, salt: Salt) -> [u8; FRAME_HEAD] {
        let mut bytes = Vec::with_capacity(FRAME_HEAD);
        bytes.extend(FRAME_TAG);
        bytes.extend(self.payload.to_le_bytes());
        bytes.extend(self.state.to_le_bytes());
        bytes.extend(self.sequence.to_le_bytes());
        bytes.extend(self.first.to_le_bytes());
        bytes.extend(self.count.to_le_bytes());
        bytes.extend(self.seal.0);
        bytes.extend(checksum(salt, &[&bytes]).to_le_bytes());
        bytes.try_into().expect("the fields fill the head")
    }

    /// Reads a head whose tag was seen.
    ///
    /// # Errors
    /// A checksum or a number that no head has.
    pub fn from_bytes(bytes: &[u8; FRAME_HEAD], salt: Salt) -> Result<Self, String> {
        let mut rest = FieldBytes(&bytes[FRAME_TAG.len()..]);
        let head = FrameHead {
            payload: rest.u32(),
            state: rest.u32(),
            sequence: rest.u32(),
            first: rest.u64(),
            count: rest.u32(),
            seal: rest.seal(),
        };
        if rest.u32() != checksum(salt, &[&bytes[..FRAME_HEAD - CRC]]) {
            return Err("the frame's head fails its checksum".to_owned());
        }
        let payload = ("payload", head.payload, UNPACKED_MAX);
        for (what, bytes, most) in [payload, ("state", head.state, STATE_MAX)] {
            if bytes as usize > most {
                return Err(format!("a {what} of {bytes} bytes; at most {most} are allowed"));
            }
        }
        if head.count == 0 || head.count > COUNT_MAX {
            return Err(format!("{} cycles in a frame; 1 to {COUNT_MAX} are allowed", head.count));
        }
        Ok(head)
    }
}

/// The contents of a footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footer {
    pub counts: HistoryCounts,
    pub history: Seal,
    pub file: Seal,
    pub outcome: Option<Outcome>,
    /// The first cycle and the offset of each frame.
    pub index: Vec<(u64, u64)>,
    /// The time that people played, in milliseconds, where it is known.
    pub played_ms: Option<u64>,
}

impl Footer {
    /// The whole footer, for a file in which it begins at `start`.
    pub fn to_bytes(&self, salt: Salt, start: u64) -> Vec<u8> {
        let body = self.body();
        let mut bytes = Vec::with_capacity(FOOTER_HEAD + body.len() + FOOTER_TAIL);
        bytes.extend(FOOTER_TAG);
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        bytes.extend(start.to_le_bytes());
        bytes.extend(checksum(salt, &[&bytes]).to_le_bytes());
        bytes.extend(END);
        bytes
    }

    fn body(&self) -> Vec<u8> {
        let outcome = to_json(&self.outcome);
        let mut body = Vec::new();
        let counts =
            [self.counts.cycles, self.counts.entries, self.counts.events, self.counts.words];
        body.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        body.extend(self.history.0);
        body.extend(self.file.0);
        body.extend(length(outcome.len()).to_le_bytes());
        body.extend(outcome.as_bytes());
        body.extend(length(self.index.len()).to_le_bytes());
        for (first, offset) in &self.index {
            body.extend(first.to_le_bytes());
            body.extend(offset.to_le_bytes());
        }
        body.extend(self.played_ms.iter().flat_map(|ms| ms.to_le_bytes()));
        body
    }

    /// Reads a whole footer, head to end mark, that begins at `start`.
    pub fn from_bytes(bytes: &[u8], salt: Salt, start: u64) -> Option<Self> {
        let (summed, end) = bytes.split_at_checked(bytes.len().checked_sub(CRC + END.len())?)?;
        let mut tail = FieldBytes(end);
        if tail.u32() != checksum(salt, &[summed]) || tail.0 != END {
            return None;
        }
        let body_end = summed.len().checked_sub(8)?;
        if FieldBytes(&summed[body_end..]).u64() != start {
            return None;
        }
        let body = summed.get(FOOTER_HEAD..body_end)?;
        if FieldBytes(&summed[FOOTER_TAG.len()..]).u64() != body.len() as u64 {
            return None;
        }
        Self::from_body(body)
    }

    fn from_body(body: &[u8]) -> Option<Self> {
        const FIXED: usize = 4 * 8 + 2 * Seal::BYTES + 4;
        let (fixed, rest) = body.split_at_checked(FIXED)?;
        let mut fields = FieldBytes(fixed);
        let counts = HistoryCounts {
            cycles: fields.u64(),
            entries: fields.u64(),
            events: fields.u64(),
            words: fields.u64(),
        };
        let (history, file) = (fields.seal(), fields.seal());
        let (outcome, rest) = rest.split_at_checked(fields.u32() as usize)?;
        let outcome = serde_json::from_slice(outcome).ok()?;
        let (frames, rest) = rest.split_at_checked(4)?;
        let index = usize::try_from(16 * u64::from(FieldBytes(frames).u32())).ok()?;
        let (index, rest) = rest.split_at_checked(index)?;
        let played_ms = match rest.len() {
            0 => None,
            8 => Some(FieldBytes(rest).u64()),
            _ => return None,
        };
        let entry = |bytes: &[u8]| {
            let mut fields = FieldBytes(bytes);
            (fields.u64(), fields.u64())
        };
        Some(Footer {
            counts,
            history,
            file,
            outcome,
            index: index.chunks(16).map(entry).collect(),
            played_ms,
        })
    }
}

fn length(n: usize) -> u32 {
    u32::try_from(n).expect("far fewer than 2^32")
}

/// Takes little-endian numbers from the front of bytes that are known to be long enough.
pub(crate) struct FieldBytes<'a>(pub &'a [u8]);

impl FieldBytes<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (front, rest) = self.0.split_first_chunk().expect("long enough");
        self.0 = rest;
        *front
    }

    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    pub fn seal(&mut self) -> Seal {
        Seal(self.take())
    }
}
