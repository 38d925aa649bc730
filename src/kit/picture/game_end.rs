//! How a game ended, in words and on the board.

/// How a game ended, for its heading and for the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEnd {
    /// What happened, without a full stop: `tiger into the den`, or `D1 caught the thief in sydney`.
    pub words: String,
    /// True if the words say who did what; else the names of winners and losers stand before them.
    pub is_sentence: bool,
    /// The place where it happened, an index into [`Stage::places`](super::Stage::places).
    pub place: Option<u32>,
}

impl GameEnd {
    /// What follows the names of winners and losers.
    #[must_use]
    pub fn how(words: impl Into<String>) -> Self {
        GameEnd { words: words.into(), ..GameEnd::default() }
    }

    /// Words that say who did what.
    #[must_use]
    pub fn sentence(words: impl Into<String>) -> Self {
        GameEnd { is_sentence: true, ..Self::how(words) }
    }

    /// Names the place where it happened.
    #[must_use]
    pub fn at(mut self, place: Option<u32>) -> Self {
        self.place = place;
        self
    }
}
