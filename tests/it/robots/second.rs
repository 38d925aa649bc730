//! The rules against a second implementation, written from the rules page alone.

use std::collections::{BTreeMap, BTreeSet};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game, Turn};
use chase::games::robots::new::board;
use chase::games::robots::{
    Action, BoardCell, Direction, Ending, Event, Mode, PLAYER, RobotsGame, State,
};

use super::naive::{self, Act, End};

const GAMES: u64 = 3_000;

fn cell(cell: BoardCell) -> naive::Cell {
    (cell.0.into(), cell.1.into())
}

fn act(action: Action, event: &Event, teleports: &[BoardCell]) -> Act {
    let number = |to: BoardCell| teleports.iter().position(|it| *it == to);
    match (action, event) {
        (Action::Stay, _) => Act::Step(0, 0),
        (Action::Walk { direction }, _) => {
            let (rows, columns) = direction.offset();
            Act::Step(rows.into(), columns.into())
        }
        (Action::Teleport { to }, _) => Act::Teleport(number(to).expect("a teleport")),
        (Action::TeleportAnywhere, Event::Teleported { to }) => {
            Act::Random(number(*to).expect("a teleport"))
        }
        (Action::TeleportAnywhere, _) => panic!("it teleports"),
    }
}

fn same(game: &RobotsGame, state: &State, naive: &naive::Game) {
    let robots: BTreeSet<_> = state.robots.iter().map(|it| cell(*it)).collect();
    assert_eq!(robots, naive.robots());
    let debris: BTreeSet<_> = state.debris.iter().map(cell).collect();
    assert_eq!(debris, naive.debris());
    assert_eq!(cell(state.player), naive.player());
    let (mine, others) = (game.figures(state), naive.stats());
    let small = |n: u32| n as usize;
    assert_eq!(small(mine.moves), others.moves);
    assert_eq!(small(mine.teleports_used), others.teleports_used);
    assert_eq!(small(mine.teleports_available), others.available);
    assert_eq!(small(mine.pushes), others.pushes);
    assert_eq!(small(mine.robots_by_collision), others.by_collision);
    assert_eq!(small(mine.robots_by_debris), others.by_debris);
    assert_eq!(small(mine.robots_by_push), others.by_push);
    assert_eq!(small(mine.debris_cells), others.debris_cells);
    assert_eq!(small(mine.robots_left), others.robots_left);
    assert_eq!(mine.closest_approach.map(i32::from), others.closest);
    let ending = match naive.end() {
        None => None,
        Some(End::Won) => Some(Ending::Won),
        Some(End::Died { by_walking: true, .. }) => Some(Ending::RanInto),
        Some(End::Died { .. }) => Some(Ending::Caught),
    };
    assert_eq!(state.ended, ending);
}

/// All actions there are, whether they can be taken or not.
fn all_actions(teleports: &[BoardCell]) -> Vec<Action> {
    let walks = Direction::ALL.map(|direction| Action::Walk { direction });
    let teleports = teleports.iter().map(|to| Action::Teleport { to: *to });
    let mut all: Vec<_> = walks.into_iter().chain(teleports).collect();
    all.push(Action::Stay);
    all
}

fn compare(number: u64, seen: &mut BTreeMap<String, u32>) {
    let mut dice = Dice::new(Generator::Chacha8, 3, number);
    let robots = 1 + u8::try_from(dice.below(50)).expect("small");
    let teleports = u8::try_from(dice.below(21)).expect("small");
    let board = board(robots, teleports, &mut dice);
    let mode = if dice.below(2) == 0 { Mode::Reuse } else { Mode::Once };
    let scenario = board.scenario(mode);
    let cells = |them: &[BoardCell]| them.iter().map(|it| cell(*it)).collect::<Vec<_>>();
    let (robots, teleports) = (cells(&scenario.robots), cells(&scenario.teleports));
    let mut naive = naive::Game::new(&robots, &teleports, mode == Mode::Once);
    let game = RobotsGame::new(scenario.clone()).expect("a made board is playable");
    let mut state = game.start();
    game.apply(&mut state, &Event::Opened).expect("it opens");
    while game.turn(&state) == Turn::Seat(PLAYER) {
        let mut legal = Vec::new();
        let legal = game.legal_in(&state, PLAYER, &mut legal).to_vec();
        for action in all_actions(&scenario.teleports) {
            let other = act(action, &Event::Stayed, &scenario.teleports);
            let can = naive.clone().act(other).is_ok();
            assert_eq!(legal.contains(&action), can, "{action:?}");
        }
        // Staying and teleports live longer than walking.
        let count = u32::try_from(legal.len()).expect("few");
        let action = legal[dice.below(count) as usize];
        let mut events = Vec::new();
        let decided = game.decide_in(&state, PLAYER, &action, &mut dice, &mut events);
        decided.expect("it is in the set");
        let other = act(action, &events[0], &scenario.teleports);
        loop {
            for event in events.drain(..) {
                let kind = format!("{event:?}");
                let kind = kind.split([' ', '(']).next().unwrap_or_default();
                *seen.entry(kind.to_owned()).or_default() += 1;
                game.apply(&mut state, &event).expect("decided");
                assert!(game.is_valid_state(&state), "{state:?}");
            }
            if game.turn(&state) != Turn::World {
                break;
            }
            game.world_in(&state, &mut dice, &mut events);
        }
        naive.act(other).expect("it was in the set");
        same(&game, &state, &naive);
    }
    let ending = state.ended.expect("it is over");
    *seen.entry(ending.word().into()).or_default() += 1;
}

#[test]
fn every_turn_and_ending_is_that_of_the_second_implementation() {
    let mut seen = BTreeMap::new();
    for number in 0..GAMES {
        compare(number, &mut seen);
    }
    for kind in ["Walked", "Pushed", "Teleported", "RobotsMoved", "caught", "ran_into", "won"] {
        assert!(seen.get(kind).is_some_and(|count| *count >= 5), "{kind}: {seen:?}");
    }
}
