//! Two logs that are not sampled alike, against an oracle that knows all of both at once.

use chase::engine::dice::{Dice, Generator};
use chase::traces::{LogColumn, LogReport, SyncMode, SyncSettings, TickTolerance, Tolerance};

use super::report_of;

/// A row: its tick in units of a sixteenth, a number with a point, a whole number and a word.
#[derive(Clone, Debug)]
struct Row {
    tick: i64,
    x: f64,
    n: i64,
    word: &'static str,
}

/// A row at a time where the log may have none: what is not interpolated is of the row before.
type Values = (f64, i64, &'static str);

const COLUMNS: [&str; 3] = ["x", "n", "word"];
const BOUND: f64 = 0.26;

fn log(rows: &[Row]) -> String {
    let mut text = "t,x,n,word\n".to_owned();
    for row in rows {
        let tick = row.tick as f64 / 16.0;
        text.push_str(&format!("{tick},{:.3},{},{}\n", row.x, row.n, row.word));
    }
    text
}

/// Rows at steps of one to six units; now and then two or three rows at one tick.
fn rows(draw: &mut Dice, begin: i64, count: u32) -> Vec<Row> {
    let (mut tick, mut rows) = (begin, Vec::new());
    for _ in 0..count {
        let repeats = match draw.below(12) {
            0 => 2,
            1 => 1 + draw.below(3),
            _ => 1,
        };
        for _ in 0..repeats {
            rows.push(Row {
                tick,
                x: f64::from(draw.below(64)) / 8.0,
                n: i64::from(draw.below(3)),
                word: ["east", "north"][draw.below(2) as usize],
            });
        }
        tick += 1 + i64::from(draw.below(6));
    }
    rows
}

/// The same course of values at other ticks, so that some values are alike.
fn resampled(draw: &mut Dice, of: &[Row], begin: i64, count: u32) -> Vec<Row> {
    let mut others = rows(draw, begin, count);
    for row in &mut others {
        if draw.below(4) > 0
            && let Some((x, n, word)) = between(of, row.tick)
        {
            let x = (x * 1000.0).round() / 1000.0;
            (row.x, row.n, row.word) = (x, n, word);
        }
    }
    others
}

fn at(rows: &[Row], tick: i64) -> Vec<Values> {
    let here = rows.iter().filter(|row| row.tick == tick);
    here.map(|row| (row.x, row.n, row.word)).collect()
}

fn is_inside(rows: &[Row], tick: i64) -> bool {
    rows[0].tick <= tick && tick <= rows[rows.len() - 1].tick
}

/// The last row before a tick and the first behind it.
fn around(rows: &[Row], tick: i64) -> Option<(&Row, &Row)> {
    let before = rows.iter().rfind(|row| row.tick < tick)?;
    Some((before, rows.iter().find(|row| row.tick > tick)?))
}

/// What a log has at a tick that it has no row for: `x` on a line, all else as before.
fn between(rows: &[Row], tick: i64) -> Option<Values> {
    let (before, after) = around(rows, tick)?;
    let weight = |row: &Row| (row.tick - tick).abs() as f64;
    let sum = before.x * weight(after) + after.x * weight(before);
    Some((sum / (weight(before) + weight(after)), before.n, before.word))
}

fn nearest(rows: &[Row], tick: i64) -> Option<Values> {
    let (before, after) = around(rows, tick)?;
    let row = match tick - before.tick <= after.tick - tick {
        true => before,
        false => after,
    };
    Some((row.x, row.n, row.word))
}

/// The distance from a tick outside a log to its end, and how far the log speaks for what lies there: its step, or twice the
/// next one.
fn end(rows: &[Row], tick: i64) -> (i64, i64) {
    let mut ticks: Vec<_> = rows.iter().map(|row| row.tick).collect();
    ticks.dedup();
    if tick > ticks[0] {
        ticks.reverse();
    }
    let steps: Vec<_> = ticks.windows(2).map(|two| (two[1] - two[0]).abs()).collect();
    let step = match steps[..] {
        [] => -1,
        [only] => only,
        [last, next, ..] => last.min(2 * next),
    };
    ((tick - ticks[0]).abs(), step)
}

/// Logs that have the same ticks up to here, or from the next one on, should both have this one.
fn is_due(ours: &[Row], theirs: &[Row], tick: i64) -> bool {
    let ticks = |rows: &[Row]| -> Vec<i64> { rows.iter().map(|row| row.tick).collect() };
    let (mine, others) = (ticks(ours), ticks(theirs));
    let is_before = tick < mine[0] || tick < others[0];
    if is_before {
        let next = |ticks: &[i64]| -> Vec<i64> {
            let mut next: Vec<_> = ticks.iter().copied().filter(|it| *it > tick).collect();
            next.dedup();
            next.truncate(2);
            next
        };
        return next(&mine) == next(&others);
    }
    let common = mine[0].max(others[0])..=mine[mine.len() - 1].min(others[others.len() - 1]);
    let mut before = mine.iter().chain(&others).filter(|it| common.contains(it));
    before.all(|it| mine.contains(it) && others.contains(it))
}

/// What two logs have to show.
#[derive(Debug, Default, PartialEq)]
struct Found {
    compared: u64,
    missing: u64,
    extra: u64,
    outside: [u64; 2],
    out: [u64; 3],
    first: Option<String>,
}

impl Found {
    fn part(&mut self, what: String) {
        self.first.get_or_insert(what);
    }

    fn compare(&mut self, tick: i64, ours: &[Values], theirs: &[Values]) {
        self.compared += 1;
        let limits = |it: &[Values]| vec![it[0], it[it.len() - 1]];
        let (ours, theirs) = match ours.len() == theirs.len() {
            true => (ours.to_vec(), theirs.to_vec()),
            false => (limits(ours), limits(theirs)),
        };
        for (a, b) in ours.iter().zip(&theirs) {
            let alike =
                [(a.0 - b.0).abs() <= BOUND, ((a.1 - b.1) as f64).abs() <= BOUND, a.2 == b.2];
            for n in (0..3).filter(|n| !alike[*n]) {
                self.out[n] += 1;
                self.part(format!("{} at {tick}", COLUMNS[n]));
            }
        }
    }
}

fn oracle(ours: &[Row], theirs: &[Row], mode: SyncMode) -> Found {
    let mut found = Found::default();
    let mut ticks: Vec<_> = ours.iter().chain(theirs).map(|row| row.tick).collect();
    ticks.sort_unstable();
    ticks.dedup();
    for tick in ticks {
        let (mine, others) = (at(ours, tick), at(theirs, tick));
        if !mine.is_empty() && !others.is_empty() {
            found.compare(tick, &mine, &others);
            continue;
        }
        let is_ours = others.is_empty();
        let other = if is_ours { theirs } else { ours };
        if !is_inside(other, tick) {
            let (far, step) = end(other, tick);
            if far <= step && !is_due(ours, theirs, tick) {
                found.outside[usize::from(!is_ours)] += 1;
            } else if is_ours {
                found.extra += 1;
                found.part(format!("{tick} is missing in theirs"));
            } else {
                found.missing += 1;
                found.part(format!("{tick} is missing in ours"));
            }
            continue;
        }
        let value = match mode {
            SyncMode::Nearest => nearest(other, tick),
            _ => between(other, tick),
        };
        let value = value.expect("it is inside");
        match is_ours {
            true if mode != SyncMode::Union => {}
            // Either limit of an event stands against the one value.
            true => found.compare(tick, &mine, &vec![value; mine.len().min(2)]),
            false => found.compare(tick, &vec![value; others.len().min(2)], &others),
        }
    }
    found
}

/// What the comparison found, in the oracle's words.
fn found(report: &LogReport) -> Found {
    let out = COLUMNS.map(|name| {
        let mut columns = report.columns.iter();
        columns.find(|it| it.column == name).map_or(0, |it| it.out)
    });
    let first = report.first_out.as_ref().map(|it| {
        let tick = (it.tick.parse::<f64>().expect("a tick") * 16.0) as i64;
        let detail = serde_json::to_value(&it.what).expect("JSON");
        match detail["value"]["column"].as_str() {
            Some(column) => format!("{column} at {tick}"),
            None => {
                let side = detail["lone_cycle"]["missing_in"].as_str();
                format!("{tick} is missing in {}", side.expect("a side"))
            }
        }
    });
    let sync = report.sync.as_ref();
    Found {
        compared: report.cycles.compared,
        missing: report.cycles.missing,
        extra: report.cycles.extra,
        outside: sync.map_or([0; 2], |sync| sync.outside),
        out,
        first,
    }
}

fn report(ours: &str, theirs: &str, sync: &SyncSettings, columns: &[LogColumn]) -> LogReport {
    let tolerance = Tolerance { absolute: Some(BOUND.to_string()), ..Tolerance::default() };
    report_of([ours, theirs], columns, tolerance, sync)
}

fn of_mode(mode: SyncMode) -> SyncSettings {
    SyncSettings { mode, ..SyncSettings::default() }
}

const MODES: [SyncMode; 3] = [SyncMode::Union, SyncMode::Interpolate, SyncMode::Nearest];

/// Given 300 drawn pairs that are sampled otherwise, with events and ends that do not meet, each mode
/// finds what the oracle finds: at which ticks values are compared, what differs, and what does first.
#[test]
fn drawn_pairs_are_compared_as_the_oracle_compares_them() {
    let mut draw = Dice::new(Generator::Chacha8, 43, 0);
    let mut seen = Found::default();
    for n in 0..300 {
        // Some are long.
        let most = if n % 10 == 0 { 400 } else { 24 };
        let (begin, count) = (i64::from(draw.below(8)) - 4, 1 + draw.below(most));
        let theirs = rows(&mut draw, begin, count);
        let (begin, count) = (i64::from(draw.below(8)) - 4, 1 + draw.below(most));
        let ours = resampled(&mut draw, &theirs, begin, count);
        let (our_log, their_log) = (log(&ours), log(&theirs));
        for mode in MODES {
            let due = oracle(&ours, &theirs, mode);
            let report = report(&our_log, &their_log, &of_mode(mode), &[]);
            let what = format!("{n}, {mode:?}\n{our_log}\n{their_log}");
            assert_eq!(found(&report), due, "{what}");
            assert_eq!(report.same, due.first.is_none() && due.compared > 0, "{what}");
            seen.compared += due.compared;
            seen.missing += due.missing;
            seen.extra += due.extra;
            for side in 0..2 {
                seen.outside[side] += due.outside[side];
            }
            for column in 0..3 {
                seen.out[column] += due.out[column];
            }
        }
    }
    // The pairs have all that there is to find.
    let counts = [&[seen.compared, seen.missing, seen.extra][..], &seen.outside, &seen.out];
    assert!(counts.concat().iter().all(|it| *it > 100), "{seen:?}");
}

/// Given pairs whose rows align, each mode finds exactly what is found without one; and where their ticks nearly meet, a
/// tolerance finds it.
#[test]
fn pairs_that_align_are_compared_as_ever() {
    let mut draw = Dice::new(Generator::Chacha8, 7, 0);
    let tick_tolerance = TickTolerance::of_words("0.021").expect("a tolerance");
    for n in 0..100 {
        let count = 1 + draw.below(24);
        let theirs = rows(&mut draw, 0, count);
        let mut ours = theirs.clone();
        let mut moved = "t,x,n,word\n".to_owned();
        let (mut tick, mut shift) = (-1, 0.0);
        for row in &mut ours {
            if draw.below(5) == 0 {
                (row.x, row.n) = (f64::from(draw.below(64)) / 8.0, i64::from(draw.below(3)));
            }
            if row.tick != tick {
                (tick, shift) = (row.tick, (f64::from(draw.below(5)) - 2.0) * 0.01);
            }
            let t = row.tick as f64 / 16.0 + shift;
            moved.push_str(&format!("{t},{:.3},{},{}\n", row.x, row.n, row.word));
        }
        let (ours, theirs) = (log(&ours), log(&theirs));
        let plain = |mut report: LogReport| {
            report.sync = None;
            // Lines that are the same to the byte have no tick there.
            report.context.iter_mut().for_each(|line| line.tick.clear());
            serde_json::to_value(&report).expect("JSON")
        };
        let aligned = report(&ours, &theirs, &SyncSettings::default(), &[]);
        let due = (found(&aligned), plain(aligned));
        for mode in [MODES.as_slice(), &[SyncMode::Exact]].concat() {
            let as_ever = plain(report(&ours, &theirs, &of_mode(mode), &[]));
            assert_eq!(as_ever, due.1, "{n}, {mode:?}\n{ours}\n{theirs}");
            let sync = SyncSettings { mode, tick_tolerance: tick_tolerance.clone() };
            let near = found(&report(&moved, &theirs, &sync, &[]));
            assert_eq!(near, due.0, "{n}, {mode:?}\n{moved}\n{theirs}");
        }
    }
}

/// Given drawn pairs, a column with a mode of its own differs as often as if all had that mode, whatever that of the rows is.
#[test]
fn a_column_is_compared_by_its_own_mode() {
    let mut draw = Dice::new(Generator::Chacha8, 47, 0);
    let (mut differed, mut alike) = (0, 0);
    for n in 0..200 {
        let mut drawn = rows(&mut draw, 0, 30);
        drawn.dedup_by_key(|row| row.tick);
        let mut others = resampled(&mut draw, &drawn, 0, 30);
        others.dedup_by_key(|row| row.tick);
        let (ours, theirs) = (log(&others), log(&drawn));
        let all = [MODES.as_slice(), &[SyncMode::Exact]].concat();
        let alone = all.iter().map(|mode| found(&report(&ours, &theirs, &of_mode(*mode), &[])).out);
        let alone: Vec<_> = alone.collect();
        for rows in MODES {
            let own = [0; 3].map(|_| draw.below(4) as usize);
            let modes = [0, 1, 2]
                .map(|n| LogColumn { sync: Some(all[own[n]]), ..LogColumn::named(COLUMNS[n]) });
            let mixed = report(&ours, &theirs, &of_mode(rows), &modes);
            let due = [0, 1, 2].map(|n| alone[own[n]][n]);
            assert_eq!(found(&mixed).out, due, "{n}: {rows:?} {modes:?}\n{ours}\n{theirs}");
            let of_rows = alone[MODES.iter().position(|it| *it == rows).expect("a mode")];
            match due == of_rows {
                true => alike += 1,
                false => differed += 1,
            }
        }
    }
    assert!(differed > 300 && alike > 10, "{differed} {alike}");
}
