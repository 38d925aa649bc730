//! The place of a fault in a file: its line, and its column there.

use chase_world::world::File;
use std::io;

use crate::store::window::Window;

/// `name:line:column` of an offset: both from 1, and a column is a character. Only the name where
/// the file can no longer be read.
pub fn place(name: &str, file: &File, offset: u64) -> String {
    match line_and_column(file, offset) {
        Ok((line, column)) => format!("{name}:{line}:{column}"),
        Err(_) => name.to_owned(),
    }
}

fn line_and_column(file: &File, offset: u64) -> io::Result<(u64, u64)> {
    let (mut line, mut column) = (1, 1);
    let mut window = Window::new(file.try_clone()?, 0..offset);
    while window.more()? {
        let bytes = window.bytes();
        let newest = match memchr::memrchr(b'\n', bytes) {
            Some(end) => {
                line += memchr::memchr_iter(b'\n', bytes).count() as u64;
                column = 1;
                &bytes[end + 1..]
            }
            None => bytes,
        };
        // What goes on with a character is not counted again.
        column += newest.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64;
        window.use_up(window.bytes().len());
    }
    Ok((line, column))
}

/// The offset of the first byte that is not UTF-8; nothing where all of it is.
pub(crate) fn beyond_utf8(file: &File) -> io::Result<Option<u64>> {
    let mut window = Window::new(file.try_clone()?, 0..u64::MAX);
    while window.more()? {
        let good = match std::str::from_utf8(window.bytes()) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(error) => return Ok(Some(window.offset() + error.valid_up_to() as u64)),
        };
        window.use_up(good);
    }
    // A character that is cut off by the end.
    Ok((!window.bytes().is_empty()).then(|| window.offset()))
}
