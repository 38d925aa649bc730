//! The judge that games taught.

use std::sync::Arc;

use crate::board::Position;
use crate::new::opening;
use crate::players::evaluation::Judge as _;
use crate::players::learned::{Learned, read, written};
use crate::{AnimalCheckers, Scenario};
use chase_core::dice::{Dice, Generator};
use chase_core::game::Game as _;
use chase_core::player::seated;
use chase_core::session::GameSession;

/// Points of the first player against the second, in games from both sides of random openings.
fn points(players: [&str; 2], games: u64) -> u32 {
    let one = |number: u64| {
        let mut dice = Dice::new(Generator::Chacha8, 5, number / 2);
        let (position, side) = opening(6, &mut dice);
        let scenario = Scenario {
            position: position.rows(0).to_vec(),
            side: u8::try_from(side).expect("two sides"),
            ..Scenario::default()
        };
        let game = Arc::new(AnimalCheckers::new(scenario).expect("an opening is playable"));
        let mine = usize::try_from(number % 2).expect("0 or 1");
        let mut names = players.map(str::to_owned);
        names.rotate_left(mine);
        let players = seated(&*game, &names).expect("built-in players");
        let mut session = GameSession::new(game, players, dice);
        session.run(&mut ());
        u32::from(session.outcome().expect("every game ends").points[mine])
    };
    (0..games).map(one).sum()
}

/// Measured: 180 of 200 points at more positions.
#[test]
fn what_games_taught_wins_them() {
    let points = points(["alphabeta@2:nodes=300", "alphabeta@1:nodes=300"], 40);
    assert!(points >= 60, "{points} of 80");
}

/// A side is told nothing but what the other would be told in its place.
#[test]
fn a_board_turned_round_is_worth_the_same_to_the_other_side() {
    let mut dice = Dice::new(Generator::Chacha8, 6, 0);
    for _ in 0..100 {
        let (position, side) = opening(12, &mut dice);
        let turned = Position::from_rows(&position.rows(1)).expect("a board");
        let judge = Learned::usual();
        assert_eq!(judge.worth(&position, side), judge.worth(&turned, 1 - side));
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let text = include_str!("../players/learned.txt");
    let weights = read(text).expect("a number for each weight");
    assert_eq!(written(&weights), text);
    assert_eq!(read(&format!("{text} 1")), None);
}
