//! How often a side wins from positions for which a search expects a share of a win: the analysis of Animal
//! Checkers rests on it.
//!
//! `cargo bench --bench calibration -- 400 2000`: games [200] that the search plays against itself, and the positions
//! that it looks at [2000]. Games begin with six moves of any kind, and later one move in 25 is any. A row has the
//! positions whose share for the side to move lies in one twentieth; where the shares are right, their mean is that of the
//! results. The error is that of games, of which each counts once in a row.

#![expect(clippy::print_stdout, reason = "it is what is measured")]

use std::collections::BTreeMap;

use chase::engine::analysis::WIN;
use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game, Turn};
use chase::games::animal_checkers::players::worth::best;
use chase::games::animal_checkers::{Action, AnimalCheckers, Event, Scenario, State};

/// Moves of any kind at the beginning.
const OPENING: usize = 6;
/// Later one move in so many is any.
const ANY: u32 = 25;

/// The shares of the sides to move of one game, each with the points of that side.
fn played(game: &AnimalCheckers, seed: i64, nodes: u64) -> Vec<(i64, u8)> {
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    let (mut state, mut past) = (game.start(), Vec::<(State, Event)>::new());
    let (mut shares, mut moves) = (Vec::new(), 0);
    let points = loop {
        let mut events = Vec::new();
        match game.turn(&state) {
            Turn::Over(outcome) => break outcome.points,
            Turn::World => game.world(&state, &mut dice, &mut events),
            Turn::Seats(_) => unreachable!("sides move in turn"),
            Turn::Seat(seat) => {
                let mut buffer = Vec::<Action>::new();
                let legal = game.legal(&state, seat, &mut buffer);
                let found = best(game, &state, &past, nodes).expect("a side is to move");
                moves += 1;
                let mut action = found.action;
                if moves <= OPENING || dice.below(ANY) == 0 {
                    let count = u32::try_from(legal.len()).expect("few moves");
                    action = legal[dice.below(count) as usize];
                }
                if moves > OPENING {
                    shares.push((found.share, game.side(seat)));
                }
                let decided = game.decide(&state, seat, &action, &mut dice, &mut events);
                decided.expect("a legal move");
            }
        }
        for event in events {
            past.push((state.clone(), event));
            game.apply(&mut state, &event)
                .expect("the rules decided it");
        }
    };
    let with_points = shares
        .into_iter()
        .map(|(share, side)| (share, points[side]));
    with_points.collect()
}

fn main() {
    let numbers = std::env::args().skip(1).filter_map(|it| it.parse().ok());
    let numbers: Vec<u32> = numbers.collect();
    let games = numbers.first().copied().unwrap_or(200);
    let nodes = numbers.get(1).copied().unwrap_or(2_000);
    let game = AnimalCheckers::new(Scenario::default()).expect("the usual game");
    // By twentieth, the mean share and result of each game.
    let mut rows: BTreeMap<i64, Vec<(f64, f64)>> = BTreeMap::new();
    for seed in 0..games {
        let mut sums: BTreeMap<i64, (f64, f64, f64)> = BTreeMap::new();
        for (share, points) in played(&game, i64::from(seed), nodes.into()) {
            #[expect(clippy::cast_precision_loss, reason = "a billion is exact")]
            let share_of_win = share as f64 / WIN as f64;
            let sum = sums.entry(share * 20 / (WIN + 1)).or_default();
            sum.0 += 1.0;
            sum.1 += share_of_win;
            sum.2 += f64::from(points) / 2.0;
        }
        for (row, (count, shares, results)) in sums {
            let games = rows.entry(row).or_default();
            games.push((shares / count, results / count));
        }
    }
    println!("share of a win   games   expected   result");
    for (row, games) in rows {
        #[expect(clippy::cast_precision_loss, reason = "few games")]
        let count = games.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| games.iter().map(of).sum::<f64>() / count;
        let (expected, result) = (mean(|it| it.0), mean(|it| it.1));
        let squares: f64 = games.iter().map(|it| (it.1 - result).powi(2)).sum();
        let error = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt();
        println!(
            "{:>3} to {:>3} %     {:>5}   {expected:>8.3}   {result:.3} +- {error:.3}",
            row * 5,
            row * 5 + 5,
            games.len()
        );
    }
}
