//! Where the places of a road map stand in a drawing, in hundredths of the width of a place.

use super::map_layout::{HEIGHT, WIDTH, clearance, layout};

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
pub fn placed(places: usize, roads: &[(u32, u32, u32)]) -> Placed {
    let clear = clearance(places);
    let scale = |at: i32| at.saturating_mul(CLEARANCE) / clear;
    let laid = layout(places, roads).into_iter();
    Placed {
        size: (scale(WIDTH), scale(HEIGHT)),
        places: laid.map(|(x, y)| (scale(x), scale(y))).collect(),
    }
}
