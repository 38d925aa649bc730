//! What was played of a match, a line for each game, so that an interrupted one can go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entrant::replay_path;
use super::schedule::Tournament;
use super::series::Played;
use crate::engine::replay::to_json;
use crate::error::Error;

/// The journal's name in the folder of the replays.
pub const NAME: &str = "match.jsonl";

/// What a match is, as far as its games depend on it. The first line of its journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The number of this form.
    #[serde(rename = "match")]
    pub form: u32,
    /// The game.
    pub game: String,
    /// The number of its rules.
    pub rules: u32,
    /// The players as they were named.
    pub players: Vec<String>,
    /// What is played, in words.
    pub openings: String,
    /// The seal of the first opening's header.
    pub first: String,
    /// Seed of openings and dice.
    pub seed: i64,
    /// Games of every meeting.
    pub games: u64,
    /// Who meets whom.
    pub tournament: Tournament,
    /// The test that ends it, as it was given.
    pub sprt: Option<String>,
}

/// The number of the journal's form.
pub const FORM: u32 = 1;

/// A match's journal.
#[derive(Debug)]
pub struct Journal {
    file: Option<(PathBuf, File)>,
    known: BTreeMap<u64, Played>,
}

impl Journal {
    /// None: nothing is written down.
    #[must_use]
    pub fn none() -> Self {
        Journal {
            file: None,
            known: BTreeMap::new(),
        }
    }

    /// Begins one in a folder.
    ///
    /// # Errors
    /// There is one already, or the folder cannot be written.
    pub fn begin(folder: &Path, plan: &Plan) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let written = |error: &std::io::Error| Error::io(path.display(), "write", error);
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::io(folder.display(), "write", &error))?;
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let mut file = match file {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let error = Error::new("a match was played in this folder");
                return Err(error
                    .at(path.display())
                    .help("go on with --resume, or take another folder"));
            }
            file => file.map_err(|error| written(&error))?,
        };
        writeln!(file, "{}", to_json(plan)).map_err(|error| written(&error))?;
        Ok(Journal {
            file: Some((path, file)),
            known: BTreeMap::new(),
        })
    }

    /// The plan of the journal in a folder, where there is one.
    ///
    /// # Errors
    /// It cannot be read, or is none.
    pub fn plan(folder: &Path) -> Result<Option<Plan>, Error> {
        let path = folder.join(NAME);
        let file = match File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(|error| Error::io(path.display(), "read", &error))?,
        };
        let mut line = String::new();
        BufReader::new(file)
            .read_line(&mut line)
            .map_err(|error| Error::io(path.display(), "read", &error))?;
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

    /// Goes on with the one in a folder, or begins one. Games whose replays are gone count as not
    /// played.
    ///
    /// # Errors
    /// It is another match's, or cannot be read.
    pub fn resume(folder: &Path, plan: &Plan) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let Some(found) = Self::plan(folder)? else {
            let _ = std::fs::remove_file(&path);
            return Self::begin(folder, plan);
        };
        if let Some(what) = difference(&found, plan) {
            let error = Error::new(format!("this is another match: {what}"));
            return Err(error
                .at(path.display())
                .help("give it the same arguments, or take another folder"));
        }
        let read = |error: &std::io::Error| Error::io(path.display(), "read", error);
        let mut file = OpenOptions::new().read(true).write(true).open(&path);
        let file = file.as_mut().map_err(|error| read(error))?;
        let mut known = BTreeMap::new();
        let mut lines = BufReader::new(&*file);
        let (mut line, mut good, mut number) = (String::new(), 0, 0);
        loop {
            line.clear();
            let bytes = lines.read_line(&mut line).map_err(|error| read(&error))?;
            if bytes == 0 || !line.ends_with('\n') {
                // What was cut off is written again.
                break;
            }
            number += 1;
            if number > 1 {
                let played: Played = serde_json::from_str(&line).map_err(|error| {
                    let what = format!("not a game's line: {error}");
                    Error::new(what).at(format!("{}:{number}", path.display()))
                })?;
                if replay_path(folder, played.game).is_file() {
                    known.insert(played.game, played);
                }
            }
            good += bytes as u64;
        }
        drop(lines);
        let cut = file
            .set_len(good)
            .and_then(|()| file.seek(SeekFrom::Start(good)));
        cut.map_err(|error| Error::io(path.display(), "write", &error))?;
        let file = file.try_clone().map_err(|error| read(&error))?;
        Ok(Journal {
            file: Some((path, file)),
            known,
        })
    }

    /// The games that were played, by their numbers.
    #[must_use]
    pub fn take_known(&mut self) -> BTreeMap<u64, Played> {
        std::mem::take(&mut self.known)
    }

    /// Writes a game down.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, played: &Played) -> Result<(), Error> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let line = format!("{}\n", to_json(played));
        file.write_all(line.as_bytes())
            .map_err(|error| Error::io(path.display(), "write", &error))
    }
}

/// What differs between the match of a journal and the one that was asked for.
fn difference(found: &Plan, wanted: &Plan) -> Option<String> {
    let tell = |what: &str, found: &dyn std::fmt::Display, wanted: &dyn std::fmt::Display| {
        Some(format!("{what} {found}, not {wanted}"))
    };
    if found.form != wanted.form {
        return tell("form", &found.form, &wanted.form);
    }
    if (&found.game, found.rules) != (&wanted.game, wanted.rules) {
        let words = |plan: &Plan| format!("{}, rules {}", plan.game, plan.rules);
        return tell("of", &words(found), &words(wanted));
    }
    if found.players != wanted.players {
        let words = |plan: &Plan| plan.players.join(", ");
        return tell("players", &words(found), &words(wanted));
    }
    if found.seed != wanted.seed {
        return tell("seed", &found.seed, &wanted.seed);
    }
    if found.openings != wanted.openings {
        return tell("played", &found.openings, &wanted.openings);
    }
    if found.first != wanted.first {
        return Some("its openings differ from those of the files given".into());
    }
    if found.games != wanted.games {
        return tell("games", &found.games, &wanted.games);
    }
    if found.tournament != wanted.tournament {
        return Some("another kind of tournament".into());
    }
    if found.sprt != wanted.sprt {
        let words = |plan: &Plan| plan.sprt.clone().unwrap_or_else(|| "none".into());
        return tell("sprt", &words(found), &words(wanted));
    }
    None
}
