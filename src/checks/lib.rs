//! What every game keeps, and who checks it: the laws of a game, searched for one that is broken ([`laws`],
//! [`broken_law`]), recordings played again with their dice and their
//! players ([`audit`]), and counts of lines of play ([`perft`]).
//!
//! This crate names no game, opens no file and prints nothing.

pub mod audit;
pub mod broken_law;
pub mod laws;
pub mod perft;
