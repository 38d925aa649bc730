//! The probability of each ending of a game, the averages of its length and of what seats collect, and the reason
//! why there are none.

use std::collections::BTreeMap;
use std::fmt;

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedMul as _};

use crate::totals::EndingKind;
use chase_engine::seat::Seat;

/// The probability of each ending, as numbers from 0 to 1 that add up to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chances {
    /// Of each way to end.
    pub endings: BTreeMap<EndingKind, f64>,
    /// That a seat ends the game, in a game that one seat ends.
    pub by: BTreeMap<Seat, f64>,
    /// That a cycle is the last one.
    pub cycles: BTreeMap<u64, f64>,
    /// The average amount of each seat at the end, in a game in which something is collected; empty
    /// where it was not worked out.
    pub amounts: Vec<ExpectedAmount>,
}

/// The average of an amount.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedAmount {
    /// The average as a floating-point number.
    pub mean: f64,
    /// The average as a fraction in lowest terms, where numerator and denominator are numbers of
    /// 128 bits.
    pub exact: Option<Ratio<i128>>,
}

impl ExpectedAmount {
    /// Adds an amount that is had with this probability, as a double and as a fraction.
    pub fn add(&mut self, amount: i64, chance: f64, share: Option<&Ratio<i128>>) {
        #[expect(clippy::cast_precision_loss, reason = "a double is an approximation")]
        let part = amount as f64 * chance;
        self.mean += part;
        let part = share.and_then(|share| share.checked_mul(&Ratio::from(i128::from(amount))));
        let sum = self.exact.zip(part);
        self.exact = sum.and_then(|(sum, part)| sum.checked_add(&part));
    }
}

impl Default for ExpectedAmount {
    fn default() -> Self {
        ExpectedAmount { mean: 0.0, exact: Some(Ratio::from(0)) }
    }
}

impl Chances {
    /// Adds a game that ends so.
    pub fn add(&mut self, ending: &EndingKind, cycle: u64, by: Option<Seat>, chance: f64) {
        match self.endings.get_mut(ending) {
            Some(sum) => *sum += chance,
            None => drop(self.endings.insert(ending.clone(), chance)),
        }
        *self.cycles.entry(cycle).or_default() += chance;
        if let Some(by) = by {
            *self.by.entry(by).or_default() += chance;
        }
    }

    /// The mean number of the last cycle.
    pub fn mean_cycles(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "few cycles")]
        let terms = self.cycles.iter().map(|(cycle, p)| *cycle as f64 * p);
        terms.sum()
    }
}

/// Odds that were worked out, with nothing drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactOdds {
    /// The probabilities of the endings, of the last cycles and of the seats that end the game.
    pub chances: Chances,
    /// The number of states of the game that were looked at.
    pub states: u64,
    /// The method, in a few words.
    pub way: &'static str,
}

/// There are more states than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TooManyStates {
    /// The number allowed.
    pub most: u64,
    /// The cycle that was worked on when there were more.
    pub cycle: u64,
    /// The number that is expected to the end, where the game's own arithmetic can tell.
    pub expected: Option<u64>,
}

impl fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooManyStates { most, cycle, expected } = self;
        write!(f, "more than {most} states are reached by cycle {cycle}")?;
        match expected {
            Some(expected) => write!(f, "; about {expected} are expected"),
            None => Ok(()),
        }
    }
}
