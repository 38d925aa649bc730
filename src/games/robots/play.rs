//! A game that a person plays: what can be done to it, from an action to saving it, and why
//! something is refused. It asks for nothing and prints nothing: the console does.

use std::path::Path;
use std::time::Duration;

use super::danger::SafeMode;
use super::rules;
use super::transcript::deed;
use super::{Action, Event, RobotsGame};
use chase_core::any::RecordError;
use chase_core::entry::GameEntry;
use chase_core::error::Error;
use chase_core::game::{Game as _, Seat, Turn};
use chase_core::replay::{By, Header};
use chase_core::world::WorldPath;
use chase_kit::seating::Seating;
use chase_kit::table::Table;
use chase_kit::{CommandLine as _, Saver, Then};

/// A game that a person plays, and what can be done to it.
pub(super) struct Play {
    pub table: Table<RobotsGame>,
    /// Which deadly actions are refused.
    pub safe_mode: SafeMode,
    /// The actions that were taken back, the newest last.
    undone: Vec<Action>,
    /// What can keep the game.
    pub saver: Option<Box<dyn Saver>>,
}

/// The outcome of a request: words for the player, or the reason why nothing was done.
pub(super) type RobotsReply = Result<String, String>;

/// An error of a file without the way out in its other lines, which is one of the command line.
fn first_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

impl Play {
    /// Sits the player down.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, seating: &Seating) -> Result<Self, RecordError> {
        let mut table = Table::open(header, seating)?;
        if table.is_person(super::PLAYER) {
            table.add_time(Duration::ZERO);
        }
        Ok(Play { table, safe_mode: SafeMode::On, undone: Vec::new(), saver: None })
    }

    /// The world's turns, until the player is to act or it is over.
    pub fn settle(&mut self) {
        while self.table.turn() == Turn::World {
            self.table.step();
        }
    }

    /// Returns true once the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.table.turn(), Turn::Over(_))
    }

    /// Takes an action and lets the robots answer.
    pub fn act(&mut self, action: Action) -> RobotsReply {
        self.take(action)?;
        self.undone.clear();
        Ok(self.news())
    }

    fn take(&mut self, action: Action) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over; undo takes the last turn back".into());
        }
        let (scenario, state) = (self.table.game().scenario(), self.table.state());
        if let Some(danger) = self.safe_mode.refuses(scenario, state, action) {
            return Err(danger.to_string());
        }
        self.table.act(action).map_err(|rule| rule.to_string())?;
        self.settle();
        Ok(())
    }

    /// Goes to a teleport by its number, from 1.
    pub fn teleport(&mut self, number: usize) -> RobotsReply {
        let teleports = &self.table.game().scenario().teleports;
        let to = number.checked_sub(1).and_then(|n| teleports.get(n)).copied();
        let last = teleports.len();
        let to = to.ok_or_else(|| format!("there is no teleport {number}; the last is {last}"))?;
        self.act(Action::Teleport { to })
    }

    /// The events of the newest turn, in words.
    pub fn news(&self) -> String {
        let cycles: Vec<_> = self.table.history().cycles().collect();
        let Some(newest) = cycles.last() else {
            return String::new();
        };
        let mut words = Vec::new();
        for (entry, events) in newest.turns() {
            for event in events {
                match (&entry.by, event) {
                    (By::Action(seat, action), event) => {
                        words.push(format!("{}: {}", self.who(*seat), deed(action.way(), event)))
                    }
                    (_, Event::RobotsMoved(moved)) => words.push(moved.words()),
                    _ => {}
                }
            }
        }
        words.join("; ")
    }

    fn who(&self, seat: Seat) -> String {
        match self.table.is_person(seat) {
            true => "You".into(),
            false => self.table.player_name(seat),
        }
    }

    /// Takes the newest action back.
    pub fn undo(&mut self) -> RobotsReply {
        let actions = self.table.history().cycles().flat_map(|cycle| cycle.entries);
        let newest = actions.filter_map(|entry| match &entry.by {
            By::Action(_, action) => Some(*action),
            _ => None,
        });
        let newest = newest.last();
        match newest {
            Some(action) if self.table.undo() => {
                self.undone.push(action);
                Ok("Taken back.".into())
            }
            _ => Err("there is no turn of yours to take back".into()),
        }
    }

    /// Takes the newest action that was taken back again; what was drawn is drawn again.
    pub fn redo(&mut self) -> RobotsReply {
        let Some(action) = self.undone.last().copied() else {
            return Err("there is nothing to redo".into());
        };
        self.take(action)?;
        self.undone.pop();
        Ok(self.news())
    }

    /// Keeps what was played so far in a file.
    pub fn save(&mut self, path: &Path) -> RobotsReply {
        let Some(saver) = &mut self.saver else {
            return Err("nothing can be saved here".into());
        };
        let header = self.table.header().clone();
        match saver.save(path, &header, &mut self.table) {
            Ok(()) => Ok(format!("Saved in {}.", path.display())),
            Err(error) => Err(first_line(&error)),
        }
    }

    /// Checks that a file holds a game of this kind and asks for it to follow this one. An error of
    /// the file is reported here, so that this game can go on.
    pub fn load(&self, path: &Path) -> Result<Then, String> {
        let game = GameEntry::<RobotsGame>::new();
        match game.load(&WorldPath::on_disk(path), self.table.header()) {
            Ok(_) => Ok(Then::Load(path.to_owned())),
            Err(error) => Err(first_line(&error)),
        }
    }

    /// Switches safe mode, and says what it does now.
    pub(crate) fn switch_safe(&mut self, mode: SafeMode) -> RobotsReply {
        self.safe_mode = mode;
        let words = match mode {
            SafeMode::On => {
                "Safe mode is on: what lets you die is refused while another action does not."
            }
            SafeMode::Steps => "Safe mode is on for steps only: a step into a robot is refused.",
            SafeMode::Off => "Safe mode is off.",
        };
        Ok(words.into())
    }

    /// The statistics until now, a line each: the figures, and the time that people played.
    pub fn statistics(&self) -> String {
        let (game, state) = (self.table.game(), self.table.state());
        let seconds = self.table.played().map(|time| time.as_secs());
        let time = seconds.map(|time| ("time", format!("{}:{:02}", time / 60, time % 60)));
        let named = game.figures(state).named().into_iter().chain(time);
        let lines = named.map(|(name, value)| format!("{name:<30} {value}\n"));
        lines.collect()
    }

    /// Robots and teleports, a line each.
    pub fn debug(&self) -> Vec<String> {
        let (state, scenario) = (self.table.state(), self.table.game().scenario());
        let robots = state.robots.iter().zip(1..).map(|(cell, n): (_, usize)| {
            format!("robot {n:>2} {cell}, {} away", cell.distance(state.player))
        });
        let teleports = scenario.teleports.iter().zip(1..);
        let teleports = teleports.map(|(cell, n): (_, usize)| {
            let why = rules::check_teleport(scenario, state, *cell);
            let how = why.map_or_else(|rule| rule.to_string(), |()| "available".into());
            format!("teleport {n:>2} {cell}, {how}")
        });
        robots.chain(teleports).collect()
    }
}
