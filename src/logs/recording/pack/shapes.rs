//! The shapes of cycles: everything in a payload that is no text. Most cycles have the shape of the
//! one before.

use std::collections::BTreeMap;

use super::bits::{Bytes, put_number};
use super::column::{self, PackedColumn};
use crate::for_each_cell;

/// The numbers of events, as the payload has them.
mod event {
    pub const BEGAN: u64 = 0;
    pub(crate) const LAID: u64 = 1;
    pub(crate) const APPEARED: u64 = 2;
    pub(crate) const CHANGED: u64 = 3;
    pub(crate) const WRITTEN: u64 = 4;
    pub const NOTED: u64 = 5;
    pub(crate) const VANISHED: u64 = 6;
    pub(crate) const ENDED: u64 = 7;
}

/// The first number of a cycle with one turn, the world's, without draws; the number of its events is
/// added, or [`MORE`] if it follows separately.
const ONE_TURN: u8 = 1;
const WORLD: u8 = 0x0f;
const EVENTS_SHIFT: u8 = 4;
const MORE: u8 = 3;

/// A number in the payload: a byte, or a mark and 2, 4 or 8 bytes.
fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first()?;
    let length = match first {
        251 => 2,
        252 => 4,
        253 => 8,
        254.. => return None,
        small => {
            *bytes = rest;
            return Some(u64::from(*small));
        }
    };
    let (number, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    let mut whole = [0; 8];
    whole[..length].copy_from_slice(number);
    Some(u64::from_le_bytes(whole))
}

fn put_varint(number: u64, out: &mut Vec<u8>) {
    let bytes = number.to_le_bytes();
    match number {
        0..=250 => out.push(number as u8),
        251..=0xffff => {
            out.push(251);
            out.extend_from_slice(&bytes[..2]);
        }
        0x1_0000..=0xffff_ffff => {
            out.push(252);
            out.extend_from_slice(&bytes[..4]);
        }
        _ => {
            out.push(253);
            out.extend_from_slice(&bytes);
        }
    }
}

fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(take_varint(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(text)
}

fn put_text(text: &[u8], out: &mut Vec<u8>) {
    put_varint(text.len() as u64, out);
    out.extend_from_slice(text);
}

/// The texts of a payload, put together by where they stand.
#[derive(Default)]
pub(crate) struct TextStreams<'a> {
    columns: Vec<Vec<&'a [u8]>>,
    places: StreamNumbers,
    texts: Vec<&'a [u8]>,
}

/// The number of the stream to which a place belongs: first that of ticks, then those of the layouts and
/// of the places in their lines, in the order in which they come.
#[derive(Default)]
struct StreamNumbers {
    of_layouts: BTreeMap<u64, Vec<usize>>,
    count: usize,
}

impl StreamNumbers {
    /// The streams of a line of so many values.
    fn of(&mut self, layout: u64, values: usize) -> &[usize] {
        let known = self.of_layouts.entry(layout).or_default();
        while known.len() < values {
            self.count += 1;
            known.push(self.count);
        }
        &known[..values]
    }
}

impl<'a> TextStreams<'a> {
    fn push(&mut self, stream: usize, value: &'a [u8]) {
        if self.columns.len() <= stream {
            self.columns.resize_with(stream + 1, Vec::new);
        }
        self.columns[stream].push(value);
    }

    /// Puts the values of a line where they belong; how many there are.
    fn push_line(&mut self, layout: u64, cells: &'a [u8]) -> u64 {
        let values = memchr::memchr_iter(b'\t', cells).count() + 1;
        let streams = self.places.of(layout, values);
        let last = streams.iter().copied().max().unwrap_or(0);
        if self.columns.len() <= last {
            self.columns.resize_with(last + 1, Vec::new);
        }
        let mut streams = streams.iter();
        for_each_cell(cells, |cell| {
            if let Some(stream) = streams.next() {
                self.columns[*stream].push(cell);
            }
        });
        values as u64
    }

    /// Appends the texts that are no values.
    pub(crate) fn put_texts(&self, out: &mut Vec<u8>) {
        put_number(self.texts.len() as u64, out);
        for text in &self.texts {
            column::put_text(text, out);
        }
    }

    /// Appends the values, stream by stream.
    pub(crate) fn put_columns(&self, out: &mut Vec<u8>) {
        self.columns.iter().for_each(|values| column::put(values, out));
    }

    /// Reads the texts that are no values.
    pub(crate) fn read_texts(bytes: &mut Bytes<'_>, most: usize) -> Option<Vec<Vec<u8>>> {
        let count = usize::try_from(bytes.number()?).ok().filter(|it| *it <= most)?;
        let mut texts = Vec::new();
        for _ in 0..count {
            texts.push(column::take_text(bytes)?.to_vec());
        }
        Some(texts)
    }
}

/// The shapes of cycles, each once, and which cycles have which.
#[derive(Default)]
pub(crate) struct Shapes {
    shapes: Vec<Vec<u8>>,
    known: BTreeMap<Vec<u8>, usize>,
    /// A shape, and how many cycles have it one after the other.
    runs: Vec<(usize, u64)>,
    scratch: Vec<u8>,
}

impl Shapes {
    /// Takes a cycle from the front of a payload; its texts go into the streams.
    pub fn take_cycle<'a>(
        &mut self,
        rest: &mut &'a [u8],
        streams: &mut TextStreams<'a>,
    ) -> Option<()> {
        let mut shape = std::mem::take(&mut self.scratch);
        shape.clear();
        let (turns, after) = rest.split_first()?;
        let (head, after) = after.split_first()?;
        *rest = after;
        if *turns != ONE_TURN || head & !(MORE << EVENTS_SHIFT) != WORLD {
            return None;
        }
        let events = match head >> EVENTS_SHIFT & MORE {
            MORE => take_varint(rest)?,
            small => u64::from(small),
        };
        put_number(events, &mut shape);
        for _ in 0..events {
            take_event(rest, streams, &mut shape)?;
        }
        match self.runs.last_mut() {
            Some((newest, count)) if self.shapes[*newest] == shape => *count += 1,
            _ => {
                let next = self.shapes.len();
                let number = *self.known.entry(shape.clone()).or_insert(next);
                if number == next {
                    self.shapes.push(shape.clone());
                }
                self.runs.push((number, 1));
            }
        }
        self.scratch = shape;
        Some(())
    }

    /// Appends the shapes to a payload.
    pub fn put(&self, out: &mut Vec<u8>) {
        put_number(self.shapes.len() as u64, out);
        for shape in &self.shapes {
            column::put_text(shape, out);
        }
        put_number(self.runs.len() as u64, out);
        for (shape, count) in &self.runs {
            put_number(*shape as u64, out);
            put_number(*count, out);
        }
    }

    /// Reads the shapes of a payload of at most so many bytes.
    pub fn read(bytes: &mut Bytes<'_>, most: usize) -> Option<Self> {
        let small = |number: Option<u64>| usize::try_from(number?).ok().filter(|it| *it <= most);
        let mut shapes = Shapes::default();
        for _ in 0..small(bytes.number())? {
            let length = small(bytes.number())?;
            shapes.shapes.push(bytes.take(length)?.to_vec());
        }
        let mut cycles = 0_u64;
        for _ in 0..small(bytes.number())? {
            let shape = small(bytes.number()).filter(|it| *it < shapes.shapes.len())?;
            let count = bytes.number()?;
            cycles = cycles.checked_add(count).filter(|it| *it <= most as u64)?;
            shapes.runs.push((shape, count));
        }
        Some(shapes)
    }

    /// Each event of each cycle, in order.
    fn each(&self, mut event: impl FnMut(EventShape) -> Option<()>) -> Option<()> {
        for (shape, count) in &self.runs {
            for _ in 0..*count {
                let mut shape = Bytes(&self.shapes[*shape]);
                let events = shape.number()?;
                event(EventShape::Cycle(events))?;
                for _ in 0..events {
                    event(EventShape::read(&mut shape)?)?;
                }
                if !shape.0.is_empty() {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The number of values in every stream.
    pub fn lengths(&self, most: usize) -> Option<Vec<usize>> {
        let (mut places, mut lengths, mut all) = (StreamNumbers::default(), Vec::new(), 0_usize);
        let mut add = |stream: usize| {
            if lengths.len() <= stream {
                lengths.resize(stream + 1, 0);
            }
            lengths[stream] += 1;
        };
        self.each(|event| {
            // Every event takes a byte of the payload at least, and every value too.
            all = all.checked_add(1)?;
            match event {
                EventShape::Began => add(0),
                EventShape::Line { layout, values, .. } => {
                    all = all.checked_add(usize::try_from(values).ok()?)?;
                    if all > most {
                        return None;
                    }
                    let values = usize::try_from(values).ok()?;
                    places.of(layout, values).iter().for_each(|stream| add(*stream));
                }
                _ => {}
            }
            (all <= most).then_some(())
        })?;
        Some(lengths)
    }

    /// Rebuilds the payload.
    pub fn payload(
        &self,
        columns: Vec<PackedColumn>,
        texts: Vec<Vec<u8>>,
        most: usize,
    ) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let (mut places, mut used) = (StreamNumbers::default(), vec![0; columns.len()]);
        let mut texts = texts.into_iter();
        let mut next = |stream: usize| -> Option<&[u8]> {
            let n = used.get_mut(stream)?;
            *n += 1;
            columns[stream].value(*n - 1)
        };
        let mut cells = Vec::new();
        self.each(|event| {
            match event {
                EventShape::Cycle(events) => {
                    let small = u8::try_from(events).unwrap_or(MORE).min(MORE);
                    out.extend([ONE_TURN, WORLD | small << EVENTS_SHIFT]);
                    if small == MORE {
                        put_varint(events, &mut out);
                    }
                }
                EventShape::Began => {
                    put_varint(event::BEGAN, &mut out);
                    put_text(next(0)?, &mut out);
                }
                EventShape::Text(number) => {
                    put_varint(number, &mut out);
                    put_text(&texts.next()?, &mut out);
                }
                EventShape::Line { entity, layout, values } => {
                    match entity {
                        Some(entity) => {
                            put_varint(event::CHANGED, &mut out);
                            put_varint(entity, &mut out);
                        }
                        None => {
                            put_varint(event::APPEARED, &mut out);
                            put_text(&texts.next()?, &mut out);
                        }
                    }
                    put_varint(layout, &mut out);
                    cells.clear();
                    let streams = places.of(layout, usize::try_from(values).ok()?);
                    for (n, stream) in streams.iter().enumerate() {
                        if n > 0 {
                            cells.push(b'\t');
                        }
                        cells.extend_from_slice(next(*stream)?);
                    }
                    put_text(&cells, &mut out);
                }
                EventShape::Vanished(entity) => {
                    put_varint(event::VANISHED, &mut out);
                    put_varint(entity, &mut out);
                }
                EventShape::Ended(cut) => {
                    put_varint(event::ENDED, &mut out);
                    out.push(cut);
                }
            }
            (out.len() <= most).then_some(())
        })?;
        texts.next().is_none().then_some(out)
    }
}

/// An event without its texts.
enum EventShape {
    /// A cycle of so many events follows.
    Cycle(u64),
    Began,
    /// One that is nothing but a text.
    Text(u64),
    Line {
        /// Nothing for one that appears.
        entity: Option<u64>,
        layout: u64,
        values: u64,
    },
    Vanished(u64),
    Ended(u8),
}

impl EventShape {
    fn read(shape: &mut Bytes<'_>) -> Option<Self> {
        Some(match shape.number()? {
            event::BEGAN => EventShape::Began,
            number @ (event::LAID | event::WRITTEN | event::NOTED) => EventShape::Text(number),
            event::APPEARED => {
                EventShape::Line { entity: None, layout: shape.number()?, values: shape.number()? }
            }
            event::CHANGED => EventShape::Line {
                entity: Some(shape.number()?),
                layout: shape.number()?,
                values: shape.number()?,
            },
            event::VANISHED => EventShape::Vanished(shape.number()?),
            event::ENDED => EventShape::Ended(shape.byte()?),
            _ => return None,
        })
    }
}

/// Takes an event from the front of a payload: its numbers go into the shape, its texts into the
/// streams.
fn take_event<'a>(
    rest: &mut &'a [u8],
    streams: &mut TextStreams<'a>,
    shape: &mut Vec<u8>,
) -> Option<()> {
    let number = take_varint(rest)?;
    put_number(number, shape);
    match number {
        event::BEGAN => streams.push(0, take_text(rest)?),
        event::LAID | event::WRITTEN | event::NOTED => streams.texts.push(take_text(rest)?),
        event::APPEARED | event::CHANGED => {
            match number {
                event::APPEARED => streams.texts.push(take_text(rest)?),
                _ => put_number(take_varint(rest)?, shape),
            }
            let layout = take_varint(rest)?;
            let values = streams.push_line(layout, take_text(rest)?);
            put_number(layout, shape);
            put_number(values, shape);
        }
        event::VANISHED => put_number(take_varint(rest)?, shape),
        event::ENDED => {
            let (cut, after) = rest.split_first()?;
            *rest = after;
            shape.push(*cut);
        }
        _ => return None,
    }
    Some(())
}
