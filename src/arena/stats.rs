//! What a match between players says about their strength, and how surely.
//!
//! | file | question |
//! |---|---|
//! | mean | What is collected in a game, on average? |
//! | score | How did one player do against another, in games and in pairs of games? |
//! | share | How sure is a share of the points? |
//! | elo | How much stronger is the one, in Elo? |
//! | sprt | Has enough been played to tell two strengths apart? |
//! | proportion | In how many of so many games does something come about? |
//! | normal | The normal distribution |
//! | special | The functions that exact intervals are made of |
//! | rating | How strong is each of many players? |
//!
//! Everything here is arithmetic on counts: nothing is played, read, printed or drawn by lot, and
//! equal counts give equal numbers. All intervals are of 95 %.

mod elo;
mod mean;
mod normal;
mod proportion;
mod rating;
mod score;
mod share;
mod special;
mod sprt;

pub use elo::{Elo, elo};
pub use mean::{Average, Mean};
pub use proportion::{Interval, Pairs, anytime, clopper_pearson, mean_interval, wide, wilson};
pub use rating::{PairGames, Rating, ratings};
pub use score::{PairScore, ScoreOutcome};
pub use share::Share;
pub use special::student;
pub use sprt::{Sprt, SprtDecision};

/// Elo in a factor of e in the odds: a player 400 Elo above another has odds of 10 to 1.
const ELO_PER_E: f64 = 400.0 / std::f64::consts::LN_10;

/// A count, to calculate with.
#[expect(
    clippy::cast_precision_loss,
    reason = "nobody plays 2^53 games, and nothing here needs the last of them"
)]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

/// A whole number as a double.
#[expect(
    clippy::cast_precision_loss,
    reason = "nobody collects 2^53 of anything, and nothing here needs the last of it"
)]
pub(crate) fn whole(amount: i64) -> f64 {
    amount as f64
}

/// The scores that several tests begin with, and the comparison of numbers that they share.
#[cfg(test)]
mod expected {
    use super::PairScore;

    #[track_caller]
    pub(super) fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, not {expected}");
    }

    pub(super) fn games(wins: u64, losses: u64, draws: u64) -> PairScore {
        PairScore::of_games(losses, draws, wins)
    }

    pub(super) fn pairs(pairs: [u64; 5]) -> PairScore {
        PairScore { pairs, ..PairScore::default() }
    }
}
