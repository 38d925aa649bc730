//! Players that fail: each is found out with its cause, and the series goes on without a trace of
//! them.

use serde_json::Value;

use super::{count, faulty, outsider, play, report};
use crate::harness::{Place, example_path};

const GAME: &str = "animal-checkers";

/// The faults of a series of two games against a built-in player: causes, and the first words.
fn accused(fault: &str, words: &str) -> (Vec<String>, String) {
    let place = Place::new();
    let words = format!("--games 2 --seed 1 --plies 0 --format json --replays games {words}");
    let report = report(&play(&place, GAME, &words, &[&faulty(fault), "greedy"]).played());
    assert_eq!(count(&report["games"]), 2, "{fault}: the series goes on");
    // Every game is a replay that holds.
    place.shell("$CHASE verify games/*.json").status(0);
    let accusations = report["accusations"].as_array().expect("a list");
    let cause = |one: &Value| one["cause"].as_str().expect("a cause").to_owned();
    let mut causes: Vec<_> = accusations.iter().map(cause).collect();
    causes.dedup();
    let first = accusations.first().map_or("", |one| one["what"].as_str().expect("words"));
    (causes, first.to_owned())
}

#[test]
fn who_is_right_is_not_accused() {
    for fault in [
        "none",
        "last",
        "unknown-kind",
        "unknown-fields",
        "crlf",
        "split-writes",
        "slow=1",
        "big",
        "flood-stderr",
        // Its answer to the next turn is taken when that comes.
        "early",
        "empty-lines",
        "writes-files",
    ] {
        let (causes, what) = accused(fault, "");
        assert!(causes.is_empty(), "{fault}: {what}");
    }
}

#[test]
fn every_way_of_failing_is_caught_with_its_cause() {
    for (fault, cause, words, options) in [
        ("no-start", "crash", "it ended with code 1", ""),
        ("start-crash", "crash", "it ended with code 3", ""),
        ("crash", "crash", "it ended with code 3; it said `", ""),
        ("abort", "crash", "it was ended by signal 6", ""),
        ("disconnect", "crash", "it closed its output", ""),
        ("slow-start", "timeout", "not ready within 300 ms", "--start-time 300ms"),
        ("never-ready", "timeout", "not ready within 300 ms", "--start-time 300ms"),
        ("hang", "timeout", "no answer within 300 ms", "--move-time 300ms"),
        ("late", "timeout", "no answer within 300 ms", "--move-time 300ms"),
        ("slow=20", "timeout", "left for the game", "--game-time 100ms"),
        ("flood", "flood", "more than 100000 bytes in a game", "--output-bytes 100000"),
        ("flood-line", "flood", "a line of more than 1048576 bytes", ""),
        ("huge", "flood", "a line of more than 1048576 bytes", ""),
        ("big", "flood", "a line of more than 65536 bytes", "--line-bytes 65536"),
        ("garbage", "garbage", "is no JSON object", ""),
        ("garbage-bytes", "garbage", "bytes that are not UTF-8", ""),
        ("not-object", "garbage", "`[1,2]` is no JSON object", ""),
        ("no-type", "garbage", "has no `type`", ""),
        ("no-action", "garbage", "without the field `action`", ""),
        ("nonsense-action", "garbage", "`{\"fly\":1}` is no action of the game", ""),
        ("wrong-turn", "garbage", "the answer is for turn 1002, but it is turn 2", ""),
        ("says-error", "garbage", "it answered with an error", ""),
        ("wrong-protocol", "garbage", "it answered with an error", ""),
        ("illegal", "illegal", "", ""),
    ] {
        let (causes, what) = accused(fault, options);
        assert_eq!(causes, [cause], "{fault}: {what}");
        assert!(what.contains(words), "{fault}: {what}");
    }
}

/// awk collects what it prints into a pipe, as Python does, and writes it at its end.
#[test]
fn who_forgets_to_flush_is_told_so() {
    let place = Place::new();
    let words = "--games 1 --seed 1 --format json --start-time 300ms";
    let told = |player: &str| {
        let report = report(&play(&place, GAME, words, &[player, "greedy"]).played());
        report["accusations"][0]["what"].as_str().expect("words").to_owned()
    };
    let collects = told("exec:awk '{ print \"{}\" }'");
    assert_eq!(
        collects,
        "not ready within 300 ms; its first line came only after its input was closed: flush the output after every line"
    );
    // Who says nothing at all is not told so.
    assert_eq!(told("exec:sleep 5"), "not ready within 300 ms");
}

/// Four detectives of one program: who is late with one is not asked for the others either; after
/// an illegal action the game goes on.
#[test]
fn where_the_game_goes_on_a_failed_player_loses_its_further_turns() {
    for (fault, cause, lost) in [("illegal@3", "illegal", 1), ("crash@3", "crash", 2)] {
        let place = Place::new();
        // The thief cannot be met: it has a town of its own.
        place.write("cities.data", "4\n0 1 1 n a\n1 0 1 n b\n2 3 1 n c\n3 2 1 n d\n");
        let detectives = ["1", "2", "3", "4"].map(|n| format!("5 2 0 D{n}\n"));
        place.write("agents.data", format!("5 0 3 T\n{}", detectives.concat()));
        let words = "--map cities.data agents.data --games 1 --seed 4 --hours 5 --format json --replays games";
        let player = faulty(fault);
        let report = report(&play(&place, "police", words, &[&player]).status(1));
        assert_eq!(report["standings"][0]["forfeits"][cause], 1, "told once: {report}");
        let replay = String::from_utf8(place.read("games/game-0001.json")).expect("JSON");
        let forfeits = replay.matches(&format!("\"cause\":\"{cause}\"")).count();
        if lost == 1 {
            assert_eq!(forfeits, 1, "{replay}");
        } else {
            assert!(forfeits > 2, "every turn after it is lost: {replay}");
            assert!(replay.contains("not asked any more: it ended with code 3"), "{replay}");
        }
    }
}

#[test]
fn a_program_is_started_anew_when_it_is_said() {
    let failed = |restart: &str, fault: &str| {
        let place = Place::new();
        let words = format!("--games 4 --seed 1 --format json --restart {restart}");
        let report = report(&play(&place, GAME, &words, &[&faulty(fault), "greedy"]).played());
        let all = report["accusations"].as_array().expect("a list").clone();
        assert_eq!(all.len(), 4, "{restart}");
        all.iter().map(|one| one["what"].as_str().expect("words").to_owned()).collect::<Vec<_>>()
    };
    for restart in ["failed", "always"] {
        let told = failed(restart, "crash");
        assert!(told.iter().all(|what| what.starts_with("it ended with code 3")), "{told:?}");
    }
    let told = failed("never", "crash");
    assert!(told[0].starts_with("it ended with code 3"), "{told:?}");
    for what in &told[1..] {
        assert!(
            what.starts_with("it failed earlier and does not play again: it ended"),
            "{told:?}"
        );
    }
}

/// A player that ends by itself: with a code at each `end`; or, in its second game, when it reads the
/// `hello`, when it has said that it is ready, or when it reads a turn.
const ENDING: &str = r#"
hellos=0
while read -r line; do
  case $line in
    *'"type":"hello"'*)
      hellos=$((hellos + 1))
      if [ $hellos = 2 ] && [ "$1" = hello ]; then exit 0; fi
      echo '{"type":"ready"}'
      if [ $hellos = 2 ] && [ "$1" = ready ]; then exit 0; fi ;;
    *'"type":"turn"'*)
      if [ $hellos = 2 ] && [ "$1" = turn ]; then exit 0; fi
      echo '{"type":"action","action":"rest"}' ;;
    *'"type":"end"'*)
      if [ "$1" = end ]; then exit "$2"; fi ;;
  esac
done
"#;

/// It does not matter when it is noticed that a program has ended: before the first message of a game,
/// while that is on its way, or at the first turn.
#[test]
fn who_has_ended_between_two_games_is_started_again() {
    let place = Place::new();
    place.write("bot.sh", ENDING);
    let series = |ends: &str, words: &str| {
        let words = format!("--hours 2 --games 4 --seed 3 --format json {words}");
        let ran = play(&place, "police", &words, &[&format!("exec:sh bot.sh {ends}")]);
        let row = report(&ran)["standings"][0].clone();
        (ran, row["restarts"].clone(), row["forfeits"].clone())
    };
    let none = Value::Object(serde_json::Map::new());
    for (ends, after, count) in [
        ("end 0", "code 0", 3),
        ("end 3", "code 3", 3),
        // It is read, but may have been read with the end of the game before.
        ("hello", "code 0", 3),
        ("ready", "code 0", 3),
        ("never", "", 0),
    ] {
        let (ran, restarts, forfeits) = series(ends, "");
        assert_eq!(forfeits, none, "{ends}: {ran}");
        match count {
            0 => assert_eq!(restarts, none, "{ends}: {ran}"),
            _ => assert_eq!(restarts[after], count, "{ends}: {ran}"),
        }
        match after {
            "code 3" => {
                ran.stderr_has("warning: exec:sh bot.sh end 3 had ended between two games (code 3)")
            }
            _ => ran.stderr_is(""),
        };
    }
    // It has read what it was asked.
    let (ran, _, forfeits) = series("turn", "");
    assert_eq!(forfeits["crash"], 2, "{ran}");
    let (ran, _, forfeits) = series("end 0", "--restart never");
    assert_eq!(forfeits["crash"], 3, "{ran}");
    let words = "--hours 2 --games 4 --seed 3";
    let ran = play(&place, "police", words, &["exec:sh bot.sh end 0"]).fine();
    ran.stdout_has(" restarts ").stdout_has(" 3 (code 0) ");
}

#[test]
fn who_cannot_be_started_ends_the_match_before_its_first_game() {
    let place = Place::new();
    place.write("alone", "#!/no/interpreter\n");
    place.shell("chmod +x alone").status(0);
    for (player, told) in [
        ("exec:./none", "./none: no such program"),
        ("exec:sh none.sh", "there is no file none.sh for it to run"),
        ("exec:python3 none.py 1", "there is no file none.py for it to run"),
        ("exec:./alone", "exec:./alone: it cannot be started"),
    ] {
        for words in ["--seed 1", "--seed 1 --jobs 2 --replays games"] {
            play(&place, GAME, words, &[player, "greedy"]).trouble(&[told]);
        }
    }
}

/// Nobody is to blame for a temporary folder that is missing, or in which nothing can be written.
#[test]
fn a_temporary_folder_without_room_is_trouble() {
    let place = Place::new();
    let (player, fisher) = (faulty("none"), example_path("fisher").display().to_string());
    let (graded, full) = (crate::harness::faulty(), place.path().display());
    let fill = "mkdir -p full && mount -t tmpfs -o size=16k none full && \
                head -c 16384 /dev/zero >full/zeros; TMPDIR=$PWD/full";
    let can_mount =
        place.shell(&format!("unshare -rm sh -c '{fill} true; test -s full/zeros'")).status
            == Some(0);
    for words in [
        format!("match {GAME} --player \"{player}\" --player greedy --seed 1"),
        format!("match {GAME} --check \"{player}\""),
        format!("match fishing --player \"file:{fisher} none A\" --player greedy --seed 1"),
        format!("match fishing --check \"{fisher} none A\""),
        format!("record {GAME} --player \"{player}\" --player greedy --seed 1 -o x.json"),
        format!("grade --cases 1 {}", graded.display()),
    ] {
        let told = |line: String, folder: &str| {
            let ran = place.shell(&line).status(2).stdout_is("");
            let told = format!("chase: the temporary folder {folder} cannot be used: ");
            assert!(ran.stderr.contains(&told), "{ran}");
        };
        told(format!("TMPDIR=/nowhere $CHASE {words}"), "/nowhere");
        // No file may grow here.
        told(format!("TMPDIR=$PWD; export TMPDIR; ulimit -f 0; $CHASE {words}"), &full.to_string());
        if can_mount {
            told(format!("unshare -rm sh -c '{fill} $CHASE {words}'"), &format!("{full}/full"));
        }
    }
    assert!(!place.names().contains(&"x.json".to_owned()), "nothing is recorded");
}

/// The command lines of all processes.
#[cfg(target_os = "linux")]
pub fn lines() -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("a list of processes");
    let lines = processes.flatten().filter_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    lines.collect()
}

/// How many processes have a word in their command line.
#[cfg(target_os = "linux")]
pub fn running(word: &str) -> usize {
    lines().iter().filter(|line| line.contains(word)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_programs_that_will_not_go() {
    let place = Place::new();
    place.shell("mkdir tmp").status(0);
    for fault in ["ignores-end", "hang", "fork", "disconnect"] {
        // Its words tell it from those of other tests.
        let program = format!("{}/outsider-{fault}", place.path().display());
        std::os::unix::fs::symlink(outsider(), &program).expect("a link");
        let line = format!(
            "TMPDIR=$PWD/tmp $CHASE match {GAME} --games 2 --seed 1 --move-time 500ms \
             --player 'exec:{program} {fault}' --player greedy"
        );
        place.shell(&line).played();
        assert_eq!(running(&program), 0, "{fault}");
    }
    let left = std::fs::read_dir(place.file("tmp")).expect("a folder").count();
    assert_eq!(left, 0, "folders are left");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let (causes, what) = accused("memory", "--memory 300");
    assert_eq!(causes, ["crash"], "{what}");
}

#[test]
fn words_of_a_command_are_nobodys_shell() {
    let place = Place::new();
    let player = format!("exec:{} none; touch gone $HOME `touch gone`", outsider());
    let words = "--games 1 --seed 1 --format json";
    let report = report(&play(&place, GAME, words, &[&player, "greedy"]).played());
    assert_eq!(report["accusations"][0]["cause"], "crash");
    assert_eq!(place.names(), [""; 0]);
}

/// What a program starts before anything else is limited as it is.
#[cfg(target_os = "linux")]
#[test]
fn limits_hold_from_the_first_moment() {
    let place = Place::new();
    let script = "#!/bin/sh\n(ulimit -v; ulimit -f) >\"$1\" &\nwait\n";
    place.write("starter", script);
    place.shell("chmod +x starter").status(0);
    let log = place.file("log");
    let player = format!("exec:./starter {}", log.display());
    let words = "--games 1 --seed 1 --memory 300 --sandbox off";
    play(&place, GAME, words, &[&player, "greedy"]).played();
    let limits = String::from_utf8(place.read("log")).expect("text");
    let limits: Vec<_> = limits.lines().collect();
    // In KiB, and in blocks of 512 bytes: 300 MiB and 1 GiB.
    assert_eq!(limits, ["307200", "2097152"]);
}

/// Waits until as many processes as wanted were started as this program.
#[cfg(target_os = "linux")]
fn wait_for(program: &str, wanted: bool) {
    let begins = |line: String| line.starts_with(program);
    let found = || lines().into_iter().any(begins);
    for _ in 0..400 {
        if found() == wanted {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{program}: there or gone after 20 s");
}

/// A match that is killed takes its programs with it.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_a_match_that_was_killed() {
    let place = Place::new();
    place.shell("mkdir tmp").status(0);
    let program = format!("{}/outsider-killed", place.path().display());
    std::os::unix::fs::symlink(outsider(), &program).expect("a link");
    let player = format!("exec:{program} hang@1");
    let args = ["match", GAME, "--seed", "1", "--player", &player, "--player", "greedy"];
    let mut child = std::process::Command::new(crate::harness::program())
        .current_dir(place.path())
        .env("TMPDIR", place.file("tmp"))
        .args(args)
        .spawn()
        .expect("the program starts");
    wait_for(&program, true);
    child.kill().expect("it is there");
    child.wait().expect("it was killed");
    wait_for(&program, false);
}
