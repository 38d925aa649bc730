//! The first difference of two replays by their seals: equal seals mean an equal past, so half
//! of what is left can be passed over each time without reading it.

use crate::store::ReplayReader;
use chase_world::error::Error;

/// The number of equal cycles at the beginning of two finished replays, if both allow jumps and their
/// seals begin with the same scenario; else nothing. The frames that are passed over are checked by their
/// checksums first. Neither reader can be used afterwards.
///
/// # Errors
/// Damage on the way.
pub fn equal_cycles(
    ours: &mut ReplayReader,
    theirs: &mut ReplayReader,
) -> Result<Option<u64>, Error> {
    let (mine, others) = (ours.header(), theirs.header());
    let comparable = mine.game == others.game
        && mine.rules == others.rules
        && mine.scenario.get() == others.scenario.get();
    let cycles = |reader: &ReplayReader| Some(reader.tail()?.counts?.cycles);
    let (Some(mine), Some(others), true) = (cycles(ours), cycles(theirs), comparable) else {
        return Ok(None);
    };
    if !ours.check_frames()? || !theirs.check_frames()? {
        return Ok(None);
    }
    // The first `equal` cycles are equal, the first `unequal` are not.
    let (mut equal, mut unequal) = (0, mine.min(others) + 1);
    let mut middle = unequal - 1;
    while middle > equal {
        match (ours.seal_after(middle - 1)?, theirs.seal_after(middle - 1)?) {
            (Some(mine), Some(others)) if mine == others => equal = middle,
            (Some(_), Some(_)) => unequal = middle,
            _ => return Ok(None),
        }
        middle = equal + (unequal - equal) / 2;
    }
    Ok(Some(equal))
}
