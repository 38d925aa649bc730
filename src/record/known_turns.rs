//! The turns of a history that were met before, with their forms in bytes. A long history on a small
//! board repeats few turns. When one is met again in a payload, it is copied and not decoded; when one is to be
//! written, its canonical bytes find its payload. Lost turns, joint turns and long ones are not kept.

use chase_engine::history::{By, History, HistoryCycle, TurnEntry, TurnTypes};
use chase_engine::seal::Seal;
use chase_engine::sealing::canonical_turn;
use chase_kit::wire::{self, BadPayload};

/// The turns that are kept at most, each at a place that its bytes decide.
const PLACES: usize = 1 << 10;

/// No turn whose payload has more bytes is kept.
const BYTES_MAX: usize = 48;

/// The first bytes of a payload that decide a turn's place: where it ends is not known yet.
const FIRST: usize = 4;

/// If fewer than half of so many turns had been met before, none is looked for any more.
const TRIAL: u32 = 1 << 12;

/// A history's turns that were met before.
pub struct KnownTurns<T: TurnTypes> {
    /// Nothing until the first turn.
    places: Vec<Option<KnownTurn<T>>>,
    looked_for: u32,
    found: u32,
    is_over: bool,
    scratch: Vec<u8>,
}

struct KnownTurn<T: TurnTypes> {
    entry: TurnEntry<T::Action>,
    events: Vec<T::Event>,
    payload: Vec<u8>,
    canonical: Vec<u8>,
}

impl<T: TurnTypes> Default for KnownTurns<T> {
    fn default() -> Self {
        KnownTurns {
            places: Vec::new(),
            looked_for: 0,
            found: 0,
            is_over: false,
            scratch: Vec::new(),
        }
    }
}

impl<T: TurnTypes> KnownTurns<T> {
    /// Reads a cycle's payload from the front of `bytes` into `into` and says how long it was. What is read must be
    /// exactly what [`KnownTurns::put_cycle`] would write. Makes `seal_bytes` the bytes of the cycle's seal; `seal` is
    /// the one before.
    pub fn take_cycle(
        &mut self,
        bytes: &[u8],
        (number, seal): (u64, Seal),
        into: &mut History<T>,
        seal_bytes: &mut Vec<u8>,
    ) -> Result<usize, BadPayload> {
        let mut rest = bytes;
        into.open(number);
        let turns = wire::take_turns_count(&mut rest).map_err(BadPayload::Undecodable)?;
        self.scratch.clear();
        wire::put_turns_count(turns as usize, &mut self.scratch);
        if !bytes.starts_with(&self.scratch) || self.scratch.len() + rest.len() != bytes.len() {
            return Err(BadPayload::NotShortest);
        }
        seal.begin_cycle(number, turns as usize, seal_bytes);
        for _ in 0..turns {
            self.take_turn(&mut rest, into, seal_bytes)?;
        }
        Ok(bytes.len() - rest.len())
    }

    fn take_turn(
        &mut self,
        rest: &mut &[u8],
        into: &mut History<T>,
        seal_bytes: &mut Vec<u8>,
    ) -> Result<(), BadPayload> {
        let place = place_of(&rest[..FIRST.min(rest.len())]);
        let known = self.places.get(place).and_then(Option::as_ref);
        let known = known.filter(|known| rest.starts_with(&known.payload));
        let is_known = known.is_some();
        if let Some(known) = known {
            into.turn(known.entry.by.clone(), known.entry.words, &known.events);
            seal_bytes.extend_from_slice(&known.canonical);
            *rest = &rest[known.payload.len()..];
        } else {
            let before = *rest;
            wire::take_turn(rest, into).map_err(BadPayload::Undecodable)?;
            let cycle = into.last().expect("it was just opened");
            let entry = &cycle.entries[cycle.entries.len() - 1];
            let events = &cycle.events[cycle.events.len() - entry.events as usize..];
            let used = &before[..before.len() - rest.len()];
            self.scratch.clear();
            wire::put_turn(entry, events, &mut self.scratch);
            if self.scratch != used {
                return Err(BadPayload::NotShortest);
            }
            let start = seal_bytes.len();
            canonical_turn(entry, events, seal_bytes);
            self.keep(place, entry, events, used, &seal_bytes[start..]);
        }
        self.count(is_known);
        Ok(())
    }

    /// Makes `seal_bytes` the bytes of a cycle's seal; `seal` is the one before. Appends the cycle's payload too,
    /// unless too few turns are met again, and returns whether it did.
    pub fn put_cycle(
        &mut self,
        cycle: HistoryCycle<'_, T>,
        seal: Seal,
        seal_bytes: &mut Vec<u8>,
        payload: &mut Vec<u8>,
    ) -> bool {
        seal.begin_cycle(cycle.number, cycle.entries.len(), seal_bytes);
        if self.is_over {
            for (entry, events) in cycle.turns() {
                canonical_turn(entry, events, seal_bytes);
            }
            return false;
        }
        wire::put_turns_count(cycle.entries.len(), payload);
        for (entry, events) in cycle.turns() {
            let (start, from) = (seal_bytes.len(), payload.len());
            canonical_turn(entry, events, seal_bytes);
            let bytes = &seal_bytes[start..];
            let place = place_of(bytes);
            let known = self.places.get(place).and_then(Option::as_ref);
            let known = known.filter(|known| known.canonical == bytes);
            let is_known = known.is_some();
            match known {
                Some(known) => payload.extend_from_slice(&known.payload),
                None => {
                    wire::put_turn(entry, events, payload);
                    self.keep(place, entry, events, &payload[from..], bytes);
                }
            }
            self.count(is_known);
        }
        true
    }

    fn keep(
        &mut self,
        place: usize,
        entry: &TurnEntry<T::Action>,
        events: &[T::Event],
        payload: &[u8],
        canonical: &[u8],
    ) {
        let is_plain = matches!(entry.by, By::World | By::Action(..));
        if self.is_over || !is_plain || payload.len() > BYTES_MAX {
            return;
        }
        if self.places.is_empty() {
            self.places.resize_with(PLACES, || None);
        }
        self.places[place] = Some(KnownTurn {
            entry: entry.clone(),
            events: events.to_vec(),
            payload: payload.to_vec(),
            canonical: canonical.to_vec(),
        });
    }

    fn count(&mut self, is_known: bool) {
        self.looked_for += 1;
        self.found += u32::from(is_known);
        if self.looked_for == TRIAL {
            if self.found < TRIAL / 2 {
                self.is_over = true;
                self.places = Vec::new();
            }
            (self.looked_for, self.found) = (0, 0);
        }
    }
}

/// The place of a turn with these bytes.
fn place_of(bytes: &[u8]) -> usize {
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let words = bytes.chunks_exact(8);
    let rest = words.remainder().iter();
    let last = rest.rev().fold(0, |last, byte| last << 8 | u64::from(*byte));
    let words = words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
    let hash = mix(words.fold(0, mix), last);
    usize::try_from(hash % PLACES as u64).expect("a place is small")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_engine::dice::{Dice, Generator};
    use chase_engine::forfeit::{Forfeit, ForfeitCause};
    use chase_engine::seat::Seat;
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum KnownStep {
        Rest,
        Go(u16),
        Say(String),
    }

    struct KnownSteps;

    impl TurnTypes for KnownSteps {
        type Action = KnownStep;
        type Event = KnownStep;
    }

    fn drawn(dice: &mut Dice) -> KnownStep {
        match dice.below(4) {
            0 => KnownStep::Rest,
            1 => KnownStep::Say("x".repeat(dice.below(70) as usize)),
            _ => KnownStep::Go(u16::try_from(dice.below(1 << 16)).expect("16 bits")),
        }
    }

    fn drawn_turn(dice: &mut Dice) -> (By<KnownStep>, u32, Vec<KnownStep>) {
        let seat = Seat(u8::try_from(dice.below(5)).expect("few"));
        let by = match dice.below(20) {
            0 => By::World,
            1 => By::Forfeit(seat, Box::new(Forfeit::new(ForfeitCause::Crash, "gone"))),
            _ => By::Action(seat, drawn(dice)),
        };
        let events = (0..dice.below(5)).map(|_| drawn(dice)).collect();
        (by, dice.below(5), events)
    }

    /// Cycles of turns that are drawn from so many.
    fn cycles(kinds: u32, count: u64) -> Vec<History<KnownSteps>> {
        let mut dice = Dice::new(Generator::Chacha8, 5, 0);
        let turns: Vec<_> = (0..kinds).map(|_| drawn_turn(&mut dice)).collect();
        let mut cycle = |number| {
            let mut history = History::default();
            history.open(number);
            for _ in 0..dice.below(5) {
                let (by, words, events) = &turns[dice.below(kinds) as usize];
                history.turn(by.clone(), *words, events);
            }
            history
        };
        (0..count).map(&mut cycle).collect()
    }

    /// What is read of bytes: the turns, and how many bytes they took.
    fn read(
        bytes: &[u8],
        take: impl FnOnce(&[u8], &mut History<KnownSteps>) -> Result<usize, BadPayload>,
    ) -> Option<(usize, Vec<TurnEntry<KnownStep>>, Vec<KnownStep>)> {
        let mut history = History::default();
        let used = take(bytes, &mut history).ok()?;
        let cycle = history.last().expect("a cycle");
        let mut again = Vec::new();
        wire::put_cycle(cycle, &mut again);
        assert_eq!(again, bytes[..used], "in its shortest form");
        Some((used, cycle.entries.to_vec(), cycle.events.to_vec()))
    }

    #[test]
    fn what_is_known_has_the_same_bytes_and_is_read_alike() {
        for kinds in [60, 60_000] {
            let (mut writing, mut reading) = (KnownTurns::default(), KnownTurns::default());
            for history in cycles(kinds, 4_000) {
                let cycle = history.last().expect("a cycle");
                let (mut sealed, mut payload) = (Vec::new(), Vec::new());
                let seal = Seal::of(&cycle.number.to_le_bytes());
                seal.begin_cycle(cycle.number, cycle.entries.len(), &mut sealed);
                for (entry, events) in cycle.turns() {
                    canonical_turn(entry, events, &mut sealed);
                }
                wire::put_cycle(cycle, &mut payload);
                let mut put = (Vec::new(), Vec::new());
                let has_payload = writing.put_cycle(cycle, seal, &mut put.0, &mut put.1);
                assert_eq!(put.0, sealed);
                assert!(!has_payload || put.1 == payload);
                let mut taken = Vec::new();
                let again = read(&payload, |bytes, into| {
                    reading.take_cycle(bytes, (cycle.number, seal), into, &mut taken)
                });
                let all = (payload.len(), cycle.entries.to_vec(), cycle.events.to_vec());
                assert_eq!(again, Some(all));
                assert_eq!(taken, sealed);
            }
            // Few kinds of turns are met again, many are not.
            assert_eq!([writing.is_over, reading.is_over], [kinds > 60; 2]);
        }
    }

    #[test]
    fn damaged_bytes_are_read_as_without_it_or_refused() {
        for (number, history) in (0..).zip(cycles(60, 200)) {
            let (mut known, mut payload) = (KnownTurns::default(), Vec::new());
            wire::put_cycle(history.last().expect("a cycle"), &mut payload);
            for at in 0..payload.len() {
                let mut damaged = payload.clone();
                damaged[at] = damaged[at].wrapping_add(1 << (number % 8));
                for bytes in [&payload, &damaged[..], &payload[..at]] {
                    let mut unknown = KnownTurns { is_over: true, ..KnownTurns::default() };
                    let [with, without] = [&mut known, &mut unknown].map(|known| {
                        read(bytes, |bytes, into| {
                            let seal = Seal([0; Seal::BYTES]);
                            known.take_cycle(bytes, (number, seal), into, &mut Vec::new())
                        })
                    });
                    assert_eq!(with, without, "cycle {number}, byte {at}");
                }
            }
        }
    }
}
