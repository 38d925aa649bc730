//! Results with the luck of draws taken out: their mean is that of the results, and their interval is narrower.
//!
//! `cargo bench --bench analysis -- 1000 200`: the number of recorded games of each scenario [300], and the games that are
//! played after each outcome [100]. From each outcome on, the players of the recording play. The result of a game is
//! that of its first side; what its draws changed is taken from it. The last columns are the mean of the draws in
//! standard errors, which is 0 in truth, and the width of the interval beside that of the plain mean.

#![expect(clippy::print_stdout, reason = "it is what is measured")]

use chase::kit::budget::StopFlag;
use chase::opener::opener;
use chase::project_games;
use chase::record::replay::Header;
use chase::store::ReplayReader;
use chase::study::analysis::{AnalysisBudget, WIN, split};

/// Recordings whose scenarios and players are played again, with other seeds; and a board of ROBOTS with teleports, for
/// the player `random`.
const SCENARIOS: [&str; 7] = [
    "replays/police/S0.json",
    "replays/police/S1.json",
    "replays/police/S2.json",
    "data/robots/ring.txt",
    "replays/scotland-yard/captured.json",
    "replays/animal-checkers/capture.json",
    "replays/fishing/few_floes.json",
];

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "few games")]
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// The header of a game to be played: a recording's, or that of a board of ROBOTS.
fn header_of(scenario: &str) -> Header {
    let recorded = |path: &str| {
        let reader = ReplayReader::open(
            &chase::world::WorldPath::on_disk(path),
            &opener(chase::games::project_games()),
        );
        reader.expect("a recording").header().clone()
    };
    if !scenario.ends_with(".txt") {
        return recorded(scenario);
    }
    let robots = project_games().all().iter().find(|game| game.name() == "robots");
    let other = recorded("replays/robots/caught.json");
    let loaded = robots.expect("a game").load(&chase::world::WorldPath::on_disk(scenario), &other);
    Header { players: other.players, ..loaded.expect("a board").header }
}

/// The result of the first side, and what draws changed in it.
fn analysed(header: &Header, budget: AnalysisBudget) -> (i64, i64) {
    let game = project_games().all().iter().find(|game| game.name() == header.game);
    let game = game.expect("a game of the project");
    let mut header = header.clone();
    let going_on = header.players.clone();
    let stop = StopFlag::default();
    let analysis = game.analysis(&mut header, &going_on, budget, &stop);
    let mut analysis = analysis.expect("a game that opens");
    let mut recording = game.record(&mut header).expect("players");
    while recording.advance() {
        let past = analysis.past(recording.now());
        past.expect("the rules allow what was played");
    }
    let looks: Vec<_> = (0..analysis.looks()).map(|n| analysis.look(n)).collect();
    let seats = u8::try_from(header.players.len()).expect("few seats");
    let parts = &split(&looks, &analysis.now(), seats)[0];
    (parts.result, parts.draws)
}

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let games = numbers.first().copied().unwrap_or(300);
    let budget = AnalysisBudget {
        games: numbers.get(1).copied().unwrap_or(100),
        nodes: 2_000,
        seed: 1,
        states_max: 2_000,
        solved_max: 0,
    };
    println!(
        "scenario                             plain           without draws   draws/s.e.   width"
    );
    for scenario in SCENARIOS {
        let header = header_of(scenario);
        let (mut plain, mut adjusted, mut draws) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..games {
            let header = Header { seed: 1_000 + i64::from(seed), ..header.clone() };
            let (result, drawn) = analysed(&header, budget);
            #[expect(clippy::cast_precision_loss, reason = "a billion is exact")]
            let share = |value: i64| value as f64 / WIN as f64;
            plain.push(share(result));
            adjusted.push(share(result - drawn));
            draws.push(share(drawn));
        }
        let [(plain, error), (adjusted, narrow), (draws, draw_error)] =
            [mean(&plain), mean(&adjusted), mean(&draws)];
        let ratio = if draw_error > 0.0 { draws / draw_error } else { 0.0 };
        println!(
            "{scenario:<36} {plain:.4} +- {:.4}  {adjusted:.4} +- {:.4}  {ratio:>10.2}   {:.2}",
            1.96 * error,
            1.96 * narrow,
            narrow / error
        );
    }
}
