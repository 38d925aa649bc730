//! Locks that tell the files of a program that is still writing from those of one that has ended.
//! The system releases a lock when its program ends, however that happens.

use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;

use chase_world::error::Error;
use chase_world::world::{self, WorldPath};

/// The result of an attempt to take a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// The lock is taken, until the file and its clones are closed.
    Taken,
    /// Another open file holds it.
    Held,
    /// The system, or the file system, has no such locks: nothing is known.
    Unknown,
}

/// Takes the lock of an open file or folder, without waiting for it.
///
/// # Errors
/// The attempt was refused for another reason than that the lock is held.
#[cfg(unix)]
pub fn try_lock(file: &File) -> io::Result<Lock> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Lock::Taken),
        Err(Errno::WOULDBLOCK) => Ok(Lock::Held),
        Err(Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS | Errno::INVAL) => Ok(Lock::Unknown),
        Err(error) => Err(error.into()),
    }
}

/// Takes the lock of an open file or folder, where there are such locks: not on this system.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn try_lock(_: &File) -> io::Result<Lock> {
    Ok(Lock::Unknown)
}

/// The lock of a folder, held as long as it is there. It keeps nobody out where folders cannot be opened, and in
/// memory, where nobody else is.
#[derive(Debug)]
pub struct FolderLock {
    _open: Option<File>,
}

impl FolderLock {
    /// Takes the lock without waiting for it. `held` is the error of a lock that another program holds.
    ///
    /// # Errors
    /// `held`.
    pub fn take(folder: &WorldPath, held: impl Fn() -> Error) -> Result<Self, Error> {
        let open = folder.on_system().and_then(|it| File::open(it).ok());
        match open.as_ref().map(try_lock) {
            Some(Ok(Lock::Held)) => Err(held().at(folder.display())),
            _ => Ok(FolderLock { _open: open }),
        }
    }
}

/// Returns true if another open file holds the lock of this one and keeps it. Files in memory are never locked. A program that any process
/// starts holds all files of that process until it is loaded; that does not count.
#[cfg(unix)]
pub(crate) fn is_locked(file: &world::File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    const TRIES: u32 = 20;
    let Some(file) = file.on_disk() else {
        return false;
    };
    for _ in 0..TRIES {
        // A shared one: others may ask the same now.
        if flock(file, FlockOperation::NonBlockingLockShared) != Err(Errno::WOULDBLOCK) {
            let _ = flock(file, FlockOperation::Unlock);
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Returns false: this system does not say whether another open file holds the lock of this one.
#[cfg(not(unix))]
pub(crate) fn is_locked(_: &world::File) -> bool {
    false
}

/// Returns true if a path leads to an open file, and not to another that took its place.
///
/// # Errors
/// The open file tells nothing about itself.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let mine = file.metadata()?;
    let there = std::fs::metadata(path);
    Ok(there.is_ok_and(|there| (there.dev(), there.ino()) == (mine.dev(), mine.ino())))
}

/// Returns true if something is at a path: on this system files have no numbers by which they are told
/// apart.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    Ok(path.exists())
}
