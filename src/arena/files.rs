//! Programs that meet through files, as processes: each is started in a folder of its own for every
//! call, within limits. What it left behind is for the game to judge.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use crate::engine::game::{Forfeit, ForfeitCause};
use crate::error::{Error, quoted};
use crate::games::file_protocol::{Call, FileProgram, FileProtocol, Left};
use crate::outside::folder::own_folder;
use crate::outside::limits::{End, Limits, Stop, TimeLimit};
use crate::outside::process::run;
use crate::outside::program::Program;

/// The largest file a program may write, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// What a program may print, in bytes.
const OUTPUT_BYTES_MAX: usize = 1 << 20;

/// What a program may use up in a call.
#[must_use]
pub fn limits(time: Duration) -> Limits {
    Limits {
        time: TimeLimit::Wall(time),
        output_bytes_max: OUTPUT_BYTES_MAX,
        memory: None,
        file_bytes_max: Some(FILE_BYTES_MAX),
    }
}

/// Why a program's ID is not known.
#[derive(Debug)]
pub enum NoId {
    /// It could not be started, or there is no folder to start it in.
    NotStarted(io::Error),
    /// It did not print an ID.
    NotPrinted {
        /// The word that asked for it.
        word: &'static str,
        /// How the program ended.
        end: End,
        /// What it printed instead.
        printed: String,
    },
}

impl fmt::Display for NoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoId::NotStarted(error) => error.fmt(f),
            NoId::NotPrinted { word, end, printed } => {
                let (end, printed) = (end_words(end), quoted(printed));
                write!(f, "`{word}` {end} and printed `{printed}`, expected an ID")
            }
        }
    }
}

impl std::error::Error for NoId {}

impl From<io::Error> for NoId {
    fn from(error: io::Error) -> Self {
        NoId::NotStarted(error)
    }
}

fn end_words(end: &End) -> String {
    match end {
        End::Exit(code) => format!("returned {code}"),
        End::Signal(signal) => format!("ended by signal {signal}"),
        End::Stopped(Stop::Output) => "printed without end".into(),
        End::Stopped(_) => "did not end in time".into(),
    }
}

/// Asks a program for its ID, with one word of the protocol after another.
///
/// # Errors
/// What it answered to the first word.
pub fn ask_id(
    protocol: &dyn FileProtocol,
    program: &Program,
    time: Duration,
) -> Result<String, NoId> {
    let folder = own_folder()?;
    let mut first = None;
    for &word in protocol.id_words() {
        let argv = [program.argv(), &[word.to_owned()]].concat();
        let ran = run(&argv, folder.path(), b"", limits(time))?;
        let printed = String::from_utf8_lossy(&ran.stdout).trim().to_owned();
        if protocol.is_id(&printed) && ran.end == End::Exit(0) {
            return Ok(printed);
        }
        let end = ran.end;
        first.get_or_insert(NoId::NotPrinted { word, end, printed });
    }
    Err(first.expect("a protocol has a word that asks for the ID"))
}

/// A program at the table, for one game.
pub struct CalledProgram {
    program: Program,
    time: Duration,
    folder: TempDir,
}

impl CalledProgram {
    /// A program that may think for `time` in each call, with a new folder.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(program: Program, time: Duration) -> Result<Self, Error> {
        let folder = own_folder();
        Ok(CalledProgram {
            program,
            time,
            folder: folder.map_err(|error| Error::io("a temporary folder", "write", &error))?,
        })
    }

    /// The return code of a program that ended by itself.
    fn code(&self, end: &End) -> Result<i32, Forfeit> {
        let (cause, what) = match end {
            End::Exit(code) => return Ok(*code),
            End::Stopped(Stop::Output) => {
                let what = format!("more than {OUTPUT_BYTES_MAX} bytes printed");
                (ForfeitCause::Flood, what)
            }
            End::Stopped(Stop::Processes | Stop::Folder | Stop::Memory) => {
                let what = "too many processes, or too much in its folder or in memory";
                (ForfeitCause::Flood, what.to_owned())
            }
            End::Stopped(_) => {
                let what = format!("no answer within {} ms", self.time.as_millis());
                (ForfeitCause::Timeout, what)
            }
            End::Signal(SIGXFSZ) => (ForfeitCause::Flood, too_large()),
            End::Signal(signal) => (ForfeitCause::Crash, format!("ended by signal {signal}")),
        };
        Err(Forfeit::new(cause, &what))
    }
}

impl FileProgram for CalledProgram {
    fn call(&mut self, call: &Call) -> Result<Left, Forfeit> {
        let crashed = |what: String| Forfeit::new(ForfeitCause::Crash, &what);
        let path = self.folder.path().join(call.file);
        std::fs::write(&path, &call.text)
            .map_err(|error| crashed(format!("its folder cannot be written: {error}")))?;
        let argv = [self.program.argv(), &call.arguments].concat();
        let ran = run(&argv, self.folder.path(), b"", limits(self.time))
            .map_err(|error| crashed(error.to_string()))?;
        Ok(Left {
            code: self.code(&ran.end)?,
            file: read(&path)?,
            stderr: ran.stderr,
        })
    }
}

/// The signal of a file that grew too large.
const SIGXFSZ: i32 = 25;

fn too_large() -> String {
    format!("a file of more than {FILE_BYTES_MAX} bytes")
}

/// The file that a program left; nothing when there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Forfeit> {
    let Ok(data) = std::fs::symlink_metadata(path) else {
        return Ok(None);
    };
    if !data.is_file() {
        return Err(Forfeit::new(
            ForfeitCause::Garbage,
            "what it left is no file",
        ));
    }
    if data.len() >= FILE_BYTES_MAX {
        return Err(Forfeit::new(ForfeitCause::Flood, &too_large()));
    }
    Ok(std::fs::read(path).ok())
}
