//! A player of Fishing as a measure for the built-in ones: a max-n UCT without roll-outs.
//!
//! `cargo build --release --example fishing_uct` makes `target/release/examples/fishing_uct`, which
//! talks on standard input and output, as a match starts it: `chase match fishing --player
//! 'exec:target/release/examples/fishing_uct 30' --player strong:time=30ms --seed 1`.
//! It thinks so many milliseconds (30 without a number) after a message has arrived, less a twentieth. How
//! many positions that makes depends on the machine, so its games cannot be repeated.
//!
//! Each node of the tree keeps its visits and the sum of a utility for the side that moved into
//! it. It assumes that each side wants the largest utility for itself. The utility of a position is
//! a share for each side, which grows with the fish that it has and the fish of the floes that it
//! reaches first, over the ice as it is; at the game's end it is exact. A new node looks at all its
//! steps at once and counts as the best of them; of these steps, the best few are tried first, and
//! more of them with more visits. Nothing is kept from one turn to the next.
//!
//! It keeps a board in 128 bits, with one row and one column more than it has (10 x 10 fits, 11 x 11
//! does not); on a larger one it takes the first legal action.

#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program of its own, which limits its time"
)]

use std::array;
use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const SEATS: usize = 9;
/// How much a rarely visited step is preferred.
const EXPLORATION: f32 = 0.15;
/// Steps that a node tries at first; as many more as the root of its visits.
const FIRST_STEPS: usize = 3;
/// Fish that it is worth to be next.
const TEMPO: f32 = 0.4;
/// A lead by this many fish makes a share e times as large, when no floe is left.
const SURE_LEAD: f32 = 1.0;
/// How many more fish this takes for each fish on a free floe.
const DOUBT: f32 = 0.08;
const MAX_NODES: usize = 4_000_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ms = match &words[..] {
        [] => Some(30),
        [ms] => ms.parse().ok(),
        _ => None,
    };
    let Some(ms) = ms else {
        eprintln!("usage: fishing_uct [MILLISECONDS]");
        return ExitCode::FAILURE;
    };
    let time = Duration::from_millis(ms);
    match play(time - time / 20) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("fishing_uct: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Answers line after line, until there are no more.
fn play(time: Duration) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut ice = None;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let start = Instant::now();
        let message: Value = serde_json::from_slice(&line).unwrap_or_default();
        let answer = match message["type"].as_str() {
            Some("hello") if message["protocol"] != 1 || message["game"] != "fishing" => {
                Some(error("I play fishing by protocol 1 only"))
            }
            Some("hello") => {
                ice = Ice::new(&message["scenario"]);
                Some(json!({"type": "ready"}))
            }
            Some("turn") => {
                let end = start.checked_add(time).unwrap_or(start);
                let action = choose(ice.as_ref(), &message, end);
                Some(json!({"type": "action", "turn": message["turn"], "action": action}))
            }
            Some("end" | "error") => None,
            _ => Some(error("this is no message that I can use")),
        };
        if let Some(answer) = answer {
            output.write_all(format!("{answer}\n").as_bytes())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn error(what: &str) -> Value {
    json!({"type": "error", "what": what})
}

/// The action to play; the first one if the position is not understood.
fn choose(ice: Option<&Ice>, turn: &Value, end: Instant) -> Value {
    let step = ice.and_then(|ice| Some(ice.action(Tree::grow(ice, &ice.state(turn)?, end)?)));
    let legal = turn["legal"].as_array().map_or(&[][..], Vec::as_slice);
    let chosen = legal.iter().find(|action| Some(*action) == step.as_ref());
    chosen.or(legal.first()).cloned().unwrap_or_default()
}

/// A set of fields. Behind each row and below the last one is a field or row of water.
type Fields = u128;

/// A placement, which comes from nowhere, or a move.
#[derive(Clone, Copy, PartialEq, Default)]
struct Step {
    from: Option<u8>,
    to: u8,
}

/// What does not change in a game.
struct Ice {
    rows: usize,
    /// Columns, and one more.
    width: usize,
    /// How far a step goes in each direction, as a rotation of the set's bits.
    ways: [u32; 4],
    /// The lower and the upper bit of the fish of each floe.
    fish_bits: [Fields; 2],
    seats: usize,
    penguins: u32,
}

#[derive(Clone, Default)]
struct State {
    free: Fields,
    standing: [Fields; SEATS],
    fish: [u32; SEATS],
    placed: [u32; SEATS],
    out: [bool; SEATS],
    placing: bool,
    /// Nobody when the game is over.
    mover: Option<usize>,
}

impl Ice {
    fn new(scenario: &Value) -> Option<Ice> {
        let rows = scenario["board"].as_array()?;
        let width = rows.first()?.as_str()?.len() + 1;
        if (rows.len() + 1) * width > 128 {
            return None;
        }
        let down = width as u32;
        let mut ice = Ice {
            rows: rows.len(),
            width,
            ways: [1, 127, down, 128 - down],
            fish_bits: [0; 2],
            seats: scenario["ids"].as_array()?.len(),
            penguins: number(&scenario["penguins"])?,
        };
        if ice.seats > SEATS {
            return None;
        }
        for (r, row) in rows.iter().enumerate() {
            for (c, digit) in row.as_str()?.bytes().enumerate() {
                let bit = ice.bit(r, c)?;
                ice.fish_bits[0] |= Fields::from(digit & 1) * bit;
                ice.fish_bits[1] |= Fields::from(digit >> 1 & 1) * bit;
            }
        }
        Some(ice)
    }

    fn bit(&self, row: usize, column: usize) -> Option<Fields> {
        let is_inside = row < self.rows && column + 1 < self.width;
        is_inside.then(|| 1 << (row * self.width + column))
    }

    /// As the protocol says it: `c2` is row 1, column 2.
    fn action(&self, step: Step) -> Value {
        let name = |field: u8| {
            let (row, column) = (usize::from(field) / self.width, field as usize % self.width);
            let letter = |i: usize| char::from(b'a' + (i % 26) as u8).to_string();
            let first = column.checked_sub(26).map(|rest| letter(rest / 26));
            format!("{}{}{}", first.unwrap_or_default(), letter(column), row + 1)
        };
        match step.from {
            Some(from) => json!({"move": {"from": name(from), "to": name(step.to)}}),
            None => json!({"place": {"at": name(step.to)}}),
        }
    }

    fn state(&self, turn: &Value) -> Option<State> {
        let view = &turn["view"];
        let mover = number(&turn["seat"])? as usize;
        let mut state = State {
            placing: view["phase"] == "placement",
            mover: Some(mover).filter(|mover| *mover < self.seats),
            ..State::default()
        };
        let players = view["players"].as_array()?;
        for (seat, player) in players.iter().enumerate().take(self.seats) {
            state.fish[seat] = number(&player["fish"])?;
            state.placed[seat] = number(&player["placed"])?;
            state.out[seat] = player["out"] == true;
        }
        for (r, row) in view["board"].as_array()?.iter().enumerate() {
            for (c, field) in row.as_str()?.split(' ').enumerate() {
                let bit = self.bit(r, c)?;
                let field: u64 = field.parse().ok()?;
                let stands = |player: &Value| field > 0 && player["number"] == field;
                if field >= 10 {
                    state.free |= bit;
                } else if let Some(seat) = players.iter().position(stands) {
                    *state.standing.get_mut(seat)? |= bit;
                }
            }
        }
        Some(state)
    }

    fn worth(&self, floes: Fields) -> u32 {
        let [low, high] = self.fish_bits.map(|bits| (floes & bits).count_ones());
        low + 2 * high
    }

    /// The floes for placements.
    fn single(&self, free: Fields) -> Fields {
        free & self.fish_bits[0] & !self.fish_bits[1]
    }

    fn beside(&self, fields: Fields) -> Fields {
        let ways = self.ways.iter();
        ways.fold(0, |all, way| all | fields.rotate_left(*way))
    }

    fn can_act(&self, state: &State, seat: usize) -> bool {
        let can = if state.placing {
            state.placed[seat] < self.penguins
        } else {
            self.beside(state.standing[seat]) & state.free != 0
        };
        can && !state.out[seat]
    }

    fn steps(&self, state: &State) -> Vec<Step> {
        let mut steps = Vec::new();
        if state.placing {
            steps.extend(fields(self.single(state.free)).map(|to| Step { from: None, to }));
            return steps;
        }
        for field in fields(state.mover.map_or(0, |mover| state.standing[mover])) {
            let from = Some(field);
            for way in self.ways {
                let mut bit = Fields::rotate_left(1 << field, way);
                while bit & state.free != 0 {
                    let to = bit.trailing_zeros() as u8;
                    steps.push(Step { from, to });
                    bit = bit.rotate_left(way);
                }
            }
        }
        steps
    }

    fn after(&self, mut state: State, step: Step) -> State {
        let Some(mover) = state.mover else {
            return state;
        };
        let (from, to) = (step.from.map_or(0, |from| 1 << from), 1 << step.to);
        state.free &= !to;
        state.standing[mover] = state.standing[mover] & !from | to;
        state.fish[mover] += self.worth(to);
        state.placed[mover] += u32::from(step.from.is_none());
        let mut next = mover + 1;
        let can_place =
            self.single(state.free) != 0 && (0..self.seats).any(|seat| self.can_act(&state, seat));
        if state.placing && !can_place {
            (state.placing, next) = (false, 0);
        }
        let mut order = (next..next + self.seats).map(|seat| seat % self.seats);
        state.mover = order.find(|seat| self.can_act(&state, *seat));
        state
    }

    /// The share of each side in the win, as far as it can be told.
    fn utility(&self, state: &State) -> [f32; SEATS] {
        let fish = &state.fish[..self.seats];
        let Some(mover) = state.mover else {
            let most = fish.iter().max();
            let wins = |seat: usize| fish.get(seat).is_some_and(|fish| Some(fish) == most);
            let winners = (0..SEATS).filter(|seat| wins(*seat)).count();
            return array::from_fn(|seat| f32::from(u8::from(wins(seat))) / winners as f32);
        };
        let mut utility = self.territory(state);
        utility[mover] += TEMPO;
        let utilities = &mut utility[..self.seats];
        let most = utilities.iter().copied().fold(0.0, f32::max);
        let scale = SURE_LEAD + DOUBT * self.worth(state.free) as f32;
        for utility in utilities.iter_mut() {
            *utility = ((*utility - most) / scale).exp();
        }
        let sum: f32 = utilities.iter().sum();
        utility.map(|utility| utility / sum)
    }

    /// The fish of each side and of the floes that it reaches in the fewest moves, half of those
    /// that another reaches as fast. A floe that another side reaches sooner is no way to be the
    /// first anywhere, so no side needs to look beyond it.
    fn territory(&self, state: &State) -> [f32; SEATS] {
        // For each way the floes before which the last 1, 2, 4 ... fields are free.
        let mut open = [[state.free; 7]; 4];
        let longest = self.rows.max(self.width - 1);
        let doublings = longest.next_power_of_two().trailing_zeros() as usize;
        for (way, open) in self.ways.iter().zip(&mut open) {
            for i in 1..doublings {
                open[i] = open[i - 1] & open[i - 1].rotate_left(way << (i - 1));
            }
        }
        let slide = |from: Fields| {
            self.ways.iter().zip(&open).fold(0, |reached, (way, open)| {
                let spread =
                    |fields: Fields, i: usize| fields | open[i] & fields.rotate_left(way << i);
                reached | (0..doublings).fold(from, spread)
            })
        };
        let mut territory = state.fish.map(|fish| 2 * fish);
        let mut front: [Fields; SEATS] =
            array::from_fn(|i| state.standing[i] * Fields::from(!state.out[i]));
        let (mut left, mut reached) = (state.free, state.free);
        while reached != 0 {
            let mut shared = 0;
            reached = 0;
            for front in front[..self.seats].iter_mut().filter(|front| **front != 0) {
                *front = slide(*front) & left;
                shared |= reached & *front;
                reached |= *front;
            }
            for (territory, front) in territory.iter_mut().zip(front) {
                *territory += self.worth(front) + self.worth(front & !shared);
            }
            left &= !reached;
        }
        territory.map(|halves| halves as f32 / 2.0)
    }
}

fn number(value: &Value) -> Option<u32> {
    Some(u32::from(u16::try_from(value.as_u64()?).ok()?))
}

/// The fields of a set by number.
fn fields(mut set: Fields) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let field = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        field
    })
}

#[derive(Default)]
struct Node {
    step: Step,
    /// The side that moved into it, and the sum of its utilities.
    mover: usize,
    sum: f32,
    visits: f32,
    /// The one that looked best at first comes first.
    children: Range<usize>,
}

impl Node {
    fn mean(&self) -> f32 {
        self.sum / self.visits
    }
}

struct Tree<'a> {
    ice: &'a Ice,
    /// The first one is the root.
    nodes: Vec<Node>,
}

impl Tree<'_> {
    /// The best step, after the time is over.
    fn grow(ice: &Ice, state: &State, end: Instant) -> Option<Step> {
        let nodes = vec![Node::default()];
        let mut tree = Tree { ice, nodes };
        while tree.nodes.len() < MAX_NODES && Instant::now() < end {
            tree.visit(state.clone());
        }
        tree.best()
    }

    fn visit(&mut self, mut state: State) {
        let mut path = vec![0];
        let mut node = 0;
        while let Some(child) = self.select(&self.nodes[node]) {
            node = child;
            state = self.ice.after(state, self.nodes[node].step);
            path.push(node);
        }
        let utility = self.expand(node, &state);
        for node in path {
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.sum += utility[node.mover];
        }
    }

    fn select(&self, node: &Node) -> Option<usize> {
        let exploration = EXPLORATION * (node.visits + 1.0).ln().sqrt();
        let bound = |i: usize| self.nodes[i].mean() + exploration / self.nodes[i].visits.sqrt();
        let tried = FIRST_STEPS + node.visits.sqrt() as usize;
        let tried = node.children.clone().take(tried).map(|i| (i, bound(i)));
        tried.max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0)
    }

    /// Adds a node's children, each with a visit, and returns the utility of the best.
    fn expand(&mut self, node: usize, state: &State) -> [f32; SEATS] {
        let Some(mover) = state.mover else {
            return self.ice.utility(state);
        };
        let (first, mut best) = (self.nodes.len(), [-1.0; SEATS]);
        for step in self.ice.steps(state) {
            let utility = self.ice.utility(&self.ice.after(state.clone(), step));
            if utility[mover] > best[mover] {
                best = utility;
            }
            self.nodes.push(Node { step, mover, sum: utility[mover], visits: 1.0, children: 0..0 });
        }
        self.nodes[first..].sort_by(|a, b| b.sum.total_cmp(&a.sum));
        self.nodes[node].children = first..self.nodes.len();
        best
    }

    /// The step that was visited most, of equal ones the one with the highest mean.
    fn best(&self) -> Option<Step> {
        let children = &self.nodes[self.nodes[0].children.clone()];
        let best = children.iter().max_by(|a, b| {
            let by_mean = a.mean().total_cmp(&b.mean());
            a.visits.total_cmp(&b.visits).then(by_mean)
        });
        best.map(|node| node.step)
    }
}
