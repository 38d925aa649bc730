//! Turns in which several seats act at once: their players are asked without one seeing what another
//! chooses, those outside the process at the same time.

use std::thread;

use super::dice::{Dice, DrawOwner, Generator};
use super::game::{Forfeit, ForfeitCause, Game, Seat, SeatSight};
use super::header::to_json;
use super::history::SeatChoice;
use super::player::Player;
use super::seat::Seats;
use super::seated_players::SeatedPlayers;

/// Asks the players of some seats what they do in a turn of several, in the order of play. An action that
/// is not legal is a lost turn. Players outside the process are all asked before the first answer is waited
/// for.
///
/// # Panics
/// If a seat has no player.
pub fn ask_at_once<G: Game>(
    game: &G,
    state: &G::State,
    players: &mut SeatedPlayers<G>,
    seats: Seats,
    dice: &mut Dice,
) -> Vec<SeatChoice<G::Action>> {
    assert!(seats.iter().all(|seat| players.at(seat).is_some()), "every seat has a player");
    let mut choices = Vec::new();
    thread::scope(|scope| {
        let mut answers = Vec::new();
        for (seat, player) in players.of(seats) {
            if player.is_outside() && seats.count() > 1 {
                let state = state.clone();
                let ask = move || {
                    // Whoever is outside the process draws nothing from these dice.
                    let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
                    ask(game, &state, seat, &mut **player, dice)
                };
                answers.push((seat, scope.spawn(ask)));
                continue;
            }
            let before = dice.words();
            let chosen = ask(game, state, seat, &mut **player, dice);
            let words = u32::try_from(dice.words() - before).expect("a turn draws few words");
            choices.push(SeatChoice { seat, chosen, words });
        }
        for (seat, answer) in answers {
            let chosen = answer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            choices.push(SeatChoice { seat, chosen, words: 0 });
        }
    });
    choices.sort_by_key(|choice| choice.seat);
    choices
}

/// Asks the player of one seat of several; an action that is not legal is a lost turn.
pub fn ask<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    player: &mut dyn Player<G>,
    dice: &mut Dice,
) -> Result<G::Action, Box<Forfeit>> {
    dice.turn_to(DrawOwner::Seat(seat));
    let mut buffer = Vec::new();
    let legal = game.legal_in(state, seat, &mut buffer);
    let action = player.choose(&SeatSight::new(game, state, seat).view(), legal, dice)?;
    match legal.contains(&action) {
        true => Ok(action),
        false => {
            let what = format!("{} is not legal here", to_json(&action));
            Err(Box::new(Forfeit::new(ForfeitCause::Illegal, &what)))
        }
    }
}
