//! Animal Checkers: the network of `alphabeta`, taught by games that it plays against itself.
//!
//! `cargo bench --bench network -- play 20000 1000 1 samples.bin`: games, positions a move, the seed, the file for the
//! samples, and who judges: the weights that hints are judged by, or a network in a file (`network.txt` as a fifth word).
//! Games begin 4 to 31 random moves after the start. A sample is a position before a move that captures nobody, with
//! the score of its search and the end of its game, or a position one to three random moves away from one of a game,
//! with the score of a search of half as many positions. Without the latter a network is weaker than no network: a
//! search meets more bad moves than good ones.
//!
//! `cargo bench --bench network -- fit network.txt samples.bin ...`: the weights that foretell the samples best, of
//! several files if there are some, by Adam (D. P. Kingma and J. Ba, 'Adam: A Method for Stochastic Optimization',
//! 2015). The same command prints the same on the same machine.

use std::fs::File;
use std::io::{BufWriter, Write as _};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game as _, Turn};
use chase::games::animal_checkers::board::Position;
use chase::games::animal_checkers::new::opening;
use chase::games::animal_checkers::players::evaluation::Judge;
use chase::games::animal_checkers::players::learned::Learned;
use chase::games::animal_checkers::players::network::{
    HIDDEN, INPUTS, Network, NetworkWeights, ONE, inputs,
};
use chase::games::animal_checkers::players::past::Past;
use chase::games::animal_checkers::players::search::{AnimalSearch, AnimalSearchLimits};
use chase::games::animal_checkers::{Action, AnimalCheckers, Event, Scenario, State};

/// The bytes of a sample: squares (8), score (2), points (1), whether it is away from the game (1), game (4).
const SAMPLE: usize = 16;

/// Scores from here on are wins that the search has seen; as samples they are worth [`WON`].
const SEEN: i32 = 20_000;
const WON: i16 = 1_000;

/// How many hundredths of a dog make a logit.
const SCALE: f32 = 150.0;
/// How much the end of the game counts against the score of the search.
const END: f32 = 0.3;
const EPOCHS: usize = 16;
const BATCH: usize = 2048;
const RATE: f32 = 0.004;
/// Of hidden weights, so that nine of them fit into 16 bits.
const WEIGHT_MAX: f32 = 1.98;

fn limits(nodes: u64) -> AnimalSearchLimits {
    AnimalSearchLimits { nodes, ..AnimalSearchLimits::NONE }
}

/// The seat to move as a number, unless the game is over.
fn mover(game: &AnimalCheckers, state: &State) -> Option<usize> {
    match game.turn(state) {
        Turn::Seat(seat) => Some(seat.index()),
        _ => None,
    }
}

/// Makes a move; the event that it was.
fn make(game: &AnimalCheckers, state: &mut State, action: Action, dice: &mut Dice) -> Event {
    let Turn::Seat(seat) = game.turn(state) else { unreachable!("somebody is to move") };
    let mut events = Vec::new();
    let decided = game.decide_in(state, seat, &action, dice, &mut events);
    decided.expect("a legal move");
    game.apply(state, &events[0]).expect("a legal move");
    events[0]
}

/// A position some random moves on, and the side to move; nothing if the game is over there, or if a den is one step
/// from a piece, which a search sees without a judge.
fn away(game: &AnimalCheckers, state: &State, dice: &mut Dice) -> Option<(Position, usize)> {
    let mut there = state.clone();
    for _ in 0..=dice.below(3) {
        let Turn::Seat(seat) = game.turn(&there) else {
            return None;
        };
        let mut buffer = Vec::new();
        let legal = game.legal_in(&there, seat, &mut buffer);
        let action = legal[dice.below(u32::try_from(legal.len()).expect("few moves")) as usize];
        make(game, &mut there, action, dice);
    }
    let side = mover(game, &there)?;
    is_calm(&there.position).then_some((there.position, side))
}

fn is_calm(position: &Position) -> bool {
    (0..2).all(|side| position.at_the_gates(side) == 0)
}

/// One sample as bytes.
fn sample(
    (position, side): (&Position, usize),
    score: i32,
    points: u8,
    is_away: bool,
    number: u32,
) -> [u8; SAMPLE] {
    let mut bytes = [0; SAMPLE];
    for (byte, input) in bytes.iter_mut().zip(inputs(position, side)) {
        *byte = u8::try_from(input % 64).expect("a square");
    }
    let score = match score {
        SEEN.. => WON,
        _ if score <= -SEEN => -WON,
        _ => i16::try_from(score).expect("no win"),
    };
    bytes[8..10].copy_from_slice(&score.to_le_bytes());
    bytes[10] = points;
    bytes[11] = is_away.into();
    bytes[12..].copy_from_slice(&number.to_le_bytes());
    bytes
}

/// The samples of a game.
fn play<J: Judge>(
    searches: &mut [AnimalSearch<J>; 2],
    nodes: u64,
    seed: i64,
    number: u32,
) -> Vec<[u8; SAMPLE]> {
    let mut dice = Dice::new(Generator::Chacha8, seed, number.into());
    let mut spare = Dice::new(Generator::Chacha8, seed + 1_000, number.into());
    let plies = 4 + dice.below(28);
    let (position, side) = opening(plies, &mut dice);
    let scenario = Scenario {
        position: position.rows(0).to_vec(),
        side: u8::try_from(side).expect("two sides"),
        ..Scenario::default()
    };
    let game = AnimalCheckers::new(scenario.clone()).expect("an opening is playable");
    let (mut state, mut past) = (game.start(), Past::of(&scenario));
    game.apply(&mut state, &Event::Opened).expect("it begins");
    let [long, short] = searches;
    let (mut on_the_way, mut samples) = (Vec::new(), Vec::new());
    while let Some(side) = mover(&game, &state) {
        let left = game.moves_left(&state);
        let here = state.position;
        let found = long.best((&here, side), past.positions(), left, limits(nodes));
        if let Some((there, side)) = away(&game, &state, &mut spare) {
            let found = short.best((&there, side), &[], left, limits(nodes / 2));
            samples.push(sample((&there, side), found.score, 1, true, number));
        }
        let event = make(&game, &mut state, found.action, &mut dice);
        let is_quiet = matches!(event, Event::Moved { captured: None, .. });
        if found.score.abs() < SEEN && is_quiet && is_calm(&here) {
            on_the_way.push((here, side, found.score));
        }
        past.take(&event);
    }
    let mut events = Vec::new();
    game.world_in(&state, &mut dice, &mut events);
    let winner = events.iter().find_map(|event| match event {
        Event::Ended { winner, .. } => *winner,
        _ => None,
    });
    samples.extend(on_the_way.iter().map(|(position, side, score)| {
        let points = winner.map_or(1, |seat| 2 * u8::from(seat.index() == *side));
        sample((position, *side), *score, points, false, number)
    }));
    samples
}

fn play_all<J: Judge + Copy>(judge: J, games: u32, nodes: u64, seed: i64, path: &str) {
    let mut file = BufWriter::new(File::create(path).expect("a new file"));
    let mut searches = [(); 2].map(|()| AnimalSearch::new(judge, nodes).knowing_endings());
    for number in 0..games {
        for sample in play(&mut searches, nodes, seed, number) {
            file.write_all(&sample).expect("room for samples");
        }
    }
    file.flush().expect("room for samples");
}

/// A sample to learn from: the inputs that are on, and the share of a win to foretell.
struct Lesson {
    inputs: [usize; 8],
    target: f32,
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The sample and its mirror image.
fn lessons(bytes: &[u8]) -> [Lesson; 2] {
    let score = f32::from(i16::from_le_bytes([bytes[8], bytes[9]])) / SCALE;
    let end = if bytes[11] == 1 { 0.0 } else { END };
    let target = end * f32::from(bytes[10]) / 2.0 + (1.0 - end) * chance(score);
    let mirrored = |square: usize| match square {
        63 => 63,
        _ => (square & 56) + 6 - (square & 7),
    };
    let plain: [usize; 8] = std::array::from_fn(|piece| usize::from(bytes[piece]));
    [plain, plain.map(mirrored)].map(|squares| Lesson {
        inputs: std::array::from_fn(|piece| 64 * piece + squares[piece]),
        target,
    })
}

/// The parameters in one row: inputs, start, output, bias.
const START: usize = INPUTS * HIDDEN;
const OUTPUT: usize = START + HIDDEN;
const BIAS: usize = OUTPUT + HIDDEN;

/// Adds the slope of the error of one lesson; the square of the error.
fn learn(numbers: &[f32], lesson: &Lesson, slopes: &mut [f32]) -> f32 {
    let mut hidden = [0.0f32; HIDDEN];
    hidden.copy_from_slice(&numbers[START..OUTPUT]);
    for input in lesson.inputs {
        let row = &numbers[input * HIDDEN..][..HIDDEN];
        hidden.iter_mut().zip(row).for_each(|(sum, it)| *sum += it);
    }
    let output = &numbers[OUTPUT..BIAS];
    let cut = hidden.map(|sum| sum.clamp(0.0, 1.0));
    let weighed = cut.iter().zip(output).map(|(cut, it)| cut * cut * it);
    let guess = chance(numbers[BIAS] + weighed.sum::<f32>());
    let error = guess - lesson.target;
    let slope = 4.0 * error * guess * (1.0 - guess);
    let mut back = [0.0f32; HIDDEN];
    for unit in 0..HIDDEN {
        slopes[OUTPUT + unit] += slope * cut[unit] * cut[unit];
        if hidden[unit] > 0.0 && hidden[unit] < 1.0 {
            back[unit] = 2.0 * slope * output[unit] * cut[unit];
        }
    }
    slopes[BIAS] += slope;
    for row in lesson.inputs.into_iter().chain([INPUTS]) {
        let row = &mut slopes[row * HIDDEN..][..HIDDEN];
        row.iter_mut().zip(back).for_each(|(sum, it)| *sum += it);
    }
    error * error
}

#[expect(clippy::cast_precision_loss, reason = "there are few of what is counted")]
fn fit(lessons: &[Lesson]) -> Vec<f32> {
    let mut dice = Dice::new(Generator::Chacha8, 5, 0);
    let mut spread = |width: f32| width * (dice.below(20_001) as f32 / 10_000.0 - 1.0);
    let mut numbers: Vec<f32> = (0..START).map(|_| spread(0.25)).collect();
    numbers.extend((0..HIDDEN).map(|_| 0.3 + spread(0.2)));
    numbers.extend((0..HIDDEN).map(|_| spread(0.8)));
    numbers.push(0.0);
    let [mut means, mut squares, mut slopes] = [(); 3].map(|()| vec![0.0f32; numbers.len()]);
    let mut order: Vec<_> = (0..lessons.len()).collect();
    let (mut step, steps) = (0, EPOCHS * lessons.len().div_ceil(BATCH));
    for epoch in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            let below = u32::try_from(last + 1).expect("memory for fewer");
            order.swap(last, dice.below(below) as usize);
        }
        let mut loss = 0.0f64;
        for batch in order.chunks(BATCH) {
            slopes.fill(0.0);
            for at in batch {
                loss += f64::from(learn(&numbers, &lessons[*at], &mut slopes));
            }
            step += 1;
            let done = step as f32 / steps as f32;
            let rate = RATE * (0.02 + 0.49 * (1.0 + (std::f32::consts::PI * done).cos()));
            let corrections = [0.9f32, 0.999].map(|kept| 1.0 - kept.powi(step));
            for (n, number) in numbers.iter_mut().enumerate() {
                let slope = slopes[n] / batch.len() as f32;
                means[n] = 0.9 * means[n] + 0.1 * slope;
                squares[n] = 0.999 * squares[n] + 0.001 * slope * slope;
                let spread = (squares[n] / corrections[1]).sqrt() + 1e-8;
                *number -= rate * means[n] / corrections[0] / spread;
                if n < START {
                    *number = number.clamp(-WEIGHT_MAX, WEIGHT_MAX);
                }
            }
        }
        let mean = loss / lessons.len() as f64;
        #[expect(clippy::print_stderr, reason = "progress of a bench")]
        {
            eprintln!("epoch {epoch}: mean square of the error {mean:.5}");
        }
    }
    numbers
}

/// The network in whole numbers. Inputs that no lesson has weigh nothing.
fn whole(numbers: &[f32], lessons: &[Lesson]) -> NetworkWeights {
    let mut is_met = vec![false; INPUTS];
    let met = lessons.iter().flat_map(|lesson| lesson.inputs);
    met.for_each(|input| is_met[input] = true);
    let rounded = |number: f32, one: f32| {
        #[expect(clippy::cast_possible_truncation, reason = "a cast to i16 saturates")]
        {
            (number * one).round() as i16
        }
    };
    let row = |from: usize, one: f32| std::array::from_fn(|k| rounded(numbers[from + k], one));
    let inputs = is_met.iter().enumerate();
    NetworkWeights {
        inputs: inputs
            .map(|(input, is_met)| match is_met {
                true => row(input * HIDDEN, ONE.into()),
                false => [0; HIDDEN],
            })
            .collect(),
        start: row(START, ONE.into()),
        output: row(OUTPUT, SCALE),
        bias: rounded(numbers[BIAS], SCALE),
    }
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["play", games, nodes, seed, path, ref judge @ ..] => {
            let games = games.parse().expect("a number of games");
            let nodes = nodes.parse().expect("a number of positions");
            let seed = seed.parse().expect("a seed");
            match judge {
                [] => play_all(Learned::usual(), games, nodes, seed, path),
                [file, ..] => {
                    let text = std::fs::read_to_string(file).expect("a file of weights");
                    let weights = NetworkWeights::read(&text).expect("a number for each weight");
                    let judge = Network::by(Box::leak(Box::new(weights)));
                    play_all(judge, games, nodes, seed, path);
                }
            }
        }
        ["fit", path, ref files @ ..] if !files.is_empty() => {
            let samples = files.iter().map(|file| std::fs::read(file).expect("a file of samples"));
            let samples: Vec<u8> = samples.flatten().collect();
            let lessons: Vec<_> = samples.chunks_exact(SAMPLE).flat_map(lessons).collect();
            let weights = whole(&fit(&lessons), &lessons);
            std::fs::write(path, weights.written()).expect("room for weights");
        }
        _ => {
            #[expect(clippy::print_stderr, reason = "how it is called")]
            {
                eprintln!("play GAMES NODES SEED SAMPLES [NETWORK], or fit NETWORK SAMPLES...");
            }
            std::process::exit(2)
        }
    }
}
