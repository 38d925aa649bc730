//! Tolerances that are a tube around the reference, wide in values and in ticks, against an oracle that knows all of
//! both logs at once.

use chase::engine::dice::{Dice, Generator};
use chase::traces::{SyncMode, SyncSettings, Tolerance};

use super::report_of;

/// A signal: its values at ticks in units of a sixteenth.
type Signal = Vec<(i64, f64)>;

/// The absolute bound and the part of the range: half as wide as the tube is the larger of them.
const ABSOLUTE: f64 = 0.26;
const PART: &str = "0.0403";
const LAST: i64 = 160;

fn log(signal: &Signal) -> String {
    let rows = signal.iter().map(|(tick, x)| format!("{},{x:.3}\n", *tick as f64 / 16.0));
    format!("t,x\n{}", rows.collect::<String>())
}

/// A signal from 0 to the last tick, at steps of one to nine units.
fn drawn(draw: &mut Dice) -> Signal {
    let (mut tick, mut signal) = (0, Vec::new());
    while tick < LAST {
        signal.push((tick, f64::from(draw.below(64)) / 8.0));
        tick += 1 + i64::from(draw.below(9));
    }
    signal.push((LAST, f64::from(draw.below(64)) / 8.0));
    signal
}

/// The value on the line between two rows, at a tick in units of a hundredth of a unit.
fn at(signal: &Signal, tick: i64) -> f64 {
    let after = signal.partition_point(|row| row.0 * 100 < tick);
    let (next, value) = signal[after];
    if next * 100 == tick {
        return value;
    }
    let (last, before) = signal[after - 1];
    before + (value - before) * (tick - last * 100) as f64 / ((next - last) * 100) as f64
}

/// Ours is the reference with its ticks shifted by up to so many units, and read at other ticks.
fn shifted(draw: &mut Dice, of: &Signal, most: u32) -> Signal {
    let mut ours = drawn(draw);
    for (tick, x) in &mut ours {
        let shift = i64::from(draw.below(2 * most + 1)) - i64::from(most);
        let there = (*tick + shift).clamp(0, LAST);
        *x = (at(of, 100 * there) * 1000.0).round() / 1000.0;
    }
    ours
}

/// The ticks of either log at which our value is outside the tube, which is `wide` hundredths of a unit wide.
fn outside(ours: &Signal, theirs: &Signal, (wide, bound): (i64, f64)) -> u64 {
    let mut ticks: Vec<_> = ours.iter().chain(theirs).map(|row| 100 * row.0).collect();
    ticks.sort_unstable();
    ticks.dedup();
    let is_out = |tick: &i64| {
        let (first, last) = ((tick - wide).max(0), (tick + wide).min(100 * LAST));
        let inside = theirs.iter().map(|row| 100 * row.0).filter(|it| (first..=last).contains(it));
        let values: Vec<_> = inside.chain([first, last]).map(|it| at(theirs, it)).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let y = at(ours, *tick);
        y < least - bound || y > most + bound
    };
    ticks.iter().filter(|tick| is_out(tick)).count() as u64
}

/// The range of a log's values.
fn width(log: &str) -> f64 {
    let values = log.lines().skip(1).filter_map(|line| line.split(',').nth(1));
    let mut values: Vec<f64> = values.filter_map(|it| it.parse().ok()).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() - 1] - values[0]
}

#[test]
fn drawn_signals_are_in_the_tube_of_the_oracle() {
    let mut draw = Dice::new(Generator::Chacha8, 44, 0);
    let (mut points, mut out, mut wider) = (0, 0, 0);
    for n in 0..300 {
        // Some signals have a range whose part is less than the absolute bound.
        let mut theirs = drawn(&mut draw);
        if n % 5 == 0 {
            theirs.iter_mut().for_each(|row| row.1 %= 4.0);
        }
        let ours = shifted(&mut draw, &theirs, 4);
        let wide = i64::from(draw.below(500)) + 1;
        // Every other pair has a part of the range too.
        let has_part = n % 2 == 1;
        let tolerance = Tolerance {
            absolute: Some(ABSOLUTE.to_string()),
            range: has_part.then(|| PART.to_owned()),
            ticks: Some(format!("{:.8}", wide as f64 / 1600.0)),
            ..Tolerance::default()
        };
        let (ours_log, theirs_log) = (log(&ours), log(&theirs));
        let sync = SyncSettings { mode: SyncMode::Union, ..SyncSettings::default() };
        let report = report_of([&ours_log, &theirs_log], &[], tolerance, &sync);
        let part = PART.parse::<f64>().expect("a number") * width(&theirs_log);
        let bound = if has_part { ABSOLUTE.max(part) } else { ABSOLUTE };
        wider += u32::from(bound > ABSOLUTE);
        let due = outside(&ours, &theirs, (wide, bound));
        assert_eq!(report.columns[0].out, due, "{n}: {wide}\n{ours_log}\n{theirs_log}");
        points += report.cycles.compared;
        out += due;
    }
    assert!(out * 20 > points && out * 2 < points, "{out} of {points}");
    assert!((20..140).contains(&wider), "{wider}");
}
