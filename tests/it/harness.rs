//! Does what the program does in a folder of its own, and checks status, standard output and standard error,
//! silence too.

use std::ffi::OsString;
use std::io::Cursor;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use assert_cmd::Command;
use chase::cli::perform;
use chase::games::project_games;
use chase::world::{Files, KeptBytes, World, WorldParts};
use tempfile::TempDir;

/// A program that runs longer hangs, however busy the machine is.
const HANGS: Duration = Duration::from_secs(1_200);

/// A folder that lasts one test, and the program started in it.
pub struct Place {
    folder: TempDir,
    /// The program, if it is not `chase`.
    other: Option<PathBuf>,
}

impl Place {
    /// An empty folder.
    pub fn new() -> Self {
        Place { folder: tempfile::tempdir().expect("a temporary folder"), other: None }
    }

    /// An empty folder for a program of its own.
    pub fn of(name: &str) -> Self {
        Place { other: Some(example_path(name)), ..Place::new() }
    }

    fn program(&self) -> &Path {
        self.other.as_deref().unwrap_or(Path::new(program()))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file in the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, content).expect("a file in the temporary folder");
        path
    }

    /// Reads a file of the folder.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).expect("a file that was written")
    }

    /// The names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the temporary folder");
        let mut names: Vec<_> = entries
            .map(|entry| {
                let entry = entry.expect("an entry");
                entry.file_name().to_string_lossy().into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// Runs the program with words as arguments, and nothing on its standard input.
    pub fn chase(&self, words: &str) -> Ran {
        self.chase_with(&words.split_whitespace().collect::<Vec<_>>(), "")
    }

    /// Does what the program does with arguments and standard input: in this process, where it starts no
    /// others.
    pub fn chase_with(&self, args: &[&str], stdin: impl Into<Vec<u8>>) -> Ran {
        // Players that are files are found from the folder of the process, not of the world.
        let names_program = args.windows(2).any(|pair| {
            let name = pair[1].rsplit('=').next().unwrap_or_default();
            pair[0] == "--player" && self.file(name).is_file()
        });
        match self.other.is_none() && starts_nothing(args) && !names_program {
            true => self.in_process(args, stdin.into()),
            false => self.started(args, stdin),
        }
    }

    /// Performs a command in a world whose paths begin in the folder.
    fn in_process(&self, args: &[&str], stdin: Vec<u8>) -> Ran {
        let errors = KeptBytes::default();
        let world = World::new(WorldParts {
            files: Files::Disk(self.path().to_owned()),
            input: Mutex::new(Box::new(Cursor::new(stdin))),
            errors: Mutex::new(Box::new(errors.clone())),
            ..WorldParts::of_process("chase")
        });
        let words: Vec<_> = ["chase"].iter().chain(args).map(OsString::from).collect();
        // As much as the program's main thread has.
        let work = std::thread::Builder::new().stack_size(8 << 20).spawn(move || {
            let mut out = Vec::new();
            let status = perform(&world, project_games(), &words, &mut out);
            (status, out)
        });
        let (status, out) = work.expect("a thread").join().expect("no panic");
        Ran {
            what: args.join(" "),
            status: Some(status.into()),
            stdout: String::from_utf8_lossy(&out).into_owned(),
            stderr: String::from_utf8_lossy(&errors.take()).into_owned(),
        }
    }

    /// Starts the program with arguments and standard input.
    pub fn started(&self, args: &[&str], stdin: impl Into<Vec<u8>>) -> Ran {
        let output = Command::new(self.program())
            .current_dir(self.path())
            .env("PATH", path())
            .args(args)
            .write_stdin(stdin)
            .timeout(HANGS)
            .output()
            .expect("the program starts");
        Ran::new(args.join(" "), &output)
    }
}

/// Returns true for a command that starts no programs and no server.
fn starts_nothing(args: &[&str]) -> bool {
    const VERBS: [&str; 18] = [
        "analyse",
        "completions",
        "convert",
        "diff",
        "games",
        "info",
        "laws",
        "man",
        "new",
        "odds",
        "perft",
        "record",
        "replay",
        "solve",
        "sweep",
        "trace",
        "verify",
        "view",
    ];
    let starts = |word: &&str| {
        let outside = ["exec:", "file:", "tcp:", "listen:"];
        outside.iter().any(|it| word.contains(it))
            || matches!(*word, "--golden" | "--serve" | "--step")
    };
    args.first().is_some_and(|verb| VERBS.contains(verb)) && !args.iter().any(starts)
}

impl Place {
    /// Runs a line of the shell in the folder; `$CHASE` is the program.
    pub fn shell(&self, line: &str) -> Ran {
        let output = Command::new("sh")
            .current_dir(self.path())
            .args(["-c", line])
            .env("CHASE", self.program())
            .env("PATH", path())
            .timeout(HANGS)
            .output()
            .expect("a shell");
        Ran::new(line.to_owned(), &output)
    }
}

/// Where programs are looked for: the system's first, as programs that are shut in cannot reach an
/// interpreter in a home.
fn path() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("/usr/bin:{path}")
}

/// The built program.
pub fn program() -> &'static str {
    env!("CARGO_BIN_EXE_chase")
}

/// The program with known faults that is graded (tests/faulty), alone in a folder: beside it as it is
/// built lie programs that are builds of `chase`, which `grade` tells.
pub fn faulty() -> PathBuf {
    static LINKED: Mutex<()> = Mutex::new(());
    let built = example_path("faulty");
    let folder = Path::new(program()).with_file_name("handed-in");
    let alone = folder.join("faulty");
    let _alone = LINKED.lock();
    let number = |file: &Path| std::fs::metadata(file).map(|data| data.ino()).ok();
    if number(&alone) != number(&built) {
        std::fs::create_dir_all(&folder).expect("a folder");
        // It is another one, built earlier, or none.
        let _ = std::fs::remove_file(&alone);
        std::fs::hard_link(&built, &alone).expect("a link");
    }
    alone
}

/// A file of the project.
pub fn project(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A file of `data/police`.
pub fn data(name: &str) -> String {
    project(&format!("data/police/{name}.data"))
}

/// What a run left behind.
pub struct Ran {
    what: String,
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    fn new(what: String, output: &std::process::Output) -> Self {
        Ran {
            what,
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Status 0 and silence on standard error.
    #[track_caller]
    pub fn fine(self) -> Self {
        self.status(0).stderr_is("")
    }

    /// A match that ran: status 0, or 1 where a player failed in all of its games; silence on standard
    /// error.
    #[track_caller]
    pub fn played(self) -> Self {
        assert!(matches!(self.status, Some(0 | 1)), "{self}");
        self.stderr_is("")
    }

    /// Status 2, silence on standard output, and one message that holds all of these.
    #[track_caller]
    pub fn trouble(self, parts: &[&str]) -> Self {
        let ran = self.status(2).stdout_is("");
        let told = ran.stderr.strip_prefix("chase: ").unwrap_or_default();
        assert!(!told.is_empty(), "no message: {ran}");
        for part in parts {
            assert!(ran.stderr.contains(part), "`{part}` is not in: {ran}");
        }
        ran
    }

    #[track_caller]
    pub fn status(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{self}");
        self
    }

    #[track_caller]
    pub fn stdout_is(self, text: &str) -> Self {
        assert!(self.stdout == text, "expected {text:?}: {self}");
        self
    }

    #[track_caller]
    pub fn stdout_has(self, part: &str) -> Self {
        assert!(self.stdout.contains(part), "`{part}` is not in: {self}");
        self
    }

    #[track_caller]
    pub fn stderr_is(self, text: &str) -> Self {
        assert!(self.stderr == text, "expected {text:?}: {self}");
        self
    }

    #[track_caller]
    pub fn stderr_has(self, part: &str) -> Self {
        assert!(self.stderr.contains(part), "`{part}` is not in: {self}");
        self
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ran { what, status, stdout, stderr } = self;
        write!(
            f,
            "chase {what}\nstatus {status:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}\n---"
        )
    }
}

/// A program of its own, as `cargo test` builds it.
pub fn example_path(name: &str) -> PathBuf {
    let path = Path::new(program()).with_file_name("examples").join(name);
    let shown = path.display();
    assert!(
        path.is_file(),
        "{shown} is missing: `cargo test` builds it, or `cargo build --example {name}`"
    );
    path
}

/// The names of the commands that a help lists: under `Commands:`, or under the heads of groups.
pub fn commands_in(help: &str) -> Vec<String> {
    const HEADS: [&str; 5] =
        ["Commands:", "Start:", "Compare and judge:", "Many games:", "Files and tools:"];
    let mut is_list = false;
    let mut names = Vec::new();
    for line in help.lines() {
        let is_name = line.starts_with("  ") && !line.starts_with("   ");
        if is_list && is_name {
            let name = line.split_whitespace().next().expect("a name");
            names.extend((name != "help").then(|| name.to_owned()));
        }
        is_list = HEADS.contains(&line) || is_list && !line.is_empty();
    }
    names
}
