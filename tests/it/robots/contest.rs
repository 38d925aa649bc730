//! The contest: its transcript is that of the second implementation, byte by byte, and every case
//! can be recorded.

use chase::engine::dice::{Dice, Generator};
use chase::games::robots::new::board;

use super::naive;
use crate::harness::Place;

fn file(cases: u64, seed: i64) -> String {
    let boards = (0..cases).map(|number| {
        let mut dice = Dice::new(Generator::Chacha8, seed, number);
        // One robot alone is warned of.
        let robots = 2 + u8::try_from(dice.below(29)).expect("small");
        let teleports = 1 + u8::try_from(dice.below(20)).expect("small");
        board(robots, teleports, &mut dice).text()
    });
    boards.collect::<String>() + "0 0\n"
}

#[test]
fn the_transcript_is_that_of_the_second_implementation() {
    let place = Place::new();
    let file = file(300, 5);
    place.write("contest.txt", &file);
    let told = place.chase("record robots --contest contest.txt").fine().stdout;
    assert_eq!(told, naive::contest(&file));
    for part in ["\n\nCase 2:\n", ": teleport to (", "Won game after making ", "Lost game after"] {
        assert!(told.contains(part), "{part}");
    }
}

#[test]
fn what_is_odd_about_its_games_is_warned_of() {
    let place = Place::new();
    let game = "1 0\n1 1\n";
    place.write("contest.txt", game.repeat(7) + "0 0\n");
    let ran = place.chase("record robots --contest contest.txt").status(0);
    let ran = ran
        .stderr_has("contest.txt:1: one robot: the game can never be won\n")
        .stderr_has("contest.txt:1: no teleport\n")
        .stderr_has("warning: and 4 more like these\n");
    assert_eq!(ran.stderr.lines().count(), 11, "{ran}");
}

#[test]
fn any_case_can_be_recorded() {
    let place = Place::new();
    place.write("contest.txt", file(12, 7));
    let told = place.chase("record robots --contest contest.txt").fine().stdout;
    let cases: Vec<_> = told.split("\n\n").collect();
    for case in [1, 7, 12] {
        let words = format!("record robots --contest contest.txt --case {case} -o {case}.json");
        place.chase(&words).fine();
        place.chase(&format!("verify {case}.json")).fine();
        let replay = place.chase(&format!("replay {case}.json --stats --format json"));
        let stats: serde_json::Value = serde_json::from_str(&replay.fine().stdout).expect("JSON");
        let moves = format!(" game after making {} moves.\n", stats["moves"]);
        let debris = format!("Number of cells with debris: {}", stats["debris_cells"]);
        assert!(cases[case - 1].contains(&moves), "{} {moves}", cases[case - 1]);
        assert!(cases[case - 1].contains(&debris), "{} {debris}", cases[case - 1]);
    }
    place
        .chase("record robots --contest contest.txt -o x.json")
        .trouble(&["x.json: nothing is recorded", "leave out -o"]);
    place
        .chase("record robots --contest contest.txt --case 13")
        .trouble(&["contest.txt", "there is no case 13; the last is case 12"]);
    place.chase("record robots --contest contest.txt --case 0").trouble(&["there is no case 0"]);
}
