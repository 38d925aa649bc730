//! The rules by drawn boards: before, an action, after.
//!
//! A drawing is the upper left corner of the board, or its lower right one: `@` the player, `R` a
//! robot, `#` debris, `o` a teleport, `.` nothing; after a death `*` a robot on the player's cell,
//! `X` debris on it.

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, ForfeitCause, Game, Turn};
use chase::games::robots::scenario::TURNS;
use chase::games::robots::{
    Action, BoardCell, Cells, Direction, Ending, Event, Mode, RobotsGame, Scenario, State,
};

#[derive(Clone, Copy)]
enum Corner {
    UpperLeft,
    LowerRight,
}

struct Board {
    game: RobotsGame,
    state: State,
    corner: Corner,
}

/// The cells of a drawing that show one of these signs.
fn cells(drawing: &str, corner: Corner, signs: &str) -> Vec<BoardCell> {
    let rows: Vec<_> = drawing.split_whitespace().collect();
    let (down, right) = match corner {
        Corner::UpperLeft => (0, 0),
        Corner::LowerRight => (31 - rows.len(), 31 - rows[0].len()),
    };
    let mut found = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            assert!("@R#o.*X".contains(sign), "{sign}");
            if signs.contains(sign) {
                let number = |n: usize| u8::try_from(n).expect("a small board");
                found.push(BoardCell(number(down + row + 1), number(right + column + 1)));
            }
        }
    }
    found
}

/// A board as it is drawn, with a mode.
fn draw_with(drawing: &str, corner: Corner, mode: Mode) -> Board {
    let scenario = Scenario {
        robots: cells(drawing, corner, "R"),
        teleports: cells(drawing, corner, "o"),
        mode,
        turns: TURNS,
    };
    let game = RobotsGame::new(scenario).expect("a drawn board is playable");
    let mut state = game.start();
    game.apply(&mut state, &Event::Opened).expect("it opens");
    state.player = cells(drawing, corner, "@")[0];
    for cell in cells(drawing, corner, "#") {
        state.debris.add(cell);
    }
    Board { game, state, corner }
}

fn draw(drawing: &str) -> Board {
    draw_with(drawing, Corner::UpperLeft, Mode::Reuse)
}

impl Board {
    /// An action and everything that follows.
    fn act(&mut self, action: Action) -> Result<(), String> {
        let mut dice = Dice::new(Generator::Chacha8, 1, 0);
        let mut events = Vec::new();
        let (game, state) = (&self.game, &mut self.state);
        let seat = chase::games::robots::PLAYER;
        let decided = game.decide_in(state, seat, &action, &mut dice, &mut events);
        decided.map_err(|rule| rule.to_string())?;
        assert!(game.event_matches(state, seat, &action, &events[0]));
        loop {
            for event in events.drain(..) {
                game.apply(state, &event).expect("the rules decided it");
                assert!(game.is_valid_state(state), "{state:?}");
            }
            if game.turn(state) != Turn::World {
                return Ok(());
            }
            game.world_in(state, &mut dice, &mut events);
        }
    }

    #[track_caller]
    fn is(&self, drawing: &str) -> &Self {
        let of = |signs| {
            let mut cells = cells(drawing, self.corner, signs);
            cells.sort_unstable();
            cells
        };
        let mut robots = self.state.robots.clone();
        robots.sort_unstable();
        assert_eq!(robots, of("R*"), "robots");
        assert_eq!(self.state.debris.iter().collect::<Vec<_>>(), of("#X"), "debris");
        assert_eq!(vec![self.state.player], of("@*X"), "player");
        self
    }

    #[track_caller]
    fn ends(&self, ending: Option<Ending>) {
        assert_eq!(self.state.ended, ending);
    }

    /// An action that is refused changes nothing, and is not in the set.
    #[track_caller]
    fn refuses(&mut self, action: Action, why: &str) {
        let before = self.state.clone();
        let said = self.act(action).expect_err("it is refused");
        assert!(said.contains(why), "{said}");
        assert_eq!(self.state, before);
        let mut legal = Vec::new();
        let legal = self.game.legal_in(&self.state, chase::games::robots::PLAYER, &mut legal);
        assert!(!legal.contains(&action));
    }
}

fn walk(direction: Direction) -> Action {
    Action::Walk { direction }
}

/// Before, an action, after, how it ends.
#[track_caller]
fn turn(before: &str, action: Action, after: &str, ending: Option<Ending>) -> State {
    let mut board = draw(before);
    board.act(action).expect("it can be done");
    board.is(after).ends(ending);
    board.state
}

use Direction::{E, Ne, S, Se, W};

#[test]
fn robots_come_by_the_signs_of_the_differences() {
    turn(
        "R...R
         .....
         ..@..
         .....
         R...R",
        Action::Stay,
        ".....
         .R.R.
         ..@..
         .R.R.
         .....",
        None,
    );
    turn("R....@", Action::Stay, ".R...@", None);
}

#[test]
fn they_go_for_the_players_new_cell() {
    turn(
        "R.@.
          ....",
        walk(Se),
        "....
          .R.@",
        None,
    );
}

#[test]
fn two_on_a_cell_destroy_each_other_and_leave_debris() {
    let state = turn(
        "R.R.
         ....
         .@..
         ....
         ...R",
        walk(S),
        "....
         .#..
         ....
         .@R.
         ....",
        None,
    );
    assert_eq!((state.stats.by_collision, state.debris.count()), (2, 1));
}

#[test]
fn the_last_two_destroy_each_other_and_the_game_is_won() {
    turn(
        "R.R.
         ....
         .@..",
        walk(S),
        "....
         .#..
         ....
         .@..",
        Some(Ending::Won),
    );
}

#[test]
fn debris_destroys_whoever_walks_into_it_and_stays_one() {
    let state = turn(
        "R....R
         .#....
         ..@...",
        Action::Stay,
        "......
         .#..R.
         ..@...",
        None,
    );
    assert_eq!(state.stats.by_debris, 1);
    // Two that arrive on debris are destroyed by it.
    let state = turn(
        "R.....
         R#...@
         R.....",
        Action::Stay,
        "......
         .#...@
         ......",
        Some(Ending::Won),
    );
    assert_eq!((state.stats.by_debris, state.stats.by_collision), (3, 0));
}

#[test]
fn a_cell_just_left_is_free() {
    turn("RR...@", Action::Stay, ".RR..@", None);
}

#[test]
fn crossing_is_no_collision() {
    // All come nearer to one cell, so they can follow each other and never swap.
    turn(
        "..R...
         ......
         .R....
         ......
         ....@.",
        Action::Stay,
        "......
         ...R..
         ......
         ..R...
         ....@.",
        None,
    );
}

#[test]
fn one_robot_that_comes_remains_over_the_player() {
    let state = turn("..R@", Action::Stay, "...*", Some(Ending::Caught));
    assert_eq!(state.stats.closest, Some(0));
}

#[test]
fn two_that_come_are_destroyed_and_the_player_dies_all_the_same() {
    // They are the last ones: death beats winning.
    let state = turn("R@R", Action::Stay, ".X.", Some(Ending::Caught));
    assert_eq!((state.stats.by_collision, state.robots.len()), (2, 0));
    // The rest of the board moves too.
    turn("R@R..R", Action::Stay, ".X..R.", Some(Ending::Caught));
}

#[test]
fn walking_into_a_robot_is_death_and_the_robots_do_not_move() {
    turn("@R..R", walk(E), ".*..R", Some(Ending::RanInto));
}

#[test]
fn debris_is_pushed_one_cell_on() {
    let state = turn("@#...R", walk(E), ".@#.R.", None);
    assert_eq!(state.stats.pushes, 1);
}

#[test]
fn debris_pushed_onto_a_robot_destroys_it_and_is_one() {
    let state = turn("@#R..R", walk(E), ".@#.R.", None);
    assert_eq!((state.stats.by_push, state.debris.count()), (1, 1));
    // It was the last one: the game is won before robots move.
    turn("@#R", walk(E), ".@#", Some(Ending::Won));
}

#[test]
fn debris_is_not_pushed_against_debris_or_off_the_board() {
    draw("@##..R").refuses(walk(E), "there is debris on (1,3) too");
    draw("#@...R").refuses(walk(W), "cannot be pushed off the board");
    let corner = Corner::LowerRight;
    let mut board = draw_with("R....\n...#.\n..@#.", corner, Mode::Reuse);
    board.act(walk(E)).expect("one cell is left");
    board.refuses(walk(E), "cannot be pushed off the board");
}

#[test]
fn the_board_ends() {
    draw("@....R").refuses(walk(Ne), "the board ends there (ne)");
    let mut board = draw_with("R....\n.....\n....@", Corner::LowerRight, Mode::Reuse);
    board.refuses(walk(Se), "the board ends there (se)");
    board.refuses(walk(S), "the board ends there (s)");
}

#[test]
fn debris_pushed_onto_a_teleport_takes_it() {
    let to = BoardCell(1, 3);
    let mut board = draw("@#o...R");
    board.act(walk(E)).expect("it can be pushed there");
    board.refuses(Action::Teleport { to }, "debris is on it");
    board.refuses(Action::TeleportAnywhere, "no teleport is available");
}

#[test]
fn a_teleport_must_be_empty_and_there() {
    let mut board = draw("@....R\no.....");
    board.refuses(Action::Teleport { to: BoardCell(9, 9) }, "there is no teleport on (9,9)");
    let to = BoardCell(2, 1);
    board.act(Action::Teleport { to }).expect("it is empty");
    board.is("......\n@...R.");
    // The own cell is refused.
    board.refuses(Action::Teleport { to }, "you stand on it");
    assert_eq!(board.state.stats.teleports, 1);
    // And so is a robot's.
    let mut board = draw("@.o..R");
    board.state.robots[0] = board.game.scenario().teleports[0];
    board.refuses(Action::Teleport { to: BoardCell(1, 3) }, "a robot is on it");
}

#[test]
fn a_teleport_used_once_is_struck_off_and_any_is_then_the_first() {
    let mut board = draw_with("@.......R\no.......o\n........o", Corner::UpperLeft, Mode::Once);
    board.act(Action::TeleportAnywhere).expect("the first is empty");
    assert_eq!(board.state.player, BoardCell(2, 1));
    board.act(walk(Ne)).expect("it is free");
    board.refuses(Action::Teleport { to: BoardCell(2, 1) }, "is used up");
    board.act(Action::TeleportAnywhere).expect("the second is empty");
    assert_eq!(board.state.player, BoardCell(2, 9));
}

#[test]
fn any_teleport_is_drawn_from_those_available() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let board = draw("@.o.....R\no.......o\n.........");
        let mut dice = Dice::new(Generator::Chacha8, seed, 0);
        let mut events = Vec::new();
        let seat = chase::games::robots::PLAYER;
        let (game, state) = (&board.game, &board.state);
        let decided =
            game.decide_in(state, seat, &Action::TeleportAnywhere, &mut dice, &mut events);
        decided.expect("some are empty");
        assert_eq!(dice.words(), 1);
        seen.insert(format!("{:?}", events[0]));
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn a_lost_turn_loses_the_game() {
    let board = draw("@....R");
    let mut state = board.state.clone();
    let why = Forfeit::new(ForfeitCause::Timeout, "");
    let seat = chase::games::robots::PLAYER;
    let mut events = board.game.forfeit(&state, seat, &why);
    board.game.apply(&mut state, &events[0]).expect("it can be lost");
    events.clear();
    let mut dice = Dice::new(Generator::Chacha8, 1, 0);
    board.game.world_in(&state, &mut dice, &mut events);
    assert_eq!(events, [Event::Ended { cause: Ending::Forfeited }]);
}

#[test]
fn nobody_wins_when_all_turns_are_taken() {
    let mut scenario = draw("@.......R").game.scenario().clone();
    scenario.turns = 1;
    let game = RobotsGame::new(scenario).expect("playable");
    let mut board = Board {
        state: {
            let mut state = game.start();
            game.apply(&mut state, &Event::Opened).expect("it opens");
            state
        },
        game,
        corner: Corner::UpperLeft,
    };
    board.act(Action::Stay).expect("it can be done");
    board.ends(Some(Ending::TurnLimit));
    let Turn::Over(outcome) = board.game.turn(&board.state) else {
        panic!("it is over");
    };
    assert_eq!(outcome.points, [1, 1]);
}

#[test]
fn cells_are_counted_and_listed() {
    let mut cells = Cells::default();
    for cell in [BoardCell(31, 31), BoardCell(1, 1), BoardCell(7, 20)] {
        cells.add(cell);
        assert!(cells.has(cell));
    }
    cells.remove(BoardCell(7, 20));
    assert_eq!(cells.iter().collect::<Vec<_>>(), [BoardCell(1, 1), BoardCell(31, 31)]);
    assert_eq!(cells.count(), 2);
}

#[test]
fn what_cannot_be_played_is_named() {
    let fault = |change: &dyn Fn(&mut Scenario)| {
        let mut scenario = draw("@.o..R").game.scenario().clone();
        change(&mut scenario);
        RobotsGame::new(scenario).err().map_or(String::new(), |it| it.to_string())
    };
    for (said, due) in [
        (fault(&|it| it.robots.clear()), "robots: 0 robots; expected 1 to 50"),
        (fault(&|it| it.robots = vec![BoardCell(1, 1); 51]), "51 robots"),
        (fault(&|it| it.robots.push(BoardCell(1, 6))), "robot 2: two robots on (1,6)"),
        (fault(&|it| it.robots.push(BoardCell(15, 15))), "where the player begins"),
        (fault(&|it| it.robots.push(BoardCell(0, 3))), "robot 2: (0,3) is outside"),
        (fault(&|it| it.teleports.push(BoardCell(3, 32))), "teleport 2: (3,32) is outside"),
        (fault(&|it| it.teleports = vec![BoardCell(1, 1); 21]), "21 teleports"),
        (fault(&|it| it.turns = 0), "turns: 0"),
    ] {
        assert!(said.contains(due), "{said:?} does not say {due:?}");
    }
    assert_eq!(fault(&|_| {}), "");
}
