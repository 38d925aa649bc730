//! A report for people: the first difference, what stood round it, why, and then the counts.

use std::fmt::Write as _;

use anstyle::Style;

use super::plain_texts::PlainReport;
use super::report::{Difference, Pair, Place, Report, Side, SideDiagnosis};
use super::report_buffer::{OURS, ReportPage, STRONG, THEIRS};
use chase_kit::diagnosis::Certainty;
use chase_kit::referee::{Cause, Choice, Options, Verdict};
use chase_world::error::{counted, one_line};
use chase_world::escape::in_line;

/// The colours and the width of a printed report.
#[derive(Clone, Copy, Debug)]
pub struct ReportStyle {
    /// True if differing cells are coloured.
    pub colour: bool,
    /// The terminal's width in columns, at a terminal.
    pub width: Option<usize>,
}

impl ReportStyle {
    /// For a file: no colours, and lines as long as they are.
    pub const PLAIN: ReportStyle = ReportStyle { colour: false, width: None };
}

/// One line about the whole.
pub fn brief(report: &Report) -> String {
    let mut line = headline(report);
    for setup in report.setups.iter().chain(&report.headers) {
        let _ = write!(line, " ({setup})");
    }
    if let Some(layout) = &report.layout {
        let _ = write!(line, " ({layout})");
    }
    for (whose, side) in [("ours", &report.ours), ("theirs", &report.theirs)] {
        if side.is_cut_off() {
            let _ = write!(line, " ({whose} is unfinished)");
        }
    }
    line
}

/// The first line of the report: the sides are the same, or the place where they part.
pub(super) fn headline(report: &Report) -> String {
    let unit = report.unit;
    match &report.first {
        None if report.same => {
            let cycles = counted(report.counts.equal, unit);
            format!("the same: {cycles}")
        }
        None if report.is_laid_out_otherwise() => "different".into(),
        None => format!("different: {}", report.remarks.join("; ")),
        Some(first) => format!("different: {}", place_line(unit, &first.place)),
    }
}

/// The place of a difference, and the first cell that differs there.
fn place_line(unit: &str, place: &Place) -> String {
    let cycle = place.cycle;
    if let Some(whose) = place.only_in {
        return format!("{unit} {cycle} is only in {whose}");
    }
    let Some(first) = place.columns.first() else {
        return format!("{unit} {cycle}");
    };
    let more = match place.columns.len() - 1 {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    if first.column == "events" {
        return format!("{unit} {cycle}, in the events{more}");
    }
    format!("{unit} {cycle}, {}: ours {}, theirs {}{more}", first.column, first.ours, first.theirs)
}

/// The whole report as text.
pub fn write_text(report: &Report, look: ReportStyle) -> String {
    let mut out = ReportPage::new(look.colour);
    sides(&mut out, report);
    for (line, n) in report.setups.iter().zip(0..) {
        if n == 0 {
            out.push_str("\nthe two sides were set up differently:\n");
        }
        let _ = writeln!(out, "  {line}");
    }
    match &report.first {
        None if report.same => {
            let cycles = counted(report.counts.equal, report.unit);
            let _ = writeln!(out, "\nthe same: all {cycles}");
            for line in &report.headers {
                let _ = writeln!(out, "the same history, but the header differs: {line}");
            }
            if let Some(line) = shared_line(report) {
                let _ = writeln!(out, "{line}");
            }
        }
        None if report.is_laid_out_otherwise() => {
            let cycles = counted(report.counts.equal, report.unit);
            let _ = writeln!(out, "\ndifferent in layout only: all {cycles} are the same");
        }
        None => out.push_str(
            "\ndifferent: every cycle is the same, but a side breaks off or contradicts itself\n",
        ),
        Some(first) => difference(&mut out, report, first, look),
    }
    if let (Some(layout), None) = (&report.layout, &report.first) {
        let _ = writeln!(out, "{layout}");
    }
    if report.first.is_none() {
        remarks(&mut out, report);
    }
    if !report.same {
        counts(&mut out, report);
    }
    out.into_text()
}

fn sides(out: &mut ReportPage, report: &Report) {
    for (whose, side) in [("ours  ", &report.ours), ("theirs", &report.theirs)] {
        let Side { name, form, cycles, .. } = side;
        let name = in_line(name);
        let _ = write!(out, "{whose}  {name}: {form}, {}", counted(*cycles, report.unit));
        if let (Some(first), Some(last)) = (side.first, side.last) {
            let _ = write!(out, ", {first} to {last}");
        }
        out.push('\n');
    }
}

fn remarks(out: &mut ReportPage, report: &Report) {
    for (line, n) in report.remarks.iter().zip(0..) {
        if n == 0 {
            out.push('\n');
        }
        let _ = writeln!(out, "remark: {line}");
    }
}

fn difference(out: &mut ReportPage, report: &Report, first: &Difference, look: ReportStyle) {
    let line = place_line(report.unit, &first.place);
    out.push('\n');
    out.paint(&format!("first difference: {line}"), STRONG);
    out.push('\n');
    let parted = |column: &str| first.place.columns.iter().any(|one| one.column == column);
    for unlike in first.place.columns.iter().skip(1) {
        // What follows from another city needs no line of its own.
        let seat = unlike.column.split('.').next().unwrap_or_default();
        let follows = seat != unlike.column && parted(seat);
        if unlike.column != "events" && !follows {
            let _ = writeln!(
                out,
                "  also {}: ours {}, theirs {}",
                unlike.column, unlike.ours, unlike.theirs
            );
        }
    }
    if let Some(place) = &report.first_shown {
        let line = place_line(report.unit, place);
        let _ = writeln!(out, "  transcripts show the first difference at {line}");
    }
    if let Some(layout) = &report.layout {
        let _ = writeln!(out, "{layout}");
    }
    remarks(out, report);
    out.push('\n');
    window(out, report.unit, &first.window, look);
    if let [events] = first.place.columns.as_slice()
        && events.column == "events"
    {
        let _ = writeln!(out, "\n  ours   {}\n  theirs {}", events.ours, events.theirs);
    }
    if let Some(shift) = &first.shift {
        let _ = writeln!(out, "\n{shift}");
    }
    if let Some(line) = shared_line(report) {
        let _ = writeln!(out, "\n{line}");
    }
    if let Some(cause) = &report.cause {
        explain(out, cause, look);
    } else if let Some(why) = report.unexplained {
        let _ = writeln!(out, "\nwhy: {why}");
    }
    for line in &report.later_faults {
        out.push_str("  ");
        out.paint(line, STRONG);
        out.push('\n');
    }
    diagnoses(out, report);
    for (place, n) in report.further.iter().zip(0..) {
        if n == 0 {
            out.push_str("\nthen:\n");
        }
        let _ = writeln!(out, "  {}", place_line(report.unit, place));
    }
}

/// A line about the mistake that both sides share before they part, or all along.
pub(super) fn shared_line(report: &Report) -> Option<String> {
    let (unit, fault) = (report.unit, report.shared_fault.as_ref()?);
    let who = match report.same {
        true => "both",
        false => "before the first difference both sides",
    };
    Some(format!("{who} break the rules of this scenario: {unit} {fault}"))
}

/// A row of a window: its cells, each in its style, and how wide they are, in characters.
struct WindowRow {
    cells: Vec<(String, Option<Style>)>,
    width: usize,
}

impl WindowRow {
    fn new(cells: Option<&Vec<(String, bool)>>, differing: Style) -> Self {
        let cells: Vec<_> = match cells {
            None => vec![(String::from("-"), None)],
            Some(cells) => cells
                .iter()
                .map(|(cell, differs)| (mark(cell, *differs), differs.then_some(differing)))
                .collect(),
        };
        let widths = cells.iter().map(|(cell, _)| cell.chars().count());
        WindowRow { width: widths.sum(), cells }
    }

    /// The row without the blanks at its end.
    fn put_trimmed(&self, out: &mut ReportPage) {
        let is_blank = |(cell, _): &&(String, Option<Style>)| cell.trim_end().is_empty();
        let blanks = self.cells.iter().rev().take_while(is_blank).count();
        let shown = &self.cells[..self.cells.len() - blanks];
        if let Some(((last, style), before)) = shown.split_last() {
            put_all(out, before);
            put(out, last.trim_end(), *style);
        }
    }

    /// The row, filled with blanks up to a width.
    fn put_filled(&self, out: &mut ReportPage, width: usize) {
        put_all(out, &self.cells);
        out.push_str(&" ".repeat(width.saturating_sub(self.width)));
    }
}

fn put_all(out: &mut ReportPage, cells: &[(String, Option<Style>)]) {
    for (cell, style) in cells {
        put(out, cell, *style);
    }
}

fn put(out: &mut ReportPage, text: &str, style: Option<Style>) {
    match style {
        Some(style) => out.paint(text, style),
        None => out.push_str(text),
    }
}

/// Cycles side by side, or below each other where there is no room.
fn window(out: &mut ReportPage, unit: &str, pairs: &[Pair], look: ReportStyle) {
    const GAP: &str = "   ";
    let rows: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let ours = WindowRow::new(pair.ours.as_ref(), OURS);
            (pair, ours, WindowRow::new(pair.theirs.as_ref(), THEIRS))
        })
        .collect();
    let widest = rows.iter().map(|(_, ours, theirs)| ours.width.max(theirs.width));
    let width = widest.max().unwrap_or(0).max("theirs".len());
    let cycles = pairs.iter().map(|pair| pair.cycle.to_string().len());
    let cycle_width = cycles.max().unwrap_or(0).max(unit.len());
    let names = pairs.iter().map(|pair| pair.differing.join(" ").len());
    let full = 2 + cycle_width + 2 * (width + GAP.len()) + names.max().unwrap_or(0) + GAP.len();
    if look.width.is_some_and(|terminal| full > terminal) {
        for (pair, ours, theirs) in &rows {
            let sign = sign(pair);
            let cycle = pair.cycle;
            let _ = writeln!(out, "{sign} {unit} {cycle} {}", pair.differing.join(" "));
            out.push_str("    ours   ");
            ours.put_trimmed(out);
            out.push_str("\n    theirs ");
            theirs.put_trimmed(out);
            out.push('\n');
        }
        return;
    }
    let head = format!("  {unit:>cycle_width$}{GAP}{:<width$}{GAP}theirs", "ours");
    let _ = writeln!(out, "{head}");
    for (pair, ours, theirs) in &rows {
        let _ = write!(out, "{} {:>cycle_width$}{GAP}", sign(pair), pair.cycle);
        ours.put_filled(out, width);
        out.push_str(GAP);
        if pair.differing.is_empty() {
            theirs.put_trimmed(out);
        } else {
            theirs.put_filled(out, width);
            let _ = write!(out, "{GAP}{}", pair.differing.join(" "));
        }
        out.push('\n');
    }
}

fn sign(pair: &Pair) -> char {
    if pair.differing.is_empty() { ' ' } else { '>' }
}

/// A cell that differs has a bar before its value, so that it shows without colour.
fn mark(cell: &str, differs: bool) -> String {
    let blanks = cell.len() - cell.trim_start().len();
    let (before, value) = cell.split_at(blanks);
    if differs { format!(" {before}|{value}") } else { format!(" {before} {value}") }
}

fn explain(out: &mut ReportPage, cause: &Cause, look: ReportStyle) {
    out.push('\n');
    out.paint(&format!("why: {}", cause.situation), STRONG);
    out.push('\n');
    if let Some(options) = &cause.options {
        let mut table = String::new();
        write_options(&mut table, options);
        let widest = table.lines().map(|line| line.chars().count()).max();
        if look.width < widest && look.width.is_some() {
            write_choices(out, options);
        } else {
            out.push_str(&table);
        }
    }
    for (whose, verdict) in [("ours", &cause.ours), ("theirs", &cause.theirs)] {
        if let Some(verdict) = verdict {
            let line = format!("  {whose:<6} {}", verdict_line(verdict));
            out.paint(&line, if whose == "ours" { OURS } else { THEIRS });
            out.push('\n');
        }
    }
    for fact in &cause.facts {
        let _ = writeln!(out, "  {fact}");
    }
}

/// The referee's verdict on one side's choice.
pub(super) fn verdict_line(verdict: &Verdict) -> String {
    let Verdict { judgement, choice, rule, why } = verdict;
    format!("{choice}: {} ({rule}): {why}", judgement.words())
}

/// Writes the diagnoses of both sides.
fn diagnoses(out: &mut ReportPage, report: &Report) {
    let mut last = "";
    let mut all_sure = true;
    for SideDiagnosis { whose, diagnosis } in &report.diagnoses {
        if *whose != last {
            let _ = writeln!(out, "\nwhy {whose} goes wrong, from its whole trace:");
            last = whose;
        }
        out.push_str("  ");
        out.paint(&diagnosis.headline(), STRONG);
        out.push('\n');
        for line in diagnosis.details() {
            let _ = writeln!(out, "    {line}");
        }
        all_sure &= matches!(diagnosis.certainty, Certainty::Named | Certainty::Counted);
    }
    if !all_sure {
        out.push_str("  this is only one run; `chase grade` runs the program on many cases\n");
    }
}

/// Writes the table of possible choices; the sides that made a choice are named at the end of its line.
pub fn write_options(out: &mut String, options: &Options) {
    let columns = options.head.len();
    let width = |n: usize| {
        let values = options.choices.iter().filter_map(|choice| choice.values.get(n));
        values.chain([&options.head[n]]).map(|value| value.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let line = |values: &[String], out: &mut String| {
        let mut text = String::from("   ");
        for (n, value) in values.iter().enumerate() {
            let width = widths[n];
            // Names stand left, numbers right.
            let _ = match n {
                0 => write!(text, " {value:<width$}"),
                _ => write!(text, "  {value:>width$}"),
            };
        }
        out.push_str(&text);
    };
    line(&options.head, out);
    out.push('\n');
    for choice in &options.choices {
        line(&choice.values, out);
        let trimmed = out.trim_end_matches(' ').len();
        out.truncate(trimmed);
        out.push_str(who_chose(choice));
        out.push('\n');
    }
}

/// Writes the choices without a table, where there is no room for one: each choice, and under it its
/// details.
fn write_choices(out: &mut ReportPage, options: &Options) {
    for choice in &options.choices {
        let named = options.head.iter().zip(&choice.values).skip(1);
        let values: Vec<_> = named.map(|(what, value)| format!("{what} {value}")).collect();
        let name = choice.values.first().map_or("", String::as_str);
        let _ = writeln!(out, "  {name}{}", who_chose(choice));
        let _ = writeln!(out, "    {}", values.join(", "));
    }
}

fn who_chose(choice: &Choice) -> &'static str {
    match (choice.ours, choice.theirs) {
        (true, true) => "   <- ours, theirs",
        (true, false) => "   <- ours",
        (false, true) => "   <- theirs",
        (false, false) => "",
    }
}

fn counts(out: &mut ReportPage, report: &Report) {
    let counts = &report.counts;
    let unit = report.unit;
    let _ = writeln!(
        out,
        "\n{unit}s: {} compared, {} equal, {} different, {} missing in ours, {} extra in ours",
        counts.compared, counts.equal, counts.different, counts.missing, counts.extra
    );
    for seat in report.seats.iter().filter(|seat| seat.different > 0) {
        let cycles = counted(seat.different, unit);
        let first = seat.first.map(|first| format!(", first in {first}")).unwrap_or_default();
        let _ = writeln!(out, "  {} differs in {cycles}{first}", seat.seat);
    }
    if let Some(rejoined) = report.rejoined {
        let _ = match rejoined.since {
            Some(since) => writeln!(out, "they agree again from {unit} {since} to the end"),
            None => writeln!(
                out,
                "they do not agree again before the end; the last {unit} that differs is {}",
                rejoined.last_different
            ),
        };
    }
    if report.ours.ending == report.theirs.ending && !report.ours.ending.is_empty() {
        let _ = writeln!(out, "both end: {}", one_line(&report.ours.ending));
        return;
    }
    for (whose, side) in [("ours", &report.ours), ("theirs", &report.theirs)] {
        let end = match (side.ending.as_str(), side.end) {
            ("", "quit") => "somebody quit before the end".to_owned(),
            ("", _) => "cut off before the end".to_owned(),
            (ending, _) => one_line(ending),
        };
        let _ = writeln!(out, "{whose} ends: {end}");
    }
}

/// Two texts without cycles; `says_why` where a game was expected in them.
pub fn write_plain(report: &PlainReport, look: ReportStyle, says_why: bool) -> String {
    let mut out = ReportPage::new(look.colour);
    let (ours, theirs) = (in_line(&report.ours), in_line(&report.theirs));
    let _ = writeln!(out, "ours    {ours}\ntheirs  {theirs}");
    let no_game = "neither is a transcript of a known game, so they are compared as plain text";
    if let Some(why) = report.why.as_deref().or(says_why.then_some(no_game)) {
        let _ = writeln!(out, "\n{why}");
    }
    if report.same {
        let _ = writeln!(out, "\nthe same: all {} lines", report.lines);
        return out.into_text();
    }
    let _ = writeln!(out, "\nfirst difference: line {}", report.first_line);
    for (sign, line) in &report.hunk {
        let text = format!("{sign}{line}");
        let style = match sign {
            '-' => Some(OURS),
            '+' => Some(THEIRS),
            _ => None,
        };
        out.push_str("  ");
        put(&mut out, &text, style);
        out.push('\n');
    }
    if report.is_window {
        let _ = writeln!(out, "only the {} lines from there on were compared", report.window_lines);
    }
    out.into_text()
}
