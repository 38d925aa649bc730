//! Odds worked out breadth first: turn by turn, every state that can be reached, each once, with how
//! likely it is. The engine itself says what follows, with dice that branch.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedMul as _};

use super::minds::PlayerMemories;
use super::moment::OddsPosition;
use crate::any_value::Value;
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::{Forfeit, ForfeitCause, Turn};
use chase_engine::seat::{Seat, Seats};
use chase_kit::chances::{Chances, ExactOdds, ExpectedAmount, TooManyStates};
use chase_kit::totals::EndingKind;
use chase_kit::wire;

/// A state that is reached, with what every seat remembers.
struct OddsNode {
    state: Value,
    memories: Vec<u32>,
    chance: f64,
    /// The probability as a fraction, in games in which something is collected, as long as it is
    /// one of numbers of 128 bits.
    share: Option<Ratio<i128>>,
}

/// The states that are reached in as many turns.
#[derive(Default)]
struct Layer {
    nodes: Vec<OddsNode>,
    places: BTreeMap<Vec<u8>, usize>,
    /// The memory in which keys are made.
    key: Vec<u8>,
}

impl Layer {
    /// Adds a node, or its chance to that of the same.
    fn add(&mut self, node: OddsNode) {
        self.key.clear();
        node.state.put(&mut self.key);
        wire::put(&node.memories, &mut self.key);
        match self.places.entry(self.key.clone()) {
            Entry::Occupied(place) => {
                let known = &mut self.nodes[*place.get()];
                known.chance += node.chance;
                let both = known.share.zip(node.share);
                known.share = both.and_then(|(one, other)| one.checked_add(&other));
            }
            Entry::Vacant(place) => {
                place.insert(self.nodes.len());
                self.nodes.push(node);
            }
        }
    }
}

/// Follows every outcome from a moment to the end.
pub(super) fn work_out(moment: &OddsPosition, states_max: u64) -> Result<ExactOdds, TooManyStates> {
    let search = OddsSearch::of(moment, states_max)?;
    Ok(ExactOdds {
        chances: search.chances,
        states: search.states,
        way: "every outcome of every draw",
    })
}

/// The points that each side can expect, in the order of [`Outcome::points`](chase_engine::game::Outcome::points), by
/// following every outcome to the end.
pub fn expected_points(moment: &OddsPosition, states_max: u64) -> Result<Vec<f64>, TooManyStates> {
    let search = OddsSearch::of(moment, states_max)?;
    Ok(search.points)
}

impl<'a> OddsSearch<'a> {
    /// Follows every outcome.
    fn of(moment: &'a OddsPosition, states_max: u64) -> Result<Self, TooManyStates> {
        let mut search = OddsSearch {
            moment,
            minds: PlayerMemories::new(moment),
            chances: Chances::default(),
            points: vec![0.0; moment.rules().sides().len()],
            states: 0,
            states_max,
        };
        let mut layer = vec![OddsNode {
            state: moment.state.clone(),
            memories: vec![0; usize::from(moment.rules().seats())],
            chance: 1.0,
            share: moment.rules().collects().then(|| Ratio::from(1)),
        }];
        while !layer.is_empty() {
            layer = search.turn(layer)?;
        }
        Ok(search)
    }
}

struct OddsSearch<'a> {
    moment: &'a OddsPosition,
    minds: PlayerMemories<'a>,
    chances: Chances,
    /// The points that each side can expect of the games that are over.
    points: Vec<f64>,
    /// States of all turns so far.
    states: u64,
    states_max: u64,
}

impl OddsSearch<'_> {
    /// Plays one turn from all states that are reached in as many turns.
    fn turn(&mut self, nodes: Vec<OddsNode>) -> Result<Vec<OddsNode>, TooManyStates> {
        for seat in self.minds.watching.iter() {
            let memories = nodes.iter().map(|node| node.memories[seat.index()]);
            let mut memories: Vec<_> = memories.collect();
            memories.sort_unstable();
            memories.dedup();
            self.minds.keep(seat, &memories);
        }
        let mut next = Layer::default();
        for node in &nodes {
            match self.moment.rules().turn(&node.state) {
                Turn::Over(outcome) => {
                    let game = self.moment.rules();
                    let (cycle, by) = (game.clock(&node.state), game.ended_by(&node.state));
                    let ending = EndingKind::of(&outcome);
                    self.chances.add(&ending, cycle, by, node.chance);
                    for (sum, points) in self.points.iter_mut().zip(&outcome.points) {
                        *sum += node.chance * f64::from(*points);
                    }
                    if game.collects() {
                        let collected = game.collected(&node.state);
                        let sums = &mut self.chances.amounts;
                        sums.resize(collected.len(), ExpectedAmount::default());
                        for (sum, amount) in sums.iter_mut().zip(collected) {
                            sum.add(amount, node.chance, node.share.as_ref());
                        }
                    }
                }
                turn => self.follow(node, &turn, &mut next)?,
            }
        }
        self.states += next.nodes.len() as u64;
        Ok(next.nodes)
    }

    /// Adds what follows from one state.
    fn follow(
        &mut self,
        node: &OddsNode,
        turn: &Turn,
        next: &mut Layer,
    ) -> Result<(), TooManyStates> {
        let mut dice = Dice::branching();
        let mut events = Vec::new();
        let mut outcomes = 0;
        loop {
            outcomes += 1;
            let reached = self.states + (next.nodes.len() as u64).max(outcomes);
            if reached > self.states_max {
                let (most, cycle) = (self.states_max, self.moment.rules().clock(&node.state));
                return Err(TooManyStates { most, cycle, expected: None });
            }
            events.clear();
            match turn {
                Turn::Seat(seat) => self.ask(node, *seat, &mut dice, &mut events),
                Turn::Seats(seats) => self.ask_all(node, *seats, &mut dice, &mut events),
                Turn::World | Turn::Over(_) => {
                    dice.turn_to(DrawOwner::World);
                    self.moment.rules().world(&node.state, &mut dice, &mut events);
                }
            }
            next.add(self.after(node, &events, &dice));
            if !dice.next_branch() {
                return Ok(());
            }
        }
    }

    /// Asks a seat's player and carries its turn out, as a session does.
    fn ask(&mut self, node: &OddsNode, seat: Seat, dice: &mut Dice, events: &mut Vec<Value>) {
        let game = self.moment.rules();
        dice.turn_to(DrawOwner::Seat(seat));
        let player = self.minds.player(seat, node.memories[seat.index()]);
        let lost = match player.choose(&node.state, seat, dice) {
            Ok(action) => match game.decide(&node.state, seat, &action, dice, events) {
                Ok(()) => return,
                Err(rule) => Forfeit::new(ForfeitCause::Illegal, &rule),
            },
            Err(failure) => *failure,
        };
        game.forfeit(&node.state, seat, &lost, events);
    }

    /// Asks the players of several seats and carries their turn out.
    fn ask_all(&mut self, node: &OddsNode, seats: Seats, dice: &mut Dice, out: &mut Vec<Value>) {
        let game = self.moment.rules();
        let mut chosen = Vec::new();
        for seat in seats.iter() {
            let player = self.minds.player(seat, node.memories[seat.index()]);
            let answer = player.choose_at_once(&node.state, seat, dice);
            chosen.push((seat, answer.ok()));
        }
        dice.turn_to(DrawOwner::World);
        game.decide_joint(&node.state, &chosen, dice, out);
    }

    /// The state after events, with what everybody learned from them.
    fn after(&mut self, node: &OddsNode, events: &[Value], dice: &Dice) -> OddsNode {
        let game = self.moment.rules();
        let (mut state, mut memories) = (node.state.clone(), node.memories.clone());
        for event in events {
            let (minds, teams) = (&mut self.minds, self.moment.table.teams());
            game.show(&state, event, minds.watching, &mut |learner, seen| {
                for seat in teams.ears(learner) {
                    let memory = &mut memories[seat.index()];
                    *memory = minds.learn(seat, *memory, learner, seen);
                }
            });
            if let Err(rule) = game.apply(&mut state, event) {
                unreachable!("the rules decided {event:?} and then refused it: {rule}");
            }
        }
        OddsNode {
            state,
            memories,
            chance: node.chance * dice.chance(),
            share: node.share.zip(dice.ways()).and_then(|(share, ways)| {
                let part = Ratio::new(1, ways);
                share.checked_mul(&part)
            }),
        }
    }
}
