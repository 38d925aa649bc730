//! How the detectives will probably spread after Mr X's move, and where he stays free from them.

use super::trail::{Told, Trail};
use crate::games::scotland_yard::board::{Held, Station};
use crate::games::scotland_yard::{Public, Setting};

/// So many turns of the detectives are looked at.
const TURNS: usize = 4;
/// A station is as attractive as this share of the best next to it, if that is more.
const PULL: f64 = 0.5;
/// So far a station attracts.
const PULLS: usize = 5;
/// The share of a detective that goes anywhere.
const STRAY: f64 = 0.1;

/// The chance to stay free for some turns, by the station where Mr X ends his move.
pub(super) struct Pursuit<'a> {
    pub setting: &'a Setting,
    pub public: &'a Public,
    pub trail: &'a Trail,
    pub likes: &'a [f64],
}

impl Pursuit<'_> {
    /// The chance by station number, if the detectives believe in these weights after his move.
    pub fn freedom(&self, belief: Vec<f64>) -> Vec<f64> {
        let dangers = self.dangers(belief);
        let mut free = vec![1.0; self.setting.board.numbers()];
        for danger in dangers.iter().rev() {
            free = self.one_turn_earlier(&free, danger);
        }
        free
    }

    fn one_turn_earlier(&self, later: &[f64], danger: &[f64]) -> Vec<f64> {
        let mut free = vec![0.0; later.len()];
        for &at in self.setting.board.stations() {
            let here = usize::from(at);
            let mut best = [0.0; 2];
            for way in self.setting.board.ways(at) {
                let to = usize::from(way.to);
                let chance = later[to] * (1.0 - danger[to]);
                if chance > best[0] {
                    best = [chance, best[0]];
                } else if chance > best[1] {
                    best[1] = chance;
                }
            }
            free[here] = (1.0 - danger[here]) * (best[0] * 0.7 + best[1] * 0.3);
        }
        free
    }

    /// For each turn, how likely a detective is at each station after it.
    fn dangers(&self, mut belief: Vec<f64>) -> Vec<Vec<f64>> {
        let mut places: Vec<Vec<f64>> = self.starts();
        let mut dangers = Vec::with_capacity(TURNS);
        for _ in 0..TURNS {
            let field = self.field(&belief);
            let mut safety = vec![1.0; belief.len()];
            for (place, seat) in places.iter_mut().zip(self.setting.detectives()) {
                let held = Held::of(&self.public.tickets[seat.index()]);
                *place = self.spread(place, held, &field);
                for (safety, share) in safety.iter_mut().zip(&*place) {
                    *safety *= 1.0 - share;
                }
            }
            dangers.push(safety.iter().map(|safety| 1.0 - safety).collect());
            belief = self.trail.step(&belief, Told::default(), self.likes);
        }
        dangers
    }

    fn starts(&self) -> Vec<Vec<f64>> {
        let seats = self.setting.detectives();
        let start = |station: Station| {
            let mut place = vec![0.0; self.setting.board.numbers()];
            place[usize::from(station)] = 1.0;
            place
        };
        seats.map(|seat| start(self.public.detective(seat))).collect()
    }

    /// How attractive each station is for detectives.
    fn field(&self, belief: &[f64]) -> Vec<f64> {
        let mut field = belief.to_vec();
        for _ in 0..PULLS {
            let mut wider = belief.to_vec();
            for &at in self.setting.board.stations() {
                let ways = self.setting.board.ways(at).iter();
                let near = ways.map(|way| field[usize::from(way.to)]);
                let best = near.fold(0.0, f64::max);
                wider[usize::from(at)] += PULL * best;
            }
            field = wider;
        }
        field
    }

    /// Where a detective is a turn later.
    fn spread(&self, place: &[f64], held: Held, field: &[f64]) -> Vec<f64> {
        let mut later = vec![0.0; place.len()];
        let board = &self.setting.board;
        for &from in board.stations() {
            let share = place[usize::from(from)];
            if share == 0.0 {
                continue;
            }
            let open = board.ways(from).iter().filter(|way| held.can_pay(**way));
            let (mut pull, mut count) = (0.0, 0.0);
            for way in open.clone() {
                let there = field[usize::from(way.to)];
                pull += there * there;
                count += 1.0;
            }
            if count == 0.0 {
                later[usize::from(from)] += share;
            }
            for way in open {
                let there = field[usize::from(way.to)];
                let keen = if pull > 0.0 { there * there / pull } else { 1.0 / count };
                later[usize::from(way.to)] += share * ((1.0 - STRAY) * keen + STRAY / count);
            }
        }
        later
    }
}
