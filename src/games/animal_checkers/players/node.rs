//! Positions on the way through a search: their steps in one byte each, and their keys.

use crate::Action;
use crate::board::{Animal, BoardSquare, Position};
use crate::rules::direction_to;

/// A step in one byte: piece in the upper two bits, square in the lower six.
pub(super) type Packed = u8;

/// The square of no piece: no step leads there.
pub(super) const NO_STEP: Packed = 0xff;

/// A position on the way.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) side: usize,
    pub(super) key: u64,
}

impl Node {
    pub(super) fn new(position: Position, side: usize) -> Self {
        Node { position, side, key: key_of(&position, side) }
    }

    #[inline]
    pub(super) fn after(&self, step: Packed) -> Node {
        let (animal, to) = (usize::from(step >> 6), step & 63);
        let (side, enemy) = (self.side, 1 - self.side);
        let from = self.position.number(side, Animal::ALL[animal]);
        let mut key = self.key ^ KEYS[side][animal][usize::from(from)];
        key ^= KEYS[side][animal][usize::from(to)] ^ SIDE_KEY;
        if let Some(taken) = self.taken(to) {
            key ^= KEYS[enemy][taken][usize::from(to)];
        }
        Node { position: self.position.stepped(side, animal, to), side: enemy, key }
    }

    /// The enemy on a square.
    #[inline]
    pub(super) fn taken(&self, square: u8) -> Option<usize> {
        let on = |animal: &Animal| self.position.number(1 - self.side, *animal) == square;
        Animal::ALL.iter().position(on)
    }

    /// A step of the side to move as the rules call it.
    pub(super) fn action(&self, step: Packed) -> Action {
        let piece = Animal::ALL[usize::from(step >> 6)];
        let to = BoardSquare::from_number(step & 63);
        let squares = self.position.square(self.side, piece).zip(to);
        let direction = squares.and_then(|(from, to)| direction_to(self.side, from, to));
        Action::Move { piece, direction: direction.expect("a step is one square") }
    }

    /// All steps, or those onto certain squares.
    #[inline]
    pub(super) fn steps(&self, onto: u64, out: &mut Steps) {
        for (animal, set) in (0u8..).zip(self.position.steps(self.side)) {
            let mut rest = set & onto;
            while rest != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a set has 64 squares")]
                let to = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                out.push(animal << 6 | to);
            }
        }
    }
}

/// The steps of one position, in the order they are tried.
pub(super) struct Steps {
    list: [(i32, Packed); 16],
    pub(super) count: usize,
}

impl Steps {
    pub(super) fn new() -> Self {
        Steps { list: [(0, NO_STEP); 16], count: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, step: Packed) {
        self.list[self.count] = (0, step);
        self.count += 1;
    }

    #[inline]
    pub(super) fn weigh(&mut self, weight: impl Fn(Packed) -> i32) {
        for (worth, step) in &mut self.list[..self.count] {
            *worth = weight(*step);
        }
    }

    /// The best of those not yet tried, from the n-th on.
    #[inline]
    pub(super) fn pick(&mut self, n: usize) -> Packed {
        let mut best = n;
        for other in n + 1..self.count {
            if self.list[other].0 > self.list[best].0 {
                best = other;
            }
        }
        self.list.swap(n, best);
        self.list[n].1
    }
}

pub(super) fn key_of(position: &Position, side: usize) -> u64 {
    let mut key = if side == 0 { 0 } else { SIDE_KEY };
    for (owner, keys) in KEYS.iter().enumerate() {
        for animal in Animal::ALL {
            if let Some(square) = position.square(owner, animal) {
                key ^= keys[animal as usize][usize::from(square.number())];
            }
        }
    }
    key
}

/// The next number of SplitMix64 (Steele, Lea and Flood, 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub(super) const SIDE_KEY: u64 = split_mix(&mut 2007);

/// By side, piece and square: a position's key is those of its pieces, by exclusive or.
static KEYS: [[[u64; 64]; 4]; 2] = {
    let mut state = 3411;
    let mut keys = [[[0; 64]; 4]; 2];
    let mut n = 0;
    while n < 2 * 4 * 64 {
        keys[n / 256][n / 64 % 4][n % 64] = split_mix(&mut state);
        n += 1;
    }
    keys
};
