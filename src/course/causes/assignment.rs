//! The rules of the assignment that known mistakes break, each with the section that it stands in:
//! the words that a student can look up. It holds no rule of its own.

use super::switch::{ChoicelessRules, Family, Switch, Throw, of};

/// The rule that a mistake breaks, as "SECTION: RULE".
pub(super) fn rule(switch: &Switch) -> &'static str {
    match (switch.family, switch.strategies) {
        (Family::Choice, of::LEAST) => {
            "Stage 1: a detective takes the affordable road to the city it has visited least; on a tie the shortest road, then the lowest ID; it stays only if it can afford no road"
        }
        (Family::Choice, of::DFS) => {
            "Stage 2: a route goes first to the unvisited neighbour with the lowest ID"
        }
        (Family::Choice, of::RANDOM) => {
            "Stage 0: an agent draws one of the roads it can afford, as the given code does; if it can afford none, it stays"
        }
        (Family::Choice, _) => "Task 1: every road can be used in both directions",
        (Family::Visits, _) if switch.name == "visits-shared" => {
            "Stage 1: the city that this detective has visited least; each counts its own visits"
        }
        (Family::Visits, _) => {
            "Stage 1: the start counts as visited once, and every turn spent in a city is one more visit, rests included; Stage 3: also on the way to a tip"
        }
        (Family::RouteEnd, _) => {
            "Stage 2: a route goes through every city and includes the steps back; once all are visited, a new route begins at the last city"
        }
        (Family::AfterTip, _) => {
            "Stage 3: when it reaches the city that the tip named, it goes back to its own strategy in the next turn: DFS makes a new route from there, visit counts are kept"
        }
        (Family::TipPath, _) => {
            "Stage 3: a detective takes the path with the fewest turns, including rests; on a tie the one that leaves the most stamina"
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
            "Stage 0: a road costs its length in stamina and cannot be taken with less; an agent that stays gets its full stamina back"
        }
        (Family::Dice, _) if switch.name.starts_with("rand-of-") => {
            "the given code draws with rand(); the reference has the GNU C library's, and --rand judges by another's"
        }
        (Family::Dice, _) => {
            "Stage 0: a random agent draws one number for each choice; other strategies draw none, and neither does an agent that follows a tip"
        }
        (Family::Endings, _) => {
            "the given game.c: after every hour, from hour 0 on, it checks for a capture, then for an escape, then whether time is up"
        }
        (Family::Map, _) if is_about_names(switch) => {
            "City Data: the rest of the line is the name, blanks included"
        }
        (Family::Map, _) => "Task 1: a road counts once, even if both of its cities list it",
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
