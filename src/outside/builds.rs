//! Builds of this program among the files of a folder: the program itself, the module of its package
//! for Python, and programs that bring other games to its command line. A build is known by a marker that
//! each of them carries, whatever its name, its version and its place. Nothing is started or changed.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use memchr::memmem::Finder;
use parking_lot::Mutex;

/// Stands in every build, since every build looks for it.
const MARKER: &str = "chase-sim:a-build-of-chase-carries-this-line:5f0c1d7a";

/// No build is smaller, in bytes: the smallest have several million.
const BUILD_BYTES_MIN: u64 = 1 << 20;

/// Files with these endings are not looked into: sources, texts, pictures, archives and objects, which
/// are most files of a system.
const OTHER_ENDINGS: [&str; 44] = [
    "a", "bz2", "c", "cc", "class", "cpp", "css", "gif", "gz", "h", "hh", "hpp", "htm", "html",
    "inc", "jar", "java", "jpeg", "jpg", "js", "json", "list", "map", "md", "md5sums", "mo", "o",
    "pl", "pm", "png", "po", "pod", "py", "pyc", "pyi", "rlib", "rmeta", "rs", "rst", "svg", "tcl",
    "toml", "xml", "xz",
];

/// The files that a search for builds opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameRule {
    /// All files but those whose endings say that they are something else: for folders of a system.
    Likely,
    /// All files, because a build may have any name.
    All,
}

/// The builds below folders, and those among files, that this process can read, in the order of their
/// paths; links are not followed. Each place is searched once; later calls use its first result.
pub(crate) fn builds_in(places: &[PathBuf], names: NameRule) -> Vec<PathBuf> {
    static KNOWN: Mutex<BTreeMap<(PathBuf, NameRule), Vec<PathBuf>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock();
    let mut roots: Vec<_> = places.iter().filter_map(|it| it.canonicalize().ok()).collect();
    roots.sort();
    roots.dedup_by(|place, above| place.starts_with(above));
    let mut builds = Vec::new();
    for root in roots {
        let found =
            known.entry((root, names)).or_insert_with_key(|(root, names)| search(root, *names));
        builds.extend(found.iter().cloned());
    }
    builds
}

/// Returns true if a file is a build of this program, as far as this process can read it.
pub(crate) fn is_build(file: &Path) -> bool {
    let Ok(data) = std::fs::symlink_metadata(file) else {
        return false;
    };
    data.is_file() && data.len() >= BUILD_BYTES_MIN && (is_own(&data) || carries_marker(file))
}

/// The builds below one folder, or the file itself, as they are now; earlier results are not used.
pub fn search(root: &Path, names: NameRule) -> Vec<PathBuf> {
    let mut builds = Vec::new();
    let mut left = vec![root.to_owned()];
    if root.is_file() {
        builds.extend(left.pop().filter(|file| is_build(file)));
    }
    while let Some(folder) = left.pop() {
        // What cannot be listed here cannot be listed by a program either.
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => left.push(path),
                Ok(kind) if kind.is_file() => {
                    let is_likely = names == NameRule::All || !has_other_ending(&path);
                    builds.extend(Some(path).filter(|path| is_likely && is_build(path)));
                }
                _ => {}
            }
        }
    }
    builds.sort();
    builds
}

fn has_other_ending(file: &Path) -> bool {
    let ending = file.extension().and_then(|it| it.to_str());
    ending.is_some_and(|ending| OTHER_ENDINGS.contains(&ending))
}

/// Returns true if a file is the program that runs, under whatever name: it is known by its number on
/// disk.
#[cfg(unix)]
fn is_own(data: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    use std::sync::OnceLock;
    static OWN: OnceLock<Option<(u64, u64)>> = OnceLock::new();
    let number = |data: &Metadata| (data.dev(), data.ino());
    let own = OWN.get_or_init(|| {
        let own = std::env::current_exe().and_then(std::fs::metadata);
        own.ok().as_ref().map(number)
    });
    *own == Some(number(data))
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    false
}

fn carries_marker(file: &Path) -> bool {
    /// Read at a time, in bytes.
    const PIECE: usize = 1 << 18;
    let Ok(mut file) = File::open(file) else {
        return false;
    };
    let Some((from, length)) = place_of_texts(&mut file) else {
        return false;
    };
    if file.seek(SeekFrom::Start(from)).is_err() {
        return false;
    }
    let mut texts = file.take(length);
    let finder = Finder::new(MARKER);
    let mut bytes = vec![0; MARKER.len() + PIECE];
    let mut kept = 0;
    while let Ok(read @ 1..) = texts.read(&mut bytes[kept..]) {
        let seen = &bytes[..kept + read];
        if finder.find(seen).is_some() {
            return true;
        }
        // A marker may begin in this piece and end in the next one.
        let from = seen.len().saturating_sub(MARKER.len());
        kept = seen.len() - from;
        bytes.copy_within(from..from + kept, 0);
    }
    false
}

/// The place of the constant texts in a program or library that Rust may have made, in bytes: offset and
/// length. Nothing for other files, for programs that need libraries besides Rust's own, and for programs
/// made by Go, as most large files of a system are.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn place_of_texts(file: &mut File) -> Option<(u64, u64)> {
    let mut magic = [0; 4];
    file.read_exact(&mut magic).ok()?;
    if magic != elf::abi::ELFMAGIC {
        return None;
    }
    match tables(file) {
        Some((true, _)) => None,
        Some((false, texts)) => Some(texts.unwrap_or(ALL)),
        // Tables that do not tell leave all of it.
        None => Some(ALL),
    }
}

#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
fn place_of_texts(_: &mut File) -> Option<(u64, u64)> {
    Some(ALL)
}

/// All of a file.
const ALL: (u64, u64) = (0, u64::MAX);

/// True if a program cannot be a build by its tables, and the place of its constant texts.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn tables(file: &mut File) -> Option<(bool, Option<(u64, u64)>)> {
    let mut program = elf::ElfStream::<elf::endian::AnyEndian, _>::open_stream(file).ok()?;
    let is_go = program.section_header_by_name(".go.buildinfo").ok()?.is_some();
    let texts = program.section_header_by_name(".rodata").ok()?;
    let texts = texts.map(|section| (section.sh_offset, section.sh_size));
    let is_anothers = is_go || needs_others(&mut program).unwrap_or(false);
    Some((is_anothers, texts))
}

/// Returns whether a program needs libraries besides Rust's own; nothing if its tables do not say.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn needs_others(program: &mut elf::ElfStream<elf::endian::AnyEndian, &mut File>) -> Option<bool> {
    let table = program.dynamic().ok()??;
    let needed = table.iter().filter(|one| one.d_tag == elf::abi::DT_NEEDED);
    let needed: Vec<_> = needed.map(|one| one.d_val()).collect();
    let (_, names) = program.dynamic_symbol_table().ok()??;
    for at in needed {
        if !is_usual(names.get(usize::try_from(at).ok()?).ok()?) {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns true if a library is one that Rust's own library needs.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn is_usual(library: &str) -> bool {
    const USUAL: [&str; 8] =
        ["ld-linux", "ld-musl", "libc.", "libdl.", "libgcc_s.", "libm.", "libpthread.", "librt."];
    USUAL.iter().any(|usual| library.starts_with(usual))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as long as a build, with some bytes at a place.
    fn file(folder: &Path, name: &str, at: usize, bytes: &str) {
        let mut all = vec![0; 3 << 20];
        all[..4].copy_from_slice(b"\x7fELF");
        all[at..at + bytes.len()].copy_from_slice(bytes.as_bytes());
        std::fs::write(folder.join(name), all).expect("a file");
    }

    #[test]
    #[cfg(all(target_os = "linux", feature = "sandbox"))]
    fn builds_are_found_by_their_marker_wherever_it_stands() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        std::fs::create_dir_all(path.join("deep/er")).expect("a folder");
        // Across the border of two pieces too.
        file(path, "one", (1 << 18) + 60, MARKER);
        file(path, "deep/er/two.so", 3 << 19, MARKER);
        file(path, "another", 3 << 19, "a program of somebody else");
        std::fs::write(path.join("small"), MARKER).expect("a file");
        std::os::unix::fs::symlink(path.join("one"), path.join("link")).expect("a link");
        let found = |names| builds_in(&[path.to_owned(), path.join("deep")], names);
        let full = path.canonicalize().expect("a path");
        let [one, two] = ["one", "deep/er/two.so"].map(|name| full.join(name));
        assert_eq!(found(NameRule::Likely), [two.clone(), one.clone()]);
        file(path, "three.json", 3 << 19, MARKER);
        assert_eq!(search(&full, NameRule::Likely), [two.clone(), one.clone()]);
        assert_eq!(search(&full, NameRule::All), [two, one, full.join("three.json")]);
    }

    #[test]
    fn this_program_is_a_build() {
        let own = std::env::current_exe().expect("a path");
        assert!(is_build(&own));
    }
}
