//! The judge that is a network.

use super::*;
use crate::new::opening;
use crate::players::evaluation::Judge as _;
use crate::players::network::{INPUTS, Network, NetworkWeights};
use chase_engine::dice::Generator;

/// A side is told nothing but what the other would be told in its place.
#[test]
fn a_network_tells_both_sides_the_same_of_a_board_turned_round() {
    let mut dice = Dice::new(Generator::Chacha8, 6, 0);
    for _ in 0..100 {
        let (position, side) = opening(12, &mut dice);
        let turned = Position::from_rows(&position.rows(1)).expect("a board");
        let judge = Network::usual();
        assert_eq!(judge.worth(&position, side), judge.worth(&turned, 1 - side));
    }
}

/// By hand: the mouse on a1 adds 100 to unit 0, and the enemy's captured elephant 155; the square of that is 254/255.
#[test]
fn a_hidden_unit_is_the_square_of_a_sum_that_is_cut_off() {
    let mut weights =
        NetworkWeights { inputs: vec![[0; 32]; INPUTS], start: [0; 32], output: [0; 32], bias: 7 };
    weights.inputs[0][0] = 100;
    weights.inputs[7 * 64 + 63][0] = 155;
    weights.output[0] = 510;
    let position = board(
        ". . . x . . .
         . . . . . . .
         . . . . . . m
         . . . . . . .
         . . . . . . .
         . . . . . . .
         M . . X . . .",
    );
    let worth = |weights: &NetworkWeights| {
        let weights = Box::leak(Box::new(weights.clone()));
        Network::by(weights).worth(&position, 0)
    };
    assert_eq!(worth(&weights), 7 + 254 * 510 / 255);
    weights.start[0] = 1_000;
    assert_eq!(worth(&weights), 7 + 254 * 510 / 255);
    weights.start[0] = -1_000;
    assert_eq!(worth(&weights), 7);
    weights.output = [i16::MAX; 32];
    weights.start = [255; 32];
    assert_eq!(worth(&weights), 10_000);
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let text = include_str!("../players/network.txt");
    let weights = NetworkWeights::read(text).expect("a number for each weight");
    assert_eq!(NetworkWeights::read(&weights.written()), Some(weights));
    assert_eq!(NetworkWeights::read(&format!("{text} 1")), None);
    assert_eq!(NetworkWeights::read(&text.replacen(' ', " 4000 ", 1)), None);
    let (_, cut) = text.split_once(' ').expect("many numbers");
    assert_eq!(NetworkWeights::read(cut), None);
    // Ten of a number like this do not fit into 16 bits.
    assert_eq!(NetworkWeights::read(&format!("4000 {cut}")), None);
}
