//! The position of a search: what is free, who stands where, whose turn it is. The rules are those
//! of the game; a search makes steps and takes them back.

use super::field_sets::Bits;
use crate::board::PLAYERS_MAX;

/// A move, or a placement, which comes from nowhere. Fields are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FloeStep {
    pub from: Option<u16>,
    pub to: u16,
}

/// The parts of a position that a search does not change.
#[derive(Clone)]
pub(crate) struct SearchBoard<B> {
    pub rows: usize,
    pub columns: usize,
    /// Floes with two fish or more, whether they are still there or not.
    pub two: B,
    /// Floes with three fish, in the same way.
    pub three: B,
    /// All fields but those of the first column: a step to the right never ends there.
    pub not_first: B,
    /// All fields but those of the last column: a step to the left never ends there.
    pub not_last: B,
    /// Players at the table.
    pub sides: usize,
    /// Penguins that each places.
    pub penguins_max: u8,
}

/// The most steps of a slide, as a power of two: a board has at most 99 rows and columns.
const DOUBLINGS: usize = 7;

/// Where a slide of one move can lead. Each direction is filled by steps of 1, 2, 4, ... fields
/// (Kogge and Stone's way of carrying bits in parallel).
pub(crate) struct Slides<B> {
    columns: usize,
    /// The steps that a row and a column take.
    counts: [usize; 2],
    /// For each of them, the floes before which the last 1, 2, 4, ... fields are free: to the right, left, down, up.
    open: [[B; 4]; DOUBLINGS],
}

/// A player's part of a position.
#[derive(Clone, Copy)]
pub(crate) struct FloeSide<B> {
    pub penguins: B,
    pub fish: i32,
    pub placed: u8,
    /// True if the side takes no more turns.
    pub is_out: bool,
}

#[derive(Clone)]
pub(crate) struct SearchFloes<B> {
    pub board: SearchBoard<B>,
    /// Floes where nobody stands.
    pub free: B,
    /// In the order of their turns; those beyond the players at the table are empty.
    pub sides: [FloeSide<B>; PLAYERS_MAX],
    /// True once all penguins are placed.
    pub moving: bool,
    /// Nobody when the game is over.
    pub next: Option<usize>,
}

/// The values before a step, besides the fields, that taking the step back restores.
#[derive(Clone, Copy)]
pub(crate) struct StepUndo {
    next: usize,
    moving: bool,
    fish: i32,
}

impl<B: Bits> SearchBoard<B> {
    pub fn size(&self) -> usize {
        self.rows * self.columns
    }

    pub fn fish(&self, floes: B) -> i32 {
        floes.count() + (floes & self.two).count() + (floes & self.three).count()
    }

    pub(crate) fn fish_at(&self, at: usize) -> i32 {
        self.fish(B::of(at))
    }

    /// The free floes beside these fields.
    pub fn beside(&self, from: B, free: B) -> B {
        let sideways = ((from << 1) & self.not_first) | ((from >> 1) & self.not_last);
        (sideways | from << self.columns | from >> self.columns) & free
    }

    /// How far penguins slide over these free floes.
    #[inline]
    pub fn slides(&self, free: B) -> Slides<B> {
        let mut open = [[free & self.not_first, free & self.not_last, free, free]; DOUBLINGS];
        let halves = |count: usize| count.next_power_of_two().trailing_zeros() as usize;
        let counts = [halves(self.columns), halves(self.rows)];
        for n in 1..counts[0] {
            let [right, left, ..] = open[n - 1];
            open[n][0] = right & (right << (1 << (n - 1)));
            open[n][1] = left & (left >> (1 << (n - 1)));
        }
        for n in 1..counts[1] {
            let [.., down, up] = open[n - 1];
            open[n][2] = down & (down << (self.columns << (n - 1)));
            open[n][3] = up & (up >> (self.columns << (n - 1)));
        }
        Slides { columns: self.columns, counts, open }
    }

    /// The free floes that any number of moves from these fields lead to.
    pub(crate) fn many_moves(&self, from: B, free: B) -> B {
        let mut all = self.beside(from, free);
        let mut front = all;
        while front != B::NONE {
            front = self.beside(front, free).without(all);
            all = all | front;
        }
        all
    }

    /// Calls `take` with each field to which a penguin can move: right, down, left, up, near before
    /// far.
    pub fn targets(&self, from: usize, free: B, mut take: impl FnMut(usize)) {
        let (row, column) = (from / self.columns, from % self.columns);
        let mut line = |count: usize, at: &dyn Fn(usize) -> usize| {
            (1..=count).map(at).take_while(|at| free.has(*at)).for_each(&mut take);
        };
        line(self.columns - 1 - column, &|n| from + n);
        line(self.rows - 1 - row, &|n| from + n * self.columns);
        line(column, &|n| from - n);
        line(row, &|n| from - n * self.columns);
    }
}

impl<B: Bits> Slides<B> {
    /// The free floes that one move from any of these fields leads to.
    #[inline]
    pub fn one_move(&self, from: B) -> B {
        let (mut right, mut left, mut down, mut up) = (from, from, from, from);
        for (n, open) in self.open[..self.counts[0]].iter().enumerate() {
            right = right | (open[0] & (right << (1 << n)));
            left = left | (open[1] & (left >> (1 << n)));
        }
        for (n, open) in self.open[..self.counts[1]].iter().enumerate() {
            down = down | (open[2] & (down << (self.columns << n)));
            up = up | (open[3] & (up >> (self.columns << n)));
        }
        (right | left | down | up) & self.open[0][2]
    }
}

impl StepUndo {
    /// The side that made the step.
    pub fn side(self) -> usize {
        self.next
    }
}

impl<B: Bits> SearchFloes<B> {
    /// Free floes with exactly one fish.
    fn ones(&self) -> B {
        self.free.without(self.board.two)
    }

    /// Finds whose turn comes next, beginning with a side; placement gives way to movement, which
    /// begins with the first side again.
    pub fn settle(&mut self, first: usize) {
        let count = self.board.sides;
        let round_from = |first: usize| (0..count).map(move |n| (first + n) % count);
        let mut first = first;
        if !self.moving {
            let has_floe = self.ones() != B::NONE;
            let can_place = |side: &usize| {
                let side = &self.sides[*side];
                has_floe && !side.is_out && side.placed < self.board.penguins_max
            };
            self.next = round_from(first).find(can_place);
            if self.next.is_some() {
                return;
            }
            self.moving = true;
            first = 0;
        }
        let can_move = |side: &usize| {
            let side = &self.sides[*side];
            !side.is_out && self.board.beside(side.penguins, self.free) != B::NONE
        };
        self.next = round_from(first).find(can_move);
    }

    pub fn play(&mut self, step: FloeStep) -> StepUndo {
        let next = self.next.expect("it is somebody's turn");
        let to = usize::from(step.to);
        let before = StepUndo { next, moving: self.moving, fish: self.board.fish_at(to) };
        self.free = self.free.without(B::of(to));
        let side = &mut self.sides[next];
        side.fish += before.fish;
        side.penguins = side.penguins | B::of(to);
        match step.from {
            Some(from) => side.penguins = side.penguins.without(B::of(from.into())),
            None => side.placed += 1,
        }
        self.settle(next + 1);
        before
    }

    pub(crate) fn take_back(&mut self, step: FloeStep, before: StepUndo) {
        let to = B::of(step.to.into());
        (self.next, self.moving) = (Some(before.next), before.moving);
        let side = &mut self.sides[before.next];
        side.fish -= before.fish;
        side.penguins = side.penguins.without(to);
        match step.from {
            Some(from) => side.penguins = side.penguins | B::of(from.into()),
            None => side.placed -= 1,
        }
        self.free = self.free | to;
    }

    /// All that whoever is next can do.
    pub fn steps(&self) -> Vec<FloeStep> {
        let number = |at: usize| u16::try_from(at).expect("a board is small");
        let Some(next) = self.next else {
            return Vec::new();
        };
        if !self.moving {
            let place = |at: usize| FloeStep { from: None, to: number(at) };
            return self.ones().fields().map(place).collect();
        }
        let mut steps = Vec::new();
        for from in self.sides[next].penguins.fields() {
            self.board.targets(from, self.free, |to| {
                let (from, to) = (Some(number(from)), number(to));
                steps.push(FloeStep { from, to });
            });
        }
        steps
    }

    /// All floes that the penguins of a side can ever reach.
    pub(crate) fn reach_of(&self, side: usize) -> B {
        let side = &self.sides[side];
        let from = if side.is_out { B::NONE } else { side.penguins };
        self.board.many_moves(from, self.free)
    }
}
