//! What comes of a search: a law that is broken with the way to the state where it is, or what the game
//! was held against.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::broken_law::BrokenLaw;
use chase_engine::header::Header;
use chase_engine::history::History;
use chase_kit::faces::Playable;
use chase_record::any::{DrawnHistory, Projections, RecordedHistory as _};
use chase_record::replayer::Replayer;

/// A law that a game breaks, and how to come to where it does.
#[derive(thiserror::Error)]
#[error("law of {}: {broken}", .broken.law.name())]
pub struct LawBreach {
    /// The law, and in which cycle it is broken.
    pub broken: BrokenLaw,
    /// The place in which it is broken.
    pub place: BreachPlace,
}

/// The place in which a law is broken.
pub enum BreachPlace {
    /// In a state.
    State {
        /// The turns from the start to it, each in words.
        turns: Vec<String>,
        /// True if no fewer turns lead to the state.
        is_shortest: bool,
        /// These turns as a recording.
        replay: Box<dyn CycleWalk>,
    },
    /// In a game that its players play.
    Game(Box<Header>),
}

impl fmt::Debug for LawBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            BreachPlace::State { turns, .. } => write!(f, "{self}, after {turns:?}"),
            BreachPlace::Game(header) => write!(f, "{self}, with seed {}", header.seed),
        }
    }
}

/// Cycles that were played, one after the other.
pub trait CycleWalk {
    /// Goes on by a cycle; false after the last, or before one that does not fold.
    fn advance(&mut self) -> bool;

    /// The history so far.
    fn now(&self) -> &dyn DrawnHistory;
}

/// The cycles of a history.
pub(in crate::laws) struct HistoryWalk<G: Playable> {
    history: History<G>,
    next: usize,
    moment: Replayer<G>,
}

impl<G: Playable> HistoryWalk<G> {
    pub fn new(game: &Arc<G>, header: &Header, history: History<G>) -> Self {
        let mut moment = Replayer::new(Arc::clone(game), header);
        moment.project(Projections { seals: true, ..Projections::default() });
        HistoryWalk { history, next: 0, moment }
    }
}

impl<G: Playable> CycleWalk for HistoryWalk<G> {
    fn advance(&mut self) -> bool {
        let Some(cycle) = self.history.get(self.next) else {
            return false;
        };
        self.next += 1;
        self.moment.blank().push(cycle);
        self.moment.apply_cycle().is_ok()
    }

    fn now(&self) -> &dyn DrawnHistory {
        &self.moment
    }
}

/// The extent of a search in which a game kept every law.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SearchCoverage {
    /// States in which the laws were checked, told apart by their bytes.
    pub states: u64,
    /// Those of them that were reached breadth first.
    pub states_in_order: u64,
    /// True if there are no other states.
    pub is_whole: bool,
    /// All states that so many turns lead to are among them.
    pub depth: u64,
    /// Games that were drawn.
    pub drawn: u64,
    /// Games that were steered to rare ends.
    pub steered: u64,
    /// Drawn and steered games that were left before their end.
    pub unfinished: u64,
    /// Games that the header's players played, held against the laws of whole games.
    pub played: u64,
    /// Pairs of these games that differ only in what a seat may not know.
    pub pairs: u64,
    /// True if there is anything that a seat may not know.
    pub has_secrets: bool,
    /// States with an end, by cause.
    pub endings: BTreeMap<String, u64>,
    /// Actions that were tried whether they are legal or not.
    pub actions: u64,
    /// True if the author gave these actions.
    pub actions_given: bool,
    /// True if each action was tried in every state.
    pub actions_everywhere: bool,
    /// Events that were tried whether they are let in or not.
    pub events: u64,
    /// True if each event was tried in every state.
    pub events_everywhere: bool,
    /// States of which it is known exactly which events may come next.
    pub states_exact: u64,
    /// States of which it is not, as a turn there draws too much: an event that is let in there must lead
    /// to a valid state, and that is all.
    pub states_inexact: u64,
    /// The author's symmetries that were held against the rules.
    pub symmetries: Vec<&'static str>,
    /// True if the author works out the end a second time.
    pub has_oracle: bool,
}
