//! Numbers between a payload and its columns. Both ways go through the same values in the same order: every
//! place in an action, an event or a turn has a column, numbered when a number first stands there.

use super::columns::{NumberColumn, StoredColumns, put_columns};
use super::numbers::{put_number, take_number};

/// Actions and events that nest more deeply are not stored in columns.
const DEPTH_MAX: u32 = 100;

/// What cannot be: a payload or columns that are damaged, or values that are not read as they are written.
#[derive(Debug, thiserror::Error)]
#[error("no value that was packed")]
pub(super) struct FlowFault;

/// A place where numbers stand: a path of parts within parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    node: u32,
    depth: u32,
}

/// The path to nothing yet.
pub(super) const ROOT: Spot = Spot { node: 0, depth: 0 };

/// No column yet, and no part.
const NONE: u32 = u32::MAX;

struct SpotNode {
    column: u32,
    parts: Vec<u32>,
}

/// All places that were met.
struct SpotTree {
    nodes: Vec<SpotNode>,
    columns: usize,
}

impl SpotTree {
    fn new() -> Self {
        let mut spots = SpotTree { nodes: Vec::new(), columns: 0 };
        spots.add();
        spots
    }

    fn add(&mut self) -> u32 {
        self.nodes.push(SpotNode { column: NONE, parts: Vec::new() });
        u32::try_from(self.nodes.len() - 1).unwrap_or(NONE)
    }

    #[inline]
    fn part(&mut self, of: Spot, part: u32) -> Result<Spot, FlowFault> {
        let depth = of.depth + 1;
        let found = self.nodes[of.node as usize].parts.get(part as usize);
        if let Some(node) = found.copied().filter(|node| *node != NONE) {
            return Ok(Spot { node, depth });
        }
        // Numbers of variants come from a payload, which may be damaged.
        const PARTS_MAX: u32 = 4_096;
        const NODES_MAX: usize = 1 << 20;
        if depth > DEPTH_MAX || part >= PARTS_MAX || self.nodes.len() >= NODES_MAX {
            return Err(FlowFault);
        }
        let node = self.add();
        let parts = &mut self.nodes[of.node as usize].parts;
        if parts.len() <= part as usize {
            parts.resize(part as usize + 1, NONE);
        }
        parts[part as usize] = node;
        Ok(Spot { node, depth })
    }

    #[inline]
    fn column(&mut self, at: Spot) -> usize {
        let column = &mut self.nodes[at.node as usize].column;
        if *column == NONE {
            *column = u32::try_from(self.columns).unwrap_or(NONE);
            self.columns += 1;
        }
        *column as usize
    }
}

/// How a number stands in a payload, and whether what follows it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    /// One byte on which it depends: the head of a turn, whether an option has a value.
    Byte,
    /// A varint on which it depends: a count, the number of a variant.
    Varint,
    /// One byte that is only a number.
    FreeByte,
    /// A varint that is only a number.
    FreeVarint,
}

/// One direction: from a payload into columns, or back.
pub(super) trait Flow {
    /// The place of a part, from 0.
    fn part(&mut self, of: Spot, part: u32) -> Result<Spot, FlowFault>;

    /// A number on its way.
    fn number(&mut self, at: Spot, kind: NumberKind) -> Result<u64, FlowFault>;

    /// A number that is one byte of the payload, on which it depends what follows.
    fn byte(&mut self, at: Spot) -> Result<u8, FlowFault> {
        let number = self.number(at, NumberKind::Byte)?;
        u8::try_from(number).map_err(|_| FlowFault)
    }

    /// A number that is a varint of the payload, on which it depends what follows.
    fn varint(&mut self, at: Spot) -> Result<u64, FlowFault> {
        self.number(at, NumberKind::Varint)
    }

    /// A number that is one byte of the payload.
    fn free_byte(&mut self, at: Spot) -> Result<u8, FlowFault> {
        let number = self.number(at, NumberKind::FreeByte)?;
        u8::try_from(number).map_err(|_| FlowFault)
    }

    /// A number that is a varint of the payload.
    fn free_varint(&mut self, at: Spot) -> Result<u64, FlowFault> {
        self.number(at, NumberKind::FreeVarint)
    }

    /// A number that is so many bytes of the payload, the lowest first.
    fn fixed(&mut self, at: Spot, bytes: u32) -> Result<u64, FlowFault> {
        let mut number = 0;
        for place in 0..bytes {
            let part = self.part(at, place)?;
            number |= u64::from(self.free_byte(part)?) << (8 * place);
        }
        Ok(number)
    }
}

/// A number of a cycle that was gone through: its column and its kind, and the number itself, which matters
/// where something depends on it.
#[derive(Clone, Copy, Debug)]
struct Step {
    column: usize,
    kind: NumberKind,
    number: u64,
}

impl Step {
    /// Returns whether a cycle with this number here may be made as the one that was gone through.
    #[inline]
    fn allows(&self, number: u64) -> bool {
        match self.kind {
            NumberKind::Byte | NumberKind::Varint => number == self.number,
            NumberKind::FreeByte | NumberKind::FreeVarint => true,
        }
    }
}

/// The ways through the last cycles that differ in what they are made of. Most cycles are made as one of
/// them: their numbers go the same way, without a look at what they mean.
#[derive(Default)]
struct Trails {
    /// The newest last.
    known: Vec<Vec<Step>>,
    /// The way through the cycle that is being gone through.
    now: Vec<Step>,
}

/// More ways are forgotten, the oldest first.
const TRAILS_MAX: usize = 32;

impl Trails {
    /// Keeps the way through a cycle.
    fn keep(&mut self) {
        if self.known.len() == TRAILS_MAX {
            self.known.remove(0);
        }
        self.known.push(std::mem::take(&mut self.now));
    }

    /// The way at this place becomes the newest.
    fn touch(&mut self, n: usize) {
        self.known[n..].rotate_left(1);
    }
}

/// From a payload into columns.
pub(super) struct IntoColumns<'a> {
    rest: &'a [u8],
    spots: SpotTree,
    columns: Vec<NumberColumn>,
    trails: Trails,
}

impl<'a> IntoColumns<'a> {
    fn new(payload: &'a [u8]) -> Self {
        IntoColumns {
            rest: payload,
            spots: SpotTree::new(),
            columns: Vec::new(),
            trails: Trails::default(),
        }
    }

    fn put(&self, length: usize, out: &mut Vec<u8>) {
        put_number(length as u64, out);
        put_columns(&self.columns, out);
    }

    /// Goes the way of a cycle that is made like the next one; false where none is known.
    fn follow(&mut self) -> bool {
        for n in (0..self.trails.known.len()).rev() {
            let mut rest = self.rest;
            let steps = &mut self.trails.known[n];
            let is_it = steps.iter_mut().all(|step| {
                let number = take_stored(&mut rest, step.kind);
                let allowed = number.filter(|number| step.allows(*number));
                step.number = allowed.unwrap_or(step.number);
                allowed.is_some()
            });
            if is_it {
                for step in steps {
                    self.columns[step.column].push(step.number);
                }
                self.rest = rest;
                self.trails.touch(n);
                return true;
            }
        }
        false
    }
}

impl Flow for IntoColumns<'_> {
    #[inline]
    fn part(&mut self, of: Spot, part: u32) -> Result<Spot, FlowFault> {
        self.spots.part(of, part)
    }

    #[inline]
    fn number(&mut self, at: Spot, kind: NumberKind) -> Result<u64, FlowFault> {
        let number = take_stored(&mut self.rest, kind).ok_or(FlowFault)?;
        let column = self.spots.column(at);
        if column >= self.columns.len() {
            self.columns.resize_with(column + 1, NumberColumn::default);
        }
        self.columns[column].push(number);
        self.trails.now.push(Step { column, kind, number });
        Ok(number)
    }
}

/// Takes a number from a payload.
#[inline]
fn take_stored(rest: &mut &[u8], kind: NumberKind) -> Option<u64> {
    let (first, behind) = rest.split_first()?;
    *rest = behind;
    let is_byte = matches!(kind, NumberKind::Byte | NumberKind::FreeByte);
    let bytes = match *first {
        _ if is_byte => 0,
        0..=WORD_0 => 0,
        WORD_16 => 2,
        WORD_32 => 4,
        WORD_64 => 8,
        _ => return None,
    };
    if bytes == 0 {
        return Some(u64::from(*first));
    }
    let (digits, behind) = rest.split_at_checked(bytes)?;
    *rest = behind;
    let number = |all: u64, byte: &u8| all << 8 | u64::from(*byte);
    Some(digits.iter().rev().fold(0, number))
}

/// Appends a number to a payload; nothing if it is too large.
#[inline]
fn put_stored(number: u64, kind: NumberKind, out: &mut Vec<u8>) -> Option<()> {
    let is_byte = matches!(kind, NumberKind::Byte | NumberKind::FreeByte);
    if is_byte || number <= u64::from(WORD_0) {
        out.push(u8::try_from(number).ok()?);
    } else if let Ok(number) = u16::try_from(number) {
        out.push(WORD_16);
        out.extend(number.to_le_bytes());
    } else if let Ok(number) = u32::try_from(number) {
        out.push(WORD_32);
        out.extend(number.to_le_bytes());
    } else {
        out.push(WORD_64);
        out.extend(number.to_le_bytes());
    }
    Some(())
}

/// The first byte of a varint: the number itself up to this, or one for a number of so many bits.
const WORD_0: u8 = 250;
const WORD_16: u8 = 251;
const WORD_32: u8 = 252;
const WORD_64: u8 = 253;

/// From columns into a payload.
pub(super) struct OutOfColumns {
    out: Vec<u8>,
    most: usize,
    spots: SpotTree,
    columns: StoredColumns,
    trails: Trails,
}

impl OutOfColumns {
    /// Goes the way of a cycle that is made like the next one; false where none is known.
    fn follow(&mut self) -> bool {
        let length = self.out.len();
        for n in (0..self.trails.known.len()).rev() {
            let OutOfColumns { out, columns, .. } = self;
            let (steps, mut taken) = (&self.trails.known[n], 0);
            let is_it = steps.iter().all(|step| {
                taken += 1;
                let number = columns.next(step.column);
                let number = number.filter(|number| step.allows(*number));
                number.is_some_and(|number| put_stored(number, step.kind, out).is_some())
            });
            if is_it && out.len() <= self.most {
                self.trails.touch(n);
                return true;
            }
            out.truncate(length);
            // All columns may be many more than those of a cycle.
            for step in &steps[..taken] {
                columns.go_back(step.column);
            }
        }
        false
    }
}

impl Flow for OutOfColumns {
    #[inline]
    fn part(&mut self, of: Spot, part: u32) -> Result<Spot, FlowFault> {
        self.spots.part(of, part)
    }

    #[inline]
    fn number(&mut self, at: Spot, kind: NumberKind) -> Result<u64, FlowFault> {
        let column = self.spots.column(at);
        let number = self.columns.next(column).ok_or(FlowFault)?;
        put_stored(number, kind, &mut self.out).ok_or(FlowFault)?;
        if self.out.len() > self.most {
            return Err(FlowFault);
        }
        self.trails.now.push(Step { column, kind, number });
        Ok(number)
    }
}

/// Appends a payload in columns; nothing if `walk_cycle`, which goes through the values of a cycle, cannot read it.
pub(super) fn pack<'a>(
    payload: &'a [u8],
    walk_cycle: impl Fn(&mut IntoColumns<'a>) -> Result<(), FlowFault>,
    out: &mut Vec<u8>,
) -> Option<()> {
    let mut flow = IntoColumns::new(payload);
    while !flow.rest.is_empty() {
        if !flow.follow() {
            walk_cycle(&mut flow).ok()?;
            flow.trails.keep();
        }
    }
    flow.put(payload.len(), out);
    Some(())
}

/// Appends what [`pack`] does, and goes through the values of every cycle.
#[cfg(test)]
pub(super) fn pack_by_values<'a>(
    payload: &'a [u8],
    walk_cycle: impl Fn(&mut IntoColumns<'a>) -> Result<(), FlowFault>,
    out: &mut Vec<u8>,
) {
    let mut flow = IntoColumns::new(payload);
    while !flow.rest.is_empty() {
        walk_cycle(&mut flow).expect("a payload that can be read");
    }
    flow.put(payload.len(), out);
}

/// The payload that [`pack`] was given, at most so many bytes; nothing if it is damaged.
pub(super) fn unpack(
    mut packed: &[u8],
    most: usize,
    walk_cycle: impl Fn(&mut OutOfColumns) -> Result<(), FlowFault>,
) -> Option<Vec<u8>> {
    let length = usize::try_from(take_number(&mut packed)?).ok()?;
    (length <= most).then_some(())?;
    let mut flow = OutOfColumns {
        out: Vec::new(),
        most: length,
        spots: SpotTree::new(),
        // A number of eight bytes may be one byte of the payload.
        columns: StoredColumns::take(packed, most.saturating_mul(8))?,
        trails: Trails::default(),
    };
    while flow.out.len() < length {
        if !flow.follow() {
            walk_cycle(&mut flow).ok()?;
            flow.trails.keep();
        }
    }
    let is_whole = flow.out.len() == length && flow.columns.are_read(flow.spots.columns);
    is_whole.then_some(flow.out)
}
