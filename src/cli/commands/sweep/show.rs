//! `chase sweep show`: the cells of a sweep, as text, CSV, JSON or a page.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::commands::sweep::page;
use crate::commands::sweep::plan::warn_of_luck;
use crate::print::columns;
use crate::print::printout::{Format, Printout, TEXT_JSON_CSV, any_of};
use crate::verb::{Context, Done, PlainVerb, Verb, fine_if};
use chase_play::CommandLine;
use chase_sweep::{Folder, SweepTable, TableValue, cells_table, grouped};
use chase_world::error::Error;
use chase_world::world::World;

pub const VERB: &dyn Verb = &PlainVerb { name: "show", run };

/// Show the cells of a sweep: shares with their 95 % intervals, averages, counts
#[derive(Args)]
#[command(after_help = "Example:\n  chase sweep show run --by D2 --format csv")]
struct SweepShowOptions {
    /// Folder of a sweep
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Combine the cells with the same value of this, as in `--by D2`
    #[arg(long, value_name = "WHAT")]
    by: Option<String>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON_CSV))]
    format: Format,
    /// Write a page for the browser: curves with intervals, and the table; `-` is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn run(context: Context<'_>, options: SweepShowOptions, out: &mut dyn Write) -> Done {
    let folder = Folder::read(&context.world.at(&options.folder))?;
    let game = context.games.find(&folder.spec().game)?;
    warn_of_gaps(context.world, &folder);
    warn_of_luck(context.world, folder.spec());
    if options.by.is_some() && folder.spec().until.is_some() {
        context.world.warn(
            &"the rule `until` gave the cells different numbers of games, and --by pools these games; \
              no interval is corrected for that",
        );
    }
    let table = match &options.by {
        Some(by) => grouped(&folder, game, by)?,
        None => cells_table(&folder, game)?,
    };
    if let Some(path) = &options.html {
        let page = page::page(&folder, &table, options.by.as_deref());
        if path.as_os_str() == "-" {
            out.write_all(page.as_bytes())?;
        } else {
            page::write(context.world, path, &page)?;
            context.world.note(&format_args!("wrote {}", path.display()));
        }
        return check_tables(context.world, &folder, game);
    }
    Printout::default()
        .text(|out| write!(out, "{}", shown(&table)))
        .form(Format::Json, |out| write!(out, "{}", table.json()))
        .form(Format::Csv, |out| write!(out, "{}", table.csv()))
        .print(options.format, out)?;
    check_tables(context.world, &folder, game)
}

/// Holds the tables in the folder, which are written once all is played, against the log. What was shown is
/// counted from the log.
fn check_tables(world: &World, folder: &Folder, game: &dyn CommandLine) -> Done {
    let table = cells_table(folder, game)?;
    let tables = [("cells.csv", table.csv()), ("cells.json", table.json())];
    let is_other = |name: &str, text: &str| {
        let written = folder.file(name).read();
        written.is_ok_and(|written| written != text.as_bytes())
    };
    let mut is_fine = true;
    for (name, text) in tables {
        if is_other(name, &text) {
            is_fine = false;
            world.warn(&format_args!(
                "{} does not match shards.log, whose games are shown: \
                 one of the two was changed or cut off, or another version wrote it",
                folder.file(name).display()
            ));
        }
    }
    fine_if(is_fine)
}

/// Writes the tables that stand in a sweep's folder when it is done.
pub(crate) fn write_tables(folder: &Folder, game: &dyn CommandLine) -> Result<(), Error> {
    let table = cells_table(folder, game)?;
    folder.write("cells.csv", table.csv().as_bytes())?;
    folder.write("cells.json", table.json().as_bytes())
}

/// Prints where a sweep is kept, and what can be done with it.
pub(crate) fn kept(world: &World, folder: &Folder, out: &mut dyn Write) -> io::Result<()> {
    let (path, program) = (folder.path().display(), world.name());
    writeln!(out, "\nkept in {path}; try next:\n  {program} sweep show {path} --format csv")?;
    if folder.spec().cells.len() > 1 {
        writeln!(out, "  {program} sweep diff {path} --cells 0 1")?;
    }
    Ok(())
}

/// Prints the cells of a sweep.
pub(crate) fn text(folder: &Folder, game: &dyn CommandLine, out: &mut dyn Write) -> Done {
    let table = cells_table(folder, game)?;
    Ok(out.write_all(shown(&table).as_bytes())?)
}

/// Says so where not all of a sweep was played.
fn warn_of_gaps(world: &World, folder: &Folder) {
    let spec = folder.spec();
    let is_whole = |cell: usize| folder.coverage.counted(cell, spec).1;
    let open = (0..spec.cells.len()).filter(|cell| !is_whole(*cell)).count();
    if open > 0 {
        let all = spec.cells.len();
        world.warn(&format_args!(
            "{open} of {all} cells are not complete; their results so far are shown"
        ));
    }
}

/// A table for people: a share stands with its interval.
fn shown(table: &SweepTable) -> String {
    let names: Vec<&str> = table.columns.iter().map(String::as_str).collect();
    let first_share = names.iter().position(|it| *it == "games").unwrap_or(0);
    let shares: Vec<&str> = names.iter().filter_map(|it| it.strip_prefix("p_")).collect();
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut heads: Vec<String> = names[..=first_share].iter().map(|it| (*it).to_owned()).collect();
    heads.extend(shares.iter().map(|it| format!("{it} %")));
    heads.push("cycles".into());
    heads.push("5-50-95 %".into());
    lines.push(heads);
    for row in &table.rows {
        let of = |name: &str| table.column(name).map_or(&TableValue::Nothing, |at| &row[at]);
        let mut line: Vec<String> = row[..=first_share].iter().map(TableValue::text).collect();
        for share in &shares {
            let [mean, low, high] =
                ["p", "lo", "hi"].map(|it| percent(of(&format!("{it}_{share}"))));
            line.push(format!("{mean} ({low}-{high})"));
        }
        line.push(match [of("mean_cycles"), of("lo_cycles"), of("hi_cycles")] {
            [TableValue::Real(mean), TableValue::Real(low), TableValue::Real(high)] => {
                format!("{mean:.3} ({low:.3}-{high:.3})")
            }
            [TableValue::Real(mean), ..] => format!("{mean:.3}"),
            _ => "-".into(),
        });
        let quantiles = ["p05", "median", "p95"].map(|it| of(&format!("{it}_cycles")).text());
        line.push(quantiles.join("-"));
        lines.push(line);
    }
    columns::table(&lines)
}

fn percent(value: &TableValue) -> String {
    match value {
        TableValue::Real(share) => format!("{:.2}", share * 100.0),
        _ => "-".into(),
    }
}
