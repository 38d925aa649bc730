//! `chase match fishing`: every way of failing is caught with its cause, and the series goes on.

use std::path::Path;

use serde_json::Value;

use super::fisher;
use crate::harness::{Place, Ran, program};

fn play(place: &Place, players: &[&str], words: &str) -> Ran {
    let mut args = vec!["match", "fishing", "--seed", "1"];
    args.extend(words.split_whitespace());
    for player in players {
        args.extend(["--player", player]);
    }
    place.chase_with(&args, "")
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

const SMALL: &str = "--rows 4 --cols 5 --games 2 --format json";

/// The causes a program is accused of, and the words of the first accusation.
fn accused(fault: &str, words: &str) -> (Vec<String>, String) {
    let place = Place::new();
    let player = format!("file:{} {fault} A", fisher());
    let ran = play(&place, &[&player, "greedy"], &format!("{SMALL} {words}")).played();
    let report = json(&ran);
    assert_eq!(report["standings"][0]["games"], 2, "{fault}: the series goes on");
    let accusations = report["accusations"].as_array().expect("a list");
    let cause = |one: &Value| one["cause"].as_str().expect("a cause").to_owned();
    let mut causes: Vec<_> = accusations.iter().map(cause).collect();
    causes.dedup();
    let first = accusations.first().map_or("", |one| one["what"].as_str().expect("words"));
    (causes, first.to_owned())
}

#[test]
fn every_way_of_failing_is_caught_with_its_cause() {
    for (fault, cause, words) in [
        ("crash", "crash", "ended by signal 6"),
        ("panic-code", "return_code", "returned 101, expected 0 or 1"),
        ("hang", "timeout", "no answer within 500 ms"),
        ("flood", "flood", "more than 1048576 bytes printed"),
        ("flood-file", "flood", "a file of more than 1048576 bytes"),
        ("wrong-code-0", "return_code", "returned 1 (no move possible) but changed the file"),
        ("wrong-code-7", "return_code", "returned 7, expected 0 or 1"),
        ("false-pass", "false_pass", "returned 1 (no move possible), but e1 is one of 7"),
        ("pass-with-change", "return_code", "but changed the file"),
        ("no-output", "false_pass", "returned 0 and changed nothing"),
        ("empty-output", "garbage", "line 1, column 1: expected the number of rows"),
        ("garbage-output", "garbage", "bytes that are not UTF-8"),
        (
            "illegal-jump",
            "illegal",
            "a1 (line 2, field 1) from 20 to 01; expected a free floe with one fish",
        ),
        ("two-moves", "illegal", "expected one penguin placed and nothing else"),
        ("steal-fish", "wrong_score", "row `A 1 2`: expected `A 1 1`"),
        ("forget-score", "wrong_score", "row `A 1 0`: expected `A 1 1`"),
        ("other-score", "tampering", "row `P2 2 0`: expected `P2 2 1`"),
        ("other-penguin", "tampering", "from 10 to 02"),
        ("melt-ice", "tampering", "a1 (line 2, field 1) from 20 to 00"),
        ("keep-floe", "illegal", "expected e1 to become 00 and e3 to become 01"),
        ("other-row", "tampering", "row `P2 2 1` is missing"),
        ("drop-row", "garbage", "a penguin of player 1, who has no row"),
        ("second-row", "garbage", "two players have the ID A"),
        ("renumber", "tampering", "from 10 to 02"),
        ("resize", "garbage", "`A` is no field"),
        ("shrink", "tampering", "the board is 3 x 5, expected 4 x 5"),
    ] {
        let time = if fault == "hang" { "500ms" } else { "20s" };
        let (causes, what) = accused(fault, &format!("--time {time}"));
        assert_eq!(causes, [cause], "{fault}: {what}");
        assert!(what.contains(words), "{fault}: {what}");
    }
}

#[test]
fn who_only_writes_otherwise_or_takes_its_time_is_not_accused() {
    for fault in ["none", "trailing-blanks", "crlf", "hang-forking"] {
        let (causes, what) = accused(fault, "");
        assert!(causes.is_empty(), "{fault}: {what}");
    }
}

#[test]
fn a_failed_player_is_out_and_its_game_is_a_replay_with_the_cause() {
    let place = Place::new();
    let player = format!("file:{} keep-floe A", fisher());
    play(&place, &[&player, "greedy"], "--rows 4 --cols 5 --games 1 --replays games").played();
    assert_eq!(place.names(), ["games"]);
    let told = place.chase("replay games/game-0001.json --events").fine();
    told.stdout_has("A is out: illegal\n");
    let verified = place.chase("verify games/game-0001.json").fine();
    verified.stdout_has("choices of 1 of 2 players checked");
    let text = place.chase("replay games/game-0001.json").fine();
    place.write("told.txt", text.stdout);
    place
        .chase("verify told.txt --against games/game-0001.json")
        .fine()
        .stdout_has("ok    told.txt");
    let stored = String::from_utf8(place.read("games/game-0001.json")).expect("JSON");
    assert!(stored.contains("\"forfeit\":{\"cause\":\"illegal\""), "{stored}");
}

#[test]
fn it_ends_on_boards_where_the_loop_of_the_specification_does_not() {
    // given fewer floes with one fish than penguins, and programs that pass for ever
    let place = Place::new();
    place.write("few.txt", "2 3\n10 20 30\n20 20 20\n");
    let one = format!("file:{} none A", fisher());
    let other = format!("file:{} none B", fisher());
    let words = "--board few.txt --penguins 3 --games 2 --format json";
    let report = json(&play(&place, &[&one, &other], words).status(0));
    assert_eq!(report["accusations"], serde_json::json!([]));
    assert_eq!(report["standings"][0]["games"], 2);
    // given no floe with one fish at all
    place.write("none.txt", "2 2\n20 20\n30 00\n");
    let words = "--board none.txt --games 1 --format json";
    let report = json(&play(&place, &[&one, &other], words).status(0));
    assert_eq!(report["standings"][0]["draws"], 1, "nobody has any fish");
}

#[test]
fn our_own_program_passes_the_check_and_a_faulty_one_is_told_its_faults() {
    let place = Place::new();
    let own = format!("{} fishing --player greedy", program());
    let ran = place.chase_with(&["match", "fishing", "--check", &own], "").fine();
    ran.stdout_has("\n36 cases, 0 with faults\n");
    for (fault, told) in [
        ("wrong-code-7", "FAIL  a move: it returned 7, expected 0"),
        (
            "steal-fish",
            "FAIL  the first placement adds a row: wrong_score: row `A 1 2`: expected `A 1 1`",
        ),
        ("no-output", "FAIL  different files: it left no output file"),
        ("crash", "FAIL  a move: it was ended by signal 6"),
        ("pass-with-change", "FAIL  all penguins blocked: it wrote the output file"),
        (
            "false-pass",
            "FAIL  a whole game in one folder, in the last seat: false_pass: returned 1",
        ),
    ] {
        checked(fault).status(1).stderr_is("").stdout_has(told);
    }
}

fn checked(fault: &str) -> Ran {
    let command = format!("{} {fault} A", fisher());
    let small = "match fishing --rows 3 --cols 5 --check".split_whitespace();
    let args: Vec<_> = small.chain([command.as_str()]).collect();
    Place::new().chase_with(&args, "")
}

#[test]
fn a_check_forgives_blanks_where_nothing_is_to_be_changed() {
    checked("rewrite-on-pass")
        .fine()
        .stdout_has("ok    all penguins blocked\n")
        .stdout_has("\n36 cases, 0 with faults\n");
}

#[test]
fn a_check_tells_what_must_be_from_what_could_be_better() {
    let told = "note  CRLF: it returned 2, expected 0; called as";
    let ran = checked("strict").fine().stdout_has(told);
    let call = " strict A phase=placement penguins=2 board.txt board.txt`; better: write the state after one legal turn";
    let ran = ran.stdout_has(call).stdout_has("ok    blanks at line ends\n");
    ran.stdout_has("\n36 cases, 0 with faults, 4 with advice (note)\n");
    let command = format!("{} strict A", fisher());
    let args = ["match", "fishing", "--format", "json", "--check", &command];
    let cases = json(&Place::new().chase_with(&args, "").fine());
    let of = |name: &str| {
        let mut all = cases.as_array().expect("a list").iter();
        all.find(|one| one["name"] == name).expect("a case").clone()
    };
    assert_eq!(of("CRLF")["requirement"], "better");
    assert_eq!(of("a move")["requirement"], "must");
}

/// A program may keep notes from call to call of a game.
#[test]
fn a_check_keeps_one_folder_through_a_game() {
    checked("notes")
        .status(1)
        .stdout_has("FAIL  a later placement: it returned 3, expected 0; called as ")
        .stdout_has("ok    a whole game in one folder, in the first seat\n")
        .stdout_has("ok    a whole game in one folder, in the last seat\n");
    // The call of a game is quoted too.
    let told = checked("wrong-code-7").status(1).stdout;
    let mut lines = told.lines();
    let game = lines.find(|line| line.contains("a whole game in one folder, in the last seat"));
    let game = game.expect("a game");
    assert!(game.contains("return_code: returned 7, expected 0 or 1; called as"), "{game}");
    assert!(
        game.contains("phase=placement penguins=2 board.txt board.txt`; change: write the state"),
        "{game}"
    );
}

#[test]
fn the_table_counts_wins_shares_fish_and_failures() {
    let place = Place::new();
    let players = ["territory", "greedy", "random"];
    let words = "--rows 5 --cols 5 --games 6";
    let report = json(&play(&place, &players, &format!("{words} --format json")).fine());
    let standings = report["standings"].as_array().expect("a list");
    let points: f64 = standings.iter().map(|one| one["points"].as_f64().expect("a number")).sum();
    assert!((points - 6.0).abs() < 1e-9, "a game is worth one point");
    for one in standings {
        let count = |name: &str| one[name].as_u64().expect("a count");
        assert_eq!(count("wins") + count("draws") + count("losses"), 6);
        assert!(one["mean_error"].as_f64().is_some());
    }
    let text = play(&place, &players, words).fine();
    text.stdout_has("player").stdout_has("mean fish").stdout_has("\nterritory ");
    let csv = play(&place, &players, &format!("{words} --format csv")).fine();
    assert!(csv.stdout.starts_with(
        "player,games,wins,draws,losses,points,score,score_error,score_low,score_high,mean,mean_error,elo,elo_error,forfeits,restarts\n\"territory\",6,"
    ));
    // The same seed plays the same match.
    assert_eq!(play(&place, &players, &format!("{words} --format csv")).stdout, csv.stdout);
}

#[test]
fn what_cannot_be_played_is_told_before_the_first_game() {
    let place = Place::new();
    let same = format!("file:{} none A", fisher());
    play(&place, &[&same, &same], "").trouble(&["two programs have the ID A"]);
    play(&place, &["file:./nothing"], "").trouble(&["no such program"]);
    play(&place, &["file:true"], "")
        .trouble(&["`true id` returned 0 and printed ``, expected an ID", "file:COMMAND,id=ID"]);
    play(&place, &["file:\"open"], "").trouble(&["a quotation mark is open"]);
    play(&place, &["nobody"], "").trouble(&["there is no player `nobody`", "file:COMMAND"]);
    play(&place, &[], "").trouble(&["players named: 0, expected 1 to 9"]);
    play(&place, &["greedy"; 10], "").trouble(&["players named: 10"]);
    play(&place, &["greedy", "random"], "--rows 1 --cols 3")
        .trouble(&["has 3 floes, and 4 with one fish are needed"]);
    place.write("begun.txt", "1 2\n01 10\na 1 1\n");
    play(&place, &["greedy"], "--board begun.txt").trouble(&["begun.txt", "a game has begun"]);
    place.write("bad.txt", "1 2\n41 10\n");
    play(&place, &["greedy"], "--board bad.txt").trouble(&["bad.txt:2:1", "4 fish"]);
}

/// A person and a program that meet at one table, and a program of a name that others are given.
#[test]
fn people_and_any_id_may_sit_with_programs() {
    let place = Place::new();
    let own = format!("file:{} none P1", fisher());
    let report = json(&play(&place, &[&own, "greedy"], SMALL).fine());
    assert_eq!(report["standings"][0]["games"], 2);
    let mut args = vec!["match", "fishing", "--seed", "1"];
    args.extend("--rows 4 --cols 4 --games 1 --format json".split_whitespace());
    args.extend(["--player", "human", "--player", &own]);
    let ran = place.chase_with(&args, "1\n".repeat(50)).status(0);
    assert_eq!(json(&ran)["accusations"], serde_json::json!([]));
}

/// A script that calls the honest program for all but `id` and `name`, which it answers with a line
/// of shell.
fn scripted(place: &Place, name: &str, id: &str) -> String {
    let script = format!("case $1 in id|name) {id};; esac\nexec {} none A \"$@\"\n", fisher());
    place.write(name, script);
    format!("file:sh {name}")
}

#[test]
fn an_id_can_be_given_or_stand_among_terminal_sequences() {
    let place = Place::new();
    // The scripts start a program in another folder.
    let built = fisher();
    let built = Path::new(&built).parent().expect("a folder").display().to_string();
    let words = format!("{SMALL} --allow {built}");
    let coloured = r"printf '\033[?1034h\033]0;title\007\033[1mA\033[0m\n'; exit 0";
    let coloured = scripted(&place, "coloured.sh", coloured);
    let silent = scripted(&place, "silent.sh", "exit 3");
    let named = format!("{silent},id=A");
    for player in [&coloured, &named] {
        let report = json(&play(&place, &[player, "greedy"], &words).fine());
        assert_eq!(report["accusations"], Value::Array(Vec::new()), "{player}");
    }
    play(&place, &[&silent, "greedy"], &words).trouble(&[
        "`sh silent.sh id` returned 3 and printed ``, expected an ID",
        "file:COMMAND,id=ID",
    ]);
    let loud = scripted(&place, "loud.sh", "echo no luck >&2; exit 3");
    play(&place, &[&loud, "greedy"], &words).trouble(&["expected an ID; it said `no luck`"]);
    let unfit = format!("{silent},id=a b");
    play(&place, &[&unfit, "greedy"], &words).trouble(&["`a b` cannot be an ID"]);
    let check = |player: &str| {
        place.chase_with(&["match", "fishing", "--allow", &built, "--check", player], "")
    };
    check(&coloured).fine().stdout_has(", 0 with faults\n");
    check(&named)
        .fine()
        .stdout_has("ok    the given ID is valid\n")
        .stdout_has(", 0 with faults\n");
    // Without an ID no row of it can be known, and nothing more is tried.
    check(&silent)
        .status(1)
        .stdout_has("FAIL  `id` prints the ID: `sh silent.sh id` returned 3")
        .stdout_has("\n1 case, 1 with faults (FAIL)\n");
}
