//! Scotland Yard: a Mr X against detectives, and how fast that goes.
//!
//! `cargo bench --bench hunt -- report tracking 1000`: Mr X's player [random], the detectives'
//! [random], the number of games [20000], how many are played at a time [1], the seed [1], a board
//! file [the program's own]. Players are named as in recordings, with their version. Of several with
//! commas between them, each Mr X meets each kind of detectives. Five detectives, 24 rounds, starts
//! drawn. The interval is Wilson's, for 95 %. The times are of a move of each side: what its player
//! took in since its last move, and its choice.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::Forfeit;
use chase::engine::player::{Player, seated};
use chase::engine::session::GameSession;
use chase::games::scotland_yard::args::game_on;
use chase::games::scotland_yard::{Action, Event, ScotlandYard, View};

const DETECTIVES: usize = 5;

/// How long the moves of a side took.
type Times = Arc<Mutex<Vec<Duration>>>;

/// A player that is timed.
struct Timed {
    player: Box<dyn Player<ScotlandYard>>,
    /// What it needed since its last move.
    spent: Duration,
    times: Times,
}

#[expect(clippy::disallowed_methods, reason = "it is what is measured")]
fn now() -> Instant {
    Instant::now()
}

impl Player<ScotlandYard> for Timed {
    fn observe(&mut self, seen: &Event) {
        let start = now();
        self.player.observe(seen);
        self.spent += start.elapsed();
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let start = now();
        let chosen = self.player.choose(view, legal, dice);
        let time = std::mem::take(&mut self.spent) + start.elapsed();
        self.times.lock().expect("no panic").push(time);
        chosen
    }
}

/// The median and the longest, in milliseconds.
fn median_and_most(times: &Times) -> [f64; 2] {
    let mut times = times.lock().expect("no panic");
    times.sort_unstable();
    let at = |n: usize| times.get(n).map_or(0.0, |time| 1000.0 * time.as_secs_f64());
    [at(times.len() / 2), at(times.len().saturating_sub(1))]
}

/// Whether Mr X wins, and the turns taken.
fn play(
    game: &Arc<ScotlandYard>,
    players: &[String],
    times: &[Times; 2],
    seed: i64,
    number: u64,
) -> (bool, u64) {
    let players = seated(&**game, players).expect("built-in players");
    let timed = |(seat, player)| {
        let player: Box<dyn Player<ScotlandYard>> = Box::new(Timed {
            player,
            spent: Duration::ZERO,
            times: Arc::clone(&times[usize::from(seat > 0)]),
        });
        player
    };
    let players = players.into_iter().enumerate().map(timed).collect();
    let dice = Dice::new(Generator::Chacha8, seed, number);
    let mut session = GameSession::new(Arc::clone(game), players, dice);
    let mut turns = 0;
    while session.step(&mut ()) {
        turns += 1;
    }
    let outcome = session.outcome().expect("every game ends");
    (outcome.points[0] > 0, turns)
}

/// The 95 % interval of a share by Wilson, in percent.
fn interval(wins: f64, games: f64) -> [f64; 2] {
    const Z: f64 = 1.96;
    let (share, z2) = (wins / games, Z * Z);
    let middle = share + z2 / (2.0 * games);
    let reach = Z * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
    [middle - reach, middle + reach].map(|bound| 100.0 * bound / (1.0 + z2 / games))
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |n: usize, usual: &str| words.get(n).map_or(usual, String::as_str).to_owned();
    let number = |n: usize, usual: &str| word(n, usual).parse::<u64>().expect("a number");
    let (games, threads) = (number(2, "20000"), number(3, "1"));
    let seed = i64::try_from(number(4, "1")).expect("a seed");
    let board = words.get(5).map(Path::new);
    let game = Arc::new(game_on(board).expect("a board"));
    for mr_x in word(0, "random").split(',') {
        for detectives in word(1, "random").split(',') {
            measure(&game, [mr_x, detectives], games, threads, seed);
        }
    }
}

/// Plays games of a pair, and prints how they went.
#[expect(clippy::cast_precision_loss, reason = "few games")]
fn measure(game: &Arc<ScotlandYard>, pair: [&str; 2], games: u64, threads: u64, seed: i64) {
    let mut players = vec![pair[0].to_owned()];
    players.resize(1 + DETECTIVES, pair[1].to_owned());
    let (wins, turns) = (AtomicU64::new(0), AtomicU64::new(0));
    let times = [Times::default(), Times::default()];
    let start = now();
    std::thread::scope(|scope| {
        for first in 0..threads {
            let (players, wins, all, times) = (&players, &wins, &turns, &times);
            scope.spawn(move || {
                for number in (first..games).step_by(usize::try_from(threads).expect("few")) {
                    let (wins_mr_x, turns) = play(game, players, times, seed, number);
                    wins.fetch_add(u64::from(wins_mr_x), Ordering::Relaxed);
                    all.fetch_add(turns, Ordering::Relaxed);
                }
            });
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let (wins, games, turns) = (wins.into_inner() as f64, games as f64, turns.into_inner() as f64);
    let [low, high] = interval(wins, games);
    #[expect(clippy::print_stdout, reason = "the result of a bench")]
    {
        println!(
            "{} against {}: Mr X wins {:.1} % ({low:.1} to {high:.1}) of {games}; {:.1} games/s, \
             {:.1} turns a game",
            pair[0],
            pair[1],
            100.0 * wins / games,
            games / seconds,
            turns / games,
        );
        for (name, times) in pair.into_iter().zip(&times) {
            let [median, most] = median_and_most(times);
            println!("{name}: {median:.2} ms a move (median), {most:.1} ms at most");
        }
    }
}
