//! TERRITORY: one turn ahead, the fish of the floe and of all floes that it then reaches before
//! anybody else; among equals by the dice, one word a turn.

use super::reach::{Ice, NEVER};
use crate::{Action, Event, FieldPlace, Fishing, FloeField, Grid, View};
use chase_core::budget::StopFlag;
use chase_core::dice::Dice;
use chase_core::game::Forfeit;
use chase_core::kit::one_of;
use chase_core::player::Player;
use chase_kit::clock::Thinking;

pub(super) struct Territory {
    pub(super) stop: StopFlag,
}

/// A grid for searching, and each player's penguins by number, index 0 unused.
fn ice_of(grid: &Grid) -> (Ice, Vec<Vec<usize>>) {
    let width = usize::from(grid.columns()) + 2;
    let height = usize::from(grid.rows()) + 2;
    let mut ice = Ice { width, fish: vec![0; width * height] };
    let mut penguins = vec![Vec::new(); 10];
    for place in grid.places() {
        let at = index(width, place);
        let field = grid.get(place);
        ice.fish[at] = field.fish();
        if field.player() > 0 {
            penguins[usize::from(field.player())].push(at);
        }
    }
    (ice, penguins)
}

/// A place's index among the fields with their border.
fn index(width: usize, place: FieldPlace) -> usize {
    (usize::from(place.row) + 1) * width + usize::from(place.column) + 1
}

/// Twice the fish of the floes that a player reaches first; those that somebody else reaches as
/// fast count once.
pub(super) fn first_reached(grid: &Grid, own: u8) -> u32 {
    let (ice, penguins) = ice_of(grid);
    let mut queue = Vec::new();
    let mut reach = |from: &[usize]| {
        let mut moves = Vec::new();
        ice.reach(from, &mut moves, &mut queue);
        moves
    };
    let mine = reach(&penguins[usize::from(own)]);
    let mut others = vec![NEVER; mine.len()];
    for (player, penguins) in penguins.iter().enumerate() {
        if player != usize::from(own) && !penguins.is_empty() {
            let theirs = reach(penguins);
            others.iter_mut().zip(&theirs).for_each(|(a, b)| *a = (*a).min(*b));
        }
    }
    let worth = |at: usize| match mine[at].cmp(&others[at]) {
        std::cmp::Ordering::Less => 2 * u32::from(ice.fish[at]),
        std::cmp::Ordering::Equal if mine[at] < NEVER => u32::from(ice.fish[at]),
        _ => 0,
    };
    (0..mine.len()).map(worth).sum()
}

/// The worth of an action to TERRITORY, in half fish.
pub(crate) fn worth(grid: &Grid, own: u8, action: Action) -> u32 {
    let mut after = grid.clone();
    let fish = match action {
        Action::Place { at } => {
            after.set(at, FloeField::penguin(own));
            1
        }
        Action::Move { from, to } => {
            after.set(from, FloeField::WATER);
            after.set(to, FloeField::penguin(own));
            grid.get(to).fish()
        }
    };
    2 * u32::from(fish) + first_reached(&after, own)
}

/// The actions that TERRITORY draws from.
pub(crate) fn best(grid: &Grid, own: u8, legal: &[Action]) -> Vec<Action> {
    best_until(grid, own, legal, || false)
}

/// The best of the legal actions among those that are weighed before the time is over.
fn best_until(grid: &Grid, own: u8, legal: &[Action], is_over: impl Fn() -> bool) -> Vec<Action> {
    let worths = legal.iter().take_while(|_| !is_over()).map(|action| worth(grid, own, *action));
    let worths: Vec<_> = worths.collect();
    let most = worths.iter().max();
    let best = legal.iter().zip(&worths).filter(|it| Some(it.1) == most);
    best.map(|(action, _)| *action).collect()
}

/// The number that a seat has, or will get.
pub(crate) fn number_of(view: &View<'_>) -> u8 {
    let players = &view.state.players;
    match players[view.seat.index()].number {
        0 => players.iter().map(|player| player.number).max().unwrap_or(0) + 1,
        number => number,
    }
}

impl Player<Fishing> for Territory {
    fn observe(&mut self, _: &Event) {}

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let (grid, own) = (&view.state.grid, number_of(view));
        let thinking = Thinking::begin(None, &self.stop);
        let best = best_until(grid, own, legal, || thinking.is_over());
        Ok(match best.as_slice() {
            // It was stopped before it weighed anything.
            [] => legal[0],
            best => *one_of(best, dice),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Action, FieldPlace, Fishing, Scenario};
    use chase_core::budget::StopFlag;
    use chase_core::dice::Dice;
    use chase_core::game::{Game as _, Seat};
    use chase_core::player::PlayerSpec;
    use chase_core::replay::{By, History};
    use chase_core::session::GameSession;

    /// The place of the first penguin that a player of this name puts on a row of ice whose first
    /// floe is alone.
    fn first_place(name: &str, stop: &StopFlag) -> FieldPlace {
        let scenario = Scenario {
            board: vec!["10111".into()],
            ids: vec!["one".into(), "other".into()],
            penguins: 1,
            turn_ms: 1_000,
        };
        let game = Arc::new(Fishing::new(scenario).expect("a board"));
        let seat = |seat: u8| {
            let named = PlayerSpec::<Fishing>::parse(name).expect("built in");
            named.stopped_by(stop).make(game.known(Seat(seat)))
        };
        let players = vec![seat(0), seat(1)];
        let dice = Dice::new(Fishing::DICE, 1, 0);
        let mut session = GameSession::new(Arc::clone(&game), players, dice);
        let mut history = History::default();
        session.run(&mut history);
        let cycles = history.cycles();
        let entries = cycles.flat_map(|cycle| cycle.entries.to_vec());
        let mut actions = entries.filter_map(|entry| match entry.by {
            By::Action(_, Action::Place { at }) => Some(at),
            _ => None,
        });
        actions.next().expect("a placement")
    }

    #[test]
    fn whoever_was_stopped_weighs_nothing() {
        let (going, stopped) = (StopFlag::default(), StopFlag::default());
        stopped.stop();
        for name in ["territory", "strong:depth=3", "strong:nodes=90"] {
            assert_ne!(first_place(name, &going).column, 0, "{name}");
            assert_eq!(first_place(name, &stopped).column, 0, "{name}");
        }
    }
}
