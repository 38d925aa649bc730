//! The differences between the setups that two traces state: scenario, dice, seed, players.

use std::collections::BTreeMap;

use crate::store::TraceSource;

/// The differences between scenarios, dice and players that the two files state, a line each.
pub(super) fn setups(ours: &TraceSource, theirs: &TraceSource) -> Vec<String> {
    const SAID_MAX: usize = 5;
    let mut lines = Vec::new();
    let mut say = |what: &str, mine: &dyn std::fmt::Display, others: &dyn std::fmt::Display| {
        lines.push(format!("{what}: ours {mine}, theirs {others}"));
    };
    let same_scenario = match (ours.header(), theirs.header()) {
        (Some(mine), Some(others)) => {
            if mine.rules != others.rules {
                say("rules", &mine.rules, &others.rules);
            }
            if mine.dice != others.dice {
                say("dice", &mine.dice, &others.dice);
            }
            if mine.seed != others.seed {
                say("seed", &mine.seed, &others.seed);
            }
            if mine.number != others.number {
                say("game of the series", &mine.number, &others.number);
            }
            if mine.players != others.players {
                say("players", &mine.players.join(" "), &others.players.join(" "));
            }
            mine.scenario.get() == others.scenario.get()
        }
        _ => false,
    };
    if !same_scenario {
        let known: BTreeMap<_, _> = theirs.statements().into_iter().collect();
        let unlike: Vec<_> = ours
            .statements()
            .into_iter()
            .filter_map(|(what, mine)| {
                let others = known.get(&what)?;
                (*others != mine).then(|| (what, mine, others.clone()))
            })
            .collect();
        for (what, mine, others) in unlike.iter().take(SAID_MAX) {
            say(what, mine, others);
        }
        if let more @ 1.. = unlike.len().saturating_sub(SAID_MAX) {
            lines.push(format!("and {more} more"));
        }
        let both = ours.header().is_some() && theirs.header().is_some();
        if both && unlike.is_empty() {
            lines.push("scenario: differs in something that a transcript does not show".into());
        }
    }
    lines
}

/// The differences between the headers of two replays that do not affect the history.
pub(super) fn headers(ours: &TraceSource, theirs: &TraceSource) -> Vec<String> {
    match (ours.header(), theirs.header()) {
        (Some(mine), Some(others)) if mine.writer != others.writer => {
            let (mine, others) = (&mine.writer, &others.writer);
            vec![format!("writer: ours {mine}, theirs {others}")]
        }
        _ => Vec::new(),
    }
}
