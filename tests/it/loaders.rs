//! Damaged input for everything that reads files and texts: each is taken or refused with words,
//! and no reader panics. The cases come from a fixed seed, so that each can be played again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::Game as _;
use chase::games::animal_checkers::board::Position;
use chase::games::fishing::state_file::StateFile;
use chase::games::police::Police;
use chase::games::police::loader::{Source, load};
use chase::games::robots::RobotsGame;
use chase::games::robots::game_file::FileGames;
use chase::games::robots::scenario::Mode;
use chase::games::scotland_yard::graph::Graph;
use chase::games::{self, project_games};
use chase::kit::trace::read_all;
use chase::record::any::DrawnHistory;
use chase::record::replay::Header;
use chase::store::ReplayReader;
use chase::world::WorldPath;

use crate::harness::{Place, data, project};

/// Numbers at which arithmetic on input goes wrong where it is not checked.
const NUMBERS: [&str; 16] = [
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999",
    "4294967295",
    "4294967296",
    "2147483647",
    "2147483648",
    "-2147483648",
    "65535",
    "65536",
    "256",
    "255",
    "0",
    "-1",
    "1e308",
];

/// Bytes that mean something to a reader.
const BYTES: &[u8] = b"\n\r\t \0\xff\xc3/:=,.\"'[]{}#@-09azX";

fn below(dice: &mut Dice, n: usize) -> usize {
    dice.below(u32::try_from(n.max(1)).expect("a short text")) as usize
}

/// Where the runs of digits are.
fn numbers(text: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..].iter().take_while(|it| it.is_ascii_digit()).count();
        if digits > 0 {
            found.push((at, at + digits));
        }
        at += digits.max(1);
    }
    found
}

/// One to three changes: another number, another byte, a part left out, said twice or moved.
fn damaged(good: &[u8], dice: &mut Dice) -> Vec<u8> {
    const PART_MAX: usize = 40;
    let mut text = good.to_vec();
    for _ in 0..=below(dice, 3) {
        let from = below(dice, text.len());
        let to = (from + below(dice, PART_MAX)).min(text.len());
        match below(dice, 6) {
            0..=2 => {
                let all = numbers(&text);
                if let Some(&(from, to)) = all.get(below(dice, all.len())) {
                    text.splice(from..to, NUMBERS[below(dice, NUMBERS.len())].bytes());
                }
            }
            3 => {
                let byte = BYTES[below(dice, BYTES.len())];
                text.splice(from..(from + 1).min(text.len()), [byte]);
            }
            4 => drop(text.drain(from..to)),
            _ => {
                let part = text[from..to].to_vec();
                let at = below(dice, text.len());
                text.splice(at..at, part);
            }
        }
    }
    text
}

/// Gives a reader damaged input, and says which case it panicked at.
fn survives(what: &str, good: &[u8], cases: u64, read: impl Fn(&[u8])) {
    read(good);
    for case in 0..cases {
        let input = damaged(good, &mut Dice::new(Generator::Chacha8, 17, case));
        let survived = catch_unwind(AssertUnwindSafe(|| read(&input)));
        let text = String::from_utf8_lossy(&input);
        assert!(survived.is_ok(), "{what}, case {case}, panicked at:\n{text}");
    }
}

fn file(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("a file of the project")
}

#[test]
fn police_files() {
    let (cities, agents) = (file(&data("citiesMedium")), file(&data("agentsS3")));
    let read = |cities: &[u8], agents: &[u8]| {
        let source = |name, bytes| Source { name, bytes };
        if let Ok(loaded) = load(source("c", cities), source("a", agents), 10) {
            drop(Police::new(loaded.scenario));
        }
    };
    survives("cities", &cities, 3_000, |bad| read(bad, &agents));
    survives("agents", &agents, 3_000, |bad| read(&cities, bad));
}

#[test]
fn a_strategy_past_all_numbers_is_refused() {
    let cities = file(&data("citiesMedium"));
    for code in ["9223372036854775807", "-9223372036854775808"] {
        let agents = format!("9 0 2 T\n9 1 {code} D1\n9 1 1 D2\n9 2 2 D3\n9 2 -1 D4\n");
        let agents = Source { name: "a", bytes: agents.as_bytes() };
        let error =
            load(Source { name: "c", bytes: &cities }, agents, 10).expect_err("no strategy");
        assert!(error.to_string().contains(&format!("a:2:5: no strategy {code}")), "{error}");
    }
}

#[test]
fn boards_of_scotland_yard() {
    let board = file(&project("data/scotland-yard/tiny/graph.txt"));
    survives("a board", &board, 3_000, |bad| drop(Graph::parse("graph.txt", bad)));
}

#[test]
fn state_files_of_fishing() {
    let state = b"3 3\n01 20 30\n20 02 20\n30 20 20\nann 1 3\nbob 2 2\n";
    survives("a state file", state, 5_000, |bad| drop(StateFile::parse(bad)));
}

#[test]
fn files_of_robots() {
    let games = b"2 1\n1 1\n2 9\n3 4\n1 0\n12 40\n0 0\n";
    survives("games", games, 5_000, |bad| {
        for game in FileGames::parse("r.txt", bad).into_iter().flat_map(|all| all.games) {
            drop(RobotsGame::new(game.scenario(Mode::Reuse)));
        }
    });
}

#[test]
fn positions_of_animal_checkers() {
    let rows = b".m.x.e.\n..t.d..\n.......\n.......\n.......\n..D.T..\n.E.X.M.";
    survives("a position", rows, 5_000, |bad| {
        let text = String::from_utf8_lossy(bad);
        drop(Position::from_rows(&text.lines().collect::<Vec<_>>()));
    });
}

/// One replay of each game.
const REPLAYS: [&str; 5] = [
    "replays/police/S3.json",
    "replays/scotland-yard/captured.json",
    "replays/animal-checkers/capture.json",
    "replays/fishing/few_floes.json",
    "replays/robots/caught.json",
];

#[test]
fn recordings_of_every_game() {
    let place = Place::new();
    let open = |header: &mut Header| -> Result<Box<dyn DrawnHistory>, chase::Error> {
        let game = games::project_games().find(&header.game)?;
        let opened = game.open(header);
        opened.map_err(|_| chase::Error::new("refused"))
    };
    assert_eq!(REPLAYS.len(), project_games().all().len());
    for path in REPLAYS {
        survives(path, &file(&project(path)), 150, |bad| {
            let bad = place.write("bad.json", bad);
            if let Ok(mut reader) = ReplayReader::open(&WorldPath::on_disk(&bad), &open) {
                while reader.next_cycle().is_ok_and(|more| more) {}
            }
        });
    }
}

#[test]
fn transcripts_of_every_game() {
    let place = Place::new();
    for path in REPLAYS {
        let told = place.chase_with(&["replay", &project(path)], "").fine().stdout;
        let game = path.split('/').nth(1).expect("a folder");
        let game = games::project_games().find(game).expect("a game");
        survives(path, told.as_bytes(), 300, |bad| {
            let bad = String::from_utf8_lossy(bad);
            drop(read_all(&mut *game.reader(), &bad));
        });
    }
}

/// A map that no replay can hold is refused before it is made, and leaves nothing.
#[test]
fn a_map_too_large_for_a_replay_is_refused() {
    let place = Place::new();
    let name = "x".repeat(1 << 20);
    let cities = (0..65).map(|id| format!("{id} n {name}\n"));
    place.write("c.data", format!("65\n{}", cities.collect::<String>()));
    place.write("a.data", "9 0 2 T\n9 1 0 D1\n9 1 1 D2\n9 2 2 D3\n9 2 -1 D4\n");
    place
        .chase("record police c.data a.data 10 1 -o x.json")
        .trouble(&["c.data: the map is too large: 65 cities", "a recording cannot hold it"]);
    assert_eq!(place.names(), ["a.data", "c.data"]);
}
