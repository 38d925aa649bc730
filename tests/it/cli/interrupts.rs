//! Ctrl-C while a player thinks: the command ends at once, and what was played whole is kept.
//!
//! Every player here would think for hours. One that does not obey is killed after a while, and the
//! status says so.

#![cfg(unix)]

use crate::harness::{Place, Ran, project};
use crate::matches::faulty;

/// A game with a player that thinks for hours about its first or second move.
struct Thinker {
    game: &'static str,
    players: [&'static str; 2],
    /// What `record` and `match` are told of the scenario.
    scenario: &'static str,
}

const THINKERS: &[Thinker] = &[
    Thinker { game: "animal-checkers", players: ["alphabeta:depth=96", "random"], scenario: "" },
    Thinker {
        game: "fishing",
        players: ["strong:depth=60", "strong:nodes=10000000000000"],
        scenario: "",
    },
    Thinker {
        game: "scotland-yard",
        players: ["mr-x=lookahead", "detectives=random"],
        scenario: "--board dense.txt --rounds 4:1",
    },
    Thinker {
        game: "scotland-yard",
        players: ["mr-x=lookahead:time=10h", "detectives=random"],
        scenario: "--board dense.txt --rounds 4:1",
    },
];

/// A board on which every station is next to every other.
fn dense_board(place: &Place) {
    const STATIONS: u32 = 160;
    let mut lines: Vec<_> = (1..=STATIONS).map(|at| at.to_string()).collect();
    for a in 1..=STATIONS {
        let transports = ["Taxi", "Bus", "Underground"].into_iter().cycle();
        let edges = (a + 1..=STATIONS).zip(transports);
        lines.extend(edges.map(|(b, transport)| format!("{a} {b} {transport}")));
    }
    let edges = lines.len() - STATIONS as usize;
    let text = format!("{STATIONS} {edges}\n{}\n", lines.join("\n"));
    place.write("dense.txt", text);
}

/// Runs the program, and interrupts it a while after the shell says that it has begun.
fn interrupted(place: &Place, words: &str, begun: &str) -> Ran {
    // One that does not end by itself is killed, which is status 137. The signal reaches it through
    // `timeout`, once.
    place.shell(&format!(
        "timeout --foreground -s KILL 30 \"$CHASE\" {words} & child=$!; n=0; \
         until {begun} || [ $n -gt 1500 ]; do sleep 0.02; n=$((n+1)); done; \
         sleep 0.5; kill -INT $child; wait $child"
    ))
}

impl Thinker {
    fn words(&self, command: &str) -> String {
        let Thinker { game, players: [one, other], scenario } = self;
        format!("{command} {game} {scenario} --player {one} --player {other} --seed 1")
    }
}

#[test]
fn a_recording_ends_with_its_last_whole_cycle_whoever_thinks() {
    let place = Place::new();
    dense_board(&place);
    for (n, thinker) in THINKERS.iter().enumerate() {
        let file = format!("x{n}.chase");
        let words = format!("{} -o {file}", thinker.words("record"));
        interrupted(&place, &words, &format!("[ -e {file} ]"))
            .status(2)
            .stderr_has("interrupted after");
        place
            .chase(&format!("info {file}"))
            .status(0)
            .stderr_has("unfinished")
            .stdout_has(thinker.game);
    }
}

#[test]
fn a_match_ends_and_can_be_gone_on_with_whoever_thinks() {
    let place = Place::new();
    dense_board(&place);
    for (n, thinker) in THINKERS.iter().enumerate().step_by(2) {
        let words = thinker.words("match");
        let words = format!("{words} --games 2 --jobs 2 --replays games{n}");
        interrupted(&place, &words, &format!("[ -e games{n}/match.jsonl ]"))
            .status(2)
            .stderr_has("interrupted after 0 of 2 games")
            .stderr_has("--resume");
    }
}

#[test]
fn what_was_played_with_a_thinking_player_is_kept() {
    let place = Place::new();
    dense_board(&place);
    // A person's words come through a pipe that stays open.
    place.shell("mkfifo said").status(0);
    let play = "play animal-checkers --first human --agent alphabeta:depth=96 --seed 1";
    let begun = "{ [ $n = 0 ] && exec 3>said && echo du >&3; [ -s out ]; }";
    interrupted(&place, &format!("{play} -o x.chase <said >out"), begun)
        .status(0)
        .stderr_has("moves 0 to 1 are recorded in x.chase");
    place.chase("verify x.chase").status(0);
    let play = "play scotland-yard --board dense.txt --rounds 4:1 --seed 1 --player mr-x=lookahead \
                --player detectives=random --player red=human";
    interrupted(&place, &format!("{play} -o y.chase"), "[ -e y.chase.journal ]")
        .status(0)
        .stderr_has("rotations 0 to 0 are recorded in y.chase");
    place.chase("verify y.chase").status(0);
}

#[test]
fn a_police_chase_is_kept_while_a_program_thinks() {
    let place = Place::new();
    place.write("said", "run\n");
    let player = faulty("hang@1");
    let words = format!("play police --player 'D1={player}' --move-time 5m -o x.chase <said >out");
    interrupted(&place, &words, "[ -s out ]")
        .status(0)
        .stderr_has("hours 0 to 1 are recorded in x.chase");
    // The thief went first in hour 1.
    place.chase("info x.chase").status(0).stdout_has("hours 0 to 1\nclaims        2 turns");
    place.chase("verify x.chase").status(0);
    assert_eq!(place.names(), ["out", "said", "x.chase"]);
}

#[test]
fn a_recording_ends_while_a_person_is_asked_through_a_pipe() {
    let place = Place::new();
    place.shell("mkfifo said").status(0);
    let words = "record robots --player human --seed 1 -o x.chase --trace never <said";
    let begun = "{ [ $n = 0 ] && exec 3>said; [ -e x.chase ]; }";
    interrupted(&place, words, begun)
        .status(2)
        .stderr_has("player, your choice")
        .stderr_has("interrupted after turn 0");
    assert_eq!(place.names(), ["said", "x.chase"]);
}

#[test]
fn an_analysis_of_several_recordings_keeps_those_that_are_done() {
    let place = Place::new();
    let [done, long] =
        ["fishing/few_floes", "police/S3"].map(|name| project(&format!("replays/{name}.json")));
    let words = format!("analyse {done} {long} --games 1000000 >out");
    interrupted(&place, &words, "[ -s out ]")
        .status(2)
        .stderr_has("interrupted after 1 of 2 recordings");
    let told = String::from_utf8(place.read("out")).expect("text");
    assert!(told.contains("\n1 recording, in % of a win\n"), "{told}");
}

/// Whatever ends a conversion, no part of a file has the target's name. Who is killed leaves a file of another
/// name, which the next one who writes there removes.
#[test]
fn a_conversion_that_ends_early_leaves_nothing() {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    let record = "record police m-cities.data m-agents.data 400000 1 --trace never -o";
    place.chase(&format!("{record} long.chase")).status(0);
    let kept = ["long.chase", "m-agents.data", "m-cities.data"];
    for file in ["x.json", "x.chase"] {
        for (signal, status) in [("INT", 2), ("TERM", 2), ("KILL", 137)] {
            let ran = place.shell(&format!(
                "\"$CHASE\" convert long.chase {file} & child=$!; n=0; \
                 until [ -e .{file}.*.tmp ] || [ $n -gt 1500 ]; do sleep 0.02; n=$((n+1)); done; \
                 kill -{signal} $child; wait $child"
            ));
            let ran = ran.status(status);
            if signal == "KILL" {
                assert!(!place.file(file).exists(), "{ran}");
                place.chase("convert long.chase y.chase").fine();
                std::fs::remove_file(place.file("y.chase")).expect("it was converted");
            } else {
                ran.stderr_has("interrupted; nothing was written");
            }
            assert_eq!(place.names(), kept, "{file} {signal}");
        }
    }
}
