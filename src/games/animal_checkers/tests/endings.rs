//! Each ending and its cause, in the order in which they are tested.

use super::*;
use chase_engine::game::{Forfeit, ForfeitCause};

fn one_move(drawn: &str, side: u8, step: &str) -> DrawnTable {
    let mut table = DrawnTable::at(drawn, side);
    table.plays(step).unwrap();
    table
}

#[test]
fn a_piece_in_the_enemys_den_wins() {
    let before = "
        . . M x . . .
        . . . . . . e
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .";
    let table = one_move(before, 0, "mr");
    table.shows(
        ". . . M . . .
         . . . . . . e
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . X . . .",
    );
    assert_eq!(table.ending().unwrap(), "Side 0 wins: DEN");
    assert!(table.legal().is_empty());
    let table = one_move(&turned(before), 1, "mr");
    assert_eq!(table.ending().unwrap(), "Side 1 wins: DEN");
}

#[test]
fn the_capture_of_the_last_piece_wins() {
    let before = "
        . . . x . . .
        . . . . . . .
        . . . e . . .
        . . . M . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .";
    let table = one_move(before, 0, "mu");
    assert_eq!(table.ending().unwrap(), "Side 0 wins: CAPTURE");
    let table = one_move(&turned(before), 1, "mu");
    assert_eq!(table.ending().unwrap(), "Side 1 wins: CAPTURE");
}

#[test]
fn an_enemy_without_a_legal_move_has_lost() {
    // given side 1's dog, its own den at its left and a tiger below it
    let before = "
        . . . x d . E
        . . . . T . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .";
    // when the elephant shuts it in
    let table = one_move(before, 0, "el");
    table.shows(
        ". . . x d E .
         . . . . T . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . X . . .",
    );
    assert_eq!(table.ending().unwrap(), "Side 0 wins: NO_MOVE");
    let table = one_move(&turned(before), 1, "el");
    assert_eq!(table.ending().unwrap(), "Side 1 wins: NO_MOVE");
}

#[test]
fn two_hundred_moves_are_a_draw() {
    let mut table = DrawnTable::with(Scenario::default());
    for round in 0..100 {
        let step = if round % 2 == 0 { "mr" } else { "ml" };
        assert_eq!(table.ending(), None, "round {round}");
        table.plays(step).unwrap();
        assert_eq!(table.ending(), None, "round {round}");
        table.plays(step).unwrap();
    }
    assert_eq!(table.state.moves, 200);
    assert_eq!(table.ending().unwrap(), "Draw: MOVE_LIMIT");
    let Turn::Over(outcome) = table.game.turn(&table.state) else {
        panic!("a draw is an end");
    };
    assert_eq!((&*outcome.cause, outcome.points), ("move_limit", vec![1, 1]));
}

#[test]
fn a_win_with_the_last_move_is_a_win() {
    let last_move = |drawn: &str, step: &str| {
        let mut table =
            DrawnTable::with(Scenario { position: rows(drawn), moves: 1, ..Scenario::default() });
        table.plays(step).unwrap();
        table.ending().unwrap()
    };
    let den = "..Mx...\n......e\n.......\n.......\n.......\n.......\n...X...";
    assert_eq!(last_move(den, "mr"), "Side 0 wins: DEN");
    let capture = "...x...\n.......\n...e...\n...M...\n.......\n.......\n...X...";
    assert_eq!(last_move(capture, "mu"), "Side 0 wins: CAPTURE");
    let no_move = "...xd.E\n....T..\n.......\n.......\n.......\n.......\n...X...";
    assert_eq!(last_move(no_move, "el"), "Side 0 wins: NO_MOVE");
    assert_eq!(last_move(no_move, "ed"), "Draw: MOVE_LIMIT");
}

#[test]
fn a_den_that_is_entered_with_a_capture_elsewhere_due_is_told_as_den() {
    // given an enemy that would have no move either
    let table = one_move("..Exd..\n....T..\n.......\n.......\n.......\n.......\n...X...", 0, "er");
    assert_eq!(table.ending().unwrap(), "Side 0 wins: DEN");
}

#[test]
fn every_failure_to_move_loses_at_once() {
    for (failure, told) in [
        (ForfeitCause::Illegal, "Side 1 wins: ILLEGAL_MOVE"),
        (ForfeitCause::Garbage, "Side 1 wins: ILLEGAL_MOVE"),
        (ForfeitCause::Timeout, "Side 1 wins: TIMEOUT"),
        (ForfeitCause::Crash, "Side 1 wins: TIMEOUT"),
    ] {
        let mut table = DrawnTable::with(Scenario::default());
        let why = Forfeit::new(failure, "");
        let events = table.game.forfeit(&table.state, seat(0), &why);
        table.take_in(&events);
        table.close();
        assert_eq!(table.ending().unwrap(), told);
        // The turn that was lost is a cycle of its own.
        assert_eq!(table.game.clock(&table.state), 1);
    }
}

#[test]
fn a_game_that_is_over_before_it_begins_is_no_scenario() {
    for (drawn, side, told) in [
        (
            "...M...\n......e\n.......\n.......\n.......\n.......\n...X...",
            0,
            "side 0 has won already",
        ),
        ("...x...\n.......\n.......\n...M...\n.......\n.......\n...X...", 0, "side 1 has no piece"),
        (
            "...xdE.\n....T..\n.......\n.......\n.......\n.......\n...X...",
            1,
            "side 1 is to move and has no legal move",
        ),
    ] {
        let scenario = Scenario { position: rows(drawn), side, ..Scenario::default() };
        let fault = AnimalCheckers::new(scenario).unwrap_err().to_string();
        assert!(fault.contains(told), "{fault}");
    }
}

#[test]
fn limits_that_are_none_are_refused() {
    let usual = Scenario::default;
    for (scenario, told) in [
        (Scenario { side: 2, ..usual() }, "side: 2; expected 0 or 1"),
        (Scenario { moves: 0, ..usual() }, "moves: 0; expected 1 to 2000000000"),
        (Scenario { move_ms: 0, ..usual() }, "move_ms: 0; expected at least 1 ms"),
        (Scenario { game_ms: 0, ..usual() }, "game_ms: 0; expected at least 1 ms"),
    ] {
        assert_eq!(AnimalCheckers::new(scenario).unwrap_err().to_string(), told);
    }
}
