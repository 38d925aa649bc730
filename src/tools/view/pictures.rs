//! Moments and stretches of a history as pixels: one picture as PNG, or many as a GIF that moves. The
//! same moments give the same bytes in every run: colours, fonts and sizes are all in here.

mod caption;
mod moving;
mod painter;
mod palette;
mod style;

pub use moving::gif;
pub use painter::png;
