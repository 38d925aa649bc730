//! Maps of the games as drawings: few roads cross, and none runs through a place it only passes.

use chase::board::map_layout::{clearance, layout};
use chase::engine::dice::{Dice, Generator};
use chase::games::police::loader::{Source, load};
use chase::games::police::new::MapPlan;

use crate::harness::{Place, project};

crate::tables::table!();

/// What a drawing of a map looks like.
struct Drawn {
    at: Vec<(f64, f64)>,
    roads: Vec<(usize, usize)>,
    clearance: f64,
}

impl Drawn {
    fn new(places: usize, roads: &[(u32, u32, u32)]) -> Self {
        let at = layout(places, roads).into_iter();
        Drawn {
            at: at.map(|(x, y)| (f64::from(x), f64::from(y))).collect(),
            roads: roads.iter().map(|&(a, b, _)| (a as usize, b as usize)).collect(),
            clearance: f64::from(clearance(places)),
        }
    }

    fn planned(cities: u32, roads: Option<u32>, seed: i64) -> Self {
        let plan = MapPlan { cities, roads, informants: 0, two_coloured: false };
        let scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, seed, 0));
        Drawn::new(scenario.cities.len(), &scenario.roads)
    }

    fn filed(name: &str) -> Self {
        let read = |name: &str| {
            std::fs::read(project(&format!("data/police/{name}.data"))).expect("a file")
        };
        let (cities, agents) = (read(name), read("agentsS0"));
        let source = |bytes| Source { name, bytes };
        let map = load(source(&cities), source(&agents), 1).expect("a map").scenario;
        Drawn::new(map.cities.len(), &map.roads)
    }

    /// A point of a road, from its start at 0 to its end at 1.
    fn point(&self, (a, b): (usize, usize), part: f64) -> (f64, f64) {
        let ((ax, ay), (bx, by)) = (self.at[a], self.at[b]);
        (ax + (bx - ax) * part, ay + (by - ay) * part)
    }

    /// Pairs of roads that have a point in common which is an end of neither: where the first
    /// meets the line through the second, and the other way round.
    fn crossings(&self) -> usize {
        let meets = |road: (usize, usize), line: (usize, usize)| {
            let ((lx, ly), (mx, my)) = (self.at[line.0], self.at[line.1]);
            let side = |(x, y): (f64, f64)| (mx - lx) * (y - ly) - (my - ly) * (x - lx);
            let (from, to) = (side(self.at[road.0]), side(self.at[road.1]));
            let part = from / (from - to);
            part > 1e-9 && part < 1.0 - 1e-9
        };
        let of = |(n, &one): (usize, &(usize, usize))| {
            let later = self.roads[n + 1..].iter();
            later.filter(|other| meets(one, **other) && meets(**other, one)).count()
        };
        self.roads.iter().enumerate().map(of).sum()
    }

    /// Pairs of a road and a place it does not end at that are nearer to each other than the
    /// clearance, looking at a thousand points of the road.
    fn roads_through_places(&self) -> usize {
        let is_near = |road: (usize, usize), (x, y): (f64, f64)| {
            let mut points = (0..=1000).map(|n| self.point(road, f64::from(n) / 1000.0));
            points.any(|(px, py)| (px - x).hypot(py - y) < self.clearance)
        };
        let of = |&road: &(usize, usize)| {
            let others = self.at.iter().enumerate().filter(|(n, _)| ![road.0, road.1].contains(n));
            others.filter(|(_, at)| is_near(road, **at)).count()
        };
        self.roads.iter().map(of).sum()
    }
}

#[test]
fn the_maps_of_the_assignment_have_neither_crossings_nor_roads_through_cities() {
    for name in ["citiesSmall", "citiesMedium", "citiesInformants"] {
        let drawn = Drawn::filed(name);
        assert_eq!((drawn.crossings(), drawn.roads_through_places()), (0, 0), "{name}");
    }
}

#[test]
fn random_maps_have_few_crossings() {
    let drawn = Drawn::planned(20, Some(40), 1);
    assert!(drawn.crossings() <= 22, "{}", drawn.crossings());
    assert_eq!(drawn.roads_through_places(), 0);
    // and one that no picture shows well
    let drawn = Drawn::planned(50, Some(100), 1);
    assert!(drawn.crossings() <= 175, "{}", drawn.crossings());
    assert_eq!(drawn.roads_through_places(), 0);
}

#[test]
fn towns_are_drawn_without_crossings() {
    for (cities, seed) in [(10, 1), (20, 1), (35, 2)] {
        let drawn = Drawn::planned(cities, None, seed);
        assert_eq!((drawn.crossings(), drawn.roads_through_places()), (0, 0), "{cities} towns");
    }
}

#[test]
fn a_board_of_200_stations_is_laid_out() {
    let text =
        std::fs::read_to_string(project("data/scotland-yard/full/graph.txt")).expect("a board");
    let road = |line: &str| {
        let mut words = line.split(' ').map(|word| word.parse::<u32>().ok());
        Some((words.next()?? - 1, words.next()?? - 1, 1))
    };
    let mut roads: Vec<_> = text.lines().skip(201).filter_map(road).collect();
    assert_eq!(roads.len(), 469);
    roads.sort_unstable();
    roads.dedup();
    let drawn = Drawn::new(200, &roads);
    assert!(drawn.crossings() < 700, "{}", drawn.crossings());
}

#[test]
fn towns_can_be_made_and_played_on() {
    // given
    let place = Place::new();
    let new = "new police --towns --cities 30 --informants 3 --seed 5 -o m";
    place.chase(new).fine().stdout_has("30 cities, ");
    let cities = String::from_utf8(place.read("m-cities.data")).expect("text");
    // then the same words make the same again, and another seed something else
    place.chase(new).fine();
    place.chase("new police --towns --cities 30 --informants 3 --seed 6 -o n").fine();
    assert_ne!(cities.as_bytes(), place.read("n-cities.data"));
    // and it can be played on, as files, by the options and as a whole
    place.chase("record police m-cities.data m-agents.data 20 1 -o a.json").fine().stderr_is("");
    place.chase("verify a.json").fine();
    place.chase("record police --towns --cities 30 --hours 9 --seed 5").fine();
    assert!(place.names().iter().any(|name| name.contains("30-towns-0")), "{:?}", place.names());
    place.chase("new police --towns --cities 12 --seed 3 --whole -o w-map.json").fine();
    place.chase("record police --scenario-file w-map.json --seed 1 -o w.json").fine();
    place
        .chase("match police --towns --cities 12 --player dfs --player random --games 2 --seed 1")
        .fine();
    for cities in [1, 2, 3] {
        place.chase(&format!("new police --towns --cities {cities} --seed 1 -o s{cities}")).fine();
    }
}
