//! `chase play scotland-yard`: people on either side, from a pipe.

use super::tiny;
use crate::harness::{Place, Ran};

fn play(place: &Place, words: &str, stdin: &str) -> Ran {
    let board = tiny();
    let fixed = ["play", "scotland-yard", "--board", &board, "--seed", "1"];
    let args: Vec<_> = fixed.into_iter().chain(words.split_whitespace()).collect();
    place.chase_with(&args, stdin)
}

/// Mr X at 5, a detective at 17.
const TWO: &str =
    "--detectives 1 --start mr-x=5 --start blue=17 --player detectives=human --rounds 4:2";

#[test]
fn people_play_both_sides_and_the_game_is_kept() {
    let place = Place::new();
    let ran = play(
        &place,
        &format!("{TWO} -o game.json"),
        "\nsecret 4\ntaxi 13\n\ndouble taxi 9 secret 14\ntaxi 12\n\ntaxi 19\ntaxi 8\nn\n",
    );
    let ran = ran.status(0);
    ran.stdout_has("BLACK's turn: the others look away, BLACK presses Enter ")
        .stdout_has("Mr X shows himself in rounds: 2\n")
        .stdout_has("BLACK pays a double\nround 2 shows BLACK\nBLACK taxi 9\nBLACK secret ?\n")
        .stdout_has("Mr X wins: all rounds are used\n")
        .stdout_has("Play again?")
        .stderr_has("rotations 0 to 3 are recorded in game.json");
    place.chase("verify game.json").fine();
}

#[test]
fn what_detectives_are_shown_does_not_depend_on_where_mr_x_went() {
    let place = Place::new();
    // What stands between Mr X's turns is the same whether he went to 4 or to 10.
    let shown = |mr_x: &str| {
        let ran = play(&place, TWO, &format!("\n{mr_x}\n?\nknowledge\nquit\n")).fine();
        let (_, after) = ran.stdout.split_once("BLACK? ").expect("the question to Mr X");
        after.to_owned()
    };
    let (one, other) = (shown("taxi 4"), shown("taxi 10"));
    assert_eq!(one, other);
    assert!(one.contains("BLACK taxi ?\n"), "{one}");
    assert!(one.contains("  BLACK: ?\n"), "{one}");
    assert!(one.contains("Mr X can be at "), "{one}");
}

#[test]
fn the_set_is_listed_and_what_is_not_in_it_is_refused_with_it() {
    let place = Place::new();
    let words = "--detectives 1 --start mr-x=5 --start blue=17 --player mr-x=random \
                 --player detectives=human";
    play(&place, words, "?\n").fine().stdout_has("  knowledge tells what can be worked out");
    for (typed, told) in [
        ("taxi 1", "`taxi 1` is not a legal move; legal: "),
        ("pass", "`pass` is not a legal move; legal: "),
        ("double taxi 1 taxi 2", "is not a legal move; legal: "),
        ("tram 4", "`tram 4` cannot be done here; ? lists what can be done."),
        ("taxi x", "`taxi x` cannot be done here"),
        ("hello you all", "`hello you all` cannot be done here"),
        ("undo", "There is no move of yours to take back."),
    ] {
        play(&place, words, &format!("{typed}\n")).fine().stdout_has(told);
    }
    // A long list breaks between its moves, at 80 characters where there is no terminal.
    let ran = play(&place, "--player mr-x=human --start mr-x=10", "?\n").fine();
    let lines: Vec<_> = ran.stdout.lines().filter(|line| line.contains("double taxi")).collect();
    assert!(lines.len() > 1 && lines.iter().all(|it| it.len() <= 80), "{ran}");
    assert!(lines.iter().all(|line| line.ends_with(',')), "{ran}");
    // What is refused tells how many doubles there are.
    let ran = play(&place, "--player mr-x=human --start mr-x=10", "taxi 1\n");
    ran.fine().stdout_has(" doubles; ? lists what can be done.\n");
}

/// People who see the same are not sent away, and read what happened once.
#[test]
fn detectives_share_a_screen() {
    let place = Place::new();
    let words = "--detectives 2 --start mr-x=5 --start blue=17 --start green=20 \
                 --player mr-x=random --player detectives=human";
    let ran = play(&place, words, "taxi 18\nquit\n").fine();
    assert!(!ran.stdout.contains("look away"), "{ran}");
    assert_eq!(ran.stdout.matches("BLUE taxi 18\n").count(), 1, "{ran}");
}

#[test]
fn a_move_is_taken_back_with_all_that_followed() {
    let place = Place::new();
    let words = "--detectives 2 --start mr-x=5 --start blue=17 --start green=20 \
                 --player detectives=random -o game.json";
    let ran = play(&place, words, "taxi 4\nundo\ntaxi 10\nquit\n");
    ran.status(0).stdout_has("Taken back to before your last turn.\n");
    let told = place.chase("replay game.json").fine().stdout;
    assert!(told.contains(": BLACK taxi 10"), "{told}");
    assert!(!told.contains("BLACK taxi 4"), "{told}");
    place.chase("verify game.json").fine();
}

#[test]
fn somebody_must_play() {
    let place = Place::new();
    play(&place, "--player mr-x=random", "").trouble(&["no person plays", "human"]);
}

#[test]
fn the_rest_of_a_huge_line_is_no_move() {
    let place = Place::new();
    let line = format!("{}taxi 4\nquit\n", "x".repeat(1 << 16));
    let ran = play(&place, "--start mr-x=5 --start blue=17 --detectives 1", &line).fine();
    assert!(!ran.stdout.contains("BLACK taxi"), "{ran}");
}

#[test]
fn a_recorded_game_goes_on_from_any_rotation() {
    let place = Place::new();
    let file = super::golden("escaped");
    let ran = place.chase_with(&["play", "--from", &file, "--rotation", "2"], "?\n");
    ran.fine().stdout_has("  round: 4\n").stdout_has("  taxi ");
    // A round is asked for by its number.
    let stuck = super::golden("stuck");
    let from = |round: &str| place.chase_with(&["play", "--from", &stuck, "--round", round], "?\n");
    from("2").fine().stdout_has("  round: 2\n");
    from("1").trouble(&["round 1 is in the middle", "go on from round 2"]);
    from("99").trouble(&["there is no round 99"]);
}
