//! Plays a recorded history again: every action is decided again with the recorded dice, and
//! every built-in player is asked again what it would do.
//!
//! The fold holds a history against the rules; this holds it against its own dice and players.

use std::any::Any;
use std::sync::Arc;

use super::any::{AnyReplay, Auditor};
use super::dice::{Dice, Luck};
use super::fold::Broken;
use super::game::{Seat, Turn};
use super::header::{Header, to_json};
use super::history::{By, Cycle, Entry};
use super::player::{BuiltInPlayers, Named};
use super::replayer::Replayer;
use super::seated_players::SeatedPlayers;
use super::transcript::Transcript;

/// An audit on its way.
pub struct Audit<G: BuiltInPlayers> {
    game: Arc<G>,
    state: G::State,
    dice: Dice,
    /// Nothing for a seat whose player is not built in, or thinks by the clock.
    players: SeatedPlayers<G>,
    legal: Vec<G::Action>,
    events: Vec<G::Event>,
}

impl<G: BuiltInPlayers> Audit<G> {
    /// Before the first cycle.
    #[must_use]
    pub fn new(game: Arc<G>, header: &Header) -> Self {
        let players = (0..game.seats()).zip(&header.players).map(|(seat, name)| {
            let seat = Seat(seat);
            let named = Named::<G>::for_seat(name, seat).ok();
            let named = named.filter(Named::is_reproducible);
            named.map(|named| named.make(game.known(seat)))
        });
        Audit {
            players: SeatedPlayers::new(players.collect()),
            state: game.start(),
            dice: header.dice(),
            game,
            legal: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Whose turn it is after what was audited.
    #[must_use]
    pub fn turn_now(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Audits the next cycle, which the fold has let in.
    ///
    /// # Errors
    /// What was recorded and what comes out again.
    pub fn cycle(&mut self, cycle: Cycle<'_, G>) -> Result<(), Broken> {
        for (entry, events) in cycle.turns() {
            self.turn(entry, events).map_err(|(seat, rule)| Broken {
                unit: G::CYCLE,
                cycle: cycle.number,
                seat: seat.map(|seat| self.game.seat_name(seat)),
                rule,
            })?;
        }
        Ok(())
    }

    fn turn(
        &mut self,
        entry: &Entry<G::Action>,
        stored: &[G::Event],
    ) -> Result<(), (Option<Seat>, String)> {
        let words = self.dice.words();
        self.events.clear();
        let seat = match &entry.by {
            By::World => {
                self.dice.turn_to(Luck::World);
                self.game
                    .world(&self.state, &mut self.dice, &mut self.events);
                None
            }
            By::Action(seat, action) => {
                let decided = self.decide_again(*seat, action);
                decided.map_err(|rule| (Some(*seat), rule))?;
                Some(*seat)
            }
            // The fold has held a forfeit's events against the rules.
            By::Forfeit(seat, _) => {
                self.dice.turn_to(Luck::Seat(*seat));
                if self.players.at(*seat).is_some() {
                    let rule = "a built-in player never loses its turn".to_owned();
                    return Err((Some(*seat), rule));
                }
                self.dice.skip(u64::from(entry.words));
                self.events.extend_from_slice(stored);
                Some(*seat)
            }
        };
        if self.events != stored {
            let (again, stored) = (to_json(&self.events), to_json(&stored));
            let rule = format!("decided again it leads to {again}, recorded is {stored}");
            return Err((seat, rule));
        }
        let drawn = self.dice.words() - words;
        if drawn != u64::from(entry.words) {
            let stored = entry.words;
            let rule = format!("decided again it draws {drawn} words, recorded are {stored}");
            return Err((seat, rule));
        }
        self.take_in(stored).map_err(|rule| (seat, rule))
    }

    /// Asks the seat's player again, if it is built in, and the rules in any case.
    fn decide_again(&mut self, seat: Seat, action: &G::Action) -> Result<(), String> {
        self.dice.turn_to(Luck::Seat(seat));
        if let Some(player) = self.players.at(seat) {
            self.legal.clear();
            let legal = self.game.legal(&self.state, seat, &mut self.legal);
            let view = self.game.view(&self.state, seat);
            if !legal.contains(action) {
                return Err(format!(
                    "{} is not among the legal actions",
                    to_json(action)
                ));
            }
            let chosen = player.choose(&view, legal, &mut self.dice);
            match chosen {
                Ok(chosen) if chosen == *action => {}
                Ok(chosen) => {
                    let (chosen, action) = (to_json(&chosen), to_json(action));
                    return Err(format!(
                        "played again it chooses {chosen}, recorded is {action}"
                    ));
                }
                Err(failure) => {
                    let detail = failure.detail;
                    return Err(format!("played again it loses its turn: {detail}"));
                }
            }
        }
        self.game
            .decide(&self.state, seat, action, &mut self.dice, &mut self.events)
            .map_err(|rule| rule.to_string())
    }

    fn take_in(&mut self, events: &[G::Event]) -> Result<(), String> {
        for event in events {
            self.players.show(&self.game, &self.state, event);
            self.game
                .apply(&mut self.state, event)
                .map_err(|rule| rule.to_string())?;
        }
        Ok(())
    }
}

impl<G: Transcript> Auditor for Audit<G> {
    fn check(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        let now: &dyn Any = now.as_any();
        let moment = now.downcast_ref::<Replayer<G>>();
        let moment = moment.expect("an audit is of the replay's own game");
        moment.newest().map_or(Ok(()), |cycle| self.cycle(cycle))
    }

    fn players_asked(&self) -> (usize, usize) {
        (self.players.count(), self.players.seats())
    }
}
