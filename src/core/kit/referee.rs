//! An open game under judgement: an action fits a row when deciding it, writing its events down
//! and letting the world go on leads to what the row shows. Where luck has a part in it, some draws
//! are tried.

use std::borrow::Cow;

use super::OpenGame;
use super::transcript::{DEEDS_GAP, cycle_deeds, deeds};
use crate::dice::{Dice, Generator};
use crate::game::{Forfeit, ForfeitCause, Game, Seat, Turn};
use crate::history::Cycle;
use crate::rules_referee::{MayFit, RefereeRules};
use crate::trace::{Cell, Row};
use crate::transcript::Transcript;

/// How many draws are tried to find what a row shows.
const DRAWS_MAX: u32 = 1_024;

/// What comes after words in a text of deeds; nothing where it begins otherwise.
fn after_words<'a>(told: &'a str, words: &str) -> Option<&'a str> {
    if words.is_empty() {
        return Some(told);
    }
    let rest = told.strip_prefix(words)?;
    match rest {
        "" => Some(""),
        more => more.strip_prefix(DEEDS_GAP),
    }
}

/// Whether these deeds can be the first that a row shows.
fn begins_with(row: &Row, words: &str) -> bool {
    let told = row.cells.last().and_then(Cell::text);
    told.is_none_or(|told| after_words(told, words).is_some())
}

/// Whether a row can show the rest of a cycle that a turn's events begin. The world goes on with
/// these dice until a seat is to act or the cycle ends.
fn leads_to<G: OpenGame>(
    game: &G,
    before: &G::State,
    mut by: Option<Seat>,
    events: &[G::Event],
    dice: &mut Dice,
    row: &Row,
) -> bool {
    let cycle = OpenGame::clock(game, before);
    let (mut state, mut turn) = (before.clone(), events.to_vec());
    let mut happened: Vec<(Option<Seat>, G::Event)> = Vec::new();
    loop {
        for event in turn {
            if OpenGame::apply(game, &mut state, &event).is_err() {
                return false;
            }
            happened.push((by, event));
        }
        let words = deeds(game, happened.iter().map(|(seat, event)| (*seat, event)));
        let next = OpenGame::turn(game, &state);
        if OpenGame::clock(game, &state) != cycle || matches!(next, Turn::Over(_)) {
            let mut due = Row::unknown(G::CELLS.len());
            game.show(&state, &mut due);
            if let Some(cell) = due.cells.last_mut().filter(|_| !words.is_empty()) {
                *cell = Cell::Text(words.into());
            }
            return row.can_show(&due);
        }
        // Before others have acted too, nothing but the deeds can be compared.
        if !begins_with(row, &words) {
            return false;
        }
        if matches!(next, Turn::Seat(_)) {
            return true;
        }
        by = None;
        turn = OpenGame::world(game, &state, dice);
        if turn.is_empty() {
            return true;
        }
    }
}

/// The events of a turn that lead to what a row shows, by the first of some draws that does so.
fn found<G: OpenGame>(
    game: &G,
    state: &G::State,
    by: Option<Seat>,
    row: &Row,
    decide: impl Fn(&mut Dice) -> Option<Vec<G::Event>>,
) -> Option<Vec<G::Event>> {
    let dice = &mut any_dice();
    for _ in 0..DRAWS_MAX {
        let words = dice.words();
        let events = decide(dice)?;
        if leads_to(game, state, by, &events, dice, row) {
            return Some(events);
        }
        if dice.words() == words {
            return None;
        }
    }
    None
}

fn any_dice() -> Dice {
    Dice::new(Generator::Chacha8, 0, 0)
}

impl<G: OpenGame> RefereeRules for G {
    /// Words of a game's own may tell of both alike.
    const LOST_TURNS_LOOK_LEGAL: bool = true;

    fn fits(&self, state: &G::State, seat: Seat, action: &G::Action, row: &Row) -> bool {
        self.shown_luck(state, Some((seat, action)), row).is_some()
    }

    fn may_fit(&self, state: &G::State, seat: Seat, action: &G::Action, row: &Row) -> MayFit {
        let dice = &mut any_dice();
        for _ in 0..DRAWS_MAX {
            let words = dice.words();
            let Ok(events) = OpenGame::decide(self, state, seat, action, dice) else {
                return MayFit::Never;
            };
            let own = deeds(self, events.iter().map(|event| (Some(seat), event)));
            let is_told = !own.is_empty() && begins_with(row, &own);
            if is_told || dice.words() == words {
                leads_to(self, state, Some(seat), &events, dice, row);
                return match is_told {
                    _ if dice.words() == words => MayFit::Never,
                    true => MayFit::Likely,
                    false => MayFit::Perhaps,
                };
            }
        }
        MayFit::Perhaps
    }

    fn shown_luck(
        &self,
        state: &G::State,
        turn: Option<(Seat, &G::Action)>,
        row: &Row,
    ) -> Option<Vec<G::Event>> {
        let by = turn.map(|(seat, _)| seat);
        found(self, state, by, row, |dice| match turn {
            Some((seat, action)) => OpenGame::decide(self, state, seat, action, dice).ok(),
            None => Some(OpenGame::world(self, state, dice)),
        })
    }

    fn rest<'a>(&self, so_far: Cycle<'_, G>, row: &'a Row) -> Cow<'a, Row> {
        let told = row.cells.last().and_then(Cell::text);
        let rest = told.and_then(|told| after_words(told, &cycle_deeds(self, so_far)));
        let Some(rest) = rest.filter(|rest| Some(*rest) != told) else {
            return Cow::Borrowed(row);
        };
        let mut after = row.clone();
        if let Some(cell) = after.cells.last_mut() {
            *cell = Cell::Text(rest.into());
        }
        Cow::Owned(after)
    }

    fn lost_turn(&self, state: &G::State, seat: Seat, row: &Row) -> Option<Forfeit> {
        // Without words nothing tells of a lost turn.
        row.cells.last()?.text()?;
        let all = ForfeitCause::ALL.map(|cause| Forfeit::new(cause, ""));
        all.into_iter().find(|why| {
            let events = OpenGame::forfeit(self, state, seat, why);
            found(self, state, Some(seat), row, |_| Some(events.clone())).is_some()
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
