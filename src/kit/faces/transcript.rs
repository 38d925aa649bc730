//! A game in words: its name, what there is to say about the scenario, then a block a cycle,
//! whose heading says what was done and whose lines hold the cells; and the reader of that text.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::Serialize;

use super::{Kit, Playable};
use crate::blocks::{BlockLines, BlockReader, Blocks};
use crate::tally::Tally;
use crate::trace::{
    Cell, Column, ColumnSet, DEEDS_GAP, HIDDEN, TraceError, TraceReader, TraceRow, is_hidden,
};
use crate::transcript::{Viewer, heading, table, text};
use chase_engine::game::{Masks as _, Outcome, Seat, Turn, sides_of_seats};
use chase_engine::header::to_json;
use chase_engine::history::HistoryCycle;
use chase_engine::seat::Seats;
use chase_world::error::quoted;

/// One moment of a game, for programs: the seat to move, from 0, if any; the cells by their
/// names; how it ended, once it has.
#[derive(Serialize)]
struct MomentFacts {
    seat: Option<Seat>,
    cells: BTreeMap<&'static str, String>,
    outcome: Option<Outcome>,
}

/// The seat to act, where it is one alone.
fn seat_of(turn: &Turn) -> Option<Seat> {
    match turn {
        Turn::Seat(seat) => Some(*seat),
        Turn::Seats(_) | Turn::World | Turn::Over(_) => None,
    }
}

/// True if a game can have these cells: the last, for what was done, is not shown as a line of its
/// own, and there are not too many.
const fn are_cells(cells: &[Column]) -> bool {
    match cells {
        [.., last] => !last.shown && cells.len() <= ColumnSet::COUNT_MAX,
        [] => false,
    }
}

/// Events counted by whose turn they were in: by seat, with its name.
#[derive(Serialize)]
struct EventTotals {
    seats: Vec<(String, u64)>,
}

/// A cell as it is printed, understood as a reader understands it.
fn understood<G: Playable>(text: &str) -> Cell {
    let text = text.trim();
    if text == HIDDEN && G::masks().hides() {
        return Cell::Unknown;
    }
    // A number that is not printed as the computer prints it is a text.
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text => Cell::Number(number),
        _ => partly_hidden::<G>(text).unwrap_or_else(|| Cell::Text(text.into())),
    }
}

/// A cell of which somebody may not know all: words where one of them is hidden, else signs.
fn partly_hidden<G: Playable>(text: &str) -> Option<Cell> {
    let hides = G::masks().hides() && text.contains(HIDDEN);
    hides.then(|| match text.split_whitespace().any(is_hidden) {
        true => Cell::Partly(text.into()),
        false => Cell::Signs(text.into()),
    })
}

/// Marks the words of what was done as those of somebody who may not know all of them, where some are hidden.
fn mark_hidden<G: Playable>(row: &mut TraceRow) {
    if let Some(cell) = row.cells.last_mut().filter(|_| G::masks().hides())
        && let Some(words) = cell.text()
        && words.split_whitespace().any(is_hidden)
    {
        *cell = Cell::Partly(words.into());
    }
}

/// The deeds in words: those of all events that have some.
pub(super) fn deeds<'a, G: Playable>(
    game: &G,
    events: impl Iterator<Item = (Option<Seat>, &'a G::Event)>,
) -> String {
    let words = events.map(|(seat, event)| game.event_text(seat, event));
    let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
    words.join(DEEDS_GAP)
}

/// The deeds of a cycle so far, in words.
pub(super) fn cycle_deeds<G: Playable>(game: &G, cycle: HistoryCycle<'_, G>) -> String {
    let events = cycle.turns().flat_map(|(entry, events)| {
        let seat = entry.by.seat();
        events.iter().map(move |event| (seat, event))
    });
    deeds(game, events)
}

/// The transcript of a game: its text, the cells of its traces, and the reader of that text.
pub trait Transcript<G: Playable> {
    /// The line above a transcript: the name in capitals.
    fn banner(&self) -> String {
        G::NAME.to_uppercase()
    }

    /// Appends the text before the first cycle: [`Transcript::banner`], and a line for each of
    /// [`Playable::statements`].
    fn opening(&self, game: &G, out: &mut Vec<u8>) {
        text(out, format_args!("\n{}\n\n", self.banner()));
        for (what, value) in game.statements() {
            text(out, format_args!("{what}: {value}\n"));
        }
        out.push(b'\n');
    }

    /// The actions of a cycle, in words that go into its heading and into the last cell: the words
    /// of all its events that have some, with [`DEEDS_GAP`] between them. `state` is the one after the cycle.
    fn deeds(&self, game: &G, newest: HistoryCycle<'_, G>, _state: &G::State) -> Option<String> {
        Some(cycle_deeds(game, newest)).filter(|deeds| !deeds.is_empty())
    }

    /// The cycle that just closed, `newest`; `state` is the one after it: its number and
    /// [`Transcript::deeds`], [`Transcript::block`], and an empty line.
    fn cycle(&self, game: &G, newest: HistoryCycle<'_, G>, state: &G::State, out: &mut Vec<u8>) {
        text(out, format_args!("{} {}", heading::<G>(), newest.number));
        if let Some(deeds) = self.deeds(game, newest, state) {
            text(out, format_args!(": {deeds}"));
        }
        out.push(b'\n');
        self.block(game, state, out);
        out.push(b'\n');
    }

    /// The lines below a cycle's heading: a line for each cell; none for an empty one that not every
    /// transcript shows.
    fn block(&self, game: &G, state: &G::State, out: &mut Vec<u8>) {
        put_cells(game, state, out);
    }

    /// The outcome on one line without its end; empty while the game goes on.
    fn ending_words(&self, game: &G, state: &G::State) -> String {
        let outcome = game.turn(state).outcome();
        outcome.map_or(String::new(), |outcome| game.ending_text(&outcome))
    }

    /// [`Transcript::ending_words`] as lines.
    fn ending(&self, game: &G, state: &G::State, out: &mut Vec<u8>) {
        let words = self.ending_words(game, state);
        if !words.is_empty() {
            text(out, format_args!("{words}\n"));
        }
    }

    /// Fills the cells of a row that a state shows. By default, these are [`Playable::cells`],
    /// numbers as numbers.
    fn show(&self, game: &G, state: &G::State, row: &mut TraceRow) {
        const {
            assert!(are_cells(G::CELLS), "CELLS are 1 to 62, and the last is DEEDS");
        }
        for (cell, value) in row.cells.iter_mut().zip(game.cells(state)) {
            *cell = understood::<G>(&value);
        }
    }

    /// Fills a row that was reset: all that is known of the cycle that just closed, which is what
    /// [`Transcript::cycle`] and [`Transcript::ending`] tell.
    fn row(&self, game: &G, newest: HistoryCycle<'_, G>, state: &G::State, row: &mut TraceRow) {
        self.show(game, state, row);
        let deeds = self.deeds(game, newest, state);
        if let (Some(cell), Some(deeds)) = (row.cells.last_mut(), deeds) {
            *cell = Cell::Text(deeds.into());
        }
        row.ending = self.ending_words(game, state);
        mark_hidden::<G>(row);
    }

    /// A row as a line of a report: each printed part with the cells it shows. A long list is told by how
    /// many words it has.
    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        let shown = G::CELLS.iter().zip(&row.cells).enumerate();
        let shown = shown.filter(|(_, (column, cell))| column.shown && **cell != Cell::Unknown);
        shown
            .map(|(n, (column, cell))| (printed_cell(column.name, cell), ColumnSet::only(n)))
            .collect()
    }

    /// True if a text with this beginning is a transcript of this game: its first line is
    /// [`Transcript::banner`].
    fn recognises(&self, beginning: &str) -> bool {
        let mut lines = beginning.lines().filter(|line| !line.trim().is_empty());
        lines.next().is_some_and(|line| line.trim() == self.banner())
    }

    /// Makes a reader of what the other methods write.
    fn reader(&self) -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<G>(CellLines::<G>::new()))
    }

    /// Everything worth knowing about a moment: the cells, and who is to act.
    fn moment(&self, game: &G, state: &G::State, players: &[String], out: &mut Vec<u8>) {
        put_cells(game, state, out);
        match game.turn(state) {
            Turn::Over(_) => self.ending(game, state, out),
            turn => {
                for seat in turn.seats().iter() {
                    let player = players.get(seat.index()).map_or("", String::as_str);
                    let name = game.seat_name(seat);
                    text(out, format_args!("{name}, {player}, is to act\n"));
                }
            }
        }
    }

    /// [`Transcript::moment`] for programs, as a JSON object.
    fn facts(&self, game: &G, state: &G::State, _players: &[String]) -> impl Serialize {
        let turn = game.turn(state);
        let names = G::CELLS.iter().map(|column| column.name);
        MomentFacts {
            seat: seat_of(&turn),
            cells: names.zip(game.cells(state)).collect(),
            outcome: turn.outcome(),
        }
    }

    /// An event told by itself, a line without its end; `before` is the state it changes. As it
    /// stands, [`Playable::event_text`].
    fn event(&self, game: &G, before: &G::State, event: &G::Event) -> String {
        game.event_text(seat_of(&game.turn(before)), event)
    }

    /// Fresh counts for a game: the events of each seat.
    fn tally(&self, game: &G) -> Box<dyn Tally<G>> {
        Box::new(Events(vec![0; usize::from(game.seats())]))
    }

    /// For whom the game can be shown, if it hides something: each side of several seats, and each seat.
    fn viewers(&self, game: &G) -> Vec<Viewer> {
        if !G::masks().hides() {
            return Vec::new();
        }
        let seats = Seats::first(game.seats());
        // Where each seat is a side, they have the names of seats.
        let sides = match game.sides() == sides_of_seats(game.seats()) {
            true => &[],
            false => game.sides(),
        };
        let side = |(n, name): (usize, &&str)| Viewer {
            name: (*name).to_owned(),
            seats: seats.iter().filter(|seat| game.side(*seat) == n).collect(),
        };
        let viewer =
            |seat| Viewer { name: game.seat_name(seat).to_lowercase(), seats: Seats::from(seat) };
        sides.iter().enumerate().map(side).chain(seats.iter().map(viewer)).collect()
    }

    /// The seats whose eyes show what everybody may know, in a game that hides something: none.
    fn public_eyes(&self) -> Seats {
        Seats::default()
    }

    /// Appends the text before the first cycle of a transcript made for a viewer with these eyes.
    fn viewed_opening(&self, game: &G, eyes: Seats, out: &mut Vec<u8>) {
        match G::masks().game(game, eyes) {
            Some(Ok(game)) => self.opening(&game, out),
            // Nothing is told of a scenario that was masked wrongly.
            Some(Err(_)) => text(out, format_args!("\n{}\n\n", self.banner())),
            None => self.opening(game, out),
        }
    }

    /// [`Transcript::moment`] of a state made for a viewer; `memory` is what it remembers, in
    /// lines.
    fn viewed_moment(
        &self,
        game: &G,
        state: &G::State,
        players: &[String],
        memory: &[u8],
        out: &mut Vec<u8>,
    ) {
        self.moment(game, state, players, out);
        out.extend_from_slice(memory);
    }
}

/// True if a row can show a state: the cells that a state alone shows are compared.
#[must_use]
pub fn shows<G: Playable>(game: &G, state: &G::State, row: &TraceRow) -> bool {
    let mut due = TraceRow::unknown(G::CELLS.len());
    G::transcript().show(game, state, &mut due);
    row.can_show(&due)
}

/// The seats whose eyes show what everybody may know, in a game that hides something.
#[must_use]
pub fn public_eyes<G: Playable>() -> Option<Seats> {
    G::masks().hides().then(|| G::transcript().public_eyes())
}

/// True if these seats may see the legal actions of the seat `by`.
#[must_use]
pub fn sees_legal<G: Playable>(eyes: Seats, by: Seat) -> bool {
    !G::masks().hides() || eyes.has(by)
}

impl<G: Playable> Transcript<G> for Kit {}

/// The longest cell that is printed as it is, in characters.
const PRINTED_MAX: usize = 40;

/// A cell in a row of a report.
fn printed_cell(name: &str, cell: &Cell) -> String {
    let words = cell.to_string();
    let count = words.split_whitespace().count();
    match words.chars().count() > PRINTED_MAX && count > 1 {
        true => format!("{name} ({count})"),
        false => format!("{name} {words}"),
    }
}

fn put_cells<G: Playable>(game: &G, state: &G::State, out: &mut Vec<u8>) {
    for (column, value) in G::CELLS.iter().zip(game.cells(state)) {
        if column.shown || !value.is_empty() {
            text(out, format_args!("  {}: {value}\n", column.name));
        }
    }
}

/// The events of each seat's turns.
#[derive(Clone)]
struct Events(Vec<u64>);

impl Events {
    fn totals<G: Playable>(&self, game: &G) -> EventTotals {
        let seats = (0..).map(|n| game.seat_name(Seat(n)));
        EventTotals { seats: seats.zip(self.0.iter().copied()).collect() }
    }
}

impl<G: Playable> Tally<G> for Events {
    fn count(&mut self, game: &G, before: &G::State, _: &G::Event) {
        for seat in game.turn(before).seats().iter() {
            self.0[seat.index()] += 1;
        }
    }

    fn json(&self, game: &G, _: Option<Seats>) -> String {
        to_json(&self.totals(game))
    }

    fn text(&self, game: &G, _: Option<Seats>, out: &mut Vec<u8>) {
        let seats = self.totals(game).seats.into_iter();
        let rows = seats.map(|(name, events)| (name, [events]));
        table(("seat", 6), [("events", 8)], rows, out);
    }

    fn again(&self) -> Box<dyn Tally<G>> {
        Box::new(self.clone())
    }
}

/// Interprets the lines of a game's transcript.
struct CellLines<G> {
    heading: String,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> CellLines<G> {
    fn new() -> Self {
        CellLines { heading: format!("{} ", heading::<G>()), game: PhantomData }
    }
}

impl<G: Playable> BlockLines for CellLines<G> {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, TraceError> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(false);
        }
        if text == G::transcript().banner() && blocks.is_open() {
            return Err(Blocks::second_game());
        }
        if let Some(head) = text.strip_prefix(&self.heading) {
            let unit = self.heading.trim_end();
            let due = format!("`{unit} N` or `{unit} N: what was done`");
            if !blocks.take_head(head, is_last, &due)? {
                return Ok(false);
            }
            let finished = blocks.begin(G::CELLS.len() - 1);
            mark_hidden::<G>(blocks.now());
            return Ok(finished);
        }
        let named = text.split_once(':').map(|(name, value)| (name, value.trim()));
        if !blocks.is_open() {
            if let Some((what, value)) = named {
                blocks.say(what, value);
            }
            return Ok(false);
        }
        if line.starts_with(' ') {
            let column = named.and_then(|(name, value)| {
                let n = G::CELLS.iter().position(|column| column.name == name)?;
                Some((n, value))
            });
            match column {
                Some((n, value)) => {
                    let cell =
                        std::mem::replace(&mut blocks.now().cells[n], understood::<G>(value));
                    if !matches!(cell, Cell::Unknown) {
                        blocks.remark(format!("a second line of {}", G::CELLS[n].name), true);
                    }
                }
                None if is_last => {}
                None => {
                    let what = format!("`{}` is no cell of {}", quoted(text), G::NAME);
                    return Err(Blocks::misread(what));
                }
            }
            return Ok(false);
        }
        blocks.ends_with(text);
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::{DEEDS, cell};

    #[test]
    fn cells_end_with_the_deeds_and_are_not_too_many() {
        assert!(are_cells(&[DEEDS]));
        assert!(are_cells(&[cell("sum"), DEEDS]));
        assert!(!are_cells(&[]));
        assert!(!are_cells(&[cell("sum")]));
        assert!(!are_cells(&[DEEDS, cell("sum")]));
        assert!(!are_cells(&[cell("action")]), "one that every text shows");
        let mut many = vec![cell("sum"); ColumnSet::COUNT_MAX - 1];
        many.push(DEEDS);
        assert!(are_cells(&many));
        many.insert(0, cell("sum"));
        assert!(!are_cells(&many));
    }
}
