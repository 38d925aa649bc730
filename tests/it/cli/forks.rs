//! record --number, and recordings that go on from a cycle of another.

use chase::games::project_games;
use chase::opener::opener;
use chase::record::any::RecordingSink;
use chase::store::{Overwrite, ReplayReader, ReplayWriter};
use chase::world::WorldPath;

use crate::harness::{Place, project};

crate::tables::table!();

/// The lines of a recording that hold a cycle.
fn cycles(recording: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(recording).expect("JSON");
    let lines = text.lines().filter(|line| line.starts_with("{\"cycle\":"));
    lines.map(|line| line.trim_end_matches(',').to_owned()).collect()
}

/// Recordings of each game, and whether built-in players alone can go on with them.
const RECORDINGS: [(&str, bool); 8] = [
    ("police/S0", true),
    ("police/S3", true),
    ("animal-checkers/den", true),
    ("animal-checkers/timeout", false),
    ("fishing/shared", true),
    ("scotland-yard/captured", true),
    ("scotland-yard/forfeited", false),
    ("robots/teleport", true),
];

#[test]
fn with_nothing_changed_the_future_is_the_same() {
    let place = Place::new();
    for (name, can_go_on) in RECORDINGS {
        let from = project(&format!("replays/{name}.json"));
        let original = cycles(&std::fs::read(&from).expect("a recording"));
        let hour = (original.len() / 2 - 1).to_string();
        let words = format!("record --from {from} --hour {hour} -o fork.json --force");
        let ran = place.chase(&words);
        if !can_go_on {
            ran.trouble(&["which is not built in, played", "--player"]);
            continue;
        }
        ran.fine();
        let fork = place.read("fork.json");
        assert_eq!(cycles(&fork), original, "{name} after {hour}");
        place.chase("verify fork.json").fine();
        place.chase(&format!("diff fork.json {from}")).fine();
        // and from the binary form into the binary form
        place.chase(&format!("convert {from} whole.chase --force"));
        let args = format!("record --from whole.chase --hour {hour} -o fork.chase --force");
        place.chase(&args).fine();
        place.chase("convert fork.chase again.json --force").fine();
        assert_eq!(place.read("again.json"), fork, "{name} after {hour}");
    }
}

/// A recording that is said to be of another line-up, with seals that fit.
#[test]
fn a_player_that_did_not_play_there_is_found_out() {
    let place = Place::new();
    let from = project("replays/police/S0.json");
    let words = format!("record --from {from} --hour 1 --player D2=dfs -o d2.json");
    place.chase(&words).fine();
    let opener = opener(project_games());
    let mut reader = ReplayReader::open(&WorldPath::on_disk(place.file("d2.json")), &opener)
        .expect("a recording");
    let mut header = reader.header().clone();
    header.players.swap(1, 2);
    let recorder = ReplayWriter::create(
        &WorldPath::on_disk(place.file("lie.json")),
        &header,
        Overwrite::Never,
        &opener,
    );
    let mut recorder = recorder.expect("a new file");
    while reader.next_cycle().expect("a good cycle") {
        recorder.cycle(reader.now()).expect("room");
    }
    recorder.finish(reader.now(), &opener).expect("room");
    place.chase("verify lie.json").status(1).stdout_has("hour 2, D1: played again, it chooses");
}
