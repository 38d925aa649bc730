//! What a run of a program left behind, and how the run is called.

use std::path::PathBuf;

use chase_engine::seal::Seal;
use chase_outside::repeated::RunEnd;

/// The outputs of a run that must be the same in the next.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutputs {
    /// The way in which the run ended.
    pub end: RunEnd,
    /// The hash of its standard output.
    pub stdout: Seal,
    /// The hashes of the files it wrote; nothing for one that is not there.
    pub files: Vec<Option<Seal>>,
}

/// A run whose outputs are still there.
#[derive(Clone, Debug)]
pub struct KeptRun {
    /// Its number, from 1.
    pub number: u32,
    /// The varied settings in words; empty where nothing was varied.
    pub words: String,
    /// The outputs of the run.
    pub left: RunOutputs,
    /// The folder of its outputs: `stdout`, `stderr` and the files by their numbers.
    pub folder: PathBuf,
}

impl KeptRun {
    /// Its standard output.
    pub fn stdout(&self) -> PathBuf {
        self.folder.join("stdout")
    }

    /// The file that it wrote with this number.
    pub fn file(&self, n: usize) -> PathBuf {
        self.folder.join(format!("file-{n}"))
    }
}

/// A run by its number and by what was varied.
pub fn named(number: u32, words: &str) -> String {
    match words {
        "" => format!("run {number} (nothing varied)"),
        words => format!("run {number} ({words})"),
    }
}
