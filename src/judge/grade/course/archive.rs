//! Submissions that are handed in as archives, unpacked safely: only plain files and folders, never
//! outside the folder they are unpacked into, and no more than a submission may hold. Nothing that
//! an archive says of its sizes is believed.

use std::cell::Cell;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use super::walk::{BYTES_MAX, DEPTH_MAX, FILES_MAX, check_size, shown, too_deep, too_large};

/// The endings of the names of archives.
const ENDINGS: [&str; 3] = [".zip", ".tar.gz", ".tgz"];
/// Bytes of the names and headers of one entry of a tar archive, and of all in a zip archive: so much is in
/// memory.
const TAR_HEAD_MAX: u64 = 1 << 20;
const ZIP_HEADS_MAX: u64 = 8 << 20;
/// Bytes that a tar archive needs beside those of its files.
const TAR_EXTRA: u64 = 4 * 1_024 * FILES_MAX;

/// Returns whether a file is an archive by its name.
pub(super) fn is_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending)) && path.is_file()
}

/// Unpacks an archive into an empty folder, and says how many links and special files were left out.
///
/// # Errors
/// It is damaged, holds more than it may, or has a path that leads out of it.
pub(super) fn unpack(archive: &Path, into: &Path) -> Result<usize, String> {
    let mut file = File::open(archive).map_err(damaged)?;
    let mut magic = [0; 2];
    file.read_exact(&mut magic).map_err(damaged)?;
    let file = File::open(archive).map_err(damaged)?;
    let mut unpacking = Unpacking::new(into);
    match &magic {
        b"PK" => unpack_zip(file, &mut unpacking)?,
        [0x1f, 0x8b] => unpack_tar_gz(file, &mut unpacking)?,
        _ => return Err("the archive is neither zip nor tar.gz".into()),
    }
    Ok(unpacking.left_out)
}

fn unpack_zip(file: File, unpacking: &mut Unpacking<'_>) -> Result<(), String> {
    let (heads, left) = Heads::of(file);
    left.set(ZIP_HEADS_MAX);
    let mut archive = zip::ZipArchive::new(BufReader::new(heads)).map_err(damaged)?;
    left.set(u64::MAX);
    for n in 0..archive.len() {
        let mut entry = archive.by_index(n).map_err(damaged)?;
        // Some programs of Windows write names with its separators.
        let name = entry.name().replace('\\', "/");
        let mode = entry.unix_mode();
        let meta = Meta {
            is_executable: mode.is_some_and(|mode| mode & 0o111 != 0),
            modified: entry.last_modified().and_then(time_of),
        };
        if name.ends_with('/') || entry.is_dir() {
            unpacking.folder(Path::new(&name))?;
        } else if mode.is_some_and(is_special) {
            unpacking.left_out += 1;
        } else {
            unpacking.file(Path::new(&name), &mut entry, &meta)?;
        }
    }
    // Without its comment the record at the end of an archive has 22 bytes; it says how long the directory before
    // it is and where that begins.
    const END_BYTES: u64 = 22;
    let behind_end = END_BYTES + archive.comment().len() as u64;
    let mut file = archive.into_inner();
    let mut end = [0; END_BYTES as usize];
    let at = file
        .seek(SeekFrom::End(-(behind_end as i64)))
        .and_then(|at| file.read_exact(&mut end).map(|()| at));
    let at = at.map_err(damaged)?;
    let number = |from: usize| {
        let bytes = end[from..].first_chunk().copied().unwrap_or_default();
        u32::from_le_bytes(bytes)
    };
    let (length, begins) = (number(12), number(16));
    // Larger archives say it elsewhere.
    let is_large = begins == u32::MAX;
    let is_all = is_large || u64::from(begins) + u64::from(length) == at;
    match is_all && end.starts_with(b"PK\x05\x06") {
        true => Ok(()),
        false => Err(behind_its_end()),
    }
}

/// Returns whether the mode of a file is that of a link, a device or another special file.
fn is_special(mode: u32) -> bool {
    const KIND: u32 = 0o170_000;
    const PLAIN: [u32; 2] = [0, 0o100_000];
    !PLAIN.contains(&(mode & KIND))
}

/// A time of a zip archive, whose clock shows the time of some place; taken for UTC. What counts is
/// which file is newer.
fn time_of(time: zip::DateTime) -> Option<SystemTime> {
    humantime::parse_rfc3339_weak(&time.to_string()).ok()
}

fn unpack_tar_gz(file: File, unpacking: &mut Unpacking<'_>) -> Result<(), String> {
    let plain = flate2::read::MultiGzDecoder::new(BufReader::new(file));
    let (heads, left) = Heads::of(plain.take(BYTES_MAX + TAR_EXTRA));
    let mut archive = tar::Archive::new(heads);
    let mut entries = archive.entries().map_err(damaged)?;
    loop {
        left.set(TAR_HEAD_MAX);
        let Some(entry) = entries.next() else {
            break;
        };
        let mut entry = entry.map_err(damaged)?;
        left.set(u64::MAX);
        let path = entry.path().map_err(damaged)?.into_owned();
        let header = entry.header();
        let kind = header.entry_type();
        let meta = Meta {
            is_executable: header.mode().is_ok_and(|mode| mode & 0o111 != 0),
            modified: header
                .mtime()
                .ok()
                .and_then(|it| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(it))),
        };
        if kind.is_dir() {
            unpacking.folder(&path)?;
        } else if kind.is_file() || kind.is_contiguous() {
            unpacking.file(&path, &mut entry, &meta)?;
        } else if !kind.is_pax_global_extensions() {
            unpacking.left_out += 1;
        }
        io::copy(&mut entry, &mut io::sink()).map_err(damaged)?;
    }
    left.set(u64::MAX);
    // Zeros fill up the last block; reading them checks the checksum too.
    let mut rest = archive.into_inner().archive;
    let mut piece = [0; 4_096];
    loop {
        let read = rest.read(&mut piece).map_err(damaged)?;
        if piece[..read].iter().any(|byte| *byte != 0) {
            return Err(behind_its_end());
        }
        if read == 0 {
            break;
        }
    }
    match rest.limit() {
        0 => Err(too_large()),
        _ => Ok(()),
    }
}

fn damaged(why: impl fmt::Display) -> String {
    format!("the archive cannot be read: {why}")
}

fn behind_its_end() -> String {
    damaged("extra bytes after its end")
}

/// An archive of which only so many bytes are read while its names and headers are, because they are kept in
/// memory.
struct Heads<R> {
    archive: R,
    left: Rc<Cell<u64>>,
}

impl<R> Heads<R> {
    /// With the number of bytes that may still be read.
    fn of(archive: R) -> (Self, Rc<Cell<u64>>) {
        let left = Rc::new(Cell::new(u64::MAX));
        let heads = Heads { archive, left: Rc::clone(&left) };
        (heads, left)
    }
}

impl<R: Read> Read for Heads<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.archive.read(into)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, "its names and headers are too long")
        })?);
        Ok(read)
    }
}

impl<R: Seek> Seek for Heads<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.archive.seek(to)
    }
}

/// The facts that an archive states about a file besides its bytes.
struct Meta {
    is_executable: bool,
    modified: Option<SystemTime>,
}

/// A folder that is being filled.
struct Unpacking<'a> {
    into: &'a Path,
    files: u64,
    bytes: u64,
    left_out: usize,
}

impl<'a> Unpacking<'a> {
    fn new(into: &'a Path) -> Self {
        Unpacking { into, files: 0, bytes: 0, left_out: 0 }
    }

    fn folder(&mut self, path: &Path) -> Result<(), String> {
        let target = self.target(path)?;
        fs::create_dir_all(target).map_err(|error| unwritten(path, &error))
    }

    fn file(&mut self, path: &Path, content: &mut dyn Read, meta: &Meta) -> Result<(), String> {
        let target = self.target(path)?;
        let failed = |error: io::Error| unwritten(path, &error);
        if let Some(above) = target.parent() {
            fs::create_dir_all(above).map_err(failed)?;
        }
        let mut file = File::create_new(&target).map_err(failed)?;
        let room = BYTES_MAX - self.bytes;
        self.bytes += io::copy(&mut content.take(room + 1), &mut file).map_err(failed)?;
        check_size(self.files, self.bytes)?;
        if meta.is_executable {
            make_executable(&file).map_err(failed)?;
        }
        match meta.modified {
            Some(time) => file.set_modified(time).map_err(failed),
            None => Ok(()),
        }
    }

    /// The path that an entry is unpacked to.
    fn target(&mut self, path: &Path) -> Result<PathBuf, String> {
        let below = plain(path)?;
        self.files += below.components().count() as u64;
        check_size(self.files, self.bytes)?;
        Ok(self.into.join(below))
    }
}

/// A path that stays below the folder it is meant in.
fn plain(path: &Path) -> Result<PathBuf, String> {
    let mut below = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => below.push(name),
            Component::CurDir => {}
            _ => {
                return Err(format!("the archive has `{}`, which leads out of it", shown(path)));
            }
        }
    }
    if below.components().count() > DEPTH_MAX {
        return Err(too_deep());
    }
    Ok(below)
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("`{}` cannot be unpacked: {error}", shown(path))
}

#[cfg(unix)]
fn make_executable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    const PROGRAM: u32 = 0o755;
    file.set_permissions(fs::Permissions::from_mode(PROGRAM))
}

#[cfg(not(unix))]
fn make_executable(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// An entry of an archive for a test: its name, its kind, and what is in it or where it leads.
    type Entry<'a> = (&'a str, tar::EntryType, &'a str);

    fn tar_gz(folder: &Path, entries: &[Entry<'_>]) -> PathBuf {
        let mut bytes = Vec::new();
        for (name, kind, content) in entries {
            let mut header = tar::Header::new_gnu();
            // As it is, without the checks of who writes honest archives.
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            header.set_entry_type(*kind);
            header.set_mode(0o755);
            header.set_mtime(1_000);
            let is_link = kind.is_symlink() || kind.is_hard_link();
            let is_file = !is_link;
            if is_link {
                header.set_link_name(content).expect("a short name");
            }
            header.set_size(if is_file { content.len() as u64 } else { 0 });
            header.set_cksum();
            bytes.extend_from_slice(header.as_bytes());
            if is_file {
                bytes.extend_from_slice(content.as_bytes());
                bytes.resize(bytes.len().next_multiple_of(512), 0);
            }
        }
        bytes.resize(bytes.len() + 1_024, 0);
        let path = folder.join("a.tar.gz");
        let file = File::create(&path).expect("a file");
        let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packed.write_all(&bytes).expect("written");
        packed.finish().expect("written");
        path
    }

    fn zip_of(folder: &Path, entries: &[(&str, &str)]) -> PathBuf {
        let path = folder.join("a.zip");
        let mut writer = zip::ZipWriter::new(File::create(&path).expect("a file"));
        for (name, content) in entries {
            let options = zip::write::SimpleFileOptions::default().unix_permissions(0o755);
            writer.start_file(*name, options).expect("an entry");
            writer.write_all(content.as_bytes()).expect("written");
        }
        writer.finish().expect("written");
        path
    }

    const FILE: tar::EntryType = tar::EntryType::Regular;

    #[test]
    fn files_come_out_as_they_went_in_and_links_stay_outside() {
        let place = tempfile::tempdir().expect("a folder");
        let entries = [
            ("a/b.c", FILE, "int main"),
            ("link", tar::EntryType::Symlink, "/etc"),
            ("hard", tar::EntryType::Link, "/etc/passwd"),
            ("tty", tar::EntryType::Char, ""),
        ];
        let archive = tar_gz(place.path(), &entries);
        let into = tempfile::tempdir().expect("a folder");
        assert_eq!(unpack(&archive, into.path()), Ok(3));
        let names: Vec<_> = fs::read_dir(into.path()).expect("read").collect();
        assert_eq!(names.len(), 1, "{names:?}");
        let file = into.path().join("a/b.c");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "int main");
        let modified = fs::metadata(file).and_then(|it| it.modified());
        let expected = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        assert_eq!(modified.expect("a time"), expected);

        let archive = zip_of(place.path(), &[("a\\b.c", "int main"), ("c/d", "x")]);
        let into = tempfile::tempdir().expect("a folder");
        assert_eq!(unpack(&archive, into.path()), Ok(0));
        assert!(into.path().join("a/b.c").is_file() && into.path().join("c/d").is_file());
    }

    #[test]
    fn what_leads_out_or_is_no_archive_is_refused() {
        let place = tempfile::tempdir().expect("a folder");
        for name in ["/tmp/chase-out", "../out", "a/../../out"] {
            let into = tempfile::tempdir().expect("a folder");
            let archives =
                [tar_gz(place.path(), &[(name, FILE, "x")]), zip_of(place.path(), &[(name, "x")])];
            for archive in archives {
                let why = unpack(&archive, into.path()).expect_err("it leads out");
                assert!(why.ends_with("which leads out of it"), "{name}: {why}");
            }
        }
        let into = tempfile::tempdir().expect("a folder");
        for content in ["", "x", "PKzip", "\u{1f}gz"] {
            let path = place.path().join("b.zip");
            fs::write(&path, content).expect("a file");
            assert!(unpack(&path, into.path()).is_err(), "{content:?}");
        }
    }

    /// What is kept in memory of an archive has bounds, whatever the archive says of itself.
    #[test]
    fn names_and_headers_without_end_are_refused() {
        let place = tempfile::tempdir().expect("a folder");
        let kinds = [b'L', b'K', b'x', b'Z'].map(tar::EntryType::new);
        for kind in kinds {
            let long = "a".repeat(usize::try_from(TAR_HEAD_MAX).expect("a number"));
            let archive = tar_gz(place.path(), &[("long", kind, &long), ("a", FILE, "x")]);
            let into = tempfile::tempdir().expect("a folder");
            let told = unpack(&archive, into.path()).map_err(|why| why.to_string());
            // What is left out may be as long as it likes.
            let refused =
                Err("the archive cannot be read: its names and headers are too long".to_owned());
            let is_name = kind != tar::EntryType::new(b'Z');
            assert_eq!(told, if is_name { refused } else { Ok(1) }, "{kind:?}");
        }
        let names: Vec<_> = (0..200).map(|n| format!("{n}{}", "a".repeat(60_000))).collect();
        let entries: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
        let into = tempfile::tempdir().expect("a folder");
        let why = unpack(&zip_of(place.path(), &entries), into.path());
        let why = why.expect_err("12 MB of names").to_string();
        assert!(why.contains("its names and headers are too long"), "{why}");
        // A name that the disk does not take is told, and not at its whole length.
        let why = unpack(&zip_of(place.path(), &entries[..1]), into.path());
        let why = why.expect_err("a long name").to_string();
        assert!(why.len() < 400 && why.contains("cannot be unpacked"), "{why}");
    }

    /// What was unpacked is all that there is, and its checksum holds.
    #[test]
    fn what_follows_an_archive_is_refused() {
        let place = tempfile::tempdir().expect("a folder");
        let tar = tar_gz(place.path(), &[("a", FILE, "x")]);
        let zip = zip_of(place.path(), &[("a", "x")]);
        for path in [tar, zip] {
            let whole = fs::read(&path).expect("a file");
            let unpacked = |bytes: &[u8]| {
                fs::write(&path, bytes).expect("a file");
                let into = tempfile::tempdir().expect("a folder");
                unpack(&path, into.path())
            };
            assert_eq!(unpacked(&whole), Ok(0));
            assert!(unpacked(&[&whole[..], &whole].concat()).is_err());
            assert!(unpacked(&[&whole[..], b"x"].concat()).is_err());
        }
        let path = tar_gz(place.path(), &[("a", FILE, "x")]);
        let mut damaged = fs::read(&path).expect("a file");
        let checksum = damaged.len() - 8;
        damaged[checksum] ^= 1;
        fs::write(&path, damaged).expect("a file");
        let into = tempfile::tempdir().expect("a folder");
        assert!(unpack(&path, into.path()).is_err(), "its checksum does not hold");
    }

    #[test]
    fn a_bomb_is_left_after_what_a_submission_may_hold() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("bomb.zip");
        let mut writer = zip::ZipWriter::new(File::create(&path).expect("a file"));
        let options = zip::write::SimpleFileOptions::default();
        let zeros = vec![0; 1 << 20];
        writer.start_file("zeros", options).expect("an entry");
        for _ in 0..=BYTES_MAX >> 20 {
            writer.write_all(&zeros).expect("written");
        }
        writer.finish().expect("written");
        let into = tempfile::tempdir().expect("a folder");
        let why = unpack(&path, into.path()).expect_err("too much");
        assert_eq!(why, too_large());
        let size = fs::metadata(into.path().join("zeros")).expect("a file").len();
        assert_eq!(size, BYTES_MAX + 1);
    }

    #[test]
    fn times_of_zip_archives_are_days_and_seconds() {
        let time = |y, mo, d, h, mi, s| {
            let time = zip::DateTime::from_date_and_time(y, mo, d, h, mi, s).expect("a time");
            let since = time_of(time).expect("a day").duration_since(SystemTime::UNIX_EPOCH);
            since.expect("after 1970").as_secs()
        };
        assert_eq!(time(1980, 1, 1, 0, 0, 0), 315_532_800);
        assert_eq!(time(2024, 2, 29, 23, 59, 58), 1_709_251_198);
    }
}
