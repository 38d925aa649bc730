//! Tolerances that are a tube around the reference, wide in values and in ticks, against an oracle that knows all of
//! both logs at once.

use std::io::Cursor;

use chase::engine::dice::{Dice, Generator};
use chase::traces::{
    ComparisonSettings, Description, LogForm, LogInput, LogReader, SyncMode, SyncSettings,
    Tolerance, compare, set_ranges,
};

use crate::harness::Place;

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
        let inside = theirs.iter().map(|row| 100 * row.0);
        let inside = inside.filter(|it| (first..=last).contains(it));
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

/// A point of ours differs if it is outside the tube around the reference.
fn compared(ours: &str, theirs: &str, tolerance: Tolerance) -> (u64, u64) {
    let mut rules = Description::of(LogForm::Csv);
    rules.tick = Some("t".into());
    rules.tolerance = tolerance;
    let open = |rules: &Description, name: &str, text: &str| {
        let input = LogInput { name: name.into(), bytes: Box::new(Cursor::new(text.to_owned())) };
        LogReader::open(input, Some(rules)).expect("a log")
    };
    let mut reference = open(&rules, "theirs", theirs);
    set_ranges(&mut rules, &mut reference).expect("a log");
    let settings = ComparisonSettings {
        sync: &SyncSettings { mode: SyncMode::Union, ..SyncSettings::default() },
        rules: &rules,
        only: &[],
        ignore: &[],
        window: 0,
        stop: false,
        context: 3,
        kept: 0,
        followers: 5,
        ignores_undeclared: false,
    };
    let sides = [("ours", ours), ("theirs", theirs)];
    let [ours, theirs] = sides.map(|(name, text)| open(&rules, name, text));
    let report = compare(ours, theirs, settings);
    let report = report.expect("logs").report;
    (report.cycles.compared, report.columns[0].out)
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
        let (compared, found) = compared(&ours_log, &theirs_log, tolerance);
        let part = PART.parse::<f64>().expect("a number") * width(&theirs_log);
        let bound = if has_part { ABSOLUTE.max(part) } else { ABSOLUTE };
        wider += u32::from(bound > ABSOLUTE);
        let due = outside(&ours, &theirs, (wide, bound));
        assert_eq!(found, due, "{n}: {wide}\n{ours_log}\n{theirs_log}");
        points += compared;
        out += due;
    }
    assert!(out * 20 > points && out * 2 < points, "{out} of {points}");
    assert!((20..140).contains(&wider), "{wider}");
}

/// A part of the range of the reference, which is read before; a pipe cannot be.
#[test]
fn a_part_of_the_range_is_of_the_reference() {
    let place = Place::new();
    place.write("ref.csv", "t,x,y\n0,0,100\n1,50,100\n2,200,104\n");
    place.write("ours.csv", "t,x,y\n0,0,100\n1,51.9,100\n2,200,104.1\n");
    let diff = |words: &str| place.chase(&format!("diff ours.csv ref.csv --brief {words}"));
    diff("--tolerance 1%range").status(1).stdout_has("different: y at t 2: ours 104.1, theirs 104");
    diff("--tolerance 1%range,y=3%range").status(0);
    diff("--tolerance x=0.9%range,y=0.2")
        .status(1)
        .stdout_has("different: x at t 1: ours 51.9, theirs 50");
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\n[tolerance]\nrange = 0.03\n");
    diff("--like like.toml").status(0);
    place.chase("verify ours.csv --against ref.csv --like like.toml").status(0);
    let piped = place.shell("cat ref.csv | $CHASE diff ours.csv - --tolerance 1%range");
    piped.status(2).stderr_has("chase: -: a part of the range needs the reference twice");
    diff("--tolerance x=1cycles,x=1ticks").trouble(&["expected cycles or ticks, not both"]);
    diff("--tolerance x=1e40ticks").trouble(&["expected a bound"]);
}

/// Changes may come late by a distance of ticks, and must come.
#[test]
fn a_tube_in_a_log_of_changes() {
    let place = Place::new();
    let vcd = |times: [u32; 3]| {
        let [a, b, c] = times;
        format!(
            "$timescale 1ns $end\n$var wire 1 ! q $end\n$enddefinitions $end\n\
             #0\n0!\n#{a}\n1!\n#{b}\n0!\n#{c}\n1!\n#900\n"
        )
    };
    place.write("ref.vcd", vcd([100, 200, 300]));
    place.write("late.vcd", vcd([104, 197, 305]));
    place.write("later.vcd", vcd([104, 197, 306]));
    let never = vcd([100, 200, 300]).replace("#300\n1!\n", "");
    place.write("never.vcd", never);
    let diff = |ours: &str| place.chase(&format!("diff {ours} ref.vcd --tolerance 5ticks --brief"));
    diff("late.vcd").status(0);
    diff("later.vcd").status(1).stdout_has("q at time 300");
    diff("never.vcd").status(1).stdout_has("q at time 300");
}

/// A width of 0 ticks is no tube in time, whether a column is interpolated or holds its value.
#[test]
fn no_ticks_are_no_tube() {
    let place = Place::new();
    place.write("golden.csv", "t,gear,x\n0,1,0.5\n1,1,0.5\n2,3,2.5\n3,3,2.5\n");
    place.write("ours.csv", "t,gear,x\n0,1,0.5\n1,1,0.5\n2,2,1.5\n3,3,2.5\n");
    for sync in ["", " --sync union", " --sync union --interpolation x=zoh"] {
        let plain = place.chase(&format!("diff ours.csv golden.csv{sync}")).status(1);
        place
            .chase(&format!("diff ours.csv golden.csv{sync} --tolerance 0ticks"))
            .status(1)
            .stdout_is(&plain.stdout);
        for bounds in ["x=0ticks,gear=0ticks", "gear=0ticks"] {
            place
                .chase(&format!("diff ours.csv golden.csv{sync} --tolerance {bounds}"))
                .status(1)
                .stdout_has("gear  1 differs, 1 out of tolerance")
                .stdout_has("x     1 differs, 1 out of tolerance");
        }
        // Beside a tube of another column too.
        place
            .chase(&format!("diff ours.csv golden.csv{sync} --tolerance gear=0ticks,x=1ticks"))
            .status(1)
            .stdout_has("\n  gear  1 differs, 1 out of tolerance");
    }
}

/// What the reference had before an entity appeared is not known: there our course decides.
#[test]
fn a_tube_is_open_where_an_entity_appears() {
    let place = Place::new();
    let rows = |first: usize, shift: f64, car: &[f64]| {
        let mut text = "t,car,v\n".to_owned();
        for n in 0..6_u32 {
            let t = f64::from(n) + shift;
            text += &format!("{t},a,1.0\n");
            let at = (n as usize).checked_sub(first);
            if let Some(v) = at.and_then(|at| car.get(at)) {
                text += &format!("{t},b,{v:.1}\n");
            }
        }
        text
    };
    let diff = |first: usize, ours: &[f64], theirs: &[f64]| {
        place.write("ours.csv", rows(first, 0.0, ours));
        place.write("golden.csv", rows(first, 0.3, theirs));
        place.chase("diff ours.csv golden.csv --sync interpolate --tolerance 0.01,1ticks --brief")
    };
    diff(2, &[10.4, 11.5, 11.5, 11.5], &[11.0, 11.5, 11.5]).status(0);
    diff(2, &[10.4, 11.5, 11.5, 11.5], &[12.0, 11.5, 11.5])
        .status(1)
        .stdout_has("different: v of b at t 2.3: ours 10.73, theirs 12.0");
    // It is there from the beginning: the tube is closed.
    diff(0, &[10.4, 11.5, 11.5, 11.5, 11.5, 11.5], &[11.0, 11.5, 11.5, 11.5, 11.5])
        .status(1)
        .stdout_has("different: v of b at t 0.3");
    // It vanishes.
    diff(0, &[11.5, 11.5, 11.5, 10.4], &[11.5, 11.5, 11.3]).status(0);
    diff(0, &[11.5, 11.5, 11.5, 10.4], &[11.5, 11.5, 12.0])
        .status(1)
        .stdout_has("different: v of b at t 2.3: ours 11.17, theirs 12.0");
}

/// Between two rows of a column that begins again there is no line: the hint compares it where both logs have a row.
#[test]
fn the_hint_leaves_out_what_begins_again_between_ticks() {
    let place = Place::new();
    let rows = |step: u32, fault: f64| {
        let ticks = (0..60 / step).map(|n| f64::from(n * step) / 4.0);
        let row = |t: f64| format!("{t},{:.2},{:.2}\n", (t * 30.0 + 5.0) % 360.0, t + fault);
        format!("t,angle,x\n{}", ticks.map(row).collect::<String>())
    };
    place.write("golden.csv", rows(4, 0.0));
    place.write("ours.csv", rows(3, 0.0));
    let hint = "--sync interpolate,angle=exact --tolerance 1%range,1ticks";
    place
        .chase("diff ours.csv golden.csv")
        .status(1)
        .stdout_has(&format!("`diff {hint}` aligns them"));
    place.chase(&format!("diff ours.csv golden.csv {hint}")).status(0);
    let wrong = rows(3, 0.0).replace("\n9,275.00,", "\n9,285.00,");
    place.write("ours.csv", wrong);
    place
        .chase(&format!("diff ours.csv golden.csv {hint} --brief"))
        .status(1)
        .stdout_has("different: angle at t 9");
}
