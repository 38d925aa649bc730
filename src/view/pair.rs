//! Two histories on one page: where they part, and why. What is said of them is what the comparison
//! found; nothing is compared here but what never moves on the two boards.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::labels::StageLabels;
use super::page::{About, PageWriter, TWO};
use super::page_analysis::PageAnalysis;
use super::windows::Windows;
use chase_kit::picture::Stage;
use chase_record::any::{AnyGame, DrawnHistory, Projections, RecordedHistory};
use chase_replay::diff::{Report, ReportWords};
use chase_replay::store::TraceSource;
use chase_world::error::Error;
use chase_world::object;

/// Two traces that were compared, to be shown.
pub struct TracePair<'a> {
    /// The game that both traces are of.
    pub game: &'a dyn AnyGame,
    /// The report of the comparison.
    pub report: &'a Report,
    /// Ours and the reference, with nothing read yet.
    pub sides: (TraceSource, TraceSource),
    /// The game of their scenario with nothing played, for transcripts; nothing where it is not known.
    pub board: Option<&'a dyn DrawnHistory>,
    /// The first and the last cycle of the page, where that is not all there is.
    pub span: (Option<u64>, Option<u64>),
    /// Lines that are to be said before what the comparison found, such as which rule is broken;
    /// empty where there is nothing more.
    pub before: &'a str,
    /// The analysis of each side for the cycles of the page; nothing where none was asked for.
    pub analyses: Option<[PageAnalysis; 2]>,
}

impl TracePair<'_> {
    /// Writes the page.
    ///
    /// # Errors
    /// A part that begins or ends behind the last cycle of both; a side that cannot be read any
    /// more; a failure to write.
    pub fn write<E: From<Error> + From<io::Error>>(self, out: impl Write) -> Result<(), E> {
        self.check_span()?;
        let (first, last) = self.all_cycles();
        let (from, to) = (self.span.0.unwrap_or(0), self.span.1.unwrap_or(u64::MAX));
        let (first, last) = (first.max(from), last.min(to));
        let clipped = |(a, b): &(u64, u64)| (*a.max(&first), *b.min(&last));
        let runs = self.report.differing.all().iter().map(clipped);
        let differing: Vec<_> = runs.filter(|(a, b)| a <= b).collect();
        let TracePair {
            game, report, sides: (mut ours, mut theirs), board, before, analyses, ..
        } = self;
        let windows = Windows::new(first, last.max(first)).round(&differing);
        let mut page =
            PageWriter::begin(out, about(game, report), game.columns(), windows.clone(), &TWO)?;
        put_side::<E>(&mut page, &mut ours, board, &windows, (from, to))?;
        page.next_side()?;
        put_side::<E>(&mut page, &mut theirs, board, &windows, (from, to))?;
        let (overlay, stage) = match page.stages()[..] {
            [Some(ours), Some(theirs)] => {
                (is_one_ground(ours, theirs), (ours != theirs).then(|| theirs.clone()))
            }
            _ => (false, None),
        };
        let mut told = ReportWords::of(report);
        told.put_before(before);
        let head = object!(PairHead {
            told,
            /// The first and the last cycle of each run of cycles that are not the same.
            differing,
            /// True if both can be drawn on one board.
            overlay,
            /// The positions of the texts of their stage.
            labels: stage.as_ref().map(StageLabels::of),
            /// Their stage, where it differs from ours.
            stage,
            sides: [
                side(&report.ours.name, &ours, board),
                side(&report.theirs.name, &theirs, board),
            ],
            /// Left out where nothing was analysed.
            #[serde(flatten)]
            analyses: analyses.map(|analyses| object!(Analyses { analyses })),
        });
        let head = serde_json::to_value(&head).map_err(io::Error::from)?;
        page.finish_with(Some(&head))?;
        Ok(())
    }

    /// Returns an error for a span that begins or ends behind the last cycle of both sides.
    fn check_span(&self) -> Result<(), Error> {
        let (_, last) = self.all_cycles();
        match [self.span.0, self.span.1].into_iter().flatten().max() {
            Some(past) if past > last => {
                let unit = self.report.unit;
                let why = format!("there is no {unit} {past}; the last on either side is {last}");
                Err(Error::new(why))
            }
            _ => Ok(()),
        }
    }

    /// The first and the last cycle that a side has.
    fn all_cycles(&self) -> (u64, u64) {
        let Report { ours, theirs, .. } = self.report;
        let firsts = [ours.first, theirs.first].into_iter().flatten();
        let lasts = [ours.last, theirs.last].into_iter().flatten();
        (firsts.min().unwrap_or(0), lasts.max().unwrap_or(0))
    }
}

fn about(game: &dyn AnyGame, report: &Report) -> About {
    About {
        game: game.name(),
        unit: report.unit,
        name: format!(
            "{} against {}",
            file_name(&report.ours.name),
            file_name(&report.theirs.name)
        ),
        title: pair_title(report),
        ..About::default()
    }
}

/// Where two traces part, in a sentence.
fn pair_title(report: &Report) -> String {
    let [ours, theirs] = [&report.ours.name, &report.theirs.name].map(|name| file_name(name));
    match report.differing.all().first() {
        Some((first, _)) => format!("{ours} and {theirs} first differ at {} {first}", report.unit),
        None if report.same => format!("{ours} and {theirs} do not differ"),
        None => format!("{ours} and {theirs}"),
    }
}

/// The last part of a path.
fn file_name(path: &str) -> Cow<'_, str> {
    let name = Path::new(path).file_name();
    name.map_or(Cow::Borrowed(path), |name| name.to_string_lossy())
}

fn side<'a>(
    name: &'a str,
    source: &TraceSource,
    board: Option<&dyn DrawnHistory>,
) -> impl Serialize + use<'a> {
    let is_transcript = source.replay().is_none();
    object!(PairSide {
        name,
        form: source.form(),
        is_transcript,
        /// Kinds of places that it does not tell from what the stage has there.
        untold: match board {
            Some(board) if is_transcript => board.untold_kinds(),
            _ => &[],
        },
        statements: source.statements(),
    })
}

/// Writes one side's cycles.
fn put_side<E: From<Error> + From<io::Error>>(
    page: &mut PageWriter<impl Write>,
    source: &mut TraceSource,
    board: Option<&dyn DrawnHistory>,
    windows: &Windows,
    (from, to): (u64, u64),
) -> Result<(), E> {
    let replay = source.replay();
    let insight = replay.is_some_and(|it| it.has_heat());
    if let Some(stage) = replay.map(DrawnHistory::stage).or(board.map(DrawnHistory::stage)) {
        page.set_stage(stage);
    }
    let mut has_words = None;
    loop {
        let next = source.replay().map_or(0, RecordedHistory::next);
        let words = windows.has(next.max(from));
        if has_words.replace(words) != Some(words) {
            source.project(Projections {
                scenes: true,
                insight,
                events: words,
                turns: words,
                ..Projections::default()
            });
        }
        if !source.next_cycle()? || source.row().cycle > to {
            return Ok(());
        }
        if source.row().cycle < from {
            continue;
        }
        match source.replay() {
            Some(now) => page.cycle(now),
            None => page.row(board, source.row()),
        }?;
    }
}

/// Returns whether what stands on one board can be drawn on the other: the same places and ways,
/// the same actors, and places of the same kinds.
fn is_one_ground(one: &Stage, other: &Stage) -> bool {
    let places = one.places.iter().zip(&other.places);
    let mut places = places
        .map(|(one, other)| (&one.name, one.at, one.form) == (&other.name, other.at, other.form));
    one.places.len() == other.places.len()
        && places.all(|same| same)
        && (&one.links, &one.actors, &one.axes) == (&other.links, &other.actors, &other.axes)
        && (&one.kinds, &one.ways, &one.heads) == (&other.kinds, &other.ways, &other.heads)
}
