//! `record`, `replay --legal`, `perft`, `new`, `convert` for Animal Checkers.

use super::golden;
use crate::harness::{Place, example_path, project};

crate::tables::table!();

#[test]
fn the_goldens_are_recorded_again_to_the_byte() {
    let place = Place::new();
    let shut = "--position ...xd.E/....T../......./......./......./......./...X...";
    for (name, words) in [
        ("den", "--player alphabeta:nodes=10 --player greedy --seed 14".to_owned()),
        ("den", "--player alphabeta --player greedy --nodes 10 --seed 14".to_owned()),
        ("capture", "--player greedy --player greedy --seed 36".to_owned()),
        ("move_limit", "--player random --player greedy --seed 19".to_owned()),
        ("no_move", format!("{shut} --player greedy --player greedy --seed 1")),
    ] {
        let words = format!("record animal-checkers {words} --force --trace never -o x.json");
        place.chase(&words).fine();
        let there = std::fs::read(golden(name)).expect("a golden replay");
        assert!(place.read("x.json") == there, "{name}");
    }
}

#[test]
fn position_side_and_limits_are_what_is_played() {
    let place = Place::new();
    let words = "--position ...x.../.d...../......./......./......./......./...XD.. --side 1 \
                 --moves 7 --move-clock 250ms --game-clock 2m --player random --player random --seed 2";
    place.chase(&format!("record animal-checkers {words} -o x.json --trace never")).fine();
    let header = String::from_utf8(place.read("x.json")).expect("JSON");
    assert!(header.contains(
        "\"scenario\":{\"position\":[\"...x...\",\".d.....\",\".......\",\".......\",\".......\",\".......\",\"...XD..\"],\
         \"side\":1,\"moves\":7,\"move_ms\":250,\"game_ms\":120000}"
    ), "{header}");
    place.chase("replay x.json --move 0 --format json").fine().stdout_has("\"side\":1");
    // Drawn rows are taken as they are.
    let drawn = ". . . x . . .\n. d . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X D . .\n";
    let words = words.replacen(
        "--position ...x.../.d...../......./......./......./......./...XD.. ",
        "",
        1,
    );
    let args: Vec<_> = ["record", "animal-checkers", "--position", drawn]
        .into_iter()
        .chain(words.split_whitespace())
        .chain(["-o", "y.json", "--trace", "never"])
        .collect();
    place.chase_with(&args, "").fine();
    assert!(place.read("x.json") == place.read("y.json"));
}

#[test]
fn a_player_by_the_clock_is_named_so_and_not_asked_again() {
    let place = Place::new();
    let words = "record animal-checkers --player alphabeta --player random --time 2ms --seed 4 \
                 -o x.json --trace never";
    place.chase(words).fine();
    let header = String::from_utf8(place.read("x.json")).expect("JSON");
    assert!(header.contains("\"players\":[\"alphabeta:time=2ms\",\"random\"]"));
    place.chase("verify x.json").fine().stdout_has("choices of 1 of 2 players checked");
}

#[test]
fn wrong_arguments_are_told() {
    let place = Place::new();
    for (words, told) in [
        ("--player side-2=random", "side-2"),
        ("--player random --player random --player random", "players named: 3"),
        ("--player nobody --player random", "there is no player `nobody`"),
        (
            "--position ...x.../......./......./......./......./......./...X...",
            "side 0 has no piece",
        ),
        (
            "--position .m.x.e./..t.d../......./......./......./..D.T../.E.X.MM",
            "a side has one mouse",
        ),
        ("--moves 0", "moves: 0; expected 1 to"),
    ] {
        place.chase(&format!("record animal-checkers {words}")).trouble(&[told]);
    }
    for words in [
        "--side 2",
        "--time 0",
        "--time 5",
        "--nodes 0",
        "--nodes 5 --time 5s",
        "--move-clock 1us",
        "--moves x",
    ] {
        place.chase(&format!("record animal-checkers {words}")).status(2).stdout_is("");
    }
    assert!(place.names().is_empty());
}

#[test]
fn the_legal_moves_of_the_seat_to_move_are_printed() {
    let place = Place::new();
    let file = golden("den");
    let told = place.chase_with(&["replay", &file, "--move", "0", "--legal"], "").fine();
    let told = told.stdout_has("S0 is to act in move 1:\n  mouse right, f1 to g1\n");
    assert_eq!(told.stdout.lines().count(), 15);
    let json = place
        .chase_with(&["replay", &file, "--move", "1", "--legal", "--format", "json"], "")
        .fine();
    json.stdout_has(
        "{\"seat\":\"S1\",\"legal\":[{\"move\":{\"piece\":\"mouse\",\"direction\":\"right\"}}",
    );
    let over = place.chase_with(&["replay", &file, "--legal"], "").fine();
    over.stdout_is("no seat is to act: the game is over (den)\n");
    // For every game of the project.
    let police = project("replays/police/S3.json");
    let told = place.chase_with(&["replay", &police, "--hour", "2", "--legal"], "").fine();
    told.stdout_has("T is to act in hour 3:\n  move to ").stdout_has("  rest at ");
    place
        .chase_with(&["replay", &file, "--move", "99", "--legal"], "")
        .trouble(&["there is no move 99; the last is 21"]);
}

#[test]
fn a_new_opening_is_drawn_and_can_be_played() {
    let place = Place::new();
    let made = place.chase("new animal-checkers --plies 7 --seed 3 -o opening.txt").fine();
    let made = made.stdout_has("7 random moves after the start, side 1 to move, seed 3");
    let next = made.stdout.lines().last().expect("what to try next").trim().to_owned();
    let next = next.strip_prefix("chase ").expect("a command");
    place.chase(&format!("{next} --seed 1 -o x.json")).status(0);
    let args =
        ["record", "animal-checkers", "--side", "1", "--seed", "1", "-o", "y.json", "--position"];
    let drawn = String::from_utf8(place.read("opening.txt")).expect("a drawn board");
    place.chase_with(&[&args[..], &[&drawn]].concat(), "").fine();
    assert!(place.read("x.json") == place.read("y.json"));
    // The file itself will do too.
    let args = "record animal-checkers --position opening.txt --side 1 --seed 1 -o z.json";
    place.chase(args).fine();
    assert!(place.read("x.json") == place.read("z.json"));
    place.chase("new animal-checkers --plies 41").status(2);
}

#[test]
fn both_forms_hold_the_same() {
    let place = Place::new();
    for name in ["den", "timeout", "move_limit"] {
        let file = golden(name);
        place.chase_with(&["convert", &file, "x.chase", "--force"], "").fine();
        place.chase("convert x.chase x.json --force").fine();
        let there = std::fs::read(&file).expect("a golden replay");
        assert!(place.read("x.json") == there, "{name}");
        let small = place.read("x.chase").len();
        assert!(small < there.len() / 2, "{name}: {small}");
        place
            .chase_with(&["replay", "x.chase", "--stats"], "")
            .fine()
            .stdout_is(&place.chase_with(&["replay", &file, "--stats"], "").stdout);
    }
}

#[test]
fn the_example_agent_plays() {
    let place = Place::new();
    let line = example_path("animal_checkers_agent").display().to_string();
    place.shell(&line).fine().stdout_is("10 won, 0 drawn, 0 lost\n");
    place.shell(&format!("{line} nobody")).status(2);
}

#[test]
fn a_limit_goes_to_the_embedded_players_and_is_not_lost_silently() {
    let place = Place::new();
    let words = "record animal-checkers --nodes 50 --seed 1 --trace never";
    place.chase(&format!("{words} -o x.json")).fine();
    let header = String::from_utf8(place.read("x.json")).expect("JSON");
    assert!(header.contains("[\"alphabeta:nodes=50\",\"greedy\"]"), "{header}");
    for players in ["random", "alphabeta:nodes=7"] {
        let words = format!("{words} --player {players} --player random --force -o y.json");
        place.chase(&words).status(0).stderr_has("warning: no player here takes nodes=50");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_ends_at_once_and_keeps_whole_moves_only() {
    let place = Place::new();
    let line = "timeout --preserve-status -s INT 1 $CHASE record animal-checkers --player random \
                --player alphabeta:depth=90 --seed 1 --trace never -o";
    place.shell(&format!("{line} deep.json")).status(2).stderr_has("interrupted after move 1");
    assert!(place.names().is_empty(), "{:?}", place.names());
    place.shell(&format!("{line} deep.chase")).status(2);
    place.chase("info deep.chase").status(0).stdout_has("moves 0 to 1");
    // At the console what was played is kept.
    let line = "(echo du; sleep 3) | timeout -s INT 1 $CHASE play animal-checkers --first human \
                --agent alphabeta:depth=90 --seed 1 -o play.chase";
    place.shell(line).stderr_has("moves 0 to 1 are recorded in play.chase");
}
