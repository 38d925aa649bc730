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

/// How the name of every such file ends. It begins with `.NAME.`, and six letters and digits stand
/// between.
const SUFFIX: &str = ".chase.tmp";

/// Makes a locked file beside a path.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    const TRIES: usize = 10;
    for _ in 0..TRIES {
        let temp = create(path)?;
        // Before it was locked another program may have taken it for one that was left behind.
        if try_lock(temp.as_file())? != Lock::Held && is_at(temp.as_file(), temp.path())? {
            return Ok(temp);
        }
    }
    Err(io::Error::other("temporary files beside it do not last"))
}

fn create(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(path);
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}

/// Removes what programs that were killed left in the folder of a path. Whether another program is
/// writing a file for the very same path now.
pub fn sweep(path: &Path, mine: &Path) -> io::Result<bool> {
    let mut is_written = false;
    for entry in fs::read_dir(folder(path))? {
        let other = entry?.path();
        let Some(name) = other.file_name().filter(|name| is_temporary(name)) else {
            continue;
        };
        if Some(name) == mine.file_name() {
            continue;
        }
        match state(&other) {
            Some(Lock::Taken) => drop(fs::remove_file(&other)),
            Some(Lock::Held) => is_written |= is_for(name, path),
            Some(Lock::Unknown) | None => {}
        }
    }
    Ok(is_written)
}

/// Whether somebody holds a file; nothing for one that is gone or not ours to open.
fn state(path: &Path) -> Option<Lock> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    try_lock(&File::open(path).ok()?).ok()
}

fn folder(path: &Path) -> PathBuf {
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

fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(SUFFIX.as_bytes())
}

/// Whether a temporary file is for this path, and not for another whose name begins like it.
fn is_for(name: &OsStr, path: &Path) -> bool {
    let prefix = prefix(path);
    let drawn = name
        .as_encoded_bytes()
        .strip_prefix(prefix.as_encoded_bytes())
        .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    drawn.is_some_and(|drawn| drawn.iter().all(u8::is_ascii_alphanumeric))
}
