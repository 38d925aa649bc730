//! `chase solve`: values of small scenarios of several games, and refusals by name.

use serde_json::Value;

use crate::harness::Place;

crate::tables::table!();

/// The heaps of Nim have an exclusive or that is not 0: the first player wins, and the moves that leave one of 0 are
/// the best.
#[test]
fn nim_is_solved_as_its_theory_says() {
    let place = Place::of("nim");
    for (heaps, wins) in [("3,4,5", true), ("1,2,3", false), ("7,1,1", true)] {
        let words = ["solve", "--heaps", heaps, "--format", "json"];
        let text = place.chase_with(&words, "").status(0).stdout;
        let solved: Value = serde_json::from_str(&text).expect("one object");
        let told = text.contains("\"win\"");
        assert!(solved.is_object() && told, "{heaps}: {text}");
        let words = ["solve", "--heaps", heaps];
        let text = place.chase_with(&words, "").status(0).stdout;
        let winner = if wins { "player 1 wins" } else { "player 2 wins" };
        assert!(text.contains(winner), "{heaps}: {text}");
    }
}

#[test]
fn games_with_secrets_are_not_offered() {
    let place = Place::new();
    place.chase("solve police").trouble(&["unrecognized subcommand 'police'"]);
    let help = place.chase("solve --help").fine().stdout;
    assert!(help.contains("fishing") && !help.contains("scotland-yard"), "{help}");
}
