//! The object-safe rim, written once for all games.
//!
//! Inside it everything is typed; past it a command sees only [`AnyGame`], [`AnyReplay`] and
//! [`AnyRecording`], and never asks which game it has.

use std::any::Any;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;

use super::game::{Game, Outcome, Turn};
use super::laws;
use super::player::seated;
use super::replay::{Broken, Cycle, Fold, Header, History, to_json};
use super::seal::Seal;
use super::session::Session;
use super::transcript::Transcript;
use super::wire;

/// Why a header does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// The game's rules number is newer than this program's.
    Newer {
        /// What the header says.
        found: u32,
        /// What this program knows.
        known: u32,
    },
    /// The scenario's JSON is not this game's: what serde said.
    Unreadable(String),
    /// The scenario was read and cannot be played.
    Unplayable(super::game::Fault),
}

/// One of the project's games.
pub trait AnyGame: Sync {
    /// The name in files and on the command line.
    fn name(&self) -> &'static str;

    /// The number of its event schema.
    fn rules(&self) -> u32;

    /// What a cycle is called.
    fn unit(&self) -> &'static str;

    /// Opens a header's scenario, with nothing played yet. The scenario's JSON is brought into
    /// its compact form, which the seals are made of.
    ///
    /// # Errors
    /// A rules number, or a scenario, that this program cannot play.
    fn open(&self, header: &mut Header) -> Result<Box<dyn AnyReplay>, Unopened>;

    /// Sits the header's players down.
    ///
    /// # Errors
    /// As [`AnyGame::open`], and a player that is not built in.
    fn record(&self, header: &mut Header) -> Result<Box<dyn AnyRecording>, RecordError>;

    /// Plays the header's game and holds it against every law that all games keep.
    ///
    /// # Errors
    /// The law that was broken, and where.
    fn check_laws(&self, header: &Header) -> Result<(), String>;
}

/// Why a recording cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The header does not open.
    Unopened(Unopened),
    /// A player's name is not built in.
    Player(String),
}

/// Why a stored cycle was not taken in.
#[derive(Clone, Debug)]
pub enum Refused {
    /// Its bytes are not a cycle's. Line and column count from the cycle's first character.
    Unreadable {
        /// What was wrong.
        what: String,
        /// Where in a JSON text, if it is one.
        at: Option<(usize, usize)>,
    },
    /// The rules could not have produced it.
    Broken(Broken),
    /// It claims a seal that its history does not have.
    Seal {
        /// What it claims.
        claimed: Seal,
        /// What its history has.
        found: Seal,
    },
}

/// How much a history holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cycles.
    pub cycles: u64,
    /// Turns.
    pub entries: u64,
    /// Events.
    pub events: u64,
    /// Words drawn.
    pub words: u64,
}

/// What is worked out on the way through a history beside the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The seals.
    pub seals: bool,
    /// The newest cycle's events in words.
    pub events: bool,
    /// The counts of [`AnyReplay::totals_json`].
    pub tally: bool,
}

/// A history on its way from cycle to cycle: the newest cycle, and the state after it.
pub trait AnyReplay: Send {
    /// What a cycle is called.
    fn unit(&self) -> &'static str;

    /// The newest cycle's number.
    fn last(&self) -> Option<u64>;

    /// The number the next cycle must have.
    fn next(&self) -> u64;

    /// The last cycle there can be, where the scenario sets one.
    fn last_possible_cycle(&self) -> Option<u64>;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The seal after the newest cycle, as far as seals are watched.
    fn seal(&self) -> Seal;

    /// What was taken in so far.
    fn counts(&self) -> Counts;

    /// Chooses what is worked out from here on.
    fn watch(&mut self, watch: Watch);

    /// Takes in a cycle from its line of JSON, and holds it against the seal it claims.
    ///
    /// # Errors
    /// A line that is no cycle, or one that cannot stand here.
    fn read_json(&mut self, line: &str) -> Result<(), Refused>;

    /// Takes in a cycle from the front of a frame's payload; returns the bytes it took.
    ///
    /// # Errors
    /// Bytes that are no cycle, or one that cannot stand here.
    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, Refused>;

    /// Appends the newest cycle as a line of JSON.
    fn put_json(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle as payload.
    fn put_payload(&self, out: &mut Vec<u8>);

    /// Appends the state, for a snapshot.
    fn put_state(&self, out: &mut Vec<u8>);

    /// Goes to a snapshot's state, from which `next` is the next cycle. False, and nothing
    /// changes, when the bytes are no state that this game could be in there.
    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool;

    /// Appends what a transcript has before its first cycle.
    fn opening_text(&self, out: &mut Vec<u8>);

    /// Appends the newest cycle's block of the transcript.
    fn cycle_text(&self, out: &mut Vec<u8>);

    /// Appends the transcript's ending, if the game is over.
    fn ending_text(&self, out: &mut Vec<u8>);

    /// Appends everything worth knowing about this moment.
    fn moment_text(&self, out: &mut Vec<u8>);

    /// The same as JSON.
    fn moment_json(&self) -> String;

    /// The newest cycle's events in words, a line each, while they are watched.
    fn events_text(&self) -> &[u8];

    /// Appends what was counted, as a table.
    fn totals_text(&self, out: &mut Vec<u8>);

    /// The same as JSON.
    fn totals_json(&self) -> String;

    /// The type behind the rim.
    fn as_any(&self) -> &dyn Any;
}

/// Receives a recording, cycle by cycle.
pub trait Sink {
    /// Takes the newest cycle.
    ///
    /// # Errors
    /// It could not be written.
    fn cycle(&mut self, now: &dyn AnyReplay) -> io::Result<()>;
}

/// A game being recorded by its built-in players.
pub trait AnyRecording {
    /// Plays one cycle. False when the game was over already.
    fn advance(&mut self) -> bool;

    /// What was recorded so far.
    fn now(&self) -> &dyn AnyReplay;

    /// Chooses what is worked out from here on.
    fn watch(&mut self, watch: Watch);
}

/// A typed history on its way: what stands behind [`AnyReplay`].
pub struct Moment<G: Transcript> {
    game: Arc<G>,
    players: Vec<String>,
    fold: Fold<G>,
    newest: History<G>,
    seal: Seal,
    counts: Counts,
    watch: Watch,
    told: Vec<u8>,
    tally: G::Tally,
    scratch: Vec<u8>,
}

impl<G: Transcript> Moment<G> {
    /// Before anything happened.
    #[must_use]
    pub fn new(game: Arc<G>, header: &Header) -> Self {
        Moment {
            fold: Fold::new(&*game),
            game,
            players: header.players.clone(),
            newest: History::default(),
            seal: Seal::of_beginning(header),
            counts: Counts::default(),
            watch: Watch::default(),
            told: Vec::new(),
            tally: G::Tally::default(),
            scratch: Vec::new(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state after the newest cycle.
    #[must_use]
    pub fn state(&self) -> &G::State {
        self.fold.state()
    }

    /// The newest cycle.
    #[must_use]
    pub fn newest(&self) -> Option<Cycle<'_, G>> {
        self.newest.last()
    }

    /// The history that a session plays the next cycle into; [`Moment::take_in`] comes next.
    pub fn blank(&mut self) -> &mut History<G> {
        self.newest.clear();
        &mut self.newest
    }

    /// Folds the newest cycle.
    ///
    /// # Errors
    /// A cycle that cannot stand here.
    pub fn take_in(&mut self) -> Result<(), Broken> {
        let Some(cycle) = self.newest.last() else {
            return Ok(());
        };
        let (game, watch) = (&*self.game, self.watch);
        let (told, tally) = (&mut self.told, &mut self.tally);
        told.clear();
        self.fold.feed(game, cycle, |before, event| {
            if watch.events {
                game.event(before, event, told);
                told.push(b'\n');
            }
            if watch.tally {
                game.count(tally, before, event);
            }
        })?;
        if watch.seals {
            self.seal = self.seal.after(cycle, &mut self.scratch);
        }
        self.counts.cycles += 1;
        self.counts.entries += cycle.entries.len() as u64;
        self.counts.events += cycle.events.len() as u64;
        let words = cycle.entries.iter().map(|entry| u64::from(entry.words));
        self.counts.words += words.sum::<u64>();
        Ok(())
    }
}

impl<G: Transcript> AnyReplay for Moment<G> {
    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn last(&self) -> Option<u64> {
        self.newest.last().map(|cycle| cycle.number)
    }

    fn next(&self) -> u64 {
        self.game.clock(self.fold.state())
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        self.game.last_possible_cycle()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.game.turn(self.fold.state()) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Seat(_) | Turn::World => None,
        }
    }

    fn seal(&self) -> Seal {
        self.seal
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    fn read_json(&mut self, line: &str) -> Result<(), Refused> {
        self.newest.clear();
        let claimed =
            wire::take_json(line, &mut self.newest).map_err(|error| Refused::Unreadable {
                what: without_place(&error),
                at: Some((error.line(), error.column())),
            })?;
        self.take_in().map_err(Refused::Broken)?;
        if self.watch.seals && self.seal != claimed {
            return Err(Refused::Seal {
                claimed,
                found: self.seal,
            });
        }
        Ok(())
    }

    fn read_payload(&mut self, bytes: &[u8]) -> Result<usize, Refused> {
        self.newest.clear();
        let used = wire::take_cycle(bytes, self.next(), &mut self.newest)
            .map_err(|what| Refused::Unreadable { what, at: None })?;
        self.take_in().map_err(Refused::Broken)?;
        Ok(used)
    }

    fn put_json(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_json(cycle, self.seal, out);
        }
    }

    fn put_payload(&self, out: &mut Vec<u8>) {
        if let Some(cycle) = self.newest.last() {
            wire::put_cycle(cycle, out);
        }
    }

    fn put_state(&self, out: &mut Vec<u8>) {
        wire::put(self.fold.state(), out);
    }

    fn restore(&mut self, next: u64, seal: Seal, state: &[u8]) -> bool {
        let Some(state) = wire::whole::<G::State>(state) else {
            return false;
        };
        if !self.game.is_sound(&state) || self.game.clock(&state) != next {
            return false;
        }
        self.fold = Fold::from_state(state);
        self.newest.clear();
        self.seal = seal;
        true
    }

    fn opening_text(&self, out: &mut Vec<u8>) {
        self.game.opening(out);
    }

    fn cycle_text(&self, out: &mut Vec<u8>) {
        self.game.cycle(self.fold.state(), out);
    }

    fn ending_text(&self, out: &mut Vec<u8>) {
        self.game.ending(self.fold.state(), out);
    }

    fn moment_text(&self, out: &mut Vec<u8>) {
        self.game.moment(self.fold.state(), &self.players, out);
    }

    fn moment_json(&self) -> String {
        to_json(&self.game.facts(self.fold.state(), &self.players))
    }

    fn events_text(&self) -> &[u8] {
        &self.told
    }

    fn totals_text(&self, out: &mut Vec<u8>) {
        self.game.table(&self.game.totals(&self.tally), out);
    }

    fn totals_json(&self) -> String {
        to_json(&self.game.totals(&self.tally))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// serde_json's message without the place it ends in, which counts from the cycle's start.
fn without_place(error: &serde_json::Error) -> String {
    let what = error.to_string();
    match what.rfind(" at line ") {
        Some(end) => what[..end].to_owned(),
        None => what,
    }
}

/// A session whose cycles go through a [`Moment`], so that what is recorded is what folds.
pub struct Recording<G: Transcript> {
    session: Session<G>,
    moment: Moment<G>,
}

impl<G: Transcript> Recording<G> {
    /// Records a session from where it stands; `moment` must stand there too.
    #[must_use]
    pub fn new(session: Session<G>, moment: Moment<G>) -> Self {
        Recording { session, moment }
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Plays one cycle that nobody takes down. False when the game was over already.
    pub fn advance_unseen(&mut self) -> bool {
        self.session.cycle(&mut ())
    }

    /// Takes over a cycle that was played earlier.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    pub fn resume(&mut self, cycle: Cycle<'_, G>) -> Result<(), Broken> {
        self.session.resume(cycle)?;
        self.moment.blank().push(cycle);
        self.moment.take_in()
    }
}

impl<G: Transcript> AnyRecording for Recording<G> {
    fn advance(&mut self) -> bool {
        if self.session.is_over() {
            return false;
        }
        self.session.cycle(self.moment.blank());
        if let Err(broken) = self.moment.take_in() {
            unreachable!("what was just played does not fold: {broken}");
        }
        debug_assert_eq!(self.session.state(), self.moment.state());
        true
    }

    fn now(&self) -> &dyn AnyReplay {
        &self.moment
    }

    fn watch(&mut self, watch: Watch) {
        self.moment.watch(watch);
    }
}

/// The door from a game's type to [`AnyGame`].
pub struct Kind<G>(PhantomData<fn() -> G>);

impl<G> Kind<G> {
    /// The game `G` behind the rim.
    #[must_use]
    pub const fn new() -> Self {
        Kind(PhantomData)
    }
}

impl<G> Default for Kind<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads a header's scenario and makes a game of it.
///
/// # Errors
/// A rules number or a scenario that this program cannot play.
pub fn compile<G: Game>(header: &mut Header) -> Result<Arc<G>, Unopened> {
    if header.rules > G::RULES {
        return Err(Unopened::Newer {
            found: header.rules,
            known: G::RULES,
        });
    }
    if header.rules == 0 {
        return Err(Unopened::Unreadable("rules 0; the first are 1".into()));
    }
    let scenario = serde_json::from_str(header.scenario.get())
        .map_err(|error| Unopened::Unreadable(error.to_string()))?;
    let game = G::new(scenario).map_err(Unopened::Unplayable)?;
    if header.players.len() != usize::from(game.seats()) {
        let (found, seats) = (header.players.len(), game.seats());
        let what = format!("{found} players for {seats} seats");
        return Err(Unopened::Unreadable(what));
    }
    header.scenario = serde_json::value::to_raw_value(game.scenario())
        .map_err(|error| Unopened::Unreadable(error.to_string()))?;
    Ok(Arc::new(game))
}

impl<G: Transcript> AnyGame for Kind<G>
where
    G::Facts: Serialize,
{
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> u32 {
        G::RULES
    }

    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn open(&self, header: &mut Header) -> Result<Box<dyn AnyReplay>, Unopened> {
        let game = compile::<G>(header)?;
        Ok(Box::new(Moment::new(game, header)))
    }

    fn record(&self, header: &mut Header) -> Result<Box<dyn AnyRecording>, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        let players = seated(&*game, &header.players).map_err(RecordError::Player)?;
        let session = Session::new(Arc::clone(&game), players, header.dice());
        let moment = Moment::new(game, header);
        Ok(Box::new(Recording::new(session, moment)))
    }

    fn check_laws(&self, header: &Header) -> Result<(), String> {
        laws::check::<G>(header)
    }
}
