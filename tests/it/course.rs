//! `chase grade --all`: a whole course of programs with known faults, some of which do what nobody
//! wants; killed in the middle and resumed, the marks are those of single gradings.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Place, Ran, faulty, program, project};

/// What is built by writing a script.
const SCRIPT: &str = "game: game.sh\n\tcp game.sh game\n\tchmod +x game\n";

/// Writes a file of a submission, and its folders.
fn hand_in(folder: &Path, name: &str, content: &str) {
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join(name), content).expect("a file");
}

/// A submission with a fault, as a script.
fn script(folder: &Path, fault: &str) {
    let faulty = faulty();
    let text = format!("#!/bin/sh\nexec {} {fault} \"$@\"\n", faulty.display());
    hand_in(folder, "game.sh", &text);
    hand_in(folder, "Makefile", SCRIPT);
}

/// A submission with a fault, in C.
fn in_c(folder: &Path, fault: &str) {
    let faulty = faulty();
    let text = format!(
        "#include <unistd.h>\nint main(int n, char **words) {{\n  \
         char *all[] = {{\"faulty\", \"{fault}\", words[1], words[2], words[3], words[4], 0}};\n  \
         return n == 5 ? execv(\"{}\", all) : 1;\n}}\n",
        faulty.display()
    );
    // As an editor of Windows saves it.
    hand_in(folder, "game.c", &text.replace('\n', "\r\n"));
    hand_in(folder, "Makefile", "game: game.c\n\tcc -o game game.c\n");
}

/// Faults that end by themselves: in many of them the first case of stage 1 is right.
const FAULTS: [&str; 23] = [
    "none",
    "wrong-tie",
    "tie-highest-id",
    "one-hour-short",
    "garbage",
    "dfs-walks-home",
    "dfs-highest-first",
    "rests-not-visits",
    "path-by-length",
    "path-by-hops",
    "tip-before-thief",
    "names-cut",
    "map-counts-double",
    "escape-beats-capture",
    "crash-on-tip",
    "prints-forever",
    "draws-when-tipped",
    "forks",
    "no-tip-at-start",
    "ignores-tip-while-tipped",
    "tip-ties-otherwise",
    "dfs-remembers-after-tip",
    "loop-without-quit",
];

/// What is wrong with submissions that cannot be graded, by their names.
const UNGRADED: [(&str, &str); 9] = [
    ("build fails", "the build ended with status 2: game.c:1:"),
    ("build hangs", "the build slept for 5 s, stopped"),
    ("empty", "the folder is empty"),
    (
        "file flood",
        "the build filled its folder with more than 1024 MiB or 20000 files, or nested more than 200 folders, stopped",
    ),
    ("fork bomb", "the build had more than 1000 processes and threads, stopped"),
    ("leads out", "./game leads out of the submission's folder"),
    ("other name", "./game: no such program; the nearest is ./bin/Gaem"),
    ("two in one", "more than one submission: first, second"),
    ("wrong.zip", "the archive"),
];

/// Hands in what cannot be graded.
fn hand_in_ungraded(all: &Path) {
    let make = |name: &str, recipe: &str| {
        hand_in(&all.join(name), "Makefile", &format!("game:\n\t{recipe}\n"));
    };
    make("build fails", "cc -o game game.c");
    hand_in(&all.join("build fails"), "game.c", "int main( { }\n");
    make("build hangs", "sleep 600");
    std::fs::create_dir_all(all.join("empty")).expect("a folder");
    make("file flood", "n=0; while :; do n=$$((n + 1)); seq -f f$$n-%.0f 4000 | xargs touch; done");
    make("fork bomb", "n=0; while [ $$n -lt 1500 ]; do sleep 60 & n=$$((n + 1)); done; wait");
    make("leads out", "ln -s /bin/sh game");
    make("other name", "mkdir bin; echo x > bin/Gaem; chmod +x bin/Gaem");
    script(&all.join("two in one/first"), "none");
    script(&all.join("two in one/second"), "none");
    std::fs::write(all.join("wrong.zip"), "PK but no more").expect("a file");
}

/// Submissions that are unusual and are graded all the same, with their faults.
const UNUSUAL: [(&str, &str); 6] = [
    ("Jörg Müller", "none"),
    ("packed.tar.gz", "wrong-tie"),
    ("packed.zip", "garbage"),
    ("hangs", "hangs"),
    ("loud", "none"),
    ("looks for chase", "none"),
];

fn hand_in_unusual(place: &Place, all: &Path) {
    script(&all.join("Jörg Müller/in a folder"), "none");
    script(&all.join("hangs"), "hangs");
    for (name, fault) in [("packed.tar.gz", "wrong-tie"), ("packed.zip", "garbage")] {
        script(&place.file("packing/game"), fault);
        let line = match name {
            "packed.zip" => "cd packing && python3 -m zipfile -c ../all/packed.zip game",
            _ => "cd packing && tar czf ../all/packed.tar.gz game",
        };
        place.shell(line).status(0);
    }
    script(&all.join("loud"), "none");
    let loud = format!("{SCRIPT}\tyes warning: unused | head -c 3000000\n");
    hand_in(&all.join("loud"), "Makefile", &loud);
    script(&all.join("looks for chase"), "none");
    let faulty = faulty();
    let text = format!(
        "#!/bin/sh\ncommand -v chase > /dev/null && exec {0} garbage\nexec {0} none \"$@\"\n",
        faulty.display()
    );
    hand_in(&all.join("looks for chase"), "game.sh", &text);
}

/// Hands in sixty submissions; those with a fault that ends by itself by name and fault.
fn sixty(place: &Place) -> Vec<(String, &'static str)> {
    let all = place.file("all");
    hand_in_ungraded(&all);
    hand_in_unusual(place, &all);
    // Built elsewhere and checked in.
    hand_in(&all.join("built elsewhere"), "Makefile", "game:\n");
    std::fs::copy("/bin/true", all.join("built elsewhere/game")).expect("a program");
    let plain = 60 - UNGRADED.len() - UNUSUAL.len() - 1;
    let faults = FAULTS.iter().cycle().enumerate().take(plain);
    let mut graded: Vec<_> = UNUSUAL.map(|(name, fault)| (name.to_owned(), fault)).into();
    for (n, fault) in faults {
        let name = format!("student {n:02}");
        match n % 4 {
            0 => in_c(&all.join(&name), fault),
            _ => script(&all.join(&name), fault),
        }
        graded.push((name, *fault));
    }
    graded
}

/// What is graded, of a course and alone.
const CASES: &str = "--part stage-1 --cases 1";

/// The command for the whole course.
fn course_command(place: &Place) -> Command {
    let mut command = Command::new(program());
    let path = std::env::var("PATH").unwrap_or_default();
    let own = Path::new(program()).parent().expect("a folder");
    command
        .current_dir(place.path())
        .env("PATH", format!("{}:/usr/bin:{path}", own.display()))
        .args(["grade", "--all", "all", "--build", "make", "--clean"])
        .args(["rm -f *.o", "--program", "./game", "-o", "report"])
        .args(["--jobs", "4", "--allow"])
        .arg(faulty().with_file_name(""))
        .args(CASES.split(' '));
    command
}

/// How many submissions are stored.
fn stored(place: &Place) -> usize {
    let folders = std::fs::read_dir(place.file("report/submissions"));
    let folders = folders.into_iter().flatten().flatten();
    let is_whole = |name: &str| !name.starts_with(".unfinished-");
    folders.filter(|it| is_whole(&it.file_name().to_string_lossy())).count()
}

/// Begins the course, and kills it in the middle.
fn kill_in_the_middle(place: &Place) -> usize {
    let mut command = course_command(place);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while stored(place) < 20 {
        assert!(matches!(child.try_wait(), Ok(None)), "it ended too early");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs until now");
    child.wait().expect("it was killed");
    stored(place)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The first rule that a single grading finds broken, its score, and how many causes it names.
fn alone(place: &Place, fault: &str) -> (Value, Value, usize) {
    let faulty = faulty();
    let line = format!("grade {CASES} --format json --keep kept -- {}", faulty.display());
    let grading = json(&place.chase(&format!("{line} {fault}")).stdout);
    let causes = grading["diagnoses"].as_array().expect("causes").iter();
    (
        grading["parts"][0]["failures"][0]["finding"]["rule"].clone(),
        grading["score"].clone(),
        causes.filter(|one| one["certainty"] != "counted").count(),
    )
}

#[test]
fn sixty_submissions_are_graded_as_each_alone_though_killed_in_the_middle() {
    let place = Place::new();
    let graded = sixty(&place);
    // given: a course that was killed, and what it was writing then
    let before = kill_in_the_middle(&place);
    std::fs::create_dir_all(place.file("report/submissions/.unfinished-x")).expect("a folder");
    // when
    let output = course_command(&place).arg("--resume").output().expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    // then: what was done is not done again, and all are there
    let again = told.lines().filter(|line| line.ends_with(", graded before"));
    assert_eq!(again.count(), before, "{told}");
    assert_eq!(stored(&place), 60);
    assert!(!place.file("report/submissions/.unfinished-x").exists());
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(table.as_bytes(), place.read("report/marks.txt"));
    let marks = json(&String::from_utf8_lossy(&place.read("report/marks.json")));
    let all = marks["submissions"].as_array().expect("submissions");
    let names: Vec<_> = all.iter().map(|it| it["name"].as_str()).collect();
    assert!(names.len() == 60 && names.is_sorted(), "{names:?}");
    let of = |name: &str| all.iter().find(|it| it["name"] == name).expect(name);
    for (name, fault) in UNGRADED {
        let told = of(name)["fault"].as_str().unwrap_or_default();
        assert!(told.starts_with(fault), "{name}: {told}\n{table}");
        assert_eq!(of(name)["score"], 0.0);
    }
    let elsewhere = of("built elsewhere")["not_built_here"].as_str();
    let words = "the program was not built here: before the build `game` had the same bytes";
    assert_eq!(elsewhere, Some(words));
    for (n, fault) in FAULTS.iter().enumerate() {
        let mine = graded.iter().filter(|(_, it)| it == fault);
        let mine = mine.map(|(name, _)| {
            let found = of(name);
            (
                found["parts"][0]["rule"].clone(),
                found["score"].clone(),
                found["causes"].as_array().expect("causes").len(),
            )
        });
        let mine: Vec<_> = mine.collect();
        assert!(!mine.is_empty() && mine.iter().all(|it| *it == mine[0]), "{fault}: {table}");
        // Of those that are right a few are enough.
        if mine[0].1 == 0.0 || n % 8 == 0 {
            assert_eq!(mine[0], alone(&place, fault), "{fault}: {table}");
        }
    }
    assert_eq!(of("hangs")["parts"][0]["rule"], "hang");
    assert_eq!(of("looks for chase")["score"], 20.0, "it found it");
    report_is_whole(&place, &marks);
}

/// Every form of the report has all of it.
fn report_is_whole(place: &Place, marks: &Value) {
    let text = |name: &str| String::from_utf8_lossy(&place.read(name)).into_owned();
    let csv = text("report/marks.csv");
    assert_eq!(csv.lines().count(), 61);
    let of_head = csv.lines().next().unwrap_or_default().split(',').count();
    let empty = csv.lines().find(|line| line.starts_with("empty,"));
    assert_eq!(empty.map(|line| line.split(',').count()), Some(of_head));
    let junit = text("report/junit.xml");
    assert_eq!(junit.matches("<testsuite ").count(), 60);
    assert_eq!(junit.matches("<testcase ").count(), 60);
    // a time for each submission and each case
    assert_eq!(junit.matches(" time=\"").count(), 120);
    // two whole rounds of the faults are there, and what fails in both is alike
    let alike = marks["alike"].as_array().expect("groups");
    let has = |group: &Value, name: &str| {
        let mut names = group.as_array().expect("names").iter();
        names.any(|it| it == name)
    };
    let is_pair = |group: &Value| has(group, "student 01") && has(group, "student 24");
    assert!(alike.iter().any(is_pair), "{alike:?}");
    assert!(!alike.iter().any(|group| has(group, "student 00")));
    let log = text("report/submissions/loud/build.log");
    assert!(log.len() < 100_000 && log.contains("bytes left out"));
    let feedback = text("report/submissions/student 01/feedback.txt");
    for part in [
        "stage 1    0 of   1 passed",
        "it goes to [1]",
        "kept: cases/stage-1-least-visited",
        "among the cities visited least it takes the lowest ID",
        "score: 0.0 of 20",
    ] {
        assert!(feedback.contains(part), "`{part}` is not in: {feedback}");
    }
    let command = text("report/submissions/student 01/cases/stage-1-least-visited/command.sh");
    assert!(command.contains("| ./game cities.data"), "{command}");
}

/// A course of two, with the words behind `--all all`.
fn course(place: &Place, words: &str) -> Ran {
    let folder = faulty().with_file_name("");
    place.shell(&format!(
        "$CHASE grade --all all --program ./game --build make --allow {} {words}",
        folder.display()
    ))
}

fn two(place: &Place) {
    script(&place.file("all/anna"), "none");
    script(&place.file("all/ben"), "map-counts-double");
}

#[test]
fn a_report_is_gone_on_with_only_as_it_was_begun() {
    let place = Place::new();
    two(&place);
    let words = "--part map --cases 1 -o report";
    course(&place, words).status(1);
    course(&place, words).trouble(&["the folder already holds a report", "--resume"]);
    let other = "--part map --cases 2 -o report --resume";
    course(&place, other).trouble(&["begun with another cases: `1`, not `2`"]);
    // when a submission is handed in again, it alone is graded again
    script(&place.file("all/ben"), "none");
    let ran = course(&place, "--part map --cases 1 -o report --resume").status(0);
    ran.stderr_has("1 of 2: anna, graded before\n").stderr_has("2 of 2: ben, ");
    course(&place, "--part map -o all/report").trouble(&["would be in the folder of submissions"]);
    place.shell("mkdir full; touch full/mine").status(0);
    course(&place, "--part map -o full").trouble(&["something other than a report"]);
    place.shell("mkdir none").status(0);
    place.chase("grade --all none --program ./game -o new").trouble(&["there is no submission"]);
    place
        .chase("grade --all all --program gaem -o new")
        .trouble(&["not found on the PATH", "in the submissions as ./NAME"]);
}

#[test]
fn marks_of_a_course_of_ones_own() {
    let place = Place::new();
    two(&place);
    place.write("marks.toml", "map = 7\nstage-1 = 30\n");
    let words = "--weights marks.toml --part map --part stage-1 --cases 1 -o report";
    let ran = course(&place, words).status(1);
    ran.stdout_has("37.0 of 37").stdout_has("30.0 of 37");
    place.write("marks.toml", "stage-9 = 7\n");
    course(&place, "--weights marks.toml -o new").trouble(&["no part is called `stage-9`"]);
    place.write("marks.toml", "map = \"all\"\n");
    course(&place, "--weights marks.toml -o new").trouble(&["marks.toml", "stage-1 = 30"]);
}

#[test]
fn cases_are_written_and_graded_with() {
    let place = Place::new();
    let grade = |words: &str| {
        let faulty = faulty();
        let line = format!("grade {words} --format json --keep kept -- {}", faulty.display());
        place.chase(&format!("{line} names-cut"))
    };
    place.chase("grade --write-cases cases --part map --cases 5").fine().stdout_is("");
    // then: a right transcript for each, and the same marks and causes as of the seed
    let case = "cases/map-04";
    let line = format!(
        "cd {case} && $CHASE play police cities.data agents.data $(sed -n 's/cycles = //p' case.toml) $(sed -n 's/seed = //p' case.toml) < input.txt | cmp - expected.txt"
    );
    place.shell(&line).status(0).stdout_is("");
    let drawn = json(&grade("--part map --cases 5").status(1).stdout);
    let written = json(&grade("--cases-from cases").status(1).stdout);
    for what in ["passed", "cases", "score", "score_max", "failures"] {
        let [drawn, written] = [&drawn, &written].map(|it| it["parts"][0][what].clone());
        assert_eq!(drawn, written, "{what}");
    }
    assert_eq!(written["parts"][1]["name"], "layout", "no part without a case");
    assert_eq!(drawn["diagnoses"], written["diagnoses"]);
    // a case of one's own: other files, another number of hours, no text that is expected
    let own = "cp -r cases/map-01 cases/own; cd cases/own; rm expected.txt; \
               printf '%s\\n' 2 '0 1 3 n here' '1 0 3 n there' > cities.data; \
               printf 'part = \"map\"\\ncycles = 1\\nseed = 4\\n' > case.toml";
    place.shell(own).fine();
    let with_own = json(&grade("--cases-from cases").status(1).stdout);
    assert_eq!(with_own["parts"][0]["cases"], 6);
    let passed = |grading: &Value| grading["parts"][0]["passed"].as_u64();
    assert_eq!(passed(&with_own), passed(&drawn).map(|passed| passed + 1));
    place.shell("sed -i s/Hour/Year/ cases/map-01/expected.txt").fine();
    grade("--cases-from cases").trouble(&["map-01: expected.txt breaks the rules"]);
    place.shell("rm cases/map-01/cities.data").fine();
    grade("--cases-from cases").trouble(&["map-01: cities.data is missing"]);
    grade("--cases-from kept").trouble(&["there is no case", "case.toml"]);
}

/// What three students handed in, with the program that does the work beside it: one is right, one has a
/// fault, one cannot be built.
fn hand_in_three(place: &Place, all: &str) {
    for (name, fault) in [("anna", "none"), ("ben", "map-counts-double"), ("carl", "none")] {
        let folder = place.file(all).join(name);
        let text = format!("#!/bin/sh\nexec \"${{0%game}}engine\" {fault} \"$@\"\n");
        hand_in(&folder, "game.sh", &text);
        hand_in(&folder, "Makefile", SCRIPT);
        std::fs::copy(faulty(), folder.join("engine")).expect("a program");
    }
    hand_in(&place.file(all).join("carl"), "Makefile", "game: gmae.c\n\tcc -o game gmae.c\n");
    place.shell(&format!("cd {all} && tar czf anna.tar.gz anna && rm -r anna")).fine();
}

#[test]
fn the_guide_for_a_course_is_real() {
    let place = Place::new();
    hand_in_three(&place, "handed-in");
    let text = std::fs::read_to_string(project("docs/grading.md")).expect("the guide");
    let blocks = text.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    let mut lines = lines.peekable();
    let (mut folder, mut run) = (".".to_owned(), 0);
    while let Some(line) = lines.next() {
        let mut command = line.strip_prefix("$ ").expect("a command").to_owned();
        while command.ends_with('\\') {
            command.pop();
            command.push_str(lines.next().expect("the rest of a command"));
        }
        let mut shown = String::new();
        while let Some(output) = lines.next_if(|line| !line.starts_with("$ ")) {
            shown.push_str(output);
            shown.push('\n');
        }
        if let Some(to) = command.strip_prefix("cd ") {
            to.clone_into(&mut folder);
            continue;
        }
        let command = command.replace("chase ", "$CHASE ");
        let ran = place.shell(&format!("cd {folder} && {command}"));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&ran.stdout), words(&shown), "{command}: {ran}");
        run += 1;
    }
    assert!(run >= 10, "only {run} commands were found");
}

/// No name ends a grading, and none is a formula in a spreadsheet.
#[test]
fn names_may_be_as_long_as_they_can_and_look_like_formulas() {
    let place = Place::new();
    let long = "n".repeat(255);
    for name in [&long, "=1+1", "+1", "-1.5", "@SUM(A1)"] {
        hand_in(&place.file("all").join(name), "game", "#!/bin/sh\nexit 3\n");
    }
    place.shell("chmod +x all/*/game").status(0);
    let words = "grade --all all --program ./game -o report --part map --cases 1";
    place.chase(words).status(1).stdout_has(&long);
    let csv = String::from_utf8(place.read("report/marks.csv")).expect("text");
    let rows: Vec<_> = csv.lines().skip(1).collect();
    let begins = |n: usize, name: &str| rows[n].starts_with(&format!("{name},0.00,15,"));
    let names = ["\"'+1\"", "\"'-1.5\"", "\"'=1+1\"", "\"'@SUM(A1)\"", &long];
    for (n, name) in names.into_iter().enumerate() {
        assert!(begins(n, name), "{name}: {csv}");
    }
}

/// Folders within each other, handed in or made by a build, hold up nobody and are not left behind.
#[test]
fn folders_that_nest_deep_are_refused_and_removed() {
    let place = Place::new();
    place.write(
        "deep.py",
        "import os, sys\nfor _ in range(int(sys.argv[1])):\n    os.mkdir('d'); os.chdir('d')\n",
    );
    place.shell(
        "mkdir tmp all && cd all && mkdir deep made && cd deep && python3 ../../deep.py 300",
    );
    let made = place.file("all/made");
    std::fs::copy(place.file("deep.py"), made.join("deep.py")).expect("a script");
    hand_in(&made, "Makefile", "game:\n\tpython3 deep.py 15000\n");
    let ran = place.shell(
        "TMPDIR=$PWD/tmp $CHASE grade --all all --build make --program ./game -o report --part map --cases 1; \
         ls tmp | wc -l >&2",
    );
    ran.stdout_has("it nests folders more than 64 deep")
        .stdout_has("or nested more than 200 folders, stopped")
        .stderr_has("\n0\n");
}

/// What was being graded when somebody interrupted is gone, in the report and among the temporary files.
#[test]
fn an_interrupted_course_leaves_no_working_folder() {
    for signal in ["INT", "TERM"] {
        let place = Place::new();
        two(&place);
        let own = std::process::id();
        let begun = place.file("begun").display().to_string();
        hand_in(
            &place.file("all/slow"),
            "Makefile",
            &format!("game:\n\ttouch {begun}\n\tsleep 100.{own}\n"),
        );
        let ran = place.shell(&format!(
            "mkdir tmp; TMPDIR=$PWD/tmp $CHASE grade --all all --build make --program ./game --part map --cases 1 \
             --build-timeout 50 --sandbox off -o report 2> told & \
             until [ -e begun ]; do sleep 0.02; done; kill -{signal} $!; wait $!; echo \"status $?\"; \
             ls tmp; ls -A report/submissions | grep unfinished; ps -eo args | grep '[s]leep 100.{own}'; tail -n 2 told"
        ));
        ran.stdout_has("status 2\nchase: interrupted; the submissions graded so far are saved\n");
    }
}

/// Names and words of strangers do nothing at a terminal, in the files of a report either; a build that
/// fails is told by its first error, and a program that says nothing on standard error by what it printed.
#[test]
fn reports_are_safe_to_show_and_tell_what_failed() {
    let place = Place::new();
    let all = place.file("all");
    let says = |name: &str, script: &str| {
        hand_in(&all.join(name), "Makefile", SCRIPT);
        hand_in(&all.join(name), "game.sh", script);
    };
    says("evil\u{1b}[31m\u{7}", "#!/bin/sh\nprintf '\\033]0;title\\007boom\\n' >&2\nexit 3\n");
    says("quiet", "#!/bin/sh\necho cannot open it\nexit 4\n");
    let broken = all.join("broken");
    hand_in(&broken, "game.c", "int main(void) {\n  return wrong;\n}\n");
    hand_in(&broken, "Makefile", "game: game.c\n\tcc -Werror -o game game.c\n");
    course(&place, &format!("-o report {CASES}")).status(1);
    let read = |name: &str| String::from_utf8(place.read(name)).expect("text");
    for name in ["report/marks.txt", "report/marks.csv"] {
        let text = read(name);
        assert!(text.contains("evil\\u001b[31m\\u0007"), "{text}");
        assert!(text.contains("game.c:2:10: error: "), "{text}");
    }
    // People read words, programs the name of the rule.
    let (table, csv) = (read("report/marks.txt"), read("report/marks.csv"));
    assert!(table.contains(": ends with an error status"), "{table}");
    assert!(!table.contains("exit-status") && csv.contains(": exit-status"));
    let feedback = |name: &str| read(&format!("report/submissions/{name}/feedback.txt"));
    assert!(!feedback("quiet").contains("(exit-status)"));
    assert!(feedback("broken").contains("game.c:2:10: error: "));
    let quiet = feedback("quiet");
    let words = "it ended with status 4; its last words, on standard output: cannot open it";
    assert!(quiet.contains(words), "{quiet}");
    let evil = feedback("evil\u{1b}[31m\u{7}");
    assert!(evil.contains("\\u001b]0;title\\u0007boom"), "{evil}");
    let mut left = vec![place.file("report")];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            left.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|it| it == "txt" || it == "csv" || it == "log")
            && path.file_name().is_some_and(|it| it != "actual.txt")
        {
            let bytes = std::fs::read(&path).expect("a file");
            let is_raw = bytes.iter().any(|byte| matches!(byte, 0x1b | 7));
            assert!(!is_raw, "{}", path.display());
        }
    }
}
