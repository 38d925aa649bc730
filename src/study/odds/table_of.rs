//! A typed game with its players, and what stands behind the objects that go on from its moments.

use std::rc::Rc;
use std::sync::Arc;

use super::moment::{AnyBelief, AnyChoice, AnyPlayer, AnySession, AnyTable, PlayedTurn};
use crate::any_rules::{AnyRules, PastEvent, RulesOf, values};
use crate::any_value::Value;
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, SeatSight, known};
use chase_engine::header::Header;
use chase_engine::history::{By, History, HistoryCycle, TurnEntry};
use chase_engine::joint;
use chase_engine::player::Player;
use chase_engine::seat::{Seat, Seats};
use chase_engine::seated_players::show;
use chase_engine::session::GameSession;
use chase_engine::teams::{Teams, take_in};
use chase_kit::budget::StopFlag;
use chase_kit::extras::Belief;
use chase_kit::faces::{Playable, belief};
use chase_kit::player_name::{PlayerSpec, named};
use chase_record::any::{RecordError, RecordedHistory};
use chase_record::compile::compile;
use chase_record::replayer::Replayer;

/// A game and its players by their names.
pub struct TableOf<G: Playable> {
    pub rules: RulesOf<G>,
    players: Vec<PlayerSpec<G>>,
    teams: Teams,
    pub stop: StopFlag,
}

impl<G: Playable> TableOf<G> {
    pub fn new(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        let players = named(&*game, &header.players).map_err(RecordError::Player)?;
        let players: Vec<_> = players.into_iter().map(|named| named.stopped_by(stop)).collect();
        let made = (0..).map(Seat).zip(&players);
        let made = made.map(|(seat, named)| (seat, named.make(known(&game, seat))));
        let made: Vec<_> = made.collect();
        let teams = Teams::of(made.iter().map(|(seat, player)| (*seat, &**player)));
        Ok(TableOf { rules: RulesOf { game }, players, teams, stop: stop.clone() })
    }

    /// The same with another game and other players.
    fn with(&self, game: Arc<G>, players: Vec<PlayerSpec<G>>) -> Self {
        TableOf { rules: RulesOf { game }, players, teams: self.teams, stop: self.stop.clone() }
    }

    /// The player of a seat before the game, not in its team yet.
    fn fresh(&self, seat: Seat) -> Box<dyn Player<G>> {
        self.players[seat.index()].make(known(&self.rules.game, seat))
    }

    /// The player of a seat, who remembers what was played.
    pub fn typed_player(&self, seat: Seat, past: &[PastEvent]) -> Box<dyn Player<G>> {
        let mut player = self.fresh(seat);
        let known = |seat| known(&self.rules.game, seat);
        self.teams.join(seat, &mut *player, known);
        self.remind(seat, &mut *player, past);
        player
    }

    /// Tells a player that was just made what its seat learned so far, and what its team heard.
    pub fn remind(&self, seat: Seat, player: &mut dyn Player<G>, past: &[PastEvent]) {
        if !player.watches() {
            return;
        }
        let seats: Seats = self.teams.ears(seat).collect();
        for (before, event) in past {
            show(&*self.rules.game, before.of(), event.of(), seats, |learner, seen| {
                take_in(player, seat, learner, seen);
            });
        }
    }

    /// A session before the game.
    pub fn typed_session(&self, seed: i64) -> SessionOf<'_, G> {
        let game = &self.rules.game;
        let players = (0..game.seats()).map(|seat| self.fresh(Seat(seat))).collect();
        let dice = Dice::new(Generator::Chacha8, seed, 0);
        SessionOf { table: self, session: GameSession::new(Arc::clone(game), players, dice) }
    }

    fn any_player(&self, player: Box<dyn Player<G>>) -> Box<dyn AnyPlayer> {
        Box::new(PlayerOf { game: Arc::clone(&self.rules.game), player })
    }
}

impl<G: Playable> AnyTable for TableOf<G> {
    fn rules(&self) -> &dyn AnyRules {
        &self.rules
    }

    fn teams(&self) -> &Teams {
        &self.teams
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }

    fn is_searching(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_limited)
    }

    fn searching_further(&self, times: u64) -> Option<Rc<dyn AnyTable>> {
        let (mut players, mut is_further) = (self.players.clone(), false);
        for player in &mut players {
            is_further |= player.search_further(times);
        }
        let further = self.with(Arc::clone(&self.rules.game), players);
        is_further.then(|| Rc::new(further) as Rc<dyn AnyTable>)
    }

    fn player(&self, seat: Seat, past: &[PastEvent]) -> Box<dyn AnyPlayer> {
        self.any_player(self.typed_player(seat, past))
    }

    fn named(&self, name: &str, plain_name: &str, seat: Seat) -> Option<Box<dyn AnyPlayer>> {
        let named = PlayerSpec::<G>::parse(name).ok().filter(|it| it.plain_name() == plain_name)?;
        Some(self.any_player(named.make(known(&self.rules.game, seat))))
    }

    fn newest_turns(&self, now: &dyn RecordedHistory) -> Vec<PlayedTurn> {
        let replay = now.as_any().downcast_ref::<Replayer<G>>();
        replay.and_then(Replayer::newest).map_or_else(Vec::new, turns_of)
    }

    fn belief(&self, seat: Seat) -> Option<Box<dyn AnyBelief + '_>> {
        let belief = belief(&self.rules.game, seat)?;
        Some(Box::new(BeliefOf { table: self, belief }))
    }

    fn session(&self, seed: i64) -> Box<dyn AnySession + '_> {
        Box::new(self.typed_session(seed))
    }
}

/// A player behind [`AnyPlayer`].
struct PlayerOf<G: Game> {
    game: Arc<G>,
    player: Box<dyn Player<G>>,
}

impl<G: Playable> AnyPlayer for PlayerOf<G> {
    fn watches(&self) -> bool {
        self.player.watches()
    }

    fn choose(&mut self, state: &Value, seat: Seat, dice: &mut Dice) -> AnyChoice {
        let (game, state) = (&*self.game, state.of());
        let mut buffer = Vec::new();
        let legal = game.legal_in(state, seat, &mut buffer);
        let sight = SeatSight::new(game, state, seat);
        self.player.choose(&sight.view(), legal, dice).map(Value::new)
    }

    fn choose_at_once(&mut self, state: &Value, seat: Seat, dice: &mut Dice) -> AnyChoice {
        joint::ask(&*self.game, state.of(), seat, &mut *self.player, dice).map(Value::new)
    }

    fn learn(&mut self, own: Seat, learner: Seat, seen: &str) {
        let seen = serde_json::from_str::<G::Event>(seen);
        let seen = seen.expect("what a seat learns is read as it is written");
        take_in(&mut *self.player, own, learner, &seen);
    }
}

/// A belief behind [`AnyBelief`].
struct BeliefOf<'a, G: Playable> {
    table: &'a TableOf<G>,
    belief: Box<dyn Belief<G>>,
}

impl<G: Playable> AnyBelief for BeliefOf<'_, G> {
    fn take_turn(&mut self, before: &Value, by: &By<Value>, past: &[PastEvent]) {
        let (game, belief) = (&*self.table.rules.game, &mut self.belief);
        let by = by.map_action(|action| action.of::<G::Action>().clone());
        let events: Vec<_> = past.iter().map(|it| it.1.of::<G::Event>().clone()).collect();
        belief.take_turn(game, before.of(), &by, &events);
        past.iter().for_each(|(before, event)| belief.take_event(game, before.of(), event.of()));
    }

    fn draw(&mut self, state: &Value, dice: &mut Dice) -> Option<(Rc<dyn AnyTable>, Value)> {
        let (game, state) = self.belief.draw(&self.table.rules.game, state.of(), dice)?;
        let table = self.table.with(game, self.table.players.clone());
        Some((Rc::new(table), Value::new(state)))
    }
}

/// A session that goes on from moments.
pub struct SessionOf<'a, G: Playable> {
    table: &'a TableOf<G>,
    pub session: GameSession<G>,
}

impl<G: Playable> AnySession for SessionOf<'_, G> {
    fn restart(&mut self, number: u64, state: &Value, past: &[PastEvent]) {
        let table = self.table;
        self.session.restart(number, |seat, player| {
            if !player.reset(&known(&table.rules.game, seat)) {
                *player = table.fresh(seat);
            }
        });
        self.session.remind(|seat, player| table.remind(seat, &mut **player, past));
        self.session.go_to(state.of());
    }

    fn run(&mut self) -> bool {
        self.session.run(&mut ());
        self.session.has_drawn()
    }

    fn step(&mut self) -> Option<By<Value>> {
        let mut history = History::<G>::default();
        self.session.step(&mut history);
        let entry = history.last()?.entries.first()?;
        Some(entry.by.map_action(|action| Value::new(action.clone())))
    }

    fn state(&self) -> Value {
        Value::new(self.session.state().clone())
    }
}

/// The turns of a cycle.
pub fn turns_of<G: Game>(cycle: HistoryCycle<'_, G>) -> Vec<PlayedTurn> {
    let turn = |(entry, events): (&TurnEntry<G::Action>, &[G::Event])| PlayedTurn {
        cycle: cycle.number,
        by: entry.by.map_action(|action| Value::new(action.clone())),
        events: values(events),
    };
    cycle.turns().map(turn).collect()
}
