//! Odds as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Estimate, Method};
use chase_arena::stats::{Interval, anytime, wilson};
use chase_engine::seat::Seat;
use chase_play::CommandLine;
use chase_record::any::NamedSide;
use chase_sweep::{Significant, significant};

/// Rows of the table of cycles that people are shown.
const ROWS_MAX: usize = 24;

/// The odds of a moment, as they are printed.
#[derive(Serialize)]
pub(super) struct OddsReport<'a> {
    unit: &'static str,
    /// The unit of the amounts that seats collect, in games that these decide.
    #[serde(skip)]
    amount: Option<&'static str>,
    cycle: Option<u64>,
    players: &'a [String],
    #[serde(flatten)]
    method: &'a Method,
    endings: Vec<Named<'a>>,
    /// Each side that may win alone.
    winners: Vec<Named<'a>>,
    ended_by: Vec<Named<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amounts: Vec<Amount<'a>>,
    mean: Significant,
    /// Each last cycle, and how likely it is.
    cycles: Vec<(u64, Significant)>,
}

/// A probability, with its interval where it is not exact, and what it is of.
#[derive(Default, Serialize)]
struct Named<'a> {
    chance: f64,
    #[serde(flatten)]
    interval: Option<Interval>,
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

impl Method {
    /// A probability with its interval, where it has one.
    fn chance<'a>(&self, chance: f64) -> Named<'a> {
        let interval = match *self {
            Method::Exact { .. } | Method::Over => None,
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
                Some(Interval { low: significant(low), high: significant(high) })
            }
        };
        Named { chance: significant(chance), interval, ..Named::default() }
    }
}

impl<'a> OddsReport<'a> {
    /// The odds of a moment of a game, before its first cycle where `cycle` is nothing.
    pub(super) fn of(
        game: &dyn CommandLine,
        cycle: Option<u64>,
        players: &'a [String],
        sides: &'a [NamedSide],
        Estimate { chances, method }: &'a Estimate,
    ) -> Self {
        let named = |chance| method.chance(chance);
        let seat_of = |seat: Seat| {
            let found = sides.iter().flat_map(|side| &side.seats).find(|(it, _)| *it == seat);
            found.map(|(_, name)| name.as_str())
        };
        let side = |winner: u8| Some(&*sides.get(usize::from(winner))?.name);
        let wins = |side: usize| {
            let mine =
                chances.endings.iter().filter(|(it, _)| it.winner.map(usize::from) == Some(side));
            mine.fold(0.0, |sum, (_, chance)| sum + chance)
        };
        let endings = chances.endings.iter().map(|(ending, chance)| Named {
            cause: Some(&*ending.cause),
            winner: ending.winner.and_then(side),
            ..named(*chance)
        });
        let winners = sides.iter().enumerate();
        let by = chances.by.iter();
        let amounts = (0..).map(Seat).zip(&chances.amounts).map(|(seat, expected)| Amount {
            seat: seat_of(seat).unwrap_or_default(),
            mean: significant(expected.mean),
            exact: expected.exact.map(|exact| exact.to_string()),
        });
        OddsReport {
            unit: game.unit(),
            amount: game.amount(),
            cycle,
            players,
            method,
            endings: endings.collect(),
            winners: winners
                .map(|(n, side)| Named { winner: Some(&*side.name), ..named(wins(n)) })
                .collect(),
            ended_by: by
                .map(|(seat, chance)| Named { seat: seat_of(*seat), ..named(*chance) })
                .collect(),
            amounts: amounts.collect(),
            mean: Significant(chances.mean_cycles()),
            cycles: chances.cycles.iter().map(|(at, chance)| (*at, Significant(*chance))).collect(),
        }
    }

    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = self.unit;
        let players = self.players.join(", ");
        let when = match self.cycle {
            Some(cycle) => format!("after {unit} {cycle}"),
            None => format!("before the first {unit}"),
        };
        let what = match self.method {
            Method::Over => " the game is over, so the outcome is certain".to_owned(),
            Method::Exact { .. } | Method::Played { .. } => format!(", then {players}"),
        };
        writeln!(out, "{when}{what}")?;
        match self.method {
            Method::Over => {}
            Method::Exact { states, way } => writeln!(out, "exact: {way}, {states} states")?,
            Method::Played { games, seed, until } => {
                let until = until.as_ref().map_or(String::new(), |it| format!(", until {it}"));
                writeln!(out, "estimated: {games} games of seed {seed}{until}, 95 % intervals")?;
            }
        }
        writeln!(out)?;
        for named in self.endings.iter().chain(&self.winners).chain(&self.ended_by) {
            named.line(out)?;
        }
        for Amount { seat, mean, exact } in &self.amounts {
            let label = format!("{} of {seat}", self.amount.unwrap_or_default());
            let exact = exact.as_ref().map_or(String::new(), |exact| format!("  ({exact})"));
            writeln!(out, "{label:<28} {mean:.9}{exact}")?;
        }
        writeln!(out, "{:<28} {:.6}", format!("mean last {unit}"), self.mean.0)?;
        self.table(out)?;
        writeln!(out, "\nodds for somebody who sees everything")
    }

    /// The probability that the game has ended by a cycle: each one, or every few of many.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let cycles = &self.cycles;
        let step = cycles.len().div_ceil(ROWS_MAX).max(1);
        let mut sum = 0.0;
        writeln!(out, "\n{:>8}  ended by then", self.unit)?;
        for (n, (cycle, chance)) in cycles.iter().enumerate() {
            sum += chance.0;
            if (n + 1) % step == 0 || n + 1 == cycles.len() {
                writeln!(out, "{cycle:>8}  {sum:.9}")?;
            }
        }
        Ok(())
    }
}

impl Named<'_> {
    fn line(&self, out: &mut dyn Write) -> io::Result<()> {
        let label = match (self.cause, self.winner, self.seat) {
            (Some(cause), Some(winner), _) => format!("{cause}: {winner}"),
            (Some(cause), None, _) => format!("{cause}: no single winner"),
            (None, Some(winner), _) => format!("won by {winner}"),
            (None, None, seat) => format!("ended by {}", seat.unwrap_or("nobody")),
        };
        let chance = self.chance;
        match self.interval {
            Some(Interval { low, high }) => {
                writeln!(out, "{label:<28} {chance:.6}  {low:.6} to {high:.6}")
            }
            None => writeln!(out, "{label:<28} {chance:.9}"),
        }
    }
}
