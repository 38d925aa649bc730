//! The page of signals: curves over ticks, with shared zoom and cursor. It is given its head and its blocks, and knows
//! nothing of where they are from. docs/view.md has the layout.

use std::io::{self, Write};

use super::page::SIGNALS;
use super::side::put_block;

const HTML: &str = include_str!("page/signals.html");

/// A page of signals on its way into a file.
pub struct SignalPage<W: Write> {
    out: W,
    end: String,
}

impl<W: Write> SignalPage<W> {
    /// Begins a page. `title` and `preview`, which is what a link to the page shows, may hold names of anybody; `head` is
    /// JSON.
    ///
    /// # Errors
    /// Writing failed.
    pub fn new(mut out: W, title: &str, preview: &str, head: &str) -> io::Result<Self> {
        let (start, end) = SIGNALS.around_in(HTML, title, preview, &SIGNALS.policy());
        out.write_all(start.as_bytes())?;
        put_block(&mut out, "id=\"head\"", head.as_bytes())?;
        Ok(SignalPage { out, end })
    }

    /// Adds a block of bytes; `name` is an attribute by which the script finds it.
    ///
    /// # Errors
    /// Writing failed.
    pub fn block(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        put_block(&mut self.out, name, bytes)
    }

    /// Ends the page.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.write_all(self.end.as_bytes())?;
        self.out.flush()
    }
}
