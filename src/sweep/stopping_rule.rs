//! When enough games of a cell were played: when the interval of every share is narrow enough,
//! looked at after each shard, in the order of the shards.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use chase_arena::stats::anytime;
use chase_kit::totals::{EndingKind, GameTotals};
use chase_world::error::Error;

/// A stopping rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Until {
    half_width: f64,
    /// As it was given: no float is stored.
    text: String,
}

impl FromStr for Until {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::new("expected half-width=SHARE, as in half-width=0.01");
        let width = text.strip_prefix("half-width=").ok_or_else(wrong)?;
        let half_width: f64 = width.parse().map_err(|_| wrong())?;
        if !(half_width > 0.0 && half_width < 0.5) {
            return Err(wrong());
        }
        let text = text.to_owned();
        Ok(Until { half_width, text })
    }
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Until {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Until {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Until {
    /// Returns whether these games are enough.
    pub fn is_met(&self, totals: &GameTotals) -> bool {
        let width = |games: u64| anytime(games, totals.games).half_width();
        let endings = || totals.endings.iter();
        // The shares that are shown: of each cause, whoever won, of each winner, whatever the cause, and
        // of each measure.
        let of = |is_of: &dyn Fn(&EndingKind) -> bool| {
            let games = endings().filter(|(ending, _)| is_of(ending));
            games.map(|(_, games)| games).sum::<u64>()
        };
        let is_narrow = |ending: &EndingKind| {
            let cause = of(&|it| it.cause == ending.cause);
            let winner = of(&|it| it.winner == ending.winner);
            width(cause) <= self.half_width && width(winner) <= self.half_width
        };
        let mut measured = totals.measured.iter();
        totals.games > 0
            && endings().all(|(ending, _)| is_narrow(ending))
            && measured.all(|games| width(*games) <= self.half_width)
    }
}
