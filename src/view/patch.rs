//! What differs between two scenes, as JSON: how a page stores them. docs/view.md has the layout.

use std::io::Write as _;

use chase_kit::picture::{Act, Arrow, Change, PanelCell, Piece, Row, Scene, Standing};

/// Fields of a JSON object on their way.
pub(super) struct JsonFields<'a> {
    out: &'a mut Vec<u8>,
    first: bool,
}

impl<'a> JsonFields<'a> {
    pub(super) fn open(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        JsonFields { out, first: true }
    }

    /// Begins a field; its value goes into what is returned.
    pub(super) fn field(&mut self, name: &str) -> &mut Vec<u8> {
        if !self.first {
            self.out.push(b',');
        }
        self.first = false;
        put(self.out, format_args!("\"{name}\":"));
        self.out
    }

    pub(super) fn close(self) {
        self.out.push(b'}');
    }
}

fn put(out: &mut Vec<u8>, what: std::fmt::Arguments<'_>) {
    // Writing to a vector cannot fail.
    let _ = out.write_fmt(what);
}

/// Appends a text as JSON.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    // A string has no key that could fail, and a vector takes everything.
    let _ = serde_json::to_writer(out, text);
}

/// Appends a list.
pub(super) fn put_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (n, item) in items.into_iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        each(out, item);
    }
    out.push(b']');
}

/// Appends the fields in which a scene differs from the one before it, or all there are. Without
/// `words` the table and the headline are left out.
pub(super) fn put_patch(
    fields: &mut JsonFields<'_>,
    before: Option<&Scene>,
    now: &Scene,
    words: bool,
) {
    let nothing = Scene::default();
    let was = before.unwrap_or(&nothing);
    put_pieces(fields, was, now);
    let implied = before.map_or(Vec::new(), |before| implied_arrows(before, now));
    if now.arrows != implied {
        put_list(fields.field("a"), &now.arrows, put_arrow);
    }
    put_changes(fields, &was.changes, &now.changes);
    if now.heat != was.heat {
        put_list(fields.field("h"), &now.heat, |out, heat| {
            put(out, format_args!("[{},{}]", heat.place, heat.per_mille));
        });
    }
    if !now.marks.is_empty() {
        put_list(fields.field("m"), &now.marks, |out, mark| put_text(out, mark));
    }
    if words {
        put_rows(fields, &was.rows, &now.rows);
        if now.headline != was.headline {
            put_text(fields.field("t"), &now.headline);
        }
        if now.steps != was.steps {
            put(fields.field("n"), format_args!("{}", now.steps));
        }
        if !now.step_words.is_empty() {
            put_list(fields.field("s"), &now.step_words, |out, (step, words)| {
                put(out, format_args!("[{step},"));
                put_text(out, words);
                out.push(b']');
            });
        }
    }
}

/// The arrows that a page draws where none are given: of every piece that is in another place.
fn implied_arrows(before: &Scene, now: &Scene) -> Vec<Arrow> {
    if before.pieces.len() != now.pieces.len() {
        return Vec::new();
    }
    let both = before.pieces.iter().zip(&now.pieces);
    let arrow = |(was, is): (&Piece, &Piece)| match (was.at, is.at) {
        (Some(from), Some(to)) if from != to => {
            Some(Arrow { act: Act::Moved, actor: is.actor, from, to })
        }
        _ => None,
    };
    both.filter_map(arrow).collect()
}

fn put_arrow(out: &mut Vec<u8>, arrow: &Arrow) {
    let Arrow { act, actor, from, to } = arrow;
    put(out, format_args!("[{},{actor},{from},{to}]", *act as u8));
}

fn put_place(out: &mut Vec<u8>, at: Option<u32>) {
    match at {
        Some(place) => put(out, format_args!("{place}")),
        None => out.extend_from_slice(b"-1"),
    }
}

fn put_piece(out: &mut Vec<u8>, piece: &Piece) {
    put(out, format_args!("[{},", piece.actor));
    put_place(out, piece.at);
    if piece.standing != Standing::Plain {
        put(out, format_args!(",{}", piece.standing as u8));
    }
    out.push(b']');
}

fn put_pieces(fields: &mut JsonFields<'_>, was: &Scene, now: &Scene) {
    let same = |(was, is): (&Piece, &Piece)| was.actor == is.actor && was.standing == is.standing;
    let both = || was.pieces.iter().zip(&now.pieces);
    if was.pieces.len() != now.pieces.len() || !both().all(same) {
        put_list(fields.field("P"), &now.pieces, put_piece);
        return;
    }
    let moved = || both().enumerate().filter(|(_, (was, is))| was.at != is.at);
    if moved().next().is_some() {
        put_list(fields.field("p"), moved(), |out, (n, (_, is))| {
            put(out, format_args!("{n},"));
            put_place(out, is.at);
        });
    }
}

/// Changes that are new or other, and the places that are again as the stage has them.
fn put_changes(fields: &mut JsonFields<'_>, was: &[Change], now: &[Change]) {
    let fresh = || now.iter().filter(|change| !was.contains(change));
    let there = |change: &&Change| now.iter().any(|it| it.place == change.place);
    let gone = || was.iter().filter(move |change| !there(change));
    if fresh().next().is_some() {
        put_list(fields.field("c"), fresh(), |out, change| {
            put(out, format_args!("[{},{}", change.place, change.kind));
            if !change.label.is_empty() {
                out.push(b',');
                put_text(out, &change.label);
            }
            out.push(b']');
        });
    }
    if gone().next().is_some() {
        put_list(fields.field("d"), gone(), |out, change| {
            put(out, format_args!("{}", change.place));
        });
    }
}

fn put_cell(out: &mut Vec<u8>, cell: &PanelCell) {
    match cell {
        PanelCell::Text(text) => put_text(out, text),
        PanelCell::Of(now, full) => put(out, format_args!("[{now},{full}]")),
        PanelCell::Count(icon, count) => {
            put(out, format_args!("[{count},"));
            // An icon is a word.
            let _ = serde_json::to_writer(&mut *out, icon);
            out.push(b']');
        }
    }
}

fn put_row(out: &mut Vec<u8>, row: &Row) {
    put(out, format_args!("[{}", row.actor));
    for cell in &row.cells {
        out.push(b',');
        put_cell(out, cell);
    }
    out.push(b']');
}

fn put_rows(fields: &mut JsonFields<'_>, was: &[Row], now: &[Row]) {
    if was.len() != now.len() {
        put_list(fields.field("R"), now, put_row);
        return;
    }
    let differing = || (0..).zip(now).zip(was).filter(|((_, is), was)| is != was);
    if differing().next().is_some() {
        put_list(fields.field("r"), differing(), |out, ((n, row), _): ((u32, &Row), _)| {
            put(out, format_args!("{n},"));
            put_row(out, row);
        });
    }
}
