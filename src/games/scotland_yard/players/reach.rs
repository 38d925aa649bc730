//! How far stations are from the detectives, and the best of a set of moves.

use crate::board::{Station, TransportReach, UNREACHABLE};
use crate::{Action, Public, PublicSetting};

/// The station where a move ends; nothing for a pass.
pub(super) fn end(action: Action) -> Option<Station> {
    match action {
        Action::Move(leg) => Some(leg.to),
        Action::Double { second, .. } => Some(second.to),
        Action::Pass => None,
    }
}

/// The distance from a station to every detective, over every edge; to one that cannot be reached
/// it is as many as the board has station numbers, which is more than any way can be.
pub(super) fn to_detectives(
    setting: &PublicSetting,
    public: &Public,
    from: Station,
) -> impl Iterator<Item = u32> {
    let board = &setting.board;
    let far = u32::try_from(board.numbers()).expect("stations are 16 bits wide");
    let row = board.distances(TransportReach::Everything, from);
    let seats = setting.detectives();
    seats.map(move |seat| match row[usize::from(public.detective(seat))] {
        UNREACHABLE => far,
        distance => u32::from(distance),
    })
}

/// The moves of the highest score, in their order. `floor` is below every score.
pub(super) fn best<S: PartialOrd + Copy>(
    actions: &[Action],
    floor: S,
    score: impl Fn(Action) -> S,
) -> Vec<Action> {
    let (mut best, mut high) = (Vec::new(), floor);
    for &action in actions {
        let score = score(action);
        if score > high {
            high = score;
            best.clear();
        }
        if score >= high {
            best.push(action);
        }
    }
    best
}
