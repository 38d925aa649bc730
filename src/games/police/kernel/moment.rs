//! The exact odds of a chase from a moment between two hours, by the shorter of two ways: the places of
//! all agents together, hour by hour (`chain`), or states that are merged (`merged`).

use super::chain::Chain;
use super::merged::{MergedChase, Unmerged};
use crate::{AGENTS, Ending, Event, Police, State, THIEF};
use chase_core::dice::{Dice, Generator};
use chase_core::game::{Game as _, Seat};
use chase_core::odds::TooManyStates;
use chase_core::odds::chances::{Chances, ExactOdds};
use chase_core::player::Player;
use chase_core::totals;

/// Steps of the chain that are worth waiting for: states times hours.
const CHAIN_WORK_MAX: u64 = 1 << 32;

/// States of the chain that are followed without looking for a shorter way.
const CHAIN_SHORT: u64 = 1 << 12;

/// A chase at the beginning of an hour, and who plays it from there on.
pub(crate) struct OddsMoment<'a> {
    pub(super) game: &'a Police,
    pub(super) names: &'a [String],
    pub(super) state: State,
    /// What happened since the moment that was asked about, each event with the state before it.
    pub(super) since: Vec<(State, Event)>,
    /// Tells a new player of a seat what it saw until then.
    pub(super) remind: &'a dyn Fn(Seat, &mut dyn Player<Police>),
}

impl<'a> OddsMoment<'a> {
    /// The moment of a state between two hours; hour 0, in which nobody acts, is closed. Nothing in the
    /// middle of an hour and where the chase is over.
    pub(crate) fn new(
        game: &'a Police,
        names: &'a [String],
        state: &State,
        remind: &'a dyn Fn(Seat, &mut dyn Player<Police>),
    ) -> Option<Self> {
        let mut moment = OddsMoment {
            game,
            names,
            state: state.clone(),
            since: Vec::new(),
            remind,
        };
        if state.hour == 0 && usize::from(state.acted) == AGENTS && state.ending.is_none() {
            let mut events = Vec::new();
            game.world(state, &mut Dice::new(Generator::Chacha8, 0, 0), &mut events);
            for event in events {
                moment.since.push((moment.state.clone(), event));
                game.apply(&mut moment.state, &event).ok()?;
            }
        }
        let now = &moment.state;
        (now.acted == 0 && now.owed == 0 && now.ending.is_none()).then_some(moment)
    }
}

/// The odds from the beginning of an hour; nothing for players that this cannot follow.
pub(crate) fn exact_odds(
    moment: &OddsMoment<'_>,
    players: &mut [Box<dyn Player<Police>>],
    states_max: u64,
) -> Option<Result<ExactOdds, TooManyStates>> {
    let game = moment.game;
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
        && !matches!(&merged, Ok(merged) if merged.most() < chain.states() as f64)
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
            return Some(Ok(ExactOdds {
                chances,
                states,
                way,
            }));
        }
        Ok(Err(expected)) | Err(Unmerged::TooMany(expected)) => expected,
        Err(Unmerged::Unfit) => return None,
    };
    let expected = if expected < u64::MAX as f64 {
        expected as u64
    } else {
        u64::MAX
    };
    Some(Err(TooManyStates {
        most: states_max,
        cycle: u64::from(last),
        expected: Some(two_digits(expected.min(chain_states).max(states_max))),
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
        ExactOdds {
            chances,
            states,
            way: "merged",
        }
    });
    odds.collect()
}

/// A number that is known roughly, with two digits.
fn two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}

/// How likely it is that a chase ends with an hour: without a winner among the agents ([`TIME_UP`]), by
/// each detective, by escape ([`ESCAPED`]).
pub(super) type EndSums = [f64; AGENTS + 1];

/// The place of the games in which time is up.
pub(super) const TIME_UP: usize = 0;

/// The place of the games in which the thief escapes.
pub(super) const ESCAPED: usize = AGENTS;

/// Adds the games that end with an hour.
pub(super) fn add_ends(chances: &mut Chances, hour: u32, sums: &EndSums) {
    for (n, chance) in sums.iter().enumerate().filter(|sum| *sum.1 > 0.0) {
        let by = (THIEF + 1..AGENTS).contains(&n).then_some(Seat(n as u8));
        let end = match by {
            Some(by) => Ending::Caught(by),
            None if n == ESCAPED => Ending::Escaped,
            None => Ending::TimeUp,
        };
        let ending = totals::EndingKind::of(&Police::outcome(end));
        chances.add(&ending, u64::from(hour), by, *chance);
    }
}
