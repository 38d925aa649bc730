//! The laws of turns in which several seats act at once.

use crate::broken_law::{BrokenLaw, Law};
use crate::laws::law_rules::LawRules;
use crate::laws::turn_outcomes::TurnBranch;
use chase_engine::history::By;
use chase_study::any_value::Value;

/// Joint actions whose first events are held against each other.
const COMPARED: usize = 24;

/// Holds what comes of joint actions against the laws.
pub(super) fn look(
    game: &dyn LawRules,
    state: &Value,
    ways: &[TurnBranch],
) -> Result<(), BrokenLaw> {
    let actions = |what: String| Err(Law::Actions.broken(what));
    for way in ways {
        let By::Joint(by) = &way.by else {
            continue;
        };
        let chosen = by.chosen();
        let Some(first) = way.events.first() else {
            return actions(format!("{chosen:?} leads to no event"));
        };
        if way.after == *state {
            return actions(format!("{chosen:?} changes nothing"));
        }
        if !game.joint_matches(state, &chosen, first) {
            return actions(format!("{first:?} does not match its own {chosen:?}"));
        }
        let others = ways.iter().take(COMPARED);
        for other in others.filter(|other| other.events.first() != Some(first)) {
            if let By::Joint(theirs) = &other.by
                && game.joint_matches(state, &theirs.chosen(), first)
            {
                let theirs = theirs.chosen();
                return actions(format!("{first:?} of {chosen:?} matches {theirs:?} too"));
            }
        }
    }
    Ok(())
}
