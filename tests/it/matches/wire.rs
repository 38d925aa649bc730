//! A built-in player that speaks the protocol plays exactly what it plays inside.

use chase::prelude::Game as _;
use std::sync::{Arc, Mutex};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, Seat, ThinkingTime, View};
use chase::engine::player::Player as _;
use chase::games::police::{Action, Event};
use chase::record::remote_player::{Channel, RemoteGame, RemoteSeat, SharedChannel};

use super::{built_in, count, play, report};
use crate::harness::Place;

/// A game, the player that is put outside, how it is named inside and outside, the others, and
/// words for the match.
const PAIRS: &[(&str, &str, &str, &[&str], &str)] = &[
    ("animal-checkers", "alphabeta:nodes=300", "", &["greedy"], "--games 6"),
    ("fishing", "strong:nodes=100", "", &["territory"], "--games 4"),
    ("fishing", "strong:nodes=50", "", &["territory", "greedy"], "--games 3 --rows 5 --cols 5"),
    ("police", "dfs", "", &[], "--games 8"),
    ("police", "cheapest-least-visited", "", &[], "--games 8"),
    ("police", "team", "", &[], "--games 8"),
    ("scotland-yard", "tracking", "detectives=", &["report"], "--games 3"),
    ("robots", "survivor:nodes=500", "", &[], "--games 4"),
    ("robots", "contest", "", &[], "--games 4 --teleports once"),
];

#[test]
fn a_player_outside_plays_what_it_plays_inside() {
    for (game, name, who, others, words) in PAIRS {
        let place = Place::new();
        let words = format!("{words} --seed 3 --format json");
        let outside = format!("{who}{}", built_in(game, name));
        let inside = format!("{who}{name}");
        let mut games = 0;
        for (folder, player) in [("inside", &inside), ("outside", &outside)] {
            let players: Vec<_> =
                std::iter::once(player.as_str()).chain(others.iter().copied()).collect();
            let words = format!("{words} --replays {folder}");
            let report = report(&play(&place, game, &words, &players).fine());
            assert_eq!(report["accusations"], serde_json::json!([]), "{game} {name}");
            games = count(&report["games"]);
        }
        assert!(games > 0);
        for number in 1..=games {
            let file = format!("game-{number:04}.json");
            place.chase(&format!("diff inside/{file} outside/{file}")).status(0);
        }
    }
}

/// One program for all detectives, one for each of them, or some of each.
#[test]
fn a_side_can_be_one_player_or_several() {
    let place = Place::new();
    let one = built_in("police", "dfs");
    let d1 = format!("D1={one}");
    let d34 = [format!("D3={one}"), "D4=dfs".to_owned()];
    let players = ["dfs", &one, &d1, "D2=dfs", &d34[0], &d34[1]];
    let words = "--games 5 --seed 9 --format json --replays games";
    let report = report(&play(&place, "police", words, &players).fine());
    assert_eq!(report["accusations"], serde_json::json!([]));
    assert_eq!(count(&report["games"]), 15);
    let standings = report["standings"].as_array().expect("a list");
    for other in &standings[1..] {
        assert_eq!(other["wins"], standings[0]["wins"]);
        assert_eq!(other["mean"], standings[0]["mean"]);
    }
    for opening in 0..5 {
        for line_up in 1..3 {
            let (one, other) = (3 * opening + 1, 3 * opening + line_up + 1);
            let files = format!("diff games/game-{one:04}.json games/game-{other:04}.json");
            place.chase(&files).status(0);
        }
    }
}

/// What is sent, to the byte: others write players by it.
#[test]
fn the_messages_are_those_of_the_documentation() {
    let place = Place::new();
    place.write("cities.data", "3\n0 1 4 n ulm\n1 0 4 2 3 i bonn\n2 1 3 n kiel\n");
    place.write("agents.data", "6 0 2 Thief\n8 2 1 One\n8 2 1 Two\n8 2 1 Three\n8 2 1 Four\n");
    let hello = r#"{"type":"hello","protocol":1,"program":"chase-sim "#;
    let script = "import sys\nfor line in sys.stdin:\n  open(sys.argv[1], 'a').write(line)\n  \
                  print('{\"type\":\"ready\"}' if 'hello' in line else \
                  '{\"type\":\"action\",\"action\":\"rest\"}', flush=True)\n";
    place.write("player.py", script);
    let log = place.file("log");
    let player = format!("D1=exec:python3 player.py {}", log.display());
    let players = [&player, "D2=dfs", "D3=dfs", "D4=dfs"];
    let words = "--map cities.data agents.data --hours 2 --games 1 --seed 1 --move-time 10s \
                 --sandbox off";
    play(&place, "police", words, &players).fine();
    let sent = String::from_utf8(place.read("log")).expect("lines");
    let lines: Vec<_> = sent.lines().collect();
    assert!(lines[0].starts_with(hello), "{sent}");
    let rest = r#"","game":"police","rules":1,"sides":["thief","detectives"],"seats":[{"seat":1,"name":"D1","side":"detectives","known":{"start":2,"stamina":8}}],"scenario":{"hours":2,"cities":[{"name":"ulm","informant":false},{"name":"bonn","informant":true},{"name":"kiel","informant":false}],"roads":[[0,1,4],[1,2,3]]},"clock":{"move_ms":10000,"game_ms":null}}"#;
    assert!(lines[0].ends_with(rest), "{sent}");
    assert_eq!(
        lines[1],
        r#"{"type":"turn","turn":1,"seat":1,"seen":[],"view":{"city":2,"stamina":8},"legal":[{"move":{"to":1}},"rest"],"clock":{"move_ms":10000,"game_ms":null}}"#
    );
    let last = lines.last().expect("an end");
    assert!(last.starts_with(r#"{"type":"end","seen":[{"seats":[1],"seen":"rested"}],"cause":"#));
}

/// What several seats see at the same time is sent once, what one sees twice is sent twice.
#[test]
fn what_is_seen_is_sent_once_for_all_who_see_it() {
    #[derive(Default)]
    struct Listener(Vec<String>);

    impl Channel for Listener {
        fn open(&mut self, _: ThinkingTime) -> Result<(), Forfeit> {
            Ok(())
        }
        fn seat(&mut self) {}
        fn begin_move(&mut self) {}
        fn clock(&self) -> ThinkingTime {
            ThinkingTime::default()
        }
        fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
            self.0.push(line.to_owned());
            let answer = match line.contains("hello") {
                true => r#"{"type":"ready"}"#,
                false => r#"{"type":"action","action":"rest"}"#,
            };
            Ok(answer.into())
        }
        fn tell(&mut self, _: &str) {}
        fn fail(&mut self, _: &Forfeit) -> bool {
            false
        }
        fn end(&mut self) {}
    }

    let (game, _, _) = chase::games::police::args::example();
    let game = Arc::new(game);
    let listener = Arc::new(Mutex::new(Listener::default()));
    let channel: SharedChannel = Arc::<Mutex<Listener>>::clone(&listener);
    let seats = vec![Seat(1), Seat(2)];
    let desk = Arc::new(Mutex::new(RemoteGame::open(Arc::clone(&game), seats, channel)));
    let mut players = [1, 2].map(|seat| RemoteSeat::new(&desk, Seat(seat)));
    for player in [0, 1, 0] {
        players[player].observe(&Event::Rested);
    }
    let state = game.start();
    let view = View { game: &*game, state: &state, seat: Seat(2) };
    let dice = &mut Dice::new(Generator::Chacha8, 1, 0);
    let chosen = players[1].choose(&view, &[Action::Rest], dice);
    assert_eq!(chosen.expect("an answer"), Action::Rest);
    let sent = listener.lock().expect("no panic").0.pop().expect("a turn");
    let seen = r#""seen":[{"seats":[1,2],"seen":"rested"},{"seats":[1],"seen":"rested"}]"#;
    assert!(sent.contains(seen), "{sent}");
}
