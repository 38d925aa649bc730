//! A game's plain text: how it tells its cycles, and how that text is read back and judged.

use std::fmt::Arguments;
use std::io::Write as _;
use std::sync::Arc;

use super::budget::StopFlag;
use super::extras::Extras;
use super::game::{Game, Seat};
use super::header::Header;
use super::history::HistoryCycle;
use super::numbers::NumericForm;
use super::picture::Picture;
use super::player::BuiltInPlayers;
use super::referee::Referee;
use super::seat::Seats;
use super::seated_players::show;
use super::tally::Tally;
use super::trace::{Cell, Column, ColumnSet, TraceReader, TraceRow};

/// Somebody for whom a game can be shown as its seats see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// The name on the command line (`detectives`).
    pub name: String,
    /// The seats whose eyes are used: what one of them sees is shown.
    pub seats: Seats,
}

/// Appends words to a text.
pub fn text(out: &mut Vec<u8>, what: Arguments<'_>) {
    // Writing to a vector cannot fail.
    let _ = out.write_fmt(what);
}

/// Appends a table of counts: names under the first head, from the left, and numbers that end where
/// their heads do. Each head stands with its width.
pub fn table<const N: usize>(
    first: (&str, usize),
    heads: [(&str, usize); N],
    rows: impl IntoIterator<Item = (String, [u64; N])>,
    out: &mut Vec<u8>,
) {
    let (head, width) = first;
    text(out, format_args!("{head:<width$}"));
    for (head, width) in heads {
        text(out, format_args!(" {head:>width$}"));
    }
    for (name, counts) in rows {
        text(out, format_args!("\n{name:<width$}"));
        for (count, (_, width)) in counts.iter().zip(heads) {
            text(out, format_args!(" {count:>width$}"));
        }
    }
    out.push(b'\n');
}

/// A cycle's name as it begins a line (`Hour`).
pub fn heading<G: Game>() -> String {
    let mut letters = G::CYCLE.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The descriptions of a game in words, and their reader.
///
/// Text goes into the caller's buffer as bytes: a trace of millions of cycles is written
/// through here.
pub trait Transcript: BuiltInPlayers + Picture + NumericForm {
    /// The optional parts of the game.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// Appends the text before the first cycle.
    fn opening(&self, out: &mut Vec<u8>);

    /// The actions of a cycle, in words that go into its heading and into the last column; `state` is the one
    /// after it.
    fn deeds(&self, _newest: HistoryCycle<'_, Self>, _state: &Self::State) -> Option<String> {
        None
    }

    /// The lines below a cycle's heading.
    fn block(&self, _newest: HistoryCycle<'_, Self>, _state: &Self::State, _out: &mut Vec<u8>) {}

    /// The cycle that just closed, `newest`; `state` is the one after it. By default, its number
    /// and [`Transcript::deeds`], [`Transcript::block`], and an empty line.
    fn cycle(&self, newest: HistoryCycle<'_, Self>, state: &Self::State, out: &mut Vec<u8>) {
        text(out, format_args!("{} {}", heading::<Self>(), newest.number));
        if let Some(deeds) = self.deeds(newest, state) {
            text(out, format_args!(": {deeds}"));
        }
        out.push(b'\n');
        self.block(newest, state, out);
        out.push(b'\n');
    }

    /// The text about the outcome, without the end of its last line; empty while the game goes on.
    fn ending_words(&self, state: &Self::State) -> String;

    /// [`Transcript::ending_words`] as lines.
    fn ending(&self, state: &Self::State, out: &mut Vec<u8>) {
        let words = self.ending_words(state);
        if !words.is_empty() {
            text(out, format_args!("{words}\n"));
        }
    }

    /// The columns of this game's traces, at most [`ColumnSet::COUNT_MAX`].
    fn columns() -> &'static [Column];

    /// A row as a line of a report: each printed cell with the columns it shows.
    fn printed(row: &TraceRow) -> Vec<(String, ColumnSet)>;

    /// Fills the cells of a row that a state alone shows.
    fn show(&self, state: &Self::State, row: &mut TraceRow);

    /// Fills a row that was reset: all that is known of the cycle that just closed. What
    /// [`Transcript::cycle`] and [`Transcript::ending`] show is part of it. By default,
    /// [`Transcript::show`], [`Transcript::deeds`] in the last column, and the ending.
    fn row(&self, newest: HistoryCycle<'_, Self>, state: &Self::State, row: &mut TraceRow) {
        self.put_row(newest, state, row);
    }

    /// Fills a row as [`Transcript::row`] does by default.
    fn put_row(&self, newest: HistoryCycle<'_, Self>, state: &Self::State, row: &mut TraceRow) {
        self.show(state, row);
        let deeds = self.deeds(newest, state);
        if let (Some(cell), Some(deeds)) = (row.cells.last_mut(), deeds) {
            *cell = Cell::Text(deeds.into());
        }
        row.ending = self.ending_words(state);
    }

    /// The facts about the scenario as pairs of name and value, in the words of the reader.
    fn statements(&self) -> Vec<(String, String)>;

    /// True if a text with this beginning is a transcript of this game.
    fn recognises(beginning: &str) -> bool;

    /// Makes a reader that turns lines of a transcript into rows.
    fn reader() -> Box<dyn TraceReader>;

    /// Judges traces of this scenario with these players; with these dice, or with none when
    /// they are not known. Its players answer at once when `stop` is set.
    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee>;

    /// Everything worth knowing about a moment: more than a cycle's block.
    fn moment(&self, state: &Self::State, players: &[String], out: &mut Vec<u8>);

    /// [`Transcript::moment`] for programs, as a JSON object.
    fn facts(&self, state: &Self::State, players: &[String]) -> String;

    /// The text that a person types for an action, where that is shorter than its words: the game's
    /// own notation.
    fn notation(&self, _state: &Self::State, _action: &Self::Action) -> Option<String> {
        None
    }

    /// One legal action in words, as whoever must choose would say it: a line without its end.
    fn action(&self, state: &Self::State, seat: Seat, action: &Self::Action, out: &mut Vec<u8>);

    /// The legal action that somebody means by a text, which is one in the words of
    /// [`Transcript::action`].
    fn parse_action(&self, state: &Self::State, seat: Seat, text: &str) -> Option<Self::Action> {
        let mut buffer = Vec::new();
        let legal = self.legal(state, seat, &mut buffer);
        let means = |action: &&Self::Action| {
            let mut words = Vec::new();
            self.action(state, seat, action, &mut words);
            words == text.as_bytes()
        };
        legal.iter().find(means).cloned()
    }

    /// One event in words, a line without its end; `before` is the state it changes.
    fn event(&self, before: &Self::State, event: &Self::Event, out: &mut Vec<u8>);

    /// Fresh counts for a history, before its first event.
    fn tally(&self) -> Box<dyn Tally<Self>>;

    /// For whom the game can be shown, in games that hide something.
    #[must_use]
    fn viewers(&self) -> Vec<Viewer> {
        Vec::new()
    }

    /// The seats whose eyes show what everybody may know, in games that hide something.
    #[must_use]
    fn public_eyes(&self) -> Option<Seats> {
        None
    }

    /// Appends the text before the first cycle of a transcript made for a viewer with these eyes.
    fn viewed_opening(&self, _eyes: Seats, out: &mut Vec<u8>) {
        self.opening(out);
    }

    /// A state with nothing in it that none of these seats sees. What is made of it is shown to
    /// them, so this is where secrets are kept.
    fn viewed_state(&self, state: &Self::State, _eyes: Seats) -> Self::State {
        state.clone()
    }

    /// [`Transcript::moment`] of a state made for a viewer; `memory` is what it remembers, in
    /// lines.
    fn viewed_moment(
        &self,
        state: &Self::State,
        players: &[String],
        memory: &[u8],
        out: &mut Vec<u8>,
    ) {
        self.moment(state, players, out);
        out.extend_from_slice(memory);
    }

    /// True if these seats see that it was this seat's turn, and what came of it.
    #[must_use]
    fn sees_turn(_eyes: Seats, _by: Seat) -> bool {
        true
    }

    /// An action as these seats see it when `by` asks for it; `before` is the state it changes.
    fn viewed_action(
        &self,
        _before: &Self::State,
        _by: Seat,
        action: &Self::Action,
        _eyes: Seats,
    ) -> Self::Action {
        action.clone()
    }

    /// The event that a seat saw, as one that can be put into words; nothing where it cannot.
    #[must_use]
    fn viewed_event(_seen: &Self::Seen, _seat: Seat) -> Option<Self::Event> {
        None
    }

    /// The event as these seats see it, as one that can be put into words; `before` is the state it
    /// changes. By default, what the first of them learns of it.
    #[must_use]
    fn told_event(
        &self,
        before: &Self::State,
        event: &Self::Event,
        eyes: Seats,
    ) -> Option<Self::Event> {
        let mut told = None;
        show(self, before, event, eyes, |seat, seen| {
            if told.is_none() {
                told = Self::viewed_event(seen, seat);
            }
        });
        told
    }

    /// True if these seats may see the legal actions of the seat `by`.
    #[must_use]
    fn sees_legal(_eyes: Seats, _by: Seat) -> bool {
        true
    }
}
