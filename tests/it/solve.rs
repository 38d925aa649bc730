//! `chase solve`: values of small scenarios of several games, and refusals by name.

use serde_json::Value;

use crate::harness::{Place, example};

/// The heaps of Nim have an exclusive or that is not 0: the first player wins, and the moves that leave one of 0 are
/// the best.
#[test]
fn nim_is_solved_as_its_theory_says() {
    let place = Place::new();
    for (heaps, wins) in [("3,4,5", true), ("1,2,3", false), ("7,1,1", true)] {
        let words = ["solve", "--heaps", heaps, "--format", "json"];
        let (status, text) = example(&place, "nim", &words, "");
        assert_eq!(status, 0, "{text}");
        let solved: Value = serde_json::from_str(&text).expect("one object");
        let told = text.contains("\"win\"");
        assert!(solved.is_object() && told, "{heaps}: {text}");
        let words = ["solve", "--heaps", heaps];
        let (_, text) = example(&place, "nim", &words, "");
        let winner = if wins { "player 1 wins" } else { "player 2 wins" };
        assert!(text.contains(winner), "{heaps}: {text}");
    }
}

#[test]
fn a_small_board_of_fishing_is_solved_and_more_states_than_allowed_are_refused() {
    let place = Place::new();
    let board = "solve fishing --rows 2 --cols 3 --penguins 1 --seed 7";
    place.chase(board).fine().stdout_has("With best play");
    place.chase(&format!("{board} --states 5")).trouble(&["more than 5 states"]);
}

const BOARD: &str = "solve fishing --rows 2 --cols 3 --penguins 1 --seed 7";

/// Given a run that gave up, when the same command is repeated with more states, then it goes on from its table and
/// prints what a run without one does; the finished table answers whatever the limit is.
#[test]
fn a_run_that_gave_up_goes_on_from_its_table() {
    let place = Place::new();
    let due = place.chase(BOARD).fine().stdout;
    let limit = "more than 100 states can be reached";
    let gave_up = place.chase(&format!("{BOARD} --states 100 --table t")).status(2);
    let gave_up = gave_up.stdout_is("").stderr_has(limit);
    let kept = gave_up
        .stderr_has("solved states are kept; with more --states the command goes on from them");
    assert!(kept.stderr.starts_with("t: "), "{kept}");
    let part = place.read("t");
    // Nothing more is found within the same limit, and nothing is written again.
    place.chase(&format!("{BOARD} --states 100 --table t")).trouble(&[limit]);
    assert!(place.read("t") == part);
    let words = format!("{BOARD} --table t");
    place.chase(&words).fine().stdout_is(&due);
    let whole = place.read("t");
    assert!(whole.len() > part.len());
    let words = format!("{words} --states 1");
    place.chase(&words).fine().stdout_is(&due);
    place.chase(&format!("{BOARD} --table fresh")).fine().stdout_is(&due);
    assert!(place.read("t") == whole && place.read("fresh") == whole);
    assert_eq!(place.names(), ["fresh", "t"]);
}

#[test]
fn a_table_of_something_else_is_refused_and_stays_as_it_is() {
    let place = Place::new();
    place.chase(&format!("{BOARD} --table t")).fine();
    let whole = place.read("t");
    let refused = |words: &str, why: &str| {
        let words = format!("{words} --table t");
        place.chase(&words).trouble(&[why]);
    };
    let other = BOARD.replace("--seed 7", "--seed 8");
    refused(&other, "this is a table of another scenario of the same game");
    let game = "this is a table of the game fishing, not of animal-checkers";
    refused("solve animal-checkers --moves 2", game);
    assert!(place.read("t") == whole);
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for (bytes, why) in [
        (&damaged[..], "this table is damaged"),
        (&whole[..whole.len() - 1], "this table is damaged"),
        (b"{\"chase\":1}", "this is no table of solved states"),
        (b"", "this is no table of solved states"),
    ] {
        place.write("t", bytes);
        refused(BOARD, why);
        assert!(place.read("t") == bytes);
    }
    place.chase(&format!("{BOARD} --table .")).trouble(&["regular file"]);
    place.chase(&format!("{BOARD} --table no/t")).trouble(&["no/t"]);
}

#[test]
fn games_that_cannot_be_solved_are_refused_by_name() {
    let place = Place::new();
    place.chase("solve police").trouble(&["some seats do not see the whole state"]);
    place.chase("solve scotland-yard").trouble(&["some seats do not see the whole state"]);
}
