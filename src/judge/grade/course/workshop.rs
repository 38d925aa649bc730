//! Where one submission is unpacked, cleaned and built: a folder of its own, in the sandbox and
//! within limits. Nothing in the submission's own place is changed.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::super::words::lasting;
use super::walk;
use chase_outside::builds::{NameRule, search};
use chase_outside::folder::OwnFolder;
use chase_outside::limits::{
    ExceededLimit, FOLDER_BYTES_MAX, FOLDER_DEPTH_MAX, FOLDER_FILES_MAX, MemoryLimit,
    PROCESSES_MAX, ProgramEnd, RunLimits, TimeLimit,
};
use chase_outside::process::{is_stopped, run};
use chase_outside::program::ProgramCommand;
use chase_outside::sandbox::hides_builds;
use chase_world::error::quoted_to;

/// Bytes that a build may print until it is stopped.
const LOG_BYTES_MAX: usize = 64 << 20;
/// Characters that are quoted of a line of a log.
const LINE_MAX: usize = 160;
/// Bytes that are kept of each end of a log.
const LOG_END_MAX: usize = 32 << 10;
/// Bytes of memory that a build may use.
pub(super) const BUILD_MEMORY_MAX: u64 = 4 << 30;

/// The recipe by which submissions are built.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The command that is run before the build, as a line of the shell.
    pub clean: Option<String>,
    /// The build, as a line of the shell; nothing when submissions come built.
    pub build: Option<String>,
    /// Processor time for each of the two.
    pub time: Duration,
}

/// The result of a build.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Build {
    /// The way in which the build ended, or that there was none.
    pub result: BuildResult,
    /// The duration of the build in seconds, with everything that was run before it.
    pub seconds: f64,
}

/// The way in which a build ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildResult {
    /// There was none.
    #[default]
    None,
    /// With success.
    Built,
    /// Without.
    Failed,
}

impl BuildResult {
    /// In one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            BuildResult::None => "none",
            BuildResult::Built => "built",
            BuildResult::Failed => "failed",
        }
    }
}

/// A submission's copy, being built.
pub(super) struct Workshop {
    /// Removed with the value.
    _folder: OwnFolder,
    /// The folder of its files: below the workshop's when that holds one folder and nothing else.
    pub root: PathBuf,
    pub build: Build,
    /// The output of the build, cut in the middle.
    pub log: String,
    /// Remarks for readers of the report.
    pub notes: Vec<String>,
    /// The evidence that the program was not built here, if there is any.
    pub not_built_here: Option<String>,
    /// The files that were there before the build.
    before: BTreeMap<walk::Digest, PathBuf>,
}

/// The reason why a submission cannot be graded.
pub(super) enum SubmissionFault {
    /// It is the submission's; in words.
    Own(String),
    /// Everything was told to stop.
    Interrupted,
}

impl From<String> for SubmissionFault {
    fn from(why: String) -> Self {
        SubmissionFault::Own(why)
    }
}

impl Workshop {
    /// Of a submission's copy.
    pub fn new(folder: OwnFolder) -> Self {
        Workshop {
            root: root_of(folder.path()),
            _folder: folder,
            build: Build::default(),
            log: String::new(),
            notes: Vec::new(),
            not_built_here: None,
            before: BTreeMap::new(),
        }
    }

    /// Cleans and builds. Cleaning that fails stands in the log alone: many a submission has nothing
    /// to clean.
    pub fn make(&mut self, recipe: &Recipe, program: &str) -> Result<(), SubmissionFault> {
        if let Some(clean) = &recipe.clean
            && let Err(SubmissionFault::Interrupted) = self.step("cleaning", clean, recipe.time)
        {
            return Err(SubmissionFault::Interrupted);
        }
        let Some(build) = &recipe.build else {
            return Ok(());
        };
        self.before = walk::by_bytes(&self.root)?;
        match self.step("the build", build, recipe.time) {
            Ok(()) => {
                self.build.result = BuildResult::Built;
                Ok(())
            }
            Err(SubmissionFault::Own(why)) => {
                self.build.result = BuildResult::Failed;
                let hint = hint_of_line_ends(&self.root, program);
                Err(SubmissionFault::Own(super::with_hint(why, hint)))
            }
            Err(fault) => Err(fault),
        }
    }

    /// Notes the builds of this program that are there, before a step or after it: a step can remove them.
    pub fn look_for_builds(&mut self) {
        if !hides_builds() {
            return;
        }
        for build in search(&self.root, NameRule::All) {
            let name = build.strip_prefix(&self.root).unwrap_or(&build);
            let note = format!("`{}` is a build of `chase`", name.display());
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Says of a fault that there are several submissions, where that is so.
    pub fn explained(&self, fault: SubmissionFault, program: &str) -> SubmissionFault {
        let several = several(&self.root, program);
        match fault {
            SubmissionFault::Own(_) if !several.is_empty() => {
                let several = several.join(", ");
                SubmissionFault::Own(format!("more than one submission: {several}"))
            }
            fault => fault,
        }
    }

    /// Finds out whether the program's bytes were there before the build. A script is its own source.
    pub fn look_at_origin(&mut self, program: &ProgramCommand) {
        const HEAD: usize = 1 << 13;
        let file = program.argv().first().map(Path::new);
        let Some(file) = file.filter(|file| file.is_absolute()) else {
            return;
        };
        let bytes = beginning(file, walk::BYTES_MAX);
        let is_binary = bytes[..bytes.len().min(HEAD)].contains(&0);
        let there = self.before.get(blake3::hash(&bytes).as_bytes());
        if let (true, Some(there)) = (is_binary, there) {
            self.not_built_here = Some(format!(
                "the program was not built here: before the build `{}` had the same bytes",
                there.display()
            ));
        }
    }

    /// Runs one step of a build; its output goes to the log.
    pub fn step(&mut self, what: &str, line: &str, time: Duration) -> Result<(), SubmissionFault> {
        let argv = ["sh", "-c", &format!("exec 2>&1\n{line}")].map(str::to_owned);
        let limits = RunLimits {
            is_perturbed: false,
            time: TimeLimit::Processor(time),
            output_bytes_max: LOG_BYTES_MAX,
            memory: Some(MemoryLimit::Resident(BUILD_MEMORY_MAX)),
            file_bytes_max: Some(FOLDER_BYTES_MAX),
        };
        let ran = match run(&argv, &self.root, b"", limits) {
            Ok(ran) => ran,
            Err(_) if is_stopped() => return Err(SubmissionFault::Interrupted),
            Err(error) => {
                return Err(SubmissionFault::Own(format!("{what} cannot be run: {error}")));
            }
        };
        self.build.seconds += ran.took.as_secs_f64();
        let told = lasting(&ends(&ran.stdout), &self.root);
        self.log.push_str(&format!("$ {line}\n{told}\n"));
        let why = match ran.end {
            ProgramEnd::Exit(0) if ran.left_processes => {
                self.notes.push(format!("{what} left processes behind"));
                return Ok(());
            }
            ProgramEnd::Exit(0) => return Ok(()),
            ProgramEnd::Exit(code) => {
                let telling = telling_line(&told);
                format!("{what} ended with status {code}{telling}")
            }
            ProgramEnd::Signal(signal) => format!("{what} was ended by signal {signal}"),
            ProgramEnd::Stopped(stop) => format!("{what} {}", stopped(stop, time)),
        };
        self.log.push_str(&format!("{why}\n"));
        Err(SubmissionFault::Own(why))
    }
}

/// The reason why a build was stopped, in words.
fn stopped(stop: ExceededLimit, time: Duration) -> String {
    match stop {
        ExceededLimit::Processor => {
            format!("used {} s of processor time (--build-timeout), stopped", time.as_secs())
        }
        ExceededLimit::Sleep => format!("slept for {} s, stopped", TimeLimit::SLEEP_MAX.as_secs()),
        ExceededLimit::Wall => format!(
            "was still running after {} s, stopped",
            TimeLimit::Processor(time).wall().as_secs()
        ),
        ExceededLimit::Output => format!("printed more than {} MiB, stopped", LOG_BYTES_MAX >> 20),
        ExceededLimit::Memory => {
            format!("used more than {} MiB of memory, stopped", BUILD_MEMORY_MAX >> 20)
        }
        ExceededLimit::Processes => {
            format!("had more than {PROCESSES_MAX} processes and threads, stopped")
        }
        ExceededLimit::Folder => format!(
            "filled its folder with more than {} MiB or {FOLDER_FILES_MAX} files, or nested more than \
             {FOLDER_DEPTH_MAX} folders, stopped",
            FOLDER_BYTES_MAX >> 20
        ),
    }
}

/// The line of a log that tells most: a compiler's first error with its place, or else the last line.
fn telling_line(log: &str) -> String {
    let lines: Vec<_> = log.lines().map(str::trim).collect();
    let first = |is: fn(&str) -> bool| lines.iter().position(|line| is(line));
    let (place, error) = match first(is_compilers) {
        // The linker has said before what it lacks.
        Some(at) if lines[at].starts_with("collect2:") => (None, first(is_linkers).or(Some(at))),
        // rustc tells the place below, as `--> src/main.rs:2:5`.
        Some(at) => {
            let below = lines.get(at + 1).and_then(|line| line.strip_prefix("--> "));
            (below.map(str::to_owned), Some(at))
        }
        None => match first(is_pythons) {
            // Python tells it above, as `File "game.py", line 2`.
            Some(at) => {
                let above = lines[..at].iter().rev();
                let place = above.copied().find(|line| line.starts_with("File \""));
                (place.map(place_of_python), Some(at))
            }
            None => (None, first(is_about_error)),
        },
    };
    let error = error.or(lines.iter().rposition(|line| !line.is_empty()));
    let Some(error) = error.map(|at| lines[at]).filter(|line| !line.is_empty()) else {
        return String::new();
    };
    let line = place.map_or(error.to_owned(), |place| format!("{place}: {error}"));
    format!(": {}", quoted_to(&line, LINE_MAX))
}

/// As gcc, clang, rustc and javac begin an error: by the word alone, or behind a place. What a shell echoes,
/// as in `cc -Werror`, is none.
fn is_compilers(line: &str) -> bool {
    let words = ["error: ", "fatal error: ", "error[E"];
    words.iter().any(|word| line.starts_with(word) || line.contains(&format!(": {word}")))
}

/// As the linker tells what no file has.
fn is_linkers(line: &str) -> bool {
    line.contains("undefined reference to ") || line.contains("multiple definition of ")
}

/// As Python ends what it tells, as in `SyntaxError: invalid syntax`.
fn is_pythons(line: &str) -> bool {
    let name = line.split(": ").next().unwrap_or_default();
    name.ends_with("Error") && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// `File "game.py", line 2` as `game.py:2`.
fn place_of_python(line: &str) -> String {
    let parts = line.strip_prefix("File \"").unwrap_or(line).split_once("\", line ");
    parts.map_or(line.to_owned(), |(file, line)| {
        let line = line.split(',').next().unwrap_or(line);
        format!("{file}:{line}")
    })
}

/// Any other word about an error; make's own comes after what it is about.
fn is_about_error(line: &str) -> bool {
    line.to_lowercase().contains("error") && !line.starts_with("make")
}

/// The beginning and the end of a log.
fn ends(log: &[u8]) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if log.len() <= 2 * LOG_END_MAX {
        return text(log);
    }
    let left_out = log.len() - 2 * LOG_END_MAX;
    format!(
        "{}\n... {left_out} bytes left out ...\n{}",
        text(&log[..LOG_END_MAX]),
        text(&log[log.len() - LOG_END_MAX..])
    )
}

/// The folder that holds the files of a submission: people often hand in a folder within the
/// folder.
pub(super) fn root_of(folder: &Path) -> PathBuf {
    let mut root = folder.to_owned();
    loop {
        let mut all = visible(&root);
        match (all.pop(), all.is_empty()) {
            (Some(only), true) if is_folder(&only) => root = only,
            _ => return root,
        }
    }
}

/// Returns whether something is of no account among files that were handed in: what systems put
/// there themselves.
pub(super) fn is_hidden(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') || name == "__MACOSX"
}

/// The entries of a folder, sorted, without those that systems and tools leave there.
fn visible(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| !is_hidden(&entry.file_name()));
    let mut all: Vec<_> = entries.map(|entry| entry.path()).collect();
    all.sort();
    all
}

/// Returns whether there is nothing in a submission.
pub(super) fn is_empty(root: &Path) -> bool {
    visible(root).is_empty()
}

fn is_folder(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// The names of the files that a submission can be built by.
const BUILD_FILES: [&str; 8] = [
    "Makefile",
    "makefile",
    "GNUmakefile",
    "CMakeLists.txt",
    "Cargo.toml",
    "build.gradle",
    "pom.xml",
    "meson.build",
];

/// The folders in a submission that look like submissions of their own, when it does not look like
/// one itself: each holds a file that programs are built by, or the program.
fn several(root: &Path, program: &str) -> Vec<String> {
    let is_one = |folder: &Path| {
        let names = BUILD_FILES.iter().copied().chain([program]);
        names.map(|name| folder.join(name)).any(|it| it.is_file())
    };
    if is_one(root) {
        return Vec::new();
    }
    let folders = visible(root).into_iter().filter(|path| is_folder(path) && is_one(path));
    let names = folders.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let names: Vec<_> = names.collect();
    if names.len() > 1 { names } else { Vec::new() }
}

/// At most so many bytes of a file; none of a link, a pipe or a device, which could be without end.
fn beginning(file: &Path, bytes: u64) -> Vec<u8> {
    let mut read = Vec::new();
    let is_file = std::fs::symlink_metadata(file).is_ok_and(|data| data.is_file());
    if is_file && let Ok(file) = std::fs::File::open(file) {
        // What cannot be read tells nothing.
        let _ = file.take(bytes).read_to_end(&mut read);
    }
    read
}

/// A hint that a file has the line ends of Windows, for a submission that cannot be built or
/// started; nothing where neither the program nor a makefile has them.
pub(super) fn hint_of_line_ends(root: &Path, program: &str) -> Option<String> {
    let mut names = BUILD_FILES[..3].iter().copied().chain([program]);
    let has_them = |name: &&str| {
        const HEAD: u64 = 1 << 16;
        let head = beginning(&root.join(name), HEAD);
        let is_text = !head.contains(&0);
        is_text && head.windows(2).any(|two| two == b"\r\n")
    };
    names.find(has_them).map(|name| format!("{name} has the line ends of Windows (CRLF)"))
}

#[cfg(test)]
mod tests {
    use super::telling_line;

    #[test]
    fn a_build_that_fails_is_told_by_its_first_error_and_its_place() {
        for (log, told) in [
            (
                "cc -Werror -o game game.c\ngame.c: In function 'main':\n\
                 game.c:3:5: error: unknown type name 'in'\nmake: *** [Makefile:2: game] Error 1\n",
                "game.c:3:5: error: unknown type name 'in'",
            ),
            (
                "cc game.c\ngame.c:1:10: fatal error: no.h: No such file or directory\n",
                "game.c:1:10: fatal error: no.h: No such file or directory",
            ),
            (
                "   Compiling game v0.1.0\nerror[E0425]: cannot find value `x` in this scope\n \
                 --> src/main.rs:2:5\n  |\nerror: could not compile `game`\n",
                "src/main.rs:2:5: error[E0425]: cannot find value `x` in this scope",
            ),
            (
                "cc -o game game.o\n/usr/bin/ld: game.o: in function `main':\n\
                 game.c:(.text+0xa): undefined reference to `step'\n\
                 collect2: error: ld returned 1 exit status\n",
                "game.c:(.text+0xa): undefined reference to `step'",
            ),
            (
                "python3 -m py_compile game.py\n  File \"game.py\", line 2\n    if x\n        ^\n\
                 SyntaxError: expected ':'\nmake: *** [Makefile:2: game] Error 1\n",
                "game.py:2: SyntaxError: expected ':'",
            ),
            ("Game.java:4: error: ';' expected\n1 error\n", "Game.java:4: error: ';' expected"),
            (
                "make: *** No rule to make target 'game'.  Stop.\n\n",
                "make: *** No rule to make target 'game'.  Stop.",
            ),
            (
                "Compilation ended with an Error\nmake: *** [game] Error 1\n",
                "Compilation ended with an Error",
            ),
        ] {
            assert_eq!(telling_line(log), format!(": {told}"));
        }
        assert_eq!(telling_line("\n \n"), "");
    }
}
