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
    distances: RefCell<BTreeMap<(bool, u32, u32), CityDistances>>,
    search: RefCell<TipSearch>,
}

/// The distance of every city to one.
type CityDistances = Arc<[u64]>;

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
            distances: RefCell::default(),
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

    /// Distances of all cities to one, by length or by roads, over roads that a rested agent can
    /// afford.
    pub fn distances(&self, path: Path, full: u32, target: u32) -> CityDistances {
        let by_length = path == Path::Length;
        let key = (by_length, full.min(self.roads().longest()), target);
        let mut all = self.distances.borrow_mut();
        let distances = all
            .entry(key)
            .or_insert_with(|| distances(self.roads(), key.1, target, by_length).into());
        Arc::clone(distances)
    }
}

fn distances(roads: &Roads, full: u32, target: u32, by_length: bool) -> Vec<u64> {
    let mut distance = vec![u64::MAX; roads.places()];
    let mut open = BinaryHeap::from([Reverse((0, target))]);
    distance[target as usize] = 0;
    while let Some(Reverse((so_far, city))) = open.pop() {
        if so_far > distance[city as usize] {
            continue;
        }
        for road in roads.from(city).iter().filter(|road| road.length <= full) {
            let further = so_far + if by_length { u64::from(road.length) } else { 1 };
            if further < distance[road.to as usize] {
                distance[road.to as usize] = further;
                open.push(Reverse((further, road.to)));
            }
        }
    }
    distance
}
