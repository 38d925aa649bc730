//! Scotland Yard with one mistake of its author: who may move where, what it costs, when it is over, which events are
//! let in, and who is told what.

use chase::checks::laws::Budget;
use std::sync::Arc;

use chase::engine::game::{ForfeitCause, Masks as _, Twin};
use chase::games::scotland_yard::scenario::PlayerSetup;
use chase::games::scotland_yard::{
    Action, Colour, Edge, Ending, Event, MR_X, PendingLegs, Purse, Scenario, ScotlandYard,
    StartLots, State, Station, Ticket, TicketLeg, Tickets, Transport,
};
use chase::kit::extras::{Claims, MakeInsight, Symmetry};
use chase::prelude::*;
use chase::record::replay::{History, HistoryCycle};

use super::{Broken, Mistaken, searched};

/// Where a mistake is looked for, and how far.
struct Ground {
    town: Scenario,
    budget: Budget,
}

fn player(colour: Colour, tickets: Tickets) -> PlayerSetup {
    PlayerSetup { colour, start: None, tickets: Purse::of(tickets) }
}

/// A town that is alike on both sides, in which every end of a game is near: a blind alley above, a ferry over the
/// middle, and buses below.
///
/// ```text
///       1
///       |
///   3 - 2 - 4
///   |   :   |
///   5 = : = 6
///    \\ : //
///       7
/// ```
fn small(rounds: u32, tickets: [Tickets; 3]) -> Ground {
    use Transport::{Bus, Ferry, Taxi};
    let taxis = [(1, 2), (2, 3), (2, 4), (3, 5), (4, 6), (5, 6), (5, 7), (6, 7)];
    let others = [Edge(5, 6, Bus), Edge(5, 7, Bus), Edge(6, 7, Bus), Edge(2, 7, Ferry)];
    let taxis = taxis.into_iter().map(|(a, b)| Edge(a, b, Taxi));
    let colours = [Colour::Black, Colour::Blue, Colour::Green].into_iter();
    let players = colours.zip(tickets).map(|(colour, tickets)| player(colour, tickets));
    Ground {
        town: Scenario {
            stations: (1..=7).collect(),
            edges: taxis.chain(others).collect(),
            rounds,
            reveals: vec![2],
            players: players.collect(),
            draw: StartLots { mr_x: vec![1, 7], detectives: vec![3, 4] },
        },
        budget: Budget { states: 60, games: 6, played: 2, draws: 16 },
    }
}

/// Mr X has tickets of all kinds, and a detective passes after its first move.
fn with_tickets() -> Ground {
    small(3, [[3, 1, 0, 1, 1], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0]])
}

/// There are few ways to go, so that a game is followed to its last round in order.
fn near_the_end() -> Ground {
    let mut ground = small(2, [[3, 0, 0, 1, 0], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0]]);
    ground.budget.states = 250;
    ground
}

/// The detectives can move once.
fn without_tickets() -> Ground {
    small(3, [[3, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]])
}

/// A town with room to hide: a ring of twelve stations by taxi, each joined with the one opposite by bus. Mr X can
/// begin in half of them.
fn with_room() -> Ground {
    use Transport::{Bus, Taxi};
    let nth = |n: Station| (n - 1) % 12 + 1;
    let edges = (1..=12).flat_map(|n| [Edge(n, nth(n + 1), Taxi), Edge(n, nth(n + 6), Bus)]);
    Ground {
        town: Scenario {
            stations: (1..=12).collect(),
            edges: edges.collect(),
            rounds: 5,
            reveals: vec![2, 4],
            players: vec![
                player(Colour::Black, [5, 0, 0, 1, 3]),
                player(Colour::Blue, [5, 0, 0, 0, 0]),
                player(Colour::Green, [5, 0, 0, 0, 0]),
            ],
            draw: StartLots { mr_x: vec![2, 4, 6, 8, 10, 12], detectives: vec![1, 7] },
        },
        budget: Budget { states: 2, games: 6, played: 6, draws: 16 },
    }
}

/// The station on the other side of the town that is alike on both.
fn mirrored_station(broken: &Broken<ScotlandYard>, station: Station) -> Station {
    match station {
        _ if broken.game.setting().board.stations().len() != 7 => station,
        3 | 4 => 7 - station,
        5 | 6 => 11 - station,
        middle => middle,
    }
}

fn mirrored(broken: &Broken<ScotlandYard>, state: &State) -> State {
    let mut state = state.clone();
    let turn = |station: &mut Station| *station = mirrored_station(broken, *station);
    turn(&mut state.mr_x);
    turn(&mut state.public.last_known);
    state.public.detectives.iter_mut().for_each(turn);
    let legs = [&mut state.due.leg, &mut state.due.second];
    legs.into_iter().flatten().for_each(|leg| turn(&mut leg.to));
    state
}

fn mirrored_action(broken: &Broken<ScotlandYard>, action: &Action) -> Action {
    let mut action = *action;
    let turn = |station: &mut Station| *station = mirrored_station(broken, *station);
    match &mut action {
        Action::Move(leg) => turn(&mut leg.to),
        Action::Double { first, second } => {
            turn(&mut first.to);
            turn(&mut second.to);
        }
        Action::Pass => {}
    }
    action
}

/// What comes of an action by the rules.
fn decided(game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided<Event> {
    game.decide(state, seat, action, &mut Dice::new(ScotlandYard::DICE, 0, 0))
}

fn refused<T>() -> Result<T, BrokenRule> {
    Err(BrokenRule::new("it is a mistake"))
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
) -> Result<(), BrokenRule> {
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
) -> Result<(), BrokenRule> {
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

/// How the game is over between two turns, worked out slowly by the lists of moves.
fn ending(game: &ScotlandYard, state: &State) -> Option<Ending> {
    let (setting, public) = (game.setting(), &state.public);
    let is_his_turn = public.current == MR_X;
    let stays = |seat| game.legal(state, seat) == [Action::Pass];
    if setting.detectives().any(|seat| public.detective(seat) == state.mr_x) {
        Some(Ending::Captured)
    } else if is_his_turn && game.legal(state, MR_X).is_empty() {
        Some(Ending::Cornered)
    } else if is_his_turn && public.round >= setting.rounds() {
        Some(Ending::Escaped)
    } else {
        setting.detectives().all(stays).then_some(Ending::Stuck)
    }
}

/// How the game ended: the second reckoning. That Mr X lost his turn is not to be seen on the board.
fn outcome(broken: &Broken<ScotlandYard>, state: &State) -> Option<Outcome> {
    let public = &state.public;
    let is_untold = state.verdict.is_some() && public.ended.is_none();
    if !public.opened || state.due.leg.is_some() || is_untold {
        return None;
    }
    let over = match public.ended {
        Some(Ending::Forfeited) => Ending::Forfeited,
        _ => ending(&broken.game, state)?,
    };
    let winner = match over {
        Ending::Escaped | Ending::Stuck => 0,
        Ending::Captured | Ending::Cornered | Ending::Forfeited => 1,
    };
    Some(Outcome::won(over.word(), winner, 2))
}

/// What comes of an event where the mistake stands before it, if it does.
fn applied_otherwise(
    game: &ScotlandYard,
    mistake: &str,
    state: &mut State,
    event: &Event,
) -> Option<Result<(), BrokenRule>> {
    let applied = match (mistake, event) {
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
            Event::Doubled { .. } | Event::RoundStarted { .. } | Event::Moved { seat: MR_X, .. },
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
            refused()
        }
        ("MovesTellWhereHeIs", Event::Passed { seat })
            if *seat != MR_X
                && *seat == state.public.current
                && game.own_legal(mistake, state, *seat) == [Action::Pass] =>
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
            refused()
        }
        _ => return None,
    };
    Some(applied)
}

impl Mistaken for ScotlandYard {
    const CLAIMS: Option<Claims<Broken<Self>>> = Some(Claims {
        symmetries: &[Symmetry {
            name: "mirror",
            state: mirrored,
            action: mirrored_action,
            seat: |seat| seat,
        }],
        outcome: Some(outcome),
        ..Claims::NONE
    });
    /// Nothing is worked out.
    const INSIGHT: Option<MakeInsight<Broken<Self>>> = Some(|_, _| None);

    fn own_turn(&self, mistake: &str, state: &State) -> Turn {
        match (mistake, self.turn(state)) {
            ("StuckIsADraw", Turn::Over(outcome)) if outcome.cause == "stuck" => {
                Turn::Over(Outcome::draw("stuck", 2))
            }
            ("EscapeLoses", Turn::Over(outcome)) if outcome.cause == "escaped" => {
                Turn::Over(Outcome::won("escaped", 1, 2))
            }
            (_, turn) => turn,
        }
    }

    fn own_valid(&self, mistake: &str, state: &State) -> bool {
        match mistake {
            "SeenIsInvalid" => self.is_valid_state(state) && state.public.last_known == 0,
            "ValidityPanics" => {
                let is_joined = |at: &u16| !self.setting().board.ways(*at).is_empty();
                let there = &state.public.detectives[..usize::from(self.seats()) - 1];
                (!state.public.opened || there.iter().all(is_joined)) && self.is_valid_state(state)
            }
            _ => self.is_valid_state(state),
        }
    }

    fn own_legal(&self, mistake: &str, state: &State, seat: Seat) -> Vec<Action> {
        let mut all = self.legal(state, seat);
        match mistake {
            "DetectiveOntoDetective" => {
                all = self.legal(&without(state, |other| ![MR_X, other].contains(&seat)), seat);
            }
            "OntoDetectiveUncaught" => all = self.legal(&without(state, |_| seat == MR_X), seat),
            "DoubleInTheLastRound" => {
                let mut early = state.clone();
                early.public.round = early.public.round.min(self.setting().rounds() - 2);
                all = self.legal(&early, seat);
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
                        && let Some(way) = self.setting().board.way(state.station(seat), *to)
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

    fn own_decide(
        &self,
        mistake: &str,
        state: &State,
        (seat, action): (Seat, &Action),
        _: &mut Dice,
    ) -> Decided<Event> {
        let is_listed = || self.own_legal(mistake, state, seat).contains(action);
        match (mistake, action) {
            ("DetectiveOntoDetective", _) => {
                decided(self, &without(state, |other| ![MR_X, other].contains(&seat)), seat, action)
            }
            ("OntoDetectiveUncaught", _) => {
                decided(self, &without(state, |_| seat == MR_X), seat, action)
            }
            ("DoubleCountsOneRound", _) => {
                let mut events = decided(self, state, seat, action)?;
                for event in &mut events {
                    if let Event::RoundStarted { round, .. } = event {
                        *round = state.public.round + 1;
                    }
                }
                Ok(events)
            }
            ("BusOneWay", _) if !is_listed() => refused(),
            ("MovesTellWhereHeIs", _) if seat != MR_X && !is_listed() => refused(),
            ("PassDecidedAlways" | "MovesTellWhereHeIs", Action::Pass) if seat != MR_X => {
                Ok(vec![Event::Passed { seat }])
            }
            ("AnyTicketPays", Action::Move(TicketLeg { ticket, to })) => {
                let goes_there = |it: &&Action| matches!(it, Action::Move(leg) if leg.to == *to);
                let held = &state.public.tickets[seat.index()];
                match self.legal(state, seat).iter().find(goes_there) {
                    Some(other) if held[*ticket as usize] > 0 => decided(self, state, seat, other),
                    _ => decided(self, state, seat, action),
                }
            }
            ("WaysOfNoStation", Action::Move(leg) | Action::Double { first: leg, .. }) => {
                assert!(self.setting().board.ways(leg.to).iter().all(|way| way.to != leg.to));
                decided(self, state, seat, action)
            }
            _ => decided(self, state, seat, action),
        }
    }

    fn own_world(&self, mistake: &str, state: &State, dice: &mut Dice) -> Vec<Event> {
        let mut events = self.world(state, dice);
        match (mistake, events.first_mut()) {
            ("StartTakenTwice", Some(Event::Opened { stations })) => stations[2] = stations[1],
            ("RotationNotCompleted", _) => events.retain(|it| *it != Event::RotationCompleted),
            _ => {}
        }
        events
    }

    fn own_forfeit(&self, mistake: &str, state: &State, seat: Seat, why: &Forfeit) -> Vec<Event> {
        match mistake {
            "LostTurnUntold" if seat != MR_X => Vec::new(),
            _ => self.forfeit(state, seat, why),
        }
    }

    fn own_apply(&self, mistake: &str, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        if let Some(applied) = applied_otherwise(self, mistake, state, event) {
            return applied;
        }
        let (before, applied) = (state.mr_x, self.apply(state, event));
        let public = &mut state.public;
        if let ("RefusedAndPaid", Err(_), Event::Moved { seat, ticket, .. }) =
            (mistake, &applied, event)
        {
            let held = public.tickets.get_mut(seat.index()).map(|held| &mut held[*ticket as usize]);
            held.into_iter().for_each(|held| *held = held.saturating_sub(1));
        }
        applied?;
        match (mistake, event) {
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
                if !self.setting().reveals(*round) =>
            {
                public.last_known = before;
            }
            ("SecondLegForgotten", _) => state.due.second = None,
            _ => {}
        }
        let missed = match mistake {
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

    fn own_match(&self, mistake: &str, action: &Action, event: &Event) -> Option<bool> {
        match (action, event) {
            (Action::Move(leg), Event::Moved { to, .. } | Event::RoundStarted { to, .. })
                if mistake == "EventOfAnyTicket" =>
            {
                Some(leg.to == *to)
            }
            _ => None,
        }
    }

    fn own_words(&self, mistake: &str, state: &State, seat: Seat, action: &Action) -> String {
        match action {
            Action::Move(TicketLeg { to, .. }) if mistake == "ActionWithoutTicket" => {
                format!("to {to}")
            }
            _ => self.action_text(state, seat, action),
        }
    }

    fn own_told(&self, mistake: &str, by: Option<Seat>, event: &Event) -> String {
        match event {
            Event::Moved { seat, to, .. } if mistake == "EventWithoutTicket" => {
                format!("{} to {to}", self.seat_name(*seat))
            }
            _ => self.event_text(by, event),
        }
    }

    fn own_ending(&self, mistake: &str, outcome: &Outcome) -> String {
        match mistake == "NoWordsForStuck" && outcome.cause == "stuck" {
            true => String::new(),
            false => self.ending_text(outcome),
        }
    }

    fn own_view(&self, mistake: &str, state: &State, eyes: Seats) -> State {
        let mut seen = ScotlandYard::masks().state(self, state, eyes);
        match mistake {
            "StateShown" => return state.clone(),
            // Where he is stands for where he was last seen for a round more.
            "ShownOneRoundMore" if self.setting().reveals(state.public.round.wrapping_sub(1)) => {
                seen.public.last_known = state.mr_x;
            }
            _ => {}
        }
        seen
    }

    fn own_shown(
        &self,
        mistake: &str,
        before: &State,
        (seat, action): (Seat, &Action),
        eyes: Seats,
    ) -> Action {
        let shown = ScotlandYard::masks().action(self, before, seat, action, eyes);
        match (mistake, *action, shown) {
            ("ActionShown", ..) => *action,
            ("DoubleShown", Action::Double { first, .. }, Action::Double { second, .. }) => {
                Action::Double { first, second }
            }
            _ => shown,
        }
    }

    fn own_seen(&self, mistake: &str, before: &State, event: &Event, eyes: Seats) -> Option<Event> {
        let setting = self.setting();
        let is_told = match (mistake, event) {
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
        let told = ScotlandYard::masks().event(self, before, event, eyes)?;
        if let Event::RoundStarted { to: true_to, .. } = event
            && let Event::RoundStarted { round, ticket: Ticket::Secret, to } = told
            && mistake == "TransportOfSecretTold"
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

    fn own_sent(&self, mistake: &str, before: &State, event: &Event) -> Event {
        match *event {
            Event::RoundStarted { round, ticket, .. } if mistake == "SentWithStation" => {
                Event::RoundStarted { round, ticket, to: before.mr_x }
            }
            _ => event.clone(),
        }
    }

    fn own_twin(
        game: &Arc<Broken<Self>>,
        history: &History<Broken<Self>>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Broken<Self>>> {
        let mut plain = History::default();
        for HistoryCycle { number, entries, events } in history.cycles() {
            plain.push(HistoryCycle { number, entries, events });
        }
        let twin = match game.wrong.mistake.as_str() {
            "NothingCompared" => return None,
            "ComparedWithItself" if seats.has(MR_X) => return None,
            "ComparedWithItself" => plain,
            _ => {
                let whole = ScotlandYard::new(game.game.scenario().clone()).ok()?;
                ScotlandYard::masks().twin(&Arc::new(whole), &plain, seats, dice)?.history
            }
        };
        let mut history = History::default();
        for HistoryCycle { number, entries, events } in twin.cycles() {
            history.push(HistoryCycle { number, entries, events });
        }
        Some(Twin { game: Arc::clone(game), history })
    }
}

/// Every mistake of a group is found on a ground, and no law is broken there without one.
fn each_is_found(group: &str, ground: &Ground) {
    super::each_is_found(group, 20, |name, seed| {
        searched::<ScotlandYard>(&ground.town, name, seed, &ground.budget)
            .map(drop)
            .map_err(|found| found.broken)
    });
}

#[test]
fn every_mistake_of_scotland_yard_is_found_where_there_are_tickets() {
    each_is_found("with-tickets", &with_tickets());
}

#[test]
fn every_mistake_of_scotland_yard_is_found_near_the_end() {
    each_is_found("near-the-end", &near_the_end());
    each_is_found("without-tickets", &without_tickets());
}

#[test]
fn every_mistake_of_secrecy_in_scotland_yard_is_found() {
    each_is_found("secrecy", &with_room());
}
