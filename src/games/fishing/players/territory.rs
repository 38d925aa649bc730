//! TERRITORY: one turn ahead, the fish of the floe and of all floes that it then reaches before
//! anybody else; among equals by the dice, one word a turn.

use super::searching::worths;
use crate::{Action, Fishing, View};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::Forfeit;
use chase_engine::player::Player;
use chase_kit::budget::{StopFlag, Thinking};

pub(super) struct Territory {
    pub(super) stop: StopFlag,
}

/// The actions that TERRITORY draws from.
pub(crate) fn best(view: &View<'_>, legal: &[Action]) -> Vec<Action> {
    best_until(view, legal, || false)
}

/// The best of the legal actions among those that are weighed before the time is over.
fn best_until(view: &View<'_>, legal: &[Action], is_over: impl Fn() -> bool) -> Vec<Action> {
    let worths = worths(view, legal, is_over);
    let most = worths.iter().max();
    let best = legal.iter().zip(&worths).filter(|it| Some(it.1) == most);
    best.map(|(action, _)| *action).collect()
}

impl Player<Fishing> for Territory {
    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let thinking = Thinking::begin(None, &self.stop);
        let best = best_until(view, legal, || thinking.is_over());
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
    use chase_engine::dice::Dice;
    use chase_engine::game::{Game as _, Seat, known};
    use chase_engine::session::GameSession;
    use chase_kit::budget::StopFlag;
    use chase_kit::player_name::PlayerSpec;
    use chase_record::replay::{By, History};

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
            named.stopped_by(stop).make(known(&game, Seat(seat)))
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
