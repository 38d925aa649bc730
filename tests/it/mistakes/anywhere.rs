//! Mistakes that can be made in any game.

use chase::prelude::*;

use super::Mistake;

/// A type for each mistake, with what is written wrongly.
macro_rules! mistakes {
    ($($(#[$about:meta])* $name:ident { $($wrong:item)* })*) => {
        $(
            $(#[$about])*
            pub struct $name;

            impl<G: OpenGame> Mistake<G> for $name {
                fn name(&self) -> &'static str {
                    stringify!($name)
                }
                $($wrong)*
            }
        )*
    };
}

mistakes! {
    /// There is none.
    Nothing {}

    /// The last of several actions is not listed in every other cycle.
    LastActionMissing {
        fn legal(&self, game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
            let mut legal = game.legal(state, seat);
            if legal.len() > 1 && game.clock(state).is_multiple_of(2) {
                legal.pop();
            }
            legal
        }
    }

    /// An action is listed twice.
    ListedTwice {
        fn legal(&self, game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
            let mut legal = game.legal(state, seat);
            legal.extend(legal.last().cloned());
            legal
        }
    }

    /// What is not legal is decided as something that is.
    EverythingDecided {
        fn decide(
            &self,
            game: &G,
            state: &G::State,
            seat: Seat,
            action: &G::Action,
            dice: &mut Dice,
        ) -> Decided<G::Event> {
            match game.decide(state, seat, action, dice) {
                Err(_) => game.decide(state, seat, &game.legal(state, seat)[0], dice),
                decided => decided,
            }
        }
    }

    /// Another action is decided now and then.
    DecidedAtRandom {
        fn decide(
            &self,
            game: &G,
            state: &G::State,
            seat: Seat,
            action: &G::Action,
            dice: &mut Dice,
        ) -> Decided<G::Event> {
            let legal = game.legal(state, seat);
            match legal.contains(action) {
                true => game.decide(state, seat, one_of(&legal, dice), dice),
                false => game.decide(state, seat, action, dice),
            }
        }
    }

    /// The rules panic at an action that they should refuse.
    PanicsWhereRefused {
        fn decide(
            &self,
            game: &G,
            state: &G::State,
            seat: Seat,
            action: &G::Action,
            dice: &mut Dice,
        ) -> Decided<G::Event> {
            Ok(game.decide(state, seat, action, dice).expect("a legal action"))
        }
    }

    /// All actions have the same words.
    ActionsAlikeInWords {
        fn action_text(&self, _: &G, _: &G::State, _: Seat, _: &G::Action) -> String {
            "act".into()
        }
    }

    /// All events have the same words.
    EventsAlikeInWords {
        fn event_text(&self, _: &G, _: Option<Seat>, _: &G::Event) -> String {
            "something happens".into()
        }
    }

    /// The game lasts longer than is said.
    BoundTooLow {
        fn last_possible_cycle(&self, _: &G) -> Option<u64> {
            Some(0)
        }
    }

    /// Later cycles have lower numbers.
    ClockGoesBack {
        fn clock(&self, game: &G, state: &G::State) -> u64 {
            1_000 - game.clock(state)
        }
    }

    /// No state but the first is valid.
    NoStateValid {
        fn is_valid_state(&self, game: &G, state: &G::State) -> bool {
            *state == game.start()
        }
    }

    /// An event that cannot happen is let in, and nothing comes of it.
    AnythingHappens {
        fn apply(&self, game: &G, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
            let _ = game.apply(state, event);
            Ok(())
        }
    }

    /// An event that is refused changes the state all the same.
    RefusedAndChanged {
        fn apply(&self, game: &G, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
            let applied = game.apply(state, event);
            if applied.is_err() {
                *state = game.start();
            }
            applied
        }
    }

    /// There are no points at the end.
    NoPoints {
        fn turn(&self, game: &G, state: &G::State) -> Turn {
            match game.turn(state) {
                Turn::Over(outcome) => Turn::Over(Outcome { points: Vec::new(), ..outcome }),
                turn => turn,
            }
        }
    }

    /// The end has no words.
    NoWordsAtTheEnd {
        fn ending_text(&self, _: &G, _: &Outcome) -> String {
            String::new()
        }
    }

    /// Nothing comes of what seats do.
    NothingChanges {
        fn apply(&self, game: &G, state: &mut G::State, event: &G::Event) -> Result<(), BrokenRule> {
            match game.turn(state) {
                Turn::World => game.apply(state, event),
                _ => game.apply(&mut state.clone(), event),
            }
        }
    }

    /// The world does nothing in its turn.
    WorldDoesNothing {
        fn world(&self, _: &G, _: &G::State, _: &mut Dice) -> Vec<G::Event> {
            Vec::new()
        }
    }

    /// Nothing happens where a turn is lost.
    NothingIsLost {
        fn forfeit(&self, _: &G, _: &G::State, _: Seat, _: &Forfeit) -> Vec<G::Event> {
            Vec::new()
        }
    }

    /// It is the turn of a seat that is not there.
    SeatThatIsNotThere {
        fn turn(&self, game: &G, state: &G::State) -> Turn {
            match game.turn(state) {
                Turn::Seat(_) | Turn::Seats(_) => Turn::Seat(Seat(game.seats())),
                turn => turn,
            }
        }
    }
}
