//! Scotland Yard with one small mistake in what a detective is shown or told. Each must be refused
//! by the law of secrets, which says from what the detective could tell where Mr X is.

use std::sync::Arc;

use chase::engine::broken_law::{BrokenLaw, Checked, Law};
use chase::engine::budget::StopFlag;
use chase::engine::dice::{Dice, Generator};
use chase::engine::entry::GameEntry;
use chase::engine::extras::{Extras, Parts};
use chase::engine::game::{Audience, Fault, Forfeit, Game, Seat, Turn};
use chase::engine::kit::RandomPlayer;
use chase::engine::laws::{Budget, KeepsLaws as _};
use chase::engine::numbers::Numbers;
use chase::engine::picture::Picture;
use chase::engine::player::{BuiltInPlayers, PlayerKind};
use chase::engine::protocol::{WireError, WireForm};
use chase::engine::referee::Referee;
use chase::engine::replay::{Cycle, Header, History};
use chase::engine::seat::Seats;
use chase::engine::secrets::{Secrets, Twin};
use chase::engine::tally::Tally;
use chase::engine::trace::{Column, Columns, Row, TraceReader};
use chase::engine::transcript::{Transcript, Viewer};
use chase::games::scotland_yard::{
    Action, Event, Illegal, Known, Scenario, ScotlandYard, State, View,
};
use serde::{Deserialize, Serialize};

use super::town::{Plan, scenario};

/// The mistakes, and a part of what the law says of each.
const LEAKS: [(Leak, &str); 7] = [
    (
        Leak::View,
        "can tell what it may not know from what it sees",
    ),
    (
        Leak::Seen,
        "can tell what it may not know from what it learns",
    ),
    (
        Leak::Doubled,
        "can tell what it may not know from what it learns",
    ),
    (Leak::ViewedState, "can tell what it may not know from the"),
    (
        Leak::Numbers,
        "can tell what it may not know from what it sees in numbers",
    ),
    (Leak::ViewedAction, "can tell what it may not know from the"),
    (Leak::Audience, "is not in its audience"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Leak {
    /// A detective's view holds Mr X's station.
    View,
    /// A round that does not reveal is told with his station.
    Seen,
    /// The same of a double move.
    Doubled,
    /// A state is shown as it is.
    ViewedState,
    /// An observation is made of a state as it is.
    Numbers,
    /// An action is shown as it is.
    ViewedAction,
    /// Somebody outside an event's audience learns from it.
    Audience,
    /// Nothing is ever held against anything.
    NoTwin,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct LeakyScenario {
    town: Scenario,
    leak: Option<Leak>,
}

struct Leaky {
    scenario: LeakyScenario,
    game: Arc<ScotlandYard>,
}

impl Leaky {
    fn has(&self, leak: Leak) -> bool {
        self.scenario.leak == Some(leak)
    }
}

/// A cycle as the game without the mistake has it.
fn inner(cycle: Cycle<'_, Leaky>) -> Cycle<'_, ScotlandYard> {
    Cycle {
        number: cycle.number,
        entries: cycle.entries,
        events: cycle.events,
    }
}

impl Game for Leaky {
    const NAME: &'static str = ScotlandYard::NAME;
    const RULES: u32 = ScotlandYard::RULES;
    const CYCLE: &'static str = ScotlandYard::CYCLE;
    const DICE: Generator = ScotlandYard::DICE;

    type Scenario = LeakyScenario;
    type State = State;
    type Known = Known;
    type View<'a> = View<'a>;
    type Seen = Event;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn new(scenario: LeakyScenario) -> Result<Self, Fault> {
        let game = Arc::new(ScotlandYard::new(scenario.town.clone())?);
        Ok(Leaky { scenario, game })
    }

    fn scenario(&self) -> &LeakyScenario {
        &self.scenario
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }

    fn start(&self) -> State {
        self.game.start()
    }

    fn clock(&self, state: &State) -> u64 {
        self.game.clock(state)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        self.game.last_possible_cycle()
    }

    fn turn(&self, state: &State) -> Turn {
        self.game.turn(state)
    }

    fn is_valid_state(&self, state: &State) -> bool {
        self.game.is_valid_state(state)
    }

    fn legal<'a>(&'a self, state: &State, seat: Seat, buffer: &'a mut Vec<Action>) -> &'a [Action] {
        self.game.legal(state, seat, buffer)
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        self.game.decide(state, seat, action, dice, out)
    }

    fn world(&self, state: &State, dice: &mut Dice, out: &mut Vec<Event>) {
        self.game.world(state, dice, out);
    }

    fn forfeit(&self, state: &State, seat: Seat, why: &Forfeit, out: &mut Vec<Event>) {
        self.game.forfeit(state, seat, why, out);
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), Illegal> {
        self.game.apply(state, event)
    }

    fn event_matches(&self, before: &State, seat: Seat, action: &Action, event: &Event) -> bool {
        self.game.event_matches(before, seat, action, event)
    }

    fn known(&self, seat: Seat) -> Known {
        self.game.known(seat)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        let mut view = self.game.view(state, seat);
        if self.has(Leak::View) {
            view.mr_x = Some(state.mr_x);
        }
        view
    }

    fn audience(&self, before: &State, event: &Event) -> Audience {
        match event {
            Event::Passed { seat } | Event::Moved { seat, .. } if self.has(Leak::Audience) => {
                Audience::One(*seat)
            }
            _ => self.game.audience(before, event),
        }
    }

    fn seen(&self, before: &State, event: &Event, seat: Seat) -> Option<Event> {
        match event {
            Event::RoundStarted { .. } if self.has(Leak::Seen) => Some(event.clone()),
            Event::Doubled { .. } if self.has(Leak::Doubled) => Some(event.clone()),
            _ => self.game.seen(before, event, seat),
        }
    }
}

impl BuiltInPlayers for Leaky {
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind()] }
    }
}

impl Picture for Leaky {}

impl Numbers for Leaky {
    fn observation(&self, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        if self.has(Leak::Numbers) {
            self.game.observation(seen, seat, out);
        }
    }
}

impl Transcript for Leaky {
    const EXTRAS: Extras<Self> = Extras {
        parts: Some(Parts {
            unit: "round",
            begun: |_, state| state.public.round.into(),
        }),
        ..Extras::NONE
    };

    fn opening(&self, out: &mut Vec<u8>) {
        self.game.opening(out);
    }

    fn cycle(&self, newest: Cycle<'_, Self>, state: &State, out: &mut Vec<u8>) {
        self.game.cycle(inner(newest), state, out);
    }

    fn ending_words(&self, state: &State) -> String {
        self.game.ending_words(state)
    }

    fn show(&self, state: &State, row: &mut Row) {
        self.game.show(state, row);
    }

    fn columns() -> &'static [Column] {
        ScotlandYard::columns()
    }

    fn printed(row: &Row) -> Vec<(String, Columns)> {
        ScotlandYard::printed(row)
    }

    fn row(&self, newest: Cycle<'_, Self>, state: &State, row: &mut Row) {
        self.game.row(inner(newest), state, row);
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.game.statements()
    }

    fn recognises(beginning: &str) -> bool {
        ScotlandYard::recognises(beginning)
    }

    fn reader() -> Box<dyn TraceReader> {
        ScotlandYard::reader()
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        ScotlandYard::referee(Arc::clone(&game.game), header, dice_known, stop)
    }

    fn moment(&self, state: &State, players: &[String], out: &mut Vec<u8>) {
        self.game.moment(state, players, out);
    }

    fn facts(&self, state: &State, players: &[String]) -> String {
        self.game.facts(state, players)
    }

    fn action(&self, state: &State, seat: Seat, action: &Action, out: &mut Vec<u8>) {
        self.game.action(state, seat, action, out);
    }

    fn event(&self, before: &State, event: &Event, out: &mut Vec<u8>) {
        self.game.event(before, event, out);
    }

    fn tally(&self) -> Box<dyn Tally<Self>> {
        Box::new(Nothing)
    }

    fn viewers(&self) -> Vec<Viewer> {
        self.game.viewers()
    }

    fn viewed_opening(&self, eyes: Seats, out: &mut Vec<u8>) {
        self.game.viewed_opening(eyes, out);
    }

    fn viewed_state(&self, state: &State, eyes: Seats) -> State {
        match self.has(Leak::ViewedState) || self.has(Leak::Numbers) {
            true => state.clone(),
            false => self.game.viewed_state(state, eyes),
        }
    }

    fn viewed_action(&self, before: &State, by: Seat, action: &Action, eyes: Seats) -> Action {
        match self.has(Leak::ViewedAction) {
            true => *action,
            false => self.game.viewed_action(before, by, action, eyes),
        }
    }

    fn viewed_event(seen: &Event, seat: Seat) -> Option<Event> {
        ScotlandYard::viewed_event(seen, seat)
    }

    fn sees_legal(eyes: Seats, by: Seat) -> bool {
        ScotlandYard::sees_legal(eyes, by)
    }
}

/// No mistake is in what is counted.
struct Nothing;

impl Tally<Leaky> for Nothing {
    fn count(&mut self, _: &Leaky, _: &State, _: &Event) {}

    fn json(&self, _: &Leaky, _: Option<Seats>) -> String {
        "{}".into()
    }

    fn text(&self, _: &Leaky, _: Option<Seats>, _: &mut Vec<u8>) {}

    fn again(&self) -> Box<dyn Tally<Leaky>> {
        Box::new(Nothing)
    }
}

impl WireForm for Leaky {
    type Common = <ScotlandYard as WireForm>::Common;
    type Own = <ScotlandYard as WireForm>::Own;
    type SentView = <ScotlandYard as WireForm>::SentView;
    type Held = <ScotlandYard as WireForm>::Held;

    fn send_known(known: &Known) -> (Self::Common, Self::Own) {
        ScotlandYard::send_known(known)
    }

    fn receive_known(seat: Seat, common: Self::Common, own: Self::Own) -> Result<Known, WireError> {
        ScotlandYard::receive_known(seat, common, own)
    }

    fn send_view(view: &View<'_>) -> Self::SentView {
        ScotlandYard::send_view(view)
    }

    fn receive_view(
        seat: Seat,
        known: &Known,
        sent: Self::SentView,
    ) -> Result<Self::Held, WireError> {
        ScotlandYard::receive_view(seat, known, sent)
    }

    fn held(held: &Self::Held) -> View<'_> {
        ScotlandYard::held(held)
    }
}

impl Secrets for Leaky {
    fn has_secrets() -> bool {
        true
    }

    fn hides_from(&self, seat: Seat) -> bool {
        seat != Seat(0)
    }

    fn twin(
        game: &Arc<Self>,
        history: &History<Self>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Self>> {
        if game.has(Leak::NoTwin) {
            return None;
        }
        let mut plain = History::default();
        for cycle in history.cycles() {
            plain.push(inner(cycle));
        }
        let twin = ScotlandYard::twin(&game.game, &plain, seats, dice)?;
        let mut history = History::default();
        for cycle in twin.history.cycles() {
            history.push(Cycle {
                number: cycle.number,
                entries: cycle.entries,
                events: cycle.events,
            });
        }
        Some(Twin {
            game: Arc::clone(game),
            history,
        })
    }
}

/// The header of a small game of a number, with a mistake or without.
fn header(leak: Option<Leak>, number: u64) -> Header {
    let mut dice = Dice::new(Generator::Chacha8, 5, number);
    let plan = Plan {
        stations: 14,
        edges: 24,
        rounds: 6,
        tickets: 6,
        detectives: 3,
        one_reveal_in: 3,
    };
    let mut town = scenario(plan, &mut dice);
    // A start that is given would stand in the scenario.
    town.players
        .iter_mut()
        .for_each(|player| player.start = None);
    let game = Leaky::new(LeakyScenario { town, leak }).expect("a town is playable");
    let names = vec!["random".to_owned(); usize::from(game.seats())];
    Header::new(&game, &names, Generator::Chacha8, 1)
}

/// Holds a small game of a number against the laws, with a mistake or without.
fn laws(leak: Option<Leak>, number: u64) -> Result<Checked, BrokenLaw> {
    GameEntry::<Leaky>::new().check_laws(&header(leak, number))
}

#[test]
fn a_game_with_secrets_of_which_none_is_put_to_the_test_breaks_the_law_of_secrets() {
    let search = |leak| {
        let budget = Budget {
            states: 100,
            games: 1,
            played: 4,
            draws: 16,
        };
        GameEntry::<Leaky>::new().search_laws(&header(leak, 0), &budget, &mut |_| {})
    };
    let kept = search(None).expect("without a leak");
    assert!(kept.pairs > 0, "{kept:?}");
    let found = search(Some(Leak::NoTwin)).expect_err("nothing was compared");
    assert_eq!(found.broken.law, Law::Secrets);
    assert!(
        found
            .to_string()
            .contains("no other game was found that looks the same to"),
        "{found}"
    );
}

#[test]
fn every_leak_is_refused_by_the_law_of_secrets_which_says_where_it_is() {
    let numbers = 0..40;
    let kept = numbers.clone().map(|number| laws(None, number));
    let pairs: u64 = kept.map(|it| it.expect("without a leak").pairs).sum();
    assert!(pairs >= 60, "{pairs} pairs in 40 games");
    for (leak, named) in LEAKS {
        let broken: Vec<_> = numbers
            .clone()
            .filter_map(|number| laws(Some(leak), number).err())
            .collect();
        assert!(!broken.is_empty(), "{leak:?} is not found");
        for law in broken {
            let told = law.to_string();
            assert_eq!(law.law, Law::Secrets, "{leak:?}: {told}");
            assert!(told.contains(named), "{leak:?}: {told}");
        }
    }
}
