//! Plays a recorded history again: every action is decided again with the recorded dice, and
//! every built-in player is asked again what it would do.
//!
//! The fold holds a history against the rules; this holds it against its own dice and players. What
//! a recording shares with the one it goes on from was played by others, which it does not name:
//! there only who acted, and whether the action was legal, is looked at.

use std::any::Any;
use std::sync::Arc;

use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::fold::Broken;
use chase_engine::game::{BrokenRule, Seat, SeatSight, Turn, known};
use chase_engine::header::{Header, to_json};
use chase_engine::history::{By, HistoryCycle, SeatChoice, TurnEntry};
use chase_engine::seated_players::SeatedPlayers;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_kit::player_name::PlayerSpec;
use chase_record::any::{AnyGame, RecordedHistory};
use chase_record::entry::GameEntry;
use chase_record::replayer::Replayer;

/// An audit behind the rim.
pub trait Auditor: Send {
    /// Audits the newest cycle of a replay that is read from its beginning.
    ///
    /// # Errors
    /// The turn whose recorded action or events differ from the replayed ones.
    ///
    /// # Panics
    /// If the replay is of another game.
    fn check(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken>;

    /// Two numbers: the players that were asked again, and all players. Only built-in players whose
    /// choices repeat themselves are asked.
    fn players_asked(&self) -> (usize, usize);
}

/// A game whose recordings can be audited.
pub trait MakesAuditors: AnyGame {
    /// Plays a recorded history again beside its fold: one of this game, of which nothing was
    /// read yet. The players answer at once when `stop` is set; what the audit says is of no use from
    /// then on. Nothing for a history of another game.
    fn auditor(
        &self,
        now: &dyn RecordedHistory,
        header: &Header,
        stop: &StopFlag,
    ) -> Option<Box<dyn Auditor>>;
}

/// An audit on its way.
pub struct Audit<G: Playable> {
    game: Arc<G>,
    state: G::State,
    dice: Dice,
    /// Nothing for a seat whose player is not built in, or thinks by the clock.
    players: SeatedPlayers<G>,
    /// The last cycle of the recording that this one goes on from.
    shared_until: Option<u64>,
    legal: Vec<G::Action>,
    events: Vec<G::Event>,
}

impl<G: Playable> Audit<G> {
    /// Before the first cycle.
    #[must_use]
    pub fn new(game: Arc<G>, header: &Header) -> Self {
        Self::stopped_by(game, header, &StopFlag::default())
    }

    /// Begins an audit whose players answer at once when a flag is set; its findings are of no use
    /// from then on.
    pub fn stopped_by(game: Arc<G>, header: &Header, stop: &StopFlag) -> Self {
        let players = (0..game.seats()).zip(&header.players).map(|(seat, name)| {
            let seat = Seat(seat);
            let named = PlayerSpec::<G>::for_seat(name, seat).ok();
            let named = named.filter(PlayerSpec::is_reproducible);
            named.map(|named| named.stopped_by(stop).make(known(&game, seat)))
        });
        Audit {
            players: SeatedPlayers::new(&game, players.collect()),
            state: game.start(),
            dice: header.dice(),
            shared_until: header.shared_until(),
            game,
            legal: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The turn that comes after everything that was audited.
    pub fn turn_now(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Audits the next cycle, which the fold has let in.
    ///
    /// # Errors
    /// The turn whose recorded action or events differ from the replayed ones.
    pub fn cycle(&mut self, cycle: HistoryCycle<'_, G>) -> Result<(), Broken> {
        let is_shared = self.shared_until.is_some_and(|last| cycle.number <= last);
        for (entry, events) in cycle.turns() {
            let audited = match is_shared {
                true => self.shared_turn(entry, events),
                false => self.turn(entry, events),
            };
            audited.map_err(|(seat, rule)| Broken {
                unit: G::CYCLE,
                cycle: cycle.number,
                seat: seat.map(|seat| self.game.seat_name(seat)),
                rule,
            })?;
        }
        Ok(())
    }

    /// Takes over a turn that others played.
    fn shared_turn(
        &mut self,
        entry: &TurnEntry<G::Action>,
        stored: &[G::Event],
    ) -> Result<(), (Option<Seat>, String)> {
        let seat = entry.by.seat();
        if let By::Action(seat, action) = &entry.by {
            self.legal.clear();
            let legal = self.game.legal_in(&self.state, *seat, &mut self.legal);
            if !legal.contains(action) {
                return Err((Some(*seat), not_legal(action)));
            }
        }
        for (luck, words) in entry.draws() {
            self.dice.turn_to(luck);
            self.dice.skip(words);
        }
        let applied = self.apply(stored);
        applied.map_err(|rule| (seat, rule.to_string()))
    }

    fn turn(
        &mut self,
        entry: &TurnEntry<G::Action>,
        stored: &[G::Event],
    ) -> Result<(), (Option<Seat>, String)> {
        let words = self.dice.words();
        self.events.clear();
        let seat = match &entry.by {
            By::World => {
                self.dice.turn_to(DrawOwner::World);
                self.game.world_in(&self.state, &mut self.dice, &mut self.events);
                None
            }
            By::Action(seat, action) => {
                let decided = self.decide_again(*seat, action);
                decided.map_err(|what| (Some(*seat), what))?;
                Some(*seat)
            }
            // The fold has held a forfeit's events against the rules.
            By::Forfeit(seat, _) => {
                self.dice.turn_to(DrawOwner::Seat(*seat));
                if self.players.at(*seat).is_some() {
                    return Err((Some(*seat), BUILT_IN_FORFEIT.into()));
                }
                self.dice.skip(u64::from(entry.words));
                self.events.extend_from_slice(stored);
                Some(*seat)
            }
            By::Joint(joint) => {
                for choice in joint.choices() {
                    let again = self.choose_again(choice);
                    again.map_err(|what| (Some(choice.seat), what))?;
                }
                self.dice.turn_to(DrawOwner::World);
                let (state, chosen) = (&self.state, joint.chosen());
                self.events.extend(self.game.decide_joint(state, &chosen, &mut self.dice));
                None
            }
        };
        if self.events != stored {
            let (again, stored) = (to_json(&self.events), to_json(&stored));
            return Err((
                seat,
                format!("by the rules this leads to {again}; the recording has {stored}"),
            ));
        }
        let drawn = self.dice.words() - words;
        if drawn != u64::from(entry.words) {
            let stored = entry.words;
            return Err((seat, other_words(drawn, stored)));
        }
        let applied = self.apply(stored);
        applied.map_err(|rule| (seat, rule.to_string()))
    }

    /// Asks the seat's player again, if it is built in, and the rules in any case.
    fn decide_again(&mut self, seat: Seat, action: &G::Action) -> Result<(), String> {
        self.dice.turn_to(DrawOwner::Seat(seat));
        self.ask_again(seat, action)?;
        self.game
            .decide_in(&self.state, seat, action, &mut self.dice, &mut self.events)
            .map_err(|rule| rule.to_string())
    }

    /// Asks the player of a seat of several again, if it is built in.
    fn choose_again(&mut self, choice: &SeatChoice<G::Action>) -> Result<(), String> {
        self.dice.turn_to(DrawOwner::Seat(choice.seat));
        if self.players.at(choice.seat).is_none() {
            self.dice.skip(u64::from(choice.words));
            return Ok(());
        }
        let Ok(action) = &choice.chosen else {
            return Err(BUILT_IN_FORFEIT.into());
        };
        let words = self.dice.words();
        self.ask_again(choice.seat, action)?;
        let (drawn, stored) = (self.dice.words() - words, choice.words);
        match drawn == u64::from(stored) {
            true => Ok(()),
            false => Err(other_words(drawn, stored)),
        }
    }

    /// Holds an action against what the seat's player chooses again, if it is built in.
    fn ask_again(&mut self, seat: Seat, action: &G::Action) -> Result<(), String> {
        let Some(player) = self.players.at(seat) else {
            return Ok(());
        };
        self.legal.clear();
        let legal = self.game.legal_in(&self.state, seat, &mut self.legal);
        let sight = SeatSight::new(&*self.game, &self.state, seat);
        if !legal.contains(action) {
            return Err(not_legal(action));
        }
        match player.choose(&sight.view(), legal, &mut self.dice) {
            Ok(chosen) if chosen == *action => Ok(()),
            Ok(chosen) => {
                let (again, stored) = (to_json(&chosen), to_json(action));
                Err(format!("played again, it chooses {again}; the recording has {stored}"))
            }
            Err(failure) => Err(format!("played again it loses its turn: {}", failure.detail)),
        }
    }

    /// Shows the players what was recorded, and goes on to the state after it.
    fn apply(&mut self, events: &[G::Event]) -> Result<(), BrokenRule> {
        for event in events {
            self.players.show(&self.game, &self.state, event);
            self.game.apply(&mut self.state, event)?;
        }
        Ok(())
    }
}

const BUILT_IN_FORFEIT: &str =
    "the recording has a lost turn, but a built-in player never loses one";

fn not_legal(action: &impl serde::Serialize) -> String {
    format!("{} is not among the legal actions", to_json(action))
}

fn other_words(drawn: u64, stored: u32) -> String {
    format!("by the rules this draws {drawn} random words; the recording has {stored}")
}

impl<G: Playable> Auditor for Audit<G> {
    fn check(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        let now: &dyn Any = now.as_any();
        let moment = now.downcast_ref::<Replayer<G>>();
        let moment = moment.expect("an audit is of the replay's own game");
        moment.newest().map_or(Ok(()), |cycle| self.cycle(cycle))
    }

    fn players_asked(&self) -> (usize, usize) {
        (self.players.count(), self.players.seats())
    }
}

impl<G: Playable> MakesAuditors for GameEntry<G> {
    fn auditor(
        &self,
        now: &dyn RecordedHistory,
        header: &Header,
        stop: &StopFlag,
    ) -> Option<Box<dyn Auditor>> {
        let now = now.as_any().downcast_ref::<Replayer<G>>()?;
        let game = Arc::clone(now.game());
        Some(Box::new(Audit::stopped_by(game, header, stop)))
    }
}
