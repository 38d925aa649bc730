//! The analysis of a recorded game: it takes in a recording turn by turn and values the turns that could have
//! gone otherwise.

use std::cell::OnceCell;
use std::rc::Rc;

use super::known_states::KnownStates;
use super::look::{RecordedTurn, Valuer};
use super::outcomes::{carry_out, outcomes};
use super::solved::solved_states;
use super::{Analyses, AnalysisBudget, Decider, GameAnalysis, Look};
use crate::odds::moment::{AnyBelief, OddsPosition, PlayedTurn};
use crate::odds::table_of::TableOf;
use chase_engine::fold::Broken;
use chase_engine::game::Seat;
use chase_engine::header::Header;
use chase_engine::history::By;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_kit::player_name::PlayerSpec;
use chase_record::any::{RecordError, RecordedHistory};
use chase_record::compile::compile;
use chase_record::entry::GameEntry;

/// The player whose choices have known odds: it draws among the legal actions.
const RANDOM: &str = "random";

/// The number of the moment after the last turn, among those of turns.
const NOW: u64 = u32::MAX as u64;

/// A recorded game on its way through an analysis.
pub(super) struct RecordedGame {
    pub position: OddsPosition,
    /// The names of the players of the recording.
    recorded: Vec<String>,
    pub budget: AnalysisBudget,
    pub turns: Vec<RecordedTurn>,
    /// The turns that could have gone otherwise, as places in `turns`.
    open: Vec<usize>,
    /// The values of states of turns whose rest of the game is solved.
    solved: OnceCell<KnownStates>,
}

impl RecordedGame {
    /// Nothing was played yet; from each outcome these players go on.
    pub(super) fn new<G: Playable>(
        header: &Header,
        going_on: Vec<String>,
        budget: AnalysisBudget,
        stop: &StopFlag,
    ) -> Result<Self, RecordError> {
        let mut playing_on = Header { players: going_on, ..header.clone() };
        let table = TableOf::<G>::new(&mut playing_on, stop)?;
        Ok(RecordedGame {
            position: OddsPosition::new(Rc::new(table)),
            recorded: header.players.clone(),
            budget: AnalysisBudget { seed: own_seed(budget.seed), ..budget },
            turns: Vec::new(),
            open: Vec::new(),
            solved: OnceCell::new(),
        })
    }

    /// Takes in some turns.
    pub(super) fn take_in(&mut self, turns: Vec<PlayedTurn>) -> Result<(), Broken> {
        for turn in turns {
            let (past, before) = (self.position.past.len(), self.position.state.clone());
            self.position.take_in(&turn)?;
            let PlayedTurn { cycle, by, events } = turn;
            let number = self.turns.len() as u64;
            self.turns.push(RecordedTurn { turn: number, cycle, by, past, before, events });
        }
        Ok(())
    }

    /// What values turns; it solves the end of the game when it is first asked for.
    fn valuer(&self) -> Valuer<'_> {
        let valuer = Valuer { position: &self.position, budget: self.budget, solved: None };
        let solved = || {
            let open: Vec<_> = self.open.iter().map(|place| &self.turns[*place]).collect();
            solved_states(&valuer, &open, self.position.table.stop())
        };
        Valuer { solved: Some(self.solved.get_or_init(solved)), ..valuer }
    }

    /// What a belief has become by a turn.
    pub(super) fn learned<'a>(
        &self,
        mut belief: Box<dyn AnyBelief + 'a>,
        until: &RecordedTurn,
    ) -> Box<dyn AnyBelief + 'a> {
        let earlier = self.turns.iter().take_while(|it| it.turn < until.turn);
        for turn in earlier {
            let past = &self.position.past[turn.past..turn.past + turn.events.len()];
            belief.take_turn(&turn.before, &turn.by, past);
        }
        belief
    }

    /// True if a turn could have gone otherwise.
    fn is_open(&self, turn: &RecordedTurn) -> bool {
        let game = self.position.rules();
        let legal;
        let action = match &turn.by {
            By::World => None,
            By::Joint(_) | By::Forfeit(..) => return true,
            By::Action(seat, _) => {
                legal = game.legal(&turn.before, *seat);
                let [only] = &legal[..] else { return true };
                Some((*seat, only))
            }
        };
        let draws = outcomes(game, &turn.before, self.budget.seed, 0, |dice, events| {
            carry_out(game, &turn.before, action, dice, events);
        });
        draws.len() > 1
    }
}

impl GameAnalysis for RecordedGame {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.solved.take();
        let before = self.turns.len();
        self.take_in(self.position.table.newest_turns(now))?;
        let places = before..self.turns.len();
        let open: Vec<_> = places.filter(|place| self.is_open(&self.turns[*place])).collect();
        self.open.extend(open);
        Ok(())
    }

    fn looks(&self) -> usize {
        self.open.len()
    }

    fn look(&self, n: usize) -> Look {
        let turn = &self.turns[self.open[n]];
        let valuer = self.valuer();
        let seat = match &turn.by {
            By::World => return valuer.draw(turn, Decider::Rules, valuer.draws(turn, None)),
            By::Joint(joint) => return valuer.unjudged(turn, joint.seats().iter().collect()),
            By::Action(seat, _) | By::Forfeit(seat, _) => *seat,
        };
        if let By::Action(..) = turn.by
            && let Some(name) = self.recorded.get(seat.index())
            && let Some(player) = self.position.table.named(name, RANDOM, seat)
        {
            let draws = valuer.draws_of(turn, seat, player);
            return valuer.draw(turn, Decider::DrawOf(seat), draws);
        }
        if !self.position.rules().hides_from(seat) {
            return valuer.choice(turn, seat);
        }
        let belief = self.position.table.belief(seat);
        let judged = belief.and_then(|it| valuer.believed(turn, seat, self.learned(it, turn)));
        judged.unwrap_or_else(|| valuer.unjudged(turn, vec![seat]))
    }

    fn now(&self) -> Vec<i64> {
        self.valuer().moment(self.position.past.len(), &self.position.state, NOW)
    }
}

impl<G: Playable> Analyses for GameEntry<G> {
    fn analysis(
        &self,
        header: &mut Header,
        going_on: &[String],
        budget: AnalysisBudget,
        stop: &StopFlag,
    ) -> Result<Box<dyn GameAnalysis>, RecordError> {
        let going_on = going_on.to_vec();
        Ok(Box::new(RecordedGame::new::<G>(header, going_on, budget, stop)?))
    }

    fn usual_players(&self, header: &mut Header) -> Result<Vec<String>, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        Ok(usual_players(&*game, &header.players))
    }
}

/// By seat, who plays on if nobody asks for another.
pub(super) fn usual_players<G: Playable>(game: &G, recorded: &[String]) -> Vec<String> {
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
fn usual_player<G: Playable>(recorded: Option<&String>, seat: Seat) -> String {
    let sits = |name: &str| PlayerSpec::<G>::for_seat(name, seat).ok();
    let mut own = G::EXTRAS.plays_on.iter().filter_map(|name| sits(name));
    let recorded = recorded.and_then(|name| sits(name)).filter(|named| !named.is_limited());
    let named = own.next().or(recorded).or_else(|| sits(RANDOM));
    let first = || G::players().first().map(|kind| kind.name.to_owned());
    named.map(|named| named.to_string()).or_else(first).unwrap_or_default()
}
