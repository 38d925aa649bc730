//! A program as its user named it.

use std::path::{Path, PathBuf};

/// The words about a program whose path leads to nothing.
pub const NO_SUCH_PROGRAM: &str = "no such program";

/// A program as the user named it.
#[derive(Clone, Debug)]
pub struct ProgramCommand {
    /// The words of the command line, as the user typed them.
    typed: Vec<String>,
    /// With files by their full paths, so that it can be started from any folder.
    argv: Vec<String>,
}

/// A program that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnusableProgram(pub String);

impl ProgramCommand {
    /// Takes a command line. Words that name files here are given by their full paths.
    ///
    /// # Errors
    /// There is no such program.
    pub fn new(typed: &[String]) -> Result<Self, UnusableProgram> {
        let here = std::env::current_dir().map_err(|error| UnusableProgram(error.to_string()))?;
        Self::within(typed, &here)
    }

    /// Takes a command line as it is meant within a folder.
    ///
    /// # Errors
    /// There is no such program.
    pub fn within(typed: &[String], here: &Path) -> Result<Self, UnusableProgram> {
        let mut argv: Vec<String> = typed.to_vec();
        let Some(program) = argv.first_mut().filter(|program| !program.is_empty()) else {
            return Err(UnusableProgram("no program is named".into()));
        };
        if program.contains('/') {
            let path = here.join(&*program);
            if path.is_dir() {
                return Err(UnusableProgram(format!("{program}: it is a folder")));
            }
            if !path.is_file() {
                return Err(UnusableProgram(format!("{program}: {NO_SUCH_PROGRAM}")));
            }
            if !is_executable(&path) {
                return Err(UnusableProgram(format!(
                    "{program}: it may not be executed; `chmod +x {program}` allows it"
                )));
            }
            *program = path.display().to_string();
        } else if on_path(program).is_none() {
            return Err(UnusableProgram(format!(
                "{program}: not found on the PATH; {}",
                instead_of(program)
            )));
        }
        if let Some(script) = missing_script(typed, here) {
            return Err(UnusableProgram(format!(
                "{program}: there is no file {script} for it to run"
            )));
        }
        for word in &mut argv[1..] {
            let path = here.join(&*word);
            if path.is_file() {
                *word = path.display().to_string();
            }
        }
        Ok(ProgramCommand { typed: typed.to_vec(), argv })
    }

    /// The command line, as the user typed it.
    #[must_use]
    pub fn shown(&self) -> String {
        self.typed.join(" ")
    }

    /// Takes a command line in one word, with quotes as people write them; no shell sees it.
    ///
    /// # Errors
    /// Quotes that do not close, or no such program.
    pub fn from_line(line: &str) -> Result<Self, UnusableProgram> {
        let words = shlex::split(line);
        let words =
            words.ok_or_else(|| UnusableProgram(format!("{line}: a quotation mark is open")))?;
        Self::new(&words)
    }

    /// The command with its words as the user typed them, for callers that start it in a folder of its
    /// own.
    pub fn as_typed(&self) -> Self {
        ProgramCommand { typed: self.typed.clone(), argv: self.typed.clone() }
    }

    /// A command line of another place, which is shown and never started here.
    #[must_use]
    pub fn elsewhere(line: &str) -> Self {
        let typed: Vec<_> = line.split(' ').map(str::to_owned).collect();
        ProgramCommand { argv: typed.clone(), typed }
    }

    /// The words to start it with.
    pub fn argv(&self) -> &[String] {
        &self.argv
    }
}

/// The beginnings of the names of programs that run a script, the first word that is no option. Shells look for
/// it on the PATH too.
const INTERPRETERS: [&str; 9] =
    ["python", "pypy", "ruby", "perl", "lua", "php", "bash", "dash", "sh"];

/// The script that a command line names for its interpreter, if it is not there. Behind an option
/// nobody knows which word is the script.
fn missing_script<'t>(typed: &'t [String], here: &Path) -> Option<&'t str> {
    let (program, words) = typed.split_first()?;
    let name = Path::new(program).file_name()?.to_str()?;
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let script = words.first().filter(|_| INTERPRETERS.contains(&name))?;
    let is_known = || here.join(script).exists() || on_path(script).is_some();
    let is_missing = !script.starts_with(['-', '{']) && !is_known();
    is_missing.then_some(script)
}

/// Endings of the names of files that a compiler has to make a program of.
const COMPILED: [&str; 8] = ["c", "cc", "cpp", "cxx", "go", "java", "rs", "zig"];

/// What to write instead of a name that is not on the PATH.
fn instead_of(program: &str) -> String {
    let ending = Path::new(program).extension().and_then(|it| it.to_str());
    match ending {
        Some(ending) if COMPILED.contains(&ending) => {
            "compile it, and name the compiled program, as in ./game".into()
        }
        Some("py") => format!("write 'python3 {program}' with the quotation marks"),
        _ => format!("write ./{program} for a program in this folder"),
    }
}

/// Returns true if any user may execute a file.
#[cfg(unix)]
pub fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    const ANYBODY: u32 = 0o111;
    std::fs::metadata(path).is_ok_and(|data| data.permissions().mode() & ANYBODY != 0)
}

/// Returns true always: this system has no mark of executable files.
#[cfg(not(unix))]
pub fn is_executable(_: &Path) -> bool {
    true
}

/// The files that the words of a command line name by their full paths, and the program itself.
pub(crate) fn named_files(argv: &[String]) -> Vec<PathBuf> {
    let full = argv.iter().map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file());
    let program = argv.first().filter(|program| !program.contains('/'));
    full.chain(program.and_then(|program| on_path(program))).collect()
}

/// The file that the first word of a command line means: by its path, or where the PATH leads.
pub(super) fn file_of(program: &str) -> Option<PathBuf> {
    match program.contains(std::path::is_separator) {
        true => Some(PathBuf::from(program)),
        false => on_path(program),
    }
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(program));
    files.find(|file| file.is_file())
}
