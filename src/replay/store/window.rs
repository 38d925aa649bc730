//! A part of a file that is read a large piece at a time: what was read and is not used up stands in
//! one slice. It holds no more of the file than who reads it waits for.

use chase_world::world::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;

/// A part of a file on its way from its beginning to its end.
pub(crate) struct Window {
    file: File,
    buffer: Vec<u8>,
    /// The start of the bytes that are not used yet.
    from: usize,
    to: usize,
    /// The offset in the file behind what was read.
    read_to: u64,
    /// The offset in the file behind the part.
    end: u64,
}

impl Window {
    /// The number of bytes that are read at a time, unless more are needed.
    pub const PIECE: usize = 1 << 18;

    /// The part of the file between two offsets. Others may read the same file at the same time.
    pub fn new(file: File, part: Range<u64>) -> Self {
        Window { file, buffer: Vec::new(), from: 0, to: 0, read_to: part.start, end: part.end }
    }

    /// Goes to another part of the file.
    pub fn go_to(&mut self, part: Range<u64>) {
        (self.from, self.to) = (0, 0);
        (self.read_to, self.end) = (part.start, part.end);
    }

    /// The bytes that were read and not used.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.from..self.to]
    }

    /// The offset in the file of the first of these bytes.
    pub fn offset(&self) -> u64 {
        self.read_to - (self.to - self.from) as u64
    }

    /// Uses up the first of these bytes, and returns them.
    pub(crate) fn use_up(&mut self, bytes: usize) -> &[u8] {
        let used = self.from..self.from + bytes;
        debug_assert!(used.end <= self.to, "only what was read is used up");
        self.from = used.end;
        &self.buffer[used]
    }

    /// Reads on, so that there are more bytes than before; false at the end of the part.
    ///
    /// # Errors
    /// The file cannot be read.
    #[cold]
    pub fn more(&mut self) -> io::Result<bool> {
        if self.read_to >= self.end {
            return Ok(false);
        }
        self.buffer.copy_within(self.from..self.to, 0);
        self.to -= self.from;
        self.from = 0;
        if self.to == self.buffer.len() {
            self.buffer.resize((2 * self.to).max(Self::PIECE), 0);
        }
        let room = (self.buffer.len() - self.to) as u64;
        let wanted = room.min(self.end - self.read_to) as usize;
        self.file.seek(SeekFrom::Start(self.read_to))?;
        let into = &mut self.buffer[self.to..self.to + wanted];
        let read = loop {
            match self.file.read(into) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.to += read;
        self.read_to += read as u64;
        Ok(read > 0)
    }
}
