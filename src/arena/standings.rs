//! Who won how often: the table of a series.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::engine::game::ForfeitCause;

/// One player's games.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The player as it was named.
    pub player: String,
    /// Games played.
    pub games: u64,
    /// Games won alone.
    pub wins: u64,
    /// Games shared with others.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// 1 for a win, an equal share of 1 for a shared one.
    pub points: f64,
    /// What was collected in a game, on average.
    pub mean: f64,
    /// Half the width of the 95 % interval of that mean; nothing for fewer than two games.
    pub mean_error: Option<f64>,
    /// Games lost by failing, by cause.
    pub forfeits: BTreeMap<&'static str, u64>,
    #[serde(skip)]
    amounts: Vec<f64>,
}

impl Standing {
    /// Before the first game.
    #[must_use]
    pub fn new(player: &str) -> Self {
        Standing {
            player: player.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            points: 0.0,
            mean: 0.0,
            mean_error: None,
            forfeits: BTreeMap::new(),
            amounts: Vec::new(),
        }
    }

    /// Counts a game: how many won it, whether this player is among them, what it collected.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a series has fewer than 2^52 games"
    )]
    pub fn count(&mut self, winners: usize, is_winner: bool, amount: u32) {
        self.games += 1;
        match (is_winner, winners) {
            (true, 1) => self.wins += 1,
            (true, _) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
        if is_winner {
            self.points += 1.0 / winners as f64;
        }
        self.amounts.push(f64::from(amount));
        let count = self.amounts.len() as f64;
        self.mean = self.amounts.iter().sum::<f64>() / count;
        let squares = self
            .amounts
            .iter()
            .map(|amount| (amount - self.mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0);
        // The normal distribution's 97.5th percentile.
        const Z: f64 = 1.959_964;
        self.mean_error = (count > 1.0).then(|| Z * (variance / count).sqrt());
    }

    /// Counts a failure.
    pub fn failed(&mut self, cause: ForfeitCause) {
        *self.forfeits.entry(cause.word()).or_insert(0) += 1;
    }

    fn forfeit_words(&self) -> String {
        if self.forfeits.is_empty() {
            return "-".into();
        }
        let causes = self.forfeits.iter();
        let causes: Vec<_> = causes
            .map(|(cause, count)| format!("{cause} {count}"))
            .collect();
        causes.join(", ")
    }

    fn mean_words(&self) -> String {
        match self.mean_error {
            Some(error) => format!("{:.2} +- {error:.2}", self.mean),
            None => format!("{:.2}", self.mean),
        }
    }
}

/// The table for people; `what` was collected.
#[must_use]
pub fn text(standings: &[Standing], what: &str) -> String {
    let width = standings.iter().map(|one| one.player.chars().count());
    let width = width.max().unwrap_or(0).max("player".len());
    let mut out = format!(
        "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>8}  {:<18} forfeits\n",
        "player",
        "games",
        "won",
        "shared",
        "lost",
        "points",
        format!("mean {what}"),
    );
    for one in standings {
        let _ = writeln!(
            out,
            "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>8.2}  {:<18} {}",
            one.player,
            one.games,
            one.wins,
            one.draws,
            one.losses,
            one.points,
            one.mean_words(),
            one.forfeit_words()
        );
    }
    out
}

/// The table as comma-separated values.
#[must_use]
pub fn csv(standings: &[Standing]) -> String {
    let mut out = String::from("player,games,wins,draws,losses,points,mean,mean_error,forfeits\n");
    for one in standings {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let error = one
            .mean_error
            .map_or(String::new(), |error| format!("{error:.4}"));
        let _ = writeln!(
            out,
            "{},{},{},{},{},{:.4},{:.4},{error},{}",
            quoted(&one.player),
            one.games,
            one.wins,
            one.draws,
            one.losses,
            one.points,
            one.mean,
            quoted(&one.forfeit_words())
        );
    }
    out
}
