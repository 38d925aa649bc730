//! The board, and the sets of stations that it is searched with.

use serde_json::Value;

/// Stations have smaller numbers.
pub const STATIONS: usize = 256;
/// Mr X and up to five detectives.
pub const SEATS: usize = 6;
/// The tickets by number.
pub const TICKETS: [&str; 5] = ["taxi", "bus", "underground", "double", "secret"];
pub const DOUBLE: usize = 3;
pub const SECRET: usize = 4;
/// The transports before it have a ticket each, with the same number.
pub const FERRY: usize = 3;
const TRANSPORTS: [&str; 4] = ["taxi", "bus", "underground", "ferry"];

/// A step with the ticket that pays it.
#[derive(Clone, Copy, PartialEq)]
pub struct Leg {
    pub ticket: usize,
    pub to: u8,
}

/// One leg, two in a double, none for a pass.
pub type Action = [Option<Leg>; 2];

/// A number in a message.
pub fn number<N: TryFrom<u64>>(value: &Value) -> Option<N> {
    N::try_from(value.as_u64()?).ok()
}

/// A set of stations as bits.
#[derive(Clone, Copy, Default)]
pub struct Stations([u128; 2]);

impl Stations {
    pub fn add(&mut self, at: u8) {
        self.0[usize::from(at >> 7)] |= 1 << (at & 127);
    }

    pub fn add_all(&mut self, other: Stations) {
        self.0 = [0, 1].map(|n| self.0[n] | other.0[n]);
    }

    pub fn remove(&mut self, at: u8) {
        self.0[usize::from(at >> 7)] &= !(1 << (at & 127));
    }

    pub fn count(self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    pub fn iter(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().zip([0, 128]).flat_map(|(mut bits, low)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| low + bits.trailing_zeros() as u8);
                bits &= bits.wrapping_sub(1);
                bit
            })
        })
    }
}

/// What does not change in a game.
pub struct Board {
    pub seats: usize,
    /// By station: where ways lead, and the transports that go there, as bits.
    pub ways: Vec<Vec<(u8, u8)>>,
    /// By ticket and station: the stations next to it.
    next: Vec<Vec<Stations>>,
    /// By station and station: the number of edges by which detectives go; 100 and more are the same.
    pub far: Vec<Vec<u8>>,
    /// By round, from 0: whether Mr X shows himself.
    pub reveals: Vec<bool>,
    /// Where he may begin.
    pub hideouts: Stations,
}

impl Board {
    /// The board of a scenario as in `hello`.
    pub fn new(scenario: &Value) -> Option<Self> {
        let mut ways = vec![Vec::<(u8, u8)>::new(); STATIONS];
        let mut next = vec![vec![Stations::default(); STATIONS]; TICKETS.len()];
        for edge in scenario["edges"].as_array()? {
            let (a, b) = (number(&edge[0])?, number(&edge[1])?);
            let transport = TRANSPORTS.iter().position(|it| edge[2] == *it)?;
            for (a, b) in [(a, b), (b, a)] {
                let ways = &mut ways[usize::from(a)];
                match ways.iter_mut().find(|way| way.0 == b) {
                    Some(way) => way.1 |= 1 << transport,
                    None => ways.push((b, 1 << transport)),
                }
                if transport != FERRY {
                    next[transport][usize::from(a)].add(b);
                }
                next[SECRET][usize::from(a)].add(b);
            }
        }
        let far = (0..=u8::MAX).map(|from| distances(&next, from)).collect();
        let mut reveals = vec![false; number::<usize>(&scenario["rounds"])? + 1];
        for round in scenario["reveals"].as_array()? {
            *reveals.get_mut(number::<usize>(round)?)? = true;
        }
        let mut hideouts = Stations::default();
        for hideout in scenario["hideouts"].as_array()? {
            hideouts.add(number(hideout)?);
        }
        let seats = scenario["players"].as_array()?.len();
        (2..=SEATS).contains(&seats).then_some(Board { seats, ways, next, far, reveals, hideouts })
    }

    /// The stations where Mr X can be after one more step, which starts this round. Stations of
    /// detectives, who come after him in `at`, are left out.
    pub fn after(&self, possible: Stations, leg: Leg, round: usize, at: &[u8; SEATS]) -> Stations {
        let mut after = Stations::default();
        if self.reveals.get(round) == Some(&true) {
            after.add(leg.to);
            return after;
        }
        for from in possible.iter() {
            after.add_all(self.next[leg.ticket][usize::from(from)]);
        }
        at[1..].iter().for_each(|at| after.remove(*at));
        after
    }
}

fn distances(next: &[Vec<Stations>], from: u8) -> Vec<u8> {
    let mut far = vec![100; STATIONS];
    let mut front = Stations::default();
    front.add(from);
    for distance in 0..100 {
        for at in std::mem::take(&mut front).iter().map(usize::from) {
            if far[at] == 100 {
                far[at] = distance;
                for next in &next[..FERRY] {
                    front.add_all(next[at]);
                }
            }
        }
    }
    far
}
