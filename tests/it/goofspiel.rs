//! Goofspiel, tests/goofspiel: a game in which both act at once. It keeps the laws, every command knows
//! turns of several seats, and nobody sees what another one chose before all have chosen.

#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../goofspiel/main.rs"]
pub mod game;

mod votes;

use chase::checks::laws::{Budget, KeepsLaws as _};
use chase::engine::dice::Generator;
use chase::engine::header::Header;
use chase::prelude::*;
use chase::record::entry::GameEntry;

use crate::harness::{Place, project};
use game::{Goofspiel, Scenario};

fn header(cards: u8, seed: i64, players: [&str; 2]) -> Header {
    let game = Goofspiel::new(Scenario { cards }).expect("it can be played");
    let players = players.map(str::to_owned);
    Header::new(&game, &players, Generator::Chacha8, seed)
}

crate::tables::table!();

#[test]
fn it_keeps_every_law() {
    for seed in 0..20 {
        for players in [["random", "random"], ["matching", "random"]] {
            let kept = GameEntry::<Goofspiel>::new().check_laws(&header(6, seed, players));
            kept.unwrap_or_else(|law| panic!("seed {seed}: {law}"));
        }
    }
    let header = header(3, 1, ["random", "matching"]);
    let searched = GameEntry::<Goofspiel>::new().search_laws(&header, &Budget::SMALL, &mut |_| {});
    let searched = searched.unwrap_or_else(|found| panic!("{found:?}"));
    assert!(searched.is_whole && searched.states_inexact == 0);
    // The search follows some of the lost turns alone.
    let states = states_of(3, false)..=states_of(3, true);
    assert!(states.contains(&searched.states), "{states:?}: {searched:?}");
}

/// How many states there are, counted from the rules once more: prizes that were turned up, hands and
/// points.
fn states_of(cards: u8, with_lost: bool) -> u64 {
    use std::collections::BTreeSet;
    type State = (u8, Vec<u8>, [Vec<u8>; 2], [u8; 2]);
    let all: Vec<u8> = (1..=cards).collect();
    let (mut seen, mut open) = (BTreeSet::<State>::new(), Vec::new());
    open.push((0, all.clone(), [all.clone(), all], [0, 0]));
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let (prize, prizes, hands, points) = state;
        if prize == 0 {
            for card in &prizes {
                let left = prizes.iter().copied().filter(|it| it != card).collect();
                open.push((*card, left, hands.clone(), points));
            }
            continue;
        }
        // Nothing stands for a lost turn.
        let bids = |hand: &Vec<u8>| {
            let lost = Some(0).filter(|_| with_lost);
            lost.into_iter().chain(hand.iter().copied()).collect::<Vec<_>>()
        };
        for one in bids(&hands[0]) {
            for two in bids(&hands[1]) {
                let without = |hand: &Vec<u8>, bid: u8| {
                    let gone = if bid == 0 { hand[0] } else { bid };
                    hand.iter().copied().filter(|it| *it != gone).collect()
                };
                let hands = [without(&hands[0], one), without(&hands[1], two)];
                let mut points = points;
                match one.cmp(&two) {
                    std::cmp::Ordering::Greater => points[0] += prize,
                    std::cmp::Ordering::Less => points[1] += prize,
                    std::cmp::Ordering::Equal => {}
                }
                open.push((0, prizes.clone(), hands, points));
            }
        }
    }
    seen.len() as u64
}

#[test]
fn it_takes_no_more_than_220_lines_and_no_hidden_module() {
    let text = std::fs::read_to_string(project("tests/goofspiel/main.rs")).expect("its source");
    assert!(text.lines().count() <= 220, "{}", text.lines().count());
    let used: Vec<_> = text.lines().filter(|line| line.starts_with("use ")).collect();
    let its = [
        "use std::cmp::Ordering;",
        "use std::process::ExitCode;",
        "use chase::prelude::*;",
        "use serde::{Deserialize, Serialize};",
    ];
    assert_eq!(used, its);
}

#[test]
fn damaged_files_are_refused_and_never_panic() {
    let place = Place::of("goofspiel");
    place.chase("record --seed 1 -o g.chase").status(0);
    let whole = place.read("g.chase");
    for n in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[n] ^= 1 << (n % 8);
        place.write("bad.chase", &bytes);
        let ran = place.chase("verify bad.chase");
        assert!(matches!(ran.status, Some(1 | 2)), "byte {n}: {ran}");
        assert!(!ran.stderr.contains("panic"), "byte {n}: {ran}");
    }
}

#[test]
fn what_it_says_to_try_next_is_taken_whatever_the_cycle_is_called() {
    let place = Place::of("goofspiel");
    let told = place.chase("record --cards 3 --seed 1 -o g.json").status(0).stdout;
    let next: Vec<_> = told.lines().filter_map(|it| it.strip_prefix("  goofspiel ")).collect();
    assert_eq!(next.len(), 3, "{told}");
    for line in next {
        place.chase(line).status(0);
    }
}

#[test]
fn people_choose_one_after_the_other_and_see_nothing_of_it() {
    let place = Place::of("goofspiel");
    let words = "play --cards 3 --seed 1 --player human --player human -o p.json";
    let words: Vec<_> = words.split(' ').collect();
    let typed = "\nbid 3\n\nbid 2\n\nundo\n\nbid 2\n\nbid 2\n\nbid 1\n\nbid 3\n\nbid 1\n\nbid 3\n";
    let told = place.chase_with(&words, typed).status(0);
    let told = told.stdout_has("P2's turn: the others look away, P2 presses Enter").stdout;
    let second = told.split("presses Enter").nth(2).expect("the second person's turn");
    assert!(!second.contains("bids"), "{told}");
    place.chase("verify p.json").status(0).stdout_has("ok    p.json");
}
