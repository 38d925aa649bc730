//! Programs of Fishing that meet through board files. What one leaves behind is believed only as
//! far as the rules allow.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;

use crate::engine::any::{AnyRecording, AnyReplay};
use crate::engine::budget::StopFlag;
use crate::engine::dice::Dice;
use crate::engine::game::{Forfeit, ForfeitCause, Seat};
use crate::engine::player::Player;
use crate::engine::recording::{Chair, People, Recording};
use crate::engine::replay::{By, Header};
use crate::error::Error;
use crate::games::fishing::board::is_id;
use crate::games::fishing::program::turn_between;
use crate::games::fishing::{Action, Event, Fishing, Scenario, StateFile, View};
use crate::outside::process::{End, Limits, Run, Stop, TimeLimit, run};
use crate::outside::program::Program;

/// The file that a program reads and writes.
const BOARD: &str = "board.txt";

/// The largest file a program may write, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// What a program may print, in bytes.
const OUTPUT_BYTES_MAX: usize = 1 << 20;

/// What a program may use up.
#[must_use]
pub fn limits(time: Duration) -> Limits {
    Limits {
        time: TimeLimit::Wall(time),
        output_bytes_max: OUTPUT_BYTES_MAX,
        memory: None,
        file_bytes_max: Some(FILE_BYTES_MAX),
    }
}

/// A program's ID; an older edition of the task says `name`.
///
/// # Errors
/// What it printed instead.
pub fn ask_id(program: &Program, time: Duration) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut first = String::new();
    for word in ["id", "name"] {
        let argv = [program.argv(), &[word.to_owned()]].concat();
        let ran =
            run(&argv, folder.path(), b"", limits(time)).map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&ran.stdout).trim().to_owned();
        if is_id(&printed) && ran.end == End::Exit(0) {
            return Ok(printed);
        }
        if first.is_empty() {
            let printed = crate::error::quoted(&printed);
            first = format!(
                "`{word}` {} and printed `{printed}`, expected an ID",
                end_words(&ran.end)
            );
        }
    }
    Err(first)
}

fn end_words(end: &End) -> String {
    match end {
        End::Exit(code) => format!("returned {code}"),
        End::Signal(signal) => format!("ended by signal {signal}"),
        End::Stopped(Stop::Output) => "printed without end".into(),
        End::Stopped(_) => "did not end in time".into(),
    }
}

/// A program at the table, for one game.
struct Rig {
    program: Program,
    id: String,
    penguins: u8,
    time: Duration,
    folder: TempDir,
}

impl Rig {
    /// Calls the program for a turn. `legal` is what it can do.
    fn call(
        &self,
        before: &StateFile,
        moving: bool,
        legal: &[Action],
    ) -> Result<Option<Action>, Forfeit> {
        let failed = |cause, what: String| Err(Forfeit::new(cause, &what));
        let text = before.to_string();
        let path = self.folder.path().join(BOARD);
        if let Err(error) = std::fs::write(&path, &text) {
            return failed(
                ForfeitCause::Crash,
                format!("its folder cannot be written: {error}"),
            );
        }
        let ran = match self.start(moving) {
            Ok(ran) => ran,
            Err(error) => {
                return failed(ForfeitCause::Crash, error.to_string());
            }
        };
        let code = match ran.end {
            End::Exit(code) => code,
            End::Stopped(Stop::Output) => {
                let what = format!("more than {OUTPUT_BYTES_MAX} bytes printed");
                return failed(ForfeitCause::Flood, what);
            }
            End::Stopped(_) => {
                let what = format!("no answer within {} ms", self.time.as_millis());
                return failed(ForfeitCause::Timeout, what);
            }
            End::Signal(SIGXFSZ) => return failed(ForfeitCause::Flood, too_large()),
            End::Signal(signal) => {
                return failed(ForfeitCause::Crash, format!("ended by signal {signal}"));
            }
        };
        let after = read(&path)?;
        self.judge(code, before, after, legal, &ran)
    }

    fn start(&self, moving: bool) -> std::io::Result<Run> {
        let phase = if moving {
            "phase=movement"
        } else {
            "phase=placement"
        };
        let mut argv = self.program.argv().to_vec();
        argv.push(phase.into());
        if !moving {
            argv.push(format!("penguins={}", self.penguins));
        }
        argv.extend([BOARD.to_owned(), BOARD.to_owned()]);
        run(&argv, self.folder.path(), b"", limits(self.time))
    }

    fn judge(
        &self,
        code: i32,
        before: &StateFile,
        after: Option<Vec<u8>>,
        legal: &[Action],
        ran: &Run,
    ) -> Result<Option<Action>, Forfeit> {
        let failed = |cause, what: String| Err(Forfeit::new(cause, &what));
        let is_as_before = after
            .as_ref()
            .is_none_or(|bytes| StateFile::parse(bytes).is_ok_and(|after| after == *before));
        match code {
            0 => {}
            1 if is_as_before && legal.is_empty() => return Ok(None),
            1 if is_as_before => {
                let example = words(&legal[0]);
                let what = format!(
                    "returned 1, no move possible; {example} is one of {}",
                    legal.len()
                );
                return failed(ForfeitCause::FalsePass, what);
            }
            1 => {
                let what = "returned 1, no move possible, and changed the file".into();
                return failed(ForfeitCause::ReturnCode, what);
            }
            _ => {
                let said = String::from_utf8_lossy(&ran.stderr);
                let said = crate::error::quoted(said.lines().next().unwrap_or_default());
                let mut what = format!("returned {code}, expected 0 or 1");
                if !said.is_empty() {
                    what.push_str(&format!("; it said `{said}`"));
                }
                return failed(ForfeitCause::ReturnCode, what);
            }
        }
        let Some(bytes) = after else {
            return failed(ForfeitCause::Garbage, "returned 0 and left no file".into());
        };
        let after = match StateFile::parse(&bytes) {
            Ok(after) => after,
            Err(bad) => return failed(ForfeitCause::Garbage, format!("{BOARD}: {bad}")),
        };
        if is_as_before {
            let what = "returned 0 and changed nothing".into();
            return failed(ForfeitCause::FalsePass, what);
        }
        let action = turn_between(before, &after, &self.id, legal);
        action
            .map(Some)
            .or_else(|(cause, what)| failed(cause, what))
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

fn words(action: &Action) -> String {
    match action {
        Action::Place { at } => at.to_string(),
        Action::Move { from, to } => format!("{from} to {to}"),
    }
}

/// A program as the core's player.
struct Caller {
    rig: Arc<Mutex<Rig>>,
    ids: Vec<String>,
}

impl Player<Fishing> for Caller {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let file = view.state.file(&self.ids);
        let rig = self.rig.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = rig.call(&file, view.state.moving, legal)?;
        answer.ok_or_else(|| Box::new(Forfeit::new(ForfeitCause::FalsePass, "")))
    }
}

/// A game with programs that meet through files.
pub struct FileGame {
    recording: Recording<Fishing>,
    rigs: Vec<Option<Arc<Mutex<Rig>>>>,
    ids: Vec<String>,
    /// Whose turn was the last one.
    last: Option<Seat>,
    /// What was found between the turns.
    faults: Vec<(Seat, Forfeit)>,
}

impl FileGame {
    /// Sits everybody down: in `files` the programs that meet through files, with their IDs.
    ///
    /// # Errors
    /// A game that cannot be played, or a folder that cannot be made.
    pub fn begin(
        header: &mut Header,
        chairs: &[Chair],
        files: Vec<(Seat, Program, String)>,
        time: Duration,
        stop: &StopFlag,
    ) -> Result<Self, Error> {
        let scenario: Scenario = serde_json::from_str(header.scenario.get())
            .map_err(|error| Error::new(error.to_string()))?;
        let mut rigs = vec![None; scenario.ids.len()];
        let mut made: Vec<(Seat, Box<dyn Player<Fishing>>)> = Vec::new();
        for (seat, program, id) in files {
            let folder = tempfile::tempdir()
                .map_err(|error| Error::io("a temporary folder", "write", &error))?;
            let rig = Arc::new(Mutex::new(Rig {
                program,
                id,
                penguins: scenario.penguins,
                time,
                folder,
            }));
            rigs[seat.index()] = Some(Arc::clone(&rig));
            let ids = scenario.ids.clone();
            made.push((seat, Box::new(Caller { rig, ids })));
        }
        // The names of programs are no built-in players'.
        let mut named = header.clone();
        for (seat, _) in &made {
            named.players[seat.index()] = "random".into();
        }
        let recording = Recording::begin(&mut named, chairs, made, stop)
            .map_err(|why| Error::new(format!("{why:?}")))?;
        Ok(FileGame {
            recording,
            rigs,
            ids: scenario.ids,
            last: None,
            faults: Vec::new(),
        })
    }

    /// The recording.
    pub fn recording(&mut self) -> &mut dyn AnyRecording {
        &mut self.recording
    }

    /// What was recorded so far.
    #[must_use]
    pub fn now(&self) -> &dyn AnyReplay {
        self.recording.now()
    }

    /// Plays one cycle, and calls those who were passed over. False when the game was over already.
    pub fn advance(&mut self, people: Option<&mut dyn People>) -> bool {
        let is_on = match people {
            Some(people) => self.recording.advance_with(people),
            None => self.recording.advance(),
        };
        if !is_on {
            return false;
        }
        let newest = self.recording.newest();
        let entries = newest.map_or(&[][..], |cycle| cycle.entries);
        let acted = entries.iter().rev().find_map(|entry| match entry.by {
            By::World => None,
            By::Action(seat, _) | By::Forfeit(seat, _) => Some(seat),
        });
        if let (Some(acted), Some(from)) = (acted, self.last.or(acted))
            && self.recording.session().state().moving
        {
            self.call_blocked(from, acted);
        }
        self.last = acted.or(self.last);
        true
    }

    /// What was found between the turns since the last time.
    pub fn take_faults(&mut self) -> Vec<(Seat, Forfeit)> {
        std::mem::take(&mut self.faults)
    }

    /// The programs between two turns cannot move: they are called all the same, and must say so.
    /// One that does anything else is told of, and not called again.
    fn call_blocked(&mut self, from: Seat, to: Seat) {
        let count = self.rigs.len();
        let state = self.recording.session().state().clone();
        let file = state.file(&self.ids);
        let mut seat = (from.index() + 1) % count;
        while seat != to.index() {
            let is_in = state.out >> seat & 1 == 0 && state.players[seat].number > 0;
            if let Some(rig) = self.rigs[seat].clone().filter(|_| is_in) {
                let rig = rig.lock().unwrap_or_else(PoisonError::into_inner);
                let answer = rig.call(&file, true, &[]);
                let why = match answer {
                    Ok(None) => None,
                    Err(why) => Some((why.cause, format!("blocked, and {}", why.detail))),
                    Ok(Some(_)) => Some((ForfeitCause::Illegal, "blocked, and moved".into())),
                };
                if let Some((cause, what)) = why {
                    let seat_number = Seat(u8::try_from(seat).expect("at most nine players"));
                    self.faults.push((seat_number, Forfeit::new(cause, &what)));
                    self.rigs[seat] = None;
                }
            }
            seat = (seat + 1) % count;
        }
    }
}
