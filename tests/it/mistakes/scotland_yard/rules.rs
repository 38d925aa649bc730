//! The rules of Scotland Yard with each mistake: who may move where, what it costs, when it is over, which
//! events are let in, and who is told what. All else is as the game has it.

use std::sync::Arc;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Audience, Fault, Forfeit, ForfeitCause, Game, Masked, Outcome, Turn};
use chase::engine::seat::Seat;
use chase::games::scotland_yard::{
    Action, Ending, Event, Illegal, Known, MR_X, PendingLegs, ScotlandYard, State, Ticket,
    TicketLeg, Transport, View,
};

use super::super::same;
use super::game::{BrokenScenario, BrokenYard, ending};

type Applied = Result<(), Illegal>;
type Decided = Result<Vec<Event>, Illegal>;

/// What comes of an action by the rules.
fn decided(game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
    let (mut events, dice) = (Vec::new(), &mut Dice::new(ScotlandYard::DICE, 0, 0));
    game.decide(state, seat, action, dice, &mut events)?;
    Ok(events)
}

/// The moves of a seat by the rules.
pub fn listed(game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
    let mut buffer = Vec::new();
    game.legal(state, seat, &mut buffer).to_vec()
}

/// The state with these detectives off the board.
fn without(state: &State, are_gone: impl Fn(Seat) -> bool) -> State {
    let mut state = state.clone();
    for (seat, place) in (1..).map(Seat).zip(&mut state.public.detectives) {
        if are_gone(seat) {
            *place = 0;
        }
    }
    state
}

/// An event where these detectives are in nobody's way. How the game is over is not known after it.
fn applied_without(
    game: &ScotlandYard,
    state: &mut State,
    event: &Event,
    are_gone: impl Fn(Seat) -> bool,
) -> Applied {
    let mut alone = without(state, &are_gone);
    game.apply(&mut alone, event)?;
    let places = alone.public.detectives.iter_mut().zip(&state.public.detectives);
    for (seat, (place, before)) in (1..).map(Seat).zip(places) {
        if are_gone(seat) {
            *place = *before;
        }
    }
    *state = State { verdict: None, ..alone };
    Ok(())
}

/// An event as it is applied to another state.
fn applied_to(
    game: &ScotlandYard,
    state: &mut State,
    event: &Event,
    edit: impl FnOnce(&mut State),
) -> Applied {
    let mut other = state.clone();
    edit(&mut other);
    game.apply(&mut other, event)?;
    *state = other;
    Ok(())
}

/// Whether this is the second leg of a double move.
fn is_second_leg(state: &State, event: &Event) -> bool {
    let PendingLegs { leg, second, started } = state.due;
    matches!(event, Event::RoundStarted { .. }) && leg.is_some() && second.is_none() && !started
}

/// Whether a bus goes between the stations, and only the other way.
fn is_against_the_bus(from: u16, leg: TicketLeg) -> bool {
    leg.ticket == Ticket::Bus && leg.to < from
}

impl BrokenYard {
    fn moves(&self, state: &State, seat: Seat) -> Vec<Action> {
        let game = &self.game;
        let mut all = listed(game, state, seat);
        match self.mistake() {
            "DetectiveOntoDetective" => {
                all = listed(game, &without(state, |other| ![MR_X, other].contains(&seat)), seat);
            }
            "OntoDetectiveUncaught" => all = listed(game, &without(state, |_| seat == MR_X), seat),
            "DoubleInTheLastRound" => {
                let mut early = state.clone();
                early.public.round = early.public.round.min(game.setting().rounds() - 2);
                all = listed(game, &early, seat);
            }
            "BusOneWay" => all.retain(|action| match *action {
                Action::Move(leg) => !is_against_the_bus(state.station(seat), leg),
                Action::Double { first, second } => {
                    !is_against_the_bus(state.station(seat), first)
                        && !is_against_the_bus(first.to, second)
                }
                Action::Pass => true,
            }),
            "StationListedTwice" => {
                for action in &mut all {
                    if let Action::Move(TicketLeg { ticket, to }) = action
                        && let Some(way) = game.setting().board.way(state.station(seat), *to)
                        && way.has(Transport::Bus)
                    {
                        *ticket = Ticket::Taxi;
                    }
                }
            }
            "LastWayMissing" if all.len() > 1 => all.truncate(all.len() - 1),
            "PassMissing" => all.retain(|action| *action != Action::Pass),
            "MovesTellWhereHeIs" if seat != MR_X => {
                all.retain(|action| !matches!(action, Action::Move(leg) if leg.to == state.mr_x));
                if all.is_empty() {
                    all.push(Action::Pass);
                }
            }
            _ => {}
        }
        all
    }

    fn decided(&self, state: &State, seat: Seat, action: &Action) -> Decided {
        let game = &self.game;
        let is_listed = || self.moves(state, seat).contains(action);
        match (self.mistake(), action) {
            ("DetectiveOntoDetective", _) => {
                decided(game, &without(state, |other| ![MR_X, other].contains(&seat)), seat, action)
            }
            ("OntoDetectiveUncaught", _) => {
                decided(game, &without(state, |_| seat == MR_X), seat, action)
            }
            ("DoubleCountsOneRound", _) => {
                let mut events = decided(game, state, seat, action)?;
                for event in &mut events {
                    if let Event::RoundStarted { round, .. } = event {
                        *round = state.public.round + 1;
                    }
                }
                Ok(events)
            }
            ("BusOneWay", _) if !is_listed() => Err(Illegal::OutOfOrder),
            ("MovesTellWhereHeIs", _) if seat != MR_X && !is_listed() => Err(Illegal::OutOfOrder),
            ("PassDecidedAlways" | "MovesTellWhereHeIs", Action::Pass) if seat != MR_X => {
                Ok(vec![Event::Passed { seat }])
            }
            ("AnyTicketPays", Action::Move(TicketLeg { ticket, to })) => {
                let goes_there = |it: &&Action| matches!(it, Action::Move(leg) if leg.to == *to);
                let held = &state.public.tickets[seat.index()];
                match listed(game, state, seat).iter().find(goes_there) {
                    Some(other) if held[*ticket as usize] > 0 => decided(game, state, seat, other),
                    _ => decided(game, state, seat, action),
                }
            }
            ("WaysOfNoStation", Action::Move(leg) | Action::Double { first: leg, .. }) => {
                assert!(game.setting().board.ways(leg.to).iter().all(|way| way.to != leg.to));
                decided(game, state, seat, action)
            }
            _ => decided(game, state, seat, action),
        }
    }

    /// What comes of an event where the mistake stands before it, if it does.
    fn applied_otherwise(&self, state: &mut State, event: &Event) -> Option<Applied> {
        let game = &self.game;
        let applied = match (self.mistake(), event) {
            ("DetectiveOntoDetective", Event::Moved { seat, .. } | Event::Passed { seat })
                if *seat != MR_X =>
            {
                let applied = applied_without(game, state, event, |other| other != *seat);
                if applied.is_ok() {
                    state.verdict = ending(game, state);
                }
                applied
            }
            (
                "OntoDetectiveUncaught",
                Event::Doubled { .. }
                | Event::RoundStarted { .. }
                | Event::Moved { seat: MR_X, .. },
            ) => applied_without(game, state, event, |_| true),
            ("DoubleCountsOneRound", _) if is_second_leg(state, event) => {
                applied_to(game, state, event, |state| state.public.round -= 1)
            }
            ("SecondLegUnchecked", Event::RoundStarted { ticket, to, .. })
                if is_second_leg(state, event) =>
            {
                let leg = TicketLeg { ticket: *ticket, to: *to };
                applied_to(game, state, event, |state| state.due.leg = Some(leg))
            }
            ("MovesTellWhereHeIs", Event::Moved { seat, to, .. })
                if *seat != MR_X && *to == state.mr_x =>
            {
                Err(Illegal::OutOfOrder)
            }
            ("MovesTellWhereHeIs", Event::Passed { seat })
                if *seat != MR_X
                    && *seat == state.public.current
                    && self.moves(state, *seat) == [Action::Pass] =>
            {
                // A lost turn passes on too.
                let cause = ForfeitCause::Timeout;
                game.apply(state, &Event::Forfeited { seat: *seat, cause })
            }
            ("AnythingHappens", _) => game.apply(state, event).or(Ok(())),
            ("MovesOutOfTurn", Event::Moved { seat, .. })
                if *seat != MR_X && state.public.current != MR_X && *seat < Seat(game.seats()) =>
            {
                applied_to(game, state, event, |state| state.public.current = *seat)
            }
            ("AnyRound", Event::RoundStarted { ticket, to, .. }) => {
                let (round, ticket, to) = (state.public.round + 1, *ticket, *to);
                game.apply(state, &Event::RoundStarted { round, ticket, to })
            }
            ("AnyEnding", Event::GameOver { .. }) => {
                let cause = state.verdict?;
                game.apply(state, &Event::GameOver { cause })
            }
            ("SecondLegForgotten", Event::Moved { seat: MR_X, .. }) if state.due.leg.is_none() => {
                Err(Illegal::OutOfOrder)
            }
            _ => return None,
        };
        Some(applied)
    }
}

impl Game for BrokenYard {
    const NAME: &'static str = ScotlandYard::NAME;
    const RULES: u32 = ScotlandYard::RULES;
    const CYCLE: &'static str = ScotlandYard::CYCLE;
    const DICE: Generator = ScotlandYard::DICE;

    type Scenario = BrokenScenario;
    type State = State;
    type Known = Known;
    type View<'a> = View<'a>;
    type Seen = Event;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    same! {
        fn seats(&self) -> u8;
        fn seat_name(&self, seat: Seat) -> String;
        fn sides(&self) -> &'static [&'static str];
        fn start(&self) -> State;
        fn known(&self, seat: Seat) -> Known;
    }

    fn new(scenario: BrokenScenario) -> Result<Self, Fault> {
        let game = Arc::new(ScotlandYard::new(scenario.town.clone())?);
        Ok(BrokenYard { scenario, game })
    }

    fn scenario(&self) -> &BrokenScenario {
        &self.scenario
    }

    fn clock(&self, state: &State) -> u64 {
        match state.verdict {
            Some(_) if self.has("ClockGoesBack") => 0,
            _ => self.game.clock(state),
        }
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        let last = self.game.last_possible_cycle();
        last.map(|last| if self.has("BoundTooLow") { last / 2 } else { last })
    }

    fn turn(&self, state: &State) -> Turn {
        match self.game.turn(state) {
            Turn::Over(outcome) if self.has("StuckIsADraw") && outcome.cause == "stuck" => {
                Turn::Over(Outcome::draw("stuck", 2))
            }
            Turn::Over(outcome) if self.has("EscapeLoses") && outcome.cause == "escaped" => {
                Turn::Over(Outcome::won("escaped", 1, 2))
            }
            turn => turn,
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        let is_valid = || self.game.is_valid_state(state);
        match self.mistake() {
            "SeenIsInvalid" => is_valid() && state.public.last_known == 0,
            "EveryStateIsValid" => true,
            "ValidityPanics" => {
                let is_joined = |at: &u16| !self.game.setting().board.ways(*at).is_empty();
                let there = &state.public.detectives[..usize::from(self.game.seats()) - 1];
                (!state.public.opened || there.iter().all(is_joined)) && is_valid()
            }
            _ => is_valid(),
        }
    }

    fn legal<'a>(&'a self, state: &State, seat: Seat, buffer: &'a mut Vec<Action>) -> &'a [Action] {
        buffer.extend(self.moves(state, seat));
        buffer
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        _: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Applied {
        out.extend(self.decided(state, seat, action)?);
        Ok(())
    }

    fn world(&self, state: &State, dice: &mut Dice, out: &mut Vec<Event>) {
        let mut events = Vec::new();
        self.game.world(state, dice, &mut events);
        match (self.mistake(), events.first_mut()) {
            ("StartTakenTwice", Some(Event::Opened { stations })) => stations[2] = stations[1],
            ("RotationNotCompleted", _) => events.retain(|it| *it != Event::RotationCompleted),
            _ => {}
        }
        out.extend(events);
    }

    fn forfeit(&self, state: &State, seat: Seat, why: &Forfeit, out: &mut Vec<Event>) {
        if seat == MR_X || !self.has("LostTurnUntold") {
            self.game.forfeit(state, seat, why, out);
        }
    }

    fn apply(&self, state: &mut State, event: &Event) -> Applied {
        if let Some(applied) = self.applied_otherwise(state, event) {
            return applied;
        }
        let (before, applied) = (state.mr_x, self.game.apply(state, event));
        let public = &mut state.public;
        if let ("RefusedAndPaid", Err(_), Event::Moved { seat, ticket, .. }) =
            (self.mistake(), &applied, event)
        {
            let held = public.tickets.get_mut(seat.index()).map(|held| &mut held[*ticket as usize]);
            held.into_iter().for_each(|held| *held = held.saturating_sub(1));
        }
        applied?;
        match (self.mistake(), event) {
            ("TicketsNotTaken", Event::Moved { seat, ticket, .. }) if *seat != MR_X => {
                public.tickets[seat.index()][*ticket as usize] += 1;
            }
            ("TicketsNotGiven", Event::Moved { seat, ticket, .. }) if *seat != MR_X => {
                public.tickets[MR_X.index()][*ticket as usize] -= 1;
            }
            ("SecretTicketNotTaken", Event::RoundStarted { ticket: Ticket::Secret, .. }) => {
                public.tickets[MR_X.index()][Ticket::Secret as usize] += 1;
            }
            ("DoubleTicketNotTaken", Event::Doubled { .. }) => {
                public.tickets[MR_X.index()][Ticket::Double as usize] += 1;
            }
            ("LostTurnWins", Event::Forfeited { seat: MR_X, .. }) => {
                state.verdict = Some(Ending::Escaped);
            }
            ("LastKnownIsWhereHeIs", Event::RoundStarted { .. }) => public.last_known = state.mr_x,
            ("LastKnownIsOneMoveOld", Event::RoundStarted { round, .. })
                if !self.game.setting().reveals(*round) =>
            {
                public.last_known = before;
            }
            ("SecondLegForgotten", _) => state.due.second = None,
            _ => {}
        }
        let missed = match self.mistake() {
            "CapturedAtTheEndOfTheRotation" if public.current != MR_X => Some(Ending::Captured),
            "LastRoundNotTheLast" => Some(Ending::Escaped),
            "CorneredNotNoticed" => Some(Ending::Cornered),
            "StuckNotNoticed" => Some(Ending::Stuck),
            "LostTurnOfMrXPasses" => Some(Ending::Forfeited),
            _ => None,
        };
        if missed.is_some() && state.public.ended.is_none() && state.verdict == missed {
            state.verdict = None;
        }
        Ok(())
    }

    fn event_matches(&self, before: &State, seat: Seat, action: &Action, event: &Event) -> bool {
        match (action, event) {
            (Action::Move(leg), Event::Moved { to, .. } | Event::RoundStarted { to, .. })
                if self.has("EventOfAnyTicket") =>
            {
                leg.to == *to
            }
            _ => self.game.event_matches(before, seat, action, event),
        }
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        let view = self.game.view(state, seat);
        if self.has("ViewHoldsStation") { View { mr_x: Some(state.mr_x), ..view } } else { view }
    }

    /// The view takes the station where he is for the one where he was last seen for a round more.
    fn masked(&self, state: &State, _: Seat) -> Option<Masked<Self>> {
        let mut state = self.has("ShownOneRoundMore").then(|| state.clone())?;
        if self.game.setting().reveals(state.public.round.wrapping_sub(1)) {
            state.public.last_known = state.mr_x;
        }
        Some(Masked { game: None, state })
    }

    fn audience(&self, before: &State, event: &Event) -> Audience {
        match event {
            Event::Passed { seat } | Event::Moved { seat, .. }
                if self.has("OutsideTheAudience") =>
            {
                Audience::One(*seat)
            }
            _ => self.game.audience(before, event),
        }
    }

    fn seen(&self, before: &State, event: &Event, seat: Seat) -> Option<Event> {
        let setting = self.game.setting();
        let is_told = match (self.mistake(), event) {
            // A part of it is told with his stations.
            ("StartTold", Event::Opened { .. })
            | ("RoundToldWithStation", Event::RoundStarted { .. })
            | ("MoveToldWithStation", Event::Moved { .. })
            | ("DoubleToldWithStations", Event::Doubled { .. }) => true,
            ("ShowsHimselfEarly", Event::RoundStarted { round, .. }) => setting.reveals(round + 1),
            _ => false,
        };
        if is_told {
            return Some(event.clone());
        }
        let told = self.game.seen(before, event, seat)?;
        if let Event::RoundStarted { to: true_to, .. } = event
            && let Event::RoundStarted { round, ticket: Ticket::Secret, to } = told
            && self.has("TransportOfSecretTold")
        {
            let way = setting.board.way(before.mr_x, *true_to)?;
            let ticket = match Transport::ALL.into_iter().rfind(|it| way.has(*it))? {
                Transport::Taxi => Ticket::Taxi,
                Transport::Bus => Ticket::Bus,
                Transport::Underground => Ticket::Underground,
                Transport::Ferry => Ticket::Secret,
            };
            return Some(Event::RoundStarted { round, ticket, to });
        }
        Some(told)
    }
}
