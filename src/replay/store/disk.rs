//! The file operations by which a recording is written. The system performs them in earnest; tests
//! put a simulated disk in its place, which loses, tears and refuses what it is told to.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::time::Instant;

use tempfile::NamedTempFile;

use super::lock::is_at;
use super::temporary;

/// Something that bytes can be written to and forced onto.
pub trait Disk: Write {
    /// Forces what was written to disk.
    ///
    /// # Errors
    /// It did not get there.
    fn sync(&mut self) -> io::Result<()>;

    /// The present time: frames and syncs are a second apart. No time is stored.
    #[expect(clippy::disallowed_methods, reason = "nothing of the clock is stored")]
    fn now(&self) -> Instant {
        Instant::now()
    }
}

impl Disk for File {
    fn sync(&mut self) -> io::Result<()> {
        match self.sync_data() {
            // Pipes and devices cannot be synced, and need not be.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            done => done,
        }
    }
}

/// The rule for a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// The file stays; writing the very same bytes again is no error.
    Never,
    /// The file is replaced when the new one is complete.
    Force,
}

impl Overwrite {
    /// The rule that the option `--force` stands for, given or not.
    pub fn by(force: bool) -> Self {
        if force { Overwrite::Force } else { Overwrite::Never }
    }
}

/// Files, and the names that lead to them.
pub trait FileSystem {
    /// An open file.
    type File: Disk;
    /// A file that stands beside its place until it gets its name; it is removed when dropped.
    type Temporary;

    /// Makes an empty file beside a path.
    ///
    /// # Errors
    /// There is no room for it, or the folder may not be written.
    fn create_beside(&self, path: &Path) -> io::Result<(Self::Temporary, Self::File)>;

    /// Opens a file to write behind its end.
    ///
    /// # Errors
    /// It is not there, or may not be written.
    fn append(&self, path: &Path) -> io::Result<Self::File>;

    /// A second handle to an open file.
    ///
    /// # Errors
    /// The system has no more handles.
    fn clone_file(&self, file: &Self::File) -> io::Result<Self::File>;

    /// Gives a file its name.
    ///
    /// # Errors
    /// Another file has the name and stays, or the folder may not be written.
    fn rename(
        &self,
        temporary: Self::Temporary,
        path: &Path,
        overwrite: Overwrite,
    ) -> io::Result<()>;

    /// Forces the name of a file to disk: the folder that it is in.
    ///
    /// # Errors
    /// It did not get there.
    fn sync_name(&self, path: &Path) -> io::Result<()>;

    /// Returns true if a path leads to an open file, and not to another that took its place.
    ///
    /// # Errors
    /// The open file tells nothing about itself.
    fn is_at(&self, file: &Self::File, path: &Path) -> io::Result<bool>;

    /// Returns true if a temporary file and the one at a path hold the same bytes.
    ///
    /// # Errors
    /// One of them cannot be read.
    fn is_same(
        &self,
        temporary: &Self::Temporary,
        path: &Path,
        same: &dyn Fn(&Path, &Path) -> bool,
    ) -> io::Result<bool>;
}

/// The files of the system that the program runs on.
#[derive(Clone, Copy, Debug)]
pub struct System;

impl FileSystem for System {
    type File = File;
    type Temporary = NamedTempFile;

    fn create_beside(&self, path: &Path) -> io::Result<(NamedTempFile, File)> {
        let temporary = temporary::beside(path)?;
        let file = temporary.as_file().try_clone()?;
        Ok((temporary, file))
    }

    fn append(&self, path: &Path) -> io::Result<File> {
        File::options().append(true).open(path)
    }

    fn clone_file(&self, file: &File) -> io::Result<File> {
        file.try_clone()
    }

    fn rename(&self, temp: NamedTempFile, path: &Path, overwrite: Overwrite) -> io::Result<()> {
        let placed = match overwrite {
            Overwrite::Never => temp.persist_noclobber(path),
            Overwrite::Force => temp.persist(path),
        };
        placed.map(drop).map_err(|failed| failed.error)
    }

    fn sync_name(&self, path: &Path) -> io::Result<()> {
        use io::ErrorKind::{InvalidInput, IsADirectory, PermissionDenied, Unsupported};
        match File::open(temporary::folder(path)).and_then(|folder| folder.sync_all()) {
            // Where folders cannot be opened or synced the system sees to it.
            Err(error)
                if matches!(
                    error.kind(),
                    InvalidInput | IsADirectory | PermissionDenied | Unsupported
                ) =>
            {
                Ok(())
            }
            done => done,
        }
    }

    fn is_at(&self, file: &File, path: &Path) -> io::Result<bool> {
        is_at(file, path)
    }

    fn is_same(
        &self,
        temporary: &NamedTempFile,
        path: &Path,
        same: &dyn Fn(&Path, &Path) -> bool,
    ) -> io::Result<bool> {
        Ok(same_bytes(temporary.path(), path)? || same(temporary.path(), path))
    }
}

fn same_bytes(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut a, mut b) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let read = one.read(&mut a)?;
        if read == 0 {
            return Ok(true);
        }
        other.read_exact(&mut b[..read])?;
        if a[..read] != b[..read] {
            return Ok(false);
        }
    }
}
