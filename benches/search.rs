//! Animal Checkers: lines of play counted per second, and the search from the start position.
//!
//! `cargo bench --bench search`; for perft an item is a line of play.

use chase::engine::game::Game;
use chase::games::animal_checkers::players::search::{AnimalSearch, AnimalSearchLimits};
use chase::games::animal_checkers::{AnimalCheckers, Scenario, perft};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn start() -> AnimalCheckers {
    AnimalCheckers::new(Scenario::default()).expect("the start is playable")
}

#[divan::bench(sample_count = 10)]
fn perft_to_depth_7(bencher: Bencher<'_, '_>) {
    let game = start();
    let lines = || perft::count(game.start_position(), 0, 7);
    bencher.counter(ItemsCount::new(lines())).bench_local(lines);
}

#[divan::bench(args = [8, 10, 12, 14], sample_count = 5)]
fn search_from_the_start(bencher: Bencher<'_, '_>, depth: usize) {
    let game = start();
    let limits = AnimalSearchLimits { depth, ..AnimalSearchLimits::NONE };
    let mut search = AnimalSearch::default();
    bencher.bench_local(|| search.best((game.start_position(), 0), &[], 200, limits));
}
