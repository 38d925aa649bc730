//! The engine of sweeps that plays every game by its rules, turn by turn: one session, begun again
//! for each number, with players that forget.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::tiered_engine::TieredEngine;
use chase_engine::check_value::{CheckValue, ending_word};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Turn, known};
use chase_engine::header::Header;
use chase_engine::history::{By, SessionLog};
use chase_engine::seat::Seat;
use chase_engine::session::GameSession;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_kit::player_name::{BuiltInSeat, PlayerSpec, Unseated, named};
use chase_kit::sweep_engine::{EachGame, EngineKind, GameNumbers, SweepEngine};
use chase_kit::totals::{EndingKind, GameFailure, GamePlayed, GameTotals};
use chase_record::any::RecordError;
use chase_record::compile::compile;
use chase_record::entry::GameEntry;

/// A game that can be played many times over, by its numbers.
pub trait MakesSweepEngines {
    /// Makes an engine that plays games of a sweep with the header's scenario, players, dice and
    /// seed; the games' numbers are given to the engine later. `wanted` names the kind of engine;
    /// without it the fastest is taken, for as many games as it is told to expect. `stop` has
    /// players answer at once.
    ///
    /// # Errors
    /// As [`AnyGame::record`](chase_record::any::AnyGame::record). `None` is returned where there is no engine of
    /// the wanted kind for this header.
    fn sweep_engine(
        &self,
        header: &mut Header,
        wanted: Option<EngineKind>,
        stop: &StopFlag,
    ) -> Result<Option<Box<dyn SweepEngine>>, RecordError>;
}

/// Plays every game by its rules.
pub struct GeneralEngine<G: Playable> {
    game: Arc<G>,
    seats: Vec<BuiltInSeat<G>>,
    /// The dice of game 0.
    dice: Dice,
    /// Nothing before the first game, and after one in which a player gave up.
    session: Option<GameSession<G>>,
    stop: StopFlag,
}

/// A session log that only remembers whether anybody lost a turn.
#[derive(Default)]
struct LostTurnFlag(bool);

impl<G: Game> SessionLog<G> for LostTurnFlag {
    #[inline(always)]
    fn entry(&mut self, _: u64, by: By<G::Action>, _: u32, _: &[G::Event]) {
        self.0 |= by.forfeits().next().is_some();
    }
}

impl<G: Playable> GeneralEngine<G> {
    /// Sits built-in players down; `stop` has them answer at once.
    ///
    /// # Errors
    /// A name that no built-in player has, or a wrong number of names.
    pub fn new(
        game: Arc<G>,
        names: &[String],
        dice: Generator,
        seed: i64,
        stop: &StopFlag,
    ) -> Result<Self, Unseated> {
        let seats = (0..).map(Seat).zip(named(&*game, names)?);
        let sitting = |(seat, named): (Seat, PlayerSpec<G>)| BuiltInSeat {
            named: named.stopped_by(stop),
            known: known(&game, seat),
        };
        Ok(GeneralEngine {
            seats: seats.map(sitting).collect(),
            dice: Dice::new(dice, seed, 0),
            session: None,
            stop: stop.clone(),
            game,
        })
    }

    /// A session at the beginning of a game.
    fn begin(&mut self, number: u64) -> GameSession<G> {
        let seats = &self.seats;
        match self.session.take() {
            Some(mut session) => {
                session.restart(number, |seat, player| seats[seat.index()].renew(player));
                session
            }
            None => {
                let players = seats.iter().map(BuiltInSeat::make);
                let mut dice = self.dice.clone();
                dice.restart(number);
                GameSession::new(Arc::clone(&self.game), players.collect(), dice)
            }
        }
    }

    /// Plays one game. Who gives up in the middle leaves no session behind.
    #[inline]
    fn play_one(&mut self, number: u64, totals: &mut GameTotals) -> GamePlayed {
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut session = self.begin(number);
            let mut lost = LostTurnFlag::default();
            session.run(&mut lost);
            let ended = (!lost.0).then(|| ended(&session, number, totals));
            self.session = Some(session);
            ended
        }));
        let failed = match played {
            Ok(Some(game)) => {
                totals.add(&game);
                return game;
            }
            Ok(None) => GameFailure::Forfeit,
            Err(_) => GameFailure::Panic,
        };
        let check = CheckValue::of_game(number, ending_word(failed.cause(), &[]));
        totals.fail(number, failed, check.finish())
    }
}

/// The result of a session that is over.
#[inline]
fn ended<G: Game>(session: &GameSession<G>, number: u64, totals: &mut GameTotals) -> GamePlayed {
    let (game, state) = (session.game(), session.state());
    let Turn::Over(outcome) = game.turn(state) else {
        unreachable!("a session runs until its game is over");
    };
    let check = CheckValue::of_game(number, ending_word(&outcome.cause, &outcome.points));
    GamePlayed {
        number,
        ending: totals.ending(&EndingKind::of(&outcome)),
        cycles: u32::try_from(game.clock(state)).unwrap_or(u32::MAX),
        by: game.ended_by(state),
        check: game.check_state(state, check).finish(),
    }
}

impl<G: Playable> SweepEngine for GeneralEngine<G> {
    fn kind(&self) -> EngineKind {
        EngineKind::General
    }

    fn play(
        &mut self,
        numbers: GameNumbers,
        totals: &mut GameTotals,
        mut each: Option<&mut EachGame<'_>>,
    ) -> bool {
        for number in numbers.iter() {
            let game = self.play_one(number, totals);
            // Who was stopped has not thought to the end.
            if self.stop.is_stopped() {
                return false;
            }
            if let Some(each) = &mut each {
                each(&game, &totals.endings[game.ending].0);
            }
        }
        true
    }
}

impl<G: Playable> MakesSweepEngines for GameEntry<G> {
    fn sweep_engine(
        &self,
        header: &mut Header,
        wanted: Option<EngineKind>,
        stop: &StopFlag,
    ) -> Result<Option<Box<dyn SweepEngine>>, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        let (names, dice, seed) = (&header.players, header.dice, header.seed);
        // Names that sit nowhere are an error whatever engine is wanted.
        let rules = GeneralEngine::new(Arc::clone(&game), names, dice, seed, stop);
        let rules = Box::new(rules.map_err(RecordError::Player)?);
        let make = G::EXTRAS.compiled;
        let engine: Box<dyn SweepEngine> = match (wanted, make, G::EXTRAS.compiled_worth) {
            (Some(EngineKind::General), ..) | (None, None, _) => rules,
            (Some(EngineKind::Compiled), make, _) => {
                return Ok(make.and_then(|make| make(&game, names, dice, seed)));
            }
            (None, Some(make), None) => make(&game, names, dice, seed).unwrap_or(rules),
            (None, Some(make), Some(worth)) => {
                let (worth, names) = (worth(&game, names), names.clone());
                let tables = move || make(&game, &names, dice, seed);
                Box::new(TieredEngine::new(rules, worth, Box::new(tables)))
            }
        };
        Ok(Some(engine))
    }
}
