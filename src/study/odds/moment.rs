//! A moment of a game: the state, and players who remember what led to it. It knows no type of a game: the typed one is
//! in `table_of`.

use std::rc::Rc;

use crate::any_rules::{AnyRules, PastEvent};
use crate::any_value::Value;
use chase_engine::dice::Dice;
use chase_engine::fold::Broken;
use chase_engine::game::{Forfeit, Seat};
use chase_engine::history::By;
use chase_engine::teams::Teams;
use chase_kit::budget::StopFlag;
use chase_record::any::RecordedHistory;

/// A game with the players who go on.
pub trait AnyTable {
    fn rules(&self) -> &dyn AnyRules;
    fn teams(&self) -> &Teams;
    fn stop(&self) -> &StopFlag;
    /// True if a player searches within a limit.
    fn is_searching(&self) -> bool;
    /// The same with players who search so many times as far, each within its limit of positions; nothing where
    /// nobody searches within such a limit.
    fn searching_further(&self, times: u64) -> Option<Rc<dyn AnyTable>>;
    /// The player of a seat, who remembers what the seat learned of these events.
    fn player(&self, seat: Seat, past: &[PastEvent]) -> Box<dyn AnyPlayer>;
    /// The built-in player of a full name, before the game, if this is its name without a limit.
    fn named(&self, name: &str, plain_name: &str, seat: Seat) -> Option<Box<dyn AnyPlayer>>;
    /// The turns of the newest cycle of a replay of the same game.
    fn newest_turns(&self, now: &dyn RecordedHistory) -> Vec<PlayedTurn>;
    /// What a seat can believe before the game; nothing where the game does not say that.
    fn belief(&self, seat: Seat) -> Option<Box<dyn AnyBelief + '_>>;
    /// A session before the game, with ChaCha8 dice of this seed.
    fn session(&self, seed: i64) -> Box<dyn AnySession + '_>;
}

/// A turn that was played.
pub struct PlayedTurn {
    pub cycle: u64,
    pub by: By<Value>,
    pub events: Vec<Value>,
}

/// The action that a player picked, or why it loses its turn.
pub type AnyChoice = Result<Value, Box<Forfeit>>;

/// A player of a game.
pub trait AnyPlayer {
    fn watches(&self) -> bool;
    /// Picks an action in a state.
    fn choose(&mut self, state: &Value, seat: Seat, dice: &mut Dice) -> AnyChoice;
    /// Picks a legal action in a turn of several seats.
    fn choose_at_once(&mut self, state: &Value, seat: Seat, dice: &mut Dice) -> AnyChoice;
    /// Takes in what `learner` learned, its own seat or a team mate's, in JSON.
    fn learn(&mut self, own: Seat, learner: Seat, seen: &str);
}

/// What a seat can believe about the hidden part of a game.
pub trait AnyBelief {
    /// Takes in a turn and its events.
    fn take_turn(&mut self, before: &Value, by: &By<Value>, events: &[PastEvent]);
    /// Draws a game, with the same players, and a state that the seat cannot tell from the true ones. Nothing where
    /// too many states are possible.
    fn draw(&mut self, state: &Value, dice: &mut Dice) -> Option<(Rc<dyn AnyTable>, Value)>;
}

/// Games that are played from moments to their ends.
pub trait AnySession {
    /// Goes to a moment, with the luck of a number.
    fn restart(&mut self, number: u64, state: &Value, past: &[PastEvent]);
    /// Plays to the end of the game. True if anything was drawn.
    fn run(&mut self) -> bool;
    /// Plays one turn; nothing when the game was over already.
    fn step(&mut self) -> Option<By<Value>>;
    fn state(&self) -> Value;
}

/// A game, its players, and what was played.
pub struct OddsPosition {
    pub table: Rc<dyn AnyTable>,
    pub state: Value,
    /// Every event so far, with the state before it.
    pub past: Vec<PastEvent>,
}

impl OddsPosition {
    /// Nothing was played yet.
    pub fn new(table: Rc<dyn AnyTable>) -> Self {
        OddsPosition { state: table.rules().start(), table, past: Vec::new() }
    }

    pub fn rules(&self) -> &dyn AnyRules {
        self.table.rules()
    }

    /// Goes on by a turn that was played.
    pub fn take_in(&mut self, turn: &PlayedTurn) -> Result<(), Broken> {
        let rules = self.table.rules();
        for event in &turn.events {
            let before = self.state.clone();
            rules.apply(&mut self.state, event).map_err(|rule| Broken {
                unit: rules.unit(),
                cycle: turn.cycle,
                seat: turn.by.seat().map(|seat| rules.seat_name(seat)),
                rule,
            })?;
            self.past.push((before, event.clone()));
        }
        Ok(())
    }

    /// The position after the first `count` events of this one's past and some more, each with the
    /// state before it.
    pub fn at(&self, count: usize, more: Vec<PastEvent>, state: Value) -> Self {
        let mut past = self.past[..count].to_vec();
        past.extend(more);
        OddsPosition { table: Rc::clone(&self.table), state, past }
    }

    /// The player of a seat, who remembers what was played.
    pub fn player(&self, seat: Seat) -> Box<dyn AnyPlayer> {
        self.table.player(seat, &self.past)
    }
}
