//! Programs that meet through files: before a turn the state is written into a file, the program of
//! the player whose turn it is is called, and what it left in the file is judged by the rules.
//!
//! A game implements [`StateFiles`]: what its programs are called with, and what they may leave
//! behind. [`FileProtocol`] is what a match asks of it, without the game's types. Nothing here
//! starts a process or opens a file: whoever does that is handed in as a [`FileProgram`].

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, ForfeitCause, Seat, SeatSight, View};
use chase_engine::player::Player;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_record::any::{
    AnyRecording, DrawnHistory, People, Projections, RecordError, RecordedHistory, SeatOccupant,
};
use chase_record::compile::compile;
use chase_record::entry::GameEntry;
use chase_record::recording::GameRecording;
use chase_record::replay::{Broken, Header};
use chase_world::error::Error;

/// A call of a program for a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The arguments that follow the words the program is started with.
    pub arguments: Vec<String>,
    /// The name of the state file, in the folder that the program is started in.
    pub file: &'static str,
    /// The content of the state file before the call.
    pub text: String,
}

/// The remains of a program that ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRemains {
    /// Its return code.
    pub code: i32,
    /// The beginning of what it wrote to standard error.
    pub stderr: Vec<u8>,
    /// A sentence on what the program was not allowed to read, where that is known.
    pub refused: Option<String>,
    /// The bytes of the state file; nothing when there is no such file any more.
    pub file: Option<Vec<u8>>,
}

/// A program that sits at one game and is called for its turns.
pub trait FileProgram: Send {
    /// Calls it and waits until it ends.
    ///
    /// # Errors
    /// It did not end by itself, or the output it left is not a file that can be read.
    fn call(&mut self, call: &Call) -> Result<ProgramRemains, Forfeit>;
}

/// A program that its seat and the time between the turns share.
pub type SharedProgram = Arc<Mutex<Box<dyn FileProgram>>>;

/// The programs of a game, each with its seat.
pub type SeatedPrograms = Vec<(Seat, SharedProgram)>;

/// A case that a program is tried with, alone and outside any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// A description of the case in words.
    pub name: &'static str,
    /// The arguments before the names of the two files.
    pub arguments: &'static [&'static str],
    /// The content of the input file.
    pub input: String,
    /// The names of the input file and of the output file, which may be the same.
    pub files: [&'static str; 2],
    /// The expected reaction of the program.
    pub due: Due,
    /// The obligation to pass the case.
    pub requirement: Requirement,
}

/// The obligation of a program to pass a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Requirement {
    /// The protocol says it in words, or a game needs it.
    Must,
    /// The protocol leaves it open, and no game needs it.
    Better,
}

/// The reaction that a [`Case`] expects of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Return code 0, and a legal turn in the output file.
    Turn,
    /// This return code, and no file touched.
    Code(i32),
}

/// A game whose programs can meet through files.
///
/// Everything is worked out from values: a `view` is what the game shows the seat whose program is
/// called.
pub trait StateFiles: Playable {
    /// The words that ask a program for its ID, one or more, tried one after another: that of the
    /// newest edition of the protocol comes first.
    const ID_WORDS: &'static [&'static str];

    /// True if the text can be a program's ID.
    fn is_id(text: &str) -> bool;

    /// The call of the program in the seat that sees `view`, for its turn.
    fn call(&self, view: &View<'_, Self>) -> Call;

    /// The action that a program took by what it left behind; nothing when it said, rightly, that
    /// it has none. `legal` is empty for a program that is passed over.
    ///
    /// # Errors
    /// What the program left is no legal turn.
    fn judge(
        &self,
        view: &View<'_, Self>,
        legal: &[Self::Action],
        left: &ProgramRemains,
    ) -> Result<Option<Self::Action>, Forfeit>;

    /// The seats that had no turn between the turns of `from` and `to`, though they were next. Their
    /// programs are called too, and must say that they can do nothing.
    fn passed_over(&self, state: &Self::State, from: Seat, to: Seat) -> Vec<Seat>;

    /// The cases that a program with this ID is tried with.
    fn cases(id: &str) -> Vec<Case>;

    /// Judges the output file of a case that is due a turn.
    ///
    /// # Errors
    /// What it holds is no legal turn of this ID.
    fn check_turn(case: &Case, id: &str, output: &[u8]) -> Result<(), Error>;
}

/// A game's [`StateFiles`] without its types.
pub trait FileProtocol: Sync {
    /// The words that ask a program for its ID, one or more, tried one after another.
    fn id_words(&self) -> &'static [&'static str];

    /// True if the text can be a program's ID.
    fn is_id(&self, text: &str) -> bool;

    /// Begins a game of `header` in which `programs` have their seats, and all others those of
    /// `chairs`; `stop` ends it early.
    ///
    /// # Errors
    /// A header that this program cannot play, or a built-in player that there is not.
    fn record(
        &self,
        header: &Header,
        chairs: &[SeatOccupant],
        programs: SeatedPrograms,
        stop: &StopFlag,
    ) -> Result<Box<dyn AnyRecording>, RecordError>;

    /// The cases that a program with this ID is tried with.
    fn cases(&self, id: &str) -> Vec<Case>;

    /// Judges the output file of a case that is due a turn.
    ///
    /// # Errors
    /// What it holds is no legal turn of this ID.
    fn check_turn(&self, case: &Case, id: &str, output: &[u8]) -> Result<(), Error>;
}

impl<G: StateFiles> FileProtocol for GameEntry<G> {
    fn id_words(&self) -> &'static [&'static str] {
        G::ID_WORDS
    }

    fn is_id(&self, text: &str) -> bool {
        G::is_id(text)
    }

    fn record(
        &self,
        header: &Header,
        chairs: &[SeatOccupant],
        programs: SeatedPrograms,
        stop: &StopFlag,
    ) -> Result<Box<dyn AnyRecording>, RecordError> {
        let mut header = header.clone();
        let game = compile::<G>(&mut header).map_err(RecordError::Unopened)?;
        Ok(Box::new(FileMeeting::begin(game, header, chairs, programs, stop)?))
    }

    fn cases(&self, id: &str) -> Vec<Case> {
        G::cases(id)
    }

    fn check_turn(&self, case: &Case, id: &str, output: &[u8]) -> Result<(), Error> {
        G::check_turn(case, id, output)
    }
}

/// Calls a program and judges what it left.
fn call<G: StateFiles>(
    game: &G,
    program: &SharedProgram,
    view: &View<'_, G>,
    legal: &[G::Action],
) -> Result<Option<G::Action>, Forfeit> {
    // A lock whose holder died is still a lock: a call leaves nothing half done.
    let mut program = program.lock().unwrap_or_else(PoisonError::into_inner);
    let left = program.call(&game.call(view))?;
    game.judge(view, legal, &left)
}

/// The seat of a program.
struct ProgramSeat<G> {
    game: Arc<G>,
    program: SharedProgram,
}

/// The seats of programs as players.
pub fn callers<G: StateFiles>(
    game: &Arc<G>,
    programs: &SeatedPrograms,
) -> Vec<(Seat, Box<dyn Player<G>>)> {
    let caller = |(seat, program): &(Seat, SharedProgram)| {
        let (game, program) = (Arc::clone(game), Arc::clone(program));
        let player: Box<dyn Player<G>> = Box::new(ProgramSeat { game, program });
        (*seat, player)
    };
    programs.iter().map(caller).collect()
}

impl<G: StateFiles> Player<G> for ProgramSeat<G> {
    fn choose(
        &mut self,
        view: &View<'_, G>,
        legal: &[G::Action],
        _: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>> {
        let action = call(&*self.game, &self.program, view, legal)?;
        action.ok_or_else(|| Box::new(Forfeit::new(ForfeitCause::FalsePass, "")))
    }
}

/// A game at which programs meet through files.
struct FileMeeting<G: StateFiles> {
    game: Arc<G>,
    recording: GameRecording<G>,
    /// The programs, by seat, as long as they are called between the turns.
    programs: Vec<Option<SharedProgram>>,
    /// The seat that had the last turn.
    last: Option<Seat>,
    /// The faults that were found between the turns and not taken yet.
    faults: Vec<(Seat, Forfeit)>,
}

impl<G: StateFiles> FileMeeting<G> {
    fn begin(
        game: Arc<G>,
        mut header: Header,
        chairs: &[SeatOccupant],
        programs: SeatedPrograms,
        stop: &StopFlag,
    ) -> Result<Self, RecordError> {
        let mut called = vec![None; header.players.len()];
        for (seat, program) in &programs {
            called[seat.index()] = Some(Arc::clone(program));
        }
        let made = callers(&game, &programs);
        Ok(FileMeeting {
            recording: GameRecording::begin(&mut header, chairs, made, stop)?,
            game,
            programs: called,
            last: None,
            faults: Vec::new(),
        })
    }

    /// The seat that acted last in the newest cycle.
    fn acted(&self) -> Option<Seat> {
        let newest = self.recording.newest();
        let entries = newest.map_or(&[][..], |cycle| cycle.entries);
        entries.iter().rev().find_map(|entry| entry.by.seat())
    }

    /// After a cycle the programs that it passed over are called.
    fn call_passed_over(&mut self) {
        let Some(to) = self.acted() else {
            return;
        };
        let from = self.last.replace(to).unwrap_or(to);
        let state = self.recording.session().state();
        for seat in self.game.passed_over(state, from, to) {
            self.call_blocked(seat);
        }
    }

    /// A program that does anything but say that it can do nothing is told of, and not called
    /// between the turns again.
    fn call_blocked(&mut self, seat: Seat) {
        let Some(program) = &self.programs[seat.index()] else {
            return;
        };
        let sight = SeatSight::new(&*self.game, self.recording.session().state(), seat);
        let answer = call(&*self.game, program, &sight.view(), &[]);
        let (cause, what) = match answer {
            Ok(None) => return,
            Ok(Some(_)) => (ForfeitCause::Illegal, "blocked, and moved".into()),
            Err(why) => (why.cause, format!("blocked, and {}", why.detail)),
        };
        self.faults.push((seat, Forfeit::new(cause, &what)));
        self.programs[seat.index()] = None;
    }
}

impl<G: StateFiles> AnyRecording for FileMeeting<G> {
    fn advance(&mut self) -> bool {
        let is_on = self.recording.advance();
        if is_on {
            self.call_passed_over();
        }
        is_on
    }

    fn advance_with(&mut self, people: &mut dyn People) -> bool {
        let is_on = self.recording.advance_with(people);
        if is_on {
            self.call_passed_over();
        }
        is_on
    }

    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.recording.past(now)?;
        self.last = self.acted().or(self.last);
        Ok(())
    }

    fn dismiss(&mut self) {
        self.recording.dismiss();
    }

    fn take_faults(&mut self) -> Vec<(Seat, Forfeit)> {
        std::mem::take(&mut self.faults)
    }

    fn now(&self) -> &dyn DrawnHistory {
        self.recording.now()
    }

    fn project(&mut self, projections: Projections) {
        self.recording.project(projections);
    }
}
