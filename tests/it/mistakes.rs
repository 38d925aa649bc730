//! Games of the kit with one mistake of their authors: each is found by a search, in every seed, by a law that
//! names it. Most mistakes can be made in any game.

mod anywhere;
mod goofspiel;

use std::marker::PhantomData;

use chase::engine::laws::{Found, KeepsLaws as _, Searched};
use chase::games::fishing::Fishing;
use chase::prelude::*;

use crate::goofspiel::game::{Goofspiel, Scenario as Cards};
use crate::kuhn::game::{Kuhn, Scenario as NoChoice};
use anywhere as any;

/// What an author has written wrongly; by default nothing.
pub trait Mistake<G: OpenGame>: Sized + Send + Sync + 'static {
    const CLAIMS: Option<Claims<Broken<G, Self>>> = None;

    fn last_possible_cycle(game: &G) -> Option<u64> {
        game.last_possible_cycle()
    }
    fn clock(game: &G, state: &G::State) -> u64 {
        game.clock(state)
    }
    fn turn(game: &G, state: &G::State) -> Turn {
        game.turn(state)
    }
    fn is_valid_state(game: &G, state: &G::State) -> bool {
        game.is_valid_state(state)
    }
    fn legal(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
        game.legal(state, seat)
    }
    fn decide(
        game: &G,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Decided<G::Event> {
        game.decide(state, seat, action, dice)
    }
    fn decide_joint(
        game: &G,
        state: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        dice: &mut Dice,
    ) -> Vec<G::Event> {
        game.decide_joint(state, chosen, dice)
    }
    fn world(game: &G, state: &G::State, dice: &mut Dice) -> Vec<G::Event> {
        game.world(state, dice)
    }
    fn forfeit(game: &G, state: &G::State, seat: Seat, why: &Forfeit) -> Vec<G::Event> {
        game.forfeit(state, seat, why)
    }
    fn apply(game: &G, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
        game.apply(state, event)
    }
    fn action_text(game: &G, state: &G::State, seat: Seat, action: &G::Action) -> String {
        game.action_text(state, seat, action)
    }
    fn event_text(game: &G, seat: Option<Seat>, event: &G::Event) -> String {
        game.event_text(seat, event)
    }
    fn ending_text(game: &G, outcome: &Outcome) -> String {
        game.ending_text(outcome)
    }
}

/// A game with a mistake.
pub struct Broken<G, M>(pub G, PhantomData<fn() -> M>);

impl<G: OpenGame, M: Mistake<G>> OpenGame for Broken<G, M> {
    const NAME: &'static str = G::NAME;
    const CYCLE: &'static str = G::CYCLE;
    const CELLS: &'static [Column] = G::CELLS;
    const EXTRAS: Extras<Self> = Extras {
        claims: M::CLAIMS,
        ..Extras::NONE
    };
    type Scenario = G::Scenario;
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn new(scenario: G::Scenario) -> Result<Self, Fault> {
        Ok(Broken(G::new(scenario)?, PhantomData))
    }
    fn scenario(&self) -> &G::Scenario {
        self.0.scenario()
    }
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn sides(&self) -> &'static [&'static str] {
        self.0.sides()
    }
    fn start(&self) -> G::State {
        self.0.start()
    }
    fn clock(&self, state: &G::State) -> u64 {
        M::clock(&self.0, state)
    }
    fn last_possible_cycle(&self) -> Option<u64> {
        M::last_possible_cycle(&self.0)
    }
    fn turn(&self, state: &G::State) -> Turn {
        M::turn(&self.0, state)
    }
    fn is_valid_state(&self, state: &G::State) -> bool {
        M::is_valid_state(&self.0, state)
    }
    fn legal(&self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        M::legal(&self.0, state, seat)
    }
    fn decide(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Decided<G::Event> {
        M::decide(&self.0, state, seat, action, dice)
    }
    fn decide_joint(
        &self,
        state: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        dice: &mut Dice,
    ) -> Vec<G::Event> {
        M::decide_joint(&self.0, state, chosen, dice)
    }
    fn world(&self, state: &G::State, dice: &mut Dice) -> Vec<G::Event> {
        M::world(&self.0, state, dice)
    }
    fn forfeit(&self, state: &G::State, seat: Seat, why: &Forfeit) -> Vec<G::Event> {
        M::forfeit(&self.0, state, seat, why)
    }
    fn apply(&self, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
        M::apply(&self.0, state, event)
    }
    fn cells(&self, state: &G::State) -> Vec<String> {
        self.0.cells(state)
    }
    fn action_text(&self, state: &G::State, seat: Seat, action: &G::Action) -> String {
        M::action_text(&self.0, state, seat, action)
    }
    fn event_text(&self, seat: Option<Seat>, event: &G::Event) -> String {
        M::event_text(&self.0, seat, event)
    }
    fn ending_text(&self, outcome: &Outcome) -> String {
        M::ending_text(&self.0, outcome)
    }
    fn statements(&self) -> Vec<(String, String)> {
        self.0.statements()
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }
    fn masks() -> impl Masks<Self> {
        Through
    }
}

/// The masks of the game without the mistake.
struct Through;

impl<G: OpenGame, M: Mistake<G>> Masks<Broken<G, M>> for Through {
    fn hides(&self) -> bool {
        G::masks().hides()
    }
    fn state(&self, game: &Broken<G, M>, state: &G::State, eyes: Seats) -> G::State {
        G::masks().state(&game.0, state, eyes)
    }
    fn event(
        &self,
        game: &Broken<G, M>,
        before: &G::State,
        event: &G::Event,
        eyes: Seats,
    ) -> Option<G::Event> {
        G::masks().event(&game.0, before, event, eyes)
    }
}

/// Searches a game with a mistake by the luck of a seed.
pub fn searched<G: OpenGame, M: Mistake<G>>(
    scenario: &G::Scenario,
    seed: i64,
) -> Result<Searched, Box<Found>> {
    let game = <Broken<G, M> as OpenGame>::new(scenario.clone()).expect("it can be played");
    let players = vec!["random".to_owned(); usize::from(game.seats())];
    let header = Header::new(&game, &players, Generator::Chacha8, seed);
    let budget = Budget {
        states: 80,
        games: 4,
        played: 1,
        draws: 16,
    };
    GameEntry::<Broken<G, M>>::new().search_laws(&header, &budget, &mut |_| {})
}

/// A mistake is found in every one of 20 seeds by one of these laws.
#[track_caller]
pub fn is_found<G: OpenGame, M: Mistake<G>>(scenario: &G::Scenario, laws: &[&str]) {
    let name = std::any::type_name::<M>();
    for seed in 0..20 {
        let found = searched::<G, M>(scenario, seed);
        let law = found.as_ref().err().map(|found| found.broken.law.name());
        let is_named = law.is_some_and(|law| laws.contains(&law));
        assert!(is_named, "{} {name}, seed {seed}: {found:?}", G::NAME);
    }
}

/// No law is broken where there is no mistake.
fn is_right<G: OpenGame>(scenario: &G::Scenario) {
    for seed in 0..3 {
        let found = searched::<G, any::Nothing>(scenario, seed);
        found.unwrap_or_else(|found| panic!("{}: {found:?}", G::NAME));
    }
}

/// The mistakes of games in which one seat acts after the other.
fn alone<G: OpenGame>(scenario: &G::Scenario) {
    is_found::<G, any::LastActionMissing>(scenario, &["actions"]);
    is_found::<G, any::EverythingDecided>(scenario, &["actions"]);
    is_found::<G, any::DecidedAtRandom>(scenario, &["actions"]);
    is_found::<G, any::NothingIsLost>(scenario, &["turns"]);
    is_found::<G, any::PanicsWhereRefused>(scenario, &["panics"]);
}

/// The mistakes of all games.
fn everywhere<G: OpenGame>(scenario: &G::Scenario) {
    is_right::<G>(scenario);
    is_found::<G, any::ListedTwice>(scenario, &["actions"]);
    is_found::<G, any::ActionsAlikeInWords>(scenario, &["words"]);
    is_found::<G, any::EventsAlikeInWords>(scenario, &["words"]);
    is_found::<G, any::BoundTooLow>(scenario, &["turns"]);
    is_found::<G, any::ClockGoesBack>(scenario, &["turns"]);
    is_found::<G, any::NoStateValid>(scenario, &["states"]);
    is_found::<G, any::AnythingHappens>(scenario, &["events"]);
    is_found::<G, any::RefusedAndChanged>(scenario, &["events"]);
    is_found::<G, any::NoPoints>(scenario, &["ending"]);
    is_found::<G, any::NoWordsAtTheEnd>(scenario, &["ending"]);
    is_found::<G, any::NothingChanges>(scenario, &["actions", "turns"]);
    is_found::<G, any::WorldDoesNothing>(scenario, &["turns"]);
    is_found::<G, any::SeatThatIsNotThere>(scenario, &["turns", "panics"]);
}

#[test]
fn every_mistake_in_kuhn_poker_is_found() {
    everywhere::<Kuhn>(&NoChoice {});
    alone::<Kuhn>(&NoChoice {});
}

#[test]
fn every_mistake_in_fishing_is_found() {
    let scenario = chase::games::fishing::Scenario {
        board: ["112", "131"].map(str::to_owned).to_vec(),
        ids: ["a", "b"].map(str::to_owned).to_vec(),
        penguins: 1,
        turn_ms: 1_000,
    };
    everywhere::<Fishing>(&scenario);
    alone::<Fishing>(&scenario);
}

#[test]
fn every_mistake_in_goofspiel_is_found() {
    let scenario = Cards { cards: 3 };
    everywhere::<Goofspiel>(&scenario);
    goofspiel::every_one_is_found(&scenario);
}
