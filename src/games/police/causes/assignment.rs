//! The rules of the assignment that known mistakes break, each with the section that it stands in:
//! the words that a student can look up. It holds no rule of its own.

use super::switch::{Family, Switch, of};

/// The rule that a mistake breaks, as "SECTION: RULE".
pub(super) fn rule(switch: &Switch) -> &'static str {
    match (switch.family, switch.strategies) {
        (Family::Choice, of::LEAST) => {
            "Stage 1: of the roads it can afford, a detective takes the one to the city it has visited least; of several the shortest; then the lowest ID"
        }
        (Family::Choice, of::DFS) => "Stage 2: of several cities a route takes the lowest ID first",
        (Family::Choice, of::RANDOM) => {
            "Stage 0: an agent takes one of the roads it can afford, drawn as in the code that is given; if there is none it stays"
        }
        (Family::Choice, _) => "Task 1: every road can be used in both directions",
        (Family::Visits, _) => {
            "Stage 1: the start counts as visited once, and every turn spent in a city is one more visit, rests included; Stage 3: also on the way to a tip"
        }
        (Family::RouteEnd, _) => {
            "Stage 2: a route leads through every city, with the ways back between; once all are visited, a new route is made from the last city"
        }
        (Family::AfterTip, of::LEAST) => {
            "Stage 3: after a tip its own strategy goes on, and the cities on the way count as visited"
        }
        (Family::AfterTip, _) => {
            "Stage 3: where a tip has led it, it starts its own strategy anew from there"
        }
        (Family::TipPath, _) => {
            "Stage 3: a detective takes the path with the fewest turns, rests counted; of several the one that leaves the most stamina"
        }
        (Family::TipHeard, _) => {
            "Stage 3: a detective that starts in or moves to a city with an informant learns where the thief is now, and takes a path there"
        }
        (Family::Stamina, _) => {
            "Stage 0: a road must not be longer than the stamina and costs its length; an agent that stays has its full stamina again"
        }
        (Family::Dice, _) => {
            "Stage 0: an agent draws one number for each choice at random; the other strategies draw none"
        }
        (Family::Endings, _) => {
            "the given game.c: after every hour, from hour 0 on, it looks for a capture, then for an escape, then whether time is up"
        }
        (Family::Map, _) => {
            "Task 1: a road counts once, whichever cities list it, and a name is the rest of its line"
        }
    }
}
