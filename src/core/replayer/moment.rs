//! The moment that is shown: after a cycle or within one, as far as the viewer may see it.

use std::borrow::Cow;

use super::Replayer;
use crate::extras::Insight;
use crate::eyes::Eyes;
use crate::history::Cycle;
use crate::seat::Seat;
use crate::transcript::Transcript;

impl<G: Transcript> Replayer<G> {
    /// The newest cycle and the state of the moment, as they may be shown.
    pub(super) fn shown(&self) -> (Option<Cycle<'_, G>>, Cow<'_, G::State>) {
        let (state, _) = self.looked_at();
        match self.projections.viewer {
            None => (self.newest.last(), Cow::Borrowed(state)),
            Some(eyes) => {
                let state = self.game.viewed_state(state, eyes);
                (self.viewed.last(), Cow::Owned(state))
            }
        }
    }

    /// The true state of the moment, and the viewer's eyes, where there is one.
    pub(super) fn looked_at(&self) -> (&G::State, Option<&Eyes<G>>) {
        match &self.inside {
            Some(inside) => (&inside.state, inside.eyes.as_ref()),
            None => (self.fold.state(), self.eyes.as_ref()),
        }
    }

    pub(super) fn shown_insight(&self) -> Option<&dyn Insight<G>> {
        match &self.inside {
            Some(inside) => inside.insight.as_deref(),
            None => self.insight.as_deref(),
        }
    }

    pub(super) fn shown_totals(&self) -> G::Totals {
        let inside = self.inside.as_ref().map(|inside| &inside.tally);
        let tally = inside.unwrap_or(&self.tally);
        match self.projections.viewer {
            None => self.game.totals(tally),
            Some(eyes) => self.game.viewed_totals(tally, eyes),
        }
    }

    /// Whether the viewer sees what a seat can do.
    pub(super) fn shows_legal(&self, seat: Seat) -> bool {
        let viewer = self.projections.viewer;
        viewer.is_none_or(|viewer| G::sees_legal(viewer, seat))
    }
}
