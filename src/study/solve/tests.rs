//! The solver against theory, against plain searches written here, and against values worked out by hand.

mod toys;

use std::collections::BTreeMap;

use num_rational::Ratio;

use super::{BestLineEnd, Solution, SolveProgress, SolvedValue, Unsolvable, solve};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Turn};
use toys::*;

const MANY: u64 = 1_000_000;

fn go_on(_: SolveProgress) -> bool {
    true
}

fn solved<T: Toy>(game: &ToyGame<T>) -> Solution<'_, ToyGame<T>> {
    let solution = solve(game, Game::start(game), MANY, &go_on);
    solution.expect("this game is solved")
}

fn refused<T: Toy>(config: &[u8], states_max: u64) -> Unsolvable {
    let game = ToyGame::<T>::of(config);
    let solution = solve(&game, Game::start(&game), states_max, &go_on);
    solution.err().expect("this game is refused")
}

fn value(points: i128, moves: u32) -> SolvedValue {
    SolvedValue::Ends { points: Ratio::from(points), moves: Some(moves) }
}

/// The states that follow one, where there are no dice.
fn after<T: Toy>(config: &[u8], state: &[u8]) -> Vec<Vec<u8>> {
    let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
    let legal = T::legal(config, state).into_iter();
    legal.map(|action| T::next(config, state, Some(action), dice)).collect()
}

/// All states that can be reached.
fn reached<T: Toy>(config: &[u8]) -> Vec<Vec<u8>> {
    let mut found = vec![T::start(config)];
    let mut n = 0;
    while let Some(state) = found.get(n).cloned() {
        n += 1;
        if matches!(T::turn(config, &state), Turn::Seat(_)) {
            for next in after::<T>(config, &state) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
    }
    found
}

#[test]
fn nim_is_won_where_the_exclusive_or_of_the_heaps_is_not_zero() {
    let game = ToyGame::<Heaps>::of(&[3, 4, 5]);
    let solution = solved(&game);
    let states = reached::<Heaps>(&game.0);
    // 4 x 5 x 6 heaps for either mover. The first is to move after an even number of moves: never with one stick
    // gone, nor with one of each of three heaps; the second never with none gone, nor with one of each of two.
    assert_eq!(solution.states(), 240 - 3 - 1 - 1 - 3);
    assert_eq!(solution.states(), states.len() as u64);
    for state in states {
        let is_won = state[1..].iter().fold(0, |all, heap| all ^ heap) != 0;
        let winner = usize::from(if is_won { state[0] } else { 1 - state[0] });
        let value = solution.value(&state).expect("it was reached");
        assert_eq!(value.share(winner), Some(Ratio::from(1)), "{state:?}");
        assert_eq!(value.share(1 - winner), Some(Ratio::from(0)), "{state:?}");
    }
    assert_eq!(solution.value(&vec![0, 9, 9, 9]), None);
}

/// The points of the first side and the moves to the end, by a plain search.
fn plain<T: Toy>(state: &[u8], known: &mut BTreeMap<Vec<u8>, (i8, u32)>) -> (i8, u32) {
    if let Some(known) = known.get(state) {
        return *known;
    }
    let value = match T::turn(&[], state) {
        Turn::Over(outcome) => (outcome.points[0] as i8, 0),
        turn => {
            let sign = if turn == Turn::Seat(chase_engine::seat::Seat(0)) { 1 } else { -1 };
            let next = after::<T>(&[], state);
            let values = next.iter().map(|next| plain::<T>(next, known));
            // The mover's own points, from -1 to 1; quick ends are worth more unless they are losses.
            let order = |(points, moves): &(i8, u32)| {
                let mine = sign * (points - 1);
                let moves = i64::from(*moves);
                (mine, if mine < 0 { moves } else { -moves })
            };
            let best = values.max_by_key(order).expect("there is a move");
            (best.0, best.1 + 1)
        }
    };
    known.insert(state.to_vec(), value);
    value
}

#[test]
fn noughts_and_crosses_are_as_a_plain_search_finds_them() {
    let game = ToyGame::<Noughts>::of(&[]);
    let solution = solved(&game);
    // The number of its positions is well known.
    assert_eq!(solution.states(), 5478);
    let mut known = BTreeMap::new();
    plain::<Noughts>(&Game::start(&game), &mut known);
    assert_eq!(known.len(), 5478);
    for (state, (points, moves)) in &known {
        let expected = value((*points).into(), *moves);
        assert_eq!(solution.value(state), Some(expected), "{state:?}");
        let Some((_, choices)) = solution.choices(state) else {
            continue;
        };
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        for choice in choices {
            let next = Noughts::next(&[], state, Some(choice.action), dice);
            let (points, moves) = known[&next];
            let expected = value(points.into(), moves + 1);
            assert_eq!(choice.value, expected, "{state:?} {}", choice.action);
        }
    }
    let line = solution.line(&Game::start(&game)).expect("it is reached");
    assert_eq!(line.moves.len(), 9);
    assert!(matches!(line.end, BestLineEnd::Over(outcome) if outcome.points == [1, 1]));
}

/// What side 0 gets within so many moves, in every state, if a game that is not over by then has a
/// given worth: a step by definition.
fn longer<T: Toy>(config: &[u8], shorter: &BTreeMap<Vec<u8>, u8>) -> BTreeMap<Vec<u8>, u8> {
    let step = |state: &Vec<u8>| match T::turn(config, state) {
        Turn::Over(outcome) => outcome.points[0],
        turn => {
            let next = after::<T>(config, state);
            let next = next.iter().map(|next| shorter[next]);
            let first = turn == Turn::Seat(chase_engine::seat::Seat(0));
            if first { next.max() } else { next.min() }.expect("there is a move")
        }
    };
    shorter.keys().map(|state| (state.clone(), step(state))).collect()
}

/// For every state what side 0 gets at least and at most, by moves that are left.
fn bounds<T: Toy>(config: &[u8]) -> [Vec<BTreeMap<Vec<u8>, u8>>; 2] {
    let states = reached::<T>(config);
    [0, 2].map(|unknown| {
        let mut all = vec![states.iter().map(|it| (it.clone(), unknown)).collect()];
        for _ in 0..states.len() + 2 {
            all.push(longer::<T>(config, &all[all.len() - 1]));
        }
        // The first is one in which not even ends are known.
        all.remove(0);
        all
    })
}

#[test]
fn a_chase_in_which_states_come_again_is_as_a_slow_search_finds_it() {
    const NOWHERE: u8 = 99;
    let mut seen = [0; 4];
    for places in 3..8 {
        for is_ring in 0..2 {
            for escape in [NOWHERE, 0, 1, places - 1] {
                for draw in [NOWHERE, 0, 2, places - 1] {
                    let config = [places, is_ring, escape, draw];
                    let game = ToyGame::<RingChase>::of(&config);
                    let solution = solved(&game);
                    let [least, most] = bounds::<RingChase>(&config);
                    let states = least[0].len();
                    assert_eq!(solution.states(), states as u64, "{config:?}");
                    for state in least[0].keys() {
                        let first = |all: &[BTreeMap<Vec<u8>, u8>], points| {
                            let moves = all.iter().position(|all| all[state] == points);
                            moves.map(|moves| u32::try_from(moves).expect("few"))
                        };
                        let found = solution.value(state).expect("it is reached");
                        let end = (least[states][state], most[states][state]);
                        let expected = match end {
                            (2, 2) => value(2, first(&least, 2).expect("won")),
                            (0, 0) => value(0, first(&most, 0).expect("lost")),
                            (1, 1) => value(1, found.moves().expect("it ends")),
                            _ => SolvedValue::Undecided,
                        };
                        assert_eq!(found, expected, "{config:?} {state:?} {end:?}");
                        let line = solution.line(state).expect("it is reached");
                        match line.end {
                            BestLineEnd::Over(outcome) => {
                                let points = i128::from(outcome.points[0]);
                                let moves = u32::try_from(line.moves.len()).expect("few");
                                assert_eq!(found, value(points, moves), "{config:?} {state:?}");
                                seen[usize::from(outcome.points[0])] += 1;
                            }
                            BestLineEnd::Undecided => {
                                assert_eq!(found, SolvedValue::Undecided);
                                seen[3] += 1;
                            }
                            BestLineEnd::Dice => panic!("there are none"),
                        }
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 100), "{seen:?}");
}

#[test]
fn dice_give_the_fractions_that_are_worked_out_by_hand() {
    // With 5 or 6 seat 0 keeps: 1/3. Else seat 1 chooses the die of five: 4 and 5 of it win, 2/5. In
    // all 1/3 + 2/3 x 2/5 = 3/5.
    let game = ToyGame::<Throws>::of(&[]);
    let solution = solved(&game);
    let share = |state: [u8; 2]| {
        let value = solution.value(&state.to_vec()).expect("it is reached");
        value.share(0).expect("it ends")
    };
    assert_eq!(share([0, 0]), Ratio::new(3, 5));
    assert_eq!(share([1, 6]), Ratio::from(1));
    // It wins in one move, but the other choice throws dice, so that nobody counts moves from there.
    assert_eq!(solution.value(&vec![1, 6]).and_then(SolvedValue::moves), None);
    assert_eq!(share([1, 4]), Ratio::new(2, 5));
    let (seat, dice) = solution.choices(&vec![2, 0]).expect("seat 1 chooses");
    let shares = dice.iter().map(|die| die.value.share(1).expect("it ends"));
    let halves = [Ratio::new(1, 2), Ratio::new(1, 2), Ratio::new(3, 5)];
    assert_eq!((seat.0, shares.collect::<Vec<_>>()), (1, halves.to_vec()));
    let best: Vec<_> = dice.iter().map(|die| die.is_best).collect();
    assert_eq!(best, [false, false, true]);
    let start = solution.line(&vec![0, 0]).expect("it is reached");
    assert_eq!((start.moves.len(), start.end), (0, BestLineEnd::Dice));
    // The start, six throws, the choice of a die, both ends.
    assert_eq!(solution.states(), 10);
}

#[test]
fn one_player_against_dice_stops_when_it_pays() {
    // The last throw is worth 1/6 + 1/12 = 1/4. With two to go a five is kept, 1/2 against 1/4: 1/6 + 1/12 +
    // 4/6 x 1/4 = 5/12. With three, a five is kept again: 1/4 + 4/6 x 5/12 = 19/36.
    let game = ToyGame::<LoneThrower>::of(&[]);
    let solution = solved(&game);
    let share = |state: [u8; 2]| solution.value(&state.to_vec())?.share(0);
    assert_eq!(share([0, 0]), Some(Ratio::new(19, 36)));
    assert_eq!(share([1, 1]), Some(Ratio::new(5, 12)));
    assert_eq!(share([2, 5]), Some(Ratio::new(1, 2)));
    assert_eq!(share([2, 1]), Some(Ratio::new(1, 4)));
}

#[test]
fn what_is_not_solved_is_refused_by_name() {
    assert_eq!(refused::<Odd<2, true>>(&[GROWS], MANY), Unsolvable::Secrets);
    assert_eq!(refused::<Odd<2, false>>(&[AT_ONCE], MANY), Unsolvable::AtOnce);
    assert_eq!(refused::<Odd<3, false>>(&[GROWS], MANY), Unsolvable::Sides(3));
    let points = refused::<Odd<2, false>>(&[BOTH_WIN], MANY);
    assert_eq!(points, Unsolvable::Points("both".into()));
    assert_eq!(refused::<Odd<2, false>>(&[AGAIN], MANY), Unsolvable::CyclicChance);
    for what in [STUCK, WORLD] {
        let broken = refused::<Odd<2, false>>(&[what], MANY);
        assert!(matches!(broken, Unsolvable::Broken(_)), "{broken}");
    }
}

#[test]
fn a_search_ends_at_its_limit_and_when_it_is_stopped() {
    let most = 10_000;
    let limit = Unsolvable::TooManyStates { most };
    assert_eq!(refused::<Odd<2, false>>(&[GROWS], most), limit);
    assert_eq!(refused::<Noughts>(&[], 5477).to_string(), "more than 5477 states can be reached");
    let game = ToyGame::<Noughts>::of(&[]);
    assert!(solve(&game, Game::start(&game), 5478, &go_on).is_ok());
    let ring = [12, 1, 99, 99];
    let states = solved(&ToyGame::<RingChase>::of(&ring)).states();
    let limit = Unsolvable::TooManyStates { most: states - 1 };
    assert_eq!(refused::<RingChase>(&ring, states - 1), limit);
    let game = ToyGame::<Odd<2, false>>::of(&[GROWS]);
    let stopped = solve(&game, Game::start(&game), MANY, &|progress| progress.states < 50_000);
    let Err(Unsolvable::Stopped { states }) = stopped else {
        panic!("it was to stop");
    };
    assert!((50_000..60_000).contains(&states), "{states}");
}
