//! The rules: what the player can do, where the robots go, when it is over.

use super::board::{BoardCell, Cells, Direction, SIDE};
use super::{Action, Ending, Event, Robots, Scenario, State};
use chase_engine::dice::Dice;
use chase_engine::game::BrokenRule;

/// An event that does not follow from the state.
pub(super) fn wrong_event() -> BrokenRule {
    BrokenRule::new("that is not what comes next")
}

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The player stands there.
    Free(BoardCell),
    /// The player stands there, and the debris one cell on; a robot there is destroyed.
    Push {
        /// The player's cell.
        to: BoardCell,
        /// The cell of the debris.
        debris: BoardCell,
        /// True if a robot is destroyed.
        crushes: bool,
    },
    /// A robot is there: the player dies.
    Robot(BoardCell),
}

/// The outcome of a step in a direction.
///
/// # Errors
/// The rule that forbids the step.
pub fn step(state: &State, direction: Direction) -> Result<StepOutcome, BrokenRule> {
    let to = state
        .player
        .step(direction)
        .ok_or_else(|| BrokenRule::new(format!("the board ends there ({})", direction.name())))?;
    if state.robots.contains(&to) {
        return Ok(StepOutcome::Robot(to));
    }
    if !state.debris.has(to) {
        return Ok(StepOutcome::Free(to));
    }
    let next = to.step(direction).ok_or_else(|| {
        BrokenRule::new(format!("the debris on {to} cannot be pushed off the board"))
    })?;
    if state.debris.has(next) {
        return Err(BrokenRule::new(format!(
            "the debris on {to} cannot be pushed: there is debris on {next} too"
        )));
    }
    Ok(StepOutcome::Push { to, debris: next, crushes: state.robots.contains(&next) })
}

/// The result of the robots' move, with buffers that are reused for many moves.
#[derive(Clone, Debug, Default)]
pub struct Advance {
    /// The cell to which each robot goes.
    steps: Vec<BoardCell>,
    /// The result.
    pub moved: Robots,
}

/// Cells as a set: a bit for each, a word for each row.
type CellRows = [u32; ROWS];

/// A power of two, so that no number of a row needs a check.
const ROWS: usize = (SIDE as usize + 1).next_power_of_two();

/// A cell's word and bit.
#[inline]
fn place(cell: BoardCell) -> (usize, u32) {
    (usize::from(cell.0) % ROWS, 1 << (cell.1 % 32))
}

#[inline]
fn is_in(rows: &CellRows, cell: BoardCell) -> bool {
    let (row, bit) = place(cell);
    rows[row] & bit != 0
}

impl Advance {
    /// All robots move at once.
    pub fn run(&mut self, robots: &[BoardCell], debris: &Cells, player: BoardCell) {
        self.moved.robots.clear();
        self.moved.debris.clear();
        self.steps.clear();
        let steps = robots.iter().map(|robot| robot.towards(player));
        self.steps.extend(steps);
        // The cells that one robot comes to at least, and two at least.
        let (mut once, mut twice) = (CellRows::default(), CellRows::default());
        for to in &self.steps {
            let (row, bit) = place(*to);
            twice[row] |= once[row] & bit;
            once[row] |= bit;
        }
        (self.moved.collided, self.moved.crashed, self.moved.caught) = (0, 0, 0);
        if is_in(&once, player) {
            self.moved.caught = self.steps.iter().map(|to| u8::from(*to == player)).sum();
        }
        for n in 0..self.steps.len() {
            let to = self.steps[n];
            if debris.has(to) && to != player {
                self.moved.crashed += 1;
            } else if is_in(&twice, to) {
                self.moved.collided += 1;
                self.leave_debris(to);
            } else {
                // On the player's cell too, when it is the only one there.
                self.moved.robots.push(to);
            }
        }
    }

    fn leave_debris(&mut self, cell: BoardCell) {
        if !self.moved.debris.contains(&cell) {
            self.moved.debris.push(cell);
        }
    }
}

impl Robots {
    /// The robots' move from a state.
    pub(super) fn of(state: &State) -> Self {
        let mut advance = Advance::default();
        advance.run(&state.robots, &state.debris, state.player);
        advance.moved
    }
}

/// Checks that a teleport can be used now.
pub(crate) fn check_teleport(
    scenario: &Scenario,
    state: &State,
    to: BoardCell,
) -> Result<(), BrokenRule> {
    let why = if !scenario.teleports.contains(&to) {
        format!("there is no teleport on {to}")
    } else if !is_unused(scenario, state, to) {
        format!("the teleport on {to} is used up")
    } else if let Some(what) = what_is_on(state, to) {
        format!("the teleport on {to} is taken: {what}")
    } else {
        return Ok(());
    };
    Err(BrokenRule::new(why))
}

/// Returns true if the cell has a teleport that is not used up.
fn is_unused(scenario: &Scenario, state: &State, to: BoardCell) -> bool {
    let mut cells = scenario.teleports.iter().enumerate();
    cells.any(|(n, cell)| *cell == to && state.used >> n & 1 == 0)
}

fn what_is_on(state: &State, cell: BoardCell) -> Option<&'static str> {
    if state.player == cell {
        Some("you stand on it")
    } else if state.robots.contains(&cell) {
        Some("a robot is on it")
    } else if state.debris.has(cell) {
        Some("debris is on it")
    } else {
        None
    }
}

/// The teleports that can be used now, in their order; a cell that is named twice counts once.
pub fn available<'a>(
    scenario: &'a Scenario,
    state: &'a State,
) -> impl Iterator<Item = BoardCell> + 'a {
    let cells = scenario.teleports.iter().enumerate();
    cells.filter_map(move |(n, cell)| {
        let is_first = !scenario.teleports[..n].contains(cell);
        let is_free = is_unused(scenario, state, *cell) && what_is_on(state, *cell).is_none();
        (is_first && is_free).then_some(*cell)
    })
}

/// Appends everything that can be done, in its fixed order: the steps row by row with staying in
/// their middle, the teleports in their order, any teleport.
pub fn legal(scenario: &Scenario, state: &State, out: &mut Vec<Action>) {
    for direction in Direction::ALL {
        if direction == Direction::E {
            out.push(Action::Stay);
        }
        if step(state, direction).is_ok() {
            out.push(Action::Walk { direction });
        }
    }
    let before = out.len();
    out.extend(available(scenario, state).map(|to| Action::Teleport { to }));
    if out.len() > before {
        out.push(Action::TeleportAnywhere);
    }
}

/// The events of an action.
pub(super) fn decide(
    scenario: &Scenario,
    state: &State,
    action: Action,
    dice: &mut Dice,
) -> Result<Event, BrokenRule> {
    Ok(match action {
        Action::Stay => Event::Stayed,
        Action::Walk { direction } => match step(state, direction)? {
            StepOutcome::Free(to) => Event::Walked { to },
            StepOutcome::Robot(to) => Event::RanInto { to },
            StepOutcome::Push { to, debris, crushes } => {
                Event::Pushed { to, debris, crushed: crushes }
            }
        },
        Action::Teleport { to } => {
            check_teleport(scenario, state, to)?;
            Event::Teleported { to }
        }
        Action::TeleportAnywhere => {
            let cells: Vec<_> = available(scenario, state).collect();
            let to = match (cells.as_slice(), scenario.mode) {
                ([], _) => return Err(BrokenRule::new("no teleport is available")),
                ([first, ..], super::Mode::Once) => *first,
                (cells, super::Mode::Reuse) => {
                    let count = u32::try_from(cells.len()).expect("at most 20");
                    cells[dice.below(count) as usize]
                }
            };
            Event::Teleported { to }
        }
    })
}

/// Writes the player's half of a turn down.
pub(super) fn apply_action(
    scenario: &Scenario,
    state: &mut State,
    event: &Event,
) -> Result<(), BrokenRule> {
    let steps = |due: &dyn Fn(StepOutcome) -> bool| {
        let mut ways = Direction::ALL.into_iter();
        ways.any(|way| step(state, way).is_ok_and(due))
    };
    match *event {
        Event::Stayed => {}
        Event::Walked { to } if steps(&|step| step == StepOutcome::Free(to)) => state.player = to,
        Event::RanInto { to } if steps(&|step| step == StepOutcome::Robot(to)) => {
            state.player = to;
            state.dead = true;
        }
        Event::Pushed { to, debris, crushed }
            if steps(&|step| step == StepOutcome::Push { to, debris, crushes: crushed }) =>
        {
            state.player = to;
            state.debris.remove(to);
            state.debris.add(debris);
            state.robots.retain(|robot| *robot != debris);
            state.stats.pushes += 1;
            state.stats.by_push += u32::from(crushed);
        }
        Event::Teleported { to } => {
            check_teleport(scenario, state, to)?;
            state.player = to;
            state.stats.teleports += 1;
            if scenario.mode == super::Mode::Once {
                let cells = scenario.teleports.iter().enumerate();
                for (n, _) in cells.filter(|(_, cell)| **cell == to) {
                    state.used |= 1 << n;
                }
            }
        }
        _ => return Err(wrong_event()),
    }
    state.turn += 1;
    state.acted = true;
    approach(state);
    Ok(())
}

/// Writes the robots' move down.
pub(super) fn apply_robots(state: &mut State, moved: &Robots) -> Result<(), BrokenRule> {
    if !state.acted || *moved != Robots::of(state) {
        return Err(wrong_event());
    }
    state.robots.clone_from(&moved.robots);
    moved.debris.iter().for_each(|cell| state.debris.add(*cell));
    state.stats.by_collision += u32::from(moved.collided);
    state.stats.by_debris += u32::from(moved.crashed);
    state.dead = moved.caught > 0;
    state.acted = false;
    approach(state);
    if moved.caught > 0 {
        state.stats.closest = Some(0);
    }
    Ok(())
}

/// Takes down how close robots have come.
pub(super) fn approach(state: &mut State) {
    let distances = state.robots.iter().map(|robot| robot.distance(state.player));
    state.stats.closest = distances.chain(state.stats.closest).min();
}

/// The ending, if the game is over.
pub(super) fn verdict(scenario: &Scenario, state: &State) -> Option<Ending> {
    if state.dead {
        return Some(if state.acted { Ending::RanInto } else { Ending::Caught });
    }
    if state.lost_turn {
        return Some(Ending::Forfeited);
    }
    if state.robots.is_empty() {
        return Some(Ending::Won);
    }
    (!state.acted && state.turn >= scenario.turns).then_some(Ending::TurnLimit)
}
