//! What differs between two scenes, as JSON: how a page stores them. docs/view.md has the layout.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use chase_kit::picture::{Act, Arrow, Change, PanelCell, Piece, Row, Scene, Standing};

/// The fields in which a scene differs from the one before it, or all there are.
#[derive(Clone, Copy)]
pub(super) struct ScenePatch<'a> {
    /// The scene before; nothing if there is none.
    pub before: Option<&'a Scene>,
    pub now: &'a Scene,
    /// False to leave out the table and the headline.
    pub words: bool,
}

impl Serialize for ScenePatch<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (nothing, now) = (Scene::default(), self.now);
        let was = self.before.unwrap_or(&nothing);
        let mut fields = serializer.serialize_map(None)?;
        put_pieces(&mut fields, was, now)?;
        let implied = self.before.map_or(Vec::new(), |before| implied_arrows(before, now));
        if now.arrows != implied {
            put_list(&mut fields, "a", now.arrows.iter().map(arrow))?;
        }
        put_changes(&mut fields, &was.changes, &now.changes)?;
        if now.heat != was.heat {
            put_list(&mut fields, "h", now.heat.iter().map(|it| (it.place, it.per_mille)))?;
        }
        if !now.marks.is_empty() {
            fields.serialize_entry("m", &now.marks)?;
        }
        if self.words {
            put_rows(&mut fields, &was.rows, &now.rows)?;
            if now.headline != was.headline {
                fields.serialize_entry("t", &now.headline)?;
            }
            if now.steps != was.steps {
                fields.serialize_entry("n", &now.steps)?;
            }
            if !now.step_words.is_empty() {
                fields.serialize_entry("s", &now.step_words)?;
            }
        }
        fields.end()
    }
}

/// Adds a field that is a list.
fn put_list<M: SerializeMap, T: Serialize>(
    fields: &mut M,
    name: &str,
    items: impl Iterator<Item = T>,
) -> Result<(), M::Error> {
    fields.serialize_entry(name, &items.collect::<Vec<_>>())
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

fn arrow(arrow: &Arrow) -> (u8, u32, u32, u32) {
    (arrow.act as u8, arrow.actor, arrow.from, arrow.to)
}

fn place(piece: &Piece) -> i64 {
    piece.at.map_or(-1, i64::from)
}

fn piece(piece: &Piece) -> Vec<i64> {
    let standing = (piece.standing != Standing::Plain).then_some(piece.standing as i64);
    [piece.actor.into(), place(piece)].into_iter().chain(standing).collect()
}

fn put_pieces<M: SerializeMap>(fields: &mut M, was: &Scene, now: &Scene) -> Result<(), M::Error> {
    let same = |(was, is): (&Piece, &Piece)| was.actor == is.actor && was.standing == is.standing;
    let both = || was.pieces.iter().zip(&now.pieces);
    if was.pieces.len() != now.pieces.len() || !both().all(same) {
        return put_list(fields, "P", now.pieces.iter().map(piece));
    }
    let mut moved = both().enumerate().filter(|(_, (was, is))| was.at != is.at).peekable();
    match moved.peek() {
        Some(_) => put_list(fields, "p", moved.flat_map(|(n, (_, is))| [n as i64, place(is)])),
        None => Ok(()),
    }
}

/// Changes that are new or other, and the places that are again as the stage has them.
fn put_changes<M: SerializeMap>(
    fields: &mut M,
    was: &[Change],
    now: &[Change],
) -> Result<(), M::Error> {
    let mut fresh = now.iter().filter(|change| !was.contains(change)).peekable();
    if fresh.peek().is_some() {
        let told = |it: &Change| match it.label.as_str() {
            "" => json!([it.place, it.kind]),
            label => json!([it.place, it.kind, label]),
        };
        put_list(fields, "c", fresh.map(told))?;
    }
    let is_there = |change: &Change| now.iter().any(|it| it.place == change.place);
    let mut gone = was.iter().filter(|change| !is_there(change)).peekable();
    match gone.peek() {
        Some(_) => put_list(fields, "d", gone.map(|change| change.place)),
        None => Ok(()),
    }
}

fn cell(cell: &PanelCell) -> Value {
    match cell {
        PanelCell::Text(text) => json!(text),
        PanelCell::Of(now, full) => json!([now, full]),
        PanelCell::Count(icon, count) => json!([count, icon]),
    }
}

fn row(row: &Row) -> Value {
    [json!(row.actor)].into_iter().chain(row.cells.iter().map(cell)).collect()
}

fn put_rows<M: SerializeMap>(fields: &mut M, was: &[Row], now: &[Row]) -> Result<(), M::Error> {
    if was.len() != now.len() {
        return put_list(fields, "R", now.iter().map(row));
    }
    let mut differing = now.iter().enumerate().filter(|(n, is)| was[*n] != **is).peekable();
    match differing.peek() {
        Some(_) => put_list(fields, "r", differing.flat_map(|(n, is)| [json!(n), row(is)])),
        None => Ok(()),
    }
}
