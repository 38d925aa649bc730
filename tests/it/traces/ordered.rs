//! Events that are compared in the order of their entity, against an oracle that tries every way to pair them.

use chase::engine::dice::{Dice, Generator};

use crate::harness::Place;

/// An event: its tick in hundredths, and its value.
type Event = (i64, u32);

const ENTITIES: [&str; 3] = ["a", "b", "c"];

/// The farthest that two events may be apart, in hundredths.
const APART: i64 = 150;

/// The events of an entity, and the same with other ticks, some of them lost and some values changed.
fn drawn(draw: &mut Dice) -> [Vec<Event>; 2] {
    let mut theirs: Vec<Event> = Vec::new();
    let mut tick = i64::from(draw.below(300));
    for _ in 0..draw.below(7) {
        theirs.push((tick, draw.below(3)));
        tick += i64::from(draw.below(400));
    }
    let mut ours = Vec::new();
    for (tick, value) in &theirs {
        let value = match draw.below(8) {
            0 => continue,
            1 => 3,
            _ => *value,
        };
        ours.push((tick + i64::from(draw.below(200)), value));
    }
    ours.sort_by_key(|event| event.0);
    [ours, theirs]
}

/// What a way to pair events costs, and the pairs whose values differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    alone: usize,
    apart: i64,
    differ: usize,
}

/// All ways to pair events in their order.
fn ways(ours: &[Event], theirs: &[Event]) -> Vec<Way> {
    let alone = |way: Way| Way { alone: way.alone + 1, ..way };
    let nothing = Way { alone: 0, apart: 0, differ: 0 };
    let (Some(mine), Some(other)) = (ours.first(), theirs.first()) else {
        let alone = ours.len() + theirs.len();
        return vec![Way { alone, ..nothing }];
    };
    let mut found: Vec<_> = ways(&ours[1..], theirs).into_iter().map(alone).collect();
    found.extend(ways(ours, &theirs[1..]).into_iter().map(alone));
    let apart = (mine.0 - other.0).abs();
    if apart <= APART {
        let both = |way: Way| Way {
            apart: way.apart + apart,
            differ: way.differ + usize::from(mine.1 != other.1),
            ..way
        };
        found.extend(ways(&ours[1..], &theirs[1..]).into_iter().map(both));
    }
    found
}

/// The best ways: of these with most pairs those with the smallest sum of distances.
fn best(ours: &[Event], theirs: &[Event]) -> Vec<Way> {
    let mut found = ways(ours, theirs);
    found.sort_unstable();
    found.dedup();
    let least = (found[0].alone, found[0].apart);
    found.retain(|way| (way.alone, way.apart) == least);
    found
}

fn log(sides: &[[Vec<Event>; 2]], side: usize) -> String {
    let mut rows: Vec<(i64, usize, u32)> = Vec::new();
    for (n, events) in sides.iter().enumerate() {
        rows.extend(events[side].iter().map(|event| (event.0, n, event.1)));
    }
    rows.sort_by_key(|row| row.0);
    let rows = rows
        .iter()
        .map(|(tick, n, value)| format!("{},{},{value}\n", *tick as f64 / 100.0, ENTITIES[*n]));
    format!("t,entity,value\n0,z,0\n{}", rows.collect::<String>())
}

/// Given drawn events of three entities, as many meet as can, and those whose values differ are those of the best way.
#[test]
fn drawn_events_meet_as_the_oracle_says() {
    let place = Place::new();
    let mut draw = Dice::new(Generator::Chacha8, 45, 0);
    let (mut clear, mut alone) = (0, 0);
    for n in 0..60 {
        let sides: Vec<_> = ENTITIES.iter().map(|_| drawn(&mut draw)).collect();
        place.write("ours.csv", log(&sides, 0));
        place.write("theirs.csv", log(&sides, 1));
        let ran = place.chase(
            "diff ours.csv theirs.csv --entity entity --sync order --tick-tolerance 1.5 --format json",
        );
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let best: Vec<_> = sides.iter().map(|it| best(&it[0], &it[1])).collect();
        let cycles = &report["cycles"];
        let lone = cycles["missing_entities"].as_u64().zip(cycles["extra_entities"].as_u64());
        let lone = lone.map(|(missing, extra)| (missing + extra) as usize);
        let due: usize = best.iter().map(|ways| ways[0].alone).sum();
        assert_eq!(lone, Some(due), "{n}: {ran}");
        alone += due;
        if best.iter().all(|ways| ways.len() == 1) {
            let differ: usize = best.iter().map(|ways| ways[0].differ).sum();
            let out = report["columns"][0]["out"].as_u64().unwrap_or(0);
            assert_eq!(out as usize, differ, "{n}: {ran}");
            clear += 1;
        }
    }
    assert!(clear > 30 && alone > 30, "{clear} {alone}");
}

/// The hint about events names the order, and a distance that a fault of some events does not set.
#[test]
fn the_hint_knows_events() {
    let place = Place::new();
    let mut draw = Dice::new(Generator::Chacha8, 46, 0);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for entity in ENTITIES {
        let mut tick = 0;
        for n in 0..40 {
            tick += 500 + i64::from(draw.below(700));
            let late = if entity == "c" && n > 30 { 400 } else { 0 };
            theirs.push((tick, entity, n));
            ours.push((tick + 1 + i64::from(draw.below(9)) + late, entity, n));
        }
    }
    for (name, mut rows) in [("ours.csv", ours), ("theirs.csv", theirs)] {
        rows.sort_unstable();
        let rows =
            rows.iter().map(|(tick, entity, n)| format!("{},{entity},{n}\n", *tick as f64 / 100.0));
        place.write(name, format!("t,entity,n\n{}", rows.collect::<String>()));
    }
    let ran = place.chase("diff ours.csv theirs.csv --brief").status(1);
    let (_, hint) = ran.stdout.split_once("`diff ").expect("a hint");
    let (hint, _) = hint.split_once("` aligns them").expect("its end");
    let (_, apart) = hint.split_once("--sync order --tick-tolerance ").expect("the order");
    let apart: f64 = apart.parse().expect("a distance");
    assert!((0.09..4.0).contains(&apart), "{apart}");
    place
        .chase(&format!("diff ours.csv theirs.csv {hint} --brief"))
        .status(1)
        .stdout_has("different: c is missing in ours at t ");
}
