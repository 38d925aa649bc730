//! Mr X's chance to stay free for some turns, by where he ends his move: half of it is the chance
//! if the detectives spread as they believe, half the chance if they keep to a plan.
//!
//! **Spread.** Each detective moves for itself. The pull of a station is first the detectives'
//! belief that he is there (the weights of `trail.rs` once they have been told of his move); then,
//! five times over, that belief plus half the largest pull of a station next to it. A detective
//! takes each way that its tickets pay with a probability of 0.9 in proportion to the square of the
//! pull where it leads, and of 0.1 at random; its tickets are those of now. That gives, for each
//! station, the probability that a detective is there after the turn: the danger. For the turn
//! after, each goes on from wherever it may be, and the belief makes a step that is not told.
//!
//! **Freedom** is worked out backwards from 1 after the last turn: at a station before a turn it is
//! 1 - danger, times 0.7 of the best and 0.3 of the second best of the stations next to it, each
//! rated by its freedom before the next turn times 1 - danger (a detective may stand in his way).
//! With a spread four turns are looked at.
//!
//! **Plan.** The detectives make the moves that `tracking` would plan (`hunt.rs`, once over). The
//! danger is 1 where they end, else 0; the belief that he is there is gone; and from where they end
//! three more turns are spread.

use super::hunt::Hunt;
use super::net::Net;
use super::trail::{PossibleStations, StepTidings};
use crate::board::{Station, TicketSet};
use crate::{Public, PublicSetting};
use chase_engine::game::Seat;
use chase_kit::budget::Thinking;

/// So many of the detectives' turns are looked at.
pub(super) const TURNS: u32 = 4;
/// The part of a pull that a station next to it feels.
const PULL: f64 = 0.5;
/// So many edges away a pull is felt.
const PULLS: u32 = 5;
/// The part of a detective that goes anywhere.
const STRAY: f64 = 0.1;
/// The part of the best way onwards; the rest is the second best's.
const BEST: f64 = 0.7;

/// The data on which the detectives' answers depend.
pub(super) struct Pursuit<'a> {
    pub setting: &'a PublicSetting,
    pub public: &'a Public,
    pub trail: &'a PossibleStations,
    /// The detectives' opinion of how much Mr X likes each station.
    pub likes: &'a [f64],
    /// The number of the detectives' turns that are considered, 1 to [`TURNS`].
    pub turns: u32,
    /// Once it is over, what is worked out here is of no use.
    pub thinking: &'a Thinking,
}

impl Pursuit<'_> {
    /// The freedom if the detectives spread, by number.
    pub fn spread(&self, belief: &[f64]) -> Vec<f64> {
        let seats = self.setting.detectives();
        let ends: Vec<_> = seats.map(|seat| self.public.detective(seat)).collect();
        self.freedom(belief.to_vec(), &ends, self.turns)
    }

    /// The freedom if the detectives keep to a plan, by number.
    pub fn planned(&self, belief: &[f64]) -> Vec<f64> {
        let mut hunt =
            Hunt::<Net<'_>>::new(self.setting, self.public, belief, Seat(1), self.thinking);
        hunt.plan(1);
        let ends: Vec<_> = hunt.ends().collect();
        self.after_plan(belief, &ends)
    }

    /// The freedom if the detectives end here first, by number.
    pub(crate) fn after_plan(&self, belief: &[f64], ends: &[Station]) -> Vec<f64> {
        let mut belief = belief.to_vec();
        let mut danger = vec![0.0; belief.len()];
        for at in ends {
            belief[usize::from(*at)] = 0.0;
            danger[usize::from(*at)] = 1.0;
        }
        let belief = self.trail.step(&belief, StepTidings::default(), self.likes);
        let later = self.freedom(belief, ends, self.turns - 1);
        self.one_turn_earlier(&later, &danger)
    }

    /// The freedom if the detectives spread from these stations, by number.
    fn freedom(&self, mut belief: Vec<f64>, from: &[Station], turns: u32) -> Vec<f64> {
        let alone = |at: &Station| {
            let mut place = vec![0.0; self.setting.board.numbers()];
            place[usize::from(*at)] = 1.0;
            place
        };
        let mut places: Vec<_> = from.iter().map(alone).collect();
        let mut dangers = Vec::new();
        for _ in 0..turns {
            if self.thinking.is_over() {
                break;
            }
            dangers.push(self.danger(&mut places, &self.pull(&belief)));
            belief = self.trail.step(&belief, StepTidings::default(), self.likes);
        }
        let free = vec![1.0; belief.len()];
        let earlier = |later: Vec<f64>, danger: &Vec<f64>| self.one_turn_earlier(&later, danger);
        dangers.iter().rev().fold(free, earlier)
    }

    fn one_turn_earlier(&self, later: &[f64], danger: &[f64]) -> Vec<f64> {
        let mut free = vec![0.0; later.len()];
        for &at in self.setting.board.stations() {
            let (mut best, mut second) = (0.0, 0.0);
            for way in self.setting.board.ways(at) {
                let to = usize::from(way.to);
                let chance = later[to] * (1.0 - danger[to]);
                if chance > best {
                    (best, second) = (chance, best);
                } else if chance > second {
                    second = chance;
                }
            }
            let onwards = BEST * best + (1.0 - BEST) * second;
            free[usize::from(at)] = (1.0 - danger[usize::from(at)]) * onwards;
        }
        free
    }

    /// Moves all detectives, and gives the probability that one is at a station, by number.
    fn danger(&self, places: &mut [Vec<f64>], pull: &[f64]) -> Vec<f64> {
        let mut safety = vec![1.0; pull.len()];
        for (place, seat) in places.iter_mut().zip(self.setting.detectives()) {
            if self.thinking.is_over() {
                break;
            }
            let held = TicketSet::of(&self.public.tickets[seat.index()]);
            *place = self.one_turn_later(place, held, pull);
            for (safety, share) in safety.iter_mut().zip(&*place) {
                *safety *= 1.0 - share;
            }
        }
        safety.iter().map(|safety| 1.0 - safety).collect()
    }

    /// The strength with which each station draws detectives, by number.
    fn pull(&self, belief: &[f64]) -> Vec<f64> {
        let mut pull = belief.to_vec();
        for _ in 0..PULLS {
            if self.thinking.is_over() {
                break;
            }
            let mut wider = belief.to_vec();
            for &at in self.setting.board.stations() {
                let ways = self.setting.board.ways(at).iter();
                let best = ways.map(|way| pull[usize::from(way.to)]).fold(0.0, f64::max);
                wider[usize::from(at)] += PULL * best;
            }
            pull = wider;
        }
        pull
    }

    /// The distribution of a detective's place a turn later, by number.
    fn one_turn_later(&self, place: &[f64], held: TicketSet, pull: &[f64]) -> Vec<f64> {
        let mut later = vec![0.0; place.len()];
        let board = &self.setting.board;
        for &from in board.stations() {
            let share = place[usize::from(from)];
            if share == 0.0 {
                continue;
            }
            let open = board.ways(from).iter().filter(|way| held.can_pay(**way));
            let (mut sum, mut count) = (0.0, 0.0);
            for way in open.clone() {
                let there = pull[usize::from(way.to)];
                sum += there * there;
                count += 1.0;
            }
            if count == 0.0 {
                later[usize::from(from)] += share;
            }
            for way in open {
                let there = pull[usize::from(way.to)];
                let any = 1.0 / count;
                let keen = if sum > 0.0 { there * there / sum } else { any };
                later[usize::from(way.to)] += share * ((1.0 - STRAY) * keen + STRAY * any);
            }
        }
        later
    }
}
