//! Copies of a working folder: elsewhere, and with the names in it in another order.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// In which order the names of a copy are made, and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they are listed, in the folder for temporary files.
    Elsewhere,
    /// As they are listed, on a file system that lists names in the order in which they were made, or
    /// against it.
    Listed,
    /// The other way round, in the same place.
    Turned,
}

/// The most files and folders of a folder that is copied.
const NAMES_MAX: usize = 10_000;
/// The most bytes of it.
const BYTES_MAX: u64 = 64 << 20;

/// A folder as it was when it was looked at, and where copies of it are made.
pub struct Copies {
    from: PathBuf,
    /// Paths within it, folders before what is in them.
    names: Vec<PathBuf>,
    elsewhere: TempDir,
    /// A file system that lists names as they were made, or against it; nothing where none was found.
    listed: Option<InOrder>,
}

impl Copies {
    /// Looks at a folder.
    ///
    /// # Errors
    /// Why it cannot be copied, in words.
    pub fn of(from: &Path) -> Result<Self, String> {
        let mut names = Vec::new();
        look(from, Path::new(""), &mut names, &mut 0)?;
        let failed = |error: io::Error| format!("no folder can be made: {error}");
        Ok(Copies {
            from: from.to_owned(),
            names,
            elsewhere: tempfile::tempdir().map_err(failed)?,
            listed: place_in_order(),
        })
    }

    /// Why the order of names cannot be varied; nothing where it can.
    #[must_use]
    pub fn why_in_one_order(&self) -> Option<&'static str> {
        let mut parents: Vec<_> = self.names.iter().map(|name| name.parent()).collect();
        parents.sort_unstable();
        if parents.windows(2).all(|pair| pair[0] != pair[1]) {
            return Some("no two names stand in one folder");
        }
        match self.listed {
            Some(_) => None,
            None => Some("no file system was found here that lists names as they were made"),
        }
    }

    /// Makes a fresh copy in place of the one before, and says where it is.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(&self, order: Order) -> io::Result<PathBuf> {
        let (root, against) = match (order, &self.listed) {
            (Order::Elsewhere, _) | (_, None) => (&self.elsewhere, false),
            (Order::Listed | Order::Turned, Some(listed)) => (&listed.place, listed.against),
        };
        let copy = root.path().join("working-folder");
        if copy.exists() {
            fs::remove_dir_all(&copy)?;
        }
        fs::create_dir(&copy)?;
        // Folders first, so that each is there for what is in it.
        let mut names: Vec<_> = self.names.iter().collect();
        if (order == Order::Turned) != against {
            names.reverse();
            names.sort_by_key(|name| name.components().count());
        }
        for name in names {
            copy_one(&self.from.join(name), &copy.join(name))?;
        }
        Ok(copy)
    }
}

/// What a folder holds, in the order in which it is listed.
fn look(
    from: &Path,
    below: &Path,
    names: &mut Vec<PathBuf>,
    bytes: &mut u64,
) -> Result<(), String> {
    let folder = from.join(below);
    let failed = |error: io::Error| format!("{} cannot be read: {error}", folder.display());
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_err(failed)?;
        let name = below.join(entry.file_name());
        if kind.is_file() {
            *bytes += entry.metadata().map_err(failed)?.len();
        }
        names.push(name.clone());
        if names.len() > NAMES_MAX || *bytes > BYTES_MAX {
            let most = BYTES_MAX >> 20;
            return Err(format!(
                "the working folder holds more than {NAMES_MAX} names or {most} MiB"
            ));
        }
        if kind.is_dir() {
            look(from, &name, names, bytes)?;
        }
    }
    Ok(())
}

/// Files with their rights, folders without what is in them, links as they are; nothing else.
fn copy_one(from: &Path, to: &Path) -> io::Result<()> {
    let kind = match fs::symlink_metadata(from) {
        // What was removed since is not copied.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        metadata => metadata?.file_type(),
    };
    if kind.is_dir() {
        fs::create_dir(to)
    } else if kind.is_file() {
        fs::copy(from, to).map(|_| ())
    } else if kind.is_symlink() {
        link(&fs::read_link(from)?, to)
    } else {
        Ok(())
    }
}

#[cfg(unix)]
fn link(target: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, to)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// A folder on a file system that lists names in the order in which they were made, or against it.
struct InOrder {
    place: TempDir,
    against: bool,
}

/// The folder for temporary files, or Linux's in memory.
fn place_in_order() -> Option<InOrder> {
    let usual = tempfile::tempdir().ok();
    let in_memory = tempfile::tempdir_in("/dev/shm").ok();
    let mut places = [usual, in_memory].into_iter().flatten();
    places.find_map(|place| {
        let [made, turned] = [false, true].map(|turned| listed(place.path(), turned).ok());
        let (made, turned) = (made?, turned?);
        let (first, last) = (made.first()?.clone(), turned.first()?.clone());
        (made != turned).then(|| InOrder {
            against: first > last,
            place,
        })
    })
}

/// Names that were made from the first to the last, or the other way round, as they are listed.
fn listed(place: &Path, turned: bool) -> io::Result<Vec<OsString>> {
    let folder = place.join("order");
    fs::create_dir(&folder)?;
    let names = (10..26).map(|n| if turned { 35 - n } else { n });
    for name in names {
        File::create(folder.join(format!("{name}.name")))?;
    }
    let entries = fs::read_dir(&folder)?;
    let list: Result<Vec<_>, _> = entries.map(|it| it.map(|it| it.file_name())).collect();
    fs::remove_dir_all(&folder)?;
    list
}
