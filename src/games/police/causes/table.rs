//! The mistakes that are known, as data: one row a switch. `diff`, `verify` and `grade` use this
//! table and no other. A hypothesis is a set of switches thrown together.

use super::conduct::{
    Afford, AfterTip, Among, Cost, Extra, Index, NeighbourChoice, OnTheWay, Path, Rest, Route,
    TipMoment, TurnOrder,
};
use super::switch::{row, shown, tipped_visits};

pub use super::switch::{ChoicelessRules, Family, Switch, Throw, of};

/// All switches, by family. A row is a line.
#[rustfmt::skip]
pub static SWITCHES: &[Switch] = &[
    row("wrong-tie", Family::Choice, of::LEAST, "equal visits are decided by the lowest ID, whatever the road's length", |c| { c.choice = NeighbourChoice::VisitsLowest; }),
    row("tie-highest-id", Family::Choice, of::LEAST, "equal visits and roads are decided by the highest ID", |c| { c.choice = NeighbourChoice::VisitsLengthHighest; }),
    row("highest-id-before-length", Family::Choice, of::LEAST, "equal visits are decided by the highest ID, whatever the road's length", |c| { c.choice = NeighbourChoice::VisitsHighest; }),
    row("longest-road-first", Family::Choice, of::LEAST, "equal visits are decided by the longest road", |c| { c.choice = NeighbourChoice::VisitsLongestLowest; }),
    row("length-before-visits", Family::Choice, of::LEAST, "the shortest road decides before the visits", |c| { c.choice = NeighbourChoice::LengthVisitsLowest; }),
    row("all-roads-weighed", Family::Choice, of::LEAST, "roads that cannot be paid for are weighed too, and it rests when one of them wins", |c| { c.among = Among::All; }),
    row("own-city-weighed", Family::Choice, of::LEAST, "its own city is weighed like a neighbour, and it rests when that wins", |c| { c.among = Among::Own; }),
    row("dfs-highest-first", Family::Choice, of::DFS, "a route takes the highest ID first", |c| { c.order = TurnOrder::Highest; }),
    row("dfs-shortest-first", Family::Choice, of::DFS, "a route takes the shortest road first", |c| { c.order = TurnOrder::Shortest; }),
    row("dfs-longest-first", Family::Choice, of::DFS, "a route takes the longest road first", |c| { c.order = TurnOrder::Longest; }),
    row("dfs-file-order", Family::Choice, of::DFS, "a route takes roads in the order of the city file", |c| { c.order = TurnOrder::File; }),
    row("random-over-all-roads", Family::Choice, of::RANDOM, "the number is drawn over all roads of the city, and it rests when the one drawn cannot be paid for", |c| { c.index = Index::AllRoads; }),
    row("random-own-city-last", Family::Choice, of::RANDOM, "its own city is one more choice behind the affordable roads", |c| { c.index = Index::OwnLast; }),
    row("random-own-city-first", Family::Choice, of::RANDOM, "its own city is one more choice before the affordable roads", |c| { c.index = Index::OwnFirst; }),
    row("random-by-length", Family::Choice, of::RANDOM, "the affordable roads are numbered by length, not by ID", |c| { c.index = Index::ByLength; }),
    row("random-highest-first", Family::Choice, of::RANDOM, "the affordable roads are numbered from the highest ID down", |c| { c.index = Index::HighestFirst; }),
    row("random-scaled", Family::Choice, of::RANDOM, "the number drawn is scaled to the count of roads in place of the remainder", |c| { c.index = Index::Scaled; }),
    row("map-one-way", Family::Choice, of::ALL, "a road is only taken from the city on whose line it stands", |c| { c.one_way = true; }),
    row("rests-not-visits", Family::Visits, of::LEAST, "a rest is not counted as a visit (nor is it where visits are counted on leaving a city)", |c| { c.visits.rests = [0; 2]; }),
    row("rests-are-two-visits", Family::Visits, of::LEAST, "a rest is counted as two visits (or a visit on leaving and two at a rest)", |c| { c.visits.rests = [2; 2]; }),
    row("start-not-counted", Family::Visits, of::LEAST, "the start is not counted as visited", |c| { c.visits.start = 0; }),
    row("visited-or-not", Family::Visits, of::LEAST, "a city is visited or not, however often", |c| { c.visits.most = 1; }),
    tipped_visits("tipped-moves-twice", "a move on the way to a tip is counted as two visits", |c| { c.visits.moves[1] = 2; }),
    tipped_visits("tipped-moves-not-counted", "a move on the way to a tip is not counted as a visit", |c| { c.visits.moves[1] = 0; }),
    tipped_visits("tipped-rests-not-counted", "a rest on the way to a tip is not counted as a visit", |c| { c.visits.rests[1] = 0; }),
    tipped_visits("tipped-turns-not-counted", "no turn on the way to a tip is counted as a visit", |c| { c.visits.moves[1] = 0; c.visits.rests[1] = 0; }),
    tipped_visits("tip-writes-one", "a tip sets the visits of the city it names to 1", |c| { c.visits.tip_writes_one = true; }),
    row("dfs-walks-home", Family::RouteEnd, of::DFS, "a route ends with the walk back to its start", |c| { c.route = Route::WalksHome; }),
    row("dfs-stops", Family::RouteEnd, of::DFS, "when a route is done no other is ever made", |c| { c.route = Route::Stops; }),
    row("dfs-one-step-back", Family::RouteEnd, of::DFS, "when a route is done it goes one step back before the next begins", |c| { c.route = Route::StepBack; }),
    row("dfs-start-unmarked", Family::RouteEnd, of::DFS, "from the second route on the start of a route is not marked", |c| { c.route = Route::StartUnmarked; }),
    row("dfs-old-tail", Family::RouteEnd, of::DFS, "a route is written over the one before, and what that leaves behind its end is walked too, an hour lost where no road leads on", |c| { c.route = Route::OldTail; }),
    row("dfs-old-tail-jumps", Family::RouteEnd, of::DFS, "a route is written over the one before, and what that leaves behind its end is walked too, jumping where no road leads on", |c| { c.route = Route::OldTailJumps; }),
    row("dfs-never-clears", Family::RouteEnd, of::DFS, "marks are never cleared: when all cities are marked it walks home and stays", |c| { c.route = Route::NeverClears; }),
    row("dfs-hour-lost", Family::RouteEnd, of::DFS, "an hour is rested at the end of a route before the next begins", |c| { c.route = Route::HourLost; }),
    row("dfs-without-ways-back", Family::RouteEnd, of::DFS, "a route has no ways back, and it waits where no road leads on", |c| { c.route = Route::NoWaysBack; }),
    row("dfs-jumps", Family::RouteEnd, of::DFS, "a route has no ways back, and it jumps where no road leads on", |c| { c.route = Route::Jumps; }),
    row("dfs-remembers-after-tip", Family::AfterTip, of::DFS, "after a tip the old route goes on from where it next passes", |c| { c.after_tip = AfterTip::WherePassed; }),
    row("dfs-resumes-after-tip", Family::AfterTip, of::DFS, "after a tip the old route goes on where it was left", |c| { c.after_tip = AfterTip::WhereLeft; }),
    row("dfs-marks-after-tip", Family::AfterTip, of::DFS, "after a tip the search goes on with the marks it had", |c| { c.after_tip = AfterTip::Marks; }),
    row("dfs-marks-on-tips", Family::AfterTip, of::DFS, "after a tip the search goes on with the marks it had, and those of the cities passed on the way", |c| { c.after_tip = AfterTip::MarksOnTips; }),
    row("stays-after-tip", Family::AfterTip, of::ALL, "it stays where a tip led it", |c| { c.stays_after_tip = true; }),
    row("rests-after-tip", Family::AfterTip, of::ALL, "it rests an hour where a tip led it before its own strategy goes on", |c| { c.rests_after_tip = true; }),
    row("visits-forgotten-after-tip", Family::AfterTip, of::LEAST, "the end of a tip forgets all visits", |c| { c.visits.forgotten_after_tip = true; }),
    row("path-by-length", Family::TipPath, of::ALL, "the path is the shortest by length, not by turns", |c| { c.path = Path::Length; }),
    row("path-by-hops", Family::TipPath, of::ALL, "the path has the fewest roads, rests are not counted", |c| { c.path = Path::Roads; }),
    row("path-blind-to-stamina", Family::TipPath, of::ALL, "of paths with equally few turns any is taken, whatever stamina is left", |c| { c.path = Path::TurnsOnly; }),
    row("path-from-full-stamina", Family::TipPath, of::ALL, "the path is planned as if stamina were full", |c| { c.path = Path::FromFull; }),
    row("path-rests-to-tip-stamina", Family::TipPath, of::ALL, "the path is planned as if a rest restored no more than the stamina at the tip", |c| { c.path = Path::RestsToTip; }),
    row("tips-ignored", Family::TipHeard, of::ALL, "tips are not followed", |c| { c.heard.ignored = true; }),
    row("no-tip-at-start", Family::TipHeard, of::ALL, "the tips of hour 0 are not heard", |c| { c.heard.at_start = false; }),
    row("tip-before-thief", Family::TipHeard, of::ALL, "a tip names the city where the thief was before its move", |c| { c.heard.given = TipMoment::Stale; }),
    row("tip-next-turn", Family::TipHeard, of::ALL, "a tip is heard at the beginning of the next turn, when the thief has moved on", |c| { c.heard.given = TipMoment::NextTurn; }),
    row("tip-hour-late", Family::TipHeard, of::ALL, "a tip is followed an hour late", |c| { c.heard.given = TipMoment::HourLate; }),
    row("ignores-tip-while-tipped", Family::TipHeard, of::ALL, "a tip heard on the way to another is ignored", |c| { c.heard.on_the_way = OnTheWay::Ignored; }),
    row("tips-queued", Family::TipHeard, of::ALL, "a tip heard on the way to another is followed after it", |c| { c.heard.on_the_way = OnTheWay::Queued; }),
    row("tip-on-arrival-only", Family::TipHeard, of::ALL, "a detective that rests where an informant lives is not tipped again", |c| { c.heard.on_arrival_only = true; }),
    row("first-tip-only", Family::TipHeard, of::ALL, "only the first tip is heard", |c| { c.heard.first_only = true; }),
    row("rest-not-full", Family::Stamina, of::ALL, "a rest restores half of the full stamina", |c| { c.rest = Rest::Half; }),
    row("rest-adds-ten", Family::Stamina, of::ALL, "a rest adds 10 to the stamina", |c| { c.rest = Rest::Adds(10); }),
    row("overspent-stamina", Family::Stamina, of::ALL, "a road may be longer than the stamina by up to 5", |c| { c.afford = Afford::Over(5); }),
    row("overspent-any", Family::Stamina, of::ALL, "any road is taken while there is stamina at all", |c| { c.afford = Afford::Any; }),
    row("planned-steps-unpaid", Family::Stamina, of::ALL, "the next step of a route or a path is taken whatever the stamina", |c| { c.planned_unpaid = true; }),
    row("stamina-strictly-more", Family::Stamina, of::ALL, "a road as long as the stamina is not taken", |c| { c.afford = Afford::Below; }),
    row("moves-cost-nothing", Family::Stamina, of::ALL, "moves cost no stamina", |c| { c.cost = Cost::Nothing; }),
    row("moves-cost-one", Family::Stamina, of::ALL, "a move costs 1 stamina, whatever its length", |c| { c.cost = Cost::One; }),
    row("draws-at-start", Family::Dice, of::RANDOM, "one number is drawn before the first hour", |c| { c.extra = Extra::AtStart(1); }),
    row("two-draws-at-start", Family::Dice, of::RANDOM, "two numbers are drawn before the first hour", |c| { c.extra = Extra::AtStart(2); }),
    row("one-draw-too-many", Family::Dice, of::RANDOM, "one more number is drawn every hour", |c| { c.extra = Extra::EveryHour; }),
    Switch {
        needs_tips: true,
        ..row(
            "draws-when-tipped",
            Family::Dice,
            of::RANDOM,
            "a RANDOM detective draws a number while it follows a tip",
            |c| {
                c.extra = Extra::Tipped;
            },
        )
    },
    row("draws-when-stuck", Family::Dice, of::RANDOM, "an agent that can afford no road draws a number all the same", |c| { c.extra = Extra::Stuck; }),
    row("others-draw", Family::Dice, of::RANDOM, "detectives whose strategy does not draw draw a number every turn", |c| { c.extra = Extra::Others; }),
    shown("wrong-ending", Family::Endings, "a capture names the last detective that is with the thief", ChoicelessRules::LastCaptor),
    shown("escape-beats-capture", Family::Endings, "a thief caught in the getaway city gets away", ChoicelessRules::EscapeFirst),
    shown("time-before-capture", Family::Endings, "in the last hour time is up whatever happens in it", ChoicelessRules::TimeFirst),
    shown("one-hour-short", Family::Endings, "time is up one hour early", ChoicelessRules::Hours(-1)),
    shown("one-hour-long", Family::Endings, "time is up one hour late", ChoicelessRules::Hours(1)),
    shown("not-over-at-hour-0", Family::Endings, "nothing ends at hour 0", ChoicelessRules::NotAtStart),
    shown("map-counts-double", Family::Map, "`map` counts every road twice", ChoicelessRules::RoadsTwice),
    shown("names-cut", Family::Map, "names of cities end at their first blank", ChoicelessRules::NamesCut),
];

/// The switch of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Switch> {
    SWITCHES.iter().find(|switch| switch.name == name)
}
