//! `chase verify`: replays played again, transcripts judged, folders of either.

use chase::world::WorldPath;
use serde_json::{Value, json};

use crate::faults::resealed;
use crate::harness::{Place, Ran, project};

fn replays() -> Vec<String> {
    let names = ["S0", "S1", "S2", "S3"].map(|name| format!("replays/police/{name}.json"));
    names.map(|name| project(&name)).to_vec()
}

fn entry(replay: &mut Value, hour: usize, n: usize) -> &mut Value {
    &mut replay["cycles"][hour]["entries"][n]
}

/// The verdict about the example's replay after an edit that no seal shows.
fn forged(edit: &dyn Fn(&mut Value)) -> (Place, Ran) {
    let place = Place::new();
    place.write("x.json", resealed(edit));
    let ran = place.chase("verify x.json");
    (place, ran)
}

#[test]
fn good_replays_of_both_forms_are_ok() {
    let place = Place::new();
    let mut files = replays();
    place.chase_with(&["convert", &files[0], "binary.chase"], "").fine();
    files.push("binary.chase".into());
    let args: Vec<_> = ["verify"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let ran = place.chase_with(&args, "").fine();
    ran.stdout_has("seals, fold, rules, dice, played again from seed 2")
        .stdout_has("\n5 files: 5 ok, 0 failed\n");
}

#[test]
fn an_action_against_the_strategy_is_named_with_its_rule_though_every_seal_fits() {
    // given D4, tipped and due at brisbane in hour 5, staying in darwin instead
    let (place, ran) = forged(&|replay| {
        let entry = entry(replay, 5, 4);
        entry["action"] = json!("rest");
        entry["events"] = json!(["rested"]);
    });
    // then the fold has nothing against it, and playing it again has
    place.chase("replay x.json").status(0);
    place.chase("verify x.json --quick").fine().stdout_has("ok    x.json: 6 hours; seals, fold\n");
    ran.status(1)
        .stderr_is("")
        .stdout_has("FAIL  x.json: hour 5, D4: it rests at [4] darwin")
        .stdout_has("(tip)");
}

#[test]
fn words_that_were_not_drawn_are_found() {
    for words in [0, 2] {
        let (_, ran) = forged(&|replay| {
            entry(replay, 3, 0)["words"] = json!(words);
        });
        ran.status(1).stdout_has(&format!(
            "hour 3, T: by the rules this draws 1 random words; the recording has {words}"
        ));
    }
}

#[test]
fn damage_and_unfinished_recordings_fail() {
    let place = Place::new();
    let good = std::fs::read(&replays()[3]).expect("a replay");
    let text = String::from_utf8(good).expect("text");
    place.write("cut.json", &text[..text.len() / 2]);
    place.write("seal.json", text.replacen("\"seal\":\"", "\"seal\":\"0", 1));
    place.chase("record police --trace never -o x.chase").status(0);
    let binary = place.read("x.chase");
    place.write("torn.chase", &binary[..binary.len() - 30]);
    place.write("empty.json", "");
    let ran = place.chase("verify cut.json seal.json torn.chase empty.json x.chase").status(1);
    ran.stderr_is("")
        .stdout_has("FAIL  cut.json: ")
        .stdout_has("FAIL  seal.json: ")
        .stdout_has("FAIL  torn.chase: ")
        .stdout_has("FAIL  empty.json: an empty file")
        .stdout_has("ok    x.chase: ")
        .stdout_has("\n5 files: 1 ok, 4 failed\n");
}

#[test]
fn what_cannot_be_read_or_judged_is_trouble_and_the_others_are_verified_all_the_same() {
    let place = Place::new();
    place.write("t.txt", "Hour 0\n  T  D1  D2  D3  D4\n  1   1   1   1   1\n");
    place.write("noise.txt", "hello\n");
    let trouble = |words: &str, part: &str| {
        let ran = place.chase(&format!("verify {words}")).status(2);
        ran.stdout_has("?????")
            .stdout_has(part)
            .stderr_is("chase: one file could not be verified\n");
    };
    trouble("missing.json", "missing.json: cannot read");
    trouble("t.txt", "a transcript can only be checked with its scenario");
    trouble("t.txt", "--against REPLAY");
    trouble("noise.txt", "neither a recording nor a transcript of a known game");
    let good = &replays()[3];
    let ran = place.chase(&format!("verify missing.json {good} gone.json {good}"));
    ran.status(2)
        .stdout_has("4 files: 2 ok, 0 failed, 2 could not be verified")
        .stderr_is("chase: 2 files could not be verified\n");
    let ran = place.chase(&format!("verify missing.json {good} --format json")).status(2);
    let told: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&told["failed"], &told["trouble"]), (&json!(0), &json!(1)));
    let ran = place.chase(&format!("verify missing.json {good} --format junit")).status(2);
    ran.stdout_has("errors=\"1\" failures=\"0\"");
    place.chase("verify").status(2).stdout_is("");
    let both = format!("verify t.txt --against {good} --scenario a b 10 2");
    place.chase(&both).status(2).stdout_is("");
}

#[test]
fn a_replay_of_another_game_than_the_one_it_is_judged_by_fails() {
    let place = Place::new();
    let (good, other) = (&replays()[3], &replays()[2]);
    place.chase(&format!("verify {good} --against {good}")).fine();
    let ran = place.chase(&format!("verify {good} --against {other}")).status(1);
    ran.stdout_has("not those it is checked against");
}

#[test]
fn transcripts_are_judged_by_a_scenario_or_a_replay() {
    let place = Place::new();
    let reference = project("tests/reference/police/S3.txt");
    let against = format!("--against {}", replays()[3]);
    place.chase(&format!("verify {reference} {against}")).fine();
    let data = |name: &str| project(&format!("data/police/{name}.data"));
    let (cities, agents) = (data("citiesInformants"), data("agentsS3"));
    place.chase(&format!("verify {reference} --scenario {cities} {agents} 10 2")).fine();
    // another seed: the thief's walk no longer fits the dice
    let ran = place.chase(&format!("verify {reference} --scenario {cities} {agents} 10 5"));
    ran.status(1).stdout_has("T: it goes").stdout_has("(draw)");
    // no seed: any luck is right
    let ran = place.chase(&format!("verify {reference} --scenario {cities} {agents} 10"));
    ran.status(0).stderr_has("");
    // fewer hours than it says
    let ran = place.chase(&format!("verify {reference} --scenario {cities} {agents} 9 2"));
    ran.status(1).stdout_has("the transcript says hours: 10, but the scenario has 9");
}

#[test]
fn a_transcript_may_end_where_somebody_quit_and_nowhere_else() {
    let place = Place::new();
    let against = format!("--against {}", replays()[3]);
    let quit = place.chase_with(&["play"], "step step\n").fine().stdout;
    place.write("quit.txt", &quit);
    place.chase(&format!("verify quit.txt {against}")).fine().stdout_has("somebody quit");
    place.write("cut.txt", quit.trim_end().trim_end_matches("Enter command:"));
    place
        .chase(&format!("verify cut.txt {against}"))
        .status(1)
        .stdout_has("it breaks off after hour 2, without an ending (unfinished)");
    let whole = std::fs::read_to_string(project("tests/reference/police/S3.txt")).expect("text");
    place.write("on.txt", format!("{whole}\nHour 6\n  T  D1  D2  D3  D4\n  9   4   4   3   9\n"));
    place
        .chase(&format!("verify on.txt {against}"))
        .status(1)
        .stdout_has("it shows another hour after the end of the chase (ending)");
    let without = whole.replace("D1 caught the thief in darwin (4)\nYOU WIN - THIEF CAUGHT!\n", "");
    place.write("without.txt", without);
    place
        .write("half.txt", whole.trim_end().trim_end_matches("YOU WIN - THIEF CAUGHT!").trim_end());
    place.chase(&format!("verify half.txt {against}")).status(1);
    place.chase(&format!("verify without.txt {against}")).status(1);
}

#[test]
fn results_come_as_json_and_junit_too() {
    let place = Place::new();
    place.write(
        "x.json",
        resealed(&|replay| {
            entry(replay, 3, 0)["words"] = json!(2);
        }),
    );
    let good = &replays()[0];
    let ran = place.chase(&format!("verify {good} x.json --format json")).status(1);
    let told: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(told["failed"], 1);
    assert_eq!(told["files"][0]["fault"], Value::Null);
    assert_eq!(told["files"][1]["fault"]["cycle"], 3);
    assert_eq!(told["files"][1]["fault"]["seat"], "T");
    let ran = place.chase(&format!("verify {good} x.json --format junit")).status(1);
    ran.stdout_has("tests=\"2\" skipped=\"0\" errors=\"0\" failures=\"1\"");
}

/// Example S3 as our own program writes it to a pipe, changed, and what `verify` says of it.
fn verified(from: &str, to: &str, words: &str) -> Ran {
    let place = Place::new();
    let text = place.chase_with(&["play"], "step step map stats run").fine().stdout;
    let changed = text.replacen(from, to, 1);
    assert!(changed != text || from == to, "{from}");
    place.write("x.txt", changed);
    place.chase(&format!("verify x.txt --against {} {words}", replays()[3]))
}

#[test]
fn the_layout_of_a_transcript_is_told_and_fails_it_with_exact_only() {
    for (from, to, told) in [
        (
            "Hour 2\n",
            "Hour  2\n",
            "line 15 has two blanks where the reference has one: `Enter command: Hour  2`",
        ),
        (
            "2521",
            "2019",
            "line 2 is `POLICE ACADEMY 2019` where the reference has `POLICE ACADEMY 2521`",
        ),
        (
            "Enter command: Hour 1",
            "Hour 1",
            "line 11 is `Hour 1` where the reference has `Enter command: Hour 1`",
        ),
        (
            "Hour 5\n",
            "Enter command: Hour 5\n",
            "line 47 is `Enter command: Hour 5` where the reference has `Hour 5`",
        ),
        (
            "Enter command: Hour 1",
            "> Hour 1",
            "line 11 is `> Hour 1` where the reference has `Enter command: Hour 1`",
        ),
        (
            "5 \n\n",
            "5\n\n",
            "line 17 has no blanks at its end where the reference has one: `  9   5   5   0   5`",
        ),
        (
            "5 \n\n",
            "5 \n",
            "line 18 is `Enter command: Number of cities: 10` where the reference has an empty line",
        ),
        (
            "stamina\n",
            "stamina \n",
            "line 33 has one blank at its end where the reference has none",
        ),
        ("(41), [5]", "(41),[5]", "line 21 has no blanks where the reference has one"),
        (
            "\nYOU WIN",
            "\n\nYOU WIN",
            "line 52 is an empty line where the reference has the closing line of an ending",
        ),
        (
            "9 \n\nD1",
            "9 \nD1",
            "line 50 is `D1 caught the thief in darwin (4)` where the reference has an empty line",
        ),
    ] {
        let tolerant = verified(from, to, "").fine();
        tolerant.stdout_has("ok    x.txt: 6 hours").stdout_has(&format!("\n      layout: {told}"));
        let exact = verified(from, to, "--exact").status(1).stderr_is("");
        exact.stdout_has(&format!("FAIL  x.txt: {told}"));
    }
    // what the console prints is exact
    let ran = verified("Hour", "Hour", "--exact").fine();
    ran.stdout_is("ok    x.txt: 6 hours; rules and strategies\n");
    // a capture of a terminal is not
    let reference = project("tests/reference/police/S3.txt");
    let against = format!("--against {}", replays()[3]);
    let place = Place::new();
    let ran = place.chase(&format!("verify {reference} {against}")).fine();
    assert_eq!(ran.stdout.matches("layout").count(), 1, "{ran}");
    place.chase(&format!("verify {reference} {against} --exact")).status(1);
}

#[test]
fn line_ends_count_with_exact_only() {
    let place = Place::new();
    let text = place.chase_with(&["play"], "run").fine().stdout;
    place.write("crlf.txt", text.replace('\n', "\r\n"));
    place.write("open.txt", text.trim_end());
    let against = format!("--against {}", replays()[3]);
    for (file, told) in [
        ("crlf.txt", "line 1 ends with CRLF where the reference ends with LF"),
        ("open.txt", "line 32 ends without a line end where the reference ends with LF"),
    ] {
        let ran = place.chase(&format!("verify {file} {against}")).fine();
        ran.stdout_is(&format!("ok    {file}: 6 hours; rules and strategies\n"));
        place
            .chase(&format!("verify {file} {against} --exact"))
            .status(1)
            .stdout_has(&format!("FAIL  {file}: {told}"));
    }
}

#[test]
fn a_layout_hides_nothing_that_is_wrong() {
    // given an hour in which D1 goes where it must not
    let wrong = "  9   6   5   0   5 ";
    let ran = verified("  9   5   5   0   5 ", wrong, "--exact").status(1);
    ran.stdout_has("FAIL  x.txt: hour 2, D1: ");
    let (from, other) =
        ("Hour 2\n  T  D1  D2  D3  D4\n  9   5", "17Hour 2\n  T  D1  D2  D3  D4\n  9   6");
    let ran = verified(from, other, "").status(1);
    ran.stdout_has("FAIL  x.txt: hour 2, D1: ")
        .stdout_has("layout: line 15 is `Enter command: 17Hour 2`")
        .stdout_has("remark: line 15: `Enter command: 17Hour 2` was read as `Hour 2`");
    // and cities that cannot be read are never right: here in hour 4, which is shown once
    for cities in ["  9   3   3   5", "  9   3   x   5   4", "", "*** No such path"] {
        let ran = verified("  9   3   3   5   4 ", cities, "").status(1);
        ran.stdout_has("FAIL  x.txt: ");
    }
}

#[test]
fn the_last_words_of_a_crash_are_no_end() {
    let place = Place::new();
    let text = place.chase_with(&["play"], "step").fine().stdout;
    for words in ["run\nSegmentation fault (core dumped)\n", "run\n*** No such path from 1 to 2\n"]
    {
        place.write("x.txt", format!("{text}{words}"));
        let ran = place.chase(&format!("verify x.txt --against {}", replays()[3]));
        ran.status(1).stdout_has("it breaks off after hour 1, without an ending (unfinished)");
    }
}

#[test]
fn what_was_passed_over_is_remarked() {
    let aside = "*** No such path from 1 to 2\nHour 4\n";
    let ran = verified("Hour 4\n", aside, "").fine();
    ran.stdout_has("remark: line 43: `*** No such path from 1 to 2` was ignored\n");
    let ran = verified("Hour 4\n", aside, "--format json").fine();
    let told: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(told["files"][0]["layout"]["line"], 43);
    assert!(told["files"][0]["remarks"][0].is_string());
}

#[test]
fn line_ends_of_files_and_transcripts_may_be_mixed() {
    let read = |path: &str| std::fs::read_to_string(project(path)).expect("text");
    let data =
        ["citiesInformants", "agentsS3"].map(|name| read(&format!("data/police/{name}.data")));
    let transcript = read("tests/reference/police/S3.txt");
    let wrong = transcript.replace("  9   5   5   0   5", "  9   6   5   0   5");
    let ends = |text: &str, is_crlf: bool| match is_crlf {
        true => text.replace('\n', "\r\n"),
        false => text.to_owned(),
    };
    for n in 0..8 {
        let [cities_crlf, agents_crlf, crlf] = [n & 1, n & 2, n & 4].map(|bit| bit > 0);
        let place = Place::new();
        place.write("c.data", ends(&data[0], cities_crlf));
        place.write("a.data", ends(&data[1], agents_crlf));
        place.write("x.txt", ends(&transcript, crlf));
        place.write("wrong.txt", ends(&wrong, crlf));
        place.write("ref.txt", &transcript);
        let scenario = "--scenario c.data a.data 10 2";
        place.chase(&format!("verify x.txt {scenario}")).fine();
        let ran = place.chase(&format!("verify wrong.txt {scenario}")).status(1);
        ran.stdout_has("FAIL  wrong.txt: hour 2, D1: it goes to [6] auckland");
        place.chase(&format!("diff x.txt ref.txt {scenario}")).fine();
        let ran = place.chase(&format!("diff wrong.txt ref.txt {scenario}")).status(1);
        ran.stdout_has("first difference: hour 2, D1: ours [6] auckland, theirs [5] hobart");
        let args = ["play", "police", "c.data", "a.data", "10", "2"];
        let played = place.chase_with(&args, ends("run\n", crlf)).fine().stdout;
        assert!(played.contains("D1 caught the thief in darwin (4)\nYOU WIN"), "{played}");
    }
}

#[test]
fn exact_is_for_transcripts_whose_layout_is_known() {
    let place = Place::new();
    let good = &replays()[3];
    place.chase(&format!("verify {good} --exact")).fine();
    let replay = place.chase("record robots -o r.json").status(0);
    place.write("r.txt", replay.stdout);
    let ran = place.chase("verify r.txt --against r.json --exact").status(2);
    ran.stdout_has("chase does not know the layout of transcripts of robots");
}

#[test]
fn a_player_that_thinks_for_ever_is_bounded_by_a_timeout() {
    use chase::games::project_games;
    use chase::record::any::{Projections, RecordingSink as _};
    use chase::store::{Overwrite, ReplayWriter};

    // given a game of Animal Checkers that claims to be by a player who searches 255 moves ahead
    let place = Place::new();
    place
        .chase("record animal-checkers --player greedy --player greedy --seed 1 -o g.json")
        .status(0);
    let path = place.file("g.json");
    let mut header = chase::open(&path).expect("a replay").header().clone();
    let game = project_games().find("animal-checkers").expect("a game");
    let mut recording = game.record(&mut header).expect("players");
    recording.project(Projections { seals: true, ..Projections::default() });
    header.players = vec!["alphabeta:depth=255".into(); 2];
    let forged = place.file("forged.json");
    let open = &chase::opener::opener(project_games());
    let mut recorder =
        ReplayWriter::create(&WorldPath::on_disk(&forged), &header, Overwrite::Never, open)
            .expect("a file");
    while recording.advance() {
        recorder.cycle(recording.now()).expect("room");
    }
    recorder.finish(recording.now(), open).expect("room");
    // when it is verified with a timeout, then that is trouble, neither right nor wrong
    let ran = place.chase("verify forged.json g.json --timeout 300ms");
    ran.status(2)
        .stdout_has("????? forged.json: not verified within 300ms (done: 1 move); a player")
        .stdout_has("ok    g.json: ")
        .stdout_has("1 ok, 0 failed, 1 could not be verified");
    // and what needs no player is verified as ever
    place.chase("verify forged.json --quick --timeout 20s").fine();
    let ran = place.chase("verify g.json --timeout soon").status(2);
    ran.stderr_has("expected a time like 30s or 2h");
}

#[test]
fn without_a_seed_any_draw_is_right_and_is_held_against_the_rules() {
    let place = Place::new();
    let record = "record scotland-yard --seed 4 -o sy.json --trace never";
    place.chase(record).status(0);
    let text = &place.chase("replay sy.json").fine().stdout;
    let judged = |text: &str, scenario: &str| {
        place.write("sy.txt", text);
        let scenario = format!("--scenario={scenario}");
        place.chase_with(&["verify", "sy.txt", "--game", "scotland-yard", &scenario], "")
    };
    judged(text, "--seed 4").status(0);
    judged(text, "").status(0);
    judged(text, "--seed 5").status(1).stdout_has("station is shown as");
    // nobody begins on a station that is not there, or on another's
    assert!(text.contains("\n  BLACK: 109\n"), "{text}");
    for (station, why) in [("999", "999"), ("36", "36")] {
        let wrong = text.replacen("\n  BLACK: 109\n", &format!("\n  BLACK: {station}\n"), 1);
        judged(&wrong, "").status(1).stdout_has(why);
    }
}

#[test]
fn a_folder_stands_for_the_files_below_it() {
    let place = Place::new();
    std::fs::create_dir_all(place.path().join("games/deep")).expect("folders");
    std::fs::copy(&replays()[0], place.path().join("games/S0.json")).expect("a copy");
    std::fs::copy(&replays()[3], place.path().join("games/deep/S3.json")).expect("a copy");
    place.write("games/notes.txt", "no replay");
    let ran = place.chase("verify games").fine();
    ran.stdout_has("ok    games/S0.json:")
        .stdout_has("ok    games/deep/S3.json:")
        .stdout_has("\n2 files: 2 ok, 0 failed\n");
    place.write("games/deep/other.json", "{\"name\": 1}");
    place.chase("verify games").status(0).stderr_has("skipped: a JSON file that is not a replay");
    place.write("games/deep/bad.json", "{\"chase\": 1}");
    place.chase("verify games").status(1).stdout_has("games/deep/bad.json");
    std::fs::create_dir(place.path().join("empty")).expect("a folder");
    place.chase("verify empty").trouble(&["empty: no file in this folder ends in .json or .chase"]);
}
