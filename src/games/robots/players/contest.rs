//! The autoplayer of the contest. Among the steps and staying that do not lose at once (a step into
//! a robot is none): fewest robots left after the robots' move, then the greatest distance, rows
//! plus columns, to the nearest robot, then the smallest row, then the smallest column. If none is
//! safe: the first unused teleport in list order that is empty and does not lose. Else it stays.

use crate::board::{BoardCell, Direction};
use crate::rules::{Advance, StepOutcome, check_teleport, step};
use crate::{Action, Event, RobotsGame, Scenario, State, View};
use chase_engine::dice::Dice;
use chase_engine::game::Forfeit;
use chase_engine::player::Player;

/// The player, who uses each teleport once, whatever the mode.
pub(crate) struct Contest {
    scenario: Scenario,
    /// By number, as bits.
    used: u32,
    advance: Advance,
}

impl Contest {
    /// Nothing is used yet.
    pub fn new(scenario: &Scenario) -> Self {
        Contest { scenario: scenario.clone(), used: 0, advance: Advance::default() }
    }
}

impl Player<RobotsGame> for Contest {
    fn observe(&mut self, seen: &Event) {
        if let Event::Teleported { to } = seen {
            let cells = (0..).zip(&self.scenario.teleports);
            // It goes to the first unused one of several on a cell.
            let mut unused = cells.filter(|(n, cell)| *cell == to && self.used >> n & 1 == 0);
            if let Some((n, _)) = unused.next() {
                self.used |= 1 << n;
            }
        }
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(choose(&view.game.scenario, view.state, self.used, &mut self.advance))
    }
}

/// The number of robots after their move, and the distance of the nearest; nothing when the player
/// dies.
fn after(
    state: &State,
    player: BoardCell,
    pushed: Option<(BoardCell, BoardCell)>,
    advance: &mut Advance,
) -> Option<(usize, u8)> {
    match pushed {
        None => advance.run(&state.robots, &state.debris, player),
        Some((from, to)) => {
            let mut debris = state.debris.clone();
            debris.remove(from);
            debris.add(to);
            let mut robots = state.robots.clone();
            robots.retain(|robot| *robot != to);
            if robots.is_empty() {
                return Some((0, u8::MAX));
            }
            advance.run(&robots, &debris, player);
        }
    }
    if advance.moved.caught > 0 {
        return None;
    }
    let nearest = advance.moved.robots.iter().map(|robot| robot.distance(player));
    Some((advance.moved.robots.len(), nearest.min().unwrap_or(u8::MAX)))
}

/// The choice; `used` are the teleports that are used up for it, by number as bits.
fn choose(scenario: &Scenario, state: &State, used: u32, advance: &mut Advance) -> Action {
    let mut best: Option<((usize, u8, BoardCell), Action)> = None;
    let mut consider = |action, to: BoardCell, left: Option<(usize, u8)>| {
        if let Some((robots, nearest)) = left {
            let worth = (robots, u8::MAX - nearest, to);
            if best.as_ref().is_none_or(|(other, _)| worth < *other) {
                best = Some((worth, action));
            }
        }
    };
    let stays = after(state, state.player, None, advance);
    consider(Action::Stay, state.player, stays);
    for direction in Direction::ALL {
        let (to, pushed) = match step(state, direction) {
            Ok(StepOutcome::Free(to)) => (to, None),
            Ok(StepOutcome::Push { to, debris, .. }) => (to, Some((to, debris))),
            Ok(StepOutcome::Robot(_)) | Err(_) => continue,
        };
        let left = after(state, to, pushed, advance);
        consider(Action::Walk { direction }, to, left);
    }
    if let Some((_, action)) = best {
        return action;
    }
    let unused = scenario.teleports.iter().enumerate();
    let mut unused = unused.filter(|(n, _)| used >> n & 1 == 0);
    let safe = unused.find(|(_, to)| {
        check_teleport(scenario, state, **to).is_ok() && after(state, **to, None, advance).is_some()
    });
    match safe {
        Some((_, to)) => Action::Teleport { to: *to },
        None => Action::Stay,
    }
}
