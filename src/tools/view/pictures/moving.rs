//! A stretch as a GIF: every moment stands for a while, and in between pieces are on their way. Of each
//! frame only the rectangle that has changed is stored.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::painter::Painter;
use super::palette::{ColourCounts, Palette, UNCHANGED};
use crate::view::shots::{Picture, PictureShot};
use chase_core::error::Error;

/// The time that a moment stands, and the last one, in hundredths of a second.
const STANDS: u16 = 70;
const LAST_STANDS: u16 = 300;
/// The parts of the way that are left in the frames between two moments, and the time of such a frame.
const ON_THE_WAY: [f64; 3] = [0.85, 0.5, 0.15];
const PASSES: u16 = 6;
/// The moments whose colours are counted, for there is one palette for all of them.
const COUNTED_MAX: usize = 16;

/// Moments one after the other as a GIF that begins again at its end.
///
/// # Errors
/// A picture could not be drawn or packed.
pub fn gif(picture: &Picture<'_>, shots: &[PictureShot]) -> Result<Vec<u8>, Error> {
    let mut painter = Painter::of(picture);
    let palette = palette_of(&mut painter, shots)?;
    let (width, height) = painter.size();
    let mut film = Film::of((u16_of(width)?, u16_of(height)?), palette).map_err(unpacked)?;
    for (n, shot) in shots.iter().enumerate() {
        let on_the_way = ON_THE_WAY.iter().filter(|_| n > 0 && shot.moves());
        for left in on_the_way {
            film.add(painter.paint(&shot.before_arrival(*left))?.data(), PASSES)
                .map_err(unpacked)?;
        }
        let stands = if n + 1 == shots.len() { LAST_STANDS } else { STANDS };
        film.add(painter.paint(shot)?.data(), stands).map_err(unpacked)?;
    }
    film.finish().map_err(unpacked)
}

/// The colours of moments that lie evenly between the first and the last one.
fn palette_of(painter: &mut Painter<'_>, shots: &[PictureShot]) -> Result<Palette, Error> {
    let mut counts = ColourCounts::default();
    let counted = shots.len().min(COUNTED_MAX);
    for n in 0..counted {
        let shot = &shots[n * (shots.len() - 1) / (counted - 1).max(1)];
        counts.add(painter.paint(shot)?.data());
    }
    Ok(Palette::of(&painter.colours(), &counts))
}

fn u16_of(pixels: u32) -> Result<u16, Error> {
    u16::try_from(pixels).map_err(|_| Error::new("the picture is too large"))
}

fn unpacked(error: EncodingError) -> Error {
    Error::new(format!("the frames cannot be packed: {error}"))
}

/// Frames on their way into the file.
struct Film {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    width: usize,
    /// The indices of the picture that stands.
    shown: Vec<u8>,
    /// The frame that is not written yet, because it may stand longer.
    newest: Option<Frame<'static>>,
}

impl Film {
    fn of((width, height): (u16, u16), palette: Palette) -> Result<Self, EncodingError> {
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film { encoder, palette, width: width.into(), shown: Vec::new(), newest: None })
    }

    /// Shows a picture of four bytes a pixel for a time in hundredths of a second.
    fn add(&mut self, pixels: &[u8], time: u16) -> Result<(), EncodingError> {
        let indices = self.palette.indices(pixels);
        let changed = match self.shown.is_empty() {
            true => Some((0, 0, self.width, indices.len() / self.width)),
            false => changed(&self.shown, &indices, self.width),
        };
        match (changed, &mut self.newest) {
            (None, Some(newest)) => newest.delay = newest.delay.saturating_add(time),
            (changed, _) => {
                let frame = self.frame(&indices, changed.unwrap_or((0, 0, 1, 1)), time);
                self.write_newest()?;
                self.newest = Some(frame);
            }
        }
        self.shown = indices;
        Ok(())
    }

    /// The pixels of a rectangle: left, top, width and height. Within it unchanged ones stay as they are.
    fn frame(
        &self,
        indices: &[u8],
        rectangle: (usize, usize, usize, usize),
        time: u16,
    ) -> Frame<'static> {
        let (left, top, width, height) = rectangle;
        let rows =
            (top..top + height).map(|y| y * self.width + left..y * self.width + left + width);
        let pixel = |n: usize| match self.shown.get(n) {
            Some(before) if *before == indices[n] => UNCHANGED,
            _ => indices[n],
        };
        let part = |pixels: usize| u16::try_from(pixels).unwrap_or(u16::MAX);
        Frame {
            delay: time,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: part(left),
            top: part(top),
            width: part(width),
            height: part(height),
            buffer: Cow::Owned(rows.flatten().map(pixel).collect()),
            ..Frame::default()
        }
    }

    fn write_newest(&mut self) -> Result<(), EncodingError> {
        match self.newest.take() {
            Some(frame) => self.encoder.write_frame(&frame),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Vec<u8>, EncodingError> {
        self.write_newest()?;
        self.encoder.into_inner()
    }
}

/// The smallest rectangle in which two pictures differ: left, top, width and height.
fn changed(one: &[u8], other: &[u8], width: usize) -> Option<(usize, usize, usize, usize)> {
    let rows = one.chunks(width).zip(other.chunks(width)).enumerate();
    let mut found: Option<(usize, usize, usize, usize)> = None;
    for (y, (one, other)) in rows.filter(|(_, rows)| rows.0 != rows.1) {
        let unlike = |x: &usize| one[*x] != other[*x];
        let (Some(first), Some(last)) = ((0..width).find(unlike), (0..width).rev().find(unlike))
        else {
            continue;
        };
        let (left, top, right, _) = found.unwrap_or((first, y, last, y));
        found = Some((left.min(first), top, right.max(last), y));
    }
    found.map(|(left, top, right, bottom)| (left, top, right - left + 1, bottom - top + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_rectangle_that_changes_is_stored() {
        let before = [0; 12];
        let mut after = before;
        assert_eq!(changed(&before, &after, 4), None);
        (after[5], after[10]) = (1, 1);
        assert_eq!(changed(&before, &after, 4), Some((1, 1, 2, 2)));
        after[0] = 1;
        assert_eq!(changed(&before, &after, 4), Some((0, 0, 3, 3)));
    }

    #[test]
    fn a_picture_that_stays_stands_longer() {
        let mut counts = ColourCounts::default();
        let (one, other) = ([10, 20, 30, 255].repeat(6), [200, 20, 30, 255].repeat(6));
        counts.add(&one);
        counts.add(&other);
        let mut film = Film::of((3, 2), Palette::of(&[], &counts)).expect("a film");
        for pixels in [&one, &one, &other] {
            film.add(pixels, 7).expect("a frame");
        }
        let bytes = film.finish().expect("a file");
        let delays: Vec<_> =
            bytes.windows(5).filter(|it| it[..4] == [0x21, 0xf9, 4, 0b101]).collect();
        assert_eq!(delays.iter().map(|it| it[4]).collect::<Vec<_>>(), [14, 7]);
    }
}
