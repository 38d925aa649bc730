//! Animal Checkers: two sides of four animals on a board of 7 x 7, no chance, no secrets. Source:
//! the assignment 'Project 3 - Animal Checkers' (COMP3411, UNSW, 2007) and its course FAQ.
//!
//! The sides move in turn, one piece one step right, up, left or down: not off the board, not
//! onto an own piece, not into the own den, and onto an enemy only as the table says (row
//! captures column):
//!
//! |          | elephant | tiger | dog | mouse |
//! |----------|---|---|---|---|
//! | elephant | yes | yes | yes | no  |
//! | tiger    | no  | yes | yes | yes |
//! | dog      | no  | no  | yes | yes |
//! | mouse    | yes | no  | no  | yes |
//!
//! After each move, in this order: a piece in the enemy's den wins (`den`); the enemy has no
//! piece left (`capture`); the enemy has no legal move (`no_move`); the moves are used up, and
//! the game is drawn (`move_limit`). An illegal move (`illegal_move`), or too much time for a
//! move or for the whole game (`timeout`), loses at once. There is no rule about repetition.
//!
//! A cycle is one move; cycle 0 is the position before the first. Both sides call their own
//! nearest row the first: side 1 sees the board turned by 180 degrees, and directions are always
//! the mover's own. Squares are written as side 0 sees them, a1 near and left, g7 far and right.

pub mod agent;
pub mod args;
pub mod board;
mod console;
pub mod new;
mod numbers;
mod openings;
mod options;
mod picture;
pub mod players;
pub mod reading;
mod referee;
mod rules;
pub mod scenario;
#[cfg(test)]
mod tests;
mod trace;
pub mod transcript;
mod wire_form;

use std::fmt;

use serde::{Deserialize, Serialize};

use chase_engine::dice::Dice;
use chase_engine::game::{
    BrokenRule, Decided, Fault, Forfeit, Game, Outcome, Seat, ThinkingTime, Turn,
};
use chase_kit::extras::Extras;
use chase_kit::faces::{NumericForm, Picture, Playable, RefereeRules, Transcript, WireForm};
use chase_kit::player_kind::PlayerKind;
use chase_kit::trace::Column;

pub use board::{Animal, BoardSquare, Direction, Position};
pub use scenario::Scenario;

/// A scenario made playable.
#[derive(Debug)]
pub struct AnimalCheckers {
    scenario: Scenario,
    start: Position,
}

/// The state of a game: everything that the rules need to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// True once cycle 0 is over.
    pub opened: bool,
    /// The number of moves made by both sides.
    pub moves: u32,
    /// The cause for which the side to move has lost its turn, and with it the game.
    pub forfeited: Option<Cause>,
    /// The ending, once the game is over.
    pub ending: Option<Ending>,
    /// The squares of all pieces.
    pub position: Position,
}

/// The end of a game: the winner and the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The side that won; nothing for a draw.
    pub winner: Option<Seat>,
    /// The cause of the end.
    pub cause: Cause,
}

/// Side 0 wins by ...
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(Seat(side)) => write!(f, "Side {side} wins: {}", self.cause),
            None => write!(f, "Draw: {}", self.cause),
        }
    }
}

/// The cause of the end of a game. The order is stored: new causes are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A piece entered the enemy's den.
    Den,
    /// A side's last piece was captured.
    Capture,
    /// The side to move has no legal move.
    NoMove,
    /// A side gave an illegal move.
    IllegalMove,
    /// A side took too long.
    Timeout,
    /// The moves are used up.
    MoveLimit,
}

impl Cause {
    /// The word in outcomes.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["den", "capture", "no_move", "illegal_move", "timeout", "move_limit"][self as usize]
    }
}

/// The result code of the rules: `DEN`.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word().to_uppercase())
    }
}

/// An action that a side can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// One step of one piece.
    Move {
        /// The piece that moves.
        piece: Animal,
        /// The direction of the step, as the mover sees it.
        direction: Direction,
    },
}

impl Action {
    /// The specification's code: 4 x piece + direction, 0 to 15.
    pub fn code(self) -> u8 {
        let Action::Move { piece, direction } = self;
        4 * piece as u8 + direction as u8
    }

    /// The move of a code.
    pub fn from_code(code: u8) -> Option<Self> {
        let piece = *Animal::ALL.get(usize::from(code / 4))?;
        let direction = Direction::ALL[usize::from(code % 4)];
        Some(Action::Move { piece, direction })
    }
}

/// Writes the piece and the direction of a move, as in `tiger up`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Move { piece, direction } = self;
        write!(f, "{piece} {direction}")
    }
}

/// An event of the game. The order is stored: new events are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The pieces stand as the scenario says.
    Opened,
    /// The side to move made a step.
    Moved {
        /// The piece that moved.
        piece: Animal,
        /// The square where it stood.
        from: BoardSquare,
        /// The square where it stands now.
        to: BoardSquare,
        /// The enemy that stood there.
        captured: Option<Animal>,
    },
    /// The side to move lost its turn.
    Forfeited {
        /// `illegal_move` or `timeout`.
        cause: Cause,
    },
    /// The game is over.
    Ended {
        /// The side that won; nothing for a draw.
        winner: Option<Seat>,
        /// The rule by which the game ended.
        cause: Cause,
    },
}

/// Everything that a side may know before the game: the whole scenario.
pub type Known = chase_engine::game::Known<AnimalCheckers>;

/// Everything that a side sees when it must choose: the whole state.
pub type View<'a> = chase_engine::game::View<'a, AnimalCheckers>;

impl AnimalCheckers {
    /// Moves until the game is drawn.
    pub fn moves_left(&self, state: &State) -> u32 {
        self.scenario.moves.saturating_sub(state.moves)
    }

    fn outcome(ending: Ending) -> Outcome {
        let cause = ending.cause.word();
        match ending.winner {
            Some(winner) => Outcome::won(cause, winner.index(), 2),
            None => Outcome::draw(cause, 2),
        }
    }
}

impl Game for AnimalCheckers {
    const NAME: &'static str = "animal-checkers";
    type Scenario = Scenario;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        let start = scenario.check()?;
        Ok(AnimalCheckers { scenario, start })
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("S{}", seat.0)
    }

    fn sides(&self) -> &'static [&'static str] {
        &["side 0", "side 1"]
    }

    fn clock_given(&self) -> ThinkingTime {
        ThinkingTime {
            move_ms: Some(self.scenario.move_ms.into()),
            game_ms: Some(self.scenario.game_ms.into()),
        }
    }

    fn start(&self) -> State {
        State { opened: false, moves: 0, forfeited: None, ending: None, position: self.start }
    }

    fn clock(&self, state: &State) -> u64 {
        let closes = state.forfeited.is_none() && self.due(state).is_some();
        u64::from(state.moves) + u64::from(state.opened && !closes)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some(u64::from(self.scenario.moves))
    }

    fn turn(&self, state: &State) -> Turn {
        match state.ending {
            Some(ending) => Turn::Over(Self::outcome(ending)),
            None if !state.opened || self.due(state).is_some() => Turn::World,
            None => Turn::Seat(rules::seat(self.to_move(state))),
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        self.is_possible(state)
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Action> {
        self.legal_in(state, seat, &mut Vec::new()).to_vec()
    }

    fn legal_in<'a>(
        &'a self,
        state: &State,
        seat: Seat,
        buffer: &'a mut Vec<Action>,
    ) -> &'a [Action] {
        buffer.clear();
        rules::legal(&state.position, seat.index(), buffer);
        buffer
    }

    fn decide(&self, state: &State, _: Seat, action: &Action, _: &mut Dice) -> Decided<Event> {
        Ok(vec![self.decide_move(state, *action)?])
    }

    fn decide_in(
        &self,
        state: &State,
        _: Seat,
        action: &Action,
        _: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), BrokenRule> {
        out.push(self.decide_move(state, *action)?);
        Ok(())
    }

    fn world(&self, state: &State, _: &mut Dice) -> Vec<Event> {
        vec![match self.due(state) {
            Some(Ending { winner, cause }) => Event::Ended { winner, cause },
            None => Event::Opened,
        }]
    }

    fn forfeit(&self, _: &State, _: Seat, why: &Forfeit) -> Vec<Event> {
        let cause = rules::cause_of(why.cause);
        vec![Event::Forfeited { cause }]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        self.apply_event(state, *event)
    }

    fn event_matches(&self, _: &State, seat: Seat, action: &Action, event: &Event) -> bool {
        let Action::Move { piece, direction } = *action;
        match *event {
            Event::Moved { piece: moved, from, to, .. } => {
                let direction = rules::global(seat.index(), direction);
                piece == moved && from.neighbour(direction) == Some(to)
            }
            _ => false,
        }
    }
}

impl Playable for AnimalCheckers {
    const CELLS: &'static [Column] = trace::TRACE;
    const EXTRAS: Extras<Self> = Extras {
        plays_on: &["alphabeta:nodes=2000"],
        evaluation: Some(players::worth::shares),
        ..Extras::NONE
    };

    fn players() -> &'static [PlayerKind<Self>] {
        players::PLAYERS
    }

    fn cells(&self, state: &State) -> Vec<String> {
        let squares = picture::pieces().map(|(side, animal)| state.position.square(side, animal));
        squares.map(|it| trace::square_number(it).to_string()).collect()
    }

    fn action_text(&self, state: &State, seat: Seat, action: &Action) -> String {
        transcript::action_words(state, seat.index(), *action)
    }

    /// Two letters are read whether the move is legal or not, so that the rules say what forbids it.
    fn parse_action(&self, state: &State, seat: Seat, text: &str) -> Option<Action> {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        if let &[piece, direction] = letters.as_slice() {
            let (piece, direction) = (Animal::by_letter(piece)?, Direction::by_letter(direction)?);
            return Some(Action::Move { piece, direction });
        }
        let is_told = |action: &Action| {
            self.action_text(state, seat, action).eq_ignore_ascii_case(text.trim())
        };
        self.legal(state, seat).into_iter().find(is_told)
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let words = seat.and_then(|seat| transcript::step_words(seat.index(), event));
        words.unwrap_or_default()
    }

    fn statements(&self) -> Vec<(String, String)> {
        let Scenario { side, moves, move_ms, game_ms, .. } = &self.scenario;
        let said = [
            ("first", format!("side {side}")),
            ("moves", moves.to_string()),
            ("position", self.start.to_string()),
            ("time for a move", format!("{move_ms} ms")),
            ("time for the game", format!("{game_ms} ms")),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn notation(&self, _: &State, action: &Action) -> Option<String> {
        let Action::Move { piece, direction } = action;
        let piece = piece.letter().to_ascii_lowercase();
        Some(format!("{piece}{}", direction.letter()))
    }

    fn transcript() -> impl Transcript<Self> {
        transcript::Boards
    }

    fn referee() -> impl RefereeRules<Self> {
        referee::Rules
    }

    fn wire() -> impl WireForm<Self> {
        wire_form::Messages
    }

    fn picture() -> impl Picture<Self> {
        picture::BoardPicture
    }

    fn numbers() -> impl NumericForm<Self> {
        numbers::Codes
    }
}

/// The game for lists of games. What is generic is built in this crate, where it is asked for.
#[inline(never)]
#[must_use]
pub fn entry() -> &'static dyn chase_play::CommandLine {
    const { &chase_record::entry::GameEntry::<AnimalCheckers>::new() }
}
