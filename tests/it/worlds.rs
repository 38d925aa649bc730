//! The same commands in worlds on disk and in memory, side by side in one process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Mutex;

use chase::cli::perform;
use chase::games::project_games;
use chase::world::{FileKind, Files, KeptBytes, World, WorldParts, WorldPath};

use crate::harness::{Place, project};

/// What a command says in a world: its status and both streams.
fn said(files: &Files, words: &str, input: &str) -> (u8, String, String) {
    let errors = KeptBytes::default();
    let world = World::new(WorldParts {
        files: files.clone(),
        input: Mutex::new(Box::new(Cursor::new(input.to_owned()))),
        errors: Mutex::new(Box::new(errors.clone())),
        ..WorldParts::of_process("chase")
    });
    let words: Vec<_> = ["chase"].into_iter().chain(words.split(' ')).map(OsString::from).collect();
    let mut output = Vec::new();
    let status = perform(&world, project_games(), &words, &mut output);
    (
        status,
        String::from_utf8(output).expect("text"),
        String::from_utf8(errors.take()).expect("text"),
    )
}

/// All files below a folder, with their bytes.
fn held(folder: &WorldPath, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for (path, kind) in folder.list().expect("a folder") {
        match kind {
            FileKind::Folder => held(&path, found),
            _ => drop(found.insert(path.path().to_owned(), path.read().expect("a file"))),
        }
    }
}

#[test]
fn commands_say_and_leave_the_same_in_memory_and_on_disk() {
    let place = Place::new();
    let on_disk = Files::Disk(place.path().to_owned());
    let in_memory = WorldParts::empty("chase").files;
    let world = |files: &Files| {
        World::new(WorldParts { files: files.clone(), ..WorldParts::empty("chase") })
    };
    for files in [&on_disk, &in_memory] {
        let put = |name: &str, from: &str| {
            let bytes = std::fs::read(project(from)).expect("a file of the project");
            world(files).at(name).write(bytes).expect("room for it");
        };
        put("ref.txt", "tests/reference/police/S3.txt");
        put("cities.data", "data/police/citiesInformants.data");
        put("agents.data", "data/police/agentsS3.data");
        put("golden.csv", "data/traces/ring/golden.csv");
        world(files).at("logs").create_folder().expect("a folder");
    }
    for (words, input) in [
        ("record police cities.data agents.data 10 2 -o ours.json", ""),
        ("record police cities.data agents.data 10 2 -o ours.json", ""),
        ("record police cities.data agents.data 10 3 -o ours.json", ""),
        ("record police cities.data agents.data 10 3 -o ours.json --force", ""),
        // Files in memory have no times, so one recording alone is the newest.
        ("diff ref.txt", ""),
        ("record police none.data agents.data 10 3", ""),
        ("record police --seed 4 -o -", ""),
        ("record robots --seed 7 -o robots.chase", ""),
        ("info ours.json", ""),
        ("replay ours.json --hour 3", ""),
        ("diff ours.json ref.txt", ""),
        ("diff ref.txt -", "no transcript"),
        ("diff golden.csv golden.csv --tick t", ""),
        ("verify ours.json ref.txt --json", ""),
        ("verify .", ""),
        ("convert robots.chase robots.json", ""),
        ("verify robots.json robots.chase", ""),
        ("trace ours.json", ""),
        ("analyse ours.json", ""),
        ("view ours.json -o page.html", ""),
        ("new police --seed 3", ""),
        ("new scotland-yard --stations 20 --seed 3 -o logs", ""),
        ("new scotland-yard --stations 20 --seed 3 -o none", ""),
        ("sweep police --games 30 --seed 1 --jobs 1 -o sweep --per-game", ""),
        ("sweep show sweep", ""),
        ("sweep police --games 30 --seed 1 -o sweep", ""),
        ("laws robots --states 50 --games 1 --brief", ""),
        ("man --all pages", ""),
        ("no-such-command", ""),
    ] {
        let (one, other) = (said(&on_disk, words, input), said(&in_memory, words, input));
        assert_eq!(one, other, "{words}");
    }
    let all = [&on_disk, &in_memory].map(|files| {
        let mut found = BTreeMap::new();
        held(&world(files).at(""), &mut found);
        // Where its blocks end depends on the clock.
        found.retain(|path, _| path.extension().is_none_or(|it| it != "chase"));
        found
            .into_iter()
            .map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned()))
            .collect::<BTreeMap<_, _>>()
    });
    let [on_disk, in_memory] = all;
    assert!(on_disk.len() > 15, "{:?}", on_disk.keys());
    assert_eq!(on_disk.keys().collect::<Vec<_>>(), in_memory.keys().collect::<Vec<_>>());
    for (path, text) in &on_disk {
        assert!(in_memory[path] == *text, "{}", path.display());
    }
}
