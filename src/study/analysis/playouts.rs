//! The value of one position: exact where few states follow, else from games that are played to their end.

use super::{AnalysisBudget, WIN};
use crate::odds::exact::expected_points;
use crate::odds::moment::OddsPosition;
use chase_engine::game::{Outcome, Turn};

/// The value of a position.
#[derive(Clone, Debug)]
pub(super) enum PositionValue {
    /// Known exactly: a value by side.
    Exact(Vec<i64>),
    /// By side, the points of the one game that players who draw nothing play from there.
    Line(Vec<i64>),
    /// By side, the points of each game that was played.
    Games(Vec<Vec<u8>>),
}

impl PositionValue {
    /// The value by side.
    pub(super) fn mean(&self) -> Vec<i64> {
        match self {
            PositionValue::Exact(values) | PositionValue::Line(values) => values.clone(),
            PositionValue::Games(sides) => sides.iter().map(|points| mean(points)).collect(),
        }
    }

    /// The share of a win that one side has in a game by its number.
    pub(super) fn of_game(&self, side: usize, game: usize) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "a billion is exact")]
            PositionValue::Exact(values) | PositionValue::Line(values) => {
                values[side] as f64 / WIN as f64
            }
            PositionValue::Games(sides) => f64::from(sides[side][game]) / 2.0,
        }
    }
}

/// The mean of points in units of a value, rounded down.
fn mean(points: &[u8]) -> i64 {
    let sum: i64 = points.iter().map(|it| i64::from(*it)).sum();
    let games = i64::try_from(points.len()).unwrap_or(i64::MAX).max(1);
    sum * (WIN / 2) / games
}

/// The value of a position in which the game is over, or from which few states follow; nothing
/// elsewhere. That of players who search within a limit is not looked for: it would be exact for these
/// weak searches alone.
pub(super) fn exact(position: &OddsPosition, states_max: u64) -> Option<PositionValue> {
    if let Turn::Over(outcome) = position.rules().turn(&position.state) {
        let values = outcome.points.iter().map(|it| i64::from(*it) * (WIN / 2));
        return Some(PositionValue::Exact(values.collect()));
    }
    if states_max == 0 || position.table.is_searching() {
        return None;
    }
    let points = expected_points(position, states_max).ok()?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "points are a few units"
    )]
    let value = |points: &f64| (points * (WIN / 2) as f64).round() as i64;
    Some(PositionValue::Exact(points.iter().map(value).collect()))
}

/// Adds the points of a game to those of each side. A game without an end is shared.
pub(super) fn add_points(outcome: Option<Outcome>, sides: &mut [Vec<u8>]) {
    let outcome = outcome.map(|it| it.points).unwrap_or_default();
    for (side, points) in sides.iter_mut().enumerate() {
        points.push(outcome.get(side).copied().unwrap_or(1));
    }
}

/// Plays the budget's games from a position. `first` is the number of the first of them.
pub(super) fn play(position: &OddsPosition, budget: AnalysisBudget, first: u64) -> PositionValue {
    let sides = position.rules().sides().len();
    let mut points = vec![Vec::with_capacity(budget.games as usize); sides];
    let mut session = position.table.session(budget.seed);
    let mut has_drawn = false;
    for game in 0..u64::from(budget.games) {
        if position.table.stop().is_stopped() {
            // Nobody uses what is found then.
            add_points(None, &mut points);
            continue;
        }
        session.restart(first + game, &position.state, &position.past);
        has_drawn |= session.run();
        add_points(position.rules().turn(&session.state()).outcome(), &mut points);
        // Where nothing is drawn, all games are the same.
        if game == 1 && !has_drawn {
            return PositionValue::Line(points.iter().map(|points| mean(points)).collect());
        }
    }
    PositionValue::Games(points)
}
