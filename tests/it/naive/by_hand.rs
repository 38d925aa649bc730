//! Faults whose traces are worked out by hand, from the sentences that describe them.
//!
//! D1 plays; the thief cannot move and is put where a tip shall lead, the others stay.

use super::game::{CHEAPEST_LEAST_VISITED, files};
use super::*;

/// 0, 1, 2 and so on in a row, each a length of 1 from the next.
const LINE: &str = "6\n0 1 1 n a\n1 2 1 n b\n2 3 1 n c\n3 4 1 n d\n4 5 1 n e\n5 n f\n";

/// `0 --1-- 1 --60-- 2`
const SHORT_LINE: &str = "3\n0 1 1 n a\n1 2 60 n b\n2 n c\n";

/// 1 is in the middle, 0, 2 and 3 are around it, all roads have length 1.
const STAR: &str = "4\n0 1 1 n a\n1 2 1 3 1 n b\n2 n c\n3 n d\n";

/// D1 has this strategy, this stamina and this start; the others stay with the thief in city 0.
fn given(cities: &str, strategy: i64, stamina: u64, start: usize) -> Scenario {
    let agents =
        format!("0 0 -1 T\n{stamina} {start} {strategy} D1\n0 0 -1 D2\n0 0 -1 D3\n0 0 -1 D4\n");
    files::read(cities, &agents, 100).unwrap()
}

fn with_informants(mut s: Scenario, cities: &[usize]) -> Scenario {
    cities.iter().for_each(|&city| s.cities[city].1 = true);
    s
}

/// A game whose hour 0 is over.
fn begun<'a>(s: &'a Scenario, thief: usize, faults: impl Into<Faults>) -> Chase<'a> {
    let mut chase = Chase::new(s, 1, faults);
    chase.runners[THIEF].city = thief;
    chase.opening();
    chase
}

/// City and stamina after each of D1's next turns, in which it hears nothing.
fn turns(chase: &mut Chase, count: usize) -> Vec<(usize, u64)> {
    let turn = |_| {
        chase.turn(1);
        (chase.runners[1].city, chase.runners[1].stamina)
    };
    (0..count).map(turn).collect()
}

fn cities(chase: &mut Chase, count: usize) -> Vec<usize> {
    let turns = turns(chase, count);
    turns.into_iter().map(|turn| turn.0).collect()
}

/// D1's city at the end of the next hour, its tip in it and what is left of its path.
fn hour(chase: &mut Chase, thief: usize) -> (usize, Option<usize>, Vec<usize>) {
    chase.runners[THIEF].city = thief;
    let hour = chase.play();
    let tip = hour.tips.iter().find(|tip| tip.0 == 1);
    let path = chase.runners[1].tip.clone();
    (hour.cities[1], tip.map(|tip| tip.1), path)
}

// ------------------------------------------------------------ depth-first

#[test]
fn the_tail_of_an_older_route_is_walked_too() {
    // given a start in the middle: the first route is 0 1 2, the second 1 0, the third 1 2
    let s = given(SHORT_LINE, DFS, 100, 1);
    let expected = [
        // 0 1 2
        (0, 99),
        (1, 98),
        (2, 38),
        // 1 0, and 2 is left: a rest for the long road, a rest because no road leads from 0 to 2
        (2, 100),
        (1, 40),
        (0, 39),
        (0, 100),
        // 1 2, and 2 is left: a rest because it is there
        (1, 99),
        (2, 39),
        (2, 100),
        // 1 0, and 2 is left
        (1, 40),
        (0, 39),
        (0, 100),
    ];
    assert_eq!(turns(&mut begun(&s, 0, Fault::DfsOldTail), 13), expected);
}

#[test]
fn the_tail_of_an_older_route_is_jumped_to() {
    let s = given(SHORT_LINE, DFS, 100, 1);
    let mut chase = begun(&s, 0, Fault::DfsOldTailJumps);
    let first = [(0, 99), (1, 98), (2, 38)];
    assert_eq!(turns(&mut chase, 3), first);
    // 1 0, and from 0 to 2 without a road
    let second = [(2, 100), (1, 40), (0, 39), (2, 39)];
    assert_eq!(turns(&mut chase, 4), second);
    let third = [(2, 100), (1, 40), (0, 39), (2, 39)];
    assert_eq!(turns(&mut chase, 4), third);
}

#[test]
fn a_tip_begins_the_array_of_old_routes_at_its_front() {
    for (fault, last) in [(Fault::DfsOldTail, (2, 100)), (Fault::DfsOldTailJumps, (2, 38))] {
        // given one step of the route 0 1 2, and a tip that names the own city
        let s = with_informants(given(SHORT_LINE, DFS, 100, 1), &[0]);
        let mut chase = begun(&s, 0, fault);
        assert_eq!(turns(&mut chase, 1), [(0, 99)]);
        assert_eq!(chase.inform(1), Some((1, 0)));
        // then 1 2 is written before the 2 that is left, which is the own city in the end
        assert_eq!(turns(&mut chase, 3), [(1, 98), (2, 38), last], "{fault:?}");
    }
}

#[test]
fn the_start_of_later_routes_is_entered_again() {
    let s = given(STAR, DFS, 100, 1);
    let trace = cities(&mut begun(&s, 0, Fault::DfsStartUnmarked), 17);
    let (first, later) = ([0, 1, 2, 1, 3], [1, 0, 1, 2, 1, 3]);
    assert_eq!(trace, [&first[..], &later, &later].concat());
}

#[test]
fn routes_after_tips_are_later_routes_unless_there_was_none() {
    // given a tip that names the own city, after one step
    let s = with_informants(given(STAR, DFS, 100, 1), &[0]);
    let mut chase = begun(&s, 0, Fault::DfsStartUnmarked);
    assert_eq!(cities(&mut chase, 1), [0]);
    chase.inform(1);
    // then 0 is new again when 1 has been entered
    assert_eq!(cities(&mut chase, 6), [1, 0, 1, 2, 1, 3]);

    // given the same before the first step
    let s = with_informants(given(STAR, DFS, 100, 3), &[3]);
    let mut chase = begun(&s, 3, Fault::DfsStartUnmarked);
    // then the first route is 1 0 1 2, without the way to 3; the second comes back to its start 2
    assert_eq!(cities(&mut chase, 10), [1, 0, 1, 2, 1, 0, 1, 2, 1, 3]);
}

#[test]
fn a_search_that_never_clears_ends_where_it_began() {
    let s = given(STAR, DFS, 100, 0);
    let mut chase = begun(&s, 0, Fault::DfsNeverClears);
    assert_eq!(cities(&mut chase, 8), [1, 2, 1, 3, 1, 0, 0, 0]);
    // given a tip that leads to 3
    chase.runners[1].tip = vec![1, 3];
    // then it comes home the way it first came
    assert_eq!(cities(&mut chase, 6), [1, 3, 1, 0, 0, 0]);
}

#[test]
fn a_search_that_never_clears_does_not_see_what_a_tip_passes() {
    let s = with_informants(given(STAR, DFS, 100, 0), &[0]);
    let mut chase = begun(&s, 2, Fault::DfsNeverClears);
    assert_eq!(cities(&mut chase, 2), [1, 2], "the tip");
    // 1 is entered from 2, 0 and 3 from 1; then it is back in 2, where its own turns began
    assert_eq!(cities(&mut chase, 7), [1, 0, 1, 3, 1, 2, 2]);
}

#[test]
fn a_search_that_never_clears_rests_before_roads_too_dear() {
    let s = given(&STAR.replace("1 2 1", "1 2 60"), DFS, 60, 0);
    let trace = turns(&mut begun(&s, 0, Fault::DfsNeverClears), 10);
    let to_2_and_back = [(1, 59), (1, 60), (2, 0), (2, 60), (1, 0)];
    let to_3_and_home = [(1, 60), (3, 59), (1, 58), (0, 57), (0, 60)];
    assert_eq!(trace, [to_2_and_back, to_3_and_home].concat());
}

#[test]
fn a_search_begins_anew_once_all_cities_are_marked() {
    for fault in [Fault::DfsMarksAfterTip, Fault::DfsMarksOnTips] {
        let s = given(STAR, DFS, 100, 0);
        // In 3 all are marked; of 1, 0 and 2 the last is reached in the eighth hour.
        let trace = cities(&mut begun(&s, 0, fault), 9);
        assert_eq!(trace, [1, 2, 1, 3, 1, 0, 1, 2, 1], "{fault:?}");
    }
}

#[test]
fn a_tip_leaves_marks_alone_or_adds_to_them() {
    let s = with_informants(given(STAR, DFS, 100, 0), &[0]);
    let mut chase = begun(&s, 2, Fault::DfsMarksAfterTip);
    assert_eq!(cities(&mut chase, 2), [1, 2], "the tip");
    // 1 is entered from 2, 0 and 3 from 1; in 3 all are marked
    assert_eq!(cities(&mut chase, 6), [1, 0, 1, 3, 1, 0]);

    let mut chase = begun(&s, 2, Fault::DfsMarksOnTips);
    assert_eq!(cities(&mut chase, 2), [1, 2], "the tip");
    // 1 and 2 are marked, nothing leads back from 2, and 0 and 3 are not marked
    assert_eq!(cities(&mut chase, 3), [2, 2, 2]);
}

#[test]
fn the_ends_of_routes_cost_a_step_or_an_hour_or_are_the_last() {
    let s = given(STAR, DFS, 100, 2);
    let trace = |fault: Fault| cities(&mut begun(&s, 0, fault), 10);
    // from 2 the route is 1 0 1 3, from 3 it is 1 0 1 2, from 1 it is 0 1 2 1 3
    assert_eq!(trace(Fault::None), [1, 0, 1, 3, 1, 0, 1, 2, 1, 0]);
    assert_eq!(trace(Fault::DfsOneStepBack), [1, 0, 1, 3, 1, 0, 1, 2, 1, 3]);
    assert_eq!(trace(Fault::DfsWalksHome), [1, 0, 1, 3, 1, 2, 1, 0, 1, 3]);
    assert_eq!(trace(Fault::DfsHourLost), [1, 0, 1, 3, 3, 1, 0, 1, 2, 2]);
    assert_eq!(trace(Fault::DfsStops), [1, 0, 1, 3, 3, 3, 3, 3, 3, 3]);
    // the list is 1 0 3, from 3 it is 1 0 2
    assert_eq!(trace(Fault::DfsWithoutWaysBack), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(trace(Fault::DfsJumps), [1, 0, 3, 1, 0, 2, 1, 0, 3, 1]);
}

#[test]
fn the_file_puts_each_road_behind_the_others_of_both_its_cities() {
    // given 1's line above 0's, 0's above 3's, and a second road between 1 and 2 that is ignored
    let file = "4\n1 2 1 n b\n0 1 1 n a\n3 1 1 2 1 n d\n2 1 9 n c\n";
    let s = given(file, DFS, 100, 1);
    // then the order is 2 0 3 at 1 and 1 3 at 2
    let trace = cities(&mut begun(&s, 0, Fault::DfsFileOrder), 5);
    assert_eq!(trace, [2, 3, 2, 1, 0]);
    assert_eq!(cities(&mut begun(&s, 0, Fault::None), 4), [0, 1, 2, 3]);
}

#[test]
fn without_a_way_back_the_lowest_neighbour_is_entered_again() {
    let s = with_informants(given(LINE, DFS, 100, 3), &[0]);
    let mut chase = begun(&s, 0, Fault::DfsNoWayBack);
    assert_eq!(cities(&mut chase, 7), [2, 1, 0, 1, 0, 1, 0]);
    // given a tip that names the own city, nothing is seen any more; in 5 all is
    assert_eq!(chase.inform(1), Some((1, 0)));
    assert_eq!(cities(&mut chase, 7), [1, 2, 3, 4, 5, 4, 3]);
}

#[test]
fn back_along_the_order_of_roads_cities_are_left_out() {
    // given a ring 0 1 2 3, behind 2 a city 4 and behind 0 a city 5
    let file = "6\n0 1 1 3 1 5 1 n a\n1 2 1 n b\n2 3 1 4 1 n c\n3 n d\n4 n e\n5 n f\n";
    let s = given(file, DFS, 100, 0);
    let right = cities(&mut begun(&s, 0, Fault::None), 9);
    assert_eq!(right, [1, 2, 3, 2, 4, 2, 1, 0, 5]);
    let trace = cities(&mut begun(&s, 0, Fault::DfsBackByOrder), 17);
    // from 5 the ring again; from 3 there is nothing but 0 and 1 to go back to
    let (first, second, third) = ([1, 2, 3, 0, 5], [0, 1, 2, 3], [0, 1, 2, 4, 2, 1, 0, 5]);
    assert_eq!(trace, [&first[..], &second, &third].concat());
}

#[test]
fn steps_back_are_taken_unpaid() {
    let s = given(&STAR.replace("1 2 1", "1 2 60"), DFS, 60, 0);
    let trace = turns(&mut begun(&s, 0, Fault::DfsBackUnpaid), 9);
    let to_2_and_back = [(1, 59), (1, 60), (2, 0), (1, 0)];
    let to_3_and_a_new_route = [(1, 60), (3, 59), (1, 58), (0, 57), (1, 57)];
    assert_eq!(trace, [&to_2_and_back[..], &to_3_and_a_new_route].concat());
}

#[test]
fn a_route_is_cut_after_as_many_moves_as_there_are_cities() {
    // given little stamina: rests are no moves
    let s = given(STAR, DFS, 2, 1);
    let trace = cities(&mut begun(&s, 0, Fault::DfsRouteCut), 12);
    assert_eq!(trace, [0, 1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1]);
}

#[test]
fn a_queue_that_is_kept_goes_on_after_a_tip() {
    let s = with_informants(given(STAR, DFS, 100, 0), &[1]);
    let mut chase = begun(&s, 3, Fault::DfsQueueKept);
    assert_eq!(cities(&mut chase, 1), [1]);
    // given a tip that leads to 3; 2 1 3 are left, and no road leads from 3 to 2
    assert_eq!(chase.inform(1), Some((1, 3)));
    assert_eq!(cities(&mut chase, 7), [3, 1, 3, 1, 0, 1, 2]);
    // given a tip that leads nowhere else, nothing changes
    chase.runners[THIEF].city = 1;
    assert_eq!(cities(&mut chase, 1), [1]);
    assert_eq!(chase.inform(1), Some((1, 1)));
    assert_eq!(cities(&mut chase, 3), [0, 1, 3]);
}

// ------------------------------------------------------------------- tips

#[test]
fn a_tip_is_given_in_the_next_turn_which_follows_it() {
    let s = with_informants(given(LINE, CHEAPEST_LEAST_VISITED, 9, 1), &[1, 2]);
    let mut chase = begun(&s, 5, Fault::TipNextTurn);
    // given a start in an informant's city: the tip of the first turn names where the thief is then
    assert_eq!(hour(&mut chase, 3), (2, Some(3), vec![3]));
    // and a city entered, of which the next turn hears
    assert_eq!(hour(&mut chase, 0), (1, Some(0), vec![0]));
    // and a tip that names the own city: it goes where it has not been
    assert_eq!(hour(&mut chase, 1), (0, Some(1), vec![]));
}

#[test]
fn a_late_tip_is_planned_an_hour_later_from_there() {
    let s = with_informants(given(LINE, DFS, 9, 1), &[1]);
    let mut chase = begun(&s, 4, Fault::TipHourLate);
    assert!(chase.runners[1].tip.is_empty(), "heard, not planned");
    // the own route 0 1 2 3 4 5 begins; then the way to 4 is planned from 0, wherever the thief is
    assert_eq!(hour(&mut chase, 3), (0, None, vec![1, 2, 3, 4]));
    // 3 is heard in 1, the old path goes on, and the new one begins in 2
    assert_eq!(hour(&mut chase, 3), (1, Some(3), vec![2, 3, 4]));
    assert_eq!(hour(&mut chase, 0), (2, None, vec![3]));
    assert_eq!(hour(&mut chase, 0), (3, None, vec![]));
}

#[test]
fn tips_wait_for_the_arrival_at_another() {
    let s = with_informants(given(LINE, DFS, 99, 1), &[1, 2]);
    let mut chase = begun(&s, 4, Fault::TipsQueued);
    assert_eq!(hour(&mut chase, 0), (2, Some(0), vec![3, 4]));
    assert_eq!(hour(&mut chase, 5), (3, None, vec![4]));
    // 0 was kept and is planned from 4
    assert_eq!(hour(&mut chase, 5), (4, None, vec![3, 2, 1, 0]));
    assert_eq!(hour(&mut chase, 5), (3, None, vec![2, 1, 0]));
    assert_eq!(hour(&mut chase, 0), (2, Some(0), vec![1, 0]));
    assert_eq!(hour(&mut chase, 3), (1, Some(3), vec![0]));
    // 0 was kept too and is dropped in 0; 3 comes next
    assert_eq!(hour(&mut chase, 5), (0, None, vec![1, 2, 3]));
}

#[test]
fn a_path_can_be_planned_as_if_rests_gave_back_what_is_left() {
    // given two ways from 0 to 3 for a stamina of 6 of 10, three turns each: by 2, which leaves 3
    // after a rest; and by 1 and 4, which leaves none
    let file = "5\n0 1 2 2 2 n a\n1 4 2 n b\n2 3 7 n c\n3 n d\n4 3 2 n e\n";
    let path = |stamina: u64, faults: Fault| path_to_3(file, stamina, faults);
    assert_eq!(path(6, Fault::None), [2, 3]);
    assert_eq!(path(6, Fault::PathRestsToTipStamina), [1, 4, 3]);
    // with all its stamina it plans as others do: two turns by 2
    assert_eq!(path(10, Fault::PathRestsToTipStamina), [2, 3]);
    // and with less than any road needs it does not go at all
    assert_eq!(path(1, Fault::None), [2, 3]);
    assert!(path(1, Fault::PathRestsToTipStamina).is_empty());
}

/// The path of a tip that names 3, heard in 0 with this stamina of 10.
fn path_to_3(cities: &str, stamina: u64, faults: Fault) -> Vec<usize> {
    let s = with_informants(given(cities, DFS, 10, 0), &[0]);
    let mut chase = Chase::new(&s, 1, faults);
    (chase.runners[THIEF].city, chase.runners[1].stamina) = (3, stamina);
    chase.inform(1);
    chase.runners[1].tip.clone()
}

#[test]
fn a_path_can_be_planned_within_the_stamina_at_hand() {
    // given two ways from 0 to 3 for a stamina of 3, three turns each: by 2, which leaves 7 after
    // a rest; and by 4 and 1, which leaves none
    let file = "5\n0 2 3 4 1 n a\n1 3 1 n b\n2 3 3 n c\n3 n d\n4 1 1 n e\n";
    assert_eq!(path_to_3(file, 3, Fault::PathWithinTipStamina), [2, 3]);
    // and not as if a rest gave back what is left
    assert_eq!(path_to_3(file, 3, Fault::PathRestsToTipStamina), [4, 1, 3]);
    // with less the roads of the first way are not there
    assert_eq!(path_to_3(file, 2, Fault::None), [2, 3]);
    assert_eq!(path_to_3(file, 2, Fault::PathWithinTipStamina), [4, 1, 3]);
    assert!(path_to_3(file, 0, Fault::PathWithinTipStamina).is_empty());
}

#[test]
fn a_path_can_be_planned_with_rests_where_none_is_needed() {
    // given two ways from 0 to 3 for a stamina of 4: by 1, and by 2 with longer roads
    let file = "4\n0 1 4 2 5 n a\n1 3 4 n b\n2 3 5 n c\n3 n d\n";
    // three turns each, of which the first leaves 6 and the second none
    assert_eq!(path_to_3(file, 4, Fault::None), [1, 3]);
    // four turns by 1 and two by 2
    assert_eq!(path_to_3(file, 4, Fault::PathRestsInverted), [2, 3]);
    // with all the stamina four turns each, of which the first leaves more
    assert_eq!(path_to_3(file, 10, Fault::PathRestsInverted), [1, 3]);
    let too_long = file.replace("2 5", "2 11");
    assert_eq!(path_to_3(&too_long, 4, Fault::PathRestsInverted), [1, 3]);
}

#[test]
fn a_path_can_be_walked_with_the_test_the_wrong_way_round() {
    let s = given(SHORT_LINE, CHEAPEST_LEAST_VISITED, 60, 0);
    let mut chase = begun(&s, 0, Fault::PathStepsInverted);
    chase.runners[1].tip = vec![1, 2];
    assert_eq!(turns(&mut chase, 3), [(0, 60); 3]);
    chase.runners[1].stamina = 0;
    assert_eq!(turns(&mut chase, 4), [(1, 0), (2, 0), (2, 60), (1, 0)]);
}

#[test]
fn a_tip_is_forgotten_before_a_last_road_too_dear() {
    let s = given(SHORT_LINE, CHEAPEST_LEAST_VISITED, 60, 0);
    let walk = |fault: Fault| {
        let mut chase = begun(&s, 0, fault);
        chase.runners[1].tip = vec![1, 2];
        turns(&mut chase, 3)
    };
    assert_eq!(walk(Fault::None), [(1, 59), (1, 60), (2, 0)]);
    assert_eq!(walk(Fault::TipDroppedAtLast), [(1, 59), (0, 58), (1, 57)]);
}

// -------------------------------------------------------------- neighbours

#[test]
fn of_equal_roads_the_one_that_is_read_first_can_be_taken() {
    // given roads that are read in the order 2 0 3 at 1
    let file = "4\n1 2 1 n b\n0 1 1 n a\n3 1 1 2 1 n d\n2 1 9 n c\n";
    let trace = |file: &str, fault: Fault| {
        cities(&mut begun(&given(file, CHEAPEST_LEAST_VISITED, 99, 1), 0, fault), 4)
    };
    assert_eq!(trace(file, Fault::None), [0, 1, 2, 3]);
    assert_eq!(trace(file, Fault::TieFileOrder), [2, 3, 1, 0]);
    // a shorter road comes first
    let longer = file.replace("1 2 1", "1 2 5");
    assert_eq!(trace(&longer, Fault::TieFileOrder), [0, 1, 3, 2]);
}

// ----------------------------------------------------------------- visits

#[test]
fn a_turn_is_a_visit_of_the_city_where_it_began() {
    // given a start in the middle and stamina for two roads: 0 1, a rest, 2
    let s = given("3\n0 1 1 n a\n1 2 1 n b\n2 n c\n", CHEAPEST_LEAST_VISITED, 2, 1);
    let visits = |fault: Fault| {
        let mut chase = begun(&s, 0, fault);
        let mut told = vec![chase.runners[1].visits.clone()];
        for city in [0, 1, 1, 2] {
            assert_eq!(cities(&mut chase, 1), [city], "{fault:?}");
            told.push(chase.runners[1].visits.clone());
        }
        told
    };
    let right = [[0, 1, 0], [1, 1, 0], [1, 2, 0], [1, 3, 0], [1, 3, 1]];
    let before = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0], [1, 3, 0]];
    let rest_twice = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 3, 0], [1, 4, 0]];
    let on_leaving = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 0], [1, 2, 0]];
    assert_eq!(visits(Fault::None), right);
    assert_eq!(visits(Fault::VisitsBeforeTurn), before);
    assert_eq!(visits(Fault::VisitsBeforeTurnRestTwice), rest_twice);
    assert_eq!(visits(Fault::VisitsOnLeaving), on_leaving);
}

#[test]
fn a_turn_is_a_visit_before_it_is_decided() {
    // given a program that weighs its own city, which has no visit before the first turn
    let s = given("2\n0 1 1 n a\n1 n b\n", CHEAPEST_LEAST_VISITED, 2, 0);
    let faults = [Fault::OwnCityWeighed, Fault::VisitsBeforeTurn];
    assert_eq!(cities(&mut begun(&s, 0, faults), 1), [1]);
    // without that visit both cities would be equal, and the own one is nearer
    let faults = [Fault::OwnCityWeighed, Fault::StartNotCounted];
    assert_eq!(cities(&mut begun(&s, 0, faults), 1), [0]);
}
