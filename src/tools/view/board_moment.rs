//! What a drawing shows of a moment, whether of one history or of two on one board.

use chase_core::picture::{Act, Arrow, Change, Piece, Scene};

/// What stands on a board, each with the class of the side that has it alone; the class is empty where
/// nothing is compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BoardMoment {
    pub pieces: Vec<(Piece, &'static str)>,
    pub arrows: Vec<(Arrow, &'static str)>,
    pub changes: Vec<Change>,
    /// The places that are of another kind for the other side, as they are there.
    pub unlike: Vec<Change>,
    /// Pieces that a dotted line connects, as indices.
    pub ties: Vec<(usize, usize)>,
    /// The place where the game ended.
    pub ended: Option<u32>,
    /// The part of their way that pieces which move have still to go, from 0 to 1.
    pub left: f64,
}

impl BoardMoment {
    pub(super) fn of(scene: &Scene) -> Self {
        let pieces = scene.pieces.iter().map(|piece| (piece.clone(), ""));
        BoardMoment {
            pieces: pieces.collect(),
            arrows: scene.arrows.iter().map(|arrow| (*arrow, "")).collect(),
            changes: scene.changes.clone(),
            ..BoardMoment::default()
        }
    }

    pub(super) fn ended_in(mut self, place: Option<u32>) -> Self {
        self.ended = place;
        self
    }

    /// Returns whether a piece came from another place.
    #[cfg(feature = "pictures")]
    pub(super) fn moves(&self) -> bool {
        (0..self.pieces.len()).any(|n| self.came_from(n).is_some())
    }

    /// The place from which the nth piece came by the arrows.
    pub(super) fn came_from(&self, n: usize) -> Option<u32> {
        let (piece, class) = &self.pieces[n];
        let led = |(arrow, whose): &&(Arrow, &str)| {
            arrow.act != Act::Plans
                && (arrow.actor, Some(arrow.to)) == (piece.actor, piece.at)
                && (whose == class || whose.is_empty())
        };
        let arrow = self.arrows.iter().find(led)?;
        let is_alone = self.pieces.iter().filter(|it| it.0.actor == piece.actor).count() == 1;
        let first =
            self.arrows.iter().find(|it| it.0.actor == piece.actor && it.0.act != Act::Plans);
        // Of somebody who moved twice the way begins where the first move did.
        Some(first.filter(|_| is_alone).unwrap_or(arrow).0.from)
    }

    /// How many pieces stand in the place of the nth, and how many of them before it.
    pub(super) fn crowd(&self, n: usize) -> (usize, usize) {
        let at = self.pieces[n].0.at;
        let here = |it: &&(Piece, &str)| it.0.at == at;
        let before = self.pieces[..n].iter().filter(here).count();
        (self.pieces.iter().filter(here).count(), before)
    }
}
