//! The board as a search keeps it: a word for each row, robots and debris as bits, so that all
//! robots move at once and a copy is cheap.

use crate::board::{BoardCell, Direction, SIDE};
use crate::{Action, Mode, Scenario, State};

/// A word for each row from 1; row 0 and bit 0 are always empty.
pub(super) type FieldRows = [u32; WORDS];

const WORDS: usize = SIDE as usize + 1;

/// The actions of the player, one number for each: the steps row by row with staying in their
/// middle, then the teleports.
const STEPS: [Option<Direction>; 9] = [
    Some(Direction::Nw),
    Some(Direction::N),
    Some(Direction::Ne),
    Some(Direction::W),
    None,
    Some(Direction::E),
    Some(Direction::Sw),
    Some(Direction::S),
    Some(Direction::Se),
];

/// A cell to teleport to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Port {
    to: BoardCell,
    /// The numbers that are struck off when it is used, as bits.
    struck: u32,
}

/// The teleports by cell, which do not change during a game.
#[derive(Clone, Debug)]
pub(super) struct Ports(Vec<Port>);

impl Ports {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let cells = &scenario.teleports;
        let numbers = |to: BoardCell| {
            let same = (0..).zip(cells).filter(move |(_, cell)| **cell == to);
            same.fold(0, |bits, (n, _)| bits | 1 << n)
        };
        let struck = |to: BoardCell| match scenario.mode {
            Mode::Reuse => 0,
            Mode::Once => numbers(to),
        };
        let firsts = cells.iter().enumerate().filter(|(n, to)| !cells[..*n].contains(to));
        Ports(firsts.map(|(_, &to)| Port { to, struck: struck(to) }).collect())
    }

    /// The number of actions, each with a number of its own.
    pub(super) fn actions(&self) -> usize {
        STEPS.len() + self.0.len()
    }

    /// The action of a number.
    pub(super) fn action(&self, number: usize) -> Action {
        match STEPS.get(number) {
            Some(Some(direction)) => Action::Walk { direction: *direction },
            Some(None) => Action::Stay,
            None => Action::Teleport { to: self.0[number - STEPS.len()].to },
        }
    }
}

/// A state at the beginning of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SurvivorField {
    pub(super) robots: FieldRows,
    pub(super) debris: FieldRows,
    pub(super) player: BoardCell,
    /// The number of robots that are left.
    pub(super) left: u32,
    used: u32,
}

fn has(rows: &FieldRows, cell: BoardCell) -> bool {
    rows[usize::from(cell.0)] >> cell.1 & 1 == 1
}

fn add(rows: &mut FieldRows, cell: BoardCell) {
    rows[usize::from(cell.0)] |= 1 << cell.1;
}

fn remove(rows: &mut FieldRows, cell: BoardCell) {
    rows[usize::from(cell.0)] &= !(1 << cell.1);
}

/// The cells, row by row.
pub(super) fn cells(rows: &FieldRows) -> impl Iterator<Item = BoardCell> + '_ {
    let of_row = |(row, bits): (u8, u32)| {
        let columns = (1..=SIDE).filter(move |column| bits >> column & 1 == 1);
        columns.map(move |column| BoardCell(row, column))
    };
    let rows = (0..).zip(rows.iter().copied());
    rows.filter(|(_, bits)| *bits != 0).flat_map(of_row)
}

impl SurvivorField {
    pub(super) fn new(state: &State) -> Self {
        let mut field = SurvivorField {
            robots: FieldRows::default(),
            debris: FieldRows::default(),
            player: state.player,
            left: 0,
            used: state.used,
        };
        for robot in &state.robots {
            add(&mut field.robots, *robot);
            field.left += 1;
        }
        state.debris.iter().for_each(|cell| add(&mut field.debris, cell));
        field
    }

    /// The state a turn later; nothing if the action is refused or the player dies.
    #[inline]
    pub(super) fn after(&self, ports: &Ports, action: usize) -> Option<SurvivorField> {
        let mut next = *self;
        let can = match STEPS.get(action) {
            Some(Some(direction)) => next.walk(*direction),
            Some(None) => true,
            None => next.teleport(ports.0[action - STEPS.len()]),
        };
        (can && (next.left == 0 || next.advance())).then_some(next)
    }

    fn walk(&mut self, direction: Direction) -> bool {
        let Some(to) = self.player.step(direction) else {
            return false;
        };
        if has(&self.robots, to) {
            return false;
        }
        self.player = to;
        !has(&self.debris, to) || self.push(to, direction)
    }

    fn push(&mut self, from: BoardCell, direction: Direction) -> bool {
        let to = from.step(direction);
        let Some(to) = to.filter(|to| !has(&self.debris, *to)) else {
            return false;
        };
        remove(&mut self.debris, from);
        add(&mut self.debris, to);
        if has(&self.robots, to) {
            remove(&mut self.robots, to);
            self.left -= 1;
        }
        true
    }

    fn teleport(&mut self, Port { to, struck }: Port) -> bool {
        let is_free = to != self.player && !has(&self.robots, to) && !has(&self.debris, to);
        let is_left = struck == 0 || self.used & struck != struck;
        if is_free && is_left {
            self.player = to;
            self.used |= struck;
        }
        is_free && is_left
    }

    /// Moves all robots at once. Returns true if the player lives; if not, the field is as it was.
    #[inline]
    fn advance(&mut self) -> bool {
        let (one, two) = self.arrivals();
        let row = usize::from(self.player.0);
        if one[row] >> self.player.1 & 1 == 1 {
            return false;
        }
        let mut gone = 0;
        for n in 0..WORDS {
            let destroyed = one[n] & (self.debris[n] | two[n]);
            self.robots[n] = one[n] & !destroyed;
            // Two on debris leave the debris that is there.
            self.debris[n] |= two[n];
            gone |= destroyed;
        }
        if gone != 0 {
            self.left = self.robots.iter().map(|row| row.count_ones()).sum();
        }
        true
    }

    /// The cells that at least one robot comes to, and those that at least two come to.
    ///
    /// Along a row robots meet in the player's column only, and along a column in the player's row
    /// only.
    #[inline]
    fn arrivals(&self) -> (FieldRows, FieldRows) {
        let here: u32 = 1 << self.player.1;
        let (west, east) = (here - 1, !(here | (here - 1)));
        // Where they are after their steps along the row; a row further down, for the neighbours.
        let (mut once, mut twice) = ([0; WORDS + 2], [0; WORDS + 2]);
        for (n, robots) in self.robots.iter().enumerate() {
            let (from_west, from_east) = ((robots & west) << 1, (robots & east) >> 1);
            let still = robots & here;
            once[n + 1] = from_west | from_east | still;
            twice[n + 1] = from_west & from_east | from_west & still | from_east & still;
        }
        let row = usize::from(self.player.0);
        let (mut one, mut two) = (FieldRows::default(), FieldRows::default());
        one[..row].copy_from_slice(&once[..row]);
        two[..row].copy_from_slice(&twice[..row]);
        one[row + 1..].copy_from_slice(&once[row + 3..]);
        two[row + 1..].copy_from_slice(&twice[row + 3..]);
        for n in row..row + 3 {
            two[row] |= twice[n] | one[row] & once[n];
            one[row] |= once[n];
        }
        (one, two)
    }

    /// A number that is another for nearly every other state.
    pub(super) fn hash(&self) -> u64 {
        let start =
            u64::from(self.player.0) << 40 | u64::from(self.player.1) << 32 | u64::from(self.used);
        let rows = self.robots.iter().zip(&self.debris);
        rows.fold(start, |hash, (robots, debris)| {
            let row = u64::from(*robots) | u64::from(*debris) << 32;
            let mixed = (hash ^ row).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        })
    }
}
