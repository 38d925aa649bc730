//! Lines of a file, a large piece at a time; a line is never copied.

use chase_world::world::File;
use std::io;

use super::window::Window;

/// A file being read line by line.
pub struct FileLines {
    window: Window,
    /// Lines handed out so far.
    number: u64,
    is_at_end: bool,
}

/// A line of a text file, without its end.
pub enum FileLine<'a> {
    /// One with an end, without it.
    Whole(&'a [u8]),
    /// The bytes after the last end of a line, perhaps none.
    Rest(&'a [u8]),
}

impl FileLines {
    /// No line of any transcript is longer: `map` on the largest maps prints some megabytes.
    const LINE_MAX: usize = 1 << 26;

    /// Reads a file from its beginning, wherever others stand in it.
    pub fn new(file: File) -> Self {
        FileLines { window: Window::new(file, 0..u64::MAX), number: 0, is_at_end: false }
    }

    /// The number of the newest line, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line.
    #[inline]
    pub fn next_line(&mut self) -> io::Result<FileLine<'_>> {
        let mut searched = 0;
        loop {
            let ahead = self.window.bytes();
            let loaded = ahead.len();
            if let Some(at) = memchr::memchr(b'\n', &ahead[searched..]) {
                let end = searched + at;
                self.number += 1;
                return Ok(FileLine::Whole(&self.window.use_up(end + 1)[..end]));
            }
            if self.is_at_end {
                self.number += 1;
                return Ok(FileLine::Rest(self.window.use_up(loaded)));
            }
            searched = loaded;
            self.refill()?;
        }
    }

    /// The bytes that are loaded and not handed out yet.
    #[inline]
    pub(super) fn ahead(&self) -> &[u8] {
        self.window.bytes()
    }

    /// Passes over `bytes` of the loaded bytes, which are `lines` whole lines.
    pub(super) fn pass(&mut self, bytes: usize, lines: u64) {
        self.window.use_up(bytes);
        self.number += lines;
    }

    /// Passes over the lines with which both go on byte for byte, and says how many those are.
    pub(crate) fn pass_common(&mut self, other: &mut FileLines) -> io::Result<u64> {
        let before = self.number;
        loop {
            let (mine, others) = (self.ahead(), other.ahead());
            let same = common_length(mine, others);
            let is_parted = same < mine.len().min(others.len());
            if let Some(end) = memchr::memrchr(b'\n', &mine[..same]) {
                let lines = memchr::memchr_iter(b'\n', &mine[..=end]).count() as u64;
                self.pass(end + 1, lines);
                other.pass(end + 1, lines);
            }
            if is_parted || !self.load_more(same)? || !other.load_more(same)? {
                return Ok(self.number - before);
            }
        }
    }

    /// Loads more where no more than so many bytes were there; false at the end of the file.
    fn load_more(&mut self, looked_at: usize) -> io::Result<bool> {
        if self.ahead().len() <= looked_at && !self.is_at_end {
            self.refill()?;
        }
        Ok(!self.is_at_end)
    }

    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        if self.ahead().len() >= Self::LINE_MAX {
            let what = format!("a line of more than {} bytes", Self::LINE_MAX);
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        self.is_at_end = !self.window.more()?;
        Ok(())
    }
}

/// The number of bytes that two texts have in common at their beginning.
fn common_length(mine: &[u8], others: &[u8]) -> usize {
    const PIECE: usize = 1 << 12;
    let pieces = mine.chunks_exact(PIECE).zip(others.chunks_exact(PIECE));
    let same = PIECE * pieces.take_while(|(mine, others)| mine == others).count();
    let rest = mine[same..].iter().zip(&others[same..]);
    same + rest.take_while(|(mine, others)| mine == others).count()
}
