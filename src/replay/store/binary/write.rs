//! Writes the binary form as it comes, in constant memory.
//!
//! A frame closes when it is full and, on disk, after a second or a cycle that took a second: what a
//! program that is killed leaves unwritten are cycles that were played within about a second. The
//! file is forced to disk at most once a second and at the end.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;
use std::{io, thread};

use super::MAGIC;
use super::frame::{
    CODEC, COUNT_MAX, Footer, FrameHead, JOINED_MAX, STATE_MAX, Salt, UNPACKED_MAX, checksum, salt,
};
use crate::store::check_header_length;
use crate::store::disk::Disk;
use chase_engine::seal::Seal;
use chase_record::any::{HistoryCounts, RecordedHistory};
use chase_record::packing::{Packing, left_plain};
use chase_record::replay::Header;

/// The longest time that a frame stays open, and the time between syncs.
const SECOND: Duration = Duration::from_secs(1);

/// A frame closes when its payload is this much shorter than it may be, so that the next cycle almost
/// surely fits into the one that follows, and the state at its beginning is at hand.
const FULL: usize = 8_192;

/// Writes a binary recording, frame by frame.
pub struct BinaryWriter<D: Disk> {
    disk: D,
    header: Header,
    /// Nothing before the first cycle.
    packing: Option<Packing>,
    salt: Salt,
    offset: u64,
    index: Vec<(u64, u64)>,
    frame: Frame,
    /// The thread that packs payloads; nothing before the first, and where no thread can be started.
    packer: Option<Packer>,
    /// The frame before, while its payload is packed.
    packing_now: Option<Frame>,
    /// Memory for the payload of the next frame, and for what is written.
    spare: Vec<u8>,
    bytes: Vec<u8>,
    /// The seal after the newest cycle.
    seal: Seal,
    counts: HistoryCounts,
    /// The first cycle after this moment closes its frame, full or not.
    due: Duration,
    synced: Duration,
}

/// The frame being filled.
struct Frame {
    first: u64,
    count: u32,
    seal: Seal,
    state: Vec<u8>,
    payload: Vec<u8>,
}

/// A thread that packs one payload after the other.
struct Packer {
    payloads: SyncSender<Vec<u8>>,
    packed: Receiver<(Vec<u8>, Vec<u8>)>,
}

impl Packer {
    /// Nothing where no thread can be started.
    fn new(packing: Packing) -> Option<Self> {
        let (payloads, taken) = sync_channel::<Vec<u8>>(1);
        let (give, packed) = sync_channel(1);
        let work = move || {
            for mut payload in taken {
                let mut bytes = Vec::new();
                (packing.pack)(&payload, &mut bytes);
                payload.clear();
                if give.send((bytes, payload)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(work).ok()?;
        Some(Packer { payloads, packed })
    }

    fn begin(&self, payload: Vec<u8>) -> io::Result<()> {
        let sent = self.payloads.send(payload);
        sent.map_err(|_| Self::failed())
    }

    /// The packed payload, and the memory of the unpacked one.
    fn end(&self) -> io::Result<(Vec<u8>, Vec<u8>)> {
        self.packed.recv().map_err(|_| Self::failed())
    }

    fn failed() -> io::Error {
        io::Error::other("a frame could not be packed")
    }
}

impl<D: Disk> BinaryWriter<D> {
    /// Writes the header and forces it to disk.
    pub fn new(mut disk: D, header: &Header) -> io::Result<Self> {
        let json = header.to_json();
        check_header_length(&json)?;
        let salt = salt(json.as_bytes());
        let mut bytes = Vec::with_capacity(json.len() + 32);
        bytes.extend(MAGIC);
        bytes.push(u8::try_from(header.chase).expect("formats are small numbers"));
        bytes.push(CODEC);
        bytes.extend(salt);
        bytes.extend(u32::try_from(json.len()).expect("checked above").to_le_bytes());
        bytes.extend(json.as_bytes());
        disk.write_all(&bytes)?;
        disk.sync()?;
        let seal = Seal::of_beginning(header);
        let now = disk.now();
        Ok(BinaryWriter {
            disk,
            header: header.clone(),
            packing: None,
            salt,
            offset: bytes.len() as u64,
            index: Vec::new(),
            frame: Frame { first: 0, count: 0, seal, state: Vec::new(), payload: Vec::new() },
            packer: None,
            packing_now: None,
            spare: Vec::new(),
            bytes: Vec::new(),
            seal,
            counts: HistoryCounts::default(),
            due: now + SECOND,
            synced: now,
        })
    }

    /// Writes the newest cycle.
    pub fn cycle(&mut self, newest: &dyn RecordedHistory) -> io::Result<()> {
        let before = self.frame.payload.len();
        self.packing = Some(newest.packing());
        newest.put_payload(&mut self.frame.payload);
        if self.frame.payload.len() > JOINED_MAX && before > 0
            || self.frame.payload.len() > UNPACKED_MAX
        {
            let cycle = self.frame.payload.split_off(before);
            if cycle.len() > UNPACKED_MAX {
                let what =
                    "a cycle is too long for a .chase file; write it with -o FILE.json instead";
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            self.close_frame(false)?;
            self.frame.payload = cycle;
        }
        if self.frame.count == 0 {
            self.frame.first = newest.last().unwrap_or_default();
            self.frame.seal = self.seal;
        }
        self.frame.count += 1;
        self.seal = newest.seal();
        self.counts = newest.counts();
        let is_long = self.frame.payload.len() > JOINED_MAX - FULL;
        let full = is_long || self.frame.count == COUNT_MAX;
        let now = self.disk.now();
        let is_old = now >= self.due;
        if self.frame.count == 1 || full || is_old {
            self.due = now + SECOND;
        }
        if full || is_old {
            self.close_frame(is_old)?;
            // The state at the beginning of a frame is kept if it is short.
            let state = &mut self.frame.state;
            newest.put_state(state);
            if state.len() > STATE_MAX {
                state.clear();
            }
        }
        Ok(())
    }

    /// Closes the frame. With `now` its payload is packed and written at once. Otherwise it is packed
    /// while later cycles come, and written when the next frame closes.
    fn close_frame(&mut self, now: bool) -> io::Result<()> {
        self.write_packed()?;
        if self.frame.count == 0 {
            return Ok(());
        }
        let empty = Frame {
            count: 0,
            state: Vec::new(),
            payload: std::mem::take(&mut self.spare),
            ..self.frame
        };
        let mut frame = std::mem::replace(&mut self.frame, empty);
        if let Some(plain) = left_plain(&frame.payload) {
            frame.payload = plain;
            return self.write_frame(&mut frame);
        }
        let packing = self.packing.expect("a frame has cycles");
        self.packer = self.packer.take().or_else(|| Packer::new(packing));
        let payload = std::mem::take(&mut frame.payload);
        let Some(packer) = &self.packer else {
            (packing.pack)(&payload, &mut frame.payload);
            return self.write_frame(&mut frame);
        };
        packer.begin(payload)?;
        self.packing_now = Some(frame);
        match now {
            true => self.write_packed(),
            false => Ok(()),
        }
    }

    /// Writes the frame that is being packed.
    fn write_packed(&mut self) -> io::Result<()> {
        let (Some(mut frame), Some(packer)) = (self.packing_now.take(), &self.packer) else {
            return Ok(());
        };
        (frame.payload, self.spare) = packer.end()?;
        self.write_frame(&mut frame)
    }

    fn write_frame(&mut self, frame: &mut Frame) -> io::Result<()> {
        let head = FrameHead {
            payload: u32::try_from(frame.payload.len()).expect("at most 8 MiB"),
            state: u32::try_from(frame.state.len()).expect("at most 4 KiB"),
            sequence: u32::try_from(self.index.len()).map_err(io::Error::other)?,
            first: frame.first,
            count: frame.count,
            seal: frame.seal,
        };
        let head = head.to_bytes(self.salt);
        let crc = checksum(self.salt, &[&head, &frame.state, &frame.payload]);
        let bytes = &mut self.bytes;
        bytes.clear();
        bytes.extend(head);
        bytes.append(&mut frame.state);
        bytes.append(&mut frame.payload);
        bytes.extend(crc.to_le_bytes());
        self.disk.write_all(bytes)?;
        self.index.push((frame.first, self.offset));
        self.offset += bytes.len() as u64;
        if self.disk.now().saturating_sub(self.synced) >= SECOND {
            self.disk.sync()?;
            self.synced = self.disk.now();
        }
        Ok(())
    }

    /// Forces all cycles so far to disk without a footer: the recording stays unfinished.
    pub fn abandon(mut self) -> io::Result<()> {
        self.close_frame(true)?;
        self.disk.sync()
    }

    /// Writes the footer, with the milliseconds that people spent, if they are known.
    pub fn finish(
        mut self,
        newest: &dyn RecordedHistory,
        played_ms: Option<u64>,
    ) -> io::Result<()> {
        self.close_frame(true)?;
        let outcome = newest.outcome();
        let footer = Footer {
            counts: self.counts,
            history: self.seal,
            file: Seal::of_played_file(&self.header, self.seal, outcome.as_ref(), played_ms),
            outcome,
            index: self.index,
            played_ms,
        };
        self.disk.write_all(&footer.to_bytes(self.salt, self.offset))?;
        self.disk.sync()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::race;
    use chase_record::any::{AnyRecording, Projections};

    /// A disk that takes so many bytes and so many syncs.
    struct FailingDisk {
        bytes: usize,
        syncs: usize,
    }

    impl Write for FailingDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.bytes == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.bytes);
            self.bytes -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Disk for FailingDisk {
        fn sync(&mut self) -> io::Result<()> {
            self.syncs = self.syncs.checked_sub(1).ok_or(io::ErrorKind::Other)?;
            Ok(())
        }

        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    /// A game of some hundred turns that is about to begin, with its header.
    fn race() -> (Header, Box<dyn AnyRecording>) {
        let mut header = race::header(500);
        let recording = race::GAME.record(&mut header).unwrap();
        (header, recording)
    }

    /// Records it onto such a disk.
    fn record(disk: FailingDisk) -> io::Result<()> {
        let (header, mut recording) = race();
        recording.project(Projections { seals: true, ..Projections::default() });
        let mut writer = BinaryWriter::new(disk, &header)?;
        while recording.advance() {
            writer.cycle(recording.now())?;
        }
        writer.finish(recording.now(), None)
    }

    #[test]
    fn a_disk_that_fills_up_at_any_byte_is_an_error() {
        let syncs = usize::MAX;
        let enough = (0..).find(|&bytes| record(FailingDisk { bytes, syncs }).is_ok()).unwrap();
        assert!(enough > 1_000, "header, frame and footer: {enough} bytes");
        let error = record(FailingDisk { bytes: enough - 1, syncs });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn a_cycle_that_took_a_second_is_written_at_once() {
        let (header, mut recording) = race();
        let disk = FailingDisk { bytes: usize::MAX, syncs: usize::MAX };
        let mut writer = BinaryWriter::new(disk, &header).unwrap();
        let mut frames = Vec::new();
        for seconds in [0, 1, 0] {
            recording.advance();
            writer.due -= SECOND * seconds;
            writer.cycle(recording.now()).unwrap();
            frames.push(writer.index.len());
        }
        assert_eq!(frames, [0, 1, 1]);
    }

    #[test]
    fn a_sync_that_fails_is_an_error_at_the_beginning_and_at_the_end() {
        let bytes = usize::MAX;
        for syncs in [0, 1] {
            let error = record(FailingDisk { bytes, syncs }).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::Other);
        }
        record(FailingDisk { bytes, syncs: 2 }).unwrap();
    }
}
