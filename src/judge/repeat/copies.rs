//! Copies of a working folder: elsewhere, and with the names in it in another order. They keep what
//! programs look at: contents, rights, and times of the last change.

use std::ffi::OsString;
use std::fs::{self, File, FileTimes, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use chase_outside::folder::make_own;

/// In which order the names of a copy are made, and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyOrder {
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

/// The name of a copy, in a folder of its own.
const COPY: &str = "working-folder";

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
    /// Why it cannot be copied.
    pub fn of(from: &Path) -> Result<Self, String> {
        let mut names = Vec::new();
        look(from, Path::new(""), &mut names, &mut 0)?;
        let elsewhere = tempfile::tempdir();
        Ok(Copies {
            from: from.to_owned(),
            names,
            elsewhere: elsewhere.map_err(|error| format!("no folder can be made: {error}"))?,
            listed: place_in_order(),
        })
    }

    /// The reason why the order of names cannot be varied; nothing where it can.
    pub(crate) fn why_in_one_order(&self) -> Option<&'static str> {
        let mut parents: Vec<_> = self.names.iter().map(|name| name.parent()).collect();
        parents.sort_unstable();
        if parents.windows(2).all(|pair| pair[0] != pair[1]) {
            return Some("no folder holds two names");
        }
        match self.listed {
            Some(_) => None,
            None => Some("no file system here lists names in the order they were made in"),
        }
    }

    /// Makes a fresh copy in place of the one before, and says where it is.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(&self, order: CopyOrder) -> io::Result<PathBuf> {
        let (root, against) = match (order, &self.listed) {
            (CopyOrder::Elsewhere, _) | (_, None) => (&self.elsewhere, false),
            (CopyOrder::Listed | CopyOrder::Turned, Some(listed)) => {
                (&listed.place, listed.against)
            }
        };
        let copy = root.path().join(COPY);
        if copy.exists() {
            remove(&copy)?;
        }
        fs::create_dir(&copy)?;
        // Folders first, so that each is there for what is in it.
        let mut names: Vec<_> = self.names.iter().collect();
        if (order == CopyOrder::Turned) != against {
            names.reverse();
            names.sort_by_key(|name| name.components().count());
        }
        let mut folders = vec![(fs::metadata(&self.from)?, copy.clone())];
        for name in names {
            let to = copy.join(name);
            if let Some(metadata) = copy_one(&self.from.join(name), &to)? {
                folders.push((metadata, to));
            }
        }
        // What is made in a folder changes its time, and its rights may forbid it.
        for (metadata, folder) in folders.iter().rev() {
            finish_folder(metadata, folder)?;
        }
        Ok(copy)
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        for place in self.listed.iter().map(|it| &it.place).chain([&self.elsewhere]) {
            // What cannot be opened stays behind, as it would anyway.
            let _ = open_up(&place.path().join(COPY));
        }
    }
}

/// Removes a copy, whatever rights its folders have.
fn remove(copy: &Path) -> io::Result<()> {
    open_up(copy)?;
    fs::remove_dir_all(copy)
}

/// Gives the owner all rights in a folder and in those in it; links are not followed.
fn open_up(folder: &Path) -> io::Result<()> {
    make_own(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_up(&entry.path())?;
        }
    }
    Ok(())
}

/// Reads the names in a folder and all folders in it, in the order in which they are listed, and
/// adds up the bytes of its files.
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
        } else if !kind.is_dir() && !kind.is_symlink() {
            let (name, what) = (name.display(), special(kind));
            return Err(format!("{name} in the working folder is {what}, which cannot be copied"));
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

/// The kind of something that is neither a file nor a folder nor a link, in words.
#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "a special file"
}

/// Files and links as they are; of a folder, which is made without what is in it, what it has to
/// become.
fn copy_one(from: &Path, to: &Path) -> io::Result<Option<Metadata>> {
    let metadata = match fs::symlink_metadata(from) {
        // What was removed since is not copied.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    let kind = metadata.file_type();
    if kind.is_dir() {
        return fs::create_dir(to).map(|()| Some(metadata));
    }
    if kind.is_symlink() {
        link(&fs::read_link(from)?, to, &metadata)?;
    } else if kind.is_file() {
        let mut file = File::create(to)?;
        io::copy(&mut File::open(from)?, &mut file)?;
        file.set_times(times(&metadata)?)?;
        file.set_permissions(metadata.permissions())?;
    } else {
        let what = format!("{} is {}", from.display(), special(kind));
        return Err(io::Error::other(what));
    }
    Ok(None)
}

fn times(metadata: &Metadata) -> io::Result<FileTimes> {
    let times = FileTimes::new().set_modified(metadata.modified()?);
    Ok(times.set_accessed(metadata.accessed()?))
}

/// Gives a folder whose content is complete its times and rights.
fn finish_folder(metadata: &Metadata, folder: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened as files.
    if cfg!(unix) {
        File::open(folder)?.set_times(times(metadata)?)?;
    }
    fs::set_permissions(folder, metadata.permissions())
}

#[cfg(unix)]
fn link(target: &Path, to: &Path, metadata: &Metadata) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
    use std::time::SystemTime;
    std::os::unix::fs::symlink(target, to)?;
    let of = |time: SystemTime| -> io::Result<Timespec> {
        let since = time.duration_since(SystemTime::UNIX_EPOCH).map_err(io::Error::other)?;
        Timespec::try_from(since).map_err(io::Error::other)
    };
    let times = Timestamps {
        last_access: of(metadata.accessed()?)?,
        last_modification: of(metadata.modified()?)?,
    };
    Ok(utimensat(CWD, to, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path, _: &Metadata) -> io::Result<()> {
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
        (made != turned).then(|| InOrder { against: first > last, place })
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::net::UnixListener;
    use std::time::{Duration, SystemTime};

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn set_modified(path: &Path, seconds: u64) {
        File::open(path).expect("there").set_modified(at(seconds)).expect("its owner may");
    }

    fn modified(path: &Path) -> SystemTime {
        let metadata = fs::symlink_metadata(path).expect("there");
        metadata.modified().expect("a time")
    }

    fn mode(path: &Path) -> u32 {
        let metadata = fs::symlink_metadata(path).expect("there");
        metadata.permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its owner may");
    }

    #[test]
    fn copies_keep_times_and_rights_in_any_order() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let from = place.path();
        fs::create_dir(from.join("sub")).expect("a folder");
        for (name, seconds, rights) in [
            ("sub/one", 4_000, 0o444),
            ("sub/two", 3_000, 0o755),
            ("in", 1_000, 0o600),
            ("out", 2_000, 0o640),
        ] {
            fs::write(from.join(name), name).expect("a file");
            set_modified(&from.join(name), seconds);
            set_mode(&from.join(name), rights);
        }
        set_modified(&from.join("sub"), 5_000);
        set_mode(&from.join("sub"), 0o555);
        std::os::unix::fs::symlink("in", from.join("link")).expect("a link");

        let copies = Copies::of(from).expect("it can be copied");
        let names = ["sub", "sub/one", "sub/two", "in", "out", "link"];
        let mut made = Vec::new();
        // Each twice: a copy is replaced by the next one in the same place.
        for order in [CopyOrder::Elsewhere, CopyOrder::Listed, CopyOrder::Turned] {
            for _ in 0..2 {
                let copy = copies.make(order).expect("a copy");
                for name in names {
                    let (one, other) = (from.join(name), copy.join(name));
                    assert_eq!(modified(&one), modified(&other), "{name}, {order:?}");
                    assert_eq!(mode(&one), mode(&other), "{name}, {order:?}");
                }
                assert_eq!(modified(from), modified(&copy), "{order:?}");
                assert_eq!(fs::read(copy.join("sub/one")).expect("a file"), b"sub/one");
                made.push(copy);
            }
        }
        drop(copies);
        for copy in made {
            assert!(!copy.exists(), "{} is left behind", copy.display());
        }
        set_mode(&from.join("sub"), 0o755);
    }

    #[test]
    fn what_is_no_file_is_not_copied_and_that_is_said() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let _socket = UnixListener::bind(place.path().join("door")).expect("a socket");
        let why = Copies::of(place.path()).err();
        let said = "door in the working folder is a socket, which cannot be copied";
        assert_eq!(why.as_deref(), Some(said));
    }
}
