//! An analysis as a page draws it under the board.

use crate::verb::{Context, options_of};
use std::path::Path;

use super::{Analysed, AnalysisOptions, analysed, curve, seat_name};
use chase_study::analysis::{Decider, Look, Mark};
use chase_view::{PageAnalysis, PageMark};
use chase_world::error::Error;

/// Analyses a recording for a page of these cycles, as `chase analyse` does.
///
/// # Errors
/// A file that is no recording of a game.
pub(crate) fn on_page(
    context: Context<'_>,
    file: &Path,
    from: u64,
    to: u64,
) -> Result<PageAnalysis, Error> {
    let usual: AnalysisOptions = options_of("analyse", [""; 0]).expect("no option is required");
    let analysed = analysed(context, &usual, file)?;
    let last = analysed.last;
    let sides = 0..analysed.sides.len();
    let curves: Vec<Vec<i64>> =
        sides.map(|side| curve::values(&analysed.looks, side, analysed.end[side], last)).collect();
    let of_cycle = |cycle: u64| {
        let at = usize::try_from(cycle).unwrap_or(usize::MAX);
        curves.iter().map(|curve| share(curve[at])).collect()
    };
    let marked = analysed.looks.iter().filter_map(|look| {
        let mark = look.mark?;
        Some(PageMark {
            cycle: look.cycle,
            turn: None,
            mark: mark.sign().to_owned(),
            words: words(&analysed, look, mark),
        })
    });
    Ok(PageAnalysis {
        sides: analysed.sides.iter().map(|it| it.name.clone()).collect(),
        values: (from..=to.min(last)).map(of_cycle).collect(),
        luck: (analysed.parts.iter()).map(|parts| share(parts.draws)).collect(),
        marks: marked.filter(|mark| (from..=to).contains(&mark.cycle)).collect(),
    })
}

/// A value as a share, with as many digits as a curve can show.
fn share(value: i64) -> f64 {
    (super::share(value) * 1_000.0).round() / 1_000.0
}

/// What was chosen, and what would have been better.
fn words(analysed: &Analysed, look: &Look, mark: Mark) -> String {
    let who = match look.decider {
        Decider::Choice(seat) => seat_name(&analysed.sides, seat),
        _ => "",
    };
    let played = look.actions.iter().find(|it| it.is_played).map_or("", |it| &it.words);
    let chose = format!("{who} {played} {}", mark.sign());
    match look.gain.map(|gain| &look.actions[gain.action].words) {
        Some(better) => format!("{}; better {better}", chose.trim()),
        None => chose.trim().to_owned(),
    }
}
