//! Endings of up to three pieces, solved: whether the side to move wins, loses or draws, and after how many moves
//! if both sides do their best.
//!
//! A material is who is left: the animals of the side to move, and those of the enemy. All its positions have one
//! byte each. They are worked out backwards (retrograde analysis; K. Thompson, 'Retrograde Analysis of Certain
//! Endgames', ICCA Journal 9(3), 1986): from the positions that end the game at once, and from captures, whose
//! materials were solved before, to those that lead there, a move further at a time. What is never reached is drawn.
//!
//! The side to move always plays up, so a board seen by side 1 is turned first. The board is its own mirror image:
//! only positions whose first piece stands on columns 1 to 4 are kept. A material and the same with the sides
//! swapped are solved together, when they are first asked for. That depends on nothing but the rules.

use std::sync::{LazyLock, OnceLock};

use crate::board::{Animal, BoardSquare, DEN, Direction, Position};

/// The most pieces of a solved ending, of both sides together.
pub const PIECES_MAX: usize = 3;

/// The least: a side without pieces has lost.
const PIECES_MIN: usize = 2;

/// Squares on which a piece can stand while the game goes on: all but the dens.
const LIVE: usize = 47;

/// Those of columns 1 to 4.
const HALF: usize = 26;

/// The number of no square.
const NONE: u8 = 63;

/// The longest way to an end that a byte can tell; while a material is solved, greater bytes are what is not known
/// yet, with the number of moves that may still save the side to move. The longest that there is takes 32 moves.
const DISTANCE_MAX: u8 = 200;

/// The byte of a position that nobody wins, and of numbers that are no position.
const DRAWN: u8 = 255;

/// The value of a position if both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingValue {
    /// The side to move wins with its own move number (n + 1) / 2, the n-th of both sides.
    Win(u8),
    /// The side to move loses by the n-th move of both sides; 0 if it has no move.
    Loss(u8),
    /// Nobody can win.
    Draw,
}

impl EndingValue {
    fn of(byte: u8) -> EndingValue {
        match byte {
            DRAWN => EndingValue::Draw,
            _ if byte % 2 == 1 => EndingValue::Win(byte),
            _ => EndingValue::Loss(byte),
        }
    }
}

/// The pieces that are left: sets of animals, bit n that of [`Animal`] n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSets {
    /// Of the side to move.
    pub own: u8,
    /// Of the other side.
    pub enemy: u8,
}

impl PieceSets {
    /// All materials of so many pieces in which both sides have some.
    pub fn of(count: usize) -> impl Iterator<Item = PieceSets> {
        let pair = |n: u8| PieceSets { own: n / 16, enemy: n % 16 };
        (0..=255u8).map(pair).filter(move |it| it.own != 0 && it.enemy != 0 && it.count() == count)
    }

    /// The number of pieces.
    #[must_use]
    pub fn count(self) -> usize {
        (self.own.count_ones() + self.enemy.count_ones()) as usize
    }

    fn swapped(self) -> Self {
        PieceSets { own: self.enemy, enemy: self.own }
    }

    fn pieces(self) -> Pieces {
        let mut pieces =
            Pieces { own: self.own.count_ones() as usize, count: 0, animals: [0; PIECES_MAX] };
        for (set, animal) in [self.own, self.enemy]
            .into_iter()
            .flat_map(|set| (0..4).map(move |animal| (set, animal)))
        {
            if set >> animal & 1 == 1 {
                pieces.animals[pieces.count] = animal;
                pieces.count += 1;
            }
        }
        pieces
    }
}

/// The pieces of a material in the order of their squares: those of the side to move, then the enemy's.
#[derive(Clone, Copy)]
struct Pieces {
    own: usize,
    count: usize,
    animals: [u8; PIECES_MAX],
}

/// The squares of the pieces, as the side to move sees them: numbers of live squares from its near
/// left.
type Squares = [u8; PIECES_MAX];

/// The live squares.
struct SquareGrid {
    /// Those one step away, and [`NONE`]s.
    steps: [[u8; 4]; LIVE],
    /// True where the enemy's den is one step away.
    gate: [bool; LIVE],
    mirror: [u8; LIVE],
    column: [u8; LIVE],
    /// The numbers of the squares of columns 1 to 4 among themselves, and back.
    half: [u8; LIVE],
    whole: [u8; HALF],
    /// By the board's numbers.
    live: [u8; 64],
}

static GRID: LazyLock<SquareGrid> = LazyLock::new(|| {
    let mut grid = SquareGrid {
        steps: [[NONE; 4]; LIVE],
        gate: [false; LIVE],
        mirror: [0; LIVE],
        column: [0; LIVE],
        half: [NONE; LIVE],
        whole: [0; HALF],
        live: [NONE; 64],
    };
    let lives = || (0u8..).zip(BoardSquare::all().filter(|square| !DEN.contains(square)));
    for (n, square) in lives() {
        grid.live[usize::from(square.number())] = n;
    }
    let left = lives().filter(|(_, square)| square.column() <= MIDDLE);
    for (half, (n, _)) in (0u8..).zip(left) {
        grid.half[usize::from(n)] = half;
        grid.whole[usize::from(half)] = n;
    }
    for (n, square) in lives() {
        let n = usize::from(n);
        let next = |direction| square.neighbour(direction);
        grid.steps[n] = Direction::ALL.map(|direction| {
            next(direction).map_or(NONE, |to| grid.live[usize::from(to.number())])
        });
        grid.gate[n] = Direction::ALL.iter().any(|direction| next(*direction) == Some(DEN[1]));
        grid.column[n] = square.column();
        let image = BoardSquare::new(2 * MIDDLE - square.column(), square.row());
        grid.mirror[n] = image.map_or(NONE, |image| grid.live[usize::from(image.number())]);
    }
    grid
});

/// The column that is its own mirror image.
const MIDDLE: u8 = 4;

impl SquareGrid {
    /// The number of a position whose first piece stands on columns 1 to 4.
    #[inline]
    fn index(&self, squares: &Squares, count: usize) -> usize {
        let first = usize::from(self.half[usize::from(squares[0])]);
        let rest = squares[1..count].iter();
        rest.fold(first, |at, square| LIVE * at + usize::from(*square))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "live squares are few")]
    fn squares(&self, mut at: usize, count: usize) -> Squares {
        let mut squares = [0; PIECES_MAX];
        for square in squares[1..count].iter_mut().rev() {
            *square = (at % LIVE) as u8;
            at /= LIVE;
        }
        squares[0] = self.whole[at];
        squares
    }

    #[inline]
    fn mirrored(&self, squares: &Squares) -> Squares {
        squares.map(|square| self.mirror[usize::from(square)])
    }

    /// The number of a position, or of its mirror image if that is the one that is kept.
    #[inline]
    fn place(&self, squares: &Squares, count: usize) -> usize {
        if self.column[usize::from(squares[0])] > MIDDLE {
            self.index(&self.mirrored(squares), count)
        } else {
            self.index(squares, count)
        }
    }
}

/// The square that the other side calls by this one's number.
#[inline]
fn turned(square: u8) -> u8 {
    LIVE as u8 - 1 - square
}

/// The value of a position of few pieces for the side to move; nothing if it has more than
/// [`PIECES_MAX`], or the game is over. The material is solved at its first use.
#[must_use]
pub fn value(position: &Position, side: usize) -> Option<EndingValue> {
    let grid = &*GRID;
    let (mut squares, mut count, mut sets) = ([0; PIECES_MAX], 0, [0u8; 2]);
    for (set, owner) in sets.iter_mut().zip([side, 1 - side]) {
        for animal in Animal::ALL {
            let Some(square) = position.square(owner, animal) else {
                continue;
            };
            let live = grid.live[usize::from(square.number())];
            if live == NONE || count == PIECES_MAX {
                return None;
            }
            squares[count] = if side == 0 { live } else { turned(live) };
            count += 1;
            *set |= 1 << animal as u8;
        }
    }
    let [own, enemy] = sets;
    if own == 0 || enemy == 0 {
        return None;
    }
    let bytes = bytes_of(PieceSets { own, enemy });
    Some(EndingValue::of(bytes[grid.place(&squares, count)]))
}

/// A material and its swap, that with the lesser set of own animals first; the swap of equal sets is the same.
type SquarePair = [Box<[u8]>; 2];

static SOLVED: [[OnceLock<SquarePair>; 16]; 16] = [const { [const { OnceLock::new() }; 16] }; 16];

/// How many bytes a material and its swap have.
fn lengths(material: PieceSets) -> [usize; 2] {
    let size = HALF * LIVE.pow(u32::try_from(material.count() - 1).expect("few pieces"));
    [size, if material.own == material.enemy { 0 } else { size }]
}

/// The values of a material's positions, and of numbers that are no position.
fn bytes_of(material: PieceSets) -> &'static [u8] {
    let PieceSets { own, enemy } = material;
    let (low, high) = (own.min(enemy), own.max(enemy));
    let pair = SOLVED[usize::from(low)][usize::from(high)]
        .get_or_init(|| solved(PieceSets { own: low, enemy: high }));
    &pair[usize::from(own > enemy)]
}

/// Solves all materials that are not solved yet.
pub(crate) fn solve_all() {
    for material in (PIECES_MIN..=PIECES_MAX).flat_map(PieceSets::of) {
        bytes_of(material);
    }
}

/// Squares as a set; nothing if two are the same.
#[inline]
fn set_of(squares: &[u8]) -> Option<u64> {
    let set = squares.iter().fold(0u64, |set, square| set | 1 << square);
    (set.count_ones() as usize == squares.len()).then_some(set)
}

/// A material and its swap while they are solved.
struct Solver {
    grid: &'static SquareGrid,
    pieces: [Pieces; 2],
    bytes: [Vec<u8>; 2],
    /// The index of the one of the two that comes after a move that captures nobody.
    next: [usize; 2],
    /// By the animal captured: what is left, if anything is.
    left: [[Option<&'static [u8]>; 4]; 2],
    /// By distance: whether a position may have it.
    due: [bool; DISTANCE_MAX as usize + 1],
}

fn solved(material: PieceSets) -> SquarePair {
    let both = [material, material.swapped()];
    let is_even = material.own == material.enemy;
    let mut solver = Solver {
        grid: &GRID,
        pieces: both.map(PieceSets::pieces),
        bytes: lengths(material).map(|length| vec![DRAWN; length]),
        next: if is_even { [0, 0] } else { [1, 0] },
        left: both.map(after_captures),
        due: [false; DISTANCE_MAX as usize + 1],
    };
    for t in 0..2 {
        solver.begin(t);
    }
    for distance in 0..=DISTANCE_MAX {
        for t in 0..2 {
            if solver.due[usize::from(distance)] {
                solver.spread(t, distance);
            }
        }
    }
    solver.bytes.map(|mut bytes| {
        for byte in bytes.iter_mut().filter(|byte| **byte > DISTANCE_MAX) {
            *byte = DRAWN;
        }
        bytes.into_boxed_slice()
    })
}

fn after_captures(material: PieceSets) -> [Option<&'static [u8]>; 4] {
    [0, 1, 2, 3].map(|animal: u8| {
        let own = material.enemy & !(1 << animal);
        let left = PieceSets { own, enemy: material.own };
        (own != material.enemy && own != 0).then(|| bytes_of(left))
    })
}

impl Solver {
    /// Enters the values that follow without a look at any other position of the material.
    fn begin(&mut self, t: usize) {
        for at in 0..self.bytes[t].len() {
            let squares = self.grid.squares(at, self.pieces[t].count);
            let byte = self.first_byte(t, &squares);
            self.bytes[t][at] = byte;
            if byte <= DISTANCE_MAX {
                self.due[usize::from(byte)] = true;
            }
        }
    }

    fn first_byte(&self, t: usize, squares: &Squares) -> u8 {
        let Pieces { own, count, .. } = self.pieces[t];
        let Some(set) = set_of(&squares[..count]) else {
            return DRAWN;
        };
        let at_the_gates = |square: &u8| self.grid.gate[usize::from(*square)];
        if squares[..own].iter().any(at_the_gates) {
            return 1;
        }
        let (mut open, mut best) = (0, DRAWN);
        for (n, from) in squares[..own].iter().enumerate() {
            for to in self.grid.steps[usize::from(*from)] {
                if to == NONE {
                    continue;
                }
                if set >> to & 1 == 0 {
                    open += 1;
                } else if let Some(byte) = self.after_capture(t, squares, n, to) {
                    match EndingValue::of(byte) {
                        EndingValue::Draw => open += 1,
                        EndingValue::Loss(distance) => best = best.min(distance + 1),
                        EndingValue::Win(_) => {}
                    }
                }
            }
        }
        match (best, open) {
            (DRAWN, 0) => self.lost(t, squares),
            (DRAWN, _) => DISTANCE_MAX + open,
            _ => best,
        }
    }

    /// The value byte for the enemy after a capture; nothing if the step captures nothing.
    #[inline]
    fn after_capture(&self, t: usize, squares: &Squares, n: usize, to: u8) -> Option<u8> {
        let Pieces { own, count, animals } = &self.pieces[t];
        let prey = (*own..*count).find(|other| squares[*other] == to)?;
        let [hunter, captured] = [n, prey].map(|it| Animal::ALL[usize::from(animals[it])]);
        if !hunter.captures(captured) {
            return None;
        }
        let Some(left) = self.left[t][captured as usize] else {
            return Some(0);
        };
        let (mut after, mut rest) = ([0; PIECES_MAX], 0);
        for other in (*own..*count).chain(0..*own) {
            if other != prey {
                let square = if other == n { to } else { squares[other] };
                after[rest] = turned(square);
                rest += 1;
            }
        }
        Some(left[self.grid.place(&after, rest)])
    }

    /// After how many moves a position is lost whose every move leads to one that the enemy wins.
    fn lost(&self, t: usize, squares: &Squares) -> u8 {
        let Pieces { own, count, .. } = self.pieces[t];
        let mut longest = 0;
        for (n, from) in squares[..own].iter().enumerate() {
            for to in self.grid.steps[usize::from(*from)] {
                if to == NONE {
                    continue;
                }
                let byte = if squares[..count].contains(&to) {
                    self.after_capture(t, squares, n, to)
                } else {
                    let mut after = *squares;
                    after[n] = to;
                    let at = self.grid.place(&self.seen_by_the_other(t, &after), count);
                    Some(self.bytes[self.next[t]][at])
                };
                longest = longest.max(byte.map_or(0, |byte| byte + 1));
            }
        }
        longest
    }

    /// The squares of the same position as the other side sees it.
    #[inline]
    fn seen_by_the_other(&self, t: usize, squares: &Squares) -> Squares {
        let Pieces { own, count, .. } = self.pieces[t];
        let mut seen = [0; PIECES_MAX];
        for (to, from) in seen.iter_mut().zip((own..count).chain(0..own)) {
            *to = turned(squares[from]);
        }
        seen
    }

    /// Goes one move back from all positions of a distance.
    fn spread(&mut self, t: usize, distance: u8) {
        let (count, mut at) = (self.pieces[t].count, 0);
        while let Some(found) = memchr::memchr(distance, &self.bytes[t][at..]) {
            at += found;
            let squares = self.grid.squares(at, count);
            self.go_back(t, &squares, distance);
            at += 1;
        }
    }

    /// Tells all positions from which a move that captures nobody leads to this one. Of two mirror images that are
    /// both kept each is told by an image of this one; if only one image of this one is kept, it tells both.
    fn go_back(&mut self, t: usize, squares: &Squares, distance: u8) {
        let Pieces { own, count, .. } = self.pieces[t];
        let (grid, next) = (self.grid, self.next[t]);
        let set = squares[..count].iter().fold(0u64, |set, k| set | 1 << k);
        let is_alone = grid.column[usize::from(squares[0])] < MIDDLE;
        let here = self.seen_by_the_other(t, squares);
        for n in own..count {
            for from in grid.steps[usize::from(squares[n])] {
                if from == NONE || set >> from & 1 == 1 {
                    continue;
                }
                let mut before = here;
                before[n - own] = turned(from);
                let column = grid.column[usize::from(before[0])];
                if column <= MIDDLE {
                    self.hear(next, grid.index(&before, count), distance);
                }
                if column >= MIDDLE && is_alone {
                    let image = grid.mirrored(&before);
                    self.hear(next, grid.index(&image, count), distance);
                }
            }
        }
    }

    /// A position learns that one of its moves leads to a win or a loss at a distance.
    #[inline]
    fn hear(&mut self, t: usize, at: usize, distance: u8) {
        let byte = self.bytes[t][at];
        let known = if distance.is_multiple_of(2) {
            distance + 1
        } else if byte > DISTANCE_MAX + 1 {
            self.bytes[t][at] = byte - 1;
            return;
        } else if byte == DISTANCE_MAX + 1 {
            self.lost(t, &self.grid.squares(at, self.pieces[t].count))
        } else {
            return;
        };
        if known < byte {
            self.bytes[t][at] = known;
            self.due[usize::from(known)] = true;
        }
    }
}
