//! The folder of a report: for each submission a folder that is there whole or not at all, so that a
//! grading can go on after it was interrupted at any moment.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::results::Submission;
use chase_replay::store::{Lock, try_lock};
use chase_world::error::{Error, IoAt};

/// The settings that a grading depends on besides the submissions: names and values.
pub type Settings = BTreeMap<String, String>;

/// In the report, what it was made with.
const SETTINGS: &str = "course.json";
/// In it, what is locked while it is written.
const LOCK: &str = ".lock";
/// In it, the folders of the submissions.
pub const SUBMISSIONS: &str = "submissions";
/// In one of these, the result; it is written last.
const RESULT: &str = "result.json";
/// The beginning of the name of such a folder until it is whole.
const UNFINISHED: &str = ".unfinished-";

/// A report that is being written; nobody else writes it meanwhile.
pub struct CourseReport {
    folder: PathBuf,
    _lock: File,
}

impl CourseReport {
    /// Begins a report in a folder, or goes on with it when that is wanted.
    ///
    /// # Errors
    /// It holds something else, was begun with other settings, or cannot be written.
    pub fn begin(folder: &Path, settings: &Settings, resume: bool) -> Result<Self, Error> {
        let unwritten = |error| Error::io(folder.display(), "write", &error);
        let is_ours = folder.join(SETTINGS).is_file();
        if is_ours && !resume {
            return Err(Error::new("the folder already holds a report")
                .at(folder.display())
                .help("continue it with --resume, or name another folder"));
        }
        if !is_ours && holds_something(folder) {
            return Err(Error::new("the folder holds something other than a report")
                .at(folder.display())
                .help("name a folder that is empty, or new"));
        }
        fs::create_dir_all(folder.join(SUBMISSIONS)).map_err(unwritten)?;
        let lock = File::create(folder.join(LOCK)).map_err(unwritten)?;
        if try_lock(&lock).map_err(unwritten)? == Lock::Held {
            return Err(Error::new("another program is writing this report").at(folder.display()));
        }
        let report = CourseReport { folder: folder.to_owned(), _lock: lock };
        if is_ours {
            report.check(settings)?;
        } else {
            let text = serde_json::to_string_pretty(settings).unwrap_or_default();
            report.write(SETTINGS, &text).map_err(unwritten)?;
        }
        report.sweep().map_err(unwritten)?;
        Ok(report)
    }

    /// Holds the settings against those that the report was begun with.
    fn check(&self, settings: &Settings) -> Result<(), Error> {
        let path = self.folder.join(SETTINGS);
        let text = fs::read_to_string(&path).io_at(path.display(), "read")?;
        let begun: Settings = serde_json::from_str(&text)
            .map_err(|error| Error::new(error.to_string()).at(path.display()))?;
        let mut names = settings.keys().chain(begun.keys());
        let Some(name) = names.find(|name| settings.get(*name) != begun.get(*name)) else {
            return Ok(());
        };
        let value = |of: &Settings| of.get(name).cloned().unwrap_or_default();
        Err(Error::new(format!(
            "the report was begun with another {name}: `{}`, not `{}`",
            value(&begun),
            value(settings)
        ))
        .at(self.folder.display())
        .help("use the same, or name another folder"))
    }

    /// Removes what an interrupted grading left unfinished.
    fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(self.folder.join(SUBMISSIONS))? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Writes a file of the report, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let unfinished = self.folder.join(format!("{UNFINISHED}{name}"));
        write_synced(&unfinished, text.as_bytes())?;
        fs::rename(unfinished, self.folder.join(name))
    }

    /// Returns whether a file of the report is there.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        self.folder.join(path).is_file()
    }

    /// The result of a submission that is graded already; one that could not be read, is provisional
    /// or belongs to other files counts as none.
    pub(super) fn stored(&self, name: &Path, fingerprint: &str) -> Option<Submission> {
        let path = self.folder.join(SUBMISSIONS).join(name).join(RESULT);
        let stored: Submission = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let is_last = stored.marks.provisional.is_none();
        (is_last && stored.fingerprint == fingerprint).then_some(stored)
    }

    /// Stores a submission with what `fill` writes into its folder.
    pub(super) fn store(
        &self,
        name: &Path,
        submission: &Submission,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        let all = self.folder.join(SUBMISSIONS);
        // Any name of a submission with something before it can be too long.
        let hash = blake3::hash(name.as_os_str().as_encoded_bytes()).to_hex();
        let unfinished = all.join(format!("{UNFINISHED}{hash}"));
        fs::create_dir(&unfinished)?;
        fill(&unfinished)?;
        let text = serde_json::to_string(submission).map_err(io::Error::from)?;
        write_synced(&unfinished.join(RESULT), text.as_bytes())?;
        let finished = all.join(name);
        if finished.exists() {
            fs::remove_dir_all(&finished)?;
        }
        fs::rename(unfinished, finished)
    }
}

/// Returns whether a folder holds what an interrupted beginning of a report does not.
fn holds_something(folder: &Path) -> bool {
    let mut others = fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name != LOCK && name != SUBMISSIONS && !name.starts_with(UNFINISHED)
    });
    others.next().is_some()
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
