//! How often a side wins from positions for which a game's search expects a share of a win: the analysis of Animal
//! Checkers and of Fishing rests on it.
//!
//! `cargo bench --bench calibration -- animal-checkers 400 2000`: the game (or `fishing`), games [200] that its strongest
//! player plays against itself, and the positions that it looks at, and the search too [2000]. Games begin with six moves of
//! any kind, and later one move in 25 is any; boards of Fishing are drawn for each. A row has the positions whose share for
//! the side to move lies in one twentieth; where the shares are right, their mean is that of the results. The error is that
//! of games, of which each counts once in a row.

#![expect(clippy::print_stdout, reason = "it is what is measured")]

use std::collections::BTreeMap;
use std::sync::Arc;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game as _, Seat, SeatSight, Turn, known};
use chase::engine::player::Player;
use chase::games::animal_checkers::{AnimalCheckers, Scenario};
use chase::games::fishing::plan::{FloePlan, FloeShape};
use chase::games::fishing::{self, Fishing};
use chase::kit::faces::Playable;
use chase::kit::player_name::PlayerSpec;
use chase::study::analysis::WIN;

/// Moves of any kind at the beginning.
const OPENING: usize = 6;
/// Later one move in so many is any.
const ANY: u32 = 25;

/// The shares of the sides to move of one game, each with the points of that side.
fn played<G: Playable>(game: &Arc<G>, player: &str, seed: i64, nodes: u64) -> Vec<(i64, u8)> {
    let evaluate = G::EXTRAS.evaluation.expect("a game with a search");
    let player = PlayerSpec::<G>::parse(player).expect("a player of the game");
    let seats = (0..game.seats()).map(|seat| player.make(known(game, Seat(seat))));
    let mut players: Vec<Box<dyn Player<G>>> = seats.collect();
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    let (mut state, mut past) = (game.start(), Vec::<(G::State, G::Event)>::new());
    let (mut shares, mut moves) = (Vec::new(), 0);
    let points = loop {
        let mut events = Vec::new();
        match game.turn(&state) {
            Turn::Over(outcome) => break outcome.points,
            Turn::World => game.world_in(&state, &mut dice, &mut events),
            Turn::Seats(_) => unreachable!("sides move in turn"),
            Turn::Seat(seat) => {
                let mut buffer = Vec::new();
                let legal = game.legal_in(&state, seat, &mut buffer);
                let shown = evaluate(game, &state, &past, nodes).expect("a seat is to move");
                let sight = SeatSight::new(&**game, &state, seat);
                let chosen = players[seat.index()].choose(&sight.view(), legal, &mut dice);
                let mut action = chosen.expect("an action");
                moves += 1;
                if moves <= OPENING || dice.below(ANY) == 0 {
                    let count = u32::try_from(legal.len()).expect("few moves");
                    action = legal[dice.below(count) as usize].clone();
                }
                let side = game.side(seat);
                if moves > OPENING {
                    shares.push((shown.shares[side], side));
                }
                let decided = game.decide_in(&state, seat, &action, &mut dice, &mut events);
                decided.expect("a legal move");
            }
        }
        for event in events {
            players.iter_mut().for_each(|it| it.observe(&event));
            past.push((state.clone(), event.clone()));
            let done = game.apply(&mut state, &event);
            done.expect("the rules decided it");
        }
    };
    let with_points = shares.into_iter().map(|(share, side)| (share, points[side]));
    with_points.collect()
}

/// The game of a seed of Fishing, on a drawn board.
fn fishing(seed: i64) -> Fishing {
    let plan = FloePlan { rows: 8, columns: 8, shape: FloeShape::Island, one_fish_min: 8 };
    let grid = plan.make(&mut Dice::new(Generator::Chacha8, seed, 1));
    let scenario = fishing::Scenario {
        board: fishing::scenario::rows(&grid.expect("there is room")),
        ids: vec!["one".into(), "two".into()],
        penguins: 4,
        turn_ms: 10_000,
    };
    Fishing::new(scenario).expect("a board")
}

fn main() {
    let mut words = std::env::args().skip(1).filter(|it| it != "--bench");
    let name = words.next().unwrap_or_else(|| "animal-checkers".into());
    let numbers: Vec<u32> = words.filter_map(|it| it.parse().ok()).collect();
    let games = numbers.first().copied().unwrap_or(200);
    let nodes = u64::from(numbers.get(1).copied().unwrap_or(2_000));
    let strongest = match name.as_str() {
        "animal-checkers" => "alphabeta",
        _ => "strong",
    };
    let player = format!("{strongest}:nodes={nodes}");
    // By twentieth, the mean share and result of each game.
    let mut rows: BTreeMap<i64, Vec<(f64, f64)>> = BTreeMap::new();
    for seed in (0..games).map(i64::from) {
        let mut sums: BTreeMap<i64, (f64, f64, f64)> = BTreeMap::new();
        let shares = match name.as_str() {
            "animal-checkers" => {
                let game = AnimalCheckers::new(Scenario::default());
                played(&Arc::new(game.expect("the usual game")), &player, seed, nodes)
            }
            "fishing" => played(&Arc::new(fishing(seed)), &player, seed, nodes),
            other => {
                println!("`{other}`: expected animal-checkers or fishing");
                return;
            }
        };
        for (share, points) in shares {
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
