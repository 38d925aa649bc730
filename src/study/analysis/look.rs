//! One turn of a recording, valued: every outcome that it could have had, and what was played among them.

use super::known_states::KnownStates;
use super::mark::stake;
use super::outcomes::{
    OutcomeValues, TurnOutcome, after, best_of, carry_out, moments, outcomes, standard_error,
    with_states,
};
use super::playouts::{PositionValue, exact, play};
use super::{ActionValue, AnalysisBudget, Decider, Gain, Look, Method, WIN};
use crate::any_value::Value;
use crate::odds::moment::{AnyPlayer, OddsPosition};
use chase_engine::dice::{Dice, DrawOwner, Generator};
use chase_engine::game::{Seat, Turn};
use chase_engine::history::By;

/// How many times as many positions a search looks at when a gain is confirmed.
const FURTHER: u64 = 4;

/// Turns of the line that could have followed a better action.
const LINE_TURNS: usize = 6;

/// A turn of the recording.
pub(super) struct RecordedTurn {
    pub turn: u64,
    pub cycle: u64,
    pub by: By<Value>,
    /// The number of events before the turn.
    pub past: usize,
    pub before: Value,
    pub events: Vec<Value>,
}

/// Values turns of one game.
pub(super) struct Valuer<'a> {
    /// The players who go on, and all that was played.
    pub position: &'a OddsPosition,
    pub budget: AnalysisBudget,
    /// States whose values are known.
    pub solved: Option<&'a KnownStates>,
}

/// A possible action with what it leads to.
pub(super) struct Candidate {
    pub action: Option<Value>,
    pub outcomes: Vec<TurnOutcome>,
}

impl Valuer<'_> {
    /// The number of the first game of a turn.
    pub(super) fn first_game(turn: u64) -> u64 {
        turn << 32
    }

    /// The number of the dice by which outcomes of a turn are drawn where there are too many: that of none of
    /// its games.
    fn drawn_outcomes(turn: u64) -> u64 {
        Self::first_game(turn) + (1 << 31)
    }

    /// The position after an outcome of a turn.
    pub(super) fn position(&self, turn: &RecordedTurn, outcome: &TurnOutcome) -> OddsPosition {
        let (more, state) = with_states(self.position.rules(), &turn.before, &outcome.events);
        self.position.at(turn.past, more, state)
    }

    /// Values positions that are compared: all exactly, or all by games.
    pub(super) fn values(
        &self,
        positions: &[OddsPosition],
        turn: u64,
    ) -> (Method, Vec<PositionValue>) {
        let known = |it: &OddsPosition| self.solved?.value(&it.state);
        let all: Option<Vec<_>> = positions.iter().map(known).collect();
        if let Some(values) = all {
            return (Method::Solved, values);
        }
        if let Some(values) = self.searched(positions) {
            return (Method::Search(self.budget.nodes), values);
        }
        let states_max = self.budget.states_max;
        let all: Option<Vec<_>> = positions.iter().map(|it| exact(it, states_max)).collect();
        if let Some(values) = all {
            return (Method::Exact, values);
        }
        let first = Self::first_game(turn);
        let value =
            |it: &OddsPosition| exact(it, 0).unwrap_or_else(|| play(it, self.budget, first));
        let values: Vec<_> = positions.iter().map(value).collect();
        let has_drawn = |it: &PositionValue| matches!(it, PositionValue::Games(_));
        let method = match values.iter().any(has_drawn) {
            true => Method::Games(self.budget.games),
            false => Method::OneGame,
        };
        (method, values)
    }

    /// Values positions by the game's own search, where it has one and is to use it.
    fn searched(&self, positions: &[OddsPosition]) -> Option<Vec<PositionValue>> {
        let nodes = self.budget.nodes;
        if nodes == 0 || !self.position.rules().searches() {
            return None;
        }
        let value = |it: &OddsPosition| {
            exact(it, 0).or_else(|| {
                let found = it.rules().evaluate(&it.state, &it.past, nodes)?;
                Some(PositionValue::Line(found.shares))
            })
        };
        let value = |it: &OddsPosition| match it.rules().turn(&it.state) {
            Turn::World => value(&self.after_the_rules(it)),
            _ => value(it),
        };
        positions.iter().map(value).collect()
    }

    /// True if a choice may be marked by what the game's own search finds in a position.
    fn may_mark(&self, position: &OddsPosition) -> bool {
        let game = position.rules();
        match game.turn(&position.state) {
            Turn::Over(_) => true,
            Turn::World => self.may_mark(&self.after_the_rules(position)),
            Turn::Seat(_) | Turn::Seats(_) => game
                .evaluate(&position.state, &position.past, self.budget.nodes)
                .is_some_and(|found| found.may_mark),
        }
    }

    /// A position after the turns of the rules, which draw nothing where a game has a search.
    fn after_the_rules(&self, position: &OddsPosition) -> OddsPosition {
        let game = position.rules();
        let mut dice = Dice::new(Generator::Chacha8, self.budget.seed, 0);
        let (mut more, mut state) = (Vec::new(), position.state.clone());
        while matches!(game.turn(&state), Turn::World) {
            let mut events = Vec::new();
            carry_out(game, &state, None, &mut dice, &mut events);
            let (told, after) = with_states(game, &state, &events);
            more.extend(told);
            state = after;
        }
        position.at(position.past.len(), more, state)
    }

    /// The states that a turn could have led to, and the one before it.
    pub(super) fn states(&self, turn: &RecordedTurn) -> Vec<Value> {
        let game = self.position.rules();
        let mut states = vec![turn.before.clone(), after(game, &turn.before, &turn.events)];
        let outcomes = match &turn.by {
            By::World => vec![self.draws(turn, None)],
            By::Action(seat, _) | By::Forfeit(seat, _) => {
                self.candidates(turn, *seat).into_iter().map(|it| it.outcomes).collect()
            }
            By::Joint(_) => Vec::new(),
        };
        states.extend(outcomes.into_iter().flatten().map(|it| it.state));
        states
    }

    /// The outcomes of a turn of the rules, or of an action.
    pub(super) fn draws(
        &self,
        turn: &RecordedTurn,
        action: Option<(Seat, &Value)>,
    ) -> Vec<TurnOutcome> {
        let (game, number) = (self.position.rules(), Self::drawn_outcomes(turn.turn));
        outcomes(game, &turn.before, self.budget.seed, number, |dice, events| {
            carry_out(game, &turn.before, action, dice, events);
        })
    }

    /// The value of one moment, by side.
    pub(super) fn moment(&self, count: usize, state: &Value, turn: u64) -> Vec<i64> {
        let position = self.position.at(count, Vec::new(), state.clone());
        self.values(&[position], turn).1[0].mean()
    }

    /// What a turn led to in the recording.
    pub(super) fn played_outcome(&self, turn: &RecordedTurn) -> TurnOutcome {
        TurnOutcome {
            state: after(self.position.rules(), &turn.before, &turn.events),
            events: turn.events.clone(),
            chance: 1.0,
        }
    }

    /// A turn that is not judged: what it changed is the difference of two moments.
    pub(super) fn unjudged(&self, turn: &RecordedTurn, seats: Vec<Seat>) -> Look {
        let before = self.position.at(turn.past, Vec::new(), turn.before.clone());
        let played = self.played_outcome(turn);
        let (method, values) = self.values(&[before, self.position(turn, &played)], turn.turn);
        let (before, after) = (values[0].mean(), values[1].mean());
        let nothing = vec![0; before.len()];
        let mut look =
            look(turn, Decider::Unjudged(seats), method, before, nothing.clone(), nothing, after);
        look.hidden = difference(&look.after, &look.before);
        look
    }

    /// A turn in which only draws decide.
    pub(super) fn draw(
        &self,
        turn: &RecordedTurn,
        decider: Decider,
        mut outcomes: Vec<TurnOutcome>,
    ) -> Look {
        let played = self.add_played(turn, &mut outcomes);
        let positions: Vec<_> = outcomes.iter().map(|it| self.position(turn, it)).collect();
        let (method, values) = self.values(&positions, turn.turn);
        let after = values[played].mean();
        let before = OutcomeValues::of(&outcomes, values).mean();
        let draws = difference(&after, &before);
        let nothing = vec![0; before.len()];
        look(turn, decider, method, before, nothing, draws, after)
    }

    /// The index of what was played among outcomes. Where outcomes were drawn and it is not among them, it is
    /// added with probability 0: it is valued as they are, and does not count in their mean.
    fn add_played(&self, turn: &RecordedTurn, outcomes: &mut Vec<TurnOutcome>) -> usize {
        if let Some(place) = outcomes.iter().position(|it| it.events == turn.events) {
            return place;
        }
        outcomes.push(TurnOutcome { chance: 0.0, ..self.played_outcome(turn) });
        outcomes.len() - 1
    }

    /// A turn in which a seat chose, with full sight of the game.
    pub(super) fn choice(&self, turn: &RecordedTurn, seat: Seat) -> Look {
        let game = self.position.rules();
        let side = game.side(seat);
        let mut candidates = self.candidates(turn, seat);
        let is_played = |it: &Candidate| match &turn.by {
            By::Action(_, action) => it.action.as_ref() == Some(action),
            _ => it.action.is_none(),
        };
        let chosen = candidates.iter().position(is_played).unwrap_or_else(|| {
            candidates.push(Candidate { action: None, outcomes: Vec::new() });
            candidates.len() - 1
        });
        let played = self.add_played(turn, &mut candidates[chosen].outcomes);
        if candidates[chosen].action.is_none() {
            // A lost turn has this one outcome.
            candidates[chosen].outcomes[played].chance = 1.0;
        }
        let (method, all) = self.candidate_values(turn, &candidates);
        let means: Vec<Vec<i64>> = all.iter().map(OutcomeValues::mean).collect();
        let best = best_of(&means, side, chosen);
        let after = all[chosen].values[played].mean();
        let draws = difference(&after, &means[chosen]);
        let change = difference(&means[chosen], &means[best]);
        let mut gain = self.gain(method, side, chosen, best, &all, &means);
        if let Some(gain) = gain.as_mut().filter(|it| it.games == 0) {
            let compared = [&candidates[gain.action], &candidates[chosen]];
            gain.is_confirmed &= method != Method::Exact || !self.is_one_line(turn, compared);
            if !gain.is_confirmed {
                let further = self.gain_further(turn, side, compared).unwrap_or(0);
                gain.mean = gain.mean.min(further);
                gain.is_confirmed = further > 0;
            }
        }
        let decider = Decider::Choice(seat);
        let mut look = look(turn, decider, method, means[best].clone(), change, draws, after);
        look.line = gain.map_or_else(Vec::new, |gain| self.line(turn, &candidates[gain.action]));
        look.gain = gain;
        look.side = Some(side);
        let actions = candidates.iter().map(|it| it.action.as_ref());
        look.actions = self.action_values(turn, seat, actions, &all, (method, Some(chosen)));
        look
    }

    /// The values of actions that are compared.
    pub(super) fn candidate_values(
        &self,
        turn: &RecordedTurn,
        candidates: &[Candidate],
    ) -> (Method, Vec<OutcomeValues>) {
        let positions: Vec<_> = candidates
            .iter()
            .flat_map(|it| it.outcomes.iter().map(|it| self.position(turn, it)))
            .collect();
        let (method, values) = self.values(&positions, turn.turn);
        let mut values = values.into_iter();
        let all = candidates.iter().map(|it| {
            let values = values.by_ref().take(it.outcomes.len());
            OutcomeValues::of(&it.outcomes, values.collect())
        });
        (method, all.collect())
    }

    /// Actions with their values for the seat's side; `chosen` was played.
    pub(super) fn action_values<'b>(
        &self,
        turn: &RecordedTurn,
        seat: Seat,
        actions: impl Iterator<Item = Option<&'b Value>>,
        all: &[OutcomeValues],
        (method, chosen): (Method, Option<usize>),
    ) -> Vec<ActionValue> {
        let side = self.position.rules().side(seat);
        let games = method.games();
        let value = |(at, (action, values)): (usize, (_, &OutcomeValues))| ActionValue {
            words: self.words(&turn.before, seat, action),
            value: values.mean()[side],
            error: games.map_or(0, |games| standard_error(values, side, games)),
            is_played: Some(at) == chosen,
        };
        actions.zip(all).enumerate().map(value).collect()
    }

    /// The legal actions of a seat, each with what it leads to.
    pub(super) fn candidates(&self, turn: &RecordedTurn, seat: Seat) -> Vec<Candidate> {
        let candidate = |action| {
            let outcomes = self.draws(turn, Some((seat, &action)));
            Candidate { action: Some(action), outcomes }
        };
        self.position.rules().legal(&turn.before, seat).into_iter().map(candidate).collect()
    }

    /// The gain of the best action. With games, the action is chosen by every second game and its gain
    /// measured on the others, so that it is not chosen for its luck.
    pub(super) fn gain(
        &self,
        method: Method,
        side: usize,
        chosen: usize,
        best: usize,
        all: &[OutcomeValues],
        means: &[Vec<i64>],
    ) -> Option<Gain> {
        let (Method::Games(games) | Method::Belief(games)) = method else {
            return (best != chosen).then(|| Gain {
                action: best,
                mean: means[best][side] - means[chosen][side],
                games: 0,
                stake: 1.0,
                is_confirmed: matches!(method, Method::Solved | Method::Exact),
            });
        };
        let games = games as usize;
        let half = |at: usize| -> f64 {
            let numbers = (0..games).step_by(2);
            numbers.map(|game| all[at].of_game(side, game)).sum()
        };
        let sums: Vec<f64> = (0..all.len()).map(half).collect();
        let better =
            (0..all.len()).rev().max_by(|one, other| sums[*one].total_cmp(&sums[*other]))?;
        if better == chosen || sums[better] <= sums[chosen] {
            return None;
        }
        let gains = (1..games)
            .step_by(2)
            .map(|game| all[better].of_game(side, game) - all[chosen].of_game(side, game));
        let gains: Vec<f64> = gains.collect();
        let (mean, _) = moments(&gains);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "a gain is at most a billion"
        )]
        let mean = (mean * WIN as f64).round() as i64;
        Some(Gain {
            action: better,
            mean: mean.min(means[better][side] - means[chosen][side]),
            stake: stake(&gains),
            games: u32::try_from(gains.len()).unwrap_or(u32::MAX),
            is_confirmed: false,
        })
    }

    /// True if an exact value rests on one line of play, in which the players who go on choose and nothing is drawn: it
    /// proves nothing, as another move of theirs could lead elsewhere.
    fn is_one_line(&self, turn: &RecordedTurn, compared: [&Candidate; 2]) -> bool {
        let two = AnalysisBudget { games: 2, ..self.budget };
        compared.into_iter().flat_map(|it| &it.outcomes).any(|outcome| {
            let position = self.position(turn, outcome);
            let is_line = || play(&position, two, Self::first_game(turn.turn));
            exact(&position, 0).is_none() && matches!(is_line(), PositionValue::Line(_))
        })
    }

    /// The gain of the first of two actions over the second for a side when the players who go on, or the game's own
    /// search, look at four times as many positions; nothing where nobody searches.
    fn gain_further(
        &self,
        turn: &RecordedTurn,
        side: usize,
        compared: [&Candidate; 2],
    ) -> Option<i64> {
        let searches = self.budget.nodes > 0 && self.position.rules().searches();
        let further = match searches {
            true => None,
            false => Some(OddsPosition {
                table: self.position.table.searching_further(FURTHER)?,
                state: self.position.state.clone(),
                past: self.position.past.clone(),
            }),
        };
        let valuer = Valuer {
            position: further.as_ref().unwrap_or(self.position),
            budget: AnalysisBudget { nodes: self.budget.nodes * FURTHER, ..self.budget },
            solved: None,
        };
        let value = |candidate: &Candidate| {
            let outcome = candidate.outcomes.first()?;
            let position = valuer.position(turn, outcome);
            if searches && !valuer.may_mark(&position) {
                return None;
            }
            let (_, values) = valuer.values(&[position], turn.turn);
            Some(values.first()?.mean()[side])
        };
        Some(value(compared[0])? - value(compared[1])?)
    }

    /// The first turns of a game that could have followed an action, in words.
    fn line(&self, turn: &RecordedTurn, candidate: &Candidate) -> Vec<String> {
        let game = self.position.rules();
        let most = candidate.outcomes.iter().rev();
        let Some(likely) = most.max_by(|one, other| one.chance.total_cmp(&other.chance)) else {
            return Vec::new();
        };
        let position = self.position(turn, likely);
        let mut session = position.table.session(self.budget.seed);
        session.restart(Self::first_game(turn.turn) + 1, &position.state, &position.past);
        let mut line = Vec::new();
        while line.len() < LINE_TURNS {
            let before = session.state();
            let Some(by) = session.step() else {
                line.extend(self.ending(&before));
                break;
            };
            if let By::Action(seat, action) = by {
                let words = self.words(&before, seat, Some(&action));
                let name = game.seat_name(seat);
                line.push(match name.is_empty() {
                    true => words,
                    false => format!("{name} {words}"),
                });
            }
        }
        line
    }

    fn ending(&self, state: &Value) -> Option<String> {
        match self.position.rules().turn(state) {
            Turn::Over(outcome) => Some(outcome.cause.replace('_', " ")),
            _ => None,
        }
    }

    /// An action in words; of a lost turn, these.
    fn words(&self, state: &Value, seat: Seat, action: Option<&Value>) -> String {
        let Some(action) = action else {
            return "loses its turn".into();
        };
        let words = self.position.rules().action_words(state, seat, action);
        String::from_utf8_lossy(&words).into_owned()
    }

    /// The outcomes of a turn of a seat whose player draws with known odds.
    pub(super) fn draws_of(
        &self,
        turn: &RecordedTurn,
        seat: Seat,
        mut player: Box<dyn AnyPlayer>,
    ) -> Vec<TurnOutcome> {
        let game = self.position.rules();
        let number = Self::drawn_outcomes(turn.turn);
        outcomes(game, &turn.before, self.budget.seed, number, |dice, events| {
            dice.turn_to(DrawOwner::Seat(seat));
            if let Ok(action) = player.choose(&turn.before, seat, dice) {
                let _ = game.decide(&turn.before, seat, &action, dice, events);
            }
        })
    }
}

/// A look without actions.
pub(super) fn look(
    turn: &RecordedTurn,
    decider: Decider,
    method: Method,
    before: Vec<i64>,
    choice: Vec<i64>,
    draws: Vec<i64>,
    after: Vec<i64>,
) -> Look {
    Look {
        turn: turn.turn,
        cycle: turn.cycle,
        decider,
        method,
        before,
        choice,
        hidden: vec![0; draws.len()],
        draws,
        after,
        actions: Vec::new(),
        side: None,
        gain: None,
        loss: 0,
        mark: None,
        line: Vec::new(),
    }
}

pub(super) fn difference(one: &[i64], other: &[i64]) -> Vec<i64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}
