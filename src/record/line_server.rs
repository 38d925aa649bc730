//! Answers lines of a stream until it ends: the outer loop of whatever talks on standard input and
//! output. What a line means is nothing to it.

use std::io::{self, BufRead, Write};

/// The longest line that is taken in, in bytes: a map of a hundred thousand cities fits.
const LINE_BYTES_MAX: u64 = 1 << 28;

/// Hands each line to `answer`, and writes what it answers at once; blank lines are passed over.
///
/// # Errors
/// Reading or writing failed.
pub fn answer_lines(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    answer: &mut dyn FnMut(&[u8]) -> Option<String>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = io::Read::take(&mut *input, LINE_BYTES_MAX);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        if let Some(answer) = answer(&bytes) {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
}
