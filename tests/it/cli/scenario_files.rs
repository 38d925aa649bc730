//! Scenario files, TOML and JSON, for every game and in every command that begins a game.

use chase::project_games;
use serde_json::Value;

use crate::harness::{Place, project};

crate::tables::table!();

/// A game that is recorded quickly, and the same players for it when its scenario is in a file.
const RECORDED: [(&str, &str, &str); 5] = [
    (
        "police",
        "",
        "--seed 2 --player D1=cheapest-least-visited --player D2=cheapest-least-visited --player D3=dfs --player D4=dfs",
    ),
    (
        "animal-checkers",
        "--plies 4 --moves 30 --move-clock 2s --player greedy --player random --seed 3",
        "--player greedy --player random --seed 3",
    ),
    (
        "fishing",
        "--rows 5 --cols 6 --shape island --penguins 1 --player greedy --player random --player territory --seed 4",
        "--player greedy --player random --player territory --seed 4",
    ),
    (
        "scotland-yard",
        "--stations 30 --detectives red,blue --rounds 9:2,4 --start red=5 --player mr-x=report --player detectives=closing --seed 5",
        "--player mr-x=report --player detectives=closing --seed 5",
    ),
    (
        "robots",
        "--robots 9 --teleport-cells 3 --teleports once --player contest --seed 6",
        "--player contest --seed 6",
    ),
];

/// JSON as a value of TOML; what is nothing is left away.
fn toml_value(value: &Value) -> String {
    match value {
        Value::Array(all) => {
            let all: Vec<_> = all.iter().map(toml_value).collect();
            format!("[{}]", all.join(", "))
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let fields: Vec<_> =
                fields.map(|(name, value)| format!("{name} = {}", toml_value(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        plain => plain.to_string(),
    }
}

/// A scenario as a TOML document.
fn toml(scenario: &Value) -> String {
    let fields = scenario.as_object().expect("a scenario has fields");
    let fields = fields.iter().filter(|(_, value)| !value.is_null());
    fields.map(|(name, value)| format!("{name} = {}\r\n", toml_value(value))).collect()
}

fn replay(place: &Place, name: &str) -> Value {
    serde_json::from_slice(&place.read(name)).expect("a replay")
}

/// The scenario of a recording, in `game.json` and `game.toml`; and the recording.
fn filed(place: &Place, game: &str, words: &str) -> Value {
    let recorded = place.chase(&format!("record {game} {words} -o a.json --trace never"));
    recorded.status(0);
    let replay = replay(place, "a.json");
    let scenario = &replay["scenario"];
    place.write("game.json", scenario.to_string());
    place.write("game.toml", toml(scenario));
    replay
}

#[test]
fn every_game_is_recorded_from_a_file_as_from_its_options() {
    let names: Vec<_> = RECORDED.iter().map(|(game, _, _)| *game).collect();
    assert_eq!(names, project_games().all().iter().map(|game| game.name()).collect::<Vec<_>>());
    for (game, words, players) in RECORDED {
        let place = Place::new();
        let from_options = filed(&place, game, words);
        for file in ["game.json", "game.toml"] {
            let line = format!("record {game} --scenario-file {file} {players} -o b.json --force");
            place.chase(&line).status(0);
            let from_file = replay(&place, "b.json");
            assert_eq!(from_file["scenario"], from_options["scenario"], "{game}, {file}");
            assert_eq!(from_file["cycles"], from_options["cycles"], "{game}, {file}");
        }
        // and from standard input
        let args: Vec<_> = ["record", game, "--scenario-file", "-", "-o", "c.json"]
            .into_iter()
            .chain(players.split_whitespace())
            .collect();
        place.chase_with(&args, place.read("game.toml")).status(0);
        assert_eq!(replay(&place, "c.json")["cycles"], from_options["cycles"], "{game}");
    }
}

#[test]
fn every_game_is_played_and_matched_from_a_file() {
    let players = |game: &str| match game {
        "police" => "--player dfs --player stationary",
        "animal-checkers" => "--player greedy --player random",
        "fishing" => "--player greedy --player random --player territory",
        "scotland-yard" => "--player report --player closing",
        _ => "--player contest --player random",
    };
    for (game, words, _) in RECORDED {
        let place = Place::new();
        filed(&place, game, words);
        let people = if game == "police" { "" } else { "quit\n" };
        place.chase_with(&["play", game, "--scenario-file", "game.toml"], people).status(0);
        let args = ["play", game, "--scenario-file", "-"];
        place
            .chase_with(&args, "")
            .trouble(&["the session already uses standard input", "--scenario-file FILE"]);
        let line = format!(
            "match {game} --scenario-file game.json {} --games 2 --seed 1 --replays games",
            players(game)
        );
        place.chase(&line).status(0).stdout_has("from the scenario of game.json");
        assert!(place.file("games/game-0001.json").is_file(), "{game}: no replay is kept");
    }
}

#[test]
fn damaged_files_are_told_with_their_place() {
    for (game, words, _) in RECORDED {
        let place = Place::new();
        filed(&place, game, words);
        let record = |file: &str| place.chase(&format!("record {game} --scenario-file {file}"));
        let whole = String::from_utf8(place.read("game.json")).expect("text");
        let expected = format!("expected a scenario of {game}");

        record("none.toml").trouble(&["none.toml", "cannot read", "check the path"]);
        place.write("bad", "");
        record("bad").trouble(&["bad: empty", &expected]);
        place.write("bad", " \r\n\r\n");
        record("bad").trouble(&["bad: empty", &expected]);
        place.write("bad", &whole[..whole.len() / 2]);
        record("bad").trouble(&["bad:1:", &expected]);
        place.write("bad", whole.replacen('{', "{\r\n\"extra\": 1,", 1));
        record("bad").trouble(&["bad:2:", "unknown field `extra`", &expected]);
        place.write("bad", format!("{whole} {whole}"));
        record("bad").trouble(&["bad:1:", "trailing characters"]);
        let toml = String::from_utf8(place.read("game.toml")).expect("text");
        place.write("bad", format!("{toml}extra = 1\r\n"));
        let line = toml.lines().count() + 1;
        record("bad").trouble(&[&format!("bad:{line}:1"), "unknown field `extra`"]);
        place.write("bad", format!("{toml}x = [1,\n"));
        record("bad").trouble(&[&format!("bad:{line}:"), &expected]);
        place.write("bad", b"a = 1\nb = \"\xff\"\n");
        record("bad").trouble(&["bad:2:6", "not UTF-8"]);
        place.write("bad", whole[..whole.len() - 1].replace("[[", "[[[["));
        record("bad").status(2).stdout_is("");
        // A replay is no scenario.
        record("a.json").trouble(&["a.json:", "unknown field `chase`", &expected]);
        record(".").status(2).stdout_is("");
        let out: Vec<_> = place.names();
        assert!(!out.iter().any(|name| name.starts_with(game)), "{out:?}");
    }
}

/// The examples of docs/scenarios.md: each game's, and its file.
fn documented() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(project("docs/scenarios.md")).expect("the page");
    let sections = text.split("\n### ").skip(1);
    let example = |section: &str| {
        let (game, rest) = section.split_once('\n')?;
        let (_, block) = rest.split_once("```toml\n")?;
        let (block, _) = block.split_once("```")?;
        Some((game.to_owned(), block.to_owned()))
    };
    sections.filter_map(example).collect()
}

#[test]
fn the_examples_of_the_page_are_recorded() {
    let examples = documented();
    let names: Vec<_> = examples.iter().map(|(game, _)| game.as_str()).collect();
    assert_eq!(names, project_games().all().iter().map(|game| game.name()).collect::<Vec<_>>());
    for (game, example) in examples {
        let place = Place::new();
        place.write("s.toml", example);
        let line = format!("record {game} --scenario-file s.toml --seed 1 -o r.json");
        place.chase(&line).status(0);
    }
}

#[test]
fn the_same_options_make_the_same_scenario_in_every_command() {
    for (game, words, players) in [
        (
            "police",
            "--cities 8 --roads 9 --informants 25% --hours 9",
            "--player dfs --player stationary",
        ),
        (
            "animal-checkers",
            "--plies 5 --moves 40 --game-clock 9s",
            "--player random --player greedy",
        ),
        (
            "scotland-yard",
            "--stations 25 --rounds 5 --detectives 2",
            "--player report --player closing",
        ),
        ("robots", "--robots 4 --teleport-cells 2 --teleports once", "--player contest"),
    ] {
        let place = Place::new();
        // `new` has another name for this.
        let new_words = words.replace("--teleports", "--mode");
        place.chase(&format!("new {game} {new_words} --seed 7 --whole -o new.json")).fine();
        let made: Value = serde_json::from_slice(&place.read("new.json")).expect("JSON");
        place.chase(&format!("record {game} {words} --seed 7 -o a.json")).status(0);
        assert_eq!(replay(&place, "a.json")["scenario"], made, "record {game}");
        place.chase(&format!("play {game} {words} --seed 7 -o b.json")).status(0);
        assert_eq!(replay(&place, "b.json")["scenario"], made, "play {game}");
        place
            .chase(&format!("match {game} {words} {players} --games 2 --seed 7 --replays games"))
            .status(0);
        let mut matched = replay(&place, "games/game-0001.json")["scenario"].take();
        if game == "scotland-yard" {
            // The games of an opening share where the detectives begin, so a match has drawn that.
            for detective in matched["players"].as_array_mut().expect("players").iter_mut().skip(1)
            {
                assert!(detective["start"].is_u64(), "{detective}");
                detective["start"] = Value::Null;
            }
        }
        assert_eq!(matched, made, "match {game}");
    }
}
