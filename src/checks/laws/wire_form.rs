//! The law of players outside the process: what a seat knows, sees and learns comes through JSON
//! as it was, and who plays by it chooses the same.

use std::fmt;
use std::sync::Arc;

use crate::broken_law::{BrokenLaw, Law};
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::{Known, SeatSight, known};
use chase_engine::header::Header;
use chase_engine::history::History;
use chase_engine::player::Player;
use chase_engine::seat::{Seat, Seats};
use chase_engine::seated_players::show;
use chase_engine::teams::{Teams, take_in};
use chase_kit::faces::{
    Playable, ReceivedView, WireForm as _, received_known, sent_event, sent_known, sent_view,
};
use chase_kit::player_name::PlayerSpec;

/// Turns in which players are asked one by one; after them every [`EVERY`]-th.
const FIRST: usize = 12;
const EVERY: usize = 32;

fn broken(what: impl fmt::Display) -> BrokenLaw {
    Law::WireForm.broken(what.to_string())
}

/// Asks players who know, see and learn everything through JSON what the players did.
pub(super) fn check<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut far = FarPlayers::sit_down(game, header)?;
    let (mut state, mut dice) = (game.start(), header.dice());
    let mut turns = 0;
    for cycle in history.cycles() {
        let at = |broken: BrokenLaw| broken.at(G::CYCLE, cycle.number);
        for (entry, events) in cycle.turns() {
            turns += 1;
            let is_asked = turns < FIRST || turns % EVERY == 0;
            for (luck, words) in entry.draws() {
                dice.turn_to(luck);
                if let DrawOwner::Seat(seat) = luck
                    && let Some(action) = entry.by.action_of(seat)
                {
                    let did = Some((action, &dice)).filter(|_| is_asked);
                    far.see(&state, seat, did).map_err(at)?;
                }
                dice.skip(words);
            }
            for event in events {
                far.hear(&state, event).map_err(at)?;
                let applied = game.apply(&mut state, event);
                applied.map_err(|rule| at(broken(rule)))?;
            }
        }
    }
    Ok(())
}

/// Players to whom everything comes through JSON.
struct FarPlayers<'a, G: Playable> {
    game: &'a Arc<G>,
    /// The knowledge of each seat.
    knowns: Vec<Known<G>>,
    /// By seat; nothing where the player would not choose the same again.
    players: Vec<Option<Box<dyn Player<G>>>>,
    teams: Teams,
}

impl<'a, G: Playable> FarPlayers<'a, G> {
    fn sit_down(game: &'a Arc<G>, header: &Header) -> Result<Self, BrokenLaw> {
        let (mut knowns, mut players) = (Vec::new(), Vec::new());
        for (seat, name) in (0..game.seats()).map(Seat).zip(&header.players) {
            let known = known_far(game, seat)?;
            let named = PlayerSpec::<G>::for_seat(name, seat).map_err(broken)?;
            let can_be_asked = named.is_reproducible();
            players.push(can_be_asked.then(|| named.make(known.clone())));
            knowns.push(known);
        }
        let sitting = (0..).map(Seat).zip(&players);
        let sitting = sitting.filter_map(|(seat, player)| Some((seat, &**player.as_ref()?)));
        let teams = Teams::of(sitting);
        for (seat, player) in (0..).map(Seat).zip(&mut players) {
            if let Some(player) = player {
                teams.join(seat, &mut **player, |seat| knowns[seat.index()].clone());
            }
        }
        Ok(FarPlayers { game, knowns, players, teams })
    }

    /// Sends a seat what it sees. Where it is said what its player did, and with which dice, the one
    /// here is asked too.
    fn see(
        &mut self,
        state: &G::State,
        seat: Seat,
        did: Option<(&G::Action, &Dice)>,
    ) -> Result<(), BrokenLaw> {
        let game = &**self.game;
        let sight = SeatSight::new(game, state, seat);
        let view = sent_view(&sight.view());
        let held = ReceivedView::read(seat, &self.knowns[seat.index()], &view).map_err(broken)?;
        if let (Some((action, dice)), Some(player)) = (did, &mut self.players[seat.index()]) {
            let mut buffer = Vec::new();
            let legal = game.legal_in(state, seat, &mut buffer);
            let chosen = player.choose(&held.view(), legal, &mut dice.clone());
            let chosen = chosen.map_err(|why| broken(&why.detail))?;
            if chosen != *action {
                let name = game.seat_name(seat);
                return Err(broken(format!(
                    "{name} chose {action:?}, and {chosen:?} from what was sent"
                )));
            }
        }
        if sent_view(&held.view()).get() != view.get() {
            return Err(broken("the view of a seat changed on the wire"));
        }
        Ok(())
    }

    /// Sends everybody what is to be learned from an event; `state` is the one before it.
    fn hear(&mut self, state: &G::State, event: &G::Event) -> Result<(), BrokenLaw> {
        let mut received = Ok(());
        let seats = Seats::first(self.game.seats());
        show(&**self.game, state, event, seats, |seat, seen| {
            let learned = || {
                let sent = serde_json::from_str(&sent_event(&**self.game, state, seen));
                sent.and_then(|sent| G::wire().received_event(seat, sent)).map_err(broken)
            };
            for ear in self.teams.ears(seat) {
                match (&mut self.players[ear.index()], learned()) {
                    (Some(player), Ok(seen)) => take_in(&mut **player, ear, seat, &seen),
                    (None, Ok(_)) => {}
                    (_, Err(what)) => received = Err(what),
                }
            }
        });
        received
    }
}

/// The knowledge of a seat, sent and received.
fn known_far<G: Playable>(game: &Arc<G>, seat: Seat) -> Result<Known<G>, BrokenLaw> {
    let (common, own) = sent_known(&known(game, seat));
    let known = received_known(seat, &common, &own).map_err(broken)?;
    let (common_again, own_again) = sent_known(&known);
    if common_again.get() != common.get() || own_again.get() != own.get() {
        return Err(broken("the knowledge of a seat changed on the wire"));
    }
    Ok(known)
}
