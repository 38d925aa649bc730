//! Events that are compared in the order of their entity, against an oracle that tries every way to pair them.

use chase::engine::dice::{Dice, Generator};

use crate::harness::{Place, Ran};

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

fn order(place: &Place, words: &str) -> Ran {
    let diff = "diff ours.csv theirs.csv --entity entity --sync order";
    place.chase(&format!("{diff} {words}"))
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
        let ran = order(&place, "--tick-tolerance 1.5 --format json");
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

/// An event that is lost or too many is reported, and all others meet; far too late is both.
#[test]
fn a_lost_event_shifts_no_other() {
    let place = Place::new();
    let theirs =
        "t,entity,event\n1,a,comes\n2,b,comes\n3,a,served\n4,a,leaves\n6,b,served\n9,b,leaves\n";
    place.write("theirs.csv", theirs);
    place.write("ours.csv", theirs.replace("3,a,served\n", "").replace("9,b", "9.2,b"));
    order(&place, "--tick-tolerance 0.5 --brief")
        .status(1)
        .stdout_is("different: a is missing in ours at t 3\n");
    order(&place, "--tick-tolerance 0.5")
        .stdout_has("sync    order: the events of each entity are paired in their order, at most 0.5 apart\n")
        .stdout_has("entities: 1 lines missing in ours");
    place.write("ours.csv", theirs.replace("6,b", "6.1,b").replace("9,b,leaves", "9.2,b,stays"));
    order(&place, "--tick-tolerance 0.5 --brief")
        .status(1)
        .stdout_is("different: event of b at t 9: ours stays, theirs leaves (texts)\n");
    order(&place, "--brief").status(1).stdout_is("different: b is missing in ours at t 6\n");
    // Rows without entities are the events of one.
    place.write("theirs.csv", "t,x\n1,7\n2,8\n2,9\n4,5\n");
    place.write("ours.csv", "t,x\n1.1,7\n2,9\n4.1,5\n");
    place
        .chase("diff ours.csv theirs.csv --sync order --tick-tolerance 0.2 --tick t --brief")
        .status(1)
        .stdout_has("different: x at t 2: ours 9, theirs 8");
}

/// Many events, of which one is lost. If the tolerance is wider than their distance they are all one group, of which the older
/// half is decided when there is too much of it: the first difference is where it was.
#[test]
fn events_that_never_pause_are_compared_in_bounded_steps() {
    let place = Place::new();
    let rows = |wrong: usize| -> String {
        let row = |n: usize| format!("{n},a,{}\n", if n == wrong { 0 } else { n });
        format!("t,entity,x\n{}", (1..4000).map(row).collect::<String>())
    };
    place.write("theirs.csv", rows(0));
    place.write("ours.csv", rows(3000).replacen("1500,a,1500\n", "", 1));
    order(&place, "--tick-tolerance 0.4")
        .status(1)
        .stdout_has("first difference: a is missing in ours at t 1500\n")
        .stdout_has("  a is missing in ours at t 1500\n  x of a at t 3000 (by 3000)\n")
        .stdout_has("cycles: 3999 compared, 3997 equal, 0 within the tolerance, 2 different");
    order(&place, "--tick-tolerance 5")
        .status(1)
        .stdout_has("first difference: x of a at t 1500: ours 1501, theirs 1500");
}

#[test]
fn what_means_nothing_of_events_is_refused() {
    let place = Place::new();
    place.write("ours.csv", "t,entity,x\n1,a,1\n");
    place.write("theirs.csv", "t,entity,x\n1,a,1\n");
    order(&place, "--tolerance x=2cycles")
        .status(2)
        .stderr_has("chase: x of an event cannot come early or late by cycles or ticks");
    place
        .chase("diff ours.csv theirs.csv --sync order,x=nearest")
        .trouble(&["x cannot be compared by nearest if rows are events"]);
    place
        .chase("diff ours.csv theirs.csv --sync union,x=order")
        .trouble(&["order cannot be set for one column (x)"]);
    let vcd = "$timescale 1ns $end\n$var wire 1 ! q $end\n$enddefinitions $end\n#0\n0!\n";
    place.write("a.vcd", vcd);
    place
        .chase("diff a.vcd a.vcd --sync order")
        .status(2)
        .stderr_has("chase: --sync order does not compare logs of changes");
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
