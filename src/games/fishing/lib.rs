//! Fishing: penguins on ice floes, each move takes the fish of the floe it reaches and leaves
//! water behind. Source: the assignment 'Project Fishing', a square-grid edition of "Hey, that's
//! my fish!".
//!
//! 1 to 9 players take turns on a board of m rows and n columns; a field is water or a floe with
//! 1, 2 or 3 fish. First each turn places a penguin on a free floe with exactly one fish and takes
//! it, until all penguins stand or no such floe is left. Then, again from the first player on,
//! each turn moves a penguin along a row or column over free floes to a free floe, takes its fish,
//! and the floe it left is gone. Who cannot move is passed over; the game ends when nobody can,
//! and who has the most fish wins; several who have share it.
//!
//! A player that fails is out: the board stays as it was before its turn, its penguins stay where
//! they are, its fish are counted.
//!
//! A cycle is one turn; cycle 0 is the board before the first. Fields are written as column and
//! row, `c2`, from the upper left corner.

pub mod args;
pub mod board;
mod board_text;
mod file_cases;
mod file_protocol;
pub mod new;
mod numbers;
mod openings;
mod options;
mod own_command;
mod person;
mod picture;
pub mod plan;
pub mod players;
pub mod program;
mod referee;
pub mod rules;
pub mod scenario;
pub mod state_file;
mod trace;
pub mod transcript;
pub mod turn_between;
mod wire_form;

use serde::{Deserialize, Serialize};

use chase_engine::dice::Dice;
use chase_engine::game::{
    BrokenRule, Decided, Fault, Forfeit, ForfeitCause, Game, Outcome, Seat, ThinkingTime, Turn,
};
use chase_kit::extras::{Amounts, Extras};
use chase_kit::faces::{NumericForm, Picture, Playable, RefereeRules, Transcript, WireForm};
use chase_kit::player_kind::PlayerKind;
use chase_kit::trace::Column;

pub use board::{FieldPlace, FloeField, Grid};
pub use scenario::Scenario;
pub use state_file::{PlayerRow, StateFile};

/// A scenario made playable.
#[derive(Debug)]
pub struct Fishing {
    scenario: Scenario,
    start: Grid,
}

/// The state of a game: everything that the rules need to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// True once cycle 0 is over.
    pub opened: bool,
    /// The number of turns taken by all players.
    pub turns: u32,
    /// True when penguins are moved, false while they are placed.
    pub moving: bool,
    /// The seat whose turn comes next; nothing when no player can do anything.
    pub next: Option<Seat>,
    /// The players that are out, as bits: 1 << seat.
    pub out: u16,
    /// True once the game was closed.
    pub ended: bool,
    /// The players, by seat.
    pub players: Vec<PlayerState>,
    /// The board as it is now, with the ice, fish and penguins that are left on it.
    pub grid: Grid,
}

/// A player's number, penguins and fish.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerState {
    /// Its number on the board, from 1; 0 before its first placement.
    pub number: u8,
    /// The number of penguins placed.
    pub placed: u8,
    /// The number of fish collected.
    pub fish: u32,
}

/// An action that a player can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// To place a penguin.
    Place {
        /// On this floe.
        at: FieldPlace,
    },
    /// To move a penguin.
    Move {
        /// The field from which the penguin goes.
        from: FieldPlace,
        /// The field to which it goes.
        to: FieldPlace,
    },
}

/// An event of the game. The order is stored: new events are added at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The board is as the scenario says.
    Opened,
    /// A penguin was placed, and its fish taken.
    Placed {
        /// On this floe.
        at: FieldPlace,
    },
    /// A penguin was moved.
    Moved {
        /// The field from which the penguin went.
        from: FieldPlace,
        /// The field to which it went.
        to: FieldPlace,
        /// The fish taken.
        fish: u8,
    },
    /// The player whose turn it was is out.
    Forfeited {
        /// The kind of failure for which it is out.
        cause: ForfeitCause,
    },
    /// Nobody can do anything any more.
    Ended {
        /// The seats with the most fish.
        winners: Vec<Seat>,
    },
}

/// Everything that a player may know before the game: all of it.
pub type Known = chase_engine::game::Known<Fishing>;

/// Everything that a player sees when it must choose: the whole state.
pub type View<'a> = chase_engine::game::View<'a, Fishing>;

impl Fishing {
    /// The state as a file: players who have placed a penguin, by their numbers.
    pub fn state_file(&self, state: &State) -> StateFile {
        let players = state.players.iter().zip(&self.scenario.ids);
        let numbered = players.filter(|(player, _)| player.number > 0);
        let mut rows: Vec<_> = numbered
            .map(|(player, id)| PlayerRow {
                id: id.clone(),
                number: player.number,
                fish: player.fish,
            })
            .collect();
        rows.sort_by_key(|row| row.number);
        StateFile { grid: state.grid.clone(), players: rows }
    }

    /// A seat's ID.
    pub fn id(&self, seat: Seat) -> &str {
        &self.scenario.ids[seat.index()]
    }
}

impl Game for Fishing {
    const NAME: &'static str = "fishing";
    const CYCLE: &'static str = "turn";

    type Scenario = Scenario;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        let start = scenario.check()?;
        Ok(Fishing { scenario, start })
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.scenario.ids.len()).expect("at most nine players")
    }

    fn clock_given(&self) -> ThinkingTime {
        ThinkingTime { move_ms: Some(self.scenario.turn_ms.into()), game_ms: None }
    }

    fn start(&self) -> State {
        State {
            opened: false,
            turns: 0,
            moving: false,
            next: None,
            out: 0,
            ended: false,
            players: vec![PlayerState::default(); self.scenario.ids.len()],
            grid: self.start.clone(),
        }
    }

    fn clock(&self, state: &State) -> u64 {
        u64::from(state.turns) + u64::from(state.opened && state.next.is_some())
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        // A floe is left for good by every move, and taken by every placement.
        let fields = u64::from(self.start.rows()) * u64::from(self.start.columns());
        Some(fields + u64::from(self.seats()))
    }

    fn turn(&self, state: &State) -> Turn {
        if state.ended {
            let winners = rules::winners_of(&state.players);
            let points = (0..self.seats()).map(|seat| match winners.as_slice() {
                [winner] if winner.0 == seat => 2,
                [_, _, ..] if winners.contains(&Seat(seat)) => 1,
                _ => 0,
            });
            return Turn::Over(Outcome { cause: "no_moves".into(), points: points.collect() });
        }
        match state.next {
            Some(seat) if state.opened => Turn::Seat(seat),
            _ => Turn::World,
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
        if state.moving {
            rules::moves(&state.grid, state.players[seat.index()].number, buffer);
        } else {
            rules::placements(&state.grid, buffer);
        }
        buffer
    }

    fn decide(&self, state: &State, seat: Seat, action: &Action, _: &mut Dice) -> Decided<Event> {
        self.decide_action(state, seat.index(), *action).map(|event| vec![event])
    }

    fn decide_in(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        _: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), BrokenRule> {
        out.push(self.decide_action(state, seat.index(), *action)?);
        Ok(())
    }

    fn world(&self, state: &State, _: &mut Dice) -> Vec<Event> {
        vec![if state.opened {
            let winners = rules::winners_of(&state.players);
            Event::Ended { winners }
        } else {
            Event::Opened
        }]
    }

    fn forfeit(&self, _: &State, _: Seat, why: &Forfeit) -> Vec<Event> {
        vec![Event::Forfeited { cause: why.cause }]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        self.apply_event(state, event)
    }

    fn event_matches(&self, _: &State, _: Seat, action: &Action, event: &Event) -> bool {
        match (action, event) {
            (Action::Place { at: asked }, Event::Placed { at }) => asked == at,
            (Action::Move { from, to }, Event::Moved { from: left, to: reached, .. }) => {
                (from, to) == (left, reached)
            }
            _ => false,
        }
    }
}

impl Playable for Fishing {
    const CELLS: &'static [Column] = trace::TRACE;
    const EXTRAS: Extras<Self> = Extras {
        amounts: Some(Amounts {
            unit: "fish",
            collected: |_, state| {
                let fish = state.players.iter().map(|player| player.fish);
                fish.map(i64::from).collect()
            },
        }),
        plays_on: &["greedy"],
        evaluation: Some(players::shares),
        ..Extras::NONE
    };

    fn players() -> &'static [PlayerKind<Self>] {
        players::PLAYERS
    }

    fn cells(&self, state: &State) -> Vec<String> {
        trace::cells(&self.state_file(state))
    }

    fn action_text(&self, state: &State, _: Seat, action: &Action) -> String {
        match *action {
            Action::Place { at } => format!("place on {at}"),
            Action::Move { from, to } => {
                let there = state.grid.holds(to).then(|| state.grid.get(to).fish());
                let fish = board_text::count(there.unwrap_or(0).into());
                format!("move {from} to {to}, {fish}")
            }
        }
    }

    /// The fields that a text names, legal or not: one to place on, two to move between.
    fn parse_action(&self, _: &State, _: Seat, text: &str) -> Option<Action> {
        let lower = text.to_ascii_lowercase();
        // The fish that a move brings may stand behind it.
        let fields = lower.split(',').next().unwrap_or_default().split_whitespace();
        let is_word = |word: &&str| !["place", "on", "move", "to"].contains(word);
        let fields = fields.filter(is_word).map(str::parse);
        match fields.collect::<Result<Vec<FieldPlace>, _>>().ok()?[..] {
            [at] => Some(Action::Place { at }),
            [from, to] => Some(Action::Move { from, to }),
            _ => None,
        }
    }

    fn ending_text(&self, outcome: &Outcome) -> String {
        let most = outcome.points.iter().max();
        let players = outcome.points.iter().zip(&self.scenario.ids);
        let winners = players.filter(|it| Some(it.0) == most).map(|it| it.1.as_str());
        match winners.collect::<Vec<_>>().as_slice() {
            [id] => format!("{id} wins: nobody can move"),
            ids => format!("{} share the win: nobody can move", ids.join(", ")),
        }
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let words = seat.and_then(|seat| self.event_words(seat, event));
        words.unwrap_or_default()
    }

    fn statements(&self) -> Vec<(String, String)> {
        let said = [
            ("penguins", self.scenario.penguins.to_string()),
            ("players", self.scenario.ids.join(", ")),
            ("board", self.scenario.board.join("/")),
            ("time for a turn", format!("{} ms", self.scenario.turn_ms)),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn notation(&self, _: &State, action: &Action) -> Option<String> {
        Some(match action {
            Action::Place { at } => at.to_string(),
            Action::Move { from, to } => format!("{from} {to}"),
        })
    }

    fn transcript() -> impl Transcript<Self> {
        transcript::WithBoard
    }

    fn referee() -> impl RefereeRules<Self> {
        referee::PlayersByRule
    }

    fn wire() -> impl WireForm<Self> {
        wire_form::Messages
    }

    fn picture() -> impl Picture<Self> {
        picture::FloePicture
    }

    fn numbers() -> impl NumericForm<Self> {
        numbers::FieldNumbers
    }
}

/// The game for lists of games. What is generic is built in this crate, where it is asked for.
#[inline(never)]
#[must_use]
pub fn entry() -> &'static dyn chase_play::CommandLine {
    const { &chase_record::entry::GameEntry::<Fishing>::new() }
}
