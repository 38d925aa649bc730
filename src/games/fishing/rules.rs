//! The rules: where a penguin can be placed and moved, whose turn it is, when the game is over.

use std::fmt;

use super::board::{FieldPlace, FloeField, Grid};
use super::{Action, Event, Fishing, PlayerState, State};
use chase_core::game::Seat;
use chase_core::kit::BrokenRule;

/// The rule that an action or an event breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The place is not on the board.
    OffTheBoard(FieldPlace),
    /// Penguins are being placed now.
    Placement,
    /// Penguins are being moved now.
    Movement,
    /// A penguin needs a free floe with exactly one fish.
    NotOneFish(FieldPlace, FloeField),
    /// No own penguin stands there.
    NotOwn(FieldPlace, FloeField),
    /// The two places are not in one row or column.
    NotStraight(FieldPlace, FieldPlace),
    /// Something is in the way, or stands there already.
    Blocked(FieldPlace, FloeField),
    /// The event names other fish than there are.
    WrongFish(FieldPlace, u8),
    /// The game is over.
    Over,
    /// It is not what comes next.
    OutOfOrder,
    /// These are not the winners.
    WrongWinners(Vec<Seat>),
}

/// The content of a field, in words.
fn content(field: FloeField) -> String {
    match (field.fish(), field.player()) {
        (0, 0) => "water".into(),
        (0, player) => format!("a penguin of player {player}"),
        (fish, _) => format!("{fish} fish"),
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffTheBoard(place) => write!(f, "{place} is not on the board"),
            Illegal::Placement => f.write_str("penguins are being placed, none can be moved"),
            Illegal::Movement => f.write_str("penguins are being moved, none can be placed"),
            Illegal::NotOneFish(place, field) => {
                let there = content(*field);
                write!(f, "{place} has {there}; a penguin is placed on a floe with one fish")
            }
            Illegal::NotOwn(place, field) => {
                let there = content(*field);
                write!(f, "{place} has {there}, no penguin of the player to move")
            }
            Illegal::NotStraight(from, to) if from == to => {
                write!(f, "a penguin cannot stay on {from}")
            }
            Illegal::NotStraight(from, to) => {
                write!(f, "from {from} to {to} is not along a row or column")
            }
            Illegal::Blocked(place, field) => {
                let there = content(*field);
                write!(f, "{place} is in the way: there is {there}")
            }
            Illegal::WrongFish(place, fish) => write!(f, "{place} has {fish} fish"),
            Illegal::Over => f.write_str("nothing can happen after the end"),
            Illegal::OutOfOrder => f.write_str("that is not what comes next"),
            Illegal::WrongWinners(winners) => {
                let seats: Vec<_> = winners.iter().map(|seat| format!("P{}", seat.0 + 1)).collect();
                write!(f, "the winner is {}", seats.join(" and "))
            }
        }
    }
}

impl std::error::Error for Illegal {}

impl From<Illegal> for BrokenRule {
    fn from(rule: Illegal) -> Self {
        BrokenRule::new(rule.to_string())
    }
}

/// Checks that a penguin can go from one place to another, and returns the fish that it finds
/// there.
pub fn check_way(grid: &Grid, from: FieldPlace, to: FieldPlace) -> Result<u8, Illegal> {
    if !grid.holds(to) {
        return Err(Illegal::OffTheBoard(to));
    }
    if from == to || from.row != to.row && from.column != to.column {
        return Err(Illegal::NotStraight(from, to));
    }
    let step = |from: u8, to: u8| match to.cmp(&from) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    };
    let (down, right) = (step(from.row, to.row), step(from.column, to.column));
    let mut place = from;
    while place != to {
        place = FieldPlace {
            row: place.row.saturating_add_signed(down),
            column: place.column.saturating_add_signed(right),
        };
        if !grid.get(place).is_free() {
            return Err(Illegal::Blocked(place, grid.get(place)));
        }
    }
    Ok(grid.get(to).fish())
}

/// Appends where penguins can be placed, row by row.
pub fn placements(grid: &Grid, out: &mut Vec<Action>) {
    let one_fish = |place: &FieldPlace| grid.get(*place) == FloeField::floe(1);
    out.extend(grid.places().filter(one_fish).map(|at| Action::Place { at }));
}

/// Appends a player's moves: its penguins row by row, each right, down, left, up, near before far.
pub fn moves(grid: &Grid, player: u8, out: &mut Vec<Action>) {
    for from in grid.penguins(player) {
        out.extend(grid.lines(from).map(|to| Action::Move { from, to }));
    }
}

fn can_move(grid: &Grid, player: u8) -> bool {
    player > 0 && grid.penguins(player).any(|from| grid.lines(from).next().is_some())
}

impl Fishing {
    /// Finds whose turn comes next, beginning with a seat; placement gives way to movement, which
    /// begins with the first seat again.
    pub(super) fn settle(&self, state: &mut State, first: usize) {
        let seats = state.players.len();
        let round_from = |first: usize| (0..seats).map(move |n| (first + n) % seats);
        let is_in = |state: &State, seat: usize| state.out >> seat & 1 == 0;
        let mut first = first;
        if !state.moving {
            let has_floe = state.grid.fields().contains(&FloeField::floe(1));
            let can_place = |seat: &usize| {
                let player = &state.players[*seat];
                has_floe && is_in(state, *seat) && player.placed < self.scenario.penguins
            };
            state.next = round_from(first).find(can_place).map(seat_of);
            if state.next.is_some() {
                return;
            }
            state.moving = true;
            first = 0;
        }
        let can_act = |seat: &usize| {
            is_in(state, *seat) && can_move(&state.grid, state.players[*seat].number)
        };
        state.next = round_from(first).find(can_act).map(seat_of);
    }

    pub(super) fn decide_action(
        &self,
        state: &State,
        seat: usize,
        action: Action,
    ) -> Result<Event, Illegal> {
        let player = &state.players[seat];
        match action {
            Action::Place { .. } if state.moving => Err(Illegal::Movement),
            Action::Move { .. } if !state.moving => Err(Illegal::Placement),
            Action::Place { at } => {
                check_floe(&state.grid, at)?;
                Ok(Event::Placed { at })
            }
            Action::Move { from, to } => {
                let fish = check_move(&state.grid, player, from, to)?;
                Ok(Event::Moved { from, to, fish })
            }
        }
    }

    pub(super) fn apply_event(&self, state: &mut State, event: &Event) -> Result<(), Illegal> {
        if state.ended {
            return Err(Illegal::Over);
        }
        match event {
            Event::Opened if !state.opened => {
                state.opened = true;
                self.settle(state, 0);
                Ok(())
            }
            Event::Ended { winners } if state.opened && state.next.is_none() => {
                let due = winners_of(&state.players);
                if *winners != due {
                    return Err(Illegal::WrongWinners(due));
                }
                state.ended = true;
                Ok(())
            }
            Event::Placed { .. } | Event::Moved { .. } | Event::Forfeited { .. } => {
                self.apply_turn(state, event)
            }
            Event::Opened | Event::Ended { .. } => Err(Illegal::OutOfOrder),
        }
    }

    fn apply_turn(&self, state: &mut State, event: &Event) -> Result<(), Illegal> {
        let seat = match state.next {
            Some(seat) if state.opened => seat.index(),
            _ => return Err(Illegal::OutOfOrder),
        };
        match *event {
            Event::Placed { .. } if state.moving => return Err(Illegal::Movement),
            Event::Moved { .. } if !state.moving => return Err(Illegal::Placement),
            Event::Placed { at } => {
                check_floe(&state.grid, at)?;
                let numbers = state.players.iter().map(|player| player.number);
                let next_number = numbers.max().unwrap_or(0) + 1;
                let player = &mut state.players[seat];
                if player.number == 0 {
                    player.number = next_number;
                }
                player.placed += 1;
                player.fish += 1;
                state.grid.set(at, FloeField::penguin(player.number));
            }
            Event::Moved { from, to, fish } => {
                let player = &mut state.players[seat];
                let there = check_move(&state.grid, player, from, to)?;
                if there != fish {
                    return Err(Illegal::WrongFish(to, there));
                }
                player.fish += u32::from(fish);
                state.grid.set(from, FloeField::WATER);
                state.grid.set(to, FloeField::penguin(player.number));
            }
            _ => state.out |= 1 << seat,
        }
        state.turns += 1;
        state.next = None;
        self.settle(state, seat + 1);
        Ok(())
    }

    /// Returns true if a game of this scenario can be in this state, which was read from a file.
    pub(super) fn is_possible(&self, state: &State) -> bool {
        let same_size =
            (state.grid.rows(), state.grid.columns()) == (self.start.rows(), self.start.columns());
        if !same_size || !state.grid.is_sound() || state.players.len() != self.scenario.ids.len() {
            return false;
        }
        let penguins = |player: &PlayerState| {
            let there = state.grid.penguins(player.number).count();
            player.placed <= self.scenario.penguins
                && usize::from(player.number) <= state.players.len()
                && (player.number == 0) == (player.placed == 0)
                && (player.number == 0 || there == usize::from(player.placed))
        };
        let seats = state.players.len();
        state.players.iter().all(penguins)
            && u32::from(state.out) >> seats == 0
            && state.next.is_none_or(|seat| seat.index() < seats)
    }
}

fn check_floe(grid: &Grid, at: FieldPlace) -> Result<(), Illegal> {
    if !grid.holds(at) {
        return Err(Illegal::OffTheBoard(at));
    }
    match grid.get(at) {
        field if field == FloeField::floe(1) => Ok(()),
        field => Err(Illegal::NotOneFish(at, field)),
    }
}

fn check_move(
    grid: &Grid,
    player: &PlayerState,
    from: FieldPlace,
    to: FieldPlace,
) -> Result<u8, Illegal> {
    if !grid.holds(from) {
        return Err(Illegal::OffTheBoard(from));
    }
    let field = grid.get(from);
    if player.number == 0 || field.player() != player.number {
        return Err(Illegal::NotOwn(from, field));
    }
    check_way(grid, from, to)
}

/// The seats with the most fish; several if they are level.
pub(crate) fn winners_of(players: &[PlayerState]) -> Vec<Seat> {
    let most = players.iter().map(|player| player.fish).max();
    let best = |(_, player): &(usize, &PlayerState)| Some(player.fish) == most;
    let seats = players.iter().enumerate().filter(best);
    seats.map(|(seat, _)| seat_of(seat)).collect()
}

fn seat_of(seat: usize) -> Seat {
    Seat(u8::try_from(seat).expect("at most nine players"))
}
