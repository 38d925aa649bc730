//! Why a program of the chase does what it does.
//!
//! A hypothesis is a whole program: the rules and all strategies with one or more known mistakes
//! ([`table`]). It is held against whole traces, agent by agent, fed with what the trace shows; it
//! allows a set of next cities every hour, keeps every path to a tip open that is equally good, and
//! fits if the trace never leaves the set. What speaks for it is counted where the rules would not
//! have allowed a step ([`hold`]). Where none fits all turns of a strategy, those before a tip, on its way and
//! after it are explained by themselves ([`search`]). Nothing here is drawn from a single step, and nothing is
//! said of what was not seen. Whatever the cause, turns are counted by their situations ([`place`]).

mod assignment;
pub mod conclude;
pub mod conduct;
mod follow;
pub mod hold;
mod instead;
pub mod place;
pub mod play;
mod right;
mod route;
pub mod run;
pub mod search;
pub mod shown;
mod situations;
mod switch;
pub mod table;
pub mod tell_apart;
pub mod walker;
pub mod world;

use chase_kit::diagnosis::{Diagnosis, Inquiry};
use chase_kit::trace::TraceRow;

use run::TraceRun;

/// The inquiry into a single trace.
impl Inquiry for TraceRun {
    fn take(&mut self, row: &TraceRow) {
        TraceRun::take(self, row);
    }

    fn fork(&self) -> Box<dyn Inquiry> {
        Box::new(self.clone())
    }

    fn conclude(&self) -> Vec<Diagnosis> {
        conclude::conclude(std::slice::from_ref(self), &[])
    }
}
