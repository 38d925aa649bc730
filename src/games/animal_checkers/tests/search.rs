//! The search against exhaustive search, and its limits.

use super::*;
use std::thread;

use crate::new::opening;
use crate::players::learned::Learned;
use crate::players::search::{AnimalSearch, AnimalSearchLimits, WIN};
use crate::rules;
use chase_engine::dice::Generator;
use chase_kit::budget::StopFlag;
use chase_record::any::AnyGame as _;
use chase_record::entry::GameEntry;
use chase_record::replay::Header;

fn best(position: &Position, side: usize, depth: usize) -> (Action, i32) {
    best_of(position, side, depth, 200)
}

fn best_of(position: &Position, side: usize, depth: usize, moves_left: u32) -> (Action, i32) {
    let limits = AnimalSearchLimits { depth, ..AnimalSearchLimits::NONE };
    let found = AnimalSearch::new(Learned::usual(), 1 << 16).best(
        (position, side),
        &[],
        moves_left,
        limits,
    );
    (found.action, found.score)
}

/// In how many moves a side wins at most, by trying everything.
fn wins_in(position: &Position, side: usize, depth: usize) -> Option<usize> {
    (1..=depth).step_by(2).find(|depth| can_force(position, side, *depth))
}

fn moves(position: &Position, side: usize) -> Vec<(Action, Position)> {
    let mut legal = Vec::new();
    rules::legal(position, side, &mut legal);
    let after = |action: &Action| {
        let Action::Move { piece, .. } = *action;
        let to = rules::step(position, side, *action).unwrap().to;
        (*action, position.stepped(side, piece as usize, to.number()))
    };
    legal.iter().map(after).collect()
}

fn is_won(after: &Position, side: usize) -> bool {
    let den = crate::board::DEN[1 - side];
    after.square_holds(side, den) || !after.can_step(1 - side)
}

fn can_force(position: &Position, side: usize, depth: usize) -> bool {
    moves(position, side).iter().any(|(_, after)| {
        is_won(after, side)
            || depth > 2
                && moves(after, 1 - side)
                    .iter()
                    .all(|(_, reply)| !is_won(reply, 1 - side) && can_force(reply, side, depth - 2))
    })
}

#[test]
fn it_finds_every_win_in_five_and_no_other() {
    const DEPTH: usize = 5;
    let mut wins = 0;
    for number in 0..2_000 {
        // given a position of a random game
        let mut dice = Dice::new(Generator::Chacha8, 5, number);
        let (position, side) = opening(16 + dice.below(20), &mut dice);
        // then the search sees a win exactly where there is one, and as short as it is
        let (action, score) = best(&position, side, DEPTH);
        let exact = wins_in(&position, side, DEPTH);
        let seen = (score > WIN - 100).then(|| usize::try_from(WIN - score).unwrap());
        assert_eq!(seen.filter(|moves| *moves <= DEPTH), exact, "{position} {side}");
        if let Some(moves_to_win) = exact {
            wins += 1;
            let after = moves(&position, side).into_iter().find(|it| it.0 == action).unwrap().1;
            let keeps = is_won(&after, side)
                || moves(&after, 1 - side)
                    .iter()
                    .all(|(_, reply)| can_force(reply, side, moves_to_win - 2));
            assert!(keeps, "{position} {side}: {action}");
        }
    }
    assert!(wins > 60, "only {wins} positions are won");
}

#[test]
fn it_enters_the_den_and_keeps_the_enemy_out_of_its_own() {
    let open = board(
        ". . M x . . .
         . . . . . . e
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . t . .
         . . . X t . ."
            .replace('t', ".")
            .as_str(),
    );
    assert_eq!(best(&open, 0, 1), (typed("mr"), WIN - 1));
    // given an enemy one step from the den, which only the elephant can capture
    let threatened = board(
        ". . . x . . .
         . . . . . . .
         . . . . . . .
         . M . . . . .
         . . . . . . .
         . . . t E . .
         . . . X . . .",
    );
    assert_eq!(best(&threatened, 0, 1).0, typed("el"));
}

#[test]
fn it_knows_that_the_last_move_draws() {
    // given a win in three, and only two moves left
    let position = board(
        ". . . x . . .
         . . . . . . .
         . . . T . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . X . . d",
    );
    assert_eq!(best_of(&position, 0, 6, 200).1, WIN - 3);
    assert_eq!(best_of(&position, 0, 6, 2).1, 0);
}

#[test]
fn so_many_positions_are_so_many_and_repeat_themselves() {
    let start = DrawnTable::with(Scenario::default()).state.position;
    for nodes in [1, 2, 100, 5_000] {
        let limits = AnimalSearchLimits { nodes, ..AnimalSearchLimits::NONE };
        let first = AnimalSearch::new(Learned::usual(), nodes).best((&start, 0), &[], 200, limits);
        assert!(first.nodes <= nodes + 1, "{} of {nodes}", first.nodes);
        // A search that has a past finds the same.
        let mut used = AnimalSearch::new(Learned::usual(), nodes);
        used.best((&start, 1), &[], 200, limits);
        let again = used.best((&start, 0), &[], 200, limits);
        assert_eq!((first.action, first.score), (again.action, again.score));
    }
}

#[test]
fn time_ends_it() {
    let start = DrawnTable::with(Scenario::default()).state.position;
    let limits = AnimalSearchLimits {
        time: Some(std::time::Duration::from_millis(1)),
        ..AnimalSearchLimits::NONE
    };
    let found = AnimalSearch::new(Learned::usual(), u64::MAX).best((&start, 0), &[], 200, limits);
    assert!(found.depth < 30, "a millisecond is not enough for {}", found.depth);
}

/// Records a game whose players would think for years, until it is stopped. The newest cycle.
fn recorded_until(stop: &StopFlag) -> Option<u64> {
    let game = AnimalCheckers::new(Scenario::default()).expect("the start is playable");
    let names = ["alphabeta:depth=96", "alphabeta:depth=96"].map(str::to_owned);
    let mut header = Header::new(&game, &names, Generator::Chacha8, 1);
    let entry = GameEntry::<AnimalCheckers>::new();
    let recording = entry.record_with(&mut header, &[], stop);
    let mut recording = recording.expect("built-in players");
    while recording.advance() {}
    assert!(!recording.advance(), "it stays stopped");
    assert_eq!(recording.now().next(), 1, "nothing of move 1 is there");
    recording.now().last()
}

#[test]
fn of_two_games_one_is_stopped_and_the_other_thinks_on() {
    // given two games with flags of their own
    let [one, other] = [(); 2].map(|()| {
        let stop = StopFlag::default();
        let mine = stop.clone();
        (stop, thread::spawn(move || recorded_until(&mine)))
    });
    while !(one.0.is_heard() && other.0.is_heard()) {
        thread::yield_now();
    }
    // when one is stopped
    one.0.stop();
    let newest = one.1.join().expect("it ends");
    // then only that one ends, after the last cycle that was whole
    assert_eq!(newest, Some(0));
    assert!(!other.1.is_finished());
    assert!(other.0.is_heard());
    other.0.stop();
    assert_eq!(other.1.join().expect("it ends too"), Some(0));
}
