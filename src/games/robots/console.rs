//! A person at the board: full-screen at a terminal, line by line elsewhere.
//!
//! A line is an action: a direction (`n`, `ne`, ... or `h j k l y u b n`-keys are for the screen),
//! `stay`, `teleport N` by number, `teleport` for any. Beside them there are `?` for what can be
//! done, `safe`, `undo`, `redo`, `save FILE`, `load FILE`, `debug` and `quit`. What is refused says
//! why and costs nothing.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::board::{Cell, Direction};
use super::rules::{self, Illegal};
use super::transcript::{BANNER, deed};
use super::{Action, Event, RobotsGame};
use crate::engine::any::{AnyReplay, RecordError, Sink};
use crate::engine::budget::StopFlag;
use crate::engine::entry::GameEntry;
use crate::engine::game::{Game as _, Turn};
use crate::engine::replay::{Broken, By, Header};
use crate::engine::transcript::Transcript as _;
use crate::error::{Error, quoted};
use crate::games::table::{After, Table};
use crate::games::{CommandLine as _, Console, Input, Prompt, Saver, Then};

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// An action.
    Do(Action),
    /// The teleport of this number, from 1.
    TeleportNumber(usize),
    Help,
    Safe,
    Undo,
    Redo,
    Save(PathBuf),
    Load(PathBuf),
    Debug,
    Quit,
    Nothing,
    Nonsense(String),
}

fn parse(line: &str) -> Asked {
    let words: Vec<_> = line.split_whitespace().collect();
    let lower: Vec<_> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let lower: Vec<_> = lower.iter().map(String::as_str).collect();
    match lower.as_slice() {
        [] => Asked::Nothing,
        ["quit" | "exit"] => Asked::Quit,
        ["?" | "help"] => Asked::Help,
        ["safe"] => Asked::Safe,
        ["undo"] => Asked::Undo,
        ["redo"] => Asked::Redo,
        ["debug"] => Asked::Debug,
        ["stay" | "."] => Asked::Do(Action::Stay),
        ["teleport" | "t"] => Asked::Do(Action::TeleportAnywhere),
        ["teleport" | "t", number] => match number.parse() {
            Ok(number) => Asked::TeleportNumber(number),
            Err(_) => Asked::Nonsense(format!("`{}` is no teleport's number", quoted(number))),
        },
        // A path keeps its case.
        ["save", _] => Asked::Save(words[1].into()),
        ["load", _] => Asked::Load(words[1].into()),
        ["walk", way] | [way] => match Direction::parse(way) {
            Some(direction) => Asked::Do(Action::Walk { direction }),
            None => Asked::Nonsense(format!("`{}` is no action", quoted(line.trim()))),
        },
        _ => Asked::Nonsense(format!("`{}` is no action", quoted(line.trim()))),
    }
}

/// A game that a person plays: what can be done to it, whatever it is shown on.
pub(super) struct Play {
    pub table: Table<RobotsGame>,
    /// Whether a step into a robot is refused.
    pub is_safe: bool,
    /// What was taken back, the newest last.
    undone: Vec<Action>,
    saver: Option<Box<dyn Saver>>,
}

/// What became of something that was asked for: words for the player.
pub(super) type Answer = Result<String, Refusal>;

/// Why something that was asked for is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The game is over.
    Over,
    /// The game is not over, and another was asked for.
    NotOver,
    /// Safe mode is on, and a robot stands there.
    Robot(Cell),
    /// There is no teleport of this number.
    NoTeleport { number: usize, last: usize },
    /// A cell that nothing leads to.
    OutOfReach(Cell),
    /// A rule forbids the action.
    Rule(Illegal),
    /// No turn can be taken back.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// Nothing can be saved here.
    NoSaver,
    /// A file that cannot be written or read.
    File(Error),
    /// A line that is nothing that can be done.
    Nonsense(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("the game is over; undo takes the last turn back"),
            Refusal::NotOver => f.write_str("the game is not over; q quits, z takes a turn back"),
            Refusal::Robot(to) => write!(
                f,
                "there is a robot on {to}; with safe mode off you would walk into it"
            ),
            Refusal::NoTeleport { number, last } => {
                write!(f, "there is no teleport {number}; the last is {last}")
            }
            Refusal::OutOfReach(cell) => {
                write!(f, "{cell} is neither next to you nor a teleport")
            }
            Refusal::Rule(rule) => rule.fmt(f),
            Refusal::NothingToUndo => f.write_str("there is no turn of yours to take back"),
            Refusal::NothingToRedo => f.write_str("nothing was taken back"),
            Refusal::NoSaver => f.write_str("nothing can be saved here"),
            // The way out in its other lines is one of the command line.
            Refusal::File(error) => {
                f.write_str(error.to_string().lines().next().unwrap_or_default())
            }
            Refusal::Nonsense(what) => write!(f, "{what}; ? lists what can be done"),
        }
    }
}

impl std::error::Error for Refusal {}

impl Play {
    /// Sits the player down.
    pub fn open(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        Ok(Play {
            table: Table::open(header, stop)?,
            is_safe: true,
            undone: Vec::new(),
            saver: None,
        })
    }

    /// Takes what can keep the game.
    pub fn keep_with(&mut self, saver: Box<dyn Saver>) {
        self.saver = Some(saver);
    }

    /// The world's turns, until the player is to act or it is over.
    pub fn settle(&mut self) {
        while self.table.turn() == Turn::World {
            self.table.step();
        }
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(self.table.turn(), Turn::Over(_))
    }

    /// Takes an action and lets the robots answer.
    pub fn act(&mut self, action: Action) -> Answer {
        self.take(action)?;
        self.undone.clear();
        Ok(self.news())
    }

    fn take(&mut self, action: Action) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let state = self.table.state();
        if self.is_safe
            && let Action::Walk { direction } = action
            && let Ok(rules::Step::Robot(to)) = rules::step(state, direction)
        {
            return Err(Refusal::Robot(to));
        }
        self.table.act(action).map_err(Refusal::Rule)?;
        self.settle();
        Ok(())
    }

    /// Goes to a teleport by its number, from 1.
    pub fn teleport(&mut self, number: usize) -> Answer {
        let teleports = &self.table.game().scenario().teleports;
        let to = number
            .checked_sub(1)
            .and_then(|n| teleports.get(n))
            .copied();
        let last = teleports.len();
        let to = to.ok_or(Refusal::NoTeleport { number, last })?;
        self.act(Action::Teleport { to })
    }

    /// What the newest turn came to.
    fn news(&self) -> String {
        let cycles: Vec<_> = self.table.history().cycles().collect();
        let Some(newest) = cycles.last() else {
            return String::new();
        };
        let mut words = Vec::new();
        for (entry, events) in newest.turns() {
            for event in events {
                match (&entry.by, event) {
                    (By::Action(_, action), event) => {
                        words.push(format!("You: {}", deed(action, event)))
                    }
                    (_, Event::RobotsMoved(moved)) => words.push(moved.words()),
                    _ => {}
                }
            }
        }
        words.join("; ")
    }

    /// Takes the newest action back.
    pub fn undo(&mut self) -> Answer {
        let actions = self
            .table
            .history()
            .cycles()
            .flat_map(|cycle| cycle.entries);
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
            _ => Err(Refusal::NothingToUndo),
        }
    }

    /// Takes the newest action that was taken back again; what was drawn is drawn again.
    pub fn redo(&mut self) -> Answer {
        let Some(action) = self.undone.last().copied() else {
            return Err(Refusal::NothingToRedo);
        };
        self.take(action)?;
        self.undone.pop();
        Ok(self.news())
    }

    /// Keeps what was played so far in a file.
    pub fn save(&mut self, path: &Path) -> Answer {
        let Some(saver) = &mut self.saver else {
            return Err(Refusal::NoSaver);
        };
        let header = self.table.header().clone();
        match saver.save(path, &header, &mut self.table) {
            Ok(()) => Ok(format!("Saved in {}.", path.display())),
            Err(error) => Err(Refusal::File(error)),
        }
    }

    /// What comes after this game when another file's is wanted; a file that holds none is told
    /// here, where the game can go on.
    pub fn load(&self, path: &Path) -> Result<Then, Refusal> {
        let game = GameEntry::<RobotsGame>::new();
        match game.load(path, self.table.header()) {
            Ok(_) => Ok(Then::Load(path.to_owned())),
            Err(error) => Err(Refusal::File(error)),
        }
    }

    /// Switches safe mode.
    pub fn switch_safe(&mut self) -> Answer {
        self.is_safe = !self.is_safe;
        let mode = if self.is_safe { "on" } else { "off" };
        Ok(format!("Safe mode is {mode}."))
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

/// The session of one game.
pub struct RobotsConsole {
    play: Play,
    is_screen: bool,
    colour: bool,
}

impl RobotsConsole {
    /// Sits the player down.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        Ok(RobotsConsole {
            play: Play::open(header, stop)?,
            is_screen: false,
            colour: false,
        })
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        let (game, state) = (self.play.table.game(), self.play.table.state());
        text.extend_from_slice(format!("Turn {}\n", state.turn).as_bytes());
        game.board_text(state, &mut text);
        let figures = game.figures(state);
        let line = format!(
            "robots {}, debris {}, teleports {} of {}, pushes {}\n",
            figures.robots_left,
            figures.debris_cells,
            figures.teleports_available,
            game.scenario().teleports.len(),
            figures.pushes
        );
        text.extend_from_slice(line.as_bytes());
        game.ending(state, &mut text);
        out.write_all(&text)
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, state) = (self.play.table.game(), self.play.table.state());
        let mut legal = Vec::new();
        let mut text = Vec::new();
        for action in game.legal(state, super::PLAYER, &mut legal) {
            text.extend_from_slice(b"  ");
            game.action(state, super::PLAYER, action, &mut text);
            text.push(b'\n');
        }
        let teleports = game.scenario().teleports.iter().zip(1..);
        for (cell, n) in teleports {
            let n: usize = n;
            text.extend_from_slice(format!("  teleport {n} is on {cell}\n").as_bytes());
        }
        text.extend_from_slice(
            b"  undo, redo, safe (mode on or off), save FILE, load FILE, debug, quit\n",
        );
        out.write_all(&text)
    }

    /// Line by line. What comes after.
    fn lines(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        writeln!(out, "\n{BANNER}\n")?;
        self.play.settle();
        self.show(out)?;
        loop {
            if self.play.is_over() {
                match self.play.table.offer_another(input, out)? {
                    After::Another => return Ok(Then::Another),
                    After::Done => return Ok(Then::Done),
                    After::Undone => self.show(out)?,
                }
                continue;
            }
            let Some(line) = input.line(out, Prompt::New("Your action? "))? else {
                out.write_all(b"\n")?;
                return Ok(Then::Done);
            };
            let answer = match parse(&line) {
                Asked::Nothing => continue,
                Asked::Quit => return Ok(Then::Done),
                Asked::Help => {
                    self.help(out)?;
                    continue;
                }
                Asked::Debug => {
                    for line in self.play.debug() {
                        writeln!(out, "{line}")?;
                    }
                    continue;
                }
                Asked::Load(path) => match self.play.load(&path) {
                    Ok(then) => return Ok(then),
                    Err(why) => Err(why),
                },
                Asked::Nonsense(what) => Err(Refusal::Nonsense(what)),
                Asked::Do(action) => self.play.act(action),
                Asked::TeleportNumber(number) => self.play.teleport(number),
                Asked::Safe => self.play.switch_safe(),
                Asked::Undo => self.play.undo(),
                Asked::Redo => self.play.redo(),
                Asked::Save(path) => self.play.save(&path),
            };
            match answer {
                Ok(words) => {
                    writeln!(out, "{words}")?;
                    self.show(out)?;
                }
                Err(why) => writeln!(out, "Refused: {}.", why.to_string().trim_end_matches('.'))?,
            }
        }
    }
}

impl Console for RobotsConsole {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        self.play.table.past(now)
    }

    fn keeps_its_past(&self) -> bool {
        true
    }

    fn colours(&mut self, on: bool) {
        self.colour = on;
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }

    fn saver(&mut self, saver: Box<dyn Saver>) {
        self.play.keep_with(saver);
    }

    fn now(&self) -> &dyn AnyReplay {
        self.play.table.kept()
    }

    fn run(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        sink: Option<&mut dyn Sink>,
    ) -> io::Result<Then> {
        let then = if self.is_screen {
            super::screen::run(&mut self.play, self.colour, out)
        } else {
            self.lines(input, out)
        };
        self.play.table.keep(sink)?;
        out.flush()?;
        then
    }
}
