//! Mistakes of secrecy: a detective is shown or told something of where Mr X is, or nothing of it is put to the
//! test.

use std::sync::Arc;

use chase::engine::dice::Dice;
use chase::engine::game::{Audience, ForfeitCause, Game as _};
use chase::engine::numbers::NumericForm as _;
use chase::engine::protocol::WireForm as _;
use chase::engine::replay::History;
use chase::engine::seat::{Seat, Seats};
use chase::engine::secrets::Twin;
use chase::games::scotland_yard::{
    Action, Event, Illegal, MR_X, ScotlandYard, State, Ticket, Transport, View,
};

use super::Case;
use super::mistake::{Applied, Decided, decided, listed, mistakes};

/// The moves of a detective who, as is thought, may not move onto Mr X either.
fn beside_him(game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
    let mut all = listed(game, state, seat);
    all.retain(
        |action| !matches!(action, Action::Move(leg) if seat != MR_X && leg.to == state.mr_x),
    );
    if all.is_empty() && seat != MR_X {
        all.push(Action::Pass);
    }
    all
}

mistakes! {
    /// A detective's view holds Mr X's station.
    ViewHoldsStation {
        fn view<'a>(&self, game: &'a ScotlandYard, state: &'a State, seat: Seat) -> View<'a> {
            View {
                mr_x: Some(state.mr_x),
                ..game.view(state, seat)
            }
        }
    }

    /// The view takes the station where he is for the one where he was last seen for a round more.
    ShownOneRoundMore {
        fn masked(&self, game: &ScotlandYard, state: &State, _: Seat) -> Option<State> {
            let mut state = state.clone();
            if game.setting().reveals(state.public.round.wrapping_sub(1)) {
                state.public.last_known = state.mr_x;
            }
            Some(state)
        }
    }

    /// Everybody is told where he begins.
    StartTold {
        fn seen(&self, game: &ScotlandYard, before: &State, event: &Event, seat: Seat) -> Option<Event> {
            match event {
                Event::Opened { .. } => Some(event.clone()),
                _ => game.seen(before, event, seat),
            }
        }
    }

    /// A round that does not reveal is told with his station.
    RoundToldWithStation {
        fn seen(&self, game: &ScotlandYard, before: &State, event: &Event, seat: Seat) -> Option<Event> {
            match event {
                Event::RoundStarted { .. } => Some(event.clone()),
                _ => game.seen(before, event, seat),
            }
        }
    }

    /// His move is told with his station.
    MoveToldWithStation {
        fn seen(&self, game: &ScotlandYard, before: &State, event: &Event, seat: Seat) -> Option<Event> {
            match event {
                Event::Moved { .. } => Some(event.clone()),
                _ => game.seen(before, event, seat),
            }
        }
    }

    /// A double move is told with its stations.
    DoubleToldWithStations {
        fn seen(&self, game: &ScotlandYard, before: &State, event: &Event, seat: Seat) -> Option<Event> {
            match event {
                Event::Doubled { .. } => Some(event.clone()),
                _ => game.seen(before, event, seat),
            }
        }
    }

    /// Of a secret ticket it is told what he went by.
    TransportOfSecretTold {
        fn seen(&self, game: &ScotlandYard, before: &State, event: &Event, seat: Seat) -> Option<Event> {
            let told = game.seen(before, event, seat)?;
            let (Event::RoundStarted { to: true_to, .. }, Event::RoundStarted { round, ticket: Ticket::Secret, to }) =
                (event, &told)
            else {
                return Some(told);
            };
            let way = game.setting().board.way(before.mr_x, *true_to)?;
            let ticket = match Transport::ALL.into_iter().rfind(|it| way.has(*it))? {
                Transport::Taxi => Ticket::Taxi,
                Transport::Bus => Ticket::Bus,
                Transport::Underground => Ticket::Underground,
                Transport::Ferry => Ticket::Secret,
            };
            Some(Event::RoundStarted { round: *round, ticket, to: *to })
        }
    }

    /// He shows himself one round too early.
    ShowsHimselfEarly {
        fn seen(&self, game: &ScotlandYard, before: &State, event: &Event, seat: Seat) -> Option<Event> {
            match event {
                Event::RoundStarted { round, .. } if game.setting().reveals(round + 1) => {
                    Some(event.clone())
                }
                _ => game.seen(before, event, seat),
            }
        }
    }

    /// Where he was last seen is where he is.
    LastKnownIsWhereHeIs {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            game.apply(state, event)?;
            if matches!(event, Event::RoundStarted { .. }) {
                state.public.last_known = state.mr_x;
            }
            Ok(())
        }
    }

    /// Where he was last seen is where he was before his move.
    LastKnownIsOneMoveOld {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            let before = state.mr_x;
            game.apply(state, event)?;
            if let Event::RoundStarted { round, .. } = event
                && !game.setting().reveals(*round)
            {
                state.public.last_known = before;
            }
            Ok(())
        }
    }

    /// A detective may not move onto him, and so knows by its moves where he is.
    MovesTellWhereHeIs {
        fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
            beside_him(game, state, seat)
        }
        fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
            if seat == MR_X {
                return decided(game, state, seat, action);
            }
            match beside_him(game, state, seat).contains(action) {
                true if *action == Action::Pass => Ok(vec![Event::Passed { seat }]),
                true => decided(game, state, seat, action),
                false => Err(Illegal::OutOfOrder),
            }
        }
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            match *event {
                Event::Moved { seat, to, .. } if seat != MR_X && to == state.mr_x => {
                    Err(Illegal::OutOfOrder)
                }
                Event::Passed { seat }
                    if seat != MR_X
                        && seat == state.public.current
                        && beside_him(game, state, seat) == [Action::Pass] =>
                {
                    // A lost turn passes on too.
                    let cause = ForfeitCause::Timeout;
                    game.apply(state, &Event::Forfeited { seat, cause })
                }
                _ => game.apply(state, event),
            }
        }
    }

    /// A program outside is sent where he was with each of his moves.
    SentWithStation {
        fn send_seen(&self, game: &ScotlandYard, before: &State, seen: &Event) -> String {
            match *seen {
                Event::RoundStarted { round, ticket, .. } => {
                    let to = before.mr_x;
                    game.send_seen(before, &Event::RoundStarted { round, ticket, to })
                }
                _ => game.send_seen(before, seen),
            }
        }
    }

    /// A state is shown as it is. In numbers there is nothing.
    StateShown {
        fn viewed_state(&self, _: &ScotlandYard, state: &State, _: Seats) -> State {
            state.clone()
        }
        fn observation(&self, _: &ScotlandYard, _: &State, _: Seat, _: &mut Vec<i32>) {}
    }

    /// An observation is made of a state as it is.
    StateInNumbers {
        fn viewed_state(&self, _: &ScotlandYard, state: &State, _: Seats) -> State {
            state.clone()
        }
        fn observation(&self, game: &ScotlandYard, seen: &State, seat: Seat, out: &mut Vec<i32>) {
            game.observation(seen, seat, out);
        }
    }

    /// An action is shown as it is.
    ActionShown {
        fn viewed_action(&self, _: &ScotlandYard, _: &State, _: Seat, action: &Action, _: Seats) -> Action {
            *action
        }
    }

    /// A double move is shown with the station of its first step.
    DoubleShown {
        fn viewed_action(
            &self,
            game: &ScotlandYard,
            before: &State,
            by: Seat,
            action: &Action,
            eyes: Seats,
        ) -> Action {
            use chase::engine::transcript::Transcript as _;
            match *action {
                Action::Double { first, .. } => match game.viewed_action(before, by, action, eyes) {
                    Action::Double { second, .. } => Action::Double { first, second },
                    shown => shown,
                },
                _ => game.viewed_action(before, by, action, eyes),
            }
        }
    }

    /// Somebody outside an event's audience learns from it.
    OutsideTheAudience {
        fn audience(&self, game: &ScotlandYard, before: &State, event: &Event) -> Audience {
            match event {
                Event::Passed { seat } | Event::Moved { seat, .. } => Audience::One(*seat),
                _ => game.audience(before, event),
            }
        }
    }

    /// Nothing is ever held against anything.
    NothingCompared {
        fn twin(
            &self,
            _: &Arc<ScotlandYard>,
            _: &History<ScotlandYard>,
            _: Seats,
            _: &mut Dice,
        ) -> Option<Twin<ScotlandYard>> {
            None
        }
    }

    /// A game is held against itself.
    ComparedWithItself {
        fn twin(
            &self,
            game: &Arc<ScotlandYard>,
            history: &History<ScotlandYard>,
            seats: Seats,
            _: &mut Dice,
        ) -> Option<Twin<ScotlandYard>> {
            let mut same = History::default();
            for cycle in history.cycles() {
                same.push(cycle);
            }
            let game = Arc::clone(game);
            (!seats.has(MR_X)).then_some(Twin { game, history: same })
        }
    }
}

pub const CASES: &[Case] = &[
    (&ViewHoldsStation, &["secrets"]),
    (&ShownOneRoundMore, &["secrets"]),
    (&StartTold, &["secrets"]),
    (&RoundToldWithStation, &["secrets"]),
    (&MoveToldWithStation, &["secrets"]),
    (&DoubleToldWithStations, &["secrets"]),
    (&TransportOfSecretTold, &["secrets"]),
    (&ShowsHimselfEarly, &["secrets"]),
    (&LastKnownIsWhereHeIs, &["secrets"]),
    (&LastKnownIsOneMoveOld, &["secrets"]),
    (&MovesTellWhereHeIs, &["secrets"]),
    (&SentWithStation, &["secrets"]),
    (&StateShown, &["secrets"]),
    (&StateInNumbers, &["secrets"]),
    (&ActionShown, &["secrets"]),
    (&DoubleShown, &["secrets"]),
    (&OutsideTheAudience, &["secrets"]),
    (&NothingCompared, &["secrets"]),
    (&ComparedWithItself, &["secrets"]),
];
