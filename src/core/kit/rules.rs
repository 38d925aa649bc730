//! A game of the kit as the core has it: what is not masked everybody knows and sees.

use std::sync::Arc;

use super::{BrokenRule, Masks as _, OpenGame};
use crate::dice::{Dice, Generator};
use crate::game::{Fault, Forfeit, Game, Masked, Seat, ThinkingTime, Turn};
use crate::player::{BuiltInPlayers, PlayerKind};
use crate::seat::Seats;

/// Everything that a seat knows of a game before it begins: which seat it is, and the game with its scenario.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # use chase_core as chase;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // What a player is made of: its seat, and the game with its scenario.
/// let game: Race = OpenGame::new(Goal { goal: 10 })?;
/// let known = OpenKnown { seat: Seat(0), game: std::sync::Arc::new(game) };
/// assert_eq!(known.scenario().goal, 10);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct OpenKnown<G> {
    /// The seat that knows this.
    pub seat: Seat,
    /// The game, without what [`Masks::scenario`](super::Masks::scenario) hides of it.
    pub game: Arc<G>,
}

impl<G> Clone for OpenKnown<G> {
    fn clone(&self) -> Self {
        OpenKnown { seat: self.seat, game: Arc::clone(&self.game) }
    }
}

impl<G: OpenGame> OpenKnown<G> {
    /// The scenario, as far as the seat knows it.
    #[must_use]
    pub fn scenario(&self) -> &G::Scenario {
        OpenGame::scenario(&*self.game)
    }
}

/// The view that a seat has of the game when it must choose.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # use chase_core as chase;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// /// How much is missing to the goal, as a player asks it of its view.
/// fn missing(view: &OpenView<'_, Race>) -> u32 {
///     OpenGame::scenario(view.game).goal - view.state.sum
/// }
/// # let _ = missing;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct OpenView<'a, G: OpenGame> {
    /// The game that is played.
    pub game: &'a G,
    /// The state in which the seat must choose, without what [`Masks::state`](super::Masks::state) hides
    /// of it.
    pub state: &'a G::State,
    /// The seat to move.
    pub seat: Seat,
}

/// The names of sides where each seat is a side.
pub(super) fn sides(seats: u8) -> &'static [&'static str] {
    const SIDES: [&str; 13] = [
        "player 1",
        "player 2",
        "player 3",
        "player 4",
        "player 5",
        "player 6",
        "player 7",
        "player 8",
        "player 9",
        "player 10",
        "player 11",
        "player 12",
        "player 13",
    ];
    &SIDES[..usize::from(seats).min(SIDES.len())]
}

/// The game that a mask leaves.
pub(super) fn whole<G>(game: Result<G, Fault>) -> G {
    game.expect("what a mask leaves of a scenario makes a game")
}

impl<G: OpenGame> Game for G {
    const NAME: &'static str = G::NAME;
    const RULES: u32 = G::RULES;
    const CYCLE: &'static str = G::CYCLE;
    const DICE: Generator = G::DICE;

    type Scenario = G::Scenario;
    type State = G::State;
    type Known = OpenKnown<G>;
    type View<'a> = OpenView<'a, G>;
    type Seen = G::Event;
    type Action = G::Action;
    type Event = G::Event;
    type Illegal = BrokenRule;

    fn new(scenario: G::Scenario) -> Result<Self, Fault> {
        G::new(scenario)
    }

    fn scenario(&self) -> &G::Scenario {
        OpenGame::scenario(self)
    }

    fn seats(&self) -> u8 {
        OpenGame::seats(self)
    }

    fn seat_name(&self, seat: Seat) -> String {
        OpenGame::seat_name(self, seat)
    }

    fn sides(&self) -> &'static [&'static str] {
        OpenGame::sides(self)
    }

    fn clock_given(&self) -> ThinkingTime {
        OpenGame::clock_given(self)
    }

    fn start(&self) -> G::State {
        OpenGame::start(self)
    }

    fn clock(&self, state: &G::State) -> u64 {
        OpenGame::clock(self, state)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        OpenGame::last_possible_cycle(self)
    }

    fn turn(&self, state: &G::State) -> Turn {
        OpenGame::turn(self, state)
    }

    fn is_valid_state(&self, state: &G::State) -> bool {
        OpenGame::is_valid_state(self, state)
    }

    fn legal<'a>(
        &'a self,
        state: &G::State,
        seat: Seat,
        buffer: &'a mut Vec<G::Action>,
    ) -> &'a [G::Action] {
        buffer.clear();
        OpenGame::put_legal(self, state, seat, buffer);
        buffer
    }

    fn decide(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
        out: &mut Vec<G::Event>,
    ) -> Result<(), BrokenRule> {
        OpenGame::put_decided(self, state, seat, action, dice, out)
    }

    fn decide_joint(
        &self,
        state: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        dice: &mut Dice,
        out: &mut Vec<G::Event>,
    ) {
        out.extend(OpenGame::decide_joint(self, state, chosen, dice));
    }

    fn joint_matches(
        &self,
        before: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        event: &G::Event,
    ) -> bool {
        OpenGame::joint_matches(self, before, chosen, event)
    }

    fn world(&self, state: &G::State, dice: &mut Dice, out: &mut Vec<G::Event>) {
        out.extend(OpenGame::world(self, state, dice));
    }

    fn forfeit(&self, state: &G::State, seat: Seat, why: &Forfeit, out: &mut Vec<G::Event>) {
        out.extend(OpenGame::forfeit(self, state, seat, why));
    }

    fn apply(&self, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
        OpenGame::apply(self, state, event)
    }

    fn event_matches(
        &self,
        before: &G::State,
        seat: Seat,
        action: &G::Action,
        event: &G::Event,
    ) -> bool {
        OpenGame::event_matches(self, before, seat, action, event)
    }

    fn are_alike(one: &G::Action, other: &G::Action) -> bool {
        <G as OpenGame>::are_alike(one, other)
    }

    fn known(game: &Arc<G>, seat: Seat) -> OpenKnown<G> {
        let masked = G::masks().game(game, seat.into()).map(|game| Arc::new(whole(game)));
        OpenKnown { seat, game: masked.unwrap_or_else(|| Arc::clone(game)) }
    }

    fn view<'a>(&'a self, state: &'a G::State, seat: Seat) -> OpenView<'a, G> {
        OpenView { game: self, state, seat }
    }

    fn masked(&self, state: &G::State, seat: Seat) -> Option<Masked<G>> {
        let masks = G::masks();
        let eyes = Seats::from(seat);
        masks.hides().then(|| Masked {
            game: masks.game(self, eyes).map(|game| Box::new(whole(game))),
            state: masks.state(self, state, eyes),
        })
    }

    fn seen(&self, before: &G::State, event: &G::Event, seat: Seat) -> Option<G::Event> {
        G::masks().event(self, before, event, seat.into())
    }
}

impl<G: OpenGame> BuiltInPlayers for G {
    fn players() -> &'static [PlayerKind<Self>] {
        G::players()
    }

    fn can_sit(kind: &PlayerKind<Self>, seat: Seat) -> bool {
        <G as OpenGame>::can_sit(kind, seat)
    }
}
