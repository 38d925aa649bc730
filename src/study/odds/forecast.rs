//! Odds of a typed game: what stands behind [`Forecast`].

use std::rc::Rc;

use super::exact::work_out;
use super::moment::{AnySession as _, AnyTable, OddsPosition};
use super::table_of::TableOf;
use super::{ExactOdds, Forecast, Forecaster, TooManyStates};
use chase_engine::fold::Broken;
use chase_engine::game::Turn;
use chase_engine::header::Header;
use chase_engine::player::Player;
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_kit::sweep_engine::GameNumbers;
use chase_kit::totals::{EndingKind, GamePlayed, GameTotals};
use chase_record::any::{RecordError, RecordedHistory};
use chase_record::entry::GameEntry;

/// States that are looked at turn by turn where the game's own arithmetic would need too many.
const STATES_FEW: u64 = 20_000;

/// A game with players who go on from what was played.
struct GameForecast<G: Playable> {
    table: Rc<TableOf<G>>,
    names: Vec<String>,
    position: OddsPosition,
}

impl<G: Playable> Forecast for GameForecast<G> {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.table.newest_turns(now).iter().try_for_each(|turn| self.position.take_in(turn))
    }

    fn exact(&self, states_max: u64) -> Result<ExactOdds, TooManyStates> {
        let GameForecast { table, names, position, .. } = self;
        let game = &table.rules.game;
        let seats = (0..game.seats()).map(Seat);
        let mut players: Vec<_> =
            seats.map(|seat| table.typed_player(seat, &position.past)).collect();
        let remind =
            |seat: Seat, player: &mut dyn Player<G>| table.remind(seat, player, &position.past);
        let state = position.state.of();
        let own = G::EXTRAS.exact_odds;
        match own.and_then(|own| own(game, names, &mut players, state, &remind, states_max)) {
            Some(Ok(exact)) => Ok(exact),
            // Few states may still be enough where every turn is followed.
            Some(Err(why)) => work_out(position, states_max.min(STATES_FEW)).map_err(|_| why),
            // Those who were asked there have gone on in their minds.
            None => work_out(position, states_max),
        }
    }

    fn sample(&self, seed: i64, numbers: GameNumbers, totals: &mut GameTotals) -> bool {
        let mut session = self.table.typed_session(seed);
        for number in numbers.iter() {
            session.restart(number, &self.position.state, &self.position.past);
            session.run();
            if self.table.stop.is_stopped() {
                return false;
            }
            let (game, state) = (&self.table.rules.game, session.session.state());
            let Turn::Over(outcome) = game.turn(state) else {
                unreachable!("a session runs until its game is over");
            };
            let game = GamePlayed {
                number,
                ending: totals.ending(&EndingKind::of(&outcome)),
                cycles: u32::try_from(game.clock(state)).unwrap_or(u32::MAX),
                by: game.ended_by(state),
                check: 0,
            };
            totals.add(&game);
        }
        true
    }
}

impl<G: Playable> Forecaster for GameEntry<G> {
    fn forecast(
        &self,
        header: &mut Header,
        stop: &StopFlag,
    ) -> Result<Box<dyn Forecast>, RecordError> {
        let table = Rc::new(TableOf::<G>::new(header, stop)?);
        Ok(Box::new(GameForecast {
            position: OddsPosition::new(Rc::clone(&table) as Rc<dyn AnyTable>),
            names: header.players.clone(),
            table,
        }))
    }
}
