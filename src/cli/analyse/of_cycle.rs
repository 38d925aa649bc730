//! The analysis of one cycle of a recording, for somebody who steps through it: from the one that is kept beside it, else
//! with a small budget.

use std::path::{Path, PathBuf};

use super::kept::{AnalysedRecording, KeptAnalysis};
use super::report::AnalysisReport;
use super::{AnalysisOptions, AnalysisWork, SEED, SOLVED_MAX, STATES_MAX, players, sides_of};
use crate::engine::analysis::{AnalysisBudget, GameAnalysis, Look, percent, set_marks};
use crate::engine::any::NamedSide;
use crate::error::Error;
use crate::games::{CommandLine, Games, refused};
use crate::library::opener;
use crate::store::ReplayReader;

/// The work for each turn where no analysis is kept.
const SMALL: AnalysisBudget = AnalysisBudget {
    games: 100,
    nodes: 1_000,
    seed: SEED,
    states_max: STATES_MAX,
    solved_max: SOLVED_MAX / 10,
};

/// A recording whose cycles are analysed when somebody asks.
pub(in crate::cli) struct CycleAnalyses {
    games: Games,
    file: PathBuf,
    begun: Option<BegunAnalysis>,
}

/// A recording that was taken in.
struct BegunAnalysis {
    game: &'static dyn CommandLine,
    recorded: Vec<String>,
    going_on: Vec<String>,
    sides: Vec<NamedSide>,
    analysis: Box<dyn GameAnalysis>,
    /// The turns of the analysis that is kept, marked, and their work.
    kept: Option<(Vec<Look>, AnalysisBudget)>,
}

impl CycleAnalyses {
    pub(in crate::cli) fn new(games: Games, file: &Path) -> Self {
        CycleAnalyses { games, file: file.to_owned(), begun: None }
    }

    /// What the turns of a cycle were worth, in lines for people.
    ///
    /// # Errors
    /// A recording that cannot be analysed, and why.
    pub(in crate::cli) fn lines(&mut self, cycle: u64) -> Result<Vec<String>, Error> {
        let begun = match self.begun.take() {
            Some(begun) => begun,
            None => BegunAnalysis::of(self.games, &self.file)?,
        };
        Ok(self.begun.insert(begun).lines(cycle))
    }
}

impl BegunAnalysis {
    fn of(games: Games, file: &Path) -> Result<Self, Error> {
        let mut reader = ReplayReader::open_checked(file, &opener(games))?;
        if reader.now().as_game().is_none() {
            return Err(refused());
        }
        let game = games.find(&reader.header().game)?;
        let header = reader.header().clone();
        let sides = sides_of(game, &header)?;
        let going_on = players(game, &header, &[])?;
        let how = AnalysisOptions::default();
        let work = AnalysisWork { games, game, file, players: &going_on, how: &how, budget: SMALL };
        let analysis = work.begin(&mut reader)?;
        let recording = reader.now().seal();
        let of = AnalysedRecording::new(recording, &header.players, &going_on, SMALL.seed);
        let kept = KeptAnalysis::found(file, &of).ok().flatten();
        let kept = kept.filter(|it| it.is_found_by(it.work, &sides, analysis.looks()));
        let kept = kept.map(|KeptAnalysis { work, mut found, .. }| {
            set_marks(&mut found.looks, &found.end);
            let budget = AnalysisBudget { games: work.games, nodes: work.nodes, ..SMALL };
            (found.looks, budget)
        });
        Ok(BegunAnalysis { game, recorded: header.players, going_on, sides, analysis, kept })
    }

    fn lines(&self, cycle: u64) -> Vec<String> {
        let count = self.analysis.looks();
        let first = (0..count).find(|n| self.analysis.cycle_of(*n) >= cycle);
        let first = first.unwrap_or(count);
        let later = (first..count).find(|n| self.analysis.cycle_of(*n) > cycle);
        let later = later.unwrap_or(count);
        let (looks, end, budget) = match &self.kept {
            Some((looks, budget)) => {
                let end = looks.get(later).map(|look| look.before.clone());
                let end = end.unwrap_or_else(|| self.analysis.now());
                (looks[first..later].to_vec(), end, *budget)
            }
            None => {
                // What the next turn is worth limits the losses of this one.
                let mut looks: Vec<_> =
                    (first..(later + 1).min(count)).map(|n| self.analysis.look(n)).collect();
                let end = if later == count {
                    self.analysis.now()
                } else {
                    looks.last().map_or_else(Vec::new, |next| next.before.clone())
                };
                looks.truncate(later - first);
                set_marks(&mut looks, &end);
                (looks, end, SMALL)
            }
        };
        let from = match &self.kept {
            Some(_) => "kept analysis",
            None => "small analysis",
        };
        let after = looks.last().map_or(&end, |look| &look.after);
        let value =
            |(side, value): (&NamedSide, &i64)| format!("{} {} %", side.name, percent(*value));
        let values: Vec<_> = self.sides.iter().zip(after).map(value).collect();
        let mut lines = vec![
            format!("now {} of a win", values.join(", ")),
            format!("{from}: {} games, or {} positions", budget.games, budget.nodes),
        ];
        let report = AnalysisReport {
            game: self.game.name(),
            unit: self.game.unit(),
            last: None,
            ending: None,
            recorded: &self.recorded,
            going_on: &self.going_on,
            budget,
            sides: &self.sides,
            parts: &[],
            looks: &looks,
            told: &[],
            end: &end,
            is_whole: true,
        };
        lines.extend(report.turn_lines());
        lines
    }
}
