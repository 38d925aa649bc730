//! What can be known of games: the odds from a moment ([`odds`]), exact values ([`solve`]), what choices and draws
//! changed ([`analysis`]), many games for sweeps ([`general_engine`], [`tiered_engine`]), and games as environments for
//! learners ([`environment`]).
//!
//! Odds and analyses are compiled once: they ask a game through [`any_rules`], with an [`any_value`] for each state,
//! action and event. This crate names no game, opens no file and prints nothing.

pub mod analysis;
#[doc(hidden)]
pub mod any_rules;
#[doc(hidden)]
pub mod any_value;
pub mod environment;
pub mod general_engine;
pub mod odds;
pub mod solve;
pub mod tiered_engine;
