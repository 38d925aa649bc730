//! The two tables of what a turn is like. Each turn is in one situation: the first row of its strategy that holds.
//! What came before, or is so besides, is asked of each turn by itself, in the situations where it can matter.
//! benches/causes.md defines every row, with codes by their places.

use super::right::{HeardTip, RightTurn, RouteReason};
use super::table::of;
use chase_board::roads::Road;
use chase_police::THIEF;
use chase_police::players::known_strategy::KnownStrategy;

/// A row of a table: its words, and whether a turn is in it.
pub(super) struct Row {
    /// The words.
    pub words: &'static str,
    /// For a situation the strategies that it belongs to, for what came before the situations, as bits.
    within: u32,
    holds: fn(&RightTurn<'_, '_>) -> bool,
}

const fn row(words: &'static str, within: u32, holds: fn(&RightTurn<'_, '_>) -> bool) -> Row {
    Row { words, within, holds }
}

const TIPS: u32 = of::ALL as u32;
const LEAST: u32 = of::LEAST as u32;
const DFS: u32 = of::DFS as u32;
const RANDOM: u32 = of::RANDOM as u32;

/// All situations, in the order in which they are asked.
#[rustfmt::skip]
pub(super) static SITUATIONS: [Row; 22] = [
    row("the first turn after a tip heard at the start", TIPS, |t| is_after(t, HeardTip::AtStart)),
    row("the first turn after a tip heard on arrival", TIPS, |t| is_after(t, HeardTip::OnArrival)),
    row("the first turn after a tip heard on the way to another", TIPS, |t| is_after(t, HeardTip::OnTheWay)),
    row("the last road to the city of a tip", TIPS, |t| t.agent.last_road().is_some()),
    row("on a path with rests to the city of a tip", TIPS, |t| t.follows() && t.agent.path_has_rest()),
    row("on a path without rests to the city of a tip", TIPS, |t| t.follows()),
    row("the tip is done, and a new route is due", DFS, |t| is_first_step(t, RouteReason::Tip) && t.agent.tips.has_ended),
    row("no road can be paid, so that it must rest", LEAST, |t| t.compared().next().is_none()),
    row("the best neighbour cannot be paid", LEAST, is_best_unpaid),
    row("one neighbour is visited least", LEAST, |t| t.ties(|road| t.visits(road)) == 1),
    row("a tie in visits, decided by the length of the road", LEAST, |t| t.ties(|road| (t.visits(road), road.length)) == 1),
    row("a tie in visits and length, decided by the ID", LEAST, |_| true),
    row("the route is done, and a new one is due", DFS, |t| is_first_step(t, RouteReason::Done) || t.route_next().is_none()),
    row("on a route, a rest is due", DFS, |t| t.is_rest_due()),
    row("on a route, a neighbour not visited yet is due", DFS, |t| t.route_next().is_some_and(|to| t.is_new(to))),
    row("on a route, back to where it came from is due", DFS, |t| !t.was_step_back()),
    row("on a route, further back is due", DFS, |_| true),
    row("no road can be paid, so that it must rest", RANDOM, |t| t.compared().next().is_none()),
    row("one road can be paid", RANDOM, |t| t.compared().count() == 1),
    row("a draw that cannot be checked (any road that can be paid counts as right)", RANDOM, |t| !t.is_checked),
    row("a draw among roads of which one is listed twice", RANDOM, |t| t.has_road_listed_twice()),
    row("a draw", RANDOM, |_| true),
];

/// The first of the situations on a route, which are counted for first and later routes.
pub(super) const FIRST_OF_STEPS: usize = 13;

/// What came before that tells first routes from later ones.
pub(super) const FIRST_ROUTE: usize = 15;

/// Situations as bits.
mod are {
    pub const TIPPED: u32 = 0b11_1111;
    pub const TIP_DONE: u32 = 1 << 6;
    /// CHEAPEST_LEAST_VISITED has a road that it can pay.
    pub const CHOICES: u32 = 0b1111 << 8;
    pub const ROUTE_DONE: u32 = 1 << 12;
    /// On a route.
    pub const STEPS: u32 = 0b1111 << 13;
    pub const ROUTES: u32 = ROUTE_DONE | STEPS;
    pub const BEGUN_ROUTES: u32 = ROUTES | TIP_DONE;
    pub const BACK: u32 = STEPS & !(1 << 14);
    pub const ALL: u32 = (1 << 22) - 1;
    pub const OWN: u32 = ALL & !TIPPED;
}

/// What can have come before a turn.
#[rustfmt::skip]
pub(super) static CAME_BEFORE: [Row; 36] = [
    row("it has rested in a city that it can pay for", are::CHOICES, |t| t.is_any_compared(|to| t.agent.has_rested_in(to))),
    row("it has rested in the city that is due", are::CHOICES, |t| is_due(t, |to| t.agent.has_rested_in(to))),
    row("its start is a city that it can pay for", are::CHOICES, |t| t.is_any_compared(|to| to == t.agent.start)),
    row("its start is due", are::CHOICES, |t| is_due(t, |to| to == t.agent.start)),
    row("a tip named a city that it can pay for", are::CHOICES, |t| t.is_any_compared(|to| t.agent.was_told(to))),
    row("on the way to a tip it was in a city that it can pay for", are::CHOICES, |t| t.is_any_compared(|to| t.agent.has_passed(to))),
    row("on the way to a tip it was in the city that is due", are::CHOICES, |t| is_due(t, |to| t.agent.has_passed(to))),
    row("it has been in the city that is due", are::CHOICES, |t| is_due(t, |to| t.agent.visits(to) > 0)),
    row("cities tie in visits and length", are::CHOICES, |t| t.ties(|road| (t.visits(road), road.length)) > 1),
    row("cities tie in visits", are::CHOICES, |t| t.ties(|road| t.visits(road)) > 1),
    row("its own city has no more visits than the city that is due", are::CHOICES, |t| is_due(t, |to| own_visits(t) <= t.agent.visits(to))),
    row("its own city has fewer visits than the city that is due", are::CHOICES, |t| is_due(t, |to| own_visits(t) < t.agent.visits(to))),
    row("the shortest road is due", are::CHOICES, |t| is_shortest_due(t) == Some(true)),
    row("the shortest road is not due", are::CHOICES, |t| is_shortest_due(t) == Some(false)),
    row("another detective of this strategy has been in the city that is due", are::CHOICES, |t| t.others_been_due),
    row("in its first route", are::BEGUN_ROUTES, |t| !t.agent.routes.has_earlier),
    row("in a route after one that was done", are::ROUTES, |t| t.agent.routes.reason == RouteReason::Done),
    row("in a route after one that a tip broke off", are::STEPS | are::TIP_DONE, |t| is_after_tip(t) && t.agent.routes.has_earlier),
    row("in a route after a tip", are::STEPS | are::TIP_DONE, is_after_tip),
    row("in a route that is not its first", are::BEGUN_ROUTES, |t| t.agent.routes.has_earlier),
    row("in a route made when some road of the map was longer than its stamina", are::BEGUN_ROUTES, |t| t.agent.routes.was_tired),
    row("next to the start of the route", are::STEPS, |t| t.roads().iter().any(|road| road.to == t.agent.routes.start)),
    row("the way back is due", are::BACK, |t| t.route_next().is_some_and(|to| !t.is_new(to))),
    row("the route has had as many moves as there are other cities", are::STEPS, |t| t.route_moves() + 1 >= t.places()),
    row("a rest is due and it has gone back since the last", are::TIPPED | are::BEGUN_ROUTES, |t| t.is_rest_due() && t.agent.routes.stepped_back),
    row("on the way to a tip", are::TIPPED, |_| true),
    row("its last tip was heard at the start", are::ALL, |t| last_tip(t) == Some(HeardTip::AtStart)),
    row("its last tip was heard on the way to another", are::ALL, |t| last_tip(t) == Some(HeardTip::OnTheWay)),
    row("since its last tip the last road to the tip's city needed a rest", are::ALL, |t| t.agent.tips.was_last_road_dear),
    row("the path to the tip's city has a rest", are::TIPPED, |t| t.agent.tips.needs_rest),
    row("the first turn after a tip is done", are::OWN, |t| t.agent.tips.just_ended),
    row("its own strategy, after a tip", are::OWN, |t| t.agent.tips.has_ended),
    row("it has heard a tip", are::ALL, |t| last_tip(t).is_some()),
    row("another detective has heard a tip since its own last one", are::ALL, |t| t.number != THIEF && t.others_told_later),
    row("a rest is due", are::ALL, |t| t.is_rest_due()),
    row("right after a rest that was due", are::ALL, |t| t.agent.had_to_rest),
];

/// The situation that a turn is in, by its place in the table.
pub(super) fn situation(turn: &RightTurn<'_, '_>) -> usize {
    let strategy = match turn.agent.strategy {
        KnownStrategy::Least => LEAST,
        KnownStrategy::Dfs => DFS,
        _ => RANDOM,
    };
    let is_in = |row: &Row| row.within & strategy != 0 && (row.holds)(turn);
    SITUATIONS.iter().position(is_in).expect("the last row of a strategy always holds")
}

/// What came before a turn in a situation, as bits by places in the table.
pub(super) fn came_before(turn: &RightTurn<'_, '_>, situation: usize) -> u64 {
    let rows = CAME_BEFORE.iter().enumerate();
    let held = rows.filter(|(_, row)| row.within >> situation & 1 == 1 && (row.holds)(turn));
    held.fold(0, |all, (n, _)| all | 1 << n)
}

fn is_after(turn: &RightTurn<'_, '_>, how: HeardTip) -> bool {
    turn.follows() && turn.agent.tips.is_new && last_tip(turn) == Some(how)
}

fn last_tip(turn: &RightTurn<'_, '_>) -> Option<HeardTip> {
    turn.agent.tips.last
}

/// No step of the present route was made, and it was made for this reason.
fn is_first_step(turn: &RightTurn<'_, '_>, reason: RouteReason) -> bool {
    turn.agent.routes.reason == reason && turn.route_moves() == 0
}

fn is_after_tip(turn: &RightTurn<'_, '_>) -> bool {
    turn.agent.routes.reason == RouteReason::Tip
}

fn is_due(turn: &RightTurn<'_, '_>, is_so: impl Fn(u32) -> bool) -> bool {
    turn.due().is_some_and(is_so)
}

fn own_visits(turn: &RightTurn<'_, '_>) -> u32 {
    turn.agent.visits(turn.city())
}

fn is_best_unpaid(turn: &RightTurn<'_, '_>) -> bool {
    let best = turn.roads().iter().min_by_key(|road| (turn.visits(road), road.length, road.to));
    best.is_some_and(|road| road.length > turn.agent.walker.stamina)
}

/// Where several cities are compared: whether none is nearer than the one that is due.
fn is_shortest_due(turn: &RightTurn<'_, '_>) -> Option<bool> {
    let due = turn.due()?;
    let length = |road: &Road| road.length;
    let of_due = turn.compared().find(|road| road.to == due).map(length)?;
    (turn.compared().count() > 1).then(|| turn.compared().map(length).min() == Some(of_due))
}
