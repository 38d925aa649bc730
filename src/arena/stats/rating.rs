//! How strong each of many players is, by all games at once.

use std::collections::BTreeMap;

use serde::Serialize;

use super::normal::Z95;
use super::{ELO_PER_E, PairScore, real};

mod matrix;

use matrix::{CholeskyFactor, SquareMatrix};

/// The games of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PairGames {
    /// The two players: different numbers, from 0.
    pub players: [usize; 2],
    /// The results of the first of them against the second. Its single games are rated; pairs too
    /// count as the games they consist of.
    pub score: PairScore,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo above the mean of the player's group.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub error: f64,
    /// The number of the player's group, from 0 in the order of their first players. Players of
    /// different groups never met, not even through others: their Elo cannot be compared.
    pub group: usize,
    /// True if draws that were never played hold the group's ratings within bounds.
    pub held: bool,
}

/// Rates `players` players by their meetings, which may be told in any order and in parts. One
/// rating for each, nothing for those without a game.
///
/// The ratings are those with which the points are likeliest if a player d Elo above another
/// expects 1 / (1 + 10^(-d/400)) of each point and a draw is half a win and half a loss (Bradley
/// and Terry, 1952): everybody's expected points are the points made. Each group of players who
/// met, directly or through others, is rated by itself about a mean of 0.
///
/// Likeliest ratings exist where everybody made points, over some detour, against everybody else
/// of the group (Ford, 1957). Elsewhere, as with a player who won every game, they would be
/// infinite. Then each two players who met, but between whom no detour leads back, are taken to
/// have drawn one game more, and `held` tells so for all of the group. The other meetings, and
/// groups that need none of this, are left as they are.
///
/// The errors come from the observed Fisher information, taken as free of the direction in which
/// all ratings of a group move together. They are those of games without draws, hence too large
/// rather than too small where many games are drawn.
///
/// Meetings of a player with itself and with numbers from `players` on say nothing and are left
/// out. Nothing is told also of a group whose games are so unevenly spread that the numbers fail.
pub fn ratings(players: usize, results: &[PairGames]) -> Vec<Option<Rating>> {
    let mut points = points(players, results);
    let groups = groups(players, &points);
    let held = hold(players, &mut points);
    let mut ratings = vec![None; players];
    for (number, members) in groups.iter().enumerate() {
        let held = members.iter().any(|member| held[*member]);
        let Some(rated) = RatingGroup::of(members, &points).rated() else {
            continue;
        };
        for (member, (elo, error)) in members.iter().zip(rated) {
            ratings[*member] = Some(Rating { elo, error, group: number, held });
        }
    }
    ratings
}

/// Half points of the two players of each pair that met; the lower number is the first.
type Points = BTreeMap<[usize; 2], [u64; 2]>;

/// All meetings, those of the same two players added up.
fn points(players: usize, results: &[PairGames]) -> Points {
    let mut points = Points::new();
    for meeting in results {
        let [first, second] = meeting.players;
        let known = first < players && second < players && first != second;
        if !known || meeting.score.played() == 0 {
            continue;
        }
        let made = meeting.score.half_points();
        let lost = 2 * meeting.score.played() - made;
        let (pair, made) = if first < second {
            ([first, second], [made, lost])
        } else {
            ([second, first], [lost, made])
        };
        let sum = points.entry(pair).or_insert([0, 0]);
        sum[0] += made[0];
        sum[1] += made[1];
    }
    points
}

/// Players who met, directly or through others, in the order of their numbers.
fn groups(players: usize, points: &Points) -> Vec<Vec<usize>> {
    let mut met = vec![Vec::new(); players];
    for [first, second] in points.keys() {
        met[*first].push(*second);
        met[*second].push(*first);
    }
    let mut grouped = vec![false; players];
    let mut groups = Vec::new();
    for player in 0..players {
        if grouped[player] || met[player].is_empty() {
            continue;
        }
        let reached = reached(player, &met);
        let members: Vec<usize> = (player..players).filter(|other| reached[*other]).collect();
        for member in &members {
            grouped[*member] = true;
        }
        groups.push(members);
    }
    groups
}

/// Adds a drawn game wherever two players met between whom no detour of points leads back; who
/// got one.
fn hold(players: usize, points: &mut Points) -> Vec<bool> {
    let circles = circles(players, points);
    let mut held = vec![false; players];
    for (pair, made) in points.iter_mut() {
        if circles[pair[0]] == circles[pair[1]] {
            continue;
        }
        for side in 0..2 {
            made[side] += 1;
            held[pair[side]] = true;
        }
    }
    held
}

/// The circle of each player: players of one circle all made points against each other, over
/// detours at least.
fn circles(players: usize, points: &Points) -> Vec<usize> {
    let mut beaten = vec![Vec::new(); players];
    let mut beaten_by = vec![Vec::new(); players];
    for (pair, made) in points {
        for side in 0..2 {
            if made[side] > 0 {
                beaten[pair[side]].push(pair[1 - side]);
                beaten_by[pair[1 - side]].push(pair[side]);
            }
        }
    }
    // A circle is called by its lowest player.
    let mut circles = vec![usize::MAX; players];
    for player in 0..players {
        if circles[player] != usize::MAX {
            continue;
        }
        let (below, above) = (reached(player, &beaten), reached(player, &beaten_by));
        for other in player..players {
            if below[other] && above[other] {
                circles[other] = player;
            }
        }
    }
    circles
}

/// For each player, true if these ways lead to it from `from`; they lead to `from` itself.
fn reached(from: usize, ways: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; ways.len()];
    reached[from] = true;
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for next in &ways[at] {
            if !reached[*next] {
                reached[*next] = true;
                open.push(*next);
            }
        }
    }
    reached
}

/// Two players of a group by their places in it, and the points of each.
struct Duel {
    sides: [usize; 2],
    points: [f64; 2],
}

/// A group's games, by the places of its members.
struct RatingGroup {
    size: usize,
    duels: Vec<Duel>,
}

impl RatingGroup {
    /// The part of the points that the members made; they are in the order of their numbers.
    fn of(members: &[usize], points: &Points) -> Self {
        let place = |player: usize| members.binary_search(&player).ok();
        let duels = points.iter().filter_map(|([first, second], made)| {
            Some(Duel {
                sides: [place(*first)?, place(*second)?],
                points: made.map(|half| real(half) / 2.0),
            })
        });
        RatingGroup { size: members.len(), duels: duels.collect() }
    }

    /// The Elo and the error of each member; nothing if the numbers fail.
    fn rated(&self) -> Option<Vec<(f64, f64)>> {
        let strengths = self.strengths()?;
        let deviations = self.information(&strengths)?.deviations();
        let mean = strengths.iter().sum::<f64>() / real(self.size as u64);
        let rated = strengths.iter().zip(deviations).map(|(strength, deviation)| {
            let elo = ELO_PER_E * (strength - mean);
            (elo, ELO_PER_E * Z95 * deviation)
        });
        Some(rated.collect())
    }

    /// The likeliest strengths of the members, in logarithms of the odds.
    ///
    /// Newton's method, each step shortened until no two players who met move further apart or
    /// together than by a factor of e in the odds. Over such a distance the curvature of a
    /// logistic likelihood changes by less than that factor (F. Bach, "Self-concordant analysis
    /// for logistic regression", 2010), so that every step gains and the method comes to an end.
    fn strengths(&self) -> Option<Vec<f64>> {
        const STEPS_MAX: usize = 1000;
        /// A millionth of an Elo.
        const NEAR: f64 = 5e-9;
        let mut strengths = vec![0.0; self.size];
        for _ in 0..STEPS_MAX {
            let slope = self.surplus(&strengths);
            let step = self.information(&strengths)?.factor.solve(&slope);
            let moves = self.duels.iter().map(|duel| {
                let [a, b] = duel.sides;
                (step[a] - step[b]).abs()
            });
            let widest = moves.fold(0.0, f64::max);
            let part = 1.0 / widest.max(1.0);
            for (strength, move_by) in strengths.iter_mut().zip(&step) {
                *strength += part * move_by;
            }
            if widest < NEAR {
                break;
            }
        }
        Some(strengths)
    }

    /// For each member, its points beyond those expected: the slope of the likelihood.
    fn surplus(&self, strengths: &[f64]) -> Vec<f64> {
        let mut surplus = vec![0.0; self.size];
        for Duel { sides: [a, b], points } in &self.duels {
            let [win, loss] = chances(strengths[*a] - strengths[*b]);
            // a's points less its chance of all of them, without taking like from like.
            let more = points[0] * loss - points[1] * win;
            surplus[*a] += more;
            surplus[*b] -= more;
        }
        surplus
    }

    /// The observed Fisher information of the strengths.
    fn information(&self, strengths: &[f64]) -> Option<Information> {
        let mut square = SquareMatrix::zero(self.size);
        for Duel { sides: [a, b], points } in &self.duels {
            let [win, loss] = chances(strengths[*a] - strengths[*b]);
            let weight = (points[0] + points[1]) * win * loss;
            square.add(*a, *a, weight);
            square.add(*b, *b, weight);
            square.add(*a, *b, -weight);
            square.add(*b, *a, -weight);
        }
        let (size, all) = (self.size, real(self.size as u64));
        let given = (0..size).map(|i| square.at(i, i)).sum::<f64>() / all;
        for row in 0..size {
            for column in 0..size {
                square.add(row, column, given / all);
            }
        }
        let factor = CholeskyFactor::of(square)?;
        Some(Information { factor, size, given })
    }
}

/// The chances of both sides of a point, by the logarithm of the odds; each exact even where it
/// is tiny.
fn chances(odds: f64) -> [f64; 2] {
    [1.0 / (1.0 + (-odds).exp()), 1.0 / (1.0 + odds.exp())]
}

/// An information in which the direction that no game tells of, all strengths moving together,
/// has been given one; its inverse gives no spread in that direction.
struct Information {
    factor: CholeskyFactor,
    size: usize,
    /// The information given to that direction.
    given: f64,
}

impl Information {
    /// The standard deviation of each strength from the mean of all.
    fn deviations(&self) -> Vec<f64> {
        let together = 1.0 / (self.given * real(self.size as u64));
        let variance = |place: usize| {
            let mut unit = vec![0.0; self.size];
            unit[place] = 1.0;
            self.factor.solve(&unit)[place] - together
        };
        (0..self.size).map(|place| variance(place).max(0.0).sqrt()).collect()
    }
}

#[cfg(test)]
mod tests;
