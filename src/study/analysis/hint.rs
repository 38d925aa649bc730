//! What a seat can do next, valued as it could know: a hint for whoever plays.

use super::look::{RecordedTurn, Valuer};
use super::outcomes::OutcomeValues;
use super::solved::solved_states;
use super::walk::{RecordedGame, usual_players};
use super::{AnalysisBudget, Hint, Method};
use crate::any_value::Value;
use crate::odds::moment::AnyBelief;
use crate::odds::table_of::turns_of;
use chase_engine::game::Turn;
use chase_engine::header::Header;
use chase_engine::history::{By, History};
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_record::any::RecordError;
use chase_record::compile::compile;

/// Values what the seat whose turn it is can do after everything that was played. Nothing where nobody is to choose
/// alone, and where the game does not say what the seat could know.
///
/// # Errors
/// A header that does not open.
///
/// # Panics
/// The history is not one of the header's game.
pub fn hint<G: Playable>(
    header: &Header,
    history: &History<G>,
    budget: AnalysisBudget,
    stop: &StopFlag,
) -> Result<Option<Hint>, RecordError> {
    let game = compile::<G>(&mut header.clone()).map_err(RecordError::Unopened)?;
    let going_on = usual_players(&*game, &header.players);
    let mut played = RecordedGame::new::<G>(header, going_on, budget, stop)?;
    for cycle in history.cycles() {
        played.take_in(turns_of(cycle)).expect("the rules allow what was played");
    }
    Ok(played.hint())
}

impl RecordedGame {
    /// The choice of the seat whose turn it is, valued as its seat could know. Nothing where nobody is to choose
    /// alone, and where the game does not say what the seat could know.
    fn hint(&self) -> Option<Hint> {
        let (game, state) = (self.position.rules(), &self.position.state);
        let Turn::Seat(seat) = game.turn(state) else {
            return None;
        };
        let first = game.legal(state, seat).first()?.clone();
        let coming = RecordedTurn {
            turn: self.turns.len() as u64,
            cycle: game.clock(state),
            // Nothing of it has happened: which action stands here changes no value.
            by: By::Action(seat, first),
            past: self.position.past.len(),
            before: state.clone(),
            events: Vec::new(),
        };
        let valuer = Valuer { position: &self.position, budget: self.budget, solved: None };
        if game.hides_from(seat) {
            let belief = self.position.table.belief(seat)?;
            return valuer.hint_by_belief(&coming, seat, self.learned(belief, &coming));
        }
        let solved = solved_states(&valuer, &[&coming], self.position.table.stop());
        let valuer = Valuer { solved: Some(&solved), ..valuer };
        valuer.hint(&coming, seat)
    }
}

impl Valuer<'_> {
    /// The actions of a seat that sees everything.
    fn hint(&self, coming: &RecordedTurn, seat: Seat) -> Option<Hint> {
        let candidates = self.candidates(coming, seat);
        let (method, all) = self.candidate_values(coming, &candidates);
        let actions = candidates.iter().map(|it| it.action.as_ref());
        self.hint_of(coming, seat, actions, &all, method)
    }

    /// The actions of a seat that does not see everything, as it could know: `belief` has taken in all turns.
    fn hint_by_belief(
        &self,
        coming: &RecordedTurn,
        seat: Seat,
        belief: Box<dyn AnyBelief + '_>,
    ) -> Option<Hint> {
        let legal = self.position.rules().legal(&coming.before, seat);
        let all = self.values_by_belief(coming, seat, &legal, belief)?;
        let method = Method::Belief(self.budget.games);
        self.hint_of(coming, seat, legal.iter().map(Some), &all, method)
    }

    fn hint_of<'b>(
        &self,
        coming: &RecordedTurn,
        seat: Seat,
        actions: impl Iterator<Item = Option<&'b Value>>,
        all: &[OutcomeValues],
        method: Method,
    ) -> Option<Hint> {
        let actions = self.action_values(coming, seat, actions, all, (method, None));
        let best = (0..actions.len()).rev().max_by_key(|at| actions[*at].value)?;
        Some(Hint { seat, method, actions, best })
    }
}
