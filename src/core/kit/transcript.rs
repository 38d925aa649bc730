//! An open game in words: its name, what there is to say about the scenario, then a block a cycle,
//! whose heading says what was done and whose lines hold the cells; and the reader of that text.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;

use super::{DEEDS, OpenGame};
use crate::blocks::{BlockLines, BlockReader, Blocks};
use crate::budget::StopFlag;
use crate::error::quoted;
use crate::game::{Game, Outcome, Seat, Turn};
use crate::header::Header;
use crate::history::{By, Cycle};
use crate::referee::Referee;
use crate::rules_referee::RulesReferee;
use crate::trace::{Cell, Column, Columns, Misread, Row, TraceReader};
use crate::transcript::{Transcript, heading, text};

/// One moment of an open game, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The seat to move, from 0; nothing when it is nobody's turn.
    pub seat: Option<Seat>,
    /// The cells, by their names.
    pub cells: BTreeMap<&'static str, String>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

/// Whether a game can have these cells: [`DEEDS`] is the last, and there are not too many.
const fn are_cells(cells: &[Column]) -> bool {
    let [.., last] = cells else {
        return false;
    };
    let (name, due) = (last.name.as_bytes(), DEEDS.name.as_bytes());
    let mut n = 0;
    while n < due.len() && n < name.len() && name[n] == due[n] {
        n += 1;
    }
    n == due.len() && n == name.len() && !last.shown && cells.len() <= Columns::COUNT_MAX
}

/// Events counted by whose turn they were in.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// By seat, with its name.
    pub seats: Vec<(String, u64)>,
}

/// What a game's name looks like above its transcript.
fn banner<G: OpenGame>() -> String {
    G::NAME.to_uppercase()
}

/// A cell as it is printed, understood as a reader understands it.
fn understood(text: &str) -> Cell {
    let text = text.trim();
    // A number that is not printed as the computer prints it is a text.
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text => Cell::Number(number),
        _ => Cell::Text(text.into()),
    }
}

/// What parts the deeds of a cycle.
pub(super) const DEEDS_GAP: &str = "; ";

/// What was done, in words: those of all events that have some.
pub(super) fn deeds<'a, G: OpenGame>(
    game: &G,
    events: impl Iterator<Item = (Option<Seat>, &'a G::Event)>,
) -> String {
    let words = events.map(|(seat, event)| game.event_text(seat, event));
    let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
    words.join(DEEDS_GAP)
}

/// What was done in a cycle so far, in words.
pub(super) fn cycle_deeds<G: OpenGame>(game: &G, cycle: Cycle<'_, G>) -> String {
    let events = cycle.turns().flat_map(|(entry, events)| {
        let seat = match entry.by {
            By::Action(seat, _) | By::Forfeit(seat, _) => Some(seat),
            By::World => None,
        };
        events.iter().map(move |event| (seat, event))
    });
    deeds(game, events)
}

fn put_cells<G: OpenGame>(game: &G, state: &G::State, out: &mut Vec<u8>) {
    for (column, value) in G::CELLS.iter().zip(game.cells(state)) {
        text(out, format_args!("  {}: {value}\n", column.name));
    }
}

impl<G: OpenGame> Transcript for G {
    type Facts = Facts;
    type Tally = Vec<u64>;
    type Totals = Totals;

    fn opening(&self, out: &mut Vec<u8>) {
        text(out, format_args!("\n{}\n\n", banner::<G>()));
        for (what, value) in OpenGame::statements(self) {
            text(out, format_args!("{what}: {value}\n"));
        }
        out.push(b'\n');
    }

    fn deeds(&self, newest: Cycle<'_, Self>) -> Option<String> {
        Some(cycle_deeds(self, newest)).filter(|deeds| !deeds.is_empty())
    }

    fn block(&self, _: Cycle<'_, Self>, state: &G::State, out: &mut Vec<u8>) {
        put_cells(self, state, out);
    }

    fn ending_words(&self, state: &G::State) -> String {
        OpenGame::turn(self, state)
            .outcome()
            .map_or(String::new(), |outcome| self.ending_text(&outcome))
    }

    fn columns() -> &'static [Column] {
        const {
            assert!(
                are_cells(G::CELLS),
                "CELLS are 1 to 62, and the last is DEEDS"
            );
        }
        G::CELLS
    }

    fn printed(row: &Row) -> Vec<(String, Columns)> {
        let shown = G::CELLS.iter().zip(&row.cells).enumerate();
        let shown = shown.filter(|(_, (column, cell))| column.shown && **cell != Cell::Unknown);
        shown
            .map(|(n, (column, cell))| (format!("{} {cell}", column.name), Columns::only(n)))
            .collect()
    }

    fn show(&self, state: &G::State, row: &mut Row) {
        for (cell, value) in row.cells.iter_mut().zip(self.cells(state)) {
            *cell = understood(&value);
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        OpenGame::statements(self)
    }

    fn recognises(beginning: &str) -> bool {
        let mut lines = beginning.lines().filter(|line| !line.trim().is_empty());
        lines
            .next()
            .is_some_and(|line| line.trim() == banner::<G>())
    }

    fn reader() -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<G>(Lines::<G>::new()))
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        Box::new(RulesReferee::new(game, header, dice_known, stop))
    }

    fn moment(&self, state: &G::State, players: &[String], out: &mut Vec<u8>) {
        put_cells(self, state, out);
        match OpenGame::turn(self, state) {
            Turn::Over(_) => self.ending(state, out),
            Turn::World => {}
            Turn::Seat(seat) => {
                let player = players.get(seat.index()).map_or("", String::as_str);
                let name = Game::seat_name(self, seat);
                text(out, format_args!("{name}, {player}, is to act\n"));
            }
        }
    }

    fn facts(&self, state: &G::State, _: &[String]) -> Facts {
        Facts {
            seat: match OpenGame::turn(self, state) {
                Turn::Seat(seat) => Some(seat),
                Turn::World | Turn::Over(_) => None,
            },
            cells: G::CELLS
                .iter()
                .map(|column| column.name)
                .zip(self.cells(state))
                .collect(),
            outcome: OpenGame::turn(self, state).outcome(),
        }
    }

    fn action(&self, state: &G::State, seat: Seat, action: &G::Action, out: &mut Vec<u8>) {
        text(
            out,
            format_args!("{}", self.action_text(state, seat, action)),
        );
    }

    fn parse_action(&self, state: &G::State, seat: Seat, text: &str) -> Option<G::Action> {
        OpenGame::parse_action(self, state, seat, text)
    }

    fn event(&self, before: &G::State, event: &G::Event, out: &mut Vec<u8>) {
        let seat = match OpenGame::turn(self, before) {
            Turn::Seat(seat) => Some(seat),
            Turn::World | Turn::Over(_) => None,
        };
        text(out, format_args!("{}", self.event_text(seat, event)));
    }

    fn count(&self, tally: &mut Vec<u64>, before: &G::State, _: &G::Event) {
        if let Turn::Seat(seat) = OpenGame::turn(self, before) {
            tally.resize(usize::from(OpenGame::seats(self)), 0);
            tally[seat.index()] += 1;
        }
    }

    fn totals(&self, tally: &Vec<u64>) -> Totals {
        let seats = (0..OpenGame::seats(self)).map(Seat);
        let count = |seat: Seat| tally.get(seat.index()).copied().unwrap_or(0);
        Totals {
            seats: seats
                .map(|seat| (Game::seat_name(self, seat), count(seat)))
                .collect(),
        }
    }

    fn table(&self, totals: &Totals, out: &mut Vec<u8>) {
        text(out, format_args!("{:<6} {:>8}\n", "seat", "events"));
        for (name, events) in &totals.seats {
            text(out, format_args!("{name:<6} {events:>8}\n"));
        }
    }
}

/// What the lines of an open game's transcript mean.
struct Lines<G> {
    heading: String,
    game: PhantomData<fn() -> G>,
}

impl<G: OpenGame> Lines<G> {
    fn new() -> Self {
        Lines {
            heading: format!("{} ", heading::<G>()),
            game: PhantomData,
        }
    }
}

impl<G: OpenGame> BlockLines for Lines<G> {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, Misread> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(false);
        }
        if text == banner::<G>() && blocks.is_open() {
            return Err(Blocks::second_game());
        }
        if let Some(head) = text.strip_prefix(&self.heading) {
            let unit = self.heading.trim_end();
            let due = format!("`{unit} N` or `{unit} N: what was done`");
            let is_head = blocks.take_head(head, is_last, &due)?;
            return Ok(is_head && blocks.begin(G::CELLS.len() - 1));
        }
        let named = text
            .split_once(':')
            .map(|(name, value)| (name, value.trim()));
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
                Some((n, value)) => blocks.now().cells[n] = understood(value),
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
    use crate::kit::cell;

    #[test]
    fn cells_end_with_the_deeds_and_are_not_too_many() {
        assert!(are_cells(&[DEEDS]));
        assert!(are_cells(&[cell("sum"), DEEDS]));
        assert!(!are_cells(&[]));
        assert!(!are_cells(&[cell("sum")]));
        assert!(!are_cells(&[DEEDS, cell("sum")]));
        assert!(!are_cells(&[cell("action")]), "one that every text shows");
        let mut many = vec![cell("sum"); Columns::COUNT_MAX - 1];
        many.push(DEEDS);
        assert!(are_cells(&many));
        many.insert(0, cell("sum"));
        assert!(!are_cells(&many));
    }
}
