//! Real logs of simulators that choose their own steps: what the hint proposes shows a fault in its signal at its time, and
//! passes runs without a fault. The results stand in data/traces/README.md.

use crate::harness::{Place, project};

/// A model.
struct Model {
    folder: &'static str,
    /// How the names of its logs begin.
    name: &'static str,
    ending: &'static str,
    /// Options that say what the rows mean.
    options: &'static str,
    /// The signals or the entity in which its fault shows first.
    signals: &'static [&'static str],
    /// From when to when.
    span: [f64; 2],
    /// A tick of `golden` in those of the others.
    unit: f64,
}

const fn model(
    folder: &'static str,
    [name, ending, options]: [&'static str; 3],
    signals: &'static [&'static str],
    span: [f64; 2],
) -> Model {
    Model { folder, name, ending, options, signals, span, unit: 1.0 }
}

/// Each has a log `golden`; `steps` has other steps, or was written otherwise; `faulty` is that with a fault.
const MODELS: [Model; 12] = [
    model("ngspice", ["filter-", "csv", ""], &["v(out)", "i(l1)"], [3.1e-3, 3.2e-3]),
    model("ngspice", ["rectifier-", "csv", ""], &["v(out)", "i(v1)"], [33.1e-3, 34e-3]),
    model("ngspice", ["amplifier-", "csv", ""], &["v(b)", "v(c)", "v(e)"], [3.1e-3, 3.2e-3]),
    model("simpy", ["workshop-", "csv", ""], &["M3"], [400.0, 420.0]),
    model("simpy", ["bank-", "csv", ""], &["C2"], [1800.0, 1840.0]),
    model("sumo", ["", "csv", ""], &["e3"], [50.0, 60.0]),
    model("lammps", ["", "csv", ""], &["temperature", "pressure"], [1.8, 1.83]),
    Model {
        unit: 1000.0,
        ..model("icarus", ["uart-", "vcd", ""], &["test.byte_in[7:0]"], [2000.0, 2500.0])
    },
    Model {
        unit: 1000.0,
        ..model("icarus", ["ripple-", "vcd", ""], &["test.q3"], [2000.0, 2200.0])
    },
    model("syslog", ["", "log", "--like service.trace.toml"], &["ms"], [1500.0, 1530.0]),
    model("ball", ["", "csv", ""], &["height", "velocity"], [3.7, 4.1]),
    model("ring", ["", "csv", ""], &["car2"], [31.0, 40.0]),
];

/// What was found of two logs: the options that the hint names, and the outcome in a line.
fn compared(model: &Model, ours: &str, theirs: &str) -> (String, String) {
    let Model { folder, name, ending, options, .. } = model;
    let place = Place::new();
    for file in [ours, theirs] {
        let file = format!("{name}{file}.{ending}");
        let from = project(&format!("data/traces/{folder}/{file}"));
        std::fs::copy(from, place.file(&file)).expect("a log");
    }
    if let Some(like) = options.strip_prefix("--like ") {
        let from = project(&format!("data/traces/{folder}/{like}"));
        std::fs::copy(from, place.file(like)).expect("a description");
    }
    let words = format!("diff {name}{ours}.{ending} {name}{theirs}.{ending} {options}");
    let first = place.chase(&words).stdout;
    let hint = first.lines().next().and_then(|line| {
        let (_, hint) = line.split_once("`diff ")?;
        Some(hint.split_once("` aligns them")?.0.to_owned())
    });
    let hint = hint.unwrap_or_default();
    let brief = place.chase(&format!("{words} {hint} --brief")).stdout;
    let brief = brief.lines().next().unwrap_or_default();
    (hint, brief.to_owned())
}

/// Returns true if the first difference is of a due signal or entity, in its time.
fn is_due(brief: &str, model: &Model, unit: f64) -> bool {
    let Some((what, rest)) = brief.strip_prefix("different: ").and_then(|it| it.split_once(" at "))
    else {
        return false;
    };
    // The time of a syslog is that of the day, from ten o'clock on.
    let of_day = |text: &str| -> Option<f64> {
        let (minutes, seconds) = text.strip_prefix("10:")?.split_once(':')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let tick = rest.split(": ").next().unwrap_or_default();
    let tick = tick.trim_end_matches(" ns").trim_end_matches(" ps");
    let tick = tick.rsplit(' ').next().unwrap_or_default();
    let tick = tick.parse().ok().map(|tick: f64| tick / unit).or_else(|| of_day(tick));
    let [from, to] = model.span;
    let mut words = what.split(' ');
    words.any(|word| model.signals.contains(&word))
        && tick.is_some_and(|tick| (from..=to).contains(&tick))
}

/// The outcome as a table has it.
fn shown(brief: &str) -> &str {
    let end = match brief.starts_with("the same") {
        true => brief.find(';'),
        false => brief.find(" ("),
    };
    brief[..end.unwrap_or(brief.len())].trim_start_matches("different: ")
}

/// Ours and the reference.
const PAIRS: [(&str, &str); 4] =
    [("steps", "golden"), ("golden", "steps"), ("faulty", "golden"), ("golden", "faulty")];

#[test]
fn faults_are_found_and_other_steps_pass_as_the_hint_proposes() {
    let mut table = String::from(
        "| ours | reference | options given | options of the hint | result | right |\n|---|---|---|---|---|---|\n",
    );
    let (mut right, mut pairs) = ([0, 0], [0, 0]);
    for model in &MODELS {
        let Model { folder, name, options, .. } = model;
        for (ours, theirs) in PAIRS {
            let (hint, brief) = compared(model, ours, theirs);
            let has_fault = ours == "faulty" || theirs == "faulty";
            let unit = if theirs == "golden" { 1.0 } else { model.unit };
            let is_right = match has_fault {
                true => is_due(&brief, model, unit),
                false => brief.starts_with("the same"),
            };
            pairs[usize::from(has_fault)] += 1;
            right[usize::from(has_fault)] += usize::from(is_right);
            let code = |words: &str| match words {
                "" => String::new(),
                words => format!("`{words}`"),
            };
            let yes = if is_right { "yes" } else { "**no**" };
            table += &format!(
                "| `{folder}/{name}{ours}` | `{name}{theirs}` | {} | {} | {} | {yes} |\n",
                code(options),
                code(&hint),
                shown(&brief)
            );
        }
    }
    for (what, n) in [("Without a fault", 0), ("With a fault", 1)] {
        table += &format!("\n{what}: {} of {} pairs right.\n", right[n], pairs[n]);
    }
    let readme = std::fs::read_to_string(project("data/traces/README.md")).expect("the README");
    assert!(readme.contains(&table), "data/traces/README.md should have\n{table}");
    for n in [0, 1] {
        assert!(right[n] * 10 >= pairs[n] * 9, "{table}");
    }
}
