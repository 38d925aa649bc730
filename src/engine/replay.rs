//! A game's history: a header, and cycles of entries, and the one fold that rebuilds states.
//!
//! Folding needs the scenario and the events and nothing else: no dice, no players. What is
//! folded is not believed: whose turn it was and every single event are held against the rules.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::dice::{Dice, Generator};
use super::game::{Forfeit, Game, Outcome, Seat, Turn};
use super::player::seated;
use super::session::Session;

/// The container format this program writes; it reads this and every older one.
pub const FORMAT: u32 = 1;

/// This program and its version.
pub const WRITER: &str = concat!("chase-sim ", env!("CARGO_PKG_VERSION"));

/// Everything about a recording but its cycles. Its fields stand in this order in both forms.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The number of the container format.
    pub chase: u32,
    /// The game's name.
    pub game: String,
    /// The number of the game's event schema.
    pub rules: u32,
    /// The program that wrote it, with its version.
    pub writer: String,
    /// The generator that drew.
    pub dice: Generator,
    /// What the generator was seeded with.
    pub seed: i64,
    /// Which game of a series it is, from 0.
    pub number: u64,
    /// The players' names, one per seat.
    pub players: Vec<String>,
    /// The scenario as its game writes it: compact JSON, fields in the order of its docs.
    pub scenario: Box<RawValue>,
}

impl Header {
    /// The header of a game about to be played.
    #[must_use]
    pub fn new<G: Game>(game: &G, players: &[String], dice: Generator, seed: i64) -> Self {
        Header {
            chase: FORMAT,
            game: G::NAME.to_owned(),
            rules: G::RULES,
            writer: WRITER.to_owned(),
            dice,
            seed,
            number: 0,
            players: players.to_vec(),
            scenario: raw_json(game.scenario()),
        }
    }

    /// The header as compact JSON: the bytes that the seals and the salt are made of.
    #[must_use]
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    /// The dice that this header promises, before the first draw.
    #[must_use]
    pub fn dice(&self) -> Dice {
        Dice::new(self.dice, self.seed, self.number)
    }
}

/// Plain data as compact JSON.
///
/// # Panics
/// Never: plain data has string keys and no failing serializers.
#[must_use]
pub fn to_json<T: Serialize>(data: &T) -> String {
    serde_json::to_string(data).expect("plain data always has a JSON form")
}

fn raw_json<T: Serialize>(data: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(data).expect("plain data always has a JSON form")
}

/// Who an entry belongs to, and what it asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum By<A> {
    /// The world's turn.
    World,
    /// A seat's action.
    Action(Seat, A),
    /// A seat's failure to give one.
    Forfeit(Seat, Box<Forfeit>),
}

/// One turn. Its events stand in the history beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<A> {
    /// Whose turn, and what was asked for.
    pub by: By<A>,
    /// Words drawn from the dice for it, by the player and the rules together.
    pub words: u32,
    /// How many events it led to.
    pub events: u32,
}

/// One cycle of a history.
#[derive(Debug)]
pub struct Cycle<'a, G: Game> {
    /// Its number, from 0.
    pub number: u64,
    /// Its turns in order.
    pub entries: &'a [Entry<G::Action>],
    /// The events of all its turns in order.
    pub events: &'a [G::Event],
}

impl<G: Game> Clone for Cycle<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Cycle<'_, G> {}

impl<'a, G: Game> Cycle<'a, G> {
    /// Each turn with its events.
    pub fn turns(self) -> impl Iterator<Item = (&'a Entry<G::Action>, &'a [G::Event])> {
        let mut rest = self.events;
        self.entries.iter().map(move |entry| {
            let (mine, others) = rest.split_at(entry.events as usize);
            rest = others;
            (entry, mine)
        })
    }
}

/// Takes down what a session plays.
pub trait Log<G: Game> {
    /// One turn, as it was played.
    fn entry(&mut self, cycle: u64, by: By<G::Action>, words: u32, events: &[G::Event]);
}

/// Takes down nothing, and costs nothing.
impl<G: Game> Log<G> for () {
    #[inline]
    fn entry(&mut self, _: u64, _: By<G::Action>, _: u32, _: &[G::Event]) {}
}

/// A history in memory: all turns in one vector, all events in another.
#[derive(Debug)]
pub struct History<G: Game> {
    entries: Vec<Entry<G::Action>>,
    events: Vec<G::Event>,
    cycles: Vec<Opening>,
}

/// Where a cycle begins in the two vectors.
#[derive(Clone, Copy, Debug)]
struct Opening {
    number: u64,
    entry: usize,
    event: usize,
}

impl<G: Game> Default for History<G> {
    fn default() -> Self {
        History {
            entries: Vec::new(),
            events: Vec::new(),
            cycles: Vec::new(),
        }
    }
}

impl<G: Game> History<G> {
    /// Forgets everything and keeps the memory for what comes next.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.events.clear();
        self.cycles.clear();
    }

    /// How many cycles it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cycles.len()
    }

    /// Whether nothing happened yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cycles.is_empty()
    }

    /// The n-th cycle it holds.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Cycle<'_, G>> {
        let from = self.cycles.get(n)?;
        let (entry, event) = match self.cycles.get(n + 1) {
            Some(next) => (next.entry, next.event),
            None => (self.entries.len(), self.events.len()),
        };
        Some(Cycle {
            number: from.number,
            entries: &self.entries[from.entry..entry],
            events: &self.events[from.event..event],
        })
    }

    /// The newest cycle.
    #[must_use]
    pub fn last(&self) -> Option<Cycle<'_, G>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All cycles in order.
    pub fn cycles(&self) -> impl Iterator<Item = Cycle<'_, G>> {
        (0..self.len()).filter_map(|n| self.get(n))
    }

    /// Keeps only the first `entries` turns.
    pub(crate) fn truncate(&mut self, entries: usize) {
        let gone = self.entries.drain(entries.min(self.entries.len())..);
        let events: usize = gone.map(|entry| entry.events as usize).sum();
        self.events.truncate(self.events.len() - events);
        let left = self.entries.len();
        self.cycles.retain(|cycle| cycle.entry < left);
    }

    /// Adds a cycle as it is.
    pub fn push(&mut self, cycle: Cycle<'_, G>) {
        self.open(cycle.number);
        self.entries.extend_from_slice(cycle.entries);
        self.events.extend_from_slice(cycle.events);
    }

    /// Begins a cycle; turns then follow through [`History::turn`].
    pub(crate) fn open(&mut self, number: u64) {
        self.cycles.push(Opening {
            number,
            entry: self.entries.len(),
            event: self.events.len(),
        });
    }

    /// Adds a turn to the newest cycle.
    pub(crate) fn turn(&mut self, by: By<G::Action>, words: u32, events: &[G::Event]) {
        self.entries.push(Entry {
            by,
            words,
            events: u32::try_from(events.len()).expect("a turn has fewer than 2^32 events"),
        });
        self.events.extend_from_slice(events);
    }
}

impl<G: Game> Log<G> for History<G> {
    fn entry(&mut self, cycle: u64, by: By<G::Action>, words: u32, events: &[G::Event]) {
        if self.cycles.last().is_none_or(|last| last.number != cycle) {
            self.open(cycle);
        }
        self.turn(by, words, events);
    }
}

/// A history that the rules could not have produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What a cycle is called in this game.
    pub unit: &'static str,
    /// In which cycle.
    pub cycle: u64,
    /// Whose turn it was, where it was anybody's.
    pub seat: Option<String>,
    /// The rule that was broken.
    pub rule: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.unit, self.cycle)?;
        if let Some(seat) = &self.seat {
            write!(f, ", {seat}")?;
        }
        write!(f, ": {}", self.rule)
    }
}

impl std::error::Error for Broken {}

/// A state on its way through a history: the only fold.
#[derive(Debug)]
pub struct Fold<G: Game> {
    state: G::State,
    newest: Option<u64>,
}

impl<G: Game> Fold<G> {
    /// Before anything happened.
    #[must_use]
    pub fn new(game: &G) -> Self {
        Fold {
            state: game.start(),
            newest: None,
        }
    }

    /// From a state known otherwise, such as a snapshot.
    #[must_use]
    pub fn from_state(state: G::State) -> Self {
        Fold {
            state,
            newest: None,
        }
    }

    /// The state so far.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Folds one cycle. `each` is shown every event with the state before it, and only once the
    /// rules have let it in: an event from a file may name what does not exist.
    ///
    /// # Errors
    /// The first turn or event that the rules do not allow here.
    pub fn feed(
        &mut self,
        game: &G,
        cycle: Cycle<'_, G>,
        mut each: impl FnMut(&G::State, &G::Event),
    ) -> Result<(), Broken> {
        if cycle.entries.is_empty() {
            return Err(broken(game, cycle.number, None, "a cycle without a turn"));
        }
        if self.newest == Some(cycle.number) {
            return Err(broken(game, cycle.number, None, "it stands there twice"));
        }
        for (entry, events) in cycle.turns() {
            let fail = |rule: &dyn fmt::Display| {
                broken(game, cycle.number, seat_of(&entry.by), &rule.to_string())
            };
            self.check_turn(game, cycle.number, entry, events)
                .map_err(|rule| fail(&rule))?;
            let turn = game.turn(&self.state);
            for (n, event) in events.iter().enumerate() {
                if n > 0 && game.turn(&self.state) != turn {
                    return Err(fail(&"an event that belongs to the next turn"));
                }
                let before = self.state.clone();
                game.apply(&mut self.state, event)
                    .map_err(|rule| fail(&rule))?;
                each(&before, event);
            }
        }
        self.newest = Some(cycle.number);
        Ok(())
    }

    /// Whether this entry can stand here at all.
    fn check_turn(
        &self,
        game: &G,
        cycle: u64,
        entry: &Entry<G::Action>,
        events: &[G::Event],
    ) -> Result<(), String> {
        let turn = game.turn(&self.state);
        match (&entry.by, &turn) {
            (_, Turn::Over(outcome)) => {
                return Err(format!("a turn after the end ({})", outcome.cause));
            }
            (By::World, Turn::World) => {}
            (By::Action(seat, _) | By::Forfeit(seat, _), Turn::Seat(next)) if seat == next => {}
            (_, Turn::World) => return Err("out of turn: it is the world's turn".into()),
            (_, Turn::Seat(next)) => {
                let next = game.seat_name(*next);
                return Err(format!("out of turn: it is {next}'s turn"));
            }
        }
        let due = game.clock(&self.state);
        if due != cycle {
            return Err(format!("this turn belongs to {} {due}", G::CYCLE));
        }
        let Some(first) = events.first() else {
            return Err("a turn in which nothing happened".into());
        };
        match &entry.by {
            By::Action(seat, action) if !game.event_matches(&self.state, *seat, action, first) => {
                let (first, action) = (to_json(first), to_json(action));
                Err(format!(
                    "the event {first} is not what the action {action} asked for"
                ))
            }
            By::Forfeit(seat, why) => self.check_forfeit(game, *seat, why, events),
            By::Action(..) | By::World => Ok(()),
        }
    }

    /// A forfeit leaves nothing to chance: its events are those the rules give.
    fn check_forfeit(
        &self,
        game: &G,
        seat: Seat,
        why: &Forfeit,
        events: &[G::Event],
    ) -> Result<(), String> {
        if why.detail.len() > Forfeit::DETAIL_BYTES_MAX {
            let most = Forfeit::DETAIL_BYTES_MAX;
            return Err(format!("a forfeit's detail has at most {most} bytes"));
        }
        let mut due = Vec::new();
        game.forfeit(&self.state, seat, why, &mut due);
        if due == events {
            Ok(())
        } else {
            let (due, events) = (to_json(&due), to_json(&events));
            Err(format!("a forfeit leads to {due}, not to {events}"))
        }
    }
}

fn seat_of<A>(by: &By<A>) -> Option<Seat> {
    match by {
        By::World => None,
        By::Action(seat, _) | By::Forfeit(seat, _) => Some(*seat),
    }
}

fn broken<G: Game>(game: &G, cycle: u64, seat: Option<Seat>, rule: &str) -> Broken {
    Broken {
        unit: G::CYCLE,
        cycle,
        // A file can name a seat that is not there.
        seat: seat
            .filter(|seat| seat.0 < game.seats())
            .map(|seat| game.seat_name(seat)),
        rule: rule.to_owned(),
    }
}

/// A whole game in memory: the library's plainest way to record and rebuild one.
#[derive(Debug)]
pub struct Replay<G: Game> {
    game: Arc<G>,
    header: Header,
    history: History<G>,
}

impl<G: Game> Replay<G> {
    /// Plays a game to its end.
    ///
    /// # Errors
    /// A player's name that is not built in, or a wrong number of names.
    pub fn record(game: G, players: &[String], dice: Generator, seed: i64) -> Result<Self, String> {
        let game = Arc::new(game);
        let header = Header::new(&*game, players, dice, seed);
        let players = seated(&*game, players)?;
        let mut session = Session::new(Arc::clone(&game), players, header.dice());
        let mut history = History::default();
        session.run(&mut history);
        Ok(Replay {
            game,
            header,
            history,
        })
    }

    /// The game it was played with.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What stands before the cycles.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The cycles that were played, in memory.
    #[must_use]
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The state at the end of a cycle, or nothing past the last one.
    ///
    /// # Errors
    /// A history that the rules could not have produced.
    pub fn state_at(&self, cycle: u64) -> Result<Option<G::State>, Broken> {
        let mut fold = Fold::new(&*self.game);
        for each in self.history.cycles() {
            fold.feed(&self.game, each, |_, _| {})?;
            if each.number == cycle {
                return Ok(Some(fold.state));
            }
        }
        Ok(None)
    }

    /// How it ended.
    ///
    /// # Errors
    /// A history that the rules could not have produced.
    pub fn outcome(&self) -> Result<Option<Outcome>, Broken> {
        let mut fold = Fold::new(&*self.game);
        for each in self.history.cycles() {
            fold.feed(&self.game, each, |_, _| {})?;
        }
        match self.game.turn(&fold.state) {
            Turn::Over(outcome) => Ok(Some(outcome)),
            _ => Ok(None),
        }
    }
}
