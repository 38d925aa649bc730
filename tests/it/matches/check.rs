//! `--check`: who keeps the protocol passes, who breaks one rule is told that one.

use super::{built_in, faulty};
use crate::harness::{Place, Ran};

fn check(game: &str, player: &str, words: &str) -> Ran {
    let mut args = vec!["match", game, "--check", player];
    args.extend(words.split_whitespace());
    Place::new().chase_with(&args, "")
}

#[test]
fn our_own_players_pass_in_every_game() {
    for game in chase::games::GAMES.iter() {
        let game = game.name();
        let ran = check(game, &built_in(game, "random"), "").fine();
        assert!(ran.stdout.ends_with(" 0 with faults\n"), "{ran}");
    }
    let ran = check(
        "scotland-yard",
        &format!("detectives={}", built_in("scotland-yard", "tracking")),
        "",
    );
    ran.fine()
        .stdout_has("ok    a turn is answered with a legal action (BLUE GREEN RED WHITE YELLOW)");
}

#[test]
fn who_breaks_one_rule_is_told_that_one() {
    const GAME: &str = "animal-checkers";
    for (fault, told) in [
        ("none", &[][..]),
        ("crlf", &[]),
        ("unknown-fields", &[]),
        (
            "ignores-end",
            &["it ends when its input ends: it was still running"],
        ),
        (
            "illegal@1",
            &["a turn is answered with a legal action (side 0): `"],
        ),
        (
            "wrong-protocol",
            &["a hello is answered with ready (side 0): it answered `error`"],
        ),
        (
            "garbage@1",
            &["a turn is answered with a legal action (side 0): garbage: `"],
        ),
        (
            "crash@1",
            &["a turn is answered with a legal action (side 0): crash: it ended with code 3"],
        ),
        (
            "crash@2",
            &["four games, every action legal and in time (side 0): game 1: crash"],
        ),
        (
            "hang@1",
            &["a turn is answered with a legal action (side 0): timeout: no answer"],
        ),
        (
            "no-start",
            &["a hello is answered with ready (side 0): crash: it ended with code 1"],
        ),
    ] {
        // Only who hangs needs a short time.
        let time = if fault == "hang@1" { "300ms" } else { "10s" };
        let ran = check(GAME, &faulty(fault), &format!("--move-time {time}"));
        if told.is_empty() {
            ran.fine().stdout_has(" 0 with faults\n");
            continue;
        }
        let ran = ran.status(1).stderr_is("");
        for words in told {
            let line = format!("FAIL  {words}");
            let is_told = ran.stdout.lines().any(|it| it.starts_with(&line));
            assert!(is_told, "{fault}: {line}: {ran}");
        }
    }
    check(GAME, "tcp:127.0.0.1:1", "").trouble(&["cannot connect to 127.0.0.1:1"]);
    check(GAME, "greedy", "").trouble(&["`greedy` is not an outside player"]);
}

#[test]
fn a_game_that_is_over_at_once_is_no_fault_of_the_player() {
    let place = Place::new();
    place.write("cities.data", "2\n0 1 1 n a\n1 0 1 n b\n");
    place.write(
        "agents.data",
        "5 0 1 T\n5 0 0 A\n5 0 0 B\n5 0 0 C\n5 0 0 D\n",
    );
    let player = built_in("police", "dfs");
    let args = [
        "match",
        "police",
        "--map",
        "cities.data",
        "agents.data",
        "--check",
        &player,
    ];
    place
        .chase_with(&args, "")
        .trouble(&["every game is over before the player has a turn"]);
}

#[test]
fn an_interrupted_check_accuses_nobody() {
    let place = Place::new();
    let line = format!(
        "timeout -s INT -k 20 1 $CHASE match animal-checkers --check '{}'; echo $?",
        faulty("never-ready")
    );
    let ran = place.shell(&line);
    assert_eq!(ran.stdout, "124\n", "{ran}");
    assert!(ran.stderr.contains("interrupted"), "{ran}");
}
