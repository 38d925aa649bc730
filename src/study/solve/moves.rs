//! What can follow a state, worked out by the game alone: every legal action with every outcome of the dice.

use std::cmp::Ordering;

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedMul as _};

use super::unsolvable::Unsolvable;
use super::value::SolvedValue;
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::{BrokenRule, Game, Outcome, Turn};
use chase_engine::seat::Seat;
use chase_kit::wire;

/// Turns of the world in a row, none of which draws, after which a game does not go on.
const WORLD_TURNS_MAX: u32 = 100_000;

/// What a state is, once the world has done all that needs no dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateKind {
    /// The game is over, with so many points for the first side.
    Over(u8),
    /// The dice decide what the world does.
    Chance,
    /// A seat must choose; with its side.
    Choice(Seat, usize),
}

/// A state that can follow: after which action, by how many equally likely ways of the dice, and
/// what it is.
pub(super) struct Follower<S> {
    /// The action's place among the legal ones; 0 where the world acts.
    pub action: u32,
    /// The outcome is one of so many that are equally likely.
    pub ways: u64,
    /// The state that follows.
    pub state: S,
    /// The key by which it is told from others.
    pub key: u128,
    /// What this is.
    pub kind: StateKind,
}

/// The value of a follower, and to which action and chance it belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueBranch<T> {
    /// The action's place among the legal ones.
    pub action: u32,
    /// The outcome is one of so many that are equally likely.
    pub ways: u64,
    /// What stands for its value.
    pub to: T,
}

/// Follows the rules of one game. It keeps what it needs from state to state.
pub(super) struct StateRules<'a, G: Game> {
    pub game: &'a G,
    sides: usize,
    events: Vec<G::Event>,
    buffer: Vec<G::Action>,
    bytes: Vec<u8>,
}

fn broken<E: std::error::Error>(rule: E) -> Unsolvable {
    Unsolvable::Broken(rule.to_string())
}

impl<'a, G: Game> StateRules<'a, G> {
    pub(super) fn of(game: &'a G) -> Self {
        StateRules {
            game,
            sides: game.sides().len(),
            events: Vec::new(),
            buffer: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// The key by which a state is told from others.
    pub(super) fn key(&mut self, state: &G::State) -> u128 {
        self.bytes.clear();
        wire::put(state, &mut self.bytes);
        super::state_keys::key(&self.bytes)
    }

    /// Lets the world act as long as it needs no dice.
    pub(super) fn settled(&mut self, state: &mut G::State) -> Result<StateKind, Unsolvable> {
        for _ in 0..WORLD_TURNS_MAX {
            match self.game.turn(state) {
                Turn::Over(outcome) => return self.over(&outcome),
                Turn::Seats(_) => return Err(Unsolvable::AtOnce),
                Turn::Seat(seat) => return Ok(StateKind::Choice(seat, self.game.side(seat))),
                Turn::World => {}
            }
            let mut dice = Dice::branching();
            dice.turn_to(DrawOwner::World);
            self.events.clear();
            self.game.world_in(state, &mut dice, &mut self.events);
            if dice.ways() != Some(1) {
                return Ok(StateKind::Chance);
            }
            for event in &self.events {
                self.game.apply(state, event).map_err(broken)?;
            }
        }
        let what = format!("the world acts {WORLD_TURNS_MAX} times in a row");
        Err(Unsolvable::Broken(what))
    }

    /// The end of a game, if its points are those of one or two sides.
    fn over(&self, outcome: &Outcome) -> Result<StateKind, Unsolvable> {
        match *outcome.points.as_slice() {
            [mine @ 0..=2] if self.sides == 1 => Ok(StateKind::Over(mine)),
            [mine @ 0..=2, other] if self.sides == 2 && mine + other == 2 => {
                Ok(StateKind::Over(mine))
            }
            _ => Err(Unsolvable::Points(outcome.cause.clone().into_owned())),
        }
    }

    /// Appends every state that can follow one, ordered by action; nothing where the game is over.
    pub(super) fn followers(
        &mut self,
        state: &G::State,
        kind: StateKind,
        out: &mut Vec<Follower<G::State>>,
    ) -> Result<(), Unsolvable> {
        let seat = match kind {
            StateKind::Over(_) => return Ok(()),
            StateKind::Chance => {
                return self.outcomes(state, 0, out, |game, dice, events| {
                    dice.turn_to(DrawOwner::World);
                    game.world_in(state, dice, events);
                    Ok(())
                });
            }
            StateKind::Choice(seat, _) => seat,
        };
        let game = self.game;
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let legal = game.legal_in(state, seat, &mut buffer);
        if legal.is_empty() {
            let what = format!("{} must act and can do nothing", game.seat_name(seat));
            return Err(Unsolvable::Broken(what));
        }
        for (n, action) in (0..).zip(legal) {
            self.outcomes(state, n, out, |game, dice, events| {
                dice.turn_to(DrawOwner::Seat(seat));
                game.decide_in(state, seat, action, dice, events)
            })?;
        }
        self.buffer = buffer;
        Ok(())
    }

    /// Appends what follows from one choice, by every way of the dice.
    fn outcomes(
        &mut self,
        state: &G::State,
        action: u32,
        out: &mut Vec<Follower<G::State>>,
        choose: impl Fn(&G, &mut Dice, &mut Vec<G::Event>) -> Result<(), BrokenRule>,
    ) -> Result<(), Unsolvable> {
        let mut dice = Dice::branching();
        loop {
            self.events.clear();
            choose(self.game, &mut dice, &mut self.events).map_err(broken)?;
            let ways = dice.ways().and_then(|ways| u64::try_from(ways).ok());
            let ways = ways.ok_or(Unsolvable::TooFine)?;
            let mut next = state.clone();
            for event in &self.events {
                self.game.apply(&mut next, event).map_err(broken)?;
            }
            let kind = self.settled(&mut next)?;
            let key = self.key(&next);
            out.push(Follower { action, ways, key, state: next, kind });
            if !dice.next_branch() {
                return Ok(());
            }
        }
    }
}

/// The value of a choice whose outcome is left to the dice.
pub(super) fn average<T: Copy>(
    branches: &[ValueBranch<T>],
    value: impl Fn(T) -> SolvedValue,
) -> Result<SolvedValue, Unsolvable> {
    if let [ValueBranch { ways: 1, to, .. }] = branches {
        return Ok(value(*to));
    }
    let mut sum = Ratio::from(0);
    // Outcomes that are as likely as one another are added up before they are divided.
    for alike in branches.chunk_by(|one, other| one.ways == other.ways) {
        let mut part = Ratio::from(0);
        for branch in alike {
            let SolvedValue::Ends { points, .. } = value(branch.to) else {
                return Err(Unsolvable::CyclicChance);
            };
            part = match (part.denom(), points.denom()) {
                // There is nothing to shorten.
                (1, 1) => part.numer().checked_add(points.numer()).map(Ratio::from),
                _ => part.checked_add(&points),
            }
            .ok_or(Unsolvable::TooFine)?;
        }
        let chance = Ratio::new(1, i128::from(alike[0].ways));
        let part = part.checked_mul(&chance).ok_or(Unsolvable::TooFine)?;
        sum = sum.checked_add(&part).ok_or(Unsolvable::TooFine)?;
    }
    Ok(SolvedValue::Ends { points: sum, moves: None })
}

/// The value of every action of a side, each one move before its followers, and the place of the
/// best: the first of those that the side prefers.
pub(super) fn weighed<T: Copy>(
    side: usize,
    branches: &[ValueBranch<T>],
    value: impl Fn(T) -> SolvedValue,
    mut each: impl FnMut(u32, SolvedValue),
) -> Result<(usize, SolvedValue), Unsolvable> {
    let mut best: Option<(usize, SolvedValue)> = None;
    let mut are_known = true;
    for (n, of_action) in branches.chunk_by(|one, other| one.action == other.action).enumerate() {
        let worth = average(of_action, &value)?.one_move_before();
        each(of_action[0].action, worth);
        are_known &= !matches!(worth, SolvedValue::Ends { moves: None, .. });
        if best.is_none_or(|(_, best)| worth.preferred(best, side) == Ordering::Greater) {
            best = Some((n, worth));
        }
    }
    let (n, worth) = best.ok_or_else(|| Unsolvable::Broken("no action is legal".into()))?;
    Ok((n, worth.with_moves_if(are_known)))
}
