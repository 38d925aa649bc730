//! Games that were played for an analysis, so that a later one of the same recording plays only those that are missing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::odds::moment::OddsPosition;
use crate::protocol::WireForm;
use crate::seal::Seal;
use crate::wire;

/// The games of an analysis: where they began, and by side the points of each in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayedGames(BTreeMap<String, Vec<Vec<u8>>>);

impl PlayedGames {
    /// Takes in others of the same recording, players and seed.
    pub fn add(&mut self, others: PlayedGames) {
        for (start, points) in others.0 {
            self.keep(start, points);
        }
    }

    /// True if no game was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// By side, the points of at most so many games that began there; none where nobody played there.
    pub(super) fn points(&self, start: &str, sides: usize, games: u32) -> Vec<Vec<u8>> {
        let none = || vec![Vec::new(); sides];
        let Some(points) = self.0.get(start) else {
            return none();
        };
        let count = points.first().map_or(0, Vec::len);
        if points.len() != sides || points.iter().any(|side| side.len() != count) {
            return none();
        }
        let taken = count.min(games as usize);
        points.iter().map(|side| side[..taken].to_vec()).collect()
    }

    /// Keeps the points of games that began there, unless more are known.
    pub(super) fn keep(&mut self, start: String, points: Vec<Vec<u8>>) {
        let known = self.0.entry(start).or_default();
        if known.first().map_or(0, Vec::len) < points.first().map_or(0, Vec::len) {
            *known = points;
        }
    }
}

/// What games from a position begin with, `first` being the number of the first of them.
pub(super) fn start_at<G: WireForm>(position: &OddsPosition<G>, first: u64) -> String {
    let mut bytes = b"position".to_vec();
    wire::put(&first, &mut bytes);
    for (_, event) in &position.past {
        wire::put(event, &mut bytes);
    }
    wire::put(position.state(), &mut bytes);
    Seal::of(&bytes).to_string()
}

/// What games begin with in which a seat takes an action in a position as it could believe it; `action` is the place of
/// the action among the legal ones.
pub(super) fn start_by_belief(first: u64, action: usize) -> String {
    let mut bytes = b"belief".to_vec();
    wire::put(&(first, action as u64), &mut bytes);
    Seal::of(&bytes).to_string()
}
