//! The agent interface of the specification: an agent is one value with five functions, and sees
//! every game from the near side, as side 0.
//!
//! ```
//! # mod chase { pub use chase_engine as engine; pub mod games { pub mod animal_checkers { pub use chase_animal_checkers::*; } } }
//! use std::sync::Arc;
//! use chase::engine::dice::Dice;
//! use chase::engine::game::{Game, Seat, known};
//! use chase::engine::session::GameSession;
//! use chase::games::animal_checkers::agent::{Agent, LocalBoard, Series};
//! use chase::games::animal_checkers::{AnimalCheckers, Scenario};
//!
//! /// Walks its dog to the enemy's den: up, up, up, right, up, up.
//! struct Hasty(Vec<i32>);
//!
//! impl Agent for Hasty {
//!     fn step(&mut self, _: &LocalBoard) -> i32 {
//!         self.0.pop().unwrap_or(0)
//!     }
//! }
//!
//! let game = Arc::new(AnimalCheckers::new(Scenario::default())?);
//! let walk = vec![5, 5, 4, 5, 5, 5];
//! let (ours, theirs) = (Series::new(Hasty(walk.clone())), Series::new(Hasty(walk)));
//! let players = vec![ours.player(known(&game, Seat(0))), theirs.player(known(&game, Seat(1)))];
//! let mut session = GameSession::new(game, players, Dice::new(AnimalCheckers::DICE, 1, 0));
//! session.run(&mut ());
//! assert_eq!(session.outcome().expect("every game ends").cause, "den");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::board::{Animal, Direction, SIZE};
use super::{Action, AnimalCheckers, Cause, Event, Known, Position, View};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, ForfeitCause, Seat};
use chase_engine::player::Player;
use chase_world::world::Clock;

/// The board as an agent sees it: `loc_p[j][k]` is the piece at column j, from 1 (left) to 7
/// (right), and row k, from 1 (near) to 7 (far). Index 0 is not used. The agent's den is at
/// column 4, row 1, the enemy's at column 4, row 7.
pub type LocalBoard = [[i32; SIZE as usize + 1]; SIZE as usize + 1];

/// Nobody stands there.
pub const EMPTY: i32 = 0;
/// The agent's mouse.
pub const MOUSE_0: i32 = 1;
/// The agent's dog.
pub const DOG_0: i32 = 2;
/// The agent's tiger.
pub const TIGER_0: i32 = 3;
/// The agent's elephant.
pub const ELEPHANT_0: i32 = 4;
/// The enemy's mouse.
pub const MOUSE_1: i32 = 5;
/// The enemy's dog.
pub const DOG_1: i32 = 6;
/// The enemy's tiger.
pub const TIGER_1: i32 = 7;
/// The enemy's elephant.
pub const ELEPHANT_1: i32 = 8;

/// Steps that stay on squares where the agent's pieces may be: `CAN_MOVE[j][k][d]` is for the step
/// from column j, row k (both from 1 to 7) in direction d, 0 right, 1 up, 2 left, 3 down. It is
/// false where the step leaves the board or enters the agent's own den, and for j or k 0. It does
/// not look at pieces: a move is legal when this is true and the square is [`EMPTY`] or [`CAN_EAT`]
/// says so.
pub const CAN_MOVE: [[[bool; DIRECTIONS]; SIZE as usize + 1]; SIZE as usize + 1] = can_move();

/// Captures by kind of piece: `CAN_EAT[p][q]` is true if piece p captures piece q, both as in a
/// [`LocalBoard`], from 0 to 8. It is false for pieces of one side, and where p or q is [`EMPTY`].
pub const CAN_EAT: [[bool; PIECES]; PIECES] = can_eat();

/// Ways to step.
const DIRECTIONS: usize = Direction::ALL.len();
/// Values of a square of a [`LocalBoard`].
const PIECES: usize = ELEPHANT_1 as usize + 1;
/// The column of both dens.
const DEN_COLUMN: usize = 4;

const fn can_move() -> [[[bool; DIRECTIONS]; SIZE as usize + 1]; SIZE as usize + 1] {
    let size = SIZE as usize;
    let mut table = [[[false; DIRECTIONS]; SIZE as usize + 1]; SIZE as usize + 1];
    let mut column = 1;
    while column <= size {
        let mut row = 1;
        while row <= size {
            let is_home = row == 1;
            table[column][row] = [
                column < size && !(is_home && column + 1 == DEN_COLUMN),
                row < size,
                column > 1 && !(is_home && column - 1 == DEN_COLUMN),
                row > 1 && !(row == 2 && column == DEN_COLUMN),
            ];
            row += 1;
        }
        column += 1;
    }
    table
}

const fn can_eat() -> [[bool; PIECES]; PIECES] {
    let kinds = Animal::ALL.len();
    let mut table = [[false; PIECES]; PIECES];
    let mut own = 0;
    while own < kinds {
        let mut other = 0;
        while other < kinds {
            let captures = Animal::ALL[own].captures(Animal::ALL[other]);
            table[MOUSE_0 as usize + own][MOUSE_1 as usize + other] = captures;
            table[MOUSE_1 as usize + own][MOUSE_0 as usize + other] = captures;
            other += 1;
        }
        own += 1;
    }
    table
}

/// The result of a game for an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentResult {
    /// The agent won.
    Win,
    /// The agent lost.
    Loss,
    /// Neither agent won.
    Draw,
}

/// The cause of the end of a game, in the words an agent knows: a den entered and an enemy without
/// moves count as [`AgentCause::Capture`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentCause {
    /// Pieces captured, a den entered, or no move left.
    Capture,
    /// A side gave an illegal move.
    IllegalMove,
    /// A side took too long.
    Timeout,
    /// The moves are used up.
    MoveLimit,
}

/// An agent. Only [`Agent::step`] must do something.
pub trait Agent: Send {
    /// Called at the beginning of a series of games.
    fn init(&mut self) {}

    /// Called at the beginning of each game.
    fn start(&mut self) {}

    /// Called each time a move is needed: 4 x piece (mouse 0, dog 1, tiger 2, elephant 3) +
    /// direction (right 0, up 1, left 2, down 3), as the agent sees the board. Any other code,
    /// an illegal move, and more time than the scenario allows lose the game.
    fn step(&mut self, loc_p: &LocalBoard) -> i32;

    /// Called at the end of each game.
    fn end(&mut self, _result: AgentResult, _cause: AgentCause) {}

    /// Called at the end of the series.
    fn cleanup(&mut self) {}
}

/// A series of games of one agent: from `init`, when it is made, to `cleanup`, when it and its
/// players are gone. The games come one after another.
pub struct Series<A: Agent>(Arc<Owned<A>>);

struct Owned<A: Agent>(Mutex<A>);

impl<A: Agent> Owned<A> {
    /// An agent that panicked in a test is still asked to clean up.
    fn with<T>(&self, ask: impl FnOnce(&mut A) -> T) -> T {
        ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<A: Agent> Drop for Owned<A> {
    fn drop(&mut self) {
        self.with(Agent::cleanup);
    }
}

impl<A: Agent + 'static> Series<A> {
    /// Begins a series.
    pub fn new(mut agent: A) -> Self {
        agent.init();
        Series(Arc::new(Owned(Mutex::new(agent))))
    }

    /// Sits the agent down for a game.
    #[must_use]
    pub fn player(&self, known: Known) -> Box<dyn Player<AnimalCheckers>> {
        self.0.with(Agent::start);
        let game_time = Duration::from_millis(known.scenario().game_ms.into());
        Box::new(SeatedAgent {
            agent: Arc::clone(&self.0),
            side: known.seat.index(),
            move_time: Duration::from_millis(known.scenario().move_ms.into()),
            game_left: game_time,
            game_time,
        })
    }
}

/// Players of an agent, for `chase::cli::play_outside`: the series begins here, and
/// is over when what is returned is gone.
pub fn players(
    agent: impl Agent + 'static,
) -> impl FnMut(Known) -> Box<dyn Player<AnimalCheckers>> {
    let series = Series::new(agent);
    move |known| series.player(known)
}

struct SeatedAgent<A: Agent> {
    agent: Arc<Owned<A>>,
    side: usize,
    move_time: Duration,
    game_time: Duration,
    game_left: Duration,
}

/// The board as a side's agent sees it.
#[must_use]
pub fn local_board(position: &Position, side: usize) -> LocalBoard {
    let mut board = [[EMPTY; SIZE as usize + 1]; SIZE as usize + 1];
    for (square, piece) in position.pieces_seen_by(side) {
        board[usize::from(square.column())][usize::from(square.row())] = piece;
    }
    board
}

impl<A: Agent> SeatedAgent<A> {
    /// The time it took is counted when the agent has answered: one that never answers hangs.
    fn too_late(&mut self, took: Duration) -> Option<Box<Forfeit>> {
        let late = |limit: Duration, what: &str| {
            let detail = format!("more than {} ms for {what}", limit.as_millis());
            Some(Box::new(Forfeit::new(ForfeitCause::Timeout, &detail)))
        };
        if took > self.move_time {
            return late(self.move_time, "a move");
        }
        if took > self.game_left {
            return late(self.game_time, "the game");
        }
        self.game_left -= took;
        None
    }
}

impl<A: Agent> Player<AnimalCheckers> for SeatedAgent<A> {
    fn observe(&mut self, event: &Event) {
        if let Event::Ended { winner, cause } = *event {
            let result = match winner {
                None => AgentResult::Draw,
                Some(Seat(winner)) if usize::from(winner) == self.side => AgentResult::Win,
                Some(_) => AgentResult::Loss,
            };
            let cause = match cause {
                Cause::Den | Cause::Capture | Cause::NoMove => AgentCause::Capture,
                Cause::IllegalMove => AgentCause::IllegalMove,
                Cause::Timeout => AgentCause::Timeout,
                Cause::MoveLimit => AgentCause::MoveLimit,
            };
            self.agent.with(|agent| agent.end(result, cause));
        }
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let board = local_board(&view.state.position, self.side);
        let begun = Clock::default().start();
        let code = self.agent.with(|agent| agent.step(&board));
        if let Some(late) = self.too_late(begun.elapsed()) {
            return Err(late);
        }
        let action = u8::try_from(code).ok().and_then(Action::from_code);
        action.ok_or_else(|| {
            let detail = format!("code {code}; expected 0 to 15");
            Box::new(Forfeit::new(ForfeitCause::Garbage, &detail))
        })
    }
}
