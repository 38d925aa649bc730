//! A moment of a game: the state, and players who remember what led to it.

use std::sync::Arc;

use crate::any::RecordError;
use crate::budget::StopFlag;
use crate::compile::compile;
use crate::fold::{Broken, GameFold};
use crate::header::Header;
use crate::history::HistoryCycle;
use crate::player::{Player, PlayerSpec, Unseated};
use crate::protocol::WireForm;
use crate::seat::{Seat, Seats};
use crate::seated_players::show;
use crate::teams::{Teams, take_in};

/// A game, its players by their names, and what was played.
pub(crate) struct OddsPosition<G: WireForm> {
    pub game: Arc<G>,
    pub names: Vec<String>,
    pub players: Vec<PlayerSpec<G>>,
    pub teams: Teams,
    pub fold: GameFold<G>,
    /// Every event so far, with the state before it.
    pub past: Vec<(G::State, G::Event)>,
    pub stop: StopFlag,
}

impl<G: WireForm> OddsPosition<G> {
    pub(crate) fn new(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        let player = |(seat, name): (Seat, &String)| {
            let named = PlayerSpec::in_seat(&*game, seat, name).map_err(RecordError::Player)?;
            Ok(named.stopped_by(stop))
        };
        let players = (0..).map(Seat).zip(&header.players).map(player);
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let (named, seats) = (players.len(), game.seats());
        if named != usize::from(seats) {
            return Err(RecordError::Player(Unseated::Count { named, seats }));
        }
        let made = (0..).map(Seat).zip(&players);
        let made = made.map(|(seat, named)| (seat, named.make(G::known(&game, seat))));
        let made: Vec<_> = made.collect();
        let teams = Teams::of(made.iter().map(|(seat, player)| (*seat, &**player)));
        Ok(OddsPosition {
            teams,
            names: header.players.clone(),
            players,
            fold: GameFold::new(&*game),
            past: Vec::new(),
            stop: stop.clone(),
            game,
        })
    }

    /// Takes in a cycle that was played from here.
    pub(crate) fn take_in(&mut self, cycle: HistoryCycle<'_, G>) -> Result<(), Broken> {
        let past = &mut self.past;
        self.fold.feed(&self.game, cycle, |before, event| {
            past.push((before.clone(), event.clone()));
        })
    }

    /// The position after the first `count` events of this one's past and some more, each with the
    /// state before it.
    pub(crate) fn at(&self, count: usize, more: &[(G::State, G::Event)], state: G::State) -> Self {
        OddsPosition {
            game: Arc::clone(&self.game),
            names: self.names.clone(),
            players: self.players.clone(),
            teams: self.teams,
            fold: GameFold::from_state(state),
            past: self.past[..count].iter().chain(more).cloned().collect(),
            stop: self.stop.clone(),
        }
    }

    /// True if a player searches within a limit.
    pub(crate) fn is_searching(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_limited)
    }

    /// The same position with players who search so many times as far, each within its limit of
    /// positions; nothing where nobody searches within such a limit.
    pub(crate) fn searching_further(&self, times: u64) -> Option<Self> {
        let mut further = self.at(self.past.len(), &[], self.state().clone());
        let mut is_further = false;
        for player in &mut further.players {
            is_further |= player.search_further(times);
        }
        is_further.then_some(further)
    }

    /// The state now.
    pub(crate) fn state(&self) -> &G::State {
        self.fold.state()
    }

    /// The player of a seat before the game, not in its team yet.
    pub(crate) fn fresh(&self, seat: Seat) -> Box<dyn Player<G>> {
        self.players[seat.index()].make(G::known(&self.game, seat))
    }

    /// The player of a seat, who remembers what was played.
    pub(crate) fn player(&self, seat: Seat) -> Box<dyn Player<G>> {
        let mut player = self.fresh(seat);
        let known = |seat| G::known(&self.game, seat);
        self.teams.join(seat, &mut *player, known);
        self.remind(seat, &mut *player);
        player
    }

    pub(crate) fn players(&self) -> Vec<Box<dyn Player<G>>> {
        let seats = (0..self.game.seats()).map(Seat);
        seats.map(|seat| self.player(seat)).collect()
    }

    /// Tells a player that was just made what its seat learned so far, and what its team heard.
    pub(crate) fn remind(&self, seat: Seat, player: &mut dyn Player<G>) {
        if !player.watches() {
            return;
        }
        let seats: Seats = self.teams.ears(seat).collect();
        for (before, event) in &self.past {
            show(&*self.game, before, event, seats, |learner, seen| {
                take_in(player, seat, learner, seen);
            });
        }
    }
}
