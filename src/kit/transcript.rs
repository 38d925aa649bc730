//! What transcripts of all games are made with: words, tables, headings, and for whom a game is told.

use std::fmt::Arguments;
use std::io::Write as _;

use chase_engine::game::Game;
use chase_engine::seat::Seats;

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
