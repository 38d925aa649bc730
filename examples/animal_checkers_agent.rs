//! An agent for Animal Checkers in one file: it wins if it can, else captures what it may, and else
//! walks its pieces towards the enemy's den.
//!
//! `cargo run --release --example animal_checkers_agent` plays ten games against a built-in
//! player, sides swapped in turn; `-- greedy 100` says against whom and how many.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own")]

use std::process::ExitCode;
use std::sync::Arc;

use chase::animal_checkers_agent::{
    Agent, AgentCause, AgentResult, DOG_0, DOG_1, ELEPHANT_0, ELEPHANT_1, EMPTY, LocalBoard,
    MOUSE_0, MOUSE_1, Series, TIGER_0, TIGER_1,
};
use chase::engine::dice::Dice;
use chase::engine::game::{Game, Seat, known};
use chase::engine::session::GameSession;
use chase::games::animal_checkers::{AnimalCheckers, Scenario};
use chase::kit::player_name::PlayerSpec;

/// The enemy's den as this agent sees it: column, row.
const GOAL: (usize, usize) = (4, 7);
const OWN_DEN: (usize, usize) = (4, 1);

/// Right, up, left, down, in the order of the codes.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

#[derive(Default)]
struct Walker {
    won: u32,
    drawn: u32,
    lost: u32,
}

fn captures(own: i32, other: i32) -> bool {
    let prey: &[i32] = match own {
        MOUSE_0 => &[ELEPHANT_1, MOUSE_1],
        DOG_0 => &[DOG_1, MOUSE_1],
        TIGER_0 => &[TIGER_1, DOG_1, MOUSE_1],
        _ => &[ELEPHANT_1, TIGER_1, DOG_1],
    };
    prey.contains(&other)
}

/// Where a step leads; nothing when it is not allowed.
fn target(board: &LocalBoard, own: i32, step: (isize, isize)) -> Option<(usize, usize)> {
    let at = |piece: i32| {
        let mut squares = (1..=7).flat_map(|column| (1..=7).map(move |row| (column, row)));
        squares.find(|&(column, row)| board[column][row] == piece)
    };
    let (column, row) = at(own)?;
    let column = column.checked_add_signed(step.0)?;
    let row = row.checked_add_signed(step.1)?;
    let there = *board.get(column)?.get(row)?;
    let is_square = column > 0 && row > 0 && (column, row) != OWN_DEN;
    (is_square && (there == EMPTY || captures(own, there))).then_some((column, row))
}

/// The higher the better.
fn worth(board: &LocalBoard, own: i32, step: (isize, isize)) -> Option<i32> {
    let (column, row) = target(board, own, step)?;
    if (column, row) == GOAL {
        return Some(1_000);
    }
    let prey = if board[column][row] == EMPTY { 0 } else { 100 };
    let distance = column.abs_diff(GOAL.0) + row.abs_diff(GOAL.1);
    Some(prey - i32::try_from(distance).ok()?)
}

impl Agent for Walker {
    fn step(&mut self, loc_p: &LocalBoard) -> i32 {
        let codes = 0..16;
        let worths = codes.filter_map(|code: i32| {
            let own = [MOUSE_0, DOG_0, TIGER_0, ELEPHANT_0][usize::try_from(code / 4).ok()?];
            let step = STEPS[usize::try_from(code % 4).ok()?];
            Some((worth(loc_p, own, step)?, code))
        });
        worths.max().map_or(0, |(_, code)| code)
    }

    fn end(&mut self, result: AgentResult, _cause: AgentCause) {
        match result {
            AgentResult::Win => self.won += 1,
            AgentResult::Draw => self.drawn += 1,
            AgentResult::Loss => self.lost += 1,
        }
    }

    fn cleanup(&mut self) {
        println!("{} won, {} drawn, {} lost", self.won, self.drawn, self.lost);
    }
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let enemy = words.next().unwrap_or_else(|| "random".into());
    let games = words.next().and_then(|word| word.parse().ok()).unwrap_or(10);
    let enemy = match PlayerSpec::<AnimalCheckers>::parse(&enemy) {
        Ok(enemy) => enemy,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::from(2);
        }
    };
    let game = AnimalCheckers::new(Scenario::default()).expect("the start is playable");
    let game = Arc::new(game);
    let series = Series::new(Walker::default());
    for number in 0..games {
        let own = usize::from(number % 2 == 1);
        let known = |seat| known(&game, seat);
        let mut players = vec![enemy.make(known(Seat(0))), enemy.make(known(Seat(1)))];
        let seat = Seat(u8::from(own == 1));
        players[own] = series.player(known(seat));
        let dice = Dice::new(AnimalCheckers::DICE, 1, number);
        GameSession::new(Arc::clone(&game), players, dice).run(&mut ());
    }
    ExitCode::SUCCESS
}
