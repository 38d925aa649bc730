//! Values of the turns of a recording under best play, where so few states can follow that the rest of the game is
//! solved.

use num_rational::Ratio;

use super::WIN;
use super::known_states::KnownStates;
use super::look::{RecordedTurn, Valuer};
use crate::any_rules::SolvedStates;
use crate::solve::SolvedValue;
use chase_kit::budget::StopFlag;

/// The parts of a game, from its beginning, after which it is tried to solve the rest.
const TRIED: [(usize, usize); 6] = [(0, 1), (1, 4), (1, 2), (3, 4), (7, 8), (15, 16)];

/// Solves the game from as early a turn as so many states allow; the values of all outcomes of the turns from there
/// on, none where that is nowhere.
pub(super) fn solved_states(
    valuer: &Valuer<'_>,
    turns: &[&RecordedTurn],
    stop: &StopFlag,
) -> KnownStates {
    let game = valuer.position.rules();
    let goes_on = |_| !stop.is_stopped();
    let mut starts: Vec<_> = TRIED.iter().map(|(part, of)| turns.len() * part / of).collect();
    starts.dedup();
    for start in starts {
        let Some(rest) = turns.get(start..) else {
            break;
        };
        let Some(first) = rest.first() else { break };
        let states_max = valuer.budget.solved_max;
        match game.solve(&first.before, states_max, &goes_on) {
            Ok(solution) => return taken(&solution, valuer, rest),
            Err(why) if why.is_of_size() => {}
            Err(_) => break,
        }
    }
    KnownStates::default()
}

/// The values of all outcomes of some turns.
fn taken(solution: &SolvedStates<'_>, valuer: &Valuer<'_>, turns: &[&RecordedTurn]) -> KnownStates {
    let sides = valuer.position.rules().sides().len();
    let mut known = KnownStates::default();
    for state in turns.iter().flat_map(|turn| valuer.states(turn)) {
        let value = solution(&state);
        if let Some(values) = value.and_then(|value| values(value, sides)) {
            known.insert(&state, values);
        }
    }
    known
}

/// A value by side, in units of a win, rounded down for the first side; nothing for a game that nobody can
/// bring to an end.
fn values(value: SolvedValue, sides: usize) -> Option<Vec<i64>> {
    let win = Ratio::from(i128::from(WIN));
    let first = (value.share(0)? * win).to_integer();
    let first = i64::try_from(first).ok()?;
    Some((0..sides).map(|side| if side == 0 { first } else { WIN - first }).collect())
}
