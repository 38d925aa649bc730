//! What a game may bring besides what every game has. All of it is optional, and callers handle its
//! absence.

use std::sync::Arc;

use super::dice::Generator;
use super::game::{Game, Outcome, Seat};
use super::history::By;
use super::layout::TextLayout;
use super::picture::Heat;
use super::seat::Seats;
use super::sweep_engine::SweepEngine;

/// Makes what a viewer with these eyes remembers.
pub type MakeMemory<G> = fn(&Arc<G>, Seats) -> Box<dyn Memory<G>>;

/// Makes what works out the hidden part of a game, as these seats see it: those of the viewer, or none.
/// Nothing where nothing is hidden.
pub type MakeInsight<G> = fn(&Arc<G>, Seats) -> Option<Box<dyn Insight<G>>>;

/// Makes an engine that plays games between these players, with these dice and this seed, from
/// tables made of the rules; nothing where it does not know the players.
pub type MakeEngine<G> = fn(&Arc<G>, &[String], Generator, i64) -> Option<Box<dyn SweepEngine>>;

/// Lists actions of a game.
pub type ActionLister<G> = fn(&G) -> Vec<<G as Game>::Action>;

/// Works out how a game ended in a state; nothing while it goes on.
pub type Oracle<G> = fn(&G, &<G as Game>::State) -> Option<Outcome>;

/// What a game brings besides what every game has. It names what it has and takes the rest from
/// [`Extras::NONE`].
pub struct Extras<G: Game> {
    /// Makes what checks the exact layout of a transcript, where it is known what the reference prints.
    pub layout: Option<fn() -> Box<dyn TextLayout>>,
    /// What a viewer remembers of what it was told, where a state made for it cannot hold that.
    pub memory: Option<MakeMemory<G>>,
    /// What works out the hidden part of the game.
    pub insight: Option<MakeInsight<G>>,
    /// The parts of a cycle, such as the rounds of a rotation.
    pub parts: Option<Parts<G>>,
    /// What is collected, where that decides the game.
    pub amounts: Option<Amounts<G>>,
    /// What plays many games faster than the rules do, turn by turn. It plays the same games, number
    /// by number.
    pub compiled: Option<MakeEngine<G>>,
    /// What the laws hold the rules against.
    pub claims: Option<Claims<G>>,
}

impl<G: Game> Extras<G> {
    /// Nothing of it.
    pub const NONE: Self = Extras {
        layout: None,
        memory: None,
        insight: None,
        parts: None,
        amounts: None,
        compiled: None,
        claims: None,
    };
}

/// What the author of a game says of its rules in a second way, for the laws to hold the first against.
pub struct Claims<G: Game> {
    /// Actions that are tried in every state: each is legal there or refused. Where the author gives none,
    /// these are all actions that were legal in any state, and those with one value changed.
    pub candidates: Option<ActionLister<G>>,
    /// Ways to turn the game round after which the rules are the same.
    pub symmetries: &'static [Symmetry<G>],
    /// How the game ended, worked out slowly and plainly; nothing while it goes on. It is held against
    /// [`Game::turn`].
    pub outcome: Option<Oracle<G>>,
}

impl<G: Game> Claims<G> {
    /// Nothing of it.
    pub const NONE: Self = Claims {
        candidates: None,
        symmetries: &[],
        outcome: None,
    };
}

/// A way to turn a game round after which its rules are the same: the mirror image of a board, or the
/// same game with two seats exchanged.
pub struct Symmetry<G: Game> {
    /// What it is called (`mirror`).
    pub name: &'static str,
    /// The state, turned round.
    pub state: fn(&G, &G::State) -> G::State,
    /// The action that does there what this one does here.
    pub action: fn(&G, &G::Action) -> G::Action,
    /// The seat that is there what this one is here.
    pub seat: fn(Seat) -> Seat,
}

/// The parts of a game's cycles.
pub struct Parts<G: Game> {
    /// What a part is called (`round`).
    pub unit: &'static str,
    /// How many parts have begun.
    pub begun: fn(&G, &G::State) -> u64,
}

/// The amounts that the seats of a game collect, or lose to each other: payoffs.
pub struct Amounts<G: Game> {
    /// What is collected (`fish`, `chips`).
    pub unit: &'static str,
    /// How much of it each seat has; less than 0 for what it has lost.
    pub collected: fn(&G, &G::State) -> Vec<i64>,
}

/// What a viewer was told of a game and remembers, where a state does not hold it.
pub trait Memory<G: Game>: Send {
    /// Takes in what one of the viewer's seats learned in a cycle.
    fn take(&mut self, cycle: u64, seen: &G::Seen);

    /// Appends it in words, lines with their ends.
    fn text(&self, out: &mut Vec<u8>);

    /// What is remembered, as JSON.
    fn json(&self) -> String;

    /// A copy that remembers what this one does.
    fn again(&self) -> Box<dyn Memory<G>>;
}

/// What can be worked out about the hidden part of a game, by a fold of what seats see.
pub trait Insight<G: Game>: Send {
    /// Takes in a turn and what came of it. It may only use what its seats see of that.
    fn take_turn(
        &mut self,
        _game: &G,
        _before: &G::State,
        _by: &By<G::Action>,
        _events: &[G::Event],
    ) {
    }

    /// Takes in an event. It may only use what its seats see of that.
    fn take_event(&mut self, _game: &G, _before: &G::State, _event: &G::Event) {}

    /// Appends it in words, lines with their ends.
    fn text(&self, out: &mut Vec<u8>);

    /// What was worked out, as a JSON object.
    fn json(&self) -> String;

    /// Whether it is drawn on the game's stage, by [`Insight::heat`].
    fn has_heat(&self) -> bool {
        false
    }

    /// What was worked out, as how likely something is where on the game's stage.
    fn heat(&self) -> Vec<Heat> {
        Vec::new()
    }

    /// A copy that stands where this one does.
    fn again(&self) -> Box<dyn Insight<G>>;
}
