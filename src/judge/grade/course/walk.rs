//! What is in a submission's folder: its files in an order that is always the same, copied and
//! known again by their bytes. Links are never followed.

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use chase_world::error::quoted_to;

/// Files and folders that a submission may have.
pub const FILES_MAX: u64 = 10_000;
/// Bytes that its files may have together.
pub const BYTES_MAX: u64 = 256 << 20;

/// Folders within each other that a submission may have.
pub const DEPTH_MAX: usize = 64;

/// The BLAKE3 hash of a file's bytes.
pub(super) type Digest = [u8; 32];

/// A file or folder below a folder.
pub(super) struct FolderItem {
    /// Its path below the folder.
    pub path: PathBuf,
    pub kind: FileType,
    /// Bytes of a file.
    pub bytes: u64,
}

/// A path in a message, cut where it is long.
pub(super) fn shown(path: &Path) -> String {
    const CHARS_MAX: usize = 200;
    quoted_to(&path.display().to_string(), CHARS_MAX)
}

/// Everything below a folder, a folder before what is in it, sorted.
///
/// # Errors
/// It cannot be read, or holds more than a submission may.
pub(super) fn items(folder: &Path) -> Result<Vec<FolderItem>, String> {
    let mut found = Vec::new();
    let mut folders = vec![(PathBuf::new(), 0)];
    let mut bytes = 0;
    while let Some((next, depth)) = folders.pop() {
        if depth > DEPTH_MAX {
            return Err(too_deep());
        }
        let unread = |error: io::Error| format!("`{}` cannot be read: {error}", shown(&next));
        for entry in fs::read_dir(folder.join(&next)).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let kind = entry.file_type().map_err(unread)?;
            let path = next.join(entry.file_name());
            if kind.is_dir() {
                folders.push((path.clone(), depth + 1));
            }
            let size = entry.metadata().map_err(unread)?.len();
            let size = if kind.is_file() { size } else { 0 };
            bytes += size;
            found.push(FolderItem { path, kind, bytes: size });
            check_size(found.len() as u64, bytes)?;
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Refuses what is more than a submission may hold.
pub(super) fn check_size(files: u64, bytes: u64) -> Result<(), String> {
    if files > FILES_MAX {
        return Err(format!("it has more than {FILES_MAX} files and folders"));
    }
    if bytes > BYTES_MAX {
        return Err(too_large());
    }
    Ok(())
}

pub(super) fn too_deep() -> String {
    format!("it nests folders more than {DEPTH_MAX} deep")
}

pub(super) fn too_large() -> String {
    format!("its files are larger than {} MiB", BYTES_MAX >> 20)
}

/// Copies a submission into an empty folder: files with their modes and times, which `make` goes by,
/// and folders. Returns how many links and files of other kinds were left out.
///
/// # Errors
/// A file or folder that cannot be read or written.
pub(super) fn copy(from: &Path, to: &Path) -> Result<usize, String> {
    let mut left_out = 0;
    for item in items(from)? {
        let (source, target) = (from.join(&item.path), to.join(&item.path));
        let done = if item.kind.is_dir() {
            fs::create_dir(&target)
        } else if item.kind.is_file() {
            copy_file(&source, &target)
        } else {
            left_out += 1;
            Ok(())
        };
        done.map_err(|error| format!("`{}` cannot be copied: {error}", shown(&item.path)))?;
    }
    Ok(left_out)
}

fn copy_file(source: &Path, target: &Path) -> io::Result<()> {
    fs::copy(source, target)?;
    let modified = fs::metadata(source)?.modified()?;
    // A copy that may not be written cannot be given a time either; it is as new as it is.
    match fs::File::options().write(true).open(target) {
        Ok(file) => file.set_modified(modified),
        Err(_) => Ok(()),
    }
}

/// The files below a folder by their bytes; empty ones are left out, and of equal ones the first
/// counts.
pub(super) fn by_bytes(folder: &Path) -> Result<BTreeMap<Digest, PathBuf>, String> {
    let mut files = BTreeMap::new();
    for item in items(folder)? {
        if item.kind.is_file()
            && item.bytes > 0
            && let Some(digest) = digest(&folder.join(&item.path))
        {
            files.entry(digest).or_insert(item.path);
        }
    }
    Ok(files)
}

/// A file's hash; nothing when it cannot be read.
pub(super) fn digest(file: &Path) -> Option<Digest> {
    let mut hasher = blake3::Hasher::new();
    let mut file = fs::File::open(file).ok()?;
    io::copy(&mut file, &mut hasher).ok()?;
    Some(*hasher.finalize().as_bytes())
}

/// The fingerprint of a submission: a hash of the names, kinds and bytes of all that is in it, in
/// hexadecimal digits. Files that cannot be read are part of it as such.
pub(super) fn fingerprint(submission: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    if submission.is_dir() {
        match items(submission) {
            Ok(items) => {
                for item in items {
                    add(item.path.as_os_str().as_encoded_bytes());
                    add(&[u8::from(item.kind.is_file()), u8::from(item.kind.is_dir())]);
                    if item.kind.is_file() {
                        add(&digest(&submission.join(item.path)).unwrap_or_default());
                    }
                }
            }
            Err(why) => add(why.to_string().as_bytes()),
        }
    } else {
        add(&digest(submission).unwrap_or_default());
    }
    hasher.finalize().to_hex().to_string()
}
