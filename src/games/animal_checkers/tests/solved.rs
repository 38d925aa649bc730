//! The endings of few pieces that are solved, against the rules.

use super::*;
use crate::board::{BoardSquare, DEN};
use crate::players::endings::{EndingValue, PieceSets, value};
use crate::players::learned::Learned;
use crate::players::search::{AnimalSearch, AnimalSearchLimits, WIN};
use crate::rules;
use chase_engine::dice::Generator;

/// The value of a position that follows from the rules and the values after its moves.
fn by_its_moves(position: &Position, side: usize) -> EndingValue {
    let mut legal = Vec::new();
    rules::legal(position, side, &mut legal);
    let after = legal.iter().map(|action| {
        let Action::Move { piece, .. } = *action;
        let to = rules::step(position, side, *action).unwrap().to;
        let after = position.stepped(side, piece as usize, to.number());
        let is_won = to == DEN[1 - side] || after.is_bare(1 - side);
        if is_won { EndingValue::Loss(0) } else { value(&after, 1 - side).expect("few pieces") }
    });
    let (mut win, mut loss, mut draws) = (None, 0, false);
    for value in after {
        match value {
            EndingValue::Loss(moves) => {
                win = Some(win.map_or(moves + 1, |least: u8| least.min(moves + 1)))
            }
            EndingValue::Win(moves) => loss = loss.max(moves + 1),
            EndingValue::Draw => draws = true,
        }
    }
    match win {
        Some(moves) => EndingValue::Win(moves),
        None if draws => EndingValue::Draw,
        None => EndingValue::Loss(loss),
    }
}

/// Any position of a material, and a side that has its own animals.
fn any(material: PieceSets, dice: &mut Dice) -> (Position, usize) {
    let (mut position, side) = (Position::EMPTY, dice.below(2) as usize);
    for (owner, animals) in [(side, material.own), (1 - side, material.enemy)] {
        for animal in Animal::ALL {
            if animals >> animal as u8 & 1 == 0 {
                continue;
            }
            let square = loop {
                let square = BoardSquare::from_number(u8::try_from(dice.below(63)).unwrap());
                if let Some(square) = square
                    && !DEN.contains(&square)
                    && position.piece_on(square).is_none()
                {
                    break square;
                }
            };
            position.put(owner, animal, Some(square));
        }
    }
    (position, side)
}

fn hold_against_the_rules(material: PieceSets, positions: u32) {
    let mut dice = Dice::new(Generator::Chacha8, 7, (16 * material.own + material.enemy).into());
    for _ in 0..positions {
        let (position, side) = any(material, &mut dice);
        let told = value(&position, side);
        assert_eq!(told, Some(by_its_moves(&position, side)), "{position} side {side}");
    }
}

/// A value that every position has by its moves is the true one: a win or a loss leads to one that is nearer to its
/// end, and from a draw nobody can be made to leave the draws.
#[test]
fn every_ending_is_worth_what_its_moves_are_worth() {
    for material in (2..=3).flat_map(PieceSets::of) {
        hold_against_the_rules(material, 500);
    }
}

fn worth(drawn: &str, side: usize) -> EndingValue {
    let told = value(&board(drawn), side);
    assert_eq!(told, value(&board(&turned(drawn)), 1 - side));
    let mirrored: Vec<String> = rows(drawn).iter().map(|row| row.chars().rev().collect()).collect();
    assert_eq!(told, value(&board(&mirrored.join("\n")), side));
    told.expect("few pieces")
}

#[test]
fn a_race_is_won_by_who_is_nearer() {
    // given a tiger three steps from the den, and a dog three steps from the other
    let race = "
        . . . x . . .
        . . . . . . .
        . . . T . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . d";
    assert_eq!(worth(race, 0), EndingValue::Win(3));
    assert_eq!(worth(race, 1), EndingValue::Loss(4));
}

#[test]
fn a_capture_of_the_last_piece_and_a_shut_in_piece_end_it() {
    let capture = "
        . . . x . . .
        . . . . . . .
        . . . e . . .
        . . . M . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .";
    assert_eq!(worth(capture, 0), EndingValue::Win(1));
    // given a mouse in a corner, between a tiger and a dog that it cannot capture
    let shut_in = "
        m T . x . . .
        D . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .";
    assert_eq!(worth(shut_in, 1), EndingValue::Loss(0));
}

/// Counted here, and by a program that shares nothing with the solver but the rules. Mirror images count once.
#[test]
fn two_pieces_are_counted() {
    let live = || BoardSquare::all().filter(|square| !DEN.contains(square));
    let (mut wins, mut losses, mut draws, mut longest) = (0, 0, 0, 0);
    for (own, enemy) in Animal::ALL.into_iter().flat_map(|own| Animal::ALL.map(|it| (own, it))) {
        for first in live().filter(|square| square.column() <= 4) {
            for second in live().filter(|square| *square != first) {
                let mut position = Position::EMPTY;
                position.put(0, own, Some(first));
                position.put(1, enemy, Some(second));
                match value(&position, 0).expect("few pieces") {
                    EndingValue::Win(moves) => (wins, longest) = (wins + 1, moves.max(longest)),
                    EndingValue::Loss(moves) => {
                        (losses, longest) = (losses + 1, moves.max(longest))
                    }
                    EndingValue::Draw => draws += 1,
                }
            }
        }
    }
    assert_eq!((wins, losses, draws, longest), (10_926, 7_532, 678, 18));
}

#[test]
fn four_pieces_and_a_game_that_is_over_have_no_value() {
    let start = DrawnTable::with(Scenario::default()).state.position;
    assert_eq!(value(&start, 0), None);
    assert_eq!(value(&Position::EMPTY, 0), None);
    let entered = "
        . . . M . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . d";
    assert_eq!(value(&board(entered), 1), None);
}

/// Both sides know the ending, so it takes exactly as many moves as it says.
#[test]
fn a_player_that_knows_an_ending_wins_it_in_time() {
    let limits = AnimalSearchLimits { nodes: 200, ..AnimalSearchLimits::NONE };
    let mut search = AnimalSearch::new(Learned::usual(), limits.nodes).knowing_endings();
    let mut dice = Dice::new(Generator::Chacha8, 8, 0);
    let materials: Vec<_> = PieceSets::of(3).collect();
    let mut won = 0;
    for material in materials.iter().cycle().take(200) {
        let (mut position, mut side) = any(*material, &mut dice);
        let Some(EndingValue::Win(moves)) = value(&position, side) else {
            continue;
        };
        won += 1;
        for left in (1..=u32::from(moves)).rev() {
            let found = search.best((&position, side), &[], left, limits);
            let Action::Move { piece, .. } = found.action;
            let to = rules::step(&position, side, found.action).unwrap().to;
            position = position.stepped(side, piece as usize, to.number());
            side = 1 - side;
            let is_over = position.square_holds(1 - side, DEN[side])
                || position.is_bare(side)
                || !position.can_step(side);
            assert_eq!(is_over, left == 1, "{position}");
        }
    }
    assert!(won > 80, "only {won} of 200 are won");
}

/// With a move less than a win takes it is a draw: the winner has no time left.
#[test]
fn a_win_that_comes_too_late_is_a_draw() {
    let position = board(
        ". . . x . . .
         . . . . . . .
         . . . T . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . X . . d",
    );
    let score = |side, moves_left| {
        let mut search = AnimalSearch::new(Learned::usual(), 1_000).knowing_endings();
        let limits = AnimalSearchLimits { nodes: 1_000, ..AnimalSearchLimits::NONE };
        search.best((&position, side), &[], moves_left, limits).score
    };
    assert_eq!(score(0, 3), WIN - 3);
    assert_eq!(score(0, 2), 0);
    assert_eq!(score(1, 4), 4 - WIN);
    assert_eq!(score(1, 3), 0);
}
