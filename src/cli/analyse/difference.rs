//! The values of the two steps at which two recordings of one game part.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::{AnalysisOptions, AnalysisWork, players, seat_name, sides_of};
use crate::engine::analysis::{Decider, Look, Method, Parting, percent};
use crate::error::Error;
use crate::games::Games;
use crate::library::opener;
use crate::store::ReplayReader;

/// The first difference, with the value of both steps for one side of the game.
#[derive(Serialize)]
pub(in crate::cli) struct FirstDifferenceValue {
    #[serde(skip)]
    unit: &'static str,
    cycle: u64,
    /// The seat whose choice it was; nothing for a draw and for seats that act at once.
    seat: Option<String>,
    /// The side whose share of a win is given.
    side: String,
    /// `belief`, as the seat could know; else `truth`.
    judged: &'static str,
    ours: StepValue,
    theirs: StepValue,
}

/// One side's step.
#[derive(Serialize)]
struct StepValue {
    /// The action; nothing where nobody chose.
    action: Option<String>,
    /// The share of a win after it, in 10^-9.
    value: i64,
}

impl StepValue {
    fn words(&self) -> String {
        let value = percent(self.value);
        match &self.action {
            Some(action) => format!("{action}: {value} %"),
            None => format!("{value} %"),
        }
    }
}

impl FirstDifferenceValue {
    /// The difference in words, a line with its end.
    pub(in crate::cli) fn text(&self) -> String {
        let mut text = format!("value of the first difference: {} {}", self.unit, self.cycle);
        match &self.seat {
            Some(seat) if !seat.is_empty() => {
                let _ = write!(text, ", {seat}");
            }
            _ => {}
        }
        let knowing = match self.judged {
            "belief" => ", as far as it could know",
            _ => "",
        };
        let _ = writeln!(
            text,
            ", share of a win of {}{knowing}: ours {}; theirs {}",
            self.side,
            self.ours.words(),
            self.theirs.words()
        );
        text
    }
}

/// Values the first difference of two recordings; nothing if they do not part at a turn that could have gone
/// otherwise in both. Where one of them is judged, both actions have the values of that one turn.
///
/// # Errors
/// A file that is no recording of a game, or no longer one that the rules allow.
pub(in crate::cli) fn value_of_first_difference(
    games: Games,
    ours: &Path,
    theirs: &Path,
) -> Result<Option<FirstDifferenceValue>, Error> {
    let how = AnalysisOptions::default();
    let open = |file: &Path| ReplayReader::open_checked(file, &opener(games));
    let (mut first, mut second) = (open(ours)?, open(theirs)?);
    let header = first.header().clone();
    let game = games.find(&header.game)?;
    let going_on = players(game, &header, &how.player)?;
    let sides = sides_of(game, &header)?;
    let work = |file| AnalysisWork {
        games,
        game,
        file,
        players: &going_on,
        how: &how,
        budget: how.work(),
    };
    let mine = work(ours).begin(&mut first)?;
    let others = work(theirs).begin(&mut second)?;
    let Some(Parting { looks, actions }) = mine.parting(&*others) else {
        return Ok(None);
    };
    let looks = [mine.look(looks[0]), others.look(looks[1])];
    let judged = looks.iter().find(|look| look.side.is_some());
    let side = judged.and_then(|look| look.side).unwrap_or(0);
    let of_action = |look: &Look, at: usize| StepValue {
        action: Some(look.actions[at].words.clone()),
        value: look.actions[at].value,
    };
    let in_truth = |look: &Look| StepValue { action: None, value: look.after[side] };
    let (method, [ours, theirs]) = match judged.zip(actions) {
        Some((look, places)) => (look.method, places.map(|at| of_action(look, at))),
        None => (Method::Exact, looks.each_ref().map(in_truth)),
    };
    let seat = match looks[0].decider {
        Decider::Choice(seat) | Decider::DrawOf(seat) => Some(seat_name(&sides, seat).to_owned()),
        Decider::Rules | Decider::Unjudged(_) => None,
    };
    Ok(Some(FirstDifferenceValue {
        unit: game.unit(),
        cycle: looks[0].cycle,
        seat,
        side: sides[side].name.clone(),
        judged: match method {
            Method::Belief(_) => "belief",
            _ => "truth",
        },
        ours,
        theirs,
    }))
}
