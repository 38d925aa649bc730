//! The rules of a game as the search for broken laws asks them, compiled once for all games: states, actions
//! and events are values of which it knows no type.

use std::any::Any;
use std::fmt::{self, Debug};
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value as Json;

use super::forms;
use super::search::found::CycleWalk;
use crate::broken_law::{BrokenLaw, CheckCoverage};
use crate::dice::Dice;
use crate::game::{Forfeit, Outcome, Seat, Turn};
use crate::header::Header;
use crate::history::By;
use crate::picture::Spots;
use crate::wire;

/// A state, an action or an event of some game.
#[derive(Clone)]
pub(super) struct Value(Rc<dyn AnyValue>);

/// What is asked of a value of any type.
trait AnyValue: Debug {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn equals(&self, other: &dyn AnyValue) -> bool;
    fn put(&self, out: &mut Vec<u8>);
    fn json(&self) -> Option<Json>;
    fn stored(&self) -> Result<(), BrokenLaw>;
}

impl<T: Debug + PartialEq + Serialize + 'static> AnyValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn equals(&self, other: &dyn AnyValue) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }

    fn put(&self, out: &mut Vec<u8>) {
        wire::put(self, out);
    }

    fn json(&self) -> Option<Json> {
        serde_json::to_value(self).ok()
    }

    fn stored(&self) -> Result<(), BrokenLaw> {
        forms::stored(self)
    }
}

impl Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Value {
    pub fn new<T: Debug + PartialEq + Serialize + 'static>(value: T) -> Self {
        Value(Rc::new(value))
    }

    /// The value as one of its type.
    pub fn of<T: 'static>(&self) -> &T {
        (*self.0).as_any().downcast_ref().expect("values of one game are of its types")
    }

    /// The value to be changed; those who share it keep what they have.
    pub fn of_mut<T: Clone + Debug + PartialEq + Serialize + 'static>(&mut self) -> &mut T {
        if Rc::get_mut(&mut self.0).is_none() {
            *self = Value::new(self.of::<T>().clone());
        }
        let own = Rc::get_mut(&mut self.0).expect("nobody shares it");
        own.as_any_mut().downcast_mut().expect("values of one game are of its types")
    }

    /// The bytes by which values are told apart.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.0.put(&mut bytes);
        bytes
    }

    /// The value in JSON, where it has that form.
    pub fn json(&self) -> Option<Json> {
        self.0.json()
    }

    /// Checks that it has the forms of what is stored.
    ///
    /// # Errors
    /// It lacks one.
    pub fn stored(&self) -> Result<(), BrokenLaw> {
        self.0.stored()
    }
}

/// A turn of a game: its cycle, whose it was, the words drawn in it, and its events.
pub(super) type AnyTurn<'a> = (u64, &'a By<Value>, u32, &'a [Value]);

/// The rules of a game, and the claims of its author.
pub(super) trait AnyRules {
    fn unit(&self) -> &'static str;
    fn seats(&self) -> u8;
    fn seat_name(&self, seat: Seat) -> String;
    fn sides(&self) -> &'static [&'static str];
    fn side(&self, seat: Seat) -> usize;
    fn last_possible_cycle(&self) -> Option<u64>;
    fn start(&self) -> Value;
    fn clock(&self, state: &Value) -> u64;
    fn turn(&self, state: &Value) -> Turn;
    fn is_valid_state(&self, state: &Value) -> bool;
    fn legal(&self, state: &Value, seat: Seat) -> Vec<Value>;
    fn decide(
        &self,
        state: &Value,
        seat: Seat,
        action: &Value,
        dice: &mut Dice,
        out: &mut Vec<Value>,
    ) -> Result<(), String>;
    fn decide_joint(
        &self,
        state: &Value,
        chosen: &[(Seat, Option<Value>)],
        dice: &mut Dice,
        out: &mut Vec<Value>,
    );
    fn joint_matches(&self, state: &Value, chosen: &[(Seat, Option<Value>)], event: &Value)
    -> bool;
    fn world(&self, state: &Value, dice: &mut Dice, out: &mut Vec<Value>);
    fn forfeit(&self, state: &Value, seat: Seat, why: &Forfeit, out: &mut Vec<Value>);
    fn apply(&self, state: &mut Value, event: &Value) -> Result<(), String>;
    fn event_matches(&self, state: &Value, seat: Seat, action: &Value, event: &Value) -> bool;
    fn are_alike(&self, one: &Value, other: &Value) -> bool;

    /// An event in words; `before` is the state it changes.
    fn event_words(&self, before: &Value, event: &Value, out: &mut Vec<u8>);
    /// An action in words.
    fn action_words(&self, state: &Value, seat: Seat, action: &Value) -> Vec<u8>;
    /// The action that its words mean.
    fn parse_action(&self, state: &Value, seat: Seat, words: &str) -> Option<Value>;
    /// What is clicked for each action, as its seat sees the state.
    fn spots(&self, state: &Value, seat: Seat, legal: &[Value]) -> Vec<Spots>;
    /// The number of places that can be clicked.
    fn places(&self) -> usize;
    /// The end in words.
    fn ending(&self, state: &Value) -> Vec<u8>;
    /// Tells a moment to nobody.
    fn tell_moment(&self, state: &Value, players: &[String]);
    /// Makes the view of a seat for nobody.
    fn see(&self, state: &Value, seat: Seat);

    /// The state of a snapshot.
    fn read_state(&self, bytes: &[u8]) -> Option<Value>;
    /// The action that JSON holds.
    fn read_action(&self, data: Json) -> Option<Value>;
    /// The event that JSON holds.
    fn read_event(&self, data: Json) -> Option<Value>;

    /// The actions that the author gives to be tried.
    fn candidates(&self) -> Option<Vec<Value>>;
    /// True if the author works out the outcome a second time.
    fn has_oracle(&self) -> bool;
    /// The outcome as the author works it out a second time.
    fn outcome_by_oracle(&self, state: &Value) -> Option<Outcome>;
    /// The names of the author's symmetries.
    fn symmetries(&self) -> Vec<&'static str>;
    /// A state as the n-th symmetry turns it round.
    fn turned_state(&self, n: usize, state: &Value) -> Value;
    /// An action as the n-th symmetry turns it round.
    fn turned_action(&self, n: usize, action: &Value) -> Value;
    /// A seat as the n-th symmetry turns it round.
    fn turned_seat(&self, n: usize, seat: Seat) -> Seat;

    /// Holds a history against those that a seat cannot tell from it; how many there were.
    ///
    /// # Errors
    /// A secret that somebody can work out.
    fn keeps_secrets(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Result<u64, BrokenLaw>;
    /// Holds the game of a header, which its players play, against the laws of whole games.
    ///
    /// # Errors
    /// The law that it breaks.
    fn check(&self, header: &Header) -> Result<CheckCoverage, BrokenLaw>;
    /// The turns as cycles that are gone through.
    fn walk(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Box<dyn CycleWalk>;
}
