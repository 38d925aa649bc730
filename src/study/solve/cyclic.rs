//! Values of a game without dice in which states may come again, by retrograde analysis: from the ends backwards,
//! which side can force which end.
//!
//! A side forces an end where it can choose a move into a state from which it does so already, or where every move
//! of the other side leads to one. What no side forces is undecided.

use std::collections::VecDeque;

use super::moves::{Follower, StateKind};
use super::search::StateSearch;
use super::state_keys::push_lean;
use super::unsolvable::Unsolvable;
use super::value::{SolvedValue, ValueList};
use chase_engine::game::Game;

/// No edge, no state.
const NONE: u32 = u32::MAX;

/// Kinds of states as one byte: the points of the first side at an end, or the side that chooses.
const CHOICE: u8 = 0x80;

/// A move that leads to a state: where it comes from, and the next one that leads there.
struct MoveBack {
    from: u32,
    next: u32,
}

/// All states with the moves that lead to them.
#[derive(Default)]
struct StateGraph {
    kinds: Vec<u8>,
    /// The number of moves that are possible in a state.
    moves: Vec<u32>,
    /// The first of the moves that lead to a state.
    first: Vec<u32>,
    back: Vec<MoveBack>,
}

/// Values all states that can be reached from one.
pub(super) fn solve<G: Game>(
    search: &mut StateSearch<'_, G>,
    start: G::State,
    kind: StateKind,
) -> Result<(Vec<u32>, ValueList), Unsolvable> {
    let graph = StateGraph::explored(search, start, kind)?;
    let mut values = ValueList::default();
    let undecided = values.number(SolvedValue::Undecided);
    let mut worth = vec![undecided; graph.kinds.len()];
    let decide = |points: u8, moves: &[u32], worth: &mut [u32], values: &mut ValueList| {
        for (worth, moves) in worth.iter_mut().zip(moves) {
            if *moves != NONE {
                *worth = values.number(SolvedValue::Ends {
                    points: i128::from(points).into(),
                    moves: Some(*moves),
                });
            }
        }
    };
    for (side, points) in [(0, 2), (1, 0)] {
        let won = graph.forced(search, side, |end| end == points)?;
        decide(points, &won, &mut worth, &mut values);
    }
    if graph.kinds.contains(&1) {
        // Each side can force a draw or better, and neither a win: a draw, whatever a game without end
        // is worth.
        let mut drawn = graph.forced(search, 0, |end| end >= 1)?;
        let other = graph.forced(search, 1, |end| end <= 1)?;
        for ((drawn, other), worth) in drawn.iter_mut().zip(other).zip(&worth) {
            if other == NONE || *worth != undecided {
                *drawn = NONE;
            }
        }
        graph.shorten(&mut drawn);
        decide(1, &drawn, &mut worth, &mut values);
    }
    Ok((worth, values))
}

impl StateGraph {
    /// All states that can be reached from one.
    fn explored<G: Game>(
        search: &mut StateSearch<'_, G>,
        start: G::State,
        kind: StateKind,
    ) -> Result<Self, Unsolvable> {
        let mut graph = StateGraph::default();
        let mut waiting = VecDeque::new();
        let key = search.rules.key(&start);
        let (number, _) = search.meet(key)?;
        graph.add(kind);
        waiting.push_back((number, start, kind));
        let mut followers = Vec::new();
        while let Some((number, state, kind)) = waiting.pop_front() {
            search.look()?;
            search.rules.followers(&state, kind, &mut followers)?;
            graph.moves[number as usize] = u32::try_from(followers.len()).unwrap_or(NONE);
            for follower in followers.drain(..) {
                let Follower { ways, key, state, kind, .. } = follower;
                if ways > 1 {
                    return Err(Unsolvable::CyclicChance);
                }
                let (to, is_new) = search.meet(key)?;
                if is_new {
                    graph.add(kind);
                }
                graph.connect(number, to);
                if is_new && !matches!(kind, StateKind::Over(_)) {
                    waiting.push_back((to, state, kind));
                }
            }
        }
        Ok(graph)
    }

    fn add(&mut self, kind: StateKind) {
        let kind = match kind {
            StateKind::Over(points) => points,
            StateKind::Choice(_, 0) => CHOICE,
            StateKind::Choice(..) | StateKind::Chance => CHOICE + 1,
        };
        push_lean(&mut self.kinds, kind);
        push_lean(&mut self.moves, 0);
        push_lean(&mut self.first, NONE);
    }

    fn connect(&mut self, from: u32, to: u32) {
        let next = self.first[to as usize];
        self.first[to as usize] = u32::try_from(self.back.len()).unwrap_or(NONE);
        push_lean(&mut self.back, MoveBack { from, next });
    }

    /// The states from which a move leads to this one, each as often as it has such a move.
    fn before(&self, state: u32) -> impl Iterator<Item = u32> {
        let mut at = self.first[state as usize];
        std::iter::from_fn(move || {
            let MoveBack { from, next } = self.back.get(at as usize)?;
            at = *next;
            Some(*from)
        })
    }

    /// For every state the moves after which the game has ended as wanted, if a side forces that: it
    /// hastens the end, and the other delays it. `NONE` where it cannot.
    fn forced<G: Game>(
        &self,
        search: &mut StateSearch<'_, G>,
        side: u8,
        is_wanted: impl Fn(u8) -> bool,
    ) -> Result<Vec<u32>, Unsolvable> {
        let mut moves = vec![NONE; self.kinds.len()];
        let mut open = self.moves.clone();
        let mut queue = VecDeque::new();
        for (state, kind) in (0..).zip(&self.kinds) {
            if *kind < CHOICE && is_wanted(*kind) {
                moves[state as usize] = 0;
                queue.push_back(state);
            }
        }
        while let Some(state) = queue.pop_front() {
            search.look()?;
            for before in self.before(state) {
                let n = before as usize;
                if moves[n] != NONE {
                    continue;
                }
                open[n] -= 1;
                if self.kinds[n] == CHOICE + side || open[n] == 0 {
                    moves[n] = moves[state as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        Ok(moves)
    }

    /// Replaces the moves of states that are draws by those of the shortest way to the end through
    /// such states.
    fn shorten(&self, drawn: &mut [u32]) {
        const OPEN: u32 = NONE - 1;
        let mut queue = VecDeque::new();
        for (state, moves) in (0..).zip(drawn.iter_mut()) {
            if *moves != NONE && self.kinds[state as usize] < CHOICE {
                queue.push_back(state);
                *moves = 0;
            } else if *moves != NONE {
                *moves = OPEN;
            }
        }
        while let Some(state) = queue.pop_front() {
            for before in self.before(state) {
                if drawn[before as usize] == OPEN {
                    drawn[before as usize] = drawn[state as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
    }
}
