//! Which games are kept as rows of their own.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::fmt;
use std::str::FromStr;

use super::rows::{GameRow, Names};
use chase_world::error::{Error, quoted};

/// A condition on what came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// On the number of cycles.
    Cycles(&'static NumberOrder, u32),
    /// On the cause, which is the word or is not.
    Cause(bool, String),
    /// On the side that won alone.
    Winner(bool, String),
    /// On the seat that ended it.
    By(bool, String),
}

/// A comparison of two numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct NumberOrder {
    sign: &'static str,
    /// The orders of the first number and the second for which it holds.
    holds: &'static [Ordering],
}

/// Signs that begin like others stand before them.
static ORDERS: [NumberOrder; 6] = [
    NumberOrder { sign: "<=", holds: &[Less, Equal] },
    NumberOrder { sign: ">=", holds: &[Greater, Equal] },
    NumberOrder { sign: "!=", holds: &[Less, Greater] },
    NumberOrder { sign: "<", holds: &[Less] },
    NumberOrder { sign: ">", holds: &[Greater] },
    NumberOrder { sign: "=", holds: &[Equal] },
];

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |is: &bool| if *is { "=" } else { "!=" };
        match self {
            Condition::Cycles(order, limit) => write!(f, "cycles{}{limit}", order.sign),
            Condition::Cause(is, word) => write!(f, "cause{}{word}", sign(is)),
            Condition::Winner(is, word) => write!(f, "winner{}{word}", sign(is)),
            Condition::By(is, word) => write!(f, "by{}{word}", sign(is)),
        }
    }
}

impl FromStr for Condition {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::new(
                "expected cycles, cause, winner or by, then = or != (cycles: also <, <=, > or >=), as in cycles>90",
            )
        };
        let at = text.find(['<', '>', '!', '=']).ok_or_else(wrong)?;
        let (what, rest) = text.split_at(at);
        let order = ORDERS.iter().find(|it| rest.starts_with(it.sign)).ok_or_else(wrong)?;
        let value = &rest[order.sign.len()..];
        let (what, value) = (what.trim(), value.trim());
        let word = || match order.sign {
            "=" => Ok((true, value.to_owned())),
            "!=" => Ok((false, value.to_owned())),
            _ => Err(wrong()),
        };
        Ok(match what {
            "cycles" => Condition::Cycles(order, value.parse().map_err(|_| wrong())?),
            "cause" => word().map(|(is, word)| Condition::Cause(is, word))?,
            "winner" => word().map(|(is, word)| Condition::Winner(is, word))?,
            "by" => word().map(|(is, word)| Condition::By(is, word))?,
            _ => return Err(wrong()),
        })
    }
}

impl Condition {
    /// Checks whether the sides and seats that it names are there.
    ///
    /// # Errors
    /// They are not, and which there are.
    pub fn check(&self, names: &Names) -> Result<(), Error> {
        let (what, known, word) = match self {
            Condition::Winner(_, word) => ("side", &names.sides, word),
            Condition::By(_, word) => ("seat", &names.seats, word),
            Condition::Cycles(..) | Condition::Cause(..) => return Ok(()),
        };
        let mut all = known.iter().map(String::as_str).chain([""]);
        if all.any(|name| names.is_called(name, word)) {
            return Ok(());
        }
        let error = Error::new(format!("no {what} here is called `{}`", quoted(word)));
        let known: Vec<_> = known.iter().map(|it| it.replace(' ', "-")).collect();
        let help = format!("choose one of: {}, none", known.join(", "));
        Err(error.at(self).help(help))
    }

    /// Returns whether it holds for a game.
    #[must_use]
    pub fn holds(&self, row: &GameRow<'_>, names: &Names) -> bool {
        match self {
            Condition::Cycles(order, limit) => order.holds.contains(&row.game.cycles.cmp(limit)),
            Condition::Cause(is, word) => (row.ending.cause == *word) == *is,
            Condition::Winner(is, word) => names.is_called(names.winner(row), word) == *is,
            Condition::By(is, word) => names.is_called(names.by(row), word) == *is,
        }
    }
}
