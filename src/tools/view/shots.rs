//! Moments of a history that become pictures: what stands on the boards, and what is said above them.

use super::board_moment::BoardMoment;
use super::history_drawing::put_drawn;
use chase_core::any::DescribedHistory;
use chase_core::picture::{Scene, Stage};

/// The size and the colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureForm {
    /// The width in pixels; the height follows from the board.
    pub width: u32,
    /// True for light figures on a dark ground.
    pub is_dark: bool,
}

/// What all pictures of a history share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture<'a> {
    /// The board, or two that stand side by side.
    pub stages: &'a [Stage],
    /// The first line of the caption.
    pub heading: &'a str,
    /// The size and the colours.
    pub form: PictureForm,
}

/// A moment that is ready to be painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureShot {
    /// The moment in words: `hour 3 of 4`.
    pub when: String,
    /// What happened, or how the game ended.
    pub words: String,
    /// What stands on each board; nothing where a side has no such moment.
    pub(super) boards: Vec<Option<BoardMoment>>,
}

impl PictureShot {
    /// The moment after the newest cycle of a history on its stage; `last` is its last cycle. Scenes and
    /// events have to be watched.
    #[must_use]
    pub fn of(now: &dyn DescribedHistory, stage: &Stage, last: u64) -> Self {
        let mut scene = Scene::default();
        put_drawn(now, &mut scene);
        let cycle = now.last().unwrap_or(0);
        let end = now.as_game().map(|game| game.summary());
        let end = end.filter(|it| it.is_over && cycle == last);
        let words = match &end {
            Some(end) => end.title.clone(),
            None => {
                let told = String::from_utf8_lossy(now.events_text());
                let headline = Some(scene.headline.as_str()).filter(|it| !it.is_empty());
                let all: Vec<_> = headline.into_iter().chain(told.lines()).collect();
                stage.seats.on_board(&all.join("; "))
            }
        };
        let board = BoardMoment::of(&scene).ended_in(end.and_then(|it| it.place));
        PictureShot {
            when: format!("{} {cycle} of {last}", now.unit()),
            words,
            boards: vec![Some(board)],
        }
    }

    /// The same moment while its pieces are still on their way: a part of the way is left, from 0 to 1.
    #[cfg(feature = "pictures")]
    pub(super) fn before_arrival(&self, left: f64) -> Self {
        let mut shot = self.clone();
        for board in shot.boards.iter_mut().flatten() {
            board.left = left;
        }
        shot
    }

    /// Returns whether pieces go somewhere in it.
    #[cfg(feature = "pictures")]
    pub(super) fn moves(&self) -> bool {
        self.boards.iter().flatten().any(BoardMoment::moves)
    }
}
