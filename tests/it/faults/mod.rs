//! What happens to a recording outside the program: cut, flipped, forged, foreign, newer, killed,
//! out of room.
//!
//! Every test tells the same story. Given a good recording, when something happens to its bytes
//! or while they are written, then what is read is a whole prefix with a warning, the very same
//! replay, or one clear error: never a panic, never other games' hours, never a wrong one.
//!
//! Exhaustive loops go through the library in threads; samples of each go through the built
//! program, so that status and message are seen too.

mod bursts;
mod bytes;
mod container;
mod crashes;
mod cuts;
mod disk;
mod every_game;
mod flips;
mod frames;
mod journal;
mod json;
mod killed;
mod lies;
mod limits;
mod optional_fields;
mod parts;
mod simulated;
mod snapshots;
mod versions;
mod writers;

pub use lies::resealed;

use std::path::{Path, PathBuf};

use chase::engine::any::{DrawnHistory, Projections};
use chase::engine::dice::Generator;
use chase::engine::replay::Header;
use chase::error::Error;
use chase::games::police::scenario::{AgentSetup, City, Scenario};
use chase::games::police::{Police, args};
use chase::games::{GAMES, project_games};
use chase::store::{Overwrite, ReplayReader, ReplayWriter, Tail};
use tempfile::TempDir;

use chase::engine::any::RecordingSink as _;
use chase::engine::game::Game as _;

/// The header of a chase that nobody can end: a ring of four cities with roads of length 1, the
/// thief on odd cities whenever the detectives are on even ones.
///
/// ```text
/// 0 - 1     T starts in 1, D1 in 0, the others in 2
/// |   |
/// 3 - 2
/// ```
fn ring(hours: i32, seed: i64) -> Header {
    let agent = |name: &str, start| AgentSetup { name: name.into(), stamina: 1_000_000, start };
    let city = |name: &str| City { name: name.into(), informant: false };
    let scenario = Scenario {
        hours,
        getaway: None,
        agents: ["T", "D1", "D2", "D3", "D4"]
            .into_iter()
            .zip([1, 0, 2, 2, 2])
            .map(|(name, start)| agent(name, start))
            .collect(),
        cities: ["a", "b", "c", "d"].into_iter().map(city).collect(),
        roads: vec![(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 3, 1)],
    };
    let players = ["random", "random", "cheapest-least-visited", "dfs", "dfs"];
    let game = Police::new(scenario).expect("a playable ring");
    Header::new(&game, &players.map(str::to_owned), Generator::Glibc, seed)
}

/// The header of the embedded example: informants, a capture in hour 5.
fn example() -> Header {
    let (game, players, seed) = args::example();
    Header::new(&game, &players, Generator::Glibc, seed)
}

/// Plays a header's game into a file; the extension chooses the form.
fn record(mut header: Header, path: &Path) {
    let game = project_games().find(&header.game).expect("a game there is");
    let mut recording = game.record(&mut header).expect("a playable header");
    recording.project(Projections { seals: true, ..Projections::default() });
    let mut recorder =
        ReplayWriter::create(path, &header, Overwrite::Force, &open).expect("a file");
    while recording.advance() {
        recorder.cycle(recording.now()).expect("room for a cycle");
    }
    recorder.finish(recording.now(), &open).expect("room for the end");
}

/// The bytes of a recording.
fn recorded(header: Header, extension: &str) -> Vec<u8> {
    let scratch = Scratch::new();
    let path = scratch.file(&format!("recorded.{extension}"));
    record(header, &path);
    std::fs::read(path).expect("what was just recorded")
}

/// Finds a header's game, as the program does.
pub fn open(header: &mut Header) -> Result<Box<dyn DrawnHistory>, Error> {
    assert!(!GAMES.is_empty());
    let opened = project_games().find(&header.game)?.open(header);
    opened.map_err(|why| Error::new(format!("{why:?}")))
}

/// All that can be read from a file.
#[derive(Clone, Debug, PartialEq)]
struct Told {
    header: String,
    /// Each cycle as its line of JSON, seal and all.
    cycles: Vec<String>,
    tail: Option<Tail>,
    /// The warning about an unfinished recording, without the file's name.
    warning: Option<String>,
}

/// Reads a file to its end, with everything watched that a command can watch.
fn read(path: &Path) -> Result<Told, Error> {
    let mut reader = ReplayReader::open(path, &open)?;
    reader.project(Projections {
        seals: true,
        events: true,
        tally: true,
        ..Projections::default()
    });
    let mut cycles = Vec::new();
    while reader.next_cycle()? {
        let mut line = Vec::new();
        reader.now().put_json(&mut line);
        cycles.push(String::from_utf8(line).expect("JSON is UTF-8"));
    }
    let place = path.display().to_string();
    Ok(Told {
        header: reader.header().to_json(),
        cycles,
        tail: reader.tail(),
        warning: reader.unfinished().map(|text| text.replace(&place, "")),
    })
}

/// A folder for one thread's files.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Scratch(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What is read from these bytes.
    fn read(&self, bytes: &[u8]) -> Result<Told, Error> {
        let path = self.file("bytes");
        std::fs::write(&path, bytes).expect("room in the temporary folder");
        read(&path)
    }
}

/// Does the same for every number below `count`, in threads with a folder each, and counts for
/// how many it said yes.
fn count_in_parallel(count: usize, each: impl Fn(&Scratch, usize) -> bool + Sync) -> usize {
    const THREADS: usize = 4;
    let strand = |first: usize| {
        let scratch = Scratch::new();
        (first..count).step_by(THREADS).filter(|&n| each(&scratch, n)).count()
    };
    std::thread::scope(|scope| {
        let strand = &strand;
        let threads: Vec<_> =
            (0..THREADS).map(|first| scope.spawn(move || strand(first))).collect();
        threads.into_iter().map(|thread| thread.join().expect("what it said is above")).sum()
    })
}

/// Marsaglia's xorshift: moments and places that are drawn, and the same in every run.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}
