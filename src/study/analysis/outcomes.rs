//! What a turn could have led to: every outcome of its draws, and what they are worth together.

use super::WIN;
use super::playouts::PositionValue;
use crate::any_rules::{AnyRules, PastEvent};
use crate::any_value::Value;
use chase_engine::dice::{Dice, DrawOwner, Generator};
use chase_engine::seat::Seat;

/// Outcomes of the draws of a turn that are valued; of more, so many are drawn.
const OUTCOMES_MAX: usize = 64;

/// Ways through the draws of a turn that are followed before some are drawn instead.
const WAYS_MAX: usize = 4096;

/// What a turn can lead to, with its probability.
pub(super) struct TurnOutcome {
    pub events: Vec<Value>,
    pub state: Value,
    pub chance: f64,
}

/// The events that the rules have decided, each with the state before it, and the state after them.
pub(super) fn with_states(
    game: &dyn AnyRules,
    before: &Value,
    events: &[Value],
) -> (Vec<PastEvent>, Value) {
    let mut state = before.clone();
    let told = events.iter().map(|event| {
        let before = state.clone();
        apply(game, &mut state, event);
        (before, event.clone())
    });
    (told.collect(), state)
}

/// The state after events that the rules have decided.
pub(super) fn after(game: &dyn AnyRules, before: &Value, events: &[Value]) -> Value {
    let mut state = before.clone();
    events.iter().for_each(|event| apply(game, &mut state, event));
    state
}

fn apply(game: &dyn AnyRules, state: &mut Value, event: &Value) {
    if let Err(rule) = game.apply(state, event) {
        unreachable!("the rules decided {event:?} and then refused it: {rule}");
    }
}

/// Carries out a turn of the rules, or the action of a seat.
pub(super) fn carry_out(
    game: &dyn AnyRules,
    state: &Value,
    action: Option<(Seat, &Value)>,
    dice: &mut Dice,
    out: &mut Vec<Value>,
) {
    dice.turn_to(action.map_or(DrawOwner::World, |(seat, _)| DrawOwner::Seat(seat)));
    match action {
        None => game.world(state, dice, out),
        // What is legal is not refused; a game that breaks this law shows no outcome.
        Some((seat, action)) => drop(game.decide(state, seat, action, dice, out)),
    }
}

/// All outcomes of a turn with their probabilities, those with one state as one; `decide` carries the turn
/// out. Of too many, some are drawn with dice of their own.
pub(super) fn outcomes(
    game: &dyn AnyRules,
    before: &Value,
    seed: i64,
    number: u64,
    mut decide: impl FnMut(&mut Dice, &mut Vec<Value>),
) -> Vec<TurnOutcome> {
    let (mut found, mut keys) = (Vec::<TurnOutcome>::new(), Vec::<Vec<u8>>::new());
    let mut add = |events: Vec<Value>, chance: f64| {
        let state = after(game, before, &events);
        let mut key = state.bytes();
        events.iter().for_each(|event| event.put(&mut key));
        match keys.iter().position(|known| *known == key) {
            Some(place) => found[place].chance += chance,
            None => {
                keys.push(key);
                found.push(TurnOutcome { events, state, chance });
            }
        }
        found.len()
    };
    let mut dice = Dice::branching();
    let mut ways = 0;
    let is_whole = loop {
        let mut events = Vec::new();
        decide(&mut dice, &mut events);
        ways += 1;
        if add(events, dice.chance()) > OUTCOMES_MAX || ways > WAYS_MAX {
            break false;
        }
        if !dice.next_branch() {
            break true;
        }
    };
    if is_whole {
        return found;
    }
    let mut dice = Dice::new(Generator::Chacha8, seed, number);
    let drawn = (0..OUTCOMES_MAX).map(|_| {
        let mut events = Vec::new();
        decide(&mut dice, &mut events);
        let state = after(game, before, &events);
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let chance = 1.0 / OUTCOMES_MAX as f64;
        TurnOutcome { events, state, chance }
    });
    drawn.collect()
}

/// The values of the outcomes of one action, or of a turn without a choice.
pub(super) struct OutcomeValues {
    pub chances: Vec<f64>,
    pub values: Vec<PositionValue>,
}

impl OutcomeValues {
    pub(super) fn of(outcomes: &[TurnOutcome], values: Vec<PositionValue>) -> Self {
        OutcomeValues { chances: outcomes.iter().map(|it| it.chance).collect(), values }
    }

    /// The mean over the outcomes, by side.
    pub(super) fn mean(&self) -> Vec<i64> {
        let all: Vec<Vec<i64>> = self.values.iter().map(PositionValue::mean).collect();
        let sides = all.first().map_or(0, Vec::len);
        if let [only] = &all[..] {
            return only.clone();
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "a value is at most a billion"
        )]
        let value = |side: usize| {
            let terms = all.iter().zip(&self.chances);
            let sum: f64 = terms.map(|(it, chance)| it[side] as f64 * chance).sum();
            sum.round() as i64
        };
        (0..sides).map(value).collect()
    }

    /// The share of a win of one side in the game of a number, as the mean over the outcomes.
    pub(super) fn of_game(&self, side: usize, game: usize) -> f64 {
        let terms = self.values.iter().zip(&self.chances);
        terms.map(|(it, chance)| it.of_game(side, game) * chance).sum()
    }
}

/// The index of the value that is best for a side: the first of several, unless what was played is one of them.
pub(super) fn best_of(means: &[Vec<i64>], side: usize, chosen: usize) -> usize {
    (0..means.len()).rev().max_by_key(|at| (means[*at][side], *at == chosen)).unwrap_or(chosen)
}

/// Mean and sample variance.
pub(super) fn moments(values: &[f64]) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "few games")]
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
    (mean, squares / (count - 1.0).max(1.0))
}

/// The standard error of a mean over games.
pub(super) fn standard_error(values: &OutcomeValues, side: usize, games: u32) -> i64 {
    let shares: Vec<f64> = (0..games as usize).map(|game| values.of_game(side, game)).collect();
    let (_, variance) = moments(&shares);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "an error is at most a billion"
    )]
    let error = ((variance / shares.len().max(1) as f64).sqrt() * WIN as f64).round() as i64;
    error
}
