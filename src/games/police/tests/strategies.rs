//! The strategies, one detective at a time. The thief stays in a city for want of stamina.

use super::*;

/// A hub with roads to five cities, that to 0 out of reach for a stamina of 5, and 6 by itself.
const HUB: &str = "
    7
    0 n far
    1 n a
    2 0 9 1 1 3 1 4 1 5 1 n hub
    3 n b
    4 n c
    5 n d
    6 n island
";

#[test]
fn random_takes_road_number_rand_modulo_count_of_the_affordable_by_destination() {
    let mut taken = [false; 4];
    for seed in 0..50 {
        // given four affordable roads out of five
        let mut table = ChaseTable::seeded(HUB, &alone("5 2 0", 6), seed);
        let drawn = Dice::new(Generator::Glibc, seed, 0).below(4) as usize;
        // then the index counts the affordable ones only
        assert_eq!(table.walk(D1), [[1, 3, 4, 5][drawn]], "seed {seed}");
        taken[drawn] = true;
    }
    assert_eq!(taken, [true; 4]);
}

#[test]
fn random_rests_without_a_road_and_draws_nothing() {
    // given D1 where its only road is too long and D2 on the hub, when both are random
    let agents = "
        0 6 -1 T
        3 0 0 D1
        5 2 0 D2
        0 2 -1 D3
        0 2 -1 D4
    ";
    let mut table = ChaseTable::seeded(HUB, agents, 1);
    let first = Dice::new(Generator::Glibc, 1, 0).below(4) as usize;
    // then D2 gets the first number, although the thief and D1 came before it
    assert_eq!(table.walk(D2), [[1, 3, 4, 5][first]]);
    assert_eq!(table.words(), [0, 0, 1, 0, 0]);
    assert_eq!(table.session.state().agents[1].city, 0);
}

#[test]
fn random_draws_even_with_one_road_to_choose_from() {
    // given D1 at the end of the only road, and D2 on the hub
    let agents = "
        0 6 -1 T
        5 1 0 D1
        5 2 0 D2
        0 2 -1 D3
        0 2 -1 D4
    ";
    for seed in 1..20 {
        let mut table = ChaseTable::seeded(HUB, agents, seed);
        let mut dice = Dice::new(Generator::Glibc, seed, 0);
        let (_, second) = (dice.below(1), dice.below(4));
        // then D2 gets the second number
        assert_eq!(table.walk(D2), [[1, 3, 4, 5][second as usize]]);
        assert_eq!(table.words(), [0, 1, 1, 0, 0]);
        assert_eq!(table.session.state().agents[1].city, 2);
    }
}

#[test]
fn the_thief_is_random_whatever_its_third_number_is() {
    for getaway in [-1, 1, 2] {
        let agents = alone("0 0 -1", 2).replace("0 2 -1 T", &format!("5 2 {getaway} T"));
        assert_eq!(loaded(HUB, &agents, 1).players[0], "random");
    }
}

#[test]
fn stationary_never_moves() {
    let mut table = ChaseTable::new(HUB, &alone("100 2 -1", 6));
    assert_eq!(table.walk(D1), [2; 20]);
    assert_eq!(table.words(), [0; 5]);
}

#[test]
fn least_visited_fewest_visits_come_before_the_shorter_road_and_the_lower_id() {
    let fork = "
        4
        0 1 1 2 9 n fork
        1 n near
        2 n far
        3 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("1000 0 1", 3));
    assert_eq!(table.walk(D1), [1, 0, 2, 0, 1, 0, 2]);
}

#[test]
fn least_visited_of_equal_visits_the_shortest_road() {
    let fork = "
        5
        0 1 5 2 3 3 4 n fork
        1 n a
        2 n nearest
        3 n b
        4 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("1000 0 1", 4));
    assert_eq!(table.walk(D1), [2, 0, 3, 0, 1, 0, 2]);
}

#[test]
fn least_visited_of_equal_visits_and_length_the_lowest_id() {
    let fork = "
        5
        3 2 5 1 5 0 5 n fork
        0 n a
        1 n b
        2 n c
        4 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("1000 3 1", 4));
    assert_eq!(table.walk(D1), [0, 3, 1, 3, 2, 3, 0]);
}

/// 0, 1 and 2 joined to one another.
const TRIANGLE: &str = "
    4
    0 1 1 2 9 n a
    1 2 2 n start
    2 n b
    3 n elsewhere
";

#[test]
fn least_visited_the_start_counts_as_one_visit() {
    let mut table = ChaseTable::new(TRIANGLE, &alone("1000 1 1", 3));
    // given the nearest first, then in 0 the city 2 with no visit comes before the start
    assert_eq!(table.walk(D1), [0, 2]);
    // then in 2 both others have one visit, the start too and no more, and it is nearer
    assert_eq!(table.walk(D1), [1]);
}

#[test]
fn least_visited_a_rest_counts_as_a_visit() {
    // given a triangle in which every second turn is a rest
    let dear = "
        4
        0 1 6 2 8 n start
        1 2 6 n a
        2 n b
        3 n elsewhere
    ";
    let mut table = ChaseTable::new(dear, &alone("9 0 1", 3));
    // then from 2 the start (one visit) comes before 1 (one visit and a rest), which is nearer
    assert_eq!(table.walk(D1), [1, 1, 2, 2, 0]);
}

#[test]
fn least_visited_chooses_among_affordable_roads_and_rests_without_one() {
    let fork = "
        4
        0 1 3 2 9 n fork
        1 n near
        2 n too far
        3 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("5 0 1", 3));
    // 0 to 1 with 2 left, a rest, back with 2 left, a rest; 2 is never affordable
    assert_eq!(table.walk(D1), [1, 1, 0, 0, 1, 1, 0, 0]);
}

/// The cities and roads of the assignment's example, and roads 5-1, 6-8 and 7-9 across.
const EXAMPLE: &str = "
    11
    0 1 1 5 1 6 1 n a
    1 5 1 n b
    2 8 1 n c
    3 4 1 7 1 n d
    4 9 1 n e
    5 n f
    6 7 1 8 1 n g
    7 8 1 9 1 n h
    8 n i
    9 n j
    10 n island
";

#[test]
fn dfs_follows_the_route_of_the_assignments_example() {
    let mut table = ChaseTable::new(EXAMPLE, &alone("1000 5 2", 10));
    let route = [0, 1, 0, 6, 7, 3, 4, 9, 4, 3, 7, 8, 2];
    assert_eq!(table.walk(D1), route);
}

#[test]
fn dfs_begins_a_new_route_in_the_turn_after_the_old_one_and_remembers_nothing() {
    let mut table = ChaseTable::new(EXAMPLE, &alone("1000 5 2", 10));
    let _: [u32; 13] = table.walk(D1);
    // given the end of the first route in 2, then all cities are new again
    let second = [8, 6, 0, 1, 5, 1, 0, 6, 7, 3, 4, 9];
    assert_eq!(table.walk(D1), second);
    // and again from 9
    assert_eq!(table.walk(D1), [4, 3, 7, 6, 0, 1, 5]);
}

#[test]
fn dfs_prefers_the_lowest_id_whatever_the_roads_cost() {
    let fork = "
        4
        0 2 1 1 50 n fork
        1 n far
        2 n near
        3 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("1000 0 2", 3));
    assert_eq!(table.walk(D1), [1, 0, 2, 0, 1]);
}

#[test]
fn dfs_waits_for_its_next_step_though_another_road_is_affordable() {
    let fork = "
        5
        0 1 8 2 8 3 1 n fork
        1 n a
        2 n b
        3 n near
        4 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("9 1 2", 4));
    let mut rests = 0;
    let mut before = 1;
    for city in [0, 0, 2, 2, 0, 3] {
        // given one left at the fork, then it rests although 3 is one away
        assert_eq!(table.walk(D1), [city]);
        rests += u32::from(city == before);
        before = city;
    }
    assert_eq!(rests, 2);
}

#[test]
fn dfs_waits_for_ever_for_a_road_beyond_its_strength() {
    let fork = "
        4
        0 1 10 2 1 n fork
        1 n too far
        2 n near
        3 n elsewhere
    ";
    let mut table = ChaseTable::new(fork, &alone("9 0 2", 3));
    assert_eq!(table.walk(D1), [0; 30]);
}

#[test]
fn dfs_stays_where_there_is_nowhere_to_go() {
    let mut table = ChaseTable::new(EXAMPLE, &alone("9 10 2", 0));
    assert_eq!(table.walk(D1), [10; 5]);
}

#[test]
fn dfs_of_a_seat_that_was_moved_off_its_route_begins_anew() {
    // given a player that saw somebody else move its seat from 5 to 1
    let game = game(EXAMPLE, &alone("9 5 2", 10), 10);
    let mut player = Lone::new(game, D1, "dfs");
    player.sees(Seen::Moved { to: 1 });
    assert_eq!(player.chooses(1, 9, &[]), go(0));
}

const MANY: u32 = 100_000;

/// A stack on which nothing that recurses from city to city could go far.
const SMALL_STACK_BYTES: usize = 128 << 10;

/// Runs on a small stack.
fn on_a_small_stack(what: fn()) {
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK_BYTES);
    thread.spawn(what).unwrap().join().unwrap();
}

/// A map of many cities in which each after the first has a road to an earlier one.
fn many(earlier: fn(u32) -> u32) -> String {
    let cities = (1..MANY).map(|city| format!("{city} {} 1 n c\n", earlier(city)));
    format!("{MANY}\n0 i c\n{}", cities.collect::<String>())
}

/// Asks a DFS detective by itself for so many steps.
fn steps(game: Police, start: u32, count: usize) -> Vec<u32> {
    let mut player = Lone::new(game, D1, "dfs");
    let mut city = start;
    let mut steps = Vec::new();
    for _ in 0..count {
        let Action::Move { to } = player.chooses(city, 1000, &[]) else {
            panic!("a rest after {steps:?}");
        };
        player.sees(Seen::Moved { to });
        steps.push(to);
        city = to;
    }
    steps
}

#[test]
fn dfs_walks_100_000_cities_in_a_line() {
    on_a_small_stack(|| {
        let start = MANY / 2;
        let game = game(&many(|city| city - 1), &alone(&format!("1000 {start} 2"), 0), 1);
        // then to the end of lower IDs first, all the way back, and on to the other end
        let route: Vec<u32> = (0..start).rev().chain(1..MANY).collect();
        assert_eq!(steps(game, start, route.len()), route);
    });
}

#[test]
fn dfs_walks_a_star_of_100_000_cities() {
    on_a_small_stack(|| {
        let game = game(&many(|_| 0), &alone("1000 0 2", 0), 1);
        let mut route: Vec<u32> = (1..MANY).flat_map(|city| [city, 0]).collect();
        route.pop();
        let walked = steps(game, 0, route.len() + 3);
        assert_eq!(walked[..route.len()], route);
        // and from the last city on all over again
        assert_eq!(walked[route.len()..], [0, 1, 0]);
    });
}

#[test]
fn a_tip_leads_through_100_000_cities_in_a_line() {
    on_a_small_stack(|| {
        // given a detective in 0 with an informant, and the thief at the other end
        let thief = MANY - 1;
        let map = many(|city| city - 1);
        let mut table = ChaseTable::new(&map, &alone("2 0 0", thief));
        // then two cities and a rest, in turn
        assert_eq!(table.walk(D1), [1, 2, 2, 3, 4, 4, 5, 6]);
        assert_eq!(table.session.state().agents[1].tip, Some(thief));
    });
}
