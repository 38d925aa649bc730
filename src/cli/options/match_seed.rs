//! The seed of a match: given, kept in a file, or drawn so that no player finds it.

use chase_engine::dice::fresh_seed;
use chase_world::error::{Error, IoAt};

/// A seed as it is given: the number, or the file it stands in.
///
/// # Errors
/// No number, or a file that cannot be read.
pub fn seed_or_file(given: &str) -> Result<i64, Error> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let Some(path) = given.strip_prefix('@') else {
        return number(given).ok_or_else(|| Error::new("expected a number, or @FILE"));
    };
    let text = std::fs::read_to_string(path).io_at(path, "read")?;
    // What stands in it is not quoted: it may be a seed nearly right.
    number(&text).ok_or_else(|| Error::new("expected a number and nothing else").at(path))
}

/// A seed that no player can find by trying all there are: 62 bits.
pub fn drawn_seed() -> i64 {
    fresh_seed() << 31 | fresh_seed()
}
