//! Recording and rebuilding through the store, on a chase that never ends.
//!
//! `cargo bench --bench record`; an item is one hour.

use std::path::Path;

use chase::engine::any::{AnyGame, Projections, RecordingSink};
use chase::engine::dice::{Dice, Generator};
use chase::engine::entry::GameEntry;
use chase::engine::game::Game;
use chase::engine::replay::Header;
use chase::error::Error;
use chase::games::police::Police;
use chase::games::police::new::MapPlan;
use chase::store::{Overwrite, ReplayReader, ReplayWriter};
use divan::Bencher;
use divan::counter::ItemsCount;

const HOURS: i32 = 100_000;

fn main() {
    divan::main();
}

fn header() -> Header {
    let plan = MapPlan { cities: 10, roads: Some(15), informants: 0, two_coloured: true };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, 1, 0));
    scenario.hours = HOURS;
    let game = Police::new(scenario).expect("a planned scenario is playable");
    let crew = ["random", "random", "cheapest-least-visited", "dfs", "dfs"];
    Header::new(&game, &crew.map(str::to_owned), Generator::Glibc, 7)
}

fn open(header: &mut Header) -> Result<Box<dyn chase::engine::any::DescribedHistory>, Error> {
    let opened = GameEntry::<Police>::new().open(header);
    Ok(opened.map_err(|why| Error::new(format!("{why:?}")))?)
}

fn record(path: &Path) {
    let mut header = header();
    let mut recording = GameEntry::<Police>::new().record(&mut header).expect("built-in players");
    recording.project(Projections { seals: true, ..Projections::default() });
    let mut recorder =
        ReplayWriter::create(path, &header, Overwrite::Force, &open).expect("a writable folder");
    while recording.advance() {
        recorder.cycle(recording.now()).expect("room on the disk");
    }
    recorder.finish(recording.now(), &open).expect("room on the disk");
}

#[divan::bench(args = ["game.chase", "game.json"], sample_count = 10)]
fn record_to_disk(bencher: Bencher<'_, '_>, name: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    bencher.counter(ItemsCount::new(HOURS.unsigned_abs())).bench_local(|| record(&path));
}

#[divan::bench(args = ["game.chase", "game.json"], sample_count = 10)]
fn read_and_check(bencher: Bencher<'_, '_>, name: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    record(&path);
    bencher.counter(ItemsCount::new(HOURS.unsigned_abs())).bench_local(|| {
        let mut reader = ReplayReader::open(&path, &open).expect("a whole file");
        while reader.next_cycle().expect("a whole file") {}
    });
}

#[divan::bench(sample_count = 20)]
fn rebuild_one_hour(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.chase");
    record(&path);
    bencher.bench_local(|| {
        let mut reader = ReplayReader::open(&path, &open).expect("a whole file");
        assert!(reader.go_to(77_777).expect("a whole file"));
    });
}
