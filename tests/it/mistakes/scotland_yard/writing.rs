//! Mistakes of what is written down: events that are let in, states that are called valid, the clock, and words.

use chase::engine::game::{Forfeit, Game as _};
use chase::engine::replay::HistoryCycle;
use chase::engine::seat::Seat;
use chase::engine::transcript::Transcript as _;
use chase::games::scotland_yard::{
    Action, Event, Illegal, MR_X, PendingLegs, ScotlandYard, State, TicketLeg,
};

use super::Case;
use super::mistake::{Applied, mistakes};

mistakes! {
    /// An event that cannot happen is let in, and nothing comes of it.
    AnythingHappens {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            let _ = game.apply(state, event);
            Ok(())
        }
    }

    /// A detective may move before it is its turn.
    MovesOutOfTurn {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            let mut other = state.clone();
            if let Event::Moved { seat, .. } = *event
                && seat != MR_X
                && state.public.current != MR_X
                && seat < Seat(game.seats())
            {
                other.public.current = seat;
            }
            game.apply(&mut other, event)?;
            *state = other;
            Ok(())
        }
    }

    /// The number of a round is not held against that of the one before.
    AnyRound {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            match *event {
                Event::RoundStarted { ticket, to, .. } => {
                    let round = state.public.round + 1;
                    game.apply(state, &Event::RoundStarted { round, ticket, to })
                }
                _ => game.apply(state, event),
            }
        }
    }

    /// The game ends for any cause where it ends.
    AnyEnding {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            match (event, state.verdict) {
                (Event::GameOver { .. }, Some(cause)) => game.apply(state, &Event::GameOver { cause }),
                _ => game.apply(state, event),
            }
        }
    }

    /// A ticket is taken before the move is refused.
    RefusedAndPaid {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            let applied = game.apply(state, event);
            if let (Err(_), Event::Moved { seat, ticket, .. }) = (&applied, event) {
                let held = state.public.tickets.get_mut(seat.index());
                let held = held.map(|held| &mut held[*ticket as usize]);
                held.into_iter().for_each(|held| *held = held.saturating_sub(1));
            }
            applied
        }
    }

    /// A move is told by its station: which ticket it cost makes no difference.
    EventOfAnyTicket {
        fn event_matches(
            &self,
            game: &ScotlandYard,
            before: &State,
            seat: Seat,
            action: &Action,
            event: &Event,
        ) -> bool {
            match (action, event) {
                (Action::Move(leg), Event::Moved { to, .. } | Event::RoundStarted { to, .. }) => leg.to == *to,
                _ => game.event_matches(before, seat, action, event),
            }
        }
    }

    /// Nothing happens where a detective loses its turn.
    LostTurnUntold {
        fn forfeit(&self, game: &ScotlandYard, state: &State, seat: Seat, why: &Forfeit) -> Vec<Event> {
            let mut events = Vec::new();
            if seat == MR_X {
                game.forfeit(state, seat, why, &mut events);
            }
            events
        }
    }

    /// The cycle is 0 again where the game is over.
    ClockGoesBack {
        fn clock(&self, game: &ScotlandYard, state: &State) -> u64 {
            match state.verdict {
                Some(_) => 0,
                None => game.clock(state),
            }
        }
    }

    /// It is thought that every turn of Mr X is a double move.
    BoundTooLow {
        fn last_possible_cycle(&self, game: &ScotlandYard) -> Option<u64> {
            game.last_possible_cycle().map(|last| last / 2)
        }
    }

    /// No state in which Mr X has been seen is valid.
    SeenIsInvalid {
        fn is_valid_state(&self, game: &ScotlandYard, state: &State) -> bool {
            game.is_valid_state(state) && state.public.last_known == 0
        }
    }

    /// Every state is valid.
    EveryStateIsValid {
        fn is_valid_state(&self, _: &ScotlandYard, _: &State) -> bool {
            true
        }
    }

    /// The ways from a station are asked for before it is known that there is one.
    ValidityPanics {
        fn is_valid_state(&self, game: &ScotlandYard, state: &State) -> bool {
            let seats = usize::from(game.seats());
            let is_joined = |at: &u16| !game.setting().board.ways(*at).is_empty();
            let there = &state.public.detectives[..seats - 1];
            (!state.public.opened || there.iter().all(is_joined)) && game.is_valid_state(state)
        }
    }

    /// Moves are called by their station.
    ActionWithoutTicket {
        fn action(&self, _: &ScotlandYard, _: &State, _: Seat, action: &Action) -> String {
            match action {
                Action::Move(TicketLeg { to, .. }) => format!("to {to}"),
                _ => action.to_string(),
            }
        }
    }

    /// Moves are told by their station.
    EventWithoutTicket {
        fn event(&self, game: &ScotlandYard, before: &State, event: &Event) -> String {
            match event {
                Event::Moved { seat, to, .. } => format!("{} to {to}", game.seat_name(*seat)),
                _ => {
                    let mut words = Vec::new();
                    game.event(before, event, &mut words);
                    String::from_utf8(words).expect("words")
                }
            }
        }
    }

    /// The transcript shows one of Mr X's tickets too many.
    TicketsMiscounted {
        fn cycle(
            &self,
            game: &ScotlandYard,
            newest: HistoryCycle<'_, ScotlandYard>,
            state: &State,
            out: &mut Vec<u8>,
        ) {
            let mut state = state.clone();
            state.public.tickets[MR_X.index()][0] += 1;
            game.cycle(newest, &state, out);
        }
    }

    /// The second leg of a double move is forgotten in the state.
    SecondLegForgotten {
        fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
            if let (Event::Moved { seat: MR_X, .. }, PendingLegs { leg: None, .. }) = (event, state.due) {
                return Err(Illegal::OutOfOrder);
            }
            game.apply(state, event)?;
            state.due.second = None;
            Ok(())
        }
    }
}

pub const CASES: &[Case] = &[
    (&AnythingHappens, &["actions", "events"]),
    (&MovesOutOfTurn, &["actions", "events"]),
    (&AnyRound, &["events"]),
    (&EventOfAnyTicket, &["actions"]),
    (&LostTurnUntold, &["turns"]),
    (&ClockGoesBack, &["turns"]),
    (&EveryStateIsValid, &["states"]),
    (&ActionWithoutTicket, &["words"]),
    (&EventWithoutTicket, &["words"]),
    (&SecondLegForgotten, &["actions"]),
];

pub const CASES_WITHOUT_TICKETS: &[Case] =
    &[(&ValidityPanics, &["states"]), (&TicketsMiscounted, &["transcript"])];

pub const CASES_NEAR_THE_END: &[Case] = &[
    (&BoundTooLow, &["turns"]),
    (&SeenIsInvalid, &["states"]),
    (&AnyEnding, &["events"]),
    (&RefusedAndPaid, &["events"]),
];
