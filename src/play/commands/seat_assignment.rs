//! Players in the seats that `WHO=PLAYER` names, all others in turn in the seats that are left.

use std::cmp::Reverse;

use super::Commands;
use super::scenario_args::seated;
use super::scenarios::Scenarios;
use crate::player_name::{is_called, names_of_seats, seats_called, who_and_player};
use chase_record::any::NamedSide;
use chase_world::error::{Error, quoted};

/// The players of all seats; `other` says who sits where nobody is named. A seat's own player goes before
/// that of its side.
///
/// # Errors
/// A seat that there is not, or that is named twice; more players than there is room for.
pub(super) fn placed<G: Commands>(
    source: &dyn Scenarios<G>,
    names: &[String],
    other: impl Fn(usize) -> String,
) -> Result<Vec<String>, Error> {
    let seats = source.seats();
    if names.len() > seats && !G::SEATS_SIDES {
        let what = format!("players named: {}, expected at most {seats}", names.len());
        return Err(Error::new(what));
    }
    let mut players: Vec<Option<String>> = vec![None; seats];
    let (assigned, mut alone): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| who_and_player(name).is_some());
    if !assigned.is_empty() || G::SEATS_SIDES {
        let nobody = vec![String::from("player"); seats];
        let game = source.game(0, &seated(&nobody))?;
        let sides = NamedSide::all(&game);
        seat_assigned(&sides, &assigned, &mut players)?;
        if G::SEATS_SIDES {
            seat_sides(&sides, std::mem::take(&mut alone), &mut players)?;
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

/// Seats those of `WHO=PLAYER`.
fn seat_assigned(
    sides: &[NamedSide],
    assigned: &[&String],
    players: &mut [Option<String>],
) -> Result<(), Error> {
    let mut named = Vec::new();
    for (who, player) in assigned.iter().filter_map(|name| who_and_player(name)) {
        let seats = seats_called(sides, who).ok_or_else(|| {
            let what = format!("no seat or side here is called `{}`", quoted(who));
            Error::new(what).help(format!("there are {}", names_of_seats(sides).join(", ")))
        })?;
        let is_side = sides.iter().any(|side| is_called(&side.name, who));
        named.push((is_side, seats, player));
    }
    named.sort_by_key(|(is_side, ..)| Reverse(*is_side));
    let mut by_side: Vec<Option<bool>> = vec![None; players.len()];
    for (is_side, seats, player) in named {
        for seat in seats {
            if by_side[seat.index()].replace(is_side) == Some(is_side) {
                let mut names = sides.iter().flat_map(|side| &side.seats);
                let name = names.find(|it| it.0 == seat).map_or("", |it| it.1.as_str());
                return Err(Error::new(format!("two players are named for {name}")));
            }
            players[seat.index()] = Some(player.to_owned());
        }
    }
    Ok(())
}

/// Seats those who name nobody: one for each side of which nobody has a player, in their order.
fn seat_sides(
    sides: &[NamedSide],
    alone: Vec<&String>,
    players: &mut [Option<String>],
) -> Result<(), Error> {
    let is_free = |side: &&NamedSide| side.seats.iter().all(|it| players[it.0.index()].is_none());
    let free: Vec<_> = sides.iter().filter(is_free).collect();
    if !alone.is_empty() && alone.len() != free.len() {
        let count = alone.len();
        let what =
            format!("{count} of --player name no side; expected WHO=PLAYER, or one per free side");
        let named = sides.iter().map(|side| format!("--player {}=random", side.name));
        let help = format!("as in: {}", named.collect::<Vec<_>>().join(" "));
        return Err(Error::new(what).help(help));
    }
    for (side, player) in free.iter().zip(alone) {
        for (seat, _) in &side.seats {
            players[seat.index()] = Some(player.clone());
        }
    }
    Ok(())
}
