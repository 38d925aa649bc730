//! Two moments on one board: ours filled, theirs dashed, what is the same once. The page does the same
//! in `page/pair.js`.

use std::collections::BTreeMap;

use super::board_moment::BoardMoment;
use chase_core::picture::{Act, Arrow, Change, Piece, Scene, Stage, Standing};

/// The classes of what one side has alone.
const OURS: &str = " ours";
const THEIRS: &str = " theirs";

/// A side of a comparison: its stage, and what it cannot tell.
#[derive(Clone, Copy)]
pub(super) struct ComparedSide<'a> {
    pub stage: &'a Stage,
    pub scene: &'a Scene,
    pub is_transcript: bool,
    /// The kinds of places that it does not tell from what the stage has there.
    pub untold: &'a [u8],
}

/// Both moments on the board of ours.
pub(super) fn overlaid(ours: ComparedSide<'_>, theirs: ComparedSide<'_>) -> BoardMoment {
    let pieces = pieces_apart(ours, theirs);
    let arrows = parts(&ours.scene.arrows, &theirs.scene.arrows, |it| {
        (act_number(it.act), it.actor, it.from, it.to)
    });
    let ours_arrows = ours.scene.arrows.iter().map(|it| (*it, ""));
    // A transcript has arrows of some pieces only, and no plans.
    let is_other = |arrow: &Arrow| {
        let leads = |(piece, whose): &(Piece, &str)| {
            *whose == THEIRS && (piece.actor, piece.at) == (arrow.actor, Some(arrow.to))
        };
        !ours.is_transcript || pieces.iter().any(leads)
    };
    let theirs_arrows = arrows.theirs.into_iter().map(|it| {
        let class = if is_other(&it) { THEIRS } else { "" };
        (it, class)
    });
    BoardMoment {
        arrows: ours_arrows.chain(theirs_arrows).collect(),
        changes: ours.scene.changes.clone(),
        unlike: places_apart(ours, theirs),
        ties: ties(&pieces),
        pieces,
        ..BoardMoment::default()
    }
}

/// What two lists have in common, and what each has alone.
struct Parts<T> {
    both: Vec<T>,
    ours: Vec<T>,
    theirs: Vec<T>,
}

fn parts<T: Clone, K: Ord>(ours: &[T], theirs: &[T], key: impl Fn(&T) -> K) -> Parts<T> {
    let mut left: BTreeMap<K, usize> = BTreeMap::new();
    for item in theirs {
        *left.entry(key(item)).or_default() += 1;
    }
    let take = |left: &mut BTreeMap<K, usize>, item: &T| match left.get_mut(&key(item)) {
        Some(count @ 1..) => {
            *count -= 1;
            true
        }
        _ => false,
    };
    let (mut both, mut alone) = (Vec::new(), Vec::new());
    for item in ours {
        let there = take(&mut left, item);
        if there { &mut both } else { &mut alone }.push(item.clone());
    }
    let mut met: BTreeMap<K, usize> = BTreeMap::new();
    for item in &both {
        *met.entry(key(item)).or_default() += 1;
    }
    let theirs = theirs.iter().filter(|item| !take(&mut met, item));
    Parts { theirs: theirs.cloned().collect(), both, ours: alone }
}

/// All pieces, each with the class of the side that has it alone: first those of both, then ours.
fn pieces_apart(ours: ComparedSide<'_>, theirs: ComparedSide<'_>) -> Vec<(Piece, &'static str)> {
    let key = |it: &Piece| (it.actor, it.at, standing_number(it.standing));
    let all = parts(&ours.scene.pieces, &theirs.scene.pieces, key);
    let has_transcript = ours.is_transcript || theirs.is_transcript;
    let is_other = |piece: &Piece, other: &Scene| {
        let has = |standing| {
            let mut its = other.pieces.iter().filter(|it| it.actor == piece.actor);
            its.any(|it| it.standing == standing)
        };
        match piece.standing {
            Standing::Untold => false,
            // Where somebody was last seen is told beside where it is, and a replay tells only one of them.
            Standing::LastSeen => has(Standing::LastSeen) || !has_transcript,
            Standing::Plain | Standing::Out => !has(Standing::Untold),
        }
    };
    let mut same = all.both;
    let mut alone = Vec::new();
    for (pieces, other, class) in [(all.ours, theirs.scene, OURS), (all.theirs, ours.scene, THEIRS)]
    {
        for piece in pieces {
            match is_other(&piece, other) {
                true => alone.push((piece, class)),
                false => same.push(piece),
            }
        }
    }
    let told = same.into_iter().filter(|it| it.standing != Standing::Untold);
    told.map(|it| (it, "")).chain(alone).collect()
}

/// The pairs that a dotted line connects: of an actor of which each side has one piece alone.
fn ties(pieces: &[(Piece, &'static str)]) -> Vec<(usize, usize)> {
    let alone = |of: &Piece, class: &str| {
        let is_seen = |it: &Piece| it.standing == Standing::LastSeen;
        let all = pieces.iter().enumerate().filter(|(_, (piece, whose))| {
            *whose == class && piece.actor == of.actor && is_seen(piece) == is_seen(of)
        });
        let all: Vec<_> = all.map(|it| it.0).collect();
        match all[..] {
            [one] => Some(one),
            _ => None,
        }
    };
    let ours = pieces.iter().filter(|it| it.1 == OURS);
    let tied = ours.filter_map(|(piece, _)| Some((alone(piece, OURS)?, alone(piece, THEIRS)?)));
    tied.collect()
}

/// The places that are of another kind for theirs, as they are there.
fn places_apart(ours: ComparedSide<'_>, theirs: ComparedSide<'_>) -> Vec<Change> {
    let at = |side: ComparedSide<'_>, place: u32| {
        let changed = side.scene.changes.iter().find(|it| it.place == place);
        let stands = &side.stage.places[place as usize];
        let now = changed.cloned().unwrap_or_else(|| Change {
            place,
            kind: stands.kind,
            label: stands.label.clone(),
        });
        (now, changed.is_some())
    };
    let count = ours.stage.places.len().min(theirs.stage.places.len());
    let places = (0..).take(count).filter_map(|place| {
        let ((mine, mine_changed), (other, other_changed)) = (at(ours, place), at(theirs, place));
        let is_untold = (!mine_changed && ours.untold.contains(&other.kind))
            || (!other_changed && theirs.untold.contains(&mine.kind));
        let is_same = (mine.kind, &mine.label) == (other.kind, &other.label);
        (!is_same && !is_untold).then_some(other)
    });
    places.collect()
}

fn act_number(act: Act) -> u8 {
    match act {
        Act::Moved => 0,
        Act::Pushed => 1,
        Act::Plans => 2,
    }
}

fn standing_number(standing: Standing) -> u8 {
    match standing {
        Standing::Plain => 0,
        Standing::LastSeen => 1,
        Standing::Out => 2,
        Standing::Untold => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_core::picture::Place;

    fn side<'a>(stage: &'a Stage, scene: &'a Scene) -> ComparedSide<'a> {
        ComparedSide { stage, scene, is_transcript: false, untold: &[2] }
    }

    fn scene(pieces: &[(u32, u32)]) -> Scene {
        let mut scene = Scene::default();
        for (actor, at) in pieces {
            scene.piece(*actor, Some(*at));
        }
        scene
    }

    #[test]
    fn what_is_the_same_is_there_once_and_what_differs_is_tied() {
        let stage = Stage::default();
        let (ours, theirs) = (scene(&[(0, 4), (1, 5)]), scene(&[(0, 4), (1, 6)]));
        let both = overlaid(side(&stage, &ours), side(&stage, &theirs));
        let found: Vec<_> = both.pieces.iter().map(|it| (it.0.at, it.1)).collect();
        assert_eq!(found, [(Some(4), ""), (Some(5), OURS), (Some(6), THEIRS)]);
        assert_eq!(both.ties, [(1, 2)]);
        // Of two that nobody tells apart no one is tied to another.
        let (ours, theirs) = (scene(&[(1, 5), (1, 7)]), scene(&[(1, 6), (1, 8)]));
        let both = overlaid(side(&stage, &ours), side(&stage, &theirs));
        assert_eq!((both.pieces.len(), both.ties.len()), (4, 0));
    }

    #[test]
    fn an_arrow_of_theirs_alone_is_dashed() {
        let stage = Stage::default();
        let (mut ours, mut theirs) = (scene(&[]), scene(&[]));
        ours.arrow(Act::Moved, 0, 1, 2);
        theirs.arrow(Act::Moved, 0, 1, 2);
        theirs.arrow(Act::Moved, 1, 1, 3);
        let both = overlaid(side(&stage, &ours), side(&stage, &theirs));
        let classes: Vec<_> = both.arrows.iter().map(|it| (it.0.to, it.1)).collect();
        assert_eq!(classes, [(2, ""), (3, THEIRS)]);
    }

    #[test]
    fn a_place_of_another_kind_is_shown_unless_a_side_does_not_tell_the_kind() {
        let stage = Stage { places: vec![Place::default(), Place::default()], ..Stage::default() };
        let change = |place, kind| Change { place, kind, label: String::new() };
        let (ours, mut theirs) = (scene(&[]), scene(&[]));
        theirs.changes = vec![change(0, 1), change(1, 2)];
        let both = overlaid(side(&stage, &ours), side(&stage, &theirs));
        assert_eq!(both.unlike, [change(0, 1)]);
    }
}
