//! The values of a cycle's turns, in the order in which `wire.rs` writes them.

use serde::de::DeserializeOwned;

use super::flow::{Flow, FlowFault, ROOT, Spot};
use super::reading::PlainReader;
use chase_engine::forfeit::Forfeit;
use chase_engine::history::TurnTypes;
use chase_kit::wire::head;

/// Turns and events after so many share their places.
const APART_MAX: u32 = 16;

/// The parts of the whole: the number of turns, the heads, and behind them what each seat's turns have.
const TURNS: u32 = 0;
const HEADS: u32 = 1;
const OF_SEATS: u32 = 2;

/// The parts of a seat's turns.
const FORFEITER: u32 = 0;
const EVENTS: u32 = 1;
const WORDS: u32 = 2;
const CHOICE: u32 = 3;
const FORFEIT: u32 = 4;
const CHOICES: u32 = 5;
const JOINED: u32 = 6;
const TOLD: u32 = 7;

/// Goes through the values of one cycle.
pub(super) fn walk_cycle<T: TurnTypes, F: Flow>(flow: &mut F) -> Result<(), FlowFault> {
    let at = flow.part(ROOT, TURNS)?;
    let turns = flow.varint(at)?;
    for turn in 0..turns {
        walk_turn::<T, F>(flow, turn)?;
    }
    Ok(())
}

fn apart(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX).min(APART_MAX)
}

fn walk_turn<T: TurnTypes, F: Flow>(flow: &mut F, turn: u64) -> Result<(), FlowFault> {
    let heads = flow.part(ROOT, HEADS)?;
    let at = flow.part(heads, apart(turn))?;
    let first = flow.byte(at)?;
    let who = first & head::WHO;
    let whose = flow.part(ROOT, OF_SEATS + u32::from(who))?;
    if who == head::FORFEIT {
        let at = flow.part(whose, FORFEITER)?;
        flow.byte(at)?;
    }
    let small = first >> head::EVENTS_SHIFT & head::MORE;
    let events = if small == head::MORE {
        let at = flow.part(whose, EVENTS)?;
        flow.varint(at)?
    } else {
        u64::from(small)
    };
    if first >> head::WORDS_SHIFT & head::MORE == head::MORE {
        let at = flow.part(whose, WORDS)?;
        flow.free_varint(at)?;
    }
    match who {
        head::WORLD => {}
        head::JOINT => walk_joint::<T, F>(flow, whose)?,
        head::FORFEIT => value::<Forfeit, F>(flow, whose, FORFEIT)?,
        _ => value::<T::Action, F>(flow, whose, CHOICE)?,
    }
    for event in 0..events {
        value::<T::Event, F>(flow, whose, TOLD + apart(event))?;
    }
    Ok(())
}

fn walk_joint<T: TurnTypes, F: Flow>(flow: &mut F, whose: Spot) -> Result<(), FlowFault> {
    let at = flow.part(whose, CHOICES)?;
    let seats = flow.varint(at)?;
    let joined = flow.part(whose, JOINED)?;
    for n in 0..seats {
        let its = flow.part(joined, apart(n))?;
        let at = flow.part(its, FORFEITER)?;
        let seat = flow.byte(at)?;
        let at = flow.part(its, WORDS)?;
        flow.free_varint(at)?;
        match seat & head::LOST {
            0 => value::<T::Action, F>(flow, its, CHOICE)?,
            _ => value::<Forfeit, F>(flow, its, FORFEIT)?,
        }
    }
    Ok(())
}

/// An action, an event or a forfeit: reading it goes through its parts.
#[inline]
fn value<V: DeserializeOwned, F: Flow>(
    flow: &mut F,
    whose: Spot,
    part: u32,
) -> Result<(), FlowFault> {
    let at = flow.part(whose, part)?;
    V::deserialize(PlainReader { flow, at }).map(drop)
}
