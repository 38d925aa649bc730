//! Ratings against published tables, against the difference of two players, and where the games
//! leave them open.

use super::super::elo;
use super::super::expected::near;
use super::*;
use chase_engine::dice::{Dice, Generator};

/// Wins, draws and losses of the first.
fn meeting(first: usize, second: usize, [wins, draws, losses]: [u64; 3]) -> PairGames {
    PairGames { players: [first, second], score: PairScore::of_games(losses, draws, wins) }
}

/// Returns the ratings of all players, each of whom must have one.
#[track_caller]
fn all(players: usize, results: &[PairGames]) -> Vec<Rating> {
    let ratings = ratings(players, results);
    ratings.into_iter().map(|rating| rating.expect("rated")).collect()
}

/// The four journals of Agresti, "Categorical Data Analysis" (2002), p. 448, as R's BradleyTerry2
/// rates them: wins in hturner/BradleyTerry2, tests/countsToBinomial.Rout.save; abilities about
/// their mean and standard errors, in logarithms of the odds, in tests/BTabilities.Rout.save.
#[test]
fn the_journals_are_rated_as_by_r() {
    let won = |first, second, [win1, win2]: [u64; 2]| meeting(first, second, [win1, 0, win2]);
    let results = [
        won(0, 1, [730, 33]),
        won(0, 2, [498, 320]),
        won(0, 3, [221, 284]),
        won(1, 2, [68, 813]),
        won(1, 3, [17, 276]),
        won(2, 3, [142, 325]),
    ];
    let printed = [
        (0.789_922_1, 0.043_330_47),
        (-2.159_150_4, 0.072_579_74),
        (0.310_352_3, 0.041_641_02),
        (1.058_876_1, 0.053_046_99),
    ];
    for (rating, (ability, deviation)) in all(4, &results).iter().zip(printed) {
        near(rating.elo / ELO_PER_E, ability, 1e-7);
        near(rating.error / ELO_PER_E / Z95, deviation, 1e-6);
        assert!(!rating.held);
    }
}

/// Seven teams of the American League of 1987 at home and away: data/baseball.csv and, without
/// advantage of the home side, tests/baseball.Rout.save of hturner/BradleyTerry2. Printed are the
/// abilities above Baltimore's.
#[test]
fn the_teams_are_rated_as_by_r() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: wins of the home side
    // and of the guest, row by row without the diagonal.
    let home: [[[u64; 2]; 6]; 7] = [
        [[4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
        [[3, 3], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
        [[2, 5], [4, 3], [2, 4], [4, 3], [4, 2], [6, 0]],
        [[3, 3], [5, 1], [2, 5], [4, 3], [4, 2], [6, 1]],
        [[5, 1], [2, 5], [3, 3], [4, 2], [5, 2], [6, 0]],
        [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [2, 4]],
        [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4]],
    ];
    let mut results = Vec::new();
    for (host, row) in home.iter().enumerate() {
        let guests = (0..7).filter(|guest| *guest != host);
        for (guest, [won, lost]) in guests.zip(row) {
            results.push(meeting(host, guest, [*won, 0, *lost]));
        }
    }
    let rated = all(7, &results);
    let printed = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839];
    for (rating, ability) in rated.iter().zip(printed) {
        near((rating.elo - rated[6].elo) / ELO_PER_E, ability, 5.1e-5);
    }
}

/// The three-player example of the talkchess thread "EloStat, Bayeselo and Ordo" (24 June 2012):
/// +18 =9 -3, +18 =9 -3 and +24 =6 -0 in 30 games each. By hand 191, 0 and -191 are right, a share
/// of 3/4 and one of 9/10 being 191 and 382 Elo; Ordo printed 190.1, 0.0 and -190.1.
#[test]
fn three_engines_are_rated_as_by_hand() {
    let results = [meeting(0, 1, [18, 9, 3]), meeting(1, 2, [18, 9, 3]), meeting(0, 2, [24, 6, 0])];
    let rated = all(3, &results);
    for (rating, by_hand) in rated.iter().zip([1.0, 0.0, -1.0]) {
        near(rating.elo, by_hand * 400.0 * 3.0_f64.log10(), 1e-6);
        near(rating.elo, by_hand * 191.0, 0.5);
        near(rating.elo, by_hand * 190.1, 1.0);
    }
}

#[test]
fn two_players_are_as_far_apart_as_their_elo() {
    for games in [[880, 1863, 759], [10, 0, 3], [1, 5, 2], [0, 7, 1]] {
        let meeting = meeting(0, 1, games);
        let rated = all(2, &[meeting]);
        let elo = elo(&meeting.score).expect("games");
        near(rated[0].elo - rated[1].elo, elo.difference.expect("finite"), 1e-6);
        near(rated[0].elo + rated[1].elo, 0.0, 1e-9);
    }
}

/// The distance of two is twice the distance of each from their mean, so its error is the sum of
/// both. Elo's interval is that of the normal distribution of points, the same for many games.
#[test]
fn without_draws_two_players_have_the_error_of_their_elo() {
    let meeting = meeting(0, 1, [6000, 0, 4000]);
    let rated = all(2, &[meeting]);
    let elo = elo(&meeting.score).expect("games");
    near(rated[0].error + rated[1].error, elo.error.expect("finite"), 0.01);
}

#[test]
fn everybody_made_the_points_that_were_expected() {
    let mut dice = Dice::new(Generator::Chacha8, 3, 0);
    let results = round_robin(12, &mut dice);
    let rated = all(12, &results);
    let (mut made, mut expected) = ([0.0; 12], [0.0; 12]);
    for PairGames { players: [first, second], score } in &results {
        let chance = super::super::elo::expected(rated[*first].elo - rated[*second].elo);
        let games = real(score.played());
        made[*first] += score.points();
        made[*second] += games - score.points();
        expected[*first] += chance * games;
        expected[*second] += (1.0 - chance) * games;
    }
    for (made, expected) in made.iter().zip(expected) {
        near(*made, expected, 1e-6);
    }
    near(rated.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6);
}

/// Everybody against everybody, twenty games each, players of lower numbers mostly the stronger.
fn round_robin(players: usize, dice: &mut Dice) -> Vec<PairGames> {
    let mut results = Vec::new();
    for first in 0..players {
        for second in first + 1..players {
            let mut games = [0; 3];
            for _ in 0..20 {
                let lead = u32::try_from(second - first).expect("few players");
                games[match dice.below(100) {
                    drawn if drawn < 40 + lead => 0,
                    drawn if drawn < 60 => 1,
                    _ => 2,
                }] += 1;
            }
            results.push(meeting(first, second, games));
        }
    }
    results
}

#[test]
fn fifty_players_are_rated_whatever_the_order() {
    const PLAYERS: usize = 50;
    let mut dice = Dice::new(Generator::Chacha8, 5, 0);
    let results = round_robin(PLAYERS, &mut dice);
    let rated = all(PLAYERS, &results);

    // Told backwards, by the other side, each meeting in two halves: not a digit differs.
    let mut told_otherwise = Vec::new();
    for PairGames { players: [first, second], score } in results.iter().rev() {
        let mut rest = score.swapped();
        let [losses, draws, wins] = rest.games.map(|count| count / 2);
        let half = PairScore::of_games(losses, draws, wins);
        for (rest, half) in rest.games.iter_mut().zip(half.games) {
            *rest -= half;
        }
        for score in [half, rest] {
            told_otherwise.push(PairGames { players: [*second, *first], score });
        }
    }
    assert_eq!(all(PLAYERS, &told_otherwise), rated);

    // Players numbered backwards: the same strengths.
    let renumbered: Vec<PairGames> = results
        .iter()
        .map(|PairGames { players, score }| PairGames {
            players: players.map(|player| PLAYERS - 1 - player),
            score: *score,
        })
        .collect();
    for (other, rating) in all(PLAYERS, &renumbered).iter().rev().zip(&rated) {
        near(other.elo, rating.elo, 1e-6);
        near(other.error, rating.error, 1e-6);
    }
    assert!(rated[0].elo > rated[49].elo + 100.0, "the stronger is rated higher");
}

/// One virtual draw: 10.5 points of 11, odds of 21.
#[test]
fn who_won_everything_is_held_by_a_draw() {
    let rated = all(2, &[meeting(0, 1, [10, 0, 0])]);
    near(rated[0].elo - rated[1].elo, 400.0 * 21.0_f64.log10(), 1e-6);
    assert!(rated.iter().all(|rating| rating.held));
}

/// A champion above a circle of three that beat each other: the draws are the champion's alone,
/// and the three stay as far apart as they are without it.
#[test]
fn draws_are_added_only_where_no_detour_leads_back() {
    let circle = [meeting(1, 2, [5, 0, 0]), meeting(2, 3, [5, 0, 0]), meeting(3, 1, [5, 0, 0])];
    let mut results = circle.to_vec();
    results.extend((1..4).map(|loser| meeting(0, loser, [2, 0, 0])));
    let rated = all(4, &results);
    for rating in &rated[1..] {
        near(rating.elo, rated[1].elo, 1e-6);
    }
    // 7.5 of 9 points against equals: odds of 5.
    near(rated[0].elo - rated[1].elo, 400.0 * 5.0_f64.log10(), 1e-6);
    assert!(rated.iter().all(|rating| rating.held));
    let alone = ratings(4, &circle);
    assert!(alone[0].is_none() && alone[1].is_some_and(|rating| !rating.held));
}

#[test]
fn groups_that_never_met_are_rated_apart() {
    let two = [meeting(4, 1, [3, 0, 1]), meeting(2, 5, [6, 0, 0])];
    let rated = ratings(6, &two);
    assert_eq!((rated[0], rated[3]), (None, None));
    let of = |player: usize| rated[player].expect("rated");
    let groups = [1, 4, 2, 5].map(|player| of(player).group);
    assert_eq!(groups, [0, 0, 1, 1]);
    near(of(4).elo + of(1).elo, 0.0, 1e-9);
    near(of(4).elo - of(1).elo, 400.0 * 3.0_f64.log10(), 1e-6);
    assert_eq!([4, 2].map(|player| of(player).held), [false, true]);
    // What one group does leaves the other as it is.
    assert_eq!(ratings(6, &two[..1])[4], rated[4]);
}

#[test]
fn nobody_and_no_games_have_no_ratings() {
    assert_eq!(ratings(0, &[]), []);
    let empty = [meeting(0, 1, [0, 0, 0]), meeting(2, 2, [3, 0, 0])];
    assert_eq!(ratings(3, &empty), [None; 3]);
    let stranger = [meeting(0, 3, [2, 0, 1])];
    assert_eq!(ratings(3, &stranger), [None; 3]);
}

/// Each beats the next a million times and never loses: a span of 49 times 400 log10(2000001).
#[test]
fn the_steepest_ladder_is_climbed() {
    let results: Vec<PairGames> =
        (0..49).map(|rung| meeting(rung, rung + 1, [1_000_000, 0, 0])).collect();
    let rated = all(50, &results);
    let span = 49.0 * 400.0 * 2_000_001.0_f64.log10();
    near(rated[0].elo - rated[49].elo, span, 1e-3);
    assert!(rated.iter().all(|rating| rating.error.is_finite() && rating.error > 0.0));
}

/// More games, a smaller error; and the player who played least has the largest.
#[test]
fn errors_shrink_with_games() {
    let times = |n: u64| {
        let results = [meeting(0, 1, [6 * n, 2 * n, 4 * n]), meeting(1, 2, [5 * n, n, 4 * n])];
        all(3, &results)
    };
    let (few, many) = (times(1), times(100));
    for (few, many) in few.iter().zip(&many) {
        near(few.error / many.error, 10.0, 1e-6);
    }
    assert!(few[2].error > few[1].error);
}
