//! Solved states as bytes, which a program can keep: read again they are the same values, or they are refused.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`], whose last byte is the version of this form |
//! | 4 | the length of the next part |
//! | | [`TableScenario`] as compact JSON |
//! | 4, 8 | the number of values that occur, and of states |
//! | 37 each | values in ascending order: kind (0 undecided, 1 ends, 2 ends after so many moves), numerator and denominator of the points (16 each), moves (4) |
//! | 20 each | states in ascending order of their keys: key (16), number of the value (4) |
//! | 16 | the first bytes of BLAKE3 over all that stands before |
//!
//! Numbers are little-endian. The same states with the same values have the same bytes, however they were found.

use std::io::{self, Read, Write};

use num_rational::Ratio;

use super::solved_states::{SolvedStates, UNKNOWN};
use super::state_keys::STATES_MOST;
use super::table_scenario::{FORM, TableFault, TableScenario};
use super::value::SolvedValue;
use crate::header::to_json;
use crate::seal::{Seal, Sealer};

/// The first bytes of every table; the last is the version of the form.
const MAGIC: [u8; 8] = [b'C', b'H', b'A', b'S', b'E', b'T', b'B', FORM];

/// The longest description of a scenario, in bytes.
const HEAD_MAX: usize = 1 << 16;

/// The length of a value.
const VALUE_BYTES: usize = 37;

impl SolvedStates {
    /// Writes the states whose values are known as a table.
    ///
    /// # Errors
    /// Writing failed.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(scenario) = &self.scenario else {
            return Err(io::Error::other("these states are of no scenario"));
        };
        let mut out = SealedWrite { out, sealer: Sealer::default() };
        out.put(&MAGIC)?;
        let head = to_json(scenario);
        out.put(&length(head.len())?.to_le_bytes())?;
        out.put(head.as_bytes())?;
        out.put(&length(self.values.all().len())?.to_le_bytes())?;
        out.put(&self.valued().to_le_bytes())?;
        let mut numbers = vec![UNKNOWN; self.values.all().len()];
        for (number, (value, old)) in (0..).zip(self.values.in_order()) {
            numbers[old as usize] = number;
            out.put(&value_bytes(value))?;
        }
        for (key, state) in self.keys.in_order() {
            let worth = self.worth[state as usize];
            if worth != UNKNOWN {
                out.put(&key.to_le_bytes())?;
                out.put(&numbers[worth as usize].to_le_bytes())?;
            }
        }
        let seal = out.sealer.seal();
        out.out.write_all(&seal.0)
    }

    /// Reads a table to its end.
    ///
    /// # Errors
    /// It is no table, it is one in another form, or a byte of it is not as it was written.
    pub fn read(from: &mut dyn Read) -> Result<Self, TableFault> {
        let mut from = SealedRead { from, sealer: Sealer::default() };
        let magic: [u8; 8] = from.take().map_err(|fault| match fault {
            TableFault::Damaged => TableFault::NotATable,
            fault => fault,
        })?;
        if magic[..7] != MAGIC[..7] {
            return Err(TableFault::NotATable);
        }
        if magic[7] != MAGIC[7] {
            return Err(TableFault::Form(magic[7]));
        }
        let mut states = SolvedStates { scenario: Some(from.head()?), ..SolvedStates::default() };
        let values = u32::from_le_bytes(from.take()?);
        let count = u64::from_le_bytes(from.take()?);
        if count > STATES_MOST {
            return Err(TableFault::Damaged);
        }
        for number in 0..values {
            let value = value(&from.take()?).ok_or(TableFault::Damaged)?;
            if states.values.number(value) != number {
                return Err(TableFault::Damaged);
            }
        }
        for _ in 0..count {
            let key = u128::from_le_bytes(from.take()?);
            let worth = u32::from_le_bytes(from.take()?);
            if worth >= values || !states.keys.insert(key).1 {
                return Err(TableFault::Damaged);
            }
            states.worth.push(worth);
        }
        from.end()?;
        Ok(states)
    }
}

/// A length that a table has room for.
fn length(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(io::Error::other)
}

fn value_bytes(value: SolvedValue) -> [u8; VALUE_BYTES] {
    let mut bytes = [0; VALUE_BYTES];
    if let SolvedValue::Ends { points, moves } = value {
        bytes[0] = if moves.is_some() { 2 } else { 1 };
        bytes[1..17].copy_from_slice(&points.numer().to_le_bytes());
        bytes[17..33].copy_from_slice(&points.denom().to_le_bytes());
        bytes[33..].copy_from_slice(&moves.unwrap_or(0).to_le_bytes());
    }
    bytes
}

/// A value from its bytes; nothing where no value has them.
fn value(bytes: &[u8; VALUE_BYTES]) -> Option<SolvedValue> {
    let number = |from: usize| Some(i128::from_le_bytes(*bytes[from..].first_chunk()?));
    let (above, below) = (number(1)?, number(17)?);
    let moves = u32::from_le_bytes(*bytes[33..].first_chunk()?);
    let moves = match bytes[0] {
        0 => return Some(SolvedValue::Undecided),
        1 => None,
        2 => Some(moves),
        _ => return None,
    };
    let is_share = below > 0 && above >= 0 && above <= below.saturating_mul(2);
    is_share.then(|| SolvedValue::Ends { points: Ratio::new(above, below), moves })
}

/// Bytes on their way out, and into the seal.
struct SealedWrite<'a> {
    out: &'a mut dyn Write,
    sealer: Sealer,
}

impl SealedWrite<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sealer.take(bytes);
        self.out.write_all(bytes)
    }
}

/// Bytes that are read, and their seal.
struct SealedRead<'a> {
    from: &'a mut dyn Read,
    sealer: Sealer,
}

impl SealedRead<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), TableFault> {
        self.from.read_exact(bytes).map_err(fault)?;
        self.sealer.take(bytes);
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableFault> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn head(&mut self) -> Result<TableScenario, TableFault> {
        let length = u32::from_le_bytes(self.take()?) as usize;
        if length > HEAD_MAX {
            return Err(TableFault::Damaged);
        }
        let mut head = vec![0; length];
        self.fill(&mut head)?;
        serde_json::from_slice(&head).map_err(|_| TableFault::Damaged)
    }

    /// Reads the seal, behind which nothing may stand.
    fn end(&mut self) -> Result<(), TableFault> {
        let due = self.sealer.seal();
        let found = Seal(self.take()?);
        let more = self.from.read(&mut [0]).map_err(fault)?;
        if found != due || more > 0 {
            return Err(TableFault::Damaged);
        }
        Ok(())
    }
}

fn fault(error: io::Error) -> TableFault {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => TableFault::Damaged,
        _ => TableFault::Unreadable(error),
    }
}
