//! The police chase as detectives see it.

mod hidden;
mod viewers;
