//! The files of `data/`: each is named in the README of its folder, loads, and is played to its end.

use std::path::{Path, PathBuf};

use crate::harness::{Place, project};

/// All files below a folder, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files_below(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

/// All but the logs of other programs, which are held against each other elsewhere.
fn data_files() -> Vec<PathBuf> {
    let mut files = files_below(Path::new(&project("data")));
    let logs = project("data/traces");
    files.retain(|file| !file.starts_with(&logs));
    files
}

/// A file's path below `data/`, with `/` between its parts.
fn name_of(file: &Path) -> String {
    let name = file.strip_prefix(project("data")).expect("a file of data/");
    let parts = name.components().map(|part| part.as_os_str());
    let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// The city file that goes with an agent file.
fn cities_of(agents: &str) -> &str {
    match agents {
        "S0" => "Small",
        "S1" | "S2" => "Medium",
        "S3" => "Informants",
        own => own,
    }
}

/// How a file is recorded: what follows `chase record`. Nothing for what is no game's: city files,
/// which are played with their agents, and places to draw stations at.
fn record(file: &Path) -> Option<String> {
    let name = name_of(file);
    let (game, rest) = name.split_once('/').expect("a game's folder");
    let path = file.display();
    Some(match (game, rest) {
        ("robots", _) => format!("robots {path} --player survivor:nodes=300 --seed 1"),
        ("fishing", _) => {
            format!("fishing --board {path} --player greedy --player greedy --seed 1")
        }
        ("animal-checkers", toml) if toml.ends_with(".toml") => {
            format!("{game} --scenario-file {path} --player greedy --player greedy --seed 1")
        }
        ("animal-checkers", _) => {
            format!("{game} --position {path} --player greedy --player greedy --seed 1")
        }
        ("scotland-yard", board) if board.ends_with("/graph.txt") => {
            format!("{game} --board {path} --player mr-x=random --seed 1")
        }
        ("scotland-yard", pos) if pos.ends_with("/pos.txt") => return None,
        ("police", cities) if cities.starts_with("cities") => return None,
        ("police", agents) => {
            let agents = agents.strip_prefix("agents").expect("an agent file");
            let agents = agents.strip_suffix(".data").expect("an agent file");
            let cities = format!("police/cities{}.data", cities_of(agents));
            let cities = project(&format!("data/{cities}"));
            format!("police {cities} {path} 24 1")
        }
        _ => panic!("no game plays data/{name}"),
    })
}

fn is_readme(file: &Path) -> bool {
    file.ends_with("README.md")
}

#[test]
fn every_file_is_played_to_its_end() {
    let place = Place::new();
    let mut played = 0;
    for file in data_files().iter().filter(|file| !is_readme(file)) {
        let Some(words) = record(file) else { continue };
        // when it is played
        place
            .chase(&format!("record {words} -o game.json --force --trace never"))
            .status(0)
            .stdout_has("recorded");
        // then it has gone by the rules, its players' and its dice
        place.chase("verify game.json").fine();
        played += 1;
    }
    assert!(played >= 20, "only {played} files were played");
}

#[test]
fn every_city_file_has_agents() {
    for file in data_files() {
        let name = name_of(&file);
        let Some(cities) = name.strip_prefix("police/cities") else {
            continue;
        };
        let played = data_files().iter().any(|file| {
            let name = name_of(file);
            let agents = name.strip_prefix("police/agents");
            let agents = agents.and_then(|name| name.strip_suffix(".data"));
            agents.is_some_and(|agents| format!("{}.data", cities_of(agents)) == cities)
        });
        assert!(played, "nobody is at data/{name}");
    }
}

#[test]
fn every_file_is_named_in_its_readme() {
    for game in chase::project_games().all() {
        let folder = PathBuf::from(project(&format!("data/{}", game.name())));
        let readme = std::fs::read_to_string(folder.join("README.md")).expect("a README");
        for file in files_below(&folder).iter().filter(|file| !is_readme(file)) {
            let name = name_of(file);
            let name = &name[game.name().len() + 1..];
            assert!(readme.contains(&format!("`{name}`")), "data/{}: {name}", game.name());
        }
    }
}

#[test]
fn the_commands_of_the_readmes_run() {
    let place = Place::new();
    let mut run = 0;
    for file in data_files().iter().filter(|file| is_readme(file)) {
        let text = std::fs::read_to_string(file).expect("a README");
        for line in text.lines().filter_map(|line| line.strip_prefix("chase ")) {
            let command = line.replace("data/", &project("data/"));
            place.chase(&command).status(0);
            run += 1;
        }
    }
    assert!(run >= 8, "only {run} commands were found");
}

/// What the README says of a position happens: moves as typed, each in its side's own view.
#[test]
fn positions_show_their_idea() {
    for (position, moves, end) in [
        ("capture-chain", "tu eu er mr", "Side 1 wins: CAPTURE"),
        ("mouse-beats-elephant", "mu tu mu", "Side 0 wins: DEN"),
        ("den-race", "tu tu tu tu tu tu tr tr tr tr tr", "Side 0 wins: DEN"),
        ("no-move", "du", "Side 0 wins: NO_MOVE"),
    ] {
        let place = Place::new();
        let file = project(&format!("data/animal-checkers/{position}.txt"));
        let args = ["play", "animal-checkers", "--position", &file, "--side", "0"];
        let people = ["--player", "human", "--player", "human", "--seed", "1"];
        let args = [&args[..], &people].concat();
        let moves = moves.replace(' ', "\n");
        place.chase_with(&args, format!("{moves}\n")).status(0).stdout_has(end);
    }
    for (moves, end) in
        [("tu\neu\ntu\neu\ntu\n", "Side 0 wins: DEN"), ("tu\neu\ntr\neu\ntl\n", "Draw: MOVE_LIMIT")]
    {
        let file = project("data/animal-checkers/almost-drawn.toml");
        let args = ["play", "animal-checkers", "--scenario-file", &file];
        let people = ["--player", "human", "--player", "human", "--seed", "1"];
        Place::new().chase_with(&[&args[..], &people].concat(), moves).status(0).stdout_has(end);
    }
}

/// What the README says of staying on a board happens.
#[test]
fn boards_show_what_staying_does() {
    for (board, end) in
        [("lines", "The player wins: no robot is left"), ("ring", "The player dies")]
    {
        let file = project(&format!("data/robots/{board}.txt"));
        let args = ["play", "robots", &file, "--seed", "1"];
        Place::new().chase_with(&args, "stay\n".repeat(16)).status(0).stdout_has(end);
    }
}

/// What the games bring along stands beside their code too, where their crate is packed from.
#[test]
fn what_games_bring_along_is_what_lies_in_data() {
    let brought = [
        ("police", "police", "citiesInformants.data"),
        ("police", "police", "agentsS3.data"),
        ("robots", "robots", "crowd.txt"),
        ("robots", "robots", "lines.txt"),
        ("robots", "robots", "open.txt"),
        ("robots", "robots", "ring.txt"),
        ("scotland_yard", "scotland-yard/full", "graph.txt"),
        ("scotland_yard", "scotland-yard/full", "pos.txt"),
    ];
    let mut found = Vec::new();
    for folder in ["police", "robots", "scotland_yard"] {
        found.extend(files_below(Path::new(&project(&format!("src/games/{folder}/data")))));
    }
    assert_eq!(found.len(), brought.len(), "{found:?}");
    for (folder, data, name) in brought {
        let ours = std::fs::read(project(&format!("src/games/{folder}/data/{name}")));
        let theirs = std::fs::read(project(&format!("data/{data}/{name}")));
        assert!(ours.expect("a file") == theirs.expect("a file"), "data/{data}/{name}");
    }
}
