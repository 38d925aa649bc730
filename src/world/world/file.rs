//! An open file of a world.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::memory::MemoryFile;
use super::metadata::Metadata;

/// An open file: one on disk, or one in memory.
#[derive(Debug)]
pub enum File {
    /// A file of the system.
    Disk(fs::File),
    /// A file in memory.
    Memory(MemoryFile),
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
