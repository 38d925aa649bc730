//! What a terminal is to show, by cells, before it is sent.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{ContentStyle, PrintStyledContent};
use unicode_width::UnicodeWidthStr as _;

use chase_world::escape;

/// A column of a row.
#[derive(Clone, PartialEq, Eq)]
pub struct CanvasCell {
    /// A character with what is written over it; nothing where a wide one to the left goes on.
    pub sign: String,
    pub style: ContentStyle,
}

/// Rows of cells, all of the same width.
#[derive(Default, PartialEq, Eq)]
pub struct Canvas {
    pub width: usize,
    pub rows: Vec<Vec<CanvasCell>>,
}

impl Canvas {
    /// A blank one of so many columns and rows.
    pub fn new((width, height): (u16, u16)) -> Self {
        let blank = CanvasCell { sign: " ".into(), style: ContentStyle::new() };
        let width = usize::from(width);
        Canvas { width, rows: vec![vec![blank; width]; height.into()] }
    }

    /// Puts as much of a text as there are columns for. Returns the column behind it.
    pub fn put(&mut self, mut x: usize, y: usize, text: &str, style: ContentStyle) -> usize {
        let Some(row) = self.rows.get_mut(y) else {
            return x;
        };
        for sign in signs(&escape::in_line(text)) {
            let behind = x + sign.width();
            if behind > self.width {
                break;
            }
            let mut sign = sign.to_owned();
            for cell in &mut row[x..behind] {
                *cell = CanvasCell { sign: std::mem::take(&mut sign), style };
            }
            x = behind;
        }
        x
    }

    /// Writes what has a terminal that shows `before` show this: the rows that are others.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_codes(&self, before: &Canvas, out: &mut impl Write) -> io::Result<()> {
        for ((n, row), y) in self.rows.iter().enumerate().zip(0..) {
            if before.rows.get(n) == Some(row) {
                continue;
            }
            queue!(out, MoveTo(0, y))?;
            for run in row.chunk_by(|one, next| one.style == next.style) {
                queue!(out, PrintStyledContent(run[0].style.apply(text_of(run))))?;
            }
        }
        Ok(())
    }
}

/// The text of cells. Of a wide character that something was put over a blank is left.
fn text_of(mut cells: &[CanvasCell]) -> String {
    let mut text = String::new();
    while let Some((CanvasCell { sign, .. }, rest)) = cells.split_first() {
        let more = sign.width().saturating_sub(1);
        let goes_on = rest.get(..more).is_some_and(|it| it.iter().all(|it| it.sign.is_empty()));
        let is_whole = goes_on && !sign.is_empty();
        text.push_str(if is_whole { sign } else { " " });
        cells = if is_whole { &rest[more..] } else { rest };
    }
    text
}

/// The number of columns that a text takes.
pub fn width(text: &str) -> usize {
    signs(text).map(str::width).sum()
}

/// The characters of a text, each with those that are written over it and make it no wider.
fn signs(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        let mut ends = ends.zip(text.chars().skip(1));
        let is_over = |end: usize, c: char| {
            let over = &text[end..end + c.len_utf8()];
            over.width() == 0 || text[..end + over.len()].width() <= text[..end].width()
        };
        let end = ends.find(|(end, c)| !is_over(*end, *c)).map_or(text.len(), |it| it.0);
        let (sign, rest) = text.split_at(end);
        text = rest;
        (!sign.is_empty()).then_some(sign)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(texts: &[(usize, &str)]) -> String {
        let mut canvas = Canvas::new((6, 1));
        for (x, text) in texts {
            canvas.put(*x, 0, text, ContentStyle::new());
        }
        text_of(&canvas.rows[0])
    }

    #[test]
    fn wide_characters_and_those_over_others_keep_their_columns() {
        assert_eq!(row(&[(0, "東京 e\u{301}é")]), "東京 e\u{301}");
        assert_eq!(row(&[(1, "東京都")]), " 東京 ");
        assert_eq!(row(&[(0, "東京都"), (1, "│"), (4, "│")]), " │京│ ");
        assert_eq!(row(&[(0, "\u{301}a👩\u{200d}👧b\u{1b}")]), "a👩\u{200d}👧b\\u");
        assert_eq!((width("a東"), width("👩\u{200d}👧"), width("")), (3, 2, 0));
    }

    #[test]
    fn only_rows_that_changed_are_sent() {
        let (before, mut now) = (Canvas::new((3, 2)), Canvas::new((3, 2)));
        now.put(1, 1, "x", ContentStyle::new());
        let mut codes = Vec::new();
        now.write_codes(&before, &mut codes).expect("a vector");
        assert_eq!(codes, b"\x1b[2;1H x ");
    }
}
