//! Files that stand beside the one that is being written until they are whole.
//!
//! Each is locked as long as its program writes it. One that nobody holds was left by a program that
//! was killed; whoever writes into the same folder next removes it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::lock::{Lock, is_at, try_lock};

/// The end of the name of every such file. The name begins with `.NAME.`, and six letters and digits
/// stand between.
const SUFFIX: &str = ".chase.tmp";

/// The number of random letters and digits in each name.
const DRAWN: usize = 6;

/// The mode that files of a user usually have, before the user's mask takes a part of it away.
pub(crate) const USUAL: u32 = 0o666;
/// The mode of a file that only its user may read.
pub(crate) const PRIVATE: u32 = 0o600;

/// Makes a locked file beside a path, with a mode.
pub fn beside(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    const TRIES: usize = 10;
    for _ in 0..TRIES {
        let temp = create(path, mode)?;
        // Before it was locked another program may have taken it for one that was left behind.
        if try_lock(temp.as_file())? != Lock::Held && is_at(temp.as_file(), temp.path())? {
            return Ok(temp);
        }
    }
    Err(io::Error::other("temporary files beside it were removed again and again"))
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no modes there"))]
fn create(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(path);
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(DRAWN);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    builder.tempfile_in(folder(path))
}

/// Removes the files that killed programs left in the folder of a path. Returns true if another program
/// is writing a file for the same path now. In a folder that cannot be listed no file is found.
pub fn sweep(path: &Path, mine: &Path) -> bool {
    let mut is_written = false;
    for other in fs::read_dir(folder(path)).into_iter().flatten().flatten() {
        let (name, other) = (other.file_name(), other.path());
        let Some(whose) = made_for(&name).filter(|_| Some(&*name) != mine.file_name()) else {
            continue;
        };
        match state(&other) {
            Some(Lock::Taken) => drop(fs::remove_file(&other)),
            Some(Lock::Held) => {
                let own = path.file_name().map(OsStr::as_encoded_bytes);
                is_written |= own == Some(whose);
            }
            Some(Lock::Unknown) | None => {}
        }
    }
    is_written
}

/// The state of a file's lock; nothing for a file that is gone or that may not be opened.
fn state(path: &Path) -> Option<Lock> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    try_lock(&File::open(path).ok()?).ok()
}

/// The folder that a path lies in.
pub fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn prefix(path: &Path) -> std::ffi::OsString {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".");
    name
}

/// The name of the file that a temporary one is for; nothing for a file of somebody else.
fn made_for(name: &OsStr) -> Option<&[u8]> {
    let name = name.as_encoded_bytes().strip_prefix(b".")?.strip_suffix(SUFFIX.as_bytes())?;
    let (whose, drawn) = name.split_at_checked(name.len().checked_sub(DRAWN)?)?;
    let whose = whose.strip_suffix(b".").filter(|whose| !whose.is_empty())?;
    drawn.iter().all(u8::is_ascii_alphanumeric).then_some(whose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_ones_own_are_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let others = [
            ".chase.tmp",
            ".notes.chase.tmp",
            ".drafts.chase.tmp",
            ".a.json.12345.chase.tmp",
            ".a.json.1234567.chase.tmp",
            ".a.json.12_456.chase.tmp",
            "..123456.chase.tmp",
            "a.json.123456.chase.tmp",
        ];
        for name in others {
            fs::write(folder.path().join(name), "").unwrap();
        }
        // Of this path and of another: both were left by programs that were killed.
        let (left, mine) = (".a.json.aB3456.chase.tmp", beside(&path, USUAL).unwrap());
        let more = ".b.chase.123456.chase.tmp";
        for name in [left, more] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert!(!sweep(&path, mine.path()));
        for name in others {
            assert!(folder.path().join(name).exists(), "{name}");
        }
        for name in [left, more] {
            assert!(!folder.path().join(name).exists(), "{name}");
        }
        assert!(mine.path().exists());
    }

    #[test]
    fn a_file_that_is_being_written_is_found_by_its_path_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a.json"), folder.path().join("b.json"));
        let written = beside(&path, USUAL).unwrap();
        assert!(sweep(&path, Path::new("mine")));
        assert!(!sweep(&other, Path::new("mine")));
        assert!(written.path().exists());
    }

    #[test]
    fn where_nothing_can_be_listed_there_is_nothing_to_sweep() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no such folder").join("a.json");
        assert!(!sweep(&path, Path::new("mine")));
    }

    #[test]
    fn a_name_alone_lies_in_the_present_folder() {
        assert_eq!(folder(Path::new("a.json")), Path::new("."));
        assert_eq!(folder(Path::new("b/a.json")), Path::new("b"));
    }
}
