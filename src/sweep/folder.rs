//! A sweep's folder: `spec.json`, `shards.log` and the tables.
//!
//! `shards.log` has a line for each piece that was played: eight hexadecimal digits of CRC32C over
//! the spec's hash and the JSON behind it, a blank, the JSON. Its first line names the spec in the
//! same form. A line that was cut short at the end is left away; its games are played again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::condition::Condition;
use super::pieces::{Coverage, SweepPiece};
use super::spec::{FORM, Spec};
use chase_record::replay::to_json;
use chase_replay::store::{FolderLock, LineLog, Overwrite, Target, newer};
use chase_world::error::{Error, IoAt, without_place};
use chase_world::world::WorldPath;

/// The file that says what is played.
const SPEC: &str = "spec.json";
/// The file of pieces.
const LOG: &str = "shards.log";

/// The file that says which games are kept as rows: a condition to a line, all of which must hold.
const KEPT: &str = "kept.txt";

/// The first line of the log.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beginning {
    sweep: u32,
    spec: String,
}

/// A sweep's folder.
#[derive(Debug)]
pub struct Folder {
    path: WorldPath,
    /// One for all parts of a sweep: the maps in it may be large.
    spec: Arc<Spec>,
    hash: String,
    /// The games that were played, with their totals.
    pub coverage: Coverage,
    log: Option<LineLog>,
    /// The folder, open and locked as long as the sweep is played.
    _lock: Option<FolderLock>,
}

/// Returns whether a sweep was begun in a folder.
pub fn is_folder(path: &WorldPath) -> bool {
    path.join(SPEC).exists()
}

impl Folder {
    /// Begins a sweep in a folder.
    ///
    /// # Errors
    /// There is one already, or the folder cannot be written.
    pub fn begin(path: &WorldPath, spec: Spec) -> Result<Self, Error> {
        let unwritten = |error| Error::io(path.display(), "write", &error);
        path.create_folders().map_err(unwritten)?;
        let lock = lock(path)?;
        if is_folder(path) {
            return Err(Error::new("there is a sweep in this folder")
                .at(path.display())
                .help("continue it with --resume, or choose another folder"));
        }
        let hash = spec.hash();
        let log = path.join(LOG);
        let first = line(&hash, &beginning(&hash));
        // The spec comes last: without one there is no sweep yet.
        let create = || LineLog::create(log.world().clone(), log.path(), &first);
        let log = match create() {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                log.remove().map_err(unwritten)?;
                create()
            }
            made => made,
        };
        let log = log.map_err(unwritten)?;
        let folder = Folder {
            coverage: Coverage::new(&spec),
            path: path.clone(),
            log: Some(log),
            _lock: Some(lock),
            hash,
            spec: Arc::new(spec),
        };
        folder.write(SPEC, format!("{}\n", to_json(&*folder.spec)).as_bytes())?;
        Ok(folder)
    }

    /// Reads a sweep's folder.
    ///
    /// # Errors
    /// There is none, or it is damaged: where.
    pub fn read(path: &WorldPath) -> Result<Self, Error> {
        let spec = read_spec(&path.join(SPEC))?;
        let hash = spec.hash();
        let log = path.join(LOG);
        let text = log.read_to_string().io_at(log.display(), "read")?;
        let mut coverage = Coverage::new(&spec);
        if text.is_empty() {
            let error = Error::new("an empty file: no game of a sweep is in it");
            return Err(error.at(log.display()).help("begin the sweep again in a new folder"));
        }
        let mut lines = text.split_inclusive('\n').zip(1..);
        let wrong = |n: u64, what: &str| Error::new(what).at(format!("{}:{n}", log.display()));
        let first = lines.next().and_then(|(it, _)| content(&hash, it));
        let first = first.and_then(|it| serde_json::from_str::<Beginning>(it).ok());
        match first {
            Some(first) if first.spec == hash && first.sweep == FORM => {}
            _ => {
                let error = wrong(1, "this log and the spec beside it are from different sweeps");
                return Err(error.help("spec.json and shards.log belong together"));
            }
        }
        for (written, n) in lines {
            let piece = content(&hash, written).and_then(|it| SweepPiece::from_json(it, &spec));
            match piece {
                Some(piece) => drop(
                    coverage
                        .add(piece)
                        .map_err(|error| error.at(format!("{}:{n}", log.display())))?,
                ),
                // A line that is still being written, or was when somebody was killed.
                None if !written.ends_with('\n') && !written.contains('\0') => {}
                None => {
                    let error = wrong(n, "a damaged line: its checksum does not fit");
                    return Err(error.help("take the line out; --resume plays its games again"));
                }
            }
        }
        Ok(Folder {
            path: path.clone(),
            spec: Arc::new(spec),
            hash,
            coverage,
            log: None,
            _lock: None,
        })
    }

    /// Reads the folder of another part of this sweep.
    ///
    /// # Errors
    /// As [`Folder::read`], or it is another sweep's.
    pub fn read_part(&self, path: &WorldPath) -> Result<Self, Error> {
        let mut part = Folder::read(path)?;
        if part.hash != self.hash {
            let what = format!("this is a part of another sweep, not of {}", self.path.display());
            let error = Error::new(what).at(path.display());
            return Err(error.help("each part is played from the same spec"));
        }
        part.spec = Arc::clone(&self.spec);
        Ok(part)
    }

    /// Reads it to go on.
    ///
    /// # Errors
    /// As [`Folder::read`], or somebody plays in it now.
    pub fn resume(path: &WorldPath) -> Result<Self, Error> {
        let lock = lock(path)?;
        let mut folder = Folder::read(path)?;
        let log = LineLog::open(path.world().clone(), path.join(LOG).path());
        folder.log = Some(log.io_at(path.display(), "write")?);
        folder._lock = Some(lock);
        // Whatever stands behind the last whole line is gone after this.
        folder.rewrite()?;
        Ok(folder)
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &WorldPath {
        &self.path
    }

    /// Returns the specification of the sweep.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The hash of the specification, by which sweeps are told apart.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// A file of the folder.
    #[must_use]
    pub fn file(&self, name: &str) -> WorldPath {
        self.path.join(name)
    }

    /// Adds a piece that was played.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, piece: SweepPiece) -> Result<(), Error> {
        let written = line(&self.hash, &piece.to_json());
        if self.coverage.add(piece)?
            && let Some(log) = &mut self.log
        {
            log.write(&written).io_at(self.path.join(LOG).display(), "write")?;
        }
        Ok(())
    }

    /// Writes the log anew, neighbours put together, and forces it to disk.
    ///
    /// # Errors
    /// It cannot be written; the old one stands then.
    pub fn rewrite(&mut self) -> Result<(), Error> {
        let mut text = format!("{}\n", line(&self.hash, &beginning(&self.hash)));
        for piece in self.coverage.compact(&self.spec) {
            text.push_str(&line(&self.hash, &piece.to_json()));
            text.push('\n');
        }
        match &mut self.log {
            Some(log) => log.replace(text.as_bytes()).io_at(self.path.join(LOG).display(), "write"),
            None => Ok(()),
        }
    }

    /// Forces what was added to disk.
    ///
    /// # Errors
    /// It did not get there.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.log
            .as_mut()
            .map_or(Ok(()), |log| log.sync().io_at(self.path.join(LOG).display(), "write"))
    }

    /// The conditions that a game must all meet to be kept as a row. Nothing where no games are
    /// kept.
    ///
    /// # Errors
    /// The file that says so cannot be read.
    pub fn kept(&self) -> Result<Option<Vec<Condition>>, Error> {
        let path = self.file(KEPT);
        let text = match path.read_to_string() {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io(path.display(), "read", &error)),
        };
        let conditions = text.lines().zip(1..).map(|(line, n)| {
            let place = format!("{}:{n}", path.display());
            line.parse::<Condition>().map_err(|error| error.at(place))
        });
        conditions.collect::<Result<_, _>>().map(Some)
    }

    /// Notes which games are kept as rows.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&self, conditions: &[Condition]) -> Result<(), Error> {
        let lines = conditions.iter().map(|it| format!("{it}\n"));
        self.write(KEPT, lines.collect::<String>().as_bytes())
    }

    /// Writes a file of the folder, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        use std::io::Write as _;
        let path = self.file(name);
        let target = Target::open(&path, Overwrite::Force)?;
        let mut file = target.file().io_at(path.display(), "write")?;
        file.write_all(bytes).io_at(path.display(), "write")?;
        target.finish(|_, _| false)?;
        Ok(())
    }
}

fn beginning(hash: &str) -> String {
    to_json(&Beginning { sweep: FORM, spec: hash.to_owned() })
}

/// A line of the log, without its end.
fn line(hash: &str, json: &str) -> String {
    format!("{:08x} {json}", checksum(hash, json))
}

/// The JSON of a line, if its checksum fits.
fn content<'a>(hash: &str, line: &'a str) -> Option<&'a str> {
    let (sum, json) = line.strip_suffix('\n')?.split_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == checksum(hash, json)).then_some(json)
}

fn checksum(hash: &str, json: &str) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(hash.as_bytes()), json.as_bytes())
}

fn read_spec(path: &WorldPath) -> Result<Spec, Error> {
    let text = path.read_to_string().map_err(|error| {
        let error = Error::io(path.display(), "read", &error);
        error.help("name the folder of a sweep, as `chase sweep GAME -o FOLDER` makes it")
    })?;
    #[derive(Deserialize)]
    struct SweepForm {
        sweep: u32,
    }
    let wrong = |error: serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        let place = format!("{}:{line}:{column}", path.display());
        Error::new(without_place(&error)).at(place)
    };
    let form: SweepForm = serde_json::from_str(&text).map_err(wrong)?;
    if form.sweep > FORM {
        return Err(newer("sweep", form.sweep, FORM).at(path.display()));
    }
    let spec: Spec = serde_json::from_str(&text).map_err(wrong)?;
    spec.check().map_err(|error| error.at(path.display()))?;
    Ok(spec)
}

/// Takes the folder for a sweep.
fn lock(path: &WorldPath) -> Result<FolderLock, Error> {
    FolderLock::take(path, || {
        Error::new("another sweep is being played in this folder now")
            .help("wait until it has ended, or take another folder")
    })
}
