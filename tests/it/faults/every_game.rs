//! What holds for the recordings of every game: these tests walk `GAMES` and name none.

use std::collections::{BTreeMap, BTreeSet};

use chase::engine::any::{Projections, RefusedCycle};
use chase::engine::budget::StopFlag;
use chase::engine::replay::Header;
use chase::games::{GAMES, project_games};
use chase::store::ReplayReader;
use serde_json::Value;

use super::container::File;
use super::cuts::whole_cycles;
use super::flips::flip_all;
use super::{Scratch, count_in_parallel, open, recorded};
use crate::harness::project;

/// Cycles in a frame of the binary forms below.
const IN_A_FRAME: u32 = 4;

/// For each game the header of its shortest golden replay of built-in players that is long
/// enough to be cut into frames.
fn headers() -> Vec<Header> {
    GAMES.iter().map(|game| header(game.name())).collect()
}

fn header(game: &str) -> Header {
    let folder = project(&format!("replays/{game}"));
    let entries = std::fs::read_dir(folder).expect("golden replays");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let replays = paths.filter_map(|path| {
        let reader = ReplayReader::open(&path, &open).ok()?;
        let header = reader.header().clone();
        let can_be_played =
            project_games().find(game).expect("a game").record(&mut header.clone()).is_ok();
        let size = std::fs::metadata(&path).expect("a file").len();
        let is_long = recorded_lines(&path) > IN_A_FRAME as usize;
        (can_be_played && is_long).then_some((size, header))
    });
    let shortest = replays.min_by_key(|(size, _)| *size);
    shortest.unwrap_or_else(|| panic!("{game} has no golden replay to break")).1
}

fn recorded_lines(path: &std::path::Path) -> usize {
    let text = std::fs::read_to_string(path).expect("JSON");
    text.matches("\n{\"cycle\":").count()
}

#[test]
fn every_bit_flip_is_refused_or_white_space() {
    for header in headers() {
        let bytes = recorded(header.clone(), "chase");
        for file in [File::reframed, File::in_columns].map(|frame| frame(&bytes, IN_A_FRAME)) {
            assert_eq!(flip_all(&file.bytes()), 0, "{}", header.game);
        }
        let bytes = recorded(header.clone(), "json");
        let white = bytes.iter().filter(|byte| byte.is_ascii_whitespace());
        assert!(flip_all(&bytes) <= white.count(), "{}", header.game);
    }
}

#[test]
fn what_is_cut_at_any_byte_is_a_prefix_or_refused() {
    for header in headers() {
        let game = &header.game;
        let bytes = recorded(header.clone(), "chase");
        for file in [File::reframed, File::in_columns].map(|frame| frame(&bytes, IN_A_FRAME)) {
            let bytes = file.bytes();
            let whole = Scratch::new().read(&bytes).expect("a good file");
            count_in_parallel(bytes.len(), |scratch, end| {
                if let Ok(told) = scratch.read(&bytes[..end]) {
                    let cycles = whole_cycles(&file, end);
                    assert_eq!(told.cycles, whole.cycles[..cycles], "{game} cut at {end}");
                    assert!(told.warning.is_some(), "{game} cut at {end}");
                } else {
                    assert!(end < file.starts()[0], "{game} cut at {end}");
                }
                true
            });
        }
        let bytes = recorded(header.clone(), "json");
        let end = bytes.trim_ascii_end().len();
        let refused = count_in_parallel(end, |scratch, end| scratch.read(&bytes[..end]).is_err());
        assert_eq!(refused, end, "{game}");
    }
}

/// Everything that stands under a name somewhere in a recording.
type Seen = BTreeMap<String, Vec<Value>>;

fn gather(value: &Value, name: &str, seen: &mut Seen) {
    let there = seen.entry(name.to_owned()).or_default();
    if !there.contains(value) && there.len() < 6 {
        there.push(value.clone());
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, name, seen)),
        Value::Object(fields) => fields.iter().for_each(|(name, it)| gather(it, name, seen)),
        _ => {}
    }
}

/// Every value one small lie away: a number one more or less, another value that stands under the
/// same name elsewhere, an item left out, told twice or told later.
fn lies(value: &Value, name: &str, seen: &Seen) -> Vec<Value> {
    let mut lies: Vec<Value> = seen.get(name).into_iter().flatten().cloned().collect();
    match value {
        Value::Number(number) => {
            let number = number.as_i64().expect("whole numbers");
            lies.extend([number + 1, number - 1].map(Value::from));
        }
        Value::Array(items) => {
            for n in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(n);
                let mut more = items.clone();
                more.insert(n, items[n].clone());
                let mut later = items.clone();
                later.rotate_left(n);
                lies.extend([fewer, more, later].map(Value::Array));
                for lie in self::lies(&items[n], name, seen) {
                    let mut other = items.clone();
                    other[n] = lie;
                    lies.push(Value::Array(other));
                }
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                for lie in self::lies(field, name, seen) {
                    let mut other = fields.clone();
                    other.insert(name.clone(), lie);
                    lies.push(Value::Object(other));
                }
            }
        }
        _ => {}
    }
    lies.retain(|lie| lie != value);
    lies
}

/// Reads cycles as if every seal had been made anew, and plays them again. Whether all of it is
/// let through, and how far.
fn is_believed(header: &Header, cycles: &[String]) -> bool {
    let mut header = header.clone();
    let game = project_games().find(&header.game).expect("a game");
    let mut now = game.open(&mut header).expect("a scenario");
    let auditor = game.auditor(&*now, &header, &StopFlag::default());
    let mut auditor = auditor.expect("a history of this game");
    now.project(Projections::default());
    for cycle in cycles {
        match now.read_json(cycle) {
            Ok(()) | Err(RefusedCycle::Seal { .. }) => {}
            Err(_) => return false,
        }
        if auditor.check(&*now).is_err() {
            return false;
        }
    }
    true
}

#[test]
fn no_small_lie_about_what_happened_is_believed_though_every_seal_fits() {
    for header in headers() {
        let bytes = recorded(header.clone(), "json");
        let replay: Value = serde_json::from_slice(&bytes).expect("JSON");
        let cycles = replay["cycles"].as_array().expect("a list").clone();
        let mut seen = Seen::new();
        cycles.iter().for_each(|cycle| gather(&cycle["entries"], "entries", &mut seen));
        let told: Vec<String> = cycles.iter().map(Value::to_string).collect();
        assert!(is_believed(&header, &told), "the truth");
        let mut tried = BTreeSet::new();
        for (n, cycle) in cycles.iter().enumerate() {
            for lie in lies(&cycle["entries"], "entries", &seen) {
                // A history that only stops earlier is no lie.
                let is_shorter = n + 1 == cycles.len() && starts_with(&cycle["entries"], &lie);
                let mut other = cycle.clone();
                other["entries"] = lie;
                let line = other.to_string();
                if is_shorter || !tried.insert(line.clone()) {
                    continue;
                }
                let mut lying = told.clone();
                lying[n] = line;
                assert!(!is_believed(&header, &lying), "{}: {}", header.game, lying[n]);
            }
        }
        assert!(tried.len() > 300, "only {} lies", tried.len());
    }
}

fn starts_with(whole: &Value, part: &Value) -> bool {
    match (whole.as_array(), part.as_array()) {
        (Some(whole), Some(part)) => whole.starts_with(part),
        _ => false,
    }
}

#[test]
fn a_state_kept_in_a_frame_that_is_another_is_found_on_the_way_through() {
    for header in headers() {
        let good = File::reframed(&recorded(header.clone(), "chase"), IN_A_FRAME);
        let length = good.frames[1].state.len();
        assert!(length > 0, "{} keeps no states", header.game);
        let refused = count_in_parallel(length * 4, |scratch, n| {
            let mut file = File::reframed(&recorded(header.clone(), "chase"), IN_A_FRAME);
            let byte = &mut file.frames[1].state[n / 4];
            *byte = [byte.wrapping_add(1), byte.wrapping_sub(1), 0xff, *byte ^ 0x40][n % 4];
            scratch.read(&file.settle().bytes()).is_err()
        });
        assert_eq!(refused, length * 4, "{}", header.game);
    }
}
