//! What everybody may know of a running game, as lines of the protocol and in words. It is made by a
//! replay of its own that looks through the eyes of those who know no more than everybody, and gives
//! nothing back to the game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use chase_engine::game::{Forfeit, Outcome, Seat};
use chase_engine::header::WRITER;
use chase_kit::protocol::{PROTOCOL, line};
use chase_outside::spectator::Spectator;
use chase_play::CommandLine;
use chase_record::any::{DrawnHistory, Projections, RecordedHistory};
use chase_record::replay::Header;
use chase_replay::store::unopened;
use chase_world::error::Error;
use chase_world::object;

/// Those who watch the games of a match.
#[derive(Default)]
pub struct Onlookers {
    /// The programs that watch.
    pub spectators: Vec<Spectator>,
    /// The screen that shows a running game in words, cycle by cycle.
    pub screen: Option<Box<MomentDisplay>>,
}

/// Shows a moment.
pub type MomentDisplay = dyn Fn(&[u8]) + Sync;

impl Onlookers {
    /// Returns whether nobody watches.
    pub fn are_none(&self) -> bool {
        self.spectators.is_empty() && self.screen.is_none()
    }

    fn tell<T: Serialize>(&self, kind: &str, message: &T) {
        if self.spectators.is_empty() {
            return;
        }
        let line: Arc<str> = line(kind, message).into();
        for spectator in &self.spectators {
            spectator.tell(&line);
        }
    }
}

/// A running game as everybody may know it.
pub(crate) struct PublicStream<'a> {
    onlookers: &'a Onlookers,
    replay: Box<dyn DrawnHistory>,
    /// The game's number in its match, from 1.
    number: u64,
}

/// A cycle as replays have it.
#[derive(Deserialize)]
struct Cycle {
    cycle: u64,
    #[serde(default)]
    entries: Vec<StreamEntry>,
}

#[derive(Deserialize)]
struct StreamEntry {
    seat: Option<Seat>,
    forfeit: Option<Forfeit>,
    #[serde(default)]
    events: Vec<Box<RawValue>>,
}

impl<'a> PublicStream<'a> {
    /// Begins a game, and tells of it; nothing where nobody watches.
    ///
    /// # Errors
    /// A header that this program cannot play; a game with secrets that does not say what of it is
    /// public.
    pub fn begin(
        onlookers: &'a Onlookers,
        game: &dyn CommandLine,
        header: &Header,
        number: u64,
    ) -> Result<Option<Self>, Error> {
        if onlookers.are_none() {
            return Ok(None);
        }
        let mut header = header.clone();
        let unopened = |why| unopened(game.name(), &why);
        let public = game.public(&mut header).map_err(unopened)?;
        if game.has_secrets() && public.eyes.is_none() {
            let what = format!("{} does not say which part of its state is public", game.name());
            return Err(Error::new(what).help("leave out --spectator and --show"));
        }
        let mut replay = game.open(&mut header).map_err(unopened)?;
        replay.project(Projections { viewer: public.eyes, ..Projections::default() });
        let stream = PublicStream { onlookers, replay, number: number + 1 };
        let names = public.seats.iter().zip(&header.players);
        let seats = (0..).map(Seat).zip(names);
        let seats = seats.map(|(seat, (name, player))| object!(Chair { seat, name, player }));
        let begins = object!(GameBegins {
            protocol: PROTOCOL,
            program: WRITER,
            game: game.name(),
            rules: game.rules(),
            number: stream.number,
            unit: game.unit(),
            seats: seats.collect::<Vec<_>>(),
            scenario: RawValue::from_string(public.scenario).expect("what was written is JSON"),
        });
        onlookers.tell("game", &begins);
        Ok(Some(stream))
    }

    /// Tells of the newest cycle of the game.
    pub fn cycle(&mut self, now: &dyn RecordedHistory) {
        let mut json = Vec::new();
        now.put_json(&mut json);
        let json = String::from_utf8(json).expect("JSON is text");
        self.replay.read_json(&json).expect("what was just played folds");
        self.tell_cycle();
        if let Some(outcome) = self.replay.outcome() {
            let (number, Outcome { cause, points, .. }) = (self.number, outcome);
            self.onlookers.tell("over", &object!(GameOver { number, cause, points }));
        }
        self.show();
    }

    fn tell_cycle(&self) {
        if self.onlookers.spectators.is_empty() {
            return;
        }
        let mut json = Vec::new();
        self.replay.put_shown_json(&mut json);
        let read: Cycle = serde_json::from_slice(&json).expect("what was written is a cycle");
        let (number, cycle) = (self.number, read.cycle);
        for entry in read.entries {
            let seat = entry.seat;
            if let Some(Forfeit { cause, .. }) = entry.forfeit {
                let lost = object!(TurnLost { number, cycle, seat, cause });
                self.onlookers.tell("forfeit", &lost);
            }
            for event in &entry.events {
                let happened = object!(EventHappened { number, cycle, seat, event });
                self.onlookers.tell("event", &happened);
            }
        }
        self.onlookers.tell("cycle", &object!(CycleComplete { number, cycle }));
    }

    fn show(&self) {
        if let Some(screen) = &self.onlookers.screen {
            let mut words = Vec::new();
            self.replay.cycle_text(&mut words);
            self.replay.ending_text(&mut words);
            screen(&words);
        }
    }
}
