//! The score of a match: who won how often, by how much, how sure that is, and who failed how.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::game_result::{GameResult, PlayerFault};
use super::schedule::{Fixture, Schedule};
use super::stats::{
    Average, Elo, PairGames, PairScore, Rating, ScoreOutcome, Share, Sprt, SprtDecision, elo,
    ratings, real, whole,
};

/// One player's games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerStanding {
    /// The player as it was named.
    pub player: String,
    /// The number of games that were played and count.
    pub games: u64,
    /// Games won alone.
    pub wins: u64,
    /// Games shared with others.
    pub draws: u64,
    /// Games that brought no points.
    pub losses: u64,
    /// 1 for a win, an equal share of 1 for a shared one.
    pub points: f64,
    /// Points a game, on average.
    pub score: f64,
    /// Half the width of the 95 % interval of that; nothing before the first
    /// game.
    pub score_error: Option<f64>,
    /// The interval's lower end, from 0 to 1.
    pub score_low: Option<f64>,
    /// The interval's upper end, from 0 to 1.
    pub score_high: Option<f64>,
    /// The amount that the player collected in a game, on average, or the average length of a game.
    pub mean: f64,
    /// Half the width of the 95 % interval of that mean.
    pub mean_error: Option<f64>,
    /// Failures, by cause.
    pub forfeits: BTreeMap<&'static str, u64>,
    /// Games in which it failed.
    pub failed: u64,
    /// How often it had ended by itself between two games and was started or connected again, by how
    /// it had ended.
    pub restarts: BTreeMap<String, u64>,
    /// The sum of the amounts that the player collected.
    #[serde(skip)]
    collected: i64,
    /// Points of each game.
    #[serde(skip)]
    singly: Average,
    /// Points a game, averaged over the games on each opening.
    #[serde(skip)]
    scores: Average,
    /// The amount in a game, averaged in the same way.
    #[serde(skip)]
    amounts: Average,
}

/// The results of one player in the games on one opening so far.
#[derive(Clone, Copy, Debug, Default)]
struct OpeningTally {
    games: u32,
    points: f64,
    amount: f64,
}

impl PlayerStanding {
    fn new(player: &str) -> Self {
        PlayerStanding { player: player.to_owned(), ..PlayerStanding::default() }
    }

    /// Counts a game: what it made of it, and what it collected.
    fn count(&mut self, points: f64, amount: i64) {
        self.games += 1;
        if points >= 1.0 {
            self.wins += 1;
        } else if points > 0.0 {
            self.draws += 1;
        } else {
            self.losses += 1;
        }
        self.points += points;
        self.collected = self.collected.saturating_add(amount);
        self.score = self.points / real(self.games);
        self.mean = whole(self.collected) / real(self.games);
        self.singly.add(points);
        self.tell_score();
    }

    /// Counts the games on one opening, all of which are played: they depend on each other, since an
    /// opening favours a seat.
    fn count_opening(&mut self, made: OpeningTally) {
        let games = f64::from(made.games);
        self.scores.add(made.points / games);
        self.amounts.add(made.amount / games);
        self.mean_error = self.amounts.mean().error;
        self.tell_score();
    }

    /// The interval of the score: by openings, or by games where none has all its games yet, as the
    /// difference in Elo has it.
    fn tell_score(&mut self) {
        let results = match self.scores.count() {
            0 => &self.singly,
            _ => &self.scores,
        };
        if let Some(Share { low, high, .. }) = Share::of(results) {
            self.score_error = Some((high - low) / 2.0);
            (self.score_low, self.score_high) = (Some(low), Some(high));
        }
    }

    /// Returns whether it failed in every game it played.
    pub fn failed_throughout(&self) -> bool {
        self.games > 0 && self.failed == self.games
    }

    /// Its restarts in words.
    pub fn restart_words(&self) -> String {
        if self.restarts.is_empty() {
            return "-".into();
        }
        let restarts = self.restarts.iter();
        let restarts: Vec<_> =
            restarts.map(|(after, count)| format!("{count} ({after})")).collect();
        restarts.join(", ")
    }

    /// Its failures in words.
    pub fn forfeit_words(&self) -> String {
        if self.forfeits.is_empty() {
            return "-".into();
        }
        let causes = self.forfeits.iter();
        let causes: Vec<_> = causes.map(|(cause, count)| format!("{cause} {count}")).collect();
        causes.join(", ")
    }
}

/// A fault that a player made, with the number of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Accusation {
    /// In which game, from 1.
    pub game: u64,
    /// In which cycle, where it was its turn.
    pub cycle: Option<u64>,
    /// The player as it was named.
    pub player: String,
    /// In which seat.
    pub seat: String,
    /// The kind of failure.
    pub cause: &'static str,
    /// The message: the answer that was found and the answer that was expected.
    pub what: String,
}

/// The progress of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// The test that is under way.
    pub test: Sprt,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Below the first `elo0` is accepted, above the second `elo1`.
    pub bounds: (f64, f64),
    /// The decision so far.
    pub verdict: SprtDecision,
}

/// The score so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    rows: Vec<PlayerStanding>,
    accusations: Vec<Accusation>,
    /// The results of each two players, the first named before the second.
    scores: BTreeMap<[usize; 2], PairScore>,
    /// By meeting, the first game of a pair, waiting for the second.
    half: BTreeMap<usize, (u64, [usize; 2], ScoreOutcome)>,
    /// By meeting, how many games an opening has.
    rotations: Vec<usize>,
    /// By meeting and opening, the games played of it and what each player made, until all are played.
    openings: BTreeMap<(usize, u64), (usize, BTreeMap<usize, OpeningTally>)>,
    /// The newest opening that players played alone, and the points that each made on it.
    alone: Option<(u64, Vec<(usize, u8)>)>,
    sprt: Option<Sprt>,
    is_decided: bool,
    counted: u64,
    planned: u64,
    is_paired: bool,
}

impl Standings {
    /// Before the first game, for players in the order in which they were named.
    #[must_use]
    pub fn new<'p>(
        players: impl Iterator<Item = &'p str>,
        schedule: &Schedule,
        sprt: Option<Sprt>,
    ) -> Self {
        Standings {
            rows: players.map(PlayerStanding::new).collect(),
            rotations: schedule.meetings.iter().map(|it| it.rotations.len()).collect(),
            sprt,
            planned: schedule.fixtures.len() as u64,
            is_paired: schedule.meetings.iter().all(|it| it.rotations.len() == 2),
            ..Standings::default()
        }
    }

    /// Counts a game.
    pub fn count(&mut self, fixture: Fixture, played: &GameResult) {
        self.counted += 1;
        let key = (fixture.meeting, fixture.opening);
        let (games, made) = self.openings.entry(key).or_default();
        *games += 1;
        let winners = played.points.iter().filter(|points| **points > 0).count();
        for ((&entrant, &points), &amount) in
            played.entrants.iter().zip(&played.points).zip(&played.amounts)
        {
            let share = match points {
                0 => 0.0,
                2 => 1.0,
                _ => 1.0 / f64::from(u32::try_from(winners).unwrap_or(1)),
            };
            self.rows[entrant].count(share, amount);
            let made = made.entry(entrant).or_default();
            made.games += 1;
            made.points += share;
            made.amount += whole(amount);
        }
        if *games >= self.rotations[fixture.meeting] {
            let (_, made) = self.openings.remove(&key).unwrap_or_default();
            for (entrant, made) in made {
                self.rows[entrant].count_opening(made);
            }
        }
        for fault in &played.faults {
            self.accuse(played.game, fault);
        }
        for restart in &played.restarts {
            let after = self.rows[restart.entrant].restarts.entry(restart.after.clone());
            *after.or_insert(0) += 1;
        }
        let failed: BTreeSet<_> = played.faults.iter().map(|fault| fault.entrant).collect();
        for entrant in failed {
            self.rows[entrant].failed += 1;
        }
        match played.entrants.as_slice() {
            [alone] => self.compare_alone(played.opening, *alone, played.points[0]),
            [_, _] if self.is_paired => self.compare_pair(fixture, played),
            _ => self.compare(played),
        }
        if let Some(tested) = self.tested() {
            self.is_decided = tested.verdict != SprtDecision::Open;
        }
    }

    fn accuse(&mut self, game: u64, fault: &PlayerFault) {
        let row = &mut self.rows[fault.entrant];
        *row.forfeits.entry(fault.cause.word()).or_insert(0) += 1;
        self.accusations.push(Accusation {
            game: game + 1,
            cycle: fault.cycle,
            player: row.player.clone(),
            seat: fault.seat.clone(),
            cause: fault.cause.word(),
            what: fault.what.clone(),
        });
    }

    /// Compares an entrant that plays alone with the others by the points that each made on the
    /// same opening.
    fn compare_alone(&mut self, opening: u64, entrant: usize, points: u8) {
        let mut others = match self.alone.take() {
            Some((same, others)) if same == opening => others,
            _ => Vec::new(),
        };
        for &(other, made) in &others {
            self.score_of([other, entrant]).add_game(against(made, points));
        }
        others.push((entrant, points));
        self.alone = Some((opening, others));
    }

    /// Everybody at a table with everybody else.
    fn compare(&mut self, played: &GameResult) {
        let mut all: Vec<_> = played.entrants.iter().zip(&played.points).collect();
        all.sort();
        for (n, (one, made)) in all.iter().enumerate() {
            for (other, points) in &all[n + 1..] {
                self.score_of([**one, **other]).add_game(against(**made, **points));
            }
        }
    }

    /// Two games on the same opening with swapped sides are a pair.
    fn compare_pair(&mut self, fixture: Fixture, played: &GameResult) {
        let (one, other) = (played.entrants[0], played.entrants[1]);
        let made = against(played.points[0], played.points[1]);
        let made = if one < other { made } else { swapped(made) };
        let both = [one.min(other), one.max(other)];
        match self.half.remove(&fixture.meeting) {
            Some((opening, _, half)) if opening == fixture.opening => {
                self.score_of(both).add_pair(half, made);
            }
            _ => {
                let half = (fixture.opening, both, made);
                self.half.insert(fixture.meeting, half);
            }
        }
    }

    fn score_of(&mut self, both: [usize; 2]) -> &mut PairScore {
        self.scores.entry(both).or_default()
    }

    /// Returns whether the test has ended the match.
    pub(crate) fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Games counted, and games planned.
    pub fn progress(&self) -> (u64, u64) {
        (self.counted, self.planned)
    }

    /// The players, in the order in which they were named.
    #[must_use]
    pub fn rows(&self) -> &[PlayerStanding] {
        &self.rows
    }

    /// Returns the faults that players made.
    pub fn accusations(&self) -> &[Accusation] {
        &self.accusations
    }

    /// The results of each two players, a game too whose partner is not there yet.
    pub fn all_scores(&self) -> BTreeMap<[usize; 2], PairScore> {
        let mut scores = self.scores.clone();
        for (_, both, made) in self.half.values() {
            scores.entry(*both).or_default().add_game(*made);
        }
        scores
    }

    /// The score of the first of two players against the second.
    pub fn duel(&self) -> Option<PairScore> {
        let [_, _] = self.rows[..] else {
            return None;
        };
        self.all_scores().get(&[0, 1]).copied()
    }

    /// Returns the Elo difference of the first of two players over the second.
    pub fn elo(&self) -> Option<Elo> {
        self.duel().as_ref().and_then(elo)
    }

    /// Returns the progress of the sequential test, if there is one.
    pub fn tested(&self) -> Option<Tested> {
        let test = self.sprt?;
        // Half a pair is no result of a test of pairs.
        let nothing = PairScore::default();
        let score = self.scores.get(&[0, 1]).unwrap_or(&nothing);
        Some(Tested {
            test,
            llr: test.llr(score),
            bounds: test.bounds(),
            verdict: test.verdict(score),
        })
    }

    /// Returns the rating of each player, where there are more than two.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        if self.rows.len() < 3 {
            return Vec::new();
        }
        let meeting = |(players, score): (&[usize; 2], &PairScore)| PairGames {
            players: *players,
            score: *score,
        };
        let scores = self.all_scores();
        let meetings: Vec<_> = scores.iter().map(meeting).collect();
        ratings(self.rows.len(), &meetings)
    }
}

/// The outcome of a number of points against another's.
fn against(made: u8, others: u8) -> ScoreOutcome {
    match made.cmp(&others) {
        std::cmp::Ordering::Less => ScoreOutcome::Loss,
        std::cmp::Ordering::Equal => ScoreOutcome::Draw,
        std::cmp::Ordering::Greater => ScoreOutcome::Win,
    }
}

fn swapped(outcome: ScoreOutcome) -> ScoreOutcome {
    match outcome {
        ScoreOutcome::Loss => ScoreOutcome::Win,
        ScoreOutcome::Draw => ScoreOutcome::Draw,
        ScoreOutcome::Win => ScoreOutcome::Loss,
    }
}
