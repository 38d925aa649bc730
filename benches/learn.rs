//! Animal Checkers: the weights of `alphabeta@2`, learned from games that it plays against itself.
//!
//! `cargo bench --bench learn -- 20000 2000 1 material > learned.txt`: games, positions a move, the seed, and who plays:
//! `material` (the judge of `alphabeta@1`, to begin with) or a file of weights. Games begin at random openings,
//! and one move in 25 is any legal one. Of each quiet position it is kept how the game ended and what the search
//! thought; the weights are those that foretell both best (logistic regression, by AdaGrad). At the end they play
//! `material`, from openings that nobody learned from. Twice the same command prints the same.

use std::sync::{Arc, Mutex};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, Game};
use chase::engine::player::Player;
use chase::engine::session::GameSession;
use chase::games::animal_checkers::board::Position;
use chase::games::animal_checkers::new::opening;
use chase::games::animal_checkers::players::evaluation::{Judge, Material};
use chase::games::animal_checkers::players::learned::{
    COUNT, Learned, Weights, each_weight, read, written,
};
use chase::games::animal_checkers::players::past::Past;
use chase::games::animal_checkers::players::search::{AnimalSearch, AnimalSearchLimits};
use chase::games::animal_checkers::{Action, AnimalCheckers, Event, Scenario, View};

/// A position of a game: its weights and those of its mirror image, and what it came to.
struct Sample {
    weights: [Vec<u16>; 2],
    side: usize,
    /// What the search thought, for the side to move.
    score: i32,
    /// Points of the side to move: 0, 1 or 2.
    points: u8,
}

/// How many hundredths of a dog make a logit.
const SCALE: f32 = 150.0;
/// How much the end of the game counts against what the search thought.
const END: f32 = 0.6;
const EPOCHS: usize = 12;
const RATE: f32 = 0.1;
/// One move in so many is any.
const ANY: u32 = 25;

/// Plays by a search, and keeps what it sees.
struct Learner<J> {
    search: AnimalSearch<J>,
    nodes: u64,
    /// One move in so many is any.
    any: u32,
    past: Past,
    samples: Arc<Mutex<Vec<Sample>>>,
}

impl<J: Judge + Send> Player<AnimalCheckers> for Learner<J> {
    fn observe(&mut self, event: &Event) {
        self.past.take(event);
    }

    fn choose(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let limits = AnimalSearchLimits { nodes: self.nodes, ..AnimalSearchLimits::NONE };
        let (position, side) = (&view.state.position, view.seat.index());
        let (past, left) = (self.past.positions(), view.game.moves_left(view.state));
        let found = self.search.best((position, side), past, left, limits);
        if found.score.abs() < 20_000 && is_quiet(view, found.action) {
            let weights = [*position, mirrored(position)].map(|position| {
                let mut all = Vec::new();
                each_weight(&position, side, |at| {
                    all.push(u16::try_from(at).expect("few weights"));
                });
                all
            });
            self.samples.lock().expect("no panic").push(Sample {
                weights,
                side,
                score: found.score,
                points: 1,
            });
        }
        if dice.below(self.any) == 0 {
            let count = u32::try_from(legal.len()).expect("few moves");
            return Ok(legal[dice.below(count) as usize]);
        }
        Ok(found.action)
    }
}

/// Whether a move captures nobody.
fn is_quiet(view: &View<'_>, action: Action) -> bool {
    let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
    let mut events = Vec::new();
    let decided = view.game.decide(view.state, view.seat, &action, dice, &mut events);
    let captures =
        |event: &Event| matches!(event, Event::Moved { captured, .. } if captured.is_some());
    decided.is_ok() && !events.iter().any(captures)
}

fn mirrored(position: &Position) -> Position {
    let rows = position.rows(0).map(|row| row.chars().rev().collect::<String>());
    Position::from_rows(&rows).expect("a board")
}

fn player<J: Judge + Send + 'static>(
    game: &AnimalCheckers,
    judge: J,
    nodes: u64,
    any: u32,
    samples: &Arc<Mutex<Vec<Sample>>>,
) -> Box<dyn Player<AnimalCheckers>> {
    Box::new(Learner {
        search: AnimalSearch::new(judge, nodes),
        nodes,
        any,
        past: Past::of(game.scenario()),
        samples: Arc::clone(samples),
    })
}

/// Points against `material`, each opening played from both sides.
fn tried(judge: Learned, nodes: u64, seed: i64, games: u64) -> u32 {
    let one = |number: u64| {
        let mut dice = Dice::new(Generator::Chacha8, seed, number / 2);
        let game = from_opening(6, &mut dice);
        let samples = Arc::default();
        let mut players = vec![
            player(&game, judge, nodes, u32::MAX, &samples),
            player(&game, Material, nodes, u32::MAX, &samples),
        ];
        let mine = usize::try_from(number % 2).expect("0 or 1");
        players.rotate_left(mine);
        let mut session = GameSession::new(game, players, dice);
        session.run(&mut ());
        u32::from(session.outcome().expect("every game ends").points[mine])
    };
    (0..games).map(one).sum()
}

fn from_opening(plies: u32, dice: &mut Dice) -> Arc<AnimalCheckers> {
    let (position, side) = opening(plies, dice);
    let scenario = Scenario {
        position: position.rows(0).to_vec(),
        side: u8::try_from(side).expect("two sides"),
        ..Scenario::default()
    };
    Arc::new(AnimalCheckers::new(scenario).expect("an opening is playable"))
}

/// Judges by these weights for the rest of the run.
fn by(weights: Weights) -> Learned {
    Learned::by(Box::leak(Box::new(weights)))
}

/// The samples of a game.
fn play<J: Judge + Copy + Send + 'static>(
    judge: J,
    nodes: u64,
    seed: i64,
    number: u64,
) -> Vec<Sample> {
    let mut dice = Dice::new(Generator::Chacha8, seed, number);
    let plies = 4 + dice.below(9);
    let game = from_opening(plies, &mut dice);
    let samples = Arc::new(Mutex::new(Vec::new()));
    let player = || player(&game, judge, nodes, ANY, &samples);
    let players = vec![player(), player()];
    let mut session = GameSession::new(game, players, dice);
    session.run(&mut ());
    let points = session.outcome().expect("every game ends").points;
    drop(session);
    let mut samples = Arc::into_inner(samples).expect("one holder").into_inner().expect("no panic");
    for sample in &mut samples {
        sample.points = points[sample.side];
    }
    samples
}

fn all_samples<J: Judge + Copy + Send + Sync + 'static>(
    judge: J,
    games: u64,
    nodes: u64,
    seed: i64,
) -> Vec<Sample> {
    const THREADS: u64 = 2;
    let play_some = |first: u64| {
        (first..games)
            .step_by(THREADS as usize)
            .flat_map(|number| play(judge, nodes, seed, number))
            .collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|first| scope.spawn(move || play_some(first))).collect();
        let all = threads.into_iter().map(|it| it.join().expect("no panic"));
        all.flatten().collect()
    })
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[expect(clippy::cast_precision_loss, reason = "scores are small")]
fn target(sample: &Sample) -> f32 {
    let end = f32::from(sample.points) / 2.0;
    END * end + (1.0 - END) * chance(sample.score as f32 / SCALE)
}

/// The weights that foretell the samples best, in logits; and how well, in the mean.
fn fit(samples: &[Sample], seed: i64) -> Vec<f32> {
    let mut dice = Dice::new(Generator::Chacha8, seed, u64::MAX >> 8);
    let (mut weights, mut squares) = (vec![0.0f32; COUNT], vec![1e-8f32; COUNT]);
    let mut order: Vec<_> = (0..samples.len()).collect();
    for epoch in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            let below = u32::try_from(last + 1).expect("memory for fewer");
            order.swap(last, dice.below(below) as usize);
        }
        let mut loss = 0.0f64;
        for sample in order.iter().map(|at| &samples[*at]) {
            let target = target(sample);
            for image in &sample.weights {
                let at = |at: &u16| usize::from(*at);
                let guess = chance(image.iter().map(|it| weights[at(it)]).sum());
                let error = guess - target;
                loss += f64::from(error * error);
                for it in image {
                    let it = at(it);
                    let slope = error + 1e-5 * weights[it];
                    squares[it] += slope * slope;
                    weights[it] -= RATE * slope / squares[it].sqrt();
                }
            }
        }
        #[expect(clippy::print_stderr, clippy::cast_precision_loss, reason = "progress of a bench")]
        {
            let mean = loss / (2 * samples.len()) as f64;
            eprintln!("epoch {epoch}: mean square of the error {mean:.5}");
        }
    }
    weights
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |n: usize, usual: &str| words.get(n).map_or(usual, String::as_str).to_owned();
    let number = |n: usize, usual: &str| word(n, usual).parse::<u64>().expect("a number");
    let (games, nodes) = (number(0, "100"), number(1, "500"));
    let seed = i64::try_from(number(2, "1")).expect("a seed");
    let samples = match word(3, "material").as_str() {
        "material" => all_samples(Material, games, nodes, seed),
        file => {
            let text = std::fs::read_to_string(file).expect("a file of weights");
            let weights = read(&text).expect("a number for each weight");
            all_samples(by(weights), games, nodes, seed)
        }
    };
    let logits = fit(&samples, seed);
    let mut weights: Weights = [0; COUNT];
    for (weight, logit) in weights.iter_mut().zip(logits) {
        #[expect(clippy::cast_possible_truncation, reason = "a cast to i16 saturates")]
        {
            *weight = (logit * SCALE).round() as i16;
        }
    }
    #[expect(clippy::print_stdout, clippy::print_stderr, reason = "the result of a bench")]
    {
        eprintln!("{} positions of {games} games", samples.len());
        print!("{}", written(&weights));
        const TRIED: u64 = 1_000;
        let points = tried(by(weights), nodes, seed + 1, TRIED);
        eprintln!("{points} of {} points against material", 2 * TRIED);
    }
}
