//! One picture: a caption, and below it one board, or two side by side.

use resvg::tiny_skia::{Pixmap, Transform};

use super::caption::{TextKind, Texts};
use super::style::{colour_of, colours_of, resolved};
use crate::view::board_moment::BoardMoment;
use crate::view::labels::PIECE;
use crate::view::shots::{Picture, PictureForm, PictureShot};
use crate::view::svg::{BoardDrawing, ICONS};
use chase_core::error::Error;
use chase_core::picture::Stage;

/// A moment as PNG.
///
/// # Errors
/// The picture could not be drawn or packed.
pub fn png(picture: &Picture<'_>, shot: &PictureShot) -> Result<Vec<u8>, Error> {
    let painted = Painter::of(picture).paint(shot)?;
    painted.encode_png().map_err(|error| undrawn(&error))
}

const STYLE: &str = concat!(include_str!("../page/board.css"), include_str!("../page/overlay.css"));
const HEADING: TextKind = TextKind { size: 18, weight: "bold" };
const WORDS: TextKind = TextKind { size: 15, weight: "normal" };
/// Lines of words below the heading, and their height in pixels.
const WORDS_MAX: usize = 2;
const LINE: u32 = 20;
/// The height of the caption, and what is left free at the edges, in pixels.
const CAPTION: u32 = 80;
const MARGIN: u32 = 12;
/// The greatest height of a board as a share of the picture's width.
const TALL: f64 = 0.8;
/// Numbers in places are left out if they would be less high than this, in pixels; pieces are then at
/// least so wide and high as half of it says.
const NUMBER_MIN: f64 = 7.0;
const NUMBER: f64 = 26.0;
const PIECE_MIN: f64 = 10.0;

/// A board of a picture: its drawing, and where it lies, in pixels.
struct PlacedBoard<'a> {
    drawing: BoardDrawing<'a>,
    left: f64,
    top: f64,
    scale: f64,
}

/// Paints pictures of the same boards.
pub(super) struct Painter<'a> {
    form: PictureForm,
    heading: &'a str,
    height: u32,
    boards: Vec<PlacedBoard<'a>>,
    style: String,
    ground: String,
    ink: String,
    texts: Texts,
    /// What lies under the arrows, as it was painted last, and for which moment.
    painted: Option<(Vec<Option<BoardMoment>>, Pixmap)>,
}

impl<'a> Painter<'a> {
    /// A painter of one board, or of two side by side.
    pub(super) fn of(picture: &Picture<'a>) -> Self {
        let Picture { stages, heading, form } = *picture;
        let colour = |name: &str| colour_of(STYLE, form.is_dark, name);
        let (mut boards, mut height) = (Vec::new(), 0);
        let share = form.width / u32::try_from(stages.len()).unwrap_or(1).max(1);
        for (n, stage) in (0..).zip(stages) {
            let placed = PlacedBoard::of(stage, share * n, share);
            height = height.max(placed.1);
            boards.push(placed.0);
        }
        Painter {
            form,
            heading,
            height: CAPTION + height,
            boards,
            style: resolved(STYLE, form.is_dark),
            ground: colour("--ground"),
            ink: colour("--ink"),
            texts: Texts::new(),
            painted: None,
        }
    }

    /// Width and height of the pictures, in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.form.width, self.height)
    }

    /// The colours that pictures are drawn in, before edges are smoothed.
    pub(super) fn colours(&self) -> Vec<[u8; 3]> {
        colours_of(&self.style)
    }

    pub(super) fn paint(&mut self, shot: &PictureShot) -> Result<Pixmap, Error> {
        let boards = self.boards.iter().zip(&shot.boards);
        let grounds = boards.map(|(board, it)| it.as_ref().map(|it| board.drawing.ground_of(it)));
        let grounds: Vec<_> = grounds.collect();
        if self.painted.as_ref().is_none_or(|it| it.0 != grounds) {
            let mut drawing =
                format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", self.ground);
            self.put_boards(shot, BoardDrawing::put_ground, &mut drawing);
            let mut blank = self.blank()?;
            self.render(&drawing, &mut blank)?;
            self.painted = Some((grounds, blank));
        }
        let mut picture = match &self.painted {
            Some((_, ground)) => ground.clone(),
            None => self.blank()?,
        };
        let mut drawing = self.caption(shot);
        self.put_boards(shot, BoardDrawing::put_figures, &mut drawing);
        self.render(&drawing, &mut picture)?;
        Ok(picture)
    }

    fn blank(&self) -> Result<Pixmap, Error> {
        let pixels = Pixmap::new(self.form.width, self.height);
        pixels.ok_or_else(|| Error::new("the picture is too large"))
    }

    fn put_boards(
        &self,
        shot: &PictureShot,
        part: fn(&BoardDrawing<'a>, &BoardMoment, &mut String),
        out: &mut String,
    ) {
        for (board, shown) in self.boards.iter().zip(&shot.boards) {
            if let Some(shown) = shown {
                let PlacedBoard { left, top, scale, .. } = board;
                out.push_str(&format!(
                    "<g transform=\"translate({left:.3} {top:.3}) scale({scale:.6})\">\n"
                ));
                part(&board.drawing, shown, out);
                out.push_str("</g>\n");
            }
        }
    }

    fn caption(&mut self, shot: &PictureShot) -> String {
        let width = self.form.width - 2 * MARGIN;
        let when = self.texts.width(HEADING, &shot.when).ceil() as u32;
        let left = width.saturating_sub(when + 2 * MARGIN);
        let heading = self.texts.lines(HEADING, self.heading, left, 1);
        let mut out = String::new();
        for text in heading {
            out.push_str(&HEADING.drawn((MARGIN, 26), &text, &self.ink, "start"));
        }
        let right = self.form.width - MARGIN;
        out.push_str(&HEADING.drawn((right, 26), &shot.when, &self.ink, "end"));
        let lines = self.texts.lines(WORDS, &shot.words, width, WORDS_MAX);
        for (n, text) in (0..).zip(lines) {
            out.push_str(&WORDS.drawn((MARGIN, 50 + LINE * n), &text, &self.ink, "start"));
        }
        out
    }

    /// Renders parts of a drawing on what is painted already.
    fn render(&self, parts: &str, on: &mut Pixmap) -> Result<(), Error> {
        let (width, height) = self.size();
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n\
             <style>{}</style>\n{ICONS}{parts}</svg>",
            self.style
        );
        let tree = self.texts.tree(&svg).map_err(|error| undrawn(&error))?;
        resvg::render(&tree, Transform::identity(), &mut on.as_mut());
        Ok(())
    }
}

impl<'a> PlacedBoard<'a> {
    /// A board in a strip of the picture, and its height in pixels.
    fn of(stage: &'a Stage, left: u32, width: u32) -> (Self, u32) {
        let mut drawing = BoardDrawing::of(stage);
        if stage.places.is_empty() {
            let (left, top, scale) = (0.0, 0.0, 1.0);
            return (PlacedBoard { drawing, left, top, scale }, 0);
        }
        let scale = scale_of(&drawing, width);
        if NUMBER * scale < NUMBER_MIN && drawing.is_map() {
            drawing = drawing.seen_from_afar(PIECE_MIN / (PIECE * scale));
        }
        let scale = scale_of(&drawing, width);
        let (x, y, wide, high) = drawing.bounds();
        let (wide, high) = (f64::from(wide), f64::from(high));
        let beside = (f64::from(width) - wide * scale) / 2.0;
        let placed = PlacedBoard {
            drawing,
            left: f64::from(left) + beside - f64::from(x) * scale,
            top: f64::from(CAPTION) - f64::from(y) * scale,
            scale,
        };
        (placed, (high * scale).ceil() as u32)
    }
}

/// The pixels of a hundredth of a place on a picture of a width in pixels.
fn scale_of(drawing: &BoardDrawing<'_>, width: u32) -> f64 {
    let (_, _, wide, high) = drawing.bounds();
    let width = f64::from(width);
    (width / f64::from(wide.max(1))).min(width * TALL / f64::from(high.max(1)))
}

fn undrawn(error: &dyn std::fmt::Display) -> Error {
    Error::new(format!("the picture cannot be drawn: {error}"))
}
