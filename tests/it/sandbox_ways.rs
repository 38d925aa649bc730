//! The same attacks on machines that can withhold everything and on those that lack something:
//! namespaces, Landlock, filters of system calls; as who runs the tests and as an ordinary user. What
//! comes off is what docs/security.md says, and nothing comes off that was not said to be missing.

#![expect(clippy::print_stderr, reason = "what is not tried on a machine is said")]

use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;

use crate::harness::{Place, Ran};
use crate::matches::failures::running;
use crate::matches::{outsider, report};

/// A player that tries everything, and names what came off.
const SPY: &str = include_str!("../outsider/spy.py");
/// Takes system calls from a command.
pub const FILTERED: &str = include_str!("../outsider/filtered.py");

/// Below this no namespaces can be made: there may be none, and nobody has rights over others.
pub const NO_NAMESPACES: &str = "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && \
                             exec setpriv --bounding-set -all --inh-caps -all \"$@\"' sh";
/// Below these the kernel seems to have no Landlock, or no filters of system calls.
pub const NO_LANDLOCK: &str = "/usr/bin/python3 spy/filtered.py landlock";
const NO_FILTERS: &str = "/usr/bin/python3 spy/filtered.py seccomp";
pub const ORDINARY: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups";

/// What is said to be missing.
const FILES: &str = "files (Linux 6.2, Landlock ABI 3)";
const DEVICES: &str = "devices (Linux 6.10, Landlock ABI 5)";
const TCP: &str = "TCP connections (Linux 6.7, Landlock ABI 4)";
const SIGNALS: &str = "signals and abstract sockets (Linux 6.12, Landlock ABI 6)";
const UNIX_SOCKETS: &str = "UNIX sockets (seccomp)";
const SIGHT: &str = "view of other processes (namespaces)";
const NETWORKS: &str = "network sockets (namespaces or seccomp)";

/// What is withheld on every kernel.
const ALWAYS: &str = "nothing";

/// What the spy tries, and what was said to be missing when it comes off: all of it.
const ATTACKS: &[(&str, &[&str])] = &[
    ("log", &[FILES]),
    ("list", &[FILES]),
    ("room", &[FILES]),
    ("mem", &[FILES, SIGHT]),
    ("args", &[FILES, SIGHT]),
    ("env", &[FILES, SIGHT]),
    ("up", &[FILES]),
    ("tcp", &[TCP, SIGHT, NETWORKS]),
    // Who has a network alone listens to itself.
    ("door", &[TCP]),
    ("ear", &[UNIX_SOCKETS]),
    ("mptcp", &[UNIX_SOCKETS]),
    ("udp", &[NETWORKS]),
    ("sock", &[UNIX_SOCKETS]),
    ("name", &[SIGNALS, UNIX_SOCKETS]),
    ("kill", &[SIGNALS, SIGHT]),
    ("near", &[SIGNALS, SIGHT]),
    ("parent", &[SIGNALS, SIGHT]),
    ("lims", &[UNIX_SOCKETS, SIGHT]),
    ("caps", &[ALWAYS]),
    ("keys", &[UNIX_SOCKETS]),
    ("nest", &[SIGHT]),
    ("mode", &[SIGHT]),
    ("time", &[SIGHT]),
    ("shm", &[SIGHT]),
];

/// A spy in a match, whatever the machine and whoever begins it.
struct Spied {
    ran: Ran,
    /// What came off.
    off: Vec<String>,
    /// Processes that fled and are still there; ended by now.
    left: usize,
}

/// A place with the spy's files, for everybody.
fn place() -> Place {
    let place = Place::new();
    place.shell("mkdir spy tmp").status(0);
    place.write("spy/spy.py", SPY);
    place.write("spy/filtered.py", FILTERED);
    place
}

/// Has a spy play in a match that is begun by a command.
fn spied(user: &str, by: &str, words: &str) -> Spied {
    let place = place();
    let here = place.path().display().to_string();
    let (tcp, udp) = (TcpListener::bind("127.0.0.1:0"), UdpSocket::bind("127.0.0.1:0"));
    let (tcp, udp) = (tcp.expect("a free port"), udp.expect("a free port"));
    let port = tcp.local_addr().expect("an address").port();
    let datagrams = udp.local_addr().expect("an address").port();
    let name = port.to_string();
    let _socket = UnixListener::bind(place.file("socket")).expect("a socket");
    let shared = Path::new("/dev/shm").join(format!("chase-test-{name}"));
    std::fs::write(&shared, "").expect("shared memory");
    let address = SocketAddr::from_abstract_name(&name).expect("a name");
    let _abstract = UnixListener::bind_addr(&address).expect("a socket");
    // The folder of a test is its user's alone.
    let line = format!(
        "chown -R $({user} id -u) . && export TMPDIR={here}/tmp && {user} {by} sh -c 'sleep 100 & \
         $CHASE match animal-checkers --games 1 --seed 1 --format json --replays games {words} \
         --player \"exec:/usr/bin/python3 spy/spy.py journal=at={here}/games/match.jsonl \
         folders=at={here}/tmp socket=at={here}/socket abstract={name} victim=$! tcp={port} \
         udp={datagrams}\" --player \"exec:{} none\"; kill $! 2> /dev/null; true'",
        outsider()
    );
    let ran = place.shell(&line);
    let report = report(&ran);
    let accusations = report["accusations"].as_array().expect("a list");
    assert_eq!(accusations.len(), 1, "the spy alone: {ran}");
    assert_eq!(report["standings"][0]["losses"], 1, "it loses: {ran}");
    let what = accusations[0]["what"].as_str().expect("words");
    let told = what.split_once("came off:").unwrap_or_else(|| panic!("{what}")).1;
    let mut off: Vec<_> =
        told.trim_end_matches('`').split_whitespace().map(str::to_owned).collect();
    // Whose parent is gone ends with it.
    if what.starts_with("it was ended by signal 9") {
        off.push("parent".to_owned());
    }
    let fled = format!("sleep 300.{name}");
    let left = running(&fled);
    end(&fled);
    std::fs::remove_file(shared).expect("shared memory");
    Spied { ran, off, left }
}

/// Ends the processes whose command line is this.
fn end(words: &str) {
    Place::new().shell(&format!(
        "ps -eo pid,args | while read number args; do test \"$args\" = '{words}' && kill $number; done"
    ));
}

/// Whether a command can be begun this way.
pub fn can(by: &str) -> bool {
    let ran = place().shell(&format!("chmod -R a+rX . && {by} test -x $CHASE"));
    if ran.status != Some(0) {
        eprintln!("not tried here: {by}: {ran}");
    }
    ran.status == Some(0)
}

/// Whether a user gets namespaces on this machine.
pub fn has_namespaces(user: &str) -> bool {
    let ran = place().shell(&format!(
        "chmod -R a+rX . && {user} $CHASE match animal-checkers --games 1 --seed 1 --player exec:cat \
         --player greedy"
    ));
    !ran.stderr.contains(SIGHT)
}

/// What is missing where something is taken away, in the order in which it is said.
fn missing(has_namespaces: bool, takes: &str) -> Vec<&'static str> {
    let landlock = [FILES, DEVICES, TCP, SIGNALS].into_iter().filter(|_| takes == NO_LANDLOCK);
    let filters = [UNIX_SOCKETS].into_iter().filter(|_| takes == NO_FILTERS);
    let sight = [SIGHT].into_iter().filter(|_| !has_namespaces);
    let both = [NETWORKS].into_iter().filter(|_| !has_namespaces && takes == NO_FILTERS);
    landlock.chain(filters).chain(sight).chain(both).collect()
}

/// Tries everything as a user, on a machine that has all and on machines that lack something.
fn try_all(user: &str) {
    if !chase::outside::sandbox::missing().is_empty() {
        eprintln!("not tried here: this kernel cannot withhold everything");
        return;
    }
    for (namespaces, by) in [(has_namespaces(user), ""), (false, NO_NAMESPACES)] {
        for takes in ["", NO_LANDLOCK, NO_FILTERS] {
            let way = format!("{by} {takes}");
            if can(&format!("{user} {way}")) {
                try_way(user, &way, &missing(namespaces, takes));
            }
        }
    }
}

fn try_way(user: &str, way: &str, missing: &[&str]) {
    let spied = spied(user, way, "");
    let all = missing.join(", ");
    let told = format!("on this system the sandbox cannot block: {all}\n");
    assert_eq!(spied.ran.stderr, if missing.is_empty() { "" } else { &told }, "{way}");
    for off in &spied.off {
        let attack = ATTACKS.iter().find(|(name, _)| name == off);
        let (_, held_by) = attack.unwrap_or_else(|| panic!("{off} never comes off: {way}"));
        let is_told = held_by.iter().all(|it| missing.contains(it));
        assert!(is_told, "{off} came off, and {all} is missing: {user} {way}: {}", spied.ran);
    }
    let can_kill_parent = missing.contains(&SIGNALS) && missing.contains(&SIGHT);
    assert!(spied.left == 0 || can_kill_parent, "{user} {way}: {}", spied.ran);
    if !missing.is_empty() {
        let line = format!(
            "chmod -R a+rX . && {user} {way} $CHASE match animal-checkers --games 1 --seed 1 \
             --player 'exec:cat' --player greedy --sandbox require"
        );
        place().shell(&line).trouble(&[told.trim_end()]);
    }
}

#[test]
fn nothing_comes_off_that_is_not_said_to_be_missing() {
    try_all("");
}

#[test]
fn nothing_comes_off_for_an_ordinary_user_that_is_not_said_to_be_missing() {
    try_all(ORDINARY);
}

/// Each of them is a danger. The rights of root are those of root alone.
#[test]
fn without_a_sandbox_everything_comes_off() {
    let off = spied("", "", "--sandbox off").off;
    // Keys and namespaces are often withheld from everybody, and not every kernel has MPTCP.
    let usual = ["keys", "nest", "mptcp"];
    for (attack, _) in ATTACKS.iter().filter(|it| it.1 != [ALWAYS] && !usual.contains(&it.0)) {
        assert!(off.iter().any(|it| it == attack), "{attack}: {off:?}");
    }
}

/// A player that starts ten thousand processes at its first message, each of which stays.
const FORKS: &str = "\
import os, time
input()
for _ in range(10_000):
    try:
        if os.fork() == 0:
            time.sleep(300)
    except OSError:
        time.sleep(0.001)
time.sleep(300)
";

/// Contained by the supervisor alone, and where there is a control group by that too.
#[test]
fn who_starts_ten_thousand_processes_loses_and_none_is_left() {
    for by in ["", &format!("{ORDINARY} {NO_NAMESPACES}")] {
        if !can(by) {
            continue;
        }
        let place = place();
        let forks = place.write("spy/forks.py", FORKS).display().to_string();
        let line = format!(
            "chmod -R a+rX . && {by} $CHASE match animal-checkers --games 1 --seed 1 --format json \
             --start-time 60s --player 'exec:/usr/bin/python3 {forks}' --player greedy"
        );
        let report = report(&place.shell(&line).status(1));
        let what = report["accusations"][0]["what"].as_str().expect("words");
        // Each of them holds memory too, and that of all may be more than is allowed first.
        let processes = "it was stopped: more than 1000 processes and threads";
        let is_told = [processes, "it was stopped: more than 4096 MiB of memory"];
        let is_told = is_told.iter().any(|told| what.starts_with(told));
        assert!(is_told, "{by}: {what}");
        assert_eq!(running(&forks), 0, "{by}");
    }
}

/// No case fails for what root alone could read: nothing is run then.
#[test]
fn a_program_that_root_alone_can_read_is_not_run_without_the_rights_of_root() {
    if !can(ORDINARY) {
        return;
    }
    let place = Place::new();
    place.write("game.py", "print()\n");
    let closed = "chown 65534 game.py . && chmod 600 game.py && $CHASE grade --part map";
    let ran = place.shell(&format!("{closed} -- /usr/bin/python3 game.py"));
    assert_ne!(ran.status, Some(1), "{ran}");
    ran.stderr_has("only its owner and root can read");
    let ran = place.shell(&format!("{closed} --sandbox off -- /usr/bin/python3 game.py"));
    ran.status(1).stdout_has("score");
}

/// What is missing is said, and nothing begins that needs it.
#[test]
fn namespaces_that_are_missing_are_said() {
    if !can(NO_NAMESPACES) {
        return;
    }
    let place = Place::new();
    let line = format!(
        "{NO_NAMESPACES} $CHASE match animal-checkers --games 1 --seed 1 --player 'exec:cat' --player \
         greedy --sandbox"
    );
    let told = "on this system the sandbox cannot block: view of other processes";
    place.shell(&format!("{line} require")).trouble(&[told]);
    place.shell(&format!("{line} auto")).status(1).stderr_has(told);
    place.shell(&format!("{line} off")).played();
}
