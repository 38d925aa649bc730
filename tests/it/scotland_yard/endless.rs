//! No game ever stands still.

use std::sync::Arc;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game, Turn};
use chase::engine::session::GameSession;
use chase::games::scotland_yard::ScotlandYard;
use chase::kit::player_name::seated;

use super::town::{Plan, scenario};

const GAMES: u64 = 100_000;

#[test]
fn no_game_reaches_a_state_without_a_winner_and_without_a_move() {
    let threads = 2;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for number in (thread..GAMES).step_by(threads as usize) {
                    ends(number);
                }
            });
        }
    });
}

/// A random game on a random board moves on until somebody wins.
fn ends(number: u64) {
    let mut dice = Dice::new(Generator::Chacha8, 5, number);
    let size = 2 + dice.below(30);
    let plan = Plan {
        stations: size,
        edges: dice.below(3 * size),
        rounds: 30,
        tickets: [1, 3, 12][dice.below(3) as usize],
        detectives: 5,
        one_reveal_in: 1 + dice.below(5),
    };
    let mut scenario = scenario(plan, &mut dice);
    for player in &mut scenario.players {
        if dice.below(2) == 0 {
            player.start = None;
        }
    }
    let (rounds, seats) = (scenario.rounds, scenario.players.len());
    let game = Arc::new(ScotlandYard::new(scenario).expect("a town is playable"));
    let players = seated(&game, &vec!["random".to_owned(); seats]).expect("built-in players");
    let mut session = GameSession::new(Arc::clone(&game), players, dice);
    // Opening, everybody's turns, the end of every rotation.
    let turns_max = 2 + rounds as usize * (seats + 1);
    for _ in 0..=turns_max {
        if let Turn::Seat(seat) = game.turn(session.state()) {
            let mut legal = Vec::new();
            let legal = game.legal_in(session.state(), seat, &mut legal);
            assert!(!legal.is_empty(), "game {number}: neither a winner nor a move");
        }
        if !session.step(&mut ()) {
            let outcome = session.outcome().expect("it is over");
            assert_eq!(outcome.points.iter().sum::<u8>(), 2);
            return;
        }
    }
    panic!("game {number} has not ended after {turns_max} turns");
}
