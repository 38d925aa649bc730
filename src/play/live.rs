//! A game that people play while it is shown as pictures: what can be done to it, and its moments as
//! each of those who look on may see them. It asks nobody and shows nothing: whoever has a screen
//! does.

use std::time::Duration;

use serde::Serialize;

use super::Played;
use super::table::{Table, Went};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Masks as _, Seat, Turn};
use chase_engine::seat::Seats;
use chase_kit::faces::{Picture as _, Playable, public_eyes, sees_legal};
use chase_kit::picture::{ClickFault, Spots};
use chase_record::any::{ActionChoice, DrawnHistory, Projections, RecordedHistory};
use chase_record::choices::choices;
use chase_record::replay::{Broken, Header};
use chase_record::replayer::Replayer;
use chase_record::turn_sink::TurnSink;
use chase_study::analysis::Hint;

/// A place at the table, as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatStatus {
    /// Its short name (`D2`).
    pub name: String,
    /// The name of the player who sits there.
    pub player: String,
    /// True if that player is a person.
    #[serde(rename = "person")]
    pub is_person: bool,
    /// True if that person may ask for hints.
    #[serde(rename = "hints")]
    pub has_hints: bool,
}

/// A game that people play, whichever it is.
pub trait LiveGame: Played {
    /// The header of the game that was opened.
    fn header(&self) -> &Header;

    /// The seats and their players.
    fn seats(&self) -> Vec<SeatStatus>;

    /// The seats whose eyes show what everybody may see; nothing where everything may be seen.
    fn public_eyes(&self) -> Option<Seats>;

    /// True if two seats see the same, so that their people can look at one screen.
    fn are_open(&self, one: Seat, other: Seat) -> bool;

    /// The turn that is due.
    fn turn(&self) -> Turn;

    /// Plays the turn of the world or of a player that is no person.
    fn step(&mut self) -> Went;

    /// The actions that the person whose turn it is can choose from; none when it is nobody's turn.
    fn choices(&self) -> Vec<ActionChoice>;

    /// Plays one of the [`LiveGame::choices`], by its place among them.
    ///
    /// # Errors
    /// The reason why it cannot be played; nothing changes then.
    fn choose(&mut self, choice: usize) -> Result<(), String>;

    /// The reason why clicks or a button that belong to none of the choices lead nowhere.
    fn why_not(&self, meant: &Spots) -> String;

    /// What the actions of the person whose turn it is are worth, in the order of [`LiveGame::choices`].
    ///
    /// # Errors
    /// The reason why there is no hint.
    fn hint(&self) -> Result<Hint, &'static str>;

    /// The seat whose action would be taken back; nothing when there is none.
    fn undoes(&self) -> Option<Seat>;

    /// Takes the newest action of a person back. False when there is none.
    fn undo(&mut self) -> bool;

    /// The seat whose action would be played again; nothing when none can be.
    fn redoes(&self) -> Option<Seat>;

    /// Plays what was taken back again; what was drawn is drawn again. False when nothing was, or
    /// it cannot be played here any more.
    fn redo(&mut self) -> bool;

    /// Begins to watch the game as some seats see it, or as it is; the number is that of the view.
    fn watch(&mut self, eyes: Option<Seats>) -> usize;

    /// A view as far as cycles are closed. It stands before the first as long as there is none.
    fn seen(&self, view: usize) -> &dyn DrawnHistory;

    /// Hands over every cycle that was closed since the last time, each with true, and then the one
    /// being played, as far as it was played. The last cycle of a game that is over is closed.
    fn news(&mut self, view: usize, each: &mut dyn FnMut(&dyn DrawnHistory, bool));

    /// The number of turns played.
    fn turns(&self) -> usize;

    /// The turns that were lost after so many turns: whose, and why.
    fn lost_turns(&self, after: usize) -> Vec<String>;

    /// Tells those who play from outside how the game ended, once it has.
    fn dismiss(&mut self);

    /// Counts time that people played, in a game that counts it.
    fn add_time(&mut self, time: Duration);

    /// Has every turn taken down from now on, and those that were played already first.
    fn take_down_with(&mut self, turns: Box<dyn TurnSink>);

    /// Takes over a cycle that was played earlier; `now` stands right after it.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken>;
}

/// The game as some seats see it.
struct LiveView<G: Playable> {
    eyes: Option<Seats>,
    /// After the cycles that are closed.
    closed: Replayer<G>,
    /// The number of those cycles.
    cycles: usize,
}

/// A table that is watched.
pub(crate) struct LiveTable<G: Playable> {
    table: Table<G>,
    /// The actions of people that were taken back, the newest last.
    undone: Vec<(Seat, G::Action)>,
    views: Vec<LiveView<G>>,
}

impl<G: Playable> LiveTable<G> {
    /// Nobody watches it yet.
    #[must_use]
    pub fn at(table: Table<G>) -> Self {
        LiveTable { table, undone: Vec::new(), views: Vec::new() }
    }

    /// The person whose turn it is.
    fn asked(&self) -> Option<Seat> {
        match self.table.turn() {
            Turn::Seat(seat) if self.table.is_person(seat) => Some(seat),
            _ => None,
        }
    }

    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut buffer = Vec::new();
        let legal = self.table.game().legal_in(self.table.state(), seat, &mut buffer);
        legal.to_vec()
    }

    fn before_anything(&self, eyes: Option<Seats>) -> Replayer<G> {
        let mut replayer = Replayer::new(self.table.game().clone(), self.table.header());
        let now: &mut dyn DrawnHistory = &mut replayer;
        now.project(Projections {
            scenes: true,
            turns: true,
            events: true,
            insight: now.has_heat(),
            viewer: eyes,
            ..Projections::default()
        });
        replayer
    }

    /// The newest action of a person.
    fn newest(&self) -> Option<(Seat, G::Action)> {
        let (seat, mark) = self.table.newest_mark()?;
        let cycles = self.table.history().cycles();
        let entry = cycles.flat_map(|cycle| cycle.entries).nth(mark)?;
        Some((seat, entry.by.action_of(seat)?.clone()))
    }
}

impl<G: Playable> LiveGame for LiveTable<G> {
    fn header(&self) -> &Header {
        self.table.header()
    }

    fn seats(&self) -> Vec<SeatStatus> {
        let seats = (0..self.table.game().seats()).map(Seat);
        let told = |seat: Seat| SeatStatus {
            name: self.table.game().seat_name(seat),
            player: self.table.player_name(seat),
            is_person: self.table.is_person(seat),
            has_hints: self.table.has_hints(seat),
        };
        seats.map(told).collect()
    }

    fn public_eyes(&self) -> Option<Seats> {
        public_eyes::<G>()
    }

    fn are_open(&self, one: Seat, other: Seat) -> bool {
        self.public_eyes().is_none()
            || (sees_legal::<G>(one.into(), other) && sees_legal::<G>(other.into(), one))
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn step(&mut self) -> Went {
        self.table.step()
    }

    fn choices(&self) -> Vec<ActionChoice> {
        let Some(seat) = self.asked() else {
            return Vec::new();
        };
        let game = self.table.game();
        let seen = G::masks().state(game, self.table.state(), seat.into());
        choices(&**game, &seen, seat, &self.legal(seat))
    }

    fn choose(&mut self, choice: usize) -> Result<(), String> {
        let seat = self.asked().ok_or("it is nobody's turn")?;
        let action = self.legal(seat).into_iter().nth(choice).ok_or("there is no such choice")?;
        let acted = self.table.act(action);
        acted.map_err(|rule| rule.to_string())?;
        self.undone.clear();
        Ok(())
    }

    fn why_not(&self, meant: &Spots) -> String {
        let Some(seat) = self.asked() else {
            return "it is not your turn".into();
        };
        let game = self.table.game();
        // Nothing that the seat does not see may say why.
        let seen = G::masks().state(game, self.table.state(), seat.into());
        let action = match G::picture().meant(game, &seen, seat, meant) {
            Ok(action) => action,
            Err(why) => return why.to_string(),
        };
        let mut dice = Dice::new(Generator::Chacha8, 0, 0);
        let decided = game.decide_in(&seen, seat, &action, &mut dice, &mut Vec::new());
        decided.map_or_else(|rule| rule.to_string(), |()| ClickFault::NoAction.to_string())
    }

    fn hint(&self) -> Result<Hint, &'static str> {
        self.table.hint()
    }

    fn undoes(&self) -> Option<Seat> {
        self.table.newest_mark().map(|(seat, _)| seat)
    }

    fn undo(&mut self) -> bool {
        let newest = self.newest();
        if !self.table.undo() {
            return false;
        }
        self.undone.extend(newest);
        self.views.iter_mut().for_each(|view| view.cycles = 0);
        for n in 0..self.views.len() {
            self.views[n].closed = self.before_anything(self.views[n].eyes);
        }
        true
    }

    fn redoes(&self) -> Option<Seat> {
        let (seat, _) = self.undone.last()?;
        (self.asked() == Some(*seat)).then_some(*seat)
    }

    fn redo(&mut self) -> bool {
        if self.redoes().is_none() {
            return false;
        }
        let Some((_, action)) = self.undone.pop() else {
            return false;
        };
        // Players from outside may have answered otherwise this time.
        self.table.act(action).is_ok()
    }

    fn watch(&mut self, eyes: Option<Seats>) -> usize {
        self.views.push(LiveView { eyes, closed: self.before_anything(eyes), cycles: 0 });
        self.views.len() - 1
    }

    fn seen(&self, view: usize) -> &dyn DrawnHistory {
        &self.views[view].closed
    }

    fn news(&mut self, view: usize, each: &mut dyn FnMut(&dyn DrawnHistory, bool)) {
        let (history, view) = (self.table.history(), &mut self.views[view]);
        let open = self.table.game().clock(self.table.state());
        // The clock of a game that is over stands in its last cycle.
        let is_over = matches!(self.table.turn(), Turn::Over(_));
        while let Some(cycle) = history.get(view.cycles) {
            let is_closed = is_over || cycle.number < open;
            let mut being_played = (!is_closed).then(|| view.closed.again());
            let now = being_played.as_mut().unwrap_or(&mut view.closed);
            now.blank().push(cycle);
            if let Err(broken) = now.apply_cycle() {
                unreachable!("what was just played does not fold: {broken}");
            }
            each(now, is_closed);
            if !is_closed {
                return;
            }
            view.cycles += 1;
        }
    }

    fn turns(&self) -> usize {
        self.table.entries()
    }

    fn lost_turns(&self, after: usize) -> Vec<String> {
        self.table.lost_turns(after)
    }

    fn dismiss(&mut self) {
        self.table.dismiss();
    }

    fn add_time(&mut self, time: Duration) {
        if self.table.played().is_some() {
            self.table.add_time(time);
        }
    }

    fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.table.take_down_with(turns);
    }

    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.table.past(now)
    }
}

impl<G: Playable> Played for LiveTable<G> {
    fn keep(&mut self, sink: &mut dyn chase_record::any::RecordingSink) -> std::io::Result<()> {
        Played::keep(&mut self.table, sink)
    }

    fn kept(&self) -> &dyn RecordedHistory {
        Played::kept(&self.table)
    }

    fn played_ms(&self) -> Option<u64> {
        Played::played_ms(&self.table)
    }
}
