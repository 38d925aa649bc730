//! Wrong arguments: one clear message, status 2, nothing on standard output.

use crate::harness::{Place, data, faulty, project};

#[test]
fn wrong_arguments_are_told_and_leave_nothing() {
    let place = Place::new();
    let (cities, agents) = (data("citiesSmall"), data("agentsS0"));
    let wrong: [&[&str]; 12] = [
        &["nonsense"],
        &["record", "nonsense"],
        &["record", "police", &cities],
        &["record", "police", &cities, &agents],
        &["record", "police", &cities, &agents, "ten"],
        &["record", "police", &cities, &agents, "2147483648"],
        &["record", "police", &cities, &agents, "10", "x"],
        &["record", "police", &cities, &agents, "10", "1", "2"],
        &["record", "police", &cities, &agents, "10", "1", "--dice", "d6"],
        &["replay"],
        &["replay", "x", "--hour", "-x"],
        &["new"],
    ];
    for args in wrong {
        let ran = place.chase_with(args, "").status(2).stdout_is("");
        assert!(!ran.stderr.is_empty(), "{ran}");
        assert!(!ran.stderr.contains("panicked"), "{ran}");
    }
    assert_eq!(place.names(), Vec::<String>::new());
}

#[test]
fn a_folder_to_grade_is_told_how_its_submissions_are_graded() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("subs")).expect("a folder");
    for folder in ["subs", "./subs"] {
        place.chase(&format!("grade {folder}")).trouble(&[
            &format!("`{folder}` is a folder"),
            &format!("chase grade --all {folder} --program ./game -o report"),
        ]);
    }
}

#[test]
fn a_course_in_which_nobody_has_the_program_is_in_doubt() {
    let place = Place::new();
    place.shell("mkdir -p subs/ann subs/bob && touch subs/ann/a.c subs/bob/b.c").status(0);
    let grade = "$CHASE grade --all subs --program ./gmae --cases 1 --part map";
    place
        .shell(&format!("{grade} -o report"))
        .status(2)
        .stderr_has("no submission could be graded; 2 of 2 have no ./gmae: check the name, or give the command")
        .stderr_has("only the first case of each part was run: these are not final marks");
    place.shell(&format!("{grade} --build true -o built")).status(2).stderr_has(
        "no submission could be graded; 2 of 2 have no ./gmae: check the name and the build",
    );
}

#[test]
fn wrong_arguments_are_told_in_the_form_of_all_messages() {
    let place = Place::new();
    let told = |args: &[&str], status| {
        let ran = place.chase_with(args, "").status(status).stdout_is("");
        ran.stderr
    };
    assert_eq!(
        told(&["replay", "x", "--hoor", "3"], 2),
        "chase: unexpected argument '--hoor' found\n\
         \x20 help: a similar argument exists: '--hour'\n\
         \x20       usage: chase replay --hour <N> <FILE> [REF]\n\
         \x20       see --help for more\n"
    );
    assert_eq!(
        told(&["view", "x", "--hour", "3"], 2),
        "chase: the following required arguments were not provided: --svg\n\
         \x20 help: usage: chase view --svg --hour <N> <FILE> [REF]\n\
         \x20       see --help for more\n"
    );
    assert_eq!(
        told(&["diff", "x", "y", "--format", "xx"], 2),
        "chase: invalid value 'xx' for '--format <FORMAT>' [possible values: text, json, junit]\n\
         \x20 help: see --help for more\n"
    );
    assert_eq!(
        told(&["match", "robots", "--player", "random", "--web"], 2),
        "chase: unexpected argument '--web' found\n\
         \x20 help: a match has no page while it is played; --follow prints a line for each game, \
         --html FILE writes a page at the end\n\
         \x20       see --help for more\n"
    );
    assert_eq!(
        told(&["view", "x", "--gif"], 2),
        "chase: unexpected argument '--gif' found\n\
         \x20 help: --svg draws one moment, which any browser shows\n\
         \x20       see --help for more\n"
    );
    // The message of an option's own check keeps its way out.
    let file = told(&["match", "police", "--seed", "@none"], 2);
    assert!(
        file.starts_with("chase: invalid value '@none' for '--seed <SEED>': none: cannot read"),
        "{file}"
    );
    assert!(file.contains("\n  help: check the path\n"), "{file}");
    // Nothing typed looks like a line of ours.
    let odd = told(&["replay", "x", "y", "a\n\nUsage: b\n  tip: c\u{1b}[2J"], 2);
    let first = "chase: unexpected argument 'a\\n\\nUsage: b\\n  tip: c\\u001b[2J' found\n";
    assert!(odd.starts_with(first), "{odd}");
    // A game's own command keeps its status.
    let own = told(&["fishing", "--xx"], 3);
    assert!(own.starts_with("chase: unexpected argument '--xx' found\n  help: "), "{own}");
    // Help that stands in for a missing command is help.
    let help = told(&[], 2);
    assert!(help.starts_with("Records every move"), "{help}");
}

#[test]
fn maps_that_cannot_be_are_refused() {
    let place = Place::new();
    for (words, part) in [
        ("--cities 0", "--cities 0: expected 1"),
        ("--cities 1 --two-coloured", "expected 2"),
        ("--cities 10 --roads 8", "expected 9 to 45 for 10 connected cities"),
        ("--cities 10 --roads 46", "expected 9 to 45 for 10 connected cities"),
        ("--cities 10 --roads 26 --two-coloured", "expected 9 to 25 for 10 connected cities"),
        ("--cities 10 --informants 11", "only 10 cities"),
    ] {
        place.chase(&format!("new police {words}")).trouble(&[part]);
    }
    place.chase("new police --informants 101%").status(2).stdout_is("");
    assert_eq!(place.names(), Vec::<String>::new());
}

#[test]
fn maps_have_what_was_asked_for() {
    for (words, cities, roads, informants) in [
        ("--cities 1 --roads 0", 1, 0, 0),
        ("--cities 2 --two-coloured", 2, 1, 0),
        ("--cities 10 --roads 45 --informants 10", 10, 45, 10),
        ("--cities 10 --roads 25 --two-coloured --informants 50%", 10, 25, 5),
        ("--cities 500 --roads 900 --informants 3", 500, 900, 3),
    ] {
        let place = Place::new();
        place.chase(&format!("new police {words} --seed -4 -o m")).fine();
        let args = ["play", "police", "m-cities.data", "m-agents.data", "3", "1"];
        let map = place.chase_with(&args, "map").status(0);
        let counts = format!("Number of cities: {cities}\nNumber of roads: {roads}\n");
        if cities > 1 {
            map.stdout_has(&counts).stderr_is("");
        }
        let file = String::from_utf8(place.read("m-cities.data")).expect("text");
        assert_eq!(file.matches(" i ").count(), informants, "{words}");
        // and the same seed makes the same again
        let before = place.read("m-agents.data");
        place.chase(&format!("new police {words} --seed -4 -o m")).fine();
        assert_eq!(place.read("m-agents.data"), before);
        place.chase("new police --cities 7 --seed 1 -o m").trouble(&["m-cities.data", "--force"]);
    }
}

#[test]
fn a_two_coloured_chase_never_ends() {
    for seed in 1..6 {
        let place = Place::new();
        let new = format!(
            "new police --cities 8 --roads 12 --informants 2 --two-coloured --seed {seed} -o m"
        );
        place.chase(&new).fine();
        let agents = String::from_utf8(place.read("m-agents.data")).expect("text");
        assert!(agents.lines().all(|line| line.starts_with("2000000000 ")));
        assert!(agents.lines().next().is_some_and(|thief| thief.contains(" -1 ")));
        let record = "record police m-cities.data m-agents.data 3000 1 -o x.chase";
        place.chase(record).fine().stdout_has("GAME OVER: YOU LOSE - TIME IS UP");
        place.chase("replay x.chase --hour 3000").fine();
    }
}

#[test]
fn what_people_type_works_or_says_what_to_type() {
    let place = Place::new();
    let (folder, faulty) = (faulty().with_file_name(""), faulty());
    place.write("game", format!("#!/bin/sh\nexec {} none \"$@\"\n", faulty.display()));
    place.shell("chmod +x game").status(0);
    let few = format!("--part map --cases 1 --allow {}", folder.display());
    // A program to grade needs no `--`, and may be one word.
    for program in ["./game", "'./game {cities} {agents} {cycles} {seed}'", "-- ./game"] {
        let line = format!("$CHASE grade {few} {program}");
        place.shell(&line).status(0).stdout_has("score: 15.0 of 15");
    }
    place.shell(&format!("$CHASE grade ./game {few}")).status(0);
    // A player that is a file.
    place.write("mine.py", "");
    for (player, help) in [
        ("mine.py", "write 'exec:python3 mine.py' with the quotation marks"),
        ("game", "write 'exec:./game' with the quotation marks"),
    ] {
        let told = |words: &str| place.chase(&format!("{words} --player {player}"));
        told("match fishing --seed 1 --player greedy").trouble(&[help]);
        told("record police").trouble(&[help]);
        place.chase(&format!("record scotland-yard --player mr-x={player}")).trouble(&[help]);
    }
    let args = ["match", "fishing", "--seed", "1", "--player", "python3 mine.py"];
    let ran = place.chase_with(&args, "");
    ran.trouble(&["write 'exec:python3 mine.py' with the quotation marks"]);
    // Options of other tools.
    place.chase("diff a.csv b.csv --rel 0.1").trouble(&["'--rel'", "'--tolerance'"]);
    let ran = place.chase("diff a.csv b.csv --xyz 0.1");
    assert!(!ran.stderr.contains("'--help'"), "{ran}");
    // A log has no rules.
    place.write("golden.csv", "tick,x\n0,1\n1,2\n");
    let ran = place.chase("verify golden.csv").status(2);
    ran.stdout_has("a log has no rules to follow").stdout_has("chase diff OURS golden.csv");
    // Hours and seed swapped.
    place.write(
        "ours.txt",
        std::fs::read(project("tests/reference/police/S3.txt")).expect("a file"),
    );
    let files = ["citiesInformants", "agentsS3"].map(data).join(" ");
    let reference = project("replays/police/S3.json");
    for words in ["verify ours.txt".to_owned(), format!("diff ours.txt {reference}")] {
        place
            .chase(&format!("{words} --scenario {files} 2 10"))
            .stderr_has("10 is the seed that you gave: are the two swapped?");
        let ran = place.chase(&format!("{words} --scenario {files} 10 2"));
        assert!(!ran.stderr.contains("warning"), "{ran}");
    }
}

#[test]
fn odds_say_whom_they_cannot_ask() {
    let place = Place::new();
    let player = format!("exec:python3 {}", project("examples/player.py"));
    let args = ["record", "fishing", "--player", &player, "--player", "greedy", "--seed", "3"];
    place.chase_with(&[&args[..], &["-o", "f.json"]].concat(), "").status(0);
    place.chase("odds f.json").trouble(&[
        "P1 was played by `exec:python3",
        "name a built-in player for it, as in --player P1=random",
    ]);
    place.chase("odds f.json --player P1=greedy --games 10").status(0);
}
