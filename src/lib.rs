//! Work in progress.
pub mod board;
pub mod cli;
pub mod engine;
pub mod error;
pub mod games;
pub mod store;
