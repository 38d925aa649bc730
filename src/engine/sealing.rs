//! Seals: hashes that chain a history, cycle by cycle.
//!
//! A seal is the first 16 bytes of BLAKE3 over canonical bytes. The chain begins with game,
//! rules number and scenario and takes in one cycle after the other, so the same history has
//! the same seals whoever played it and whatever wrote it; equal seals mean an equal past. A
//! seal shows damage and divergence. It is no signature: whoever rewrites a history can seal it
//! again.
//!
//! A recording that is replayed makes the same seals in parts: `known_turns` of the crate record keeps the canonical bytes
//! of turns that come again.

use serde::Serialize;

use super::canonical::{Canonical, canonical};
use super::game::Outcome;
use super::header::{Header, json_length, to_json};
use super::history::{By, Joint, TurnEntry};
use super::seal::{Seal, Sealer};

impl Seal {
    /// The seal before the first cycle: game, rules number and scenario.
    pub fn of_beginning(header: &Header) -> Self {
        let scenario = header.scenario.get();
        let mut start = canonical(&("chase history", &header.game, header.rules));
        Canonical::onto(&mut start).number(scenario.len() as u64);
        // A scenario may be long: it is not copied.
        let mut sealer = Sealer::default();
        sealer.take(&start);
        sealer.take(scenario.as_bytes());
        sealer.seal()
    }

    /// The seal of a whole file: header, history, outcome, and the milliseconds that people spent,
    /// where they are known.
    pub fn of_played_file(
        header: &Header,
        history: Seal,
        outcome: Option<&Outcome>,
        played_ms: Option<u64>,
    ) -> Self {
        let mut start = canonical(&"chase file");
        Canonical::onto(&mut start).number(json_length(header));
        let mut end = history.0.to_vec();
        end.extend(canonical(&to_json(&outcome)));
        if played_ms.is_some() {
            end.extend(canonical(&played_ms));
        }
        let mut sealer = Sealer::default();
        sealer.take(&start);
        sealer.take_json(header);
        sealer.take(&end);
        sealer.seal()
    }

    /// Makes `buffer` the beginning of the bytes of a cycle's seal: this seal, the one before, then the number of
    /// the cycle and of its turns. The canonical bytes of its turns come next.
    pub fn begin_cycle(self, number: u64, turns: usize, buffer: &mut Vec<u8>) {
        buffer.clear();
        buffer.extend_from_slice(&self.0);
        let mut bytes = Canonical::onto(buffer);
        bytes.number(number);
        bytes.number(turns as u64);
    }
}

/// The kinds of entries in canonical bytes.
mod kind {
    pub const WORLD: u8 = 0;
    pub const ACTION: u8 = 1;
    pub const FORFEIT: u8 = 2;
    pub const JOINT: u8 = 3;
}

/// Appends the canonical bytes of a turn.
pub fn canonical_turn<A: Serialize, E: Serialize>(
    entry: &TurnEntry<A>,
    events: &[E],
    out: &mut Vec<u8>,
) {
    let mut bytes = Canonical::onto(out);
    match &entry.by {
        By::World => bytes.byte(kind::WORLD),
        By::Action(seat, action) => {
            bytes.byte(kind::ACTION);
            bytes.byte(seat.0);
            bytes.put(action);
        }
        By::Forfeit(seat, why) => {
            bytes.byte(kind::FORFEIT);
            bytes.byte(seat.0);
            bytes.put(why);
        }
        By::Joint(joint) => canonical_joint(joint, &mut bytes),
    }
    bytes.number(u64::from(entry.words));
    bytes.number(events.len() as u64);
    events.iter().for_each(|event| bytes.put(event));
}

#[cold]
fn canonical_joint<A: Serialize>(joint: &Joint<A>, bytes: &mut Canonical<'_>) {
    bytes.byte(kind::JOINT);
    bytes.number(joint.choices().len() as u64);
    for choice in joint.choices() {
        match &choice.chosen {
            Ok(action) => {
                bytes.byte(kind::ACTION);
                bytes.byte(choice.seat.0);
                bytes.put(action);
            }
            Err(why) => {
                bytes.byte(kind::FORFEIT);
                bytes.byte(choice.seat.0);
                bytes.put(why);
            }
        }
        bytes.number(u64::from(choice.words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_reads_back_from_its_digits_and_from_nothing_else() {
        let seal = Seal::of(b"chase");
        assert_eq!(Seal::parse(&seal.to_string()), Some(seal));
        assert_eq!(Seal::parse(&seal.to_string().to_uppercase()), None);
        assert_eq!(Seal::parse(&seal.to_string()[1..]), None);
    }
}
