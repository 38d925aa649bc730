//! Texts above the board of a picture: fonts that are part of the program, and lines that are as wide as
//! the picture at most.

use std::collections::BTreeMap;
use std::sync::Arc;

use resvg::usvg::{self, Options, Tree, fontdb};

use crate::view::figure::escaped;

/// Parts of DejaVu Sans; `fonts/README.md` says which, and how they are made.
const FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/DejaVuSans.ttf"), include_bytes!("fonts/DejaVuSans-Bold.ttf")];
const FAMILY: &str = "DejaVu Sans";

/// What drawings are read with: these fonts, and nothing else of the machine. It knows how wide texts are.
pub(super) struct Texts {
    reading: Options<'static>,
    /// The width of each letter that was asked for, in sizes of its text.
    letters: BTreeMap<(&'static str, char), f32>,
}

impl Texts {
    pub(super) fn new() -> Self {
        let mut fonts = fontdb::Database::new();
        for font in FONTS {
            fonts.load_font_data(font.to_vec());
        }
        fonts.set_sans_serif_family(FAMILY);
        let reading = Options {
            font_family: FAMILY.to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        };
        Texts { reading, letters: BTreeMap::new() }
    }

    /// Reads a drawing.
    pub(super) fn tree(&self, svg: &str) -> Result<Tree, usvg::Error> {
        Tree::from_str(svg, &self.reading)
    }

    /// The width of a text in pixels.
    pub(super) fn width(&mut self, kind: TextKind, text: &str) -> f32 {
        let letters = text.chars().map(|letter| self.letter(kind, letter));
        letters.sum::<f32>() * kind.size as f32
    }

    fn letter(&mut self, kind: TextKind, letter: char) -> f32 {
        let key = (kind.weight, letter);
        if let Some(width) = self.letters.get(&key) {
            return *width;
        }
        let measured = TextKind { size: 100, ..kind };
        // Between two others it has its space on both sides, and blanks count.
        let width = self.painted(measured, &format!("|{letter}|")) - self.painted(measured, "||");
        *self.letters.entry(key).or_insert(width / 100.0)
    }

    /// The width of what is painted of a text.
    fn painted(&self, kind: TextKind, text: &str) -> f32 {
        let drawn = kind.drawn((0, 0), text, "#000000", "start");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">{drawn}</svg>"
        );
        self.tree(&svg).map_or(0.0, |tree| tree.root().abs_bounding_box().width())
    }

    /// A text as lines of at most a width; what is left at the end of the last one is cut.
    pub(super) fn lines(
        &mut self,
        kind: TextKind,
        text: &str,
        width: u32,
        most: usize,
    ) -> Vec<String> {
        let mut fits = |line: &str| self.width(kind, line) <= width as f32;
        let mut words = text.split_whitespace().peekable();
        let mut lines: Vec<String> = Vec::new();
        while words.peek().is_some() && lines.len() < most {
            let mut line = String::new();
            while let Some(word) = words.peek() {
                let longer = [line.as_str(), word].join(if line.is_empty() { "" } else { " " });
                if !fits(&longer) {
                    break;
                }
                line = longer;
                words.next();
            }
            if line.is_empty() {
                // A word that no line holds is cut.
                let word = words.next().unwrap_or_default();
                line = cut_to_fit(word, &mut fits);
            }
            lines.push(line);
        }
        if words.peek().is_some()
            && let Some(last) = lines.last_mut()
        {
            last.push('\u{2026}');
            *last = cut_to_fit(last, &mut fits);
        }
        lines
    }
}

/// The text of a kind: its size in pixels and its weight.
#[derive(Clone, Copy)]
pub(super) struct TextKind {
    pub size: u32,
    pub weight: &'static str,
}

impl TextKind {
    /// A text whose lower left corner is at a point, or its lower right one with an `end`.
    pub(super) fn drawn(
        self,
        (x, y): (u32, u32),
        text: &str,
        colour: &str,
        anchor: &str,
    ) -> String {
        let TextKind { size, weight } = self;
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\" \
             font-weight=\"{weight}\" fill=\"{colour}\" text-anchor=\"{anchor}\">{}</text>\n",
            escaped(text)
        )
    }
}

/// The longest beginning of a text that fits, with an ellipsis where that is not all of it.
fn cut_to_fit(text: &str, fits: &mut dyn FnMut(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let text = text.trim_end_matches('\u{2026}');
    let cut = |letters: usize| {
        let beginning: String = text.chars().take(letters).collect();
        format!("{}\u{2026}", beginning.trim_end())
    };
    let (mut fitting, mut too_long) = (0, text.chars().count());
    while fitting + 1 < too_long {
        let middle = usize::midpoint(fitting, too_long);
        match fits(&cut(middle)) {
            true => fitting = middle,
            false => too_long = middle,
        }
    }
    cut(fitting)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: TextKind = TextKind { size: 15, weight: "normal" };

    #[test]
    fn a_text_is_as_wide_as_its_letters_in_the_font_of_the_program() {
        let mut texts = Texts::new();
        let mut width = |text: &str| texts.width(PLAIN, text);
        // An H is 0.752 of its size wide in DejaVu Sans.
        assert!((width("HHHH") - 45.1).abs() < 0.2, "{}", width("HHHH"));
        assert!(width("H\u{e9} \u{2192}\u{2026}") > 35.0);
        assert!(width("") < 0.001);
        // What the font lacks has a sign of its own.
        assert!(width("\u{4e2d}") > 5.0, "{}", width("\u{4e2d}"));
        let (plain, bold) = (width("HHHH"), TextKind { weight: "bold", ..PLAIN });
        assert!(texts.width(bold, "HHHH") > plain);
    }

    #[test]
    fn lines_hold_words_and_the_last_one_says_that_there_is_more() {
        let mut texts = Texts::new();
        let mut lines = |text: &str, most| texts.lines(PLAIN, text, 100, most);
        assert_eq!(lines("one two", 2), ["one two"]);
        assert_eq!(lines("one two three four five", 9), ["one two", "three four", "five"]);
        assert_eq!(lines("one two three four five", 1), ["one two\u{2026}"]);
        assert_eq!(lines("onetwothreefourfivesix", 1), ["onetwothr\u{2026}"]);
        assert!(lines(" ", 2).is_empty());
    }
}
