//! A choice of a seat that does not see everything, judged by what it could know: every action is valued by games in
//! which what is hidden from the seat is drawn as it could believe it, the same for all actions.

use super::look::{RecordedTurn, Valuer, difference, look as unseen};
use super::outcomes::{OutcomeValues, best_of, carry_out, with_states};
use super::playouts::{PositionValue, add_points};
use super::{Decider, Look, Method};
use crate::any_value::Value;
use crate::odds::moment::{AnyBelief, OddsPosition};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Outcome, Seat};
use chase_engine::history::By;

/// Between the number of a game and that of the dice by which what is hidden is drawn for it.
const BELIEFS: u64 = 1 << 30;

/// Between the number of a game and that of the dice by which its action is carried out.
const DRAWS: u64 = 1 << 29;

impl Valuer<'_> {
    /// Judges a choice by what its seat could know: `belief` has taken in all earlier turns. Nothing where the turn was
    /// lost, and where too many states are possible.
    pub(super) fn believed(
        &self,
        turn: &RecordedTurn,
        seat: Seat,
        belief: Box<dyn AnyBelief + '_>,
    ) -> Option<Look> {
        let By::Action(_, played) = &turn.by else {
            return None;
        };
        let legal = self.position.rules().legal(&turn.before, seat);
        let chosen = legal.iter().position(|action| action == played)?;
        let all = self.values_by_belief(turn, seat, &legal, belief)?;
        Some(self.judged(turn, seat, &legal, chosen, &all))
    }

    /// The values of actions as a seat could know them. Nothing where too many states are possible, or when it was
    /// stopped.
    pub(super) fn values_by_belief(
        &self,
        turn: &RecordedTurn,
        seat: Seat,
        legal: &[Value],
        mut belief: Box<dyn AnyBelief + '_>,
    ) -> Option<Vec<OutcomeValues>> {
        let sides = self.position.rules().sides().len();
        let first = Self::first_game(turn.turn);
        let mut points = vec![vec![Vec::new(); sides]; legal.len()];
        let mut dice = Dice::new(Generator::Chacha8, self.budget.seed, 0);
        for number in first..first + u64::from(self.budget.games) {
            if self.position.table.stop().is_stopped() {
                return None;
            }
            dice.restart(number + BELIEFS);
            let (table, state) = belief.draw(&turn.before, &mut dice)?;
            let past = self.position.past[..turn.past].to_vec();
            let drawn = OddsPosition { table, state, past };
            for (action, points) in legal.iter().zip(&mut points) {
                add_points(self.played(&drawn, seat, action, number), points);
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
        drawn: &OddsPosition,
        seat: Seat,
        action: &Value,
        number: u64,
    ) -> Option<Outcome> {
        let (game, state) = (drawn.rules(), &drawn.state);
        let mut dice = Dice::new(Generator::Chacha8, self.budget.seed, number + DRAWS);
        let mut events = Vec::new();
        // A seat knows what it may do, so what is legal in truth is so here.
        carry_out(game, state, Some((seat, action)), &mut dice, &mut events);
        let (more, state) = with_states(game, state, &events);
        let position = drawn.at(drawn.past.len(), more, state);
        let mut session = position.table.session(self.budget.seed);
        session.restart(number, &position.state, &position.past);
        session.run();
        game.turn(&session.state()).outcome()
    }

    /// The look of a choice, whose actions have these values as the seat could know them.
    fn judged(
        &self,
        turn: &RecordedTurn,
        seat: Seat,
        legal: &[Value],
        chosen: usize,
        all: &[OutcomeValues],
    ) -> Look {
        let side = self.position.rules().side(seat);
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
    fn in_truth(&self, turn: &RecordedTurn, seat: Seat, better: usize) -> (Vec<i64>, Vec<i64>) {
        let candidates = self.candidates(turn, seat);
        let played = self.played_outcome(turn);
        let outcomes = &candidates[better].outcomes;
        let positions = outcomes.iter().chain([&played]);
        let positions: Vec<_> = positions.map(|it| self.position(turn, it)).collect();
        let (_, mut values) = self.values(&positions, turn.turn);
        let after = values.pop().map_or_else(Vec::new, |it| it.mean());
        (OutcomeValues::of(outcomes, values).mean(), after)
    }
}
