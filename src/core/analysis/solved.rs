//! Values of the turns of a recording under best play: those of a table, and where so few states can follow that the
//! rest of the game is solved.

use std::borrow::Borrow;

use num_rational::Ratio;

use super::WIN;
use super::known_states::KnownStates;
use super::look::{RecordedTurn, Valuer};
use crate::budget::StopFlag;
use crate::protocol::WireForm;
use crate::secrets::Secrets;
use crate::solve::{Solution, SolvedStates, SolvedValue, solve};

/// The parts of a game, from its beginning, after which it is tried to solve the rest.
const TRIED: [(usize, usize); 6] = [(0, 1), (1, 4), (1, 2), (3, 4), (7, 8), (15, 16)];

/// The values of all outcomes of the turns whose states are in a table. Of the other turns it solves the game from as
/// early a turn as so many states allow; the values of all outcomes of the turns from there on, none where that is
/// nowhere.
pub(super) fn solved_states<G: WireForm + Secrets>(
    valuer: &Valuer<'_, G>,
    turns: &[&RecordedTurn<G>],
    table: Option<&SolvedStates>,
    stop: &StopFlag,
) -> KnownStates {
    let game = &*valuer.position.game;
    let mut known = KnownStates::default();
    let mut turns = turns.to_vec();
    if let Some(solution) = table.and_then(|it| Solution::of(game, game.start(), it).ok()) {
        turns.retain(|turn| !take(&solution, valuer, turn, &mut known));
    }
    let goes_on = |_| !stop.is_stopped();
    let mut starts: Vec<_> = TRIED.iter().map(|(part, of)| turns.len() * part / of).collect();
    starts.dedup();
    for start in starts {
        let Some(rest) = turns.get(start..) else {
            break;
        };
        let Some(first) = rest.first() else { break };
        let states_max = valuer.budget.solved_max;
        match solve(game, first.before.clone(), states_max, &goes_on) {
            Ok(solution) => {
                for turn in rest {
                    take(&solution, valuer, turn, &mut known);
                }
                break;
            }
            Err(why) if why.is_of_size() => {}
            Err(_) => break,
        }
    }
    known
}

/// Takes the values of all outcomes of a turn. False if one of their states is not solved.
fn take<G: WireForm + Secrets, S: Borrow<SolvedStates>>(
    solution: &Solution<'_, G, S>,
    valuer: &Valuer<'_, G>,
    turn: &RecordedTurn<G>,
    known: &mut KnownStates,
) -> bool {
    let sides = valuer.position.game.sides().len();
    let mut is_whole = true;
    for state in valuer.states(turn) {
        let value = solution.value(&state);
        is_whole &= value.is_some();
        if let Some(values) = value.and_then(|value| values(value, sides)) {
            known.insert::<G>(&state, values);
        }
    }
    is_whole
}

/// A value by side, in units of a win, rounded down for the first side; nothing for a game that nobody can
/// bring to an end.
fn values(value: SolvedValue, sides: usize) -> Option<Vec<i64>> {
    let win = Ratio::from(i128::from(WIN));
    let first = (value.share(0)? * win).to_integer();
    let first = i64::try_from(first).ok()?;
    Some((0..sides).map(|side| if side == 0 { first } else { WIN - first }).collect())
}
