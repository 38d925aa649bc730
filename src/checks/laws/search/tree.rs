//! The states that a search has found, each with the turn that first led to it.

use std::collections::BTreeMap;

use crate::laws::law_rules::{AnyTurn, LawRules};
use crate::laws::turn_outcomes::TurnBranch;
use chase_engine::history::By;
use chase_study::any_value::Value;

/// A state, and the turn that led to it.
pub(super) struct StateNode {
    pub state: Value,
    /// The turn, and the number of the state before it; nothing for the start.
    turn: Option<(usize, TreeTurn)>,
    /// The number of turns from the start on this way.
    pub depth: usize,
    /// The first events that the turn in this state can lead to, lost turns and all.
    pub firsts: Vec<Value>,
    /// True if these are all that there are.
    pub is_whole: bool,
}

/// A turn that was made.
struct TreeTurn {
    by: By<Value>,
    words: u32,
    events: Vec<Value>,
}

/// All states that were found, told apart by their bytes.
pub(super) struct StateTree {
    nodes: Vec<StateNode>,
    places: BTreeMap<Vec<u8>, usize>,
}

impl StateTree {
    pub fn new(game: &dyn LawRules) -> Self {
        let mut tree = StateTree { nodes: Vec::new(), places: BTreeMap::new() };
        let start = game.start();
        let key = start.bytes();
        tree.put(key, start, None, 0);
        tree
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, n: usize) -> &StateNode {
        &self.nodes[n]
    }

    pub fn node_mut(&mut self, n: usize) -> &mut StateNode {
        &mut self.nodes[n]
    }

    /// The number of a state that was found.
    pub fn place(&self, state: &Value) -> Option<usize> {
        self.places.get(&state.bytes()).copied()
    }

    /// The number of the state that a way from another leads to, and whether it is new.
    pub fn add(&mut self, from: usize, way: TurnBranch) -> (usize, bool) {
        let key = way.after.bytes();
        if let Some(place) = self.places.get(&key) {
            return (*place, false);
        }
        let depth = self.nodes[from].depth + 1;
        let step = TreeTurn { by: way.by, words: way.words, events: way.events };
        (self.put(key, way.after, Some((from, step)), depth), true)
    }

    fn put(
        &mut self,
        key: Vec<u8>,
        state: Value,
        turn: Option<(usize, TreeTurn)>,
        depth: usize,
    ) -> usize {
        let place = self.nodes.len();
        self.places.insert(key, place);
        self.nodes.push(StateNode { state, turn, depth, firsts: Vec::new(), is_whole: false });
        place
    }

    /// The state before this one on the way to it.
    pub fn before(&self, n: usize) -> Option<usize> {
        self.nodes[n].turn.as_ref().map(|turn| turn.0)
    }

    /// The numbers of the states from the first after the start to this one.
    fn way_to(&self, n: usize) -> Vec<usize> {
        let mut way: Vec<_> = std::iter::successors(Some(n), |n| self.before(*n)).collect();
        way.pop();
        way.reverse();
        way
    }

    /// The turns from the start to a state.
    pub fn turns(&self, game: &dyn LawRules, n: usize) -> Vec<AnyTurn<'_>> {
        let turn = |n: usize| {
            let (before, step) = self.nodes[n].turn.as_ref()?;
            let cycle = game.clock(&self.nodes[*before].state);
            Some((cycle, &step.by, step.words, step.events.as_slice()))
        };
        self.way_to(n).into_iter().filter_map(turn).collect()
    }

    /// The turns from the start to a state in words, a line for each.
    pub fn told(&self, game: &dyn LawRules, n: usize) -> Vec<String> {
        let tell = |n: usize| {
            let (before, step) = self.nodes[n].turn.as_ref()?;
            let before = &self.nodes[*before].state;
            let cycle = format!("{} {}", game.unit(), game.clock(before));
            Some(match &step.by {
                By::World => {
                    let events = step.events.iter().map(|event| format!("{event:?}"));
                    let events: Vec<_> = events.collect();
                    format!("{cycle}: {}", events.join(", "))
                }
                By::Action(seat, action) => {
                    let words = game.action_words(before, *seat, action);
                    let words = String::from_utf8_lossy(&words);
                    format!("{cycle}: {}: {words}", game.seat_name(*seat))
                }
                By::Forfeit(seat, _) => {
                    format!("{cycle}: {} loses its turn", game.seat_name(*seat))
                }
                By::Joint(joint) => {
                    let choices = joint.choices().iter().map(|choice| {
                        let name = game.seat_name(choice.seat);
                        let words = match &choice.chosen {
                            Ok(action) => game.action_words(before, choice.seat, action),
                            Err(_) => b"loses its turn".to_vec(),
                        };
                        format!("{name}: {}", String::from_utf8_lossy(&words))
                    });
                    let choices: Vec<_> = choices.collect();
                    format!("{cycle}: {}", choices.join("; "))
                }
            })
        };
        self.way_to(n).into_iter().filter_map(tell).collect()
    }
}
