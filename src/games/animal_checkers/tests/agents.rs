//! The agent interface: what is called when, with which board, and what an answer does.

use std::sync::Mutex;

use super::*;
use crate::agent::{
    Agent, AgentCause, AgentResult, DOG_0, ELEPHANT_1, EMPTY, LocalBoard, MOUSE_0, Series, TIGER_1,
};
use chase_engine::game::known;
use chase_engine::session::GameSession;
use chase_record::replay::{By, History};

type AgentCalls = Arc<Mutex<Vec<String>>>;

/// Plays a list of codes and writes down what it is told.
struct Scripted {
    codes: Vec<i32>,
    told: AgentCalls,
    boards: Arc<Mutex<Vec<LocalBoard>>>,
    pause: std::time::Duration,
}

impl Scripted {
    fn new(codes: &[i32]) -> Self {
        Scripted {
            codes: codes.iter().rev().copied().collect(),
            told: Arc::default(),
            boards: Arc::default(),
            pause: std::time::Duration::ZERO,
        }
    }

    fn note(&self, what: impl Into<String>) {
        self.told.lock().unwrap().push(what.into());
    }
}

impl Agent for Scripted {
    fn init(&mut self) {
        self.note("init");
    }

    fn start(&mut self) {
        self.note("start");
    }

    fn step(&mut self, loc_p: &LocalBoard) -> i32 {
        self.boards.lock().unwrap().push(*loc_p);
        let begun = chase_world::world::Clock::default().start();
        while begun.elapsed() < self.pause {
            std::thread::yield_now();
        }
        self.codes.pop().unwrap_or(-1)
    }

    fn end(&mut self, result: AgentResult, cause: AgentCause) {
        self.note(format!("end {result:?} {cause:?}"));
    }

    fn cleanup(&mut self) {
        self.note("cleanup");
    }
}

/// Plays a game of two agents and returns its ending and what was lost.
fn game(scenario: Scenario, one: &Series<Scripted>, other: &Series<Scripted>) -> (String, String) {
    let game = Arc::new(AnimalCheckers::new(scenario).unwrap());
    let players = vec![one.player(known(&game, seat(0))), other.player(known(&game, seat(1)))];
    let mut session = GameSession::new(game, players, DrawnTable::dice());
    let mut history = History::default();
    session.run(&mut history);
    let ending = session.state().ending.unwrap().to_string();
    let lost = history.cycles().flat_map(|cycle| cycle.entries.to_vec());
    let lost = lost.filter_map(|entry| match entry.by {
        By::Forfeit(_, why) => Some(format!("{:?}: {}", why.cause, why.detail)),
        _ => None,
    });
    (ending, lost.collect())
}

#[test]
fn a_series_is_init_then_start_and_end_of_each_game_then_cleanup() {
    // given a dog that walks up into the den in five moves, and a mouse that walks to and fro
    let walk = [5, 5, 5, 4, 5, 5];
    let agent = Scripted::new(&[walk, walk].concat());
    let told = Arc::clone(&agent.told);
    let other = Scripted::new(&[0, 2].repeat(10));
    let others_told = Arc::clone(&other.told);
    let (one, other) = (Series::new(agent), Series::new(other));
    // when two games are played
    for _ in 0..2 {
        let (ending, _) = game(Scenario::default(), &one, &other);
        assert_eq!(ending, "Side 0 wins: DEN");
    }
    drop((one, other));
    // then a den is told as a capture, which is the word that agents know
    let game = ["start", "end Win Capture"];
    let all = [&["init"][..], &game, &game, &["cleanup"]].concat();
    assert_eq!(*told.lock().unwrap(), all);
    let game = ["start", "end Loss Capture"];
    let all = [&["init"][..], &game, &game, &["cleanup"]].concat();
    assert_eq!(*others_told.lock().unwrap(), all);
}

#[test]
fn each_agent_sees_itself_at_the_near_side() {
    let (one, other) = (Scripted::new(&[1]), Scripted::new(&[]));
    let (ones, others) = (Arc::clone(&one.boards), Arc::clone(&other.boards));
    game(Scenario::default(), &Series::new(one), &Series::new(other));
    let (first, second) = (ones.lock().unwrap()[0], others.lock().unwrap()[0]);
    // The start looks the same from both sides.
    assert_eq!(
        (first[6][1], first[3][2], first[6][7], first[3][6]),
        (MOUSE_0, DOG_0, ELEPHANT_1, TIGER_1)
    );
    assert_eq!((second[6][1], second[3][2], second[4][1]), (MOUSE_0, DOG_0, EMPTY));
    // Side 0's mouse went up from f1 to f2: for side 1 it is in column 2, row 6.
    assert_eq!((second[2][7], second[2][6]), (EMPTY, agent_mouse_of_the_enemy()));
    assert!(first[0].iter().all(|cell| *cell == EMPTY));
}

fn agent_mouse_of_the_enemy() -> i32 {
    crate::agent::MOUSE_1
}

#[test]
fn a_code_that_is_none_and_a_move_that_is_illegal_lose() {
    for (code, told) in [
        (-1, "Garbage: code -1; expected 0 to 15"),
        (16, "Garbage: code 16; expected 0 to 15"),
        (i32::MAX, "Garbage: code 2147483647; expected 0 to 15"),
        (3, "Illegal: the mouse on f1 leaves the board going down"),
        (15, "Illegal: the elephant on b1 leaves the board going down"),
    ] {
        let (one, other) = (Scripted::new(&[code]), Scripted::new(&[]));
        let others_told = Arc::clone(&other.told);
        let (ending, lost) = game(Scenario::default(), &Series::new(one), &Series::new(other));
        assert_eq!((ending.as_str(), lost.as_str()), ("Side 1 wins: ILLEGAL_MOVE", told));
        assert_eq!(others_told.lock().unwrap()[2], "end Win IllegalMove");
    }
}

#[test]
fn more_time_than_the_rules_give_loses() {
    let slow = || {
        let mut agent = Scripted::new(&[0, 2, 0, 2]);
        agent.pause = std::time::Duration::from_millis(3);
        agent
    };
    let quick = || Scripted::new(&[0, 2, 0, 2]);
    // given a millisecond for a move
    let scenario = Scenario { move_ms: 1, ..Scenario::default() };
    let (ending, lost) = game(scenario, &Series::new(slow()), &Series::new(quick()));
    assert_eq!(ending, "Side 1 wins: TIMEOUT");
    assert_eq!(lost, "Timeout: more than 1 ms for a move");
    // given five for the game, of which each move takes three
    let scenario = Scenario { game_ms: 5, ..Scenario::default() };
    let (ending, lost) = game(scenario, &Series::new(slow()), &Series::new(quick()));
    assert_eq!(ending, "Side 1 wins: TIMEOUT");
    assert_eq!(lost, "Timeout: more than 5 ms for the game");
}
