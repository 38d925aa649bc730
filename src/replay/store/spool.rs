//! Input that cannot be sought in, such as a pipe, is copied into a temporary file first: as long as
//! its first bytes may be those of something that is read, and up to a limit.

use std::io::{self, Read, Seek as _, Write};

use super::binary::MAGIC;
use super::shape::StreamShape;
use chase_world::world::{File, FileKind, World, WorldPath};

/// The number of bytes from which the kind of a file is recognised. White space may precede a document,
/// and a banner a transcript, but only so much.
pub(crate) const SNIFFED: u64 = 1 << 16;

/// Returns true if a file that begins like this may be a replay of either form.
pub(crate) fn may_be_replay(start: &[u8]) -> bool {
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    let magic = !start.is_empty() && MAGIC.starts_with(&start[..start.len().min(MAGIC.len())]);
    magic || first == Some(&b'{')
}

/// Returns true if a file that begins like this may be a replay or text.
pub(crate) fn may_be_text(start: &[u8]) -> bool {
    may_be_replay(start) || !start.contains(&0)
}

/// Opens a file that can be sought in; `-` is standard input. Pipes and the like are copied to a
/// temporary file, or only their beginning where that is not `wanted`.
pub(crate) fn seekable(path: &WorldPath, wanted: fn(&[u8]) -> bool) -> io::Result<File> {
    let world = path.world();
    let most = world.input_max();
    if path.is_input() {
        return spool(&mut *world.input(), world.nameless_file()?, wanted, most);
    }
    let mut file = path.open()?;
    match file.metadata()?.kind {
        FileKind::File => Ok(file),
        FileKind::Folder => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")),
        FileKind::Stream => spool(&mut file, world.nameless_file()?, wanted, most),
    }
}

/// Bytes that are copied at a time.
const PIECE: usize = 1 << 16;

/// Copies standard input, as `from` reads it, into a file.
///
/// # Errors
/// It is longer than what the world reads of it at most, or one of the two fails.
pub fn copy_input(world: &World, from: &mut dyn Read, file: &mut dyn Write) -> io::Result<()> {
    copy(from, file, |_| true, world.input_max())
}

fn spool(
    from: &mut dyn Read,
    mut file: File,
    wanted: fn(&[u8]) -> bool,
    most: u64,
) -> io::Result<File> {
    copy(from, &mut file, wanted, most)?;
    file.rewind()?;
    Ok(file)
}

fn copy(
    from: &mut dyn Read,
    file: &mut dyn Write,
    wanted: fn(&[u8]) -> bool,
    most: u64,
) -> io::Result<()> {
    let mut start = Vec::new();
    from.take(SNIFFED).read_to_end(&mut start)?;
    file.write_all(&start)?;
    // What begins like nothing that is read perhaps never ends, nor does what can never be read any more: who
    // reads the file says what is wrong with it.
    let mut shape = StreamShape::of(&start, &MAGIC);
    let mut can_be_read = |bytes: &[u8]| {
        let taken = shape.take(bytes);
        taken.map_err(|limit| io::Error::new(io::ErrorKind::InvalidData, limit))
    };
    let mut is_wanted = wanted(&start) && can_be_read(&start)?;
    let left = most.saturating_sub(start.len() as u64);
    let mut bytes = from.take(left + 1);
    let mut piece = vec![0; PIECE];
    let mut copied = 0;
    while is_wanted {
        let read = bytes.read(&mut piece)?;
        if read == 0 {
            break;
        }
        file.write_all(&piece[..read])?;
        copied += read as u64;
        is_wanted = can_be_read(&piece[..read])?;
    }
    if copied > left {
        let mib = most >> 20;
        let what = format!("more than {mib} MiB, the limit for input from a pipe (--input-max)");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_copied_up_to_a_limit_or_not_past_its_beginning() {
        const MOST: u64 = 1 << 20;
        // text where a replay is wanted
        let mut file = spool(&mut io::repeat(b'y'), File::nameless(), may_be_replay, MOST).unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), SNIFFED);
        // bytes that are no text
        let mut file = spool(&mut io::repeat(0), File::nameless(), may_be_text, MOST).unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), SNIFFED);
        // and text, or a document, that never ends
        for (start, wanted) in
            [("Hour 0\n", may_be_text as fn(&[u8]) -> bool), ("{", may_be_replay)]
        {
            let mut endless = start.as_bytes().chain(io::repeat(b' '));
            let error = spool(&mut endless, File::nameless(), wanted, MOST).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
            assert!(error.to_string().contains("more than 1 MiB"), "{error}");
        }
        // what is nested without end
        let error =
            spool(&mut io::repeat(b'{'), File::nameless(), may_be_replay, MOST).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        // what is as long as the limit is taken whole
        let mut whole = io::repeat(b'y').take(MOST);
        let mut file = spool(&mut whole, File::nameless(), may_be_text, MOST).unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), MOST);
    }
}
