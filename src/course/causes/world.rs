//! What all walkers over one map share: neighbours in the orders a search may take them, and the
//! promises that paths to tips keep, each worked out once.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use std::sync::Arc;

use super::conduct::{Path, TurnOrder};
use chase_board::roads::Roads;
use chase_police::Police;
use chase_police::players::tip_search::{TipSearch, TipStart};

/// Fewest turns and most stamina on arrival.
pub type ArrivalLabel = (u32, u32);

/// The roads of a city file, in the order of the file: (the city of the line, the other city).
pub type Listing = Vec<(u32, u32)>;

/// A map as walkers see it.
pub struct World {
    /// The chase whose map it is.
    pub game: Arc<Police>,
    listing: Option<Listing>,
    /// How often a road stands on a city's line.
    listed: BTreeMap<(u32, u32), usize>,
    /// Neighbours by order, both ways and one way.
    orders: [[OnceCell<Vec<Vec<u32>>>; 2]; 5],
    labels: RefCell<BTreeMap<(u32, u32), ArrivalLabels>>,
    ways: RefCell<BTreeMap<(Path, TipKey), WayRoads>>,
    search: RefCell<TipSearch>,
}

/// The roads of the best ways from one city to another, each with the direction that they have.
pub type WayRoads = Arc<[(u32, u32)]>;

/// The city, the stamina, the full stamina, and the target of a plan.
type TipKey = (u32, u32, u32, u32);

/// Labels to one city for one full stamina: by city, each with the stamina it is for.
type ArrivalLabels = Vec<Vec<(u32, Option<ArrivalLabel>)>>;

/// A copy has empty caches.
impl Clone for World {
    fn clone(&self) -> Self {
        World::new(Arc::clone(&self.game), self.listing.clone())
    }
}

impl World {
    /// The world of a game; `listing` is the city file's order, where it is known.
    #[must_use]
    pub fn new(game: Arc<Police>, listing: Option<Listing>) -> Self {
        let mut listed = BTreeMap::new();
        for &road in listing.iter().flatten() {
            *listed.entry(road).or_default() += 1;
        }
        World {
            game,
            listing,
            listed,
            orders: Default::default(),
            labels: RefCell::default(),
            ways: RefCell::default(),
            search: RefCell::default(),
        }
    }

    /// The roads of the map.
    pub fn roads(&self) -> &Roads {
        &self.game.map().roads
    }

    /// Returns true if the order of the city file is known.
    pub fn knows_listing(&self) -> bool {
        self.listing.is_some()
    }

    /// Returns true if the road stands on the line of the city it is taken from.
    pub fn is_listed(&self, from: u32, to: u32) -> bool {
        self.listed.contains_key(&(from, to))
    }

    /// How often the city file lists the road between two cities, on the lines of both together;
    /// 1 where that is not known.
    pub fn times_listed(&self, a: u32, b: u32) -> usize {
        let times = |road| self.listed.get(&road).copied().unwrap_or(0);
        (times((a, b)) + times((b, a))).max(1)
    }

    /// The number of roads from a city that an agent with this full stamina can afford.
    pub fn within(&self, city: u32, full: u32) -> usize {
        let roads = self.roads().from(city).iter();
        roads.filter(|road| road.length <= full).count()
    }

    /// The neighbours of all cities in an order.
    pub fn neighbours(&self, order: TurnOrder, one_way: bool) -> &[Vec<u32>] {
        let cell = &self.orders[order as usize][usize::from(one_way)];
        cell.get_or_init(|| self.ordered(order, one_way))
    }

    fn ordered(&self, order: TurnOrder, one_way: bool) -> Vec<Vec<u32>> {
        let places = self.roads().places();
        let mut all = vec![Vec::new(); places];
        if let (TurnOrder::File, Some(listing)) = (order, &self.listing) {
            for &(a, b) in listing {
                for (from, to) in [(a, b), (b, a)] {
                    let list: &mut Vec<u32> = &mut all[from as usize];
                    if !list.contains(&to) {
                        list.push(to);
                    }
                }
            }
        } else {
            for (city, list) in (0u32..).zip(&mut all) {
                let mut roads = self.roads().from(city).to_vec();
                match order {
                    TurnOrder::Lowest | TurnOrder::File => {}
                    TurnOrder::Highest => roads.reverse(),
                    TurnOrder::Shortest => roads.sort_by_key(|road| road.length),
                    TurnOrder::Longest => roads.sort_by_key(|road| Reverse(road.length)),
                }
                list.extend(roads.iter().map(|road| road.to));
            }
        }
        if one_way {
            for (city, list) in (0u32..).zip(&mut all) {
                list.retain(|to| self.is_listed(city, *to));
            }
        }
        all
    }

    /// The best arrival in `target` from a city, when a rest restores `full`.
    pub fn label(&self, city: u32, stamina: u32, full: u32, target: u32) -> Option<ArrivalLabel> {
        if city == target {
            return Some((0, stamina));
        }
        // More than every road together is as good as that: what is above it is left on arrival.
        let places = u32::try_from(self.roads().places()).unwrap_or(u32::MAX);
        let enough = self.roads().longest().saturating_mul(places);
        let spare = stamina.saturating_sub(enough);
        let stamina = stamina - spare;
        let full_key = full.min(enough);
        let mut labels = self.labels.borrow_mut();
        let labels = labels
            .entry((full_key, target))
            .or_insert_with(|| vec![Vec::new(); self.roads().places()]);
        let known = &mut labels[city as usize];
        let found = match known.iter().find(|(for_stamina, _)| *for_stamina == stamina) {
            Some((_, label)) => *label,
            None => {
                let start = TipStart { city, stamina, full: full_key };
                let mut search = self.search.borrow_mut();
                let label = search.path(self.roads(), start, target, &mut Vec::new());
                known.push((stamina, label));
                label
            }
        };
        found.map(|(turns, left)| (turns, left + spare))
    }

    /// The roads of the best ways to `target` that are planned forward, with one label for each city.
    pub fn ways(&self, path: Path, at: TipStart, target: u32) -> WayRoads {
        let stamina = if matches!(path, Path::Length | Path::Roads) { 0 } else { at.stamina };
        let key = (path, (at.city, stamina, at.full, target));
        let mut all = self.ways.borrow_mut();
        let ways = all.entry(key).or_insert_with(|| {
            ways(self.roads(), at, target, |label, length| onward(path, at, label, length)).into()
        });
        Arc::clone(ways)
    }
}

/// The label of a city, less is better: what the way there costs, and the stamina there.
type WayLabel = (u64, Reverse<u32>);

/// The label at the end of a road, where a plan takes it.
fn onward(path: Path, at: TipStart, label: WayLabel, length: u32) -> Option<WayLabel> {
    let (cost, Reverse(left)) = label;
    let rested = at.full.checked_sub(length)?;
    let needs_rest = length > left;
    match path {
        Path::Length => Some((cost + u64::from(length), label.1)),
        Path::Roads => Some((cost + 1, label.1)),
        Path::WithinTip if length > at.stamina => None,
        _ if needs_rest == (path == Path::RestsInverted) => {
            Some((cost + 1, Reverse(left.saturating_sub(length))))
        }
        _ => Some((cost + 2, Reverse(rested))),
    }
}

fn ways(
    roads: &Roads,
    at: TipStart,
    target: u32,
    onward: impl Fn(WayLabel, u32) -> Option<WayLabel>,
) -> Vec<(u32, u32)> {
    let mut labels: Vec<Option<WayLabel>> = vec![None; roads.places()];
    let mut open = BinaryHeap::from([Reverse(((0, Reverse(at.stamina)), at.city))]);
    while let Some(Reverse((label, city))) = open.pop() {
        if labels[city as usize].is_some() {
            continue;
        }
        labels[city as usize] = Some(label);
        let next = roads.from(city).iter();
        open.extend(next.filter_map(|road| Some(Reverse((onward(label, road.length)?, road.to)))));
    }
    let (mut ways, mut back) = (Vec::new(), vec![target]);
    while let Some(to) = back.pop() {
        for road in roads.from(to) {
            let label = labels[road.to as usize].and_then(|label| onward(label, road.length));
            if label.is_some() && label == labels[to as usize] && !ways.contains(&(road.to, to)) {
                ways.push((road.to, to));
                back.push(road.to);
            }
        }
    }
    ways
}
