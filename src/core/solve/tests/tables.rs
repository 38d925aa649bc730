//! Solved states that are kept: read again they are the same, solving goes on from them, and what is damaged is refused.

use super::super::table_scenario::{TableFault, TableScenario};
use super::super::{SolvedStates, Unsolvable, solve_further};
use super::*;

/// The states of a game, none of which is known.
fn unsolved<T: Toy>(game: &ToyGame<T>) -> SolvedStates {
    SolvedStates::of(game, &game.0)
}

fn scenario_of<T: Toy>(game: &ToyGame<T>) -> TableScenario {
    TableScenario::of(game, &game.0)
}

fn bytes(states: &SolvedStates) -> Vec<u8> {
    let mut bytes = Vec::new();
    states.write(&mut bytes).expect("memory takes it");
    bytes
}

fn read(mut bytes: &[u8]) -> Result<SolvedStates, TableFault> {
    SolvedStates::read(&mut bytes)
}

/// The table of a game after at most so many states.
fn table<T: Toy>(
    game: &ToyGame<T>,
    states: &mut SolvedStates,
    most: u64,
) -> Result<(), Unsolvable> {
    solve_further(game, Game::start(game), states, most, &go_on)
}

fn whole<T: Toy>(game: &ToyGame<T>) -> SolvedStates {
    let mut states = unsolved(game);
    table(game, &mut states, MANY).expect("this game is solved");
    states
}

/// Given a search that gave up, when its states are written and read and the search goes on, then the table is that of
/// a search without a break.
fn goes_on<T: Toy>(config: &[u8]) {
    let game = ToyGame::<T>::of(config);
    let due = whole(&game);
    let (count, due) = (due.valued(), bytes(&due));
    let mut kept = read(&bytes(&unsolved(&game))).expect("an empty table");
    let mut valued = 0;
    for most in (1..count).step_by((count / 20).max(1) as usize) {
        let limit = Unsolvable::TooManyStates { most };
        assert_eq!(table(&game, &mut kept, most), Err(limit));
        kept = read(&bytes(&kept)).expect("as it was written");
        assert!((valued..most).contains(&kept.valued()), "{most}");
        valued = kept.valued();
    }
    assert!(valued > 0);
    table(&game, &mut kept, count).expect("enough states");
    assert!(bytes(&kept) == due);
}

#[test]
fn a_search_goes_on_from_its_table() {
    goes_on::<Heaps>(&[3, 4, 5]);
    goes_on::<Noughts>(&[]);
    goes_on::<Throws>(&[]);
    goes_on::<LoneThrower>(&[]);
}

#[test]
fn a_search_that_was_stopped_goes_on_in_memory_too() {
    let game = ToyGame::<Noughts>::of(&[]);
    let mut states = unsolved(&game);
    let start = Game::start(&game);
    let stopped = solve_further(&game, start, &mut states, MANY, &|_| false);
    assert!(matches!(stopped, Err(Unsolvable::Stopped { .. })));
    assert!((1..5478).contains(&states.valued()));
    table(&game, &mut states, MANY).expect("it is solved");
    assert!(bytes(&states) == bytes(&whole(&game)));
}

#[test]
fn a_finished_table_answers_without_a_search() {
    let game = ToyGame::<Noughts>::of(&[]);
    let mut states = read(&bytes(&whole(&game))).expect("as it was written");
    table(&game, &mut states, 0).expect("nothing is left to be solved");
    let solution = Solution::of(&game, Game::start(&game), &states).expect("it begins");
    let fresh = solved(&game);
    for state in reached::<Noughts>(&[]) {
        assert_eq!(solution.value(&state), fresh.value(&state));
    }
}

#[test]
fn where_states_come_again_only_a_finished_table_is_kept() {
    let game = ToyGame::<RingChase>::of(&[12, 1, 99, 99]);
    let due = whole(&game);
    let mut states = unsolved(&game);
    let most = due.valued() - 1;
    assert!(table(&game, &mut states, most).is_err());
    assert_eq!(states.valued(), 0);
    table(&game, &mut states, most + 1).expect("enough states");
    assert!(bytes(&states) == bytes(&due));
    let states = read(&bytes(&due)).expect("as it was written");
    let solution = Solution::of(&game, Game::start(&game), states).expect("it begins");
    let start = Game::start(&game);
    assert_eq!(solution.value(&start), solved(&game).value(&start));
}

#[test]
fn a_table_with_a_changed_byte_is_refused_and_so_is_a_part_of_one() {
    for whole in [
        bytes(&whole(&ToyGame::<Heaps>::of(&[1, 2]))),
        bytes(&whole(&ToyGame::<LoneThrower>::of(&[]))),
    ] {
        assert!(read(&whole).is_ok());
        for at in 0..whole.len() {
            for change in 1..=255 {
                let mut damaged = whole.clone();
                damaged[at] ^= change;
                assert!(read(&damaged).is_err(), "byte {at} changed by {change}");
            }
            assert!(read(&whole[..at]).is_err(), "cut at {at}");
        }
        let longer = [&whole[..], &[0]].concat();
        assert!(matches!(read(&longer), Err(TableFault::Damaged)));
        assert!(matches!(read(b"{\"chase\":1}"), Err(TableFault::NotATable)));
        let newer = [b"CHASETB\x02", &whole[8..]].concat();
        assert!(matches!(read(&newer), Err(TableFault::Form(2))));
    }
}

/// A table whose seal is right and whose values were never worked out: they are refused, or lead to no panic.
#[test]
fn a_forged_table_is_no_reason_to_panic() {
    let game = ToyGame::<Heaps>::of(&[2, 2]);
    let whole = bytes(&whole(&game));
    for at in 0..whole.len() - 16 {
        for change in [1, 2, 0x80, 0xff] {
            let mut forged = whole[..whole.len() - 16].to_vec();
            forged[at] ^= change;
            let seal = crate::seal::Seal::of(&forged);
            forged.extend_from_slice(&seal.0);
            let Ok(mut states) = read(&forged) else {
                continue;
            };
            let _ = states.check(&game, &game.0);
            let _ = table(&game, &mut states, MANY);
            let start = Game::start(&game);
            let solution = Solution::of(&game, start.clone(), &states).expect("it begins");
            for state in reached::<Heaps>(&[2, 2]) {
                let _ = (solution.choices(&state), solution.line(&state));
            }
        }
    }
}

#[test]
fn a_table_of_something_else_is_refused() {
    let game = ToyGame::<Heaps>::of(&[1, 2]);
    let told = |of: TableScenario| of.check(&scenario_of(&game)).unwrap_err().to_string();
    let other = || scenario_of(&ToyGame::<Heaps>::of(&[2, 1]));
    assert_eq!(told(other()), "this is a table of another scenario of the same game");
    let of = TableScenario { writer: "chase-sim 0.0.1".into(), ..other() };
    assert!(told(of).starts_with("this table was made by chase-sim 0.0.1; only tables made by "));
    let of = TableScenario { rules: 7, ..other() };
    assert!(told(of).starts_with("this table was solved by version 7 of the game's rules; "));
    let of = TableScenario { game: "chess".into(), ..other() };
    assert_eq!(told(of), "this is a table of the game chess, not of toy");
    assert!(unsolved(&game).check(&game, &game.0).is_ok());
    let elsewhere = ToyGame::<Heaps>::of(&[2, 1]);
    assert!(unsolved(&elsewhere).check(&game, &game.0).is_err());
}
