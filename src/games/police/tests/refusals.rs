//! What a stored event must not be: whatever the rules could not have produced is refused, and
//! the state is then what it was before.

use super::*;

/// 0 -5- 1 -5- 2, informants in 1 and 2.
const TOWN: &str = "
    3
    0 1 5 n a
    1 2 5 i b
    2 i c
";

/// D1 starts at an informant's, D2 can pay one road.
const CREW: &str = "
    9 2 -1 T
    9 1 0 D1
    7 0 0 D2
    9 0 0 D3
    4 0 0 D4
";

fn town() -> Police {
    game(TOWN, CREW, 2)
}

/// Hour 0 and as many turns of hour 1: the thief goes to 1, D1 to 0, D2 to 1, the others rest.
fn turns(game: &Police, count: usize) -> State {
    let turns: [&[Event]; 6] = [
        &[tipped(D1, 2), Event::HourPassed],
        &[moved(1)],
        &[moved(0)],
        &[moved(1), tipped(D2, 1)],
        &[Event::Rested],
        &[Event::Rested],
    ];
    given(game, &turns[..=count].concat())
}

#[track_caller]
fn refused(game: &Police, state: &State, event: Event, rule: Illegal) {
    let mut after = state.clone();
    assert_eq!(game.apply(&mut after, &event), Err(rule.into()), "{event:?}");
    assert_eq!(after, *state, "{event:?} left a mark");
}

/// Every event there is.
const EVENTS: [Event; 7] = [
    Event::Moved { to: 1 },
    Event::Rested,
    Event::Tipped { detective: D1, city: 2 },
    Event::HourPassed,
    Event::Caught { by: D1 },
    Event::Escaped,
    Event::TimeUp,
];

#[test]
fn over_nothing_happens_after_the_end() {
    let game = town();
    let mut state = turns(&game, 5);
    game.apply(&mut state, &Event::Caught { by: D2 }).unwrap();
    for event in EVENTS {
        refused(&game, &state, event, Illegal::Over);
    }
}

#[test]
fn nobodys_turn_no_move_and_no_rest_once_all_have_acted() {
    let game = town();
    let state = turns(&game, 5);
    refused(&game, &state, moved(1), Illegal::NobodysTurn);
    refused(&game, &state, Event::Rested, Illegal::NobodysTurn);
}

#[test]
fn no_road_no_move_to_a_city_that_no_road_leads_to() {
    let game = town();
    let state = turns(&game, 0);
    // to a city further on, to its own, to none
    for to in [0, 2, 3, u32::MAX] {
        refused(&game, &state, moved(to), Illegal::NoRoad { from: 2, to });
    }
}

#[test]
fn too_far_no_move_along_a_road_longer_than_the_stamina() {
    let game = town();
    let too_far = Illegal::TooFar { length: 5, stamina: 4 };
    refused(&game, &turns(&game, 4), moved(1), too_far);
}

#[test]
fn no_informant_no_tip_that_nobody_owes() {
    let game = town();
    let none = |detective| Illegal::NoInformant { detective };
    // after a turn that ended where no informant lives, to anybody
    let state = turns(&game, 2);
    for detective in [T, D1, D2, D4, Seat(5), Seat(u8::MAX)] {
        refused(&game, &state, tipped(detective, 1), none(detective));
    }
    // given a tip owed to D2, then to nobody else, and not twice
    let owed = given(&game, &[tipped(D1, 2), Event::HourPassed, Event::Rested, moved(0), moved(1)]);
    refused(&game, &owed, tipped(D1, 2), none(D1));
    refused(&game, &owed, tipped(D3, 2), none(D3));
    refused(&game, &turns(&game, 3), tipped(D2, 1), none(D2));
}

#[test]
fn no_informant_the_thief_is_never_tipped() {
    // given a thief in an informant's city
    let game = town();
    let state = turns(&game, 1);
    refused(&game, &state, tipped(T, 1), Illegal::NoInformant { detective: T });
}

#[test]
fn tip_missing_nothing_happens_before_a_tip_that_is_owed() {
    let game = town();
    let missing = Illegal::TipMissing { detective: D1 };
    for event in EVENTS {
        if !matches!(event, Event::Tipped { .. }) {
            refused(&game, &game.start(), event, missing);
        }
    }
}

#[test]
fn tip_missing_those_of_hour_0_come_in_order() {
    // given D1 and D3 at an informant's
    let game = game(TOWN, &CREW.replace("9 0 0 D3", "9 1 0 D3"), 2);
    let start = game.start();
    let too_early = Illegal::NoInformant { detective: D3 };
    refused(&game, &start, tipped(D3, 2), too_early);
    let one_given = given(&game, &[tipped(D1, 2)]);
    let missing = Illegal::TipMissing { detective: D3 };
    refused(&game, &one_given, Event::HourPassed, missing);
}

#[test]
fn wrong_tip_none_that_names_a_city_where_the_thief_is_not() {
    let game = town();
    for city in [0, 1, 3, u32::MAX] {
        let wrong = Illegal::WrongTip { city, thief: 2 };
        refused(&game, &game.start(), tipped(D1, city), wrong);
    }
}

#[test]
fn hour_open_no_closing_before_all_have_acted() {
    let game = town();
    for turns_taken in 0..5 {
        let state = turns(&game, turns_taken);
        for event in &EVENTS[3..] {
            refused(&game, &state, *event, Illegal::HourOpen);
        }
    }
}

#[test]
fn wrong_close_no_closing_but_the_one_that_is_due() {
    let game = town();
    let caught = turns(&game, 5);
    let by = |seat| Event::Caught { by: seat };
    let due = by(D2);
    for event in
        [by(D1), by(D3), by(Seat(u8::MAX)), Event::HourPassed, Event::Escaped, Event::TimeUp]
    {
        refused(&game, &caught, event, Illegal::WrongClose { due });
    }
    let opening = given(&game, &[tipped(D1, 2)]);
    let due = Event::HourPassed;
    for event in [by(D1), Event::Escaped, Event::TimeUp] {
        refused(&game, &opening, event, Illegal::WrongClose { due });
    }
}

#[test]
fn an_action_is_refused_for_the_same_rules_and_leads_to_nothing() {
    let game = town();
    let mut events = vec![Event::Rested];
    let mut dice = Dice::new(Generator::Glibc, 1, 0);
    let refusals = [
        (T, 0, 0, Illegal::NoRoad { from: 2, to: 0 }),
        (D4, 4, 1, Illegal::TooFar { length: 5, stamina: 4 }),
    ];
    for (seat, taken, to, rule) in refusals {
        let state = turns(&game, taken);
        let decided = game.decide_in(&state, seat, &go(to), &mut dice, &mut events);
        assert_eq!(decided, Err(rule.into()));
        assert_eq!(events, [Event::Rested], "the buffer is as it was");
    }
}

#[test]
fn every_rule_says_what_it_is() {
    let told = |rule: Illegal| rule.to_string();
    let messages = [
        Illegal::Over,
        Illegal::NobodysTurn,
        Illegal::NoRoad { from: 1, to: 2 },
        Illegal::TooFar { length: 5, stamina: 4 },
        Illegal::NoInformant { detective: D1 },
        Illegal::TipMissing { detective: D1 },
        Illegal::WrongTip { city: 1, thief: 2 },
        Illegal::HourOpen,
        Illegal::WrongClose { due: Event::TimeUp },
        Illegal::WrongClose { due: Event::HourPassed },
        Illegal::WrongClose { due: Event::Escaped },
        Illegal::WrongClose { due: Event::Caught { by: D1 } },
    ]
    .map(told);
    for (n, message) in messages.iter().enumerate() {
        assert!(!messages[..n].contains(message), "two rules say {message}");
    }
}
