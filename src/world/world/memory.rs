//! Files in memory. They behave like files on disk, without links, locks, times and permissions.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::metadata::{FileKind, Metadata};

/// Files in memory, by their paths. Clones share them.
#[derive(Clone, Debug)]
pub struct MemoryFiles(Arc<Mutex<Tree>>);

/// The bytes of each file; a folder has none. The empty path is the root.
#[derive(Debug)]
struct Tree(BTreeMap<PathBuf, Option<Bytes>>);

type Bytes = Arc<Mutex<Vec<u8>>>;

/// An open file in memory. Clones read and write at one position of it.
#[derive(Clone, Debug, Default)]
pub struct MemoryFile {
    bytes: Bytes,
    at: Arc<AtomicU64>,
    appends: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error that says what that of a file on disk says.
fn refused(kind: ErrorKind) -> io::Error {
    let what = match kind {
        ErrorKind::NotFound => "No such file or directory (os error 2)",
        ErrorKind::AlreadyExists => "File exists (os error 17)",
        ErrorKind::NotADirectory => "Not a directory (os error 20)",
        ErrorKind::IsADirectory => "Is a directory (os error 21)",
        _ => "Invalid argument (os error 22)",
    };
    io::Error::new(kind, what)
}

impl Tree {
    /// A path from the root, where what is not absolute begins; `..` leads out of folders that are there.
    fn resolved(&self, path: &Path) -> io::Result<PathBuf> {
        let mut whole = PathBuf::new();
        for part in path.components() {
            match (part, self.0.get(&whole)) {
                (_, Some(Some(_))) => return Err(refused(ErrorKind::NotADirectory)),
                (Component::ParentDir, None) => return Err(refused(ErrorKind::NotFound)),
                (Component::ParentDir, _) => drop(whole.pop()),
                (Component::Normal(name), _) => whole.push(name),
                _ => {}
            }
        }
        Ok(whole)
    }

    /// What stands at a path, and its path from the root.
    fn found(&self, path: &Path) -> io::Result<(PathBuf, Option<Bytes>)> {
        let path = self.resolved(path)?;
        let found = self.0.get(&path).cloned().ok_or_else(|| refused(ErrorKind::NotFound))?;
        Ok((path, found))
    }

    /// The path from the root of what may be new, in a folder that is there.
    fn new_path(&self, path: &Path) -> io::Result<PathBuf> {
        let path = self.resolved(path)?;
        match path.parent().is_none_or(|folder| matches!(self.0.get(folder), Some(None))) {
            true => Ok(path),
            false => Err(refused(ErrorKind::NotFound)),
        }
    }
}

impl Default for MemoryFiles {
    fn default() -> Self {
        MemoryFiles(Arc::new(Mutex::new(Tree(BTreeMap::from([(PathBuf::new(), None)])))))
    }
}

impl MemoryFiles {
    /// Opens a file at its beginning.
    ///
    /// # Errors
    /// There is none.
    pub fn open(&self, path: &Path) -> io::Result<MemoryFile> {
        let (_, bytes) = locked(&self.0).found(path)?;
        let bytes = bytes.ok_or_else(|| refused(ErrorKind::IsADirectory))?;
        Ok(MemoryFile { bytes, ..MemoryFile::default() })
    }

    /// Gives a file its name; another that has it is let go if `replaces` is true.
    ///
    /// # Errors
    /// Another has the name and stays, or there is no such folder.
    pub fn name(&self, file: &MemoryFile, path: &Path, replaces: bool) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.new_path(path)?;
        match tree.0.get(&path) {
            Some(_) if !replaces => Err(refused(ErrorKind::AlreadyExists)),
            Some(None) => Err(refused(ErrorKind::IsADirectory)),
            _ => {
                tree.0.insert(path, Some(Arc::clone(&file.bytes)));
                Ok(())
            }
        }
    }

    pub(super) fn append(&self, path: &Path) -> io::Result<MemoryFile> {
        Ok(MemoryFile { appends: true, ..self.open(path)? })
    }

    pub(super) fn create(&self, path: &Path) -> io::Result<MemoryFile> {
        match self.open(path) {
            Ok(file) => {
                locked(&file.bytes).clear();
                Ok(file)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => self.create_new(path),
            Err(error) => Err(error),
        }
    }

    pub(super) fn create_new(&self, path: &Path) -> io::Result<MemoryFile> {
        let file = MemoryFile::default();
        self.name(&file, path, false)?;
        Ok(file)
    }

    pub(super) fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let (_, bytes) = locked(&self.0).found(path)?;
        Ok(bytes.map_or_else(|| in_memory(FileKind::Folder, 0), |bytes| of_file(&bytes)))
    }

    pub(super) fn list(&self, folder: &Path) -> io::Result<Vec<(PathBuf, FileKind)>> {
        let tree = locked(&self.0);
        let (folder, None) = tree.found(folder)? else {
            return Err(refused(ErrorKind::NotADirectory));
        };
        let inside = tree.0.iter().filter(|(path, _)| path.parent() == Some(&folder));
        let named = inside.filter_map(|(path, bytes)| {
            let kind = if bytes.is_some() { FileKind::File } else { FileKind::Folder };
            Some((path.file_name()?.into(), kind))
        });
        Ok(named.collect())
    }

    pub(super) fn create_folder(&self, path: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.new_path(path)?;
        if tree.0.contains_key(&path) {
            return Err(refused(ErrorKind::AlreadyExists));
        }
        tree.0.insert(path, None);
        Ok(())
    }

    pub(super) fn create_folders(&self, path: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let path = tree.resolved(path)?;
        if let Some(Some(_)) = tree.0.get(&path) {
            return Err(refused(ErrorKind::AlreadyExists));
        }
        tree.0.extend(path.ancestors().map(|it| (it.to_owned(), None)));
        Ok(())
    }

    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let (path, Some(_)) = tree.found(path)? else {
            return Err(refused(ErrorKind::IsADirectory));
        };
        tree.0.remove(&path);
        Ok(())
    }

    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let ((from, bytes), to) = (tree.found(from)?, tree.new_path(to)?);
        match (bytes, tree.0.get(&to)) {
            (None, _) if to.starts_with(&from) => return Err(refused(ErrorKind::InvalidInput)),
            (None, Some(Some(_))) => return Err(refused(ErrorKind::NotADirectory)),
            (_, Some(None)) => return Err(refused(ErrorKind::IsADirectory)),
            _ => {}
        }
        let old: Vec<_> = tree.0.keys().filter(|it| it.starts_with(&from)).cloned().collect();
        for old in old {
            let bytes = tree.0.remove(&old).flatten();
            let rest = old.strip_prefix(&from).into_iter().flatten();
            tree.0.insert(to.iter().chain(rest).collect(), bytes);
        }
        Ok(())
    }

    pub(super) fn remove_folder(&self, path: &Path) -> io::Result<()> {
        let mut tree = locked(&self.0);
        let (path, None) = tree.found(path)? else {
            return Err(refused(ErrorKind::NotADirectory));
        };
        tree.0.retain(|it, _| !it.starts_with(&path));
        Ok(())
    }

    pub(super) fn full(&self, path: &Path) -> io::Result<PathBuf> {
        let (path, _) = locked(&self.0).found(path)?;
        Ok(Path::new("/").join(path))
    }
}

fn in_memory(kind: FileKind, bytes: u64) -> Metadata {
    Metadata { kind, bytes, changed: None, is_read_only: false }
}

fn of_file(bytes: &Bytes) -> Metadata {
    in_memory(FileKind::File, locked(bytes).len() as u64)
}

impl MemoryFile {
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

    pub(super) fn metadata(&self) -> Metadata {
        of_file(&self.bytes)
    }

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
            false => usize::try_from(self.at.load(Ordering::Relaxed)).unwrap_or(usize::MAX),
        };
        let end = at.checked_add(from.len()).ok_or_else(|| refused(ErrorKind::InvalidInput))?;
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[at..end].copy_from_slice(from);
        self.at.store(end as u64, Ordering::Relaxed);
        Ok(from.len())
    }

    pub(super) fn seek(&self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::Current(by) => (self.at.load(Ordering::Relaxed), by),
            SeekFrom::End(by) => (locked(&self.bytes).len() as u64, by),
        };
        let at = from.checked_add_signed(by).ok_or_else(|| refused(ErrorKind::InvalidInput))?;
        self.at.store(at, Ordering::Relaxed);
        Ok(at)
    }
}
