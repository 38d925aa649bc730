//! The rules: where a penguin can be placed and moved, whose turn it is, when the game is over.

use super::board::{FieldPlace, FloeField, Grid};
use super::{Action, Event, Fishing, PlayerState, State};
use chase_engine::game::{BrokenRule, Seat};

/// The content of a field, in words.
fn content(field: FloeField) -> String {
    match (field.fish(), field.player()) {
        (0, 0) => "water".into(),
        (0, player) => format!("a penguin of player {player}"),
        (fish, _) => format!("{fish} fish"),
    }
}

fn off_the_board(place: FieldPlace) -> BrokenRule {
    BrokenRule::new(format!("{place} is not on the board"))
}

fn out_of_order() -> BrokenRule {
    BrokenRule::new("that is not what comes next")
}

/// Penguins are placed now, or moved.
fn check_phase(state: &State, moving: bool) -> Result<(), BrokenRule> {
    BrokenRule::unless(
        state.moving == moving,
        match state.moving {
            true => "penguins are being moved, none can be placed",
            false => "penguins are being placed, none can be moved",
        },
    )
}

/// Checks that a penguin can go from one place to another, and returns the fish that it finds
/// there.
pub fn check_way(grid: &Grid, from: FieldPlace, to: FieldPlace) -> Result<u8, BrokenRule> {
    if !grid.holds(to) {
        return Err(off_the_board(to));
    }
    if from == to {
        return Err(BrokenRule::new(format!("a penguin cannot stay on {from}")));
    }
    if from.row != to.row && from.column != to.column {
        let what = format!("from {from} to {to} is not along a row or column");
        return Err(BrokenRule::new(what));
    }
    let step = |from: u8, to: u8| to.cmp(&from) as i8;
    let (down, right) = (step(from.row, to.row), step(from.column, to.column));
    let mut place = from;
    while place != to {
        place = FieldPlace {
            row: place.row.saturating_add_signed(down),
            column: place.column.saturating_add_signed(right),
        };
        if !grid.get(place).is_free() {
            let there = content(grid.get(place));
            return Err(BrokenRule::new(format!("{place} is in the way: there is {there}")));
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

impl Action {
    /// Puts the penguin of a player where the action leads it; water is where it stood.
    pub(super) fn stand(self, grid: &mut Grid, player: u8) {
        let (from, to) = match self {
            Action::Place { at } => (None, at),
            Action::Move { from, to } => (Some(from), to),
        };
        if let Some(from) = from {
            grid.set(from, FloeField::WATER);
        }
        grid.set(to, FloeField::penguin(player));
    }
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
    ) -> Result<Event, BrokenRule> {
        let player = &state.players[seat];
        check_phase(state, matches!(action, Action::Move { .. }))?;
        match action {
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

    pub(super) fn apply_event(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        BrokenRule::unless(!state.ended, "nothing can happen after the end")?;
        match event {
            Event::Opened if !state.opened => {
                state.opened = true;
                self.settle(state, 0);
                Ok(())
            }
            Event::Ended { winners } if state.opened && state.next.is_none() => {
                let due = winners_of(&state.players);
                if *winners != due {
                    let seats: Vec<_> = due.iter().map(|seat| format!("P{}", seat.0 + 1)).collect();
                    let what = format!("the winner is {}", seats.join(" and "));
                    return Err(BrokenRule::new(what));
                }
                state.ended = true;
                Ok(())
            }
            Event::Placed { .. } | Event::Moved { .. } | Event::Forfeited { .. } => {
                self.apply_turn(state, event)
            }
            Event::Opened | Event::Ended { .. } => Err(out_of_order()),
        }
    }

    fn apply_turn(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let seat = match state.next {
            Some(seat) if state.opened => seat.index(),
            _ => return Err(out_of_order()),
        };
        match *event {
            Event::Placed { at } => {
                check_phase(state, false)?;
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
                check_phase(state, true)?;
                let player = &mut state.players[seat];
                let there = check_move(&state.grid, player, from, to)?;
                if there != fish {
                    return Err(BrokenRule::new(format!("{to} has {there} fish")));
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

fn check_floe(grid: &Grid, at: FieldPlace) -> Result<(), BrokenRule> {
    if !grid.holds(at) {
        return Err(off_the_board(at));
    }
    if grid.get(at) == FloeField::floe(1) {
        return Ok(());
    }
    let there = content(grid.get(at));
    let what = format!("{at} has {there}; a penguin is placed on a floe with one fish");
    Err(BrokenRule::new(what))
}

fn check_move(
    grid: &Grid,
    player: &PlayerState,
    from: FieldPlace,
    to: FieldPlace,
) -> Result<u8, BrokenRule> {
    if !grid.holds(from) {
        return Err(off_the_board(from));
    }
    let field = grid.get(from);
    if player.number == 0 || field.player() != player.number {
        let what = format!("{from} has {}, no penguin of the player to move", content(field));
        return Err(BrokenRule::new(what));
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

pub(super) fn seat_of(seat: usize) -> Seat {
    Seat(u8::try_from(seat).expect("at most nine players"))
}
