//! What a row shows the seat to move to have done. Trying actions may take long where luck has a part
//! in them: each is tried once a row, and none is begun when the referee is to stop.

use super::{PendingTurn, RequiredChoice, RulesReferee};
use crate::faces::{MayFit, Playable, RefereeRules as _, public_eyes};
use crate::trace::TraceRow;
use chase_engine::game::{Forfeit, Seat};

/// The action of the seat to move, as a row shows it.
pub(super) enum ShownAction<A> {
    /// A legal action that leads to what the row shows.
    Did(A),
    /// A lost turn.
    Lost(Forfeit),
    /// This legal action or another: the row hides which.
    Hidden(A),
    /// Something that the rules do not allow.
    Misdeed(String, String),
}

impl<A: Clone> ShownAction<A> {
    pub(super) fn action(&self) -> Option<A> {
        match self {
            ShownAction::Did(action) => Some(action.clone()),
            ShownAction::Lost(_) | ShownAction::Hidden(_) | ShownAction::Misdeed(..) => None,
        }
    }
}

impl<G: Playable> RulesReferee<G> {
    /// Finds the action that a row shows.
    pub(super) fn shown(
        &self,
        weighing: &PendingTurn<G>,
        row: &TraceRow,
    ) -> ShownAction<G::Action> {
        let (state, seat) = (&self.state, weighing.seat);
        let all = candidates(weighing);
        let mut tried = self.until_stopped(&all);
        let fits = |action: &&G::Action| G::referee().fits(&self.game, state, seat, action, row);
        if let Some(action) = tried.find(fits) {
            // Where a game has secrets, a row may not show what a seat did.
            let is_due = matches!(&weighing.due, RequiredChoice::Exactly(due) if due == action);
            let is_secret = !is_due && public_eyes::<G>().is_some();
            if is_secret && tried.filter(|other| !G::are_alike(action, other)).any(|it| fits(&it)) {
                return ShownAction::Hidden(action.clone());
            }
            return ShownAction::Did(action.clone());
        }
        // A row of a legal action can look like a lost turn: it is one only where no action fits.
        if let Some(lost) = G::referee().lost_turn(&self.game, state, seat, row) {
            return ShownAction::Lost(lost);
        }
        match self.by_luck(&all, seat, row) {
            Some(action) => ShownAction::Did(action.clone()),
            None => {
                let (what, why) = G::referee().misdeed(&self.game, state, seat, row);
                ShownAction::Misdeed(what, why)
            }
        }
    }

    fn until_stopped<'a>(&self, all: &[&'a G::Action]) -> impl Iterator<Item = &'a G::Action> {
        let tried = all.iter().take_while(|_| !self.stop.is_stopped());
        tried.copied()
    }

    /// The first action that luck is likely to have led from, else the first that it may have.
    fn by_luck<'a>(
        &self,
        all: &[&'a G::Action],
        seat: Seat,
        row: &TraceRow,
    ) -> Option<&'a G::Action> {
        let mut perhaps = None;
        for action in self.until_stopped(all) {
            match G::referee().may_fit(&self.game, &self.state, seat, action, row) {
                MayFit::Likely => return Some(action),
                MayFit::Perhaps => perhaps = perhaps.or(Some(action)),
                MayFit::Never => {}
            }
        }
        perhaps
    }
}

/// The actions that the seat to move can have made, each once: the due one is first, as a row that
/// shows little shows that.
pub(super) fn candidates<G: Playable>(weighing: &PendingTurn<G>) -> Vec<&G::Action> {
    let due = match &weighing.due {
        RequiredChoice::Exactly(action) => std::slice::from_ref(action),
        RequiredChoice::OneOf(choices) => choices,
        RequiredChoice::Any => &[],
    };
    let others = weighing.legal.iter().filter(|it| !due.contains(it));
    due.iter().chain(others).collect()
}
