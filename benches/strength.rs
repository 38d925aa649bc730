//! Animal Checkers: two players against each other, from random openings of 6 moves, each played
//! twice with the sides swapped.
//!
//! `cargo bench --bench strength -- alphabeta:time=100ms greedy 200`: the players, the number of
//! games [20], how many are played at a time [1], the seed of the openings [1].

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game, Outcome};
use chase::engine::player::seated;
use chase::engine::session::GameSession;
use chase::games::animal_checkers::new::opening;
use chase::games::animal_checkers::{AnimalCheckers, Scenario};

const PLIES: u32 = 6;

fn play(players: &[String], game_number: u64, seed: i64) -> Outcome {
    let (position, side) =
        opening(PLIES, &mut Dice::new(Generator::Chacha8, seed, game_number / 2));
    let scenario = Scenario {
        position: position.rows(0).to_vec(),
        side: u8::try_from(side).expect("two sides"),
        ..Scenario::default()
    };
    let game = Arc::new(AnimalCheckers::new(scenario).expect("an opening is playable"));
    let players = seated(&*game, players).expect("built-in players");
    let dice = Dice::new(Generator::Chacha8, seed, game_number);
    let mut session = GameSession::new(game, players, dice);
    session.run(&mut ());
    session.outcome().expect("every game ends")
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |n: usize, usual: &str| words.get(n).map_or(usual, String::as_str).to_owned();
    let number = |n: usize, usual: &str| word(n, usual).parse::<u64>().expect("a number");
    let (ours, theirs) = (word(0, "alphabeta:nodes=2000"), word(1, "greedy"));
    let (games, threads) = (number(2, "20"), number(3, "1"));
    let seed = i64::try_from(number(4, "1")).expect("a seed");
    let counts: [AtomicU64; 3] = Default::default();
    std::thread::scope(|scope| {
        for first in 0..threads {
            let (ours, theirs, counts) = (&ours, &theirs, &counts);
            scope.spawn(move || {
                for game in (first..games).step_by(usize::try_from(threads).expect("few")) {
                    let mut players = [ours.clone(), theirs.clone()];
                    let swapped = game % 2 == 1;
                    if swapped {
                        players.swap(0, 1);
                    }
                    let points = play(&players, game, seed).points;
                    let mine = points[usize::from(swapped)];
                    counts[usize::from(2 - mine)].fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let [wins, draws, losses] = counts.map(AtomicU64::into_inner);
    #[expect(clippy::cast_precision_loss, reason = "few games")]
    let share = 50.0 * (2 * wins + draws) as f64 / games as f64;
    #[expect(clippy::print_stdout, reason = "the result of a bench")]
    {
        println!(
            "{ours} against {theirs}: {wins} wins, {draws} draws, {losses} losses: {share:.1} %"
        );
    }
}
