//! What was played of a match, a line for each game, so that an interrupted one can go on.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};

use serde::{Deserialize, Serialize};

use super::entrant::replay_path;
use super::game_result::GameResult;
use super::schedule::Tournament;
use chase_record::any::DrawnHistory;
use chase_record::replay::{Header, to_json};
use chase_replay::store::{FolderLock, LineLog};
use chase_world::error::{Error, IoAt};
use chase_world::world::WorldPath;

/// The journal's name in the folder of the replays.
pub const NAME: &str = "match.jsonl";

/// Everything about a match that its games depend on. It is the first line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The number of this form.
    #[serde(rename = "match")]
    pub form: u32,
    /// The name of the game.
    pub game: String,
    /// The number of its rules.
    pub rules: u32,
    /// The players as they were named.
    pub players: Vec<String>,
    /// The openings that are played, in words.
    pub openings: String,
    /// The BLAKE3 hash of the first openings' generators and scenarios.
    pub scenarios: String,
    /// Seed of openings and dice.
    pub seed: i64,
    /// Games of every meeting.
    pub games: u64,
    /// The kind of tournament, which decides the pairings.
    pub tournament: Tournament,
    /// The test that ends it, as it was given.
    pub sprt: Option<String>,
    /// The limits of players outside the process, in words.
    pub limits: String,
}

/// The number of the journal's form.
pub const FORM: u32 = 1;

/// An [`Opener`] that games played at the same time can share.
///
/// [`Opener`]: chase_replay::store::Opener
pub(crate) type SharedOpener = dyn Fn(&mut Header) -> Result<Box<dyn DrawnHistory>, Error> + Sync;

/// A match's journal.
#[derive(Debug)]
pub struct Journal {
    pub(super) file: Option<LineLog>,
    pub(super) known: BTreeMap<u64, GameResult>,
    /// The results of an interrupted match that were read but not looked at yet, each with the
    /// number of its line.
    pub(super) read: Vec<(usize, GameResult)>,
    /// The folder, open as long as the match is played: it is locked, so that no other match is
    /// played in it.
    _folder: Option<FolderLock>,
}

impl Journal {
    fn new(file: Option<LineLog>) -> Self {
        Journal { file, known: BTreeMap::new(), read: Vec::new(), _folder: None }
    }

    /// The one in a folder, where games are kept: the interrupted match's, or a new one.
    ///
    /// # Errors
    /// Those of [`Journal::resume`] and [`Journal::begin`].
    pub fn of(folder: Option<&WorldPath>, resumes: bool, plan: &MatchPlan) -> Result<Self, Error> {
        match folder {
            None => Ok(Self::new(None)),
            Some(folder) if resumes => Self::resume(folder, plan),
            Some(folder) => Self::begin(folder, plan),
        }
    }

    /// Begins one in a folder.
    ///
    /// # Errors
    /// There is one already, or the folder cannot be written.
    pub fn begin(folder: &WorldPath, plan: &MatchPlan) -> Result<Self, Error> {
        folder.create_folders().io_at(folder.display(), "write")?;
        let locked = lock(folder)?;
        Self::begin_locked(folder, locked, plan)
    }

    fn begin_locked(
        folder: &WorldPath,
        locked: FolderLock,
        plan: &MatchPlan,
    ) -> Result<Self, Error> {
        let path = folder.join(NAME);
        if !path.exists() {
            refuse_games(folder)?;
        }
        let file = match LineLog::create(path.world().clone(), path.path(), &to_json(plan)) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let error = Error::new("a match was played in this folder");
                return Err(error
                    .at(path.display())
                    .help("go on with --resume, or take another folder"));
            }
            file => file.io_at(path.display(), "write")?,
        };
        Ok(Journal { _folder: Some(locked), ..Self::new(Some(file)) })
    }

    /// The plan of the journal in a folder, where there is one.
    ///
    /// # Errors
    /// It cannot be read, or is none.
    pub fn plan(folder: &WorldPath) -> Result<Option<MatchPlan>, Error> {
        let path = folder.join(NAME);
        let file = match path.open() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            file => file.io_at(path.display(), "read")?,
        };
        let mut line = String::new();
        BufReader::new(file).read_line(&mut line).io_at(path.display(), "read")?;
        if !line.ends_with('\n') {
            // It was interrupted before its first line was whole.
            return Ok(None);
        }
        let plan = serde_json::from_str(&line).map_err(|error| {
            let what = format!("not a match's journal: {error}");
            Error::new(what).at(format!("{}:1", path.display()))
        })?;
        Ok(Some(plan))
    }

    /// Goes on with the one in a folder, or begins one. What it says is held against the match by
    /// `MatchSeries::check_journal`.
    ///
    /// # Errors
    /// It is another match's, or cannot be read.
    pub fn resume(folder: &WorldPath, plan: &MatchPlan) -> Result<Self, Error> {
        let path = folder.join(NAME);
        if !folder.is_folder() {
            return Self::begin(folder, plan);
        }
        let locked = lock(folder)?;
        let Some(found) = Self::plan(folder)? else {
            // Not even its first line is whole.
            refuse_games(folder)?;
            let _ = path.remove();
            return Self::begin_locked(folder, locked, plan);
        };
        if let Some(what) = difference(&found, plan) {
            let error = Error::new(format!("the folder holds another match: {what}"));
            return Err(error
                .at(path.display())
                .help("give it the same arguments, or take another folder"));
        }
        let bytes = path.read().io_at(path.display(), "read")?;
        let mut read = Vec::new();
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate().skip(1);
        while let Some((n, line)) = lines.next() {
            match serde_json::from_slice::<GameResult>(line) {
                Ok(played) if line.ends_with(b"\n") => read.push((n + 1, played)),
                // The last line may have been cut off.
                Ok(_) => {}
                Err(_) if is_torn(line) || lines.clone().next().is_none() => {}
                Err(error) => {
                    let what = format!("not a game's line: {error}");
                    return Err(Error::new(what).at(format!("{}:{}", path.display(), n + 1)));
                }
            }
        }
        let file =
            LineLog::open(path.world().clone(), path.path()).io_at(path.display(), "write")?;
        Ok(Journal { read, _folder: Some(locked), ..Self::new(Some(file)) })
    }

    /// The games that were played, by their numbers.
    pub(crate) fn take_known(&mut self) -> BTreeMap<u64, GameResult> {
        std::mem::take(&mut self.known)
    }

    /// Writes a game down.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, played: &GameResult) -> Result<(), Error> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        file.write(&to_json(played)).io_at(file.path().display(), "write")
    }

    /// Forces all games that were written down to disk.
    ///
    /// # Errors
    /// They did not get there.
    pub fn sync(&mut self) -> Result<(), Error> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        file.sync().io_at(file.path().display(), "write")
    }
}

/// Takes the folder for a match.
fn lock(folder: &WorldPath) -> Result<FolderLock, Error> {
    FolderLock::take(folder, || {
        Error::new("another match is being played in this folder now")
            .help("wait until it has ended, or take another folder")
    })
}

/// Games of a folder that no journal tells of are not overwritten.
fn refuse_games(folder: &WorldPath) -> Result<(), Error> {
    let first = replay_path(folder, 0);
    if first.exists() {
        let error = Error::new("the folder has games, but no journal of a match");
        return Err(error.at(first.display()).help("take another folder"));
    }
    Ok(())
}

/// Returns whether bytes stand in a line that no program writes there: what a power failure leaves
/// of lines that were not forced to disk. Their games are played again.
fn is_torn(line: &[u8]) -> bool {
    let text = line.trim_ascii_end();
    std::str::from_utf8(text).is_err() || text.iter().any(u8::is_ascii_control)
}

/// Writes the first line and the games that stand, in their order.
pub(super) fn rewrite(file: &mut LineLog, known: &BTreeMap<u64, GameResult>) -> Result<(), Error> {
    let path = file.place();
    let failed = |error: &std::io::Error| Error::io(path.display(), "write", error);
    let old = path.read().map_err(|error| failed(&error))?;
    let mut text = old.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default().to_vec();
    for played in known.values() {
        text.extend(format!("{}\n", to_json(played)).into_bytes());
    }
    file.replace(&text).map_err(|error| failed(&error))
}

/// The first difference between the match of a journal and the one that was asked for, in words.
fn difference(found: &MatchPlan, wanted: &MatchPlan) -> Option<String> {
    let tell = |what: &str, found: &dyn std::fmt::Display, wanted: &dyn std::fmt::Display| {
        Some(format!("{what} {found}, not {wanted}"))
    };
    if found.form != wanted.form {
        return tell("form", &found.form, &wanted.form);
    }
    if (&found.game, found.rules) != (&wanted.game, wanted.rules) {
        let words = |plan: &MatchPlan| format!("{}, rules {}", plan.game, plan.rules);
        return tell("of", &words(found), &words(wanted));
    }
    if found.players != wanted.players {
        let words = |plan: &MatchPlan| plan.players.join(", ");
        return tell("players", &words(found), &words(wanted));
    }
    if found.seed != wanted.seed {
        return tell("seed", &found.seed, &wanted.seed);
    }
    if found.openings != wanted.openings {
        return tell("played", &found.openings, &wanted.openings);
    }
    if found.games != wanted.games {
        return tell("games", &found.games, &wanted.games);
    }
    if found.tournament != wanted.tournament {
        return Some("another kind of tournament".into());
    }
    if found.sprt != wanted.sprt {
        let words = |plan: &MatchPlan| plan.sprt.clone().unwrap_or_else(|| "none".into());
        return tell("sprt", &words(found), &words(wanted));
    }
    if found.limits != wanted.limits {
        return tell("limits", &found.limits, &wanted.limits);
    }
    if found.scenarios != wanted.scenarios {
        return Some("its openings differ from those asked for".into());
    }
    None
}
