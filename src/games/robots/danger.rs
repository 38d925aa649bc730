//! Which actions let the player die in the same turn. The rules allow them all; people are asked whether they mean them.

use super::board::BoardCell;
use super::rules::{StepOutcome, available, step};
use super::{Action, Mode, Scenario, State};

/// The way in which an action lets the player die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Danger {
    /// The player walks into a robot.
    #[error("there is a robot on {0}")]
    Robot(BoardCell),
    /// A robot reaches the player on this cell.
    #[error("a robot would reach you on {0}")]
    Reached(BoardCell),
    /// A robot reaches the player on some of the teleports, one of which is drawn.
    #[error("a robot would reach you on some of the free teleports")]
    SomeTeleport,
}

/// The way in which a legal action can let the player die in this turn.
pub(super) fn danger(scenario: &Scenario, state: &State, action: Action) -> Option<Danger> {
    let reached = |at| is_reached(&state.robots, at).then_some(Danger::Reached(at));
    match action {
        Action::Stay => reached(state.player),
        Action::Walk { direction } => match step(state, direction).ok()? {
            StepOutcome::Robot(to) => Some(Danger::Robot(to)),
            StepOutcome::Free(to) => reached(to),
            StepOutcome::Push { to, debris, .. } => {
                let others = state.robots.iter().filter(|robot| **robot != debris);
                is_reached(others, to).then_some(Danger::Reached(to))
            }
        },
        Action::Teleport { to } => reached(to),
        Action::TeleportAnywhere => {
            let mut cells = available(scenario, state);
            match scenario.mode {
                Mode::Once => reached(cells.next()?),
                Mode::Reuse => {
                    cells.any(|to| is_reached(&state.robots, to)).then_some(Danger::SomeTeleport)
                }
            }
        }
    }
}

/// Returns true if some robot comes to the player's cell.
fn is_reached<'a>(robots: impl IntoIterator<Item = &'a BoardCell>, player: BoardCell) -> bool {
    let mut robots = robots.into_iter();
    robots.any(|robot| robot.towards(player) == player)
}

#[cfg(test)]
mod tests {
    use super::super::rules::legal;
    use super::super::{Direction, RobotsGame};
    use super::*;
    use chase_engine::game::Game as _;

    fn at(robots: &[(u8, u8)], teleports: &[(u8, u8)]) -> (Scenario, State) {
        let cells = |cells: &[(u8, u8)]| cells.iter().map(|at| BoardCell(at.0, at.1)).collect();
        let scenario = Scenario {
            robots: cells(robots),
            teleports: cells(teleports),
            mode: Mode::Reuse,
            turns: 100,
        };
        let game = RobotsGame { scenario };
        let state = game.start();
        (game.scenario, state)
    }

    const WEST: Action = Action::Walk { direction: Direction::W };
    const EAST: Action = Action::Walk { direction: Direction::E };

    #[test]
    fn what_kills_in_this_turn_is_dangerous() {
        // A robot east of the player, who stands on (15, 15).
        let (scenario, state) = at(&[(15, 16)], &[(15, 18), (1, 1)]);
        let of = |action| danger(&scenario, &state, action);
        assert_eq!(of(EAST), Some(Danger::Robot(BoardCell(15, 16))));
        assert_eq!(of(Action::Stay), Some(Danger::Reached(BoardCell(15, 15))));
        assert_eq!(of(WEST), None);
        let far = |row, column| Action::Teleport { to: BoardCell(row, column) };
        assert_eq!(of(far(15, 18)), None);
        assert_eq!(of(far(1, 1)), None);
    }

    #[test]
    fn a_drawn_teleport_is_dangerous_if_one_of_them_kills() {
        let (scenario, state) = at(&[(1, 2)], &[(30, 30), (1, 1)]);
        let any = Action::TeleportAnywhere;
        assert_eq!(danger(&scenario, &state, any), Some(Danger::SomeTeleport));
        // The first is taken where each is used once.
        let once = Scenario { mode: Mode::Once, ..scenario };
        assert_eq!(danger(&once, &state, any), None);
    }

    #[test]
    fn a_push_onto_the_robot_that_would_come_saves() {
        let (scenario, mut state) = at(&[(15, 17), (31, 31)], &[]);
        state.debris.add(BoardCell(15, 16));
        assert_eq!(danger(&scenario, &state, EAST), None);
    }

    #[test]
    fn within_a_ring_only_staying_is_safe_and_with_a_robot_near_nothing_is() {
        let ring: Vec<_> = (13_u8..=17)
            .flat_map(|row| (13_u8..=17).map(move |column| (row, column)))
            .filter(|(row, column)| row.abs_diff(15) == 2 || column.abs_diff(15) == 2)
            .collect();
        let (scenario, state) = at(&ring, &[]);
        let mut actions = Vec::new();
        legal(&scenario, &state, &mut actions);
        for action in actions.iter().copied() {
            let is_safe = danger(&scenario, &state, action).is_none();
            assert_eq!(is_safe, action == Action::Stay, "{action:?}");
        }
        let near = [ring, vec![(14, 14)]].concat();
        let (scenario, state) = at(&near, &[]);
        legal(&scenario, &state, &mut actions);
        assert!(actions.iter().all(|action| danger(&scenario, &state, *action).is_some()));
    }
}
