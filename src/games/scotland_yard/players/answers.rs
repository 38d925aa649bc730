//! The detectives' possible answers: the report's `possibleLocation`, counted.

use crate::board::Station;
use crate::{Action, Public, PublicSetting};

/// The probability that a detective steps onto a station in one turn. Each detective picks any of
/// its moves, all equally likely, as if nobody else moved: with `m` moves, `f` of which lead there
/// (one for each ticket that pays), it stays away with 1 - f / m; the result is 1 less the product.
pub(super) fn risk(setting: &PublicSetting, public: &Public, at: Station) -> f64 {
    let mut moves = Vec::new();
    let mut safety = 1.0;
    for seat in setting.detectives() {
        moves.clear();
        setting.actions(public, seat, 0, &mut moves);
        let leads_there = |action: &&Action| matches!(action, Action::Move(leg) if leg.to == at);
        let there = moves.iter().filter(leads_there).count();
        safety *= 1.0 - count(there) / count(moves.len());
    }
    1.0 - safety
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).expect("a set of moves is small"))
}
