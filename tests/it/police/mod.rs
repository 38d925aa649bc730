//! The police chase as detectives see it.

mod hidden;
mod team;
mod viewers;
