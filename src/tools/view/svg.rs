//! A moment as one drawing, for a text that has pictures: the board of the page, without the page.

use std::f64::consts::PI;
use std::fmt::Write as _;

use super::figure::{escaped, figure, icon_name, paint_class, short_name};
use super::labels::{PIECE, RING, StageLabels};
use chase_core::picture::{Act, Arrow, Form, Line, Link, Piece, Scene, Stage, Standing, Tone};

const STYLE: &str = include_str!("page/board.css");
const ICONS: &str = include_str!("page/icons.svg");
const MARGIN: i32 = 70;
/// A map of many places is seen from afar: pieces are so much larger, and nearer to their places.
const GROWN: f64 = 1.45;
const NEAR: f64 = 46.0;
const MANY_PLACES: usize = 60;
/// More links than this are drawn without their texts.
const TEXTS_MAX: usize = 40;

/// A stage and what stands on it, as an SVG document.
#[must_use]
pub fn moment(stage: &Stage, scene: &Scene) -> String {
    let (width, height) = (stage.size.0 + 2 * MARGIN, stage.size.1 + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\">\n\
         <style>svg {{ background: var(--ground); }}\n{STYLE}</style>\n{ICONS}"
    );
    let labels = &StageLabels::of(stage);
    let drawing = SvgDrawing {
        stage,
        scene,
        labels,
    };
    drawing.links(&mut out);
    drawing.places(&mut out);
    drawing.axes(&mut out);
    for arrow in &scene.arrows {
        drawing.arrow(arrow, &mut out);
    }
    drawing.texts(&mut out);
    for (n, piece) in scene.pieces.iter().enumerate() {
        drawing.piece(n, piece, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

struct SvgDrawing<'a> {
    stage: &'a Stage,
    scene: &'a Scene,
    labels: &'a StageLabels,
}

fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(what);
}

impl SvgDrawing<'_> {
    fn is_grid(&self) -> bool {
        let mut places = self.stage.places.iter();
        places.any(|place| place.form == Form::Square)
    }

    fn at(&self, place: u32) -> (f64, f64) {
        let (x, y) = self.stage.places[place as usize].at;
        (x.into(), y.into())
    }

    fn links(&self, out: &mut String) {
        for (link, (x, y)) in self.stage.links.iter().zip(&self.labels.curves) {
            let ((x1, y1), (x2, y2)) = (self.at(link.ends.0), self.at(link.ends.1));
            let line = line_of(self.stage, link);
            let way = self.stage.ways.get(usize::from(link.kind));
            let paint = paint_class(way.and_then(|way| way.paint));
            put(
                out,
                format_args!(
                    "<path class=\"link {line}{paint}\" d=\"M{x1} {y1}Q{x} {y} {x2} {y2}\"/>\n"
                ),
            );
        }
    }

    /// Lengths and names, above the arrows.
    fn texts(&self, out: &mut String) {
        let links = self.stage.links.iter().zip(&self.labels.lengths);
        let few = self.stage.links.len() <= TEXTS_MAX;
        for (link, (x, y)) in links.filter(|(link, _)| few && !link.text.is_empty()) {
            let text = escaped(&link.text);
            put(
                out,
                format_args!("<text class=\"length\" x=\"{x}\" y=\"{y}\">{text}</text>\n"),
            );
        }
        let few = self.stage.places.len() <= MANY_PLACES;
        for (place, offset) in self.stage.places.iter().zip(&self.labels.names) {
            let is_said = place.name.ends_with(&place.label);
            if few && place.form == Form::Disc && !is_said {
                let (x, y) = (place.at.0 + offset.0, place.at.1 + offset.1);
                let name = escaped(&place.name);
                put(
                    out,
                    format_args!("<text class=\"name\" x=\"{x}\" y=\"{y}\">{name}</text>\n"),
                );
            }
        }
    }

    fn places(&self, out: &mut String) {
        for (n, place) in (0..).zip(&self.stage.places) {
            let change = self.scene.changes.iter().find(|change| change.place == n);
            let (kind, label) =
                change.map_or((place.kind, &place.label), |it| (it.kind, &it.label));
            let kind = self.stage.kinds.get(usize::from(kind));
            let tone = tone_of(kind.map_or(Tone::Plain, |kind| kind.tone));
            let (x, y) = place.at;
            put(out, format_args!("<g transform=\"translate({x} {y})\">"));
            match place.form {
                Form::Disc | Form::Hex => put(
                    out,
                    format_args!("<circle class=\"place disc tone-{tone}\" r=\"36\"/>"),
                ),
                Form::Square => put(
                    out,
                    format_args!(
                        "<rect class=\"place square tone-{tone}\" x=\"-50\" y=\"-50\" \
                         width=\"100\" height=\"100\"/>"
                    ),
                ),
            }
            let disc = place.form == Form::Disc;
            let icon = kind.and_then(|kind| kind.icon);
            if let Some(icon) = icon {
                let (side, y) = if disc { (22, -30) } else { (54, -27) };
                let (x, icon) = (-side / 2, icon_name(icon));
                put(
                    out,
                    format_args!(
                        "<use class=\"kind\" href=\"#i-{icon}\" x=\"{x}\" y=\"{y}\" \
                         width=\"{side}\" height=\"{side}\"/>"
                    ),
                );
            }
            let y = if icon.is_some() && disc { 10 } else { 0 };
            let text = escaped(label);
            put(
                out,
                format_args!("<text class=\"label\" y=\"{y}\">{text}</text></g>\n"),
            );
        }
    }

    fn axes(&self, out: &mut String) {
        let (columns, rows) = &self.stage.axes;
        for (n, name) in columns.iter().enumerate() {
            let (x, name) = (100 * n + 50, escaped(name));
            put(
                out,
                format_args!("<text class=\"axis\" x=\"{x}\" y=\"-26\">{name}</text>\n"),
            );
        }
        for (n, name) in rows.iter().enumerate() {
            let (y, name) = (100 * n + 50, escaped(name));
            put(
                out,
                format_args!("<text class=\"axis\" x=\"-30\" y=\"{y}\">{name}</text>\n"),
            );
        }
    }

    fn arrow(&self, arrow: &Arrow, out: &mut String) {
        let grid = self.is_grid();
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
        let (gap, start) = if grid {
            (away.min(136.0) / 4.0, 0.0)
        } else {
            (46.0, 30.0)
        };
        let (sx, sy) = (x1 + ux * start, y1 + uy * start);
        let (mx, my) = (
            f64::midpoint(x1, x2) - uy * lane * 2.0,
            f64::midpoint(y1, y2) + ux * lane * 2.0,
        );
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
        put(
            out,
            format_args!(
                "<g class=\"side-{side}{paint}\"><path class=\"arrow under\" d=\"{path}\"/>\
                 <path class=\"arrow {act}\" d=\"{path}\"/>\
                 <polygon class=\"head\" points=\"{ex:.1},{ey:.1} {:.1},{:.1} {:.1},{:.1}\"/></g>\n",
                bx - hy * half,
                by + hx * half,
                bx + hy * half,
                by - hx * half
            ),
        );
    }

    fn piece(&self, n: usize, piece: &Piece, out: &mut String) {
        let Some(at) = piece.at else {
            return;
        };
        let actor = &self.stage.actors[piece.actor as usize];
        let (x, y) = self.at(at);
        let here = |other: &&Piece| other.at == Some(at);
        let crowd = self.scene.pieces.iter().filter(here).count();
        let nth = self.scene.pieces[..n].iter().filter(here).count();
        let is_map = !self.is_grid() && self.stage.places.len() > MANY_PLACES;
        let grown = if is_map { GROWN } else { 1.0 };
        let (dx, dy, radius, angle) = if self.is_grid() {
            let angle = 2.0 * PI * nth as f64 / crowd as f64;
            match crowd {
                1 => (0.0, 0.0, 36.0, 0.0),
                _ => (22.0 * angle.cos(), 22.0 * angle.sin(), 24.0, angle),
            }
        } else {
            let slots = self.stage.actors.len().max(2);
            let part = f64::from(piece.actor) / (slots - 1) as f64;
            let angle = PI * (-195.0 + 210.0 * part) / 180.0;
            let ring = match slots {
                _ if is_map => NEAR,
                0..=5 => RING,
                _ => RING + 12.0,
            };
            (ring * angle.cos(), ring * angle.sin(), PIECE, angle)
        };
        let standing = match piece.standing {
            Standing::Plain | Standing::Untold => "",
            Standing::LastSeen => " last_seen",
            Standing::Out => " out",
        };
        let (x, y) = (x + dx, y + dy);
        put(
            out,
            format_args!(
                "<g class=\"piece{standing}\" transform=\"translate({x:.1} {y:.1}) scale({grown})\">"
            ),
        );
        figure(actor, radius, out);
        if !self.is_grid() {
            let (x, y) = (40.0 * angle.cos(), 38.0 * angle.sin());
            let name = escaped(&short_name(&actor.name));
            put(
                out,
                format_args!("<text class=\"tag\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>"),
            );
        }
        out.push_str("</g>\n");
    }
}

fn line_of(stage: &Stage, link: &Link) -> &'static str {
    match stage.ways.get(usize::from(link.kind)).map(|way| way.line) {
        None | Some(Line::Plain) => "plain",
        Some(Line::Dotted) => "dotted",
        Some(Line::Dashed) => "dashed",
        Some(Line::Thick) => "thick",
        Some(Line::DashDotted) => "dash_dotted",
    }
}

fn tone_of(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Special => "special",
        Tone::Goal => "goal",
        Tone::Water => "water",
        Tone::Blocked => "blocked",
        Tone::Spent => "spent",
    }
}
