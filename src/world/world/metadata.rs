//! What is known of a file without reading it.

use std::fs;
use std::time::SystemTime;

/// The kind of what a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A pipe, a device or the like; where links are not followed, a link.
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
