//! What a program does in a wrong turn. Each description names one action from what the rules know, or says
//! nothing of the turn, before it is held against what was done. Only where no road leads, it is said what the
//! city is that was seen.

use super::right::RightTurn;
use chase_board::roads::Road;
use chase_police::players::known_strategy::KnownStrategy;

/// The city to which a description leads, if it says anything of a turn.
type CityInstead = fn(&Place<'_, '_, '_>) -> Option<u32>;

/// The descriptions, with words that go behind "instead it".
static INSTEAD: [(&str, CityInstead); 20] = [
    ("takes the road that is due, without the rest", without_rest),
    ("goes back to where it came from", |p| {
        p.turn.agent.came_from().filter(|to| p.is_neighbour(*to))
    }),
    ("goes to the start", |p| Some(p.start()).filter(|to| p.is_neighbour(*to))),
    ("takes the neighbour with the lowest ID", |p| p.neighbours().map(|road| road.to).min()),
    ("takes the neighbour with the highest ID", |p| p.neighbours().map(|road| road.to).max()),
    ("takes the neighbour listed first", |p| p.listed().first().copied()),
    ("takes the neighbour listed last", |p| p.listed().last().copied()),
    ("takes the nearest neighbour", |p| p.single(|road| road.length)),
    ("takes the farthest neighbour", |p| p.single(|road| u32::MAX - road.length)),
    ("takes the least visited neighbour", |p| p.single(|road| p.turn.visits(road))),
    ("takes the most visited neighbour", |p| p.single(|road| u32::MAX - p.turn.visits(road))),
    ("takes the neighbour it was in latest", |p| p.visited().max().map(|(_, to)| to)),
    ("takes the neighbour it was in longest ago", |p| p.visited().min().map(|(_, to)| to)),
    ("goes to the next new city of the route, where no road leads", |p| p.off_road(Off::NextNew)),
    ("goes to the city of the tip, where no road leads", |p| p.off_road(Off::Tip)),
    ("goes to the start, where no road leads", |p| p.off_road(Off::Start)),
    ("goes where no road leads", |p| p.off_road(Off::Elsewhere)),
    ("stays", |p| p.stays(false)),
    ("rests once more", |p| p.stays(true)),
    ("goes on with an earlier route", |p| {
        p.turn.agent.earlier_route_next().filter(|_| p.is_in_later_route())
    }),
];

/// What a city is to which no road leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Off {
    NextNew,
    Tip,
    Start,
    Elsewhere,
}

struct Place<'p, 't, 'a> {
    turn: &'p RightTurn<'t, 'a>,
}

/// The descriptions that fit what was done in a wrong turn, as bits.
pub(super) fn instead(turn: &RightTurn<'_, '_>) -> u32 {
    let place = Place { turn };
    let fits =
        INSTEAD.iter().enumerate().filter(|(_, (_, action))| action(&place) == Some(turn.seen));
    fits.fold(0, |all, (n, _)| all | 1 << n)
}

/// At most three descriptions, each with the number of wrong turns that it fits, most first. `seen` has the descriptions
/// that fit a turn, as bits, with the number of such turns. One is left out if another that is shown fits all its turns.
pub(super) fn most_frequent(seen: &[(u32, usize)]) -> Vec<(&'static str, usize)> {
    const SHOWN_MAX: usize = 3;
    let count = |n: usize| -> usize {
        seen.iter().filter(|(fits, _)| fits >> n & 1 == 1).map(|(_, times)| times).sum()
    };
    let mut all: Vec<usize> = (0..INSTEAD.len()).filter(|n| count(*n) > 0).collect();
    all.sort_by_key(|n| std::cmp::Reverse(count(*n)));
    let mut shown: Vec<usize> = Vec::new();
    for n in all {
        let is_within = |other: &usize| {
            seen.iter().all(|(fits, _)| fits >> n & 1 == 0 || fits >> other & 1 == 1)
        };
        if shown.len() < SHOWN_MAX && !shown.iter().any(is_within) {
            shown.push(n);
        }
    }
    shown.into_iter().map(|n| (INSTEAD[n].0, count(n))).collect()
}

fn without_rest(place: &Place<'_, '_, '_>) -> Option<u32> {
    let turn = place.turn;
    if !turn.is_rest_due() {
        return None;
    }
    match &turn.after_rest()[..] {
        [] => turn.route_next(),
        [only] => Some(*only),
        _ => None,
    }
}

impl Place<'_, '_, '_> {
    fn is_neighbour(&self, city: u32) -> bool {
        let roads = self.turn.roads();
        roads.len() > 1 && roads.iter().any(|road| road.to == city)
    }

    /// The neighbours, where there are several.
    fn neighbours(&self) -> impl Iterator<Item = &Road> {
        let roads = self.turn.roads();
        roads.iter().filter(|_| roads.len() > 1)
    }

    fn listed(&self) -> &[u32] {
        match self.turn.listed() {
            all if all.len() > 1 => all,
            _ => &[],
        }
    }

    fn start(&self) -> u32 {
        let agent = self.turn.agent;
        let is_on_route = agent.strategy == KnownStrategy::Dfs && !self.turn.follows();
        if is_on_route { agent.routes.start } else { agent.start }
    }

    /// The one neighbour that is first by a measure.
    fn single<K: Ord>(&self, measure: impl Fn(&Road) -> K) -> Option<u32> {
        let best = self.neighbours().map(&measure).min()?;
        let mut all = self.neighbours().filter(|road| measure(road) == best);
        let first = all.next()?;
        all.next().is_none().then_some(first.to)
    }

    /// The neighbours where it has been, with the hour of the last visit; none where these are fewer than two.
    fn visited(&self) -> impl Iterator<Item = (usize, u32)> {
        let agent = self.turn.agent;
        let visited =
            self.neighbours().filter_map(|road| Some((agent.last_hour(road.to)?, road.to)));
        let all: Vec<_> = visited.collect();
        let is_enough = all.len() > 1;
        all.into_iter().filter(move |_| is_enough)
    }

    fn off_road(&self, wanted: Off) -> Option<u32> {
        let (turn, seen) = (self.turn, self.turn.seen);
        if seen == turn.city() || turn.roads().iter().any(|road| road.to == seen) {
            return None;
        }
        let route = turn.agent.walker.route().1.iter();
        let next_new =
            route.copied().find(|to| turn.is_new(*to)).filter(|_| turn.route_next().is_some());
        let is = match seen {
            city if next_new == Some(city) => Off::NextNew,
            city if turn.agent.walker.target() == Some(city) => Off::Tip,
            city if self.start() == city => Off::Start,
            _ => Off::Elsewhere,
        };
        (is == wanted).then_some(seen)
    }

    fn stays(&self, once_more: bool) -> Option<u32> {
        let here = self.turn.city();
        (self.turn.agent.has_stayed == once_more).then_some(here)
    }

    fn is_in_later_route(&self) -> bool {
        self.turn.route_next().is_some() && self.turn.agent.routes.has_earlier
    }
}
