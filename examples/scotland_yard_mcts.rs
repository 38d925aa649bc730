//! A Mr X of Scotland Yard as a measure for the built-in detectives: Monte Carlo tree search.
//!
//! It follows J. A. M. Nijssen and M. H. M. Winands, "Monte Carlo Tree Search for the Hide-and-Seek
//! Game Scotland Yard", IEEE Transactions on Computational Intelligence and AI in Games 4(4), 2012.
//!
//! `cargo build --release --example scotland_yard_mcts` makes it; a match starts it as `--player
//! 'exec:target/release/examples/scotland_yard_mcts 2000g'`. It plays out so many games for a move,
//! always the same ones. With a number alone (30 without one) it thinks so many milliseconds after a
//! message has arrived, less a twentieth, and its games cannot be repeated.
//!
//! The tree is a UCT over the moves of all players, who see Mr X there; what did well anywhere in it
//! is tried earlier (progressive history). A detective gets 1 if it catches him, and 0.9 if another
//! one does (coalition reduction). In games that are played out he steps as far from the nearest
//! detective as he can, nine times in ten, and pays secretly after he was shown; detectives step towards
//! where they assume him, four times in five. That is drawn from the stations where he can be, as far
//! as they are told; those near a detective are drawn less often (location categories). He looks at
//! secret tickets only where they hide anything, and at doubles only if no single is safe.
//!
//! The numbers were chosen by games against `belief`, as the paper's were not at hand. Stations are
//! numbers up to 255; on other boards it takes the first legal action.

#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program of its own, which limits its time"
)]

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Stations have smaller numbers.
const STATIONS: usize = 256;
const SEATS: usize = 6;
const TICKETS: [&str; 5] = ["taxi", "bus", "underground", "double", "secret"];
const DOUBLE: usize = 3;
const SECRET: usize = 4;
const FERRY: usize = 3;
/// Each game that is played out adds a position to the tree.
const GAMES_MAX: usize = 1_000_000;

/// How much a rarely visited action is preferred.
const EXPLORATION: f32 = 1.0;
/// How much an action is preferred that was good elsewhere in the tree.
const HISTORY: f32 = 1.0;
/// The share of random steps in games that are played out: of Mr X, of a detective.
const STRAY: [f32; 2] = [0.1, 0.2];
/// What it is worth to a detective if another one catches him.
const COALITION: f32 = 0.9;
/// How likely a detective takes him to be at a station of this distance from the nearest one.
const CATEGORIES: [f32; 6] = [0.0, 0.02, 0.1, 1.0, 1.0, 1.0];
/// He looks at doubles if no single ends farther from the nearest detective.
const DANGER: u8 = 1;

fn main() -> ExitCode {
    let word = std::env::args().nth(1);
    let Some(budget) = budget(word.as_deref().unwrap_or("30")) else {
        eprintln!("usage: scotland_yard_mcts [MILLISECONDS | GAMESg]");
        return ExitCode::FAILURE;
    };
    // Nobody is left to play with if this fails.
    play(budget).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

/// How long he thinks about a move at most: the time, and the games that he plays out.
type Budget = (Duration, usize);

fn budget(word: &str) -> Option<Budget> {
    Some(match word.strip_suffix('g') {
        Some(games) => (Duration::MAX, games.parse().ok()?),
        None => (Duration::from_millis(word.parse().ok()?), GAMES_MAX),
    })
}

/// Answers line after line, until there are no more.
fn play(budget: Budget) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let error = |what: &str| Some(json!({"type": "error", "what": what}));
    let mut hider = None;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let start = Instant::now();
        let message: Value = serde_json::from_slice(&line).unwrap_or_default();
        let answer = match message["type"].as_str() {
            Some("hello") if message["protocol"] == 1 && message["seats"][0]["name"] == "BLACK" => {
                hider = Hider::new(&message["scenario"]);
                Some(json!({"type": "ready"}))
            }
            Some("hello") => error("I play Mr X of scotland-yard, by protocol 1"),
            Some("turn") => {
                let action = choose(hider.as_mut(), &message, start, budget);
                Some(json!({"type": "action", "turn": message["turn"], "action": action}))
            }
            Some("end" | "error") => None,
            _ => error("this is no message that I can use"),
        };
        if let Some(answer) = answer {
            output.write_all(format!("{answer}\n").as_bytes())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// The action to play; the first one if the position is not understood.
fn choose(hider: Option<&mut Hider>, turn: &Value, start: Instant, budget: Budget) -> Value {
    let action = hider.and_then(|hider| {
        let state = hider.state(turn)?;
        hider.search(&state, start, budget).map(value)
    });
    let legal = turn["legal"].as_array().map_or(&[][..], Vec::as_slice);
    let chosen = legal.iter().find(|it| Some(*it) == action.as_ref());
    chosen.or(legal.first()).cloned().unwrap_or_default()
}

fn value(action: Action) -> Value {
    let leg = |leg: Leg| json!({"ticket": TICKETS[leg.ticket], "to": leg.to});
    match action {
        [Some(first), Some(second)] => {
            json!({"double": {"first": leg(first), "second": leg(second)}})
        }
        [first, _] => first.map_or(json!("pass"), |first| json!({"move": leg(first)})),
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Leg {
    ticket: usize,
    to: u8,
}

/// One leg, two in a double, none for a pass.
type Action = [Option<Leg>; 2];

/// A set of stations as bits.
#[derive(Clone, Copy, Default)]
struct Stations([u128; 2]);

impl Stations {
    fn add(&mut self, at: u8) {
        self.0[usize::from(at >> 7)] |= 1 << (at & 127);
    }

    fn remove(&mut self, at: u8) {
        self.0[usize::from(at >> 7)] &= !(1 << (at & 127));
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        self.0
            .into_iter()
            .zip([0, 128])
            .flat_map(|(mut bits, low)| {
                std::iter::from_fn(move || {
                    let bit = (bits != 0).then(|| low + bits.trailing_zeros() as u8);
                    bits &= bits.wrapping_sub(1);
                    bit
                })
            })
    }
}

#[derive(Clone, Copy)]
struct State {
    /// Mr X first, then the detectives.
    at: [u8; SEATS],
    tickets: [[u16; 5]; SEATS],
    round: usize,
    mover: usize,
    /// The stations where Mr X can be, as far as the detectives know.
    possible: Stations,
    /// The seat of the winner: Mr X, the detective that caught him, or the last one if he cannot move.
    over: Option<usize>,
}

/// What does not change in a game, and what he remembers.
struct Hider {
    seats: usize,
    /// By station: where ways lead, and the transports that go there, as bits.
    ways: Vec<Vec<(u8, u8)>>,
    /// By ticket and station: the stations next to it.
    next: Vec<Vec<Stations>>,
    far: Vec<Vec<u8>>,
    reveals: Vec<bool>,
    possible: Stations,
    /// Mr X first, then the detectives.
    at: [u8; SEATS],
    random: u64,
}

fn number<N: TryFrom<u64>>(value: &Value) -> Option<N> {
    N::try_from(value.as_u64()?).ok()
}

impl Hider {
    fn new(scenario: &Value) -> Option<Self> {
        let mut ways = vec![Vec::<(u8, u8)>::new(); STATIONS];
        let mut next = vec![vec![Stations::default(); STATIONS]; TICKETS.len()];
        for edge in scenario["edges"].as_array()? {
            let (a, b) = (number(&edge[0])?, number(&edge[1])?);
            let transport = ["taxi", "bus", "underground", "ferry"];
            let transport = transport.iter().position(|it| edge[2] == *it)?;
            for (a, b) in [(a, b), (b, a)] {
                let ways = &mut ways[usize::from(a)];
                match ways.iter_mut().find(|way| way.0 == b) {
                    Some(way) => way.1 |= 1 << transport,
                    None => ways.push((b, 1 << transport)),
                }
                if transport != FERRY {
                    next[transport][usize::from(a)].add(b);
                }
                next[SECRET][usize::from(a)].add(b);
            }
        }
        let far: Vec<_> = (0..=u8::MAX).map(|from| distances(&next, from)).collect();
        let mut reveals = vec![false; number::<usize>(&scenario["rounds"])? + 1];
        for round in scenario["reveals"].as_array()? {
            *reveals.get_mut(number::<usize>(round)?)? = true;
        }
        let mut possible = Stations::default();
        for hideout in scenario["hideouts"].as_array()? {
            possible.add(number(hideout)?);
        }
        let seats = scenario["players"].as_array()?.len();
        (2..=SEATS).contains(&seats).then_some(Hider {
            seats,
            far,
            ways,
            next,
            reveals,
            possible,
            at: [0; SEATS],
            random: 0x9e37_79b9_7f4a_7c15,
        })
    }

    /// The position, after what has been seen is taken in.
    fn state(&mut self, turn: &Value) -> Option<State> {
        for event in turn["seen"].as_array()? {
            let event = &event["seen"];
            if let Some(stations) = event["opened"]["stations"].as_array() {
                for (place, at) in self.at.iter_mut().zip(stations) {
                    *place = number(at)?;
                    self.possible.remove(*place);
                }
                self.possible.add(self.at[0]);
            } else if let Some(round) = number(&event["round_started"]["round"]) {
                let started = &event["round_started"];
                let ticket = TICKETS.iter().position(|it| started["ticket"] == *it)?;
                let to = number(&started["to"])?;
                self.possible = self.after(self.possible, Leg { ticket, to }, round, &self.at);
            } else if let Some(seat) = number::<usize>(&event["moved"]["seat"]) {
                let to = number(&event["moved"]["to"])?;
                *self.at.get_mut(seat)? = to;
                if seat > 0 {
                    self.possible.remove(to);
                }
            }
        }
        let mut tickets = [[0; 5]; SEATS];
        for (tickets, held) in tickets.iter_mut().zip(turn["view"]["tickets"].as_array()?) {
            for (count, name) in tickets.iter_mut().zip(TICKETS) {
                *count = u16::try_from(held[name].as_u64()?).unwrap_or(u16::MAX / 8);
            }
        }
        Some(State {
            at: self.at,
            tickets,
            round: number(&turn["view"]["round"]).filter(|round| round + 1 < self.reveals.len())?,
            mover: 0,
            possible: self.possible,
            over: None,
        })
    }

    /// The stations where he can be after one more step.
    fn after(&self, possible: Stations, leg: Leg, round: usize, at: &[u8; SEATS]) -> Stations {
        let mut after = Stations::default();
        if self.reveals.get(round) == Some(&true) {
            after.add(leg.to);
            return after;
        }
        for from in possible.iter() {
            let next = self.next[leg.ticket][usize::from(from)];
            after.0 = [0, 1].map(|n| after.0[n] | next.0[n]);
        }
        at[1..].iter().for_each(|at| after.remove(*at));
        after
    }

    fn step(&self, state: &mut State, leg: Leg) {
        state.tickets[0][leg.ticket] -= 1;
        state.round += 1;
        state.at[0] = leg.to;
        state.possible = self.after(state.possible, leg, state.round, &state.at);
    }

    /// The position after the first leg of a double.
    fn after_first(&self, state: &State, leg: Option<Leg>) -> State {
        let mut later = *state;
        later.tickets[0][DOUBLE] -= 1;
        leg.into_iter().for_each(|leg| self.step(&mut later, leg));
        later
    }

    fn apply(&self, state: &mut State, action: Action) {
        let mover = state.mover;
        if mover == 0 {
            state.tickets[0][DOUBLE] -= u16::from(action[1].is_some());
            let legs = action.into_iter().flatten();
            legs.for_each(|leg| self.step(state, leg));
            state.mover = 1;
            return;
        }
        if let Some(Leg { ticket, to }) = action[0] {
            state.tickets[mover][ticket] -= 1;
            state.tickets[0][ticket] += 1;
            state.at[mover] = to;
            state.possible.remove(to);
            if to == state.at[0] {
                state.over = Some(mover);
                return;
            }
        }
        state.mover = (mover + 1) % self.seats;
        if state.mover == 0 {
            let mut over = Some(self.seats - 1);
            self.each_leg(state, 0, |_| over = None);
            let is_last = state.round + 1 >= self.reveals.len();
            state.over = if is_last { Some(0) } else { over };
        }
    }

    /// The steps of a seat.
    fn each_leg(&self, state: &State, seat: usize, mut each: impl FnMut(Leg)) {
        let tickets = &state.tickets[seat];
        for &(to, transports) in &self.ways[usize::from(state.at[seat])] {
            if state.at[1..self.seats].contains(&to) {
                continue;
            }
            for (ticket, held) in tickets.iter().enumerate().take(FERRY) {
                if transports & 1 << ticket != 0 && *held > 0 {
                    each(Leg { ticket, to });
                }
            }
            if tickets[SECRET] > 0 {
                each(Leg { ticket: SECRET, to });
            }
        }
    }

    fn has_double(&self, state: &State) -> bool {
        state.tickets[0][DOUBLE] > 0 && state.round + 2 < self.reveals.len()
    }

    /// The distance of the nearest detective.
    fn near(&self, state: &State, at: u8) -> u8 {
        let row = &self.far[usize::from(at)];
        let others = state.at[1..self.seats].iter();
        others.map(|at| row[usize::from(*at)]).min().unwrap_or(100)
    }

    /// The actions that are looked at in the tree.
    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        if state.mover > 0 {
            self.each_leg(state, state.mover, |leg| actions.push([Some(leg), None]));
            if actions.is_empty() {
                actions.push([None; 2]);
            }
            return;
        }
        let mut safest = 0;
        let hides = |state: &State| {
            let ways = |at| self.ways[usize::from(at)].iter();
            let can_hide = state.possible.iter().flat_map(ways).any(|way| way.1 > 1);
            can_hide && state.round >= 2 && self.reveals.get(state.round + 1) == Some(&false)
        };
        let hides_first = hides(state);
        self.each_leg(state, 0, |leg| {
            if leg.ticket != SECRET || hides_first {
                actions.push([Some(leg), None]);
                safest = safest.max(self.near(state, leg.to));
            }
        });
        if self.has_double(state) && (safest <= DANGER || actions.is_empty()) {
            let firsts: Vec<_> = actions.iter().filter_map(|it| it[0]).collect();
            for first in firsts {
                let later = self.after_first(state, Some(first));
                let hides_second = hides_first && hides(&later);
                self.each_leg(&later, 0, |second| {
                    let is_plain = second.ticket != SECRET;
                    if (is_plain || hides_second) && self.near(state, second.to) > safest {
                        actions.push([Some(first), Some(second)]);
                    }
                });
            }
        }
        if actions.is_empty() {
            self.each_leg(state, 0, |leg| actions.push([Some(leg), None]));
        }
    }

    fn draw(&mut self, below: u32) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (((self.random >> 32) * u64::from(below)) >> 32) as u32
    }

    fn chance(&mut self, chance: f32) -> bool {
        (self.draw(1 << 20) as f32) < chance * (1 << 20) as f32
    }

    /// A station where a detective takes him to be, by how near the detectives are.
    fn assumed(&mut self, state: &State) -> u8 {
        let count = state.possible.0.iter().map(|bits| bits.count_ones()).sum();
        if count == 0 {
            return state.at[0];
        }
        let mut at = 0;
        for _ in 0..8 {
            let n = self.draw(count) as usize;
            at = state.possible.iter().nth(n).unwrap_or(at);
            let near = usize::from(self.near(state, at)).min(5);
            if self.chance(CATEGORIES[near]) {
                break;
            }
        }
        at
    }

    /// A step of the one to move in a game that is played out; nothing for a pass.
    fn greedy(&mut self, state: &State, assumed: u8) -> Option<Leg> {
        let seat = state.mover;
        let is_stray = self.chance(STRAY[usize::from(seat > 0)]);
        let secretly = self.reveals[state.round];
        let mut legs = Vec::with_capacity(32);
        self.each_leg(state, seat, |leg| legs.push(leg));
        let mut best: Option<(i32, Leg)> = None;
        for leg in legs {
            let worth = match seat {
                _ if is_stray => 0,
                0 => {
                    let is_odd = (leg.ticket == SECRET) != secretly;
                    64 * i32::from(self.near(state, leg.to)) - 32 * i32::from(is_odd)
                }
                _ => -64 * i32::from(self.far[usize::from(leg.to)][usize::from(assumed)]),
            };
            let worth = worth + self.draw(32).cast_signed();
            if best.is_none_or(|it| worth > it.0) {
                best = Some((worth, leg));
            }
        }
        best.map(|it| it.1)
    }

    /// Plays a game out, and gives the winner.
    fn play_out(&mut self, state: &mut State) -> usize {
        let mut assumed = self.assumed(state);
        loop {
            if let Some(winner) = state.over {
                return winner;
            }
            if state.mover > 0 && (state.mover == 1 || state.at[1..].contains(&assumed)) {
                assumed = self.assumed(state);
            }
            let (first, mut second) = (self.greedy(state, assumed), None);
            let is_near = first.is_some_and(|first| self.near(state, first.to) <= DANGER);
            if state.mover == 0 && is_near && self.has_double(state) {
                second = self.greedy(&self.after_first(state, first), 0);
            }
            self.apply(state, [first, second]);
        }
    }

    fn search(&mut self, state: &State, start: Instant, (time, games): Budget) -> Option<Action> {
        let mut tree = Tree {
            nodes: vec![Node::default()],
            history: vec![[0.0; 2]; SEATS * 5 * STATIONS],
        };
        for _ in 0..games.min(GAMES_MAX) {
            if start.elapsed() >= time - time / 20 {
                break;
            }
            tree.visit(self, *state);
        }
        let root = tree.nodes[0].children.iter();
        let best = root.max_by(|a, b| tree.nodes[a.1].visits.total_cmp(&tree.nodes[b.1].visits));
        best.map(|child| child.0)
    }
}

/// The number of edges by which detectives go from a station to each; 100 and more are the same.
fn distances(next: &[Vec<Stations>], from: u8) -> Vec<u8> {
    let mut far = vec![100; STATIONS];
    let mut front = Stations::default();
    front.add(from);
    for distance in 0..100 {
        for at in std::mem::take(&mut front).iter().map(usize::from) {
            if far[at] == 100 {
                far[at] = distance;
                for next in &next[..FERRY] {
                    front.0 = [0, 1].map(|n| front.0[n] | next[at].0[n]);
                }
            }
        }
    }
    far
}

#[derive(Default)]
struct Node {
    visits: f32,
    /// The rewards of the one who moved into it.
    sum: f32,
    children: Vec<(Action, usize)>,
}

struct Tree {
    nodes: Vec<Node>,
    /// For each seat and last leg: rewards and visits in all of the tree.
    history: Vec<[f32; 2]>,
}

fn place(seat: usize, action: Action) -> usize {
    let leg = action[1].or(action[0]);
    let (ticket, to) = leg.map_or((0, 0), |leg| (leg.ticket, usize::from(leg.to)));
    (seat * 5 + ticket) * STATIONS + to
}

impl Tree {
    fn visit(&mut self, hider: &mut Hider, mut state: State) {
        let mut path = vec![(0, 0, 0)];
        let mut node = 0;
        let mut actions = Vec::new();
        while state.over.is_none() {
            hider.actions(&state, &mut actions);
            let (action, child, is_new) = self.select(hider, node, state.mover, &actions);
            path.push((child, state.mover, place(state.mover, action)));
            hider.apply(&mut state, action);
            node = child;
            if is_new {
                break;
            }
        }
        let winner = hider.play_out(&mut state);
        for (node, seat, place) in path {
            let reward = match (winner, seat) {
                _ if winner == seat => 1.0,
                (0, _) | (_, 0) => 0.0,
                _ => COALITION,
            };
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.sum += reward;
            self.history[place][0] += reward;
            self.history[place][1] += 1.0;
        }
    }

    /// The action to look at next, and where it leads; a new node if it was not looked at before.
    fn select(
        &mut self,
        hider: &mut Hider,
        node: usize,
        seat: usize,
        actions: &[Action],
    ) -> (Action, usize, bool) {
        let log = (self.nodes[node].visits + 1.0).ln();
        let mut best: Option<(f32, Action, Option<usize>)> = None;
        for &action in actions {
            let mut children = self.nodes[node].children.iter();
            let child = children.find(|it| it.0 == action).map(|it| it.1);
            let [reward, times] = self.history[place(seat, action)];
            let past = if times > 0.0 { reward / times } else { 0.5 };
            let tried = |child: usize| {
                let Node { visits, sum, .. } = self.nodes[child];
                let bias = past * HISTORY / (visits - sum + 1.0);
                sum / visits + EXPLORATION * (log / visits).sqrt() + bias
            };
            let untried = 1000.0 + past + hider.draw(1000) as f32 / 1e6;
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
