//! Two histories as pictures: both on one board, or side by side where the boards differ.

use super::board_moment::BoardMoment;
use super::history_drawing::{put_drawn, stage_of};
use super::overlay::{ComparedSide, overlaid};
use super::pair::{TracePair, is_one_ground};
use super::shots::PictureShot;
use super::side::moved;
use chase_core::any::{DrawnHistory, Projections};
use chase_core::error::Error;
use chase_core::picture::{Scene, Stage};
use chase_replay::diff::{Report, ReportWords};
use chase_replay::store::TraceSource;

/// Two histories on their way to pictures.
#[derive(Clone, Debug)]
pub struct PairShots {
    /// The board of both, or each side's.
    pub stages: Vec<Stage>,
    /// A moment for each cycle that a side has.
    pub shots: Vec<PictureShot>,
}

/// One side's stage, where it is known, and the moments of a span.
struct SideMoments {
    stage: Option<Stage>,
    moments: Vec<(u64, Scene)>,
}

impl TracePair<'_> {
    /// The moments of the span.
    ///
    /// # Errors
    /// The boards of both sides are unknown; the span begins or ends behind the last cycle of both; a side
    /// cannot be read any more.
    pub fn shots(self) -> Result<PairShots, Error> {
        self.check_span()?;
        let TracePair { report, sides: (mut ours, mut theirs), board, span, .. } = self;
        let span = (span.0.unwrap_or(0), span.1.unwrap_or(u64::MAX));
        let untold = board.map_or(&[][..], DrawnHistory::untold_kinds);
        let is_transcript = [&ours, &theirs].map(|it| it.replay().is_none());
        let moments =
            [side_moments(&mut ours, board, span)?, side_moments(&mut theirs, board, span)?];
        let (stages, is_one) = match &moments {
            [SideMoments { stage: Some(one), .. }, SideMoments { stage: Some(other), .. }] => {
                (vec![one.clone(), other.clone()], is_one_ground(one, other))
            }
            [SideMoments { stage: None, .. }, SideMoments { stage: None, .. }] => {
                let what = "there is no board to draw, because neither side contains the scenario";
                return Err(Error::new(what).help("give it with --scenario"));
            }
            sides => {
                let known = |it: &SideMoments| it.stage.clone().unwrap_or_default();
                (sides.iter().map(known).collect(), false)
            }
        };
        let cycles = moments.iter().flat_map(|it| it.moments.iter().map(|it| it.0));
        let mut cycles: Vec<_> = cycles.collect();
        cycles.sort_unstable();
        cycles.dedup();
        let side = |n: usize, scene| ComparedSide {
            stage: &stages[n],
            scene,
            is_transcript: is_transcript[n],
            untold: if is_transcript[n] { untold } else { &[] },
        };
        let shots = cycles.into_iter().map(|cycle| {
            let [one, other] = [0, 1].map(|n: usize| moments[n].at(cycle));
            let boards = match (is_one, one, other) {
                (true, Some(one), Some(other)) => {
                    vec![Some(overlaid(side(0, one), side(1, other)))]
                }
                (true, one, other) => vec![one.or(other).map(BoardMoment::of)],
                (false, one, other) => vec![one.map(BoardMoment::of), other.map(BoardMoment::of)],
            };
            PictureShot {
                when: format!("{} {cycle}", report.unit),
                words: words(report, cycle, (one.is_some(), other.is_some())),
                boards,
            }
        });
        let shots = shots.collect();
        let stages = match is_one {
            true => stages.into_iter().take(1).collect(),
            false => stages,
        };
        Ok(PairShots { stages, shots })
    }
}

impl SideMoments {
    fn at(&self, cycle: u64) -> Option<&Scene> {
        let found = self.moments.binary_search_by_key(&cycle, |it| it.0);
        found.ok().map(|n| &self.moments[n].1)
    }
}

fn side_moments(
    source: &mut TraceSource,
    board: Option<&dyn DrawnHistory>,
    (from, to): (u64, u64),
) -> Result<SideMoments, Error> {
    let stage = source.replay().map(stage_of);
    let stage = stage.or(board.map(DrawnHistory::stage));
    source.project(Projections { scenes: true, ..Projections::default() });
    let mut moments = Vec::new();
    let mut before: Option<(u64, Scene)> = None;
    while source.next_cycle()? && source.row().cycle <= to {
        let cycle = source.row().cycle;
        let mut scene = Scene::default();
        match (source.replay(), board) {
            (Some(now), _) => put_drawn(now, &mut scene),
            (None, Some(board)) => {
                board.row_scene(source.row(), &mut scene);
                let follows = before.as_ref().filter(|it| Some(it.0) == cycle.checked_sub(1));
                if let Some((_, was)) = follows {
                    scene.arrows = moved(was, &scene);
                }
                before = Some((cycle, scene.clone()));
            }
            (None, None) => {}
        }
        if cycle >= from {
            moments.push((cycle, scene));
        }
    }
    Ok(SideMoments { stage, moments })
}

/// What is to be said of a cycle that the first, the second or both sides have.
fn words(report: &Report, cycle: u64, there: (bool, bool)) -> String {
    let moment = format!("{} {cycle}", report.unit);
    let runs = report.differing.all();
    match there {
        _ if runs.first().is_some_and(|it| it.0 == cycle) => ReportWords::of(report).headline,
        (true, false) => format!("{moment} is only in ours."),
        (false, true) => format!("{moment} is only in theirs."),
        _ if runs.iter().any(|(a, b)| (*a..=*b).contains(&cycle)) => format!("{moment} differs."),
        _ => format!("{moment} is the same on both sides."),
    }
}
