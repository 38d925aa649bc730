//! Colours by their names.

use serde::Serialize;

/// A colour by its name, for pieces and lines that are called by it. It looks the same on light and dark
/// grounds, so that whoever draws adds an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the word for what it shows")]
pub enum Paint {
    White,
    Yellow,
    Red,
    Black,
    Blue,
    Green,
}

impl Paint {
    /// Its name, as in the JSON of a stage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Paint::White => "white",
            Paint::Yellow => "yellow",
            Paint::Red => "red",
            Paint::Black => "black",
            Paint::Blue => "blue",
            Paint::Green => "green",
        }
    }
}
