//! Games with one mistake of their authors. A search finds each mistake in every seed, by a law that names it. Most
//! mistakes of games of the kit can be made in any of them; Scotland Yard has its own. mistakes.toml lists them: what is
//! written wrongly, and the laws. Here a mistake's name stands in the part of a game that it changes.

mod goofspiel;
pub mod scotland_yard;

use std::collections::BTreeMap;

use chase::engine::laws::{KeepsLaws as _, LawBreach, SearchCoverage};
use chase::games::fishing::Fishing;
use chase::prelude::*;
use serde::{Deserialize, Serialize};

use crate::goofspiel::game::{Goofspiel, Scenario as Cards};
use crate::harness::project;
use crate::kuhn::game::{Kuhn, Scenario as NoChoice};

/// A game without a mistake.
const NONE: &str = "NoMistake";

/// Parts that are as the game without the mistake has them.
macro_rules! same {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) $(-> $out:ty)?;)*) => {
        $(fn $name(&self $(, $arg: $type)*) $(-> $out)? {
            self.game.$name($($arg),*)
        })*
    };
    ($game:ident: $(fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {
        $(fn $name($($arg: $type),*) -> $out {
            $game::$name($($arg),*)
        })*
    };
}
pub(crate) use same;

/// What both chose.
type Chosen<G> = [(Seat, Option<<G as OpenGame>::Action>)];

/// A game in which mistakes are made, those of all games and its own; by default it has none.
pub trait Mistaken: OpenGame {
    const CLAIMS: Option<Claims<Broken<Self>>> = None;
    /// Where its own mistakes stand in mistakes.toml.
    const OWN: &'static str = "alone";

    fn own_turn(&self, _: &str, state: &Self::State) -> Turn {
        self.turn(state)
    }
    fn own_legal(&self, _: &str, state: &Self::State, seat: Seat) -> Vec<Self::Action> {
        self.legal(state, seat)
    }
    fn own_bids(
        &self,
        _: &str,
        state: &Self::State,
        bids: &Chosen<Self>,
        dice: &mut Dice,
    ) -> Vec<Self::Event> {
        self.decide_joint(state, bids, dice)
    }
    fn own_apply(
        &self,
        _: &str,
        state: &mut Self::State,
        event: &Self::Event,
    ) -> Result<(), BrokenRule> {
        self.apply(state, event)
    }
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
    wrong: Wrong<G::Scenario>,
}

impl<G: OpenGame> Broken<G> {
    fn has(&self, mistake: &str) -> bool {
        self.wrong.mistake == mistake
    }
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

    same! {
        fn seats(&self) -> u8;
        fn sides(&self) -> &'static [&'static str];
        fn start(&self) -> G::State;
        fn cells(&self, state: &G::State) -> Vec<String>;
        fn statements(&self) -> Vec<(String, String)>;
        fn seat_name(&self, seat: Seat) -> String;
    }
    fn new(wrong: Wrong<G::Scenario>) -> Result<Self, Fault> {
        Ok(Broken { game: G::new(wrong.scenario.clone())?, wrong })
    }
    fn scenario(&self) -> &Wrong<G::Scenario> {
        &self.wrong
    }
    fn clock(&self, state: &G::State) -> u64 {
        match self.game.clock(state) {
            clock if self.has("ClockGoesBack") => 1_000 - clock,
            clock => clock,
        }
    }
    fn last_possible_cycle(&self) -> Option<u64> {
        if self.has("BoundTooLow") { Some(0) } else { self.game.last_possible_cycle() }
    }
    fn turn(&self, state: &G::State) -> Turn {
        match self.game.own_turn(&self.wrong.mistake, state) {
            Turn::Over(outcome) if self.has("NoPoints") => {
                Turn::Over(Outcome { points: Vec::new(), ..outcome })
            }
            Turn::Seat(_) | Turn::Seats(_) if self.has("SeatThatIsNotThere") => {
                Turn::Seat(Seat(self.game.seats()))
            }
            turn => turn,
        }
    }
    fn is_valid_state(&self, state: &G::State) -> bool {
        match self.has("NoStateValid") {
            true => *state == self.game.start(),
            false => self.game.is_valid_state(state),
        }
    }
    fn legal(&self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        let mut legal = self.game.own_legal(&self.wrong.mistake, state, seat);
        match self.wrong.mistake.as_str() {
            "LastActionMissing" if legal.len() > 1 && self.game.clock(state).is_multiple_of(2) => {
                legal.pop();
            }
            "ListedTwice" => legal.extend(legal.last().cloned()),
            _ => {}
        }
        legal
    }
    fn decide(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Decided<G::Event> {
        let (game, legal) = (&self.game, self.game.legal(state, seat));
        let is_legal = legal.contains(action);
        match self.wrong.mistake.as_str() {
            "DecidedAtRandom" if is_legal => game.decide(state, seat, one_of(&legal, dice), dice),
            "EverythingDecided" => (game.decide(state, seat, action, dice))
                .or_else(|_| game.decide(state, seat, &legal[0], dice)),
            "PanicsWhereRefused" => {
                Ok(game.decide(state, seat, action, dice).expect("a legal action"))
            }
            _ => game.decide(state, seat, action, dice),
        }
    }
    fn decide_joint(&self, state: &G::State, chosen: &Chosen<G>, dice: &mut Dice) -> Vec<G::Event> {
        self.game.own_bids(&self.wrong.mistake, state, chosen, dice)
    }
    fn world(&self, state: &G::State, dice: &mut Dice) -> Vec<G::Event> {
        if self.has("WorldDoesNothing") { Vec::new() } else { self.game.world(state, dice) }
    }
    fn forfeit(&self, state: &G::State, seat: Seat, why: &Forfeit) -> Vec<G::Event> {
        if self.has("NothingIsLost") { Vec::new() } else { self.game.forfeit(state, seat, why) }
    }
    fn apply(&self, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
        let is_worlds = matches!(self.game.turn(state), Turn::World);
        let before = state.clone();
        let applied = self.game.own_apply(&self.wrong.mistake, state, event);
        match self.wrong.mistake.as_str() {
            "AnythingHappens" => return Ok(()),
            "RefusedAndChanged" if applied.is_err() => *state = self.game.start(),
            "NothingChanges" if !is_worlds => *state = before,
            _ => {}
        }
        applied
    }
    fn action_text(&self, state: &G::State, seat: Seat, action: &G::Action) -> String {
        match self.has("ActionsAlikeInWords") {
            true => "act".into(),
            false => self.game.action_text(state, seat, action),
        }
    }
    fn event_text(&self, seat: Option<Seat>, event: &G::Event) -> String {
        match self.has("EventsAlikeInWords") {
            true => "something happens".into(),
            false => self.game.event_text(seat, event),
        }
    }
    fn ending_text(&self, outcome: &Outcome) -> String {
        if self.has("NoWordsAtTheEnd") { String::new() } else { self.game.ending_text(outcome) }
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

/// No law is broken where there is no mistake; every mistake of a group of mistakes.toml is found in every one of 20
/// seeds by one of its laws.
fn each_is_found(
    group: &str,
    search: impl Fn(&str, i64) -> Result<SearchCoverage, Box<LawBreach>>,
) {
    type Groups = BTreeMap<String, BTreeMap<String, Vec<String>>>;
    let text = std::fs::read_to_string(project("tests/it/mistakes.toml")).expect("mistakes");
    let groups: Groups = toml::from_str(&text).expect("mistakes");
    for seed in 0..3 {
        let found = search(NONE, seed);
        found.unwrap_or_else(|found| panic!("{group}: {found:?}"));
    }
    for (name, laws) in &groups[group] {
        for seed in 0..20 {
            let found = search(name, seed);
            let law = found.as_ref().err().map(|found| found.broken.law.name());
            let is_named = law.is_some_and(|law| laws.iter().any(|it| it == law));
            assert!(is_named, "{group} {name}, seed {seed}: {found:?}");
        }
    }
}

fn every_mistake_is_found<G: Mistaken>(scenario: &G::Scenario) {
    for group in ["everywhere", G::OWN] {
        each_is_found(group, |name, seed| searched::<G>(scenario, name, seed));
    }
}

impl Mistaken for Kuhn {}
impl Mistaken for Fishing {}

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
