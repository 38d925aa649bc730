//! The same attacks on a machine that gives namespaces and on one that does not, as who runs the
//! tests and as an ordinary user: what comes off is what docs/security.md says.

#![expect(
    clippy::print_stderr,
    reason = "what is not tried on a machine is said"
)]

use crate::harness::Place;
use crate::matches::report;

/// A player that tries everything, and names what came off.
const SPY: &str = "\
import os, signal, socket, subprocess, sys
journal, folders, victim, tcp, udp = (word.removeprefix('at=') for word in sys.argv[1:])
def datagram():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
        it.sendto(b'here', ('127.0.0.1', int(udp)))
attacks = {
    'journal': lambda: open(journal).read(),
    'folders': lambda: os.listdir(folders),
    'memory': lambda: os.open(f'/proc/{victim}/mem', os.O_RDONLY),
    'command line': lambda: open(f'/proc/{victim}/cmdline').read(),
    'environment': lambda: open(f'/proc/{victim}/environ').read(),
    'supervisor': lambda: open(f'/proc/{os.getppid()}/environ').read(),
    'tcp': lambda: socket.create_connection(('127.0.0.1', int(tcp)), 5),
    'listen': lambda: socket.create_server(('127.0.0.1', 0)),
    'udp': datagram,
    'kill': lambda: os.kill(int(victim), signal.SIGTERM),
    'rights': lambda: open('/proc/self/status').read().index('CapEff:\\t0000000000000000') and 1/0,
}
input()
off = []
for name, attack in attacks.items():
    try:
        attack()
        off.append(name)
    except (OSError, ZeroDivisionError):
        pass
sys.exit('came off: ' + ' '.join(off))
";

/// Below this no namespaces can be made: there may be none, and nobody has rights over others.
const NO_NAMESPACES: &str = "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && \
                             exec setpriv --bounding-set -all --inh-caps -all \"$@\"' sh";
const ORDINARY: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups";

/// What comes off of a spy in a match that is begun by a command.
fn came_off(place: &Place, by: &str, words: &str) -> String {
    place.write("spy/spy.py", SPY);
    let (tcp, udp) = (
        door(),
        std::net::UdpSocket::bind("127.0.0.1:0").expect("a port"),
    );
    let port = tcp.local_addr().expect("an address").port();
    let datagrams = udp.local_addr().expect("an address").port();
    // The folder of a test is its user's alone.
    let owned = if by.starts_with(ORDINARY) {
        "chown -R 65534 . && "
    } else {
        ""
    };
    let line = format!(
        "{owned}{by} sh -c 'sleep 100 & \
         $CHASE match animal-checkers --games 1 --seed 1 --format json --replays games {words} \
         --player \"exec:/usr/bin/python3 spy/spy.py at=$PWD/games/match.jsonl at=${{TMPDIR:-/tmp}} \
         at=$! at={port} at={datagrams}\" --player greedy; kill $! 2> /dev/null'"
    );
    let ran = place.shell(&line);
    let report = report(&ran);
    let what = report["accusations"][0]["what"].as_str().expect("words");
    let quoted = what.split_once("came off:").map_or(what, |it| it.1);
    quoted.trim_end_matches('`').trim().to_owned()
}

fn door() -> std::net::TcpListener {
    std::net::TcpListener::bind("127.0.0.1:0").expect("a free port")
}

/// Whether a command can be begun this way.
fn can(by: &str) -> bool {
    let ran = Place::new().shell(&format!("{by} test -x $CHASE"));
    if ran.status != Some(0) {
        eprintln!("not tried here: {by}: {ran}");
    }
    ran.status == Some(0)
}

#[test]
fn attacks_are_refused_to_everybody_with_namespaces_and_without() {
    if !chase::outside::sandbox::missing().is_empty() {
        eprintln!("not tried here: without Landlock");
        return;
    }
    let place = || {
        let place = Place::new();
        std::fs::create_dir(place.file("spy")).expect("a folder");
        place
    };
    for user in ["", ORDINARY] {
        for (by, off) in [("", ""), (NO_NAMESPACES, "udp")] {
            let by = format!("{user} {by}");
            if can(&by) {
                assert_eq!(came_off(&place(), &by, ""), off, "{by}");
            }
        }
    }
    // Without a sandbox they come off: each is a danger. As an ordinary user nobody has rights.
    let all = came_off(&place(), NO_NAMESPACES, "--sandbox off");
    let each = "journal folders memory command line environment supervisor tcp listen udp kill";
    assert_eq!(all, each);
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
    ran.stderr_has("can be read by its owner and by root alone");
    let ran = place.shell(&format!(
        "{closed} --sandbox off -- /usr/bin/python3 game.py"
    ));
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
    let told = "this system cannot withhold from programs: other sockets";
    place.shell(&format!("{line} require")).trouble(&[told]);
    place
        .shell(&format!("{line} auto"))
        .status(1)
        .stderr_has(told);
    place.shell(&format!("{line} off")).fine();
}
