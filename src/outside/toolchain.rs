//! Toolchains outside the system's folders, as a version manager keeps them in a home: which of
//! their folders a program needs to run. Found by looking at files; nothing is started for it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::program::{file_of, named_files};

/// The folders in which a program of a toolchain lies.
pub(super) struct Toolchain {
    /// The root folder of the toolchain, above its programs.
    pub root: Option<PathBuf>,
    /// The folder of the program; nothing when only the toolchain as a whole is meant.
    pub folder: Option<PathBuf>,
}

/// The toolchains that a program needs as far as files tell: those of the program itself, of the
/// interpreters that the `#!` lines name from there on, and those on the PATH, which a script may
/// start.
pub(super) fn toolchains(argv: &[String]) -> Vec<Toolchain> {
    let programs = programs(argv);
    let needed = programs.iter().map(|program| Toolchain {
        root: root(program),
        folder: program.parent().map(Path::to_owned),
    });
    let on_path =
        path_folders().map(|folder| Toolchain { root: root_above(&folder), folder: None });
    needed.chain(on_path).collect()
}

/// The program of a command, the interpreter that its `#!` line names, and so on.
pub(super) fn programs(argv: &[String]) -> Vec<PathBuf> {
    let first = argv.first().and_then(|program| file_of(program));
    first.map(chain).unwrap_or_default()
}

/// The files that a command line names, as `named_files`, without a program that belongs to a toolchain
/// on the PATH, such as an interpreter.
#[must_use]
pub fn own_files(argv: &[String]) -> Vec<PathBuf> {
    let is_shared = |file: &Path| {
        let folder = file.parent().unwrap_or(file);
        root_above(folder).is_some() && path_folders().any(|it| it == folder)
    };
    let program = argv.first().and_then(|program| file_of(program));
    let mut files = named_files(argv);
    files.retain(|file| Some(file) != program.as_ref() || !is_shared(file));
    files
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    folders.into_iter().filter(|folder| folder.is_absolute())
}

/// A program, what it is a link to, its interpreter, what that is a link to, and so on.
fn chain(program: PathBuf) -> Vec<PathBuf> {
    // The kernel follows fewer `#!` lines than this.
    const INTERPRETERS_MAX: usize = 8;
    let mut all = Vec::new();
    let mut next = Some(program);
    for _ in 0..INTERPRETERS_MAX {
        let Some(file) = next else { break };
        let target = file.canonicalize().unwrap_or_else(|_| file.clone());
        next = interpreter(&target);
        all.extend([file, target]);
    }
    all
}

/// The program that the `#!` line of a script names; for `env`, the program that `env` would find.
fn interpreter(script: &Path) -> Option<PathBuf> {
    // As much of the line as the kernel reads.
    const LINE_MAX: u64 = 256;
    let mut head = Vec::new();
    let file = std::fs::File::open(script).ok()?;
    file.take(LINE_MAX).read_to_end(&mut head).ok()?;
    let line = head.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let program = Path::new(words.next()?);
    if !program.ends_with("env") {
        return Some(program.to_owned());
    }
    let mut names = words.filter(|word| !word.starts_with('-') && !word.contains('='));
    names.next().and_then(file_of)
}

fn root(program: &Path) -> Option<PathBuf> {
    root_above(program.parent()?)
}

/// The toolchain whose programs lie in a folder: what is above a `bin` with libraries beside it, and
/// above a version manager's `shims` with the versions beside it.
fn root_above(folder: &Path) -> Option<PathBuf> {
    const LIBRARIES: [&str; 3] = ["lib", "lib64", "libexec"];
    const VERSIONS: [&str; 2] = ["versions", "installs"];
    let above = folder.parent()?;
    let beside = |names: &[&str]| names.iter().any(|name| above.join(name).is_dir());
    let is_toolchain = match folder.file_name()?.to_str()? {
        "bin" => beside(&LIBRARIES),
        "shims" => beside(&VERSIONS),
        _ => false,
    };
    is_toolchain.then(|| above.to_owned())
}
