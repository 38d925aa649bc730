//! Lines of a file, a large piece at a time; a line is never copied.

use std::fs::File;
use std::io::{self, Read};

/// A file being read line by line.
pub struct Lines {
    file: File,
    buffer: Vec<u8>,
    /// What is not handed out yet.
    from: usize,
    to: usize,
    /// Lines handed out so far.
    number: u64,
    is_at_end: bool,
}

/// A line of a text file, without its end.
pub enum Line<'a> {
    /// One with an end, without it.
    Whole(&'a [u8]),
    /// What stands behind the last end of a line, perhaps nothing.
    Rest(&'a [u8]),
}

impl Lines {
    const PIECE: usize = 1 << 18;
    /// No line of any transcript is longer: `map` on the largest maps prints some megabytes.
    const LINE_MAX: usize = 1 << 26;

    /// From where the file stands.
    pub fn new(file: File) -> Self {
        Lines {
            file,
            buffer: vec![0; Self::PIECE],
            from: 0,
            to: 0,
            number: 0,
            is_at_end: false,
        }
    }

    /// The number of the newest line, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line.
    #[inline]
    pub fn next_line(&mut self) -> io::Result<Line<'_>> {
        let mut searched = 0;
        loop {
            let ahead = &self.buffer[self.from + searched..self.to];
            if let Some(at) = memchr::memchr(b'\n', ahead) {
                let (from, end) = (self.from, self.from + searched + at);
                self.from = end + 1;
                self.number += 1;
                return Ok(Line::Whole(&self.buffer[from..end]));
            }
            searched = self.to - self.from;
            if self.is_at_end {
                let from = std::mem::replace(&mut self.from, self.to);
                self.number += 1;
                return Ok(Line::Rest(&self.buffer[from..self.to]));
            }
            self.refill()?;
        }
    }

    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.from..self.to, 0);
        self.to -= self.from;
        self.from = 0;
        if self.to == self.buffer.len() {
            if self.to >= Self::LINE_MAX {
                let what = format!("a line of more than {} bytes", Self::LINE_MAX);
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            self.buffer.resize(2 * self.to, 0);
        }
        let read = loop {
            match self.file.read(&mut self.buffer[self.to..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.to += read;
        self.is_at_end = read == 0;
        Ok(())
    }
}
