//! A game under judgement: an action fits a row when deciding it, writing its events down
//! and letting the world go on leads to what the row shows. Where luck has a part in it, all that it can
//! do is tried, or some of it where that is too much.

use std::borrow::Cow;

use super::transcript::{cycle_deeds, deeds};
use super::{Kit, Playable, Transcript as _};
use crate::trace::{Cell, DEEDS_GAP, TraceRow, part_fits};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Forfeit, ForfeitCause, Masks as _, Seat, Turn};
use chase_engine::history::HistoryCycle;

/// The number of draws that are tried to explain a row.
const DRAWS_MAX: u32 = 1_024;

/// What luck can do: all of it where that is little, else some draws.
struct Draws {
    dice: Dice,
    /// The draws that were tried of this kind, with the present one.
    tried: u32,
    /// True while every outcome is gone through, one after the other.
    branches: bool,
}

impl Draws {
    /// Before the first.
    fn new() -> Self {
        Draws { dice: Dice::branching(), tried: 1, branches: true }
    }

    /// Goes on to the next. False after the last.
    fn next(&mut self) -> bool {
        if self.branches {
            let ways = self.dice.ways();
            if !self.dice.next_branch() {
                return false;
            }
            if self.tried == DRAWS_MAX || ways.is_none_or(|ways| ways > DRAWS_MAX.into()) {
                (self.dice, self.tried, self.branches) = (any_dice(), 0, false);
            }
        }
        self.tried += 1;
        self.tried <= DRAWS_MAX
    }
}

/// The deeds that a row shows, in words of which some may be hidden.
fn told(row: &TraceRow) -> Option<&Cell> {
    row.cells.last().filter(|cell| matches!(cell, Cell::Text(_) | Cell::Partly(_)))
}

/// The deeds after some others; nothing where they begin otherwise.
fn after_words(told: &Cell, words: &str) -> Option<Cell> {
    let (text, is_whole) = match told {
        Cell::Text(text) => (&**text, true),
        Cell::Partly(text) => (&**text, false),
        _ => return None,
    };
    let mut rest = Some(text);
    for due in words.split(DEEDS_GAP).filter(|_| !words.is_empty()) {
        let (part, more) = match rest?.split_once(DEEDS_GAP) {
            Some((part, more)) => (part, Some(more)),
            None => (rest?, None),
        };
        if !if is_whole { part == due } else { part_fits(part, due) } {
            return None;
        }
        rest = more;
    }
    let rest = rest.unwrap_or("").into();
    Some(if is_whole { Cell::Text(rest) } else { Cell::Partly(rest) })
}

/// True if these deeds can be the first that a row shows.
fn begins_with(row: &TraceRow, words: &str) -> bool {
    told(row).is_none_or(|told| after_words(told, words).is_some())
}

/// True if a row can show the rest of a cycle that a turn's events begin. The world goes on with
/// these dice until a seat is to act or the cycle ends.
fn leads_to<G: Playable>(
    game: &G,
    before: &G::State,
    mut by: Option<Seat>,
    events: &[G::Event],
    dice: &mut Dice,
    row: &TraceRow,
) -> bool {
    let cycle = game.clock(before);
    let (mut state, mut turn) = (before.clone(), events.to_vec());
    let mut happened: Vec<(Option<Seat>, G::Event)> = Vec::new();
    loop {
        for event in turn {
            if game.apply(&mut state, &event).is_err() {
                return false;
            }
            happened.push((by, event));
        }
        let words = deeds(game, happened.iter().map(|(seat, event)| (*seat, event)));
        let next = game.turn(&state);
        if game.clock(&state) != cycle || matches!(next, Turn::Over(_)) {
            let mut due = TraceRow::unknown(G::CELLS.len());
            G::transcript().show(game, &state, &mut due);
            if let Some(cell) = due.cells.last_mut().filter(|_| !words.is_empty()) {
                *cell = Cell::Text(words.into());
            }
            return row.can_show(&due);
        }
        // Before others have acted too, nothing but the deeds can be compared.
        if !begins_with(row, &words) {
            return false;
        }
        if matches!(next, Turn::Seat(_) | Turn::Seats(_)) {
            return true;
        }
        by = None;
        turn = game.world(&state, dice);
        if turn.is_empty() {
            return true;
        }
    }
}

/// The events of a turn that lead to what a row shows, by the first draw that does so. Where they must be
/// the only ones, there are none if others of the draws lead there too.
fn found<G: Playable>(
    game: &G,
    state: &G::State,
    by: Option<Seat>,
    row: &TraceRow,
    must_be_only: bool,
    decide: impl Fn(&mut Dice) -> Option<Vec<G::Event>>,
) -> Option<Vec<G::Event>> {
    let (mut draws, mut found) = (Draws::new(), None);
    loop {
        let events = decide(&mut draws.dice)?;
        if leads_to(game, state, by, &events, &mut draws.dice, row) {
            match &found {
                Some(other) if *other != events => return None,
                _ => found = Some(events),
            }
        }
        if found.is_some() && !must_be_only || !draws.next() {
            return found;
        }
    }
}

/// The events of the turn of a seat that did this, or of the world's, that lead to what a row shows.
fn turned<G: Playable>(
    game: &G,
    state: &G::State,
    turn: Option<(Seat, &G::Action)>,
    row: &TraceRow,
    must_be_only: bool,
) -> Option<Vec<G::Event>> {
    let by = turn.map(|(seat, _)| seat);
    found(game, state, by, row, must_be_only, |dice| match turn {
        Some((seat, action)) => game.decide(state, seat, action, dice).ok(),
        None => Some(game.world(state, dice)),
    })
}

fn any_dice() -> Dice {
    Dice::new(Generator::Chacha8, 0, 0)
}

/// The rules by which traces of a game are judged.
pub trait RefereeRules<G: Playable> {
    /// The columns for an action in the table of choices.
    fn options(&self) -> &'static [&'static str] {
        &["action"]
    }

    /// True if a row can be of a cycle in which the seat to move did this; `state` is the one
    /// before.
    fn fits(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        row: &TraceRow,
    ) -> bool {
        if G::masks().hides() {
            return turned(game, state, Some((seat, action)), row, false).is_some();
        }
        self.shown_luck(game, state, Some((seat, action)), row).is_some()
    }

    /// Tells whether a row can be of such a cycle by some luck that [`RefereeRules::fits`] does not
    /// find; asked where no action fits.
    fn may_fit(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        row: &TraceRow,
    ) -> MayFit {
        let dice = &mut any_dice();
        for _ in 0..DRAWS_MAX {
            let words = dice.words();
            let Ok(events) = game.decide(state, seat, action, dice) else {
                return MayFit::Never;
            };
            let own = deeds(game, events.iter().map(|event| (Some(seat), event)));
            let is_told = !own.is_empty() && begins_with(row, &own);
            if is_told || dice.words() == words {
                leads_to(game, state, Some(seat), &events, dice, row);
                return match is_told {
                    _ if dice.words() == words => MayFit::Never,
                    true => MayFit::Likely,
                    false => MayFit::Perhaps,
                };
            }
        }
        MayFit::Perhaps
    }

    /// The events of a turn as a row shows them, whatever was drawn: the turn of a seat that did this,
    /// or the world's. By default, some draws are tried; in a game with secrets, what is drawn has
    /// to be the only thing that the row can show.
    fn shown_luck(
        &self,
        game: &G,
        state: &G::State,
        turn: Option<(Seat, &G::Action)>,
        row: &TraceRow,
    ) -> Option<Vec<G::Event>> {
        // What is shown later may tell of another draw than the first that is found.
        let hides = G::masks().hides();
        turned(game, state, turn, row, hides)
    }

    /// The events of a joint action as a row shows them, whatever was drawn; nothing where the row cannot
    /// be of a cycle in which the seats chose this.
    fn joint_shown(
        &self,
        game: &G,
        state: &G::State,
        chosen: &[(Seat, Option<G::Action>)],
        row: &TraceRow,
    ) -> Option<Vec<G::Event>> {
        found(game, state, None, row, G::masks().hides(), |dice| {
            Some(game.decide_joint(state, chosen, dice))
        })
    }

    /// The row without the deeds that the turns of its cycle so far account for.
    fn rest<'a>(
        &self,
        game: &G,
        so_far: HistoryCycle<'_, G>,
        row: &'a TraceRow,
    ) -> Cow<'a, TraceRow> {
        let told = told(row);
        let rest = told.and_then(|told| after_words(told, &cycle_deeds(game, so_far)));
        let Some(rest) = rest.filter(|rest| Some(rest) != told) else {
            return Cow::Borrowed(row);
        };
        let mut after = row.clone();
        if let Some(cell) = after.cells.last_mut() {
            *cell = rest;
        }
        Cow::Owned(after)
    }

    /// The lost turn that a row shows, if it shows one.
    fn lost_turn(&self, game: &G, state: &G::State, seat: Seat, row: &TraceRow) -> Option<Forfeit> {
        // Without words nothing tells of a lost turn.
        told(row)?;
        let all = ForfeitCause::ALL.map(|cause| Forfeit::new(cause, ""));
        all.into_iter().find(|why| {
            let events = game.forfeit(state, seat, why);
            found(game, state, Some(seat), row, false, |_| Some(events.clone())).is_some()
        })
    }

    /// The deed that a row shows for the seat to move and the reason why it is illegal, when
    /// nothing legal fits.
    fn misdeed(&self, _: &G, _state: &G::State, _: Seat, row: &TraceRow) -> (String, String) {
        let what = match row.cells.last() {
            Some(Cell::Text(words) | Cell::Partly(words)) => format!("something else ({words})"),
            _ => "something else".into(),
        };
        (what, "no legal action leads to what is shown".into())
    }

    /// True if an action stands in the table of choices though nobody made it.
    fn is_listed(&self, _action: &G::Action) -> bool {
        true
    }

    /// The values under [`RefereeRules::options`]: the action in words.
    fn option(&self, game: &G, state: &G::State, seat: Seat, action: &G::Action) -> Vec<String> {
        vec![game.action_text(state, seat, action)]
    }

    /// The situation of the seat to move, in words; `player` is its full name.
    fn situation(&self, game: &G, _state: &G::State, seat: Seat, player: &str) -> String {
        format!("{}, {player}, is to act", game.seat_name(seat))
    }

    /// The actions among which a player that cannot be asked again chooses; `None` stands for any
    /// legal action.
    fn choices(
        &self,
        _: &G,
        _state: &G::State,
        _seat: Seat,
        _player: &str,
        _legal: &[G::Action],
    ) -> Option<Vec<G::Action>> {
        None
    }

    /// A cell that holds a number, in words (a square's name).
    fn tell(&self, _column: usize, number: u64) -> String {
        number.to_string()
    }
}

impl<G: Playable> RefereeRules<G> for Kit {}

/// Answers to the question whether luck can have led from an action to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayFit {
    /// No luck can have led there.
    Never,
    /// It can, as far as is known.
    Perhaps,
    /// The row shows what the seat did, and luck did the rest.
    Likely,
}
