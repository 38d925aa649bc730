//! The built-in players.

mod alphabeta;
pub mod endings;
pub mod evaluation;
mod greedy;
pub mod learned;
pub mod network;
mod node;
pub mod past;
pub mod search;
mod table;
pub mod worth;

pub(super) use greedy::{best as greedy_best, worth as greedy_worth};

use super::AnimalCheckers;
use chase_kit::budget::Limit;
use chase_kit::faces::RandomPlayer;
use chase_kit::player_kind::{Make, PlayerKind};

/// All players. Their names are stored.
pub static PLAYERS: &[PlayerKind<AnimalCheckers>] = &[
    RandomPlayer::kind(),
    PlayerKind::plain("greedy", |_| Box::new(greedy::Greedy)),
    PlayerKind {
        name: "alphabeta",
        make: Make::Limited(Some(Limit::Time(alphabeta::MOVE_TIME)), |known, budget| {
            Box::new(alphabeta::AlphaBeta::new(&known, budget))
        }),
    },
];
