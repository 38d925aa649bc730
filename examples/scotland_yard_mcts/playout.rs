//! Random numbers, and games that are played out with them.

use super::board::{Board, Leg, SECRET, Stations};
use super::state::{DANGER, State};

/// How likely a station at each distance from the nearest detective is taken for Mr X's, from 0;
/// beyond the last one as for the last.
pub type Categories = [f32; 6];

/// The constants of a side's search.
pub struct Habits {
    /// How much a rarely visited action is preferred.
    pub exploration: f32,
    /// How much an action is preferred that was good elsewhere in the tree.
    pub history: f32,
    /// The share of random steps in games that are played out: of Mr X, of a detective.
    pub stray: [f32; 2],
    /// What it is worth to a detective if another one catches Mr X.
    pub coalition: f32,
    /// Where detectives assume him in games that are played out.
    pub assumed: Categories,
    /// How often they assume him where he is in the game that is played out.
    pub guessed: f32,
    /// Where the seekers place him for each game.
    pub placed: Categories,
    /// Whether the other side's moves are searched for too, or it steps in the tree as in games that
    /// are played out.
    pub searches_others: bool,
}

/// Always the same numbers (xorshift).
pub struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Random(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    pub fn draw(&mut self, below: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(below)) >> 32) as u32
    }

    fn chance(&mut self, chance: f32) -> bool {
        (self.draw(1 << 20) as f32) < chance * (1 << 20) as f32
    }
}

/// Plays games out.
pub struct Player<'a> {
    pub board: &'a Board,
    pub habits: &'a Habits,
    pub random: &'a mut Random,
}

impl Player<'_> {
    /// One of the stations where Mr X can be, by how near the detectives are; none if there is none.
    pub fn place(&mut self, state: &State, possible: Stations, of: &Categories) -> Option<u8> {
        let count = possible.count();
        let mut at = None;
        for _ in 0..8 {
            let n = self.random.draw(count.max(1)) as usize;
            at = possible.iter().nth(n);
            let near = usize::from(self.board.near(state, at?)).min(5);
            if self.random.chance(of[near]) {
                break;
            }
        }
        at
    }

    /// A station where a detective takes him to be.
    fn assumed(&mut self, state: &State) -> u8 {
        let guessed = self.habits.guessed;
        if guessed > 0.0 && self.random.chance(guessed) {
            return state.at[0];
        }
        let place = self.place(state, state.possible, &self.habits.assumed);
        place.unwrap_or(state.at[0])
    }

    /// A step of the one to move in a game that is played out; nothing for a pass.
    fn greedy(&mut self, state: &State, assumed: u8) -> Option<Leg> {
        let (board, seat) = (self.board, state.mover);
        let is_stray = self.random.chance(self.habits.stray[usize::from(seat > 0)]);
        let secretly = board.reveals[state.round];
        let mut best: Option<(i32, Leg)> = None;
        board.each_leg(state, seat, |leg| {
            let worth = match seat {
                _ if is_stray => 0,
                0 => {
                    let is_odd = (leg.ticket == SECRET) != secretly;
                    64 * i32::from(board.near(state, leg.to)) - 32 * i32::from(is_odd)
                }
                _ => -64 * i32::from(board.far[usize::from(leg.to)][usize::from(assumed)]),
            };
            let worth = worth + self.random.draw(32).cast_signed();
            if best.is_none_or(|it| worth > it.0) {
                best = Some((worth, leg));
            }
        });
        best.map(|it| it.1)
    }

    /// One move of a game that is played out. `assumed` is where the detectives take Mr X to be; they
    /// think of another station when their first one moves, and when one of them has come there.
    pub fn go_on(&mut self, state: &mut State, assumed: &mut Option<u8>) {
        let is_new = state.mover == 1 || assumed.is_none_or(|it| state.at[1..].contains(&it));
        if state.mover > 0 && is_new {
            *assumed = Some(self.assumed(state));
        }
        let there = assumed.unwrap_or_default();
        let (first, mut second) = (self.greedy(state, there), None);
        let is_near = first.is_some_and(|first| self.board.near(state, first.to) <= DANGER);
        if state.mover == 0 && is_near && self.board.has_double(state) {
            second = self.greedy(&self.board.after_first(state, first), there);
        }
        self.board.apply(state, [first, second]);
    }
}
