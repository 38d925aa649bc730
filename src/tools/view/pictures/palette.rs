//! The colours of a moving picture: those of the drawing, and the shades between them at smoothed edges.

use std::collections::BTreeMap;

/// A colour as red, green and blue.
type Rgb = [u8; 3];

/// The index that stands for a pixel as it was before.
pub(super) const UNCHANGED: u8 = 255;
/// The colours besides that one.
const COLOURS_MAX: usize = 255;
/// Shades that differ from one that is there by less than this in each part are drawn as it.
const NEAR_ENOUGH: u8 = 8;

/// At most 255 colours, by which every other is replaced.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// The index of the nearest colour, of those that were asked for.
    nearest: BTreeMap<Rgb, u8>,
}

/// Counts the pixels of each colour.
#[derive(Default)]
pub(super) struct ColourCounts(BTreeMap<Rgb, u64>);

impl ColourCounts {
    /// Adds a picture of four bytes a pixel, the last of which is not looked at.
    pub(super) fn add(&mut self, pixels: &[u8]) {
        let mut colours = pixels.chunks_exact(4).map(rgb).peekable();
        while let Some(colour) = colours.next() {
            let mut run = 1;
            while colours.next_if_eq(&colour).is_some() {
                run += 1;
            }
            *self.0.entry(colour).or_default() += run;
        }
    }
}

fn rgb(pixel: &[u8]) -> Rgb {
    [pixel[0], pixel[1], pixel[2]]
}

impl Palette {
    /// The colours of a drawing that occur, then the shades that occur most.
    pub(super) fn of(drawn: &[Rgb], counts: &ColourCounts) -> Self {
        let mut colours: Vec<Rgb> = Vec::new();
        for colour in drawn.iter().filter(|it| counts.0.contains_key(*it)) {
            if !colours.contains(colour) {
                colours.push(*colour);
            }
        }
        let mut shades: Vec<_> = counts.0.iter().collect();
        shades.sort_by_key(|(colour, count)| (std::cmp::Reverse(**count), **colour));
        for (shade, _) in shades {
            let is_there = |it: &Rgb| distances(it, shade).all(|part| part < NEAR_ENOUGH);
            if colours.len() < COLOURS_MAX && !colours.iter().any(is_there) {
                colours.push(*shade);
            }
        }
        colours.truncate(COLOURS_MAX);
        Palette { colours, nearest: BTreeMap::new() }
    }

    /// Red, green and blue of 256 colours, one after the other.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The indices of a picture's pixels.
    pub(super) fn indices(&mut self, pixels: &[u8]) -> Vec<u8> {
        let mut newest = ([0; 3], self.index([0; 3]));
        let colours = pixels.chunks_exact(4).map(rgb);
        let index = colours.map(|colour| {
            if colour != newest.0 {
                newest = (colour, self.index(colour));
            }
            newest.1
        });
        index.collect()
    }

    fn index(&mut self, colour: Rgb) -> u8 {
        if let Some(index) = self.nearest.get(&colour) {
            return *index;
        }
        let away =
            |other: &Rgb| distances(other, &colour).map(|it| u32::from(it).pow(2)).sum::<u32>();
        let nearest = (0..UNCHANGED).zip(&self.colours).min_by_key(|it| away(it.1));
        let index = nearest.map_or(0, |it| it.0);
        self.nearest.insert(colour, index);
        index
    }
}

/// How far two colours are apart, part by part.
fn distances(one: &Rgb, other: &Rgb) -> impl Iterator<Item = u8> {
    let parts: [u8; 3] = std::array::from_fn(|n| one[n].abs_diff(other[n]));
    parts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_drawing_are_kept_and_shades_are_drawn_as_the_nearest() {
        let pixels =
            [[200, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255], [3, 0, 0, 255], [90, 90, 90, 255]]
                .concat();
        let mut counts = ColourCounts::default();
        counts.add(&pixels);
        let mut palette = Palette::of(&[[200, 0, 0], [1, 2, 3]], &counts);
        assert_eq!(palette.colours, [[200, 0, 0], [0, 0, 0], [90, 90, 90]]);
        assert_eq!(palette.indices(&pixels), [0, 1, 1, 1, 2]);
        assert_eq!(palette.bytes().len(), 768);
    }

    #[test]
    fn there_are_never_more_colours_than_a_file_can_name() {
        let many =
            (0..=255).flat_map(|red| (0..=255).step_by(9).map(move |blue| [red, 0, blue, 255]));
        let pixels: Vec<u8> = many.flatten().collect();
        let mut counts = ColourCounts::default();
        counts.add(&pixels);
        let mut palette = Palette::of(&[], &counts);
        assert_eq!(palette.colours.len(), COLOURS_MAX);
        assert!(palette.indices(&pixels).iter().all(|it| *it < UNCHANGED));
    }
}
