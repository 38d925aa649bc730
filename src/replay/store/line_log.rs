//! A file of lines that are added one by one, and that a power failure cuts short at worst.
//!
//! Its first line is whole as soon as the file has its name. The others are forced to disk at most
//! a second apart, and when [`LineLog::sync`] is called.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::disk::{Disk as _, FileSystem, Overwrite};
use chase_world::world::{World, WorldPath};

/// The time between syncs.
const SECOND: Duration = Duration::from_secs(1);

/// A file of lines.
#[derive(Debug)]
pub struct LineLog<F: FileSystem = World> {
    files: F,
    path: PathBuf,
    file: F::File,
    synced: Duration,
}

impl<F: FileSystem> LineLog<F> {
    /// Begins a file with its first line.
    ///
    /// # Errors
    /// There is a file already, or it cannot be written.
    pub fn create(files: F, path: &Path, first: &str) -> io::Result<Self> {
        let text = format!("{first}\n");
        write_whole(&files, path, text.as_bytes(), Overwrite::Never)?;
        Self::open(files, path)
    }

    /// Opens the file at a path to append lines to it.
    ///
    /// # Errors
    /// It is not there, or cannot be written.
    pub fn open(files: F, path: &Path) -> io::Result<Self> {
        let file = files.append(path)?;
        Ok(Self::on(files, path, file))
    }

    /// Appends lines to an open file, from its present position.
    pub fn on(files: F, path: &Path, file: F::File) -> Self {
        LineLog { files, path: path.to_owned(), synced: file.now(), file }
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        if self.file.now().saturating_sub(self.synced) >= SECOND {
            self.sync()?;
        }
        Ok(())
    }

    /// Forces the appended lines to disk.
    ///
    /// # Errors
    /// It did not get there.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync()?;
        self.synced = self.file.now();
        Ok(())
    }

    /// Puts a whole text in the place of all lines.
    ///
    /// # Errors
    /// It cannot be written; the old lines stand then.
    pub fn replace(&mut self, text: &[u8]) -> io::Result<()> {
        write_whole(&self.files, &self.path, text, Overwrite::Force)?;
        self.file = self.files.append(&self.path)?;
        Ok(())
    }
}

impl LineLog {
    /// The place of the file.
    pub fn place(&self) -> WorldPath {
        self.files.at(&self.path)
    }
}

/// Writes a file that appears whole or not at all.
fn write_whole<F: FileSystem>(
    files: &F,
    path: &Path,
    bytes: &[u8],
    overwrite: Overwrite,
) -> io::Result<()> {
    let (temporary, mut file) = files.create_beside(path)?;
    file.write_all(bytes)?;
    file.sync()?;
    files.rename(temporary, path, overwrite)?;
    files.sync_name(path)
}
