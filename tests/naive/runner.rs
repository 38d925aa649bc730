//! One agent during the game.

use std::collections::VecDeque;

use super::Agent;
use super::fault::Faults;
use super::routes::Search;
use super::visits::visits_at_start;

pub struct Runner {
    pub city: usize,
    /// Where it was before its last turn.
    pub(super) before: usize,
    pub stamina: u64,
    pub visits: Vec<u64>,
    /// What is left of the depth-first route.
    pub route: Vec<usize>,
    /// What is left of the way to the city of the last tip.
    pub tip: Vec<usize>,

    // The rest is there for faults alone; a right program has no use for it.
    /// Whether it came to its city in its last turn, or starts there.
    pub(super) has_entered: bool,
    /// Whether it has heard a tip.
    pub(super) has_heard: bool,
    /// The goal of a tip that was heard an hour ago and is not planned yet.
    pub(super) late: Option<usize>,
    /// The goals of tips that wait for the arrival at another.
    pub(super) queue: VecDeque<usize>,
    /// Whether it stays where a tip has led it.
    pub(super) stays: bool,
    /// Whether it rests next turn because a tip has led it here.
    pub(super) rests: bool,
    /// Whether it has ever had a depth-first route.
    pub(super) had_route: bool,
    /// Whether it will never have one again.
    pub(super) is_done: bool,
    /// Whether the next hour is lost before the next route.
    pub(super) loses_hour: bool,
    /// Where the last road of the route began.
    pub(super) back: Option<usize>,
    /// The array over which all depth-first routes are written.
    pub(super) written: Vec<usize>,
    /// The depth-first search that has no route, or the cities that the route was in.
    pub(super) search: Search,
}

impl Runner {
    pub(super) fn new(agent: &Agent, cities: usize, faults: Faults) -> Runner {
        let mut visits = vec![0; cities];
        visits[agent.start] = visits_at_start(faults);
        Runner {
            city: agent.start,
            before: agent.start,
            stamina: agent.stamina,
            visits,
            route: Vec::new(),
            tip: Vec::new(),
            has_entered: true,
            has_heard: false,
            late: None,
            queue: VecDeque::new(),
            stays: false,
            rests: false,
            had_route: false,
            is_done: false,
            loses_hour: false,
            back: None,
            written: Vec::new(),
            search: Search::new(cities),
        }
    }
}
