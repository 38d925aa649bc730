//! A path in a world.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{self, Path, PathBuf};

use super::file::File;
use super::metadata::{FileKind, Metadata};
use super::{Files, MemoryFile, MemoryFiles, World};

/// A path in a world. What is read and written there is on disk or in memory, as its world has it.
#[derive(Clone, Debug)]
pub struct WorldPath {
    world: World,
    path: PathBuf,
}

impl WorldPath {
    pub(super) fn new(world: World, path: PathBuf) -> Self {
        WorldPath { world, path }
    }

    /// A path on disk; `-` is the standard input of this process.
    pub fn on_disk(path: impl Into<PathBuf>) -> Self {
        World::of_process("chase").at(path)
    }

    /// The world that it is in.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path as people read it.
    pub fn display(&self) -> path::Display<'_> {
        self.path.display()
    }

    /// Returns true if it stands for standard input.
    #[must_use]
    pub fn is_input(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Another path in the same world.
    pub fn other(&self, path: impl Into<PathBuf>) -> Self {
        self.world.at(path)
    }

    /// The entry of this name in this folder.
    pub fn join(&self, name: impl AsRef<Path>) -> Self {
        self.other(self.path.join(name))
    }

    /// The folder that it lies in.
    #[must_use]
    pub fn folder(&self) -> Self {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => self.other(folder),
            _ => self.other("."),
        }
    }

    /// The last name of the path.
    #[must_use]
    pub fn file_name(&self) -> Option<&OsStr> {
        self.path.file_name()
    }

    /// Its path on disk; nothing in memory.
    #[must_use]
    pub fn on_system(&self) -> Option<PathBuf> {
        match self.world.files() {
            Files::Disk(root) => Some(root.join(&self.path)),
            Files::Memory(_) => None,
        }
    }

    /// Does one thing to the path on disk, or another to the one in memory.
    fn on<T>(
        &self,
        on_disk: impl FnOnce(PathBuf) -> io::Result<T>,
        in_memory: impl FnOnce(&MemoryFiles, &Path) -> io::Result<T>,
    ) -> io::Result<T> {
        match self.world.files() {
            Files::Disk(root) => on_disk(root.join(&self.path)),
            Files::Memory(files) => in_memory(files, &self.path),
        }
    }

    fn opened(
        &self,
        on_disk: &fs::OpenOptions,
        in_memory: fn(&MemoryFiles, &Path) -> io::Result<MemoryFile>,
    ) -> io::Result<File> {
        self.on(
            |path| on_disk.open(path).map(File::Disk),
            |files, path| in_memory(files, path).map(File::Memory),
        )
    }

    /// Opens the file to read it.
    ///
    /// # Errors
    /// There is none, or it may not be read.
    pub fn open(&self) -> io::Result<File> {
        self.opened(fs::OpenOptions::new().read(true), MemoryFiles::open)
    }

    /// Opens the file to append to it.
    ///
    /// # Errors
    /// There is none, or it may not be written.
    pub fn append(&self) -> io::Result<File> {
        self.opened(fs::OpenOptions::new().append(true), MemoryFiles::append)
    }

    /// Opens a file or device that is there to write to it.
    ///
    /// # Errors
    /// There is nothing, or it may not be written.
    pub fn open_to_write(&self) -> io::Result<File> {
        self.opened(fs::OpenOptions::new().write(true), MemoryFiles::open)
    }

    /// Makes an empty file, in the place of one that is there.
    ///
    /// # Errors
    /// It may not be written.
    pub fn create(&self) -> io::Result<File> {
        let options = fs::OpenOptions::new().write(true).create(true).truncate(true).clone();
        self.opened(&options, MemoryFiles::create)
    }

    /// Makes an empty file where there is none.
    ///
    /// # Errors
    /// There is one, or it may not be written.
    pub fn create_new(&self) -> io::Result<File> {
        self.opened(fs::OpenOptions::new().write(true).create_new(true), MemoryFiles::create_new)
    }

    /// All bytes of the file.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// All text of the file.
    ///
    /// # Errors
    /// There is none, it cannot be read, or it holds bytes that are no text.
    pub fn read_to_string(&self) -> io::Result<String> {
        let mut text = String::new();
        self.open()?.read_to_string(&mut text)?;
        Ok(text)
    }

    /// Writes a file, in the place of one that is there.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.create()?.write_all(bytes.as_ref())
    }

    /// What is known of it.
    ///
    /// # Errors
    /// There is nothing, or nothing is told about it.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.on(|path| fs::metadata(path).map(Metadata::from), MemoryFiles::metadata)
    }

    /// The kind of what stands there itself: a link is a stream, wherever it leads.
    ///
    /// # Errors
    /// There is nothing, or nothing is told about it.
    pub fn kind(&self) -> io::Result<FileKind> {
        let on_disk = |path| fs::symlink_metadata(path).map(|it| it.file_type().into());
        self.on(on_disk, |files, path| files.metadata(path).map(|it| it.kind))
    }

    /// Whether there is something.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.metadata().is_ok()
    }

    /// Whether there is a file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.metadata().is_ok_and(|it| it.is_file())
    }

    /// Whether there is a folder.
    #[must_use]
    pub fn is_folder(&self) -> bool {
        self.metadata().is_ok_and(|it| it.is_folder())
    }

    /// The absolute path, with links resolved.
    ///
    /// # Errors
    /// It leads to nothing.
    pub fn full(&self) -> io::Result<Self> {
        let full = self.on(fs::canonicalize, MemoryFiles::full);
        full.map(|path| self.other(path))
    }

    /// What is in the folder, each with its kind; links are streams here. In no order.
    ///
    /// # Errors
    /// There is no such folder, or it may not be listed.
    pub fn list(&self) -> io::Result<Vec<(Self, FileKind)>> {
        let on_disk = |path| {
            let entries = fs::read_dir(path)?.map(|entry| {
                let entry = entry?;
                Ok((PathBuf::from(entry.file_name()), entry.file_type()?.into()))
            });
            entries.collect()
        };
        let found: Vec<_> = self.on(on_disk, MemoryFiles::list)?;
        Ok(found.into_iter().map(|(name, kind)| (self.join(name), kind)).collect())
    }

    /// Makes a folder.
    ///
    /// # Errors
    /// Something has its name, or it cannot be made.
    pub fn create_folder(&self) -> io::Result<()> {
        self.on(fs::create_dir, MemoryFiles::create_folder)
    }

    /// Makes a folder and those above it, where they are not there yet.
    ///
    /// # Errors
    /// A file has the name of one of them, or one cannot be made.
    pub fn create_folders(&self) -> io::Result<()> {
        self.on(fs::create_dir_all, MemoryFiles::create_folders)
    }

    /// Gives a file or a folder another name in the same world.
    ///
    /// # Errors
    /// It is not there, or may not be named so.
    pub fn rename(&self, to: &Self) -> io::Result<()> {
        let to = &to.path;
        match self.world.files() {
            Files::Disk(root) => fs::rename(root.join(&self.path), root.join(to)),
            Files::Memory(files) => files.rename(&self.path, to),
        }
    }

    /// Removes a folder and all that is in it.
    ///
    /// # Errors
    /// There is none, or something may not be removed.
    pub fn remove_folder(&self) -> io::Result<()> {
        self.on(fs::remove_dir_all, MemoryFiles::remove_folder)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// There is none, or it may not be removed.
    pub fn remove(&self) -> io::Result<()> {
        self.on(fs::remove_file, MemoryFiles::remove)
    }
}
