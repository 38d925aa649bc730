//! Games with one mistake of their authors. A search finds each mistake in every seed, by a law that names it. Most
//! mistakes of games of the kit can be made in any of them; Scotland Yard has its own.

mod anywhere;
mod goofspiel;
pub mod scotland_yard;

use chase::engine::laws::{KeepsLaws as _, LawBreach, SearchCoverage};
use chase::games::fishing::Fishing;
use chase::prelude::*;
use serde::{Deserialize, Serialize};

use crate::goofspiel::game::{Goofspiel, Scenario as Cards};
use crate::kuhn::game::{Kuhn, Scenario as NoChoice};
use anywhere as any;

/// What an author has written wrongly; by default nothing.
pub trait Mistake<G: OpenGame>: Send + Sync {
    fn name(&self) -> &'static str;
    fn last_possible_cycle(&self, game: &G) -> Option<u64> {
        game.last_possible_cycle()
    }
    fn clock(&self, game: &G, state: &G::State) -> u64 {
        game.clock(state)
    }
    fn turn(&self, game: &G, state: &G::State) -> Turn {
        game.turn(state)
    }
    fn is_valid_state(&self, game: &G, state: &G::State) -> bool {
        game.is_valid_state(state)
    }
    fn legal(&self, game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
        game.legal(state, seat)
    }
    fn decide(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Decided<G::Event> {
        game.decide(state, seat, action, dice)
    }
    fn decide_joint(
        &self,
        game: &G,
        state: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        dice: &mut Dice,
    ) -> Vec<G::Event> {
        game.decide_joint(state, chosen, dice)
    }
    fn world(&self, game: &G, state: &G::State, dice: &mut Dice) -> Vec<G::Event> {
        game.world(state, dice)
    }
    fn forfeit(&self, game: &G, state: &G::State, seat: Seat, why: &Forfeit) -> Vec<G::Event> {
        game.forfeit(state, seat, why)
    }
    fn apply(&self, game: &G, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
        game.apply(state, event)
    }
    fn action_text(&self, game: &G, state: &G::State, seat: Seat, action: &G::Action) -> String {
        game.action_text(state, seat, action)
    }
    fn event_text(&self, game: &G, seat: Option<Seat>, event: &G::Event) -> String {
        game.event_text(seat, event)
    }
    fn ending_text(&self, game: &G, outcome: &Outcome) -> String {
        game.ending_text(outcome)
    }
}

/// A mistake and the laws that may name it.
pub type Case<G> = (&'static dyn Mistake<G>, &'static [&'static str]);

/// A game in which mistakes are made.
pub trait Mistaken: OpenGame {
    const CLAIMS: Option<Claims<Broken<Self>>> = None;

    fn mistakes() -> Vec<Case<Self>>;
}

/// A scenario, and the name of the mistake that the game with it has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wrong<S> {
    scenario: S,
    mistake: String,
}

/// A game with a mistake.
pub struct Broken<G: OpenGame> {
    pub game: G,
    wrong: &'static dyn Mistake<G>,
    scenario: Wrong<G::Scenario>,
}

impl<G: Mistaken> OpenGame for Broken<G> {
    const NAME: &'static str = G::NAME;
    const CYCLE: &'static str = G::CYCLE;
    const CELLS: &'static [Column] = G::CELLS;
    const EXTRAS: Extras<Self> = Extras { claims: G::CLAIMS, ..Extras::NONE };
    type Scenario = Wrong<G::Scenario>;
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn new(scenario: Wrong<G::Scenario>) -> Result<Self, Fault> {
        let none: Case<G> = (&any::Nothing, &[]);
        let mut all = G::mistakes().into_iter().chain([none]);
        let wrong = all.find(|(wrong, _)| wrong.name() == scenario.mistake);
        Ok(Broken {
            game: G::new(scenario.scenario.clone())?,
            wrong: wrong.expect("a mistake of the game").0,
            scenario,
        })
    }
    fn scenario(&self) -> &Wrong<G::Scenario> {
        &self.scenario
    }
    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }
    fn start(&self) -> G::State {
        self.game.start()
    }
    fn clock(&self, state: &G::State) -> u64 {
        self.wrong.clock(&self.game, state)
    }
    fn last_possible_cycle(&self) -> Option<u64> {
        self.wrong.last_possible_cycle(&self.game)
    }
    fn turn(&self, state: &G::State) -> Turn {
        self.wrong.turn(&self.game, state)
    }
    fn is_valid_state(&self, state: &G::State) -> bool {
        self.wrong.is_valid_state(&self.game, state)
    }
    fn legal(&self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        self.wrong.legal(&self.game, state, seat)
    }
    fn decide(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Decided<G::Event> {
        self.wrong.decide(&self.game, state, seat, action, dice)
    }
    fn decide_joint(
        &self,
        state: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        dice: &mut Dice,
    ) -> Vec<G::Event> {
        self.wrong.decide_joint(&self.game, state, chosen, dice)
    }
    fn world(&self, state: &G::State, dice: &mut Dice) -> Vec<G::Event> {
        self.wrong.world(&self.game, state, dice)
    }
    fn forfeit(&self, state: &G::State, seat: Seat, why: &Forfeit) -> Vec<G::Event> {
        self.wrong.forfeit(&self.game, state, seat, why)
    }
    fn apply(&self, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
        self.wrong.apply(&self.game, state, event)
    }
    fn cells(&self, state: &G::State) -> Vec<String> {
        self.game.cells(state)
    }
    fn action_text(&self, state: &G::State, seat: Seat, action: &G::Action) -> String {
        self.wrong.action_text(&self.game, state, seat, action)
    }
    fn event_text(&self, seat: Option<Seat>, event: &G::Event) -> String {
        self.wrong.event_text(&self.game, seat, event)
    }
    fn ending_text(&self, outcome: &Outcome) -> String {
        self.wrong.ending_text(&self.game, outcome)
    }
    fn statements(&self) -> Vec<(String, String)> {
        self.game.statements()
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }
    fn masks() -> impl Masks<Self> {
        Through
    }
}

/// The masks of the game without the mistake.
struct Through;

impl<G: Mistaken> Masks<Broken<G>> for Through {
    fn hides(&self) -> bool {
        G::masks().hides()
    }
    fn state(&self, game: &Broken<G>, state: &G::State, eyes: Seats) -> G::State {
        G::masks().state(&game.game, state, eyes)
    }
    fn event(
        &self,
        game: &Broken<G>,
        before: &G::State,
        event: &G::Event,
        eyes: Seats,
    ) -> Option<G::Event> {
        G::masks().event(&game.game, before, event, eyes)
    }
}

/// Searches a game with a mistake by the luck of a seed.
fn searched<G: Mistaken>(
    scenario: &G::Scenario,
    mistake: &str,
    seed: i64,
) -> Result<SearchCoverage, Box<LawBreach>> {
    let (scenario, mistake) = (scenario.clone(), mistake.to_owned());
    let game = <Broken<G> as OpenGame>::new(Wrong { scenario, mistake }).expect("it can be played");
    let players = vec!["random".to_owned(); usize::from(game.seats())];
    let header = Header::new(&game, &players, Generator::Chacha8, seed);
    let budget = Budget { states: 80, games: 4, played: 1, draws: 16 };
    GameEntry::<Broken<G>>::new().search_laws(&header, &budget, &mut |_| {})
}

/// No law is broken where there is no mistake; every mistake is found in every one of 20 seeds by one of its laws.
fn each_is_found(
    game: &str,
    none: &str,
    mistakes: &[(&str, &[&str])],
    search: impl Fn(&str, i64) -> Result<SearchCoverage, Box<LawBreach>>,
) {
    for seed in 0..3 {
        let found = search(none, seed);
        found.unwrap_or_else(|found| panic!("{game}: {found:?}"));
    }
    for (name, laws) in mistakes {
        for seed in 0..20 {
            let found = search(name, seed);
            let law = found.as_ref().err().map(|found| found.broken.law.name());
            let is_named = law.is_some_and(|law| laws.contains(&law));
            assert!(is_named, "{game} {name}, seed {seed}: {found:?}");
        }
    }
}

fn every_mistake_is_found<G: Mistaken>(scenario: &G::Scenario) {
    let mistakes = G::mistakes().into_iter();
    let mistakes: Vec<_> = mistakes.map(|(wrong, laws)| (wrong.name(), laws)).collect();
    each_is_found(G::NAME, "Nothing", &mistakes, |name, seed| searched::<G>(scenario, name, seed));
}

/// The mistakes of games in which one seat acts after the other.
fn alone<G: OpenGame>() -> Vec<Case<G>> {
    vec![
        (&any::LastActionMissing, &["actions"]),
        (&any::EverythingDecided, &["actions"]),
        (&any::DecidedAtRandom, &["actions"]),
        (&any::NothingIsLost, &["turns"]),
        (&any::PanicsWhereRefused, &["panics"]),
    ]
}

/// The mistakes of all games.
fn everywhere<G: OpenGame>() -> Vec<Case<G>> {
    vec![
        (&any::ListedTwice, &["actions"]),
        (&any::ActionsAlikeInWords, &["words"]),
        (&any::EventsAlikeInWords, &["words"]),
        (&any::BoundTooLow, &["turns"]),
        (&any::ClockGoesBack, &["turns"]),
        (&any::NoStateValid, &["states"]),
        (&any::AnythingHappens, &["events"]),
        (&any::RefusedAndChanged, &["events"]),
        (&any::NoPoints, &["ending"]),
        (&any::NoWordsAtTheEnd, &["ending"]),
        (&any::NothingChanges, &["actions", "turns"]),
        (&any::WorldDoesNothing, &["turns"]),
        (&any::SeatThatIsNotThere, &["turns", "panics"]),
    ]
}

impl Mistaken for Kuhn {
    fn mistakes() -> Vec<Case<Self>> {
        [everywhere(), alone()].concat()
    }
}

impl Mistaken for Fishing {
    fn mistakes() -> Vec<Case<Self>> {
        [everywhere(), alone()].concat()
    }
}

impl Mistaken for Goofspiel {
    const CLAIMS: Option<Claims<Broken<Self>>> = Some(goofspiel::CLAIMS);

    fn mistakes() -> Vec<Case<Self>> {
        [everywhere(), goofspiel::mistakes()].concat()
    }
}

#[test]
fn every_mistake_in_kuhn_poker_is_found() {
    every_mistake_is_found::<Kuhn>(&NoChoice {});
}

#[test]
fn every_mistake_in_fishing_is_found() {
    every_mistake_is_found::<Fishing>(&chase::games::fishing::Scenario {
        board: ["112", "131"].map(str::to_owned).to_vec(),
        ids: ["a", "b"].map(str::to_owned).to_vec(),
        penguins: 1,
        turn_ms: 1_000,
    });
}

#[test]
fn every_mistake_in_goofspiel_is_found() {
    every_mistake_is_found::<Goofspiel>(&Cards { cards: 3 });
}
