//! What happens to a recording outside the program: cut, flipped, forged, foreign, newer, killed,
//! out of room.
//!
//! Every test tells the same story. Given a good recording, when something happens to its bytes
//! or while they are written, then what is read is a whole prefix with a warning, the very same
//! replay, or one clear error: never a panic, never other games' hours, never a wrong one.
//!
//! damage.rs goes through the library, with every kind of damage to every game's recordings; samples
//! of each go through the built program, so that status and message are seen too.

mod bytes;
mod container;
mod crashes;
mod damage;
#[cfg(target_os = "linux")]
mod disk;
mod journal;
mod json;
mod lies;
mod said;
mod simulated;

pub use lies::resealed;

use std::sync::Arc;

use chase::engine::dice::Generator;
use chase::engine::game::Game as _;
use chase::engine::seal::Seal;
use chase::error::Error;
use chase::games::police::scenario::{AgentSetup, City, Scenario};
use chase::games::police::{Police, args};
use chase::project_games;
use chase::record::any::{DrawnHistory, Projections, RecordingSink as _};
use chase::record::replay::{Header, Origin};
use chase::store::{Overwrite, ReplayReader, ReplayWriter, Tail, WriteOutcome};
use chase::world::{World, WorldParts, WorldPath, in_parallel};

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
        cities: Arc::new(["a", "b", "c", "d"].into_iter().map(city).collect()),
        roads: vec![(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 3, 1)].into(),
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

/// The example with every field that a header may have.
fn full() -> Header {
    let mut header = example();
    let seal = Seal::parse("000102030405060708090a0b0c0d0e0f");
    header.origin = Some(Origin::Continued { seal: seal.expect("32 digits"), cycle: 3 });
    header
}

/// Plays a header's game into a new file; the extension chooses the form. Something is done before
/// its end is written.
fn record(
    mut header: Header,
    path: &WorldPath,
    last: impl FnOnce(&mut ReplayWriter),
) -> Result<WriteOutcome, Error> {
    let game = project_games().find(&header.game).expect("a game there is");
    let mut recording = game.record(&mut header).expect("a playable header");
    recording.project(Projections { seals: true, ..Projections::default() });
    let recorder = ReplayWriter::create(path, &header, Overwrite::Never, &open);
    let mut recorder = recorder.expect("a file");
    while recording.advance() {
        recorder.cycle(recording.now()).expect("room for a cycle");
    }
    last(&mut recorder);
    recorder.finish(recording.now(), &open)
}

/// The bytes of a recording.
fn recorded(header: Header, extension: &str) -> Vec<u8> {
    played(header, extension, None)
}

/// The bytes of a recording in which people spent some time.
fn played(header: Header, extension: &str, played_ms: Option<u64>) -> Vec<u8> {
    let path = in_memory(&format!("played.{extension}"));
    record(header, &path, |recorder| recorder.set_played_ms(played_ms)).expect("room for the end");
    path.read().expect("what was just recorded")
}

/// Finds a header's game, as the program does.
pub fn open(header: &mut Header) -> Result<Box<dyn DrawnHistory>, Error> {
    assert!(!project_games().all().is_empty());
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

/// A place for a file in memory, with no other beside it.
fn in_memory(name: &str) -> WorldPath {
    World::new(WorldParts::empty("chase")).at(name)
}

/// A file in memory that holds these bytes.
fn held(bytes: &[u8]) -> WorldPath {
    let path = in_memory("bytes");
    path.write(bytes).expect("room in memory");
    path
}

/// Reads these bytes to their end or their damage, with everything watched that a command can watch.
fn read_on(bytes: &[u8]) -> Result<(Told, Option<Error>), Error> {
    let path = held(bytes);
    let mut reader = ReplayReader::open(&path, &open)?;
    reader.project(Projections {
        seals: true,
        events: true,
        tally: true,
        ..Projections::default()
    });
    let mut cycles = Vec::new();
    let damage = loop {
        match reader.next_cycle() {
            Ok(true) => {
                let mut line = Vec::new();
                reader.now().put_json(&mut line);
                cycles.push(String::from_utf8(line).expect("JSON is UTF-8"));
            }
            Ok(false) => break None,
            Err(error) => break Some(error),
        }
    };
    let place = path.display().to_string();
    let told = Told {
        header: reader.header().to_json(),
        cycles,
        tail: damage.is_none().then(|| reader.tail()).flatten(),
        warning: reader.unfinished().map(|text| text.replace(&place, "")),
    };
    Ok((told, damage))
}

/// What is read from these bytes where they are not damaged.
fn read(bytes: &[u8]) -> Result<Told, Error> {
    let (told, damage) = read_on(bytes)?;
    damage.map_or(Ok(told), Err)
}

/// Does the same for every number below `count`, some at once, and counts for how many it said yes.
fn count_in_parallel(count: usize, each: impl Fn(usize) -> bool + Sync) -> usize {
    in_parallel(4, count, each).into_iter().filter(|said| *said).count()
}

/// Marsaglia's xorshift: moments and places that are drawn, and the same in every run.
struct Xorshift(u64);

impl Xorshift {
    /// Those of a seed.
    fn of(seed: u64) -> Self {
        let mut luck = Xorshift(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            luck.below(2);
        }
        luck
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}
