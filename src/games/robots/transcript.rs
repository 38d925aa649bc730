//! ROBOTS in words: what is done and what comes of it, the board, and the figures of a game.

use serde::Serialize;

use super::board::{BoardCell, Direction, SIDE};
use super::trace::sign;
use super::{Action, Ending, Event, Robots, RobotsGame, Scenario, State, Stats, rules};
use chase_engine::game::{Game as _, Turn};
use chase_engine::header::to_json;
use chase_engine::seat::{Seat, Seats};
use chase_kit::faces::{Kit, MayFit, RefereeRules, Transcript};
use chase_kit::tally::Tally;
use chase_kit::trace::TraceRow;
use chase_kit::transcript::text;

/// A turn for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The number of actions taken.
    pub turn: u32,
    /// The cell of the player.
    pub player: BoardCell,
    /// The cells of the robots.
    pub robots: Vec<BoardCell>,
    /// The cells with debris, by row and column.
    pub debris: Vec<BoardCell>,
    /// The teleports that can be used now.
    pub teleports: Vec<BoardCell>,
    /// The figures of the game until now.
    pub stats: Figures,
    /// The ending, once the game is over.
    pub ending: Option<Ending>,
}

/// Every figure of the game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    /// The number of actions taken.
    pub moves: u32,
    /// The number of teleports used.
    pub teleports_used: u32,
    /// Teleports that can be used now.
    pub teleports_available: u32,
    /// The number of times that debris was pushed.
    pub pushes: u32,
    /// Robots destroyed by each other.
    pub robots_by_collision: u32,
    /// Robots destroyed by walking into debris.
    pub robots_by_debris: u32,
    /// Robots destroyed by a push.
    pub robots_by_push: u32,
    /// The number of cells with debris.
    pub debris_cells: u32,
    /// The number of robots that are left.
    pub robots_left: u32,
    /// The least distance, rows plus columns, of a robot so far.
    pub closest_approach: Option<u8>,
}

/// An action in words.
pub(super) fn action_words(state: &State, action: Action) -> String {
    let direction = match action {
        Action::Walk { direction } => direction,
        Action::Stay => return "stay".into(),
        Action::Teleport { to } => return format!("teleport to {to}"),
        Action::TeleportAnywhere => return "teleport anywhere".into(),
    };
    let walk = format!("walk {}", direction.name());
    match rules::step(state, direction) {
        Ok(rules::StepOutcome::Free(to)) => format!("{walk} to {to}"),
        Ok(rules::StepOutcome::Robot(to)) => format!("{walk} into the robot on {to}"),
        Ok(rules::StepOutcome::Push { to, debris, crushes }) => {
            let robot = if crushes { ", onto a robot" } else { "" };
            format!("{walk} to {to}, push debris to {debris}{robot}")
        }
        Err(_) => walk,
    }
}

/// The action that a text means, legal or not: its words or notation, or something shorter.
pub(super) fn parse_action(scenario: &Scenario, text: &str) -> Option<Action> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    Some(match words.as_slice() {
        ["stay" | "."] => Action::Stay,
        ["teleport" | "t"] | ["teleport" | "t", "anywhere"] => Action::TeleportAnywhere,
        ["teleport" | "t", "to", to] | ["teleport" | "t", to] => {
            let nth = |number: usize| scenario.teleports.get(number.checked_sub(1)?).copied();
            let to = BoardCell::parse(to).or_else(|| to.parse().ok().and_then(nth))?;
            Action::Teleport { to }
        }
        ["walk", way] | ["walk", way, "to" | "into", ..] | [way] => {
            Action::Walk { direction: Direction::parse(way)? }
        }
        _ => return None,
    })
}

/// An event in words; none for what the board and the ending tell.
pub(super) fn event_words(event: &Event) -> String {
    match event {
        Event::Stayed => "the player stays".into(),
        Event::Walked { to } => format!("the player walks to {to}"),
        Event::RanInto { to } => format!("the player walks into the robot on {to}"),
        Event::Pushed { to, debris, crushed } => {
            let robot = if *crushed { ", onto a robot" } else { "" };
            format!("the player walks to {to}, pushes debris to {debris}{robot}")
        }
        Event::Teleported { to } => format!("the player teleports to {to}"),
        Event::Forfeited { cause } => format!("the player loses its turn: {}", cause.word()),
        Event::RobotsMoved(moved) => moved.words(),
        Event::Opened | Event::Ended { .. } => String::new(),
    }
}

/// The character for the contents of a cell.
fn sign_of(state: &State, teleports: &[BoardCell], cell: BoardCell) -> char {
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
    ) -> impl Iterator<Item = BoardCell> + 'a {
        let cells = self.scenario.teleports.iter().enumerate();
        cells.filter_map(|(n, cell)| (state.used >> n & 1 == 0).then_some(*cell))
    }

    /// Appends the board with the numbers of the rows and of every fifth column.
    fn put_board(&self, state: &State, out: &mut Vec<u8>) {
        let teleports: Vec<_> = self.teleports_left(state).collect();
        text(out, format_args!("   1"));
        for column in (5..=SIDE).step_by(5) {
            text(out, format_args!("{column:>width$}", width = if column == 5 { 4 } else { 5 }));
        }
        for row in 1..=SIDE {
            let signs = (1..=SIDE).map(|column| sign_of(state, &teleports, BoardCell(row, column)));
            text(out, format_args!("\n{row:>2} {}", signs.collect::<String>()));
        }
        out.push(b'\n');
    }

    /// All figures of the game.
    pub fn figures(&self, state: &State) -> Figures {
        let Stats { teleports, pushes, by_collision, by_debris, by_push, closest } = state.stats;
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

    /// A line for every figure.
    fn figures_text(&self, state: &State, out: &mut Vec<u8>) {
        for (name, value) in self.figures(state).named() {
            text(out, format_args!("{name:<30} {value}\n"));
        }
    }
}

impl Figures {
    /// Each figure with its name.
    pub fn named(&self) -> [(&'static str, String); 10] {
        let closest = self.closest_approach.map(|distance| distance.to_string());
        [
            ("moves", self.moves.to_string()),
            ("teleports used", self.teleports_used.to_string()),
            ("teleports available", self.teleports_available.to_string()),
            ("pushes", self.pushes.to_string()),
            ("robots destroyed by collision", self.robots_by_collision.to_string()),
            ("robots destroyed by debris", self.robots_by_debris.to_string()),
            ("robots destroyed by push", self.robots_by_push.to_string()),
            ("cells with debris", self.debris_cells.to_string()),
            ("robots left", self.robots_left.to_string()),
            ("closest approach", closest.unwrap_or_else(|| "-".into())),
        ]
    }
}

/// The text of the kit, with the board above a moment and the figures below it.
pub(super) struct WithFigures;

impl Transcript<RobotsGame> for WithFigures {
    fn moment(&self, game: &RobotsGame, state: &State, players: &[String], out: &mut Vec<u8>) {
        game.put_board(state, out);
        Kit.moment(game, state, players, out);
        out.push(b'\n');
        game.figures_text(state, out);
    }

    fn facts(&self, game: &RobotsGame, state: &State, _: &[String]) -> impl Serialize {
        let is_to_act = matches!(game.turn(state), Turn::Seat(_));
        let teleports = rules::available(&game.scenario, state).filter(|_| is_to_act);
        Facts {
            turn: state.turn,
            player: state.player,
            robots: state.robots.clone(),
            debris: state.debris.iter().collect(),
            teleports: teleports.collect(),
            stats: game.figures(state),
            ending: state.ended,
        }
    }

    fn tally(&self, game: &RobotsGame) -> Box<dyn Tally<RobotsGame>> {
        Box::new(NewestState(game.start()))
    }
}

/// The referee of the kit, which goes through all luck there is: at most 20 cells where a teleport leads.
pub(super) struct KnownLuck;

impl RefereeRules<RobotsGame> for KnownLuck {
    fn may_fit(&self, _: &RobotsGame, _: &State, _: Seat, _: &Action, _: &TraceRow) -> MayFit {
        MayFit::Never
    }
}

/// The state after the newest event, which holds all figures.
struct NewestState(State);

impl Tally<RobotsGame> for NewestState {
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
        Box::new(NewestState(self.0.clone()))
    }
}

impl Robots {
    /// Returns what became of the robots in their move, as in `the robots move: 3 left, 2 collide`.
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
