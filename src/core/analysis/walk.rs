//! The analysis of a typed game: it takes in a recording turn by turn and values the turns that could have
//! gone otherwise.

use std::cell::OnceCell;

use super::known_states::KnownStates;
use super::look::{RecordedTurn, Valuer};
use super::outcomes::outcomes;
use super::solved::solved_states;
use super::{Analyses, AnalysisBudget, Decider, GameAnalysis, Look};
use crate::any::{RecordError, RecordedHistory};
use crate::budget::StopFlag;
use crate::compile::compile;
use crate::dice::DrawOwner;
use crate::entry::GameEntry;
use crate::extras::Belief;
use crate::fold::Broken;
use crate::game::Seat;
use crate::header::Header;
use crate::history::{By, HistoryCycle};
use crate::odds::moment::OddsPosition;
use crate::player::PlayerSpec;
use crate::protocol::WireForm;
use crate::replayer::Replayer;
use crate::secrets::Secrets;

/// The player whose choices have known odds: it draws among the legal actions.
const RANDOM: &str = "random";

/// The number of the moment after the last turn, among those of turns.
const NOW: u64 = u32::MAX as u64;

/// A recorded game on its way through an analysis.
pub(super) struct RecordedGame<G: WireForm> {
    pub position: OddsPosition<G>,
    /// The names of the players of the recording.
    recorded: Vec<String>,
    pub budget: AnalysisBudget,
    pub turns: Vec<RecordedTurn<G>>,
    /// The turns that could have gone otherwise, as places in `turns`.
    open: Vec<usize>,
    /// The values of states of turns whose rest of the game is solved.
    solved: OnceCell<KnownStates>,
}

impl<G: WireForm + Secrets> RecordedGame<G> {
    /// Nothing was played yet; from each outcome these players go on.
    pub(super) fn new(
        header: &Header,
        going_on: Vec<String>,
        budget: AnalysisBudget,
        stop: &StopFlag,
    ) -> Result<Self, RecordError> {
        let mut playing_on = Header { players: going_on, ..header.clone() };
        Ok(RecordedGame {
            position: OddsPosition::<G>::new(&mut playing_on, stop)?,
            recorded: header.players.clone(),
            budget: AnalysisBudget { seed: own_seed(budget.seed), ..budget },
            turns: Vec::new(),
            open: Vec::new(),
            solved: OnceCell::new(),
        })
    }

    /// Takes in the turns of a cycle.
    pub(super) fn take_in(&mut self, cycle: HistoryCycle<'_, G>) -> Result<(), Broken> {
        let mut past = self.position.past.len();
        self.position.take_in(cycle)?;
        for (entry, events) in cycle.turns() {
            self.turns.push(RecordedTurn {
                turn: self.turns.len() as u64,
                cycle: cycle.number,
                by: entry.by.clone(),
                past,
                before: self.position.past[past].0.clone(),
                events: events.to_vec(),
            });
            past += events.len();
        }
        Ok(())
    }

    /// What values turns; it solves the end of the game when it is first asked for.
    fn valuer(&self) -> Valuer<'_, G> {
        let valuer = Valuer { position: &self.position, budget: self.budget, solved: None };
        let solved = || {
            let open: Vec<_> = self.open.iter().map(|place| &self.turns[*place]).collect();
            solved_states(&valuer, &open, &self.position.stop)
        };
        Valuer { solved: Some(self.solved.get_or_init(solved)), ..valuer }
    }

    /// What a belief has become by a turn.
    pub(super) fn learned(
        &self,
        mut belief: Box<dyn Belief<G>>,
        until: &RecordedTurn<G>,
    ) -> Box<dyn Belief<G>> {
        let game = &self.position.game;
        let earlier = self.turns.iter().take_while(|it| it.turn < until.turn);
        for turn in earlier {
            belief.take_turn(game, &turn.before, &turn.by, &turn.events);
            let past = &self.position.past[turn.past..turn.past + turn.events.len()];
            for (before, event) in past {
                belief.take_event(game, before, event);
            }
        }
        belief
    }

    /// True if a seat's player draws among the legal actions.
    fn is_random(&self, seat: Seat) -> bool {
        let name = self.recorded.get(seat.index());
        let named = name.and_then(|name| PlayerSpec::<G>::parse(name).ok());
        named.is_some_and(|named| named.plain_name() == RANDOM)
    }

    /// True if a turn could have gone otherwise.
    fn is_open(&self, turn: &RecordedTurn<G>) -> bool {
        let game = &*self.position.game;
        let seat = match &turn.by {
            By::World => {
                let draws = outcomes(game, &turn.before, self.budget.seed, 0, |dice, events| {
                    dice.turn_to(DrawOwner::World);
                    game.world(&turn.before, dice, events);
                });
                return draws.len() > 1;
            }
            By::Joint(_) | By::Forfeit(..) => return true,
            By::Action(seat, _) => *seat,
        };
        let mut buffer = Vec::new();
        let legal = game.legal(&turn.before, seat, &mut buffer);
        let [only] = legal else {
            return true;
        };
        let draws = outcomes(game, &turn.before, self.budget.seed, 0, |dice, events| {
            dice.turn_to(DrawOwner::Seat(seat));
            // What is legal is not refused.
            let _ = game.decide(&turn.before, seat, only, dice, events);
        });
        draws.len() > 1
    }
}

impl<G: WireForm + Secrets> GameAnalysis for RecordedGame<G> {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.solved.take();
        let replay = now.as_any().downcast_ref::<Replayer<G>>();
        let Some(cycle) = replay.and_then(Replayer::newest) else {
            return Ok(());
        };
        let before = self.turns.len();
        self.take_in(cycle)?;
        let places = before..self.turns.len();
        let open: Vec<_> = places.filter(|place| self.is_open(&self.turns[*place])).collect();
        self.open.extend(open);
        Ok(())
    }

    fn looks(&self) -> usize {
        self.open.len()
    }

    fn look(&self, n: usize) -> Look {
        let (turn, game) = (&self.turns[self.open[n]], &self.position.game);
        let valuer = self.valuer();
        let seat = match &turn.by {
            By::World => return valuer.draw(turn, Decider::Rules, valuer.draws(turn)),
            By::Joint(joint) => return valuer.unjudged(turn, joint.seats().iter().collect()),
            By::Action(seat, _) | By::Forfeit(seat, _) => *seat,
        };
        if self.is_random(seat) && matches!(turn.by, By::Action(..)) {
            let draws = valuer.draws_of(turn, seat, &self.recorded[seat.index()]);
            return valuer.draw(turn, Decider::DrawOf(seat), draws);
        }
        if !game.hides_from(seat) {
            return valuer.choice(turn, seat);
        }
        let belief = G::EXTRAS.belief.and_then(|make| make(game, seat));
        let judged = belief.and_then(|it| valuer.believed(turn, seat, self.learned(it, turn)));
        judged.unwrap_or_else(|| valuer.unjudged(turn, vec![seat]))
    }

    fn now(&self) -> Vec<i64> {
        let valuer = self.valuer();
        valuer.moment(self.position.past.len(), self.position.state(), NOW)
    }
}

impl<G: WireForm + Secrets> Analyses for GameEntry<G> {
    fn analysis(
        &self,
        header: &mut Header,
        going_on: &[String],
        budget: AnalysisBudget,
        stop: &StopFlag,
    ) -> Result<Box<dyn GameAnalysis>, RecordError> {
        let going_on = going_on.to_vec();
        let analysed = RecordedGame::<G>::new(header, going_on, budget, stop)?;
        Ok(Box::new(analysed))
    }

    fn usual_players(&self, header: &mut Header) -> Result<Vec<String>, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        Ok(usual_players(&*game, &header.players))
    }
}

/// By seat, who plays on if nobody asks for another.
pub(super) fn usual_players<G: WireForm>(game: &G, recorded: &[String]) -> Vec<String> {
    let seats = (0..game.seats()).map(Seat);
    let name = |seat: Seat| usual_player::<G>(recorded.get(seat.index()), seat);
    seats.map(name).collect()
}

/// The seed of the dice of an analysis: a game that was recorded with the seed that was asked for has other dice.
fn own_seed(seed: i64) -> i64 {
    let mut text = b"chase analysis, seed ".to_vec();
    text.extend_from_slice(&seed.to_le_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&blake3::hash(&text).as_bytes()[..8]);
    i64::from_le_bytes(bytes)
}

/// The game's own for an analysis; else the recorded player, if it answers without a search; else one that
/// draws.
fn usual_player<G: WireForm>(recorded: Option<&String>, seat: Seat) -> String {
    let sits = |name: &str| PlayerSpec::<G>::for_seat(name, seat).ok();
    let mut own = G::EXTRAS.plays_on.iter().filter_map(|name| sits(name));
    let recorded = recorded.and_then(|name| sits(name));
    let recorded = recorded.filter(|named| !named.is_limited());
    let named = own.next().or(recorded).or_else(|| sits(RANDOM));
    let first = || G::players().first().map(|kind| kind.name.to_owned());
    let named = named.map(|named| named.to_string());
    named.or_else(first).unwrap_or_default()
}
