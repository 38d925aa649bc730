//! What the first difference of two recordings of one game was worth.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::report::percent;
use super::{AnalysisOptions, AnalysisWork, players, seat_name};
use crate::engine::analysis::{Decider, Look, Method};
use crate::engine::any::{NamedSide, RecordError};
use crate::error::Error;
use crate::games::Games;
use crate::library::opener;
use crate::store::{ReplayReader, unrecorded};

/// The first difference, with the value after each side's step for one side of the game.
#[derive(Serialize)]
pub(in crate::cli) struct DifferenceWorth {
    #[serde(skip)]
    unit: &'static str,
    cycle: u64,
    /// The seat whose choice it was; nothing for a draw and for seats that act at once.
    seat: Option<String>,
    /// The side whose share of a win is given.
    side: String,
    /// `belief`, as the seat could know; else `truth`.
    judged: &'static str,
    ours: StepWorth,
    theirs: StepWorth,
}

/// One side's step.
#[derive(Serialize)]
struct StepWorth {
    /// The action; nothing where nobody chose.
    action: Option<String>,
    /// The share of a win after it, in 10^-9.
    value: i64,
}

impl StepWorth {
    fn of(look: &Look, side: usize) -> Self {
        let played = look.actions.iter().find(|it| it.is_played);
        StepWorth {
            action: played.map(|it| it.words.clone()),
            value: played.map_or(look.after[side], |it| it.value),
        }
    }

    fn words(&self) -> String {
        let value = percent(self.value);
        match &self.action {
            Some(action) => format!("{action}: {value} %"),
            None => format!("{value} %"),
        }
    }
}

impl DifferenceWorth {
    /// The difference in words, a line with its end.
    pub(in crate::cli) fn text(&self) -> String {
        let mut text = format!(
            "value of the first difference: {} {}",
            self.unit, self.cycle
        );
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

/// Values the first difference of two recordings; nothing if they do not part at a
/// turn that could have gone otherwise.
///
/// # Errors
/// A file that is no recording of a game, or no longer one that the rules allow.
pub(in crate::cli) fn worth_of_difference(
    games: Games,
    ours: &Path,
    theirs: &Path,
) -> Result<Option<DifferenceWorth>, Error> {
    let how = AnalysisOptions::default();
    let open = |file: &Path| ReplayReader::open_checked(file, &opener(games));
    let (mut first, mut second) = (open(ours)?, open(theirs)?);
    let header = first.header().clone();
    let game = games.find(&header.game)?;
    let going_on = players(game, &header, &how.player)?;
    let sides = game.sides(&mut header.clone());
    let sides: Vec<NamedSide> =
        sides.map_err(|why| unrecorded(game.name(), RecordError::Unopened(why)))?;
    let work = |file| AnalysisWork {
        games,
        game,
        file,
        players: &going_on,
        budget: how.budget(),
    };
    let mine = work(ours).begin(&mut first)?;
    let others = work(theirs).begin(&mut second)?;
    let Some((here, there)) = mine.parting(&*others) else {
        return Ok(None);
    };
    let (here, there) = (mine.look(here), others.look(there));
    let side = here.side.or(there.side).unwrap_or(0);
    let seat = match here.decider {
        Decider::Choice(seat) | Decider::DrawOf(seat) => Some(seat_name(&sides, seat).to_owned()),
        Decider::Rules | Decider::Unjudged(_) => None,
    };
    Ok(Some(DifferenceWorth {
        unit: game.unit(),
        cycle: here.cycle,
        seat,
        side: sides[side].name.clone(),
        judged: match here.method {
            Method::Belief(_) => "belief",
            _ => "truth",
        },
        ours: StepWorth::of(&here, side),
        theirs: StepWorth::of(&there, side),
    }))
}
