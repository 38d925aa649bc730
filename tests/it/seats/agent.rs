//! An agent of one's own as a player outside: on standard input and output, and at sockets.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use chase::animal_checkers_agent::{CAN_EAT, CAN_MOVE, EMPTY, local_board};
use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game as _, Seat, Turn};
use chase::games::animal_checkers::{Action, AnimalCheckers, Scenario};

use crate::harness::{Place, example_path};

/// The example program.
fn agent() -> String {
    example_path("agent").display().to_string()
}

#[test]
fn it_is_a_short_program() {
    let text = include_str!("../../agent/main.rs");
    assert!(text.lines().count() <= 60);
}

#[test]
fn it_keeps_the_protocol_and_loses_no_turn() {
    let place = Place::new();
    let player = format!("exec:{}", agent());
    let check = ["match", "animal-checkers", "--check", &player];
    place.chase_with(&check, "").fine();
    let args = [
        "match",
        "animal-checkers",
        "--player",
        &player,
        "--player",
        "random",
        "--games",
        "4",
        "--seed",
        "1",
        "--format",
        "json",
    ];
    let ran = place.chase_with(&args, "").fine();
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(report["accusations"].as_array().map(Vec::len), Some(0));
    assert_eq!(report["standings"][0]["wins"], 4, "{ran}");
}

#[test]
fn it_waits_at_a_socket_or_goes_to_one() {
    let place = Place::new();
    let mut waiting = Command::new(agent())
        .args(["--serve", "0"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the agent starts");
    let mut line = String::new();
    let stderr = waiting.stderr.take().expect("it is piped");
    BufReader::new(stderr).read_line(&mut line).expect("a line");
    let at = line.trim().rsplit(' ').next().unwrap_or_default();
    let player = format!("tcp:{at}");
    let args = ["record", "animal-checkers", "--player", &player, "--player", "random"];
    let args = [&args[..], &["--seed", "1", "-o", "a.json", "--trace", "never"]].concat();
    let ran = place.chase_with(&args, "");
    waiting.kill().expect("it was started here");
    waiting.wait().expect("it ends");
    ran.fine();

    let line = format!(
        "mkfifo said; $CHASE record animal-checkers --player listen:0 --player random --seed 1 \
         -o b.json --trace never 2>said & read words <said; at=\"${{words#* at }}\"; '{}' \
         --connect \"${{at%%,*}}\" --token \"${{words##* }}\"; wait $!",
        agent()
    );
    place.shell(&line).status(0);
    // The same agent plays the same game, whichever way it is reached.
    let cycles = |name: &str| {
        let text = String::from_utf8(place.read(name)).expect("UTF-8");
        let cycles = text.split_once("\"cycles\"").expect("a replay").1.to_owned();
        cycles.replace(char::is_whitespace, "")
    };
    let moves = |name: &str| cycles(name).matches("\"moved\"").count();
    assert!(moves("a.json") > 0);
    assert_eq!(moves("a.json"), moves("b.json"));
}

#[test]
fn its_tables_are_the_rules() {
    let mut dice = Dice::new(Generator::Chacha8, 7, 0);
    for _ in 0..50 {
        let game = AnimalCheckers::new(Scenario::default()).expect("the start is playable");
        let mut state = game.start();
        for _ in 0..60 {
            let seat = match game.turn(&state) {
                Turn::Seat(seat) => Some(seat),
                Turn::World | Turn::Seats(_) => None,
                Turn::Over(_) => break,
            };
            let mut events = Vec::new();
            match seat {
                None => game.world_in(&state, &mut dice, &mut events),
                Some(seat) => {
                    let mut buffer = Vec::new();
                    let legal = game.legal_in(&state, seat, &mut buffer).to_vec();
                    assert_eq!(by_the_tables(&state.position, seat), legal);
                    let n = dice.below(legal.len() as u32) as usize;
                    game.decide_in(&state, seat, &legal[n], &mut dice, &mut events)
                        .expect("it is legal");
                }
            }
            for event in &events {
                game.apply(&mut state, event).expect("it was decided");
            }
        }
    }
}

/// All legal moves of a side by the agent's tables, in the order of their codes.
fn by_the_tables(
    position: &chase::games::animal_checkers::board::Position,
    seat: Seat,
) -> Vec<Action> {
    const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let board = local_board(position, seat.index());
    let mut codes = Vec::new();
    for (column, row) in (1..=7).flat_map(|column| (1..=7).map(move |row| (column, row))) {
        let piece = board[column][row];
        if !(1..=4).contains(&piece) {
            continue;
        }
        for (direction, (right, up)) in STEPS.into_iter().enumerate() {
            if !CAN_MOVE[column][row][direction] {
                continue;
            }
            let there = board[column.wrapping_add_signed(right)][row.wrapping_add_signed(up)];
            if there == EMPTY || CAN_EAT[piece as usize][there as usize] {
                codes.push(4 * (piece as u8 - 1) + direction as u8);
            }
        }
    }
    codes.sort_unstable();
    codes.into_iter().filter_map(Action::from_code).collect()
}
