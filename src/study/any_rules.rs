//! The rules of a game as code asks them that is compiled once for all games: states, actions and events are
//! values of which it knows no type. [`RulesOf`] is a typed game behind them.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;

use super::any_value::Value;
use super::solve::{SolveProgress, SolvedValue, Unsolvable, solve};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Game, Masks as _, Seat, Turn};
use chase_engine::header::to_json;
use chase_engine::seat::Seats;
use chase_engine::seated_players::show;
use chase_kit::extras::SearchedShares;
use chase_kit::faces::Playable;

/// An event, behind the state before it.
pub type PastEvent = (Value, Value);

/// The values of the states of a game that is solved; nothing for a state that cannot be reached.
pub type SolvedStates<'a> = Box<dyn Fn(&Value) -> Option<SolvedValue> + 'a>;

/// The rules of a game.
pub trait AnyRules {
    fn unit(&self) -> &'static str;
    fn seats(&self) -> u8;
    fn seat_name(&self, seat: Seat) -> String;
    fn sides(&self) -> &'static [&'static str];
    fn side(&self, seat: Seat) -> usize;
    fn start(&self) -> Value;
    fn clock(&self, state: &Value) -> u64;
    fn turn(&self, state: &Value) -> Turn;
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
    fn world(&self, state: &Value, dice: &mut Dice, out: &mut Vec<Value>);
    fn forfeit(&self, state: &Value, seat: Seat, why: &Forfeit, out: &mut Vec<Value>);
    fn apply(&self, state: &mut Value, event: &Value) -> Result<(), String>;
    /// An action in words.
    fn action_words(&self, state: &Value, seat: Seat, action: &Value) -> Vec<u8>;

    fn ended_by(&self, state: &Value) -> Option<Seat>;
    fn hides_from(&self, seat: Seat) -> bool;
    /// Calls `learn` for each of some seats that learns something of an event, with what it learns in JSON.
    fn show(&self, before: &Value, event: &Value, seats: Seats, learn: &mut dyn FnMut(Seat, &str));
    /// True if seats collect something that decides the game.
    fn collects(&self) -> bool;
    /// The amount that each seat has collected; none where nothing is collected.
    fn collected(&self, state: &Value) -> Vec<i64>;
    /// True if the game brings a search that values states.
    fn searches(&self) -> bool;
    /// The value of a state after all these events by the game's own search of so many positions.
    fn evaluate(&self, state: &Value, past: &[PastEvent], nodes: u64) -> Option<SearchedShares>;
    /// Solves the game from a state on, as [`solve`] does.
    ///
    /// # Errors
    /// The reason why it is not solved.
    fn solve<'a>(
        &'a self,
        start: &Value,
        states_max: u64,
        watch: &'a dyn Fn(SolveProgress) -> bool,
    ) -> Result<SolvedStates<'a>, Unsolvable>;
}

/// A game behind [`AnyRules`].
pub struct RulesOf<G: Game> {
    pub game: Arc<G>,
}

impl<G: Game> Clone for RulesOf<G> {
    fn clone(&self) -> Self {
        RulesOf { game: Arc::clone(&self.game) }
    }
}

/// The values of a list.
pub fn values<T: Clone + Debug + PartialEq + Serialize + 'static>(all: &[T]) -> Vec<Value> {
    all.iter().map(|one| Value::new(one.clone())).collect()
}

/// Adds the values of events that were decided.
fn add<T: Debug + PartialEq + Serialize + 'static>(events: Vec<T>, out: &mut Vec<Value>) {
    for event in events {
        out.push(Value::new(event));
    }
}

/// The joint action of typed values.
pub fn chosen<A: Clone + 'static>(chosen: &[(Seat, Option<Value>)]) -> Vec<(Seat, Option<A>)> {
    let typed = |it: &Value| it.of::<A>().clone();
    chosen.iter().map(|(seat, action)| (*seat, action.as_ref().map(typed))).collect()
}

impl<G: Playable> AnyRules for RulesOf<G> {
    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }

    fn side(&self, seat: Seat) -> usize {
        self.game.side(seat)
    }

    fn start(&self) -> Value {
        Value::new(self.game.start())
    }

    fn clock(&self, state: &Value) -> u64 {
        self.game.clock(state.of())
    }

    fn turn(&self, state: &Value) -> Turn {
        self.game.turn(state.of())
    }

    fn legal(&self, state: &Value, seat: Seat) -> Vec<Value> {
        let mut buffer = Vec::new();
        values(self.game.legal_in(state.of(), seat, &mut buffer))
    }

    fn decide(
        &self,
        state: &Value,
        seat: Seat,
        action: &Value,
        dice: &mut Dice,
        out: &mut Vec<Value>,
    ) -> Result<(), String> {
        let mut events = Vec::new();
        let decided = self.game.decide_in(state.of(), seat, action.of(), dice, &mut events);
        add(events, out);
        decided.map_err(|rule| rule.to_string())
    }

    fn decide_joint(
        &self,
        state: &Value,
        joint: &[(Seat, Option<Value>)],
        dice: &mut Dice,
        out: &mut Vec<Value>,
    ) {
        add(self.game.decide_joint(state.of(), &chosen(joint), dice), out);
    }

    fn world(&self, state: &Value, dice: &mut Dice, out: &mut Vec<Value>) {
        add(self.game.world(state.of(), dice), out);
    }

    fn forfeit(&self, state: &Value, seat: Seat, why: &Forfeit, out: &mut Vec<Value>) {
        add(self.game.forfeit(state.of(), seat, why), out);
    }

    fn apply(&self, state: &mut Value, event: &Value) -> Result<(), String> {
        self.game.apply(state.of_mut(), event.of()).map_err(|rule| rule.to_string())
    }

    fn action_words(&self, state: &Value, seat: Seat, action: &Value) -> Vec<u8> {
        self.game.action_text(state.of(), seat, action.of()).into_bytes()
    }

    fn ended_by(&self, state: &Value) -> Option<Seat> {
        self.game.ended_by(state.of())
    }

    fn hides_from(&self, seat: Seat) -> bool {
        G::masks().hides_from(&self.game, seat)
    }

    fn show(&self, before: &Value, event: &Value, seats: Seats, learn: &mut dyn FnMut(Seat, &str)) {
        show(&*self.game, before.of(), event.of(), seats, |seat, seen| learn(seat, &to_json(seen)));
    }

    fn collects(&self) -> bool {
        G::EXTRAS.amounts.is_some()
    }

    fn collected(&self, state: &Value) -> Vec<i64> {
        let amounts = G::EXTRAS.amounts;
        amounts.map_or_else(Vec::new, |amounts| (amounts.collected)(&self.game, state.of()))
    }

    fn searches(&self) -> bool {
        G::EXTRAS.evaluation.is_some()
    }

    fn evaluate(&self, state: &Value, past: &[PastEvent], nodes: u64) -> Option<SearchedShares> {
        let evaluate = G::EXTRAS.evaluation?;
        let typed = |it: &PastEvent| (it.0.of::<G::State>().clone(), it.1.of::<G::Event>().clone());
        let past: Vec<_> = past.iter().map(typed).collect();
        evaluate(&self.game, state.of(), &past, nodes)
    }

    fn solve<'a>(
        &'a self,
        start: &Value,
        states_max: u64,
        watch: &'a dyn Fn(SolveProgress) -> bool,
    ) -> Result<SolvedStates<'a>, Unsolvable> {
        let solution = solve(&*self.game, start.of::<G::State>().clone(), states_max, watch)?;
        Ok(Box::new(move |state| solution.value(state.of())))
    }
}
