//! Players of Scotland Yard as a measure for the built-in ones: Monte Carlo tree search for Mr X and
//! for the detectives.
//!
//! They follow J. A. M. Nijssen and M. H. M. Winands, "Monte Carlo Tree Search for the Hide-and-Seek
//! Game Scotland Yard", IEEE Transactions on Computational Intelligence and AI in Games 4(4), 2012.
//!
//! `cargo build --release --example scotland_yard_mcts` makes them; a match starts them as `--player
//! 'exec:target/release/examples/scotland_yard_mcts 2000g'`, for either side or both. A player plays out
//! so many games for a move, always the same ones. With a number alone (30 without one) it thinks so
//! many milliseconds after a message has arrived, less a twentieth, and its games cannot be repeated.
//!
//! The tree of a detective is a UCT over the moves of all players, who see Mr X there; Mr X's own tree
//! has his moves alone. What did well anywhere in it is tried earlier (progressive history). For each
//! game that a detective plays out it places Mr X at one of the stations where he can be, less often
//! near a detective (location categories); all these games share one tree, and what is not legal in a
//! game is left out of it. A detective gets 1 if it catches him, and less if another one does
//! (coalition reduction). In games that are played out he steps as far from the nearest detective as he
//! can, and pays secretly after he was shown; detectives step towards where they assume him; some steps
//! are random. He looks at secret tickets only where they hide anything, and at doubles only if no
//! single is safe. In his own tree the detectives step as in games that are played out, as a search of
//! theirs would know where he is.
//!
//! The numbers were chosen by games, as the paper's were not at hand. Stations are numbers up to 255;
//! on other boards the first legal action is taken.

#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program of its own, which limits its time"
)]

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use board::{Action, Board, Leg, TICKETS};
use playout::{Habits, Random};
use told::Told;
use tree::{Budget, GAMES_MAX, Tree};

mod board;
mod playout;
mod state;
mod told;
mod tree;

/// Mr X's constants.
const HIDER: Habits = Habits {
    exploration: 0.5,
    history: 1.0,
    stray: [0.1, 0.2],
    coalition: 0.9,
    assumed: [0.0, 0.2, 0.6, 1.0, 1.0, 1.0],
    guessed: 0.0,
    placed: [1.0; 6],
    searches_others: false,
};

/// The detectives' constants.
const SEEKER: Habits = Habits {
    exploration: 0.7,
    history: 1.0,
    stray: [0.1, 0.2],
    coalition: 0.8,
    assumed: [0.0, 0.2, 0.6, 1.0, 1.0, 1.0],
    guessed: 0.6,
    placed: [0.0, 0.2, 0.6, 1.0, 1.0, 1.0],
    searches_others: true,
};

fn main() -> ExitCode {
    let word = std::env::args().nth(1);
    let Some(budget) = budget(word.as_deref().unwrap_or("30")) else {
        eprintln!("usage: scotland_yard_mcts [MILLISECONDS | GAMESg]");
        return ExitCode::FAILURE;
    };
    // Nobody is left to play with if this fails.
    play(budget).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

fn budget(word: &str) -> Option<Budget> {
    Some(match word.strip_suffix('g') {
        Some(games) => (Duration::MAX, games.parse().ok()?),
        None => (Duration::from_millis(word.parse().ok()?), GAMES_MAX),
    })
}

/// A game that is being played.
struct Game {
    board: Board,
    told: Told,
    random: Random,
}

impl Game {
    fn new(scenario: &Value) -> Option<Self> {
        let board = Board::new(scenario)?;
        Some(Game { told: Told::new(&board), board, random: Random::default() })
    }

    /// The action to play; none if the position is not understood.
    fn choose(&mut self, turn: &Value, start: Instant, budget: Budget) -> Option<Action> {
        let Game { board, told, random } = self;
        let state = told.state(board, turn)?;
        let habits = if state.mover == 0 { &HIDER } else { &SEEKER };
        Tree::search(board, habits, random, &state, start, budget)
    }
}

/// Answers line after line, until there are no more.
fn play(budget: Budget) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let error = |what: &str| Some(json!({"type": "error", "what": what}));
    let mut game = None;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let start = Instant::now();
        let message: Value = serde_json::from_slice(&line).unwrap_or_default();
        let answer = match message["type"].as_str() {
            Some("hello") if message["protocol"] == 1 && message["game"] == "scotland-yard" => {
                game = Game::new(&message["scenario"]);
                Some(json!({"type": "ready"}))
            }
            Some("hello") => error("I play scotland-yard, by protocol 1"),
            Some("turn") => {
                let game = game.as_mut();
                let action = game.and_then(|game| game.choose(&message, start, budget));
                let action = legal(&message, action);
                Some(json!({"type": "action", "turn": message["turn"], "action": action}))
            }
            Some("end" | "error") => None,
            _ => error("this is no message that I can use"),
        };
        if let Some(answer) = answer {
            output.write_all(format!("{answer}\n").as_bytes())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// The chosen action as a message has it; the first legal one if there is none.
fn legal(turn: &Value, chosen: Option<Action>) -> Value {
    let chosen = chosen.map(value);
    let legal = turn["legal"].as_array().map_or(&[][..], Vec::as_slice);
    let found = legal.iter().find(|it| Some(*it) == chosen.as_ref());
    found.or(legal.first()).cloned().unwrap_or_default()
}

fn value(action: Action) -> Value {
    let leg = |leg: Leg| json!({"ticket": TICKETS[leg.ticket], "to": leg.to});
    match action {
        [Some(first), Some(second)] => {
            json!({"double": {"first": leg(first), "second": leg(second)}})
        }
        [first, _] => first.map_or(json!("pass"), |first| json!({"move": leg(first)})),
    }
}
