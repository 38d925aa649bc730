//! The rules: what a step needs, and when the game is over.

use std::fmt;

use super::board::{Animal, DEN, Direction, Position, Square};
use super::{Action, AnimalCheckers, Cause, Ending, Event, State};
use chase_core::game::{ForfeitCause, Seat};

/// The rule that a move or an event breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The piece was captured, or was not there from the beginning.
    Captured(Animal),
    /// The step leads off the board.
    OffTheBoard {
        /// Who steps.
        animal: Animal,
        /// From where.
        from: Square,
        /// In which direction, as the mover sees it.
        direction: Direction,
    },
    /// An own piece stands there.
    OwnPiece {
        /// The square.
        to: Square,
        /// Who stands there.
        other: Animal,
    },
    /// It is the side's own den.
    OwnDen,
    /// The capture table says no.
    Escapes {
        /// Who steps.
        animal: Animal,
        /// Who stands there.
        other: Animal,
        /// The square.
        to: Square,
    },
    /// The game is over.
    Over,
    /// It is the surroundings' turn.
    NobodysTurn,
    /// It is a side's turn.
    NotTheWorlds,
    /// A move that does not do what the rules say.
    Untrue {
        /// The piece.
        animal: Animal,
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whom it captures.
        captured: Option<Animal>,
    },
    /// A step that leads further than one square.
    TooFar {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// The game must be closed with another ending.
    WrongEnding(Ending),
    /// The game goes on.
    NotOver,
    /// A forfeit names no cause that a forfeit can have.
    NoForfeit(Cause),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Captured(animal) => write!(f, "the {animal} is not on the board"),
            Illegal::OffTheBoard {
                animal,
                from,
                direction,
            } => write!(
                f,
                "the {animal} on {from} leaves the board going {direction}"
            ),
            Illegal::OwnPiece { to, other } => {
                write!(f, "an own piece, the {other}, stands on {to}")
            }
            Illegal::OwnDen => f.write_str("no piece may enter its own den"),
            Illegal::Escapes { animal, other, to } => {
                write!(
                    f,
                    "{} {animal} cannot capture the {other} on {to}",
                    article(*animal)
                )
            }
            Illegal::Over => f.write_str("nothing can happen after the end"),
            Illegal::NobodysTurn => f.write_str("it is no side's turn"),
            Illegal::NotTheWorlds => f.write_str("it is a side's turn"),
            Illegal::Untrue {
                animal,
                from,
                to,
                captured: None,
            } => write!(
                f,
                "the {animal} goes from {from} to {to} and captures nobody"
            ),
            Illegal::Untrue {
                animal,
                from,
                to,
                captured: Some(other),
            } => write!(
                f,
                "the {animal} goes from {from} to {to} and captures the {other}"
            ),
            Illegal::TooFar { from, to } => {
                write!(
                    f,
                    "from {from} to {to} is more than one step right, up, left or down"
                )
            }
            Illegal::WrongEnding(due) => write!(f, "the game must end with {due}"),
            Illegal::NotOver => f.write_str("the game is not over"),
            Illegal::NoForfeit(cause) => write!(f, "{cause} is no cause of a forfeit"),
        }
    }
}

impl std::error::Error for Illegal {}

/// `a` or `an`.
fn article(animal: Animal) -> &'static str {
    match animal {
        Animal::Elephant => "an",
        _ => "a",
    }
}

/// A step that the rules allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub from: Square,
    pub to: Square,
    pub captured: Option<Animal>,
}

/// The direction as side 0 sees it.
pub(super) fn global(side: usize, direction: Direction) -> Direction {
    if side == 0 {
        direction
    } else {
        direction.turned()
    }
}

/// What a move does, or the rule that forbids it.
pub(super) fn step(position: &Position, side: usize, action: Action) -> Result<Step, Illegal> {
    let Action::Move { piece, direction } = action;
    let from = position
        .square(side, piece)
        .ok_or(Illegal::Captured(piece))?;
    let to = from
        .neighbour(global(side, direction))
        .ok_or(Illegal::OffTheBoard {
            animal: piece,
            from,
            direction,
        })?;
    let captured = may_enter(position, side, piece, to)?;
    Ok(Step { from, to, captured })
}

/// Whom a piece captures on a square next to it.
fn may_enter(
    position: &Position,
    side: usize,
    piece: Animal,
    to: Square,
) -> Result<Option<Animal>, Illegal> {
    if to == DEN[side] {
        return Err(Illegal::OwnDen);
    }
    match position.piece_on(to) {
        None => Ok(None),
        Some((owner, other)) if owner == side => Err(Illegal::OwnPiece { to, other }),
        Some((_, other)) if piece.captures(other) => Ok(Some(other)),
        Some((_, other)) => Err(Illegal::Escapes {
            animal: piece,
            other,
            to,
        }),
    }
}

/// Appends all moves of a side, by code.
pub(super) fn legal(position: &Position, side: usize, out: &mut Vec<Action>) {
    let steps = position.steps(side);
    for piece in Animal::ALL {
        let Some(from) = position.square(side, piece) else {
            continue;
        };
        for direction in Direction::ALL {
            let to = from.neighbour(global(side, direction));
            if to.is_some_and(|to| steps[piece as usize] >> to.number() & 1 == 1) {
                out.push(Action::Move { piece, direction });
            }
        }
    }
}

impl AnimalCheckers {
    /// The side whose turn it is, or will not come any more.
    #[inline]
    pub(super) fn to_move(&self, state: &State) -> usize {
        (usize::from(self.scenario.side) + state.moves as usize) % 2
    }

    /// How the game ends here, if it does: the tests after each move, in the order of the rules.
    pub(super) fn due(&self, state: &State) -> Option<Ending> {
        let next = self.to_move(state);
        let won = |cause| {
            let winner = Some(seat(1 - next));
            Some(Ending { winner, cause })
        };
        if let Some(cause) = state.forfeited {
            return won(cause);
        }
        if state.moves == 0 {
            return None;
        }
        if state.position.square_holds(1 - next, DEN[next]) {
            return won(Cause::Den);
        }
        if state.position.is_bare(next) {
            return won(Cause::Capture);
        }
        if !state.position.can_step(next) {
            return won(Cause::NoMove);
        }
        (state.moves >= self.scenario.moves).then_some(Ending {
            winner: None,
            cause: Cause::MoveLimit,
        })
    }

    pub(super) fn decide_move(&self, state: &State, action: Action) -> Result<Event, Illegal> {
        let Action::Move { piece, .. } = action;
        let Step { from, to, captured } = step(&state.position, self.to_move(state), action)?;
        Ok(Event::Moved {
            piece,
            from,
            to,
            captured,
        })
    }

    pub(super) fn apply_event(&self, state: &mut State, event: Event) -> Result<(), Illegal> {
        if state.ending.is_some() {
            return Err(Illegal::Over);
        }
        let due = self.due(state);
        let is_a_sides = state.opened && due.is_none();
        match event {
            Event::Opened if state.opened => Err(Illegal::NotTheWorlds),
            Event::Opened => {
                state.opened = true;
                Ok(())
            }
            Event::Moved { .. } | Event::Forfeited { .. } if !is_a_sides => {
                Err(Illegal::NobodysTurn)
            }
            Event::Moved {
                piece,
                from,
                to,
                captured,
            } => self.apply_move(state, piece, Step { from, to, captured }),
            Event::Forfeited { cause } => {
                if !matches!(cause, Cause::IllegalMove | Cause::Timeout) {
                    return Err(Illegal::NoForfeit(cause));
                }
                state.forfeited = Some(cause);
                Ok(())
            }
            Event::Ended { winner, cause } => {
                let due = due.ok_or(Illegal::NotOver)?;
                if (Ending { winner, cause }) != due {
                    return Err(Illegal::WrongEnding(due));
                }
                state.ending = Some(due);
                Ok(())
            }
        }
    }

    fn apply_move(&self, state: &mut State, animal: Animal, told: Step) -> Result<(), Illegal> {
        let side = self.to_move(state);
        let (position, Step { from, to, .. }) = (&state.position, told);
        let stands = position
            .square(side, animal)
            .ok_or(Illegal::Captured(animal))?;
        let is_step = Direction::ALL
            .iter()
            .any(|d| stands.neighbour(*d) == Some(to));
        if !is_step {
            return Err(Illegal::TooFar { from: stands, to });
        }
        let captured = may_enter(position, side, animal, to)?;
        if (from, told.captured) != (stands, captured) {
            return Err(Illegal::Untrue {
                animal,
                from: stands,
                to,
                captured,
            });
        }
        state.position = position.stepped(side, animal as usize, to.number());
        state.moves += 1;
        Ok(())
    }

    /// Whether a state read from a file is one that a game of this scenario can be in.
    pub(super) fn is_possible(&self, state: &State) -> bool {
        let State {
            opened,
            moves,
            forfeited,
            ending,
            ref position,
        } = *state;
        let is_forfeit = |cause| matches!(cause, Cause::IllegalMove | Cause::Timeout);
        position.is_sound()
            && moves <= self.scenario.moves
            && (opened || moves == 0 && forfeited.is_none() && ending.is_none())
            && (moves > 0 || *position == self.start)
            && forfeited.is_none_or(is_forfeit)
            && (!opened || ending == self.due(state))
            && !position.square_holds(self.to_move(state), DEN[1 - self.to_move(state)])
            && (0..2).all(|side| {
                let is_no_other = |animal: &Animal| {
                    position.square(side, *animal).is_none()
                        || self.start.square(side, *animal).is_some()
                };
                Animal::ALL.iter().all(is_no_other)
            })
    }
}

/// What a lost turn is called in the result.
pub(super) fn cause_of(forfeit: ForfeitCause) -> Cause {
    match forfeit {
        ForfeitCause::Timeout | ForfeitCause::Crash => Cause::Timeout,
        _ => Cause::IllegalMove,
    }
}

pub(super) fn seat(side: usize) -> Seat {
    Seat(u8::from(side == 1))
}
