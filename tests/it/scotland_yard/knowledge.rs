//! Where Mr X can be, against brute force over all that he could have done.

use std::collections::BTreeMap;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::Game;
use chase::games::scotland_yard::knowledge::Knowledge;
use chase::games::scotland_yard::{Event, MR_X, Scenario, ScotlandYard};

use super::naive::Beliefs;
use super::town::{Plan, Played, Told, naive, scenario, words};

type Where = BTreeMap<u32, f64>;

fn known(knowledge: &Knowledge) -> Where {
    let stations = knowledge.stations().into_iter();
    stations.map(|(at, share)| (u32::from(at), share)).collect()
}

fn same(mine: &Where, brute: &Where) {
    let stations = |them: &Where| them.keys().copied().collect::<Vec<_>>();
    assert_eq!(stations(mine), stations(brute));
    for (station, share) in mine {
        assert!((share - brute[station]).abs() < 1e-9, "{station}: {mine:?} {brute:?}");
    }
}

fn public_words(told: &[Told]) -> Vec<String> {
    told.iter().filter_map(|(_, public)| words(public)).collect()
}

fn over(told: &[Told]) -> Option<&'static str> {
    told.iter().find_map(|(event, _)| match event {
        Event::GameOver { cause } => Some(cause.word()),
        _ => None,
    })
}

/// Plays a random game; after everything that is told, what is known is what brute force finds.
/// How often a first leg of a double was looked at, and how often his station was not certain.
fn compare(scenario: &Scenario, dice: &mut Dice, seen: &mut [u32; 2]) {
    let game = ScotlandYard::new(scenario.clone()).expect("a town is playable");
    let mut knowledge = Knowledge::new(game.setting());
    let hideouts: Vec<_> = game.setting().hideouts.iter().map(|it| u32::from(*it)).collect();
    let mut beliefs = Beliefs::new(&naive(scenario), &hideouts);
    let (mut played, opening) = Played::begin(game, Dice::new(Generator::Chacha8, 1, 0));
    opening.iter().for_each(|(_, public)| knowledge.take_in(public));
    beliefs.told_start(over(&opening));
    while let Some(seat) = played.to_move() {
        let mine = known(&knowledge);
        same(&mine, &beliefs.where_is_he());
        assert!(mine.contains_key(&u32::from(played.state.mr_x)));
        seen[0] += u32::from(mine.len() > 1);
        let legal = played.legal();
        let count = u32::try_from(legal.len()).expect("few");
        let action = legal[dice.below(count) as usize];
        let told = played.play(action);
        if seat == MR_X {
            beliefs.mr_x_moved(&public_words(&told));
        } else {
            beliefs.detective_moved(&action.to_string(), &public_words(&told));
        }
        for (n, (_, public)) in told.iter().enumerate() {
            knowledge.take_in(public);
            // A double is told, then a round and a move for each leg.
            if let (Some(first_leg), 2) = (beliefs.after_first_leg(), n) {
                same(&known(&knowledge), &first_leg);
                seen[1] += 1;
            }
        }
    }
    let mine = known(&knowledge);
    same(&mine, &beliefs.where_is_he());
    assert!(mine.contains_key(&u32::from(played.state.mr_x)));
}

#[test]
fn what_is_known_is_what_brute_force_over_all_his_moves_finds() {
    let mut dice = Dice::new(Generator::Chacha8, 21, 0);
    let mut seen = [0; 2];
    for _ in 0..600 {
        let size = 4 + dice.below(8);
        let plan = Plan {
            stations: size,
            edges: size + dice.below(size),
            rounds: 8,
            tickets: 4,
            detectives: 3,
            one_reveal_in: 4,
        };
        compare(&scenario(plan, &mut dice), &mut dice, &mut seen);
    }
    assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
}
