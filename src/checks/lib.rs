//! What every game keeps, and who checks it: the laws of a game, searched for one that is broken ([`laws`],
//! [`broken_law`]), recordings held against dice and players ([`audit`]), and counts of lines of play ([`perft`]).
//!
//! It names no game, opens no file and prints nothing.

pub mod audit;
pub mod broken_law;
pub mod laws;
pub mod perft;
