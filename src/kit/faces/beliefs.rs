//! What seats can work out about what is hidden from them: every state in which the game
//! can be, as far as they have seen it, and how likely each is.
//!
//! Draws count with their own probabilities. Nothing is known of how players choose: every legal action counts
//! as likely as any other.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::{HIDDEN, Playable};
use crate::extras::{Belief, HiddenPart, Insight};
use crate::transcript::text;
use crate::wire;
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::{Masks as _, Seat, Turn, after, alike, seen};
use chase_engine::header::to_json;
use chase_engine::history::{By, Joint};
use chase_engine::seat::Seats;

/// The most ways that turns can go that are followed in a game; then nothing is said any more.
const WAYS_MAX: u32 = 100_000;
/// The most values of a cell that are printed.
const VALUES_MAX: usize = 6;

/// A state in which the game can be.
#[derive(Clone)]
struct PossibleState<S> {
    state: S,
    probability: f64,
}

/// The beliefs of some seats about the hidden part of a game.
struct Beliefs<G: Playable> {
    game: Arc<G>,
    eyes: Seats,
    /// The state as these seats see it now.
    view: G::State,
    /// Nothing where there are too many ways to follow.
    states: Option<Vec<PossibleState<G::State>>>,
    ways_left: u32,
}

impl<G: Playable> Clone for Beliefs<G> {
    fn clone(&self) -> Self {
        Beliefs {
            game: Arc::clone(&self.game),
            view: self.view.clone(),
            states: self.states.clone(),
            ..*self
        }
    }
}

/// A possible value of a hidden cell.
#[derive(Serialize)]
struct CellValue {
    value: String,
    probability: f64,
}

/// The beliefs in a form for programs.
#[derive(Serialize)]
struct BeliefFacts {
    seats: Vec<Seat>,
    /// The number of possible states; `null` where there are too many ways to follow.
    states: Option<usize>,
    /// The values of the hidden cells, the likeliest first.
    cells: BTreeMap<&'static str, Vec<CellValue>>,
}

/// A probability without the last digits, in which sums differ by their order.
fn rounded(probability: f64) -> f64 {
    (probability * 1e9).round() / 1e9
}

/// The steps into which a probability is divided when a state is drawn.
const STEPS: u32 = 1 << 30;

/// What is worked out of the hidden part of a game, as these seats see it: the game's own analysis, or that of
/// the kit. Nothing where nothing is hidden.
pub fn insight<G: Playable>(game: &Arc<G>, eyes: Seats) -> Option<Box<dyn Insight<G>>> {
    match G::EXTRAS.insight {
        Some(own) => own(game, eyes),
        None => Some(Box::new(Beliefs::new(game, eyes)?)),
    }
}

/// What a seat can believe about the hidden part of a game. Nothing where that is not known.
pub fn belief<G: Playable>(game: &Arc<G>, seat: Seat) -> Option<Box<dyn Belief<G>>> {
    match G::EXTRAS.belief {
        Some(own) => own(game, seat),
        None => Some(Box::new(Beliefs::new(game, seat.into())?)),
    }
}

impl<G: Playable> Beliefs<G> {
    fn new(game: &Arc<G>, eyes: Seats) -> Option<Self> {
        if !G::masks().hides() {
            return None;
        }
        let state = game.start();
        Some(Beliefs {
            view: G::masks().state(game, &state, eyes),
            states: Some(vec![PossibleState { state, probability: 1.0 }]),
            game: Arc::clone(game),
            eyes,
            ways_left: WAYS_MAX,
        })
    }

    /// The states that are possible after a turn; nothing where there are too many ways to follow.
    fn followed(
        &mut self,
        states: &[PossibleState<G::State>],
        by: &By<G::Action>,
        due: &[G::Event],
    ) -> Option<Vec<PossibleState<G::State>>> {
        let game = Arc::clone(&self.game);
        let mut next = BTreeMap::new();
        for it in states {
            for by in self.turns(&it.state, by)? {
                let mut dice = Dice::branching();
                loop {
                    self.ways_left = self.ways_left.checked_sub(1)?;
                    let drawn = carried_out(&*game, &it.state, &by.turn, &mut dice);
                    let probability = it.probability * by.probability * dice.chance();
                    if let Some(state) = self.looks(&it.state, drawn, due) {
                        let mut key = Vec::new();
                        wire::put(&state, &mut key);
                        let known =
                            next.entry(key).or_insert(PossibleState { state, probability: 0.0 });
                        known.probability += probability;
                    }
                    if !dice.next_branch() {
                        break;
                    }
                }
            }
        }
        let sum: f64 = next.values().map(|it| it.probability).sum();
        let next =
            next.into_values().map(|it| PossibleState { probability: it.probability / sum, ..it });
        Some(next.collect()).filter(|all: &Vec<_>| !all.is_empty())
    }

    /// The state after these events, if the events and the state look to the seats as they must.
    fn looks(
        &self,
        before: &G::State,
        drawn: Option<Vec<G::Event>>,
        due: &[G::Event],
    ) -> Option<G::State> {
        let (game, drawn) = (&*self.game, drawn?);
        let seen = seen(game, before, &drawn, self.eyes)?;
        let state = after(game, before, &drawn)?;
        let is_alike = seen == due && G::masks().state(game, &state, self.eyes) == self.view;
        is_alike.then_some(state)
    }

    /// The turns in a state that look to the seats as this one does. Nothing where there are too many.
    fn turns(&self, state: &G::State, by: &By<G::Action>) -> Option<Vec<Likely<G>>> {
        let game = &*self.game;
        let as_they_are = |turn| vec![Likely { turn, probability: 1.0 }];
        Some(match (by, game.turn(state)) {
            (By::World, Turn::World) => as_they_are(By::World),
            (By::Forfeit(seat, why), Turn::Seat(due)) if *seat == due => {
                as_they_are(By::Forfeit(*seat, why.clone()))
            }
            (By::Action(seat, did), Turn::Seat(due)) if *seat == due => {
                let all = alike(game, state, *seat, did, self.eyes);
                let probability = likely(game, state, *seat, self.eyes);
                let turns = all
                    .into_iter()
                    .map(|action| Likely { turn: By::Action(*seat, action), probability });
                turns.collect()
            }
            (By::Joint(joint), Turn::Seats(due)) if joint.seats() == due => {
                self.joints(state, joint)?
            }
            _ => Vec::new(),
        })
    }

    fn joints(&self, state: &G::State, joint: &Joint<G::Action>) -> Option<Vec<Likely<G>>> {
        let (game, mut all, mut probability) = (&*self.game, vec![Vec::new()], 1.0);
        for choice in joint.choices() {
            let mut options = vec![choice.clone()];
            if let Ok(did) = &choice.chosen {
                let actions = alike(game, state, choice.seat, did, self.eyes).into_iter();
                let option = |action| {
                    let mut choice = choice.clone();
                    choice.chosen = Ok(action);
                    choice
                };
                options = actions.map(option).collect();
                probability *= likely(game, state, choice.seat, self.eyes);
            }
            if all.len() * options.len() > self.ways_left as usize {
                return None;
            }
            let longer = |chosen: &Vec<_>| {
                let with = |option: &_| [&chosen[..], std::slice::from_ref(option)].concat();
                options.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let turn = |choices| {
            let turn = By::Joint(Box::new(Joint::new(choices)?));
            Some(Likely { turn, probability })
        };
        Some(all.into_iter().filter_map(turn).collect())
    }

    /// The possible values of the cells that are hidden from the seats, the likeliest first.
    fn cells(&self) -> Vec<(&'static str, Vec<CellValue>)> {
        let (game, mut cells) = (&*self.game, Vec::new());
        let view = game.cells(&self.view);
        let states = self.states.iter().flatten();
        let states: Vec<_> = states.map(|it| (game.cells(&it.state), it.probability)).collect();
        for (n, column) in G::CELLS.iter().enumerate() {
            if view.get(n).is_none_or(|cell| !cell.contains(HIDDEN)) {
                continue;
            }
            let mut values = BTreeMap::new();
            for (cells, probability) in &states {
                *values.entry(cells[n].clone()).or_insert(0.0) += probability;
            }
            let mut values: Vec<_> = values
                .into_iter()
                .map(|(value, probability)| CellValue { value, probability: rounded(probability) })
                .collect();
            values.sort_by(|one, other| other.probability.total_cmp(&one.probability));
            cells.push((column.name, values));
        }
        cells
    }
}

/// A turn that a game can have had.
struct Likely<G: Playable> {
    turn: By<G::Action>,
    probability: f64,
}

/// The probability of each action of a seat, for these seats: they know what they choose
/// themselves.
fn likely<G: Playable>(game: &G, state: &G::State, seat: Seat, eyes: Seats) -> f64 {
    match eyes.has(seat) {
        true => 1.0,
        false => 1.0 / game.legal(state, seat).len() as f64,
    }
}

/// The events of a turn; nothing where the rules refuse it.
fn carried_out<G: Playable>(
    game: &G,
    state: &G::State,
    by: &By<G::Action>,
    dice: &mut Dice,
) -> Option<Vec<G::Event>> {
    dice.turn_to(by.seat().map_or(DrawOwner::World, DrawOwner::Seat));
    match by {
        By::World => Some(game.world(state, dice)),
        By::Action(seat, action) => game.decide(state, *seat, action, dice).ok(),
        By::Forfeit(seat, why) => Some(game.forfeit(state, *seat, why)),
        By::Joint(joint) => Some(game.decide_joint(state, &joint.chosen(), dice)),
    }
}

impl<G: Playable> HiddenPart<G> for Beliefs<G> {
    fn take_turn(&mut self, game: &G, before: &G::State, by: &By<G::Action>, events: &[G::Event]) {
        let seen = seen(game, before, events, self.eyes);
        let after = after(game, before, events);
        let states = self.states.take();
        if let (Some(seen), Some(after)) = (seen, after) {
            self.view = G::masks().state(game, &after, self.eyes);
            self.states = states.and_then(|states| self.followed(&states, by, &seen));
        }
    }
}

impl<G: Playable> Insight<G> for Beliefs<G> {
    fn text(&self, out: &mut Vec<u8>) {
        let names: Vec<_> = self.eyes.iter().map(|it| self.game.seat_name(it)).collect();
        let who = match names.is_empty() {
            true => "an onlooker".to_owned(),
            false => names.join(" and "),
        };
        let Some(states) = &self.states else {
            text(out, format_args!("possible for {who}: too many states to follow\n"));
            return;
        };
        match states.len() {
            1 => text(out, format_args!("possible for {who}: 1 state\n")),
            count => text(
                out,
                format_args!(
                    "possible for {who}: {count} states (all choices counted as equally likely)\n"
                ),
            ),
        }
        for (name, values) in self.cells() {
            text(out, format_args!("  {name}"));
            for (n, CellValue { value, probability }) in values.iter().take(VALUES_MAX).enumerate()
            {
                let comma = if n > 0 { "," } else { "" };
                let percent = 100.0 * probability;
                text(out, format_args!("{comma} {value} {percent:.1} %"));
            }
            if let Some(more @ 1..) = values.len().checked_sub(VALUES_MAX) {
                text(out, format_args!(", and {more} more"));
            }
            out.push(b'\n');
        }
    }

    fn json(&self) -> String {
        to_json(&BeliefFacts {
            seats: self.eyes.iter().collect(),
            states: self.states.as_ref().map(Vec::len),
            cells: match self.states {
                Some(_) => self.cells().into_iter().collect(),
                None => BTreeMap::new(),
            },
        })
    }

    fn again(&self) -> Box<dyn Insight<G>> {
        Box::new(self.clone())
    }
}

impl<G: Playable> Belief<G> for Beliefs<G> {
    fn draw(&mut self, game: &Arc<G>, _: &G::State, dice: &mut Dice) -> Option<(Arc<G>, G::State)> {
        let states = self.states.as_ref()?;
        let mut left = f64::from(dice.below(STEPS)) / f64::from(STEPS);
        let drawn = states.iter().find(|it| {
            left -= it.probability;
            left < 0.0
        });
        let state = drawn.or(states.last())?.state.clone();
        Some((Arc::clone(game), state))
    }
}
