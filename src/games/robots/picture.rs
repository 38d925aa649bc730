//! The board drawn: player, robots, debris, teleports free and used, and every step of the turn.

use super::board::{BoardCell, Direction, SIDE};
use super::danger::{Danger, danger};
use super::trace::column;
use super::{Action, Ending, Event, PLAYER, RobotsGame, State};
use chase_engine::history::HistoryCycle;
use chase_engine::seat::Seat;
use chase_kit::faces::Picture;
use chase_kit::picture::{
    Act, ActionRisk, Actor, Change, ClickFault, GameEnd, Icon, Kind, PanelCell, Passage, Scene,
    Spots, Stage, Tone,
};
use chase_kit::trace::TraceRow;

const TELEPORT: u8 = 1;
const USED: u8 = 2;
const DEBRIS: u8 = 3;
const ROBOT: u32 = 1;

/// The rules in short, for people who watch.
const RULES: [&str; 4] = [
    "In every turn the player acts, then all robots take a step straight towards the player.",
    "The player takes a step in one of eight directions, stays, or teleports to a free teleport cell.",
    "Robots that meet, or run into debris, are destroyed and leave debris. The player can push debris, also onto a robot.",
    "The player dies when a robot reaches it or when it walks into one, and wins when no robot is left.",
];

/// The game as a picture: the cells with teleports and debris, the player and the robots on them.
pub(super) struct CellPicture;

impl Picture<RobotsGame> for CellPicture {
    fn stage(&self, game: &RobotsGame) -> Stage {
        let side = || (1..=SIDE).map(|n| n.to_string()).collect();
        let mut stage = Stage::grid(side(), side(), |column, row| format!("({row},{column})"));
        for teleport in &game.scenario.teleports {
            stage.places[teleport.index()].kind = TELEPORT;
        }
        stage.kinds = vec![
            Kind::default(),
            Kind::of("teleport", Tone::Special, Some(Icon::Teleport)),
            Kind::of("used teleport", Tone::Spent, Some(Icon::Teleport)),
            Kind::of("debris", Tone::Blocked, Some(Icon::Debris)),
        ];
        let actor = |name: &str, side, icon| Actor { name: name.into(), side, icon, paint: None };
        stage.actors = vec![actor("player", 0, Icon::Player), actor("robot", 1, Icon::Robot)];
        stage.heads = vec!["where".into()];
        stage.rules = RULES.map(String::from).to_vec();
        stage
    }

    fn scene(&self, game: &RobotsGame, passage: &Passage<'_, RobotsGame>, out: &mut Scene) {
        let (before, after) = (passage.before, passage.after);
        changes(game, after, out);
        out.piece(PLAYER.0.into(), Some(place(after.player)));
        for robot in &after.robots {
            out.piece(ROBOT, Some(place(*robot)));
        }
        let where_to = PanelCell::Text(after.player.to_string());
        out.row(0, [where_to]);
        out.row(ROBOT, [PanelCell::Text(format!("{} left", after.robots.len()))]);
        for event in passage.cycle.events {
            match event {
                Event::Walked { to } | Event::RanInto { to } | Event::Teleported { to } => {
                    out.arrow(Act::Moved, 0, place(before.player), place(*to));
                }
                Event::Pushed { to, debris, .. } => {
                    out.arrow(Act::Moved, 0, place(before.player), place(*to));
                    out.arrow(Act::Pushed, 0, place(*to), place(*debris));
                    out.mark("push");
                }
                Event::RobotsMoved(moved) => {
                    // What a push crushed did not walk any more.
                    let gone = |robot: &BoardCell| {
                        let mut events = passage.cycle.events.iter();
                        events.any(|event| matches!(event, Event::Pushed { debris, .. } if debris == robot))
                    };
                    for robot in before.robots.iter().filter(|robot| !gone(robot)) {
                        let to = robot.towards(after.player);
                        out.arrow(Act::Moved, ROBOT, place(*robot), place(to));
                    }
                    if !moved.debris.is_empty() || moved.crashed > 0 {
                        out.mark("crash");
                    }
                }
                Event::Forfeited { .. } => out.mark("forfeit"),
                Event::Ended { .. } => out.mark("end"),
                Event::Opened | Event::Stayed => {}
            }
            if matches!(event, Event::Teleported { .. }) {
                out.mark("teleport");
            }
        }
    }

    fn game_end(
        &self,
        _: &RobotsGame,
        _: HistoryCycle<'_, RobotsGame>,
        state: &State,
    ) -> Option<GameEnd> {
        let at = Some(place(state.player));
        Some(match state.ended? {
            Ending::Won => GameEnd::how("no robot is left"),
            Ending::Caught => GameEnd::how("a robot reached the player").at(at),
            Ending::RanInto => GameEnd::how("the player walked into a robot").at(at),
            Ending::TurnLimit => GameEnd::how("all turns of the scenario were taken"),
            Ending::Forfeited => GameEnd::how("the player lost its turn").at(at),
        })
    }

    /// The cell that the player goes to; its own, to stay.
    fn spots(&self, _: &RobotsGame, state: &State, _: Seat, action: &Action) -> Spots {
        match *action {
            Action::Stay => Spots::at([place(state.player)]),
            Action::Walk { direction } => match state.player.step(direction) {
                Some(to) => Spots::at([place(to)]).button(direction.name()),
                None => Spots::default(),
            },
            Action::Teleport { to } => Spots::at([place(to)]),
            Action::TeleportAnywhere => Spots::default(),
        }
    }

    /// A step to a neighbour, or a teleport.
    fn meant(
        &self,
        game: &RobotsGame,
        state: &State,
        _: Seat,
        meant: &Spots,
    ) -> Result<Action, ClickFault> {
        let word = |direction: &Direction| direction.name() == meant.button;
        if let Some(direction) = Direction::ALL.into_iter().find(word) {
            return Ok(Action::Walk { direction });
        }
        let at = meant.clicks.last().and_then(|place| usize::try_from(*place).ok());
        let cell = at.and_then(BoardCell::nth).ok_or(ClickFault::NoAction)?;
        if let Some(direction) = state.player.way_to(cell) {
            return Ok(Action::Walk { direction });
        }
        match game.scenario.teleports.contains(&cell) {
            true => Ok(Action::Teleport { to: cell }),
            false => {
                Err(ClickFault::Because(format!("{cell} is neither next to you nor a teleport")))
            }
        }
    }

    /// What safe mode refuses.
    fn risk(
        &self,
        game: &RobotsGame,
        state: &State,
        _: Seat,
        action: &Action,
    ) -> Option<ActionRisk> {
        let danger = danger(&game.scenario, state, *action)?;
        Some(ActionRisk { why: danger.to_string(), is_at_once: matches!(danger, Danger::Robot(_)) })
    }

    fn row_scene(&self, _: &RobotsGame, row: &TraceRow, out: &mut Scene) {
        let cells = |column: usize| {
            let words = row.cells[column].text().unwrap_or_default();
            let cells = words.split_whitespace().filter_map(BoardCell::parse);
            cells.filter(|cell| cell.is_on_board()).map(place)
        };
        for (actor, column) in [(0, column::PLAYER), (ROBOT, column::ROBOTS)] {
            for at in cells(column) {
                out.piece(actor, Some(at));
            }
        }
        out.changes.extend(cells(column::DEBRIS).map(|place| change(place, DEBRIS)));
        let player = row.cells[column::PLAYER].text().unwrap_or_default();
        out.row(0, [PanelCell::Text(player.to_owned())]);
        let left = cells(column::ROBOTS).count();
        out.row(ROBOT, [PanelCell::Text(format!("{left} left"))]);
    }

    fn untold_kinds(&self) -> &'static [u8] {
        &[USED]
    }
}

/// Debris, and used teleports.
fn changes(game: &RobotsGame, state: &State, out: &mut Scene) {
    let debris = state.debris.iter().map(|cell| change(place(cell), DEBRIS));
    let teleports = (0..).zip(&game.scenario.teleports);
    let used = teleports.filter(|(n, cell)| state.used >> n & 1 == 1 && !state.debris.has(**cell));
    out.changes.extend(debris);
    out.changes.extend(used.map(|(_, cell)| change(place(*cell), USED)));
    out.changes.sort_by_key(|change| change.place);
}

fn change(place: u32, kind: u8) -> Change {
    Change { place, kind, label: String::new() }
}

fn place(cell: BoardCell) -> u32 {
    u32::try_from(cell.index()).expect("at most 961 cells")
}
