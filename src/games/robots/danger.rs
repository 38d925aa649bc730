//! Which actions let the player die in the same turn, and which of them the safe mode of people
//! refuses. The rules allow them all.

use super::board::BoardCell;
use super::rules::{StepOutcome, available, legal, step};
use super::{Action, Mode, Scenario, State};

/// The way in which an action lets the player die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Danger {
    /// The player walks into a robot.
    #[error("there is a robot on {0}; to walk into it, switch safe mode off")]
    Robot(BoardCell),
    /// A robot reaches the player on this cell.
    #[error(
        "a robot would reach you on {0}, and another action keeps you alive; to do it nevertheless, switch safe mode off"
    )]
    Reached(BoardCell),
    /// A robot reaches the player on some of the teleports, one of which is drawn.
    #[error(
        "a robot would reach you on some of the free teleports, and another action keeps you alive; to do it nevertheless, switch safe mode off"
    )]
    SomeTeleport,
}

/// Which actions are refused to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SafeMode {
    /// Every action that can let the player die in this turn, while there is one that cannot.
    On,
    /// Steps into a robot only, whatever else there is to do.
    Steps,
    /// None.
    Off,
}

impl SafeMode {
    /// The mode that `safe` alone switches to.
    pub fn next(self) -> Self {
        match self {
            SafeMode::On => SafeMode::Off,
            SafeMode::Off => SafeMode::Steps,
            SafeMode::Steps => SafeMode::On,
        }
    }

    /// The danger for which an action is refused; nothing if the action may be done.
    pub fn refuses(self, scenario: &Scenario, state: &State, action: Action) -> Option<Danger> {
        let danger = danger(scenario, state, action)?;
        let is_refused = match self {
            SafeMode::On => has_safe_action(scenario, state),
            SafeMode::Steps => matches!(danger, Danger::Robot(_)),
            SafeMode::Off => false,
        };
        is_refused.then_some(danger)
    }
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

/// Returns true if the player surely survives this turn with some action.
fn has_safe_action(scenario: &Scenario, state: &State) -> bool {
    let mut actions = Vec::new();
    legal(scenario, state, &mut actions);
    let mut actions = actions.into_iter();
    actions.any(|action| danger(scenario, state, action).is_none())
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, RobotsGame};
    use super::*;
    use chase_core::kit::OpenGame as _;

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
    fn safe_mode_refuses_what_kills_while_something_does_not() {
        // A robot east of the player, who stands on (15, 15).
        let (scenario, state) = at(&[(15, 16)], &[(15, 18), (1, 1)]);
        let on = |action| SafeMode::On.refuses(&scenario, &state, action);
        assert_eq!(on(EAST), Some(Danger::Robot(BoardCell(15, 16))));
        let stays = Danger::Reached(BoardCell(15, 15));
        assert_eq!(on(Action::Stay), Some(stays));
        assert_eq!(on(WEST), None);
        let far = |row, column| Action::Teleport { to: BoardCell(row, column) };
        assert_eq!(on(far(15, 18)), None);
        assert_eq!(on(far(1, 1)), None);
        let steps = |action| SafeMode::Steps.refuses(&scenario, &state, action);
        assert_eq!(steps(Action::Stay), None);
        assert_eq!(steps(EAST), Some(Danger::Robot(BoardCell(15, 16))));
        assert_eq!(SafeMode::Off.refuses(&scenario, &state, EAST), None);
    }

    #[test]
    fn a_drawn_teleport_is_refused_if_one_of_them_kills() {
        let (scenario, state) = at(&[(1, 2)], &[(30, 30), (1, 1)]);
        let any = Action::TeleportAnywhere;
        let refused = SafeMode::On.refuses(&scenario, &state, any);
        assert_eq!(refused, Some(Danger::SomeTeleport));
        // The first is taken where each is used once.
        let once = Scenario { mode: Mode::Once, ..scenario };
        assert_eq!(SafeMode::On.refuses(&once, &state, any), None);
    }

    #[test]
    fn a_push_onto_the_robot_that_would_come_saves() {
        let (scenario, mut state) = at(&[(15, 17), (31, 31)], &[]);
        state.debris.add(BoardCell(15, 16));
        assert_eq!(SafeMode::On.refuses(&scenario, &state, EAST), None);
    }

    #[test]
    fn nothing_is_refused_where_everything_kills() {
        let ring: Vec<_> = (13_u8..=17)
            .flat_map(|row| (13_u8..=17).map(move |column| (row, column)))
            .filter(|(row, column)| row.abs_diff(15) == 2 || column.abs_diff(15) == 2)
            .collect();
        let (scenario, state) = at(&ring, &[]);
        let mut actions = Vec::new();
        legal(&scenario, &state, &mut actions);
        let walks = actions.iter().filter(|action| **action != Action::Stay);
        for action in walks.copied() {
            assert!(danger(&scenario, &state, action).is_some(), "{action:?}");
        }
        // Staying is the only way: no robot of the ring reaches the middle in one step.
        assert_eq!(danger(&scenario, &state, Action::Stay), None);
        let near = [ring, vec![(14, 14)]].concat();
        let (scenario, state) = at(&near, &[]);
        legal(&scenario, &state, &mut actions);
        for action in actions {
            assert_eq!(SafeMode::On.refuses(&scenario, &state, action), None);
        }
    }
}
