//! Finds out whether one side shows the same as the other, some cycles earlier or later.

use chase_kit::trace::TraceRow;
use chase_record::any::AnyGame;
use chase_world::error::counted;

/// Cycles one side may lag behind.
const LAG_MAX: usize = 3;
/// Cycles that must be the same, and how many of them must differ from each other.
const SAME_MIN: usize = 8;
const DIFFERENT_MIN: usize = 4;

/// A note that one side shows from here on what the other shows some cycles earlier or later, if it does.
pub(super) fn shifted(
    game: &dyn AnyGame,
    ours: &[TraceRow],
    theirs: &[TraceRow],
) -> Option<String> {
    let shown = |rows: &[TraceRow]| -> Vec<String> {
        let line = |row: &TraceRow| game.printed(row).into_iter().map(|(cell, _)| cell).collect();
        rows.iter().map(line).collect()
    };
    let (ours, theirs) = (shown(ours), shown(theirs));
    let unit = game.unit();
    let words = |lag: usize, direction: &str| {
        let lag = counted(lag, unit);
        format!("from here on ours shows what theirs shows {lag} {direction}")
    };
    (1..=LAG_MAX).find_map(|lag| {
        if is_same(&ours, theirs.get(lag..)?) {
            return Some(words(lag, "later"));
        }
        is_same(ours.get(lag..)?, &theirs).then(|| words(lag, "earlier"))
    })
}

/// Returns true if two lists are equal as far as both go, for enough cycles of which enough differ.
fn is_same(one: &[String], other: &[String]) -> bool {
    let length = one.len().min(other.len());
    let mut kinds: Vec<&String> = one[..length].iter().collect();
    kinds.sort_unstable();
    kinds.dedup();
    length >= SAME_MIN && kinds.len() >= DIFFERENT_MIN && one[..length] == other[..length]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::GAME;
    use chase_kit::trace::Cell;

    fn rows(sums: impl Iterator<Item = u64>) -> Vec<TraceRow> {
        let row = |(n, sum)| {
            let mut row = TraceRow::unknown(GAME.columns().len());
            row.cycle = n;
            row.cells[0] = Cell::Number(sum);
            row
        };
        (0..).zip(sums).map(row).collect()
    }

    #[test]
    fn a_side_that_lags_behind_is_known() {
        let walk = |n: u64| n * n % 17;
        let ours = rows((0..20).map(walk));
        let theirs = rows((2..22).map(walk));
        let words = shifted(GAME, &ours, &theirs);
        let later = "from here on ours shows what theirs shows 2 moves earlier";
        assert_eq!(words.as_deref(), Some(later));
        let words = shifted(GAME, &theirs, &ours);
        let earlier = "from here on ours shows what theirs shows 2 moves later";
        assert_eq!(words.as_deref(), Some(earlier));
    }

    #[test]
    fn standing_still_and_short_ends_say_nothing() {
        let still = || rows([3; 20].into_iter());
        assert_eq!(shifted(GAME, &still(), &still()), None);
        let walk = |n: u64| n * n % 17;
        let (ours, theirs) = (rows((0..8).map(walk)), rows((1..9).map(walk)));
        assert_eq!(shifted(GAME, &ours, &theirs), None);
    }
}
