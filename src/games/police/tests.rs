//! Every rule of the chase, each test named after the rule it protects. Maps are drawn as the
//! city files of the assignment, agents as its agent files.

mod belief;
mod counted_odds;
mod endings;
mod odds;
mod refusals;
mod secrets;
mod strategies;
mod team;
mod tips;
mod turns;

use std::collections::VecDeque;
use std::sync::Arc;

use super::loader::{LoadedScenario, Source, load};
use super::rules::Illegal;
use super::{Action, Event, Police, Seen, State};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Decided, Forfeit, Game, Seat, View, known};
use chase_engine::player::Player;
use chase_engine::session::GameSession;
use chase_kit::player_name::{PlayerSpec, seated};
use chase_record::replay::{By, History};

const T: Seat = Seat(0);
const D1: Seat = Seat(1);
const D2: Seat = Seat(2);
const D3: Seat = Seat(3);
const D4: Seat = Seat(4);

fn loaded(cities: &str, agents: &str, hours: i32) -> LoadedScenario {
    let source = |name, text: &'static str| Source { name, bytes: text.as_bytes() };
    let [cities, agents] = [cities, agents].map(|text| &*text.to_owned().leak());
    load(source("cities", cities), source("agents", agents), hours).unwrap()
}

fn game(cities: &str, agents: &str, hours: i32) -> Police {
    Police::new(loaded(cities, agents, hours).scenario).unwrap()
}

/// One detective as `stamina start strategy`, a thief that stays in a city for want of stamina,
/// and three detectives that stay where the first one starts.
fn alone(detective: &str, thief: u32) -> String {
    let start = detective.split(' ').nth(1).unwrap();
    let parked: String = (2..=4).map(|n| format!("0 {start} -1 D{n}\n")).collect();
    format!("0 {thief} -1 T\n{detective} D1\n{parked}")
}

/// The state after these events from the beginning.
fn given(game: &Police, events: &[Event]) -> State {
    let mut state = game.start();
    for event in events {
        game.apply(&mut state, event).unwrap();
    }
    state
}

/// The events that the rules make of an action.
fn when(game: &Police, state: &State, seat: Seat, action: Action) -> Decided<Event> {
    let mut events = Vec::new();
    let mut dice = Dice::new(Generator::Glibc, 1, 0);
    game.decide_in(state, seat, &action, &mut dice, &mut events).map(|()| events)
}

/// The events of the world's turn.
fn closing(game: &Police, state: &State) -> Vec<Event> {
    let mut events = Vec::new();
    let mut dice = Dice::new(Generator::Glibc, 1, 0);
    game.world_in(state, &mut dice, &mut events);
    events
}

fn legal(game: &Police, state: &State, seat: Seat) -> Vec<Action> {
    game.legal_in(state, seat, &mut Vec::new()).to_vec()
}

fn moved(to: u32) -> Event {
    Event::Moved { to }
}

fn go(to: u32) -> Action {
    Action::Move { to }
}

fn tipped(detective: Seat, city: u32) -> Event {
    Event::Tipped { detective, city }
}

/// Goes from city to city as it is told, then rests.
struct Script(VecDeque<Result<Action, Forfeit>>);

impl Player<Police> for Script {
    fn choose(
        &mut self,
        _: &View<'_, Police>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        self.0.pop_front().unwrap_or(Ok(Action::Rest)).map_err(Box::new)
    }
}

/// A chase with its players, after hour 0.
struct ChaseTable {
    session: GameSession<Police>,
    history: History<Police>,
}

impl ChaseTable {
    fn new(cities: &str, agents: &str) -> Self {
        Self::with_script(cities, agents, 1, T, None)
    }

    fn seeded(cities: &str, agents: &str, seed: i64) -> Self {
        Self::with_script(cities, agents, seed, T, None)
    }

    /// As [`ChaseTable::new`], with a tireless thief that goes to one of these cities an hour from
    /// hour 1 on. To stay, it names the city it is in.
    fn with_thief(cities: &str, agents: &str, walk: &[u32]) -> Self {
        let game = game(cities, agents, 1);
        let mut city = game.scenario().agents[0].start;
        let step = |&to: &u32| {
            let from = std::mem::replace(&mut city, to);
            let road = game.map().roads.length(from, to);
            assert!(from == to || road.is_some(), "no road from {from} to {to}");
            Ok(if from == to { Action::Rest } else { go(to) })
        };
        let script = walk.iter().map(step).collect();
        Self::with_script(cities, agents, 1, T, Some(script))
    }

    fn with_script(
        cities: &str,
        agents: &str,
        seed: i64,
        seat: Seat,
        script: Option<VecDeque<Result<Action, Forfeit>>>,
    ) -> Self {
        let mut loaded = loaded(cities, agents, 1_000_000);
        if script.is_some() && seat == T {
            loaded.scenario.agents[0].stamina = 1_000_000;
        }
        let game = Arc::new(Police::new(loaded.scenario).unwrap());
        let mut players = seated(&game, &loaded.players).unwrap();
        if let Some(script) = script {
            players[seat.index()] = Box::new(Script(script));
        }
        let dice = Dice::new(Generator::Glibc, seed, 0);
        let mut table = ChaseTable {
            session: GameSession::new(game, players, dice),
            history: History::default(),
        };
        table.hour();
        table
    }

    /// Plays one more hour; it must not be over yet.
    fn hour(&mut self) -> &State {
        assert!(self.session.cycle(&mut self.history), "the chase is over already");
        self.session.state()
    }

    /// The cities of a seat after each of the next hours.
    fn walk<const HOURS: usize>(&mut self, seat: Seat) -> [u32; HOURS] {
        [(); HOURS].map(|()| self.hour().agents[seat.index()].city)
    }

    fn stamina(&self, seat: Seat) -> u32 {
        self.session.state().agents[seat.index()].stamina
    }

    /// Words drawn for each seat in the newest hour.
    fn words(&self) -> [u32; 5] {
        let mut words = [0; 5];
        for entry in self.history.last().unwrap().entries {
            if let By::Action(seat, _) | By::Forfeit(seat, _) = entry.by {
                words[seat.index()] = entry.words;
            }
        }
        words
    }

    /// The tips of the newest hour.
    fn tips(&self) -> Vec<(Seat, u32)> {
        let events = self.history.last().unwrap().events.iter();
        events
            .filter_map(|event| match event {
                Event::Tipped { detective, city } => Some((*detective, *city)),
                _ => None,
            })
            .collect()
    }
}

/// The event of which an agent learned this.
fn event(seen: Seen, seat: Seat) -> Event {
    match seen {
        Seen::Moved { to } => moved(to),
        Seen::Rested => Event::Rested,
        Seen::Tipped { city } => tipped(seat, city),
    }
}

/// A state in which an agent is somewhere.
fn standing(game: &Police, seat: Seat, city: u32, stamina: u32) -> State {
    let mut state = game.start();
    let agent = &mut state.agents[seat.index()];
    (agent.city, agent.stamina) = (city, stamina);
    state
}

/// A player by itself, asked and told by hand.
struct Lone {
    player: Box<dyn Player<Police>>,
    game: Arc<Police>,
    seat: Seat,
    dice: Dice,
}

impl Lone {
    fn new(game: impl Into<Arc<Police>>, seat: Seat, name: &str) -> Self {
        let game = game.into();
        let named = PlayerSpec::<Police>::parse(name).unwrap();
        let player = named.make(known(&game, seat));
        Lone { player, game, seat, dice: Dice::new(Generator::Glibc, 1, 0) }
    }

    fn sees(&mut self, seen: Seen) {
        self.player.observe(&event(seen, self.seat));
    }

    fn chooses(&mut self, city: u32, stamina: u32, legal: &[Action]) -> Action {
        let state = standing(&self.game, self.seat, city, stamina);
        let view = View { game: &*self.game, state: &state, seat: self.seat };
        self.player.choose(&view, legal, &mut self.dice).unwrap()
    }
}
