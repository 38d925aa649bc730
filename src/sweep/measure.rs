//! What is counted in every cell beside the causes: games for which some conditions hold.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::condition::Condition;
use super::rows::{GameRow, Names};
use chase_world::error::{Error, quoted};

/// The most of them that a sweep has.
pub const MEASURES_MAX: usize = 64;

/// A name for the games for which all of some conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name: small letters, digits and `_`.
    pub name: String,
    /// The conditions, one at least.
    pub conditions: Vec<Condition>,
}

impl FromStr for Measure {
    type Err = Error;

    /// `NAME=CONDITION,CONDITION`, as in `early=cause=caught,cycles<=10`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = |what: String| {
            Error::new(what)
                .help("expected NAME=CONDITION,CONDITION, as in early=cause=caught,cycles<=10")
        };
        let none = || wrong(format!("`{}` measures nothing", quoted(text)));
        let (name, conditions) = text.split_once('=').ok_or_else(none)?;
        let name = name.trim();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || !name.chars().all(is_plain) {
            let what = format!("`{}` is no name of a measure", quoted(name));
            return Err(Error::new(what).help("a name has small letters, digits and _"));
        }
        let conditions = conditions.split(',').map(|it| {
            let parsed = it.trim().parse::<Condition>();
            parsed.map_err(|error| wrong(format!("`{}`: {error}", quoted(it.trim()))))
        });
        Ok(Measure { name: name.to_owned(), conditions: conditions.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions: Vec<_> = self.conditions.iter().map(ToString::to_string).collect();
        write!(f, "{}={}", self.name, conditions.join(","))
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Measure {
    /// Returns whether it holds for a game.
    #[must_use]
    pub fn holds(&self, row: &GameRow<'_>, names: &Names) -> bool {
        self.conditions.iter().all(|it| it.holds(row, names))
    }

    /// The name of its columns behind `n_`, `p_` and so on.
    #[must_use]
    pub fn column(&self) -> String {
        format!("is_{}", self.name)
    }
}

/// Checks measures against the sides and seats of a game.
///
/// # Errors
/// One names a side or a seat that there is not; too many, or two of one name.
pub fn check_measures(measures: &[Measure], names: &Names) -> Result<(), Error> {
    if measures.len() > MEASURES_MAX {
        return Err(Error::new(format!("more than {MEASURES_MAX} measures")));
    }
    for (n, measure) in measures.iter().enumerate() {
        if measures[..n].iter().any(|it| it.name == measure.name) {
            let what = format!("two measures are called `{}`", measure.name);
            return Err(Error::new(what));
        }
        let checked = measure.conditions.iter().try_for_each(|it| it.check(names));
        checked.map_err(|error| error.at(format!("--measure {measure}")))?;
    }
    Ok(())
}
