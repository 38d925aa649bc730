//! An open game under judgement: an action fits a row when deciding it, writing its events down
//! and letting the world finish the cycle leads to what the row shows.

use super::OpenGame;
use super::transcript::deeds;
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::{Forfeit, ForfeitCause, Game, Seat, Turn};
use crate::engine::rules_referee::RefereeRules;
use crate::engine::trace::{Cell, Row};
use crate::engine::transcript::Transcript;

/// Whether a row can show a cycle that a turn's events begin.
fn leads_to<G: OpenGame>(
    game: &G,
    state: &G::State,
    seat: Seat,
    events: Vec<G::Event>,
    row: &Row,
) -> bool {
    let cycle = OpenGame::clock(game, state);
    let mut state = state.clone();
    let mut happened: Vec<(Option<Seat>, G::Event)> = Vec::new();
    let mut turn = events;
    let mut by = Some(seat);
    loop {
        for event in turn {
            if OpenGame::apply(game, &mut state, &event).is_err() {
                return false;
            }
            happened.push((by, event));
        }
        let is_worlds = matches!(OpenGame::turn(game, &state), Turn::World);
        if !is_worlds || OpenGame::clock(game, &state) != cycle {
            break;
        }
        by = None;
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        turn = OpenGame::world(game, &state, dice);
        if turn.is_empty() || dice.words() > 0 {
            // What luck made of it is not known here.
            return true;
        }
    }
    if matches!(OpenGame::turn(game, &state), Turn::Seat(_))
        && OpenGame::clock(game, &state) == cycle
    {
        // Others act in the same cycle; only the whole of it shows.
        return true;
    }
    let words = deeds(game, happened.iter().map(|(seat, event)| (*seat, event)));
    let mut due = Row::unknown(G::CELLS.len());
    game.show(&state, &mut due);
    if let Some(cell) = due.cells.last_mut().filter(|_| !words.is_empty()) {
        *cell = Cell::Text(words.into());
    }
    row.can_show(&due)
}

impl<G: OpenGame> RefereeRules for G {
    fn fits(&self, state: &G::State, seat: Seat, action: &G::Action, row: &Row) -> bool {
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        match OpenGame::decide(self, state, seat, action, dice) {
            // What luck made of it is not known here.
            Ok(_) if dice.words() > 0 => true,
            Ok(events) => leads_to(self, state, seat, events, row),
            Err(_) => false,
        }
    }

    fn lost_turn(&self, state: &G::State, seat: Seat, row: &Row) -> Option<Forfeit> {
        // Without words nothing tells of a lost turn.
        row.cells.last()?.text()?;
        let all = ForfeitCause::ALL.into_iter();
        let mut all = all.map(|cause| Forfeit::new(cause, ""));
        all.find(|why| {
            let events = OpenGame::forfeit(self, state, seat, why);
            let legal = OpenGame::legal(self, state, seat);
            let is_an_action = |action| RefereeRules::fits(self, state, seat, action, row);
            leads_to(self, state, seat, events, row) && !legal.iter().any(is_an_action)
        })
    }

    fn misdeed(&self, _: &G::State, _: Seat, row: &Row) -> (String, String) {
        let what = match row.cells.last() {
            Some(Cell::Text(words)) => format!("something else ({words})"),
            _ => "something else".into(),
        };
        (what, "no legal action leads to what is shown".into())
    }

    fn situation(&self, _: &G::State, seat: Seat, player: &str) -> String {
        format!("{}, {player}, is to act", Game::seat_name(self, seat))
    }
}
