//! Programs that meet through files, as processes: each is started in a folder of its own for every
//! call, within limits. What it left behind is for the game to judge.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chase_engine::game::{Forfeit, ForfeitCause};
use chase_outside::folder::{OwnFolder, has_no_room, own_folder};
use chase_outside::limits::{
    ExceededLimit, MemoryLimit, ProgramEnd, RESIDENT_BYTES_MAX, RunLimits, TimeLimit,
};
use chase_outside::process::{run, stop_all_for};
use chase_outside::program::ProgramCommand;
use chase_outside::remote::denied_hint;
use chase_outside::withheld_file::refusal;
use chase_play::file_protocol::{Call, FileProgram, FileProtocol, ProgramRemains, SharedProgram};
use chase_world::error::{Error, quoted, quoted_to};

/// The largest file a program may write, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The most that a program may print, in bytes.
const OUTPUT_BYTES_MAX: usize = 1 << 20;

/// The limits of one call of a program.
pub fn limits(time: Duration) -> RunLimits {
    RunLimits {
        is_perturbed: false,
        time: TimeLimit::Wall(time),
        output_bytes_max: OUTPUT_BYTES_MAX,
        memory: Some(MemoryLimit::Resident(RESIDENT_BYTES_MAX)),
        file_bytes_max: Some(FILE_BYTES_MAX),
    }
}

fn end_words(end: &ProgramEnd) -> String {
    match end {
        ProgramEnd::Exit(code) => format!("returned {code}"),
        ProgramEnd::Signal(signal) => format!("ended by signal {signal}"),
        ProgramEnd::Stopped(ExceededLimit::Output) => "printed without end".into(),
        ProgramEnd::Stopped(_) => "did not end in time".into(),
    }
}

/// Asks a program for its ID, with one word of the protocol after another.
pub(crate) fn ask_id(
    protocol: &dyn FileProtocol,
    program: &ProgramCommand,
    time: Duration,
) -> Result<String, String> {
    let folder = own_folder().map_err(|error| error.to_string())?;
    let mut first = None;
    for &word in protocol.id_words() {
        let argv = [program.argv(), &[word.to_owned()]].concat();
        let ran =
            run(&argv, folder.path(), b"", limits(time)).map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&ran.stdout);
        let printed = without_sequences(&printed).trim().to_owned();
        if protocol.is_id(&printed) && ran.end == ProgramEnd::Exit(0) {
            return Ok(printed);
        }
        first.get_or_insert_with(|| {
            let (call, end) = (program.shown(), end_words(&ran.end));
            let (printed, why) = (quoted(&printed), last_said(&argv, &folder, &ran.stderr));
            format!("`{call} {word}` {end} and printed `{printed}`, expected an ID{why}")
        });
    }
    Err(first.expect("a protocol has a word that asks for the ID"))
}

/// What a program could not read, or else the last line that it wrote to standard error, for the end of a
/// message.
fn last_said(argv: &[String], folder: &OwnFolder, stderr: &[u8]) -> String {
    const SAID_CHARS_MAX: usize = 120;
    let said = String::from_utf8_lossy(stderr);
    if let Some(refused) = refusal(argv, folder.path(), &said) {
        return format!("; {refused}");
    }
    match said.lines().rev().find(|line| !line.trim().is_empty()) {
        None => String::new(),
        Some(last) => {
            let shown = quoted_to(last.trim(), SAID_CHARS_MAX);
            format!("; it said `{shown}`{}", denied_hint(last))
        }
    }
}

/// A player as it is named: its command, and its ID where that is given, as in `./ours,id=ann`.
pub fn command_and_id(named: &str) -> (&str, Option<&str>) {
    match named.rsplit_once(",id=") {
        Some((command, id)) => (command, Some(id)),
        None => (named, None),
    }
}

/// The ID of a program: the one that is given, or the one it prints.
pub(crate) fn id_of(
    protocol: &dyn FileProtocol,
    program: &ProgramCommand,
    given: Option<&str>,
    time: Duration,
) -> Result<String, Error> {
    match given {
        Some(id) if protocol.is_id(id) => Ok(id.to_owned()),
        Some(id) => Err(Error::new(format!("`{}` cannot be an ID", quoted(id)))),
        None => ask_id(protocol, program, time).map_err(|why| {
            Error::new(why).help(
                "a program must print its ID when it is called with `id`; if it does not, give \
                 the ID: file:COMMAND,id=ID",
            )
        }),
    }
}

/// A text without what programs tell a terminal: some libraries begin with such sequences
/// unasked. They are ESC and `[` to a last byte from `@` to `~`, ESC and `]` to BEL or ESC `\\`, or
/// ESC and one more character.
fn without_sequences(text: &str) -> String {
    let mut kept = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            kept.push(c);
            continue;
        }
        match chars.next() {
            Some('[') => drop(chars.find(|c| ('@'..='~').contains(c))),
            // What follows the ESC of its end is passed over with it.
            Some(']') if chars.find(|c| matches!(c, '\u{7}' | '\u{1b}')) == Some('\u{1b}') => {
                chars.next();
            }
            _ => {}
        }
    }
    kept
}

/// A program at the table, for one game.
pub(crate) struct CalledProgram {
    program: ProgramCommand,
    time: Duration,
    folder: OwnFolder,
}

impl CalledProgram {
    /// A program that may think for `time` in each call, with a new folder.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(program: ProgramCommand, time: Duration) -> Result<Self, Error> {
        let folder = own_folder();
        Ok(CalledProgram {
            program,
            time,
            folder: folder.map_err(|error| Error::new(error.to_string()))?,
        })
    }

    /// Makes a program as [`CalledProgram::new`] does, and shares it as a table has its programs.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn shared(program: ProgramCommand, time: Duration) -> Result<SharedProgram, Error> {
        let called = CalledProgram::new(program, time)?;
        Ok(Arc::new(Mutex::new(Box::new(called))))
    }

    /// The return code of a program that ended by itself.
    fn code(&self, end: &ProgramEnd) -> Result<i32, Forfeit> {
        let (cause, what) = match end {
            ProgramEnd::Exit(code) => return Ok(*code),
            ProgramEnd::Stopped(ExceededLimit::Output) => {
                let what = format!("more than {OUTPUT_BYTES_MAX} bytes printed");
                (ForfeitCause::Flood, what)
            }
            ProgramEnd::Stopped(
                ExceededLimit::Processes | ExceededLimit::Folder | ExceededLimit::Memory,
            ) => {
                let what = "too many processes, or too much in its folder or in memory";
                (ForfeitCause::Flood, what.to_owned())
            }
            ProgramEnd::Stopped(_) => {
                let what = format!("no answer within {} ms", self.time.as_millis());
                (ForfeitCause::Timeout, what)
            }
            ProgramEnd::Signal(SIGXFSZ) => (ForfeitCause::Flood, too_large()),
            ProgramEnd::Signal(signal) => {
                (ForfeitCause::Crash, format!("ended by signal {signal}"))
            }
        };
        Err(Forfeit::new(cause, &what))
    }
}

impl FileProgram for CalledProgram {
    fn call(&mut self, call: &Call) -> Result<ProgramRemains, Forfeit> {
        let crashed = |what: String| Forfeit::new(ForfeitCause::Crash, &what);
        let path = self.folder.path().join(call.file);
        self.folder.write(call.file, &call.text).map_err(|error| {
            if has_no_room(&error) {
                stop_all_for(error.to_string());
            }
            crashed(format!("its folder cannot be written: {error}"))
        })?;
        let argv = [self.program.argv(), &call.arguments].concat();
        let ran = run(&argv, self.folder.path(), b"", limits(self.time))
            .map_err(|error| crashed(error.to_string()))?;
        let code = self.code(&ran.end)?;
        let said = String::from_utf8_lossy(&ran.stderr);
        Ok(ProgramRemains {
            code,
            file: read(&path)?,
            refused: refusal(&argv, self.folder.path(), &said).filter(|_| code != 0),
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
        return Err(Forfeit::new(ForfeitCause::Garbage, "the output it left is not a file"));
    }
    if data.len() >= FILE_BYTES_MAX {
        return Err(Forfeit::new(ForfeitCause::Flood, &too_large()));
    }
    Ok(std::fs::read(path).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_a_terminal_is_no_part_of_an_id() {
        let printed =
            "\u{1b}[?1034h\u{1b}]0;title\u{7}a\u{1b}[1;31mnn\u{1b}]0;t\u{1b}\\\u{1b}c\n\u{1b}[0m";
        assert_eq!(without_sequences(printed).trim(), "ann");
        assert_eq!(without_sequences("ann\u{1b}"), "ann");
    }

    #[test]
    fn an_id_stands_at_the_end_of_a_command() {
        assert_eq!(command_and_id("./p a,id=ann"), ("./p a", Some("ann")));
        assert_eq!(command_and_id("./p id"), ("./p id", None));
    }
}
