//! One program of a protocol through files: the game's cases, each with a folder of its own, then
//! whole games, and what it does wrong in each. White space at the ends of lines and blank lines at
//! the end of a file are no differences.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::checked::CheckedCase;
use super::files::{CalledProgram, id_of, limits};
use chase_engine::game::{Forfeit, Seat};
use chase_kit::budget::StopFlag;
use chase_outside::folder::own_folder;
use chase_outside::limits::{ExceededLimit, ProgramEnd};
use chase_outside::process::{is_stopped, run};
use chase_outside::program::ProgramCommand;
use chase_play::file_protocol::{Call, Case, Due, FileProgram, FileProtocol, ProgramRemains};
use chase_play::openings::{Openings, Seated};
use chase_record::any::{AnyRecording, SeatOccupant};
use chase_record::replay::Header;
use chase_replay::store::unrecorded;
use chase_world::error::{Error, quoted_to};

/// The longest part of a call that is quoted, in characters.
const CALL_CHARS_MAX: usize = 200;

/// A program to be checked.
pub struct FileSubject<'a> {
    /// The name of its game.
    pub game: &'a str,
    /// The protocol that the program speaks.
    pub protocol: &'a dyn FileProtocol,
    /// The openings that the games begin with.
    pub openings: &'a dyn Openings,
    /// The program to be checked.
    pub program: &'a ProgramCommand,
    /// Its ID, where one is given.
    pub given: Option<&'a str>,
    /// The time limit of each call.
    pub time: Duration,
}

/// Tries a program with every case of its protocol, then with two games, in the first seat and in
/// the last; only with the first case, that it prints its ID, where it does not: without one its
/// rows cannot be known. Who is given an ID is not asked.
///
/// `told` is told of each case when it is done, and how many there are.
///
/// # Errors
/// No game can be played from the openings, or everything was stopped.
pub fn check(
    subject: &FileSubject<'_>,
    told: &mut dyn FnMut(&CheckedCase, usize),
) -> Result<Vec<CheckedCase>, Error> {
    let FileSubject { protocol, program, given, time, .. } = *subject;
    let name = match given {
        Some(_) => "the given ID is valid".to_owned(),
        None => format!("`{}` prints the ID", protocol.id_words()[0]),
    };
    const CHANGE: &str = "print the ID and nothing else when called with `id`, and return 0";
    let id = id_of(protocol, program, given, time);
    check_stop()?;
    let (id, first) = match id {
        Ok(id) => (id, CheckedCase::new(name, Ok::<(), Error>(()), CHANGE)),
        Err(no_id) => return Ok(vec![CheckedCase::new(name, Err(no_id), CHANGE)]),
    };
    let trial = Trial { subject, id: &id };
    let cases = protocol.cases(&id);
    let all = cases.len() + 3;
    let mut checked = Vec::with_capacity(all);
    let mut tell = |case: CheckedCase| {
        told(&case, all);
        checked.push(case);
        check_stop()
    };
    tell(first)?;
    for case in &cases {
        tell(CheckedCase {
            requirement: case.requirement,
            ..CheckedCase::new(case.name, trial.run(case), change(case.due))
        })?;
    }
    let last = subject.openings.seats() - 1;
    for (name, seat) in [
        ("a whole game in one folder, in the first seat", 0),
        ("a whole game in one folder, in the last seat", last),
    ] {
        tell(CheckedCase::new(name, trial.game(seat)?, change(Due::Turn)))?;
    }
    Ok(checked)
}

/// What to change in a program that fails where this is due.
fn change(due: Due) -> &'static str {
    match due {
        Due::Turn => "write the state after one legal turn of its own, and return 0",
        Due::Code(1) => "return 1 where no turn is possible, and write nothing",
        Due::Code(2) => "return 2 for a wrong state file, and write nothing",
        Due::Code(_) => "return 3 for wrong arguments, and write nothing",
    }
}

pub(super) fn check_stop() -> Result<(), Error> {
    if is_stopped() {
        return Err(Error::new("interrupted"));
    }
    Ok(())
}

fn words(error: impl Display) -> String {
    error.to_string()
}

/// A program on trial.
struct Trial<'a> {
    subject: &'a FileSubject<'a>,
    id: &'a str,
}

impl Trial<'_> {
    /// Tries one case, and tells which call failed.
    fn run(&self, case: &Case) -> Result<(), String> {
        let words = case.arguments.iter().chain(&case.files);
        self.run_alone(case).map_err(|fault| self.called(words, fault))
    }

    /// A fault of a call with these arguments.
    fn called<'w, W>(&self, words: impl Iterator<Item = &'w W>, fault: String) -> String
    where
        W: AsRef<str> + 'w,
    {
        let command = self.subject.program.shown().to_owned();
        let call = words.fold(command, |call, word| call + " " + word.as_ref());
        format!("{fault}; called as `{}`", quoted_to(&call, CALL_CHARS_MAX))
    }

    /// Tries one case, in a folder of its own.
    fn run_alone(&self, case: &Case) -> Result<(), String> {
        let folder = own_folder().map_err(words)?;
        let [input, output] = case.files.map(|name| folder.path().join(name));
        folder.write(case.files[0], &case.input).map_err(words)?;
        let found = self.call(case, folder.path())?;
        let due = match case.due {
            Due::Turn => 0,
            Due::Code(due) => due,
        };
        if found != due {
            return Err(format!("it returned {found}, expected {due}"));
        }
        if input != output && !holds(&input, &case.input) {
            return Err("it changed the input file".into());
        }
        match case.due {
            Due::Code(_) if input == output && holds(&output, &case.input) => Ok(()),
            Due::Code(_) if input != output && !output.exists() => Ok(()),
            Due::Code(_) => Err("it wrote the output file without taking a turn".into()),
            Due::Turn => {
                let output = std::fs::read(output).map_err(|_| "it left no output file")?;
                self.subject.protocol.check_turn(case, self.id, &output).map_err(words)
            }
        }
    }

    /// The return code of the program called for a case.
    fn call(&self, case: &Case, folder: &Path) -> Result<i32, String> {
        let mut argv = self.subject.program.argv().to_vec();
        argv.extend(case.arguments.iter().map(|&word| word.to_owned()));
        argv.extend(case.files.map(str::to_owned));
        match run(&argv, folder, b"", limits(self.subject.time)).map_err(words)?.end {
            ProgramEnd::Exit(code) => Ok(code),
            ProgramEnd::Signal(signal) => Err(format!("it was ended by signal {signal}")),
            ProgramEnd::Stopped(ExceededLimit::Output) => Err("it printed without end".into()),
            ProgramEnd::Stopped(_) => {
                Err(format!("no answer within {} ms", self.subject.time.as_millis()))
            }
        }
    }

    /// Plays a game in a seat, against built-in players, in one folder from its first call to its
    /// last.
    fn game(&self, seat: usize) -> Result<Result<(), String>, Error> {
        let FileSubject { game, protocol, program, time, .. } = *self.subject;
        let last = Arc::default();
        let called: Box<dyn FileProgram> = Box::new(NotedCalls {
            program: CalledProgram::new(program.clone(), time)?,
            last: Arc::clone(&last),
        });
        let at = Seat(u8::try_from(seat).expect("a game has few seats"));
        let programs = vec![(at, Arc::new(Mutex::new(called)))];
        let header = self.header(seat)?;
        let chairs = vec![SeatOccupant::BuiltIn; header.players.len()];
        let mut recording = protocol
            .record(&header, &chairs, programs, &StopFlag::default())
            .map_err(|why| unrecorded(game, why))?;
        loop {
            let is_on = recording.advance();
            if let Some(why) = failure(&mut *recording, at) {
                let words = last.lock().unwrap_or_else(PoisonError::into_inner);
                return Ok(Err(
                    self.called(words.iter(), format!("{}: {}", why.cause.word(), why.detail))
                ));
            }
            if !is_on || is_stopped() {
                return Ok(Ok(()));
            }
        }
    }

    fn header(&self, seat: usize) -> Result<Header, Error> {
        let openings = self.subject.openings;
        let seated = (0..openings.seats()).map(|other| Seated {
            name: "random".into(),
            id: (other == seat).then(|| self.id.to_owned()),
        });
        openings.header(0, 0, &seated.collect::<Vec<_>>())
    }
}

/// A program whose last call is remembered.
struct NotedCalls {
    program: CalledProgram,
    /// The arguments of that call.
    last: Arc<Mutex<Vec<String>>>,
}

impl FileProgram for NotedCalls {
    fn call(&mut self, call: &Call) -> Result<ProgramRemains, Forfeit> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&call.arguments);
        self.program.call(call)
    }
}

/// The fault of a seat's program in the newest cycle, in its turn or when it was passed over.
fn failure(recording: &mut dyn AnyRecording, seat: Seat) -> Option<Forfeit> {
    let in_turns = recording.now().forfeits();
    let mut all = in_turns.into_iter().chain(recording.take_faults());
    all.find_map(|(by, why)| (by == seat).then_some(why))
}

/// Returns whether a file holds a text.
fn holds(path: &Path, text: &str) -> bool {
    let there = std::fs::read(path).ok();
    there.is_some_and(|there| written(&there) == written(text.as_bytes()))
}

/// The lines of a text without the white space at their ends, up to the last line that is not
/// blank.
fn written(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<_> = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let used = lines.iter().rposition(|line| !line.is_empty());
    lines.truncate(used.map_or(0, |last| last + 1));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_at_ends_is_nothing_written() {
        let lines = written(b"1 2\n10  20\n");
        for same in ["1 2\n10  20", "1 2  \r\n10  20\t\n\n \n"] {
            assert_eq!(written(same.as_bytes()), lines);
        }
        for other in ["1 2\n10 20", "\n1 2\n10  20", "1 2\n 10  20", ""] {
            assert_ne!(written(other.as_bytes()), lines);
        }
    }
}
