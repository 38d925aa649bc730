//! `chase sweep diff`: two cells of a sweep, game by game on the same luck.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::commands::sweep::game::Engine;
use crate::commands::sweep::plan::warn_of_luck;
use crate::options::interrupt::stop_when_interrupted;
use crate::print::columns;
use crate::print::printout::{Format, Printout, TEXT_JSON, any_of};
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_arena::stats::{Pairs, student, wide};
use chase_kit::sweep_engine::EngineKind;
use chase_kit::totals::GameTotals;
use chase_sweep::{Folder, Paired, Spec, pair, significant};
use chase_world::error::Error;

pub const VERB: &dyn Verb = &PlainVerb { name: "diff", run };

/// Compare two cells of a sweep game by game, with the same random numbers, so that less of the difference is chance
#[derive(Args)]
#[command(after_help = "Example:\n  chase sweep diff run --cells 0 1\n\n\
    The games of both cells are played again, and must come out as the sweep has them.")]
struct SweepDiffOptions {
    /// Folder of a sweep
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Two cells to compare, by number, as in `--cells 0 1`
    #[arg(long, value_names = ["A", "B"], num_args = 2, required = true)]
    cells: Vec<usize>,
    /// Number of workers, as in 2 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Engine that plays the games [default: the fastest that plays the same games]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON))]
    format: Format,
}

fn run(context: Context<'_>, options: SweepDiffOptions, out: &mut dyn Write) -> Done {
    let folder = Folder::read(&context.world.at(&options.folder))?;
    let spec = folder.spec();
    let cells = [options.cells[0], options.cells[1]];
    let place = |error: Error| error.at(options.folder.display());
    if let Some(cell) = cells.iter().find(|cell| **cell >= spec.cells.len()) {
        let what = format!("there is no cell {cell}");
        let last = spec.cells.len() - 1;
        return Err(place(Error::new(what).help(format!("cells are numbered 0 to {last}"))).into());
    }
    let counted = cells.map(|cell| folder.coverage.counted(cell, spec).0);
    let both = counted[0].games.min(counted[1].games);
    let gaps = cells.map(|cell| folder.coverage.missing(cell, 0..both));
    if gaps.iter().any(|gaps| !gaps.is_empty()) {
        let what = format!("some of the first {both} games of these cells are missing");
        let help = "put the parts of the sweep together with `chase sweep merge`";
        return Err(place(Error::new(what).help(help)).into());
    }
    if both == 0 {
        return Err(place(Error::new("no game of these cells was played yet")).into());
    }
    warn_of_luck(context.world, spec);
    let game = context.games.find(&spec.game)?;
    let jobs = options.jobs.map_or_else(|| context.world.threads(), usize::from);
    let stop = stop_when_interrupted(context.world);
    let wanted = options.engine.map(EngineKind::from);
    let paired = pair(game, spec, cells, both, jobs, (wanted, &stop))?;
    let Some(paired) = paired else {
        return Err(Error::new("interrupted").into());
    };
    for (n, cell) in cells.into_iter().enumerate() {
        check(cell, &counted[n], &paired.totals[n]).map_err(place)?;
    }
    Printout::default()
        .text(|out| write!(out, "{}", text(spec, cells, &paired)))
        .json(&json(spec, cells, &paired))
        .print(options.format, out)
}

/// Games that are played again come out as they did, where all of a cell's were.
fn check(cell: usize, before: &GameTotals, again: &GameTotals) -> Result<(), Error> {
    if before.games != again.games || *before == again.clone().sorted() {
        return Ok(());
    }
    let what = format!("cell {cell} gives other results when played again");
    Err(Error::new(what).help("another version of the program played it; use that one"))
}

fn text(spec: &Spec, [one, other]: [usize; 2], paired: &Paired) -> String {
    let mut text = format!(
        "A is cell {one}{}\nB is cell {other}{}\n{} pairs of games, each with the same random numbers\n\n",
        values(spec, one),
        values(spec, other),
        paired.games
    );
    let heads =
        ["cause", "both", "A alone", "B alone", "neither", "B - A %", "95 %", "McNemar p", "saves"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for (name, pairs) in events(spec, paired) {
        let (found, interval) = pairs.difference();
        let mut line = vec![name];
        line.extend(
            [pairs.both, pairs.first, pairs.second, pairs.neither].map(|it| it.to_string()),
        );
        line.push(format!("{:+.3}", found * 100.0));
        line.push(format!("{:+.3} to {:+.3}", interval.low * 100.0, interval.high * 100.0));
        line.push(likely(pairs));
        line.push(pairs.saving().map_or("-".into(), |it| format!("{it:.1} x")));
        lines.push(line);
    }
    text.push_str(&columns::table(&lines));
    let (mean, width, saving) = cycles(paired);
    let width = width.map_or(String::new(), |it| format!(" +- {it:.4}"));
    let saving = saving.map_or(String::new(), |it| format!(", saves {it:.1} x"));
    text.push_str(&format!("\ncycles, B - A: {mean:+.4}{width}{saving}\n"));
    text.push_str(
        "saves: how many times more games independent seeds would need for the same precision\n",
    );
    text.push_str(&stopped(spec));
    text
}

/// The values of a cell, for a line that names it.
fn values(spec: &Spec, cell: usize) -> String {
    if spec.cells[cell].values.is_empty() {
        return String::new();
    }
    let pairs = spec.varied.iter().zip(&spec.cells[cell].values);
    let pairs = pairs.map(|(name, value)| format!("{name}={value}"));
    format!(": {}", pairs.collect::<Vec<_>>().join(" "))
}

/// A caution about intervals where a rule ended the cells.
fn stopped(spec: &Spec) -> String {
    let Some(until) = &spec.until else {
        return String::new();
    };
    format!(
        "the cells end by {until}: the intervals and the p of a difference assume a number of games that \
         was fixed beforehand, and are not corrected for this\n"
    )
}

/// The outcomes that are compared: the causes, then the measures.
fn events<'a>(
    spec: &'a Spec,
    paired: &'a Paired,
) -> impl Iterator<Item = (String, &'a Pairs)> + 'a {
    let causes = paired.causes.iter().map(|(cause, pairs)| (cause.clone(), pairs));
    let measures = spec.measures.iter().zip(&paired.measures);
    causes.chain(measures.map(|(it, pairs)| (it.column(), pairs)))
}

/// McNemar's chance in words. Where it comes from the normal distribution it is known to some 14 places.
fn likely(pairs: &Pairs) -> String {
    match known_chance(pairs) {
        None => format!("< {CHANCE_LEAST:e}"),
        Some(chance) => format!("{chance:.3e}"),
    }
}

/// The least chance that the normal distribution tells.
const CHANCE_LEAST: f64 = 1e-13;

/// McNemar's chance; nothing where it is only known to be less than [`CHANCE_LEAST`].
fn known_chance(pairs: &Pairs) -> Option<f64> {
    let chance = pairs.mcnemar();
    let is_exact = pairs.first + pairs.second <= Pairs::EXACT_MAX;
    (is_exact || chance >= CHANCE_LEAST).then_some(chance)
}

/// The number of cycles that B has more than A on average; half the width of the 95 % interval by
/// Student's distribution, where there is more than one pair; and the factor on the number of games
/// that unpaired ones would need for the same precision.
fn cycles(paired: &Paired) -> (f64, Option<f64>, Option<f64>) {
    let n = wide(paired.games.into());
    #[expect(clippy::cast_precision_loss, reason = "nobody needs the last digits of a sum")]
    let mean = paired.cycles as f64 / n;
    let variance = (wide(paired.squares) / n - mean * mean).max(0.0);
    let width = (n > 1.0).then(|| student(n - 1.0) * (variance / (n - 1.0)).sqrt());
    let apart = paired.totals.iter().map(|totals| {
        let mean = wide(totals.cycles) / n;
        wide(totals.squares) / n - mean * mean
    });
    let apart: f64 = apart.sum();
    (mean, width, (variance > 0.0).then(|| apart / variance))
}

fn json(spec: &Spec, cells: [usize; 2], paired: &Paired) -> serde_json::Value {
    let of = |name: &str, what: &str, pairs: &Pairs| {
        let (found, interval) = pairs.difference();
        serde_json::json!({
            name: what,
            "both": pairs.both, "a": pairs.first, "b": pairs.second, "neither": pairs.neither,
            "difference": significant(found),
            "low": significant(interval.low), "high": significant(interval.high),
            "mcnemar": known_chance(pairs).map(significant), "saving": pairs.saving().map(significant),
        })
    };
    let (mean, width, saving) = cycles(paired);
    let causes = paired.causes.iter().map(|(it, pairs)| of("cause", it, pairs));
    let measures = spec.measures.iter().zip(&paired.measures);
    let measures = measures.map(|(it, pairs)| of("measure", &it.name, pairs));
    serde_json::json!({
        "cells": cells, "games": paired.games,
        "stopped_by": spec.until.as_ref().map(ToString::to_string),
        "causes": causes.collect::<Vec<_>>(),
        "measures": measures.collect::<Vec<_>>(),
        "cycles": {
            "difference": significant(mean),
            "low": width.map(|width| significant(mean - width)),
            "high": width.map(|width| significant(mean + width)),
            "saving": saving.map(significant),
        },
    })
}
