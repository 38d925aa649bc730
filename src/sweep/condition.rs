//! Which games are kept as rows of their own.

use std::fmt;
use std::str::FromStr;

use super::rows::{Names, Row};

/// A condition on what came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// On the number of cycles.
    Cycles(Order, u32),
    /// On the cause, which is the word or is not.
    Cause(bool, String),
    /// On the side that won alone.
    Winner(bool, String),
    /// On the seat that ended it.
    By(bool, String),
}

/// How two numbers stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Less.
    Less,
    /// Not more.
    AtMost,
    /// The same.
    Equal,
    /// Another.
    Other,
    /// Not less.
    AtLeast,
    /// More.
    More,
}

/// A text that is no condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCondition;

impl fmt::Display for NoCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected cycles, cause, winner or by with =, !=, or for cycles <, <=, >, >=: cycles>90")
    }
}

impl std::error::Error for NoCondition {}

impl FromStr for Condition {
    type Err = NoCondition;

    fn from_str(text: &str) -> Result<Self, NoCondition> {
        const SIGNS: [(&str, Order); 6] = [
            ("<=", Order::AtMost),
            (">=", Order::AtLeast),
            ("!=", Order::Other),
            ("<", Order::Less),
            (">", Order::More),
            ("=", Order::Equal),
        ];
        let at = text.find(['<', '>', '!', '=']).ok_or(NoCondition)?;
        let (what, rest) = text.split_at(at);
        let mut signs = SIGNS.iter();
        let found = signs.find_map(|(sign, order)| Some((rest.strip_prefix(sign)?, *order)));
        let (value, order) = found.ok_or(NoCondition)?;
        let (what, value) = (what.trim(), value.trim());
        let word = || match order {
            Order::Equal => Ok((true, value.to_owned())),
            Order::Other => Ok((false, value.to_owned())),
            _ => Err(NoCondition),
        };
        Ok(match what {
            "cycles" => Condition::Cycles(order, value.parse().map_err(|_| NoCondition)?),
            "cause" => word().map(|(is, word)| Condition::Cause(is, word))?,
            "winner" => word().map(|(is, word)| Condition::Winner(is, word))?,
            "by" => word().map(|(is, word)| Condition::By(is, word))?,
            _ => return Err(NoCondition),
        })
    }
}

impl Condition {
    /// Whether it holds for a game.
    #[must_use]
    pub fn holds(&self, row: &Row<'_>, names: &Names) -> bool {
        match self {
            Condition::Cycles(order, limit) => {
                let (cycles, limit) = (row.game.cycles, *limit);
                match order {
                    Order::Less => cycles < limit,
                    Order::AtMost => cycles <= limit,
                    Order::Equal => cycles == limit,
                    Order::Other => cycles != limit,
                    Order::AtLeast => cycles >= limit,
                    Order::More => cycles > limit,
                }
            }
            Condition::Cause(is, word) => (row.ending.cause == *word) == *is,
            Condition::Winner(is, word) => names.is_called(names.winner(row), word) == *is,
            Condition::By(is, word) => names.is_called(names.by(row), word) == *is,
        }
    }
}
