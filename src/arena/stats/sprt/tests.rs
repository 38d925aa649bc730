//! The test against what other programs printed, against its mirror image, and against chance.

use super::super::expected::{games, pairs};
use super::*;
use chase_engine::dice::{Dice, Generator};

fn test(text: &str) -> Sprt {
    text.parse().expect("a test")
}

#[track_caller]
fn prints(elo0: f64, elo1: f64, score: PairScore, printed: f64, within: f64) {
    let test = Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test");
    let llr = test.llr(&score);
    assert!(
        (llr - printed).abs() <= within,
        "{test} of {score:?}: {llr}, but {printed} was printed"
    );
}

/// Printed by fishtest of tests with logistic Elo, which it writes in braces; each is of a pull
/// request of official-stockfish/Stockfish.
#[test]
fn fishtest_printed_the_same() {
    let digit = 0.00501;
    // 2493: {-1.00,3.00}, {0.00,2.00}
    prints(-1.0, 3.0, pairs([424, 2948, 5832, 3045, 460]), 2.94, digit);
    prints(0.0, 2.0, pairs([1284, 17437, 55536, 18085, 1292]), 2.94, digit);
    // 2950: {-0.50,1.50}, {0.25,1.75}
    prints(-0.5, 1.5, pairs([133, 1751, 5094, 1849, 165]), 2.94, digit);
    prints(0.25, 1.75, pairs([149, 4748, 32785, 5063, 159]), 2.95, digit);
    // 3098: {-0.25,1.25}, {0.25,1.25}
    prints(-0.25, 1.25, pairs([491, 7345, 29693, 7670, 465]), 2.96, digit);
    prints(0.25, 1.25, pairs([53, 2220, 21459, 2445, 47]), 2.97, digit);
    // 3209: the same two
    prints(-0.25, 1.25, pairs([253, 4282, 17604, 4431, 286]), 2.94, digit);
    prints(0.25, 1.25, pairs([58, 3302, 33130, 3518, 84]), 2.97, digit);
    // 3331: the same two
    prints(-0.25, 1.25, pairs([115, 2196, 11328, 2317, 136]), 2.94, digit);
    prints(0.25, 1.25, pairs([14, 1030, 14318, 1163, 19]), 2.93, digit);
}

/// The logistic cases of Disservin/fastchess, app/tests/sprt_test.cpp.
#[test]
fn fastchess_expects_the_same() {
    let digit = 0.00501;
    prints(0.5, 2.5, games(21404, 21184, 40708), -1.57, digit);
    prints(0.0, 2.0, games(57433, 57030, 106_593), -2.59, digit);
    prints(0.5, 2.5, pairs([223, 9863, 21279, 10037, 246]), -3.07, digit);
    prints(0.0, 2.0, pairs([871, 26175, 55983, 26678, 821]), -4.98, digit);
}

/// Cutechess, which holds the draws fixed in another way, agrees where many games were played:
/// cutechess/cutechess, issue 543; princesslana/princhess, pull request 256.
#[test]
fn cutechess_printed_nearly_the_same() {
    prints(0.0, 5.0, games(880, 759, 1863), 2.95, 0.00501);
    prints(-5.0, 0.0, games(294, 289, 417), 0.301, 0.0005);
    prints(-5.0, 0.0, games(289, 294, 417), 0.0545, 0.0005);
}

#[test]
fn the_bounds_are_those_that_everybody_prints() {
    let near = |(lower, upper): (f64, f64), printed: (f64, f64)| {
        let off = (lower - printed.0).abs().max((upper - printed.1).abs());
        assert!(off < 0.005, "{lower} {upper}, but {printed:?} was printed");
    };
    // Fishtest's, and those of lynx-chess/Lynx, pull request 1899.
    near(test("0,2,0.05,0.05").bounds(), (-2.94, 2.94));
    near(test("-5,0,0.05,0.1").bounds(), (-2.25, 2.89));
}

#[test]
fn a_test_ends_at_its_bounds_and_not_before() {
    let five = test("0,5,0.05,0.05");
    assert_eq!(five.verdict(&PairScore::default()), SprtDecision::Open);
    assert_eq!(five.verdict(&games(880, 759, 1863)), SprtDecision::Accepted1);
    assert_eq!(five.verdict(&games(870, 759, 1863)), SprtDecision::Open);
    assert_eq!(five.verdict(&games(759, 880, 1863)), SprtDecision::Accepted0);
}

#[test]
fn swapping_players_and_hypotheses_negates_the_ratio() {
    let scores = [
        games(300, 100, 50),
        games(9, 0, 0),
        pairs([3, 0, 10, 20, 7]),
        pairs([100, 2000, 5000, 2100, 90]),
    ];
    for (ours, theirs) in
        [("0,5,0.05,0.1", "-5,0,0.1,0.05"), ("-80,300,0.1,0.1", "-300,80,0.1,0.1")]
    {
        for score in scores {
            let (ours, theirs) = (test(ours).llr(&score), test(theirs).llr(&score.swapped()));
            assert!((ours + theirs).abs() < 1e-9 * (1.0 + ours.abs()), "{ours} {theirs}");
            assert!(ours.abs() > 1e-3, "the ratio says something");
        }
    }
}

/// A thousand wins at hypotheses as far away as they may be: no infinity, no endless search
/// (Disservin/fastchess, issues 877 and 879, had both with another model).
#[test]
fn one_sided_results_have_a_finite_ratio() {
    for score in [games(1000, 0, 0), games(0, 1000, 0), games(0, 0, 1000), pairs([0, 0, 0, 0, 1])] {
        for text in ["-3000,3000,0.05,0.05", "2999,3000,0.05,0.05", "-1500,-500,0.05,0.05"] {
            assert!(test(text).llr(&score).is_finite(), "{text} of {score:?}");
        }
    }
    let five = test("0,5,0.05,0.05");
    assert!(five.llr(&games(1, 0, 0)) > 0.0 && five.llr(&games(0, 1, 0)) < 0.0);
    assert!(five.llr(&games(1, 0, 0)) < 0.1, "a single win is no proof");
}

#[test]
fn a_bent_distribution_has_the_mean_that_was_asked_for() {
    let weights = [0.001, 7.0, 100.0, 3000.0, 5.0];
    for mean in [0.001, 0.1, 0.5, 0.7, 0.74, 0.9, 0.9999] {
        let tilt = Tilt::to(mean, &weights);
        let total: f64 = weights.iter().sum();
        let bent: Vec<f64> = (0..5)
            .map(|class| weights[class] / total * tilt.log_factor(share(class, 5)).exp())
            .collect();
        let sum: f64 = bent.iter().sum();
        let found: f64 = (0..5).map(|class| bent[class] * share(class, 5)).sum();
        assert!(
            (sum - 1.0).abs() < 1e-8 && (found - mean).abs() < 1e-8,
            "{mean}: {found} of {sum}"
        );
    }
}

#[test]
fn what_is_written_is_read_back() {
    for text in ["0,5,0.05,0.05", "-1.75,0.25,0.01,0.2"] {
        assert_eq!(test(text).to_string(), text);
    }
    assert_eq!(test(" 0, 5 ,5e-2,0.05"), test("0,5,0.05,0.05"));
}

#[test]
fn a_wrong_test_is_refused_with_what_is_expected() {
    let refused = |text: &str| text.parse::<Sprt>().expect_err(text).to_string();
    let form = "expected elo0,elo1,alpha,beta, such as 0,5,0.05,0.05, not `0,5`";
    assert_eq!(refused("0,5"), form);
    assert_eq!(refused("0,5,.05,.05,1").split(" not").next(), form.split(" not").next());
    assert_eq!(refused("0,five,0.05,0.05"), "elo1 must be a number, not `five`");
    assert_eq!(refused("0,5,,0.05"), "alpha must be a number, not ``");
    assert_eq!(refused("0,5,0.05,nan"), "beta must be a number, not `NaN`");
    let far = "elo0 and elo1 must lie between -3000 and 3000";
    assert_eq!(refused("0,3001,0.05,0.05"), far);
    assert_eq!(refused("5,5,0.05,0.05"), "elo0 must be less than elo1");
    let rates = "alpha and beta must be greater than 0, and less than 1 together";
    for text in ["0,5,0,0.05", "0,5,0.05,-1", "0,5,0.5,0.5"] {
        assert_eq!(refused(text), rates);
    }
}

/// Plays until the test ends, at a true difference, four games in ten drawn; whether `elo1` was
/// accepted.
fn played_out(test: &Sprt, difference: f64, dice: &mut Dice) -> bool {
    let wins = expected(difference) - 0.2;
    let mut score = PairScore::default();
    loop {
        let drawn = f64::from(dice.below(1 << 30)) / f64::from(1 << 30);
        let class = if drawn < wins {
            2
        } else if drawn < wins + 0.4 {
            1
        } else {
            0
        };
        score.games[class] += 1;
        match test.verdict(&score) {
            SprtDecision::Open => {}
            verdict => return verdict == SprtDecision::Accepted1,
        }
    }
}

/// Played 2000 times each, with alpha 0.1 and beta 0.05: both rates are kept, and not by a test
/// that hardly ever errs because it goes on for too long.
#[test]
fn the_test_errs_as_seldom_as_it_was_told_to() {
    const ROUNDS: u32 = 2000;
    let test = test("0,60,0.1,0.05");
    let mut dice = Dice::new(Generator::Chacha8, 1, 0);
    let mut accepted = |difference| {
        let count = (0..ROUNDS).filter(|_| played_out(&test, difference, &mut dice));
        f64::from(u32::try_from(count.count()).expect("at most 2000")) / f64::from(ROUNDS)
    };
    let (too_much, too_little) = (accepted(0.0), 1.0 - accepted(60.0));
    assert!((0.06..0.12).contains(&too_much), "alpha: {too_much}");
    assert!((0.025..0.065).contains(&too_little), "beta: {too_little}");
}
