//! The payload of a frame, packed: values of one place in their lines stand together, numbers as
//! differences in as few bits as they need (docs/format.md draws it).

mod bits;
mod column;
mod shapes;

use chase_core::packing::{deflated, inflated};

use bits::Bytes;
use shapes::{Shapes, TextStreams};

/// The number of this encoding.
pub const CODEC: u8 = 2;

/// Packs the payload of some whole cycles.
///
/// # Panics
/// If it is no payload that this program wrote.
pub fn pack(payload: &[u8], out: &mut Vec<u8>) {
    let (mut shapes, mut streams) = (Shapes::default(), TextStreams::default());
    let mut rest = payload;
    while !rest.is_empty() {
        let taken = shapes.take_cycle(&mut rest, &mut streams);
        taken.expect("the payload was written by this program");
    }
    let mut plain = Vec::new();
    shapes.put(&mut plain);
    streams.put_texts(&mut plain);
    bits::put_number(plain.len() as u64, out);
    let deflated = deflated(&plain);
    bits::put_number(deflated.len() as u64, out);
    out.extend_from_slice(&deflated);
    streams.put_columns(out);
}

/// Unpacks a payload that [`pack`] packed, of at most `most` bytes; nothing if it is damaged or longer.
pub fn unpack(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut bytes = Bytes(packed);
    let plain = usize::try_from(bytes.number()?).ok()?;
    let length = usize::try_from(bytes.number()?).ok()?;
    // Texts and shapes stand in the payload too, each at most once with a length of its own.
    let plain_max = most.saturating_mul(2).saturating_add(1024);
    let plain = inflated(bytes.take(length)?, plain, plain_max)?;
    let mut plain = Bytes(&plain);
    let shapes = Shapes::read(&mut plain, most)?;
    let texts = TextStreams::read_texts(&mut plain, most)?;
    let streams = shapes.lengths(most)?;
    let mut columns = Vec::with_capacity(streams.len());
    let mut left = most;
    for length in streams {
        let column = column::read(&mut bytes, length, left)?;
        left = left.checked_sub(column.text.len())?;
        columns.push(column);
    }
    if !bytes.0.is_empty() || !plain.0.is_empty() {
        return None;
    }
    shapes.payload(columns, texts, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineLayout;
    use crate::recording::{LogEvent, StoredLayout, TraceLog};
    use chase_core::history::{By, History};

    fn payload(cycles: &[Vec<LogEvent>]) -> Vec<u8> {
        let mut out = Vec::new();
        for (number, events) in (0..).zip(cycles) {
            let mut history = History::<TraceLog>::default();
            history.open(number);
            history.turn(By::World, 0, events);
            chase_core::wire::put_cycle(history.last().unwrap(), &mut out);
        }
        out
    }

    fn row(n: u64, cells: String) -> Vec<LogEvent> {
        let tick = n.to_string();
        let layout = 0;
        vec![LogEvent::Began { tick }, LogEvent::Changed { entity: 0, layout, cells }]
    }

    #[track_caller]
    fn there_and_back(cycles: &[Vec<LogEvent>]) -> (usize, usize) {
        let payload = payload(cycles);
        let mut packed = Vec::new();
        pack(&payload, &mut packed);
        assert_eq!(unpack(&packed, payload.len()).as_ref(), Some(&payload));
        assert_eq!(unpack(&packed, payload.len() - 1), None, "longer than allowed");
        (payload.len(), packed.len())
    }

    #[test]
    fn whatever_stands_in_a_payload_comes_back() {
        let layout = StoredLayout(LineLayout::parse("{t},{0},{1}").unwrap());
        let mut cycles = vec![vec![
            LogEvent::Noted { line: "t,x,y".into() },
            LogEvent::Began { tick: "0".into() },
            LogEvent::Laid { layout },
            LogEvent::Appeared { entity: "é".into(), layout: 0, cells: "1.5\tnorth".into() },
            LogEvent::Written { line: String::new() },
        ]];
        let odd = [
            "1.50\t",
            "-0\tnan",
            "1e3\tx",
            "\t9223372036854775807",
            "007\t-5",
            "999999999999999999\t-999999999999999999",
        ];
        cycles.extend((1..).zip(odd).map(|(n, cells)| row(n, cells.into())));
        cycles.push(vec![LogEvent::Vanished { entity: 0 }, LogEvent::Ended { cut: true }]);
        there_and_back(&cycles);
        there_and_back(&[row(300, "x".repeat(70_000))]);
    }

    #[test]
    fn numbers_of_many_lines_take_few_bits() {
        let cells = |n: u64| format!("{}.{:03}\t{}", n / 7, n * 13 % 1000, n * n);
        let cycles: Vec<_> = (0..1000).map(|n| row(n, cells(n))).collect();
        let (payload, packed) = there_and_back(&cycles);
        assert!(packed * 8 < payload, "{packed} of {payload} bytes");
    }

    #[test]
    fn damage_is_seen_or_gives_other_bytes_and_never_ends_in_a_panic() {
        let cells = |n: u64| format!("{n}.5\ttext{n}");
        let payload = payload(&(0..40).map(|n| row(n, cells(n))).collect::<Vec<_>>());
        let mut packed = Vec::new();
        pack(&payload, &mut packed);
        for at in 0..packed.len() {
            for bit in 0..8 {
                let mut damaged = packed.clone();
                damaged[at] ^= 1 << bit;
                if let Some(bytes) = unpack(&damaged, 1 << 16) {
                    assert!(bytes.len() <= 1 << 16);
                }
            }
            assert_ne!(unpack(&packed[..at], 1 << 16).as_ref(), Some(&payload));
        }
    }
}
