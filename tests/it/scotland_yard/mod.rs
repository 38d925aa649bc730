//! Scotland Yard from outside: the rules against a second implementation, what detectives are
//! shown against what they must not know, the console, and its golden replays.

mod endless;
mod hidden;
mod knowledge;
mod naive;
mod second;
mod town;
