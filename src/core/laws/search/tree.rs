//! The states that a search has found, each with the turn that first led to it.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::history::{By, History, SessionLog as _};
use crate::laws::turn_outcomes::TurnBranch;
use crate::transcript::Transcript;
use crate::wire;

/// A state, and the turn that led to it.
pub(super) struct StateNode<G: Game> {
    pub state: G::State,
    /// The turn, and the number of the state before it; nothing for the start.
    turn: Option<(usize, TreeTurn<G>)>,
    /// The number of turns from the start on this way.
    pub depth: usize,
    /// The first events that the turn in this state can lead to, lost turns and all.
    pub firsts: Vec<G::Event>,
    /// True if these are all that there are.
    pub is_whole: bool,
}

/// A turn that was made.
struct TreeTurn<G: Game> {
    by: By<G::Action>,
    words: u32,
    events: Vec<G::Event>,
}

/// All states that were found, told apart by their bytes.
pub(super) struct StateTree<G: Game> {
    nodes: Vec<StateNode<G>>,
    places: BTreeMap<Vec<u8>, usize>,
}

/// A state's bytes.
pub(super) fn bytes<G: Game>(state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::put(state, &mut bytes);
    bytes
}

impl<G: Game> StateTree<G> {
    pub fn new(game: &G) -> Self {
        let mut tree = StateTree { nodes: Vec::new(), places: BTreeMap::new() };
        let start = game.start();
        let key = bytes::<G>(&start);
        tree.put(key, start, None, 0);
        tree
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, n: usize) -> &StateNode<G> {
        &self.nodes[n]
    }

    pub(crate) fn node_mut(&mut self, n: usize) -> &mut StateNode<G> {
        &mut self.nodes[n]
    }

    /// The number of a state that was found.
    pub fn place(&self, state: &G::State) -> Option<usize> {
        self.places.get(&bytes::<G>(state)).copied()
    }

    /// The number of the state that a way from another leads to, and whether it is new.
    pub fn add(&mut self, from: usize, way: TurnBranch<G>) -> (usize, bool) {
        let key = bytes::<G>(&way.after);
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
        state: G::State,
        turn: Option<(usize, TreeTurn<G>)>,
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
    pub fn history(&self, game: &G, n: usize) -> History<G> {
        let mut history = History::default();
        for n in self.way_to(n) {
            if let Some((before, step)) = &self.nodes[n].turn {
                let cycle = game.clock(&self.nodes[*before].state);
                history.entry(cycle, step.by.clone(), step.words, &step.events);
            }
        }
        history
    }
}

impl<G: Transcript> StateTree<G> {
    /// The turns from the start to a state in words, a line for each.
    pub fn told(&self, game: &G, n: usize) -> Vec<String> {
        let tell = |n: usize| {
            let (before, step) = self.nodes[n].turn.as_ref()?;
            let before = &self.nodes[*before].state;
            let cycle = format!("{} {}", G::CYCLE, game.clock(before));
            Some(match &step.by {
                By::World => {
                    let events = step.events.iter().map(|event| format!("{event:?}"));
                    let events: Vec<_> = events.collect();
                    format!("{cycle}: {}", events.join(", "))
                }
                By::Action(seat, action) => {
                    let mut words = Vec::new();
                    game.action(before, *seat, action, &mut words);
                    let words = String::from_utf8_lossy(&words);
                    format!("{cycle}: {}: {words}", game.seat_name(*seat))
                }
                By::Forfeit(seat, _) => {
                    format!("{cycle}: {} loses its turn", game.seat_name(*seat))
                }
                By::Joint(joint) => {
                    let choices = joint.choices().iter().map(|choice| {
                        let name = game.seat_name(choice.seat);
                        let mut words = Vec::new();
                        match &choice.chosen {
                            Ok(action) => game.action(before, choice.seat, action, &mut words),
                            Err(_) => words.extend_from_slice(b"loses its turn"),
                        }
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
