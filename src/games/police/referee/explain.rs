//! Why two traces part: the first agent in order that is somewhere else, what it could do, and
//! what is to be said about either choice.

use super::PoliceReferee;
use super::shifted_dice::{self, Shift};
use super::turn_text::Did;
use super::weigh::{StrategyDemand, Weighing};
use crate::trace::{TRACE, column};
use crate::{AGENTS, Action, THIEF};
use chase_kit::referee::{Cause, Judgement};
use chase_kit::trace::{Cell, TraceRow};
use chase_world::error::one_line;

/// Explains the first of the rows; `referee` stands right before it.
pub(super) fn explain(
    mut referee: PoliceReferee,
    ours: &[TraceRow],
    theirs: &[TraceRow],
) -> Option<Box<Cause>> {
    let (our_row, their_row) = match (ours.first(), theirs.first()) {
        (Some(ours), Some(theirs)) => (ours, theirs),
        (Some(alone), None) | (None, Some(alone)) => {
            return Some(ended(&referee, alone.cycle, ours.is_empty()));
        }
        (None, None) => return None,
    };
    if referee.state.ending.is_some() {
        return Some(over(&referee, our_row.cycle.min(their_row.cycle)));
    }
    if our_row.cycle != their_row.cycle || our_row.cycle != referee.next {
        return Some(not_due(&referee, our_row.cycle, their_row.cycle));
    }
    let before = referee.clone();
    let mut shared = Vec::new();
    if our_row.cycle > 0 {
        for agent in 0..AGENTS {
            let weighing = referee.weigh(agent);
            let action = |row| {
                let city = PoliceReferee::shown(row, agent)?;
                Some(referee.action(agent, city))
            };
            let (ours_did, theirs_did) = (action(our_row)?, action(their_row)?);
            if ours_did != theirs_did {
                let sides = BothSides { ours: (ours_did, ours), theirs: (theirs_did, theirs) };
                let mut cause = turn(&referee, &before, &weighing, &sides);
                cause.facts.splice(0..0, shared);
                return Some(cause);
            }
            shared.extend(both_wrong(&referee, &weighing, ours_did));
            if referee.carry_out(agent, ours_did, &weighing).is_err() {
                break;
            }
        }
    }
    let _ = referee.close();
    Some(beside_the_cities(&referee, our_row, their_row, shared))
}

/// The actions of the two sides, and the rows that they show from here on.
struct BothSides<'a> {
    ours: (Action, &'a [TraceRow]),
    theirs: (Action, &'a [TraceRow]),
}

/// An agent that chose differently.
fn turn(
    referee: &PoliceReferee,
    before: &PoliceReferee,
    weighing: &Weighing,
    sides: &BothSides<'_>,
) -> Box<Cause> {
    let did = [
        Did::new(referee, weighing, sides.ours.0, "ours", sides.ours.1),
        Did::new(referee, weighing, sides.theirs.0, "theirs", sides.theirs.1),
    ];
    let mut facts = Vec::new();
    for (side, rows) in did.iter().zip([sides.ours.1, sides.theirs.1]) {
        let whose = side.whose;
        if side.is_wrong() && matches!(weighing.asked, StrategyDemand::Drawn(..)) {
            facts.extend(match shifted_dice::shifted(before, rows, weighing.agent) {
                Shift::Fits(words) => Some(format!("{whose} {words}")),
                Shift::Unlike => Some(format!("{whose} does not use the same random numbers, even shifted by a few draws")),
                Shift::Untold => Some(format!(
                    "too few random choices follow to know whether {whose} uses the same random numbers, shifted"
                )),
                Shift::Tipped => None,
            });
        }
    }
    facts.splice(0..0, weighing.facts(referee, &did));
    if weighing.agent == THIEF {
        facts.push("this can change everything that depends on the thief's city".into());
    }
    let [ours, theirs] = did;
    Box::new(Cause {
        cycle: referee.next,
        seat: Some(PoliceReferee::seat_name(weighing.agent).into()),
        situation: weighing.situation(referee),
        options: Some(weighing.options(referee, Some(ours.action), Some(theirs.action))),
        ours: Some(ours.verdict),
        theirs: Some(theirs.verdict),
        facts,
    })
}

/// A word about an agent before the differing one that does the same wrong thing on both sides.
fn both_wrong(referee: &PoliceReferee, weighing: &Weighing, action: Action) -> Option<String> {
    if weighing.due() == Some(action) {
        return None;
    }
    let verdict = weighing.judge(referee, action);
    let wrong = matches!(verdict.judgement, Judgement::Breach | Judgement::Illegal);
    wrong.then(|| {
        let name = PoliceReferee::seat_name(weighing.agent);
        let (choice, why) = (verdict.choice, verdict.why);
        format!("before that, {name} {choice} on both sides, which is wrong: {why}")
    })
}

fn over(referee: &PoliceReferee, hour: u64) -> Box<Cause> {
    let due = one_line(&referee.due_ending());
    said(hour, format!("the chase is over before hour {hour}: {due}"))
}

/// One side goes on where the other has nothing any more.
fn ended(referee: &PoliceReferee, hour: u64, ours_ended: bool) -> Box<Cause> {
    if referee.state.ending.is_some() {
        return over(referee, hour);
    }
    let whose = if ours_ended { "ours" } else { "theirs" };
    said(hour, format!("the chase goes on in hour {hour}, but {whose} has ended"))
}

/// An hour is missing on one side, or shown where it does not belong.
fn not_due(referee: &PoliceReferee, ours: u64, theirs: u64) -> Box<Cause> {
    let due = referee.next;
    let shown = format!("ours shows hour {ours}, theirs hour {theirs}");
    said(due, format!("hour {due} must come next; {shown}"))
}

fn said(hour: u64, situation: String) -> Box<Cause> {
    Box::new(Cause {
        cycle: hour,
        seat: None,
        situation,
        options: None,
        ours: None,
        theirs: None,
        facts: Vec::new(),
    })
}

/// All agents are in the same cities: stars, stamina, tips or the ending differ.
fn beside_the_cities(
    referee: &PoliceReferee,
    ours: &TraceRow,
    theirs: &TraceRow,
    facts: Vec<String>,
) -> Box<Cause> {
    let hour = ours.cycle;
    let mut cause = said(hour, String::new());
    cause.facts = facts;
    let starts = (0..AGENTS)
        .filter(|&agent| PoliceReferee::shown(ours, agent) != PoliceReferee::shown(theirs, agent));
    for agent in starts {
        let name = PoliceReferee::seat_name(agent);
        let start = referee.game.scenario.agents[agent].start;
        cause.situation = "nobody has moved yet".into();
        let start = referee.city(start);
        cause.facts.push(format!("in the scenario {name} starts in {start}"));
        cause.seat.get_or_insert_with(|| name.to_owned());
    }
    if cause.seat.is_some() {
        return cause;
    }
    for (n, named) in TRACE.iter().enumerate().skip(column::INFORMANT) {
        let (mine, others) = (&ours.cells[n], &theirs.cells[n]);
        if mine == others || [mine, others].contains(&&Cell::Unknown) {
            continue;
        }
        cause.seat = Some(named.seat.to_owned());
        let place = referee.city(referee.state.agents[n % AGENTS].city);
        cause.situation =
            format!("both sides show the agents in the same cities; {} is at {place}", named.seat);
        let due = referee.due(n);
        let say = |cell| referee.in_words(n, cell);
        let line =
            format!("by the rules: {}; ours: {}; theirs: {}", say(&due), say(mine), say(others));
        cause.facts.push(line);
        if n >= column::STAMINA {
            cause.facts.push(
                "the agents are in the same cities until this makes one of them choose differently"
                    .into(),
            );
        }
        return cause;
    }
    if ours.ending != theirs.ending {
        cause.situation =
            "both sides show the agents in the same cities, but the endings differ".into();
        let due = one_line(&referee.due_ending());
        cause.facts.push(match due.as_str() {
            "" => "by the rules the chase goes on".to_owned(),
            due => format!("by the rules: {due}"),
        });
        cause.facts.extend(referee.ending_facts(hour));
        return cause;
    }
    cause.situation =
        "both sides show the same cities, informants, stamina and tips; only the recorded turns differ, as in the random numbers drawn"
            .into();
    cause
}
