//! Options that several commands take, and what follows from them.

pub mod cycle_number;
pub mod eyes;
pub mod interrupt;
pub mod match_connection;
pub mod match_seed;
pub mod outsiders;
pub mod rand;
pub mod sandbox;
pub mod scenario_doubt;
pub mod secret_files;
pub mod setup;
pub mod suite;
