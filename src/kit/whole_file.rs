//! Files that are there as a whole or not at all.

use std::io::{self, Write as _};
use std::path::Path;

/// What happens to a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Present {
    /// It is replaced.
    Replaced,
    /// It is kept, and writing fails.
    Kept,
}

/// Writes a file beside its place and moves it there. Until then the place holds what it held before.
///
/// # Errors
/// It cannot be written, or the place is taken and is to be kept.
pub fn write_whole(path: &Path, bytes: &[u8], present: Present) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes there"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const ANYBODY: u32 = 0o666;
        // What is left of this the user's mask decides, as for any new file.
        builder.permissions(std::fs::Permissions::from_mode(ANYBODY));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    match present {
        Present::Replaced => file.persist(path)?,
        Present::Kept => file.persist_noclobber(path)?,
    };
    Ok(())
}
