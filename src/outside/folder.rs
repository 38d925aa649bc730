//! The folder that a program is started in: its own, for nobody else, and removed with the value.
//! The folder of a process that was killed is removed by the next process that makes such a folder. A
//! lock tells the two apart: it lies beside the program's folder, where the program does not write, and
//! the system releases it when its holder is gone.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Once;

use tempfile::{Builder, TempDir};

/// The beginning of the names of all folders that are made here, among the system's temporary files.
const PREFIX: &str = "chase-player-";
/// In it, the file that is locked, under its name and while it is not locked yet.
const LOCK: &str = "lock";
const NEW_LOCK: &str = "lock.new";
/// In it, the program's folder.
const INNER: &str = "here";

/// The mode of all that is made here.
#[cfg(unix)]
const OWNER_ALONE: u32 = 0o700;

/// A folder of a program.
pub struct OwnFolder {
    inner: PathBuf,
    /// Removed before the lock is let go.
    _outer: TempDir,
    _lock: File,
}

impl OwnFolder {
    /// The folder in which the program is started.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.inner
    }

    /// Writes a file that the program is given.
    ///
    /// # Errors
    /// It cannot be written; the words name the temporary folder where that has no room.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> io::Result<()> {
        std::fs::write(self.inner.join(name), content).map_err(|error| match has_no_room(&error) {
            true => unusable(&error),
            false => error,
        })
    }
}

/// Returns true if nothing can be written for want of room, whoever writes.
pub fn has_no_room(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), FileTooLarge | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
}

/// An error about the temporary folder, with its name.
fn unusable(error: &io::Error) -> io::Error {
    let told = error.to_string();
    // The file that it was tried with has a name that nobody knows.
    let told = told.split(" at path ").next().unwrap_or_default();
    let folder = std::env::temp_dir();
    let way_out = match error.kind() {
        io::ErrorKind::NotFound => "create it",
        _ => "make room there",
    };
    let what = format!(
        "the temporary folder {} cannot be used: {told}; {way_out}, or set TMPDIR to another folder",
        folder.display()
    );
    io::Error::new(error.kind(), what)
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        // What stays is removed with the folder that it is in, as far as that is possible.
        let _ = remove(&self.inner);
    }
}

/// Removes a folder with all that is in it, however deep it nests and whatever modes its folders have. Folders
/// in a folder of it are moved up first, so that no path grows and nothing calls itself for each.
fn remove(folder: &Path) -> io::Result<()> {
    let mut moved = 0u64;
    let mut left = folders_in(folder)?;
    while let Some(next) = left.pop() {
        for inner in folders_in(&next)? {
            let up = loop {
                moved += 1;
                let up = folder.join(format!(".moved-{moved}"));
                if std::fs::symlink_metadata(&up).is_err() {
                    break up;
                }
            };
            std::fs::rename(inner, &up)?;
            left.push(up);
        }
        std::fs::remove_dir(next)?;
    }
    std::fs::remove_dir(folder)
}

/// Removes the files in a folder, and returns the folders in it.
fn folders_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    make_own(folder)?;
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            // To be moved it must be writable too.
            make_own(&entry.path())?;
            folders.push(entry.path());
        } else {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(folders)
}

/// Gives this user all rights to a folder.
///
/// # Errors
/// It is another's, or not there.
#[cfg(unix)]
pub fn make_own(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(OWNER_ALONE))
}

/// Gives this user all rights to a folder; nothing here.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn make_own(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A new and empty folder that only its owner can look into.
///
/// # Errors
/// It cannot be made; the words name the temporary folder.
pub fn own_folder() -> io::Result<OwnFolder> {
    new_folder().map_err(|error| unusable(&error))
}

fn new_folder() -> io::Result<OwnFolder> {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(&std::env::temp_dir()));
    let outer = private(PREFIX).tempdir()?;
    let new = outer.path().join(NEW_LOCK);
    let mut lock = File::create_new(&new)?;
    // Where there is no room for a byte, there is none for a program.
    lock.write_all(b"\n")?;
    // It has its name only when it is locked: nobody finds it in between, nor ever where the file
    // system has no locks.
    if try_lock(&lock).is_ok() {
        std::fs::rename(new, outer.path().join(LOCK))?;
    }
    let inner = outer.path().join(INNER);
    let _ = private(INNER).rand_bytes(0).tempdir_in(outer.path())?.keep();
    Ok(OwnFolder { inner, _outer: outer, _lock: lock })
}

fn private(prefix: &str) -> Builder<'_, 'static> {
    let mut builder = Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(OWNER_ALONE));
    }
    builder
}

/// Removes the folders of processes that are gone. A folder that cannot be removed stays.
fn sweep(temporary: &Path) {
    let entries = std::fs::read_dir(temporary).into_iter().flatten().flatten();
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with(PREFIX)
            && let Some(_lock) = left_behind(&entry.path())
        {
            let _ = remove(&entry.path().join(INNER));
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The lock of a folder that was made here, by this user, and that nobody holds any more.
fn left_behind(folder: &Path) -> Option<File> {
    let lock = folder.join(LOCK);
    let is_folder = owned(folder).is_some_and(|it| it.is_dir());
    let is_file = owned(&lock).is_some_and(|it| it.is_file());
    if !is_folder || !is_file {
        return None;
    }
    let lock = OpenOptions::new().read(true).write(true).open(lock).ok()?;
    try_lock(&lock).ok()?;
    Some(lock)
}

/// Locks a file, or fails at once.
#[cfg(unix)]
fn try_lock(file: &File) -> io::Result<()> {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(io::Error::from)
}

/// The metadata of a path, links not followed, if it belongs to this user.
#[cfg(unix)]
fn owned(path: &Path) -> Option<Metadata> {
    use std::os::unix::fs::MetadataExt as _;
    let own = rustix::process::geteuid().as_raw();
    let data = std::fs::symlink_metadata(path).ok()?;
    (data.uid() == own).then_some(data)
}

/// On this system no locks are asked for, and no programs are started.
#[cfg(not(unix))]
fn try_lock(_: &File) -> io::Result<()> {
    Ok(())
}

/// On this system there are no locks, and nothing is removed.
#[cfg(not(unix))]
fn owned(_: &Path) -> Option<Metadata> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_folder_that_nests_deep_and_is_closed_is_removed() {
        const DEPTH: u32 = 5_000;
        let folder = own_folder().expect("a folder");
        let path = folder.path().to_owned();
        std::fs::write(path.join("file"), "").expect("a file");
        std::os::unix::fs::symlink("/etc", path.join("link")).expect("a link");
        std::fs::create_dir(path.join(".moved-1")).expect("a folder");
        let mut deep = path.clone();
        // The deepest one goes into the next one, so that no path is long.
        let inner = path.with_file_name("inner");
        for _ in 0..DEPTH {
            let outer = path.with_file_name("outer");
            std::fs::create_dir(&outer).expect("a folder");
            if inner.exists() {
                std::fs::rename(&inner, outer.join("d")).expect("moved");
            }
            std::fs::rename(&outer, &inner).expect("moved");
        }
        deep.push("d");
        std::fs::rename(&inner, &deep).expect("moved");
        let closed = std::fs::Permissions::from_mode(0o000);
        std::fs::set_permissions(&deep, closed).expect("a mode");
        drop(folder);
        let outer = path.parent().expect("a folder");
        assert!(!outer.exists(), "{}", outer.display());
    }
}
