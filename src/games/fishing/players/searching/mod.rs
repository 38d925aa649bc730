//! STRONG searches ahead, by the clock or for so many positions.
//!
//! Ice that only its own penguins can reach is played for itself: the most fish along any way over
//! it, exactly as far as the limit allows. As long as somebody else can reach the same ice it is searched
//! by alpha-beta, deeper and deeper, and one enemy is taken to play against it. With more than two players it
//! grows a tree in which each side plays for itself, unless its limit is a number of turns. What nobody took yet is
//! worth what it is to whoever reaches it first. Nothing is drawn, and nothing kept from one turn to the next.

mod alone;
mod effort;
mod evaluation;
mod field_sets;
mod floes;
mod search;
mod tree;
mod worth;

#[cfg(test)]
mod tests;

use std::time::Duration;

use self::effort::FloeEffort;
use self::field_sets::{Bits, Wide};
use self::floes::{FloeSide, FloeStep, SearchBoard, SearchFloes};
use self::search::FloeSearch;
use crate::board::PLAYERS_MAX;
use crate::{Action, Fishing, Known, View};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, ForfeitCause};
use chase_engine::player::Player;
use chase_kit::budget::MoveBudget;

/// Calls a function with sets that are large enough for the board, one of the kinds that it is compiled for.
macro_rules! with_bits {
    ($view:expr, $function:ident($($argument:expr),*)) => {
        match $view.state.grid.fields().len() {
            // A word cannot be moved by all of its bits, as a row of 64 fields would be.
            0..=64 if $view.state.grid.columns() < 64 => $function::<u64>($($argument),*),
            0..=128 => $function::<u128>($($argument),*),
            129..=1024 => $function::<Wide<16>>($($argument),*),
            _ => $function::<Wide<154>>($($argument),*),
        }
    };
}
use with_bits;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// To play a turn.
    Play,
    /// To value a position by the search for two players: it remembers which values are final.
    Worth,
}

pub(crate) use worth::shares;

pub(super) struct Searching {
    budget: MoveBudget,
    turn_time: Duration,
}

impl Searching {
    pub(super) fn new(known: &Known, budget: MoveBudget) -> Self {
        Searching { budget, turn_time: Duration::from_millis(known.scenario().turn_ms.into()) }
    }
}

impl Player<Fishing> for Searching {
    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let effort = FloeEffort::begin(&self.budget, self.turn_time);
        let step = with_bits!(view, best(view, effort, Manner::Play));
        let at = |field: u16| view.state.grid.place(field.into());
        let action = step.map(|FloeStep { from, to }| match from {
            Some(from) => Action::Move { from: at(from), to: at(to) },
            None => Action::Place { at: at(to) },
        });
        // Who was stopped before it weighed anything has found nothing.
        action.or(legal.first().copied()).ok_or_else(|| {
            let what = "no legal action was found";
            Box::new(Forfeit::new(ForfeitCause::Illegal, what))
        })
    }
}

fn best<B: Bits>(view: &View<'_>, effort: FloeEffort, manner: Manner) -> Option<FloeStep> {
    FloeSearch::new(floes_of::<B>(view), view.seat.index(), effort, manner).best()
}

/// The worths of actions to TERRITORY, in half fish: of those that are weighed before the time is over.
pub(super) fn worths(view: &View<'_>, legal: &[Action], is_over: impl Fn() -> bool) -> Vec<i32> {
    with_bits!(view, worths_after(view, legal, is_over))
}

fn worths_after<B: Bits>(
    view: &View<'_>,
    legal: &[Action],
    is_over: impl Fn() -> bool,
) -> Vec<i32> {
    let (mut floes, own) = (floes_of::<B>(view), view.seat.index());
    // The penguins of whoever is out stand on the ice, and TERRITORY does not ask whose they are.
    floes.sides.iter_mut().for_each(|side| side.is_out = false);
    let before = floes.counts()[own];
    let field = |place| u16::try_from(view.state.grid.index(place)).expect("a board is small");
    let worth = |action: &Action| {
        let step = match *action {
            Action::Place { at } => FloeStep { from: None, to: field(at) },
            Action::Move { from, to } => FloeStep { from: Some(field(from)), to: field(to) },
        };
        let undo = floes.play(step);
        let worth = floes.worths()[own] - before;
        floes.take_back(step, undo);
        worth
    };
    legal.iter().take_while(|_| !is_over()).map(worth).collect()
}

/// The number that a seat has, or will get.
pub(crate) fn number_of(view: &View<'_>) -> u8 {
    let players = &view.state.players;
    match players[view.seat.index()].number {
        0 => players.iter().map(|player| player.number).max().unwrap_or(0) + 1,
        number => number,
    }
}

/// The position that a player sees.
fn floes_of<B: Bits>(view: &View<'_>) -> SearchFloes<B> {
    let grid = &view.state.grid;
    let all = |is: &dyn Fn(usize) -> bool| {
        let fields = (0..grid.fields().len()).filter(|at| is(*at));
        fields.fold(B::NONE, |set, at| set | B::of(at))
    };
    let fish_min = |fish: u8| all(&|at| grid.fields()[at].fish() >= fish);
    let columns = usize::from(grid.columns());
    let nobody = FloeSide { penguins: B::NONE, fish: 0, placed: 0, is_out: true };
    let mut sides = [nobody; PLAYERS_MAX];
    for (seat, player) in view.state.players.iter().enumerate() {
        let number = if seat == view.seat.index() { number_of(view) } else { player.number };
        sides[seat] = FloeSide {
            penguins: all(&|at| number > 0 && grid.fields()[at].player() == number),
            fish: i32::try_from(player.fish).unwrap_or(i32::MAX / 16),
            placed: player.placed,
            is_out: view.state.out >> seat & 1 == 1,
        };
    }
    SearchFloes {
        board: SearchBoard {
            rows: grid.rows().into(),
            columns,
            two: fish_min(2),
            three: fish_min(3),
            not_first: all(&|at| at % columns > 0),
            not_last: all(&|at| at % columns < columns - 1),
            sides: view.state.players.len(),
            penguins_max: view.game.scenario.penguins,
        },
        free: fish_min(1),
        sides,
        moving: view.state.moving,
        next: Some(view.seat.index()),
    }
}
