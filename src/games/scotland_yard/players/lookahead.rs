//! Mr X with foresight.

use std::sync::Arc;

use super::any_of;
use super::pursuit::Pursuit;
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
        let mut known: Vec<([Option<Told>; 2], Vec<f64>)> = Vec::new();
        let mut chances = Vec::new();
        for &action in legal {
            let told = self.told(public, action);
            let place = known.iter().position(|(other, _)| *other == told);
            let place = place.unwrap_or_else(|| {
                let mut belief = self.trail.weights().to_vec();
                for told in told.into_iter().flatten() {
                    belief = self.trail.step(&belief, told, &likes);
                }
                known.push((told, pursuit.freedom(belief)));
                known.len() - 1
            });
            let end = super::reach::end(action).map_or(0, usize::from);
            chances.push((action, known[place].1[end] * thrift(action)));
        }
        let high = chances.iter().fold(0.0, |high: f64, (_, chance)| high.max(*chance));
        let best: Vec<_> = chances.iter().filter(|(_, c)| *c >= high).map(|(a, _)| *a).collect();
        Ok(any_of(&best, dice))
    }
}
