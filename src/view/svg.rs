//! A moment as one drawing, for a text that has pictures: the board of the page, without the page.

use std::f64::consts::PI;
use std::fmt::Write as _;

use super::figure::{cut, escaped, figure, paint_class, short_name, word_of};
use super::labels::{MANY_PLACES, NEAR, PIECE, RING, StageLabels};
use chase_kit::picture::{Act, Arrow, Form, Icon, PLACE, Piece, Scene, Stage, Standing};

const STYLE: &str = include_str!("page/board.css");
const ICONS: &str = include_str!("page/icons.svg");
/// On a map of many places pieces are so much larger.
const GROWN: f64 = 1.3;
/// How far a piece's name reaches from its middle, and the width of a letter of a place's name.
const TAG: f64 = 64.0;
const NAME_LETTER: i32 = 18;
/// More links than this are drawn without their texts.
const TEXTS_MAX: usize = 40;
/// Of more links than this those where nobody is are faint.
const ROADS_MAX: usize = 400;
/// Longer names of places, texts in places and names of axes are cut.
const NAME_MAX: usize = 22;
const LABEL_MAX: usize = 6;
const AXIS_MAX: usize = 5;

/// A stage and what stands on it, as an SVG document. The place where the game ended has a ring.
#[must_use]
pub fn moment(stage: &Stage, scene: &Scene, ended: Option<u32>) -> String {
    let board = BoardDrawing::of(stage);
    let (x, y, width, height) = board.bounds();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\">\n\
         <style>svg {{ background: var(--ground); }}\n{STYLE}</style>\n{ICONS}"
    );
    board.links(scene, &mut out);
    board.places(scene, &mut out);
    board.axes(&mut out);
    if let Some(place) = ended.filter(|it| (*it as usize) < stage.places.len()) {
        board.ended(place, &mut out);
    }
    for arrow in &scene.arrows {
        board.arrow(arrow, &mut out);
    }
    board.texts(&mut out);
    for n in 0..scene.pieces.len() {
        board.piece(scene, n, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// A stage with the points that are reckoned for it once.
struct BoardDrawing<'a> {
    stage: &'a Stage,
    labels: StageLabels,
    is_grid: bool,
    /// How much larger pieces are than beside a disc of a small map.
    grown: f64,
}

impl<'a> BoardDrawing<'a> {
    fn of(stage: &'a Stage) -> Self {
        let is_grid = stage.places.iter().any(|it| it.form == Form::Square);
        let is_map = !is_grid && stage.places.len() > MANY_PLACES;
        BoardDrawing {
            stage,
            labels: StageLabels::of(stage),
            is_grid,
            grown: if is_map { GROWN } else { 1.0 },
        }
    }

    /// The part of the plane that is drawn: left, top, width and height.
    fn bounds(&self) -> (i32, i32, i32, i32) {
        let all = || self.stage.places.iter().map(|place| place.at);
        let (Some(left), Some(right)) = (all().map(|at| at.0).min(), all().map(|at| at.0).max())
        else {
            return (0, 0, 0, 0);
        };
        let top = all().map(|at| at.1).min().unwrap_or(0);
        let bottom = all().map(|at| at.1).max().unwrap_or(0);
        if self.is_grid {
            // Its names stand on the left and above.
            let (margin, axes) = (PLACE / 2 + 10, 50);
            let (x, y) = (left - margin - axes, top - margin - axes);
            return (x, y, right + margin - x, bottom + margin - y);
        }
        // Pieces stand around the outermost places, their names around them, and places have theirs below.
        let ring = self.ring();
        let around = (ring + TAG * self.grown) as i32;
        let mut ends = (left - around, right + around);
        if self.has_names() {
            for (place, offset) in self.stage.places.iter().zip(&self.labels.names) {
                let half = NAME_LETTER * place.name.chars().count().min(NAME_MAX) as i32 / 2;
                let middle = place.at.0 + offset.0;
                ends = (ends.0.min(middle - half), ends.1.max(middle + half));
            }
        }
        let below = PLACE.max(around - PLACE / 2);
        (ends.0, top - around, ends.1 - ends.0, bottom + below - (top - around))
    }

    fn at(&self, place: u32) -> (f64, f64) {
        let (x, y) = self.stage.places[place as usize].at;
        (x.into(), y.into())
    }

    fn links(&self, shown: &Scene, out: &mut String) {
        let stands = shown.pieces.iter().filter_map(|it| it.at);
        let near: Vec<_> = stands.chain(shown.arrows.iter().map(|it| it.from)).collect();
        let many = self.stage.links.len() > ROADS_MAX;
        for (link, (x, y)) in self.stage.links.iter().zip(&self.labels.curves) {
            let ((x1, y1), (x2, y2)) = (self.at(link.ends.0), self.at(link.ends.1));
            let is_far = many && !near.contains(&link.ends.0) && !near.contains(&link.ends.1);
            let far = if is_far { " far" } else { "" };
            let way = self.stage.ways.get(usize::from(link.kind));
            let line = word_of(way.map(|way| way.line).unwrap_or_default());
            let paint = paint_class(way.and_then(|way| way.paint));
            let _ = writeln!(
                out,
                "<path class=\"link {line}{paint}{far}\" d=\"M{x1} {y1}Q{x} {y} {x2} {y2}\"/>"
            );
        }
    }

    /// Lengths and names, above the arrows.
    fn texts(&self, out: &mut String) {
        let links = self.stage.links.iter().zip(&self.labels.lengths);
        let few = self.stage.links.len() <= TEXTS_MAX;
        for (link, (x, y)) in links.filter(|(link, _)| few && !link.text.is_empty()) {
            let text = escaped(&link.text);
            let _ = writeln!(out, "<text class=\"length\" x=\"{x}\" y=\"{y}\">{text}</text>");
        }
        let few = self.has_names();
        for (place, offset) in self.stage.places.iter().zip(&self.labels.names) {
            let is_said = place.name.ends_with(&place.label);
            if few && place.form == Form::Disc && !is_said {
                let (x, y) = (place.at.0 + offset.0, place.at.1 + offset.1);
                let name = escaped(&cut(&place.name, NAME_MAX));
                let _ = writeln!(out, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{name}</text>");
            }
        }
    }

    fn places(&self, shown: &Scene, out: &mut String) {
        for (n, place) in (0..).zip(&self.stage.places) {
            let change = shown.changes.iter().find(|change| change.place == n);
            let (kind, label) =
                change.map_or((place.kind, &place.label), |it| (it.kind, &it.label));
            let kind = self.stage.kinds.get(usize::from(kind));
            let tone = word_of(kind.map(|kind| kind.tone).unwrap_or_default());
            let (x, y) = place.at;
            let _ = write!(out, "<g transform=\"translate({x} {y})\">");
            let _ = match place.form {
                Form::Disc => {
                    write!(out, "<circle class=\"place disc tone-{tone}\" r=\"36\"/>")
                }
                Form::Square => write!(
                    out,
                    "<rect class=\"place square tone-{tone}\" x=\"-50\" y=\"-50\" \
                     width=\"100\" height=\"100\"/>"
                ),
            };
            let disc = place.form == Form::Disc;
            let icon = kind.and_then(|kind| kind.icon);
            if let Some(icon) = icon {
                let (side, y) = if disc { (22, -30) } else { (54, -27) };
                let (x, icon) = (-side / 2, word_of(icon));
                let _ = write!(
                    out,
                    "<use class=\"kind\" href=\"#i-{icon}\" x=\"{x}\" y=\"{y}\" \
                     width=\"{side}\" height=\"{side}\"/>"
                );
            }
            if !label.is_empty() {
                let y = if icon.is_some() && disc { 10 } else { 0 };
                let text = escaped(&cut(label, LABEL_MAX));
                let _ = write!(out, "<text class=\"label\" y=\"{y}\">{text}</text>");
            }
            out.push_str("</g>\n");
        }
    }

    fn axes(&self, out: &mut String) {
        let (columns, rows) = &self.stage.axes;
        for (n, name) in columns.iter().enumerate() {
            let (x, name) = (100 * n + 50, escaped(&cut(name, AXIS_MAX)));
            let _ = writeln!(out, "<text class=\"axis\" x=\"{x}\" y=\"-26\">{name}</text>");
        }
        for (n, name) in rows.iter().enumerate() {
            let (y, name) = (100 * n + 50, escaped(&cut(name, AXIS_MAX)));
            let _ = writeln!(out, "<text class=\"axis\" x=\"-30\" y=\"{y}\">{name}</text>");
        }
    }

    fn ended(&self, place: u32, out: &mut String) {
        let (x, y) = self.at(place);
        let _ = match self.is_grid {
            true => writeln!(
                out,
                "<rect class=\"ended\" x=\"{}\" y=\"{}\" width=\"104\" height=\"104\" rx=\"10\"/>",
                x - 52.0,
                y - 52.0
            ),
            false => {
                let radius = 56.0 * self.grown;
                writeln!(out, "<circle class=\"ended\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
            }
        };
    }

    fn arrow(&self, arrow: &Arrow, out: &mut String) {
        let grid = self.is_grid;
        let ((x1, y1), (x2, y2)) = (self.at(arrow.from), self.at(arrow.to));
        let away = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (ux, uy) = ((x2 - x1) / away, (y2 - y1) / away);
        let lane = match grid {
            true => 0.0,
            false => {
                let plans = f64::from(u8::from(arrow.act == Act::Plans));
                f64::from(arrow.actor + 1) * 9.0 + plans * 26.0
            }
        };
        let (gap, start) = if grid { (away.min(136.0) / 4.0, 0.0) } else { (46.0, 30.0) };
        let (sx, sy) = (x1 + ux * start, y1 + uy * start);
        let (mx, my) =
            (f64::midpoint(x1, x2) - uy * lane * 2.0, f64::midpoint(y1, y2) + ux * lane * 2.0);
        let reach = (x2 - mx).hypot(y2 - my).max(1.0);
        let (hx, hy) = ((x2 - mx) / reach, (y2 - my) / reach);
        let (ex, ey) = (x2 - hx * gap, y2 - hy * gap);
        let size = if grid { 20.0 } else { 26.0 };
        let (bx, by, half) = (ex - hx * size, ey - hy * size, size * 0.55);
        let actor = &self.stage.actors[arrow.actor as usize];
        let (side, paint) = (actor.side % 9, paint_class(actor.paint));
        let act = match arrow.act {
            Act::Moved => "moved",
            Act::Pushed => "pushed",
            Act::Plans => "plans",
        };
        let path = format!("M{sx:.1} {sy:.1}Q{mx:.1} {my:.1} {bx:.1} {by:.1}");
        let _ = writeln!(
            out,
            "<g class=\"side-{side}{paint}\"><path class=\"arrow under\" d=\"{path}\"/>\
             <path class=\"arrow {act}\" d=\"{path}\"/>\
             <polygon class=\"head\" points=\"{ex:.1},{ey:.1} {:.1},{:.1} {:.1},{:.1}\"/></g>",
            bx - hy * half,
            by + hx * half,
            bx + hy * half,
            by - hx * half
        );
    }

    /// How far pieces stand from the middle of a disc.
    fn ring(&self) -> f64 {
        match self.stage.actors.len() {
            _ if self.grown > 1.0 => NEAR,
            0..=5 => RING,
            _ => RING + 12.0,
        }
    }

    fn has_names(&self) -> bool {
        self.stage.places.len() <= MANY_PLACES
    }

    fn piece(&self, shown: &Scene, n: usize, out: &mut String) {
        let piece = &shown.pieces[n];
        let Some((x, y)) = piece.at.map(|place| self.at(place)) else {
            return;
        };
        let (dx, dy, radius, angle) = if self.is_grid {
            let (crowd, nth) = crowd(&shown.pieces, n);
            let angle = 2.0 * PI * nth as f64 / crowd as f64;
            match crowd {
                1 => (0.0, 0.0, 36.0, 0.0),
                _ => (22.0 * angle.cos(), 22.0 * angle.sin(), 24.0, angle),
            }
        } else {
            let slots = self.stage.actors.len().max(2);
            let part = f64::from(piece.actor) / (slots - 1) as f64;
            let angle = PI * (-195.0 + 210.0 * part) / 180.0;
            let ring = self.ring();
            (ring * angle.cos(), ring * angle.sin(), PIECE, angle)
        };
        let (x, y) = (x + dx, y + dy);
        let actor = &self.stage.actors[piece.actor as usize];
        let grown = if self.is_grid { 1.0 } else { self.grown };
        let standing = match piece.standing {
            Standing::Plain | Standing::Untold => "",
            Standing::LastSeen => " last_seen",
            Standing::Out => " out",
        };
        let _ = write!(
            out,
            "<g class=\"piece{standing}\" transform=\"translate({x:.1} {y:.1}) scale({grown})\">"
        );
        figure(actor, radius, out);
        if !self.is_grid && actor.icon != Icon::Letter {
            let (x, y) = (40.0 * angle.cos(), 38.0 * angle.sin());
            let name = escaped(&short_name(&actor.name));
            let _ = write!(out, "<text class=\"tag\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
        }
        out.push_str("</g>\n");
    }
}

/// How many pieces stand in the place of the nth, and how many of them before it.
fn crowd(pieces: &[Piece], n: usize) -> (usize, usize) {
    let here = |it: &&Piece| it.at == pieces[n].at;
    (pieces.iter().filter(here).count(), pieces[..n].iter().filter(here).count())
}
