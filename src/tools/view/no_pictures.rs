//! What stands in for pixels in a program that is built without the feature `pictures`.

use super::shots::{Picture, PictureShot};
use chase_core::error::Error;

/// Says that this program has no pictures.
///
/// # Errors
/// Always.
pub fn png(_: &Picture<'_>, _: &PictureShot) -> Result<Vec<u8>, Error> {
    Err(not_built())
}

/// Says that this program has no pictures.
///
/// # Errors
/// Always.
pub fn gif(_: &Picture<'_>, _: &[PictureShot]) -> Result<Vec<u8>, Error> {
    Err(not_built())
}

fn not_built() -> Error {
    Error::new("there are no pictures in this program: it was built without the feature `pictures`")
        .help("`cargo install --path . --locked --features pictures` builds it with them; --svg is there without")
}
