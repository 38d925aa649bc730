//! `chase grade`: every known fault is found in its part, right programs get full marks, and
//! whatever a program does the grader goes on.

use std::collections::BTreeMap;
use std::process::{Child, Command};

use serde_json::Value;

use crate::harness::{Place, Ran, faulty, program};
use crate::naive::{Fault, faulty_transcript, random_scenario};

/// The option by which a script may start the programs that are graded.
fn allow_faulty() -> String {
    let faulty = faulty();
    let folder = faulty.parent().expect("a folder of examples");
    format!("--allow {}", folder.display())
}

fn grade(place: &Place, words: &str, fault: &str) -> Ran {
    let faulty = faulty();
    place.chase(&format!("grade {words} -- {} {fault}", faulty.display()))
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// Each part's ways of failing, as `part rule`.
fn ways(grading: &Value) -> Vec<String> {
    let parts = grading["parts"].as_array().expect("parts").iter();
    parts
        .flat_map(|part| {
            let failures = part["failures"].as_array().expect("failures").iter();
            failures.map(|failure| {
                let word = |value: &Value| value.as_str().expect("a word").to_owned();
                format!("{} {}", word(&part["name"]), word(&failure["finding"]["rule"]))
            })
        })
        .collect()
}

#[test]
fn right_programs_get_full_marks_whatever_tie_they_take() {
    for fault in ["none", "tip-ties-otherwise"] {
        let place = Place::new();
        let ran = announces_only(grade(&place, "", fault).status(0));
        ran.stdout_has("\nscore: 80.0 of 80\n").stdout_has("20.0 of 20");
        assert!(place.names().is_empty(), "nothing is kept");
    }
}

#[test]
fn every_known_fault_is_found_in_its_part() {
    let known = [
        ("dfs-walks-home", "stage 2 dfs"),
        ("dfs-remembers-after-tip", "stage 3 dfs"),
        ("dfs-highest-first", "stage 2 dfs"),
        ("rests-not-visits", "stage 1 least-visited"),
        ("tipped-moves-twice", "stage 3 least-visited"),
        ("tipped-moves-not-counted", "stage 3 least-visited"),
        ("wrong-tie", "stage 1 least-visited"),
        ("tie-highest-id", "stage 1 least-visited"),
        ("path-by-length", "stage 3 tip"),
        ("path-by-hops", "stage 3 tip"),
        ("path-blind-to-stamina", "stage 3 tip"),
        ("path-from-full-stamina", "stage 3 tip"),
        ("draws-at-start", "stage 0 draw"),
        ("one-draw-too-many", "stage 0 draw"),
        ("draws-when-tipped", "stage 3 draw"),
        ("overspent-stamina", "stage 1 stamina"),
        ("rest-not-full", "stage 1 least-visited"),
        ("tip-before-thief", "stage 3 tip"),
        ("no-tip-at-start", "stage 3 tip"),
        ("ignores-tip-while-tipped", "stage 3 tip"),
        ("wrong-ending", "stage 0 ending"),
        ("escape-beats-capture", "stage 0 ending"),
        ("one-hour-short", "stage 1 ending"),
        ("map-one-way", "map map"),
        ("map-counts-double", "map map"),
        ("names-cut", "map map"),
        ("crash-on-tip", "stage 3 crash"),
        ("loop-at-end-of-input", "stage 1 endless-output"),
        ("loop-without-quit", "stage 0 endless-output"),
        ("prints-forever", "stage 1 endless-output"),
        ("garbage", "stage 1 garbage"),
        ("forks", "stage 1 left-processes"),
    ];
    let place = Place::new();
    for (fault, way) in known {
        let (part, _) = way.rsplit_once(' ').expect("a part and a rule");
        let part = part.replace(' ', "-");
        let words = format!("--format json --part {part} --timeout 1 --keep {fault}");
        let ran = grade(&place, &words, fault);
        let grading = json(&announces_only(ran.status(1)));
        let ways = ways(&grading);
        assert!(ways.iter().any(|found| found == way), "{fault}: {ways:?}");
        // and what is kept says so
        let folder =
            place.path().join(fault).join(way.replacen("stage ", "stage-", 1).replace(' ', "-"));
        for name in
            ["cities.data", "agents.data", "command.sh", "expected.txt", "actual.txt", "report.txt"]
        {
            assert!(folder.join(name).is_file(), "{fault}: {name}");
        }
    }
}

/// What it says before it begins, and nothing else.
#[track_caller]
fn announces_only(ran: Ran) -> Ran {
    let is_alone = ran.stderr.lines().count() == 1;
    assert!(is_alone && ran.stderr.ends_with(" in parallel\n"), "{ran}");
    ran
}

#[test]
fn faults_can_be_thrown_together() {
    let faults = [Fault::DfsWalksHome, Fault::WrongTie, Fault::OneHourLong];
    let scenario = random_scenario(5, 25);
    let place = Place::new();
    place.write("c.data", scenario.cities_file());
    place.write("a.data", scenario.agents_file());
    let words = "dfs-walks-home+wrong-tie+one-hour-long c.data a.data";
    let (faulty, hours) = (faulty(), scenario.hours);
    let command = format!("echo run | {} {words} {hours} 3", faulty.display());
    let ran = place.shell(&command).fine();
    let told = ran.stdout.replacen("Enter command: ", "", 1);
    assert_eq!(told, faulty_transcript(&scenario, 3, faults));
}

#[test]
fn programs_that_hang_or_eat_all_memory_are_stopped() {
    for (fault, words, way, what) in [
        ("hangs", "--jobs 12", "hang", "slept for 5 s, stopped"),
        ("eats-memory", "--memory 100", "memory", "used more than 100 MiB (--memory), stopped"),
    ] {
        let place = Place::new();
        let words = format!("{words} --part stage-1 --format json");
        let grading = json(&grade(&place, &words, fault).status(1));
        assert_eq!(ways(&grading), [format!("stage 1 {way}")], "{fault}");
        let finding = &grading["parts"][0]["failures"][0]["finding"];
        assert_eq!(finding["what"], what, "{fault}");
        assert_eq!(grading["parts"][0]["given_up"], 0, "every case is run");
    }
}

/// Computes for ever.
const SPINS: &str = "while :; do :; done";

#[test]
fn what_is_given_up_does_not_depend_on_how_many_run_at_a_time() {
    let graded = |jobs: u32| {
        let words = format!("--part stage-1 --timeout 1 --give-up=2 --jobs {jobs}");
        script(SPINS, &words).status(1).stdout
    };
    let one = graded(1);
    let grading: Value = serde_json::from_str(&one).expect("JSON");
    let part = &grading["parts"][0];
    assert_eq!((&part["cases"], &part["given_up"]), (&12.into(), &10.into()));
    assert_eq!(part["failures"][0]["cases"], 2);
    let what = "used 1 s of processor time (--timeout), stopped";
    assert_eq!(part["failures"][0]["finding"]["what"], what);
    assert_eq!(one, graded(4));
}

#[test]
fn what_could_not_be_run_makes_the_score_provisional() {
    let place = Place::new();
    // given: the folder for temporary files goes away with the third run
    let text = format!(
        "#!/bin/sh\ncd {}\necho run >> runs\ntest $(wc -l < runs) -lt 3 || rm -r tmp\n\
         cd $HOME && exec {} none {{cities}} \"$@\"\n",
        place.path().display(),
        faulty().display()
    );
    place.write("game", text.replace("{cities} ", ""));
    let ran = place.shell(
        "chmod +x game; mkdir tmp; export TMPDIR=$PWD/tmp; \
         $CHASE grade --sandbox off --part map --jobs 1 -- ./game",
    );
    // then: two cases bring marks, and nothing is said of the program's fault
    let ran = announces_only(ran.status(2));
    ran.stdout_has("map        2 of   8 passed   3.8 of 15")
        .stdout_has("could not be run, and bring no marks yet")
        .stdout_has("\nscore: 3.8 of 15, provisional: not every case could be run (");
}

#[test]
fn programs_of_other_languages_run_with_the_defaults() {
    let place = Place::new();
    place.write(
        "Hello.java",
        "class Hello { public static void main(String[] a) { System.out.println(a.length); } }",
    );
    place.shell("javac Hello.java").status(0);
    let text = format!(
        "#!/bin/sh\nset -e\npython3 -c 'print(1)' >&2\nnode -e 'console.log(1)' >&2\n\
         java -cp {} Hello >&2\nexec {} none \"$@\"\n",
        place.path().display(),
        faulty().display()
    );
    place.write("game", text);
    let line =
        format!("chmod +x game; $CHASE grade --part map --allow . {} -- ./game", allow_faulty());
    let ran = place.shell(&line);
    announces_only(ran.status(0)).stdout_has("score: 15.0 of 15");
}

#[test]
fn a_start_that_fails_for_want_of_memory_names_the_limit() {
    for text in ["python3 -c 'bytearray(1 << 40)'", "java -Xms6g -version"] {
        let grading = json(&script(&format!("exec {text}"), "--part map").status(1));
        let finding = &grading["parts"][0]["failures"][0]["finding"];
        let what = finding["what"].as_str().expect("words");
        let limit = "; its memory limit is 1024 MiB (--memory)";
        assert!(what.ends_with(limit), "{text}: {what}");
    }
}

#[test]
fn parts_can_be_graded_alone() {
    let place = Place::new();
    let ran = grade(&place, "--part stage-1 --part map", "dfs-walks-home");
    announces_only(ran.status(0)).stdout_has("\nscore: 35.0 of 35\n");
    grade(&place, "--part stage-9", "none").trouble(&[
        "no part is called `stage-9`",
        "the parts are map, stage-0, stage-1, stage-2, stage-3",
    ]);
}

/// Four busy loops, ended with it.
struct Busy(Vec<Child>);

impl Busy {
    fn new() -> Self {
        let spin = || Command::new("sh").args(["-c", SPINS]).spawn();
        Busy((0..4).map(|_| spin().expect("a shell")).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().expect("it runs until now");
            child.wait().expect("it was killed");
        }
    }
}

/// All files below a folder with what is in them, without the folder's name.
fn files(place: &Place, folder: &str) -> BTreeMap<String, String> {
    let name = place.path().display().to_string();
    let plain = |text: &str| text.replace(&name, "");
    let mut found = BTreeMap::new();
    let mut folders = vec![place.file(folder)];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let content = std::fs::read(&path).expect("a kept file");
                let content = String::from_utf8_lossy(&content).into_owned();
                found.insert(plain(&path.display().to_string()), plain(&content));
            }
        }
    }
    found
}

/// What comes of grading a script that begins with a line: status, output, and every kept file.
fn marks(
    before: &str,
    script: &str,
    words: &str,
) -> (Option<i32>, String, BTreeMap<String, String>) {
    let place = Place::new();
    place.write("game", format!("#!/bin/sh\n{before}\n{script}\n"));
    place.shell("chmod +x game").status(0);
    let words = format!("grade {words} {} --keep kept -- ./game", allow_faulty());
    // A machine that is busy enough takes longer than a `Place` waits.
    let output = Command::new(program())
        .current_dir(place.path())
        .args(words.split_whitespace())
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text, files(&place, "kept"))
}

#[test]
fn the_same_program_gets_the_same_marks_on_a_busy_machine_and_when_it_sleeps_first() {
    let faulty = faulty();
    let faulty = faulty.display();
    // given: a right program that computes for a good part of its second, one that is wrong in a
    // rule, and one that prints some hours and then computes for ever
    let programs = [
        (
            format!("n=0; while test $n -lt 200000; do n=$((n+1)); done\n{faulty} none \"$@\""),
            "--part map --cases 2 --timeout 1 --jobs 2",
            "score: 15.0",
        ),
        (
            format!("{faulty} wrong-ending \"$@\""),
            "--part stage-0 --cases 6 --timeout 1 --jobs 12",
            "instead of `D1",
        ),
        (
            format!("{faulty} none \"$@\" 2> /dev/null | head -n 40\n{SPINS}"),
            "--part stage-2 --cases 2 --timeout 1 --give-up=1 --jobs 2",
            "used 1 s of processor time",
        ),
    ];
    std::thread::scope(|scope| {
        let asleep = programs
            .each_ref()
            .map(|(text, words, _)| scope.spawn(move || marks("sleep 1", text, words)));
        let idle = programs.each_ref().map(|(text, words, _)| marks("", text, words));
        let busy = {
            let _busy = Busy::new();
            programs.each_ref().map(|(text, words, _)| marks("", text, words))
        };
        for (n, asleep) in asleep.into_iter().enumerate() {
            let (idle, busy) = (&idle[n], &busy[n]);
            assert!(idle.1.contains(programs[n].2), "{}", idle.1);
            assert_eq!(idle, busy, "beside four busy loops");
            let asleep = asleep.join().expect("a grading");
            assert_eq!(*idle, asleep, "after a second of sleep");
        }
    });
}

/// An exam's judgement of a text that is a right transcript but for one thing.
fn judged(part: usize, input: &str, change: impl Fn(&str) -> String) -> String {
    let exam = chase::games::project_games().suite_of("police").expect("it");
    let cases = exam.cases_of(1, &[]);
    let mut mine = cases.iter().filter(|case| case.part == part && case.input == input);
    let case = mine.next().expect("a case");
    let text = String::from_utf8(exam.input(case).expected).expect("text");
    let finding = exam.judge(case, change(&text).as_bytes()).expect_err("wrong");
    finding.to_string()
}

#[test]
fn what_is_missing_at_the_end_is_named() {
    let stage_0 = 1;
    let without_last_line = |text: &str| {
        let end = text.trim_end().rfind('\n').expect("lines");
        text[..=end].to_owned()
    };
    let run = "run\nquit\n";
    for (input, change, told) in [
        (
            run,
            &(|text: &str| text[..text[..text.len() / 2].rfind("ur ").expect("an hour")].to_owned())
                as &dyn Fn(&str) -> String,
            "it breaks off inside a line, after hour",
        ),
        (
            run,
            &|text| text[..text[..text.len() / 2].rfind("Hour ").expect("an hour")].to_owned(),
            "it stops after hour",
        ),
        (run, &without_last_line, "the ending is missing: `"),
        (
            "step\n",
            &|text| text.trim_end_matches("Enter command: ").to_owned(),
            "the prompt is missing after hour 1",
        ),
        (
            run,
            &|text| {
                let hours = text[..text.len() / 2].rfind("Hour ").expect("an hour");
                text[..hours].to_owned() + "Enter command: "
            },
            "it asks for a command after hour",
        ),
    ] {
        let finding = judged(stage_0, input, change);
        assert!(finding.starts_with(told), "{finding}");
    }
}

#[test]
fn small_cases_keep_the_assignments_promises() {
    for (fault, part) in [
        ("dfs-walks-home", "stage-2"),
        ("path-by-hops", "stage-3"),
        ("overspent-stamina", "stage-1"),
    ] {
        let place = Place::new();
        grade(&place, &format!("--part {part} --keep kept"), fault).status(1);
        for entry in std::fs::read_dir(place.file("kept")).expect("what is kept") {
            let folder = entry.expect("an entry").path();
            let folder = folder.display();
            let files = format!("{folder}/cities.data {folder}/agents.data");
            let ran = place.chase(&format!("play police {files} 1 1")).status(0);
            // A road that no detective affords keeps the thief alone before tips are heard of.
            let is_fenced = ran.stderr.contains("stage-1") || ran.stderr.contains("stage-0");
            assert!(ran.stderr.is_empty() || is_fenced, "{fault}: {ran}");
        }
    }
}

#[test]
fn cases_of_an_earlier_grading_are_taken_out_and_nothing_else_is() {
    let place = Place::new();
    let words = "--part stage-1 --part stage-3 --keep kept";
    grade(&place, words, "wrong-tie").status(1);
    assert!(place.file("kept/stage-1-least-visited").is_dir());
    place.write("kept/notes.txt", "mine");
    std::fs::create_dir(place.file("kept/mine")).expect("a folder");
    grade(&place, words, "crash-on-tip").status(1);
    assert!(!place.file("kept/stage-1-least-visited").exists());
    assert!(place.file("kept/stage-3-crash").is_dir());
    assert!(place.file("kept/notes.txt").is_file() && place.file("kept/mine").is_dir());
}

#[test]
fn failing_cases_are_made_small_and_their_command_fails_again() {
    let place = Place::new();
    let ran = grade(&place, "--part stage-1 --keep kept", "rests-not-visits").status(1);
    ran.stdout_has("likely mistake in counting visits (cheapest-least-visited): a rest is not counted as a visit")
        .stdout_has("kept: kept/stage-1-least-visited");
    let folder = "kept/stage-1-least-visited";
    let report = std::fs::read_to_string(place.file(&format!("{folder}/report.txt"))).expect("it");
    for words in ["over all runs: likely mistake", "this case shows it in hour"] {
        assert!(report.contains(words), "{report}");
    }
    let cities = std::fs::read_to_string(place.file(&format!("{folder}/cities.data"))).expect("it");
    let count: u32 = cities.lines().next().and_then(|line| line.parse().ok()).expect("a count");
    assert!(count <= 8, "{cities}");
    let ran = place.shell(&format!("sh {folder}/command.sh")).status(0);
    let actual = String::from_utf8(place.read(&format!("{folder}/actual.txt"))).expect("text");
    assert_eq!(ran.stdout, actual);
    let diff = format!("diff {folder}/actual.txt {folder}/expected.txt --brief");
    place.chase(&diff).status(1);
}

#[test]
fn the_same_seed_grades_in_the_same_way_and_another_with_other_cases() {
    let run = |words: &str| {
        let place = Place::new();
        let words = format!("{words} --part stage-1 --keep kept");
        let ran = grade(&place, &words, "wrong-tie").status(1);
        let small = place.read("kept/stage-1-least-visited/cities.data");
        (ran.stdout, small)
    };
    assert_eq!(run("--seed 5"), run("--seed 5 --jobs 1"));
    assert_ne!(run("--seed 5").0, run("--seed 6").0);
}

#[test]
#[expect(clippy::print_stderr, reason = "what is not tried on a machine is said")]
fn leaks_cost_a_tenth_of_a_part() {
    let place = Place::new();
    let has_valgrind = place.shell("command -v valgrind").status == Some(0);
    let ran = grade(&place, "--memcheck", "leaks");
    if !has_valgrind {
        eprintln!("not tried here: valgrind is not installed");
        ran.trouble(&["--memcheck needs valgrind", "grade without --memcheck"]);
        return;
    }
    let ran = ran.status(1).stdout_has("\nscore: 72.0 of 80\n");
    let ran = ran.stdout_has("memory errors or leaks");
    let ran = ran.stdout_has("definitely lost");
    // All this is in the sandbox, wholly where that is to be had.
    let is_whole = !ran.stderr.contains("cannot withhold");
    let sandbox = if is_whole { "require" } else { "auto" };
    let words = format!("--part stage-1 --memcheck --sandbox {sandbox}");
    grade(&place, &words, "none").status(0);
    // without it nobody looks
    grade(&place, "--part stage-1", "leaks").status(0);
}

#[test]
fn without_valgrind_memcheck_says_so() {
    let place = Place::new();
    let ran =
        place.shell(&format!("PATH=/nowhere $CHASE grade --memcheck -- {}", faulty().display()));
    ran.trouble(&[
        "--memcheck needs valgrind, which is not installed here",
        "grade without --memcheck",
    ]);
}

/// Grades a script.
fn script(text: &str, words: &str) -> Ran {
    let place = Place::new();
    place.write("game", format!("#!/bin/sh\n{text}\n"));
    place.shell("chmod +x game").status(0);
    place.chase(&format!("grade --format json {words} -- ./game"))
}

#[test]
fn whatever_a_program_does_is_a_finding() {
    for (text, rule) in [
        ("exit 0", "no-output"),
        ("exit 3", "exit-status"),
        ("kill -SEGV $$", "crash"),
        ("echo hello; cat > /dev/null", "no-output"),
        ("echo Hour 0; echo nonsense; echo more; cat", "garbage"),
        ("trap '' TERM INT HUP XCPU; exec >&-; while :; do echo yes >&2; done", "hang"),
        ("cat /dev/zero", "endless-output"),
        ("sleep 100 & exit 0", "left-processes"),
        ("rm -rf ./*; printf '\\0\\377\\n'", "garbage"),
    ] {
        let ran = script(text, "--part stage-1 --timeout 1 --give-up=1");
        let grading = json(&announces_only(ran.status(1)));
        let ways = ways(&grading);
        assert!(ways.contains(&format!("stage 1 {rule}")), "{text}: {ways:?}");
        assert!(grading["score"].as_f64().is_some_and(|score| score < 0.1), "{text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_flees_from_its_group_is_found_and_stopped() {
    let text = "setsid sleep 100 > /dev/null 2>&1 < /dev/null & exit 0";
    let grading = json(&announces_only(script(text, "--part stage-1").status(1)));
    let ways = ways(&grading);
    assert!(ways.contains(&"stage 1 left-processes".to_owned()), "{ways:?}");
}

#[test]
fn arguments_are_put_where_their_names_stand() {
    let place = Place::new();
    let text = format!("#!/bin/sh\nexec {} none \"$2\" \"$4\" \"$6\" \"$8\"\n", faulty().display());
    place.write("game", text);
    place.shell("chmod +x game").status(0);
    let program = "./game -c {cities} -a {agents} -n {cycles} --seed={seed} {seed}";
    let allow = allow_faulty();
    place.chase(&format!("grade {allow} -- {program}")).status(0);
    // a script named by a relative path to its interpreter
    let text = format!("exec {} none \"$@\"\n", faulty().display());
    place.write("game.sh", text);
    place.chase(&format!("grade {allow} -- sh game.sh")).status(0);
}

#[test]
fn what_cannot_be_graded_is_trouble() {
    let place = Place::new();
    place.chase("grade -- ./missing").trouble(&["./missing: no such program"]);
    place.chase("grade -- missing-program").trouble(&["not found on the PATH"]);
    let nogame = ["grade", "python3 nogame.py"];
    place.chase_with(&nogame, "").trouble(&["there is no file nogame.py for it to run"]);
    assert!(place.names().is_empty(), "nothing is kept");
    place.chase("grade").status(2);
    place.chase("grade --game chess -- sh").trouble(&["no game is called `chess`"]);
    place.chase("grade --timeout 0 -- sh").status(2);
    place.write("text", "echo hello\n");
    place.chase("grade -- ./text").trouble(&["./text: it may not be executed"]);
    place.write("bad", "#!/no/such/interpreter\n");
    place.shell("chmod +x bad").status(0);
    place
        .chase("grade -- ./bad")
        .status(2)
        .stdout_is("")
        .stderr_has("chase: ./bad: it cannot be started")
        .stderr_has("the #! line of a script may name a program that does not exist");
    place.write("file", "in the way");
    let ran = grade(&place, "--keep file/kept", "wrong-tie").status(2);
    ran.stderr_has("cannot write");
}

#[test]
fn an_interrupted_grading_leaves_nothing_running() {
    let place = Place::new();
    let pids = place.file("pids");
    let text = format!("#!/bin/sh\necho $$ >> {}\nexec sleep 100\n", pids.display());
    place.write("game", text);
    let ran = place.shell(
        "chmod +x game; mkdir tmp; TMPDIR=$PWD/tmp $CHASE grade --sandbox off --timeout 50 -- ./game & \
         while ! test -s pids; do :; done; kill -INT $!; wait $!; echo \"status $?\"; \
         ls tmp | wc -l; for pid in $(cat pids); do kill -0 $pid 2> /dev/null && echo left; done; \
         echo end",
    );
    ran.stdout_is("status 2\n0\nend\n").stderr_has("chase: interrupted; nothing is kept");
}

/// What an earlier grading kept of other parts stays, and of the same part it is replaced.
#[test]
fn a_grading_of_a_part_leaves_what_is_kept_of_others() {
    let place = Place::new();
    let fault = "map-counts-double+names-cut+wrong-tie";
    grade(&place, "--part map --part stage-1 --keep kept", fault).status(1);
    let kept = |part: &str| {
        let mut all = files(&place, "kept");
        all.retain(|name, _| name.starts_with(&format!("/kept/{part}-")));
        all
    };
    let (map, stage) = (kept("map"), kept("stage-1"));
    assert!(!map.is_empty() && !stage.is_empty());
    grade(&place, "--part map --keep kept", "none").status(0);
    assert_eq!((kept("map").len(), &kept("stage-1")), (0, &stage));
}

/// A right program whose output a filter lays out otherwise.
fn laid_out_otherwise(filter: &str, words: &str) -> (Place, Ran) {
    let place = Place::new();
    let text = format!("#!/bin/sh\n{} none \"$@\" | {filter}\n", faulty().display());
    place.write("game", text);
    place.shell("chmod +x game").status(0);
    let ran = place.chase(&format!("grade {words} {} -- ./game", allow_faulty()));
    (place, ran)
}

#[test]
fn the_layout_is_a_part_that_costs_nothing() {
    for (filter, told) in [
        ("sed 's/^Hour 2$/Hour  2/'", "has two blanks where the reference has one: `Hour  2`"),
        (
            "sed 's/2521/2019/'",
            "line 2 is `POLICE ACADEMY 2019` where the reference has `POLICE ACADEMY 2521`",
        ),
        ("sed 's/ *$//'", "has no blanks at its end where the reference has one"),
        ("sed 's/Enter command: H/H/'", "where the reference has `Enter command: Hour"),
        (
            "sed 's/^Hour/Enter command: Hour/'",
            "is `Enter command: Hour 0` where the reference has `Hour 0`",
        ),
        ("sed 's/$/\\r/'", "line 1 ends with CRLF where the reference ends with LF"),
    ] {
        let (place, ran) = laid_out_otherwise(filter, "--part stage-1");
        let ran = ran.status(0);
        ran.stdout_has("\nscore: 20.0 of 20\n")
            .stdout_has("\nlayout    ")
            .stdout_has("\nlayout, ")
            .stdout_has(told)
            .stdout_has("kept: grade-game-1/layout");
        let report = String::from_utf8(place.read("grade-game-1/layout/report.txt")).expect("text");
        assert!(report.contains(told), "{report}");
    }
}

#[test]
fn with_exact_the_layout_costs_the_case() {
    let (_, ran) = laid_out_otherwise("sed 's/^Hour 2$/Hour  2/'", "--exact --format json");
    let grading: Value = serde_json::from_str(&ran.status(1).stdout).expect("JSON");
    let ways = ways(&grading);
    for part in ["stage 0", "stage 1", "stage 2", "stage 3", "layout"] {
        assert!(ways.contains(&format!("{part} layout")), "{ways:?}");
    }
    assert!(grading["score"].as_f64().is_some_and(|score| score < 20.0));
    // what is exact loses nothing
    let place = Place::new();
    let ran = grade(&place, "--exact", "none").status(0);
    ran.stdout_has("\nlayout    89 of  89 passed   no marks\n").stdout_has("\nscore: 80.0 of 80\n");
}

#[test]
fn a_wrong_program_can_be_laid_out_rightly() {
    for (fault, part) in [
        ("wrong-tie", "stage-1"),
        ("wrong-ending", "stage-0"),
        ("one-hour-short", "stage-1"),
        ("escape-beats-capture", "stage-0"),
    ] {
        let place = Place::new();
        let ran = grade(&place, &format!("--part {part} --exact --format json"), fault).status(1);
        let grading: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let ways = ways(&grading);
        assert!(!ways.iter().any(|way| way.ends_with("layout")), "{fault}: {ways:?}");
    }
    // and one that prints nothing is not
    let ran = script("exit 0", "").status(1);
    let grading: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(grading["parts"][5]["passed"], 0);
}

#[test]
fn what_is_expected_is_what_a_right_program_prints_to_the_byte() {
    let place = Place::new();
    grade(&place, "--part stage-3 --keep kept", "crash-on-tip").status(1);
    grade(&place, "--part map --keep map", "map-counts-double").status(1);
    for folder in ["kept/stage-3-crash", "map/map-map"] {
        let command = String::from_utf8(place.read(&format!("{folder}/command.sh"))).expect("text");
        for fault in ["crash-on-tip", "map-counts-double"] {
            place.write(
                "right.sh",
                command.replace(fault, "none").replace("$(dirname \"$0\")", folder),
            );
            if command.contains(fault) {
                let ran = place.shell("sh right.sh").fine();
                let expected = String::from_utf8(place.read(&format!("{folder}/expected.txt")));
                assert_eq!(ran.stdout, expected.expect("text"), "{folder}");
            }
        }
    }
}
