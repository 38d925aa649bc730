//! A choice of a seat that does not see everything, judged by what it could know: every action is valued by games in
//! which what is hidden from the seat is drawn as it could believe it, the same for all actions.

use super::look::{RecordedTurn, Valuer, difference, look as unseen};
use super::outcomes::{OutcomeValues, after, best_of, with_states};
use super::playouts::{PositionValue, add_points};
use super::{Decider, Look, Method};
use crate::dice::{Dice, DrawOwner, Generator};
use crate::extras::Belief;
use crate::fold::GameFold;
use crate::game::{Outcome, Seat};
use crate::history::By;
use crate::odds::moment::OddsPosition;
use crate::protocol::WireForm;

/// Between the number of a game and that of the dice by which what is hidden is drawn for it.
const BELIEFS: u64 = 1 << 30;

/// Between the number of a game and that of the dice by which its action is carried out.
const DRAWS: u64 = 1 << 29;

impl<G: WireForm> Valuer<'_, G> {
    /// Judges a choice by what its seat could know: `belief` has taken in all earlier turns. Nothing where the turn was
    /// lost, and where too many states are possible.
    pub(super) fn believed(
        &self,
        turn: &RecordedTurn<G>,
        seat: Seat,
        belief: Box<dyn Belief<G>>,
    ) -> Option<Look> {
        let By::Action(_, played) = &turn.by else {
            return None;
        };
        let mut buffer = Vec::new();
        let legal = self.position.game.legal(&turn.before, seat, &mut buffer);
        let chosen = legal.iter().position(|action| action == played)?;
        let all = self.values_by_belief(turn, seat, legal, belief)?;
        Some(self.judged(turn, seat, legal, chosen, &all))
    }

    /// The values of actions as a seat could know them. Nothing where too many states are possible, or when it was
    /// stopped.
    pub(super) fn values_by_belief(
        &self,
        turn: &RecordedTurn<G>,
        seat: Seat,
        legal: &[G::Action],
        mut belief: Box<dyn Belief<G>>,
    ) -> Option<Vec<OutcomeValues>> {
        let game = &self.position.game;
        let sides = game.sides().len();
        let first = Self::first_game(turn.turn);
        let mut points = vec![vec![Vec::new(); sides]; legal.len()];
        let mut position = self.position.at(turn.past, &[], turn.before.clone());
        let mut dice = Dice::new(Generator::Chacha8, self.budget.seed, 0);
        for number in first..first + u64::from(self.budget.games) {
            if self.position.stop.is_stopped() {
                return None;
            }
            dice.restart(number + BELIEFS);
            let (drawn, state) = belief.draw(game, &turn.before, &mut dice)?;
            position.game = drawn;
            for (action, points) in legal.iter().zip(&mut points) {
                let outcome = self.played(&mut position, turn.past, seat, &state, action, number);
                add_points(outcome, points);
            }
        }
        let of_action = |points| OutcomeValues {
            chances: vec![1.0],
            values: vec![PositionValue::Games(points)],
        };
        Some(points.into_iter().map(of_action).collect())
    }

    /// The outcome of one game after an action, in a game and a state as the seat can believe them.
    fn played(
        &self,
        position: &mut OddsPosition<G>,
        past: usize,
        seat: Seat,
        state: &G::State,
        action: &G::Action,
        number: u64,
    ) -> Option<Outcome> {
        let game = position.game.clone();
        let mut dice = Dice::new(Generator::Chacha8, self.budget.seed, number + DRAWS);
        dice.turn_to(DrawOwner::Seat(seat));
        let mut events = Vec::new();
        // A seat knows what it may do, so what is legal in truth is so here.
        let _ = game.decide(state, seat, action, &mut dice, &mut events);
        position.past.truncate(past);
        position.past.extend(with_states(&*game, state, &events));
        position.fold = GameFold::from_state(after(&*game, state, &events));
        let mut session = position.session(Dice::new(Generator::Chacha8, self.budget.seed, 0));
        position.restart(&mut session, number);
        session.run(&mut ());
        session.outcome()
    }

    /// The look of a choice, whose actions have these values as the seat could know them.
    fn judged(
        &self,
        turn: &RecordedTurn<G>,
        seat: Seat,
        legal: &[G::Action],
        chosen: usize,
        all: &[OutcomeValues],
    ) -> Look {
        let side = self.position.game.side(seat);
        let method = Method::Belief(self.budget.games);
        let means: Vec<Vec<i64>> = all.iter().map(OutcomeValues::mean).collect();
        let best = best_of(&means, side, chosen);
        let gain = self.gain(method, side, chosen, best, all, &means);
        let better = gain.map_or(best, |it| it.action);
        let (before, after) = self.in_truth(turn, seat, better);
        let choice = difference(&means[chosen], &means[best]);
        let hidden = difference(&difference(&after, &before), &choice);
        let actions = legal.iter().map(Some);
        let actions = self.action_values(turn, seat, actions, all, (method, Some(chosen)));
        let decider = Decider::Choice(seat);
        let draws = vec![0; before.len()];
        Look {
            hidden,
            actions,
            side: Some(side),
            gain,
            ..unseen(turn, decider, method, before, choice, draws, after)
        }
    }

    /// The true values of what the better action leads to and of what was played, by side.
    fn in_truth(&self, turn: &RecordedTurn<G>, seat: Seat, better: usize) -> (Vec<i64>, Vec<i64>) {
        let candidates = self.candidates(turn, seat);
        let played = self.played_outcome(turn);
        let outcomes = &candidates[better].outcomes;
        let positions = outcomes.iter().chain([&played]);
        let positions: Vec<_> = positions.map(|it| self.position(turn, it)).collect();
        let (_, mut values) = self.values(&positions, turn.turn);
        let after = values.pop().map_or_else(Vec::new, |it| it.mean());
        let better =
            OutcomeValues { chances: outcomes.iter().map(|it| it.chance).collect(), values };
        (better.mean(), after)
    }
}
