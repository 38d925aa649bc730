//! The tree: UCT with progressive history.

use std::time::{Duration, Instant};

use super::board::{Action, Board, SEATS, STATIONS};
use super::playout::{Habits, Player, Random};
use super::state::State;

/// Limits the memory: each game that is played out adds a position to the tree.
pub const GAMES_MAX: usize = 1_000_000;

/// How long a player thinks about a move at most: the time, and the games that it plays out.
pub type Budget = (Duration, usize);

#[derive(Default)]
struct Node {
    visits: f32,
    /// The rewards of the one who moved into it.
    sum: f32,
    children: Vec<(Action, usize)>,
}

/// A search from one position.
pub struct Tree<'a> {
    player: Player<'a>,
    /// Who searches.
    root: usize,
    nodes: Vec<Node>,
    /// For each seat and last leg: rewards and visits in all of the tree.
    history: Vec<[f32; 2]>,
}

fn place(seat: usize, action: Action) -> usize {
    let leg = action[1].or(action[0]);
    let (ticket, to) = leg.map_or((0, 0), |leg| (leg.ticket, usize::from(leg.to)));
    (seat * 5 + ticket) * STATIONS + to
}

impl<'a> Tree<'a> {
    /// The action to play, if there is any. A detective does not know where Mr X is: for each game his
    /// station is drawn from those where he can be.
    pub fn search(
        board: &'a Board,
        habits: &'a Habits,
        random: &'a mut Random,
        state: &State,
        start: Instant,
        (time, games): Budget,
    ) -> Option<Action> {
        let mut tree = Tree {
            player: Player { board, habits, random },
            root: state.mover,
            nodes: vec![Node::default()],
            history: vec![[0.0; 2]; SEATS * 5 * STATIONS],
        };
        for _ in 0..games.min(GAMES_MAX) {
            if start.elapsed() >= time - time / 20 {
                break;
            }
            let mut state = *state;
            if state.mover > 0 {
                let player = &mut tree.player;
                state.at[0] = player.place(&state, state.possible, &habits.placed)?;
            }
            tree.visit(state);
        }
        let root = tree.nodes[0].children.iter();
        let best = root.max_by(|a, b| tree.nodes[a.1].visits.total_cmp(&tree.nodes[b.1].visits));
        best.map(|child| child.0)
    }

    /// Whether the moves of a seat are searched for.
    fn is_searched(&self, seat: usize) -> bool {
        self.player.habits.searches_others || (seat > 0) == (self.root > 0)
    }

    fn visit(&mut self, mut state: State) {
        let mut path = vec![(0, 0, 0)];
        let mut node = 0;
        let mut actions = Vec::new();
        let mut assumed = None;
        while state.over.is_none() {
            if !self.is_searched(state.mover) {
                self.player.go_on(&mut state, &mut assumed);
                continue;
            }
            self.player.board.actions(&state, &mut actions);
            let (action, child, is_new) = self.select(node, state.mover, &actions);
            path.push((child, state.mover, place(state.mover, action)));
            self.player.board.apply(&mut state, action);
            node = child;
            if is_new {
                break;
            }
        }
        let winner = loop {
            match state.over {
                Some(winner) => break winner,
                None => self.player.go_on(&mut state, &mut assumed),
            }
        };
        for (node, seat, place) in path {
            let reward = self.reward(winner, seat);
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.sum += reward;
            self.history[place][0] += reward;
            self.history[place][1] += 1.0;
        }
    }

    /// What a game is worth to a seat. In the tree of a detective all detectives want most that this one
    /// catches Mr X.
    fn reward(&self, winner: usize, seat: usize) -> f32 {
        let hunter = if self.root > 0 { self.root } else { seat };
        match (winner, seat) {
            (0, 0) => 1.0,
            (0, _) | (_, 0) => 0.0,
            _ if winner == hunter => 1.0,
            _ => self.player.habits.coalition,
        }
    }

    /// The action to look at next, and where it leads; a new node if it was not looked at before. Only
    /// actions that are legal in this game are given: Mr X may be elsewhere than when the node was made.
    fn select(&mut self, node: usize, seat: usize, actions: &[Action]) -> (Action, usize, bool) {
        let Habits { exploration, history, .. } = *self.player.habits;
        let log = (self.nodes[node].visits + 1.0).ln();
        let mut best: Option<(f32, Action, Option<usize>)> = None;
        for &action in actions {
            let mut children = self.nodes[node].children.iter();
            let child = children.find(|it| it.0 == action).map(|it| it.1);
            let [reward, times] = self.history[place(seat, action)];
            let past = if times > 0.0 { reward / times } else { 0.5 };
            let tried = |child: usize| {
                let Node { visits, sum, .. } = self.nodes[child];
                let bias = past * history / (visits - sum + 1.0);
                sum / visits + exploration * (log / visits).sqrt() + bias
            };
            let untried = 1000.0 + past + self.player.random.draw(1000) as f32 / 1e6;
            let score = child.map_or(untried, tried);
            if best.is_none_or(|it| score > it.0) {
                best = Some((score, action, child));
            }
        }
        let (_, action, child) = best.unwrap_or_default();
        let new = self.nodes.len();
        if child.is_none() {
            self.nodes.push(Node::default());
            self.nodes[node].children.push((action, new));
        }
        (action, child.unwrap_or(new), child.is_none())
    }
}
