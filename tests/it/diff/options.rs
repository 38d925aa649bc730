//! What is compared, how much is shown, and in which form.

use super::{against_reference, json, reference};
use crate::harness::Place;

/// S3 with D1 elsewhere in hour 3 and D4 elsewhere in hour 4.
fn twice_wrong() -> String {
    let text = reference().replace("  4   3   5   1*  3", "  4   6   5   1*  3");
    text.replace("  9   3   3   5   4", "  9   3   3   5   9")
}

#[test]
fn only_and_ignore_choose_agents_kinds_and_columns() {
    let differs = |words: &str| against_reference(twice_wrong(), words).status == Some(1);
    assert!(differs(""));
    assert!(differs("--only D1"));
    assert!(differs("--only d4,ending"));
    assert!(differs("--only city"));
    assert!(differs("--ignore D1"));
    assert!(!differs("--only T,D2,D3"));
    assert!(!differs("--only ending"));
    assert!(differs("--only D1.city"));
    for nothing in ["--only stamina", "--only T --ignore T", "--only D3.tip"] {
        against_reference(twice_wrong(), nothing).trouble(&["nothing was compared"]);
    }
    assert!(!differs("--ignore D1,D4"));
    assert!(!differs("--ignore D1 --ignore D4"));
    assert!(!differs("--ignore city"));
    let star = reference().replace("1*  3", "1   3");
    against_reference(&star, "").status(1);
    against_reference(&star, "--ignore informant").fine();
    against_reference(&star, "--ignore D3.informant").fine();
    against_reference(&star, "--ignore D2.informant").status(1);
    let end = reference().replace("D1 caught", "D2 caught");
    against_reference(&end, "").status(1);
    against_reference(&end, "--ignore ending").fine();
    against_reference(&end, "--only D5").trouble(&[
        "`D5` is not the name of a seat or column",
        "T, city",
        "D4.tip",
    ]);
}

#[test]
fn context_and_max_say_how_much_is_shown() {
    let shown = |words: &str| {
        let words = format!("{words} --format json");
        let report = json(&against_reference(twice_wrong(), &words).status(1));
        let window = report["first"]["window"].as_array().expect("a window");
        let cycles: Vec<_> = window.iter().map(|pair| pair["cycle"].as_u64()).collect();
        let further = report["further"].as_array().expect("a list").len();
        (cycles.iter().flatten().copied().collect::<Vec<_>>(), further)
    };
    assert_eq!(shown(""), (vec![0, 1, 2, 3, 4, 5], 1));
    assert_eq!(shown("--context 1"), (vec![2, 3, 4], 1));
    assert_eq!(shown("--context 0 --max 1"), (vec![3], 0));
    assert_eq!(shown("--context 65535 --max 0"), (vec![0, 1, 2, 3, 4, 5], 0));
}

#[test]
fn brief_is_one_line() {
    let ran = against_reference(twice_wrong(), "--brief").status(1);
    ran.stdout_is("different: hour 3, D1: ours 6, theirs 3\n").stderr_is("");
    let same = against_reference(reference(), "--brief").fine();
    same.stdout_is("the same: 6 hours\n");
}

#[test]
fn brief_says_which_side_is_unfinished() {
    let whole = reference();
    let end = whole.find("\nD1 caught the thief").expect("an ending");
    let cut = against_reference(&whole[..end], "--brief").status(1);
    cut.stdout_has(" (ours is unfinished)\n");
    // of a recording whose end alone is missing
    let place = Place::new();
    place.chase("record police -o whole.chase").fine();
    let bytes = place.read("whole.chase");
    place.write("cut.chase", &bytes[..bytes.len() - 8]);
    for (files, whose) in [("cut.chase whole.chase", "ours"), ("whole.chase cut.chase", "theirs")] {
        let ran = place.chase(&format!("diff {files} --brief")).status(0);
        ran.stdout_has("the same: ").stdout_has(&format!(" ({whose} is unfinished)\n"));
    }
}

#[test]
fn json_counts_and_says_whether_they_come_together_again() {
    let ran = against_reference(twice_wrong(), "--format json").status(1);
    let report = json(&ran);
    let counts = &report["counts"];
    assert_eq!(counts["compared"], 6);
    assert_eq!(counts["equal"], 4);
    assert_eq!(counts["different"], 2);
    assert_eq!(report["seats"][1]["different"], 1);
    assert_eq!(report["seats"][1]["first"], 3);
    assert_eq!(report["seats"][4]["first"], 4);
    assert_eq!(report["rejoined"]["since"], 5);
    assert_eq!(report["rejoined"]["last_different"], 4);
    let never = reference().replace("  4   4   4   3   9", "  4   4   4   3   4");
    let report = json(&against_reference(never, "--format json").status(1));
    assert_eq!(report["rejoined"]["since"], serde_json::Value::Null);
}

#[test]
fn junit_has_a_failure_or_none() {
    let ran = against_reference(twice_wrong(), "--format junit").status(1);
    ran.stdout_has(
        "<testsuite name=\"chase diff\" tests=\"1\" skipped=\"0\" errors=\"0\" failures=\"1\">",
    )
    .stdout_has("<failure message=\"different: hour 3, D1: ours 6, theirs 3\">");
    let ran = against_reference(reference(), "--format junit").fine();
    ran.stdout_has("failures=\"0\"");
}

#[test]
fn colour_is_for_terminals() {
    let ran = against_reference(twice_wrong(), "").status(1);
    assert!(!ran.stdout.contains('\u{1b}'), "{ran}");
    let place = Place::new();
    place.write("ours.txt", twice_wrong());
    place.write("ref.txt", reference());
    let forced = place.shell("CLICOLOR_FORCE=1 $CHASE diff ours.txt ref.txt").status(1);
    assert!(forced.stdout.contains("\u{1b}["), "{forced}");
    let asked_not = place.shell("NO_COLOR=1 $CHASE diff ours.txt ref.txt").status(1);
    assert!(!asked_not.stdout.contains('\u{1b}'), "{asked_not}");
}

#[test]
fn a_scenario_that_cannot_be_is_trouble() {
    let words = |words: &str| against_reference(twice_wrong(), words);
    words("--scenario missing.data a b").trouble(&["--scenario", "as in:"]);
    words("--scenario missing.data missing.data 10 2").trouble(&["missing.data: cannot read"]);
    words("--game chess").trouble(&["no game is called `chess`"]);
    words("--game police --context x").status(2).stdout_is("");
}

#[test]
fn standard_input_is_a_side_and_a_reader_who_leaves_is_no_error() {
    let place = Place::new();
    place.write("ref.txt", reference());
    let ran = place.chase_with(&["diff", "-", "ref.txt"], reference());
    ran.fine().stdout_has("ours    -: transcript, 6 hours, 0 to 5");
    place.write("ours.txt", twice_wrong());
    let ran = place.shell("$CHASE diff ours.txt ref.txt | head -n 1; echo ${PIPESTATUS[0]}");
    assert!(!ran.stderr.contains("panicked"), "{ran}");
}
