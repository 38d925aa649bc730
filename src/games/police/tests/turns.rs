//! Turns: who acts when, what a road costs, what a rest gives, what may be asked for, and what
//! a seat learns.

use super::*;
use chase_engine::game::{ForfeitCause, Masks as _, Turn};

/// 0 -5- 1 -5- 3 and 0 -9- 2 -2- 3, an informant in 2, and 4 by itself.
const TOWN: &str = "
    5
    0 1 5 2 9 n home
    1 3 5 n left
    2 3 2 i right
    3 n far
    4 n island
";

const CREW: &str = "
    9 3 -1 T
    7 0 0 D1
    9 0 0 D2
    4 0 0 D3
    9 4 0 D4
";

fn town() -> Police {
    game(TOWN, CREW, 10)
}

#[test]
fn agents_act_in_the_order_thief_d1_d2_d3_d4_and_then_the_hour_closes() {
    let mut table = ChaseTable::new(TOWN, &alone("9 0 0", 4));
    for _ in 0..3 {
        table.hour();
        let hour = table.history.last().unwrap();
        let turns: Vec<_> = hour.entries.iter().map(|entry| entry.by.seat()).collect();
        assert_eq!(turns, [Some(T), Some(D1), Some(D2), Some(D3), Some(D4), None]);
    }
}

#[test]
fn each_agent_sees_what_those_before_it_did() {
    // given the thief going from 3 to 2, and D1 and D2 at home
    let game = town();
    let mut state = given(&game, &[Event::HourPassed]);
    let order = [(T, 3, 2), (D1, 0, 1), (D2, 0, 2)];
    for (seat, from, to) in order {
        // when it is a seat's turn, then it still is where it was, and nobody else is asked
        assert_eq!(game.turn(&state), Turn::Seat(seat));
        assert_eq!(state.agents[seat.index()].city, from);
        for event in when(&game, &state, seat, go(to)).unwrap() {
            game.apply(&mut state, &event).unwrap();
        }
        // then whoever comes next finds it where it went
        assert_eq!(state.agents[seat.index()].city, to);
    }
    // and D2's informant knew of the thief's move in this very hour
    assert_eq!(state.agents[2].tip, None, "D2 is with the thief");
}

#[test]
fn a_road_costs_its_length_from_either_end() {
    let game = town();
    let mut state = given(&game, &[Event::HourPassed]);
    // when the thief goes from 3 to 1 and D1 from 0 to 1
    for to in [1, 1] {
        game.apply(&mut state, &moved(to)).unwrap();
    }
    // then each has paid 5
    assert_eq!((state.agents[0].city, state.agents[0].stamina), (1, 9 - 5));
    assert_eq!((state.agents[1].city, state.agents[1].stamina), (1, 7 - 5));
}

#[test]
fn a_road_as_long_as_the_stamina_is_affordable_and_leaves_nothing() {
    let game = town();
    let mut state = given(&game, &[Event::HourPassed, Event::Rested, Event::Rested]);
    // given D2 with 9 in front of a road of length 9
    assert!(legal(&game, &state, D2).contains(&go(2)));
    game.apply(&mut state, &moved(2)).unwrap();
    assert_eq!((state.agents[2].city, state.agents[2].stamina), (2, 0));
}

#[test]
fn a_road_longer_than_the_stamina_is_not_affordable() {
    let game = town();
    let state = given(&game, &[Event::HourPassed, Event::Rested]);
    // given D1 with 7 in front of a road of length 9
    assert!(!legal(&game, &state, D1).contains(&go(2)));
    let refused = Illegal::TooFar { length: 9, stamina: 7 };
    assert_eq!(when(&game, &state, D1, go(2)), Err(refused.into()));
}

#[test]
fn a_rest_restores_full_stamina_and_does_not_move() {
    let game = town();
    let hour =
        [Event::HourPassed, moved(1), Event::Rested, Event::Rested, Event::Rested, Event::Rested];
    let mut state = given(&game, &[&hour[..], &[Event::HourPassed]].concat());
    assert_eq!(state.agents[0].stamina, 4);
    // when the thief rests
    game.apply(&mut state, &Event::Rested).unwrap();
    assert_eq!((state.agents[0].city, state.agents[0].stamina), (1, 9));
    // and again, then it has no more than that
    game.apply(&mut state, &Event::Rested).unwrap();
    assert_eq!(state.agents[1].stamina, 7);
}

#[test]
fn staying_is_always_legal() {
    let game = town();
    let rested = [Event::Rested; 5];
    let hour = given(&game, &[Event::HourPassed]);
    // rested with roads, without a road it can afford, without any road
    for (seat, before) in [(D1, 1), (D3, 3), (D4, 4)] {
        let mut state = hour.clone();
        for event in &rested[..before] {
            game.apply(&mut state, event).unwrap();
        }
        assert!(legal(&game, &state, seat).contains(&Action::Rest));
        assert_eq!(when(&game, &state, seat, Action::Rest), Ok(vec![Event::Rested]));
    }
}

#[test]
fn legal_actions_are_the_affordable_moves_by_destination_and_then_resting() {
    // given a hub whose roads stand in the file in no order
    let hub = "
        6
        3 n a
        0 n b
        2 5 2 0 1 4 9 1 3 3 5 n hub
        1 n c
        4 n d
        5 n e
    ";
    let game = game(hub, &alone("5 2 0", 0), 10);
    let state = given(&game, &[Event::HourPassed, Event::Rested]);
    assert_eq!(legal(&game, &state, D1), [go(0), go(1), go(3), go(5), Action::Rest]);
}

#[test]
fn of_two_roads_between_the_same_cities_the_first_counts() {
    let twice = "
        2
        0 1 4 1 2 n a
        1 0 9 n b
    ";
    let game = game(twice, &alone("9 0 0", 1), 10);
    assert_eq!(game.map().roads.count(), 1);
    assert_eq!(game.map().roads.length(1, 0), Some(4));
}

#[test]
fn a_forfeit_is_a_rest() {
    // given D2 at an informant's, with stamina spent
    let game = game(TOWN, &CREW.replace("9 0 0 D2", "9 2 0 D2"), 10);
    let hours = [
        tipped(D2, 3),
        Event::HourPassed,
        Event::Rested,
        Event::Rested,
        moved(3),
        Event::Rested,
        Event::Rested,
    ];
    assert_eq!(given(&game, &hours).agents[2].stamina, 7);
    // when it fails to answer, then it rests, and the informant talks to it nevertheless
    let state = given(&game, &hours[..4]);
    let why = Forfeit::new(ForfeitCause::Timeout, "no answer in 1 s");
    let events = game.forfeit(&state, D2, &why);
    assert_eq!(events, [Event::Rested, tipped(D2, 3)]);
}

#[test]
fn an_answer_that_is_illegal_or_none_at_all_forfeits_the_turn() {
    // given a D1 that asks for a road there is not, then falls silent, then goes to 1
    let silent = Forfeit::new(ForfeitCause::Crash, "gone");
    let script = [Ok(go(3)), Err(silent.clone()), Ok(go(1))];
    let mut table = ChaseTable::with_script(TOWN, CREW, 1, D1, Some(script.into()));
    let mut forfeit = || {
        table.hour();
        let hour = table.history.last().unwrap();
        let (entry, events) = hour.turns().nth(1).unwrap();
        (entry.by.clone(), events.to_vec())
    };
    // then the first two are forfeits that rest
    let no_road = Illegal::NoRoad { from: 0, to: 3 }.to_string();
    let illegal = Forfeit::new(ForfeitCause::Illegal, &no_road);
    assert_eq!(forfeit(), (By::Forfeit(D1, Box::new(illegal)), vec![Event::Rested]));
    assert_eq!(forfeit(), (By::Forfeit(D1, Box::new(silent)), vec![Event::Rested]));
    assert_eq!(forfeit(), (By::Action(D1, go(1)), vec![moved(1)]));
}

#[test]
fn a_seat_learns_of_its_own_moves_rests_and_tips_only() {
    let game = town();
    let state = given(&game, &[Event::HourPassed, Event::Rested]);
    // given an event in D1's turn, then nobody but D1 sees it
    let seen = |event, seat: Seat| Police::masks().event(&game, &state, &event, seat.into());
    for event in [moved(1), Event::Rested] {
        let eyes = [T, D1, D2, D3, D4].map(|seat| seen(event, seat));
        assert_eq!(eyes, [None, Some(event), None, None, None]);
    }
    // given a tip to D3, then nobody but D3 hears it
    let ears = [T, D1, D2, D3, D4].map(|seat| seen(tipped(D3, 3), seat));
    assert_eq!(ears, [None, None, None, Some(tipped(D3, 3)), None]);
    // and nobody is told how an hour closes
    let close = [T, D1].map(|seat| seen(Event::HourPassed, seat));
    assert_eq!(close, [None, None]);
}

#[test]
fn every_state_of_a_chase_is_sound_and_states_outside_the_scenario_are_not() {
    let mut table = ChaseTable::new(TOWN, &CREW.replace("9 0 0 D2", "9 2 0 D2"));
    let game = Arc::clone(table.session.game());
    let start = game.start();
    assert!(game.is_valid_state(&start));
    while table.session.step(&mut table.history) && table.history.len() < 50 {
        assert!(game.is_valid_state(table.session.state()));
    }
    let spoil: [fn(&mut State); 9] = [
        |state| state.hour = u32::MAX,
        |state| state.hour = 1_000_001,
        |state| state.acted = 6,
        |state| state.owed = 1,
        |state| state.agents[0].city = 5,
        |state| state.agents[1].stamina = 8,
        |state| state.agents[2].tip = Some(5),
        |state| state.ending = Some(super::super::Ending::Caught(Seat(77))),
        |state| state.ending = Some(super::super::Ending::Escaped),
    ];
    for (n, spoil) in spoil.iter().enumerate() {
        let mut state = start.clone();
        spoil(&mut state);
        assert!(!game.is_valid_state(&state), "number {n}: {state:?}");
    }
}
