//! The rules: what a step needs, and when the game is over.

use super::board::{Animal, BoardSquare, DEN, Direction, Position};
use super::{Action, AnimalCheckers, Cause, Ending, Event, State};
use chase_engine::game::{BrokenRule, ForfeitCause, Seat};

/// A step that leads further than one square.
pub(super) fn too_far(from: BoardSquare, to: BoardSquare) -> BrokenRule {
    BrokenRule::new(format!("from {from} to {to} is not one step right, up, left or down"))
}

/// A piece that was captured, or was not there from the beginning.
fn captured_rule(animal: Animal) -> BrokenRule {
    BrokenRule::new(format!("the {animal} is not on the board"))
}

/// `a` or `an`.
fn article(animal: Animal) -> &'static str {
    match animal {
        Animal::Elephant => "an",
        _ => "a",
    }
}

/// A step that the rules allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AllowedStep {
    pub from: BoardSquare,
    pub to: BoardSquare,
    pub captured: Option<Animal>,
}

/// The direction as side 0 sees it.
pub(super) fn global(side: usize, direction: Direction) -> Direction {
    if side == 0 { direction } else { direction.turned() }
}

/// The direction, as a side calls it, of the step from a square to one beside it.
pub(super) fn direction_to(side: usize, from: BoardSquare, to: BoardSquare) -> Option<Direction> {
    let leads = |it: &Direction| from.neighbour(global(side, *it)) == Some(to);
    Direction::ALL.into_iter().find(leads)
}

/// The effect of a move, or the rule that forbids it.
pub(super) fn step(
    position: &Position,
    side: usize,
    action: Action,
) -> Result<AllowedStep, BrokenRule> {
    let Action::Move { piece, direction } = action;
    let from = position.square(side, piece).ok_or_else(|| captured_rule(piece))?;
    let to = from.neighbour(global(side, direction)).ok_or_else(|| {
        BrokenRule::new(format!("the {piece} on {from} leaves the board going {direction}"))
    })?;
    let captured = may_enter(position, side, piece, to)?;
    Ok(AllowedStep { from, to, captured })
}

/// Whom a piece captures on a square next to it.
fn may_enter(
    position: &Position,
    side: usize,
    piece: Animal,
    to: BoardSquare,
) -> Result<Option<Animal>, BrokenRule> {
    if to == DEN[side] {
        return Err(BrokenRule::new("no piece may enter its own den"));
    }
    match position.piece_on(to) {
        None => Ok(None),
        Some((owner, other)) if owner == side => {
            let what = format!("the {other} on {to} is of the same side");
            Err(BrokenRule::new(what))
        }
        Some((_, other)) if piece.captures(other) => Ok(Some(other)),
        Some((_, other)) => {
            let article = article(piece);
            let what = format!("{article} {piece} cannot capture the {other} on {to}");
            Err(BrokenRule::new(what))
        }
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

/// The cause for which a side that has just moved has won, as far as the board shows it: the tests in the order of the
/// rules.
#[inline]
pub(super) fn cause_shown(position: &Position, winner: usize) -> Option<Cause> {
    let loser = 1 - winner;
    if position.square_holds(winner, DEN[loser]) {
        Some(Cause::Den)
    } else if position.is_bare(loser) {
        Some(Cause::Capture)
    } else if !position.can_step(loser) {
        Some(Cause::NoMove)
    } else {
        None
    }
}

impl AnimalCheckers {
    /// The side whose turn it is, or will not come any more.
    #[inline]
    pub(super) fn to_move(&self, state: &State) -> usize {
        (usize::from(self.scenario.side) + state.moves as usize) % 2
    }

    /// The ending that the position brings, if any: the tests after each move, in the order of the
    /// rules.
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
        if let Some(cause) = cause_shown(&state.position, 1 - next) {
            return won(cause);
        }
        (state.moves >= self.scenario.moves)
            .then_some(Ending { winner: None, cause: Cause::MoveLimit })
    }

    pub(super) fn decide_move(&self, state: &State, action: Action) -> Result<Event, BrokenRule> {
        let Action::Move { piece, .. } = action;
        let AllowedStep { from, to, captured } =
            step(&state.position, self.to_move(state), action)?;
        Ok(Event::Moved { piece, from, to, captured })
    }

    pub(super) fn apply_event(&self, state: &mut State, event: Event) -> Result<(), BrokenRule> {
        BrokenRule::unless(state.ending.is_none(), "nothing can happen after the end")?;
        let due = self.due(state);
        let is_a_sides = state.opened && due.is_none();
        match event {
            Event::Opened => {
                BrokenRule::unless(!state.opened, "the game has begun already")?;
                state.opened = true;
                Ok(())
            }
            Event::Moved { .. } | Event::Forfeited { .. } if !is_a_sides => {
                Err(BrokenRule::new("it is no side's turn"))
            }
            Event::Moved { piece, from, to, captured } => {
                self.apply_move(state, piece, AllowedStep { from, to, captured })
            }
            Event::Forfeited { cause } => {
                if !matches!(cause, Cause::IllegalMove | Cause::Timeout) {
                    let what = format!("{cause} is no cause of a forfeit");
                    return Err(BrokenRule::new(what));
                }
                state.forfeited = Some(cause);
                Ok(())
            }
            Event::Ended { winner, cause } => {
                let due = due.ok_or(BrokenRule::new("the game is not over"))?;
                if (Ending { winner, cause }) != due {
                    return Err(BrokenRule::new(format!("the game must end with {due}")));
                }
                state.ending = Some(due);
                Ok(())
            }
        }
    }

    fn apply_move(
        &self,
        state: &mut State,
        animal: Animal,
        told: AllowedStep,
    ) -> Result<(), BrokenRule> {
        let side = self.to_move(state);
        let (position, AllowedStep { from, to, .. }) = (&state.position, told);
        let stands = position.square(side, animal).ok_or_else(|| captured_rule(animal))?;
        let is_step = Direction::ALL.iter().any(|d| stands.neighbour(*d) == Some(to));
        if !is_step {
            return Err(too_far(stands, to));
        }
        let captured = may_enter(position, side, animal, to)?;
        if (from, told.captured) != (stands, captured) {
            let whom = captured.map_or("nobody".into(), |other| format!("the {other}"));
            let what = format!("the {animal} must go from {stands} to {to} and capture {whom}");
            return Err(BrokenRule::new(what));
        }
        state.position = position.stepped(side, animal as usize, to.number());
        state.moves += 1;
        Ok(())
    }

    /// Returns true if a game of this scenario can be in this state, which was read from a file.
    pub(super) fn is_possible(&self, state: &State) -> bool {
        let State { opened, moves, forfeited, ending, ref position } = *state;
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

/// The cause that the result names for a lost turn.
pub(super) fn cause_of(forfeit: ForfeitCause) -> Cause {
    match forfeit {
        ForfeitCause::Timeout | ForfeitCause::Crash => Cause::Timeout,
        _ => Cause::IllegalMove,
    }
}

pub(super) fn seat(side: usize) -> Seat {
    Seat(u8::from(side == 1))
}
