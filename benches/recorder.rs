//! How many values a second a program records from inside, on one thread, into a file.
//!
//!     cargo bench --bench recorder

use chase::trace::Recorder;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const CYCLES: u64 = 400;
const ENTITIES: usize = 100;
const COLUMNS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
const VALUES: u64 = CYCLES * (ENTITIES * COLUMNS.len()) as u64;

/// Records values of a cycle and a place.
fn record(bencher: Bencher, set: fn(&mut Recorder, chase::trace::Entity, usize, u64)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.csv");
    bencher.counter(ItemsCount::new(VALUES)).bench_local(|| {
        let mut recorder = Recorder::create(&path, &COLUMNS).expect("a file");
        let names = (0..ENTITIES).map(|n| format!("car {n}"));
        let entities: Vec<_> = names.map(|name| recorder.entity(&name).expect("a name")).collect();
        for cycle in 0..CYCLES {
            recorder.cycle(cycle).expect("a tick");
            for (n, entity) in (0..).zip(&entities) {
                for column in 0..COLUMNS.len() {
                    set(&mut recorder, *entity, column, cycle * 7 + n * 13 + column as u64);
                }
            }
        }
        recorder.finish().expect("a file");
    });
}

/// Small integers.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn integers(bencher: Bencher) {
    record(bencher, |recorder, entity, column, n| {
        recorder.set_integer(entity, column, (n % 1_000) as i64);
    });
}

/// Decimals of two places, as of money or a sensor.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn decimals(bencher: Bencher) {
    record(bencher, |recorder, entity, column, n| {
        recorder.set(entity, column, (n % 10_000) as f64 / 100.0);
    });
}

/// What computations give: all 17 digits.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn any_bits(bencher: Bencher) {
    record(bencher, |recorder, entity, column, n| {
        recorder.set(entity, column, (n as f64 * 0.001).sin());
    });
}
