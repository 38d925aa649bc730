//! How much stronger one player is than another.

use serde::Serialize;

use super::score::share;
use super::{ELO_PER_E, PairScore, Share, normal, real};

/// The Elo difference of player A over player B, by the logistic curve, with its error.
///
/// No number here is infinite, so that every one of them can be written down: what is missing is
/// told by the field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference: -400 log10(1/s - 1) for a share s of the points. Nothing where A made
    /// every point (it is above all bounds then) or none (below).
    pub difference: Option<f64>,
    /// Half the distance from `low` to `high`; nothing where one of them is missing.
    pub error: Option<f64>,
    /// The 95 % interval's lower end; nothing where no difference is too low.
    pub low: Option<f64>,
    /// The 95 % interval's upper end; nothing where no difference is too high.
    pub high: Option<f64>,
    /// The likelihood that A is the stronger one (LOS), from 0 to 1.
    pub superiority: f64,
}

/// The Elo difference of A over B by `score`; nothing before the first game.
///
/// The mean share of the points and its standard error come from the five counts of pairs, or
/// from the three of games where there is no pair; the ends of the interval are the differences
/// at the ends of the share's interval ([`Share::of`]), and the superiority is the normal
/// distribution's share below (s - 1/2) / standard error. Where 1.96 standard errors below and above
/// lie within 0 and 1 these are the numbers of fastchess and fishtest, with nothing added to empty
/// counts; cutechess has errors 0.14 % smaller, and takes the superiority from wins and losses
/// alone, which is off by less than a tenth of a per cent.
///
/// Where all results are the same (all won, all lost, all drawn) the superiority is that of n wins
/// in n games without draws, every strength being as likely beforehand: 1 - 1/2^(n+1).
///
/// ```
/// use chase_arena::stats::{PairScore, elo};
/// let elo = elo(&PairScore::of_games(316, 352, 332)).unwrap();
/// assert_eq!(format!("{:.1}", elo.difference.unwrap()), "5.6");
/// assert_eq!(format!("{:.1}", elo.error.unwrap()), "17.3");
/// ```
pub fn elo(score: &PairScore) -> Option<Elo> {
    let counts = score.counts();
    let kinds = counts.iter().filter(|count| **count > 0).count();
    match kinds {
        0 => None,
        1 => Some(of_a_row(counts)),
        _ => Some(of_a_mixture(counts)),
    }
}

/// The difference at which a share of the points is expected; nothing for none and all of them.
fn difference(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| ELO_PER_E * (share / (1.0 - share)).ln())
}

/// The share of the points that is expected at a difference in Elo.
pub(super) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / ELO_PER_E).exp())
}

/// The difference where results differ: from the mean, and the normal distribution about it.
fn of_a_mixture(counts: &[u64]) -> Elo {
    let (mean, variance) = moments(counts);
    let count = real(counts.iter().sum());
    let deviation = (variance / count).sqrt();
    let superiority = normal::below((mean - 0.5) / deviation);
    Elo::at(Share::from_moments(count, mean, variance), superiority)
}

/// The difference where all results are the same.
fn of_a_row(counts: &[u64]) -> Elo {
    let length = real(counts.iter().sum());
    let (mean, _) = moments(counts);
    let doubt = 0.5_f64.powf(length + 1.0);
    let superiority = match mean.total_cmp(&0.5) {
        std::cmp::Ordering::Less => doubt,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0 - doubt,
    };
    Elo::at(Share::from_moments(length, mean, 0.0), superiority)
}

impl Elo {
    /// The difference at a share of the points, and those at the ends of its interval.
    fn at(share: Share, superiority: f64) -> Self {
        let (low, high) = (difference(share.low), difference(share.high));
        Elo {
            difference: difference(share.mean),
            error: low.zip(high).map(|(low, high)| (high - low) / 2.0),
            low,
            high,
            superiority,
        }
    }
}

/// The mean share of the points, from 0 to 1, and its variance over the results (divided by how
/// many there are, as the other programs do). There is at least one result.
fn moments(counts: &[u64]) -> (f64, f64) {
    let total = real(counts.iter().sum());
    let average = |value: &dyn Fn(f64) -> f64| {
        let weighed = counts.iter().enumerate();
        let weighed =
            weighed.map(|(class, count)| real(*count) * value(share(class, counts.len())));
        weighed.sum::<f64>() / total
    };
    let mean = average(&|share| share);
    let variance = average(&|share| (share - mean).powi(2));
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::super::expected::{games, pairs};
    use super::*;

    /// Half of the last digit that was printed, and a little for those who cut it off.
    #[track_caller]
    fn near(found: f64, printed: f64, within: f64, what: &str) {
        assert!((found - printed).abs() <= within, "{what}: {found}, but {printed} was printed");
    }

    /// The 97.5th percentile of the normal distribution that cutechess uses: it inverts an
    /// approximation (projects/lib/src/elo.cpp), so that its errors are 0.14 % too small.
    const CUTECHESS_Z95: f64 = 1.957_16;

    /// Printed by cutechess-cli: wins, losses, draws; Elo difference, error, LOS in per cent.
    #[test]
    fn cutechess_printed_the_same() {
        let printed = [
            // JoAnnP38/Pedantic, pull request 8
            (games(332, 316, 352), 5.6, 17.3, 73.5),
            // JoAnnP38/Pedantic, pull request 10
            (games(1342, 1317, 1341), 2.2, 8.8, 68.6),
            // kelseyde/calvin-chess-engine, pull request 97, three matches
            (games(143, 129, 368), 7.6, 17.5, 80.2),
            (games(540, 531, 1590), 1.2, 8.4, 60.8),
            (games(1216, 1199, 3939), 0.9, 5.3, 63.5),
            // kelseyde/calvin-chess-engine, pull request 106
            (games(215, 158, 612), 20.1, 13.3, 99.8),
            // spamdrew128/Wahoo, pull request 104
            (games(509, 396, 1058), 20.0, 10.4, 100.0),
            // princesslana/princhess, pull request 256
            (games(289, 294, 417), -1.7, 16.4, 41.8),
            // cutechess/cutechess, issue 543
            (games(880, 759, 1863), 12.0, 7.9, 99.9),
            // jw1912/Chess-Challenge, pull request 22
            (games(195, 110, 85), 77.0, 31.1, 100.0),
        ];
        for (score, difference, error, superiority) in printed {
            let elo = elo(&score).expect("games");
            let what = format!("{score:?}");
            near(elo.difference.expect("finite"), difference, 0.0501, &what);
            let theirs = elo.error.expect("finite") * CUTECHESS_Z95 / normal::Z95;
            near(theirs, error, 0.0501, &what);
            near(100.0 * elo.superiority, superiority, 0.0501, &what);
        }
    }

    /// Printed by fastchess and fishtest: pentanomial counts; Elo, error, LOS in per cent.
    #[test]
    fn fastchess_and_fishtest_printed_the_same() {
        let printed = [
            // Disservin/fastchess, issue 807
            ([30, 6, 18, 0, 6], -168.40, 73.37, 0.00),
            // Disservin/fastchess, pull request 515
            ([0, 1, 4, 0, 0], -34.86, 62.20, 13.18),
            // Disservin/fastchess, pull request 882
            ([72, 10, 0, 0, 0], -600.97, 118.46, 0.00),
            // brunocodutra/cinder, pull requests 727, 773 and 835
            ([50, 287, 610, 387, 73], 18.04, 8.23, 100.00),
            ([36, 340, 767, 462, 82], 22.07, 7.16, 100.00),
            ([423, 3637, 6484, 3702, 450], 1.41, 2.41, 87.36),
            // lynx-chess/Lynx, pull request 1899
            ([235, 1384, 2521, 1341, 239], -1.06, 4.05, 30.33),
            // princesslana/princhess, pull request 343
            ([1, 22, 52, 21, 4], 8.69, 27.04, 73.60),
            // Disservin/fastchess, app/tests/elo_test.cpp
            ([34, 54, 63, 64, 75], 55.58, 27.65, 100.00),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 5.05),
        ];
        for (counts, difference, error, superiority) in printed {
            let elo = elo(&pairs(counts)).expect("pairs");
            let what = format!("{counts:?}");
            near(elo.difference.expect("finite"), difference, 0.00501, &what);
            near(elo.error.expect("finite"), error, 0.00501, &what);
            near(100.0 * elo.superiority, superiority, 0.00501, &what);
        }
        // Fishtest, by official-stockfish/Stockfish, pull request 6255: 2.22 +- 1.3, LOS 100.0 %.
        let fishtest = elo(&pairs([1, 137, 4659, 203, 0])).expect("pairs");
        near(fishtest.difference.expect("finite"), 2.22, 0.00501, "fishtest");
        near(fishtest.error.expect("finite"), 1.3, 0.0501, "fishtest");
        near(100.0 * fishtest.superiority, 100.0, 0.0501, "fishtest");
    }

    /// Disservin/fastchess, app/tests/elo_test.cpp, single games.
    #[test]
    fn fastchess_printed_the_same_of_single_games() {
        let first = elo(&games(76, 89, 123)).expect("games");
        near(100.0 * first.superiority, 15.53, 0.00501, "LOS");
        let second = elo(&games(136, 96, 111)).expect("games");
        near(second.difference.expect("finite"), 40.70, 0.00501, "Elo");
        near(second.error.expect("finite"), 30.43, 0.00501, "error");
        near(100.0 * second.superiority, 99.60, 0.00501, "LOS");
    }

    /// cutechess/cutechess, issue 881, 1 win, 726 losses, 1 draw: "-1074.1 +/- nan"; and
    /// Disservin/fastchess, pull request 882, [77, 1, 0, 0, 0]: "-997.10 +/- nan".
    #[test]
    fn an_end_beyond_all_bounds_is_wilsons_where_others_print_nan() {
        for (score, difference) in [(games(1, 726, 1), -1074.1), (pairs([77, 1, 0, 0, 0]), -997.10)]
        {
            let elo = elo(&score).expect("results");
            near(elo.difference.expect("finite"), difference, 0.0501, "Elo");
            let (low, high) = (elo.low.expect("finite"), elo.high.expect("finite"));
            assert!(low < difference && difference < high, "{low} {high}");
            assert!(low > -1600.0 && high < -500.0, "{low} {high}");
        }
    }

    #[test]
    fn swapping_the_players_negates_the_difference() {
        let unequal = [
            games(300, 100, 50),
            games(7, 0, 0),
            pairs([3, 0, 10, 20, 7]),
            pairs([0, 0, 0, 0, 4]),
            pairs([0, 2, 0, 0, 0]),
        ];
        let negated = |value: Option<f64>| value.map(|value| -value);
        let same = |one: Option<f64>, other: Option<f64>| match (one, other) {
            (Some(one), Some(other)) => near(one, other, 1e-9, "swapped"),
            _ => assert_eq!(one, other),
        };
        for score in unequal {
            let ours = elo(&score).expect("results");
            let theirs = elo(&score.swapped()).expect("results");
            same(ours.difference, negated(theirs.difference));
            same(ours.low, negated(theirs.high));
            same(ours.high, negated(theirs.low));
            same(ours.error, theirs.error);
            near(ours.superiority, 1.0 - theirs.superiority, 1e-12, "LOS");
        }
    }

    #[test]
    fn without_games_there_is_no_difference() {
        assert_eq!(elo(&PairScore::default()), None);
    }

    /// 0.025^(1/n) is the lower limit of Clopper and Pearson (1934) for n of n: 2.5 % for one,
    /// 0.6915 for ten, 0.9638 for a hundred.
    #[test]
    fn ten_wins_in_ten_games_bound_the_difference_from_below_only() {
        for (wins, share) in [(1, 0.025), (10, 0.6915), (100, 0.9638)] {
            let elo = elo(&games(wins, 0, 0)).expect("games");
            assert_eq!((elo.difference, elo.error, elo.high), (None, None, None));
            near(expected(elo.low.expect("a bound")), share, 5e-5, "the bound");
        }
        near(elo(&games(1, 0, 0)).expect("a game").superiority, 0.75, 1e-15, "LOS");
        near(elo(&games(0, 3, 0)).expect("games").superiority, 0.0625, 1e-15, "LOS");
    }

    #[test]
    fn nothing_but_draws_is_no_certainty_of_equal_strength() {
        let few = elo(&games(0, 0, 4)).expect("games");
        let many = elo(&games(0, 0, 4000)).expect("games");
        assert_eq!((few.difference, few.superiority), (Some(0.0), 0.5));
        let (few, many) = (few.error.expect("finite"), many.error.expect("finite"));
        assert!(few > 200.0 && many > 0.1 && many < 1.0, "{few} {many}");
    }

    #[test]
    fn more_games_of_the_same_kind_narrow_the_interval() {
        let hundred = elo(&games(50, 30, 20)).expect("games");
        let many = elo(&games(5000, 3000, 2000)).expect("games");
        let ratio = hundred.error.expect("finite") / many.error.expect("finite");
        // Not quite 10: over the wider interval the curve is steeper.
        near(ratio, 10.0, 0.2, "ratio");
    }

    /// A draw and a win in every pair vary less than the same games one by one.
    #[test]
    fn pairs_tell_more_than_the_same_games_alone() {
        let mut paired = PairScore::default();
        for _ in 0..100 {
            paired.add_pair(super::super::ScoreOutcome::Win, super::super::ScoreOutcome::Loss);
            paired.add_pair(super::super::ScoreOutcome::Win, super::super::ScoreOutcome::Draw);
        }
        let alone = PairScore { pairs: [0; 5], ..paired };
        let (paired, alone) = (elo(&paired).expect("pairs"), elo(&alone).expect("games"));
        let difference = paired.difference.expect("finite");
        near(alone.difference.expect("finite"), difference, 1e-9, "Elo");
        assert!(paired.error.expect("finite") < 0.5 * alone.error.expect("finite"));
    }
}
