//! A match's journal on a disk that fails: its first line is whole or not there, what was synced
//! stays, and a match that goes on from what is left ends as if nothing had happened.

use std::path::Path;
use std::time::Duration;

use chase::arena::journal::Journal;
use chase::store::LineLog;
use chase::world::WorldPath;

use super::simulated::Simulated;
use super::{count_in_parallel, in_memory};
use crate::harness::Place;

const WORDS: &str = "match animal-checkers --games 12 --seed 5 --plies 4 --format json \
                     --player random --player greedy --replays games";

/// A match in a new folder, its standings and its journal.
fn played() -> (Place, String, Vec<u8>) {
    let place = Place::new();
    let told = place.chase(WORDS).fine().stdout;
    let journal = place.read("games/match.jsonl");
    (place, told, journal)
}

/// The lines of a journal in one order: a game that is played again stands behind the others.
fn lines(journal: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(journal);
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// What is found of a journal after a crash while its lines were written; nothing where it had not
/// begun.
fn crashed(journal: &[u8], seed: u64) -> Option<Vec<u8>> {
    let (operations, fault_rate) = (seed % 29, [0, 10][(seed / 29 % 2) as usize]);
    let disk = Simulated::new(seed, operations, fault_rate, journal);
    let path = Path::new("match.jsonl");
    let mut lines = std::str::from_utf8(journal).expect("text").lines();
    let first = lines.next().expect("a first line");
    let begun = LineLog::create(disk.clone(), path, first);
    let is_begun = begun.is_ok();
    if let Ok(mut log) = begun {
        for line in lines {
            disk.wait(Duration::from_millis(disk.draw(1_500)));
            if log.write(line).is_err() {
                break;
            }
        }
        // An interrupted match goes on in a new file.
        if disk.draw(4) == 0 {
            let cut = journal.len() - 300;
            let cut = journal[..cut].iter().rposition(|byte| *byte == b'\n');
            let _ = log.replace(&journal[..=cut.expect("lines")]);
        }
    }
    let (kept, found) = (disk.kept(path), disk.crash(path));
    assert!(!is_begun || found.is_some(), "seed {seed}: the journal is gone");
    let found = found?;
    assert!(
        found.len() > first.len() && found.starts_with(first.as_bytes()),
        "seed {seed}: half a first line"
    );
    // An error of a sync leaves anything; without one it is a beginning of the other.
    if fault_rate == 0 {
        let kept = kept.unwrap_or_default();
        let shorter = kept.len().min(found.len());
        assert_eq!(kept[..shorter], found[..shorter], "seed {seed}");
    }
    Some(found)
}

#[test]
fn a_journal_after_a_crash_is_read_or_its_bad_line_is_told() {
    const CRASHES: usize = 3_000;
    let (place, _, journal) = played();
    let plan = Journal::plan(&WorldPath::on_disk(place.file("games"))).expect("a journal");
    let plan = plan.expect("a plan");
    let resumed = |n: usize| {
        let Some(found) = crashed(&journal, n as u64 + 1) else {
            return false;
        };
        let path = in_memory("match.jsonl");
        path.write(found).expect("room");
        match Journal::resume(&path.folder(), &plan) {
            Ok(_) => true,
            Err(error) => {
                assert!(error.to_string().contains("not a game's line"), "{error}");
                false
            }
        }
    };
    let resumed = count_in_parallel(CRASHES, resumed);
    assert!(resumed > CRASHES / 2, "{resumed} went on");
}

#[test]
fn a_match_goes_on_after_a_crash_and_ends_the_same() {
    const CRASHES: u64 = 25;
    let (place, told, journal) = played();
    let found = (1..).filter_map(|n| crashed(&journal, 97 * n));
    for found in found.take(CRASHES as usize) {
        place.write("games/match.jsonl", &found);
        let ran = place.chase(&format!("{WORDS} --resume"));
        if ran.status == Some(2) {
            ran.trouble(&["not a game's line"]);
            continue;
        }
        assert_eq!(ran.status(0).stdout, told);
        assert_eq!(lines(&place.read("games/match.jsonl")), lines(&journal));
    }
}
