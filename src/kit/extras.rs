//! What a game may bring besides what every game has. All of it is optional, and callers handle its
//! absence.

use std::sync::Arc;

use super::chances::{ExactOdds, TooManyStates};
use super::picture::Heat;
use super::referee::Referee;
use super::sweep_engine::SweepEngine;
use super::text_layout::TextLayout;
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Outcome, Seat};
use chase_engine::header::Header;
use chase_engine::history::By;
use chase_engine::player::Player;
use chase_engine::seat::Seats;

/// Makes what a viewer with these eyes remembers.
pub type MakeMemory<G> = fn(&Arc<G>, Seats) -> Box<dyn Memory<G>>;

/// Makes what works out the hidden part of a game, as these seats see it: those of the viewer, or none.
/// Nothing where nothing is hidden.
pub type MakeInsight<G> = fn(&Arc<G>, Seats) -> Option<Box<dyn Insight<G>>>;

/// Makes what a seat can believe about the hidden part of a game; nothing for a seat of which the game
/// does not know that.
pub type MakeBelief<G> = fn(&Arc<G>, Seat) -> Option<Box<dyn Belief<G>>>;

/// Makes an engine that plays games between these players, with these dice and this seed, from
/// tables made of the rules; nothing where it does not know the players.
pub type MakeEngine<G> = fn(&Arc<G>, &[String], Generator, i64) -> Option<Box<dyn SweepEngine>>;

/// Works out how many cycles between these players must be played until it is worth making tables.
pub type TableWorth<G> = fn(&G, &[String]) -> u64;

/// Values a state by a search of so many positions. The events so far come with the state before each. Nothing where
/// no seat is to move.
pub type Evaluation<G> = fn(
    &G,
    &<G as Game>::State,
    &[(<G as Game>::State, <G as Game>::Event)],
    u64,
) -> Option<SearchedShares>;

/// What a search expects of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedShares {
    /// The share of a win of each side, in 10^-9.
    pub shares: Vec<i64>,
    /// True if a choice may be marked by it: the search saw the end, or its estimates are known to be steady.
    pub may_mark: bool,
}

/// Works out the odds from a state, where this game has a shorter way to them than following every turn, and
/// these players, of these names, are fit for it. They remember what led to the state, and the function told with
/// them tells it to another player of a seat. At most so many states are looked at.
pub type CountOdds<G> = fn(
    &Arc<G>,
    &[String],
    &mut [Box<dyn Player<G>>],
    &<G as Game>::State,
    &dyn Fn(Seat, &mut dyn Player<G>),
    u64,
) -> Option<Result<ExactOdds, TooManyStates>>;

/// Makes the judge of traces of a scenario, with the players that a header names; with its dice, or with none where
/// they are not known.
pub type MakeReferee<G> = fn(Arc<G>, &Header, bool) -> Box<dyn Referee>;

/// Lists actions of a game.
pub type ActionLister<G> = fn(&G) -> Vec<<G as Game>::Action>;

/// Works out how a game ended in a state; nothing while it goes on.
pub type Oracle<G> = fn(&G, &<G as Game>::State) -> Option<Outcome>;

/// Optional parts of a game. A game names those that it has and takes the rest from
/// [`Extras::NONE`].
pub struct Extras<G: Game> {
    /// Makes what checks the exact layout of a transcript, where it is known what the reference prints.
    pub layout: Option<fn() -> Box<dyn TextLayout>>,
    /// Makes a viewer's memory of what it was told, where a state made for the viewer cannot hold
    /// that.
    pub memory: Option<MakeMemory<G>>,
    /// Makes the analysis of the hidden part of the game.
    pub insight: Option<MakeInsight<G>>,
    /// Makes what a seat can believe about the hidden part of the game, so that its choices can be judged by what
    /// it could know.
    pub belief: Option<MakeBelief<G>>,
    /// The parts of a cycle, such as the rounds of a rotation.
    pub parts: Option<Parts<G>>,
    /// The amounts that seats collect, where these decide the game.
    pub amounts: Option<Amounts<G>>,
    /// Makes an engine that plays many games faster than the rules do, turn by turn. It plays the
    /// same games, number by number.
    pub compiled: Option<MakeEngine<G>>,
    /// Works out from how many cycles on such an engine is worth making; without it always.
    pub compiled_worth: Option<TableWorth<G>>,
    /// Names of built-in players who play on in an analysis, in place of the recorded ones: the strongest that
    /// are fast enough to play many games, the first that can sit in the seat.
    pub plays_on: &'static [&'static str],
    /// Values states for an analysis by a search, in a game without draws and secrets. Without it games are played
    /// to their end.
    pub evaluation: Option<Evaluation<G>>,
    /// Works out exact odds in a way of the game's own.
    pub exact_odds: Option<CountOdds<G>>,
    /// Makes the judge of traces, in place of the one that tries what fits a row.
    pub referee: Option<MakeReferee<G>>,
    /// Claims of the author against which the laws check the rules.
    pub claims: Option<Claims<G>>,
}

impl<G: Game> Extras<G> {
    /// Nothing of it.
    pub const NONE: Self = Extras {
        layout: None,
        memory: None,
        insight: None,
        belief: None,
        parts: None,
        amounts: None,
        compiled: None,
        compiled_worth: None,
        plays_on: &[],
        evaluation: None,
        exact_odds: None,
        referee: None,
        claims: None,
    };
}

/// A second description of a game's rules by its author, against which the laws check the first.
pub struct Claims<G: Game> {
    /// Actions that are tried in every state: each is legal there or refused. Where the author gives none,
    /// these are all actions that were legal in any state, and those with one value changed.
    pub candidates: Option<ActionLister<G>>,
    /// Ways to turn the game round after which the rules are the same.
    pub symmetries: &'static [Symmetry<G>],
    /// Works out the outcome of the game slowly and plainly; nothing while it goes on. It is held
    /// against [`Game::turn`].
    pub outcome: Option<Oracle<G>>,
}

impl<G: Game> Claims<G> {
    /// Nothing of it.
    pub const NONE: Self = Claims { candidates: None, symmetries: &[], outcome: None };
}

/// A way to turn a game round after which its rules are the same: the mirror image of a board, or the
/// same game with two seats exchanged.
pub struct Symmetry<G: Game> {
    /// The name of the symmetry (`mirror`).
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
    /// The word for one part (`round`).
    pub unit: &'static str,
    /// Counts the parts that have begun.
    pub begun: fn(&G, &G::State) -> u64,
}

/// The amounts that the seats of a game collect, or lose to each other: payoffs.
pub struct Amounts<G: Game> {
    /// The word for the amounts (`fish`, `chips`).
    pub unit: &'static str,
    /// The amount of each seat; less than 0 for a loss.
    pub collected: fn(&G, &G::State) -> Vec<i64>,
}

/// A viewer's memory of what it was told of a game, where a state does not hold it.
pub trait Memory<G: Game>: Send {
    /// Takes in what one of the viewer's seats learned in a cycle.
    fn take(&mut self, cycle: u64, seen: &G::Event);

    /// Appends it in words, lines with their ends.
    fn text(&self, out: &mut Vec<u8>);

    /// The memory as JSON.
    fn json(&self) -> String;

    /// A copy that remembers what this one does.
    fn again(&self) -> Box<dyn Memory<G>>;
}

/// What is worked out of the hidden part of a game: a fold of what seats see.
pub trait HiddenPart<G: Game>: Send {
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
}

/// What people and pages are shown of the hidden part of a game.
pub trait Insight<G: Game>: HiddenPart<G> {
    /// Appends it in words, lines with their ends.
    fn text(&self, out: &mut Vec<u8>);

    /// The result of the analysis, as a JSON object.
    fn json(&self) -> String;

    /// True if [`Insight::heat`] draws the result on the game's stage.
    fn has_heat(&self) -> bool {
        false
    }

    /// The result of the analysis as probabilities of places on the game's stage.
    fn heat(&self) -> Vec<Heat> {
        Vec::new()
    }

    /// A copy that stands where this one does.
    fn again(&self) -> Box<dyn Insight<G>>;
}

/// What a seat can believe about the hidden part of a game. The members of a side that share what they know
/// believe the same.
pub trait Belief<G: Game>: HiddenPart<G> {
    /// Draws a game and a state that the seat cannot tell from the true ones, each as often as it is
    /// likely. `state` is the true one; what the seat does not see of it may not be used. Nothing where too
    /// many states are possible.
    fn draw(
        &mut self,
        game: &Arc<G>,
        state: &G::State,
        dice: &mut Dice,
    ) -> Option<(Arc<G>, G::State)>;
}
