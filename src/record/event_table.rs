//! The events of a history as columns of a table: what programs that analyse data take in.

use serde::Serialize;

use chase_engine::history::{HistoryCycle, TurnTypes};

/// Events as columns, one row for each, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTable {
    /// The cycle that each belongs to, from 0.
    pub cycles: Vec<u64>,
    /// The turn of its cycle to which each event belongs, from 0.
    pub turns: Vec<u32>,
    /// The seat whose turn that was; [`EventTable::WORLD`] for the world's, and for a turn of several
    /// seats.
    pub seats: Vec<i8>,
    /// Its kind, an index into [`EventTable::kind_names`].
    pub kinds: Vec<i32>,
    /// The kinds there are, as files name them (`moved`), in the order in which they came up.
    pub kind_names: Vec<String>,
    /// The remaining fields of each event as a JSON object, one after another.
    pub fields: Vec<u8>,
    /// The end of each event's fields; those of the next event begin there.
    pub field_ends: Vec<u64>,
    /// The newest event as JSON.
    scratch: Vec<u8>,
}

impl EventTable {
    /// Stands for the world, which has no seat, and for several seats.
    pub const WORLD: i8 = -1;

    /// The number of events.
    pub fn len(&self) -> usize {
        self.cycles.len()
    }

    /// True if there are no events.
    pub fn is_empty(&self) -> bool {
        self.cycles.is_empty()
    }

    /// Adds the events of a cycle.
    pub fn add<T: TurnTypes>(&mut self, cycle: HistoryCycle<'_, T>) {
        for (turn, (entry, events)) in (0..).zip(cycle.turns()) {
            let seat =
                entry.by.seat().map_or(Self::WORLD, |seat| i8::try_from(seat.0).unwrap_or(i8::MAX));
            for event in events {
                self.cycles.push(cycle.number);
                self.turns.push(turn);
                self.seats.push(seat);
                self.add_event(event);
            }
        }
    }

    /// An event is a word (`"rested"`) or an object whose only field is its kind.
    fn add_event<E: Serialize>(&mut self, event: &E) {
        self.scratch.clear();
        let written = serde_json::to_writer(&mut self.scratch, event);
        debug_assert!(written.is_ok(), "plain data always has a JSON form");
        let from = self.scratch.iter().position(|it| *it == b'"');
        let rest = &self.scratch[from.map_or(0, |it| it + 1)..];
        let end = rest.iter().position(|it| *it == b'"').unwrap_or(0);
        let (kind, fields) = rest.split_at(end);
        let fields = fields.strip_prefix(b"\":").unwrap_or(b"{}}");
        self.fields.extend_from_slice(&fields[..fields.len() - 1]);
        self.field_ends.push(self.fields.len() as u64);
        let known = self.kind_names.iter().position(|it| it.as_bytes() == kind);
        let kind = known.unwrap_or_else(|| {
            let name = String::from_utf8_lossy(kind).into_owned();
            self.kind_names.push(name);
            self.kind_names.len() - 1
        });
        self.kinds.push(i32::try_from(kind).unwrap_or(i32::MAX));
    }
}
