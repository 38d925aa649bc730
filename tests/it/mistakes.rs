//! Games with one mistake of their authors. A search finds each mistake in every seed, by a law that names it; so does
//! one game that is played, for some. Most can be made in any game. mistakes.toml lists them: what is written wrongly,
//! and the laws. Here a mistake's name stands in the part of a game that it changes.

mod four;
mod goofspiel;
mod kuhn;
pub mod scotland_yard;

use chase::engine::dice::Generator;
use chase::engine::header::Header;
use chase::kit::faces::WireForm;
use chase::record::entry::GameEntry;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chase::checks::laws::{BrokenLaw, Budget, KeepsLaws as _, LawBreach, SearchCoverage};
use chase::engine::game::{Twin, drawn_twin};
use chase::games::fishing::Fishing;
use chase::kit::extras::{Claims, MakeInsight};
use chase::prelude::*;
use chase::record::replay::History;
use serde::{Deserialize, Serialize};

use crate::four::game::{Four, Scenario as Board};
use crate::goofspiel::game::{Goofspiel, Scenario as Cards};
use crate::harness::project;
use crate::kuhn::game::{Kuhn, Scenario as NoChoice};
use crate::nim::game::Nim;

/// A game without a mistake.
const NONE: &str = "NoMistake";

/// Parts that are as the game without the mistake has them.
macro_rules! same {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) $(-> $out:ty)?;)*) => {
        $(fn $name(&self $(, $arg: $type)*) $(-> $out)? {
            self.game.$name($($arg),*)
        })*
    };
}

/// What both chose.
type Chosen<G> = [(Seat, Option<<G as Game>::Action>)];

/// A game in which mistakes are made, those of all games and its own; by default it has none.
pub trait Mistaken: Playable {
    const CLAIMS: Option<Claims<Broken<Self>>> = None;
    /// Where mistakes that not every game can have stand in mistakes.toml.
    const OWN: &'static [&'static str] = &["alone"];
    /// How far its mistakes are searched for.
    const BUDGET: Budget = Budget { states: 80, games: 4, played: 1, draws: 16 };

    fn own_turn(&self, _: &str, state: &Self::State) -> Turn {
        self.turn(state)
    }
    fn own_valid(&self, _: &str, state: &Self::State) -> bool {
        self.is_valid_state(state)
    }
    fn own_world(&self, _: &str, state: &Self::State, dice: &mut Dice) -> Vec<Self::Event> {
        self.world(state, dice)
    }
    fn own_forfeit(
        &self,
        _: &str,
        state: &Self::State,
        seat: Seat,
        why: &Forfeit,
    ) -> Vec<Self::Event> {
        self.forfeit(state, seat, why)
    }
    /// Whether an event is one that an action leads to; nothing where that is decided again.
    fn own_match(&self, _: &str, _: &Self::Action, _: &Self::Event) -> Option<bool> {
        None
    }
    fn own_ending(&self, _: &str, outcome: &Outcome) -> String {
        self.ending_text(outcome)
    }
    /// An action as these see it.
    fn own_shown(
        &self,
        _: &str,
        before: &Self::State,
        (seat, action): (Seat, &Self::Action),
        eyes: Seats,
    ) -> Self::Action {
        Self::masks().action(self, before, seat, action, eyes)
    }
    /// An event as it is sent.
    fn own_sent(&self, _: &str, _: &Self::State, event: &Self::Event) -> Self::Event {
        event.clone()
    }
    /// What can be worked out; by default what the kit works out.
    const INSIGHT: Option<MakeInsight<Broken<Self>>> = None;
    /// Another game that seats could be in.
    fn own_twin(
        game: &Arc<Broken<Self>>,
        history: &History<Broken<Self>>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Broken<Self>>> {
        drawn_twin(game, history, seats, dice)
    }
    fn own_legal(&self, _: &str, state: &Self::State, seat: Seat) -> Vec<Self::Action> {
        self.legal(state, seat)
    }
    /// Another scenario.
    fn other(scenario: &Self::Scenario) -> Self::Scenario {
        scenario.clone()
    }
    fn own_decide(
        &self,
        _: &str,
        state: &Self::State,
        (seat, action): (Seat, &Self::Action),
        dice: &mut Dice,
    ) -> Decided<Self::Event> {
        self.decide(state, seat, action, dice)
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
    /// An action in words.
    fn own_words(&self, _: &str, state: &Self::State, seat: Seat, action: &Self::Action) -> String {
        self.action_text(state, seat, action)
    }
    /// An event in words.
    fn own_told(&self, _: &str, seat: Option<Seat>, event: &Self::Event) -> String {
        self.event_text(seat, event)
    }
    /// A state as these see it.
    fn own_view(&self, _: &str, state: &Self::State, eyes: Seats) -> Self::State {
        Self::masks().state(self, state, eyes)
    }
    /// An event as these see it.
    fn own_seen(
        &self,
        _: &str,
        before: &Self::State,
        event: &Self::Event,
        eyes: Seats,
    ) -> Option<Self::Event> {
        Self::masks().event(self, before, event, eyes)
    }
}

/// A scenario, and the name of the mistake that the game with it has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wrong<S> {
    scenario: S,
    mistake: String,
}

/// A game with a mistake.
pub struct Broken<G: Game> {
    pub game: G,
    wrong: Wrong<G::Scenario>,
    /// Another one.
    other: Wrong<G::Scenario>,
    /// The number of actions that were decided.
    decided: AtomicUsize,
}

impl<G: Game> Broken<G> {
    fn has(&self, mistake: &str) -> bool {
        self.wrong.mistake == mistake
    }
}

impl<G: Mistaken> Game for Broken<G> {
    const NAME: &'static str = G::NAME;
    const CYCLE: &'static str = G::CYCLE;
    type Scenario = Wrong<G::Scenario>;
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    same! {
        fn seats(&self) -> u8;
        fn sides(&self) -> &'static [&'static str];
        fn start(&self) -> G::State;
        fn seat_name(&self, seat: Seat) -> String;
    }
    fn new(wrong: Wrong<G::Scenario>) -> Result<Self, Fault> {
        let other = Wrong { scenario: G::other(&wrong.scenario), ..wrong.clone() };
        Ok(Broken { game: G::new(wrong.scenario.clone())?, wrong, other, decided: 0.into() })
    }
    fn scenario(&self) -> &Wrong<G::Scenario> {
        if self.has("AnotherScenario") { &self.other } else { &self.wrong }
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
            Turn::Over(mut outcome) if self.has("PointsForOneMore") => {
                outcome.points.push(0);
                Turn::Over(outcome)
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
            false => self.game.own_valid(&self.wrong.mistake, state),
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
            "ActionWithoutEvent" if is_legal => Ok(Vec::new()),
            "DecidedByTheClock" if is_legal => {
                let n = self.decided.fetch_add(1, Ordering::Relaxed);
                game.decide(state, seat, &legal[n % legal.len()], dice)
            }
            "DecidedAtRandom" if is_legal => game.decide(state, seat, one_of(&legal, dice), dice),
            "EverythingDecided" => (game.decide(state, seat, action, dice))
                .or_else(|_| game.decide(state, seat, &legal[0], dice)),
            "PanicsWhereRefused" => {
                Ok(game.decide(state, seat, action, dice).expect("a legal action"))
            }
            mistake => game.own_decide(mistake, state, (seat, action), dice),
        }
    }
    fn event_matches(
        &self,
        before: &G::State,
        seat: Seat,
        action: &G::Action,
        event: &G::Event,
    ) -> bool {
        match self.wrong.mistake.as_str() {
            "EveryActionMatches" => true,
            "NoActionMatches" => false,
            mistake => self.game.own_match(mistake, action, event).unwrap_or_else(|| {
                let decided =
                    self.decide(before, seat, action, &mut Dice::new(Generator::Chacha8, 0, 0));
                decided.is_ok_and(|events| events.first() == Some(event))
            }),
        }
    }
    fn decide_joint(&self, state: &G::State, chosen: &Chosen<G>, dice: &mut Dice) -> Vec<G::Event> {
        self.game.own_bids(&self.wrong.mistake, state, chosen, dice)
    }
    fn world(&self, state: &G::State, dice: &mut Dice) -> Vec<G::Event> {
        match self.has("WorldDoesNothing") {
            true => Vec::new(),
            false => self.game.own_world(&self.wrong.mistake, state, dice),
        }
    }
    fn forfeit(&self, state: &G::State, seat: Seat, why: &Forfeit) -> Vec<G::Event> {
        match self.has("NothingIsLost") {
            true => Vec::new(),
            false => self.game.own_forfeit(&self.wrong.mistake, state, seat, why),
        }
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
    fn masks() -> impl Masks<Self> {
        Through
    }
}

impl<G: Mistaken> Playable for Broken<G> {
    const CELLS: &'static [Column] = G::CELLS;
    const EXTRAS: Extras<Self> = Extras { claims: G::CLAIMS, insight: G::INSIGHT, ..Extras::NONE };

    same! {
        fn statements(&self) -> Vec<(String, String)>;
    }
    fn cells(&self, state: &G::State) -> Vec<String> {
        match self.wrong.mistake.as_str() {
            "CellsMissing" => Vec::new(),
            "CellsOverTwoLines" => vec!["3\n4".into(); self.game.cells(state).len()],
            _ => self.game.cells(state),
        }
    }
    fn action_text(&self, state: &G::State, seat: Seat, action: &G::Action) -> String {
        match self.has("ActionsAlikeInWords") {
            true => "act".into(),
            false => self.game.own_words(&self.wrong.mistake, state, seat, action),
        }
    }
    fn parse_action(&self, state: &G::State, seat: Seat, text: &str) -> Option<G::Action> {
        // By the words that the game without the mistake has.
        let is_meant = |action: &G::Action| {
            self.has("ActionsMisread") || self.game.action_text(state, seat, action) == text
        };
        self.legal(state, seat).into_iter().find(is_meant)
    }
    fn event_text(&self, seat: Option<Seat>, event: &G::Event) -> String {
        match self.wrong.mistake.as_str() {
            "EventsAlikeInWords" => "something happens".into(),
            "EventsOverTwoLines" => "something\nhappens".into(),
            mistake => self.game.own_told(mistake, seat, event),
        }
    }
    fn ending_text(&self, outcome: &Outcome) -> String {
        match self.has("NoWordsAtTheEnd") {
            true => String::new(),
            false => self.game.own_ending(&self.wrong.mistake, outcome),
        }
    }
    fn wire() -> impl WireForm<Self> {
        Through
    }
}

/// The masks and messages of the game without the mistake.
struct Through;

impl<G: Mistaken> Masks<Broken<G>> for Through {
    fn hides(&self) -> bool {
        G::masks().hides()
    }
    fn hides_from(&self, game: &Broken<G>, seat: Seat) -> bool {
        G::masks().hides_from(&game.game, seat)
    }
    fn action(
        &self,
        game: &Broken<G>,
        before: &G::State,
        by: Seat,
        action: &G::Action,
        eyes: Seats,
    ) -> G::Action {
        game.game.own_shown(&game.wrong.mistake, before, (by, action), eyes)
    }
    fn twin(
        &self,
        game: &Arc<Broken<G>>,
        history: &History<Broken<G>>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Broken<G>>> {
        G::own_twin(game, history, seats, dice)
    }
    fn state(&self, game: &Broken<G>, state: &G::State, eyes: Seats) -> G::State {
        game.game.own_view(&game.wrong.mistake, state, eyes)
    }
    fn event(
        &self,
        game: &Broken<G>,
        before: &G::State,
        event: &G::Event,
        eyes: Seats,
    ) -> Option<G::Event> {
        game.game.own_seen(&game.wrong.mistake, before, event, eyes)
    }
}

impl<G: Mistaken> WireForm<Broken<G>> for Through {
    fn event(&self, game: &Broken<G>, before: &G::State, event: &G::Event) -> impl Serialize {
        game.game.own_sent(&game.wrong.mistake, before, event)
    }
}

/// The header of a game with a mistake.
pub fn header<G: Mistaken>(scenario: &G::Scenario, mistake: &str, seed: i64) -> Header {
    let (scenario, mistake) = (scenario.clone(), mistake.to_owned());
    let wrong = Wrong { scenario, mistake };
    let game = Broken::<G>::new(wrong.clone()).expect("it can be played");
    let players = vec!["random".to_owned(); usize::from(game.seats())];
    let mut header = Header::new(&game, &players, Generator::Chacha8, seed);
    header.scenario = serde_json::value::to_raw_value(&wrong).expect("JSON");
    header
}

/// Searches a game with a mistake by the luck of a seed.
fn searched<G: Mistaken>(
    scenario: &G::Scenario,
    mistake: &str,
    seed: i64,
    budget: &Budget,
) -> Result<SearchCoverage, Box<LawBreach>> {
    let header = header::<G>(scenario, mistake, seed);
    GameEntry::<Broken<G>>::new().search_laws(&header, budget, &mut |_| {})
}

/// Plays a game with a mistake once, and holds it against the laws.
fn played<G: Mistaken>(scenario: &G::Scenario, mistake: &str, seed: i64) -> Result<(), BrokenLaw> {
    GameEntry::<Broken<G>>::new().check_laws(&header::<G>(scenario, mistake, seed)).map(drop)
}

/// No law is broken where there is no mistake; every mistake of a group of mistakes.toml is found in every one of so many
/// seeds by one of its laws.
fn each_is_found(group: &str, seeds: i64, found: impl Fn(&str, i64) -> Result<(), BrokenLaw>) {
    type Groups = BTreeMap<String, BTreeMap<String, Vec<String>>>;
    let text = std::fs::read_to_string(project("tests/it/mistakes.toml")).expect("mistakes");
    let groups: Groups = toml::from_str(&text).expect("mistakes");
    for seed in 0..3 {
        found(NONE, seed).unwrap_or_else(|law| panic!("{group}: {law:?}"));
    }
    let mut wrong = Vec::new();
    for (name, laws) in &groups[group] {
        for seed in 0..seeds {
            let law = found(name, seed).err();
            if !law.as_ref().is_some_and(|law| laws.iter().any(|it| it == law.law.name())) {
                wrong.push(format!("{group} {name}, seed {seed}: {law:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn every_mistake_is_found<G: Mistaken>(scenario: &G::Scenario) {
    for group in [&["everywhere"], G::OWN].concat() {
        each_is_found(group, 20, |name, seed| {
            searched::<G>(scenario, name, seed, &G::BUDGET).map(drop).map_err(|found| found.broken)
        });
    }
}

impl Mistaken for Fishing {}
impl Mistaken for Nim {
    fn other(_: &Self::Scenario) -> Self::Scenario {
        crate::nim::scenario(&[9, 9], false)
    }
}

#[test]
fn every_mistake_in_kuhn_poker_is_found() {
    every_mistake_is_found::<Kuhn>(&NoChoice {});
    each_is_found("kuhn", 20, |name, seed| played::<Kuhn>(&NoChoice {}, name, seed));
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

#[test]
fn every_mistake_in_connect_four_is_found() {
    every_mistake_is_found::<Four>(&Board { columns: 7, rows: 6 });
}

/// One game of Nim in ten breaks the law, if the mistake is seen in some games only.
#[test]
fn every_mistake_in_nim_is_found_in_games_that_are_played() {
    let nim = crate::nim::scenario(&[3, 4, 5], false);
    each_is_found("played", 1, |name, _| {
        (0..10).try_for_each(|seed| played::<Nim>(&nim, name, seed))
    });
}
