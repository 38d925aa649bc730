//! The rules against a second implementation, written from the rules page alone.

use std::collections::{BTreeMap, BTreeSet};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game, Turn};
use chase::games::scotland_yard::{Action, Event, Scenario, ScotlandYard, Ticket};

use super::naive;
use super::town::{Plan, Played, Told, naive, scenario, words};

const GAMES: u64 = 4_000;

/// How often something was seen.
type Seen = BTreeMap<String, u32>;

fn told_words(told: &[Told]) -> Vec<(String, String)> {
    let both = |(truth, public): &Told| Some((words(truth)?, words(public)?));
    told.iter().filter_map(both).collect()
}

/// The sets are equal, and in their fixed order; nothing else can be played.
fn same_moves(played: &Played, naive: &naive::Game) -> Vec<Action> {
    let legal = played.legal();
    let mine: BTreeSet<_> = legal.iter().map(Action::to_string).collect();
    assert_eq!(mine, naive.moves());
    assert_eq!(mine.len(), legal.len(), "a set holds nothing twice");
    let order = |action: &Action| match *action {
        Action::Move(leg) => (0, leg.to, leg.ticket, 0, Ticket::Taxi),
        Action::Double { first, second } => (1, first.to, first.ticket, second.to, second.ticket),
        Action::Pass => (2, 0, Ticket::Taxi, 0, Ticket::Taxi),
    };
    assert!(legal.is_sorted_by_key(order), "{legal:?}");
    legal
}

fn same_state(played: &Played, naive: &naive::Game) {
    let (state, seats) = (&played.state, naive.stations().len());
    let mut stations = vec![u32::from(state.mr_x)];
    stations.extend(state.public.detectives[..seats - 1].iter().map(|it| u32::from(*it)));
    assert_eq!(stations, naive.stations());
    assert_eq!(&state.public.tickets[..seats], &naive.tickets()[..]);
    assert_eq!(u32::from(state.public.last_known), naive.last_known());
    assert_eq!(state.public.round as usize, naive.rounds_used());
    let seat = played.to_move().map(|seat| seat.index());
    assert_eq!(seat, naive.to_move());
}

/// What is not in the set is refused, with the set.
fn refuses(played: &Played, legal: &[Action], others: &[Action]) {
    let Some(seat) = played.to_move() else {
        return;
    };
    for action in others {
        let mut dice = Dice::new(Generator::Chacha8, 0, 0);
        let mut out = Vec::new();
        let decided = played.game.decide_in(&played.state, seat, action, &mut dice, &mut out);
        assert_eq!(decided.is_ok(), legal.contains(action), "{action}");
        if let Err(rule) = decided {
            assert!(out.is_empty());
            let said = rule.to_string();
            assert!(said.contains("is not a legal move; legal: "), "{said}");
            let single = legal.iter().find(|it| matches!(it, Action::Move(_)));
            assert!(single.is_none_or(|it| said.contains(&it.to_string())), "{said}");
        }
    }
}

fn compare(scenario: &Scenario, dice: &mut Dice, number: u64, seen: &mut Seen) {
    let mut naive = naive(scenario);
    let game = ScotlandYard::new(scenario.clone()).expect("a town is playable");
    let (mut played, opening) = Played::begin(game, Dice::new(Generator::Chacha8, 1, number));
    let over = opening.iter().find_map(|(event, _)| match event {
        Event::GameOver { cause } => Some(cause.word()),
        _ => None,
    });
    assert_eq!(over, naive.over());
    if over.is_some() {
        *seen.entry("over as it begins".into()).or_default() += 1;
    }
    let mut others: Vec<Action> = Vec::new();
    while let Some(seat) = naive.to_move() {
        same_state(&played, &naive);
        let legal = same_moves(&played, &naive);
        assert!(!legal.is_empty(), "neither a winner nor a move");
        refuses(&played, &legal, &others);
        let count = u32::try_from(legal.len()).expect("few");
        let action = legal[dice.below(count) as usize];
        let mine = told_words(&played.play(action));
        assert_eq!(mine, naive.play(&action.to_string()));
        let kind = match action {
            Action::Double { second, .. } if second.ticket == Ticket::Secret => "secret double",
            Action::Double { .. } => "double",
            Action::Move(leg) if leg.ticket == Ticket::Secret => "secret",
            Action::Move(_) => "move",
            Action::Pass => "pass",
        };
        *seen.entry(format!("{kind} of {}", seat.min(1))).or_default() += 1;
        others = legal;
        others.truncate(12);
    }
    same_state(&played, &naive);
    let Turn::Over(outcome) = played.game.turn(&played.state) else {
        panic!("the second implementation says it is over");
    };
    assert_eq!(Some(&*outcome.cause), naive.over());
    let wins_mr_x = ["escaped", "stuck"].contains(&&*outcome.cause);
    assert_eq!(outcome.points, if wins_mr_x { [2, 0] } else { [0, 2] });
    *seen.entry(outcome.cause.into_owned()).or_default() += 1;
}

#[test]
fn every_move_event_and_ending_is_that_of_the_second_implementation() {
    let mut dice = Dice::new(Generator::Chacha8, 11, 0);
    let mut seen = Seen::new();
    for number in 0..GAMES {
        let size = 2 + dice.below(14);
        let plan = Plan {
            stations: size,
            edges: size + dice.below(2 * size),
            rounds: 10,
            tickets: [2, 4, 12][dice.below(3) as usize],
            detectives: 5,
            one_reveal_in: 3,
        };
        let scenario = scenario(plan, &mut dice);
        compare(&scenario, &mut dice, number, &mut seen);
    }
    let due = [
        "captured",
        "cornered",
        "escaped",
        "stuck",
        "over as it begins",
        "move of 0",
        "secret of 0",
        "double of 0",
        "secret double of 0",
        "move of 1",
        "pass of 1",
    ];
    for kind in due {
        assert!(seen.get(kind).is_some_and(|count| *count > 50), "{kind}: {seen:?}");
    }
}
