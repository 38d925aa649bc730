//! Recordings on disk, and two of them side by side: opened, checked, stepped through, compared.
//!
//! It knows no game: whoever opens a recording hands in what turns a header into something that folds.
//! It prints nothing.

pub mod diff;
pub mod store;

#[cfg(test)]
mod race;
