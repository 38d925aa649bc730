//! Players in the seats that `WHO=PLAYER` names, all others in turn in the seats that are left.

use super::Commands;
use super::scenario_args::seated;
use super::scenarios::Scenarios;
use crate::player_name::who_and_player;
use chase_engine::game::{Game, Seat};
use chase_world::error::{Error, quoted};

/// The players of all seats; `other` says who sits where nobody is named.
///
/// # Errors
/// A seat that there is not, or that is named twice; more players than seats.
pub(super) fn placed<G: Commands>(
    source: &dyn Scenarios<G>,
    names: &[String],
    other: impl Fn(usize) -> String,
) -> Result<Vec<String>, Error> {
    let seats = source.seats();
    if names.len() > seats {
        let what = format!("players named: {}, expected at most {seats}", names.len());
        return Err(Error::new(what));
    }
    let mut players: Vec<Option<String>> = vec![None; seats];
    let (assigned, alone): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| who_and_player(name).is_some());
    if !assigned.is_empty() {
        let nobody = vec![String::from("player"); seats];
        let game = source.game(0, &seated(&nobody))?;
        for (who, player) in assigned.into_iter().filter_map(|name| who_and_player(name)) {
            for seat in seats_named(&game, who)? {
                let place = &mut players[seat.index()];
                if place.replace(player.to_owned()).is_some() {
                    let seat = game.seat_name(seat);
                    return Err(Error::new(format!("two players are named for {seat}")));
                }
            }
        }
    }
    let mut alone = alone.into_iter();
    for place in players.iter_mut().filter(|place| place.is_none()) {
        *place = alone.next().cloned();
    }
    if let Some(name) = alone.next() {
        return Err(Error::new(format!("no seat is left for `{}`", quoted(name))));
    }
    let fill = |(n, player): (usize, Option<String>)| player.unwrap_or_else(|| other(n));
    Ok(players.into_iter().enumerate().map(fill).collect())
}

/// The seats of this name: one seat's, or a side's, in any case and with `-` for a blank.
///
/// # Errors
/// There is none, and which there are.
fn seats_named<G: Game>(game: &G, who: &str) -> Result<Vec<Seat>, Error> {
    let plain = |name: &str| name.replace(' ', "-").to_lowercase();
    let all = || (0..game.seats()).map(Seat);
    if let Some(side) = game.sides().iter().position(|it| plain(it) == plain(who)) {
        return Ok(all().filter(|seat| game.side(*seat) == side).collect());
    }
    let seat = all().find(|seat| plain(&game.seat_name(*seat)) == plain(who));
    seat.map(|seat| vec![seat]).ok_or_else(|| {
        let sides = game.sides().iter().map(|side| side.replace(' ', "-"));
        let seats = all().map(|seat| game.seat_name(seat));
        let known: Vec<_> = sides.chain(seats).collect();
        let what = format!("no seat or side here is called `{}`", quoted(who));
        Error::new(what).help(format!("there are {}", known.join(", ")))
    })
}
