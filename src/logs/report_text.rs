//! The report of a comparison as text for people.

use std::fmt::Write as _;

use super::exact::rounded_up;
use super::report::{
    ColumnReport, ComparisonSide, CycleCounts, DifferenceDetail, Distance, LinePair, LogDifference,
    LogReport, SideReport, SyncReport, TickHint,
};
use super::sync::SyncMode;
use super::tolerance::NoDistance;
use chase_world::error::counted;
use chase_world::escape::in_line;

/// Colours of the two sides in a report: the texts that switch them on, and the one that ends them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// The text that switches on the colour of the log under test.
    pub ours: &'static str,
    /// The text that switches on the colour of the reference.
    pub theirs: &'static str,
    /// The text that ends either colour.
    pub end: &'static str,
}

/// The most floating-point numbers between two values that are counted for people.
const ULPS_TOLD: u64 = 1_000_000;

/// The sentence about lines that go back too far to be compared, if they differ between the sides.
const LATE: &str = "the lines too far back to be compared (--window) are not the same";

/// The sentence about logs of which no values could be compared.
const NOTHING: &str = "no values could be compared";

/// The sentence about logs of which few ticks meet.
fn few_meet(hint: &TickHint, report: &LogReport) -> String {
    let TickHint { met, ticks, nearest, option } = hint;
    let (Some([nearest, farthest]), Some(option)) = (nearest, option) else {
        let span = |side: &SideReport| format!("{} to {}", side.first, side.last);
        return format!(
            "the logs have no time in common: {} {} in ours, {} in theirs",
            report.tick,
            span(&report.ours),
            span(&report.theirs)
        );
    };
    let apart = match nearest == farthest {
        true => nearest.clone(),
        false => format!("{nearest} to {farthest}"),
    };
    format!(
        "only {met} of {ticks} ticks are in both logs, the others {apart} from the nearest of the other log; \
         `diff {option}` aligns them"
    )
}

/// The report in one line.
pub fn brief(report: &LogReport) -> String {
    let mut line = outcome(report);
    if let Some(sync) = report.sync.as_ref().filter(|_| report.same) {
        for what in sync.not_compared() {
            line.push_str(&format!("; not compared: {what}"));
        }
    }
    let hint = report.hint.as_ref().map(|hint| few_meet(hint, report));
    let units = report.tick_units.as_ref().map(|it| format!("ticks: {it}"));
    for told in [hint, units].into_iter().flatten() {
        line.push_str(&format!("; {told}"));
    }
    for (which, side) in
        [(ComparisonSide::Ours, &report.ours), (ComparisonSide::Theirs, &report.theirs)]
    {
        if let Some(unfinished) = side.unfinished.as_ref().filter(|_| report.same) {
            let what = unfinished.split(':').next().unwrap_or_default();
            line.push_str(&format!("; {} is {what}", which.words()));
        }
    }
    line
}

fn outcome(report: &LogReport) -> String {
    match (&report.first_out, &report.first, report.lone_columns.first()) {
        (Some(first), ..) => format!("different: {}", told(first, report)),
        (None, _, Some((column, which))) => {
            format!(
                "different: {} has a column {column}, {} does not",
                which.words(),
                other(*which).words()
            )
        }
        _ if report.late_differ => format!("different: {LATE}"),
        _ if report.uncertain() > 0 => format!(
            "not known to be the same: {} about entities could not be compared",
            counted(report.uncertain(), "line")
        ),
        _ if !report.same && report.has_undeclared() => {
            let undeclared = |(which, side): (ComparisonSide, &SideReport)| {
                let words = side.undeclared.as_ref()?.words();
                Some(format!("{} has {words}", which.words()))
            };
            let sides =
                [(ComparisonSide::Ours, &report.ours), (ComparisonSide::Theirs, &report.theirs)];
            let said: Vec<_> = sides.into_iter().filter_map(undeclared).collect();
            format!("not known to be the same: {}", said.join("; "))
        }
        _ if !report.is_empty() && !report.never_compared().is_empty() => format!(
            "not known to be the same: no value of {} was compared",
            some_names(report.never_compared())
        ),
        (None, Some(first), None) => {
            format!("the same within the tolerance; first {}", told(first, report))
        }
        (None, None, None) if report.is_empty() => format!("different: {NOTHING}"),
        (None, None, None) => format!("the same: {}", counted(report.cycles.compared, "cycle")),
    }
}

fn other(which: ComparisonSide) -> ComparisonSide {
    match which {
        ComparisonSide::Ours => ComparisonSide::Theirs,
        ComparisonSide::Theirs => ComparisonSide::Ours,
    }
}

fn place(difference: &LogDifference, report: &LogReport) -> String {
    let (name, tick) = (&report.tick, report.with_tick_unit(&difference.tick));
    match difference.entity.as_str() {
        "" => format!("at {name} {tick}"),
        entity => format!("of {entity} at {name} {tick}"),
    }
}

fn distance(gap: &Distance) -> String {
    let (Some(absolute), Some(relative), Some(ulps)) = (gap.absolute, gap.relative, gap.ulps)
    else {
        return why(gap.unlike).to_owned();
    };
    let (absolute, relative) = (rounded_up(absolute), rounded_up(relative));
    match ulps {
        1 => format!("absolute {absolute}, relative {relative}, 1 ulp"),
        0..=ULPS_TOLD => format!("absolute {absolute}, relative {relative}, {ulps} ulps"),
        _ => format!("absolute {absolute}, relative {relative}"),
    }
}

/// Words for the reason why two values have no distance.
fn why(unlike: Option<NoDistance>) -> &'static str {
    unlike.unwrap_or(NoDistance::NotFinite).words()
}

fn or_nothing(value: &str) -> &str {
    match value.trim_ascii() {
        "" => "nothing",
        value => value,
    }
}

/// A difference in words.
#[must_use]
pub fn told(difference: &LogDifference, report: &LogReport) -> String {
    let tick = report.tick.as_str();
    let place = place(difference, report);
    let at = report.with_tick_unit(&difference.tick);
    match &difference.what {
        DifferenceDetail::Value { column, ours, theirs, gap, within } => {
            let within = if *within { ", within the tolerance" } else { "" };
            format!(
                "{} {place}: ours {}, theirs {} ({}){within}",
                in_line(&report.with_unit(column)),
                in_line(or_nothing(&report.shown(column, ours))),
                in_line(or_nothing(&report.shown(column, theirs))),
                distance(gap)
            )
        }
        DifferenceDetail::Cycle { missing_in, repeated: true } => {
            format!("{tick} {at} is repeated in {}", other(*missing_in).words())
        }
        DifferenceDetail::Cycle { missing_in, .. } => {
            format!("{tick} {at} is missing in {}", missing_in.words())
        }
        DifferenceDetail::Entity { missing_in } => {
            format!("{} is missing in {} at {tick} {at}", difference.entity, missing_in.words())
        }
    }
}

/// The whole report as text. Writing to a text cannot fail.
#[must_use]
pub fn tell(report: &LogReport, paint: Paint) -> String {
    let mut out = String::new();
    if let Some(hint) = &report.hint {
        let hint = few_meet(hint, report);
        let _ = writeln!(out, "{hint}");
    }
    for which in [ComparisonSide::Ours, ComparisonSide::Theirs] {
        put_side(which, report, &mut out);
    }
    if let Some(units) = &report.tick_units {
        let _ = writeln!(out, "ticks   {units}");
    }
    if let Some(sync) = &report.sync {
        put_sync(sync, &mut out);
    }
    for (column, which) in &report.lone_columns {
        let _ = writeln!(out, "only {} has a column {column}", which.words());
    }
    if report.late_differ {
        let _ = writeln!(out, "{LATE}");
    }
    out.push('\n');
    put_heading(report, &mut out);
    if !report.context.is_empty() {
        put_context(&report.context, paint, &mut out);
    }
    put_followed(report, &mut out);
    put_columns(report, &mut out);
    put_cycles(report, &mut out);
    out
}

/// The most names of columns in a list.
const NAMES: usize = 8;

/// The first names of a list.
fn some_names(names: &[String]) -> String {
    let more = match names.len().saturating_sub(NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let some: Vec<_> = names.iter().take(NAMES).map(String::as_str).collect();
    some.join(", ") + &more
}

/// How the logs were brought to the same times.
fn put_sync(sync: &SyncReport, out: &mut String) {
    let SyncReport {
        mode,
        tick_tolerance,
        linear,
        zoh,
        outside: _,
        ends: _,
        uncertain,
        columns,
        never,
    } = sync;
    let how = match mode {
        SyncMode::Exact => "the ticks that both logs have",
        SyncMode::Nearest => "each tick of theirs, with the nearest tick of ours",
        SyncMode::Union => "the ticks of either log",
        SyncMode::Interpolate => "each tick of theirs",
        SyncMode::Order => "the events of each entity are paired in their order",
    };
    let at = if *mode == SyncMode::Order { "" } else { "at " };
    let _ = write!(out, "sync    {}: {at}{how}", mode.name());
    if !tick_tolerance.is_empty() {
        let _ = match mode {
            SyncMode::Order => write!(out, ", at most {tick_tolerance} apart"),
            _ => write!(out, "; ticks within {tick_tolerance} count as one"),
        };
    }
    out.push('\n');
    for (what, names) in [("linear", linear), ("zoh", zoh)] {
        if !names.is_empty() {
            let _ = writeln!(out, "        {what} between ticks: {}", some_names(names));
        }
    }
    for (name, mode) in SyncMode::NAMES {
        let own: Vec<_> = columns.iter().filter(|it| it.1 == mode).map(|it| it.0.clone()).collect();
        if !own.is_empty() {
            let _ = writeln!(out, "        {name}: {}", some_names(&own));
        }
    }
    if !linear.is_empty() {
        out.push_str("        numbers on lines between ticks are rounded to 64 bits\n");
    }
    for what in sync.not_compared() {
        let _ = writeln!(out, "        not compared: {what}");
    }
    let unknown = "so it is not known whether the logs are the same";
    if !never.is_empty() {
        let names = some_names(never);
        let _ = writeln!(out, "        never compared: {names}; {unknown}");
    }
    if *uncertain > 0 {
        let lines = counted(*uncertain, "line");
        let _ = writeln!(
            out,
            "        not compared: {lines} about entities that the other log has only before or only after the line; {unknown}"
        );
    }
}

/// The first difference, or that there is none.
fn put_heading(report: &LogReport, out: &mut String) {
    let lone = report.lone_columns.len();
    if lone > 0 {
        let are = if lone == 1 { "is" } else { "are" };
        let _ = writeln!(out, "columns differ: {lone} {are} in one log only");
    }
    match (&report.first, &report.first_out) {
        (None, _) if report.is_empty() => {
            let _ = writeln!(out, "{NOTHING}");
        }
        (None, _) if lone > 0 => {}
        (None, _)
            if report.uncertain() > 0
                || !report.never_compared().is_empty()
                || report.has_undeclared() =>
        {
            out.push_str("no value that was compared differs\n")
        }
        (None, _) => out.push_str("no value differs\n"),
        (Some(first), Some(out_of)) if first == out_of => {
            let _ = writeln!(out, "first difference: {}", told(first, report));
        }
        (Some(first), first_out) => {
            let _ = writeln!(out, "first difference at all: {}", told(first, report));
            let told = first_out.as_ref().map(|it| told(it, report));
            let _ = writeln!(out, "first out of tolerance:  {}", told.as_deref().unwrap_or("none"));
        }
    }
}

fn put_side(which: ComparisonSide, report: &LogReport, out: &mut String) {
    let side = match which {
        ComparisonSide::Ours => &report.ours,
        ComparisonSide::Theirs => &report.theirs,
    };
    let SideReport {
        name,
        form,
        cycles,
        first,
        last,
        has_entities,
        repeats,
        late,
        first_late,
        late_lines: _,
        undeclared,
        unfinished,
        encoding,
    } = side;
    let span = if *cycles == 0 {
        String::new()
    } else {
        format!(", {} {first} to {}", report.tick, report.with_tick_unit(last))
    };
    let _ =
        writeln!(out, "{:<7} {name}: {form}, {}{span}", which.words(), counted(*cycles, "cycle"));
    if let Some(undeclared) = undeclared {
        let _ = writeln!(out, "        not compared: {}", undeclared.words());
    }
    for what in [unfinished, encoding].into_iter().flatten() {
        let _ = writeln!(out, "        {what}");
    }
    if *repeats > 0 {
        let what = match has_entities {
            true => "repeat an entity within its cycle",
            false => "repeat the previous tick",
        };
        let _ = writeln!(out, "        {repeats} lines {what}");
    }
    if let Some(line) = first_late {
        let _ = writeln!(
            out,
            "        lines too far back to be compared (--window): {late}; the first is line {line}"
        );
    }
}

/// The number of characters of a line that are shown.
const WIDTH: usize = 72;

/// The place at which the shown part of a line begins: in a long line a little before its first
/// difference.
fn begins(line: &LinePair) -> usize {
    const BEFORE: usize = 24;
    let (Some(ours), Some(theirs)) = (&line.ours, &line.theirs) else {
        return 0;
    };
    let alike = ours.chars().zip(theirs.chars()).take_while(|(a, b)| a == b);
    match ours.chars().count().max(theirs.chars().count()) > WIDTH && line.differs {
        true => alike.count().saturating_sub(BEFORE),
        false => 0,
    }
}

/// A line as people see it: what a terminal would obey is written out.
fn visible(line: &LinePair) -> LinePair {
    let of = |text: &Option<String>| text.as_ref().map(|it| in_line(it).into_owned());
    LinePair {
        tick: line.tick.clone(),
        ours: of(&line.ours),
        theirs: of(&line.theirs),
        differs: line.differs,
    }
}

/// A line as far as it is shown.
fn cut(line: &Option<String>, from: usize) -> String {
    let line = line.as_deref().unwrap_or("-");
    let mut shown: String = line.chars().skip(from).collect();
    if from > 0 {
        shown.insert_str(0, "...");
    }
    match shown.chars().count() > WIDTH {
        true => shown.chars().take(WIDTH - 3).chain("...".chars()).collect(),
        false => shown,
    }
}

fn put_context(context: &[LinePair], paint: Paint, out: &mut String) {
    let context: Vec<_> = context.iter().map(visible).collect();
    let length = |line: &Option<String>| line.as_ref().map_or(0, |it| it.chars().count());
    let width = context.iter().map(|it| length(&it.ours)).max().unwrap_or(0).clamp(4, WIDTH);
    let _ = writeln!(out, "\n  {:<width$}   theirs", "ours");
    for line in &context {
        let from = begins(line);
        let (ours, theirs) = (cut(&line.ours, from), cut(&line.theirs, from));
        if line.differs {
            let Paint { ours: a, theirs: b, end } = paint;
            let pad = " ".repeat(width.saturating_sub(ours.chars().count()));
            let _ = writeln!(out, "> {a}{ours}{end}{pad} | {b}{theirs}{end}");
        } else {
            let _ = writeln!(out, "  {ours:<width$}   {theirs}");
        }
    }
}

fn put_followed(report: &LogReport, out: &mut String) {
    if report.followed.len() < 2 {
        return;
    }
    let mut pairs = report.followed.windows(2);
    let order = match pairs.any(|pair| pair[0].tick == pair[1].tick) {
        true => "in this order; within one tick the order is not known",
        false => "in this order",
    };
    let _ = writeln!(out, "\nvalues that diverged, {order}:");
    for difference in &report.followed {
        if let DifferenceDetail::Value { column, gap, .. } = &difference.what {
            let how = match (gap.ulps, gap.absolute) {
                (Some(1), _) => "1 ulp".to_owned(),
                (Some(ulps), _) if ulps <= ULPS_TOLD => format!("{ulps} ulps"),
                (_, Some(absolute)) => format!("by {}", rounded_up(absolute)),
                (_, None) => why(gap.unlike).to_owned(),
            };
            let _ = writeln!(
                out,
                "  {} {} ({how})",
                report.with_unit(column),
                place(difference, report)
            );
        } else {
            let _ = writeln!(out, "  {}", told(difference, report));
        }
    }
    let more = report.parted.saturating_sub(report.followed.len());
    if more > 0 {
        let _ = writeln!(out, "  and {more} more");
    }
}

fn put_columns(report: &LogReport, out: &mut String) {
    let (columns, tick) = (&report.columns, report.tick.as_str());
    if columns.is_empty() {
        return;
    }
    let _ = writeln!(out, "\ncolumns:");
    let width = columns
        .iter()
        .map(|it| report.with_unit(&it.column).chars().count())
        .max()
        .unwrap_or(0)
        .min(40);
    for column in columns {
        let ColumnReport {
            column,
            differ,
            out: count,
            largest,
            unlike,
            largest_at,
            largest_of,
            last_at,
            trend,
        } = column;
        let column = report.with_unit(column);
        let of = if largest_of.is_empty() { String::new() } else { format!(" of {largest_of}") };
        let largest = match largest {
            Some(largest) => format!(
                "largest {}{of} at {tick} {}",
                rounded_up(*largest),
                report.with_tick_unit(largest_at)
            ),
            None => format!("{}{of} at {tick} {}", why(*unlike), report.with_tick_unit(largest_at)),
        };
        let s = if *differ == 1 { "differs" } else { "differ" };
        let _ = writeln!(
            out,
            "  {column:<width$}  {differ} {s}, {count} out of tolerance; {largest}; last at {}; {}",
            report.with_tick_unit(last_at),
            trend.words()
        );
    }
}

fn put_cycles(report: &LogReport, out: &mut String) {
    let CycleCounts {
        compared,
        equal,
        within,
        different,
        missing,
        extra,
        repeated,
        missing_entities,
        extra_entities,
    } = report.cycles;
    let _ = writeln!(
        out,
        "\ncycles: {compared} compared, {equal} equal, {within} within the tolerance, {different} different, \
         {missing} missing in ours, {extra} extra in ours"
    );
    if repeated > 0 {
        let what = "lines with a tick that occurs less often on the other side";
        let _ = writeln!(out, "repeated: {repeated} {what}");
    }
    if missing_entities + extra_entities > 0 {
        let _ = writeln!(
            out,
            "entities: {missing_entities} lines missing in ours, {extra_entities} lines extra in ours"
        );
    }
    if report.stopped {
        out.push_str("stopped at the first difference; the rest was not read\n");
    }
}
