//! How one player did against another.

use serde::Serialize;

use super::real;

/// The outcome of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreOutcome {
    /// The player got nothing: 0 points.
    Loss,
    /// The game was a draw, or its win was shared: half a point.
    Draw,
    /// The player won alone: 1 point.
    Win,
}

impl ScoreOutcome {
    /// 0, 1 or 2.
    fn half_points(self) -> usize {
        match self {
            ScoreOutcome::Loss => 0,
            ScoreOutcome::Draw => 1,
            ScoreOutcome::Win => 2,
        }
    }
}

/// The games of player A against player B, as A sees them.
///
/// A win is worth 1, a loss 0 and a draw 1/2, always: a shared game in which somebody would give
/// A another part of the point has no place here and is counted as a draw all the same, so that
/// the points of both players add up to the games.
///
/// Two games on the same opening with sides swapped are no two independent games, since the
/// opening favours a side. They are counted as a pair as well. Where there are pairs, only they
/// are evaluated by [`elo`](super::elo()) and [`Sprt`](super::Sprt); a game whose partner is
/// missing is then left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairScore {
    /// All games, those of pairs too: A's losses, draws and wins.
    pub games: [u64; 3],
    /// Pairs of games in which A made 0, 1/2, 1, 3/2 and 2 points (the pentanomial counts).
    pub pairs: [u64; 5],
}

impl PairScore {
    /// Single games only.
    pub fn of_games(losses: u64, draws: u64, wins: u64) -> Self {
        PairScore { games: [losses, draws, wins], pairs: [0; 5] }
    }

    /// Counts a single game.
    pub(crate) fn add_game(&mut self, outcome: ScoreOutcome) {
        self.games[outcome.half_points()] += 1;
    }

    /// Counts two games on the same opening with sides swapped.
    pub(crate) fn add_pair(&mut self, one: ScoreOutcome, other: ScoreOutcome) {
        self.add_game(one);
        self.add_game(other);
        self.pairs[one.half_points() + other.half_points()] += 1;
    }

    /// Returns the number of games played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// A's points, in all games.
    #[must_use]
    pub fn points(&self) -> f64 {
        real(self.half_points()) / 2.0
    }

    /// Returns the score of the same games from the side of player B.
    pub fn swapped(&self) -> Self {
        let mut swapped = *self;
        swapped.games.reverse();
        swapped.pairs.reverse();
        swapped
    }

    /// Twice A's points.
    pub(super) fn half_points(&self) -> u64 {
        self.games[1] + 2 * self.games[2]
    }

    /// The counts that are evaluated: the number of times that each share of the points was made,
    /// from none to all in equal steps. They are the five counts of the pairs, or the three of the
    /// games where there is no pair.
    pub(super) fn counts(&self) -> &[u64] {
        if self.pairs.iter().any(|count| *count > 0) { &self.pairs } else { &self.games }
    }
}

/// The share of the points, from 0 to 1, that place `class` of `classes` counts stands for.
pub(super) fn share(class: usize, classes: usize) -> f64 {
    real(class as u64) / real(classes as u64 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ScoreOutcome::{Draw, Loss, Win};

    #[test]
    fn a_pair_is_two_games_and_one_pair() {
        let mut score = PairScore::default();
        score.add_pair(Win, Win);
        score.add_pair(Win, Draw);
        score.add_pair(Loss, Win);
        score.add_pair(Draw, Draw);
        score.add_pair(Draw, Loss);
        assert_eq!(score.games, [2, 4, 4]);
        assert_eq!(score.pairs, [0, 1, 2, 1, 1]);
        assert_eq!(score.played(), 10);
        assert_eq!(score.points().to_bits(), 6.0_f64.to_bits());
    }

    #[test]
    fn pairs_are_evaluated_and_games_only_without_them() {
        let mut score = PairScore::of_games(1, 2, 3);
        assert_eq!(score.counts(), [1, 2, 3]);
        score.add_pair(Win, Loss);
        assert_eq!(score.counts(), [0, 0, 1, 0, 0]);
    }

    #[test]
    fn b_sees_the_games_the_other_way_round() {
        let mut ours = PairScore::of_games(1, 2, 3);
        let mut theirs = PairScore::of_games(3, 2, 1);
        ours.add_pair(Win, Draw);
        theirs.add_pair(Loss, Draw);
        assert_eq!(ours.swapped(), theirs);
        let both = ours.points() + theirs.points();
        assert_eq!(both.to_bits(), real(ours.played()).to_bits());
    }

    #[test]
    fn shares_go_from_nothing_to_everything() {
        let shares = |classes| (0..classes).map(|class| share(class, classes)).collect();
        let (three, five): (Vec<_>, Vec<_>) = (shares(3), shares(5));
        assert_eq!(three, [0.0, 0.5, 1.0]);
        assert_eq!(five, [0.0, 0.25, 0.5, 0.75, 1.0]);
    }
}
