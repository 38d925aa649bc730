//! Several recordings analysed one after the other: each is told when it is done, then the totals of each
//! player. After Ctrl-C what was analysed is still printed.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::standings::Standings;
use super::{AnalyseOptions, Analysed, AnalysisOptions, analysed};
use crate::print::printout::{Format, Printout};
use crate::print::progress_bar::ProgressBar;
use crate::print::terminal;
use crate::verb::{Context, Done, Failure};
use chase_world::error::Error;
use chase_world::escape::in_line;

/// Analyses recordings and prints what comes of it.
pub(super) fn run(
    context: Context<'_>,
    options: &mut AnalyseOptions,
    files: &[PathBuf],
    out: &mut dyn Write,
) -> Done {
    let stop = options.how.stop.clone();
    context.world.caller().when_interrupted(move || stop.stop());
    options.how.bar = Some(ProgressBar::new(context.world, Some(files.len() as u64), "recordings"));
    let mut count = 0;
    let standings = added_up(context, &options.how, files, &mut |file, one| {
        count += 1;
        if options.format != Format::Text {
            return Ok(());
        }
        let line = format!("{}: {}\n", in_line(&file.display().to_string()), one.in_a_line());
        if let Some(bar) = &options.how.bar {
            bar.clear();
        }
        out.write_all(terminal::wrapped(context.world, line, 2).as_bytes())?;
        Ok::<(), Failure>(out.flush()?)
    });
    options.how.bar = None;
    let standings = standings?;
    if count > 0 {
        Printout::default()
            .text(|out| {
                writeln!(out)?;
                standings.text(out)
            })
            .json(&standings.json())
            .form(Format::Csv, |out| standings.csv(out))
            .print(options.format, out)?;
    }
    if options.how.stop.is_stopped() {
        let all = files.len();
        return Err(Error::new(format!("interrupted after {count} of {all} recordings")).into());
    }
    Ok(())
}

/// The analyses of recordings, added up for each player, as far as nobody stops it; `done` hears of each.
fn added_up<E: From<Error>>(
    context: Context<'_>,
    how: &AnalysisOptions,
    files: &[PathBuf],
    done: &mut dyn FnMut(&Path, &Analysed) -> Result<(), E>,
) -> Result<Standings, E> {
    let mut standings = Standings::default();
    for file in files {
        if how.stop.is_stopped() {
            break;
        }
        match analysed(context, how, file) {
            Err(_) if how.stop.is_stopped() => break,
            Err(error) => return Err(error.into()),
            Ok(one) => {
                standings.add(&one.sides, &one.recorded, &one.looks, &one.parts);
                if let Some(bar) = &how.bar {
                    bar.set(|it| it.position += 1);
                }
                done(file, &one)?;
            }
        }
    }
    Ok(standings)
}
