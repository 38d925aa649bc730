//! Games of a match between built-in players of which nothing is kept but what came of them: no
//! header, no scenario as text, no seals. Where scenarios come again, so do games and players.

use std::sync::Arc;

use super::CommandOpenings;
use crate::commands::Commands;
use crate::openings::{Seated, Unrecorded, UnrecordedOutcome};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Game, Seat, known};
use chase_engine::history::{By, SessionLog};
use chase_engine::session::GameSession;
use chase_kit::budget::StopFlag;
use chase_kit::player_name::{BuiltInSeat, PlayerSpec, Unseated};
use chase_record::compile::check_seats;
use chase_world::error::Error;

/// Plays games that nobody records.
pub(super) struct Unrecording<'a, G: Commands> {
    opened: &'a CommandOpenings<G>,
    stop: StopFlag,
    /// The games that come again, each with its players.
    kept: Vec<UnrecordedGame<G>>,
}

/// A game that was played, and those who played it.
struct UnrecordedGame<G: Commands> {
    /// The number of its scenario; nothing for one that does not come again.
    scenario: Option<u64>,
    names: Vec<String>,
    seats: Vec<BuiltInSeat<G>>,
    session: GameSession<G>,
}

/// The turns that were lost.
struct Lost(Vec<(Seat, u64, Forfeit)>);

impl<G: Game> SessionLog<G> for Lost {
    #[inline(always)]
    fn entry(&mut self, cycle: u64, by: By<G::Action>, _: u32, _: &[G::Event]) {
        if let By::Forfeit(seat, why) = by {
            self.0.push((seat, cycle, *why));
        }
    }
}

impl<'a, G: Commands> Unrecording<'a, G> {
    /// The most games that are kept.
    const KEPT_MAX: usize = 64;

    pub(super) fn new(opened: &'a CommandOpenings<G>, stop: &StopFlag) -> Self {
        Unrecording { opened, stop: stop.clone(), kept: Vec::new() }
    }

    /// The place of a game with its players at the beginning.
    fn ready(&mut self, n: u64, number: u64, seated: &[Seated]) -> Result<usize, Error> {
        let scenario = self.opened.source.comes_again().map(|after| n % after.max(1));
        let names = || seated.iter().map(|it| it.name.as_str());
        let is_it = |kept: &UnrecordedGame<G>| {
            scenario.is_some() && kept.scenario == scenario && names().eq(kept.names.iter())
        };
        if let Some(place) = self.kept.iter().position(is_it) {
            let UnrecordedGame { seats, session, .. } = &mut self.kept[place];
            session.restart(number, |seat, player| seats[seat.index()].renew(player));
            return Ok(place);
        }
        if scenario.is_none() || self.kept.len() >= Self::KEPT_MAX {
            self.kept.clear();
        }
        let kept = self.begin(n, number, seated)?;
        self.kept.push(UnrecordedGame { scenario, ..kept });
        Ok(self.kept.len() - 1)
    }

    fn begin(&self, n: u64, number: u64, seated: &[Seated]) -> Result<UnrecordedGame<G>, Error> {
        let game = Arc::new(self.opened.source.game(n, seated)?);
        let unplayable = |fault| Error::new(format!("a scenario that cannot be played: {fault}"));
        check_seats(&*game).map_err(unplayable)?;
        let sit = |(seat, it): (Seat, &Seated)| {
            let named = PlayerSpec::<G>::for_seat(&it.name, seat).map_err(|why| {
                let seat = game.seat_name(seat);
                Error::new(Unseated::Seat { seat, why }.to_string())
            })?;
            Ok(BuiltInSeat { named: named.stopped_by(&self.stop), known: known(&game, seat) })
        };
        let seats = (0..).map(Seat).zip(seated).map(sit).collect::<Result<Vec<_>, Error>>()?;
        let players = seats.iter().map(BuiltInSeat::make);
        let dice = Dice::new(self.opened.dice, self.opened.seed, number);
        Ok(UnrecordedGame {
            scenario: None,
            names: seated.iter().map(|it| it.name.clone()).collect(),
            session: GameSession::new(Arc::clone(&game), players.collect(), dice),
            seats,
        })
    }
}

impl<G: Commands> Unrecorded for Unrecording<'_, G> {
    fn play(
        &mut self,
        n: u64,
        game: u64,
        seated: &[Seated],
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<UnrecordedOutcome>, Error> {
        let number = self.opened.number(n, game);
        let place = self.ready(n, number, seated)?;
        let session = &mut self.kept[place].session;
        let mut lost = Lost(Vec::new());
        let mut last = 0;
        while !is_stopped() {
            let clock = session.game().clock(session.state());
            if !session.cycle(&mut lost) {
                break;
            }
            last = clock;
        }
        if is_stopped() {
            return Ok(None);
        }
        let outcome = session.outcome();
        let amounts = G::EXTRAS.amounts.map(|it| (it.collected)(session.game(), session.state()));
        Ok(outcome.map(|outcome| UnrecordedOutcome { outcome, last, amounts, lost: lost.0 }))
    }
}
