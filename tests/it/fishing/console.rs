//! `chase play fishing`: people and built-in players, from a pipe.

use super::golden;
use crate::harness::{Place, Ran};

const BOARD: &str = "2 4\n10 20 30 10\n10 20 10 20\n";

fn play(place: &Place, words: &str, stdin: &str) -> Ran {
    place.write("board.txt", BOARD);
    let fixed = "play fishing --board board.txt --penguins 1 --seed 1";
    let args: Vec<_> = fixed.split_whitespace().chain(words.split_whitespace()).collect();
    place.chase_with(&args, stdin)
}

const TWO: &str = "--player human --player human";

#[test]
fn the_board_has_coordinates_and_a_turn_is_told() {
    let place = Place::new();
    let ran = play(&place, TWO, "a1\n").fine();
    assert!(
        ran.stdout.starts_with(
            "    a  b  c  d\n 1  1  2  3  1\n 2  1  2  1  2\n  human-1, human: 0 fish, 1 to place\n"
        ),
        "{ran}"
    );
    ran.stdout_has("P1, human, is to act\nP1? human-1 places a penguin on a1, 1 fish\n")
        .stdout_has("\n 1 P1  2  3  1\n")
        .stdout_has("  P1 human-1, human: 1 fish\n  human-2, human: 0 fish, 1 to place\n  P1.fish: 1\n  P1.penguins: a1\n");
}

#[test]
fn people_play_a_game_to_its_end_and_it_is_kept() {
    let place = Place::new();
    let turns = "a1\nd1\na1 c1\nmove d1 to d2, 2 fish\nc1 c2\nn\n";
    let ran = play(&place, &format!("{TWO} -o game.json"), turns).status(0);
    ran.stdout_has("human-1 moves a1 to c1, 3 fish").stdout_has("human-2 moves d1 to d2, 2 fish");
    place.chase("verify game.json").fine().stdout_has("choices of no player checked");
}

#[test]
fn what_cannot_be_done_is_explained_and_asked_again() {
    let place = Place::new();
    for (typed, told) in [
        ("b1", "b1 has 2 fish; a penguin is placed on a floe with one fish"),
        ("z9", "z9 is not on the board"),
        ("zz", "`zz` cannot be done here"),
        ("a1 b1", "penguins are being placed, none can be moved"),
        ("a b c", "`a b c` cannot be done here"),
        ("? a1", "`? a1` cannot be done here"),
        ("a1\nd1\na1", "penguins are being moved, none can be placed"),
        ("a1\nd1\na1 b2", "from a1 to b2 is not along a row or column"),
        ("a1\nd1\na1 d1", "d1 is in the way: there is a penguin of player 2"),
        ("a1\nd1\nb1 c1", "b1 has 2 fish, no penguin of the player to move"),
    ] {
        let ran = play(&place, TWO, &format!("{typed}\n")).fine();
        ran.stdout_has(&format!("{told}; ? lists what can be done.\n"));
    }
}

#[test]
fn help_lists_and_undo_takes_back() {
    let place = Place::new();
    let ran = play(&place, TWO, "?\na1\nundo\nundo\nd1\na1\n?\n").fine();
    ran.stdout_has("P1?   a1  place on a1\n")
        .stdout_has("Taken back to before your last turn.\n")
        .stdout_has("There is no turn of yours to take back.")
        .stdout_has("  d1 d2  move d1 to d2, 2 fish\n");
}

#[test]
fn built_in_players_answer_and_a_recorded_game_goes_on() {
    let place = Place::new();
    let ran = play(&place, "--player greedy --player human", "").fine();
    ran.stdout_has("greedy-1 places a penguin on ").stdout_has("P2? ");
    let file = golden("two");
    let words = ["play", "--from", &file, "--turn", "6", "-o", "on.json"];
    place.chase_with(&words, "").status(0).stderr_has("turns 0 to 6 are recorded in on.json");
    place.chase("verify on.json").fine();
}
