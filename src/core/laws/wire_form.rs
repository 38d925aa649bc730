//! The law of players outside the process: what a seat knows, sees and learns comes through JSON
//! as it was, and who plays by it chooses the same.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::broken_law::{BrokenLaw, Law};
use crate::dice::Luck;
use crate::header::{Header, to_json};
use crate::history::{By, History};
use crate::player::{Named, Player};
use crate::protocol::WireForm;
use crate::seat::{Seat, Seats};
use crate::seated_players::show;
use crate::teams::{Teams, take_in};

/// Turns in which players are asked one by one; after them every [`EVERY`]-th.
const FIRST: usize = 12;
const EVERY: usize = 32;

/// Through JSON and back.
fn sent<T: Serialize + DeserializeOwned>(data: &T) -> Result<T, BrokenLaw> {
    serde_json::from_str(&to_json(data)).map_err(broken)
}

fn broken(what: impl fmt::Display) -> BrokenLaw {
    Law::WireForm.broken(what.to_string())
}

/// Asks players who know, see and learn everything through JSON what the players did.
pub(super) fn check<G: WireForm>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut knowns = Vec::new();
    let mut players: Vec<Option<Box<dyn Player<G>>>> = Vec::new();
    for (seat, name) in (0..game.seats()).map(Seat).zip(&header.players) {
        let (common, own) = G::send_known(&game.known(seat));
        let known = G::receive_known(seat, sent(&common)?, sent(&own)?).map_err(broken)?;
        let (common_again, own_again) = G::send_known(&known);
        let is_same = to_json(&common_again) == to_json(&common);
        if !is_same || to_json(&own_again) != to_json(&own) {
            return Err(broken("what a seat knows changed on the wire"));
        }
        let named = Named::<G>::for_seat(name, seat).map_err(broken)?;
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
    let (mut state, mut dice) = (game.start(), header.dice());
    let mut turns = 0;
    for cycle in history.cycles() {
        let at = |broken: BrokenLaw| broken.at(G::CYCLE, cycle.number);
        let fail = |what: String| at(broken(what));
        for (entry, events) in cycle.turns() {
            turns += 1;
            if let By::Action(seat, action) = &entry.by {
                dice.turn_to(Luck::Seat(*seat));
                let view = sent(&G::send_view(&game.view(&state, *seat))).map_err(at)?;
                let held = G::receive_view(*seat, &knowns[seat.index()], view);
                let held = held.map_err(|error| fail(error.to_string()))?;
                let mut buffer = Vec::new();
                let legal = game.legal(&state, *seat, &mut buffer).to_vec();
                let is_asked = turns < FIRST || turns % EVERY == 0;
                if let Some(player) = players[seat.index()].as_mut().filter(|_| is_asked) {
                    let drawn = &mut dice.clone();
                    let chosen = player.choose(&G::held(&held), &legal, drawn);
                    let chosen = chosen.map_err(|why| fail(why.detail.clone()))?;
                    if chosen != *action {
                        let name = game.seat_name(*seat);
                        return Err(fail(format!(
                            "{name} chose {action:?}, and {chosen:?} from what was sent"
                        )));
                    }
                }
                let again = to_json(&G::send_view(&G::held(&held)));
                if again != to_json(&G::send_view(&game.view(&state, *seat))) {
                    return Err(fail("what a seat sees changed on the wire".into()));
                }
            } else if let By::World = entry.by {
                dice.turn_to(Luck::World);
            }
            dice.skip(entry.words.into());
            for event in events {
                let mut received = Ok(());
                let seats = Seats::first(game.seats());
                show(&**game, &state, event, seats, |seat, seen| {
                    let learned = || {
                        let sent = serde_json::from_str(&game.send_seen(&state, seen));
                        sent.and_then(G::receive_seen).map_err(broken)
                    };
                    for ear in teams.ears(seat) {
                        match (&mut players[ear.index()], learned()) {
                            (Some(player), Ok(seen)) => take_in(&mut **player, ear, seat, &seen),
                            (None, Ok(_)) => {}
                            (_, Err(what)) => received = Err(what),
                        }
                    }
                });
                received.map_err(at)?;
                game.apply(&mut state, event)
                    .map_err(|e| fail(e.to_string()))?;
            }
        }
    }
    Ok(())
}
