//! The game master of Fishing: players against each other, programs that meet through board
//! files among them. What a program leaves behind is believed only as far as the rules allow.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;

use super::standings::Standing;
use crate::engine::any::{AnyRecording as _, Sink as _, Watch};
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::{Forfeit, ForfeitCause, Game, Seat};
use crate::engine::moment::Moment;
use crate::engine::player::{Named, Player};
use crate::engine::recording::Recording;
use crate::engine::replay::{By, Header};
use crate::engine::session::Session;
use crate::error::Error;
use crate::games::fishing::args::game_of;
use crate::games::fishing::board::is_id;
use crate::games::fishing::new::Plan;
use crate::games::fishing::program::turn_between;
use crate::games::fishing::rules::winners_of;
use crate::games::fishing::{Action, Event, Fishing, Grid, StateFile, View};
use crate::outside::process::{End, Limits, Run, run};
use crate::outside::program::Program;
use crate::store::{Opener, Overwrite, Recorder};

/// The file that a program reads and writes.
const BOARD: &str = "board.txt";

/// The largest file a program may write, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// What a program may print, in bytes.
const OUTPUT_BYTES_MAX: usize = 1 << 20;

/// What is played.
#[derive(Debug)]
pub struct Series {
    /// The players as they were named: built-in ones, or `file:COMMAND`.
    pub players: Vec<String>,
    /// How many games; seats rotate from one to the next.
    pub games: u64,
    /// Seed of the boards and the dice.
    pub seed: i64,
    /// The board, where it is always the same.
    pub board: Option<Grid>,
    /// How boards are made otherwise: one for as many games as there are seats.
    pub plan: Plan,
    /// Penguins of each player.
    pub penguins: u8,
    /// What a program may take for a call.
    pub time: Duration,
    /// Where the replays go.
    pub replays: Option<PathBuf>,
}

/// What a program may use up.
#[must_use]
pub fn limits(time: Duration) -> Limits {
    Limits {
        time,
        output_bytes_max: OUTPUT_BYTES_MAX,
        memory_bytes_max: None,
        file_bytes_max: Some(FILE_BYTES_MAX),
    }
}

/// A player of the series.
#[derive(Debug)]
enum Entrant {
    BuiltIn(String),
    Outside { program: Program, id: String },
}

/// What came of a series.
#[derive(Debug, serde::Serialize)]
pub struct Outcome {
    /// By player, in the order in which they were named.
    pub standings: Vec<Standing>,
    /// What a program did wrong, each with its game.
    pub accusations: Vec<Accusation>,
}

/// What a program did wrong.
#[derive(Debug, serde::Serialize)]
pub struct Accusation {
    /// In which game, from 1.
    pub game: u64,
    /// In which turn, where it was its turn.
    pub turn: Option<u64>,
    /// The player as it was named.
    pub player: String,
    /// The kind of failure.
    pub cause: ForfeitCause,
    /// What was found, and what was expected.
    pub what: String,
}

/// Plays a series; `each` is told after every game how many are done.
///
/// # Errors
/// A player that cannot be used, a board that cannot be played, a replay that cannot be written.
pub fn play(
    series: &Series,
    opener: Opener<'_>,
    each: &dyn Fn(u64, &[Standing]),
) -> Result<Outcome, Error> {
    let entrants = entrants(series)?;
    let names = series.players.iter();
    let mut outcome = Outcome {
        standings: names.map(|name| Standing::new(name)).collect(),
        accusations: Vec::new(),
    };
    if let Some(folder) = &series.replays {
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::io(folder.display(), "write", &error))?;
    }
    for number in 0..series.games {
        Table::new(series, &entrants, number)?.play(opener, &mut outcome)?;
        each(number + 1, &outcome.standings);
    }
    Ok(outcome)
}

fn entrants(series: &Series) -> Result<Vec<Entrant>, Error> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for name in &series.players {
        let entrant = match name.strip_prefix("file:") {
            Some(command) => {
                let program = Program::from_line(command)
                    .map_err(|why| Error::new(why.to_string()).at(name))?;
                let id = ask_id(&program, series.time).map_err(|what| {
                    Error::new(what)
                        .at(name)
                        .help("a program prints its ID when it is called with `id`")
                })?;
                Entrant::Outside { program, id }
            }
            None => Entrant::BuiltIn(name.clone()),
        };
        if let Entrant::Outside { id, .. } = &entrant {
            let same = |other: &Entrant| matches!(other, Entrant::Outside { id: other, .. } if other == id);
            if entrants.iter().any(same) {
                let what = format!("two programs have the ID {id}");
                return Err(Error::new(what)
                    .at(name)
                    .help("every player needs an ID of its own"));
            }
        }
        entrants.push(entrant);
    }
    Ok(entrants)
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
        End::TimeUp => "did not end in time".into(),
        End::TooMuchOutput => "printed without end".into(),
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
            End::TimeUp => {
                let what = format!("no answer within {} ms", self.time.as_millis());
                return failed(ForfeitCause::Timeout, what);
            }
            End::TooMuchOutput => {
                let what = format!("more than {OUTPUT_BYTES_MAX} bytes printed");
                return failed(ForfeitCause::Flood, what);
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

/// One game of a series.
struct Table<'a> {
    series: &'a Series,
    number: u64,
    /// Which player sits where.
    seats: Vec<usize>,
    rigs: Vec<Option<Arc<Mutex<Rig>>>>,
    ids: Vec<String>,
    recording: Recording<Fishing>,
    header: Header,
}

impl<'a> Table<'a> {
    fn new(series: &'a Series, entrants: &[Entrant], number: u64) -> Result<Self, Error> {
        let count = entrants.len();
        let shift = usize::try_from(number % count as u64).unwrap_or(0);
        let seats: Vec<_> = (0..count).map(|seat| (seat + shift) % count).collect();
        let grid = match &series.board {
            Some(grid) => grid.clone(),
            None => {
                let board = number / count as u64;
                series
                    .plan
                    .make(&mut Dice::new(Generator::Chacha8, series.seed, board))?
            }
        };
        let ids: Vec<_> = seats
            .iter()
            .map(|entrant| match &entrants[*entrant] {
                Entrant::Outside { id, .. } => id.clone(),
                Entrant::BuiltIn(name) => {
                    let plain = name.split(':').next().unwrap_or_default();
                    format!("{plain}-{}", entrant + 1)
                }
            })
            .collect();
        let turn_ms = u32::try_from(series.time.as_millis()).unwrap_or(u32::MAX);
        let game = Arc::new(game_of(&grid, ids.clone(), series.penguins, turn_ms)?);
        let names: Vec<_> = seats
            .iter()
            .map(|entrant| series.players[*entrant].clone())
            .collect();
        let mut header = Header::new(&*game, &names, Fishing::DICE, series.seed);
        header.number = number;
        let (mut players, mut rigs) = (Vec::new(), Vec::new());
        for (seat, entrant) in (0..).map(Seat).zip(&seats) {
            let (player, rig) = sit_down(series, &entrants[*entrant], &game, seat, &ids)?;
            players.push(player);
            rigs.push(rig);
        }
        let session = Session::new(Arc::clone(&game), players, header.dice());
        let mut recording = Recording::new(session, Moment::new(game, &header));
        recording.watch(Watch {
            seals: true,
            ..Watch::default()
        });
        Ok(Table {
            series,
            number,
            seats,
            rigs,
            ids,
            recording,
            header,
        })
    }

    fn play(mut self, opener: Opener<'_>, outcome: &mut Outcome) -> Result<(), Error> {
        let path = self
            .series
            .replays
            .as_ref()
            .map(|folder| folder.join(format!("game-{:04}.json", self.number + 1)));
        let mut recorder = match &path {
            Some(path) => Some(Recorder::create(
                path,
                &self.header,
                Overwrite::Force,
                opener,
            )?),
            None => None,
        };
        let mut last = None;
        while self.recording.advance() {
            if let (Some(recorder), Some(path)) = (&mut recorder, &path) {
                recorder
                    .cycle(self.recording.now())
                    .map_err(|error| Error::io(path.display(), "write", &error))?;
            }
            last = self.take_notes(last, outcome);
        }
        if let Some(recorder) = recorder {
            recorder.finish(self.recording.now(), opener)?;
        }
        let state = self.recording.session().state();
        let winners = winners_of(&state.players);
        for (seat, player) in (0..).map(Seat).zip(&state.players) {
            let standing = &mut outcome.standings[self.seats[seat.index()]];
            standing.count(winners.len(), winners.contains(&seat), player.fish);
        }
        Ok(())
    }

    /// Writes down who failed, and calls those who were passed over. Returns whose turn it was.
    fn take_notes(&mut self, last: Option<Seat>, outcome: &mut Outcome) -> Option<Seat> {
        let mut acted = None;
        let newest = self.recording.newest();
        let entries = newest.map(|cycle| (cycle.number, cycle.entries.to_vec()));
        let (turn, entries) = entries.unwrap_or_default();
        for entry in entries {
            match entry.by {
                By::World => {}
                By::Action(seat, _) => acted = Some(seat),
                By::Forfeit(seat, why) => {
                    acted = Some(seat);
                    self.accuse(seat, Some(turn), why.cause, why.detail, outcome);
                }
            }
        }
        let (Some(acted), Some(from)) = (acted, last.or(acted)) else {
            return last.or(acted);
        };
        if self.recording.session().state().moving {
            self.call_blocked(from, acted, outcome);
        }
        Some(acted)
    }

    fn accuse(
        &self,
        seat: Seat,
        turn: Option<u64>,
        cause: ForfeitCause,
        what: String,
        outcome: &mut Outcome,
    ) {
        let entrant = self.seats[seat.index()];
        outcome.standings[entrant].failed(cause);
        outcome.accusations.push(Accusation {
            game: self.number + 1,
            turn,
            player: self.series.players[entrant].clone(),
            cause,
            what,
        });
    }

    /// The programs between two turns cannot move: they are called all the same, and must say so.
    /// One that does anything else is told of, and not called again.
    fn call_blocked(&mut self, from: Seat, to: Seat, outcome: &mut Outcome) {
        let count = self.seats.len();
        let state = self.recording.session().state().clone();
        let file = state.file(&self.ids);
        let mut seat = (from.index() + 1) % count;
        while seat != to.index() {
            let is_in = state.out >> seat & 1 == 0 && state.players[seat].number > 0;
            if let Some(rig) = self.rigs[seat].clone().filter(|_| is_in) {
                let rig = rig.lock().unwrap_or_else(PoisonError::into_inner);
                let answer = rig.call(&file, true, &[]);
                let what = match answer {
                    Ok(None) => None,
                    Err(why) => Some((why.cause, format!("blocked, and {}", why.detail))),
                    Ok(Some(_)) => Some((ForfeitCause::Illegal, "blocked, and moved".into())),
                };
                drop(rig);
                if let Some((cause, what)) = what {
                    let seat_number = Seat(u8::try_from(seat).expect("at most nine players"));
                    self.accuse(seat_number, None, cause, what, outcome);
                    self.rigs[seat] = None;
                }
            }
            seat = (seat + 1) % count;
        }
    }
}

type SatDown = (Box<dyn Player<Fishing>>, Option<Arc<Mutex<Rig>>>);

fn sit_down(
    series: &Series,
    entrant: &Entrant,
    game: &Fishing,
    seat: Seat,
    ids: &[String],
) -> Result<SatDown, Error> {
    match entrant {
        Entrant::BuiltIn(name) => {
            let named = Named::<Fishing>::parse(name);
            let named = named.map_err(|what| {
                Error::new(what).help("a built-in player, or file:COMMAND for a program")
            })?;
            Ok((named.make(game.known(seat)), None))
        }
        Entrant::Outside { program, id } => {
            let folder = tempfile::tempdir()
                .map_err(|error| Error::io("a temporary folder", "write", &error))?;
            let rig = Arc::new(Mutex::new(Rig {
                program: program.clone(),
                id: id.clone(),
                penguins: series.penguins,
                time: series.time,
                folder,
            }));
            let caller = Caller {
                rig: Arc::clone(&rig),
                ids: ids.to_vec(),
            };
            Ok((Box::new(caller), Some(rig)))
        }
    }
}
