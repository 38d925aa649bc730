//! Input that cannot be sought in, such as a pipe, is copied into a temporary file first: as long as
//! its first bytes may be those of something that is read, and up to a limit.

use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::path::Path;

use super::binary::MAGIC;

/// How many bytes are looked at to tell what a file is. White space may come before a document, and
/// a banner before a transcript, but not for ever.
pub const SNIFFED: u64 = 1 << 16;

/// The most that is copied, in bytes.
const COPIED_MAX: u64 = 4 << 30;

/// Whether a file that begins like this may be a replay of either form.
pub fn may_be_replay(start: &[u8]) -> bool {
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    let magic = !start.is_empty() && MAGIC.starts_with(&start[..start.len().min(MAGIC.len())]);
    magic || first == Some(&b'{')
}

/// Whether a file that begins like this may be a replay or text.
pub fn may_be_text(start: &[u8]) -> bool {
    may_be_replay(start) || !start.contains(&0)
}

/// Opens a file that can be sought in; `-` is standard input. Pipes and the like are copied to a
/// temporary file, or only their beginning where that is not `wanted`.
pub fn seekable(path: &Path, wanted: fn(&[u8]) -> bool) -> io::Result<File> {
    if path == Path::new("-") {
        return spool(&mut io::stdin().lock(), wanted, COPIED_MAX);
    }
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a directory",
        ));
    }
    if metadata.is_file() {
        Ok(file)
    } else {
        spool(&mut file, wanted, COPIED_MAX)
    }
}

fn spool(from: &mut dyn Read, wanted: fn(&[u8]) -> bool, most: u64) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    let mut start = Vec::new();
    from.take(SNIFFED).read_to_end(&mut start)?;
    file.write_all(&start)?;
    // What begins like nothing that is read perhaps never ends.
    if wanted(&start) {
        let left = most.saturating_sub(start.len() as u64);
        let copied = io::copy(&mut from.take(left + 1), &mut file)?;
        if copied > left {
            let what = format!("more than {most} bytes, the most that is read from a pipe");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
        }
    }
    file.rewind()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_copied_up_to_a_limit_or_not_past_its_beginning() {
        const MOST: u64 = 1 << 20;
        // text where a replay is wanted
        let mut file = spool(&mut io::repeat(b'y'), may_be_replay, MOST).unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), SNIFFED);
        // bytes that are no text
        let mut file = spool(&mut io::repeat(0), may_be_text, MOST).unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), SNIFFED);
        // and text, or a document, that never ends
        for (start, wanted) in [
            ("Hour 0\n", may_be_text as fn(&[u8]) -> bool),
            ("{", may_be_replay),
        ] {
            let mut endless = start.as_bytes().chain(io::repeat(b' '));
            let error = spool(&mut endless, wanted, MOST).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
            assert!(error.to_string().contains("1048576 bytes"), "{error}");
        }
        // what is as long as the limit is taken whole
        let mut whole = io::repeat(b'y').take(MOST);
        let mut file = spool(&mut whole, may_be_text, MOST).unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), MOST);
    }
}
