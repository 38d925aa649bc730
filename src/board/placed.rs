//! Where the places of a road map stand in a drawing.

/// A map in a drawing, in hundredths of the width of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Width and height.
    pub size: (i32, i32),
    /// The middle of every place, right and down from the upper left corner.
    pub places: Vec<(i32, i32)>,
}

/// Places so many places that are joined by roads (one end, the other end, length).
#[must_use]
pub fn placed(places: usize, _roads: &[(u32, u32, u32)]) -> Placed {
    let radius = 60.0 * places.max(5) as f64;
    let at = |n: usize| {
        let turn = std::f64::consts::TAU * n as f64 / places as f64;
        let along = |part: f64| (radius * (1.0 + part)) as i32 + 150;
        (along(turn.cos()), along(turn.sin()))
    };
    let side = 2 * radius as i32 + 300;
    Placed {
        size: (side, side),
        places: (0..places).map(at).collect(),
    }
}
