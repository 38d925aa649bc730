//! Boards for Scotland Yard, made to look like the board of London.
//!
//! A board is made in layers, each over its own subset of the stations: taxis join
//! neighbours among all stations, buses neighbours among the bus stops, the underground
//! neighbours among a few of those, and the ferry is a chain along a river. "Neighbours"
//! means the same for the first three (see `lay`): a spanning tree of the shortest
//! connections and, on top, connections with few other stops between their ends.
//!
//! Everything is done in integers, and every choice goes through `draw`, so that the same
//! draws give the same board on every machine.

use super::board::{Edge, Transport};

/// Average area per station, as the side of a square.
const SPACING: u32 = 100;
/// The number of nearest stops that are considered as neighbours of a stop.
const NEAR: usize = 16;

/// The numbers of the board of London, for the proportions.
mod london {
    pub const STATIONS: usize = 199;
    pub(crate) const TAXI_EDGES: usize = 345;
    pub(crate) const BUS_STOPS: usize = 62;
    pub(crate) const BUS_EDGES: usize = 99;
    pub(crate) const UNDERGROUND_STOPS: usize = 14;
    pub(crate) const UNDERGROUND_EDGES: usize = 20;
    pub(crate) const FERRY_STOPS: usize = 4;
}

type RandomDraw<'a> = dyn FnMut(u32) -> u32 + 'a;
type StopPosition = (i32, i32);

/// A random board, with the positions of its stations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedBoard {
    /// The positions of the stations; station `s` is at index `s - 1`. y grows downwards.
    pub places: Vec<StopPosition>,
    /// Edges with their lower end first, by transport, then by their ends.
    pub edges: Vec<Edge>,
}

/// Makes a board of 8 to 5000 stations; `draw(n)` must give a number below `n`.
///
/// # Panics
///
/// If the number of stations is not from 8 to 5000.
pub(crate) fn make(count: u16, draw: &mut dyn FnMut(u32) -> u32) -> PlannedBoard {
    assert!((8..=5000).contains(&count), "a board has 8 to 5000 stations");
    let stations = usize::from(count);
    let size = board_size(u32::from(count));
    let places = number(scatter(stations, size, draw), size);

    let all: Vec<usize> = (0..stations).collect();
    let taxis = TransportPlan {
        edges: share(stations, london::TAXI_EDGES),
        least: 2,
        most: usize::MAX,
        towards: None,
    };
    let count = share(stations, london::BUS_STOPS).max(5 + stations / 10);
    let bus_stops = choose(&places, &all, count, 2, draw);
    let buses = TransportPlan {
        edges: share(stations, london::BUS_EDGES).max(count + 1),
        least: 1,
        most: 4,
        towards: None,
    };
    let count = share(stations, london::UNDERGROUND_STOPS).max(3);
    let underground_stops = choose(&places, &bus_stops, count, 3, draw);
    let undergrounds = TransportPlan {
        edges: share(stations, london::UNDERGROUND_EDGES).max(count),
        least: 1,
        most: 4,
        towards: Some((coordinate(size.0 / 2), coordinate(size.1 / 2))),
    };
    let layers = [
        (Transport::Taxi, lay(&places, &all, &taxis, draw)),
        (Transport::Bus, lay(&places, &bus_stops, &buses, draw)),
        (Transport::Underground, lay(&places, &underground_stops, &undergrounds, draw)),
        (Transport::Ferry, sail(&places, size, draw)),
    ];
    let mut edges = Vec::new();
    for (transport, layer) in layers {
        edges.extend(layer.iter().map(|&(a, b)| {
            let (a, b) = (station(a), station(b));
            (transport, a.min(b), a.max(b))
        }));
    }
    edges.sort_unstable();
    PlannedBoard { places, edges: edges.into_iter().map(|(t, a, b)| Edge(a, b, t)).collect() }
}

/// The amount on a board of `stations` stations in proportion to London's `amount`, rounded.
fn share(stations: usize, amount: usize) -> usize {
    (stations * amount + london::STATIONS / 2) / london::STATIONS
}

/// The station number of an index.
fn station(index: usize) -> u16 {
    u16::try_from(index + 1).expect("at most 5000 stations")
}

fn small(n: usize) -> u32 {
    u32::try_from(n).expect("no list here is longer than u32")
}

fn pick(draw: &mut RandomDraw, n: usize) -> usize {
    draw(small(n)) as usize
}

fn coordinate(n: u32) -> i32 {
    i32::try_from(n).expect("the board is smaller than i32")
}

/// Square of the distance.
fn apart(a: StopPosition, b: StopPosition) -> i64 {
    let (dx, dy) = (i64::from(a.0 - b.0), i64::from(a.1 - b.1));
    dx * dx + dy * dy
}

/// Width and height, 4 to 3.
fn board_size(stations: u32) -> (u32, u32) {
    let area = stations * SPACING * SPACING;
    ((area / 3 * 4).isqrt(), (area / 4 * 3).isqrt())
}

/// Places all over the board: each is the one of a few random places that is furthest
/// from the places so far, so that they are irregular but rarely crowded.
fn scatter(
    stations: usize,
    (width, height): (u32, u32),
    draw: &mut RandomDraw,
) -> Vec<StopPosition> {
    let mut places: Vec<StopPosition> = Vec::with_capacity(stations);
    while places.len() < stations {
        let mut best = (-1, (0, 0));
        for _ in 0..6 {
            let place = (coordinate(draw(width)), coordinate(draw(height)));
            let room = places.iter().map(|&p| apart(p, place)).min();
            best = best.max((room.unwrap_or(0), place));
        }
        places.push(best.1);
    }
    places
}

/// Puts the places in the order of their numbers: in rows from the top, each from the left.
fn number(mut places: Vec<StopPosition>, (width, _): (u32, u32)) -> Vec<StopPosition> {
    places.sort_unstable_by_key(|&(x, y)| (y, x));
    for row in places.chunks_mut((width / SPACING) as usize) {
        row.sort_unstable();
    }
    places
}

/// Chooses `count` of the stations `from`, spread out the more the more `tries`.
fn choose(
    places: &[StopPosition],
    from: &[usize],
    count: usize,
    tries: usize,
    draw: &mut RandomDraw,
) -> Vec<usize> {
    let mut left = from.to_vec();
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    while chosen.len() < count {
        let mut best = (-1, 0);
        for _ in 0..tries {
            let at = pick(draw, left.len());
            let room = chosen.iter().map(|&c| apart(places[c], places[left[at]]));
            best = best.max((room.min().unwrap_or(0), at));
        }
        chosen.push(left.swap_remove(best.1));
    }
    chosen.sort_unstable();
    chosen
}

/// The wanted connections of a transport.
struct TransportPlan {
    /// The number of connections.
    edges: usize,
    /// The least number of connections of a stop, unless there is no room for them.
    least: usize,
    /// The greatest number of connections of a stop, unless there are too few edges without more.
    most: usize,
    /// The place around which they are dense, if there is one.
    towards: Option<StopPosition>,
}

/// A possible connection of two stops.
struct PossibleLink {
    ends: (usize, usize),
    /// 0: nobody is nearer to both ends than they are to each other; otherwise 1 + the
    /// number of stops in the circle that has the connection as its diameter.
    rank: usize,
    length: i64,
}

/// Connections between neighbouring stops: the shortest spanning tree and as many more as
/// are wanted, the best first and those for stops that have too few before all others.
/// None crosses another.
fn lay(
    places: &[StopPosition],
    stops: &[usize],
    net: &TransportPlan,
    draw: &mut RandomDraw,
) -> Vec<(usize, usize)> {
    let mut edges = span(places, stops);
    let mut degree = vec![0_usize; places.len()];
    for &(a, b) in &edges {
        degree[a] += 1;
        degree[b] += 1;
    }
    let mut links = near_links(places, stops);
    edges.sort_unstable();
    links.retain(|link| edges.binary_search(&link.ends).is_err());
    links.sort_by_cached_key(|link| match net.towards {
        // by rank this makes the relative neighbourhood graph, then the Gabriel graph,
        // then a little more; rather long ones, or crossing the board takes too many rides
        None => (link.rank, -link.length * i64::from(draw(100))),
        Some(centre) => {
            let (a, b) = (places[link.ends.0], places[link.ends.1]);
            // up to one stop in the circle, so that there are hubs there and ends elsewhere
            (link.rank.max(2), apart(a, centre) + apart(b, centre))
        }
    });

    for pass in 0..3 {
        links.retain(|link| {
            let (a, b) = link.ends;
            let (low, high) = (degree[a].min(degree[b]), degree[a].max(degree[b]));
            let welcome = match pass {
                0 => low < net.least,
                1 => edges.len() < net.edges && high < net.most,
                _ => edges.len() < net.edges,
            };
            if !welcome || edges.iter().any(|&edge| cross(places, edge, link.ends)) {
                return true;
            }
            edges.push((a, b));
            degree[a] += 1;
            degree[b] += 1;
            false
        });
    }
    edges
}

/// The shortest spanning tree (Prim), each edge with its lower end first.
fn span(places: &[StopPosition], stops: &[usize]) -> Vec<(usize, usize)> {
    let mut edges = Vec::with_capacity(stops.len());
    // for every stop outside the tree: its distance to the tree, itself, and where to
    let mut outside: Vec<(i64, usize, usize)> =
        stops[1..].iter().map(|&s| (apart(places[s], places[stops[0]]), s, stops[0])).collect();
    while let Some(next) = (0..outside.len()).min_by_key(|&i| outside[i]) {
        let (_, new, old) = outside.swap_remove(next);
        edges.push((new.min(old), new.max(old)));
        for way in &mut outside {
            *way = (*way).min((apart(places[way.1], places[new]), way.1, new));
        }
    }
    edges
}

/// The possible connections of every stop with those nearest to it.
fn near_links(places: &[StopPosition], stops: &[usize]) -> Vec<PossibleLink> {
    let mut links = Vec::new();
    for &a in stops {
        let mut near: Vec<(i64, usize)> =
            stops.iter().filter(|&&b| b != a).map(|&b| (apart(places[a], places[b]), b)).collect();
        if near.len() > NEAR {
            near.select_nth_unstable(NEAR);
            near.truncate(NEAR);
        }
        near.sort_unstable();
        for (i, &(length, b)) in near.iter().enumerate() {
            // whoever is between a and b is nearer to a than b is, so it comes before b
            let between = near[..i].iter().map(|&(way, c)| (way, apart(places[c], places[b])));
            let in_lens = between.clone().filter(|w| w.0.max(w.1) < length).count();
            let in_circle = between.filter(|w| w.0 + w.1 < length).count();
            links.push(PossibleLink {
                ends: (a.min(b), a.max(b)),
                rank: if in_lens == 0 { 0 } else { 1 + in_circle },
                length,
            });
        }
    }
    links.sort_unstable_by_key(|link| link.ends);
    links.dedup_by_key(|link| link.ends);
    links
}

/// Returns true if two connections cross; meeting in a common end is not crossing.
fn cross(places: &[StopPosition], one: (usize, usize), other: (usize, usize)) -> bool {
    let parts = |line: (usize, usize), ends: (usize, usize)| {
        side(places, line, ends.0) * side(places, line, ends.1) < 0
    };
    parts(one, other) && parts(other, one)
}

/// On which side of a line a place is: -1 or 1, or 0 if it is on the line.
fn side(places: &[StopPosition], line: (usize, usize), at: usize) -> i64 {
    let (from, to, at) = (places[line.0], places[line.1], places[at]);
    let turn = i64::from(to.0 - from.0) * i64::from(at.1 - from.1)
        - i64::from(to.1 - from.1) * i64::from(at.0 - from.0);
    turn.signum()
}

/// The ferry: a chain of the stations nearest to a river that winds from left to right.
fn sail(
    places: &[StopPosition],
    (width, height): (u32, u32),
    draw: &mut RandomDraw,
) -> Vec<(usize, usize)> {
    let stops = places.len() * london::FERRY_STOPS * london::FERRY_STOPS / london::STATIONS;
    let stops = small(stops.isqrt().max(2));
    let step = 2 * width / (2 * stops + 1);
    let mut y = height / 4 + draw(height / 2);
    let mut chain: Vec<usize> = Vec::new();
    for i in 0..stops {
        let landing = (coordinate(i * step + step * 3 / 4), coordinate(y));
        let nearest = (0..places.len())
            .filter(|s| !chain.contains(s))
            .min_by_key(|&s| apart(places[s], landing));
        chain.extend(nearest);
        y = (y + draw(2 * step)).clamp(step + height / 8, step + height - height / 8) - step;
    }
    chain.windows(2).map(|pair| (pair[0], pair[1])).collect()
}
