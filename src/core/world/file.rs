//! An open file of a world.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::SystemTime;

use super::memory::MemoryFile;

/// An open file: one on disk, or one in memory.
#[derive(Debug)]
pub enum File {
    /// A file of the system.
    Disk(fs::File),
    /// A file in memory.
    Memory(MemoryFile),
}

/// The kind of what a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A pipe, a device or the like.
    Stream,
}

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug)]
pub struct Metadata {
    /// Its kind.
    pub kind: FileKind,
    /// Its length in bytes.
    pub bytes: u64,
    /// When it was changed last, where that is known.
    pub changed: Option<SystemTime>,
    /// Whether it may not be written.
    pub is_read_only: bool,
}

impl Metadata {
    /// Whether it is a file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.kind == FileKind::File
    }

    /// Whether it is a folder.
    #[must_use]
    pub fn is_folder(&self) -> bool {
        self.kind == FileKind::Folder
    }
}

impl From<fs::Metadata> for Metadata {
    fn from(on_disk: fs::Metadata) -> Self {
        Metadata {
            kind: FileKind::from(on_disk.file_type()),
            bytes: on_disk.len(),
            changed: on_disk.modified().ok(),
            is_read_only: on_disk.permissions().readonly(),
        }
    }
}

impl From<fs::FileType> for FileKind {
    fn from(kind: fs::FileType) -> Self {
        match kind {
            it if it.is_file() => FileKind::File,
            it if it.is_dir() => FileKind::Folder,
            _ => FileKind::Stream,
        }
    }
}

impl File {
    /// A file in memory that has no name and ends with its last handle.
    #[must_use]
    pub fn nameless() -> Self {
        File::Memory(MemoryFile::default())
    }

    /// What is known of it.
    ///
    /// # Errors
    /// The system tells nothing about it.
    pub fn metadata(&self) -> io::Result<Metadata> {
        match self {
            File::Disk(file) => file.metadata().map(Metadata::from),
            File::Memory(file) => Ok(file.metadata()),
        }
    }

    /// A second handle to the same place in the same file.
    ///
    /// # Errors
    /// The system has no more handles.
    pub fn try_clone(&self) -> io::Result<Self> {
        match self {
            File::Disk(file) => file.try_clone().map(File::Disk),
            File::Memory(file) => Ok(File::Memory(file.clone())),
        }
    }

    /// Forces what was written to disk, where it is on one.
    ///
    /// # Errors
    /// It did not get there.
    pub fn sync(&self) -> io::Result<()> {
        match self {
            File::Disk(file) => match file.sync_data() {
                // Pipes and devices cannot be synced, and need not be.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
                done => done,
            },
            File::Memory(_) => Ok(()),
        }
    }

    /// The file of the system, if it is one.
    #[must_use]
    pub fn on_disk(&self) -> Option<&fs::File> {
        match self {
            File::Disk(file) => Some(file),
            File::Memory(_) => None,
        }
    }
}

impl From<fs::File> for File {
    fn from(file: fs::File) -> Self {
        File::Disk(file)
    }
}

impl Read for &File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            File::Disk(file) => (&*file).read(into),
            File::Memory(file) => Ok(file.read(into)),
        }
    }
}

impl Write for &File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            File::Disk(file) => (&*file).write(bytes),
            File::Memory(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            File::Disk(file) => (&*file).seek(to),
            File::Memory(file) => file.seek(to),
        }
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&mut &*self).read(into)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&mut &*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&mut &*self).seek(to)
    }
}
