//! Tips: who hears what and when, the way a tipped detective takes, and what becomes of its own
//! strategy.

use super::*;

/// 0 -1- 1 -1- 2 -1- 3, informants in 0 and 1.
const LINE: &str = "
    4
    0 1 1 i a
    1 2 1 i b
    2 3 1 n c
    3 n d
";

#[test]
fn the_tip_after_a_detectives_turn_names_the_thiefs_present_city() {
    // given a thief that goes from 3 to 2 before D1 goes from 0 to 1
    let mut table = ChaseTable::with_thief(LINE, &alone("9 0 2", 3), &[2]);
    assert_eq!(table.tips()[0], (D1, 3), "hour 0");
    table.hour();
    assert_eq!(table.session.state().agents[1].city, 1);
    assert_eq!(table.tips()[0], (D1, 2), "hour 1");
}

#[test]
fn no_informant_no_tip() {
    let mut table = ChaseTable::new(LINE, &alone("9 2 2", 3).replace("0 2 -1", "0 3 0"));
    assert_eq!(table.tips(), []);
    let dull = LINE.replace('i', "n");
    table = ChaseTable::new(&dull, &alone("9 0 2", 3));
    assert_eq!(table.tips(), []);
    table.hour();
    assert_eq!(table.tips(), []);
}

#[test]
fn detectives_that_start_at_an_informant_are_tipped_in_hour_0_in_order() {
    let crew = "
        0 3 -1 T
        9 1 -1 D1
        9 2 -1 D2
        9 0 -1 D3
        9 1 -1 D4
    ";
    let table = ChaseTable::new(LINE, crew);
    assert_eq!(table.tips(), [(D1, 3), (D3, 3), (D4, 3)]);
    assert_eq!(table.history.len(), 1);
    let tips = table.session.state().agents.map(|agent| agent.tip);
    assert_eq!(tips, [None, Some(3), None, Some(3), Some(3)]);
}

#[test]
fn a_detective_resting_at_an_informant_is_tipped_again_every_hour() {
    let mut table = ChaseTable::with_thief(LINE, &alone("0 0 1", 3), &[2, 3, 3, 2]);
    for city in [2, 3, 3, 2] {
        table.hour();
        assert_eq!(table.tips()[0], (D1, city));
        assert_eq!(table.session.state().agents[1].tip, None, "out of reach");
    }
}

#[test]
fn the_thief_is_never_tipped() {
    // given a thief that starts at an informant's, rests there and goes to another
    let mut table = ChaseTable::with_thief(LINE, &alone("0 3 -1", 0), &[0, 1, 1]);
    assert_eq!(table.tips(), []);
    for _ in 0..3 {
        table.hour();
        assert_eq!(table.tips(), []);
    }
}

#[test]
fn a_tip_leads_until_the_detective_is_there() {
    let mut table = ChaseTable::with_thief(LINE, &alone("9 1 0", 3), &[3, 3]);
    assert_eq!(table.session.state().agents[1].tip, Some(3));
    assert_eq!(table.hour().agents[1].tip, Some(3));
    assert_eq!(table.hour().agents[1].tip, None);
}

#[test]
fn the_path_has_the_fewest_turns_rather_than_the_shortest_roads() {
    // given one road of 9, or three of 1
    let ring = "
        4
        0 3 9 1 1 i a
        1 2 1 n b
        2 3 1 n c
        3 n d
    ";
    let mut table = ChaseTable::new(ring, &alone("9 0 2", 3));
    assert_eq!(table.walk(D1), [3]);
}

#[test]
fn rests_count_as_turns_of_a_path() {
    // given the assignment's case: three roads and two rests, or four roads and none
    let ring = "
        7
        0 1 9 3 1 i a
        1 2 9 n b
        2 6 9 n c
        3 4 1 n d
        4 5 1 n e
        5 6 1 n f
        6 n g
    ";
    let mut table = ChaseTable::new(ring, &alone("9 0 2", 6));
    assert_eq!(table.walk(D1), [3, 4, 5, 6]);
}

#[test]
fn stamina_at_the_tip_counts_and_not_the_full_one() {
    // given 0 -5- 1, from where it is one road of 6 or two of 2
    let ring = "
        4
        0 1 5 n a
        1 3 6 2 2 i b
        2 3 2 n c
        3 n d
    ";
    // when 4 is left at the tip, then two roads beat a rest and a road by what is left
    let mut table = ChaseTable::new(ring, &alone("9 0 2", 3));
    assert_eq!(table.walk(D1), [1, 1, 3]);
    assert_eq!(table.stamina(D1), 9 - 6);
    // when 6 is left, then the road of 6 needs no rest
    let mut table = ChaseTable::new(ring, &alone("11 0 2", 3));
    assert_eq!(table.walk(D1), [1, 3]);
    assert_eq!(table.stamina(D1), 0);
}

#[test]
fn a_rest_is_taken_only_before_a_road_that_is_not_affordable() {
    // given 0 -4- 1 -4- 2 -4- 3 for a stamina of 9, then the rest comes in 2 and not before
    let line = "
        4
        0 1 4 i a
        1 2 4 n b
        2 3 4 n c
        3 n d
    ";
    let mut table = ChaseTable::new(line, &alone("9 0 2", 3));
    assert_eq!(table.walk(D1), [1, 2, 2, 3]);
    assert_eq!(table.stamina(D1), 9 - 4);
}

#[test]
fn of_paths_with_equally_many_turns_one_with_most_stamina_on_arrival() {
    // given 0-1-3 with 4 and 4, or 0-2-3 with 4 and 3
    let diamond = "
        4
        0 1 4 2 4 i a
        1 3 4 n b
        2 3 3 n c
        3 n d
    ";
    let mut table = ChaseTable::new(diamond, &alone("20 0 2", 3));
    assert_eq!(table.walk(D1), [2, 3]);
    assert_eq!(table.stamina(D1), 20 - 7);
    // given three roads of 3, or two with a rest between them, which leaves more
    let rested = "
        5
        0 1 3 3 9 i a
        1 2 3 n b
        2 4 3 n c
        3 4 1 n d
        4 n e
    ";
    let mut table = ChaseTable::new(rested, &alone("9 0 2", 4));
    assert_eq!(table.walk(D1), [3, 3, 4]);
    assert_eq!(table.stamina(D1), 9 - 1);
}

#[test]
fn ties_go_to_the_lowest_city_before_seen_from_the_target() {
    // given 0-1-4-5 and 0-2-3-5, all roads alike
    let ring = "
        6
        0 1 1 2 1 i a
        1 4 1 n b
        2 3 1 n c
        3 5 1 n d
        4 5 1 n e
        5 n f
    ";
    // then 3 rather than 4 comes before 5
    let mut table = ChaseTable::new(ring, &alone("9 0 2", 5));
    assert_eq!(table.walk(D1), [2, 3, 5]);
    // given both ways through 4, then 1 rather than 2 comes before 4
    let diamond = "
        6
        0 1 1 2 1 i a
        1 4 1 n b
        2 4 1 n c
        3 n d
        4 5 1 n e
        5 n f
    ";
    let mut table = ChaseTable::new(diamond, &alone("9 0 2", 5));
    assert_eq!(table.walk(D1), [1, 4, 5]);
}

/// 0 -1- 1 -1- 2 -1- 3 and 1 -1- 4, informants in 0 and 1.
const FORK: &str = "
    5
    0 1 1 i a
    1 2 1 4 1 i b
    2 3 1 n c
    3 4 1 n d
    4 n e
";

#[test]
fn a_new_tip_replaces_the_path() {
    // given a tip to 2 by way of 1, when the thief has gone on to 3 and in 1 the tip names 3
    let mut table = ChaseTable::with_thief(FORK, &alone("9 0 0", 2), &[3, 4, 3]);
    assert_eq!(table.walk(D1), [1]);
    assert_eq!(table.session.state().agents[1].tip, Some(3));
    // then two roads to 3, and nothing drawn on the way
    assert_eq!(table.walk(D1), [2]);
    assert_eq!(table.words(), [0; 5]);
    assert_eq!(table.walk(D1), [3]);
}

/// 0 -1- 1 -1- 2 -1- 3 -1- 4 -1- 5, an informant in 1.
const LONG: &str = "
    6
    0 1 1 n a
    1 2 1 i b
    2 3 1 n c
    3 4 1 n d
    4 5 1 n e
    5 n f
";

#[test]
fn on_arrival_dfs_begins_a_new_route() {
    // given a DFS detective that is tipped on the first step of its route 1 0 1 2 3 4 5
    let mut table = ChaseTable::with_thief(LONG, &alone("9 2 2", 4), &[4, 5, 5, 5]);
    // then it goes to 4, where the thief was, and from there by a new route, lowest ID first
    assert_eq!(table.walk(D1), [1, 2, 3, 4]);
    assert_eq!(table.walk(D1), [3, 2]);
}

#[test]
fn on_arrival_least_visited_goes_on_with_its_old_counts() {
    // given 0 in reach of everything, 1 with an informant, and a long road from 2 to 3
    let ring = "
        6
        0 1 1 2 1 n start
        1 2 2 i b
        2 3 5 n c
        3 4 1 n d
        4 n e
        5 n f
    ";
    // when D1 is tipped in 1 to 2, which the thief leaves before D1 is there
    let mut table = ChaseTable::with_thief(ring, &alone("1000 0 1", 2), &[2, 3, 4]);
    assert_eq!(table.walk(D1), [1, 2]);
    // then the start still has its visit, and 3 with none comes before it
    assert_eq!(table.walk(D1), [3]);
}

#[test]
fn moves_on_the_way_to_a_tip_count_as_visits() {
    // given a tip in 0 to 2 by way of 1, and a thief that goes on
    let line = "
        5
        0 1 1 i a
        1 2 1 n b
        2 3 5 n c
        3 4 1 n d
        4 n e
    ";
    let mut table = ChaseTable::with_thief(line, &alone("1000 0 1", 2), &[2, 3, 4]);
    assert_eq!(table.walk(D1), [1, 2]);
    // then 3 with no visit comes before 1, which is nearer and was passed
    assert_eq!(table.walk(D1), [3]);
}

#[test]
fn rests_on_the_way_to_a_tip_count_as_visits() {
    // given 0 -5- 1 -5- 2 for a stamina of 9: the way from 0 to 2 rests in 1
    let ring = "
        5
        0 1 5 i a
        1 2 5 3 1 n b
        2 3 1 4 9 n c
        3 n d
        4 n e
    ";
    let game = game(ring, &alone("9 0 1", 4), 100);
    let mut player = Lone::new(game, D1, "cheapest-least-visited");
    player.sees(Seen::Tipped { city: 2 });
    for seen in [
        Seen::Moved { to: 1 },
        Seen::Rested,
        Seen::Moved { to: 2 },
        // the tip is over; on its own to 3 and back twice
        Seen::Moved { to: 3 },
        Seen::Rested,
        Seen::Moved { to: 2 },
    ] {
        player.sees(seen);
    }
    // then 1 and 3 have two visits each, and 3 is nearer
    assert_eq!(player.chooses(2, 8, &[]), go(3));
}

/// A star round 0, an informant in 2, and 4 behind a road of 9.
const STAR: &str = "
    5
    0 1 1 2 1 3 1 n hub
    1 n a
    2 i b
    3 4 9 n c
    4 n out of reach
";

#[test]
fn a_tip_to_a_city_that_can_never_be_reached_begins_the_own_strategy_afresh() {
    // given a DFS detective whose route is 1 0 2 0 3, tipped in 2 to a city beyond its strength
    let mut table = ChaseTable::new(STAR, &alone("5 0 2", 4));
    // then in 2 a new route begins: 0 1 0 3, with a rest in 1
    assert_eq!(table.walk(D1), [1, 0, 2, 0, 1, 1, 0, 3]);
    assert_eq!(table.session.state().agents[1].tip, None);
}

#[test]
fn a_tip_to_a_city_out_of_reach_replaces_the_path_too() {
    let game = game(STAR, &alone("5 0 2", 4), 10);
    let mut player = Lone::new(game, D1, "dfs");
    player.sees(Seen::Tipped { city: 3 });
    assert_eq!(player.chooses(0, 5, &[]), go(3));
    player.sees(Seen::Tipped { city: 4 });
    assert_eq!(player.chooses(0, 5, &[]), go(1));
}

#[test]
fn a_city_that_can_be_reached_after_a_rest_is_not_out_of_reach() {
    let far = STAR.replace("3 4 9", "3 4 5");
    // given 2 left in 2, then by 0 to 3 with nothing left, and a rest before the road of 5
    let mut table = ChaseTable::new(&far, &alone("5 0 2", 4));
    assert_eq!(table.walk(D1), [1, 0, 2, 0, 3, 3, 4]);
}

#[test]
fn random_draws_nothing_while_it_follows_a_tip_and_draws_again_on_arrival() {
    let mut table = ChaseTable::with_thief(LONG, &alone("9 1 0", 3), &[4, 5, 5]);
    for (city, drawn) in [(2, 0), (3, 0)] {
        assert_eq!(table.walk(D1), [city]);
        assert_eq!(table.words(), [0, drawn, 0, 0, 0]);
    }
    table.hour();
    assert_eq!(table.words(), [0, 1, 0, 0, 0]);
}

#[test]
fn random_draws_when_a_tip_leads_nowhere() {
    let mut table = ChaseTable::new(STAR, &alone("5 2 0", 4));
    assert_eq!(table.tips()[0], (D1, 4));
    assert_eq!(table.walk(D1), [0]);
    assert_eq!(table.words(), [0, 1, 0, 0, 0]);
}

#[test]
fn stationary_never_moves_tips_or_not() {
    let mut table = ChaseTable::new(LONG, &alone("9 1 -1", 5));
    for _ in 0..10 {
        assert_eq!(table.walk(D1), [1]);
        assert_eq!(table.tips()[0], (D1, 5));
    }
}

#[test]
fn a_tip_that_names_the_own_city_has_arrived() {
    // given a DFS detective in 2 whose route goes on to 3, and a tip that is being followed
    let game = game(LONG, &alone("9 1 2", 5), 10);
    let mut player = Lone::new(game, D1, "dfs");
    for to in [0, 1, 2] {
        assert_eq!(player.chooses(if to == 1 { 0 } else { 1 }, 9, &[]), go(to));
        player.sees(Seen::Moved { to });
    }
    // when a tip names 2, then a new route begins there, lowest ID first
    player.sees(Seen::Tipped { city: 2 });
    assert_eq!(player.chooses(2, 9, &[]), go(1));
    // and it ends a path to another city
    player.sees(Seen::Tipped { city: 5 });
    assert_eq!(player.chooses(2, 9, &[]), go(3));
    player.sees(Seen::Tipped { city: 2 });
    assert_eq!(player.chooses(2, 9, &[]), go(1));
}

#[test]
fn a_detective_moved_off_its_path_goes_on_from_where_it_is() {
    // given a tip from 1 to 5, when somebody else moves the seat the other way
    let game = game(LONG, &alone("9 1 2", 5), 10);
    let mut player = Lone::new(game, D1, "dfs");
    player.sees(Seen::Tipped { city: 5 });
    player.sees(Seen::Moved { to: 0 });
    let mut city = 0;
    for to in [1, 2, 3, 4, 5] {
        assert_eq!(player.chooses(city, 9, &[]), go(to));
        player.sees(Seen::Moved { to });
        city = to;
    }
}
