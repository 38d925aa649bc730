//! Mr X with foresight.

use std::sync::Arc;

use super::any_of;
use super::pursuit::Pursuit;
use super::reach::end;
use super::trail::{Told, Trail};
use crate::engine::dice::Dice;
use crate::engine::game::Forfeit;
use crate::engine::player::Player;
use crate::games::scotland_yard::board::Ticket;
use crate::games::scotland_yard::{Action, Event, Known, Public, ScotlandYard, Setting, View};

/// What a double leaves of a chance.
const DOUBLE: f64 = 0.75;
/// What a secret ticket leaves of a chance.
const SECRET: f64 = 0.95;

pub struct Lookahead {
    setting: Arc<Setting>,
    trail: Trail,
}

impl Lookahead {
    pub fn new(known: Known) -> Self {
        Lookahead {
            trail: Trail::new(&known.setting),
            setting: known.setting,
        }
    }

    /// Rates moves; those of which the detectives are told the same together.
    fn rate(&self, pursuit: &Pursuit<'_>, actions: &[Action], rated: &mut Rated) {
        let mut known: Vec<([Option<Told>; 2], Vec<f64>)> = Vec::new();
        for &action in actions {
            let told = self.told(pursuit.public, action);
            let place = known.iter().position(|(other, _)| *other == told);
            let place = place.unwrap_or_else(|| {
                let mut belief = self.trail.weights().to_vec();
                for told in told.into_iter().flatten() {
                    belief = self.trail.step(&belief, told, pursuit.likes);
                }
                known.push((told, pursuit.freedom(belief)));
                known.len() - 1
            });
            let end = end(action).map_or(0, usize::from);
            let chance = known[place].1[end] * thrift(action);
            if chance > rated.chance {
                rated.chance = chance;
                rated.moves.clear();
            }
            if chance >= rated.chance {
                rated.moves.push(action);
            }
        }
    }

    /// What the detectives are told of a move.
    fn told(&self, public: &Public, action: Action) -> [Option<Told>; 2] {
        let told = |n, leg| Some(Told::of(&self.setting, public.round + n, leg));
        match action {
            Action::Move(leg) => [told(1, leg), None],
            Action::Double { first, second } => [told(1, first), told(2, second)],
            Action::Pass => [None; 2],
        }
    }
}

/// The moves of the best chance.
#[derive(Default)]
struct Rated {
    chance: f64,
    moves: Vec<Action>,
}

/// What the tickets of a move leave of a chance.
fn thrift(action: Action) -> f64 {
    let secret = |ticket| if ticket == Ticket::Secret { SECRET } else { 1.0 };
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
        let public = view.public;
        let likes = self.trail.likes();
        let pursuit = Pursuit {
            setting: &self.setting,
            public,
            trail: &self.trail,
            likes: &likes,
        };
        let (singles, doubles): (Vec<_>, Vec<_>) =
            legal.iter().partition(|act| matches!(act, Action::Move(_)));
        let mut rated = Rated::default();
        self.rate(&pursuit, &singles, &mut rated);
        if rated.chance < DOUBLE {
            self.rate(&pursuit, &doubles, &mut rated);
        }
        let best = if rated.moves.is_empty() { legal } else { &rated.moves };
        Ok(any_of(best, dice))
    }
}
