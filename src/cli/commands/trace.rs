//! `chase trace`: what a log of any program is understood as.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::input::logs::LikeOption;
use crate::print::printout::{Format, Printout, TEXT_JSON, any_of_explained};
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_logs::{
    ColumnStats, LogForm, LogReader, Survey, is_wide_vector, plain, survey, tick_with_unit,
    to_toml, vector_shown,
};
use chase_world::error::{Error, counted, quoted};

pub const VERB: &dyn Verb = &PlainVerb { name: "trace", run };

/// Show how chase reads a log (format, tick, columns)
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    chase trace data/traces/mesa/golden.csv\n  \
    chase trace data/traces/mesa/golden.csv --describe\n  \
    chase trace data/traces/vmstat/golden.log --like data/traces/vmstat/vmstat.trace.toml\n\n\
    Exit status: 0 all of it was read, 2 not.")]
struct TraceOptions {
    /// A log of any program: CSV, TSV, JSON lines, text lines by patterns, VCD, FST, Parquet; a replay or a
    /// transcript; packed by gzip or Zstandard or not; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    like: LikeOption,
    /// Print a description of the log that you can change and give to --like
    #[arg(long)]
    describe: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of_explained(TEXT_JSON))]
    format: Format,
}

fn run(context: Context<'_>, options: TraceOptions, out: &mut dyn Write) -> Done {
    let mut log = options.like.open(context, &options.file)?;
    let survey = survey(&mut log)?;
    if log.description().form == LogForm::JsonLines && options.like.is_given() {
        check_named(&survey, &log)?;
    }
    let described = survey.described(log.description());
    if options.describe {
        let notes: Vec<_> = survey.columns.iter().map(|(_, it)| found(it, 0, None)).collect();
        out.write_all(to_toml(&described, &notes).as_bytes())?;
    } else {
        let printout = Printout::default().text(|out| tell(&survey, out));
        printout.json(&survey).print(options.format, out)?;
    }
    match &survey.unreadable {
        Some(what) => Err(Error::new(what.clone()).into()),
        None => Ok(()),
    }
}

/// Of JSON lines it is known at the end which columns there are.
fn check_named(survey: &Survey, log: &LogReader) -> Done {
    let mut described = log.given().columns.iter().zip(&survey.columns);
    match described.find(|(_, (_, stats))| stats.values == 0) {
        Some((column, _)) => Err(log.no_column(&column.name).into()),
        None => Ok(()),
    }
}

/// The findings in a column of so many bits, in words.
fn found(stats: &ColumnStats, bits: u32, unit: Option<&String>) -> String {
    let mut told = stats.kind().to_owned();
    if stats.events > 0 {
        told.push_str(&format!(", {}", counted(stats.events, "occurrence")));
    }
    if let Some([least, most]) = stats.bits.as_ref().filter(|_| is_wide_vector(bits)) {
        // Zero has no other digits.
        let [least, most] = [least, most].map(|it| if it.is_empty() { "0" } else { it });
        told.push_str(&format!(", {} to {}", vector_shown(least, bits), vector_shown(most, bits)));
    } else if let (Some(least), Some(most)) = (stats.least, stats.most) {
        told.push_str(&format!(", {} to {}", plain(least), plain(most)));
    }
    if let Some(unit) = unit {
        told.push_str(&format!(" [{unit}]"));
    }
    if stats.empty > 0 {
        told.push_str(&format!(", {} empty", stats.empty));
    }
    if stats.not_finite > 0 {
        told.push_str(&format!(", {} not finite", stats.not_finite));
    }
    told
}

fn tell(survey: &Survey, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", survey.name, survey.form)?;
    for said in &survey.said {
        writeln!(out, "  guessed: {said}")?;
    }
    let Survey { cycles, first, last, lines, notes, .. } = survey;
    let last = tick_with_unit(last, survey.tick_unit.as_deref());
    writeln!(out, "  cycles:   {cycles}, {first} to {last}")?;
    writeln!(out, "  lines:    {lines}, {notes} of them without values")?;
    if let Some(entities) = survey.entities {
        let some: Vec<_> = survey.some_entities.iter().map(|it| quoted(it)).collect();
        let more = if entities > some.len() { ", ..." } else { "" };
        writeln!(out, "  entities: {entities}: {}{more}", some.join(", "))?;
    }
    writeln!(out, "  columns:  {}", survey.columns.len())?;
    let widest = survey.columns.iter().map(|(name, _)| name.chars().count());
    let width = widest.max().unwrap_or(0).min(40);
    for (name, stats) in &survey.columns {
        let bits = survey.widths.get(name).copied().unwrap_or(0);
        let found = found(stats, bits, survey.units.get(name));
        writeln!(out, "    {name:<width$}  {found}")?;
    }
    odd(survey, out)
}

/// The oddities of the log, a line each.
fn odd(survey: &Survey, out: &mut dyn Write) -> io::Result<()> {
    if let Some(unfinished) = &survey.unfinished {
        writeln!(out, "  remark:   {unfinished}")?;
    }
    if let Some(undeclared) = &survey.undeclared {
        writeln!(out, "  remark:   {}", undeclared.words())?;
    }
    if let Some(first) = &survey.first_gap {
        writeln!(out, "  gaps:     {}, the first before {first}", survey.gaps)?;
    }
    if let Some(line) = survey.first_repeat {
        writeln!(out, "  repeated: {} lines, the first is line {line}", survey.repeats)?;
    }
    if let Some(line) = survey.first_other_end {
        writeln!(
            out,
            "  line ends: CR LF and LF mixed; line {line} is the first that differs from line 1"
        )?;
    }
    if let Some(line) = survey.first_backward {
        let many = survey.backward;
        writeln!(out, "  back in time: {many} lines, the first is line {line}")?;
    }
    Ok(())
}
