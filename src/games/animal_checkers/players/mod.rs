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
    PlayerKind {
        name: "random",
        about: "any legal move",
        make: Make::Plain(|_| Box::new(RandomPlayer)),
    },
    PlayerKind {
        name: "greedy",
        about: "a winning move if there is one, else a capture, else any legal move",
        make: Make::Plain(|_| Box::new(greedy::Greedy)),
    },
    PlayerKind {
        name: "alphabeta",
        about: "searches ahead within a limit of time (5 s a move), positions or moves, judges positions by \
                a network that many games taught, and knows how endings of up to three pieces end",
        make: Make::Limited(Some(Limit::Time(alphabeta::MOVE_TIME)), |known, budget| {
            Box::new(alphabeta::AlphaBeta::new(&known, budget))
        }),
    },
];
