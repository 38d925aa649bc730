//! Endings: the test that closes every hour, hour 0 among them.

use super::super::Ending;
use super::*;
use chase_engine::game::{Outcome, Turn};

/// 0 -1- 1 -1- 2 -1- 3
const LINE: &str = "
    4
    0 1 1 n a
    1 2 1 n b
    2 3 1 n c
    3 n d
";

/// Thief in 3 on its way to 0, detectives in 0, 1, 1 and 2.
const CREW: &str = "
    9 3 0 T
    9 0 0 D1
    9 1 0 D2
    9 1 0 D3
    9 2 0 D4
";

/// The closing event of hour 1 with the thief and its hunters in these cities.
fn closes(places: [u32; 5], hours: i32) -> Event {
    // given a full map of four cities, so that anybody can be anywhere
    let full = "
        4
        0 1 1 2 1 3 1 n a
        1 2 1 3 1 n b
        2 3 1 n c
        3 n d
    ";
    let game = game(full, CREW, hours);
    let starts = [3, 0, 1, 1, 2];
    let steps = places
        .iter()
        .zip(starts)
        .map(|(&place, start)| if place == start { Event::Rested } else { moved(place) });
    let events: Vec<_> = std::iter::once(Event::HourPassed).chain(steps).collect();
    let closing = closing(&game, &given(&game, &events));
    assert_eq!(closing.len(), 1);
    closing[0]
}

/// The events that close hour 0.
fn opens(crew: &str, hours: i32) -> Vec<Event> {
    let game = game(LINE, crew, hours);
    closing(&game, &game.start())
}

#[test]
fn the_first_detective_in_order_that_is_with_the_thief_has_caught_it() {
    assert_eq!(closes([2, 1, 2, 2, 2], 5), Event::Caught { by: D2 });
    assert_eq!(closes([2, 1, 1, 1, 2], 5), Event::Caught { by: D4 });
    assert_eq!(closes([2, 2, 2, 2, 2], 5), Event::Caught { by: D1 });
}

#[test]
fn a_thief_in_the_getaway_city_has_escaped() {
    assert_eq!(closes([0, 1, 1, 1, 2], 5), Event::Escaped);
    assert_eq!(closes([2, 1, 1, 1, 3], 5), Event::HourPassed);
}

#[test]
fn being_caught_comes_before_escaping_and_before_time_being_up() {
    assert_eq!(closes([0, 1, 1, 0, 2], 5), Event::Caught { by: D3 });
    assert_eq!(closes([0, 1, 1, 0, 2], 1), Event::Caught { by: D3 });
    assert_eq!(closes([2, 1, 1, 1, 2], 1), Event::Caught { by: D4 });
}

#[test]
fn escaping_comes_before_time_being_up() {
    assert_eq!(closes([0, 1, 1, 1, 2], 1), Event::Escaped);
}

#[test]
fn time_is_up_when_the_hours_are_used_up_and_not_before() {
    assert_eq!(closes([3, 1, 1, 1, 2], 2), Event::HourPassed);
    assert_eq!(closes([3, 1, 1, 1, 2], 1), Event::TimeUp);
    // given three hours and nobody moving, then hour 3 is the last
    let game = game(LINE, CREW, 3);
    let mut state = given(&game, &[Event::HourPassed]);
    let mut closed = Vec::new();
    while game.turn(&state) != Turn::Over(Police::outcome(Ending::TimeUp)) {
        for _ in 0..5 {
            game.apply(&mut state, &Event::Rested).unwrap();
        }
        closed.extend(closing(&game, &state));
        game.apply(&mut state, closed.last().unwrap()).unwrap();
    }
    assert_eq!(closed, [Event::HourPassed, Event::HourPassed, Event::TimeUp]);
    assert_eq!(state.hour, 3);
}

#[test]
fn the_test_is_made_at_the_end_of_the_hour_only() {
    // given a thief that comes to D4's city, when D4 leaves it in the same hour
    assert_eq!(closes([2, 0, 1, 1, 3], 5), Event::HourPassed);
    // given a detective and the thief that change places
    assert_eq!(closes([2, 0, 0, 0, 3], 5), Event::HourPassed);
}

#[test]
fn the_same_test_is_made_at_hour_0_before_anyone_moved() {
    assert_eq!(opens(CREW, 5), [Event::HourPassed]);
    let with_thief = CREW.replace("9 1 0 D3", "9 3 0 D3");
    assert_eq!(opens(&with_thief, 5), [Event::Caught { by: D3 }]);
    let at_getaway = CREW.replace("9 3 0 T", "9 3 3 T");
    assert_eq!(opens(&at_getaway, 5), [Event::Escaped]);
    let both = with_thief.replace("9 3 0 T", "9 3 3 T");
    assert_eq!(opens(&both, 0), [Event::Caught { by: D3 }]);
}

#[test]
fn with_no_hours_or_less_time_is_up_at_hour_0() {
    for hours in [0, -1, i32::MIN] {
        assert_eq!(opens(CREW, hours), [Event::TimeUp]);
        assert_eq!(game(LINE, CREW, hours).last_possible_cycle(), Some(0));
    }
    assert_eq!(opens(CREW, 1), [Event::HourPassed]);
}

#[test]
fn without_a_getaway_the_thief_cannot_escape() {
    for start in 0..4 {
        let nowhere = format!("9 {start} -1 T");
        let crew = CREW.replace("9 3 0 T", &nowhere);
        assert!(!opens(&crew, 5).contains(&Event::Escaped));
    }
}

#[test]
fn an_outcome_has_the_cause_and_two_points_for_the_winner() {
    let outcome = |cause: &'static str, points: [u8; 2]| Outcome {
        cause: cause.into(),
        points: points.to_vec(),
    };
    assert_eq!(Police::outcome(Ending::Caught(D2)), outcome("caught", [0, 2]));
    assert_eq!(Police::outcome(Ending::Escaped), outcome("escaped", [2, 0]));
    assert_eq!(Police::outcome(Ending::TimeUp), outcome("time_up", [2, 0]));
}
