//! Recordings on disk, and two of them side by side: opened, checked, stepped through, compared.
//!
//! [`store`] reads and writes recordings in their two forms and reads transcripts; [`diff`] aligns two traces of either
//! kind by their cycles and has the game's referee judge where they differ.
//! Both know no game: whoever opens a recording hands in a function that makes an empty history of its header;
//! [`opener`] makes that function of the games of a program. [`comparison`] compares files of one of these games,
//! [`fork`] plays on from the middle of a recording, and [`episode`] keeps a game that was played from outside.
//! Nothing here prints.
//!
//! # Examples
//! A game of one's own, `Race`, is recorded twice; one recording is checked and stepped through, the two are
//! compared.
//! ```
//! # mod chase { pub use chase_kit::prelude; pub use {chase_engine as engine, chase_record as record}; }
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
//! use chase::engine::dice::Generator;
//! use chase::record::entry::GameEntry;
//! use chase::engine::header::Header;
//! use chase_record::any::{AnyGame, DrawnHistory, Projections, RecordingSink};
//! use chase_kit::trace::ColumnSet;
//! use chase_world::world::World;
//! use chase_replay::diff::{Selection, compare};
//! use chase_replay::store::{Overwrite, ReplayReader, ReplayWriter, TraceSource, contents, unopened};
//!
//! static RACE: GameEntry<Race> = GameEntry::new();
//!
//! /// Opens the game of a header.
//! fn open(header: &mut Header) -> Result<Box<dyn DrawnHistory>, Error> {
//!     let opened = RACE.open(header).map_err(|why| unopened("race", &why))?;
//!     Ok(opened)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let world = World::of_process("race");
//! let players = ["random".to_owned(), "random".to_owned()];
//! for seed in [1, 2] {
//!     let game: Race = Game::new(Goal { goal: 10 })?;
//!     let mut header = Header::new(&game, &players, Generator::Chacha8, seed);
//!     let mut recording = RACE.record(&mut header)?;
//!     let seals = Projections { seals: true, ..Projections::default() };
//!     recording.project(seals);
//!     let path = world.at(folder.path().join(format!("{seed}.chase")));
//!     let mut recorder = ReplayWriter::create(&path, &header, Overwrite::Never, &open)?;
//!     while recording.advance() {
//!         recorder.cycle(recording.now())?;
//!     }
//!     recorder.finish(recording.now(), &open)?;
//! }
//!
//! // `open_checked` has each cycle held against the rules and its seal; behind the loop stands the end.
//! let first = world.at(folder.path().join("1.chase"));
//! let mut reader = ReplayReader::open_checked(&first, &open)?;
//! while reader.next_cycle()? {
//!     let mut text = Vec::new();
//!     reader.now().moment_text(&mut text);
//!     assert!(!text.is_empty());
//! }
//! assert!(reader.now().outcome().is_some());
//!
//! let source = |name: &str| -> Result<TraceSource, Error> {
//!     let path = world.at(folder.path().join(name));
//!     Ok(TraceSource::new(path.path(), contents(&path, &open)?, &RACE))
//! };
//! let selection = Selection {
//!     columns: ColumnSet::ALL,
//!     context: Selection::CONTEXT,
//!     shown_max: Selection::SHOWN_MAX,
//! };
//! let sides = (source("1.chase")?, source("2.chase")?);
//! let report = compare(&RACE, sides, None, None, selection, 0, None)?;
//! assert!(!report.same);
//! # Ok(())
//! # }
//! ```

pub mod comparison;
pub mod diff;
pub mod episode;
pub mod fork;
pub mod opener;
pub mod store;

#[cfg(test)]
mod race;
