//! What it was worth to a seat's side that the seat was told something: the same game goes on with and without it.

use super::ToldValue;
use super::look::{RecordedTurn, Valuer};
use super::outcomes::error_of_mean;
use crate::protocol::WireForm;

impl<G: WireForm> Valuer<'_, G> {
    /// What seats were told in a turn, each with its worth.
    pub(super) fn told(&self, turn: &RecordedTurn<G>) -> Vec<ToldValue> {
        let Some(untold) = G::EXTRAS.untold else {
            return Vec::new();
        };
        let game = &*self.position.game;
        let places = turn.past..turn.past + turn.events.len();
        let value = |place: usize| {
            let past = &self.position.past;
            let (before, event) = &past[place];
            let (seat, without) = untold(game, before, event)?;
            let after = past.get(place + 1).map(|it| &it.0);
            let after = after.unwrap_or_else(|| self.position.state()).clone();
            let both =
                [self.position.at(place + 1, &[], after), self.position.at(place, &[], without)];
            let (method, values) = self.values(&both, turn.turn);
            let side = game.side(seat);
            let means = [0, 1].map(|at| values[at].mean()[side]);
            let mut words = Vec::new();
            game.event(before, event, &mut words);
            Some(ToldValue {
                turn: turn.turn,
                cycle: turn.cycle,
                seat,
                side,
                words: String::from_utf8_lossy(&words).into_owned(),
                method,
                told: means[0],
                untold: means[1],
                error: method.games().filter(|it| *it > 1).map_or(0, |games| {
                    let gains = (0..games as usize)
                        .map(|game| values[0].of_game(side, game) - values[1].of_game(side, game));
                    error_of_mean(&gains.collect::<Vec<_>>())
                }),
            })
        };
        places.filter_map(value).collect()
    }
}
