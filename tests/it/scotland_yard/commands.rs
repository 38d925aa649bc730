//! The commands: what can be asked for, what is said to wrong input, every way to look, and the
//! golden replays.

use chase::engine::dice::Generator;
use chase::engine::game::{Forfeit, ForfeitCause, Seat, Turn};
use chase::engine::player::Player;
use chase::engine::session::GameSession;
use chase::games::scotland_yard::graph::Graph;
use chase::games::scotland_yard::graph::own_board;
use chase::games::scotland_yard::{
    Action, Colour, Event, MR_X, Purse, Scenario, ScotlandYard, StartLots, Transport, View,
};
use chase::record::replay::Header;

use super::{golden, tiny};
use crate::harness::{Place, Ran, project};

crate::tables::table!();

const GOLDENS: [(&str, &str); 4] = [
    ("captured", "--detectives 2 --rounds 9:3,8 --seed 87"),
    ("cornered", "--detectives 2 --rounds 9:3,8 --tickets mr-x=1,1,0,1,1 --seed 21"),
    ("escaped", "--detectives 2 --rounds 9:3,8 --seed 114"),
    ("stuck", "--detectives 3 --rounds 12:2,4 --tickets detectives=3,1,1,0,0 --seed 128"),
];

fn record(place: &Place, words: &str) -> Ran {
    let board = tiny();
    let fixed = ["record", "scotland-yard", "--board", &board];
    let args: Vec<_> = fixed.into_iter().chain(words.split_whitespace()).collect();
    place.chase_with(&args, "")
}

fn random(words: &str) -> String {
    format!("--player mr-x=random --player detectives=random {words}")
}

#[test]
fn a_limit_of_lookahead_stands_in_its_name_and_the_game_is_verified() {
    let cases = [
        ("--nodes 5", "lookahead:nodes=5", "played again from seed 1"),
        ("--time 20ms", "lookahead:time=20ms", "choices of 5 of 6 players checked"),
        (
            "--player mr-x=lookahead:20ms",
            "lookahead:time=20ms",
            "choices of 5 of 6 players checked",
        ),
        (
            "--player mr-x=lookahead:depth=2 --nodes 5",
            "lookahead:depth=2",
            "played again from seed 1",
        ),
    ];
    for (words, name, asked) in cases {
        let place = Place::new();
        let words = format!("record scotland-yard --seed 1 --trace never {words}");
        place.chase(&words).status(0);
        let file = "scotland-yard-lookahead-tracking-1.json";
        let header = String::from_utf8(place.read(file)).expect("JSON");
        assert!(header.contains(&format!("[\"{name}\",\"tracking\"")), "{header}");
        place.chase(&format!("verify {file}")).fine().stdout_has(asked);
    }
}

/// Golden games of players that follow a plan, on the program's own board.
const HUNTS: [(&str, &str); 2] = [
    ("lookahead", "--detectives 3 --rounds 12:3,8 --player mr-x=lookahead --seed 2"),
    (
        "report",
        "--detectives 4 --player mr-x=report --player detectives=closing --player blue=tracking \
         --seed 3",
    ),
];

#[test]
fn the_players_still_play_as_they_did() {
    for (name, words) in HUNTS {
        let place = Place::new();
        place.chase(&format!("record scotland-yard {words} --trace never -o x.json")).fine();
        let there = std::fs::read(golden(name)).expect("a golden replay");
        assert!(place.read("x.json") == there, "{name}");
        place
            .chase_with(&["verify", &golden(name)], "")
            .fine()
            .stdout_has("played again from seed");
    }
}

#[test]
fn the_goldens_are_recorded_again_to_the_byte() {
    for (name, words) in GOLDENS {
        let place = Place::new();
        let words = random(&format!("{words} --trace never -o x.json"));
        record(&place, &words).fine();
        let there = std::fs::read(golden(name)).expect("a golden replay");
        assert!(place.read("x.json") == there, "{name}");
        place.chase_with(&["verify", &golden(name)], "").fine();
        place
            .chase_with(&["info", &golden(name)], "")
            .fine()
            .stdout_has(&format!("outcome       {name}\n"));
    }
}

#[test]
fn the_goldens_show_a_double_a_secret_a_ferry_a_reveal_and_a_pass() {
    let place = Place::new();
    let told = |name: &str| place.chase_with(&["replay", &golden(name)], "").fine().stdout;
    let all: String = GOLDENS.iter().map(|(name, _)| told(name)).collect();
    for part in [
        "BLACK pays a double; BLACK ",
        "; BLACK secret ",
        " shows BLACK; ",
        "; BLUE pass",
        "\nthe detectives win: Mr X is captured\n",
        "\nthe detectives win: Mr X cannot move\n",
        "\nMr X wins: all rounds are used\n",
        "\nMr X wins: no detective can move\n",
    ] {
        assert!(all.contains(part), "{part}");
    }
    // The only edge between stations 6 and 14 is a ferry.
    let text = std::fs::read(tiny()).expect("the tiny board");
    let board = Graph::parse("tiny", &text).expect("a board");
    let ends = |a, b| board.edges.iter().filter(move |it| (it.0, it.1) == (a, b));
    let between: Vec<_> = ends(6, 14).map(|edge| edge.2).collect();
    assert_eq!(between, [Transport::Ferry]);
    let stuck = told("stuck");
    let (_, after) = stuck.split_once("BLACK: 6\n").expect("he is at 6");
    assert!(after.contains("BLACK secret 14; "), "{after}");
}

#[test]
fn a_transcript_is_read_back_and_judged() {
    for (name, _) in GOLDENS {
        let place = Place::new();
        let file = golden(name);
        let told = place.chase_with(&["replay", &file], "").fine().stdout;
        place.write("told.txt", &told);
        place.chase_with(&["diff", &file, "told.txt"], "").fine();
        place.chase_with(&["verify", "--against", &file, "told.txt"], "").fine();
        // Another move of a detective is found, and named.
        let (before, blue) = told.split_once("; BLUE ").expect("BLUE moves");
        let end = blue.find([';', '\n']).expect("it ends");
        place.write("wrong.txt", format!("{before}; BLUE bus 1{}", &blue[end..]));
        place.chase_with(&["diff", "wrong.txt", &file], "").status(1).stdout_has("BLUE");
        place
            .chase_with(&["verify", "--against", &file, "wrong.txt"], "")
            .status(1)
            .stdout_has("BLUE: it plays bus 1")
            .stdout_has("; the legal moves are: ");
    }
}

#[test]
fn every_form_is_converted_there_and_back() {
    let place = Place::new();
    for (name, _) in GOLDENS {
        let file = golden(name);
        place.chase_with(&["convert", &file, "x.chase", "--force"], "").fine();
        place.chase("convert x.chase y.json --force").fine();
        assert!(place.read("y.json") == std::fs::read(&file).expect("a golden"));
        place.chase("verify x.chase").fine();
    }
}

/// Rounds of a game in which he moves double: rotations 1 and 2 of this one.
#[test]
fn a_round_is_the_moment_after_its_move_and_the_last_of_a_rotation_has_the_answers() {
    let place = Place::new();
    let file = golden("stuck");
    let round = |n: u32, more: &str| {
        let n = n.to_string();
        let args = ["replay", &file, "--round", &n];
        let more = more.split_whitespace();
        let args: Vec<_> = args.into_iter().chain(more).collect();
        place.chase_with(&args, "").fine().stdout
    };
    // Rounds 1 and 2 are a double.
    let first = round(1, "--events");
    assert!(first.contains("  round: 1\n"), "{first}");
    assert!(first.contains("BLACK, random, is to act\n"), "{first}");
    assert!(first.contains("BLACK pays a double\n"), "{first}");
    assert!(!first.contains("round 2 shows BLACK"), "{first}");
    assert!(!first.contains("BLUE taxi"), "{first}");
    let second = round(2, "--events");
    assert!(second.contains("  round: 2\n"), "{second}");
    assert!(second.contains("\nRED taxi"), "{second}");
    assert!(second.contains("BLACK, random, is to act\n"), "{second}");
    // The state is the one after that move, for programs too.
    let json = |n| {
        let line = round(n, "--format json");
        serde_json::from_str::<serde_json::Value>(&line).expect("JSON")
    };
    assert_eq!(json(1)["round"], 1);
    assert_eq!(json(1)["players"][1]["station"], json(0)["players"][1]["station"]);
    assert_ne!(json(2)["players"][0]["station"], json(1)["players"][0]["station"]);
    assert!(round(1, "--legal").contains("in the middle of a move over several rounds"));
    assert_eq!(round(1, "--stats").lines().nth(1), Some("BLACK         3"));
    // A rotation is asked for by its own number.
    let rotation = place.chase_with(&["replay", &file, "--rotation", "1"], "").fine();
    assert_eq!(rotation.stdout, round(2, ""));
    place
        .chase_with(&["replay", &file, "--round", "99"], "")
        .trouble(&["there is no round 99; the last is round "]);
}

#[test]
fn mr_x_sees_everything_and_a_detective_what_all_detectives_see() {
    let place = Place::new();
    let file = golden("stuck");
    let shown = |more: &str| {
        let args: Vec<_> = ["replay", &file].into_iter().chain(more.split_whitespace()).collect();
        place.chase_with(&args, "").fine().stdout
    };
    assert_eq!(shown("--as mr-x"), shown(""));
    // But for the draws and the seals, by which the dice could be tried out.
    let lines = shown("--as mr-x --events --format json");
    assert!(!lines.contains("seal") && !lines.contains("words"), "{lines}");
    for more in ["", "--events --format json", "--stats", "--rotation 1 --knowledge"] {
        let one = shown(&format!("--as blue {more}"));
        assert_eq!(one, shown(&format!("--as detectives {more}")), "{more}");
    }
}

#[test]
fn detectives_see_only_what_is_public() {
    let place = Place::new();
    let file = golden("stuck");
    let shown = |more: &str| {
        let args = ["replay", &file, "--as", "detectives"];
        let args: Vec<_> = args.into_iter().chain(more.split_whitespace()).collect();
        place.chase_with(&args, "").fine().stdout
    };
    let told = shown("");
    assert!(told.contains("  BLACK: ?\n"), "{told}");
    assert!(told.contains("BLACK taxi ?; "), "{told}");
    // Nothing that could be tried out: no seed, no draws, no seals.
    let lines = shown("--events --format json");
    for secret in ["seal", "words", "seed"] {
        assert!(!lines.contains(secret), "{secret}: {lines}");
    }
    assert!(lines.contains("\"round_started\""), "{lines}");
    assert!(shown("--rotation 0 --legal").contains("its possible actions are hidden"));
    assert!(shown("--rotation 0 --legal --format json").contains("\"legal\":null"));
    assert!(shown("--stats").starts_with("seat     events\nBLACK "), "{}", shown("--stats"));
    place
        .chase_with(&["replay", &file, "--as", "spies"], "")
        .trouble(&["there is no view `spies` of scotland-yard", "--as detectives"]);
    let robots = project("replays/robots/won.json");
    place
        .chase_with(&["replay", &robots, "--as", "detectives"], "")
        .trouble(&["there is no view `detectives` of robots", "leave out --as"]);
    // It is compared as far as it goes.
    place.write("told.txt", &told);
    place.chase_with(&["diff", "told.txt", &file], "").fine().stdout_has("the same: all ");
    // All that is shown is compared and judged.
    for (from, to) in [
        ("; BLUE taxi 12", "; BLUE secret 19"),
        ("BLACK taxi ?", "BLACK bus ?"),
        ("BLACK taxi ?", "BLACK taxi"),
        ("  RED: 10\n", "  RED: 9\n"),
    ] {
        let wrong = told.replacen(from, to, 1);
        assert_ne!(wrong, told, "{from}");
        place.write("wrong.txt", wrong);
        place.chase_with(&["diff", &file, "wrong.txt"], "").status(1);
        place.chase_with(&["verify", "--against", &file, "wrong.txt"], "").status(1);
    }
    place.chase(
        "record scotland-yard --detectives 2 --seed 4 --trace never -o lost.json --player mr-x=report \
         --player blue=tracking --player green=exec:false",
    );
    let lost = place.chase("replay lost.json --as detectives").fine().stdout;
    assert!(
        lost.contains("BLACK secret ?; ") && lost.contains("; GREEN loses the turn, "),
        "{lost}"
    );
    place.write("lost.txt", &lost);
    place.chase("verify lost.txt --against lost.json").fine();
    // It is judged as far as it goes where the dice are known.
    place.chase_with(&["verify", "--against", &file, "told.txt"], "").fine();
    let town = format!("--board {} {}", tiny(), GOLDENS[3].1);
    let (town, _) = town.split_once(" --seed").expect("a seed");
    let unknown = |more: &str| {
        let scenario = format!("--scenario={town}{more}");
        place.chase_with(&["verify", &scenario, "told.txt"], "").status(2)
    };
    unknown("").stdout_has("this cannot be checked without the seed");
    let hidden = unknown(" --start mr-x=2 --start detectives=9,12,14");
    hidden.stdout_has("cannot be judged, only compared");
}

#[test]
fn what_can_be_worked_out_is_told() {
    let place = Place::new();
    let file = golden("escaped");
    let known = |more: &str| {
        let args = ["replay", &file, "--knowledge"];
        let args: Vec<_> = args.into_iter().chain(more.split_whitespace()).collect();
        place.chase_with(&args, "").fine().stdout
    };
    // 20 stations, two of them a detective's.
    assert!(known("--round 0").contains("Mr X can be at 18 stations\n"));
    let line = known("--round 3 --format json");
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let stations = line["knowledge"].as_array().expect("a list");
    assert_eq!(stations.len(), 1, "round 3 reveals");
    assert_eq!(stations[0]["station"], line["last_known"]);
    // For a span it stands below every cycle, whichever way leads there.
    let whole = known("");
    assert_eq!(whole.matches("Mr X can be at ").count(), 8, "{whole}");
    let span = known("--from 2 --to -2");
    assert!(span.starts_with("Rotation 2: "), "{span}");
    assert!(whole.contains(&span), "{span}");
    assert_eq!(span.matches("Mr X can be at ").count(), 5, "{span}");
    let lines = known("--from 2 --to 6 --format json");
    let alone = (2..=6).map(|n| known(&format!("--rotation {n} --format json")));
    assert_eq!(lines, alone.collect::<String>());
    let police = project("replays/police/S0.json");
    place.chase_with(&["replay", &police, "--knowledge"], "").trouble(&["police hides nothing"]);
}

#[test]
fn a_transcript_that_contradicts_the_replay_differs() {
    let place = Place::new();
    let file = golden("stuck");
    let told = place.chase_with(&["replay", &file], "").fine().stdout;
    for (from, to) in [
        ("; round 2 shows BLACK", ""),
        ("BLACK taxi 6; ", "BLACK bus 6; "),
        ("BLACK taxi 6; ", "RED taxi 6; "),
        ("BLACK taxi 6; ", ""),
        ("  BLACK: 1\n", "  BLACK: 2\n"),
        ("  RED: 14\n", "  BLUE: 14\n"),
        ("last_known: 1\n", "last_known: 2\n"),
        ("BLUE.tickets: taxi 2", "BLUE.tickets: taxi 3"),
    ] {
        let wrong = told.replacen(from, to, 1);
        assert_ne!(wrong, told, "{from}");
        place.write("wrong.txt", wrong);
        place.chase_with(&["diff", &file, "wrong.txt"], "").status(1);
        place.chase_with(&["verify", "--against", &file, "wrong.txt"], "").status(1);
    }
}

#[test]
fn a_game_that_is_over_as_it_begins_is_one_cycle() {
    let place = Place::new();
    place.write("b.txt", "2 1\n1\n2\n1 2 Taxi\n");
    let words = "record scotland-yard --board b.txt --detectives 1 --seed 1 -o o.json \
                 --player mr-x=random --player detectives=random";
    place.chase(words).fine();
    place.chase("verify o.json").fine();
    let told = place.chase("replay o.json --rotation 0 --knowledge").fine().stdout;
    assert!(told.contains("the detectives win: Mr X cannot move\n"), "{told}");
    assert!(told.contains("Mr X can be at 1 station\n"), "{told}");
    place.chase("replay o.json --rotation 1").status(2);
}

#[test]
fn a_round_in_the_middle_of_a_double_shows_only_what_has_happened() {
    let place = Place::new();
    let args = ["replay", &golden("stuck"), "--round", "1", "--events", "--format", "json"];
    let line = place.chase_with(&args, "").fine().stdout;
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let entries = line["cycle"]["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 1);
    let events = entries[0]["events"].as_array().expect("events");
    // The double, the round, its move.
    assert_eq!(events.len(), 3, "{events:?}");
}

#[test]
fn wrong_options_are_told() {
    let place = Place::new();
    for (words, parts) in [
        ("--detectives 6", &["6 detectives; expected 1 to 5"][..]),
        ("--detectives 0", &["0 detectives"]),
        ("--detectives red,red", &["two players have the colour RED"]),
        ("--detectives black,red", &["two Mr X"]),
        ("--detectives pink", &["`pink` is no colour"]),
        ("--rounds 0", &["0 rounds; expected 1"]),
        ("--rounds 5:9", &["reveals: round 9; the last round is 5"]),
        ("--rounds x", &["`x` is no round"]),
        ("--tickets blue=1,2,3", &["3 ticket counts; expected 5: taxi"]),
        ("--tickets blue=1,2,3,1,0", &["chase: BLUE is a detective", "no double or secret"]),
        ("--tickets pink=1,2,3,0,0", &["`pink`; expected mr-x"]),
        ("--start blue=999", &["BLUE: there is no station 999"]),
        ("--start blue=5 --start red=5", &["RED: two players begin at station 5"]),
        ("--detectives 1 --start red=5", &["start for RED, who does not play"]),
        ("--start detectives=1,2", &["2 starts for 5 detectives"]),
        ("--player mr-x=tracking", &["BLACK: `tracking` does not play for this seat"]),
        ("--player detectives=report", &["BLUE: `report` does not play", "closing"]),
        ("--player mr-x=nobody", &["there is no player `nobody`"]),
        ("--player report", &["expected WHO="]),
        ("--start detectives=1,drawn,3", &["or only the word drawn"]),
        ("--rounds 5:0", &["round 0; expected rounds from 1"]),
        ("--board nowhere.txt", &["nowhere.txt", "No such file"]),
    ] {
        let args: Vec<_> =
            ["record", "scotland-yard"].into_iter().chain(words.split_whitespace()).collect();
        let ran = place.chase_with(&args, "").status(2).stdout_is("");
        for part in parts {
            assert!(ran.stderr.contains(part), "{part}: {ran}");
        }
    }
}

#[test]
fn players_that_name_no_side_take_the_sides_in_order() {
    let place = Place::new();
    let record = |players: &[&str]| {
        let words = "record scotland-yard --detectives 2 --seed 1 --trace never -o -";
        let mut args: Vec<_> = words.split_whitespace().collect();
        for player in players {
            args.extend(["--player", player]);
        }
        place.chase_with(&args, "")
    };
    let named = record(&["mr-x=report", "detectives=closing"]).status(0).stdout;
    for players in
        [["report", "closing"], ["detectives=closing", "report"], ["mr-x=report", "closing"]]
    {
        assert_eq!(record(&players).status(0).stdout, named, "{players:?}");
    }
    let parts = ["expected WHO=PLAYER, or one per free side"];
    record(&["report", "closing", "closing"]).trouble(&parts);
    record(&["mr-x=report", "blue=closing", "closing"]).trouble(&parts);
}

#[test]
fn boards_are_checked_line_by_line() {
    let place = Place::new();
    for (text, parts) in [
        ("", &["g.txt:1:1", "too few lines"][..]),
        ("x\n", &["g.txt:1:2", "1 field; expected 2: `N M`"]),
        ("3 x\n", &["g.txt:1:3", "`x`; expected the number of edges"]),
        ("1 2 3\n", &["g.txt:1:5", "3 fields; expected 2"]),
        ("0 0\n", &["g.txt:1:1", "an empty board"]),
        ("2 1\n1\n", &["g.txt:3:1", "too few lines", "`station`"]),
        ("2 1\n1\n2\n", &["g.txt:4:1", "too few lines", "`station station transport`"]),
        ("2 1\n1\n1\n1 2 Taxi\n", &["g.txt:3:1", "station 1 is listed twice"]),
        ("2 1\n1\n0\n", &["g.txt:3:1", "station 0"]),
        ("2 1\n1\nb\n", &["g.txt:3:1", "`b`; expected a station's number"]),
        ("2 1\n1\n2\n1 7 Taxi\n", &["g.txt:4:3", "there is no station 7"]),
        ("2 1\n1\n2\n1 2 Tram\n", &["g.txt:4:5", "`Tram` is no transport"]),
        ("2 1\n1\n2\n1 2\n", &["g.txt:4:4", "2 fields; expected 3"]),
        ("2 1\n1\n2\n1 2 Taxi x\n", &["g.txt:4:10", "4 fields; expected 3"]),
        ("2 1\n1\n2\n1 1 Taxi\n", &["g.txt:4:3", "to itself"]),
    ] {
        place.write("g.txt", text);
        place.chase("record scotland-yard --board g.txt").trouble(parts);
    }
    place.write("g.txt", b"2 1\n1\n\xff\n".as_slice());
    place.chase("record scotland-yard --board g.txt").trouble(&["g.txt:3", "not UTF-8"]);
}

#[test]
fn a_board_may_have_other_line_ends_cases_and_lines_beyond() {
    let place = Place::new();
    place
        .write("g.txt", "4 3\r\n1\r\n2\r\n3\r\n4\r\n1 2 TAXI\r\n2 3 boat\r\n3 4 taxi\r\n\r\nx\r\n");
    let words = "record scotland-yard --board g.txt --detectives 1 --seed 1 -o x.json \
                 --player mr-x=random --player detectives=random";
    place
        .chase(words)
        .status(0)
        .stderr_is(
            "chase: warning: g.txt: 1 line beyond the 4 stations and 3 edges that line 1 announces is \
             ignored\n",
        )
        .stdout_has("board: 4 stations, 3 edges\n");
    assert!(String::from_utf8_lossy(&place.read("x.json")).contains("[2,3,\"ferry\"]"));
}

#[test]
fn the_checked_in_boards_are_those_that_new_makes() {
    for (name, stations, seed) in [("full", 200, 1), ("tiny", 20, 4)] {
        let place = Place::new();
        place.chase(&format!("new scotland-yard --stations {stations} --seed {seed}")).fine();
        for file in ["graph.txt", "pos.txt"] {
            let there = std::fs::read(project(&format!("data/scotland-yard/{name}/{file}")));
            assert!(place.read(file) == there.expect("a board"), "{name}/{file}");
        }
        let positions = String::from_utf8(place.read("pos.txt")).expect("text");
        assert_eq!(positions.lines().count(), stations);
        place.chase("record scotland-yard --board graph.txt --seed 1").fine();
    }
    let place = Place::new();
    place.chase("new scotland-yard -o nowhere").trouble(&["nowhere", "no folder"]);
    place.chase("new scotland-yard --stations 7").status(2);
}

#[test]
fn the_programs_own_board_is_like_london() {
    let board = own_board();
    let count = |transport| board.edges.iter().filter(|edge| edge.2 == transport).count();
    assert_eq!(board.stations.len(), 200);
    // London has 345, 99, 20 and 3.
    assert_eq!(Transport::ALL.map(count), [347, 99, 20, 3]);
}

/// Loses its turn once it has made so many.
struct Failing(u32);

impl Player<ScotlandYard> for Failing {
    fn observe(&mut self, seen: &Event) {
        if matches!(seen, Event::RotationCompleted) {
            self.0 = self.0.saturating_sub(1);
        }
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut chase::engine::dice::Dice,
    ) -> Result<Action, Box<Forfeit>> {
        if self.0 == 0 {
            let cause = if view.seat == MR_X { ForfeitCause::Crash } else { ForfeitCause::Timeout };
            return Err(Box::new(Forfeit::new(cause, "no answer")));
        }
        Ok(legal[0])
    }
}

#[test]
fn lost_turns_are_recorded_and_mr_x_loses_with_his() {
    use chase::engine::game::Game as _;
    use chase::record::any::{AnyGame as _, Projections, RecordingSink as _};
    use chase::record::entry::GameEntry;
    use chase::record::recording::GameRecording;
    use chase::record::replayer::Replayer;
    use std::sync::Arc;
    let text = std::fs::read(tiny()).expect("the tiny board");
    let board = Graph::parse("tiny", &text).expect("a board");
    let setup = |(colour, start, tickets)| chase::games::scotland_yard::scenario::PlayerSetup {
        colour,
        start: Some(start),
        tickets,
    };
    let scenario = Scenario {
        stations: board.stations,
        edges: board.edges,
        rounds: 9,
        reveals: vec![2],
        players: [
            (Colour::Black, 1, Purse::MR_X),
            (Colour::Blue, 20, Purse::DETECTIVE),
            (Colour::Red, 17, Purse::DETECTIVE),
        ]
        .map(setup)
        .to_vec(),
        draw: StartLots::default(),
    };
    let game = Arc::new(ScotlandYard::new(scenario).expect("playable"));
    let names = ["outside", "outside", "outside"].map(str::to_owned);
    let mut header = Header::new(&*game, &names, Generator::Chacha8, 1);
    let players: Vec<Box<dyn Player<ScotlandYard>>> =
        vec![Box::new(Failing(3)), Box::new(Failing(1)), Box::new(Failing(9))];
    let session = GameSession::new(Arc::clone(&game), players, header.dice());
    let mut recording = GameRecording::new(session, Replayer::new(Arc::clone(&game), &header));
    let mut out = Vec::new();
    let mut stream = chase::store::JsonStream::new(&mut out, &header).expect("a vector");
    use chase::record::any::AnyRecording as _;
    recording.project(Projections { seals: true, ..Projections::default() });
    while recording.advance() {
        stream.cycle(recording.now()).expect("a vector");
    }
    let turn = game.turn(recording.session().state());
    assert!(matches!(turn, Turn::Over(outcome) if outcome.cause == "forfeited"));
    stream.finish(recording.now()).expect("a vector");
    let file = golden("forfeited");
    let there = std::fs::read(&file).unwrap_or_default();
    assert!(there == out, "the golden replay is another");
    assert!(GameEntry::<ScotlandYard>::new().open(&mut header).is_ok());
    let place = Place::new();
    place.chase_with(&["verify", &file], "").fine();
    let told = place.chase_with(&["replay", &file], "").fine().stdout;
    assert!(told.contains("; BLUE loses the turn, timeout"), "{told}");
    assert!(told.contains(": BLACK loses the turn, crash\n"), "{told}");
    assert!(told.ends_with("\nthe detectives win: Mr X lost his turn\n"), "{told}");
    place.write("told.txt", &told);
    place.chase_with(&["diff", "told.txt", &file], "").fine();
    place.chase_with(&["verify", "--against", &file, "told.txt"], "").fine();
    assert_eq!(game.seat_name(Seat(2)), "RED");
}
