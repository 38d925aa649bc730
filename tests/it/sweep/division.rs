//! Results do not depend on workers, parts, their order, or when it was interrupted.

use chase::sweep::{Coverage, Folder, Shard, SweepPiece, merge_games};
use chase::world::WorldPath;

use super::{played, police, run, table};
use crate::harness::Place;

#[test]
fn one_worker_two_and_seven_come_to_the_same() {
    let (place, spec) = (Place::new(), police(300, 64, None));
    let all = [1, 2, 7].map(|jobs| {
        let path = place.file(&format!("jobs-{jobs}"));
        let folder = played(&path, &spec, &run(jobs, None));
        let log = std::fs::read(path.join("shards.log")).expect("a log");
        let games = std::fs::read(path.join("games.csv")).expect("games");
        (table(&folder), log, games)
    });
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
    let lines = all[0].2.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(lines, 1 + 6 * 300);
}

/// Parts in any order, one of them twice: the same tables.
fn put_together(place: &Place, counts: &[u64]) {
    let spec = police(100, 64, None);
    let whole = played(&place.file("whole"), &spec, &run(2, None));
    for &of in counts {
        let path = |part: u64| place.file(&format!("{of}-{part}"));
        let parts = (0..of).map(|part| {
            let shard = Some(Shard { part, of });
            played(&path(part), &spec, &run(1, shard))
        });
        let mut parts: Vec<Folder> = parts.collect();
        parts.reverse();
        parts.push(Folder::read(&WorldPath::on_disk(path(of / 2))).expect("a part"));
        let merged = place.file(&format!("merged-{of}"));
        let mut all = Folder::begin(&WorldPath::on_disk(&merged), spec.clone()).expect("a folder");
        for part in &parts {
            for piece in part.coverage.compact(&spec) {
                all.add(piece).expect("it fits");
            }
        }
        merge_games(&all, &parts).expect("tables of games");
        assert_eq!(table(&all), table(&whole), "{of} parts");
        let games = |folder: &Folder| folder.file("games.csv").read().expect("games");
        assert!(games(&all) == games(&whole), "{of} parts");
    }
}

/// Without one of the parts, with one of another sweep, or with parts that overlap: refused.
#[test]
fn parts_are_put_together_in_any_order_each_game_once() {
    let place = Place::new();
    put_together(&place, &[1, 7, 64]);
    let merge = |parts: &str| place.chase(&format!("sweep merge never {parts}"));
    merge("7-0 7-1 7-2 7-4 7-5 7-6").trouble(&["are missing"]);
    merge("7-0 whole").trouble(&["two pieces have the same games"]);
    played(&place.file("other"), &police(101, 64, None), &run(1, None));
    merge("whole other").trouble(&["other: ", "this is a part of another sweep"]);
    assert!(!place.file("never").exists());
}

#[test]
#[ignore = "257 folders"]
fn many_parts_are_put_together() {
    put_together(&Place::new(), &[256]);
}

/// The same games cannot have come out in two ways.
#[test]
fn other_results_of_the_same_games_are_refused() {
    let (place, spec) = (Place::new(), police(20, 64, None));
    let folder = played(&place.file("run"), &spec, &run(1, None));
    let mut all = Coverage::new(&spec);
    let pieces = folder.coverage.compact(&spec);
    assert!(all.add(pieces[0].clone()).expect("new"));
    assert!(!all.add(pieces[0].clone()).expect("the same"));
    let mut other: SweepPiece = pieces[0].clone();
    other.totals.check_xor ^= 1;
    let error = all.add(other).expect_err("another").to_string();
    assert!(error.contains("different results of the same games"), "{error}");
}

/// The rule looks at shards in their order: when it is met does not depend on who played first.
#[test]
fn a_rule_ends_a_cell_at_the_same_shard_for_any_workers() {
    let (place, spec) = (Place::new(), police(4_000, 100, Some("half-width=0.07")));
    let all = [1, 7].map(|jobs| {
        let path = place.file(&format!("jobs-{jobs}"));
        let folder = played(&path, &spec, &run(jobs, None));
        let games = std::fs::read_to_string(path.join("games.csv")).expect("games");
        (table(&folder), games, folder)
    });
    assert_eq!(all[0].0, all[1].0);
    assert_eq!(all[0].1, all[1].1);
    for cell in 0..spec.cells.len() {
        let (counted, is_enough) = all[0].2.coverage.counted(cell, &spec);
        assert!(is_enough && counted.games < 4_000 && counted.games % 100 == 0);
        let until = spec.until.as_ref().expect("a rule");
        assert!(until.is_met(&counted));
        let lines = all[0].1.lines().filter(|it| it.starts_with(&format!("{cell},")));
        assert_eq!(lines.count() as u64, counted.games, "cell {cell}");
    }
}

/// A line that was cut is played again, one that was changed is told.
#[test]
fn a_damaged_log_is_told_and_a_cut_one_goes_on() {
    let (place, spec) = (Place::new(), police(50, 64, None));
    let whole = table(&played(&place.file("run"), &spec, &run(1, None)));
    let log = place.file("run/shards.log");
    let text = std::fs::read_to_string(&log).expect("a log");
    std::fs::write(&log, &text[..text.len() - 20]).expect("a log");
    for name in ["games.csv", "kept.txt"] {
        std::fs::remove_file(place.file(&format!("run/{name}"))).expect("a file");
    }
    let mut cut = Folder::resume(&WorldPath::on_disk(place.file("run"))).expect("it goes on");
    assert_eq!(cut.coverage.games(), 250);
    let plain = chase::sweep::SweepRun { keeps_games: false, ..run(1, None) };
    plain.play(&mut cut, &mut |_, _| {}).expect("it is played");
    assert_eq!(table(&cut), whole);
    std::fs::write(&log, text.replacen("\"games\":50", "\"games\":49", 1)).expect("a log");
    place.chase("sweep show run").trouble(&["run/shards.log:2", "checksum"]);
}

/// What stands in the folder of a sweep belongs together, or it is said that it does not.
#[test]
fn a_log_that_was_cut_or_zeroed_and_a_changed_table_are_told() {
    let place = Place::new();
    place.chase("sweep police --two-coloured --hours 20 --seed 3 --games 50 -o run").status(0);
    place.chase("sweep show run").status(0);
    let log = String::from_utf8(place.read("run/shards.log")).expect("text");
    let first = log.find('\n').expect("a line") + 1;
    let other = "does not match shards.log, whose games are shown";
    // given a log that ends behind its first line
    place.write("run/shards.log", &log[..first]);
    let ran = place.chase("sweep show run").status(1);
    ran.stderr_has("run/cells.csv").stderr_has("run/cells.json").stderr_has(other);
    place.chase("sweep show run --html page.html").status(1);
    // one of which nothing but zeros is left, all of it or but for the first line
    for kept in [0, first] {
        let zeros = "\0".repeat(log.len() - kept);
        place.write("run/shards.log", log[..kept].to_owned() + &zeros);
        place.chase("sweep show run").trouble(&["run/shards.log:"]);
    }
    // and a table in which a number was changed
    place.write("run/shards.log", &log);
    let table = String::from_utf8(place.read("run/cells.csv")).expect("text");
    place.write("run/cells.csv", table.replacen("0,50,", "0,51,", 1));
    let ran = place.chase("sweep show run").status(1);
    ran.stderr_has("run/cells.csv").stderr_has(other);
    // A sweep that was never played to its end has no tables.
    for name in ["cells.csv", "cells.json"] {
        std::fs::remove_file(place.file(&format!("run/{name}"))).expect("a file");
    }
    place.chase("sweep show run").status(0);
}
