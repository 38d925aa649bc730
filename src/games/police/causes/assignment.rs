//! The rules of the assignment that known mistakes break, each with the section that it stands in:
//! the words that a student can look up. It holds no rule of its own.

use super::switch::{ChoicelessRules, Family, Switch, Throw, of};

/// The rule that a mistake breaks, as "SECTION: RULE".
pub(super) fn rule(switch: &Switch) -> &'static str {
    match (switch.family, switch.strategies) {
        (Family::Choice, of::LEAST) => {
            "Stage 1: of the roads it can afford, a detective takes the one to the city it has visited least; of several the shortest; then the lowest ID; it stays only if it can afford none"
        }
        (Family::Choice, of::DFS) => "Stage 2: of several cities a route takes the lowest ID first",
        (Family::Choice, of::RANDOM) => {
            "Stage 0: an agent takes one of the roads it can afford, drawn as in the code that is given; if there is none it stays"
        }
        (Family::Choice, _) => "Task 1: every road can be used in both directions",
        (Family::Visits, _) if switch.name == "visits-shared" => {
            "Stage 1: the city that this detective has visited least; each counts its own visits"
        }
        (Family::Visits, _) => {
            "Stage 1: the start counts as visited once, and every turn spent in a city is one more visit, rests included; Stage 3: also on the way to a tip"
        }
        (Family::RouteEnd, _) => {
            "Stage 2: a route leads through every city, with the ways back between; once all are visited, a new route is made from the last city"
        }
        (Family::AfterTip, _) => {
            "Stage 3: when it reaches the city that the tip named, it goes back to its own strategy in the next turn: DFS makes a new route from there, visit counts are kept"
        }
        (Family::TipPath, _) => {
            "Stage 3: a detective takes the path with the fewest turns, rests counted; of several the one that leaves the most stamina"
        }
        (Family::TipHeard, _) if switch.name == "tip-on-arrival-only" => {
            "Stage 3 says `starts at, or moves to a city where there is an informant`; the reference program also tips a detective that stays there"
        }
        (Family::TipHeard, _) if switch.name == "tips-shared" => {
            "Stage 3: the detective that starts in or moves to a city with an informant learns where the thief is; the others do not"
        }
        (Family::TipHeard, _) => {
            "Stage 3: a detective that starts in or moves to a city with an informant learns where the thief is now, and takes a path there"
        }
        (Family::Stamina, _) => {
            "Stage 0: a road must not be longer than the stamina and costs its length; an agent that stays has its full stamina again"
        }
        (Family::Dice, _) => {
            "Stage 0: an agent draws one number for each choice at random; the other strategies draw none, and following a tip draws none"
        }
        (Family::Endings, _) => {
            "the given game.c: after every hour, from hour 0 on, it looks for a capture, then for an escape, then whether time is up"
        }
        (Family::Map, _) if is_about_names(switch) => {
            "City Data: the name stands at the end of the line, and all of it belongs to the name"
        }
        (Family::Map, _) => "Task 1: a road counts once, whichever cities list it",
    }
}

/// Returns true if a mistake makes names of cities wrong.
fn is_about_names(switch: &Switch) -> bool {
    matches!(
        switch.throw,
        Throw::Shown(
            ChoicelessRules::NamesCut
                | ChoicelessRules::NamesCutAfter(_)
                | ChoicelessRules::LastName
        )
    )
}
