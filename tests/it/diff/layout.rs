//! The layout of transcripts: told in one line, and no difference unless `--exact` is given.

use super::{against_reference, json, piped, reference};
use crate::harness::{Place, Ran, project};

/// Compares two texts.
fn diff(ours: impl AsRef<[u8]>, theirs: impl AsRef<[u8]>, words: &str) -> Ran {
    let place = Place::new();
    place.write("ours.txt", ours);
    place.write("ref.txt", theirs);
    place.chase(&format!("diff ours.txt ref.txt {words}"))
}

/// Our text's layout is told without `--exact`, and makes it different with it.
#[track_caller]
fn laid_out_otherwise(ours: impl AsRef<[u8]>, theirs: &str, told: &str) {
    let tolerant = diff(&ours, theirs, "").fine();
    tolerant.stdout_has("\nthe same: all 6 hours\n").stdout_has(&format!("\nlayout: {told}"));
    let exact = diff(&ours, theirs, "--exact").status(1).stderr_is("");
    exact
        .stdout_has("different in layout only: all 6 hours are the same")
        .stdout_has(&format!("\nlayout: {told}"));
}

#[test]
fn one_blank_more_is_told_with_its_line() {
    let text = piped("run");
    let ours = text.replace("Hour 2\n", "Hour  2\n");
    laid_out_otherwise(
        ours,
        &text,
        "line 15 has two blanks where the reference has one: `Hour  2`\n",
    );
}

#[test]
fn banner_blanks_blank_lines_widths_and_prompts_are_layout() {
    let text = piped("run");
    for (from, to, told) in [
        ("2521", "2025", "line 2 is `POLICE ACADEMY 2025` where"),
        (
            "\nPOLICE",
            "POLICE",
            "line 1 is `POLICE ACADEMY 2521` where the reference has an empty line",
        ),
        (
            "5 \n\n",
            "5\n\n",
            "line 17 has no blanks at its end where the reference has one: `  9   5   5   0   5`",
        ),
        (
            "  9   5   5   0   5 ",
            "9   5   5   0   5 ",
            "line 17 has no blanks where the reference has two",
        ),
        ("  9   5   5   0   5 ", "   9    5    5    0    5 ", "line 17 has three blanks where"),
        (
            "  T  D1  D2  D3  D4\n  9   5",
            "  T D1 D2 D3 D4\n  9   5",
            "line 16 has one blank where the reference has two",
        ),
        ("5 \n\nHour 3", "5 \nHour 3", "line 18 is `Hour 3` where the reference has an empty line"),
        ("Hour 3", "\nHour 3", "line 19 is an empty line where the reference has `Hour 3`"),
        (
            "Enter command: Hour 1",
            "Hour 1",
            "line 11 is `Hour 1` where the reference has `Enter command: Hour 1`",
        ),
        (
            "Hour 3",
            "Enter command: Hour 3",
            "line 19 is `Enter command: Hour 3` where the reference has `Hour 3`",
        ),
        ("Enter command:", "> ", "line 11 is `>  Hour 1` where"),
        ("Hour 3", "Hour\t3", "line 19 has a tab where the reference has a blank"),
    ] {
        let ours = text.replacen(from, to, 1);
        assert_ne!(ours, text, "{from}");
        if to == "Hour\t3" {
            // a tab is read as a blank, with a remark
            diff(&ours, &text, "").fine().stdout_has("was read as `Hour 3`");
        }
        laid_out_otherwise(ours, &text, told);
    }
    laid_out_otherwise(
        format!("{text}\n"),
        &text,
        "line 33 is an empty line where the reference has no more lines",
    );
    laid_out_otherwise(
        &text,
        &format!("{text}\n"),
        "line 33 is missing; the reference has an empty line",
    );
}

#[test]
fn other_commands_with_the_same_hours_are_another_layout() {
    let told = "line 15 is `Enter command: Hour 2` where the reference has `Hour 2`";
    laid_out_otherwise(piped("step run"), &piped("run"), told);
}

#[test]
fn a_capture_differs_from_a_pipe_in_one_line_and_from_a_capture_in_none() {
    let ran = diff(piped("run"), reference(), "").fine();
    assert_eq!(ran.stdout.matches("layout: line 1 ").count(), 1, "{ran}");
    assert_eq!(ran.stdout.matches("remark").count(), 0, "{ran}");
    let same = against_reference(reference(), "--exact").fine();
    assert!(!same.stdout.contains("layout"), "{same}");
}

#[test]
fn a_reference_without_prompts_is_told_with_exact_only() {
    let replay = project("replays/police/S3.json");
    let trace = Place::new().chase(&format!("replay {replay}")).fine().stdout;
    for commands in ["run", "step run", "step step step step step"] {
        let ran = diff(piped(commands), &trace, "").fine();
        assert!(!ran.stdout.contains("layout"), "{ran}");
        let ran = diff(piped(commands), &trace, "--exact").status(1);
        ran.stdout_has(
            "layout: line 11 is `Enter command: Hour 1` where the reference has `Hour 1`",
        );
        // and it hides nothing else
        let ours = piped(commands).replace("  9   3   3   5   4 ", "  9   3   3   5   4");
        let ran = diff(ours, &trace, "").fine();
        ran.stdout_has("layout: line 25 has no blanks at its end where the reference has one");
    }
    // ours without prompts is laid out otherwise than a reference with them
    let told = "line 11 is `Hour 1` where the reference has `Enter command: Hour 1`";
    laid_out_otherwise(trace, &piped("run"), told);
}

#[test]
fn contents_that_differ_are_no_layout() {
    let text = piped("run");
    for (from, to) in [
        ("  9   5   5   0   5 ", "  9   5   6 100   5 "),
        ("Hour 5", "Hour 7"),
        ("D1 caught the thief in darwin (4)", "D2 caught the thief in new york (8)"),
        ("1*  3", "1   3"),
        ("You have 10", "You have 9"),
    ] {
        let ours = text.replacen(from, to, 1);
        assert_ne!(ours, text);
        for words in ["", "--exact"] {
            let ran = diff(&ours, &text, words);
            assert!(!ran.stdout.contains("layout"), "{ran}");
        }
    }
    // neither are an hour that is missing at the end, and an ending in its place
    let start = text.find("Hour 5").expect("hour 5");
    let ours = text[..start].to_owned() + "GAME OVER: YOU LOSE - TIME IS UP\n";
    let ran = diff(&ours, &text, "--exact").status(1);
    assert!(!ran.stdout.contains("layout"), "{ran}");
    let ran = diff(&text[..start], &text, "--exact").status(1);
    assert!(!ran.stdout.contains("layout"), "{ran}");
}

#[test]
fn a_layout_is_told_beside_a_difference_in_the_hours() {
    let text = piped("run");
    let ours = text.replace("  9   5   5   0   5 ", "  9   5   6   0   5 ");
    let ours = ours.replace("Hour 4\n", "Hour 4 \n");
    let ran = diff(ours, &text, "").status(1);
    ran.stdout_has("first difference: hour 2, D2")
        .stdout_has("\nlayout: line 23 has one blank at its end where the reference has none");
}

#[test]
fn line_ends_count_with_exact_only() {
    let text = piped("run");
    let crlf = text.replace('\n', "\r\n");
    let told = |ours: &str, theirs: &str, what: &str| {
        let ran = diff(ours, theirs, "").fine();
        assert!(!ran.stdout.contains("layout"), "{ran}");
        diff(ours, theirs, "--exact").status(1).stdout_has(&format!("layout: line {what}"));
    };
    told(&crlf, &text, "1 ends with CRLF where the reference ends with LF\n");
    told(&text, &crlf, "1 ends with LF where the reference ends with CRLF\n");
    told(text.trim_end(), &text, "32 ends without a line end where the reference ends with LF\n");
    diff(&crlf, &crlf, "--exact").fine();
    // and what is wrong stays wrong with other line ends
    let wrong = crlf.replace("  9   5   5   0   5", "  9   5   5   1   5");
    diff(wrong, &text, "").status(1);
}

#[test]
fn a_replay_is_laid_out_as_the_console_prints_it() {
    let place = Place::new();
    let replay = project("replays/police/S3.json");
    let text = piped("map step stats run");
    place.write("good.txt", &text);
    place.write("bad.txt", text.replace("Hour 2\n", "Hour  2\n"));
    for words in ["good.txt {}", "{} good.txt"] {
        let ran = place.chase(&format!("diff {} --exact", words.replace("{}", &replay)));
        assert!(!ran.fine().stdout.contains("layout"));
    }
    let two = "has two blanks where the reference has one";
    place.chase(&format!("diff bad.txt {replay} --exact --brief")).status(1).stdout_has(two);
    place
        .chase(&format!("diff {replay} bad.txt --brief"))
        .fine()
        .stdout_has(&format!("the same: 6 hours (layout: line 35 of theirs {two}"));
    // two replays have no layout
    place.chase(&format!("diff {replay} {replay} --exact")).fine();
}

#[test]
fn programs_are_told_line_and_column() {
    let text = piped("run");
    let ours = text.replace("Hour 2\n", "Hour  2\n");
    let ran = diff(ours, &text, "--format json").fine();
    let report = json(&ran);
    assert_eq!(report["layout"]["line"], 15);
    assert_eq!(report["layout"]["column"], 6);
    assert_eq!(report["layout"]["whose"], "ours");
    let ours = text.replace("Hour 2\n", "Hour  2\n");
    diff(ours, &text, "--exact --format junit").status(1).stdout_has("failures=\"1\"");
}

#[test]
fn texts_without_hours_and_other_games_are_exact_to_the_byte() {
    let exact = |ours: &str, theirs: &str| {
        diff(ours, theirs, "").fine();
        diff(ours, theirs, "--exact").status(1);
        diff(theirs, theirs, "--exact").fine();
    };
    exact("one \ntwo\n", "one\ntwo\n");
    exact("one\r\ntwo\n", "one\ntwo\n");
    exact("one\ntwo", "one\ntwo\n");
    let place = Place::new();
    let replay = project("replays/robots");
    let first = std::fs::read_dir(replay).expect("replays").next();
    let replay = first.expect("one").expect("an entry").path();
    let replay = replay.display();
    let text = place.chase(&format!("replay {replay}")).status(0).stdout;
    exact(&text.replacen('\n', " \n", 1), &text);
    place.write("x.txt", &text);
    place
        .chase(&format!("diff x.txt {replay} --exact"))
        .trouble(&["chase does not know the layout of transcripts of robots"]);
}

#[test]
fn a_layout_is_found_behind_a_long_common_beginning() {
    let place = Place::new();
    place.chase("new police --cities 10 --two-coloured --seed 1 -o ten").status(0);
    let args = ["play", "police", "ten-cities.data", "ten-agents.data", "5000", "7"];
    let text = place.chase_with(&args, "run").fine().stdout;
    place.write("ref.txt", &text);
    place.write("ours.txt", text.replace("Hour 4321\n", "Hour 4321 \n"));
    let line = text.lines().position(|line| line == "Hour 4321").expect("it") + 1;
    let told = format!("layout: line {line} has one blank at its end");
    place.chase("diff ours.txt ref.txt").fine().stdout_has(&told);
    // with every line otherwise before it
    place.write("crlf.txt", text.replace('\n', "\r\n"));
    place.chase("diff ours.txt crlf.txt").fine().stdout_has(&told);
}
