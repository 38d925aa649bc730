//! The file operations by which a recording is written. The system performs them in earnest; tests
//! put a simulated disk in its place, which loses, tears and refuses what it is told to.

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::lock::is_at;
use super::temporary;
use chase_world::world::{Clock, File, Files, MemoryFile, World};

/// Something that bytes can be written to and forced onto.
pub trait Disk: Write {
    /// Forces what was written to disk.
    ///
    /// # Errors
    /// It did not get there.
    fn sync(&mut self) -> io::Result<()>;

    /// The time since some moment: frames and syncs are a second apart. No time is stored.
    fn now(&self) -> Duration;
}

impl Disk for File {
    fn sync(&mut self) -> io::Result<()> {
        File::sync(self)
    }

    /// No time passes in memory: what is there is gone with its program, however often it is written.
    fn now(&self) -> Duration {
        match self {
            File::Disk(_) => Clock::default(),
            File::Memory(_) => Clock::still(),
        }
        .now()
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
        same: &dyn Fn(File, File) -> bool,
    ) -> io::Result<bool>;
}

/// A file that has not got its name yet.
#[derive(Debug)]
pub enum Temporary {
    /// It stands beside its place.
    Disk(NamedTempFile),
    /// It has no name yet.
    Memory(MemoryFile),
}

impl FileSystem for World {
    type File = File;
    type Temporary = Temporary;

    fn create_beside(&self, path: &Path) -> io::Result<(Temporary, File)> {
        match self.files() {
            Files::Disk(root) => {
                let temporary = temporary::beside(&root.join(path), temporary::USUAL)?;
                let file = temporary.as_file().try_clone()?;
                Ok((Temporary::Disk(temporary), file.into()))
            }
            Files::Memory(_) => {
                self.at(path).folder().metadata()?;
                let file = MemoryFile::default();
                Ok((Temporary::Memory(file.clone()), File::Memory(file)))
            }
        }
    }

    fn append(&self, path: &Path) -> io::Result<File> {
        self.at(path).append()
    }

    fn clone_file(&self, file: &File) -> io::Result<File> {
        file.try_clone()
    }

    fn rename(&self, temporary: Temporary, path: &Path, overwrite: Overwrite) -> io::Result<()> {
        match (self.files(), temporary) {
            (Files::Disk(root), Temporary::Disk(temporary)) => {
                let path = root.join(path);
                let placed = match overwrite {
                    Overwrite::Never => temporary.persist_noclobber(path),
                    Overwrite::Force => temporary.persist(path),
                };
                placed.map(drop).map_err(|failed| failed.error)
            }
            (Files::Memory(files), Temporary::Memory(file)) => {
                files.name(&file, path, overwrite == Overwrite::Force)
            }
            _ => Err(of_another_world()),
        }
    }

    fn sync_name(&self, path: &Path) -> io::Result<()> {
        use io::ErrorKind::{InvalidInput, IsADirectory, PermissionDenied, Unsupported};
        let Files::Disk(root) = self.files() else {
            return Ok(());
        };
        let folder = temporary::folder(&root.join(path));
        match fs::File::open(folder).and_then(|folder| folder.sync_all()) {
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
        match (self.files(), file) {
            (Files::Disk(root), File::Disk(file)) => is_at(file, &root.join(path)),
            (Files::Memory(files), File::Memory(file)) => {
                Ok(files.open(path).is_ok_and(|there| there.is(file)))
            }
            _ => Err(of_another_world()),
        }
    }

    fn is_same(
        &self,
        temporary: &Temporary,
        path: &Path,
        same: &dyn Fn(File, File) -> bool,
    ) -> io::Result<bool> {
        let mine = || match temporary {
            Temporary::Disk(temporary) => temporary.reopen().map(File::Disk),
            Temporary::Memory(file) => Ok(File::Memory(file.reopened())),
        };
        let there = || self.at(path).open();
        Ok(same_bytes(mine()?, there()?)? || same(mine()?, there()?))
    }
}

fn of_another_world() -> io::Error {
    io::Error::other("the file and the path are of different worlds")
}

fn same_bytes(mut one: File, mut other: File) -> io::Result<bool> {
    if one.metadata()?.bytes != other.metadata()?.bytes {
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
