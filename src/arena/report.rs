//! A match's score for people, for spreadsheets and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::standings::{Accusation, PlayerStanding, Standings, Tested};
use super::stats::{Elo, PairScore, Rating, SprtDecision};
use chase_world::error::counted;
use chase_world::escape::csv_text;

/// The report of a match.
#[derive(Debug, Serialize)]
pub struct MatchReport<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The openings of its games, in words.
    pub openings: &'a str,
    /// Seed of openings and dice.
    pub seed: i64,
    /// Games that count.
    pub games: u64,
    /// Games of the schedule.
    pub planned: u64,
    /// The unit of `mean` in the standings.
    pub amount: &'a str,
    /// By player, in the order in which they were named.
    pub standings: &'a [PlayerStanding],
    /// The first of two players against the second: losses, draws, wins, and pairs of games.
    pub score: Option<PairScore>,
    /// The Elo difference of the first of two players over the second.
    pub elo: Option<Elo>,
    /// The sequential test (SPRT) of the first of two players against the second, and how it
    /// stands; nothing where no test was asked for.
    pub sprt: Option<Tested>,
    /// The rating of each player, where there are more than two.
    pub ratings: Vec<Option<Rating>>,
    /// The results of each two players, the first named before the second.
    #[serde(skip)]
    pub meetings: BTreeMap<[usize; 2], PairScore>,
    /// The faults that players made.
    pub accusations: &'a [Accusation],
    /// The game's word for a cycle.
    #[serde(skip)]
    pub unit: &'a str,
}

impl<'a> MatchReport<'a> {
    /// The report of a score.
    #[must_use]
    pub fn new(standings: &'a Standings, game: &'a str, unit: &'a str) -> Self {
        let (games, planned) = standings.progress();
        MatchReport {
            game,
            openings: "",
            seed: 0,
            games,
            planned,
            amount: "",
            standings: standings.rows(),
            score: standings.duel(),
            elo: standings.elo(),
            sprt: standings.tested(),
            ratings: standings.ratings(),
            meetings: standings.all_scores(),
            accusations: standings.accusations(),
            unit,
        }
    }

    /// The report as a text for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let MatchReport { game, openings, seed, games, .. } = self;
        let _ = writeln!(
            out,
            "{} of {game}{} {openings}, seed {seed}\n",
            counted(*games, "game"),
            self.words_of_share(),
        );
        self.tell_failed(&mut out);
        self.table(&mut out);
        if let Some(words) = self.elo_words() {
            let _ = writeln!(out, "\n{words}");
        }
        self.tell_ratings(&mut out);
        self.tell_test(&mut out);
        self.tell_accusations(&mut out);
        out
    }

    /// The games of each player, where several players had the same openings to themselves: one
    /// player fills the whole game then.
    fn words_of_share(&self) -> String {
        let mut rows = self.standings.iter();
        let first = rows.next().map_or(0, |row| row.games);
        let are_several = first > 0 && rows.len() > 0;
        let are_alike = rows.all(|row| row.games == first);
        let are_alone = first * self.standings.len() as u64 == self.games;
        match are_several && are_alike && are_alone {
            true => format!(", {first} by each player,"),
            false => String::new(),
        }
    }

    /// Those of whom the table says nothing, since they failed in every game.
    fn tell_failed(&self, out: &mut String) {
        let mut is_said = false;
        for row in self.standings.iter().filter(|row| row.failed_throughout()) {
            is_said = true;
            let (player, words) = (&row.player, row.forfeit_words());
            let games = match row.games {
                1 => "its only game".into(),
                games => format!("all of its {games} games"),
            };
            let _ = writeln!(out, "{player} failed in {games}: {words}");
        }
        if is_said {
            out.push('\n');
        }
    }

    fn width(&self) -> usize {
        let widths = self.standings.iter().map(|one| one.player.chars().count());
        widths.max().unwrap_or(0).max("player".len())
    }

    fn table(&self, out: &mut String) {
        let width = self.width();
        let mean = format!("mean {}", self.amount);
        let has_restarts = self.has_restarts();
        let restarts = |words: &str| match has_restarts {
            true => format!("{words:<18} "),
            false => String::new(),
        };
        let _ = writeln!(
            out,
            "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>8}  {:<20} {:<17} {}forfeits",
            "player",
            "games",
            "won",
            "shared",
            "lost",
            "points",
            "score",
            mean,
            restarts("restarts"),
        );
        for one in self.standings {
            let (score, mean) = (score_words(one), mean_words(one));
            let _ = writeln!(
                out,
                "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>8.2}  {:<20} {:<17} {}{}",
                one.player,
                one.games,
                one.wins,
                one.draws,
                one.losses,
                one.points,
                score,
                mean,
                restarts(&one.restart_words()),
                one.forfeit_words(),
            );
        }
    }

    /// Returns whether a player had ended between two games and was started again.
    #[must_use]
    pub fn has_restarts(&self) -> bool {
        self.standings.iter().any(|row| !row.restarts.is_empty())
    }

    /// The Elo difference of the first of two players over the second, with its 95 % interval.
    #[must_use]
    pub fn elo_words(&self) -> Option<String> {
        let (Some(elo), [one, other]) = (&self.elo, self.standings) else {
            return None;
        };
        let difference = match (elo.difference, elo.error, elo.low, elo.high) {
            (Some(elo), _, Some(low), Some(high)) if (high - elo - (elo - low)).abs() > 20.0 => {
                format!("{elo:+.1} ({low:+.1} to {high:+.1})")
            }
            (Some(elo), Some(error), ..) => format!("{elo:+.1} +- {error:.1}"),
            (Some(elo), None, Some(low), None) => format!("{elo:+.1}, at least {low:+.1}"),
            (Some(elo), None, None, Some(high)) => format!("{elo:+.1}, at most {high:+.1}"),
            (Some(elo), ..) => format!("{elo:+.1}"),
            (None, _, Some(low), _) => format!("at least {low:+.1}, no upper limit"),
            (None, _, _, Some(high)) => format!("at most {high:+.1}, no lower limit"),
            (None, ..) => "unknown".into(),
        };
        Some(format!(
            "Elo of {} against {}: {difference}, likelihood of superiority (LOS) {:.1} %",
            one.player,
            other.player,
            100.0 * elo.superiority
        ))
    }

    /// The players from the best to the last: by their ratings where there are any, else by their
    /// score. Equal ones stay in the order in which they were named.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let is_rated = self.ratings.iter().any(Option::is_some);
        let strength = |player: &usize| match self.ratings.get(*player) {
            Some(rating) if is_rated => rating.map_or(f64::NEG_INFINITY, |it| it.elo),
            _ if self.standings[*player].games == 0 => f64::NEG_INFINITY,
            _ => self.standings[*player].score,
        };
        let mut order: Vec<_> = (0..self.standings.len()).collect();
        order.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
        order
    }

    /// A player's rating with its 95 % interval; nothing for a player without one.
    #[must_use]
    pub fn rating_words(&self, player: usize) -> Option<String> {
        let rating = self.ratings.get(player).copied().flatten()?;
        let words = format!("{:+.1} +- {:.1}", rating.elo, rating.error);
        match self.ratings.iter().flatten().any(|other| other.group > 0) {
            true => Some(format!("{words}, group {}", rating.group + 1)),
            false => Some(words),
        }
    }

    fn tell_ratings(&self, out: &mut String) {
        if self.ratings.iter().all(Option::is_none) {
            return;
        }
        let width = self.width();
        let _ = writeln!(out, "\n{:<width$} {:>7}", "player", "Elo");
        for player in self.order() {
            let name = &self.standings[player].player;
            let words = self.rating_words(player).unwrap_or_else(|| "-".into());
            // The numbers stand below each other, whatever follows them.
            let blanks = 7_usize.saturating_sub(words.find(' ').unwrap_or(words.len()));
            let _ = writeln!(out, "{name:<width$} {:blanks$}{words}", "");
        }
    }

    fn tell_test(&self, out: &mut String) {
        let Some(Tested { test, llr, bounds: (low, high), verdict }) = &self.sprt else {
            return;
        };
        let (elo0, elo1) = test.hypotheses();
        let verdict = match verdict {
            SprtDecision::Accepted0 => format!("accepted: {elo0} Elo or less"),
            SprtDecision::Accepted1 => format!("accepted: {elo1} Elo or more"),
            SprtDecision::Open => "not decided".into(),
        };
        let _ = writeln!(out, "\nSPRT {test}: LLR {llr:.2} ({low:.2}, {high:.2}), {verdict}");
    }

    fn tell_accusations(&self, out: &mut String) {
        const TOLD_MAX: usize = 20;
        for (n, it) in self.accusations.iter().take(TOLD_MAX).enumerate() {
            let blank = if n == 0 { "\n" } else { "" };
            let cycle = it.cycle.map_or(String::new(), |cycle| format!(", {} {cycle}", self.unit));
            let Accusation { game, player, seat, cause, what, .. } = it;
            let _ = writeln!(out, "{blank}game {game}{cycle}, {player} as {seat}: {cause}: {what}");
        }
        if let more @ 1.. = self.accusations.len().saturating_sub(TOLD_MAX) {
            let _ = writeln!(out, "and {more} more; --format json lists all");
        }
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "player,games,wins,draws,losses,points,score,score_error,score_low,score_high,mean,mean_error,elo,elo_error,forfeits,restarts\n",
        );
        for (n, one) in self.standings.iter().enumerate() {
            // In quotation marks always.
            let quoted = |text: &str| match csv_text(text) {
                field if field.starts_with('"') => field.into_owned(),
                field => format!("\"{field}\""),
            };
            let number =
                |number: Option<f64>| number.map_or(String::new(), |it| format!("{it:.4}"));
            let (elo, error) = self.elo_of(n);
            let _ = writeln!(
                out,
                "{},{},{},{},{},{:.4},{:.4},{},{},{},{:.4},{},{},{},{},{}",
                quoted(&one.player),
                one.games,
                one.wins,
                one.draws,
                one.losses,
                one.points,
                one.score,
                number(one.score_error),
                number(one.score_low),
                number(one.score_high),
                one.mean,
                number(one.mean_error),
                number(elo),
                number(error),
                quoted(&one.forfeit_words()),
                quoted(&one.restart_words())
            );
        }
        out
    }

    /// A player's Elo in the table: of two the difference to the other, else the rating.
    fn elo_of(&self, n: usize) -> (Option<f64>, Option<f64>) {
        if let Some(elo) = &self.elo {
            let sign = if n == 0 { 1.0 } else { -1.0 };
            return (elo.difference.map(|it| sign * it), elo.error);
        }
        let rating = self.ratings.get(n).copied().flatten();
        (rating.map(|it| it.elo), rating.map(|it| it.error))
    }
}

/// Points a game in per cent, with the 95 % interval: half its width where the score lies in its
/// middle, else its ends. A dash before the first game.
#[must_use]
pub fn score_words(standing: &PlayerStanding) -> String {
    if standing.games == 0 {
        return "-".into();
    }
    let score = 100.0 * standing.score;
    let Some((low, high)) = standing.score_low.zip(standing.score_high) else {
        return format!("{score:.1} %");
    };
    let (low, high) = (100.0 * low, 100.0 * high);
    let is_middle = (score - low - (high - score)).abs() < 0.1;
    match is_middle {
        true => format!("{score:.1} +- {:.1} %", (high - low) / 2.0),
        false => format!("{score:.1} ({low:.1}-{high:.1}) %"),
    }
}

/// The mean amount in a game, with half the width of its 95 % interval. A dash before the first game.
#[must_use]
pub fn mean_words(standing: &PlayerStanding) -> String {
    let PlayerStanding { mean, mean_error, .. } = standing;
    match mean_error {
        _ if standing.games == 0 => "-".into(),
        Some(error) => format!("{mean:.2} +- {error:.2}"),
        None => format!("{mean:.2}"),
    }
}
