//! Whether a trace fits the same dice when some numbers were drawn too many, or too few.
//!
//! The random choices that follow a difference are held against the dice shifted by a few
//! draws, once for all or again and again. What fits by chance is not told.

use super::PoliceReferee;
use crate::engine::dice::{Dice, Generator, Luck};
use crate::engine::trace::Row;
use crate::games::police::{AGENTS, Action, THIEF};

/// Draws looked for before and after the right place.
const SHIFT_MAX: u64 = 8;
/// Draws that may have been too many before a program that draws again and again is noticed.
const EARLIER_MAX: u64 = 16;
/// A fit by chance must be rarer than one in 2 to the power of this.
const CERTAINTY_BITS: f64 = 18.0;

/// One turn of a trace, as far as the dice are concerned.
struct Slot {
    agent: usize,
    kind: SlotKind,
}

enum SlotKind {
    /// A choice among so many roads; the index that was taken, if it was one of them.
    Choice(u32, Option<u32>),
    /// A random agent on its way to a tip.
    Tipped,
    /// A random agent that can afford no road.
    Stuck,
    /// Somebody who does not draw.
    Other,
}

/// When a program draws once too often.
#[derive(Clone, Copy)]
enum Extra {
    Never,
    EveryHourBefore(usize, u64),
    Tipped,
    Stuck,
    Other,
}

impl Extra {
    /// Numbers drawn too many before this turn.
    fn before(self, slot: &Slot) -> u64 {
        match (self, &slot.kind) {
            (Extra::EveryHourBefore(agent, draws), _) if slot.agent == agent => draws,
            (Extra::Tipped, SlotKind::Tipped)
            | (Extra::Stuck, SlotKind::Stuck)
            | (Extra::Other, SlotKind::Other) => 1,
            _ => 0,
        }
    }
}

/// What a side's random choices tell about its dice.
pub(super) enum Shift {
    /// How they fit the same dice, shifted.
    Fits(String),
    /// No shift that is looked for explains them.
    Unlike,
    /// There are too few of them.
    Untold,
}

/// What is to be said about a side's dice; `referee` stands before the first of the rows, and
/// `agent` is whose choice differs.
pub(super) fn shifted(referee: &PoliceReferee, rows: &[Row], agent: usize) -> Shift {
    let Some(dice) = referee.dice.as_ref() else {
        return Shift::Untold;
    };
    let mut slots = slots(referee, rows);
    let own_luck = referee.generator == Generator::Chacha8;
    if own_luck {
        slots.retain(|slot| slot.agent == agent);
    }
    let luck = Luck::Seat(super::seat(agent));
    let mut here = dice.clone();
    here.turn_to(luck);
    let drawn = here.drawn();
    let mut before = referee.fresh.clone();
    before.turn_to(luck);
    before.skip(drawn.saturating_sub(SHIFT_MAX));
    let back = drawn.min(SHIFT_MAX);

    for shift in 1..=SHIFT_MAX {
        for (from, word) in [
            (Some(back + shift), "more"),
            (back.checked_sub(shift), "fewer"),
        ] {
            let Some(from) = from else { continue };
            if let Some(choices) = fits(&slots, &before, from, Extra::Never) {
                let s = if shift == 1 { "" } else { "s" };
                return Shift::Fits(format!(
                    "fits the same dice with {shift} draw{s} {word} before: all {choices} random \
                     choices from here on"
                ));
            }
        }
    }
    for (extra, words) in extras(own_luck) {
        for earlier in 0..=EARLIER_MAX {
            if let Some(choices) = fits(&slots, &before, back + earlier, extra) {
                return Shift::Fits(format!(
                    "fits a program that draws {words}: all {choices} random choices from here on"
                ));
            }
        }
    }
    if bits_in(&slots) < CERTAINTY_BITS {
        Shift::Untold
    } else {
        Shift::Unlike
    }
}

/// How much the choices of a trace tell.
fn bits_in(slots: &[Slot]) -> f64 {
    let bits = slots.iter().map(|slot| match slot.kind {
        SlotKind::Choice(roads, _) => f64::from(roads).log2(),
        _ => 0.0,
    });
    bits.sum()
}

fn extras(own_luck: bool) -> Vec<(Extra, String)> {
    let mut extras = vec![
        (
            Extra::Tipped,
            "for a random detective that follows a tip".to_owned(),
        ),
        (
            Extra::Stuck,
            "for a random agent that can afford no road".to_owned(),
        ),
        (
            Extra::Other,
            "for detectives whose strategy does not draw".to_owned(),
        ),
    ];
    if !own_luck {
        for draws in 1..=AGENTS as u64 {
            let s = if draws == 1 { "" } else { "s" };
            for agent in THIEF..AGENTS {
                let words = format!("{draws} number{s} too many every hour");
                extras.push((Extra::EveryHourBefore(agent, draws), words));
            }
        }
    }
    extras
}

/// How many choices the shifted dice explain, when they explain all, and too many for chance.
fn fits(slots: &[Slot], dice: &Dice, from: u64, extra: Extra) -> Option<usize> {
    let mut dice = dice.clone();
    dice.skip(from);
    let (mut bits, mut choices) = (0.0, 0);
    for slot in slots {
        dice.skip(extra.before(slot));
        if let SlotKind::Choice(roads, index) = slot.kind {
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
fn slots(referee: &PoliceReferee, rows: &[Row]) -> Vec<Slot> {
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
            let kind = slot_kind(&referee, agent, action);
            let weighing = referee.weigh(agent);
            if referee.carry_out(agent, action, &weighing).is_err() {
                return slots;
            }
            slots.push(Slot { agent, kind });
        }
        if referee.close().is_err() {
            break;
        }
        referee.next += 1;
    }
    slots
}

fn slot_kind(referee: &PoliceReferee, agent: usize, action: Action) -> SlotKind {
    let mind = &referee.minds[agent];
    if !mind.draws() {
        return if mind.name() == "random" {
            SlotKind::Tipped
        } else {
            SlotKind::Other
        };
    }
    let mut buffer = Vec::new();
    let legal = referee
        .game
        .legal_actions(&referee.state.agents[agent], &mut buffer);
    match u32::try_from(legal.len() - 1) {
        Ok(roads @ 1..) => {
            let index = legal.iter().position(|legal| *legal == action);
            let index = index.and_then(|index| u32::try_from(index).ok());
            SlotKind::Choice(roads, index.filter(|index| *index < roads))
        }
        _ => SlotKind::Stuck,
    }
}
