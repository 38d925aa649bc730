//! The exact odds of a chase from a moment between two hours, by the shorter of two ways: the places of
//! all agents together, hour by hour (`chain`), or states that are merged (`merged`).

use std::sync::Arc;

use super::chain::Chain;
use super::merged::{MergedChase, Unmerged};
use super::moment::{OddsMoment, add_ends};
use crate::{Police, State};
use chase_engine::game::Seat;
use chase_engine::player::Player;
use chase_kit::chances::{Chances, ExactOdds, TooManyStates};

/// Steps of the chain that are worth waiting for: states times hours.
const CHAIN_WORK_MAX: u64 = 1 << 32;

/// States of the chain that are followed without looking for a shorter way.
const CHAIN_SHORT: u64 = 1 << 12;

/// The odds from a state at the beginning of an hour; nothing for another, and for players that this cannot
/// follow.
pub(crate) fn exact_odds(
    game: &Arc<Police>,
    names: &[String],
    players: &mut [Box<dyn Player<Police>>],
    state: &State,
    remind: &dyn Fn(Seat, &mut dyn Player<Police>),
    states_max: u64,
) -> Option<Result<ExactOdds, TooManyStates>> {
    let moment = &OddsMoment::new(game, names, state, remind)?;
    let (first, last) = (moment.state.hour, u32::try_from(game.scenario.hours).ok()?);
    let hours = last.checked_sub(first)?.checked_add(1)?;
    let chain = Chain::of(moment, players, hours, states_max);
    let chain = chain.filter(|it| it.states().saturating_mul(u64::from(hours)) <= CHAIN_WORK_MAX);
    let chain_states = chain.as_ref().map_or(u64::MAX, Chain::states);
    let by_chain = |chain: &Chain| {
        Ok(ExactOdds {
            chances: chain.run(game, first, last),
            states: chain.states(),
            way: "hour by hour, all agents together",
        })
    };
    let chain = chain.filter(|it| it.states() <= states_max);
    if let Some(chain) = chain.as_ref().filter(|it| it.states() <= CHAIN_SHORT) {
        return Some(by_chain(chain));
    }
    let merged = MergedChase::new(moment, hours);
    if let Some(chain) = &chain
        && !matches!(&merged, Ok(merged) if merged.most < chain.states() as f64)
    {
        return Some(by_chain(chain));
    }
    let expected = match merged.map(|merged| merged.run(states_max)) {
        Ok(Ok((sums, states))) => {
            let mut chances = Chances::default();
            for (hour, sums) in (first..).zip(sums.iter().skip(1)) {
                add_ends(&mut chances, hour, sums);
            }
            let way = "hour by hour, states merged by what still matters";
            return Some(Ok(ExactOdds { chances, states, way }));
        }
        Ok(Err(expected)) | Err(Unmerged::TooMany(expected)) => expected,
        Err(Unmerged::Unfit) => return None,
    };
    // Where one detective alone has too many places, the count was given up before it was an estimate.
    let expected = if expected < u64::MAX as f64 { expected as u64 } else { u64::MAX };
    Some(Err(TooManyStates {
        most: states_max,
        cycle: u64::from(last),
        expected: (expected > states_max)
            .then(|| two_digits(expected.min(chain_states).max(states_max))),
    }))
}

/// The odds by states that are merged, in each way that these can be kept.
#[cfg(test)]
pub(crate) fn merged_odds(moment: &OddsMoment<'_>) -> Vec<ExactOdds> {
    let first = moment.state.hour;
    let hours = u32::try_from(moment.game.scenario.hours).unwrap() + 1 - first;
    let Ok(merged) = MergedChase::new(moment, hours) else {
        panic!("known players");
    };
    let odds = merged.run_in_every_form().map(|(sums, states)| {
        let mut chances = Chances::default();
        for (hour, sums) in (first..).zip(sums.iter().skip(1)) {
            add_ends(&mut chances, hour, sums);
        }
        ExactOdds { chances, states, way: "merged" }
    });
    odds.collect()
}

/// A number that is known roughly, with two digits.
fn two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}
