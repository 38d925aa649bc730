//! Which mistake of a program would lead to a wrong choice: known ones are tried, and those
//! that fit are named.

use super::PoliceReferee;
use super::weigh::{Asked, Weighing};
use crate::board::roads::{Road, Roads};
use crate::engine::dice::Luck;
use crate::games::police::{Action, AgentState, THIEF, View};

/// The mistakes that fit an action which is not what was asked for.
pub(super) fn of(referee: &PoliceReferee, weighing: &Weighing, action: Action) -> Vec<String> {
    let mut fits: Vec<&'static str> = Vec::new();
    match weighing.asked {
        Asked::LeastVisited(_) => least_visited(referee, weighing, action, &mut fits),
        Asked::Dfs(_) => dfs(referee, weighing, action, &mut fits),
        Asked::Tip(_, target) => tip(referee, weighing, target, action, &mut fits),
        _ => {}
    }
    fits.into_iter().map(str::to_owned).collect()
}

/// Visits counted in another way, or ties decided in another order.
fn least_visited(
    referee: &PoliceReferee,
    weighing: &Weighing,
    action: Action,
    fits: &mut Vec<&'static str>,
) {
    const COUNTS: [(&str, [u32; 4]); 5] = [
        ("rests are not counted as visits", [1, 0, 1, 0]),
        (
            "moves made on the way to a tip are counted twice",
            [1, 1, 2, 1],
        ),
        (
            "turns on the way to a tip are not counted as visits",
            [1, 1, 0, 0],
        ),
        (
            "moves on the way to a tip are not counted as visits",
            [1, 1, 0, 1],
        ),
        (
            "rests on the way to a tip are not counted as visits",
            [1, 1, 1, 0],
        ),
    ];
    let mind = &referee.minds[weighing.agent];
    let start = referee.game.scenario.agents[weighing.agent].start;
    let roads = &referee.game.map().roads;
    let affordable = || {
        let roads = roads.from(weighing.now.city).iter();
        roads.filter(|road| road.length <= weighing.now.stamina)
    };
    let is = |to: Option<u32>| to.map(|to| Action::Move { to }) == Some(action);
    for (mistake, weights) in COUNTS {
        let visits = |city| mind.visits.weighted(city, start, weights);
        let best = affordable().min_by_key(|road| (visits(road.to), road.length, road.to));
        if is(best.map(|road| road.to)) {
            fits.push(mistake);
        }
    }
    let visits = |city| mind.visits.weighted(city, start, [1; 4]);
    let unstarted = |city| visits(city) - u32::from(city == start);
    let orders: [(&str, Option<u32>); 4] = [
        (
            "the start is not counted as visited",
            affordable()
                .min_by_key(|road| (unstarted(road.to), road.length, road.to))
                .map(|road| road.to),
        ),
        (
            "equal visits are decided by the lowest ID before the road's length",
            affordable()
                .min_by_key(|road| (visits(road.to), road.to))
                .map(|road| road.to),
        ),
        (
            "equal visits and roads are decided by the highest ID",
            affordable()
                .min_by_key(|road| (visits(road.to), road.length, u32::MAX - road.to))
                .map(|road| road.to),
        ),
        (
            "roads that cannot be paid for are weighed too",
            roads
                .from(weighing.now.city)
                .iter()
                .min_by_key(|road| (visits(road.to), road.length, road.to))
                .map(|road| road.to),
        ),
    ];
    let fitting = orders.into_iter().filter(|(_, best)| is(*best));
    fits.extend(fitting.map(|(mistake, _)| mistake));
}

fn dfs(referee: &PoliceReferee, weighing: &Weighing, action: Action, fits: &mut Vec<&'static str>) {
    let mind = &referee.minds[weighing.agent];
    let Action::Move { to } = action else {
        return;
    };
    let Some(route) = mind.dfs() else {
        return;
    };
    let begins = route.behind().is_empty();
    let city = weighing.now.city;
    let mut old_steps = mind.interrupted.windows(2);
    let resumes = mind.interrupted.first() == Some(&to) || old_steps.any(|two| *two == [city, to]);
    if begins && mind.arrived && resumes {
        fits.push("the route from before the tip is resumed in place of a new one");
    } else if begins && mind.came_from == Some(to) {
        fits.push("the route goes on with the walk back to its start in place of a new one");
    }
    let highest = referee.game.map().roads.from(weighing.now.city).last();
    if begins && highest.map(|road| road.to) == Some(to) {
        fits.push("the search takes the highest ID first");
    }
    if route.ahead().get(1) == Some(&to) {
        fits.push("a step of the route is left out");
    }
}

fn tip(
    referee: &PoliceReferee,
    weighing: &Weighing,
    target: u32,
    action: Action,
    fits: &mut Vec<&'static str>,
) {
    let mind = &referee.minds[weighing.agent];
    let roads = &referee.game.map().roads;
    let leads = |target: u32| {
        let best = weighing.best(referee, target);
        best.is_some() && weighing.arrival(referee, target, action) == best
    };
    if referee.thief_before != target && leads(referee.thief_before) {
        fits.push("the tip names the city where the thief was before its move");
    }
    if mind
        .earlier_tip
        .is_some_and(|earlier| earlier != target && leads(earlier))
    {
        fits.push("the earlier tip is still followed");
    }
    if is_untipped(referee, weighing, action) {
        fits.push("the tip is not followed");
    }
    let lengths = distances(roads, target, weighing.full, u64::from);
    let counts = distances(roads, target, weighing.full, |_| 1);
    let from = weighing.now.city;
    let on = |distances: &[u64], road: &Road, cost: u64| {
        let onward = distances[road.to as usize].checked_add(cost);
        onward == Some(distances[from as usize])
    };
    if goes(roads, weighing, action, |road| {
        on(&lengths, road, u64::from(road.length))
    }) {
        fits.push("the path is the shortest by length, not by turns");
    }
    if goes(roads, weighing, action, |road| on(&counts, road, 1)) {
        fits.push("the path has the fewest roads, rests are not counted");
    }
    let full = Weighing {
        now: AgentState {
            stamina: weighing.full,
            ..weighing.now
        },
        ..weighing.clone()
    };
    let best = full.best(referee, target);
    let planned = |road: &Road| {
        let step = Action::Move { to: road.to };
        best.is_some() && full.arrival(referee, target, step) == best
    };
    if goes(roads, weighing, action, planned) {
        fits.push("the path is planned as if stamina were full");
    }
    debug_assert_ne!(weighing.agent, THIEF, "the thief is never tipped");
}

/// Whether an action is the first step of a path with one of these roads: to go, or to rest where
/// the road cannot be paid for.
fn goes(
    roads: &Roads,
    weighing: &Weighing,
    action: Action,
    is_on_path: impl Fn(&Road) -> bool,
) -> bool {
    let (stamina, full) = (weighing.now.stamina, weighing.full);
    roads.from(weighing.now.city).iter().any(|road| {
        let fitting = match action {
            Action::Move { to } => road.to == to,
            Action::Rest => stamina < road.length && road.length <= full,
        };
        fitting && is_on_path(road)
    })
}

/// Whether an action is what the agent's own strategy would do.
fn is_untipped(referee: &PoliceReferee, weighing: &Weighing, action: Action) -> bool {
    let mind = &referee.minds[weighing.agent];
    let view = View {
        city: weighing.now.city,
        stamina: weighing.now.stamina,
    };
    if let Some(own) = mind.choose_untipped(&referee.game, view) {
        return own == action;
    }
    let Some(dice) = referee.dice.as_ref().filter(|_| mind.name() == "random") else {
        return false;
    };
    let mut dice = dice.clone();
    dice.turn_to(Luck::Seat(super::seat(weighing.agent)));
    let mut buffer = Vec::new();
    let legal = referee.game.legal_actions(&weighing.now, &mut buffer);
    let drawn = match u32::try_from(legal.len() - 1) {
        Ok(roads @ 1..) => legal[dice.below(roads) as usize],
        _ => Action::Rest,
    };
    drawn == action
}

/// Distances of all cities to one, over the roads a rested agent can afford.
fn distances(roads: &Roads, target: u32, full: u32, cost: impl Fn(u32) -> u64) -> Vec<u64> {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    let mut distance = vec![u64::MAX; roads.places()];
    let mut open = BinaryHeap::from([Reverse((0, target))]);
    distance[target as usize] = 0;
    while let Some(Reverse((so_far, city))) = open.pop() {
        if so_far > distance[city as usize] {
            continue;
        }
        for road in roads.from(city).iter().filter(|road| road.length <= full) {
            let further = so_far + cost(road.length);
            if further < distance[road.to as usize] {
                distance[road.to as usize] = further;
                open.push(Reverse((further, road.to)));
            }
        }
    }
    distance
}
