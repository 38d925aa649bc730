//! Solves small scenarios of any game: the exact value of every state that can be reached, and the best moves,
//! worked out from the rules alone.
//!
//! A state counts once the world has done all that needs no dice: a seat must choose in it, the dice decide, or the
//! game is over. Each counts once, however it was reached.
//!
//! In a game in which no state comes twice, each is valued after all that can follow it, with every outcome of
//! every draw; values are fractions without any rounding. Where states come again, and there are no dice,
//! values are worked out from the ends backwards. What neither side can force an end of is undecided: the rules of
//! such a game would have to say when it is a draw, by repetition or by length.

mod acyclic;
mod cyclic;
mod moves;
mod search;
mod state_keys;
#[cfg(test)]
mod tests;
mod unsolvable;
mod value;

use chase_engine::game::{Game, Masks as _, Outcome};
use chase_engine::seat::Seat;

use acyclic::AcyclicPass;
use moves::{StateKind, StateRules, ValueBranch, weighed};
use search::StateSearch;
use state_keys::StateKeys;
use value::ValueList;

pub use unsolvable::Unsolvable;
pub use value::SolvedValue;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The states that were met so far.
    pub states: u64,
}

/// The values of all states that can be reached from one.
pub struct Solution<'a, G: Game> {
    game: &'a G,
    start: G::State,
    keys: StateKeys,
    /// The number of each state's value.
    worth: Vec<u32>,
    values: ValueList,
}

/// A legal action of a state with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedChoice<A> {
    /// The action.
    pub action: A,
    /// The value of the game if it is chosen; its moves to the end count it.
    pub value: SolvedValue,
    /// True if no other action is better; of those that are equally good the first is played in
    /// [`BestLine`].
    pub is_best: bool,
}

/// A move of a line of best moves.
pub struct BestMove<G: Game> {
    /// The state in which it is made.
    pub state: G::State,
    /// Who makes it.
    pub seat: Seat,
    /// The action.
    pub action: G::Action,
}

/// The best moves of all seats from a state on.
pub struct BestLine<G: Game> {
    /// The moves.
    pub moves: Vec<BestMove<G>>,
    /// The state after them; where the dice decide about the last move, the state before it.
    pub last: G::State,
    /// Why there are no more.
    pub end: BestLineEnd,
}

/// The reason why a line of best moves has an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestLineEnd {
    /// The game is over.
    Over(Outcome),
    /// The dice decide what comes next.
    Dice,
    /// Nobody can force an end, so no move leads nearer to one.
    Undecided,
}

/// Works out the values of all states that can be reached from one.
///
/// At most `states_max` states are met. `watch` is told now and then how many they are, and stops the work by
/// returning false.
///
/// # Errors
/// The reason why this scenario is not solved.
pub fn solve<'a, G: Game>(
    game: &'a G,
    mut start: G::State,
    states_max: u64,
    watch: &'a dyn Fn(SolveProgress) -> bool,
) -> Result<Solution<'a, G>, Unsolvable> {
    let sides = game.sides().len();
    if !(1..=2).contains(&sides) {
        return Err(Unsolvable::Sides(sides));
    }
    if (0..game.seats()).any(|seat| G::masks().hides_from(game, Seat(seat))) {
        return Err(Unsolvable::Secrets);
    }
    let mut search = StateSearch::of(game, states_max, watch);
    let kind = search.rules.settled(&mut start)?;
    let (worth, values) = match acyclic::solve(&mut search, start.clone(), kind)? {
        AcyclicPass::Solved(worth, values) => (worth, values),
        AcyclicPass::Cyclic => {
            search.begin_again();
            cyclic::solve(&mut search, start.clone(), kind)?
        }
    };
    Ok(Solution { game, start, keys: search.keys, worth, values })
}

impl<G: Game> Solution<'_, G> {
    /// The number of states that can be reached.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.worth.len() as u64
    }

    /// The first state in which anybody chooses, or dice decide.
    #[must_use]
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The value of a state; nothing if it cannot be reached from the start.
    #[must_use]
    pub fn value(&self, state: &G::State) -> Option<SolvedValue> {
        let mut state = state.clone();
        let mut rules = StateRules::of(self.game);
        rules.settled(&mut state).ok()?;
        self.value_of_key(rules.key(&state))
    }

    fn value_of_key(&self, key: u128) -> Option<SolvedValue> {
        let number = self.keys.find(key)?;
        Some(self.values.at(self.worth[number as usize]))
    }

    /// The seat that must choose in a state, and its legal actions with their values, in the order of
    /// [`Game::legal`]. Nothing where no seat must choose, or the state cannot be reached.
    #[must_use]
    pub fn choices(&self, state: &G::State) -> Option<(Seat, Vec<SolvedChoice<G::Action>>)> {
        let mut state = state.clone();
        let mut rules = StateRules::of(self.game);
        let kind = rules.settled(&mut state).ok()?;
        let StateKind::Choice(seat, side) = kind else {
            return None;
        };
        let mut followers = Vec::new();
        rules.followers(&state, kind, &mut followers).ok()?;
        let mut branches = Vec::new();
        for follower in &followers {
            branches.push(ValueBranch {
                action: follower.action,
                ways: follower.ways,
                to: self.value_of_key(follower.key)?,
            });
        }
        let mut values = Vec::new();
        let (best, _) = weighed(side, &branches, |to| to, |_, value| values.push(value)).ok()?;
        let best = values[best];
        let mut buffer = Vec::new();
        let legal = self.game.legal_in(&state, seat, &mut buffer);
        let choice = |(action, value): (&G::Action, &SolvedValue)| SolvedChoice {
            action: action.clone(),
            value: *value,
            is_best: value.preferred(best, side).is_eq(),
        };
        Some((seat, legal.iter().zip(&values).map(choice).collect()))
    }

    /// The best moves from a state on, to the end of the game or the next dice. Nothing if the state
    /// cannot be reached.
    #[must_use]
    pub fn line(&self, state: &G::State) -> Option<BestLine<G>> {
        let mut state = state.clone();
        let mut rules = StateRules::of(self.game);
        let mut moves = Vec::new();
        let mut followers = Vec::new();
        let end = loop {
            let kind = rules.settled(&mut state).ok()?;
            let value = self.value_of_key(rules.key(&state))?;
            match kind {
                StateKind::Over(_) => break BestLineEnd::Over(self.game.turn(&state).outcome()?),
                StateKind::Chance => break BestLineEnd::Dice,
                StateKind::Choice(..) if value == SolvedValue::Undecided => {
                    break BestLineEnd::Undecided;
                }
                StateKind::Choice(..) => {}
            }
            let (seat, choices) = self.choices(&state)?;
            let best = choices.iter().position(|choice| choice.is_best)?;
            moves.push(BestMove {
                state: state.clone(),
                seat,
                action: choices[best].action.clone(),
            });
            followers.clear();
            rules.followers(&state, kind, &mut followers).ok()?;
            let next = followers.drain(..).find(|it| it.action as usize == best)?;
            if next.ways > 1 {
                break BestLineEnd::Dice;
            }
            state = next.state;
        };
        Some(BestLine { moves, last: state, end })
    }
}
