//! Whether a trace fits the same dice when some numbers were drawn too many, or too few.
//!
//! The random choices that follow a difference are held against the dice shifted by a few
//! draws, once for all. What fits by chance is not told, and why they are shifted is not either.

use super::PoliceReferee;
use crate::players::random::RandomWalk;
use crate::rules::seat;
use crate::{AGENTS, Action, THIEF};
use chase_engine::dice::{Dice, DrawOwner, Generator};
use chase_kit::trace::TraceRow;

/// Draws looked for before and after the right place.
const SHIFT_MAX: u64 = 8;
/// A fit by chance must be rarer than one in 2 to the power of this.
const CERTAINTY_BITS: f64 = 18.0;

/// One turn of a trace, as far as the dice are concerned.
struct DiceTurn {
    agent: usize,
    /// A choice among so many roads; the index that was taken, if it was one of them.
    choice: Option<(u32, Option<u32>)>,
}

/// The evidence about a side's dice in its random choices.
pub(super) enum Shift {
    /// The shift by which the same dice fit, in words.
    Fits(String),
    /// No shift that is looked for explains them.
    Unlike,
    /// None does, and a detective that draws was tipped: on a wrong way to a tip it draws other numbers.
    Tipped,
    /// There are too few of them.
    Untold,
}

/// The evidence about a side's dice; `referee` stands before the first of the rows, and `agent` is
/// the one whose choice differs.
pub(super) fn shifted(referee: &PoliceReferee, rows: &[TraceRow], agent: usize) -> Shift {
    let Some(dice) = referee.dice.as_ref() else {
        return Shift::Untold;
    };
    let mut slots = slots(referee, rows);
    let own_luck = referee.generator == Generator::Chacha8;
    if own_luck {
        slots.retain(|slot| slot.agent == agent);
    }
    let luck = DrawOwner::Seat(seat(agent));
    let mut here = dice.clone();
    here.turn_to(luck);
    let drawn = here.drawn();
    let mut before = referee.fresh.clone();
    before.turn_to(luck);
    before.skip(drawn.saturating_sub(SHIFT_MAX));
    let back = drawn.min(SHIFT_MAX);

    for library in Generator::OF_C.into_iter().filter(|_| !own_luck) {
        let (seed, number) = referee.seed;
        if let Some(choices) = fits(&slots, &Dice::new(library, seed, number), drawn) {
            return Shift::Fits(format!(
                "uses the random numbers of another C library, {library}: all {choices} random choices from here on agree \
                 (--rand {library} judges by them)"
            ));
        }
    }
    for shift in 1..=SHIFT_MAX {
        for (from, word) in [(Some(back + shift), "more"), (back.checked_sub(shift), "fewer")] {
            let Some(from) = from else { continue };
            if let Some(choices) = fits(&slots, &before, from) {
                let s = if shift == 1 { "" } else { "s" };
                return Shift::Fits(format!(
                    "uses the same random numbers after {shift} {word} draw{s}: all {choices} random choices from here \
                     on agree"
                ));
            }
        }
    }
    match bits_in(&slots) < CERTAINTY_BITS {
        true => Shift::Untold,
        false if has_tips(referee, rows) => Shift::Tipped,
        false => Shift::Unlike,
    }
}

/// Returns true if a detective that draws is tipped now or in one of the rows.
fn has_tips(referee: &PoliceReferee, rows: &[TraceRow]) -> bool {
    let mut minds = referee.minds.iter().enumerate().skip(THIEF + 1);
    minds.any(|(agent, mind)| {
        let mut cities = rows.iter().filter_map(|row| PoliceReferee::shown(row, agent));
        let map = referee.game.map();
        mind.strategy::<RandomWalk>().is_some()
            && (mind.target().is_some()
                || cities.any(|city| (city as usize) < map.cities() && map.has_informant(city)))
    })
}

/// The number of bits that the choices of a trace carry.
fn bits_in(slots: &[DiceTurn]) -> f64 {
    let choices = slots.iter().filter_map(|slot| slot.choice);
    choices.map(|(roads, _)| f64::from(roads).log2()).sum()
}

/// The number of choices that the shifted dice explain, if they explain all and these are too many
/// for chance.
fn fits(slots: &[DiceTurn], dice: &Dice, from: u64) -> Option<usize> {
    let mut dice = dice.clone();
    dice.skip(from);
    let (mut bits, mut choices) = (0.0, 0);
    for slot in slots {
        if let Some((roads, index)) = slot.choice {
            if Some(dice.below(roads)) != index {
                return None;
            }
            bits += f64::from(roads).log2();
            choices += 1;
        }
    }
    (bits >= CERTAINTY_BITS).then_some(choices)
}

/// The turns of a trace from here on, as far as its moves can be followed.
fn slots(referee: &PoliceReferee, rows: &[TraceRow]) -> Vec<DiceTurn> {
    let mut referee = referee.clone();
    referee.dice = None;
    let mut slots = Vec::new();
    for row in rows {
        if row.cycle != referee.next || referee.state.ending.is_some() || row.cycle == 0 {
            break;
        }
        for agent in 0..AGENTS {
            let Some(city) = PoliceReferee::shown(row, agent) else {
                return slots;
            };
            let action = referee.action(agent, city);
            let choice = choice(&referee, agent, action);
            let weighing = referee.weigh(agent);
            if referee.carry_out(agent, action, &weighing).is_err() {
                return slots;
            }
            slots.push(DiceTurn { agent, choice });
        }
        if referee.close().is_err() {
            break;
        }
        referee.next += 1;
    }
    slots
}

/// The number of roads that an agent draws from and the one it took; nothing if it does not draw.
fn choice(referee: &PoliceReferee, agent: usize, action: Action) -> Option<(u32, Option<u32>)> {
    if !referee.minds[agent].draws() {
        return None;
    }
    let mut buffer = Vec::new();
    let legal = referee.game.legal_actions(&referee.state.agents[agent], &mut buffer);
    let roads = u32::try_from(legal.len() - 1).ok().filter(|roads| *roads > 0)?;
    let index = legal.iter().position(|legal| *legal == action);
    let index = index.and_then(|index| u32::try_from(index).ok());
    Some((roads, index.filter(|index| *index < roads)))
}
