//! `chase cases` and `grade --from`: a script runs the cases without `chase`, and what it writes is judged as a run
//! is. A file that is damaged, of other cases or hostile is refused, and never believed.

use serde_json::Value;

use crate::harness::{Place, Ran, faulty};

/// Writes the script for these options, and runs a program by it into a file.
fn record(place: &Place, words: &str, program: &str, file: &str) {
    place.chase(&format!("cases {words} -o cases.sh")).status(0).stdout_has("wrote cases.sh: ");
    place.shell(&format!("sh cases.sh {program} && mv cases.out {file}")).status(0);
}

/// The words for a program of known faults.
fn with_fault(fault: &str) -> String {
    format!("{} {fault}", faulty().display())
}

/// The text of a report without what was not tried.
fn tried(ran: &Ran) -> String {
    let is_tried =
        |line: &&str| !line.starts_with("not tried: ") && !line.starts_with("for feedback");
    ran.stdout.lines().filter(is_tried).collect::<Vec<_>>().join("\n")
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn a_file_of_a_right_program_is_reported_on_as_a_run() {
    let place = Place::new();
    record(&place, "--seed 7", &with_fault("none"), "own");
    let file = place.chase("grade --from own").status(0);
    let run = place.chase(&format!("grade --seed 7 -- {}", with_fault("none"))).status(0);
    assert_eq!(tried(&file), tried(&run));
    file.stdout_has("\nscore: 80.0 of 80\nnot tried: processes left behind, ").stdout_has(
        "\nfor feedback only: a file shows what a program printed, not whose program it was; ",
    );
    assert_eq!(place.names(), ["cases.sh", "own"], "nothing is kept");
}

#[test]
fn a_file_of_a_wrong_program_gets_the_same_marks_and_causes() {
    for fault in ["wrong-tie", "crash-on-tip"] {
        let place = Place::new();
        record(&place, "", &with_fault(fault), "own");
        let file = json(&place.chase("grade --from own --format json --keep a").status(1));
        let words = format!("grade --format json --keep b -- {}", with_fault(fault));
        let run = json(&place.chase(&words).status(1));
        for field in ["program", "seed", "edition", "score", "score_max", "diagnoses", "unsteady"] {
            assert_eq!(file[field], run[field], "{fault}: {field}");
        }
        let parts = |grading: &Value| {
            let parts = grading["parts"].as_array().expect("parts").iter();
            let of = |part: &Value| {
                let ways = part["failures"].as_array().expect("failures").iter();
                let ways: Vec<_> = ways
                    .map(|way| (way["cases"].clone(), way["finding"]["rule"].clone()))
                    .collect();
                (part["name"].clone(), part["passed"].clone(), part["score"].clone(), ways)
            };
            parts.map(of).collect::<Vec<_>>()
        };
        assert_eq!(parts(&file), parts(&run), "{fault}");
        // and the same ways of failing are kept, none of them made small
        let kept = place.shell("ls a > names; ls b | diff names - && ls a");
        kept.status(0);
        place.shell("! ls a/*/unshrunk").status(0);
    }
}

#[test]
fn however_a_case_ends_the_file_says_so() {
    for (program, rule) in [
        ("kill -SEGV $$", "crash"),
        ("exit 3", "exit-status"),
        ("printf 'a\\0b\\nc'", "no-output"),
        ("yes", "endless-output"),
        ("exec sleep 60", "hang"),
        ("trap '' TERM; while :; do :; done", "hang"),
        ("sleep 60 & exit 0", "no-output"),
    ] {
        let place = Place::new();
        place.write("a game", format!("#!/bin/sh\n{program}\n"));
        place.shell("chmod +x 'a game'").status(0);
        // Only what never ends is given little time.
        let seconds = if rule == "hang" { 1 } else { 60 };
        let options = format!("--part map --cases 1 --case-time {seconds}");
        record(&place, &options, "'./a game'", "own");
        let grading = json(&place.chase("grade --from own --format json").status(1));
        let finding = &grading["parts"][0]["failures"][0]["finding"];
        assert_eq!(finding["rule"], rule, "{program}: {finding}");
    }
}

/// Without `timeout` a program that hangs is stopped by who waits for it.
#[test]
fn what_nothing_stops_is_not_tried_and_not_passed() {
    let place = Place::new();
    place.chase("cases --part map --cases 2 -o cases.sh").status(0);
    place.write("game", "#!/bin/sh\nkill -INT $PPID; kill -INT $$; sleep 60\n");
    let tools = "sh head tr cat wc mkdir rm date cksum sleep";
    place
        .shell(&format!(
            "chmod +x game; mkdir bin; for it in {tools}; do ln -s $(command -v $it) bin; done; \
             PATH=$PWD/bin sh cases.sh"
        ))
        .status(0)
        .stderr_has("There is no `timeout` here");
    let trouble = place.chase("grade --from cases.out").status(2);
    trouble.stderr_has("a case was not run to its end");
    // and where only one case was stopped, the score is provisional
    place.write("game", format!(
        "#!/bin/sh\nif test -e {0}; then exec {1} \"$@\"; fi\n: > {0}; kill -INT $PPID; kill -INT $$\n",
        place.file("one").display(),
        with_fault("none")
    ));
    place.shell("PATH=$PWD/bin sh cases.sh").status(0);
    place
        .chase("grade --from cases.out")
        .status(2)
        .stdout_has("map        1 of   2 passed   7.5 of 15\n")
        .stdout_has("provisional: not every case could be run (a case was not run to its end)\n")
        .stdout_has("not tried: hangs (there was no `timeout`), processes left behind, ");
}

/// A file with its last line made anew.
fn sealed(place: &Place, name: &str, text: &[u8]) {
    place.write("body", text);
    let line = format!("(cat body; set -- $(cksum < body); echo end $1) > {name}");
    place.shell(&line).status(0);
}

#[test]
fn what_is_no_such_file_is_refused() {
    let place = Place::new();
    record(&place, "--part map --cases 1", &with_fault("none"), "own");
    let own = place.read("own");
    let text = String::from_utf8(own.clone()).expect("text");
    let (body, _) = text.rsplit_once("end ").expect("a last line");
    let mut changed = own.clone();
    changed[own.len() / 2] ^= 1;
    let at = body.find("case 1 0 ").expect("a case");
    let (head, case) = body.split_at(at);
    let (_, printed) = case.split_once('\n').expect("a line");
    let refused = |name: &str, why: &str| {
        place.chase(&format!("grade --from {name}")).status(2).stdout_is("").stderr_has(why);
    };
    // given: damage
    for (name, bytes, why) in [
        ("empty", b"".to_vec(), "it is not a file that a script of `chase cases` wrote"),
        ("noise", (0..=255).cycle().take(9_000).collect(), "it is not a file that a script"),
        ("cut", own[..own.len() / 2].to_vec(), "it is cut off: its last line is missing"),
        ("short", own[..own.len() - 1].to_vec(), "it is cut off"),
        ("changed", changed, "it is damaged: its checksum does not hold"),
        ("windows", text.replace('\n', "\r\n").into_bytes(), "its line ends were changed"),
        ("newer", text.replacen("cases 1", "cases 2", 1).into_bytes(), "it has the form 2"),
        ("more", [&own[..], b"end 1\n"].concat(), "its checksum does not hold"),
    ] {
        place.write(name, bytes);
        refused(name, why);
    }
    // given: what somebody wrote on purpose, with a checksum that holds
    let huge = u64::MAX;
    for (name, text, why) in [
        ("suite", body.replacen("suite ", "suite 0", 1), "it is of other cases, those of `chase"),
        ("seed", body.replacen("--seed 1", "--seed 2", 1), "it is of other cases"),
        ("part", body.replacen("--part map", "--part x", 1), "no part is called `x`"),
        ("option", body.replacen("--seed 1", "--help", 1), "the line `options` in its head"),
        ("folder", body.replacen("--seed 1", "--cases-from /", 1), "those of a folder"),
        ("limit", body.replacen("limit 10", "limit -1", 1), "the line `limit` has no number"),
        ("head", body.replacen("program ", "", 1), "the line `program` is missing"),
        ("length", format!("{head}case 1 0 0 {huge} 0\n{printed}"), "case 1 is not as"),
        ("over", format!("{head}case 1 0 0 99999999 0\n{printed}"), "case 1 is not as"),
        ("errors", format!("{head}case 1 0 0 0 99999999\n{printed}"), "case 1 is not as"),
        ("status", format!("{head}case 1 x 0 0 0\n\n"), "case 1 is not as"),
        ("other", format!("{head}case 2 0 0 0 0\n\n"), "case 1 is not as"),
        ("none", head.to_owned(), "case 1 is not as"),
        ("twice", format!("{body}case 2 0 0 0 0\n\n"), "there is something behind its last case"),
    ] {
        sealed(&place, name, text.as_bytes());
        refused(name, why);
    }
    refused("/dev/zero", "it is no file");
    refused("nothing", "cannot read");
    refused(
        "own --seed 2",
        "it is of other cases, those of `chase cases --seed 1 --part map --cases 1`",
    );
    // A file is as long as the disk allows without that much being on it.
    place.shell("printf 'chase cases 1\\n' > long; truncate -s 300M long").status(0);
    refused("long", "it is larger than 256 MiB");
    // and what a program is called obeys nobody
    sealed(&place, "named", body.replacen("program ", "program \u{1b}[2J$(touch x)", 1).as_bytes());
    let ran = place.chase("grade --from named").status(0);
    assert!(!ran.stdout.contains('\u{1b}'), "{ran}");
}

#[test]
fn a_course_is_graded_from_files_of_its_cases_alone() {
    let place = Place::new();
    let words = "--part map --part stage-1 --cases 2";
    std::fs::create_dir_all(place.file("all/folder")).expect("a folder");
    record(&place, words, &with_fault("none"), "all/anna");
    record(&place, words, &with_fault("map-counts-double"), "all/ben");
    record(&place, "--part map --cases 1", &with_fault("none"), "all/easy");
    place.write("all/text", "my program is right\n");
    let command = format!("grade --all --from all {words} -o report");
    let ran = place.chase(&command).status(1);
    for line in [
        "anna        none   2/2  2/2      35.0 of 35  from a file, for feedback only\n",
        "ben         none   0/2  2/2      20.0 of 35  likely mistake in map: `map` counts every road twice; \
         from a file, for feedback only\n",
        "easy        none   -    -        0.0 of 35   it is of other cases, those of `chase cases --seed 1 \
         --part map --cases 1` of version ",
        "folder      none   -    -        0.0 of 35   it is no file; from a file, for feedback only\n",
        "text        none   -    -        0.0 of 35   it is not a file that a script of `chase cases` wrote; ",
    ] {
        assert!(ran.stdout.contains(line), "{line}\n{ran}");
    }
    let feedback = String::from_utf8(place.read("report/submissions/ben/feedback.txt"));
    let feedback = feedback.expect("text");
    assert!(
        feedback.contains("\nnot tried: ") && feedback.contains("\nfor feedback only"),
        "{feedback}"
    );
    assert!(place.file("report/submissions/ben/cases/map-map/actual.txt").is_file());
    // and it goes on only as it was begun
    place.chase(&format!("{command} --resume")).status(1);
    let program = command.replace("--all --from all", "--all all --program ./game");
    place.chase(&format!("{program} --resume")).status(2).stderr_has("begun with another program");
    place.chase("grade --all --from all all -o r").status(2);
    place.chase("grade --all -o r").status(2);
}
