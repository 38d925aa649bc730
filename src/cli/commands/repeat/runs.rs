//! The runs of a program, and which of them had the same output.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::RepeatOptions;
use super::difference::{between, check_log, ended, same_log};
use super::kept_runs::keep;
use super::report_text::{self, RepeatReport};
use super::run_outputs::{KeptRun, RunOutputs, named};
use crate::print::printout::Format;
use crate::print::progress_bar::ProgressBar;
use crate::verb::Context;
use chase_engine::seal::Seal;
use chase_judge::repeat::{Copies, Examined, Finding, RunOutcome, RunSetting, Runs};
use chase_outside::repeated::{OUTPUT_BYTES_MAX, RepeatBounds, RunEnd, run};
use chase_world::error::{Error, IoAt};

/// The most different outputs that are kept on disk; of others only the hashes are.
const KEPT_MAX: usize = 8;
/// The delay of a run that is run later.
const LATER: Duration = Duration::from_millis(1_100);

/// A program that is run again and again.
pub struct Program<'a> {
    context: Context<'a>,
    options: &'a RepeatOptions,
    here: &'a Path,
    copies: Option<&'a Copies>,
    out: &'a mut dyn Write,
    folder: TempDir,
    runs: u32,
    /// The remains of runs, each with the number of its output: logs that say the same have one.
    known: Vec<(RunOutputs, usize)>,
    /// The number of outputs.
    outputs: usize,
    /// The first run of each output, as far as they are kept.
    kept: BTreeMap<usize, KeptRun>,
    /// At a terminal: how many runs there were, and what is varied.
    bar: ProgressBar,
    /// The standard error of the first run, and the first run that has another.
    stderr: Option<Seal>,
    other_stderr: Option<(u32, String)>,
}

impl<'a> Program<'a> {
    pub fn new(
        context: Context<'a>,
        options: &'a RepeatOptions,
        here: &'a Path,
        copies: Option<&'a Copies>,
        out: &'a mut dyn Write,
    ) -> Result<Self, Error> {
        let folder = tempfile::tempdir().io_at("a temporary folder", "make")?;
        Ok(Program {
            context,
            options,
            here,
            copies,
            out,
            folder,
            runs: 0,
            known: Vec::new(),
            outputs: 0,
            kept: BTreeMap::new(),
            bar: ProgressBar::new(context.world, None, "runs"),
            stderr: None,
            other_stderr: None,
        })
    }

    /// The program as it was typed.
    fn name(&self) -> String {
        self.options.program.join(" ")
    }

    /// Everything, once all runs are done; the pair that differs is kept where that is asked for.
    pub fn report(self, examined: Examined) -> Result<RepeatReport, Error> {
        self.bar.clear();
        let pair = examined.pair.map(|(one, other)| (self.kept.get(&one), self.kept.get(&other)));
        let difference = match pair {
            Some((Some(one), Some(other))) => {
                if let Some(folder) = &self.options.keep {
                    keep(folder, &[one, other], &self.options.files)?;
                }
                Some(between(self.context, one, other, self.options)?)
            }
            _ => None,
        };
        Ok(RepeatReport {
            program: self.options.program.clone(),
            same: examined.repeats(),
            verdict: report_text::verdict(&examined, self.runs),
            causes: examined.causes().collect(),
            end: self.common_end(),
            standard_error: self.standard_error(),
            examined,
            runs: self.runs,
            difference,
        })
    }

    /// The end of all runs in a line, where it is the same and not status 0.
    fn common_end(&self) -> String {
        let mut ends = self.known.iter().map(|(run, _)| run.end);
        let first = ends.next().filter(|end| *end != RunEnd::Status(0));
        match first {
            Some(first) if ends.all(|end| end == first) => {
                format!("every run ended with {}", ended(first))
            }
            _ => String::new(),
        }
    }

    fn standard_error(&self) -> String {
        match &self.other_stderr {
            None => String::new(),
            Some((number, words)) => format!("it differs first in {}", named(*number, words)),
        }
    }

    fn failed(&self, doing: &str, error: &io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::Interrupted => Error::new("interrupted"),
            _ => Error::io(self.name(), doing, error),
        }
    }

    /// Takes in what a finished run left in its folder.
    fn left(&self, end: RunEnd, working: &Path, folder: &Path) -> io::Result<RunOutputs> {
        let hash = |path: &Path| Seal::of_bytes(&mut File::open(path)?);
        let mut files = Vec::new();
        for (n, file) in self.options.files.iter().enumerate() {
            let to = folder.join(format!("file-{n}"));
            let there = match fs::metadata(working.join(file)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    files.push(None);
                    continue;
                }
                metadata => metadata?,
            };
            if !there.is_file() {
                return Err(io::Error::other(format!("{} is not a file", file.display())));
            }
            if there.len() > OUTPUT_BYTES_MAX {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            fs::copy(working.join(file), &to)?;
            files.push(Some(hash(&to)?));
        }
        Ok(RunOutputs { end, stdout: hash(&folder.join("stdout"))?, files })
    }

    /// The number of a run's output: a known one, or the next.
    fn output(&mut self, run: KeptRun) -> Result<usize, Error> {
        self.note_stderr(&run)?;
        let known = self.known.iter().find(|(left, _)| *left == run.left);
        if let Some((_, output)) = known {
            let output = *output;
            self.forget(&run)?;
            return Ok(output);
        }
        if self.known.is_empty() {
            check_log(self.context, &run, self.options)?;
        }
        // What is written otherwise may say the same.
        let alike =
            self.kept.iter().find(|(_, kept)| same_log(self.context, kept, &run, self.options));
        let alike = alike.map(|(output, _)| *output);
        let output = alike.unwrap_or(self.outputs);
        self.known.push((run.left.clone(), output));
        self.outputs += usize::from(alike.is_none());
        if alike.is_some() || self.kept.len() >= KEPT_MAX {
            self.forget(&run)?;
        } else {
            self.kept.insert(output, run);
        }
        Ok(output)
    }

    /// Checks that every file which is compared was there after some run.
    fn check_files(&self) -> Result<(), Error> {
        for (n, file) in self.options.files.iter().enumerate() {
            if self.known.iter().all(|(left, _)| left.files[n].is_none()) {
                let what = format!("none of the {} runs left this file", self.runs);
                let help = "--file names a file that the program writes, from the working folder";
                return Err(Error::new(what).at(file.display()).help(help));
            }
        }
        Ok(())
    }

    fn note_stderr(&mut self, run: &KeptRun) -> Result<(), Error> {
        let path = run.folder.join("stderr");
        let seal = File::open(&path)
            .and_then(|mut file| Seal::of_bytes(&mut file))
            .io_at(path.display(), "read")?;
        if *self.stderr.get_or_insert(seal) != seal && self.other_stderr.is_none() {
            self.other_stderr = Some((run.number, run.words.clone()));
        }
        Ok(())
    }

    /// Removes what a run left behind.
    fn forget(&self, run: &KeptRun) -> Result<(), Error> {
        fs::remove_dir_all(&run.folder).io_at(run.folder.display(), "remove")
    }

    /// Runs it with a setting, in a folder for what it leaves behind; or says why the run has no output
    /// that can be compared.
    fn run_in(
        &self,
        setting: &RunSetting,
        folder: &Path,
    ) -> Result<Result<RunOutputs, String>, Error> {
        let mut conditions = setting.conditions.clone();
        if let (Some(order), Some(copies)) = (setting.copy, self.copies) {
            match copies.make(order) {
                Ok(copy) => conditions.folder = Some(copy),
                Err(error) => return Ok(Err(format!("it cannot be copied: {error}"))),
            }
        }
        let working = conditions.folder.clone();
        let working = working.as_deref().unwrap_or(self.here);
        fs::create_dir(folder).io_at(folder.display(), "make")?;
        let bounds = RepeatBounds {
            input: self.options.input.as_deref(),
            stdout: &folder.join("stdout"),
            stderr: &folder.join("stderr"),
            time: self.options.timeout,
        };
        let end = match run(&self.options.program, &conditions, bounds) {
            Ok(end) => end,
            Err(error) if error.kind() != io::ErrorKind::Interrupted && *setting != plain() => {
                return Ok(Err(format!("it cannot be started this way: {error}")));
            }
            Err(error) => return Err(self.failed("start", &error)),
        };
        Ok(match end {
            RunEnd::Late => {
                let time = humantime::format_duration(self.options.timeout);
                Err(format!("a run did not end within {time}"))
            }
            RunEnd::TooMuch => {
                Err(format!("a run printed more than {} MiB", OUTPUT_BYTES_MAX >> 20))
            }
            end => {
                let left = self.left(end, working, folder);
                Ok(left.map_err(|error| self.failed("collect the outputs", &error))?)
            }
        })
    }
}

fn plain() -> RunSetting {
    RunSetting::default()
}

impl Runs for Program<'_> {
    fn run(&mut self, setting: &RunSetting) -> Result<RunOutcome, Error> {
        if setting.later {
            thread::sleep(LATER);
        }
        self.runs += 1;
        let number = self.runs;
        self.bar.set(|it| (it.position, it.message) = (number.into(), setting.words.clone()));
        let folder = self.folder.path().join(format!("run-{number}"));
        Ok(match self.run_in(setting, &folder)? {
            Ok(left) => RunOutcome::Output(self.output(KeptRun {
                number,
                words: setting.words.clone(),
                left,
                folder,
            })?),
            Err(why) if *setting == plain() => {
                let help = "give it more time with --timeout, and write what need not be compared elsewhere";
                return Err(Error::new(why).at(self.name()).help(help));
            }
            Err(why) => RunOutcome::None(why),
        })
    }

    fn found(&mut self, finding: &Finding) -> Result<(), Error> {
        self.check_files()?;
        if self.options.format != Format::Text {
            return Ok(());
        }
        self.bar.clear();
        let told = self.out.write_all(report_text::finding(finding).as_bytes());
        match told.and_then(|()| self.out.flush()) {
            // Whoever reads no more is no trouble; the end tells.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::io("standard output", "write", &error))
            }
            _ => Ok(()),
        }
    }
}
