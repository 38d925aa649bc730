//! Odds as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Estimate, Method};
use chase_arena::stats::{Interval, anytime, wilson};
use chase_engine::seat::Seat;
use chase_record::any::NamedSide;
use chase_sweep::significant;

/// Rows of the table of cycles that people are shown.
const ROWS_MAX: usize = 24;

/// The results that are printed.
pub(super) struct OddsPrintout<'a> {
    pub unit: &'static str,
    /// The unit of the amounts that seats collect, in games that these decide.
    pub amount: Option<&'static str>,
    pub cycle: Option<u64>,
    pub players: &'a [String],
    pub sides: &'a [NamedSide],
    pub estimate: &'a Estimate,
}

/// A probability, with its interval where it is not exact.
#[derive(Serialize)]
struct Probability {
    chance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
}

#[derive(Serialize)]
struct Named<'a> {
    #[serde(flatten)]
    chance: Probability,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a str>,
}

/// The amount that a seat has in the end, on average.
#[derive(Serialize)]
struct Amount<'a> {
    seat: &'a str,
    mean: f64,
    /// The mean as a fraction, where it is one of numbers of 128 bits.
    exact: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Json<'a> {
    unit: &'static str,
    cycle: Option<u64>,
    players: &'a [String],
    #[serde(flatten)]
    method: &'a Method,
    endings: Vec<Named<'a>>,
    winners: Vec<Named<'a>>,
    ended_by: Vec<Named<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amounts: Vec<Amount<'a>>,
    mean: f64,
    /// Each last cycle, and how likely it is.
    cycles: Vec<(u64, f64)>,
}

impl<'a> OddsPrintout<'a> {
    fn chance(&self, chance: f64) -> Probability {
        let (low, high) = match self.estimate.method {
            Method::Exact { .. } | Method::Over => (None, None),
            Method::Played { games, ref until, .. } => {
                #[expect(
                    clippy::cast_precision_loss,
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a count of games again"
                )]
                let seen = (chance * games as f64).round() as u64;
                let Interval { low, high } = match until {
                    Some(_) => anytime(seen, games),
                    None => wilson(seen, games),
                };
                (Some(significant(low)), Some(significant(high)))
            }
        };
        let chance = significant(chance);
        Probability { chance, low, high }
    }

    fn named(&self, chance: f64) -> Named<'a> {
        Named { chance: self.chance(chance), cause: None, winner: None, seat: None }
    }

    fn side(&self, winner: Option<u8>) -> Option<&'a str> {
        let side = self.sides.get(usize::from(winner?))?;
        Some(&side.name)
    }

    fn endings(&self) -> Vec<Named<'a>> {
        let ending = self.estimate.chances.endings.iter().map(|(ending, chance)| Named {
            cause: Some(&*ending.cause),
            winner: self.side(ending.winner),
            ..self.named(*chance)
        });
        ending.collect()
    }

    /// Each side that may win alone.
    fn winners(&self) -> Vec<Named<'a>> {
        let wins = |side: usize| {
            let endings = self.estimate.chances.endings.iter();
            let mine = endings.filter(|(it, _)| it.winner.map(usize::from) == Some(side));
            mine.fold(0.0, |sum, (_, chance)| sum + chance)
        };
        let sides = self.sides.iter().enumerate();
        let sides =
            sides.map(|(n, side)| Named { winner: Some(&*side.name), ..self.named(wins(n)) });
        sides.collect()
    }

    fn ended_by(&self) -> Vec<Named<'a>> {
        let by = self.estimate.chances.by.iter();
        by.map(|(seat, chance)| Named { seat: self.seat(*seat), ..self.named(*chance) }).collect()
    }

    fn amounts(&self) -> Vec<Amount<'a>> {
        let amounts = (0..).map(Seat).zip(&self.estimate.chances.amounts);
        let amounts = amounts.map(|(seat, expected)| Amount {
            seat: self.seat(seat).unwrap_or_default(),
            mean: significant(expected.mean),
            exact: expected.exact.map(|exact| exact.to_string()),
        });
        amounts.collect()
    }

    fn seat(&self, seat: Seat) -> Option<&'a str> {
        let found = self.sides.iter().flat_map(|side| &side.seats).find(|(it, _)| *it == seat);
        found.map(|(_, name)| name.as_str())
    }

    pub(super) fn json(&self) -> Json<'a> {
        let chances = &self.estimate.chances;
        Json {
            unit: self.unit,
            cycle: self.cycle,
            players: self.players,
            method: &self.estimate.method,
            endings: self.endings(),
            winners: self.winners(),
            ended_by: self.ended_by(),
            amounts: self.amounts(),
            mean: significant(chances.mean_cycles()),
            cycles: chances.cycles.iter().map(|(at, p)| (*at, significant(*p))).collect(),
        }
    }

    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = self.unit;
        let players = self.players.join(", ");
        let when = match self.cycle {
            Some(cycle) => format!("after {unit} {cycle}"),
            None => format!("before the first {unit}"),
        };
        let what = match self.estimate.method {
            Method::Over => " the game is over, so the outcome is certain".to_owned(),
            Method::Exact { .. } | Method::Played { .. } => format!(", then {players}"),
        };
        writeln!(out, "{when}{what}")?;
        match &self.estimate.method {
            Method::Over => {}
            Method::Exact { states, way } => writeln!(out, "exact: {way}, {states} states")?,
            Method::Played { games, seed, until } => {
                let until = until.as_ref().map_or(String::new(), |it| format!(", until {it}"));
                writeln!(out, "estimated: {games} games of seed {seed}{until}, 95 % intervals")?;
            }
        }
        writeln!(out)?;
        for ending in self.endings() {
            self.line(&ending, out)?;
        }
        for winner in self.winners() {
            self.line(&winner, out)?;
        }
        for seat in self.ended_by() {
            self.line(&seat, out)?;
        }
        for Amount { seat, mean, exact } in self.amounts() {
            let label = format!("{} of {seat}", self.amount.unwrap_or_default());
            let exact = exact.map_or(String::new(), |exact| format!("  ({exact})"));
            writeln!(out, "{label:<28} {mean:.9}{exact}")?;
        }
        let mean = self.estimate.chances.mean_cycles();
        writeln!(out, "{:<28} {mean:.6}", format!("mean last {unit}"))?;
        self.table(out)?;
        writeln!(out, "\nodds for somebody who sees everything")
    }

    fn line(&self, named: &Named<'_>, out: &mut dyn Write) -> io::Result<()> {
        let label = match (named.cause, named.winner, named.seat) {
            (Some(cause), Some(winner), _) => format!("{cause}: {winner}"),
            (Some(cause), None, _) => format!("{cause}: no single winner"),
            (None, Some(winner), _) => format!("won by {winner}"),
            (None, None, seat) => format!("ended by {}", seat.unwrap_or("nobody")),
        };
        let Probability { chance, low, high } = named.chance;
        match (low, high) {
            (Some(low), Some(high)) => {
                writeln!(out, "{label:<28} {chance:.6}  {low:.6} to {high:.6}")
            }
            _ => writeln!(out, "{label:<28} {chance:.9}"),
        }
    }

    /// The probability that the game has ended by a cycle: each one, or every few of many.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let cycles = &self.estimate.chances.cycles;
        let step = cycles.len().div_ceil(ROWS_MAX).max(1);
        let mut sum = 0.0;
        writeln!(out, "\n{:>8}  ended by then", self.unit)?;
        for (n, (cycle, chance)) in cycles.iter().enumerate() {
            sum += chance;
            if (n + 1) % step == 0 || n + 1 == cycles.len() {
                writeln!(out, "{cycle:>8}  {sum:.9}")?;
            }
        }
        Ok(())
    }
}
