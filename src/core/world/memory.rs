//! Files in memory. They behave like files on disk, without links, locks, times and permissions.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, SeekFrom};
use std::mem;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::metadata::{FileKind, Metadata};

/// Files in memory, by their paths. All clones are one.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(Arc<Mutex<Tree>>);

#[derive(Debug, Default)]
struct Tree {
    files: BTreeMap<PathBuf, Bytes>,
    folders: BTreeSet<PathBuf>,
}

type Bytes = Arc<Mutex<Vec<u8>>>;

/// An open file in memory. All clones read and write at one place of it.
#[derive(Clone, Debug, Default)]
pub struct MemoryFile {
    bytes: Bytes,
    at: Arc<AtomicU64>,
    appends: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// Errors say what those of files on disk say.

fn missing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "No such file or directory (os error 2)")
}

fn is_there() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "File exists (os error 17)")
}

fn no_folder() -> io::Error {
    io::Error::new(io::ErrorKind::NotADirectory, "Not a directory (os error 20)")
}

fn is_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "Is a directory (os error 21)")
}

impl Tree {
    /// A path from the root, where what is not absolute begins; `..` leads out of folders that are there.
    fn resolved(&self, path: &Path) -> io::Result<PathBuf> {
        let mut whole = PathBuf::new();
        for part in path.components() {
            if self.files.contains_key(&whole) {
                return Err(no_folder());
            }
            match part {
                Component::Normal(name) => whole.push(name),
                Component::ParentDir if !self.has_folder(&whole) => return Err(missing()),
                Component::ParentDir => drop(whole.pop()),
                Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            }
        }
        Ok(whole)
    }

    fn has_folder(&self, path: &Path) -> bool {
        path.as_os_str().is_empty() || self.folders.contains(path)
    }

    /// Fails where no file of this path can be made.
    fn check_new(&self, path: &Path) -> io::Result<()> {
        if self.has_folder(path) {
            return Err(is_folder());
        }
        match path.parent().is_none_or(|folder| self.has_folder(folder)) {
            true => Ok(()),
            false => Err(missing()),
        }
    }
}

impl MemoryFiles {
    /// Opens a file at its beginning.
    ///
    /// # Errors
    /// There is none.
    pub fn open(&self, path: &Path) -> io::Result<MemoryFile> {
        let tree = locked(&self.0);
        let path = tree.resolved(path)?;
        match tree.files.get(&path) {
            Some(bytes) => Ok(MemoryFile { bytes: Arc::clone(bytes), ..MemoryFile::default() }),
            None if tree.has_folder(&path) => Err(is_folder()),
            None => Err(missing()),
        }
    }

    /// Opens a file to write behind its end.
    ///
    /// # Errors
    /// There is none.
    pub fn append(&self, path: &Path) -> io::Result<MemoryFile> {
        Ok(MemoryFile { appends: true, ..self.open(path)? })
    }

    /// Makes an empty file, in the place of one that is there.
    ///
    /// # Errors
    /// There is no folder that it could be made in.
    pub fn create(&self, path: &Path) -> io::Result<MemoryFile> {
        let file = MemoryFile::default();
        self.name(&file, path, true)?;
        Ok(file)
    }

    /// Gives a file its name; another that has it is let go if `replaces` is true.
    ///
    /// # Errors
    /// Another has the name and stays, or there is no such folder.
    pub fn name(&self, file: &MemoryFile, path: &Path, replaces: bool) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.resolved(path)?;
        tree.check_new(&path)?;
        if !replaces && tree.files.contains_key(&path) {
            return Err(is_there());
        }
        tree.files.insert(path, Arc::clone(&file.bytes));
        Ok(())
    }

    /// What is known of what a path leads to.
    ///
    /// # Errors
    /// It leads to nothing.
    pub fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.open(path) {
            Ok(file) => Ok(file.metadata()),
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => Ok(Metadata {
                kind: FileKind::Folder,
                bytes: 0,
                changed: None,
                is_read_only: false,
            }),
            Err(error) => Err(error),
        }
    }

    /// The names in a folder, each with its kind.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn list(&self, folder: &Path) -> io::Result<Vec<(PathBuf, FileKind)>> {
        let tree = locked(&self.0);
        let folder = tree.resolved(folder)?;
        if tree.files.contains_key(&folder) {
            return Err(no_folder());
        }
        if !tree.has_folder(&folder) {
            return Err(missing());
        }
        let files = tree.files.keys().map(|it| (it, FileKind::File));
        let all = files.chain(tree.folders.iter().map(|it| (it, FileKind::Folder)));
        let inside = all.filter(|(path, _)| path.parent() == Some(&folder));
        let named = inside.filter_map(|(path, kind)| Some((path.file_name()?.into(), kind)));
        Ok(named.collect())
    }

    /// Makes a folder, and those above it if `all` is true.
    ///
    /// # Errors
    /// Something has its name, or there is no folder to make it in.
    pub fn create_folder(&self, path: &Path, all: bool) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.resolved(path)?;
        let is_file = |it: &Path| tree.files.contains_key(it);
        if path.ancestors().any(is_file) || !all && tree.has_folder(&path) {
            return Err(is_there());
        }
        if !all && path.parent().is_some_and(|above| !tree.has_folder(above)) {
            return Err(missing());
        }
        let above = path.ancestors().filter(|it| !it.as_os_str().is_empty());
        tree.folders.extend(above.map(Path::to_owned));
        Ok(())
    }

    /// Removes a file.
    ///
    /// # Errors
    /// There is none.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.resolved(path)?;
        tree.files.remove(&path).map(drop).ok_or_else(missing)
    }

    /// Gives a file or a folder another name, in the place of a file that has it.
    ///
    /// # Errors
    /// It is not there, or there is a folder of that name.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let (from, to) = (tree.resolved(from)?, tree.resolved(to)?);
        tree.check_new(&to)?;
        if !tree.files.contains_key(&from) && !tree.has_folder(&from) {
            return Err(missing());
        }
        if tree.has_folder(&from) && (to.starts_with(&from) || tree.files.contains_key(&to)) {
            return Err(no_folder());
        }
        if from != to {
            tree.files.remove(&to);
        }
        let renamed = |it: PathBuf| match it.strip_prefix(&from) {
            Ok(rest) if rest.as_os_str().is_empty() => to.clone(),
            Ok(rest) => to.join(rest),
            Err(_) => it,
        };
        tree.files =
            mem::take(&mut tree.files).into_iter().map(|(it, file)| (renamed(it), file)).collect();
        tree.folders = mem::take(&mut tree.folders).into_iter().map(renamed).collect();
        Ok(())
    }

    /// Removes a folder and all that is in it.
    ///
    /// # Errors
    /// There is none.
    pub fn remove_folder(&self, path: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.resolved(path)?;
        if !tree.has_folder(&path) {
            return Err(missing());
        }
        tree.files.retain(|it, _| !it.starts_with(&path));
        tree.folders.retain(|it| !it.starts_with(&path));
        Ok(())
    }

    /// The full path of what a path leads to.
    ///
    /// # Errors
    /// It leads to nothing.
    pub fn full(&self, path: &Path) -> io::Result<PathBuf> {
        self.metadata(path)?;
        Ok(Path::new("/").join(locked(&self.0).resolved(path)?))
    }
}

impl MemoryFile {
    /// What is known of it.
    #[must_use]
    pub fn metadata(&self) -> Metadata {
        let bytes = locked(&self.bytes).len() as u64;
        Metadata { kind: FileKind::File, bytes, changed: None, is_read_only: false }
    }

    /// The same file, from its beginning.
    #[must_use]
    pub fn reopened(&self) -> Self {
        MemoryFile { bytes: Arc::clone(&self.bytes), ..MemoryFile::default() }
    }

    /// Returns true if two handles are of one file.
    #[must_use]
    pub fn is(&self, other: &MemoryFile) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes)
    }

    /// Reads from where it stands.
    pub(super) fn read(&self, into: &mut [u8]) -> usize {
        let bytes = locked(&self.bytes);
        let at = self.at.load(Ordering::Relaxed);
        let left = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
        let read = left.len().min(into.len());
        into[..read].copy_from_slice(&left[..read]);
        self.at.store(at + read as u64, Ordering::Relaxed);
        read
    }

    /// Writes where it stands, or behind the end.
    pub(super) fn write(&self, from: &[u8]) -> io::Result<usize> {
        let mut bytes = locked(&self.bytes);
        let at = match self.appends {
            true => bytes.len(),
            false => usize::try_from(self.at.load(Ordering::Relaxed)).map_err(io::Error::other)?,
        };
        if bytes.len() < at + from.len() {
            bytes.resize(at + from.len(), 0);
        }
        bytes[at..at + from.len()].copy_from_slice(from);
        self.at.store((at + from.len()) as u64, Ordering::Relaxed);
        Ok(from.len())
    }

    /// Goes to another place.
    pub(super) fn seek(&self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::Current(by) => (self.at.load(Ordering::Relaxed), by),
            SeekFrom::End(by) => (locked(&self.bytes).len() as u64, by),
        };
        let before =
            || io::Error::new(io::ErrorKind::InvalidInput, "Invalid argument (os error 22)");
        let at = from.checked_add_signed(by).ok_or_else(before)?;
        self.at.store(at, Ordering::Relaxed);
        Ok(at)
    }
}
