//! An agent as the session asks it: what it is told, sees and learns of the chase, and nothing else.

use crate::{Action, Briefing, Event, Police, Seen, Sight};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Known, Seat, View};
use chase_engine::player::Player;

/// The mind of an agent. What is not said here is said in [`Player`].
pub(crate) trait Agent: Send {
    fn team(&self) -> Option<&'static str> {
        None
    }

    fn join(&mut self, _: Seat, _team: &[(Seat, Briefing)]) {}

    fn reset(&mut self, briefing: &Briefing) -> bool;

    fn observe(&mut self, seen: &Seen);

    fn hear(&mut self, _mate: Seat, _: &Seen) {}

    fn choose(&mut self, sight: &Sight, legal: &[Action], dice: &mut Dice) -> Action;
}

/// A player with the mind of an agent.
pub(crate) struct AgentPlayer<A>(pub A);

/// What the agent in a seat is told before the chase.
pub(crate) fn briefing(known: &Known<Police>) -> Briefing {
    known.game.briefing(known.seat)
}

impl<A: Agent> Player<Police> for AgentPlayer<A> {
    #[inline]
    fn observe(&mut self, event: &Event) {
        if let Some(seen) = Seen::of(event) {
            self.0.observe(&seen);
        }
    }

    fn team(&self) -> Option<&'static str> {
        self.0.team()
    }

    fn join(&mut self, seat: Seat, team: &[(Seat, Known<Police>)]) {
        let team: Vec<_> = team.iter().map(|(seat, known)| (*seat, briefing(known))).collect();
        self.0.join(seat, &team);
    }

    fn hear(&mut self, mate: Seat, event: &Event) {
        if let Some(seen) = Seen::of(event) {
            self.0.hear(mate, &seen);
        }
    }

    fn reset(&mut self, known: &Known<Police>) -> bool {
        self.0.reset(&briefing(known))
    }

    #[inline]
    fn choose(
        &mut self,
        view: &View<'_, Police>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(self.0.choose(&Sight::of(view.state, view.seat), legal, dice))
    }
}
