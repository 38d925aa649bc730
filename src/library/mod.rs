//! Replays on disk, whatever their game: opened, rebuilt at any cycle, verified, compared. What the
//! commands `replay`, `verify` and `diff` do, as functions.

mod moment;

pub use moment::Moment;

use std::path::Path;

use crate::comparison::{Comparison, Depth, Trace};
use crate::diff::{Report, Selection};
use crate::error::{Error, IoAt};
#[cfg(feature = "games")]
use crate::games::project_games;
use crate::games::{CommandLine, Games};
use crate::judge::deadline::{DEADLINE, Deadline};
use crate::judge::verify::replay as verify_replay;
use crate::opener::{opener, past_the_end};
use crate::report::Verdict;
use crate::store::{Content, Overwrite, ReplayReader, ReplayWriter, unrecorded};
use crate::world::WorldPath;
use chase_kit::budget::StopFlag;
use chase_kit::trace::ColumnSet;
use chase_record::event_table::EventTable;
use chase_record::replay::Header;

/// Opens a replay of either form, whichever of the project's games it is of; [`open_with`] is for
/// games of another program. The header is read at once; cycles are read when they are asked for.
///
/// # Errors
/// No such file, no replay, one of a newer version or of a game that is not known, or a damaged
/// header.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), chase::Error> {
/// let replay = chase::open("replays/police/S3.json")?;
/// assert_eq!(replay.header().game, "police");
///
/// // Hour 5 again, from the events alone.
/// let hour_5 = replay.state_at(5)?;
/// assert_eq!(hour_5.cycle(), 5);
/// println!("{}", hour_5.text());
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "games")]
pub fn open(path: impl AsRef<Path>) -> Result<ReplayFile, Error> {
    open_with(project_games(), path)
}

/// Plays the game of a header, one of the project's, to its end with built-in players, and writes the
/// replay to a file: binary where its name ends with `.chase`, else JSON. A file that is there already
/// is left alone; it is no error if it holds the same replay. [`record_with`] is for games of another
/// program.
///
/// # Errors
/// A game that is not known, a header that cannot be played, or a file that cannot be written.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let header = chase::open("replays/police/S3.json")?.header().clone();
/// let folder = tempfile::tempdir()?;
/// let again = chase::record(header, folder.path().join("again.chase"))?;
/// assert!(again.diff(&chase::open("replays/police/S3.json")?)?.same);
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "games")]
pub fn record(header: Header, path: impl AsRef<Path>) -> Result<ReplayFile, Error> {
    record_with(project_games(), header, path)
}

/// Opens a replay of one of these games, as [`open()`] opens one of the project's.
///
/// # Errors
/// Those of [`open()`].
pub fn open_with(games: Games, path: impl AsRef<Path>) -> Result<ReplayFile, Error> {
    let place = WorldPath::on_disk(path.as_ref());
    let reader = ReplayReader::open(&place, &opener(games))?;
    Ok(ReplayFile {
        games,
        game: games.find(&reader.header().game)?,
        header: reader.header().clone(),
        path: place,
    })
}

/// Plays one of these games to its end and writes the replay to a file, as [`record`] does for the
/// project's.
///
/// # Errors
/// Those of [`record`].
///
/// # Examples
/// Replays of the game `Race` of the [front page](crate), whose `Entry` is that of
/// [`Entry`](crate::prelude::Entry):
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race.rs"));
/// use chase::engine::dice::Generator;
/// use chase::engine::header::Header;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race_entry.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let games = Games::new().with::<Race>();
/// let race: Race = Game::new(Goal { goal: 10 }).expect("a goal in bounds");
/// let players = ["random".to_owned(), "random".to_owned()];
/// let header = Header::new(&race, &players, Generator::Chacha8, 1);
/// let folder = tempfile::tempdir()?;
/// let replay = chase::record_with(games, header, folder.path().join("race.chase"))?;
/// assert!(replay.verify()?.fault.is_none());
/// # Ok(())
/// # }
/// ```
pub fn record_with(
    games: Games,
    header: Header,
    path: impl AsRef<Path>,
) -> Result<ReplayFile, Error> {
    let mut header = header.without_provenance();
    let path = path.as_ref();
    let place = WorldPath::on_disk(path);
    let game = games.find(&header.game)?;
    let mut recording = game.record(&mut header).map_err(|why| unrecorded(game.name(), why))?;
    let mut recorder = ReplayWriter::create(&place, &header, Overwrite::Never, &opener(games))?;
    recording.project(chase_record::any::Projections { seals: true, ..Default::default() });
    while recording.advance() {
        chase_record::any::RecordingSink::cycle(&mut recorder, recording.now())
            .io_at(path.display(), "write")?;
    }
    recorder.finish(recording.now(), &opener(games))?;
    open_with(games, path)
}

/// A replay on disk. It is not believed before it is read: what is read on the way is held against
/// the rules and the seals. A jump in a finished binary replay begins at the snapshot of an earlier
/// frame, which is believed as far as the rules allow such a state;
/// [`verify`](ReplayFile::verify) reads everything.
pub struct ReplayFile {
    path: WorldPath,
    header: Header,
    games: Games,
    game: &'static dyn CommandLine,
}

impl std::fmt::Debug for ReplayFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("ReplayFile");
        shown.field("path", &self.path()).field("header", &self.header);
        shown.finish_non_exhaustive()
    }
}

impl ReplayFile {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.path.path()
    }

    /// The game, the scenario, the players, the dice and the seed.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The state right after a cycle. In a finished binary replay the index leads to a frame shortly
    /// before it; a JSON file is read whole first, and the cycles before it are folded.
    ///
    /// # Errors
    /// Damage on the way, or a cycle that is not there.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), chase::Error> {
    /// let replay = chase::open("replays/police/S3.json")?;
    /// assert!(replay.state_at(2)?.outcome().is_none());
    /// assert!(replay.state_at(1_000_000).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn state_at(&self, cycle: u64) -> Result<Moment, Error> {
        let mut reader = ReplayReader::open_checked(&self.path, &opener(self.games))?;
        reader.go_to(cycle)?;
        match reader.now().last() {
            Some(last) if last == cycle => Ok(Moment::new(reader)),
            _ => Err(past_the_end(reader.now(), cycle)),
        }
    }

    /// The state after the last cycle; everything before it is read. Nothing when the replay holds
    /// no cycle.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn end(&self) -> Result<Option<Moment>, Error> {
        let mut reader = self.reader()?;
        while reader.next_cycle()? {}
        Ok(reader.now().last().is_some().then(|| Moment::new(reader)))
    }

    /// Holds the whole file against seals, rules, dice and players, as `chase verify` does. What is
    /// wrong stands in [`Verdict::fault`]. It ends after a day, should a player think for ever.
    ///
    /// # Errors
    /// The file can no longer be opened.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), chase::Error> {
    /// let verdict = chase::open("replays/police/S3.json")?.verify()?;
    /// assert!(verdict.fault.is_none());
    /// assert_eq!(verdict.cycles, 6);
    /// # Ok(())
    /// # }
    /// ```
    pub fn verify(&self) -> Result<Verdict, Error> {
        let reader = self.reader()?;
        let deadline = Deadline::after(self.path.world(), DEADLINE);
        let again = || self.reader();
        Ok(verify_replay(reader, self.game, false, &again, &deadline))
    }

    /// The differences between this replay and a reference, with their causes, as `chase diff`
    /// reports them.
    ///
    /// # Errors
    /// A replay of another game, or damage on the way.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), chase::Error> {
    /// let ours = chase::open("replays/police/S2.json")?;
    /// let report = ours.diff(&chase::open("replays/police/S3.json")?)?;
    /// assert!(!report.same);
    /// assert_eq!(report.first.expect("a difference").place.cycle, 0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn diff(&self, reference: &ReplayFile) -> Result<Report, Error> {
        if self.header.game != reference.header.game {
            let (one, other) = (&self.header.game, &reference.header.game);
            let what = format!("traces of different games: {one} and {other}");
            return Err(Error::new(what).help("compare traces of one game"));
        }
        let comparison = Comparison {
            games: self.games,
            game: self.game,
            selection: Selection {
                columns: ColumnSet::ALL,
                context: Selection::CONTEXT,
                shown_max: Selection::SHOWN_MAX,
            },
            scenario: None,
            depth: Depth::Explained,
            exact: false,
            stop: StopFlag::default(),
        };
        comparison.run(self.trace()?, reference.trace()?)
    }

    /// All events as columns of a table; everything is read.
    ///
    /// # Errors
    /// Damage on the way.
    #[doc(hidden)]
    pub fn events(&self) -> Result<EventTable, Error> {
        let (mut reader, mut table) = (self.reader()?, EventTable::default());
        while reader.next_cycle()? {
            reader.now().put_events(&mut table);
        }
        Ok(table)
    }

    fn reader(&self) -> Result<ReplayReader, Error> {
        ReplayReader::open(&self.path, &opener(self.games))
    }

    fn trace(&self) -> Result<Trace, Error> {
        Ok(Trace { path: self.path.clone(), content: Content::Replay(Box::new(self.reader()?)) })
    }
}
