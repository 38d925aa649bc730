//! The drawing of an actor: a body whose shape and colour are its side's, and an icon or a name.

use std::f64::consts::PI;
use std::fmt::Write as _;

use serde::Serialize;

use chase_kit::picture::{Actor, Icon, Paint};

/// The corners of a side's body; none for a circle.
const CORNERS: [u8; 9] = [0, 4, 6, 5, 8, 3, 7, 10, 12];

/// Draws an actor round 0,0.
pub(super) fn figure(actor: &Actor, radius: f64, out: &mut String) {
    let side = usize::from(actor.side) % CORNERS.len();
    let body = match CORNERS[side] {
        0 => format!("<circle class=\"body\" r=\"{radius}\"/>"),
        corners => format!("<polygon class=\"body\" points=\"{}\"/>", points(corners, radius)),
    };
    let inner = match actor.icon {
        Icon::Letter => {
            format!("<text class=\"label glyph\">{}</text>", escaped(&short_name(&actor.name)))
        }
        icon => {
            let (x, width, icon) = (-radius * 0.675, radius * 1.35, word_of(icon));
            format!(
                "<use class=\"glyph\" href=\"#i-{icon}\" x=\"{x}\" y=\"{x}\" \
                 width=\"{width}\" height=\"{width}\"/>"
            )
        }
    };
    let paint = paint_class(actor.paint);
    // Writing to a string cannot fail.
    let _ = write!(out, "<g class=\"side-{side}{paint}\">{body}{inner}</g>");
}

/// The corners of a body round 0,0.
pub(super) fn points(corners: u8, radius: f64) -> String {
    let reach = radius
        * match corners {
            3 => 1.35,
            4 => 1.15,
            _ => 1.06,
        };
    let point = |n: u8| {
        let angle = PI * (f64::from(2 * n + 1) / f64::from(corners) + 0.5);
        format!("{:.1},{:.1}", reach * angle.cos(), reach * angle.sin())
    };
    let all: Vec<_> = (0..corners).map(point).collect();
    all.join(" ")
}

/// A name short enough to stand at a piece.
pub(super) fn short_name(name: &str) -> String {
    let name = name.trim();
    // What tells `Mr X` or `dog 1` from others is its last word.
    let last = name.rsplit(' ').next().unwrap_or(name);
    match (name.chars().count(), last.chars().count()) {
        (0..=3, _) => name.to_owned(),
        (_, 1..=2) => last.to_owned(),
        _ => name.chars().take(2).collect(),
    }
}

/// A text of at most so many letters; of a longer one the beginning.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['\u{2026}']).collect(),
        false => text.to_owned(),
    }
}

/// The further class of what has a colour that it is called by, after a blank.
pub(super) fn paint_class(paint: Option<Paint>) -> String {
    paint.map_or(String::new(), |paint| format!(" paint-{}", paint.name()))
}

/// The word for an icon, a line or a tone, as the page has it.
pub(super) fn word_of(what: impl Serialize) -> String {
    let word = serde_json::to_string(&what).unwrap_or_default();
    word.trim_matches('"').to_owned()
}

/// A text as it stands in XML, without what no XML may hold.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            letter if letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}') => {
                out.push('\u{FFFD}')
            }
            letter => out.push(letter),
        }
    }
    out
}
