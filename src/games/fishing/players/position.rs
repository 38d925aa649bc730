//! A game in the middle, made for trying moves and taking them back.

use super::reach::{Ice, NEVER};
use super::territory::{ice_of, index};
use crate::fishing::{Place, View};

/// A penguin's move between two fields of the ice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: usize,
    pub to: usize,
}

/// A player in the search.
struct Side {
    fish: i32,
    penguins: Vec<usize>,
    /// Whether it takes no more turns.
    is_out: bool,
}

/// The position, seen by one player.
pub struct Position {
    ice: Ice,
    /// In the order of their turns.
    sides: Vec<Side>,
    own: usize,
    next: usize,
    /// Who moved, to take it back.
    moved: Vec<usize>,
    queue: Vec<usize>,
    reached: [Vec<u8>; 2],
}

impl Position {
    /// The position that a player sees; `own` is its number, or will be.
    pub fn new(view: &View<'_>, own: u8) -> Self {
        let (ice, penguins) = ice_of(&view.state.grid);
        let players = view.state.players.iter().enumerate();
        let sides = players.map(|(seat, player)| {
            let number = if seat == view.seat.index() {
                own
            } else {
                player.number
            };
            let penguins = match number {
                0 => Vec::new(),
                number => penguins[usize::from(number)].clone(),
            };
            Side {
                fish: i32::try_from(player.fish).unwrap_or(i32::MAX / 4),
                penguins,
                is_out: view.state.out >> seat & 1 == 1,
            }
        });
        Position {
            sides: sides.collect(),
            ice,
            own: view.seat.index(),
            next: view.seat.index(),
            moved: Vec::new(),
            queue: Vec::new(),
            reached: [Vec::new(), Vec::new()],
        }
    }

    pub fn index(&self, place: Place) -> usize {
        index(self.ice.width, place)
    }

    pub fn at(&self, index: usize) -> Place {
        let side = |n: usize| u8::try_from(n - 1).expect("a board is small");
        Place {
            row: side(index / self.ice.width),
            column: side(index % self.ice.width),
        }
    }

    pub fn is_own_turn(&self) -> bool {
        self.next == self.own
    }

    /// Moves a penguin of whoever is next; the fish it takes.
    pub fn step(&mut self, step: Step) -> u8 {
        let fish = std::mem::take(&mut self.ice.fish[step.to]);
        let side = &mut self.sides[self.next];
        side.fish += i32::from(fish);
        let penguin = side.penguins.iter_mut().find(|at| **at == step.from);
        *penguin.expect("it stands there") = step.to;
        self.moved.push(self.next);
        self.next = (self.next + 1) % self.sides.len();
        fish
    }

    pub fn take_back(&mut self, step: Step, fish: u8) {
        self.next = self.moved.pop().expect("a step was made");
        let side = &mut self.sides[self.next];
        side.fish -= i32::from(fish);
        let penguin = side.penguins.iter_mut().find(|at| **at == step.to);
        *penguin.expect("it stands there") = step.from;
        self.ice.fish[step.to] = fish;
    }

    fn steps_of(&self, side: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.sides[side].is_out {
            return steps;
        }
        for &from in &self.sides[side].penguins {
            for step in self.ice.steps() {
                steps.extend(self.ice.line(from, step).map(|to| Step { from, to }));
            }
        }
        steps
    }

    /// The own moves, in a game that goes on without the others.
    pub fn steps_of_own(&mut self) -> Vec<Step> {
        self.next = self.own;
        let mut steps = self.steps_of(self.own);
        self.sort(&mut steps);
        steps
    }

    /// The moves of whoever can move next; nothing when nobody can.
    pub fn next_steps(&mut self) -> Option<Vec<Step>> {
        for _ in 0..self.sides.len() {
            let steps = self.steps_of(self.next);
            if !steps.is_empty() {
                return Some(steps);
            }
            self.next = (self.next + 1) % self.sides.len();
        }
        None
    }

    /// Many fish first, then near ones.
    pub fn sort(&self, steps: &mut [Step]) {
        let worth = |step: &Step| {
            let fish = self.ice.fish[step.to];
            (std::cmp::Reverse(fish), step.from.abs_diff(step.to))
        };
        steps.sort_by_key(worth);
    }

    /// Twice the fish of the searching player, less twice those of the best other.
    pub fn balance(&self) -> i32 {
        self.compare(|side| 2 * self.sides[side].fish)
    }

    fn compare(&self, worth: impl Fn(usize) -> i32) -> i32 {
        let others = (0..self.sides.len()).filter(|side| *side != self.own);
        worth(self.own) - others.map(&worth).max().unwrap_or(0)
    }

    /// The balance, with what is left going to whoever reaches it first.
    pub fn prospects(&mut self) -> i32 {
        let first = self.first_reached();
        self.compare(|side| 2 * self.sides[side].fish + first[side])
    }

    /// By side: twice the fish of floes it reaches first, once those it reaches as fast as
    /// another.
    fn first_reached(&mut self) -> [i32; 9] {
        let [best, moves] = &mut self.reached;
        best.clear();
        best.resize(self.ice.fish.len(), NEVER);
        let mut who = vec![0u16; self.ice.fish.len()];
        for (n, side) in self
            .sides
            .iter()
            .enumerate()
            .filter(|(_, side)| !side.is_out)
        {
            self.ice.reach(&side.penguins, moves, &mut self.queue);
            for at in 0..moves.len() {
                if moves[at] < best[at] {
                    (best[at], who[at]) = (moves[at], 1 << n);
                } else if moves[at] == best[at] && moves[at] != NEVER {
                    who[at] |= 1 << n;
                }
            }
        }
        let mut worth = [0; 9];
        for (at, who) in who.into_iter().enumerate().filter(|(_, who)| *who != 0) {
            let fish = i32::from(self.ice.fish[at]);
            let share = if who.count_ones() == 1 {
                2 * fish
            } else {
                fish
            };
            for (side, worth) in worth.iter_mut().enumerate() {
                *worth += if who >> side & 1 == 1 { share } else { 0 };
            }
        }
        worth
    }

    pub fn place(&mut self, at: usize) {
        self.ice.fish[at] = 0;
        self.sides[self.own].penguins.push(at);
    }

    pub fn take_back_placement(&mut self, at: usize) {
        self.sides[self.own].penguins.pop();
        self.ice.fish[at] = 1;
    }

    /// The prospects with a penguin that was just placed; room to move decides between equals.
    pub fn prospects_placed(&mut self, at: usize) -> i32 {
        const ROOM: i32 = 4;
        let steps = self.ice.steps().into_iter();
        let room = steps
            .map(|step| self.ice.line(at, step).count())
            .sum::<usize>();
        let room = i32::try_from(room).expect("a board is small");
        ROOM * self.prospects() + room
    }

    /// The own moves over ice that no other penguin can reach, when all own moves are or some are
    /// and the others can wait: nothing as long as there is ice to fight for.
    pub fn own_ice(&mut self) -> Option<Vec<Step>> {
        let mut others = vec![NEVER; self.ice.fish.len()];
        for n in 0..self.sides.len() {
            if n == self.own || self.sides[n].is_out {
                continue;
            }
            let moves = &mut self.reached[1];
            self.ice
                .reach(&self.sides[n].penguins, moves, &mut self.queue);
            others
                .iter_mut()
                .zip(moves.iter())
                .for_each(|(a, b)| *a = (*a).min(*b));
        }
        let steps = self.steps_of_own();
        let is_free = |step: &Step| others[step.to] == NEVER;
        steps.iter().all(is_free).then_some(steps)
    }

    /// The fish of all ice that own penguins can reach: no way takes more.
    pub fn fish_within_reach(&mut self) -> u32 {
        let moves = &mut self.reached[0];
        self.ice
            .reach(&self.sides[self.own].penguins, moves, &mut self.queue);
        let reached = moves.iter().zip(&self.ice.fish);
        let fish = reached
            .filter(|(moves, _)| **moves != NEVER)
            .map(|(_, fish)| u32::from(*fish));
        fish.sum()
    }
}
