//! The game against a second implementation, written from the rules page alone.

use chase::checks::perft::LineCounter;
use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game, Turn};
use chase::games::animal_checkers::new::opening;
use chase::games::animal_checkers::{AnimalCheckers, Position, Scenario};

use super::naive::Naive;

/// Plays a random game in both, from a position, and compares them after every move. Returns how
/// it ended.
fn side_by_side(scenario: Scenario, seed: i64) -> String {
    let mut naive = Naive::parse(&scenario.position.join("/"), usize::from(scenario.side));
    naive.limit = Some(scenario.moves);
    let game = AnimalCheckers::new(scenario).expect("a playable position");
    let mut state = game.start();
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    let mut events = Vec::new();
    loop {
        events.clear();
        match game.turn(&state) {
            Turn::Over(outcome) => {
                let (winner, cause) = naive.ending.expect("both are over");
                let points = match winner {
                    Some(0) => [2, 0],
                    Some(_) => [0, 2],
                    None => [1, 1],
                };
                assert_eq!(outcome.points, points);
                assert_eq!(outcome.cause.to_uppercase(), cause);
                return outcome.cause.into_owned();
            }
            Turn::World | Turn::Seats(_) => game.world_in(&state, &mut dice, &mut events),
            Turn::Seat(seat) => {
                assert_eq!(naive.ending, None);
                assert_eq!(seat.index(), naive.side);
                let mut buffer = Vec::new();
                let legal = game.legal_in(&state, seat, &mut buffer);
                let codes: Vec<_> = legal.iter().map(|action| action.code()).collect();
                assert_eq!(codes, naive.legal(), "{}", naive.rows());
                let drawn = dice.below(u32::try_from(legal.len()).expect("few moves"));
                let action = legal[drawn as usize];
                let decided = game.decide_in(&state, seat, &action, &mut dice, &mut events);
                decided.expect("a legal move");
                naive.play(action.code());
            }
        }
        for event in &events {
            game.apply(&mut state, event).expect("what was decided");
        }
        // What is kept of a game stands between two moves.
        if game.turn(&state) != Turn::World {
            assert!(game.is_valid_state(&state));
        }
        assert_eq!(state.position.to_string(), naive.rows());
        for viewer in 0..2 {
            let rows = state.position.rows(viewer);
            let spaced = rows.map(|row| row.split("").collect::<Vec<_>>().join(" "));
            let lines: Vec<_> = spaced.iter().map(|row| row.trim()).collect();
            assert_eq!(lines.join("\n") + "\n", naive.drawn(viewer));
        }
    }
}

#[test]
fn random_games_go_the_same_way_to_the_same_end() {
    let mut endings = std::collections::BTreeMap::new();
    for seed in 0..2_000 {
        let moves = 40 + u32::try_from(seed % 161).expect("small");
        let scenario = Scenario { side: u8::from(seed % 2 == 1), moves, ..Scenario::default() };
        *endings.entry(side_by_side(scenario, seed)).or_insert(0) += 1;
    }
    // Random play hardly ever shuts a side in; these begin next to it.
    for seed in 0..200 {
        let shut = "...xd.E/....T../......./......./......./......./...X...";
        let scenario = Scenario {
            position: shut.split('/').map(str::to_owned).collect(),
            ..Scenario::default()
        };
        *endings.entry(side_by_side(scenario, seed)).or_insert(0) += 1;
    }
    let causes: Vec<_> = endings.keys().map(String::as_str).collect();
    assert_eq!(causes, ["capture", "den", "move_limit", "no_move"], "{endings:?}");
}

/// A game that begins with a position.
fn game_at(position: &Position, side: usize) -> AnimalCheckers {
    let scenario = Scenario {
        position: position.rows(0).to_vec(),
        side: u8::from(side == 1),
        ..Scenario::default()
    };
    AnimalCheckers::new(scenario).expect("a playable position")
}

#[test]
fn lines_of_play_are_as_many() {
    for number in 0..60 {
        let mut dice = Dice::new(Generator::Chacha8, 9, number);
        let (position, side) = opening(dice.below(30), &mut dice);
        let naive = Naive::parse(&position.to_string(), side);
        for depth in 1..=3 {
            let counted = LineCounter::of(&game_at(&position, side)).count(depth);
            assert_eq!(counted, Ok(naive.perft(depth)), "{position} {side} {depth}");
        }
    }
}

#[test]
fn the_numbers_of_the_rules() {
    let start = Position::from_rows(&Scenario::default().position).expect("the start");
    let known = [14, 196, 2_352, 28_223, 323_846, 3_715_255, 43_230_656];
    for side in 0..2 {
        let game = game_at(&start, side);
        let mut lines = LineCounter::of(&game);
        for (depth, known) in (1..).zip(known) {
            assert_eq!(lines.count(depth), Ok(known));
        }
        assert_eq!(lines.count(0), Ok(1));
    }
}
