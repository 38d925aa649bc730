//! Where the places of a road map stand in a drawing, in hundredths of the width of a place.

use super::layout::{HEIGHT, WIDTH, clearance, layout};

/// The least distance of a place from a road that passes it.
const CLEARANCE: i32 = 42;

/// A map in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Width and height.
    pub size: (i32, i32),
    /// The middle of every place, right and down from the upper left corner.
    pub places: Vec<(i32, i32)>,
}

/// Lays out so many places that are joined by roads (one end, the other end, length).
#[must_use]
pub fn placed(places: usize, roads: &[(u32, u32, u32)]) -> Placed {
    let clear = clearance(places);
    let scale = |at: i32| at.saturating_mul(CLEARANCE) / clear;
    let laid = layout(places, roads).into_iter();
    Placed {
        size: (scale(WIDTH), scale(HEIGHT)),
        places: laid.map(|(x, y)| (scale(x), scale(y))).collect(),
    }
}

/// Stretches positions that somebody else chose so that places keep apart.
#[must_use]
pub fn stretched(positions: &[(i32, i32)]) -> Placed {
    let least = |n: fn(&(i32, i32)) -> i32| positions.iter().map(n).min().unwrap_or(0);
    let (left, top) = (least(|at| at.0), least(|at| at.1));
    let most = |n: fn(&(i32, i32)) -> i32| positions.iter().map(n).max().unwrap_or(0);
    let (width, height) = (most(|at| at.0) - left, most(|at| at.1) - top);
    let count = f64::from(u32::try_from(positions.len().max(1)).unwrap_or(u32::MAX));
    let area = f64::from(width.max(1)) * f64::from(height.max(1));
    // Each place has a square of its own, two and a half places wide.
    let scale = 250.0 / (area / count).sqrt();
    let grown = |at: i32| (f64::from(at) * scale).round() as i32;
    let places = positions.iter();
    Placed {
        size: (grown(width), grown(height)),
        places: places
            .map(|(x, y)| (grown(x - left), grown(y - top)))
            .collect(),
    }
}
