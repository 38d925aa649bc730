//! Mistakes of the rules: who may move where, what it costs, and when it is over.

use chase::engine::game::{Game as _, Outcome, Turn};
use chase::engine::seat::Seat;
use chase::engine::transcript::Transcript as _;
use chase::games::scotland_yard::{
    Action, Ending, Event, MR_X, PendingLegs, ScotlandYard, State, Ticket, TicketLeg, Transport,
};

use super::Case;
use super::game::ending;
use super::mistake::{Applied, Decided, decided, listed, mistakes};

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

/// An event after which one way to be over is not noticed.
fn unless(game: &ScotlandYard, state: &mut State, event: &Event, missed: Ending) -> Applied {
    game.apply(state, event)?;
    if state.public.ended.is_none() && state.verdict == Some(missed) {
        state.verdict = None;
    }
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

mistakes! {
    /// There is none.
    NoMistake {}

    /// A detective may move onto another one.
    DetectiveOntoDetective {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            listed(game, &without(state, |other| ![MR_X, other].contains(&seat)), seat)
        }
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            decided(game, &without(state, |other| ![MR_X, other].contains(&seat)), seat, action)
        }
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            match *event {
                Event::Moved { seat, .. } | Event::Passed { seat } if seat != MR_X => {
                    applied_without(game, state, event, |other| other != seat)?;
                    state.verdict = ending(game, state);
                    Ok(())
                }
                _ => game.apply(state, event),
            }
        }
    }

    /// Mr X may move onto a detective, and is not caught by it.
    OntoDetectiveUncaught {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            listed(game, &without(state, |_| seat == MR_X), seat)
        }
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            decided(game, &without(state, |_| seat == MR_X), seat, action)
        }
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            match event {
                Event::Doubled { .. } | Event::RoundStarted { .. } | Event::Moved { seat: MR_X, .. } => {
                    applied_without(game, state, event, |_| true)
                }
                _ => game.apply(state, event),
            }
        }
    }

    /// The tickets of detectives are not taken.
    TicketsNotTaken {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if let Event::Moved { seat, ticket, .. } = *event && seat != MR_X {
                state.public.tickets[seat.index()][ticket as usize] += 1;
            }
            Ok(())
        }
    }

    /// Mr X does not get the tickets of the detectives.
    TicketsNotGiven {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if let Event::Moved { seat, ticket, .. } = *event && seat != MR_X {
                state.public.tickets[MR_X.index()][ticket as usize] -= 1;
            }
            Ok(())
        }
    }

    /// Mr X pays nothing with a secret ticket.
    SecretTicketNotTaken {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if let Event::RoundStarted { ticket: Ticket::Secret, .. } = event {
                state.public.tickets[MR_X.index()][Ticket::Secret as usize] += 1;
            }
            Ok(())
        }
    }

    /// A double move costs no double ticket.
    DoubleTicketNotTaken {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if let Event::Doubled { .. } = event {
                state.public.tickets[MR_X.index()][Ticket::Double as usize] += 1;
            }
            Ok(())
        }
    }

    /// A double move counts one round.
    DoubleCountsOneRound {
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            let mut events = decided(game, state, seat, action)?;
            for event in &mut events {
                if let Event::RoundStarted { round, .. } = event {
                    *round = state.public.round + 1;
                }
            }
            Ok(events)
        }
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            let is_second = is_second_leg(state, event);
            if is_second {
                let mut before = state.clone();
                before.public.round -= 1;
                game.apply(&mut before, event)?;
                *state = before;
                return Ok(());
            }
            game.apply(state, event)
        }
    }

    /// A double move is listed where one round is left.
    DoubleInTheLastRound {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            let mut early = state.clone();
            let rounds = game.setting().rounds();
            early.public.round = early.public.round.min(rounds - 2);
            listed(game, &early, seat)
        }
    }

    /// A second leg may go anywhere, and not where the double move said.
    SecondLegUnchecked {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            let is_second = is_second_leg(state, event);
            let mut before = state.clone();
            if let (true, Event::RoundStarted { ticket, to, .. }) = (is_second, event) {
                before.due.leg = Some(TicketLeg { ticket: *ticket, to: *to });
            }
            game.apply(&mut before, event)?;
            *state = before;
            Ok(())
        }
    }

    /// A capture is noticed when everybody has moved.
    CapturedAtTheEndOfTheRotation {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if state.public.ended.is_none() && state.public.current != MR_X && state.verdict == Some(Ending::Captured) {
                state.verdict = None;
            }
            Ok(())
        }
    }

    /// The game does not end with the last round.
    LastRoundNotTheLast {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            unless(game, state, event, Ending::Escaped)
        }
    }

    /// Mr X has not lost where he cannot move.
    CorneredNotNoticed {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            unless(game, state, event, Ending::Cornered)
        }
    }

    /// Nobody notices that no detective can move.
    StuckNotNoticed {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            unless(game, state, event, Ending::Stuck)
        }
    }

    /// It is a draw where no detective can move.
    StuckIsADraw {
        fn turn(&self, game: &ScotlandYard, state: &State) -> Turn {
            match game.turn(state) {
                Turn::Over(outcome) if outcome.cause == "stuck" => Turn::Over(Outcome::draw("stuck", 2)),
                turn => turn,
            }
        }
    }

    /// There are no words for the end in which no detective can move.
    NoWordsForStuck {
        fn ending_words(&self, game: &ScotlandYard, state: &State) -> String {
            match state.public.ended {
                Some(Ending::Stuck) => String::new(),
                _ => game.ending_words(state),
            }
        }
    }

    /// The detectives win where all rounds are used.
    EscapeLoses {
        fn turn(&self, game: &ScotlandYard, state: &State) -> Turn {
            match game.turn(state) {
                Turn::Over(outcome) if outcome.cause == "escaped" => {
                    Turn::Over(Outcome::won("escaped", 1, 2))
                }
                turn => turn,
            }
        }
    }

    /// Who has lost his turn as Mr X has escaped.
    LostTurnWins {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if let Event::Forfeited { seat: MR_X, .. } = event {
                state.verdict = Some(Ending::Escaped);
            }
            Ok(())
        }
    }

    /// The game goes on without a round where Mr X lost his turn.
    LostTurnOfMrXPasses {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            unless(game, state, event, Ending::Forfeited)
        }
    }

    /// The bus goes from the lower station to the higher one only.
    BusOneWay {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            let mut all = listed(game, state, seat);
            let from = state.station(seat);
            all.retain(|action| match *action {
                Action::Move(leg) => !is_against_the_bus(from, leg),
                Action::Double { first, second } => {
                    !is_against_the_bus(from, first) && !is_against_the_bus(first.to, second)
                }
                Action::Pass => true,
            });
            all
        }
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            match self.legal(game, state, seat).contains(action) {
                true => decided(game, state, seat, action),
                false => Err(chase::games::scotland_yard::Illegal::OutOfOrder),
            }
        }
    }

    /// Any ticket that is held pays.
    AnyTicketPays {
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            let Action::Move(TicketLeg { ticket, to }) = *action else {
                return decided(game, state, seat, action);
            };
            let goes_there = |it: &&Action| matches!(it, Action::Move(leg) if leg.to == to);
            let held = &state.public.tickets[seat.index()];
            match listed(game, state, seat).iter().find(goes_there) {
                Some(other) if held[ticket as usize] > 0 => decided(game, state, seat, other),
                _ => decided(game, state, seat, action),
            }
        }
    }

    /// A station with two ways to it stands in the list twice.
    StationListedTwice {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            let mut all = listed(game, state, seat);
            for action in &mut all {
                if let Action::Move(TicketLeg { ticket, to }) = action
                    && let Some(way) = game.setting().board.way(state.station(seat), *to)
                    && way.has(Transport::Bus)
                {
                    *ticket = Ticket::Taxi;
                }
            }
            all
        }
    }

    /// The last way from a station is missing in the list.
    LastWayMissing {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            let mut all = listed(game, state, seat);
            if all.len() > 1 {
                all.pop();
            }
            all
        }
    }

    /// Nothing is listed where a detective must pass.
    PassMissing {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            let mut all = listed(game, state, seat);
            all.retain(|action| *action != Action::Pass);
            all
        }
    }

    /// A detective that can move is let pass.
    PassDecidedAlways {
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            match action {
                Action::Pass if seat != MR_X => Ok(vec![Event::Passed { seat }]),
                _ => decided(game, state, seat, action),
            }
        }
    }

    /// The first of two stations is not looked up before its ways are.
    WaysOfNoStation {
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            if let Action::Move(leg) | Action::Double { first: leg, .. } = action {
                assert!(game.setting().board.ways(leg.to).iter().all(|way| way.to != leg.to));
            }
            decided(game, state, seat, action)
        }
    }

    /// Two detectives begin at one station.
    StartTakenTwice {
        fn world(
            &self,
            game: &ScotlandYard,
            state: &State,
            dice: &mut chase::engine::dice::Dice,
        ) -> Vec<Event> {
            let mut events = Vec::new();
            game.world(state, dice, &mut events);
            if let Some(Event::Opened { stations }) = events.first_mut() {
                stations[2] = stations[1];
            }
            events
        }
    }

    /// No rotation is completed.
    RotationNotCompleted {
        fn world(
            &self,
            game: &ScotlandYard,
            state: &State,
            dice: &mut chase::engine::dice::Dice,
        ) -> Vec<Event> {
            let mut events = Vec::new();
            game.world(state, dice, &mut events);
            events.retain(|event| *event != Event::RotationCompleted);
            events
        }
    }
}

pub const CASES: &[Case] = &[
    (&OntoDetectiveUncaught, &["oracle"]),
    (&SecretTicketNotTaken, &["states"]),
    (&SecondLegUnchecked, &["events"]),
    (&CapturedAtTheEndOfTheRotation, &["oracle"]),
    (&LostTurnWins, &["forfeits", "oracle"]),
    (&BusOneWay, &["symmetry", "events"]),
    (&AnyTicketPays, &["actions"]),
    (&StationListedTwice, &["actions"]),
    (&LastWayMissing, &["actions", "symmetry"]),
    (&StartTakenTwice, &["actions"]),
];

pub const CASES_NEAR_THE_END: &[Case] = &[
    (&RotationNotCompleted, &["turns"]),
    (&WaysOfNoStation, &["panics"]),
    (&DoubleCountsOneRound, &["states"]),
    (&DoubleTicketNotTaken, &["states"]),
    (&TicketsNotGiven, &["states"]),
    (&TicketsNotTaken, &["states"]),
    (&DetectiveOntoDetective, &["states"]),
    (&DoubleInTheLastRound, &["actions"]),
    (&LastRoundNotTheLast, &["oracle"]),
    (&CorneredNotNoticed, &["actions", "oracle"]),
    (&EscapeLoses, &["oracle"]),
    (&LostTurnOfMrXPasses, &["states"]),
    (&PassMissing, &["actions"]),
    (&PassDecidedAlways, &["actions"]),
];

pub const CASES_WITHOUT_TICKETS: &[Case] = &[
    (&StuckNotNoticed, &["oracle"]),
    (&StuckIsADraw, &["oracle"]),
    (&NoWordsForStuck, &["ending"]),
];
