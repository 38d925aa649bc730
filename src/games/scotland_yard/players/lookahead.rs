//! Mr X with foresight. He keeps what the detectives can know of where he is (`trail.rs`, fed with
//! what they are told), and looks at every move of the set.
//!
//! A move's chance is the one to stay free for four turns from where it ends (`pursuit.rs`), by
//! what the detectives will believe once they have been told of it; times 0.95 for each secret
//! ticket and 0.75 for a double, which are kept for worse times. The best chance wins, and the
//! dice decide between equals. Secret tickets thus serve where they hide him well, and doubles
//! where single moves are dangerous, which is after he has been shown.
//!
//! Under a limit he draws nothing: of equal chances the first that was rated counts. A limit of
//! depth is so many turns of the detectives, at most four. A position, for a limit of nodes, is what
//! the detectives may believe after a move; it counts once for how they spread and once for their
//! plan. If the limit comes before any plan, he takes the best chance there is while they spread.

use std::sync::Arc;

use super::pursuit::{Pursuit, TURNS};
use super::reach::end;
use super::trail::{MoveTidings, PossibleStations, StepTidings};
use crate::board::Ticket;
use crate::{Action, Event, Known, PublicSetting, ScotlandYard, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;
use chase_kit::budget::{Limit, MoveBudget, Thinking};

/// The factor on the chance of a move that uses a double.
pub(super) const DOUBLE: f64 = 0.75;
/// The factor on the chance of a move for each secret ticket.
const SECRET: f64 = 0.95;

/// One part in this many of a time limit is kept back for the work around the search.
const RESERVE: u32 = 20;

pub(crate) struct Lookahead {
    setting: Arc<PublicSetting>,
    trail: PossibleStations,
    budget: MoveBudget,
}

/// Moves that the detectives are told the same of.
pub(super) struct AlikeMoves {
    pub told: MoveTidings,
    pub moves: Vec<Action>,
    /// The detectives' belief after it, as a weight for each station by number.
    pub belief: Vec<f64>,
    /// The freedom if they spread, by number.
    pub spread: Vec<f64>,
    /// No move's chance is more.
    pub bound: f64,
}

impl AlikeMoves {
    /// No move yet of those that are told so.
    pub fn none(pursuit: &Pursuit<'_>, told: MoveTidings, belief: Vec<f64>) -> Self {
        AlikeMoves { told, moves: Vec::new(), spread: pursuit.spread(&belief), belief, bound: 0.0 }
    }
}

/// The moves of the best chance so far.
struct Best {
    chance: f64,
    moves: Vec<Action>,
    /// The best chance while the detectives spread, with a move that has it.
    hope: Option<(f64, Action)>,
    /// The number of positions that may still be looked at.
    positions_left: u64,
}

impl Lookahead {
    pub fn new(known: Known, budget: MoveBudget) -> Self {
        Lookahead {
            budget,
            trail: PossibleStations::new(known.game.setting()),
            setting: Arc::clone(known.game.setting()),
        }
    }

    /// Rates moves, those that are told the same together, and goes on where it can pay only.
    fn rate(&self, pursuit: &Pursuit<'_>, moves: &[Action], best: &mut Best) {
        let mut alike = self.alike(pursuit, moves, best);
        alike.sort_by(|a, b| b.bound.total_cmp(&a.bound));
        for alike in alike {
            if alike.bound < best.chance || !best.takes_position() {
                break;
            }
            let planned = pursuit.planned(&alike.belief);
            if pursuit.thinking.is_over() {
                break;
            }
            for action in alike.moves {
                best.add(action, chance(action, &alike.spread, &planned));
            }
        }
    }

    fn alike(&self, pursuit: &Pursuit<'_>, moves: &[Action], best: &mut Best) -> Vec<AlikeMoves> {
        let certain = vec![1.0; pursuit.likes.len()];
        let mut all: Vec<AlikeMoves> = Vec::new();
        for &action in moves {
            let told = StepTidings::of_move(&self.setting, pursuit.public, action);
            let mut place = all.iter().position(|alike| alike.told == told);
            if place.is_none() && best.takes_position() {
                all.push(self.first_told(pursuit, told));
                place = Some(all.len() - 1);
            }
            if pursuit.thinking.is_over() {
                // The newest was not thought to the end, and nothing is planned after this.
                break;
            }
            let Some(place) = place else {
                continue;
            };
            let alike = &mut all[place];
            let chance = chance(action, &alike.spread, &certain);
            alike.bound = alike.bound.max(chance);
            alike.moves.push(action);
            best.hope(action, chance);
        }
        all
    }

    fn first_told(&self, pursuit: &Pursuit<'_>, told: MoveTidings) -> AlikeMoves {
        let mut belief = self.trail.weights().to_vec();
        for told in told.into_iter().flatten() {
            belief = self.trail.step(&belief, told, pursuit.likes);
        }
        AlikeMoves::none(pursuit, told, belief)
    }
}

impl Best {
    fn within(limit: Option<Limit>) -> Self {
        Best {
            chance: 0.0,
            moves: Vec::new(),
            hope: None,
            positions_left: match limit {
                Some(Limit::Nodes(nodes)) => nodes,
                Some(Limit::Depth(_) | Limit::Time(_)) | None => u64::MAX,
            },
        }
    }

    /// Returns true, and counts it, if one more position may be looked at.
    fn takes_position(&mut self) -> bool {
        let is_left = self.positions_left > 0;
        self.positions_left = self.positions_left.saturating_sub(1);
        is_left
    }

    fn hope(&mut self, action: Action, chance: f64) {
        if self.hope.is_none_or(|(best, _)| chance > best) {
            self.hope = Some((chance, action));
        }
    }

    fn add(&mut self, action: Action, chance: f64) {
        if chance > self.chance {
            self.chance = chance;
            self.moves.clear();
        }
        if chance >= self.chance {
            self.moves.push(action);
        }
    }
}

/// A move's chance, by the freedom if the detectives spread and if they keep to a plan.
pub(super) fn chance(action: Action, spread: &[f64], planned: &[f64]) -> f64 {
    let at = end(action).map_or(0, usize::from);
    thrift(action) * (0.5 * spread[at] + 0.5 * planned[at])
}

/// The factor on the chance of a move that its tickets cause.
fn thrift(action: Action) -> f64 {
    let secret = |ticket| {
        if ticket == Ticket::Secret { SECRET } else { 1.0 }
    };
    match action {
        Action::Move(leg) => secret(leg.ticket),
        Action::Double { first, second } => DOUBLE * secret(first.ticket) * secret(second.ticket),
        Action::Pass => 1.0,
    }
}

impl Player<ScotlandYard> for Lookahead {
    fn observe(&mut self, seen: &Event) {
        self.trail.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let limit = self.budget.limit;
        let time = match limit {
            Some(Limit::Time(time)) => Some(time - time / RESERVE),
            _ => None,
        };
        let pursuit = Pursuit {
            setting: &self.setting,
            public: &view.state.public,
            trail: &self.trail,
            likes: &self.trail.likes(),
            turns: match limit {
                Some(Limit::Depth(depth)) => u32::from(depth).min(TURNS),
                _ => TURNS,
            },
            thinking: &Thinking::begin(time, &self.budget.stop),
        };
        let is_single = |action: &&Action| matches!(action, Action::Move(_));
        let (singles, doubles): (Vec<_>, Vec<_>) = legal.iter().partition(is_single);
        let mut best = Best::within(limit);
        self.rate(&pursuit, &singles, &mut best);
        // No double has a better chance than this.
        if best.chance < DOUBLE {
            self.rate(&pursuit, &doubles, &mut best);
        }
        Ok(match (best.moves.first(), best.hope) {
            (Some(_), _) if limit.is_none() => *one_of(&best.moves, dice),
            (Some(first), _) => *first,
            (None, Some((_, hope))) => hope,
            (None, None) => legal[0],
        })
    }
}
