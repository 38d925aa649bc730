//! Programs of others are kept apart: what they try against the machine, against each other and
//! against who started them comes to nothing.

use std::net::TcpListener;
use std::process::{Child, Command};

use crate::harness::{Place, Ran};
use crate::matches::failures::running;
use crate::matches::{outsider, play, report};

const GAME: &str = "animal-checkers";

/// The outsider under a name that no other test gives it, so that its processes can be counted.
fn own_outsider(place: &Place) -> String {
    let program = format!("{}/outsider-here", place.path().display());
    std::os::unix::fs::symlink(outsider(), &program).expect("a link");
    program
}

/// Contained by the supervisor alone.
#[test]
fn what_flees_without_an_environment_does_not_outlive_its_match() {
    let place = Place::new();
    let program = own_outsider(&place);
    let player = format!("exec:{program} flees@1");
    for sandbox in ["auto", "off"] {
        let words = format!("--games 2 --seed 1 --format json --sandbox {sandbox}");
        let report = report(&play(&place, GAME, &words, &[&player, "greedy"]).fine());
        assert_eq!(report["accusations"], serde_json::json!([]));
        assert_eq!(running(&program), 0);
    }
}

/// Contained by the supervisor alone, which counts what is left as a fault.
#[test]
fn what_flees_without_an_environment_does_not_outlive_its_grading() {
    let place = Place::new();
    let program = own_outsider(&place);
    let text = format!(
        "#!/bin/sh\nsetsid env -i {program} ignores-end < /dev/null > /dev/null 2>&1 &\nexit 0\n"
    );
    place.write("game", text);
    place.shell("chmod +x game").status(0);
    let built = outsider();
    let folder = std::path::Path::new(&built).parent().expect("a folder");
    for words in ["--sandbox off", &format!("--allow {}", folder.display())] {
        let ran = place.chase(&format!("grade --part map {words} -- ./game")).status(1);
        ran.stdout_has("processes it started were still running when it had ended");
        assert_eq!(running(&program), 0);
    }
}

/// The supervisor outlives the match that was killed, and ends what fled before it ends itself.
#[test]
fn what_flees_does_not_outlive_a_match_that_was_killed() {
    let place = Place::new();
    let program = own_outsider(&place);
    let line = format!(
        "$CHASE match {GAME} --seed 1 --games 2 --player 'exec:{program} flees@1' \
         --player 'exec:{program} hang@2' & \
         until ps -eo args | grep -q '^{program} ignores'; do sleep 0.02; done; kill -KILL $!; \
         n=0; while ps -eo args | grep -q '^{program}' && test $n -lt 250; do \
         n=$((n+1)); sleep 0.02; done; ps -eo args | grep '^{program}'; echo end"
    );
    place.shell(&line).stdout_is("end\n");
}

/// The folders of players that wait are there, of which one is killed with its match; the next match
/// removes what is left, and nothing else.
#[test]
fn the_folder_of_a_killed_match_is_removed_and_that_of_a_running_one_is_not() {
    let place = Place::new();
    let program = own_outsider(&place);
    std::fs::create_dir(place.file("tmp")).expect("a folder");
    let begun = |name: &str| {
        format!(
            "$CHASE match {GAME} --seed 1 --games 2 --player 'exec:{program} hang@1' \
             --player greedy > /dev/null 2>&1 & {name}=$!; \
             n=0; until test -d tmp/chase-player-??????/here || test $n -gt 250; do \
             n=$((n+1)); sleep 0.02; done; \
             {name}_at=$(echo tmp/chase-player-??????); "
        )
    };
    let line = format!(
        "export TMPDIR=$PWD/tmp; mkdir tmp/chase-player-of-somebody; {} kill -KILL $killed; \
         mv $killed_at tmp/aside; {} mv tmp/aside $killed_at; \
         $CHASE match {GAME} --seed 1 --games 1 --player 'exec:{program} none' --player greedy \
         > /dev/null; \
         test -d $killed_at && echo left; test -d $running_at/here || echo lost; \
         test -d tmp/chase-player-of-somebody || echo stolen; kill $running; wait $running; \
         ls tmp",
        begun("killed"),
        begun("running")
    );
    place.shell(&line).stdout_is("chase-player-of-somebody\n");
}

/// A player that tries one thing at its first message, says how it went and gives up. The target
/// stands behind `at=`: a file that a command line names may be read.
const SPY: &str = "\
import os, signal, socket, sys, time
attack, target = sys.argv[1:]
target = target.removeprefix('at=')
def go():
    if attack == 'memory':
        os.open(f'/proc/{target}/mem', os.O_RDONLY)
    elif attack == 'command line':
        open(f'/proc/{target}/cmdline').read()
    elif attack == 'read':
        open(target).read()
    elif attack == 'list':
        os.listdir(target)
    elif attack == 'write':
        open(target, 'a').write('was here')
    elif attack == 'kill':
        os.kill(int(target), signal.SIGKILL)
    elif attack == 'kill the parent':
        os.kill(os.getppid(), signal.SIGKILL)
    elif attack == 'connect':
        socket.create_connection(('127.0.0.1', int(target)), 5)
    elif attack == 'listen':
        socket.create_server(('127.0.0.1', 0))
    elif attack == 'fork':
        for _ in range(1100):
            os.posix_spawn('/bin/sleep', ['sleep', '300'], {})
        time.sleep(300)
    elif attack == 'fill':
        for number in range(20100):
            open(str(number), 'w').close()
        time.sleep(300)
input()
try:
    go()
except OSError as error:
    sys.exit(f'refused: {error.strerror}')
sys.exit('done')
";

/// What comes of a spy in a match with a right player, as one line of accusation.
fn spied(place: &Place, attack: &str, target: &str, words: &str) -> String {
    place.write("spy.py", SPY);
    let spy = format!("exec:/usr/bin/python3 spy.py '{attack}' 'at={target}'");
    let right = format!("exec:{} none", outsider());
    let words = format!("--games 2 --seed 1 --format json --replays games {words}");
    let report = report(&play(place, GAME, &words, &[&spy, &right]).played());
    let accusations = report["accusations"].as_array().expect("a list");
    let players: Vec<_> = accusations.iter().map(|one| &one["player"]).collect();
    assert!(players.iter().all(|it| **it == spy), "the spy loses: {report}");
    assert_eq!(players.len(), 2, "{report}");
    accusations[0]["what"].as_str().expect("words").to_owned()
}

/// A process of the same user, ended with it.
struct Victim(Child);

impl Victim {
    fn new() -> Self {
        let sleeper = Command::new("sleep").arg("300").spawn();
        Victim(sleeper.expect("a sleeper"))
    }

    fn is_alive(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_none()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // It may have been killed, as a test wants it.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether this kernel can withhold everything; what it cannot is said, as another test sees.
fn is_whole() -> bool {
    chase::outside::sandbox::missing().is_empty() && has_namespaces()
}

fn has_namespaces() -> bool {
    let ran = asked(&Place::new(), "--sandbox auto");
    !ran.stderr.contains("(namespaces)")
}

/// Contained by Landlock (files, network, scope of signals) and by namespaces, which have no such
/// process and can write nowhere. Without them each of them comes off, so each is a danger.
#[test]
fn what_a_spy_tries_is_refused_and_without_a_sandbox_comes_off() {
    let door = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = door.local_addr().expect("an address").port().to_string();
    for (attack, is_refused) in [
        ("memory", "No such file or directory"),
        ("command line", "No such file or directory"),
        ("read", "--allow lets it read more"),
        ("list", "Permission denied"),
        ("write", "Read-only file system"),
        ("kill", "No such process"),
        ("connect", "Permission denied"),
        ("listen", "Permission denied"),
    ] {
        for (sandbox, told) in [("require", is_refused), ("off", "done")] {
            if sandbox == "require" && !is_whole() {
                continue;
            }
            let place = Place::new();
            let mut victim = Victim::new();
            let number = victim.0.id().to_string();
            let secret = place.write("secret", "a secret").display().to_string();
            let target = match attack {
                "read" | "write" => &secret,
                "list" => &place.path().display().to_string(),
                "connect" | "listen" => &port,
                _ => &number,
            };
            let what = spied(&place, attack, target, &format!("--sandbox {sandbox}"));
            assert!(what.contains(told), "{attack}, {sandbox}: {what}");
            let is_killed = attack == "kill" && sandbox == "off";
            assert_eq!(victim.is_alive(), !is_killed, "{attack}, {sandbox}");
            let is_written = attack == "write" && sandbox == "off";
            assert_eq!(place.read("secret") != b"a secret", is_written);
        }
    }
}

/// Contained by Landlock: files and scope of signals.
#[test]
fn journal_opponents_folder_and_supervisor_are_out_of_reach() {
    if !is_whole() {
        return;
    }
    let place = Place::new();
    let games = place.file("games").display().to_string();
    for (attack, target) in [
        ("list", games.as_str()),
        ("kill the parent", ""),
        ("list", &std::env::temp_dir().display().to_string()),
    ] {
        let what = spied(&place, attack, target, "");
        assert!(what.contains("refused: "), "{attack}: {what}");
        std::fs::remove_dir_all(&games).expect("a folder of replays");
    }
}

/// Contained by the supervisor alone, which counts over all that descends from it, in namespaces too.
#[test]
fn many_processes_and_many_files_are_stopped() {
    let forks = "it was stopped: more than 1000 processes and threads";
    let files = "it was stopped: its folder has more than 1 GiB or 20000 files";
    for (attack, sandbox, told) in [
        ("fork", "off", forks),
        ("fork", "auto", forks),
        ("fill", "off", files),
        ("fill", "auto", files),
    ] {
        let place = Place::new();
        let what = spied(&place, attack, "", &format!("--sandbox {sandbox} --start-time 900s"));
        assert!(what.starts_with(told), "{attack}: {what}");
        assert_eq!(running(&place.path().display().to_string()), 0, "{attack}");
    }
}

#[test]
fn a_clean_environment_is_all_a_program_sees() {
    let place = Place::new();
    place.write(
        "spy.py",
        "import os, stat, sys\ninput()\nhome = os.environ['HOME']\n\
         mode = stat.S_IMODE(os.stat(home).st_mode)\n\
         sys.exit(f\"{sorted(os.environ)} {home == os.getcwd()} {mode:o}\")\n",
    );
    let spy = "exec:/usr/bin/python3 spy.py";
    for sandbox in ["auto", "off"] {
        let words = format!("--games 1 --seed 1 --format json --sandbox {sandbox}");
        let report = report(&play(&place, GAME, &words, &[spy, "greedy"]).played());
        let what = report["accusations"][0]["what"].as_str().expect("words");
        let seen = "['CHASE_RUN', 'HOME', 'LANG', 'PATH', 'TERM', 'TMPDIR'] True 700";
        assert!(what.contains(seen), "{what}");
    }
}

/// Locks and pools of Python are kept in shared memory with names. In namespaces a program has some of its
/// own; without them there is none, and both processes of the match would see one.
#[test]
fn shared_memory_is_a_programs_own() {
    if !is_whole() {
        return;
    }
    let place = Place::new();
    place.write(
        "pool.py",
        "import multiprocessing, os, sys\ninput()\nbefore = os.listdir('/dev/shm')\n\
         with multiprocessing.get_context('fork').Pool(2) as pool:\n    sum = sum(pool.map(abs, range(4)))\n\
         multiprocessing.Lock()\n\
         open('/dev/shm/mine', 'w').close()\n\
         sys.exit(f\"{before} {sum} {os.listdir('/dev/shm')}\")\n",
    );
    let words = "--games 1 --seed 1 --format json --sandbox require";
    let report =
        report(&play(&place, GAME, words, &["exec:/usr/bin/python3 pool.py", "greedy"]).played());
    let what = report["accusations"][0]["what"].as_str().expect("words");
    assert!(what.contains("[] 6 ['mine']"), "{what}");
    assert!(!std::path::Path::new("/dev/shm/mine").exists());
}

fn asked(place: &Place, words: &str) -> Ran {
    let right = format!("exec:{} none", outsider());
    play(place, GAME, &format!("--games 2 --seed 1 {words}"), &[&right, "greedy"])
}

#[test]
fn what_is_required_is_there_or_nothing_begins() {
    let ran = asked(&Place::new(), "--sandbox require");
    if is_whole() {
        ran.fine();
    } else {
        ran.trouble(&["on this system the sandbox cannot block: "]);
        let ran = asked(&Place::new(), "--sandbox auto").status(0);
        ran.stderr_has("on this system the sandbox cannot block: ");
    }
}

#[test]
fn no_match_begins_whose_players_could_read_what_is_not_theirs() {
    let place = Place::new();
    let place_name = place.path().canonicalize().expect("a folder");
    let below = format!("it lies below {}", place_name.display());
    for (words, what) in [
        ("--replays games --allow .", "the folder of replays"),
        ("--replays games/more --allow .", "the folder of replays"),
    ] {
        asked(&place, words).trouble(&[what, &below]);
    }
    asked(&place, "--replays games --allow . --sandbox off").fine();
    let reader = format!("exec:{} none games/journal.jsonl", outsider());
    place.write("games/journal.jsonl", "");
    play(&place, GAME, "--seed 1 --replays games", &[&reader, "greedy"])
        .trouble(&["games/journal.jsonl could be read by players: a command line names it"]);
    place.write("one", "#!/bin/sh\nexec cat\n");
    place.shell("chmod +x one").status(0);
    let one = "exec:./one";
    let other = format!("exec:{} none", outsider());
    play(&place, GAME, "--seed 1 --allow .", &[one, &other]).trouble(&["the player", &below]);
    play(&place, GAME, "--seed 1 --allow missing", &[one, &other]).trouble(&["missing"]);
}

/// A script whose module lies beside it.
const WITH_A_MODULE: &str = "#!/bin/sh\n. \"$(dirname \"$0\")/module.sh\"\n";

#[test]
fn a_program_reads_its_modules_where_nothing_lies_beside_them_that_is_not_its_own() {
    if !is_whole() {
        return;
    }
    let place = Place::new();
    for folder in ["one", "two"] {
        std::fs::create_dir(place.file(folder)).expect("a folder");
        place.write(&format!("{folder}/game"), WITH_A_MODULE);
        let module = format!("exec {} none\n", outsider());
        place.write(&format!("{folder}/module.sh"), module);
    }
    std::fs::copy(place.file("one/game"), place.file("one/other")).expect("a copy");
    place.shell("chmod +x one/* two/*").status(0);
    let built = outsider();
    let folder = std::path::Path::new(&built).parent().expect("a folder");
    let words = format!("--games 2 --seed 1 --format json --allow {}", folder.display());
    let accused = |players: [&str; 2]| {
        let report = report(&play(&place, GAME, &words, &players).fine());
        !report["accusations"].as_array().expect("a list").is_empty()
    };
    assert!(!accused(["exec:./one/game", "exec:./two/game"]), "apart");
    assert!(accused(["exec:./one/game", "exec:./one/other"]), "in one folder");
    let ran = place.chase(
        &format!("grade --part map {words} -- ./one/game")
            .replace("--games 2 --seed 1 --format json", ""),
    );
    assert!(!ran.stdout.contains("Permission denied"), "{ran}");
}
