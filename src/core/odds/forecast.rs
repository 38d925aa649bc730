//! Odds of a typed game: what stands behind [`Forecast`].

use std::sync::Arc;

use super::exact::work_out;
use super::moment::OddsPosition;
use super::{ExactOdds, Forecast, Forecaster, TooManyStates};
use crate::any::{RecordError, RecordedHistory};
use crate::budget::StopFlag;
use crate::dice::{Dice, Generator};
use crate::entry::GameEntry;
use crate::fold::Broken;
use crate::game::Turn;
use crate::header::Header;
use crate::player::Player;
use crate::protocol::WireForm;
use crate::replayer::Replayer;
use crate::seat::Seat;
use crate::session::GameSession;
use crate::sweep_engine::GameNumbers;
use crate::totals::{EndingKind, GamePlayed, GameTotals};

/// States that are looked at turn by turn where the game's own arithmetic would need too many.
const STATES_FEW: u64 = 20_000;

impl<G: WireForm> OddsPosition<G> {
    /// A session before the game.
    pub(crate) fn session(&self, dice: Dice) -> GameSession<G> {
        let seats = (0..self.game.seats()).map(Seat);
        let players = seats.map(|seat| self.fresh(seat)).collect();
        GameSession::new(Arc::clone(&self.game), players, dice)
    }

    /// The session at this moment, with the luck of a number.
    pub(crate) fn restart(&self, session: &mut GameSession<G>, number: u64) {
        session.restart(number, |seat, player| {
            if !player.reset(&G::known(&self.game, seat)) {
                *player = self.fresh(seat);
            }
        });
        session.remind(|seat, player| self.remind(seat, &mut **player));
        session.go_to(self.state());
    }
}

impl<G: WireForm> Forecast for OddsPosition<G> {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        let now = now.as_any().downcast_ref::<Replayer<G>>();
        let now = now.expect("a replay of the same game");
        now.newest().map_or(Ok(()), |cycle| self.take_in(cycle))
    }

    fn exact(&self, states_max: u64) -> Result<ExactOdds, TooManyStates> {
        let (game, names, mut players) = (&self.game, &self.names, self.players());
        let remind = |seat: Seat, player: &mut dyn Player<G>| self.remind(seat, player);
        let state = self.state();
        match G::exact_odds(game, names, &mut players, state, &remind, states_max) {
            Some(Ok(exact)) => Ok(exact),
            // Few states may still be enough where every turn is followed.
            Some(Err(why)) => {
                work_out(self, self.players(), states_max.min(STATES_FEW)).map_err(|_| why)
            }
            // Those who were asked there have gone on in their minds.
            None => work_out(self, self.players(), states_max),
        }
    }

    fn sample(&self, seed: i64, numbers: GameNumbers, totals: &mut GameTotals) -> bool {
        let mut session = self.session(Dice::new(Generator::Chacha8, seed, 0));
        for number in numbers.iter() {
            self.restart(&mut session, number);
            session.run(&mut ());
            if self.stop.is_stopped() {
                return false;
            }
            let (game, state) = (&self.game, session.state());
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

impl<G: WireForm> Forecaster for GameEntry<G> {
    fn forecast(
        &self,
        header: &mut Header,
        stop: &StopFlag,
    ) -> Result<Box<dyn Forecast>, RecordError> {
        Ok(Box::new(OddsPosition::<G>::new(header, stop)?))
    }
}
