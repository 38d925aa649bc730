//! Where Mr X can be, if he may also be `mixed`: a Bayesian posterior of three kinds of Mr X, which
//! before the first round are as likely as each other.
//!
//! Two kinds are those of `posterior.rs`. The third is **mixed**: he draws each of his moves with the
//! probability that `mixed` has for it (`imitation.rs`); in one move of twenty he moves like the careful
//! kind. What `mixed` knows of the detectives, and what he takes them to believe, follows from what
//! everybody sees, so a `mixed` is kept here and gets the same events.
//!
//! Weights and probabilities of the kinds are learned as in `posterior.rs`: if he is shown, each
//! kind is taken to have been careful in that move, and a double says nothing about the kind.

use std::sync::Arc;

use super::imitation::Imitation;
use super::mixed::Mixed;
use super::posterior::{MovePart, Outlook, StationWeights, learn};
use super::reach::end;
use super::trail::{MoveTidings, StepTidings, scale};
use crate::{Action, Event, Known, MR_X, PublicSetting, TicketLeg};
use chase_engine::player::Player as _;
use chase_kit::budget::{StopFlag, Thinking};

/// The share of moves in which `mixed` is only careful.
const STRAY: f64 = 0.05;

/// The probabilities of where Mr X is and of which of three kinds he is.
pub(super) struct Suspects {
    setting: Arc<PublicSetting>,
    /// The player, with his own posterior of two kinds.
    mixed: Mixed,
    /// The weights of the stations if he is `mixed`, by number.
    drawing: Vec<f64>,
    /// Careful, foresighted, mixed.
    odds: [f64; 3],
    /// The weights of all kinds together.
    weights: Vec<f64>,
    stop: StopFlag,
}

impl Suspects {
    /// Before the start. Nothing that is worked out once `stop` is set is of any use.
    pub fn new(known: Known, stop: StopFlag) -> Self {
        let nowhere = vec![0.0; known.game.setting().board.numbers()];
        Suspects {
            setting: Arc::clone(known.game.setting()),
            mixed: Mixed::new(known, stop.clone()),
            drawing: nowhere.clone(),
            odds: [1.0 / 3.0; 3],
            weights: nowhere,
            stop,
        }
    }

    /// Makes a move of `mixed` of which this was told, and gives its likelihood; nothing for a double.
    fn step(&mut self, told: MoveTidings) -> Option<f64> {
        let is_single = told[1].is_none();
        let last = told.into_iter().flatten().next_back();
        let is_shown = last.is_some_and(|step| step.shown.is_some());
        let outlook = self.mixed.posterior.outlook(!is_shown);
        let mut after = self.careful(&outlook, told);
        if !is_shown {
            let mut drawn = self.drawn(&outlook, told);
            if !is_single {
                scale(&mut after);
                scale(&mut drawn);
            }
            for (after, drawn) in after.iter_mut().zip(drawn) {
                *after = STRAY * *after + (1.0 - STRAY) * drawn;
            }
        }
        let likelihood = scale(&mut after);
        self.drawing = after;
        is_single.then_some(likelihood)
    }

    /// The weights after a careful move.
    fn careful(&self, outlook: &Outlook, told: MoveTidings) -> Vec<f64> {
        let mut after = vec![0.0; self.drawing.len()];
        let first = told[0].unwrap_or_default();
        for &from in self.setting.board.stations() {
            let weight = self.drawing[usize::from(from)];
            if weight == 0.0 {
                continue;
            }
            let ways = self.setting.board.ways(from);
            let Some(second) = told[1] else {
                outlook.each(ways, first, MovePart::Single, |to, likely, _| {
                    after[to] += weight * likely;
                });
                continue;
            };
            for way in ways {
                let next = self.setting.board.ways(way.to);
                let way = std::slice::from_ref(way);
                outlook.each(way, first, MovePart::First, |_, likely, _| {
                    let weight = weight * likely;
                    outlook.each(next, second, MovePart::Second, |to, likely, _| {
                        after[to] += weight * likely;
                    });
                });
            }
        }
        after
    }

    /// The weights after a move that `mixed` drew.
    fn drawn(&self, outlook: &Outlook, told: MoveTidings) -> Vec<f64> {
        let thinking = Thinking::begin(None, &self.stop);
        let mut imitation = Imitation::new(&self.mixed, &self.setting, outlook, &thinking, told);
        let mut after = vec![0.0; self.drawing.len()];
        for &from in self.setting.board.stations() {
            if thinking.is_over() {
                break;
            }
            let weight = self.drawing[usize::from(from)];
            if weight == 0.0 {
                continue;
            }
            for (probability, action) in imitation.moves(from) {
                if let Some(to) = end(action) {
                    after[usize::from(to)] += weight * probability;
                }
            }
        }
        after
    }
}

impl StationWeights for Suspects {
    fn observe(&mut self, seen: &Event) {
        let public = self.mixed.posterior.public();
        let told = self.setting.shown(public, seen);
        let likelihood = match told {
            Event::Opened { ref stations } => {
                for &start in &self.setting.hideouts {
                    let is_taken = stations[1..].contains(&start);
                    self.drawing[usize::from(start)] = if is_taken { 0.0 } else { 1.0 };
                }
                scale(&mut self.drawing);
                None
            }
            Event::Doubled { first, second } => {
                let double = Action::Double { first, second };
                self.step(StepTidings::of_move(&self.setting, public, double))
            }
            // The legs of a double are told after the whole of it.
            Event::RoundStarted { round, ticket, to }
                if self.mixed.posterior.step == MovePart::Single =>
            {
                let leg = TicketLeg { ticket, to };
                self.step([Some(StepTidings::of(&self.setting, round, leg)), None])
            }
            Event::Moved { seat, to, .. } if seat != MR_X => {
                // He is not there, or the game is over next.
                self.drawing[usize::from(to)] = 0.0;
                Some(scale(&mut self.drawing))
            }
            _ => None,
        };
        self.mixed.observe(seen);
        let kinds = &self.mixed.posterior.kinds;
        if let Some(third) = likelihood {
            let [first, second] = kinds.likelihoods;
            learn(&mut self.odds, [first, second, third]);
        }
        let all = kinds.careful.iter().zip(&kinds.foresighted).zip(&self.drawing);
        let [first, second, third] = self.odds;
        self.weights = all
            .map(|((careful, foresighted), drawing)| {
                first * careful + second * foresighted + third * drawing
            })
            .collect();
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }
}
