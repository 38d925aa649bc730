//! One program of a protocol through files, alone: the game's cases, and what it does wrong in each.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::checked::Checked;
use super::files::{id_of, limits};
use crate::error::Error;
use crate::games::file_protocol::{Case, Due, FileProtocol};
use crate::outside::folder::own_folder;
use crate::outside::limits::{End, Stop};
use crate::outside::process::run;
use crate::outside::program::Program;

/// What a program did wrong in a case.
#[derive(Debug)]
enum CaseFault {
    /// It could not be started, or its folder could not be used.
    NotStarted(io::Error),
    /// It was ended by this signal.
    Signal(i32),
    /// It printed without end.
    Flood,
    /// It did not end within this time.
    Timeout(Duration),
    /// It returned another code than the one that was due.
    Code { found: i32, due: i32 },
    /// It changed the file that it only reads.
    InputChanged,
    /// It touched the output file without taking a turn.
    OutputTouched,
    /// It took a turn, by its return code, and left no output file.
    NoOutput,
    /// What it left is no legal turn.
    Turn(Error),
}

impl fmt::Display for CaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseFault::NotStarted(error) => error.fmt(f),
            CaseFault::Signal(signal) => write!(f, "it ended by signal {signal}"),
            CaseFault::Flood => f.write_str("it printed without end"),
            CaseFault::Timeout(time) => write!(f, "no answer within {} ms", time.as_millis()),
            CaseFault::Code { found, due } => write!(f, "it returned {found}, expected {due}"),
            CaseFault::InputChanged => f.write_str("it changed the input file"),
            CaseFault::OutputTouched => {
                f.write_str("it touched the output file, which stays as it is on an error")
            }
            CaseFault::NoOutput => f.write_str("it left no output file"),
            CaseFault::Turn(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CaseFault {}

impl From<io::Error> for CaseFault {
    fn from(error: io::Error) -> Self {
        CaseFault::NotStarted(error)
    }
}

/// Tries a program with every case of its protocol; only with the first, that it prints its ID,
/// where it does not: without one its rows cannot be known. Who is given an ID is not asked.
#[must_use]
pub fn check(
    protocol: &dyn FileProtocol,
    program: &Program,
    given: Option<&str>,
    time: Duration,
) -> Vec<Checked> {
    let name = match given {
        Some(_) => "the ID that is given can be one".to_owned(),
        None => format!("`{}` prints the ID", protocol.id_words()[0]),
    };
    let (id, mut checked) = match id_of(protocol, program, given, time) {
        Ok(id) => (id, vec![Checked::new(name, Ok::<(), Error>(()))]),
        Err(no_id) => return vec![Checked::new(name, Err(no_id))],
    };
    let trial = Trial {
        protocol,
        program,
        id: &id,
        time,
    };
    let cases = protocol.cases(&id);
    checked.extend(
        cases
            .iter()
            .map(|case| Checked::new(case.name, trial.run(case))),
    );
    checked
}

/// A program on trial.
struct Trial<'a> {
    protocol: &'a dyn FileProtocol,
    program: &'a Program,
    id: &'a str,
    time: Duration,
}

impl Trial<'_> {
    /// Tries one case, in a folder of its own.
    fn run(&self, case: &Case) -> Result<(), CaseFault> {
        let folder = own_folder()?;
        let [input, output] = case.files.map(|name| folder.path().join(name));
        std::fs::write(&input, &case.input)?;
        let found = self.call(case, folder.path())?;
        let due = match case.due {
            Due::Turn => 0,
            Due::Code(due) => due,
        };
        if found != due {
            return Err(CaseFault::Code { found, due });
        }
        if input != output && std::fs::read(&input).ok().as_deref() != Some(case.input.as_bytes()) {
            return Err(CaseFault::InputChanged);
        }
        match case.due {
            Due::Code(_) => untouched(&output, &case.input, input == output),
            Due::Turn => {
                let output = std::fs::read(output).map_err(|_| CaseFault::NoOutput)?;
                let turn = self.protocol.check_turn(case, self.id, &output);
                turn.map_err(CaseFault::Turn)
            }
        }
    }

    /// The return code of the program called for a case.
    fn call(&self, case: &Case, folder: &Path) -> Result<i32, CaseFault> {
        let mut argv = self.program.argv().to_vec();
        argv.extend(case.arguments.iter().map(|&word| word.to_owned()));
        argv.extend(case.files.map(str::to_owned));
        match run(&argv, folder, b"", limits(self.time))?.end {
            End::Exit(code) => Ok(code),
            End::Signal(signal) => Err(CaseFault::Signal(signal)),
            End::Stopped(Stop::Output) => Err(CaseFault::Flood),
            End::Stopped(_) => Err(CaseFault::Timeout(self.time)),
        }
    }
}

/// The output file holds the input, where it is the same file, or is not there.
fn untouched(output: &Path, before: &str, is_input: bool) -> Result<(), CaseFault> {
    let there = std::fs::read(output).ok();
    let expected = is_input.then_some(before.as_bytes());
    if there.as_deref() == expected {
        Ok(())
    } else {
        Err(CaseFault::OutputTouched)
    }
}
