//! A game being recorded, with whoever sits at it: built-in players, people, players outside.

use crate::input::people::AtTerminal;
use chase_kit::budget::StopFlag;
use chase_outside::process::is_stopped;
use chase_play::CommandLine;
use chase_play::player_name::{PlayerName, is_human};
use chase_play::seating::{Seating, chairs};
use chase_record::any::{AnyRecording, DrawnHistory, Projections, RecordedHistory};
use chase_record::replay::Header;
use chase_replay::store::unrecorded;
use chase_world::error::{Error, quoted};
use chase_world::world::World;

/// A game being recorded.
pub struct Playing {
    recording: Box<dyn AnyRecording>,
    people: Option<AtTerminal>,
    /// Set when somebody left without whom the game does not go on.
    stop: StopFlag,
    players: Vec<String>,
    /// The number of lost turns that were told already.
    told: usize,
    /// True if what a player said when it lost its turn is told. It may tell people what they may
    /// not know.
    tells_details: bool,
}

impl Playing {
    /// The largest number of lost turns that are told.
    const TOLD_MAX: usize = 20;

    /// Sits everybody down.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn begin(
        world: &World,
        game: &dyn CommandLine,
        header: &mut Header,
        seating: &Seating,
    ) -> Result<Self, Error> {
        let has_people = header.players.iter().any(|name| is_human(name));
        let has_programs = header.players.iter().any(|name| PlayerName::of(name).is_outside());
        let chairs = chairs(header, seating);
        let recording = match game.extras().file_protocol {
            Some(protocol) if !seating.programs.is_empty() => {
                protocol.record(header, &chairs, seating.programs.clone(), &seating.stop)
            }
            _ => game.record_with(header, &chairs, &seating.stop),
        };
        let mut playing = Playing {
            recording: recording.map_err(|why| unrecorded(game.name(), why))?,
            people: has_people.then(|| AtTerminal::new(world, &seating.stop, has_programs)),
            stop: seating.stop.clone(),
            players: header.players.clone(),
            told: 0,
            tells_details: !(game.has_secrets() && has_people),
        };
        playing.recording.project(Projections { seals: true, ..Projections::default() });
        Ok(playing)
    }

    /// Plays one cycle. False when the game was over already, or was stopped before the cycle was.
    pub fn advance(&mut self, world: &World) -> bool {
        let is_on = match &mut self.people {
            Some(people) => self.recording.advance_with(people),
            None => self.recording.advance(),
        };
        let is_on = is_on && !self.is_left();
        if is_on {
            self.tell_lost_turns(world);
        }
        is_on
    }

    /// Takes over a cycle that was played earlier, and stands right after it. Nothing for one that was not
    /// played to its end: it goes on, and is recorded with what comes.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    pub fn past(&mut self, then: &dyn RecordedHistory) -> Result<Option<&dyn DrawnHistory>, Error> {
        self.recording.past(then).map_err(|broken| Error::new(broken.to_string()))?;
        Ok(Some(self.now()).filter(|now| now.last() == then.last()))
    }

    /// Returns whether somebody left without whom the game does not go on.
    pub fn is_left(&self) -> bool {
        self.stop.is_stopped() || is_stopped()
    }

    /// The history that was recorded so far.
    pub fn now(&self) -> &dyn DrawnHistory {
        self.recording.now()
    }

    /// Tells the players outside the process that the game is over.
    pub fn dismiss(&mut self) {
        self.recording.dismiss();
    }

    fn tell_lost_turns(&mut self, world: &World) {
        let mut lost = self.now().forfeits();
        lost.extend(self.recording.take_faults());
        for (seat, why) in lost {
            self.told += 1;
            if self.told <= Self::TOLD_MAX {
                let name = quoted(&self.players[seat.index()]);
                let why = why.told(self.tells_details);
                world.warn(&format_args!("`{name}` fails, {why}"));
            }
        }
    }
}
