//! Intervals against published tables, against their own promise, and where counts are large.

use super::super::expected::near;
use super::*;

/// The exact limits have closed forms for none and for all, and a table for the others: R's
/// `binom.test`.
#[test]
fn exact_limits_are_those_of_the_tables() {
    for games in [1_u64, 7, 50, 1_000, 1_000_000_000] {
        let closed = -(TAIL.ln() / real(games)).exp_m1();
        near(clopper_pearson(0, games).high, closed, 1e-9);
        near(clopper_pearson(games, games).low, 1.0 - closed, 1e-9);
    }
    let table = [
        (1, 10, 0.002_528_579, 0.445_016_117),
        (3, 10, 0.066_739_511, 0.652_452_850),
        (5, 10, 0.187_086_028, 0.812_913_972),
        (19, 20, 0.751_267_237, 0.998_734_914),
    ];
    for (count, games, low, high) in table {
        let found = clopper_pearson(count, games);
        near(found.low, low, 1e-8);
        near(found.high, high, 1e-8);
    }
}

/// Each end leaves 2.5 % of the binomial distribution beyond it, summed term by term.
#[test]
fn exact_limits_leave_the_tails_they_promise() {
    let at_least = |k: u64, n: u64, p: f64| {
        let mut sum = 0.0;
        for hits in k..=n {
            let ways = -ln_beta(real(hits) + 1.0, real(n - hits) + 1.0) - (real(n) + 1.0).ln();
            sum += (ways + real(hits) * p.ln() + real(n - hits) * (-p).ln_1p()).exp();
        }
        sum
    };
    for (k, n) in [(1, 5), (4, 49), (17, 300), (299, 300), (400, 1_000)] {
        let found = clopper_pearson(k, n);
        near(at_least(k, n, found.low), TAIL, 1e-10);
        near(1.0 - at_least(k + 1, n, found.high), TAIL, 1e-10);
    }
}

/// Of 10^9 games the normal distribution is as good as exact, and nothing may be lost to rounding.
#[test]
fn large_counts_keep_their_digits() {
    let (k, n) = (430_000_000_u64, 1_000_000_000_u64);
    let (exact, wilson, anytime) = (clopper_pearson(k, n), wilson(k, n), anytime(k, n));
    near(exact.low, wilson.low, 1e-8);
    near(exact.high, wilson.high, 1e-8);
    let ratio = anytime.half_width() / wilson.half_width();
    assert!((2.0..3.2).contains(&ratio), "{ratio}");
}

#[test]
fn wilsons_interval_is_that_of_its_tables() {
    near(wilson(0, 10).high, 0.277_5, 1e-4);
    near(wilson(19, 20).low, 0.763_9, 1e-4);
    assert_eq!(wilson(3, 0), Interval::UNKNOWN);
    assert!(wilson(0, 1_000_000).low >= 0.0 && wilson(9, 9).high <= 1.0);
}

/// A generator of its own, so that the promise is tested on other luck than games have.
fn luck() -> impl FnMut() -> f64 {
    let mut state = 7_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        real(state >> 32) / 4_294_967_296.0
    }
}

/// The probability that the interval holds the true share, summed over all counts. It is not 95 %
/// everywhere: where few games are on one side of it a count more or less is a leap.
#[test]
fn wilsons_interval_holds_what_is_true_about_as_often_as_it_says() {
    for (games, chance, expected) in [
        (50_u64, 0.004, 0.982_740),
        (50, 0.43, 0.955_595),
        (50, 0.98, 0.921_572),
        (1_000, 0.004, 0.931_055),
        (1_000, 0.43, 0.948_663),
        (1_000, 0.98, 0.946_677),
    ] {
        let mut held = 0.0;
        for count in 0..=games {
            let found = wilson(count, games);
            if found.low <= chance && chance <= found.high {
                let ways = -ln_beta(real(count) + 1.0, real(games - count) + 1.0)
                    - (real(games) + 1.0).ln();
                let chances = real(count) * chance.ln() + real(games - count) * (-chance).ln_1p();
                held += (ways + chances).exp();
            }
        }
        near(held, expected, 1e-6);
    }
}

/// Looked at after every 10th of 500 games, the sequence holds the true share all along.
#[test]
fn a_sequence_may_be_looked_at_at_any_time() {
    let mut luck = luck();
    for chance in [0.02, 0.43, 0.9] {
        let sweeps = 400;
        let held = (0..sweeps).filter(|_| {
            let mut count = 0;
            (1..=500_u64).all(|games| {
                count += u64::from(luck() < chance);
                if games % 10 > 0 {
                    return true;
                }
                let found = anytime(count, games);
                found.low <= chance && chance <= found.high
            })
        });
        let held = held.count();
        assert!(held >= sweeps * 95 / 100, "{chance}: {held} of {sweeps}");
    }
}

#[test]
fn an_average_has_students_interval() {
    // 2, 4, 4, 4, 5, 5, 7, 9: variance 32/7, 2.364624 standard errors.
    let found = mean_interval(8, 40, 232).expect("eight values");
    near(found.half_width(), 2.364_624 * (32.0_f64 / 7.0 / 8.0).sqrt(), 1e-6);
    near((found.low + found.high) / 2.0, 5.0, 1e-12);
    assert_eq!(mean_interval(1, 5, 25), None);
}

#[test]
fn pairs_are_weighed_by_those_that_differ() {
    let pairs = Pairs { both: 59, first: 6, second: 16, neither: 80 };
    // Exactly: twice the chance of 6 heads or fewer of 22.
    near(pairs.mcnemar(), 0.052_478_8, 1e-6);
    let (found, interval) = pairs.difference();
    near(found, 10.0 / 161.0, 1e-12);
    near(interval.low, 0.004_457_377, 1e-9);
    near(interval.high, 0.118_242_010, 1e-9);
    assert_eq!(Pairs::default().mcnemar(), 1.0);
    assert!(pairs.saving().expect("some differ") > 3.0);
    let many = Pairs { first: 100_000, second: 101_000, ..pairs };
    near(many.mcnemar(), 2.0 * below(-1_000.0 / 201_000_f64.sqrt()), 1e-12);
}
