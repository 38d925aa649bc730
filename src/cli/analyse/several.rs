//! Several recordings analysed one after the other: each is told when it is done, then the totals of each
//! player. What was done by Ctrl-C, or within `--budget`, is kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::standings::Standings;
use super::{AnalyseOptions, Analysed, AnalysisOptions, ENDINGS, analysed};
use crate::cli::caller::when_interrupted;
use crate::cli::files_in_folder::files_of;
use crate::cli::printout::{Format, Printout};
use crate::cli::progress_bar::bar;
use crate::cli::{Failure, terminal};
use crate::engine::budget::StopFlag;
use crate::error::Error;
use crate::escape::in_line;
use crate::games::Games;
use crate::games::clock::Clock;
use crate::judge::deadline::Deadline;

/// Analyses recordings and prints what comes of it.
pub(super) fn run(
    games: Games,
    options: &mut AnalyseOptions,
    files: &[PathBuf],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let deadline = options.how.budget.map(Deadline::after);
    if let Some(deadline) = &deadline {
        options.how.stop = deadline.stop().clone();
    }
    let interrupted = StopFlag::default();
    let flags = [options.how.stop.clone(), interrupted.clone()];
    when_interrupted(move || flags.iter().for_each(StopFlag::stop));
    let style = "{bar:20} {pos} of {len} recordings, {eta} left; {wide_msg}";
    options.how.bar = bar(Some(files.len() as u64), style);
    let mut count = 0;
    let standings = added_up(games, &options.how, files, &mut |file, one| {
        count += 1;
        if options.format != Format::Text {
            return Ok(());
        }
        let budget = options.how.budget.map(|_| one.work_in_words());
        let budget = budget.map_or_else(String::new, |work| format!(" ({work})"));
        let line =
            format!("{}: {}{budget}\n", in_line(&file.display().to_string()), one.in_a_line());
        let print = || -> Result<(), Failure> {
            out.write_all(terminal::wrapped(line, 2).as_bytes())?;
            Ok(out.flush()?)
        };
        match &options.how.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    });
    if let Some(bar) = &options.how.bar {
        bar.finish_and_clear();
    }
    let standings = standings?;
    if count > 0 {
        Printout::default()
            .text(|out| standings.text_below(out))
            .json(&standings.json())
            .form(Format::Csv, |out| standings.csv(out))
            .print(options.format, out)?;
    }
    let all = files.len();
    if interrupted.is_stopped() {
        return Err(Error::new(format!("interrupted after {count} of {all} recordings")).into());
    }
    match count {
        0 => Err(Error::new("no recording could be analysed within --budget")
            .help("give more time, or --games in its place")
            .into()),
        _ if count < all => {
            terminal::warn(&format_args!(
                "only {count} of {all} recordings could be analysed within --budget"
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The standings of all recordings in a folder, analysed as `chase analyse FOLDER` does.
pub(in crate::cli) fn of_folder(games: Games, folder: &Path) -> Result<Standings, Error> {
    let files = files_of(folder, &ENDINGS)?;
    added_up(games, &AnalysisOptions::default(), &files, &mut |_, _| Ok(()))
}

/// The analyses of recordings, added up for each player, as far as nobody stops it; `done` hears of each. A
/// time for all of them is shared by those that are left.
fn added_up<E: From<Error>>(
    games: Games,
    how: &AnalysisOptions,
    files: &[PathBuf],
    done: &mut dyn FnMut(&Path, &Analysed) -> Result<(), E>,
) -> Result<Standings, E> {
    let mut standings = Standings::default();
    let begun = Clock::start();
    for (file, left) in files.iter().zip((1..=files.len()).rev()) {
        let is_late = how.budget.is_some_and(|all| begun.elapsed() >= all);
        if is_late || how.stop.is_stopped() {
            break;
        }
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        let time = how.budget.map(|all| all.saturating_sub(begun.elapsed()) / left);
        match analysed(games, how, file, time) {
            Err(_) if how.stop.is_stopped() => break,
            Err(error) => return Err(error.into()),
            Ok(one) => {
                standings.add(&one.sides, &one.recorded, &one.looks, &one.parts);
                if let Some(bar) = &how.bar {
                    bar.inc(1);
                }
                done(file, &one)?;
            }
        }
    }
    Ok(standings)
}
