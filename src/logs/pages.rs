//! Bytes that are made on the way in, a page at a time.

use std::io::{self, Cursor, Read};

/// Bytes that begin with a page and go on with what `more` puts into an empty one, until it says that there is none.
pub struct Pages<F> {
    page: Cursor<Vec<u8>>,
    more: F,
}

impl<F: FnMut(&mut Vec<u8>) -> io::Result<bool>> Pages<F> {
    /// The bytes from their first page on.
    pub fn new(first: Vec<u8>, more: F) -> Self {
        Pages { page: Cursor::new(first), more }
    }
}

impl<F: FnMut(&mut Vec<u8>) -> io::Result<bool>> Read for Pages<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.page.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            self.page.set_position(0);
            let page = self.page.get_mut();
            page.clear();
            if !(self.more)(page)? {
                return Ok(0);
            }
        }
    }
}
