//! `chase play animal-checkers`: the session of the specification, from a pipe.

use crate::harness::{Place, Ran, project};

fn play(place: &Place, words: &str, stdin: &str) -> Ran {
    place.chase_with(
        &["play", "animal-checkers"]
            .into_iter()
            .chain(words.split_whitespace())
            .collect::<Vec<_>>(),
        stdin,
    )
}

const START: &str = ". m . x . e .\n. . t . d . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . D . T . .\n. E . X . M .\n\n";

/// One move before the den.
const NEAR: &str = "--position ..Dx..e/......./......./......./......./......./...X...";

#[test]
fn it_begins_as_the_specification_prints_it() {
    let place = Place::new();
    let ran = play(&place, "--seed 3", "").fine();
    let rest = ran.stdout.strip_prefix("init\nstart\n").expect("both words");
    let rest = rest.strip_prefix(START).expect("the start");
    // The agent has moved, and the person is asked.
    assert!(rest.ends_with("\n\nMove? \n"), "{ran}");
    assert_eq!(rest.matches('\n').count(), 9, "one board: {ran}");
}

#[test]
fn who_moves_first_can_be_chosen() {
    let place = Place::new();
    let ran = play(&place, "--first human --seed 3", "").fine();
    ran.stdout_is(&format!("init\nstart\n{START}Move? \n"));
}

#[test]
fn a_move_is_two_letters_of_either_case_however_they_stand() {
    let place = Place::new();
    let first = play(&place, "--first human --seed 3", "du\n").fine().stdout;
    for typed in ["d u\n", " DU \r\n", "\n\nDu\n"] {
        let ran = play(&place, "--first human --seed 3", typed).fine();
        assert_eq!(ran.stdout, first, "{typed:?}");
    }
    // The board after the person's move, then the one after the agent's.
    assert!(first.contains("Move? . m . x . e .\n. . t . d . .\n. . . . . . .\n. . . . . . .\n. . D . . . .\n. . . . T . .\n"));
    assert_eq!(first.matches(" X ").count(), 3);
}

#[test]
fn what_is_no_move_is_explained_and_asked_again() {
    let place = Place::new();
    for (typed, told) in [
        ("dd", None),
        ("zz", Some("`zz` cannot be done here;")),
        ("dz", Some("`dz` cannot be done here;")),
        ("dog up", Some("`dog up` cannot be done here;")),
        ("md", Some("the mouse on f1 leaves the board going down;")),
        ("el", None),
        ("er", None),
        ("tu tu", Some("`tu tu` cannot be done here;")),
    ] {
        let ran = play(&place, "--first human --seed 3", &format!("{typed}\n")).fine();
        if let Some(told) = told {
            let after = ran.stdout.strip_prefix(&format!("init\nstart\n{START}Move? "));
            let after = after.unwrap_or_default();
            assert!(after.starts_with(told), "{ran}");
            assert!(after.ends_with("? lists what can be done.\nMove? \n"), "{ran}");
        }
    }
    // An own piece, the own den, an enemy that escapes.
    let position = "--position ...x..m/....... /......./......./...e.../...M.../..EX...";
    let position = position.replace(' ', "").replacen("--position", "--position=", 1);
    let ran = play(&place, &format!("{position} --first human"), "er\nmd\n");
    ran.stdout_has("no piece may enter its own den;");
    let position = "--position ...x.../......./......./......./...m.../...E.../...X...";
    let ran = play(&place, &format!("{position} --first human"), "eu\n");
    ran.stdout_has("an elephant cannot capture the mouse on d3;");
}

#[test]
fn the_winner_is_named_and_another_game_offered() {
    let place = Place::new();
    let words = format!("{NEAR} --first human --seed 1");
    // given a person who enters the den, plays again, and does it again
    let ran = play(&place, &words, "dr\ny\ndr\nn\n").fine();
    assert_eq!(ran.stdout.matches("Human Wins!\nPlay again?").count(), 2, "{ran}");
    assert_eq!(ran.stdout.matches("init\n").count(), 1);
    assert_eq!(ran.stdout.matches("start\n").count(), 2);
    // and an agent that does
    let words = "--position ...x.../......./......./......./......./......m/...Xd.. --agent greedy --seed 1";
    let ran = play(&place, &words.replace("......m", "..M...m"), "").fine();
    ran.stdout_has("Agent Wins!\nPlay again?");
    // and a draw
    let words = "--first human --moves 1 --seed 1";
    play(&place, words, "mu\n").fine().stdout_has("Draw!\nPlay again?");
}

#[test]
fn undo_takes_back_both_moves_and_what_was_undone_is_not_kept() {
    let place = Place::new();
    // given a move, taken back, another one, and the end of the input
    let undone = play(&place, "--first human --seed 3 -o a.json", "undo\ndu\nundo\ntu\n");
    undone
        .status(0)
        .stdout_has("There is no move of yours to take back.\nMove? ")
        .stdout_has(&format!("Taken back to before your last move.\n{START}Move? "))
        .stderr_has("moves 0 to 2 are recorded in a.json");
    // then it is the game in which only the other one was made
    play(&place, "--first human --seed 3 -o b.json", "tu\n").status(0);
    assert!(place.read("a.json") == place.read("b.json"));
    place.chase("verify a.json").fine().stdout_has("choices of 1 of 2 players checked");
    // A won game can be taken back too.
    let words = format!("{NEAR} --first human --seed 1");
    let ran = play(&place, &words, "dr\nundo\ndl\n").fine();
    ran.stdout_has("Human Wins!\nPlay again? (y or n, undo takes back) Taken back");
}

#[test]
fn every_game_of_a_series_has_its_file() {
    let place = Place::new();
    let words = format!("{NEAR} --first human --seed 1 -o den.chase");
    play(&place, &words, "dr\ny\ndr\n").status(0);
    assert_eq!(place.names(), ["den-2.chase", "den.chase"]);
    for name in place.names() {
        place.chase(&format!("verify {name}")).fine();
    }
    play(&place, &words, "dr\n").trouble(&["den.chase", "there is a file of this name"]);
}

#[test]
fn the_legal_moves_are_listed_on_a_question() {
    let place = Place::new();
    let ran = play(&place, "--first human --seed 1", "?\n").fine();
    ran.stdout_has("Move?   mr  mouse right, f1 to g1\n")
        .stdout_has("  el  elephant left, b1 to a1\n  undo takes your last turn back");
}

#[test]
fn a_recorded_game_goes_on_from_any_move_with_the_person_at_side_0() {
    let place = Place::new();
    let file = super::golden("den");
    let words = ["play", "--from", &file, "--move", "4", "-o", "on.json"];
    place.chase_with(&words, "mr\n").status(0).stderr_has("recorded in on.json");
    let told = place.chase("replay on.json --move 5").fine();
    told.stdout_has("side 0: 4 pieces, human");
    // Its past is that of the recording.
    place
        .chase_with(&["replay", "on.json", "--to", "4"], "")
        .fine()
        .stdout_is(&place.chase_with(&["replay", &file, "--to", "4"], "").stdout);
    place.chase("verify on.json").fine();
    // Who played before is not the person, and drew its own luck.
    let file = project("replays/animal-checkers/move_limit.json");
    let words = ["play", "--from", &file, "--move", "5", "-o", "luck.json"];
    place.chase_with(&words, "").status(0);
    place.chase("verify luck.json").fine();
    let told = place.chase("info luck.json").fine();
    told.stdout_has("human");
}

#[test]
fn wrong_arguments_are_told() {
    let place = Place::new();
    play(&place, "--agent nobody", "")
        .trouble(&["there is no player `nobody`", "random, greedy, alphabeta"]);
    play(&place, "--agent greedy:nodes=5", "").trouble(&["takes no limit"]);
    play(&place, "--agent alphabeta:nodes=0", "").trouble(&["`nodes=0` is no limit"]);
    play(&place, "--first nobody", "").status(2);
    play(&place, "--position ...", "").trouble(&["position: rows: 1", "as in: --position"]);
}

#[test]
fn what_a_session_prints_can_be_compared_or_says_why_not() {
    let place = Place::new();
    // given a session, and one that goes on from another game
    let ran = play(&place, "--seed 3 -o a.json", "du\ntu\n").status(0);
    place.write("a.txt", ran.stdout);
    place.chase("diff a.txt a.json").fine().stdout_has("the same: all");
    let file = super::golden("den");
    let words = ["play", "--from", &file, "--move", "4", "-o", "b.json"];
    let ran = place.chase_with(&words, "mr\nml\n").status(0);
    place.write("b.txt", &ran.stdout);
    assert!(ran.stdout.starts_with("init\nstart\nMove 4\n"), "{ran}");
    place.chase("diff b.txt b.json --ignore move").status(1).stdout_has("move 0 is only in theirs");
    // given moves that were taken back, and a second game
    let near = format!("{NEAR} --first human --seed 1");
    for (words, typed, told) in [
        ("--seed 3", "tu\nundo\ndu\n", "moves were taken back here"),
        (&near, "dr\nundo\ndl\n", "moves were taken back here"),
        (&near, "dr\ny\ndr\n", "a second game begins here"),
    ] {
        place.write("s.txt", play(&place, words, typed).status(0).stdout);
        place.chase("diff s.txt a.json").trouble(&["s.txt:", told]);
    }
}

#[test]
fn another_game_can_follow_one_that_was_resumed() {
    let place = Place::new();
    let file = super::golden("den");
    let words = ["play", "--from", &file, "--move", "21", "-o", "on.json"];
    let ran = place.chase_with(&words, "y\nquit\n").status(0);
    assert_eq!(ran.stdout.matches("start\n").count(), 2, "{ran}");
    assert_eq!(place.names(), ["on-2.json", "on.json"]);
}

#[test]
fn a_name_that_is_taken_does_not_end_a_series() {
    let place = Place::new();
    place.write("g-2.json", "mine");
    let words = format!("{NEAR} --first human --seed 1 -o g.json");
    play(&place, &words, "dr\ny\ndr\n").status(0);
    assert_eq!(place.names(), ["g-2.json", "g-3.json", "g.json"]);
    assert_eq!(place.read("g-2.json"), b"mine");
}

#[test]
fn what_was_typed_is_quoted_shortly_and_without_control() {
    let place = Place::new();
    let typed = format!("\u{1b}[31m{}\n", "x".repeat(5_000));
    let ran = play(&place, "--first human --seed 1", &typed).fine();
    assert!(!ran.stdout.contains('\u{1b}') && ran.stdout.len() < 1_000, "{ran}");
}
