//! What the players believe, and that it comes from nothing but what they were told.

use super::{HandPlayedGame, scenario, single, some_board, taxis, with_beliefs};
use crate::board::Ticket::Taxi;
use crate::players::imitation::Imitation;
use crate::players::mixed::Mixed;
use crate::players::posterior::{Posterior, StationWeights as _};
use crate::players::trail::{PossibleStations, StepTidings};
use crate::{Action, MR_X, Scenario};
use chase_engine::game::{Game as _, Seat, Turn, known};
use chase_engine::player::Player as _;
use chase_kit::budget::{StopFlag, Thinking};
use std::sync::Arc;

/// The detectives' answers to a move of Mr X, until he is caught.
fn answers(scenario: &Scenario, detectives: &str, mr_x: Action) -> Vec<Action> {
    let mut table = HandPlayedGame::new(scenario.clone(), "random", detectives, 1);
    table.act(MR_X, mr_x);
    let mut answers = Vec::new();
    while let Turn::Seat(seat) = table.game.turn(&table.state)
        && seat != MR_X
    {
        let chosen = table.ask(seat);
        answers.push(chosen);
        table.act(seat, chosen);
    }
    answers
}

/// Pairs of games that differ in nothing but where a taxi took Mr X, which nobody is told.
#[test]
fn no_detective_acts_on_where_mr_x_really_is() {
    let mut pairs = 0;
    for seed in 0..40 {
        let scenario = scenario(&some_board(seed), &[30], &[1, 9, 17], [4, 3, 3, 2, 5]);
        let legal = HandPlayedGame::new(scenario.clone(), "random", "random", 1).legal(MR_X);
        let by_taxi = |action: &Action| matches!(action, Action::Move(leg) if leg.ticket == Taxi);
        let moves: Vec<_> = legal.into_iter().filter(by_taxi).collect();
        for name in ["tracking", "belief"] {
            let all: Vec<_> = moves.iter().map(|mr_x| answers(&scenario, name, *mr_x)).collect();
            for other in all.iter().skip(1) {
                let both = all[0].iter().zip(other);
                assert!(both.clone().count() > 0);
                for (one, other) in both {
                    assert_eq!(one, other, "{name}, board {seed}");
                }
                pairs += 1;
            }
        }
    }
    assert!(pairs > 40, "{pairs} pairs");
}

/// Beside the detective at 4 he would be caught, so a Mr X who looks ahead is at 2, not at 3.
#[test]
fn a_posterior_expects_foresight() {
    let edges = taxis(&[(1, 2), (2, 5), (5, 6), (6, 7), (1, 3), (3, 4)]);
    let scenario = scenario(&edges, &[1], &[4], [9, 0, 0, 0, 0]);
    let mut table = HandPlayedGame::new(scenario, "random", "random", 1);
    let mut posterior = Posterior::new(table.game.setting(), StopFlag::default());
    let mut trail = PossibleStations::new(table.game.setting());
    table.act(MR_X, single(Taxi, 2));
    for seen in &table.seen[1] {
        posterior.observe(seen);
        trail.observe(seen);
    }
    let sure = |weights: &[f64]| weights[2];
    assert!(sure(posterior.weights()) > sure(trail.weights()));
    assert!(posterior.weights()[3] > 0.0, "he may err");
    let sum: f64 = posterior.weights().iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

/// From 1 all ways are the same, and he takes one as often as another.
#[test]
fn mixed_draws_among_good_moves() {
    let edges = taxis(&[(1, 2), (1, 3), (1, 4), (2, 5), (3, 5), (4, 5), (5, 6), (6, 7), (7, 8)]);
    let scenario = scenario(&edges, &[1], &[8], [9, 0, 0, 0, 0]);
    let mut seen = Vec::new();
    for seed in 0..60 {
        seen.push(HandPlayedGame::new(scenario.clone(), "mixed", "random", seed).ask(MR_X));
    }
    for to in [2, 3, 4] {
        let times = seen.iter().filter(|it| **it == single(Taxi, to)).count();
        assert!(times > 5, "{to} {times} times");
    }
}

/// What an imitation expects of `mixed` is what he does, each move as often as it says.
#[test]
fn an_imitation_of_mixed_knows_how_often_he_makes_each_move() {
    let mut drawn_differently = 0;
    for board in 0..12 {
        let scenario = scenario(&some_board(board), &[30], &[1, 9, 17], [4, 3, 3, 2, 5]);
        let table = HandPlayedGame::new(scenario.clone(), "mixed", "random", 1);
        let stop = StopFlag::default();
        let mut mixed = Mixed::new(known(&table.game, Seat(1)), stop.clone());
        for seen in &table.seen[1] {
            mixed.observe(seen);
        }
        let moves = (0..100)
            .map(|seed| HandPlayedGame::new(scenario.clone(), "mixed", "random", seed).ask(MR_X));
        let moves: Vec<_> = moves.collect();
        let thinking = Thinking::begin(None, &stop);
        let outlook = mixed.posterior.outlook(true);
        let setting = Arc::clone(table.game.setting());
        for chosen in &moves {
            let told = StepTidings::of_move(&setting, mixed.posterior.public(), *chosen);
            let mut imitation = Imitation::new(&mixed, &setting, &outlook, &thinking, told);
            let expected = imitation.moves(table.state.mr_x);
            let expected = expected.iter().find(|(_, action)| action == chosen);
            let (probability, _) = expected.expect("a move that he makes");
            let times = moves.iter().filter(|it| *it == chosen).count();
            let share = f64::from(u32::try_from(times).expect("few")) / 100.0;
            assert!((share - probability).abs() < 0.2, "{chosen}: {share}, not {probability}");
            drawn_differently += usize::from(times < moves.len());
        }
    }
    assert!(drawn_differently > 100, "{drawn_differently}");
}

/// While `mixed` flees, those who think that he may be `mixed` know better where he is.
#[test]
fn suspects_expect_mixed() {
    let (mut of_two, mut of_three, mut moves) = (0.0, 0.0, 0);
    for seed in 0..12 {
        let scenario = scenario(&some_board(seed), &[], &[1, 9, 17], [4, 3, 3, 2, 5]);
        let table = HandPlayedGame::new(scenario, "mixed", "random", seed);
        with_beliefs(table, |table, [two, three]| {
            let at = usize::from(table.state.mr_x);
            of_two += two.weights()[at].ln();
            of_three += three.weights()[at].ln();
            moves += 1;
        });
    }
    assert!(moves > 100, "{moves} turns");
    assert!(of_three > 0.8 * of_two, "{of_three} of {of_two}");
}
