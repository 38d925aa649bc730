//! The analyses of several recordings, added up for each player.

use std::io::{self, Write};

use serde::Serialize;

use chase_engine::seat::Seat;
use chase_record::any::NamedSide;
use chase_study::analysis::{Decider, Look, Mark, ResultParts, WIN};
use chase_world::error::counted;
use chase_world::escape::csv_text;
use chase_world::object;

/// What a player made of its games.
#[derive(Default)]
struct PlayerTotals {
    /// The result of each game, as a share of a win.
    results: Vec<f64>,
    /// The results without what draws changed.
    adjusted: Vec<f64>,
    /// What the player's own choices lost, as shares of a win.
    lost: f64,
    /// Judged choices, and those of each mark, in the order of [`Mark::ALL`].
    choices: u64,
    marks: [u64; 3],
}

/// The totals of all players, in the order in which they were met.
#[derive(Default)]
pub(super) struct Standings {
    players: Vec<(String, PlayerTotals)>,
    files: u64,
}

/// A mean with half of its 95 % interval.
#[derive(Clone, Copy, Serialize)]
struct Mean {
    mean: f64,
    /// Nothing for fewer than two games.
    error: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    player: &'a str,
    games: usize,
    result: Mean,
    without_draws: Mean,
    /// The mean of a game.
    lost_by_choices: f64,
    choices: u64,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
}

pub(super) fn share(value: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a billion is exact")]
    let share = value as f64 / WIN as f64;
    share
}

fn mean(values: &[f64]) -> Mean {
    #[expect(clippy::cast_precision_loss, reason = "few games")]
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
    let error = (values.len() > 1).then(|| 1.96 * (squares / (count - 1.0) / count).sqrt());
    Mean { mean, error }
}

/// The players of a side, each name once.
pub(super) fn side_players(side: &NamedSide, players: &[String]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (seat, _) in &side.seats {
        if let Some(name) = players.get(seat.index())
            && !names.contains(&&**name)
        {
            names.push(name);
        }
    }
    names.join(" + ")
}

impl Standings {
    /// Adds a recording with these players.
    pub(super) fn add(
        &mut self,
        sides: &[NamedSide],
        players: &[String],
        looks: &[Look],
        parts: &[ResultParts],
    ) {
        self.files += 1;
        for (side, parts) in sides.iter().zip(parts) {
            let name = side_players(side, players);
            if name.is_empty() {
                continue;
            }
            let has = |seat: Seat| side.seats.iter().any(|it| it.0 == seat);
            let totals = self.totals(name);
            totals.results.push(share(parts.result));
            totals.adjusted.push(share(parts.result - parts.draws));
            for look in looks {
                if !matches!(look.decider, Decider::Choice(seat) if has(seat)) {
                    continue;
                }
                totals.choices += 1;
                totals.lost += share(look.loss);
                let marks = Mark::ALL.iter().zip(&mut totals.marks);
                for ((mark, _), count) in marks {
                    *count += u64::from(look.mark == Some(*mark));
                }
            }
        }
    }

    fn totals(&mut self, name: String) -> &mut PlayerTotals {
        let place = self.players.iter().position(|it| it.0 == name).unwrap_or_else(|| {
            self.players.push((name, PlayerTotals::default()));
            self.players.len() - 1
        });
        &mut self.players[place].1
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let rows = self.players.iter().map(|(player, totals)| {
            let [blunders, mistakes, inaccuracies] = totals.marks;
            #[expect(clippy::cast_precision_loss, reason = "few games")]
            let games = totals.results.len() as f64;
            Row {
                player,
                games: totals.results.len(),
                result: mean(&totals.results),
                without_draws: mean(&totals.adjusted),
                lost_by_choices: totals.lost / games,
                choices: totals.choices,
                inaccuracies,
                mistakes,
                blunders,
            }
        });
        rows.collect()
    }

    /// The standings as text.
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.rows();
        let width = rows.iter().map(|row| row.player.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            out,
            "{}, in % of a win\n\n{:<width$} {:>6} {:>15} {:>15} {:>15} {:>8} {:>4} {:>4} {:>4}",
            counted(self.files, "recording"),
            "player",
            "games",
            "result",
            "without draws",
            "lost by choices",
            "choices",
            "?!",
            "?",
            "??"
        )?;
        for row in &rows {
            writeln!(
                out,
                "{:<width$} {:>6} {:>15} {:>15} {:>15.1} {:>8} {:>4} {:>4} {:>4}",
                row.player,
                row.games,
                words(row.result),
                words(row.without_draws),
                100.0 * row.lost_by_choices,
                row.choices,
                row.inaccuracies,
                row.mistakes,
                row.blunders
            )?;
        }
        writeln!(
            out,
            "\nresult and without draws: means of a game with 95 % intervals; lost by choices: mean of a game; choices and marks: counts"
        )
    }

    /// The standings as one JSON object; values are shares of a win.
    pub(super) fn json(&self) -> impl Serialize {
        let (analysis, files) = (super::tables::FORM, self.files);
        object!(StandingsJson { analysis, files, players: self.rows() })
    }

    /// The standings as a table; values are shares of a win.
    pub(super) fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "player,games,result,result_error,without_draws,without_draws_error,lost_by_choices,choices,inaccuracies,mistakes,blunders"
        )?;
        for row in self.rows() {
            let error = |mean: Mean| mean.error.map_or_else(String::new, |it| it.to_string());
            writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{},{}",
                csv_text(row.player),
                row.games,
                row.result.mean,
                error(row.result),
                row.without_draws.mean,
                error(row.without_draws),
                row.lost_by_choices,
                row.choices,
                row.inaccuracies,
                row.mistakes,
                row.blunders
            )?;
        }
        Ok(())
    }
}

/// A mean in per cent with its interval.
fn words(mean: Mean) -> String {
    match mean.error {
        Some(error) => format!("{:.1} +- {:.1}", 100.0 * mean.mean, 100.0 * error),
        None => format!("{:.1}", 100.0 * mean.mean),
    }
}
