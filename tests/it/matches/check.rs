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
        ("illegal@1", &["a turn is answered with a legal action (side 0): `"]),
        ("wrong-protocol", &["a hello is answered with ready (side 0): it answered `error`"]),
        ("garbage@1", &["a turn is answered with a legal action (side 0): garbage: `"]),
        (
            "crash@1",
            &["a turn is answered with a legal action (side 0): crash: it ended with code 3"],
        ),
        ("crash@2", &["four games, every action legal and in time (side 0): game 1: crash"]),
        ("hang@1", &["a turn is answered with a legal action (side 0): timeout: no answer"]),
        ("no-start", &["a hello is answered with ready (side 0): crash: it ended with code 1"]),
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
    // That costs no game.
    check(GAME, &faulty("ignores-end"), "")
        .fine()
        .stdout_has("note  it ends when its input ends: it was still running")
        .stdout_has("; better: end the program when its input ends\n");
    check(GAME, "tcp:127.0.0.1:1", "").trouble(&["cannot connect to 127.0.0.1:1"]);
    check(GAME, "greedy", "").trouble(&["`greedy` is not an outside player"]);
}

/// Nobody waits for answers that do not come: the limit would be an hour for each.
#[test]
fn who_ignores_what_it_does_not_know_is_given_advice_at_once() {
    let place = Place::new();
    let bot = r#"
return=$(printf '\r')
while read -r line; do
  line=${line%$return}
  case $line in *'}') ;; *) continue ;; esac
  case $line in
    *'"type":"hello"'*) case $line in *'"protocol":1,'*) echo '{"type":"ready"}' ;; esac ;;
    *'"type":"turn"'*) echo '{"type":"action","action":"rest"}' ;;
    *'"type":"end"'*) exit 0 ;;
  esac
done
"#;
    place.write("bot.sh", bot);
    let player = "detectives=exec:sh bot.sh";
    let args = ["match", "police", "--check", player, "--hours", "3", "--move-time", "1h"];
    let ran = place.chase_with(&args, "").fine();
    let told =
        |line: &str| assert!(ran.stdout.lines().any(|it| it.starts_with(line)), "{line}: {ran}");
    told("ok    a hello is answered with ready (");
    told("note  half a message is answered with an error and otherwise ignored (");
    told("note  another protocol number is answered with an error (");
    told("note  a game ends, and another begins (");
    assert!(
        ran.stdout.contains(
            "it ended with code 0, and is started again for each game; better: after `end` read on"
        ),
        "{ran}"
    );
    assert!(
        ran.stdout.contains(
            "it sent no answer to this line; better: answer such a line with {\"type\":\"error\""
        ),
        "{ran}"
    );
    assert!(ran.stdout.ends_with(" 0 with faults, 5 with advice (note)\n"), "{ran}");
    let ran = check("animal-checkers", &faulty("illegal@1"), "").status(1);
    ran.stdout_has("is not among the legal actions; change: answer every `turn` in time with ")
        .stdout_has(" with faults (FAIL)");
}

#[test]
fn a_game_that_is_over_at_once_is_no_fault_of_the_player() {
    let place = Place::new();
    place.write("cities.data", "2\n0 1 1 n a\n1 0 1 n b\n");
    place.write("agents.data", "5 0 1 T\n5 0 0 A\n5 0 0 B\n5 0 0 C\n5 0 0 D\n");
    let player = built_in("police", "dfs");
    let args = ["match", "police", "--map", "cities.data", "agents.data", "--check", &player];
    place.chase_with(&args, "").trouble(&["every game is over before the player has a turn"]);
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
