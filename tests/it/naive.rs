//! A second, deliberately naive implementation of the police chase, used to
//! check the real one: what the tests ask of it, and scenarios for both.

use std::collections::BTreeSet;

#[path = "../naive/mod.rs"]
pub mod game;

pub use game::fault::{Fault, Faults};
pub use game::{Hour, Scenario};

use game::map::Map;
use game::ways::{Label, Ways};
use game::{AGENTS, Agent, Chase, DFS, STATIONARY, THIEF};

#[cfg(test)]
mod by_hand;
#[cfg(test)]
mod shown;

/// The longest road `random_scenario` lays.
const LONGEST_ROAD: u64 = 60;

// ------------------------------------------------------------------- files

impl Scenario {
    /// The city file; every road stands on the line of its first city.
    pub fn cities_file(&self) -> String {
        let mut file = format!("{}\n", self.cities.len());
        for (id, (name, informant)) in self.cities.iter().enumerate() {
            file += &id.to_string();
            for (_, other, length) in self.roads.iter().filter(|road| road.0 == id) {
                file += &format!(" {other} {length}");
            }
            let letter = if *informant { 'i' } else { 'n' };
            file += &format!(" {letter} {name}\n");
        }
        file
    }

    /// The agent file; the thief's third number is the getaway city.
    pub fn agents_file(&self) -> String {
        let mut file = String::new();
        for (index, agent) in self.agents.iter().enumerate() {
            let third = if index == THIEF { self.getaway } else { agent.strategy };
            let Agent { name, stamina, start, .. } = agent;
            file += &format!("{stamina} {start} {third} {name}\n");
        }
        file
    }
}

// ---------------------------------------------------------------- tip path

/// The fewest turns in which `agent`, now in `from` with `stamina` left, can
/// be in `to`, and the most stamina it can then have; `None` if never.
///
/// This is the definition itself: all states (city, stamina) that can be
/// reached in 0, 1, 2... turns, where every turn is a move or a rest.
pub fn best_arrival(
    s: &Scenario,
    agent: usize,
    from: usize,
    stamina: u64,
    to: usize,
) -> Option<(u64, u64)> {
    let map = map(s);
    let full = s.agents[agent].stamina;
    let mut seen = BTreeSet::from([(from, stamina)]);
    let mut layer = seen.clone();
    let mut turns = 0;
    while !layer.is_empty() {
        let arrived = layer.iter().filter(|state| state.0 == to);
        if let Some(left) = arrived.map(|state| state.1).max() {
            return Some((turns, left));
        }
        layer = layer
            .iter()
            .flat_map(|&(city, left)| one_turn(&map, full, city, left))
            .filter(|&state| seen.insert(state))
            .collect();
        turns += 1;
    }
    None
}

/// Every state one turn later.
fn one_turn(map: &Map, full: u64, city: usize, stamina: u64) -> Vec<(usize, u64)> {
    let mut states = vec![(city, full)];
    for &(other, length) in map.neighbours(city) {
        states.extend(stamina.checked_sub(length).map(|left| (other, left)));
    }
    states
}

/// The path a tipped detective follows: the cities after `from`, up to and
/// with `to`. Empty when it is there already, `None` when it can never be.
pub fn tip_path(
    s: &Scenario,
    agent: usize,
    from: usize,
    stamina: u64,
    to: usize,
) -> Option<Vec<usize>> {
    let full = s.agents[agent].stamina;
    Ways::new(&map(s), full, from, stamina, Faults::default()).path(to)
}

/// The turns and the stamina left with which `agent` comes to the end of
/// `path`, when it rests only before a road it cannot afford; `None` if it
/// can never take one of the roads.
pub fn arrival(
    s: &Scenario,
    agent: usize,
    from: usize,
    stamina: u64,
    path: &[usize],
) -> Option<(u64, u64)> {
    let map = map(s);
    let mut city = from;
    let mut label = Label::start(stamina);
    for &next in path {
        label = label.extend(map.length(city, next)?, s.agents[agent].stamina)?;
        city = next;
    }
    Some((label.turns, label.stamina))
}

fn map(s: &Scenario) -> Map {
    Map::new(s, Faults::default())
}

// --------------------------------------------------------------- the chase

/// Every hour from hour 0 to the one in which the game ends.
pub fn history(s: &Scenario, seed: u32) -> Vec<Hour> {
    faulty_history(s, seed, Fault::None)
}

/// The same of a program with faults; each hour has its cities, its stamina
/// and its tips.
pub fn faulty_history(s: &Scenario, seed: u32, faults: impl Into<Faults>) -> Vec<Hour> {
    let mut chase = Chase::new(s, seed, faults);
    let mut hours = vec![chase.opening()];
    while chase.ending().is_none() {
        hours.push(chase.play());
    }
    hours
}

/// What the console prints for `run`, from the banner to the ending, without
/// the prompt.
pub fn transcript(s: &Scenario, seed: u32) -> String {
    faulty_transcript(s, seed, Fault::None)
}

/// The same of a program with faults.
pub fn faulty_transcript(s: &Scenario, seed: u32, faults: impl Into<Faults>) -> String {
    let mut chase = Chase::new(s, seed, faults);
    let mut text = game::banner(s);
    let mut hour = chase.opening();
    loop {
        text += &game::hour_block(s, chase.hour, hour.cities);
        if let Some(ending) = chase.ending() {
            return text + &ending;
        }
        hour = chase.play();
    }
}

// -------------------------------------------------------- random scenarios

/// A scenario that depends on nothing but the two numbers. The map is always
/// connected and has no second road between the same cities; one scenario in
/// eight does not keep the promises about the detectives' stamina.
pub fn random_scenario(seed: u64, cities: usize) -> Scenario {
    assert!(cities > 0, "a map needs a city");
    let mut luck = Luck::new(seed);
    let roads = random_roads(&mut luck, cities);
    let agents = random_agents(&mut luck, cities, &roads);
    let goal = luck.below(cities as u64) as i64;
    Scenario {
        cities: random_cities(&mut luck, cities),
        roads,
        agents,
        getaway: if luck.one_in(3) { -1 } else { goal },
        hours: luck.between(1, 60) as i64,
    }
}

/// A xorshift generator, so that the scenarios share nothing with the dice
/// they are played with.
struct Luck(u64);

impl Luck {
    fn new(seed: u64) -> Luck {
        // Seeds are small and alike; a shift register would show that, and it
        // must not start from 0.
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03;
        let mut luck = Luck(state.max(1));
        for _ in 0..20 {
            luck.below(1);
        }
        luck
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) % bound
    }

    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn city(&mut self, cities: usize) -> usize {
        self.below(cities as u64) as usize
    }
}

fn random_cities(luck: &mut Luck, cities: usize) -> Vec<(String, bool)> {
    // Some names look like other parts of a city line.
    let names = ["sydney", "new york", "n i", "7 hills", "port of spain"];
    let rarity = luck.between(2, 8);
    (0..cities)
        .map(|id| {
            let name = names[luck.city(names.len())];
            (format!("{name} {id}"), luck.one_in(rarity))
        })
        .collect()
}

fn random_roads(luck: &mut Luck, cities: usize) -> Vec<(usize, usize, u64)> {
    // Few different lengths make many ties.
    let longest = [1, 2, 10, LONGEST_ROAD][luck.city(4)];
    let lines = luck.one_in(2);
    let ids = shuffled(luck, cities);
    let mut pairs = Vec::new();
    for city in 1..cities {
        let before = if lines { city - 1 } else { luck.city(city) };
        pairs.push((ids[city], ids[before]));
    }
    for _ in 0..luck.city(2 * cities) {
        pairs.push((luck.city(cities), luck.city(cities)));
    }
    let mut taken = BTreeSet::new();
    pairs.retain(|&(a, b)| a != b && taken.insert((a.min(b), a.max(b))));
    let mut roads: Vec<_> =
        pairs.into_iter().map(|(a, b)| (a, b, luck.between(1, longest))).collect();
    // The file has a line per city: this is the order in which they are read again.
    roads.sort_by_key(|road| road.0);
    roads
}

fn shuffled(luck: &mut Luck, cities: usize) -> Vec<usize> {
    let mut ids: Vec<usize> = (0..cities).collect();
    for last in (1..cities).rev() {
        ids.swap(last, luck.city(last + 1));
    }
    ids
}

fn random_agents(luck: &mut Luck, cities: usize, roads: &[(usize, usize, u64)]) -> [Agent; AGENTS] {
    let promises = !luck.one_in(8);
    let apart = cities > 1 && !luck.one_in(8);
    let calm = luck.one_in(4);
    let thief = luck.city(cities);
    std::array::from_fn(|index| {
        let strategy = random_strategy(luck, calm);
        let least =
            if promises && index != THIEF { promised_stamina(cities, roads, strategy) } else { 0 };
        Agent {
            name: ["T", "D1", "D2", "D3", "D4"][index].to_string(),
            stamina: random_stamina(luck, least, roads),
            start: random_start(luck, cities, thief, index == THIEF, apart),
            strategy,
        }
    })
}

fn random_strategy(luck: &mut Luck, calm: bool) -> i64 {
    // With four detectives on the move few games are long.
    if calm && !luck.one_in(4) { STATIONARY } else { luck.between(0, 3) as i64 - 1 }
}

fn random_stamina(luck: &mut Luck, least: u64, roads: &[(usize, usize, u64)]) -> u64 {
    let longest = longest_road(roads);
    // Much stamina hides the rests, so most agents have little.
    let factor = [1, 1, 2, 4, 20][luck.city(5)];
    luck.between(least, least.max(factor * longest))
}

fn random_start(
    luck: &mut Luck,
    cities: usize,
    thief: usize,
    is_thief: bool,
    apart: bool,
) -> usize {
    if is_thief {
        return thief;
    }
    // On small maps most games would otherwise be over before they begin.
    let step = luck.between(u64::from(apart), cities as u64 - 1) as usize;
    (thief + step) % cities
}

/// The least stamina the rules let a detective have: a depth-first one can
/// take every road, the others can reach every city somehow.
fn promised_stamina(cities: usize, roads: &[(usize, usize, u64)], strategy: i64) -> u64 {
    if strategy == DFS {
        return longest_road(roads);
    }
    (0..=LONGEST_ROAD).find(|&stamina| connected(cities, roads, stamina)).unwrap_or(LONGEST_ROAD)
}

fn longest_road(roads: &[(usize, usize, u64)]) -> u64 {
    roads.iter().map(|road| road.2).max().unwrap_or(0)
}

/// Whether the roads of at most this length join all cities.
fn connected(cities: usize, roads: &[(usize, usize, u64)], stamina: u64) -> bool {
    let mut reached = vec![false; cities];
    reached[0] = true;
    for _ in 0..cities {
        for &(a, b, length) in roads {
            if length <= stamina && (reached[a] || reached[b]) {
                reached[a] = true;
                reached[b] = true;
            }
        }
    }
    reached.into_iter().all(|city| city)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::game::dice::Dice;
    use super::game::files;
    use super::game::routes::dfs_route;
    use super::*;

    const INFORMANTS_FILE: &str = "10\n\
        0 5 29 1 41 6 60 7 50 8 40 n sydney\n\
        1 2 51 5 29 i adelaide\n\
        2 n melbourne\n\
        3 5 30 4 36 n perth\n\
        4 3 36 9 20 n darwin\n\
        5 1 29 0 29 3 30 6 10 n hobart\n\
        6 n auckland\n\
        7 n madrid\n\
        8 i new york\n\
        9 n brisbane\n";

    const SMALL_FILE: &str = "4\n\
        0 1 41 2 900 n melbourne\n\
        1 n perth\n\
        2 3 30 n darwin\n\
        3 n california\n";

    const S0: &str = "1000 3 0 T\n100000 1 0 D1\n5000 1 0 D2\n50 1 0 D3\n500 1 0 D4\n";
    const S1: &str = "2000 9 2 T\n100 8 1 D1\n10000 7 1 D2\n2500 6 1 D3\n2500 2 1 D4\n";
    const S2: &str = "100 9 8 T\n100 2 1 D1\n500 8 1 D2\n500 1 2 D3\n100 2 2 D4\n";
    const S3: &str = "500 9 2 T\n100 8 1 D1\n100 2 1 D2\n100 6 2 D3\n1000 8 2 D4\n";

    fn load(cities: &str, agents: &str) -> Scenario {
        files::read(cities, agents, 10).unwrap()
    }

    fn small(agents: &str) -> Scenario {
        load(SMALL_FILE, agents)
    }

    fn medium(agents: &str) -> Scenario {
        load(&INFORMANTS_FILE.replace(" i ", " n "), agents)
    }

    fn informants(agents: &str) -> Scenario {
        load(INFORMANTS_FILE, agents)
    }

    /// The captures show no trailing blanks; nothing else is forgiven.
    fn trimmed(text: &str) -> String {
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// The whole capture of an example, from its rows of cities and its end.
    fn capture(rows: &[&str], ending: &str) -> String {
        let mut text = "\nPOLICE ACADEMY 2521\n\n\
            Red alert! A thief is on the run.\n\
            Agents, to your cars. You have 10 hours.\n\n"
            .to_string();
        for (hour, row) in rows.iter().enumerate() {
            text += &format!("Hour {hour}\n  T  D1  D2  D3  D4\n{row}\n\n");
        }
        text + ending
    }

    #[test]
    fn example_0_random() {
        let rows = [
            "  3   1   1   1   1",
            "  2   0   0   0   0",
            "  3   1   2   0   1",
            "  2   0   3   1   0",
            "  0   1   2   1   1",
        ];
        let ending = "T got away to melbourne (0)\n\
            GAME OVER: YOU LOSE - THIEF GOT TO GETAWAY\n";
        assert_eq!(trimmed(&transcript(&small(S0), 6)), capture(&rows, ending));
    }

    #[test]
    fn example_0_stats() {
        let hours = history(&small(S0), 6);
        assert_eq!(hours[0].stamina, [1000, 100_000, 5000, 50, 500]);
        assert_eq!(hours[1].stamina, [970, 99_959, 4959, 9, 459]);
        assert_eq!(hours[2].stamina, [940, 99_918, 4059, 50, 418]);
    }

    #[test]
    fn example_1_cheapest_least_visited() {
        let rows = [
            "  9   8   7   6   2",
            "  4   0   0   5   1",
            "  9   5   5   0   5",
            "  4   6   6   8   6",
            "  3   5   5   0   0",
            "  5   6   1   1   8",
            "  1   6   2   2   0",
            "  0   0   1   1   7",
        ];
        let ending = "D1 caught the thief in sydney (0)\nYOU WIN - THIEF CAUGHT!\n";
        assert_eq!(trimmed(&transcript(&medium(S1), 4)), capture(&rows, ending));
    }

    #[test]
    fn example_2_depth_first() {
        let rows = [
            "  9   2   8   1   2",
            "  4   1   0   0   1",
            "  9   5   5   5   0",
            "  4   6   6   3   0",
            "  9   5   5   4   5",
            "  4   5   1   9   3",
            "  4   0   2   4   4",
        ];
        let ending = "D3 caught the thief in darwin (4)\nYOU WIN - THIEF CAUGHT!\n";
        assert_eq!(trimmed(&transcript(&medium(S2), 2)), capture(&rows, ending));
    }

    #[test]
    fn example_3_informants() {
        let rows = [
            "  9   8*  2   6   8*",
            "  4   0   1*  0   0",
            "  9   5   5   0   5",
            "  4   3   5   1*  3",
            "  9   3   3   5   4",
            "  4   4   4   3   9",
        ];
        let ending = "D1 caught the thief in darwin (4)\nYOU WIN - THIEF CAUGHT!\n";
        let s = informants(S3);
        assert_eq!(trimmed(&transcript(&s, 2)), capture(&rows, ending));
        let tips: Vec<_> = history(&s, 2).into_iter().map(|hour| hour.tips).collect();
        assert_eq!(tips[0], [(1, 9), (4, 9)]);
        assert_eq!(tips[1], [(2, 4)]);
        assert_eq!(tips[3], [(3, 4)]);
        assert_eq!(tips.concat().len(), 4);
    }

    #[test]
    fn example_3_paths() {
        let s = informants(S3);
        let cases = [
            (1, 8, 100, 9, vec![0, 5, 3, 4, 9], 6),
            (4, 8, 1000, 9, vec![0, 5, 3, 4, 9], 5),
            (2, 1, 49, 4, vec![5, 3, 4], 4),
            (3, 1, 59, 4, vec![5, 3, 4], 4),
        ];
        for (agent, from, stamina, to, path, turns) in cases {
            let best = best_arrival(&s, agent, from, stamina, to);
            assert_eq!(best.map(|best| best.0), Some(turns));
            assert_eq!(tip_path(&s, agent, from, stamina, to), Some(path));
        }
    }

    #[test]
    fn rows_keep_their_trailing_blank() {
        let text = transcript(&small(S0), 6);
        assert!(text.contains("\n  3   1   1   1   1 \n\nHour 1\n"));
        let text = transcript(&informants(S3), 2);
        assert!(text.contains("\n  9   8*  2   6   8*\n\nHour 1\n"));
    }

    #[test]
    fn files_are_printed_as_they_were_read() {
        assert_eq!(small(S0).cities_file(), SMALL_FILE);
        assert_eq!(informants(S3).cities_file(), INFORMANTS_FILE);
        assert_eq!(small(S0).agents_file(), S0);
        for agents in [S1, S2, S3] {
            assert_eq!(medium(agents).agents_file(), agents);
        }
    }

    #[test]
    fn glibc_vectors() {
        let vectors = [
            (0, [1_804_289_383, 846_930_886, 1_681_692_777]),
            (1, [1_804_289_383, 846_930_886, 1_681_692_777]),
            (2, [1_505_335_290, 1_738_766_719, 190_686_788]),
            (4, [1_968_078_301, 287_724_083, 410_622_274]),
            (6, [290_852_541, 2_066_988_985, 1_717_401_112]),
            (u32::MAX, [254_925_627, 1_205_188_300, 366_127_624]),
        ];
        for (seed, first) in vectors {
            let mut dice = Dice::new(seed);
            assert_eq!([dice.rand(), dice.rand(), dice.rand()], first);
        }
    }

    #[test]
    fn depth_first_route_of_the_assignment() {
        let mut s = medium(S2);
        let pairs = [(5, 0), (0, 1), (0, 6), (6, 7), (7, 3), (3, 4), (4, 9)];
        s.roads = pairs.iter().map(|&(a, b)| (a, b, 1)).collect();
        s.roads.extend([(7, 8, 1), (8, 2, 1)]);
        let route = dfs_route(&map(&s), 5, true, |_, _| true, Faults::default());
        assert_eq!(route, [0, 1, 0, 6, 7, 3, 4, 9, 4, 3, 7, 8, 2]);
    }

    #[test]
    fn hour_0_can_be_the_last() {
        let mut s = small(S0);
        s.hours = -3;
        let text = transcript(&s, 6);
        assert!(text.contains("You have -3 hours.\n\nHour 0\n"));
        assert!(text.ends_with("  1 \n\nGAME OVER: YOU LOSE - TIME IS UP\n"));
        s.getaway = 3;
        assert!(transcript(&s, 6).contains("\n\nT got away to california (3)\nGAME OVER"));
        s.agents[3].start = 3;
        s.agents[4].start = 3;
        assert!(transcript(&s, 6).contains("\n\nD3 caught the thief in california (3)\nYOU"));
    }

    #[test]
    fn a_rest_is_a_visit() {
        let s = small(&S0.replace("50 1 0 D3", "50 1 1 D3"));
        let mut chase = Chase::new(&s, 1, Fault::None);
        let mut turns = Vec::new();
        for _ in 0..4 {
            chase.turn(3);
            turns.push((chase.runners[3].city, chase.runners[3].stamina));
        }
        assert_eq!(turns, [(0, 9), (0, 50), (1, 9), (1, 50)]);
        assert_eq!(chase.runners[3].visits, [2, 3, 0, 0]);
    }

    #[test]
    fn a_stationary_detective_is_told_and_stays() {
        let mut s = small(&S0.replace("50 1 0 D3", "50 1 -1 D3"));
        s.cities[1].1 = true;
        for hour in history(&s, 6) {
            assert_eq!((hour.cities[3], hour.stamina[3]), (1, 50));
            assert!(hour.tips.contains(&(3, hour.cities[THIEF])));
        }
    }

    #[test]
    fn a_new_tip_replaces_the_path_even_by_none() {
        let mut s = small(&S0.replace("50 1 0 D3", "50 1 2 D3"));
        s.cities[1].1 = true;
        let mut chase = Chase::new(&s, 1, Fault::None);
        chase.runners[3].tip = vec![0];
        assert_eq!(chase.inform(3), Some((3, 3)));
        assert!(chase.runners[3].tip.is_empty());
        chase.turn(3);
        assert_eq!(chase.runners[3].route, [2, 3]);
    }

    #[test]
    fn a_second_road_is_ignored() {
        let mut s = small(S0);
        s.roads.extend([(1, 0, 7), (3, 2, 1)]);
        assert_eq!(map(&s).neighbours(0), [(1, 41), (2, 900)]);
        assert_eq!(map(&s).length(3, 2), Some(30));
    }

    /// A place, a stamina and a goal for one detective of a small scenario.
    fn question(number: u64, largest: usize) -> (Scenario, usize, usize, u64, usize) {
        let mut luck = Luck::new(number + 1_000_000);
        let cities = 1 + luck.city(largest);
        let s = random_scenario(number, cities);
        let agent = 1 + luck.city(4);
        let stamina = luck.between(0, s.agents[agent].stamina);
        (s, agent, luck.city(cities), stamina, luck.city(cities))
    }

    #[test]
    fn tip_paths_arrive_as_well_as_possible() {
        let mut unreachable = 0;
        for number in 0..2000 {
            let (s, agent, from, stamina, to) = question(number, 10);
            let found = tip_path(&s, agent, from, stamina, to)
                .and_then(|path| arrival(&s, agent, from, stamina, &path));
            let best = best_arrival(&s, agent, from, stamina, to);
            assert_eq!(found, best, "scenario {number}");
            unreachable += usize::from(best.is_none());
        }
        assert!((1..500).contains(&unreachable), "{unreachable}");
    }

    /// All ways from the end of `path` to `to` that enter no city twice and
    /// are at their best in every city on the way.
    fn best_ways(
        s: &Scenario,
        agent: usize,
        stamina: u64,
        path: &[usize],
        to: usize,
    ) -> Vec<Vec<usize>> {
        let (from, here) = (path[0], path[path.len() - 1]);
        let label = arrival(s, agent, from, stamina, &path[1..]);
        if label.is_none() || label != best_arrival(s, agent, from, stamina, here) {
            return Vec::new();
        }
        if here == to {
            return vec![path.to_vec()];
        }
        let mut ways = Vec::new();
        for (next, _) in map(s).neighbours(here).iter().copied() {
            if !path.contains(&next) {
                ways.extend(best_ways(s, agent, stamina, &[path, &[next]].concat(), to));
            }
        }
        ways
    }

    #[test]
    fn ties_go_to_the_lowest_predecessor() {
        let mut ties = 0;
        for number in 0..3000 {
            let (s, agent, from, stamina, to) = question(number, 7);
            let mut ways = best_ways(&s, agent, stamina, &[from], to);
            ways.iter_mut().for_each(|way| way.reverse());
            ties += usize::from(ways.len() > 1);
            let expected = ways.into_iter().min().map(|mut way| {
                way.pop();
                way.reverse();
                way
            });
            assert_eq!(tip_path(&s, agent, from, stamina, to), expected, "{number}");
        }
        assert!(ties > 50, "only {ties} ties");
    }

    #[test]
    fn random_scenarios_are_sound() {
        for seed in 0..1000 {
            let cities = 1 + seed as usize % 12;
            let s = random_scenario(seed, cities);
            assert_eq!(s, random_scenario(seed, cities));
            assert!(connected(cities, &s.roads, LONGEST_ROAD));
            assert_eq!(map(&s).count(), s.roads.len());
            assert!(s.roads.iter().all(|road| (1..=60).contains(&road.2)));
            assert!(s.agents.iter().all(|agent| agent.start < cities));
            assert!((-1..cities as i64).contains(&s.getaway));
            assert!((1..=60).contains(&s.hours));
        }
    }

    #[test]
    fn random_scenarios_are_varied() {
        let mut counts = BTreeMap::new();
        for seed in 0..1000 {
            let s = random_scenario(seed, 2 + seed as usize % 40);
            let hours = history(&s, seed as u32);
            let text = transcript(&s, seed as u32);
            *counts.entry(text.lines().last().unwrap().to_owned()).or_insert(0) += 1;
            let weak = |agent: &Agent| agent.stamina < longest_road(&s.roads);
            let features = [
                ("hour 0", hours.len() == 1),
                ("long", hours.len() > 20),
                ("tips", hours.iter().any(|hour| !hour.tips.is_empty())),
                ("weak", s.agents[1..].iter().any(weak)),
                ("broken", s.agents[1..].iter().any(|a| a.strategy == DFS && weak(a))),
            ];
            for (feature, present) in features {
                *counts.entry(feature.to_owned()).or_insert(0) += i32::from(present);
            }
        }
        assert_eq!(counts.len(), 8);
        assert!(counts.values().all(|&count| count > 20), "{counts:?}");
    }

    #[test]
    fn city_lines_come_in_any_order_and_roads_from_both_ends() {
        let shuffled = "4\r\n\
            2 3 30 0 7 n darwin\r\n\
            0 1 41 2 900 n melbourne\r\n\
            3 2 30 n new  south \r\n\
            \r\n\
            1 0 41 n perth\r\n";
        let s = files::read(shuffled, &S0.replace('\n', "\r\n"), 10).unwrap();
        assert_eq!(s.cities[3].0, "new  south");
        assert_eq!(map(&s).neighbours(0), [(1, 41), (2, 7)]);
        assert_eq!(map(&s).count(), 3);
        assert_eq!(s.agents, small(S0).agents);
    }
}
