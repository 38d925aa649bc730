//! Which mistake of a program would lead to a wrong choice: known ones are tried on the choice,
//! and on every choice before it that can still be gone through; those that fit all are named.

use super::PoliceReferee;
use super::past::go_through;
use super::weigh::{Asked, Weighing};
use crate::board::roads::{Road, Roads};
use crate::engine::dice::Luck;
use crate::games::police::players::tip::{Search, Start};
use crate::games::police::{Action, THIEF, View};

/// Earlier choices that a mistake is held against.
const CHOICES_MAX: u32 = 2_000;

/// Something a program may do instead of what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// Visits counted by other weights for moves, rests, and both on the way to a tip.
    Visits([u32; 4], &'static str),
    StartNotVisited,
    LowestBeforeShortest,
    HighestLast,
    AllRoadsWeighed,
    RouteResumed,
    RouteWalksHome,
    RouteHighestFirst,
    RouteStepLeftOut,
    FirstTipLost,
    TipIgnored,
    TipStale,
    TipEarlier,
    PathBlindToStamina,
    PathByLength,
    PathByRoads,
    PathFromFull,
}

const OF_LEAST_VISITED: &[Mistake] = &[
    Mistake::Visits([1, 0, 1, 0], "rests are not counted as visits"),
    Mistake::Visits(
        [1, 1, 2, 1],
        "moves made on the way to a tip are counted twice",
    ),
    Mistake::Visits(
        [1, 1, 0, 0],
        "turns on the way to a tip are not counted as visits",
    ),
    Mistake::Visits(
        [1, 1, 0, 1],
        "moves on the way to a tip are not counted as visits",
    ),
    Mistake::Visits(
        [1, 1, 1, 0],
        "rests on the way to a tip are not counted as visits",
    ),
    Mistake::StartNotVisited,
    Mistake::LowestBeforeShortest,
    Mistake::HighestLast,
    Mistake::AllRoadsWeighed,
];
const OF_DFS: &[Mistake] = &[
    Mistake::RouteResumed,
    Mistake::RouteWalksHome,
    Mistake::RouteHighestFirst,
    Mistake::RouteStepLeftOut,
];
const OF_TIPS: &[Mistake] = &[
    Mistake::FirstTipLost,
    Mistake::TipIgnored,
    Mistake::TipStale,
    Mistake::TipEarlier,
    Mistake::PathBlindToStamina,
    Mistake::PathByLength,
    Mistake::PathByRoads,
    Mistake::PathFromFull,
];

/// The mistakes that fit an action which is not what was asked for.
pub(super) fn of(referee: &PoliceReferee, weighing: &Weighing, action: Action) -> Vec<String> {
    let known = match weighing.asked {
        Asked::LeastVisited(_) => OF_LEAST_VISITED,
        Asked::Dfs(_) => OF_DFS,
        Asked::Tip(..) => OF_TIPS,
        _ => return Vec::new(),
    };
    let makes = |mistake: &Mistake| mistake.makes(referee, weighing, action) == Some(true);
    let mut fitting: Vec<Mistake> = known.iter().copied().filter(makes).collect();
    let mut choices = 0;
    go_through(referee, |then, weighing, action| {
        choices += 1;
        fitting.retain(|mistake| mistake.makes(then, weighing, action) != Some(false));
        !fitting.is_empty() && choices < CHOICES_MAX
    });
    fitting
        .iter()
        .map(|mistake| mistake.words().to_owned())
        .collect()
}

impl Mistake {
    fn words(self) -> &'static str {
        match self {
            Mistake::Visits(_, words) => words,
            Mistake::StartNotVisited => "the start is not counted as visited",
            Mistake::LowestBeforeShortest => {
                "equal visits are decided by the lowest ID before the road's length"
            }
            Mistake::HighestLast => "equal visits and roads are decided by the highest ID",
            Mistake::AllRoadsWeighed => "roads that cannot be paid for are weighed too",
            Mistake::RouteResumed => {
                "the route from before the tip is resumed in place of a new one"
            }
            Mistake::RouteWalksHome => {
                "the route goes on with the walk back to its start in place of a new one"
            }
            Mistake::RouteHighestFirst => "the search takes the highest ID first",
            Mistake::RouteStepLeftOut => "a step of the route is left out",
            Mistake::FirstTipLost => "the tips of hour 0 are not heard",
            Mistake::TipIgnored => "tips are not followed",
            Mistake::TipStale => "the tip names the city where the thief was before its move",
            Mistake::TipEarlier => "an earlier tip is still followed",
            Mistake::PathBlindToStamina => {
                "of paths with equally few turns any is taken, whatever stamina is left"
            }
            Mistake::PathByLength => "the path is the shortest by length, not by turns",
            Mistake::PathByRoads => "the path has the fewest roads, rests are not counted",
            Mistake::PathFromFull => "the path is planned as if stamina were full",
        }
    }

    /// Whether a program with this mistake may do this; nothing where the turn does not tell.
    fn makes(self, referee: &PoliceReferee, weighing: &Weighing, action: Action) -> Option<bool> {
        match weighing.asked {
            Asked::LeastVisited(_) => self.makes_by_visits(referee, weighing, action),
            Asked::Dfs(_) => self.makes_on_route(referee, weighing, action),
            Asked::Tip(_, target) => {
                debug_assert_ne!(weighing.agent, THIEF, "the thief is never tipped");
                self.makes_on_path(referee, weighing, target, action)
            }
            _ => None,
        }
    }

    fn makes_by_visits(
        self,
        referee: &PoliceReferee,
        weighing: &Weighing,
        action: Action,
    ) -> Option<bool> {
        let mind = &referee.minds[weighing.agent];
        let start = referee.game.scenario.agents[weighing.agent].start;
        let weighted = |weights| move |city| mind.visits.weighted(city, start, weights);
        let visits = weighted([1; 4]);
        let stamina = weighing.now.stamina;
        let all = referee.game.map().roads.from(weighing.now.city);
        let roads = || all.iter().filter(|road| road.length <= stamina);
        let best = match self {
            Mistake::Visits(weights, _) => {
                let visits = weighted(weights);
                roads().min_by_key(|road| (visits(road.to), road.length, road.to))
            }
            Mistake::StartNotVisited => roads().min_by_key(|road| {
                let visits = visits(road.to) - u32::from(road.to == start);
                (visits, road.length, road.to)
            }),
            Mistake::LowestBeforeShortest => roads().min_by_key(|road| (visits(road.to), road.to)),
            Mistake::HighestLast => {
                roads().min_by_key(|road| (visits(road.to), road.length, u32::MAX - road.to))
            }
            Mistake::AllRoadsWeighed => {
                let best = all.iter();
                best.min_by_key(|road| (visits(road.to), road.length, road.to))
                    .filter(|road| road.length <= stamina)
            }
            _ => return None,
        };
        Some(best.map_or(Action::Rest, |road| Action::Move { to: road.to }) == action)
    }

    /// A route tells something where it begins, and where a step may be left out.
    fn makes_on_route(
        self,
        referee: &PoliceReferee,
        weighing: &Weighing,
        action: Action,
    ) -> Option<bool> {
        let mind = &referee.minds[weighing.agent];
        let route = mind.dfs()?;
        let city = weighing.now.city;
        let step = match self {
            Mistake::RouteStepLeftOut => *route.ahead().get(1)?,
            _ if !route.behind().is_empty() => return None,
            Mistake::RouteResumed if mind.arrived => {
                let old = &mind.interrupted;
                let passes = old.windows(2).find(|two| two[0] == city);
                passes.map(|two| two[1]).or_else(|| old.first().copied())?
            }
            Mistake::RouteWalksHome if !mind.arrived => mind.came_from?,
            Mistake::RouteHighestFirst => referee.game.map().roads.from(city).last()?.to,
            _ => return None,
        };
        let length = referee.game.map().roads.length(city, step);
        let is_payable = length.is_some_and(|length| length <= weighing.now.stamina);
        if !is_payable {
            return Some(action == Action::Rest);
        }
        Some(action == Action::Move { to: step })
    }

    fn makes_on_path(
        self,
        referee: &PoliceReferee,
        weighing: &Weighing,
        target: u32,
        action: Action,
    ) -> Option<bool> {
        let mind = &referee.minds[weighing.agent];
        let tip = mind.tip?;
        let roads = &referee.game.map().roads;
        let leads = |target: u32| {
            let best = weighing.best(referee, target);
            best.is_some() && weighing.arrival(referee, target, action) == best
        };
        let from = weighing.now.city;
        let on = |distances: &[u64], road: &Road, cost: u64| {
            let onward = distances[road.to as usize].checked_add(cost);
            onward == Some(distances[from as usize])
        };
        match self {
            Mistake::FirstTipLost if tip.hour > 0 => None,
            Mistake::FirstTipLost | Mistake::TipIgnored => own_way(referee, weighing, action),
            Mistake::TipStale if tip.stale == from => None,
            Mistake::TipStale => Some(leads(tip.stale)),
            Mistake::TipEarlier => tip.earlier.filter(|city| *city != from).map(leads),
            Mistake::PathBlindToStamina => {
                let best = weighing.best(referee, target)?;
                let mine = weighing.arrival(referee, target, action);
                Some(mine.is_some_and(|mine| mine.0 == best.0))
            }
            Mistake::PathByLength => {
                let lengths = distances(roads, target, weighing.full, u64::from);
                let is_on = |road: &Road| on(&lengths, road, u64::from(road.length));
                Some(goes(roads, weighing, action, is_on))
            }
            Mistake::PathByRoads => {
                let counts = distances(roads, target, weighing.full, |_| 1);
                Some(goes(roads, weighing, action, |road| on(&counts, road, 1)))
            }
            Mistake::PathFromFull => from_full(referee, weighing, tip.heard_in, target, action),
            _ => None,
        }
    }
}

/// Whether an action is the next step of the path that full stamina would have called for where
/// the tip was heard.
fn from_full(
    referee: &PoliceReferee,
    weighing: &Weighing,
    heard_in: u32,
    target: u32,
    action: Action,
) -> Option<bool> {
    let roads = &referee.game.map().roads;
    let start = Start {
        city: heard_in,
        stamina: weighing.full,
        full: weighing.full,
    };
    let mut path = Vec::new();
    Search::default().path(roads, start, target, &mut path)?;
    let city = weighing.now.city;
    let next = if city == heard_in {
        *path.first()?
    } else {
        // Ties may have led elsewhere: then nothing can be told.
        path.windows(2).find(|two| two[0] == city)?[1]
    };
    let length = roads.length(city, next)?;
    Some(if length <= weighing.now.stamina {
        action == Action::Move { to: next }
    } else {
        action == Action::Rest
    })
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
fn own_way(referee: &PoliceReferee, weighing: &Weighing, action: Action) -> Option<bool> {
    let mind = &referee.minds[weighing.agent];
    let view = View {
        city: weighing.now.city,
        stamina: weighing.now.stamina,
    };
    if let Some(own) = mind.choose_untipped(view) {
        return Some(own == action);
    }
    let dice = referee.dice.as_ref().filter(|_| mind.name() == "random")?;
    let mut dice = dice.clone();
    dice.turn_to(Luck::Seat(super::seat(weighing.agent)));
    let mut buffer = Vec::new();
    let legal = referee.game.legal_actions(&weighing.now, &mut buffer);
    let drawn = match u32::try_from(legal.len() - 1) {
        Ok(roads @ 1..) => legal[dice.below(roads) as usize],
        _ => Action::Rest,
    };
    Some(drawn == action)
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
