//! Lines of the console that every edition lays out alike: an hour's head and row, and who caught the
//! thief or where it got away to.

use super::AGENTS;
use super::lines::{digits, printed_city};

pub(super) const CAUGHT_IN: &str = " caught the thief in ";
pub(super) const AWAY_TO: &str = " got away to ";

/// Returns the hour of a line that is exactly as in `Hour 12`; nothing for any other line.
#[inline]
pub(super) fn exact_hour(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(b"Hour ")?;
    let hour = digits(number)?;
    (number.len() == 1 || number[0] != b'0').then_some(hour)
}

/// Five times `%3d` and a star or a blank.
#[inline]
pub(super) fn is_exact_row(line: &[u8]) -> bool {
    const CELL: usize = 4;
    // Most maps have fewer than a thousand cities, and every hour has a row.
    if line.len() == CELL * AGENTS && line.chunks_exact(CELL).all(is_small_cell) {
        return true;
    }
    // Rows that end in no cell are common where an editor trimmed them.
    if !line.ends_with(b" ") && !line.ends_with(b"*") {
        return false;
    }
    let mut rest = line;
    for _ in 0..AGENTS {
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        let number = rest[blanks..].iter().take_while(|byte| byte.is_ascii_digit());
        let digits = number.count();
        let is_padded = blanks == 3usize.saturating_sub(digits);
        let is_number = digits == 1 || (digits > 1 && rest[blanks] != b'0');
        match rest.get(blanks + digits) {
            Some(b' ' | b'*') if is_padded && is_number => rest = &rest[blanks + digits + 1..],
            _ => return false,
        }
    }
    rest.is_empty()
}

/// A cell of a city below 1,000.
#[inline]
fn is_small_cell(cell: &[u8]) -> bool {
    matches!(
        cell,
        [b' ', b' ', b'0'..=b'9', b' ' | b'*']
            | [b' ', b'1'..=b'9', b'0'..=b'9', b' ' | b'*']
            | [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', b' ' | b'*']
    )
}

/// The first five cells of a line.
pub(super) fn exact_row(text: &str) -> Option<String> {
    let words: Vec<_> = text.split_whitespace().take(AGENTS).collect();
    let cell = |word: &&str| {
        let (city, mark) = match word.strip_suffix('*') {
            Some(city) => (city, '*'),
            None => (*word, ' '),
        };
        Some(format!("{:>3}{mark}", printed_city(city)?.to_string()))
    };
    let cells: Option<String> = words.iter().map(cell).collect();
    cells.filter(|_| words.len() == AGENTS)
}

pub(super) fn exact_who(text: &str) -> Option<String> {
    let verb = [CAUGHT_IN, AWAY_TO].into_iter().find(|verb| text.contains(verb))?;
    let (who, place) = text.split_once(verb)?;
    let (city, id) = place.strip_suffix(')')?.rsplit_once('(')?;
    let (who, city) = (who.trim(), city.trim());
    Some(format!("{who}{verb}{city} ({})", printed_city(id.trim())?))
}
