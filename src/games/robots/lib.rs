//! ROBOTS: one player on a board of 31 x 31, robots that come nearer with every turn, debris and
//! teleports. Source: the design document of a course's assignment; where it is silent, the
//! programming-contest problem "Robots" with the same board and files.
//!
//! A turn is one action of the player, then all robots. The player walks to a neighbour, stays, or
//! teleports. Walking onto debris pushes it one cell on, and destroys a robot there; walking into
//! a robot is death. Robots all move at once, each by the signs of the differences to the player's
//! cell. Where the player stands they kill, even several at once; on debris they are destroyed;
//! two or more on one cell destroy each other and leave debris.
//!
//! The game is won when no robot is left and the player lives, tested after the player's action,
//! when the robots then do not move, and after theirs. Death beats winning.
//!
//! A cycle is one turn; cycle 0 is the board before the first. The robots' move is the world's.

pub mod args;
pub mod board;
pub mod contest;
mod danger;
pub mod game_file;
pub mod new;
mod numbers;
mod openings;
mod options;
mod picture;
pub mod players;
pub mod rules;
pub mod scenario;
mod trace;
pub mod transcript;
mod wire_form;

use serde::{Deserialize, Serialize};

use chase_engine::dice::Dice;
use chase_engine::game::{
    BrokenRule, Decided, Fault, Forfeit, ForfeitCause, Game, Outcome, Seat, Turn,
};
use chase_kit::extras::Extras;
use chase_kit::faces::{NumericForm, Picture, Playable, RefereeRules, Transcript, WireForm};
use chase_kit::player_kind::PlayerKind;
use chase_kit::trace::Column;

pub use board::{BoardCell, Cells, Direction};
pub use scenario::{Mode, Scenario};

/// A scenario made playable.
#[derive(Debug)]
pub struct RobotsGame {
    scenario: Scenario,
}

/// The state of a game: everything that the rules need to continue it, and the counts shown beside
/// the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// True once cycle 0 is over.
    pub opened: bool,
    /// The number of actions taken.
    pub turn: u32,
    /// True when the robots are to move.
    pub acted: bool,
    /// The cell of the player.
    pub player: BoardCell,
    /// The cells of the robots, in the order of the scenario.
    pub robots: Vec<BoardCell>,
    /// The cells with debris.
    pub debris: Cells,
    /// The teleports that were used up, as bits: 1 << number.
    pub used: u32,
    /// True once the player is dead.
    pub dead: bool,
    /// True once the player lost a turn.
    pub lost_turn: bool,
    /// The ending, once the game is over.
    pub ended: Option<Ending>,
    /// The counts until now.
    pub stats: Stats,
}

/// The counts that every turn updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// The number of teleports used.
    pub teleports: u32,
    /// The number of times that debris was pushed.
    pub pushes: u32,
    /// Robots destroyed by each other.
    pub by_collision: u32,
    /// Robots destroyed by walking into debris.
    pub by_debris: u32,
    /// Robots destroyed by a push.
    pub by_push: u32,
    /// The least distance, rows plus columns, of a robot to the player after any half of a turn; 0
    /// at a death.
    pub closest: Option<u8>,
}

/// An action that the player can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// To stay where the player is.
    Stay,
    /// To walk to a neighbour.
    Walk {
        /// In this direction.
        direction: Direction,
    },
    /// To teleport to one cell.
    Teleport {
        /// The cell of the teleport.
        to: BoardCell,
    },
    /// To teleport to any: drawn from those available, or the first of them where each can be used
    /// once.
    TeleportAnywhere,
}

/// An event of the game. The order is stored: new events are added at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The board is as the scenario says.
    Opened,
    /// The player stayed.
    Stayed,
    /// The player walked.
    Walked {
        /// To this cell.
        to: BoardCell,
    },
    /// The player walked into a robot, and is dead.
    RanInto {
        /// On this cell.
        to: BoardCell,
    },
    /// The player pushed debris.
    Pushed {
        /// The player's cell, where it was.
        to: BoardCell,
        /// The cell where the debris is now.
        debris: BoardCell,
        /// True if a robot was there, which is destroyed.
        crushed: bool,
    },
    /// The player teleported.
    Teleported {
        /// To this cell.
        to: BoardCell,
    },
    /// The player lost its turn, and the game.
    Forfeited {
        /// The kind of failure for which it lost the turn.
        cause: ForfeitCause,
    },
    /// All robots moved.
    RobotsMoved(Robots),
    /// It is over.
    Ended {
        /// The kind of ending.
        cause: Ending,
    },
}

/// The result of the robots' move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Robots {
    /// The cells of the robots that are left, in their order.
    pub robots: Vec<BoardCell>,
    /// The cells that became debris.
    pub debris: Vec<BoardCell>,
    /// The number of robots that destroyed each other.
    pub collided: u8,
    /// The number of robots that walked into debris.
    pub crashed: u8,
    /// The number of robots that reached the player.
    pub caught: u8,
}

/// The ways in which a game can end. The order is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// No robot is left.
    Won,
    /// A robot reached the player.
    Caught,
    /// The player walked into a robot.
    RanInto,
    /// All turns of the scenario are taken.
    TurnLimit,
    /// The player lost its turn.
    Forfeited,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 5] =
        [Ending::Won, Ending::Caught, Ending::RanInto, Ending::TurnLimit, Ending::Forfeited];

    /// The word in outcomes.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["won", "caught", "ran_into", "turn_limit", "forfeited"][self as usize]
    }
}

/// Everything that the player may know before the game: all of it.
pub type Known = chase_engine::game::Known<RobotsGame>;

/// Everything that the player sees when it must choose: the whole state.
pub type View<'a> = chase_engine::game::View<'a, RobotsGame>;

/// The seat of the only player.
pub const PLAYER: Seat = Seat(0);

impl Game for RobotsGame {
    const NAME: &'static str = "robots";
    const CYCLE: &'static str = "turn";

    type Scenario = Scenario;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        scenario.check()?;
        Ok(RobotsGame { scenario })
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn seats(&self) -> u8 {
        1
    }

    fn seat_name(&self, _: Seat) -> String {
        "player".into()
    }

    fn sides(&self) -> &'static [&'static str] {
        &["player", "robots"]
    }

    fn start(&self) -> State {
        State {
            opened: false,
            turn: 0,
            acted: false,
            player: board::START,
            robots: self.scenario.robots.clone(),
            debris: Cells::default(),
            used: 0,
            dead: false,
            lost_turn: false,
            ended: None,
            stats: Stats::default(),
        }
    }

    fn clock(&self, state: &State) -> u64 {
        let is_to_act = self.turn(state) == Turn::Seat(PLAYER);
        u64::from(state.turn) + u64::from(is_to_act)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some(u64::from(self.scenario.turns))
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(ending) = state.ended {
            let cause = ending.word();
            return Turn::Over(match ending {
                Ending::Won => Outcome::won(cause, 0, 2),
                Ending::TurnLimit => Outcome::draw(cause, 2),
                Ending::Caught | Ending::RanInto | Ending::Forfeited => Outcome::won(cause, 1, 2),
            });
        }
        if !state.opened || state.acted || rules::verdict(&self.scenario, state).is_some() {
            Turn::World
        } else {
            Turn::Seat(PLAYER)
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        if !state.opened {
            return *state == self.start();
        }
        let robots = &state.robots;
        let stands = |n: usize| {
            robots[n].is_on_board()
                && !robots[..n].contains(&robots[n])
                && !state.debris.has(robots[n])
        };
        let destroyed = {
            let Stats { by_collision, by_debris, by_push, .. } = state.stats;
            u64::from(by_collision) + u64::from(by_debris) + u64::from(by_push)
        };
        let at_player = robots.iter().any(|robot| robot.is_on_board() && *robot == state.player);
        let verdict = rules::verdict(&self.scenario, state);
        state.player.is_on_board()
            && state.debris.is_sound()
            && robots.len() as u64 + destroyed == self.scenario.robots.len() as u64
            && (0..robots.len()).all(stands)
            && (state.dead || !at_player && !state.debris.has(state.player))
            && u64::from(state.used) >> self.scenario.teleports.len() == 0
            && state.turn <= self.scenario.turns
            && (state.ended.is_none() || state.ended == verdict)
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Action> {
        self.legal_in(state, seat, &mut Vec::new()).to_vec()
    }

    fn legal_in<'a>(&'a self, state: &State, _: Seat, buffer: &'a mut Vec<Action>) -> &'a [Action] {
        buffer.clear();
        rules::legal(&self.scenario, state, buffer);
        buffer
    }

    fn decide(&self, state: &State, _: Seat, action: &Action, dice: &mut Dice) -> Decided<Event> {
        let event = rules::decide(&self.scenario, state, *action, dice)?;
        Ok(vec![event])
    }

    fn decide_in(
        &self,
        state: &State,
        _: Seat,
        action: &Action,
        dice: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), BrokenRule> {
        out.push(rules::decide(&self.scenario, state, *action, dice)?);
        Ok(())
    }

    fn world(&self, state: &State, _: &mut Dice) -> Vec<Event> {
        vec![if !state.opened {
            Event::Opened
        } else if let Some(cause) = rules::verdict(&self.scenario, state) {
            Event::Ended { cause }
        } else {
            Event::RobotsMoved(Robots::of(state))
        }]
    }

    fn forfeit(&self, _: &State, _: Seat, why: &Forfeit) -> Vec<Event> {
        vec![Event::Forfeited { cause: why.cause }]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        BrokenRule::unless(state.ended.is_none(), "nothing can happen after the end")?;
        let verdict = rules::verdict(&self.scenario, state);
        match event {
            Event::Opened if !state.opened => state.opened = true,
            _ if !state.opened => return Err(rules::wrong_event()),
            Event::Ended { cause } if verdict == Some(*cause) => state.ended = verdict,
            Event::Opened | Event::Ended { .. } => return Err(rules::wrong_event()),
            _ if verdict.is_some() => return Err(rules::wrong_event()),
            Event::RobotsMoved(moved) => rules::apply_robots(state, moved)?,
            _ if state.acted => return Err(rules::wrong_event()),
            Event::Forfeited { .. } => {
                state.lost_turn = true;
                state.turn += 1;
            }
            action => rules::apply_action(&self.scenario, state, action)?,
        }
        Ok(())
    }

    fn are_alike(one: &Action, other: &Action) -> bool {
        // Luck may choose the cell that was asked for.
        let anywhere = [one, other].contains(&&Action::TeleportAnywhere);
        let to_a_cell = |action| matches!(action, &Action::Teleport { .. });
        anywhere && [one, other].into_iter().any(to_a_cell)
    }

    fn event_matches(&self, before: &State, _: Seat, action: &Action, event: &Event) -> bool {
        match (action, event) {
            (Action::Stay, Event::Stayed) => true,
            (
                Action::Walk { direction },
                Event::Walked { to } | Event::RanInto { to } | Event::Pushed { to, .. },
            ) => before.player.step(*direction) == Some(*to),
            (Action::Teleport { to: asked }, Event::Teleported { to }) => asked == to,
            (Action::TeleportAnywhere, Event::Teleported { to }) => match self.scenario.mode {
                Mode::Reuse => true,
                Mode::Once => rules::available(&self.scenario, before).next() == Some(*to),
            },
            _ => false,
        }
    }
}

impl Playable for RobotsGame {
    const CELLS: &'static [Column] = trace::TRACE;
    const EXTRAS: Extras<Self> = Extras { plays_on: &["contest"], ..Extras::NONE };

    fn players() -> &'static [PlayerKind<Self>] {
        players::PLAYERS
    }

    fn cells(&self, state: &State) -> Vec<String> {
        let robots = trace::cells_words(state.robots.iter().copied());
        vec![state.player.to_string(), robots, trace::cells_words(state.debris.iter())]
    }

    fn action_text(&self, state: &State, _: Seat, action: &Action) -> String {
        transcript::action_words(state, *action)
    }

    fn parse_action(&self, _: &State, _: Seat, text: &str) -> Option<Action> {
        transcript::parse_action(&self.scenario, text)
    }

    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        transcript::event_words(event)
    }

    fn ending_text(&self, outcome: &Outcome) -> String {
        Ending::of_cause(&outcome.cause).map_or("", Ending::words).into()
    }

    fn statements(&self) -> Vec<(String, String)> {
        let robots = trace::cells_words(self.scenario.robots.iter().copied());
        let teleports: Vec<_> = self.scenario.teleports.iter().map(BoardCell::to_string).collect();
        let said = [
            ("robots", robots),
            ("teleports", teleports.join(" ")),
            ("mode", self.scenario.mode.word().to_owned()),
            ("turns", self.scenario.turns.to_string()),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn notation(&self, _: &State, action: &Action) -> Option<String> {
        let teleports = &self.scenario.teleports;
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

    fn transcript() -> impl Transcript<Self> {
        transcript::WithFigures
    }

    fn referee() -> impl RefereeRules<Self> {
        transcript::KnownLuck
    }

    fn wire() -> impl WireForm<Self> {
        wire_form::Messages
    }

    fn picture() -> impl Picture<Self> {
        picture::CellPicture
    }

    fn numbers() -> impl NumericForm<Self> {
        numbers::Codes
    }
}

/// The game for lists of games. What is generic is built in this crate, where it is asked for.
#[inline(never)]
#[must_use]
pub fn entry() -> &'static dyn chase_play::CommandLine {
    const { &chase_record::entry::GameEntry::<RobotsGame>::new() }
}
