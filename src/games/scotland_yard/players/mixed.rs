//! Mr X with foresight who knows what he is taken for, and plays a mixed strategy.
//!
//! He takes the detectives to be `tracking`, or to weigh stations by `posterior.rs`, before the first move as likely as each
//! other. After each of their moves he asks both what they would have done: one that foretold where
//! the move ended counts 0.8, one that did not 0.04, and neither gets less likely than 0.02.
//!
//! A move's chance is that of `lookahead` (`pursuit.rs`), with another belief and another plan: the
//! detectives are taken to believe what `tracking` would (`trail.rs`) and what that posterior
//! does, mixed by how likely each is, and to plan as the likelier of the two. A secret
//! ticket leaves 0.95 of a chance, a double 0.75; doubles are looked at while no single has that
//! much. Moves that have less than 0.9 of the best chance are left out; of the others he draws one,
//! with a probability in proportion to the 32nd power of its chance, so that who knows how he
//! thinks does not know where he is.

use std::sync::Arc;

use super::cordon::Cordon;
use super::hunt::{Hunt, TIMES};
use super::lookahead::{AlikeMoves, DOUBLE, chance};
use super::net::Net;
use super::posterior::{MovePart, Outlook, Posterior, StationWeights as _};
use super::pursuit::{Pursuit, TURNS};
use super::reach::end;
use super::trail::{MoveTidings, StepTidings};
use crate::board::Station;
use crate::{Action, Event, Known, MR_X, Public, PublicSetting, ScotlandYard, View};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Seat};
use chase_engine::player::Player;
use chase_kit::budget::{StopFlag, Thinking};

/// So much of the best chance a move must have.
const NEAR: f64 = 0.9;
/// The probability of a player's move that was predicted, and of one that was not.
const FORETOLD: [f64; 2] = [0.8, 0.04];
/// No player is less likely.
const LEAST: f64 = 0.02;
/// A draw has so many outcomes.
const OUTCOMES: u32 = 1 << 30;

pub(crate) struct Mixed {
    setting: Arc<PublicSetting>,
    pub posterior: Posterior,
    /// The probability that the detectives are `tracking`.
    tracking: f64,
    stop: StopFlag,
}

impl Mixed {
    pub fn new(known: Known, stop: StopFlag) -> Self {
        Mixed {
            posterior: Posterior::new(known.game.setting(), stop.clone()),
            setting: Arc::clone(known.game.setting()),
            tracking: 0.5,
            stop,
        }
    }

    /// What the detectives' answers depend on, as far as he can tell.
    pub fn pursuit<'a>(
        &'a self,
        public: &'a Public,
        outlook: &'a Outlook,
        thinking: &'a Thinking,
    ) -> Pursuit<'a> {
        Pursuit {
            setting: &self.setting,
            public,
            trail: &self.posterior.trail,
            likes: &outlook.likes,
            turns: TURNS,
            thinking,
        }
    }

    /// Learns from where a detective moved.
    fn learn(&mut self, seat: Seat, to: Station) {
        let thinking = Thinking::begin(None, &self.stop);
        let public = self.posterior.public();
        let likely = |action: Option<Action>| {
            let is_foretold = action.and_then(end) == Some(to);
            FORETOLD[usize::from(!is_foretold)]
        };
        let trail = self.posterior.trail.weights();
        let setting = &*self.setting;
        let tracks = Hunt::<Net<'_>>::new(setting, public, trail, seat, &thinking).plan(TIMES);
        let weights = self.posterior.weights();
        let mut believing = Hunt::<Cordon<'_>>::new(setting, public, weights, seat, &thinking);
        let believes = believing.plan(TIMES);
        let tracking = self.tracking * likely(tracks);
        let believing = (1.0 - self.tracking) * likely(believes);
        self.tracking = (tracking / (tracking + believing)).clamp(LEAST, 1.0 - LEAST);
    }

    /// The detectives' belief after these reports.
    pub fn believed(&self, outlook: &Outlook, told: MoveTidings) -> Vec<f64> {
        let trail = &self.posterior.trail;
        let mut tracked = trail.weights().to_vec();
        let mut kinds = self.posterior.kinds.clone();
        let steps = match told {
            [Some(_), Some(_)] => [MovePart::First, MovePart::Second],
            _ => [MovePart::Single; 2],
        };
        for (told, step) in told.into_iter().flatten().zip(steps) {
            tracked = trail.step(&tracked, told, &outlook.likes);
            kinds = self.posterior.after(&kinds, outlook, told, step);
        }
        let both = tracked.iter().zip(kinds.mean());
        both.map(|(tracked, believed)| self.tracking * tracked + (1.0 - self.tracking) * believed)
            .collect()
    }

    /// The freedom if the detectives keep to a plan, by number.
    pub fn planned(&self, pursuit: &Pursuit<'_>, belief: &[f64]) -> Vec<f64> {
        if self.tracking > 0.5 {
            return pursuit.planned(belief);
        }
        let thinking = pursuit.thinking;
        let public = pursuit.public;
        let mut hunt = Hunt::<Cordon<'_>>::new(&self.setting, public, belief, Seat(1), thinking);
        hunt.plan(TIMES);
        let ends: Vec<_> = hunt.ends().collect();
        pursuit.after_plan(belief, &ends)
    }

    /// Rates moves that come near the best chance or are better, those that are told the same
    /// together.
    fn rate(
        &self,
        pursuit: &Pursuit<'_>,
        outlook: &Outlook,
        moves: &[Action],
        rated: &mut Vec<(f64, Action)>,
    ) {
        let mut alike = self.alike(pursuit, outlook, moves);
        alike.sort_by(|a, b| b.bound.total_cmp(&a.bound));
        for alike in alike {
            if pursuit.thinking.is_over() || alike.bound < NEAR * best(rated) {
                break;
            }
            let planned = self.planned(pursuit, &alike.belief);
            for action in alike.moves {
                rated.push((chance(action, &alike.spread, &planned), action));
            }
        }
    }

    fn alike(&self, pursuit: &Pursuit<'_>, outlook: &Outlook, moves: &[Action]) -> Vec<AlikeMoves> {
        let certain = vec![1.0; outlook.likes.len()];
        let mut all: Vec<AlikeMoves> = Vec::new();
        for &action in moves {
            if pursuit.thinking.is_over() {
                break;
            }
            let told = StepTidings::of_move(&self.setting, pursuit.public, action);
            let place = all.iter().position(|alike| alike.told == told).unwrap_or_else(|| {
                all.push(AlikeMoves::none(pursuit, told, self.believed(outlook, told)));
                all.len() - 1
            });
            let alike = &mut all[place];
            alike.moves.push(action);
            alike.bound = alike.bound.max(chance(action, &alike.spread, &certain));
        }
        all
    }
}

/// The best chance so far.
pub(super) fn best(rated: &[(f64, Action)]) -> f64 {
    rated.iter().map(|(chance, _)| *chance).fold(0.0, f64::max)
}

/// The moves that he may draw, each with a number in proportion to the probability.
pub(super) fn odds(rated: &[(f64, Action)]) -> Vec<(f64, Action)> {
    let best = best(rated);
    let near = rated.iter().filter(|(chance, _)| *chance >= NEAR * best);
    let odds = |chance: f64| {
        if best > 0.0 { power(chance / best) } else { 1.0 }
    };
    near.map(|(chance, action)| (odds(*chance), *action)).collect()
}

/// Draws a move by the powers of the chances.
fn drawn(rated: &[(f64, Action)], dice: &mut Dice) -> Option<Action> {
    let near = odds(rated);
    let draw = f64::from(dice.below(OUTCOMES)) / f64::from(OUTCOMES);
    let sum: f64 = near.iter().map(|(odds, _)| odds).sum();
    let mut left = draw * sum;
    let mut last = None;
    for (odds, action) in near {
        left -= odds;
        last = Some(action);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// The 32nd power, by multiplications, which come out the same on every machine.
fn power(part: f64) -> f64 {
    (0..5).fold(part, |power, _| power * power)
}

impl Player<ScotlandYard> for Mixed {
    fn observe(&mut self, seen: &Event) {
        if let Event::Moved { seat, to, .. } = *seen
            && seat != MR_X
        {
            self.learn(seat, to);
        }
        self.posterior.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let outlook = self.posterior.outlook(true);
        let thinking = Thinking::begin(None, &self.stop);
        let pursuit = self.pursuit(&view.state.public, &outlook, &thinking);
        let is_single = |action: &&Action| matches!(action, Action::Move(_));
        let (singles, doubles): (Vec<_>, Vec<_>) = legal.iter().partition(is_single);
        let mut rated = Vec::new();
        self.rate(&pursuit, &outlook, &singles, &mut rated);
        if best(&rated) < DOUBLE {
            self.rate(&pursuit, &outlook, &doubles, &mut rated);
        }
        Ok(drawn(&rated, dice).unwrap_or(legal[0]))
    }
}
