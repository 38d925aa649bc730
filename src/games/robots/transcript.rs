//! A game in words: the board after every turn, under a line that says what was done.

use std::sync::Arc;

use serde::Serialize;

use super::board::{Cell, SIDE};
use super::scenario::Mode;
use super::trace::{BANNER, TRACE, cells_words, column, show, sign};
use super::{Action, Ending, Event, Robots, RobotsGame, State, Stats, reading, rules};
use chase_core::blocks::BlockReader;
use chase_core::budget::StopFlag;
use chase_core::game::{Game as _, Seat, Turn};
use chase_core::header::to_json;
use chase_core::referee::Referee;
use chase_core::replay::{By, Cycle, Header};
use chase_core::rules_referee::RulesReferee;
use chase_core::seat::Seats;
use chase_core::tally::Tally;
use chase_core::trace::{Cell as Shown, Column, Columns, Row, TraceReader};
use chase_core::transcript::{Transcript, text};

/// A turn for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// How many actions were taken.
    pub turn: u32,
    /// Where the player is.
    pub player: Cell,
    /// Where the robots are.
    pub robots: Vec<Cell>,
    /// The cells with debris, by row and column.
    pub debris: Vec<Cell>,
    /// The teleports that can be used now.
    pub teleports: Vec<Cell>,
    /// What is counted on the way through the game.
    pub stats: Figures,
    /// How it ended, once it has.
    pub ending: Option<Ending>,
}

/// Every figure of the game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    /// How many actions were taken.
    pub moves: u32,
    /// How many teleports were used.
    pub teleports_used: u32,
    /// Teleports that can be used now.
    pub teleports_available: u32,
    /// How often debris was pushed.
    pub pushes: u32,
    /// Robots destroyed by each other.
    pub robots_by_collision: u32,
    /// Robots destroyed by walking into debris.
    pub robots_by_debris: u32,
    /// Robots destroyed by a push.
    pub robots_by_push: u32,
    /// How many cells hold debris.
    pub debris_cells: u32,
    /// How many robots are still there.
    pub robots_left: u32,
    /// The least distance, rows plus columns, of a robot so far.
    pub closest_approach: Option<u8>,
}

/// `2 robots`.
pub(super) fn count(n: impl Into<u64>, noun: &str) -> String {
    match n.into() {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

/// What an action did, in words.
pub(super) fn deed(action: &Action, event: &Event) -> String {
    let way = match action {
        Action::Walk { direction } => direction.name(),
        _ => "",
    };
    match event {
        Event::Stayed => "stays".into(),
        Event::Walked { to } => format!("walks {way} to {to}"),
        Event::RanInto { to } => format!("walks {way} into the robot on {to}"),
        Event::Pushed {
            to,
            debris,
            crushed,
        } => {
            let robot = if *crushed { ", onto a robot" } else { "" };
            format!("walks {way} to {to}, pushes debris to {debris}{robot}")
        }
        Event::Teleported { to } => format!("teleports to {to}"),
        Event::Forfeited { cause } => format!("loses its turn: {}", cause.word()),
        Event::Opened | Event::RobotsMoved(_) | Event::Ended { .. } => String::new(),
    }
}

/// What stands on a cell.
pub(super) fn sign_of(state: &State, teleports: &[Cell], cell: Cell) -> char {
    let robot = state.robots.contains(&cell);
    let debris = state.debris.has(cell);
    match (cell == state.player, robot, debris) {
        (true, true, _) => sign::UNDER_ROBOT,
        (true, _, true) => sign::UNDER_DEBRIS,
        (true, ..) => sign::PLAYER,
        (_, true, _) => sign::ROBOT,
        (_, _, true) => sign::DEBRIS,
        _ if teleports.contains(&cell) => sign::TELEPORT,
        _ => sign::EMPTY,
    }
}

impl RobotsGame {
    /// The teleports that were not used up.
    pub(super) fn teleports_left<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = Cell> + 'a {
        let cells = self.scenario.teleports.iter().enumerate();
        cells.filter_map(|(n, cell)| (state.used >> n & 1 == 0).then_some(*cell))
    }

    /// The board, a line for every row.
    pub(super) fn board_text(&self, state: &State, out: &mut Vec<u8>) {
        let teleports: Vec<_> = self.teleports_left(state).collect();
        for row in 1..=SIDE {
            let signs = (1..=SIDE).map(|column| sign_of(state, &teleports, Cell(row, column)));
            let line: String = signs.collect();
            text(out, format_args!("{line}\n"));
        }
    }

    /// The same with the numbers of rows, and of every fifth column.
    fn labelled_board_text(&self, state: &State, out: &mut Vec<u8>) {
        let mut above = String::from("   1");
        for column in (5..=SIDE).step_by(5) {
            above.push_str(&format!(
                "{column:>width$}",
                width = if column == 5 { 4 } else { 5 }
            ));
        }
        text(out, format_args!("{above}\n"));
        let mut board = Vec::new();
        self.board_text(state, &mut board);
        let board = String::from_utf8_lossy(&board);
        for (n, row) in (1..).zip(board.lines()) {
            let n: u8 = n;
            text(out, format_args!("{n:>2} {row}\n"));
        }
    }

    /// Every figure.
    #[must_use]
    pub fn figures(&self, state: &State) -> Figures {
        let Stats {
            teleports,
            pushes,
            by_collision,
            by_debris,
            by_push,
            closest,
        } = state.stats;
        let small = |n: usize| u32::try_from(n).expect("a board is small");
        Figures {
            moves: state.turn,
            teleports_used: teleports,
            teleports_available: small(rules::available(&self.scenario, state).count()),
            pushes,
            robots_by_collision: by_collision,
            robots_by_debris: by_debris,
            robots_by_push: by_push,
            debris_cells: state.debris.count(),
            robots_left: small(state.robots.len()),
            closest_approach: closest,
        }
    }
}

impl RobotsGame {
    /// A line for every figure.
    fn figures_text(&self, state: &State, out: &mut Vec<u8>) {
        for (name, value) in self.figures(state).named() {
            text(out, format_args!("{name:<30} {value}\n"));
        }
    }
}

impl Figures {
    /// Each figure with its name.
    #[must_use]
    pub fn named(&self) -> [(&'static str, String); 10] {
        let closest = self.closest_approach.map(|distance| distance.to_string());
        [
            ("moves", self.moves.to_string()),
            ("teleports used", self.teleports_used.to_string()),
            ("teleports available", self.teleports_available.to_string()),
            ("pushes", self.pushes.to_string()),
            (
                "robots destroyed by collision",
                self.robots_by_collision.to_string(),
            ),
            (
                "robots destroyed by debris",
                self.robots_by_debris.to_string(),
            ),
            ("robots destroyed by push", self.robots_by_push.to_string()),
            ("cells with debris", self.debris_cells.to_string()),
            ("robots left", self.robots_left.to_string()),
            ("closest approach", closest.unwrap_or_else(|| "-".into())),
        ]
    }
}

impl Transcript for RobotsGame {
    fn opening(&self, out: &mut Vec<u8>) {
        let robots = count(self.scenario.robots.len() as u64, "robot");
        let teleports = count(self.scenario.teleports.len() as u64, "teleport");
        let mode = match self.scenario.mode {
            Mode::Reuse => "used again and again",
            Mode::Once => "used once each",
        };
        text(
            out,
            format_args!("\n{BANNER}\n\n{robots}, {teleports}, {mode}.\n\n"),
        );
    }

    fn deeds(&self, newest: Cycle<'_, Self>) -> Option<String> {
        newest.turns().find_map(|(entry, events)| match &entry.by {
            By::Action(_, action) => Some(deed(action, events.first()?)),
            By::Forfeit(..) => Some(deed(&Action::Stay, events.first()?)),
            By::World => None,
        })
    }

    fn block(&self, _: Cycle<'_, Self>, state: &State, out: &mut Vec<u8>) {
        self.board_text(state, out);
    }

    fn ending_words(&self, state: &State) -> String {
        state.ended.map_or("", Ending::words).to_owned()
    }

    fn columns() -> &'static [Column] {
        TRACE
    }

    fn printed(row: &Row) -> Vec<(String, Columns)> {
        let cell = |n: usize| match &row.cells[n] {
            Shown::Text(words) => words.split_whitespace().count(),
            _ => 0,
        };
        let column = Columns::only;
        let player = format!("player {}", row.cells[column::PLAYER]);
        let robots = count(cell(column::ROBOTS) as u64, "robot");
        let debris = format!("{} debris", cell(column::DEBRIS));
        vec![
            (player, column(column::PLAYER).with(column(column::ACTION))),
            (robots, column(column::ROBOTS)),
            (debris, column(column::DEBRIS)),
        ]
    }

    fn show(&self, state: &State, row: &mut Row) {
        show(state.player, &state.robots, &state.debris, row);
    }

    fn statements(&self) -> Vec<(String, String)> {
        let robots = cells_words(self.scenario.robots.iter().copied());
        let teleports: Vec<_> = self
            .scenario
            .teleports
            .iter()
            .map(Cell::to_string)
            .collect();
        let said = [
            ("robots", robots),
            ("teleports", teleports.join(" ")),
            ("mode", self.scenario.mode.word().to_owned()),
            ("turns", self.scenario.turns.to_string()),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn recognises(beginning: &str) -> bool {
        let mut lines = beginning.lines().skip_while(|line| line.trim().is_empty());
        lines.next().is_some_and(|first| first.trim() == BANNER)
    }

    fn reader() -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<Self>(reading::Reading::default()))
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        Box::new(RulesReferee::new(game, header, dice_known, stop))
    }

    fn moment(&self, state: &State, players: &[String], out: &mut Vec<u8>) {
        let player = players.first().map_or("", String::as_str);
        text(out, format_args!("Turn {}, {player}\n", state.turn));
        self.labelled_board_text(state, out);
        out.push(b'\n');
        self.figures_text(state, out);
        if state.ended.is_some() {
            out.push(b'\n');
            self.ending(state, out);
        }
    }

    fn facts(&self, state: &State, _: &[String]) -> String {
        let is_to_act = matches!(self.turn(state), Turn::Seat(_));
        let teleports = rules::available(&self.scenario, state).filter(|_| is_to_act);
        to_json(&Facts {
            turn: state.turn,
            player: state.player,
            robots: state.robots.clone(),
            debris: state.debris.iter().collect(),
            teleports: teleports.collect(),
            stats: self.figures(state),
            ending: state.ended,
        })
    }

    fn notation(&self, _: &State, action: &Action) -> Option<String> {
        let teleports = &self.scenario().teleports;
        match action {
            Action::Walk { direction } => Some(direction.name().to_owned()),
            Action::Teleport { to } => {
                let number = teleports.iter().position(|cell| cell == to)? + 1;
                Some(format!("teleport {number}"))
            }
            Action::TeleportAnywhere => Some("teleport".into()),
            Action::Stay => None,
        }
    }

    fn action(&self, state: &State, _: Seat, action: &Action, out: &mut Vec<u8>) {
        match action {
            Action::Stay => text(out, format_args!("stay")),
            Action::Walk { direction } => {
                text(out, format_args!("walk {}", direction.name()));
                match rules::step(state, *direction) {
                    Ok(rules::Step::Free(to)) => text(out, format_args!(" to {to}")),
                    Ok(rules::Step::Robot(to)) => {
                        text(out, format_args!(" into the robot on {to}"));
                    }
                    Ok(rules::Step::Push {
                        to,
                        debris,
                        crushes,
                    }) => {
                        let robot = if crushes { ", onto a robot" } else { "" };
                        text(
                            out,
                            format_args!(" to {to}, push debris to {debris}{robot}"),
                        );
                    }
                    Err(_) => {}
                }
            }
            Action::Teleport { to } => text(out, format_args!("teleport to {to}")),
            Action::TeleportAnywhere => text(out, format_args!("teleport anywhere")),
        }
    }

    fn event(&self, before: &State, event: &Event, out: &mut Vec<u8>) {
        let walk = |to: Cell| {
            let mut ways = super::Direction::ALL.into_iter();
            let direction = ways.find(|way| before.player.step(*way) == Some(to));
            direction.map_or(Action::Stay, |direction| Action::Walk { direction })
        };
        match event {
            Event::Opened => {
                let robots = count(before.robots.len() as u64, "robot");
                text(out, format_args!("the game begins with {robots}"));
            }
            Event::RobotsMoved(moved) => text(out, format_args!("{}", moved.words())),
            Event::Ended { cause } => text(out, format_args!("{}", cause.words())),
            Event::Walked { to } | Event::RanInto { to } | Event::Pushed { to, .. } => {
                let words = deed(&walk(*to), event);
                text(out, format_args!("the player {words}"));
            }
            Event::Stayed | Event::Teleported { .. } | Event::Forfeited { .. } => {
                let words = deed(&Action::Stay, event);
                text(out, format_args!("the player {words}"));
            }
        }
    }

    fn tally(&self) -> Box<dyn Tally<Self>> {
        Box::new(Newest(self.start()))
    }
}

/// The state after the newest event, which holds all figures.
struct Newest(State);

impl Tally<RobotsGame> for Newest {
    fn count(&mut self, game: &RobotsGame, before: &State, event: &Event) {
        self.0.clone_from(before);
        // The fold has let it in.
        let _ = game.apply(&mut self.0, event);
    }

    fn json(&self, game: &RobotsGame, _: Option<Seats>) -> String {
        to_json(&game.figures(&self.0))
    }

    fn text(&self, game: &RobotsGame, _: Option<Seats>, out: &mut Vec<u8>) {
        game.figures_text(&self.0, out);
    }

    fn again(&self) -> Box<dyn Tally<RobotsGame>> {
        Box::new(Newest(self.0.clone()))
    }
}

impl Robots {
    /// In words.
    pub(super) fn words(&self) -> String {
        let mut words = format!("the robots move: {} left", self.robots.len());
        if self.collided > 0 {
            words.push_str(&format!(", {} collide", self.collided));
        }
        if self.crashed > 0 {
            words.push_str(&format!(", {} walk into debris", self.crashed));
        }
        if self.caught > 0 {
            words.push_str(&format!(", {} reach the player", self.caught));
        }
        words
    }
}
