//! ROBOTS: a player on random boards, how often it wins, and how fast; and how fast robots move.
//!
//! `cargo bench --bench robots -- survivor 20 5 500 1 2 reuse`: the player [survivor], robots [20],
//! teleports [5], the number of boards [100], their seed [1], how many are played at a time [1],
//! how often a teleport can be used [reuse]. Board k is drawn by dice (seed, k).
//!
//! `cargo bench --bench robots -- advance`: turns a second of 50 robots.

use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, Game};
use chase::engine::player::{Player, seated};
use chase::engine::session::GameSession;
use chase::games::robots::new::board;
use chase::games::robots::rules::Advance;
use chase::games::robots::{Action, BoardCell, Cells, Event, Mode, RobotsGame, View};

/// What was measured.
#[derive(Default)]
struct Measured {
    wins: u32,
    draws: u32,
    turns: u64,
    thought: Vec<Duration>,
}

/// A player with a clock beside it.
struct Timed {
    player: Box<dyn Player<RobotsGame>>,
    thought: Arc<Mutex<Vec<Duration>>>,
}

#[expect(clippy::disallowed_methods, reason = "it is what is measured")]
fn now() -> Instant {
    Instant::now()
}

impl Player<RobotsGame> for Timed {
    fn observe(&mut self, seen: &Event) {
        self.player.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let start = now();
        let chosen = self.player.choose(view, legal, dice);
        let thought = start.elapsed();
        self.thought.lock().expect("one thread").push(thought);
        chosen
    }
}

/// What is played: the player's name, robots, teleports, the boards' seed, the mode.
struct Plan {
    player: String,
    robots: u8,
    teleports: u8,
    seed: i64,
    mode: Mode,
}

impl Plan {
    fn play(&self, number: u64, measured: &Mutex<Measured>) {
        let mut dice = Dice::new(Generator::Chacha8, self.seed, number);
        let board = board(self.robots, self.teleports, &mut dice);
        let scenario = board.scenario(self.mode);
        let game = Arc::new(RobotsGame::new(scenario).expect("a board is playable"));
        let mut players =
            seated(&*game, std::slice::from_ref(&self.player)).expect("a built-in player");
        let thought = Arc::new(Mutex::new(Vec::new()));
        let player = Box::new(Timed { player: players.remove(0), thought: Arc::clone(&thought) });
        let dice = Dice::new(Generator::Chacha8, self.seed, number);
        let mut session = GameSession::new(game, vec![player], dice);
        session.run(&mut ());
        let outcome = session.outcome().expect("every game ends");
        let mut measured = measured.lock().expect("no thread has failed");
        measured.wins += u32::from(outcome.points[0] == 2);
        measured.draws += u32::from(outcome.points[0] == 1);
        measured.turns += u64::from(session.state().turn);
        measured.thought.append(&mut thought.lock().expect("one thread"));
    }

    #[expect(clippy::cast_precision_loss, reason = "few games")]
    fn measure(&self, games: u64, threads: u64) {
        let measured = Mutex::new(Measured::default());
        let start = now();
        std::thread::scope(|scope| {
            for first in 0..threads {
                let measured = &measured;
                scope.spawn(move || {
                    for number in (first..games).step_by(usize::try_from(threads).expect("few")) {
                        self.play(number, measured);
                    }
                });
            }
        });
        let seconds = start.elapsed().as_secs_f64();
        let mut measured = measured.into_inner().expect("no thread has failed");
        measured.thought.sort_unstable();
        let thought = |n: usize| measured.thought.get(n).map_or(0.0, Duration::as_secs_f64) * 1e3;
        let count = measured.thought.len();
        let share = f64::from(measured.wins) / games as f64;
        let interval = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
        #[expect(clippy::print_stdout, reason = "the result of a bench")]
        {
            println!(
                "{}, {} robots, {} teleports ({}): {:.1} % (± {:.1}) of {games} won, {} draws; \
                 {:.1} turns a game, {:.1} games/s; ms a turn: median {:.3}, 99 % {:.3}, most {:.3}",
                self.player,
                self.robots,
                self.teleports,
                self.mode.word(),
                100.0 * share,
                100.0 * interval,
                measured.draws,
                measured.turns as f64 / games as f64,
                games as f64 / seconds,
                thought(count / 2),
                thought(count * 99 / 100),
                thought(count.saturating_sub(1)),
            );
        }
    }
}

/// Turns a second of 50 robots, in the fastest of many short runs: others use the machine too.
fn advance() {
    const RUNS: u32 = 200;
    const TURNS: u32 = 12_800;
    let mut dice = Dice::new(Generator::Chacha8, 1, 0);
    let boards: Vec<_> = (0..64).map(|_| board(50, 20, &mut dice)).collect();
    let mut advance = Advance::default();
    let none = Cells::default();
    let mut some = Cells::default();
    boards[0].teleports.iter().for_each(|cell| some.add(*cell));
    let mut run = || {
        let start = now();
        for turn in 0..TURNS {
            let board = &boards[turn as usize % boards.len()];
            let debris = if turn % 2 == 0 { &none } else { &some };
            advance.run(black_box(&board.robots), debris, black_box(BoardCell(15, 15)));
            black_box(advance.caught);
        }
        start.elapsed()
    };
    let fastest = (0..RUNS).map(|_| run()).min().unwrap_or_default();
    let speed = f64::from(TURNS) / fastest.as_secs_f64();
    #[expect(clippy::print_stdout, reason = "the result of a bench")]
    {
        println!("50 robots: {:.2} million turns/s", speed / 1e6);
    }
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |n: usize, usual: &str| words.get(n).map_or(usual, String::as_str).to_owned();
    let number = |n: usize, usual: &str| word(n, usual).parse::<u64>().expect("a number");
    if word(0, "") == "advance" {
        return advance();
    }
    let small = |n: usize, usual: &str| u8::try_from(number(n, usual)).expect("a small number");
    let plan = Plan {
        player: word(0, "survivor"),
        robots: small(1, "20"),
        teleports: small(2, "5"),
        seed: i64::try_from(number(4, "1")).expect("a seed"),
        mode: [Mode::Reuse, Mode::Once]
            .into_iter()
            .find(|mode| mode.word() == word(6, "reuse"))
            .expect("reuse or once"),
    };
    plan.measure(number(3, "100"), number(5, "1"));
}
