//! `play` and `record` take the players that `match` takes, for every seat and game.

use crate::fishing::fisher;
use crate::harness::{Place, Ran, project};
use crate::matches::{built_in, faulty, outsider, play as a_match};
use chase::games::player_name::FORMS;

fn run(place: &Place, verb: &str, game: &str, words: &str, players: &[&str], typed: &str) -> Ran {
    let mut args = vec![verb, game];
    args.extend(words.split_whitespace());
    for player in players {
        args.extend(["--player", player]);
    }
    place.chase_with(&args, typed)
}

/// Records a game with its players, and verifies it.
fn recorded(game: &str, words: &str, players: &[&str]) -> Ran {
    let place = Place::new();
    let words = format!("{words} -o a.json --trace never");
    let ran = run(&place, "record", game, &words, players, "").fine();
    place.chase("verify a.json").fine();
    ran
}

#[test]
fn every_game_is_recorded_with_players_outside() {
    let player = |game: &str| built_in(game, "random");
    let checkers = player("animal-checkers");
    recorded("animal-checkers", "--seed 1", &[&checkers, "greedy"]);
    recorded("animal-checkers", "--seed 1", &["greedy", &format!("side-0={checkers}")]);
    let ice = player("fishing");
    recorded("fishing", "--seed 1 --rows 4 --cols 4", &["greedy", &ice]);
    let file = format!("file:{} none A", fisher());
    recorded("fishing", "--seed 1 --rows 4 --cols 4", &[&file, &ice]);
    let yard = format!("mr-x={}", player("scotland-yard"));
    let rounds = "--seed 1 --rounds 6 --detectives 2";
    recorded("scotland-yard", rounds, &[&yard, "detectives=closing"]);
    recorded("robots", "--seed 1", &[&player("robots")]);
    recorded("police", "", &[&format!("D1={}", player("police"))]);
    recorded("police", "", &[&player("police")]);
}

#[test]
fn a_recording_with_a_player_outside_has_the_header_of_a_match() {
    let place = Place::new();
    let file = format!("file:{} none A", fisher());
    let words = "--seed 1 --rows 4 --cols 4 -o a.json --trace never";
    run(&place, "record", "fishing", words, &[&file, "greedy"], "").fine();
    let words = "--seed 1 --rows 4 --cols 4 --games 2 --replays games";
    a_match(&place, "fishing", words, &[&file, "greedy"]).fine();
    let players = |name: &str| -> serde_json::Value {
        let replay: serde_json::Value = serde_json::from_slice(&place.read(name)).expect("JSON");
        assert_eq!(replay["scenario"]["ids"][0], "A", "{name}");
        replay["players"].clone()
    };
    assert_eq!(players("a.json"), players("games/game-0001.json"));
}

#[test]
fn a_person_plays_against_a_player_outside() {
    let place = Place::new();
    let agent = built_in("animal-checkers", "random");
    let args = ["play", "animal-checkers", "--agent", &agent, "--first", "human", "--seed", "1"];
    let args = [&args[..], &["-o", "a.json"]].concat();
    let ran = place.chase_with(&args, "tu\nundo\neu\nquit\n").status(0);
    assert!(!ran.stdout.contains("loses its turn"), "{ran}");
    place.chase("verify a.json").fine();
    let file = format!("file:{} none A", fisher());
    let words = "--seed 1 --rows 4 --cols 4";
    let players = ["human", &file];
    let ran = run(&place, "play", "fishing", words, &players, "? \nquit\n").status(0);
    assert!(ran.stdout.contains("P1, human, is to act"), "{ran}");
    let yard = format!("mr-x={}", built_in("scotland-yard", "random"));
    let ran =
        run(&place, "play", "scotland-yard", "--seed 1", &[&yard, "detectives=human"], "quit\n");
    let ran = ran.status(0);
    assert!(ran.stdout.contains("BLUE? "), "{ran}");
    let ran = run(&place, "play", "robots", "--seed 1", &[&built_in("robots", "contest")], "n\n");
    assert!(ran.status(0).stdout.contains("Play again?"));
    let ran = run(&place, "play", "police", "", &["D1=human"], "step\n").status(0);
    assert!(ran.stdout.contains("D1, your choice (1 to "), "{ran}");
}

#[test]
fn two_people_or_none_play_animal_checkers() {
    let place = Place::new();
    let words = "--seed 1 --first human";
    let ran = run(&place, "play", "animal-checkers", words, &["human", "human"], "tu\ntu\n");
    let ran = ran.status(0);
    assert!(ran.stdout.contains("S0, Move?") && ran.stdout.contains("S1, Move?"), "{ran}");
    let agent = built_in("animal-checkers", "greedy");
    let ran = run(&place, "play", "animal-checkers", words, &[&agent, "random"], "n\n");
    assert!(ran.status(0).stdout.contains("Play again?"));
}

#[test]
fn a_person_is_asked_while_a_game_is_recorded() {
    let place = Place::new();
    let words = "--seed 1 -o a.json --trace never";
    let ran = run(&place, "record", "robots", words, &["human"], "stay\n").status(2);
    assert!(ran.stderr.contains("player, your choice (1 to "), "{ran}");
    assert!(ran.stderr.contains("interrupted after turn 1"), "{ran}");
    assert!(place.names().is_empty());
}

#[test]
fn who_fails_loses_as_in_a_match_and_it_is_said() {
    let place = Place::new();
    for (fault, cause) in [("crash@1", "crash"), ("illegal@1", "illegal"), ("hang@1", "timeout")] {
        let player = faulty(fault);
        let words = "--seed 1 --move-time 300ms -o a.json --force --trace never";
        let ran = run(&place, "record", "animal-checkers", words, &["random", &player], "");
        assert!(ran.stderr.contains(&format!("fails, {cause}: ")), "{fault}: {ran}");
        place.chase("verify a.json").fine();
        let args = ["play", "animal-checkers", "--agent", &player, "--move-time", "300ms"];
        let ran = place.chase_with(&args, "n\n").status(0);
        assert!(ran.stdout.contains(&format!("loses its turn, {cause}: ")), "{fault}: {ran}");
        assert!(ran.stdout.contains("Human Wins!"), "{fault}: {ran}");
    }
}

#[test]
fn who_fails_in_the_police_chase_is_told_too() {
    let place = Place::new();
    let player = format!("D1={}", faulty("crash@1"));
    let ran = run(&place, "play", "police", "", &[&player], "step\nquit\n").status(0);
    assert!(ran.stdout.contains("D1 loses its turn, crash: "), "{ran}");
}

#[test]
fn what_a_player_said_is_not_told_to_people_where_a_game_hides_something() {
    let place = Place::new();
    let illegal = faulty("illegal@1");
    let one = format!("D1={illegal}");
    let police = [one.as_str(), "D2=human"];
    let ran = run(&place, "play", "police", "", &police, "step\n1\n").status(0);
    assert!(ran.stdout.contains("D1 loses its turn, illegal\n"), "{ran}");
    let words = "-o a.json --trace never";
    let ran = run(&place, "record", "police", words, &police, "1\n").status(2);
    assert!(ran.stderr.contains("fails, illegal\n"), "{ran}");
    let mr_x = format!("mr-x={illegal}");
    let yard = [mr_x.as_str(), "detectives=human"];
    let ran = run(&place, "play", "scotland-yard", "--seed 1", &yard, "\n").status(0);
    assert!(ran.stdout.contains("loses its turn, illegal\n"), "{ran}");
}

#[test]
fn built_in_players_play_among_themselves() {
    let place = Place::new();
    let words = "--seed 1 -o a.json";
    let ran = run(&place, "play", "robots", words, &["contest"], "n\n").status(0);
    assert!(!ran.stdout.contains("player? "), "{ran}");
    assert!(ran.stdout.contains("\nthe player "), "{ran}");
    place.chase("verify a.json").fine();
    let players = ["random", "greedy"];
    let words = "--seed 1 -o b.json";
    let ran = run(&place, "play", "animal-checkers", words, &players, "n\n").status(0);
    assert!(!ran.stdout.contains("Move?"), "{ran}");
    let replay: serde_json::Value = serde_json::from_slice(&place.read("b.json")).expect("JSON");
    assert_eq!(replay["players"], serde_json::json!(players));
    // Who goes on with such a recording plays in the first seat.
    let args = ["play", "--from", "a.json", "--turn", "1"];
    let ran = place.chase_with(&args, "quit\n").fine();
    assert!(ran.stdout.contains("player? "), "{ran}");
}

#[test]
fn a_side_alone_can_be_named_for_a_recording() {
    let place = Place::new();
    let side_1 = format!("side-1={}", built_in("animal-checkers", "random"));
    for (player, at) in [(side_1.as_str(), 1), ("side-0=random", 0), ("random", 0)] {
        let words = "--seed 1 --nodes 5 --moves 4 -o a.json --trace never --force";
        run(&place, "record", "animal-checkers", words, &[player], "").status(0);
        let replay: serde_json::Value =
            serde_json::from_slice(&place.read("a.json")).expect("JSON");
        let mut players = ["alphabeta:nodes=5", "greedy"];
        players[at] = player.split_once('=').map_or(player, |(_, name)| name);
        assert_eq!(replay["players"], serde_json::json!(players));
    }
}

/// Runs the program named behind it, unless that was called for its first turn in this folder before.
#[cfg(unix)]
const REMEMBERS: &str = "case \"$4\" in phase=placement) [ -e mark ] && exit 9; : >mark;; esac
exec \"$@\"
";

#[cfg(unix)]
#[test]
fn a_program_finds_nothing_of_the_game_before_in_its_folder() {
    let place = Place::new();
    let script = place.write("remembers.sh", REMEMBERS);
    let player = format!("file:sh {} {} none A", script.display(), fisher());
    let words = "--seed 1 --rows 2 --cols 3 --penguins 1";
    let players = [player.as_str(), "greedy"];
    let ran = run(&place, "play", "fishing", words, &players, "y\nn\n").status(0);
    assert_eq!(ran.stdout.matches("Play again?").count(), 2, "{ran}");
    assert!(!ran.stdout.contains("loses its turn"), "{ran}");
}

#[test]
fn a_recording_starts_nothing() {
    let place = Place::new();
    let player = format!("exec:{} none", outsider());
    let words = "--seed 1 -o a.json --trace never";
    run(&place, "record", "animal-checkers", words, &["random", &player], "").fine();
    place
        .chase("play --from a.json --move 2")
        .trouble(&["an outside program played there", "no program is started"]);
}

#[test]
fn what_cannot_be_is_told() {
    let place = Place::new();
    let record =
        |game: &str, players: &[&str]| run(&place, "record", game, "--seed 1", players, "");
    record("police", &["T=exec:./ours"]).trouble(&["cannot play seat 0", "`random`"]);
    record("robots", &["file:./ours"]).trouble(&["no protocol for players that exchange files"]);
    record("robots", &["tcp:nowhere"]).trouble(&["not of the form HOST:PORT"]);
    record("fishing", &["P3=greedy", "random"]).trouble(&["called `P3`", "player-1"]);
    record("fishing", &["P1=greedy", "P1=random"]).trouble(&["two players are named for P1"]);
    let files = format!("file:{} none A", fisher());
    record("fishing", &[&files, &files]).trouble(&["two programs have the ID A"]);
}

#[test]
fn the_grammar_of_players_is_told_the_same_everywhere() {
    let place = Place::new();
    let docs = std::fs::read_to_string(project("docs/players.md")).expect("the docs");
    for form in FORMS {
        let written: Vec<_> = form.written.split(", ").map(|it| format!("`{it}`")).collect();
        let row = format!("| {} | {} |", written.join(", "), form.who);
        assert!(docs.contains(&row), "no row `{row}`");
    }
    for game in chase::project_games().all() {
        for verb in ["match", "play", "record"] {
            let help = place.chase(&format!("{verb} {} --help", game.name())).fine();
            let text = help.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            let has_files = game.extras().file_protocol.is_some();
            for form in FORMS.iter().filter(|form| has_files || !form.is_for_files) {
                assert!(text.contains(form.written), "{verb} {}: {}", game.name(), form.written);
            }
            for name in game.built_in_names() {
                assert!(text.contains(&name), "{verb} {}: {name}", game.name());
            }
        }
    }
}
