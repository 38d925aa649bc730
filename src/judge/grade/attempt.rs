//! One case: files written, the program run, what it printed judged.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::Options;
use crate::engine::exam::{Case, Exam, Sheet};
use crate::engine::referee::Finding;
use crate::outside::process::{End, Limits, Run, UNSTARTED, run};
use crate::outside::program::Program;

/// A program's command line for a case. Without placeholders everything comes at the end.
pub(super) fn command(program: &Program, sheet: &Sheet) -> Vec<String> {
    let files = sheet.files.iter().map(|file| (file.placeholder, file.name));
    let values = sheet
        .values
        .iter()
        .map(|(word, value)| (*word, value.as_str()));
    let known: Vec<_> = files.chain(values).collect();
    let mut used = false;
    let mut argv: Vec<String> = program
        .argv()
        .iter()
        .map(|word| {
            let mut word = word.clone();
            for (placeholder, value) in &known {
                used |= word.contains(placeholder);
                word = word.replace(placeholder, value);
            }
            word
        })
        .collect();
    if !used {
        argv.extend(known.iter().map(|(_, value)| (*value).to_owned()));
    }
    argv
}

/// What a run of a case came to.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What is wrong; nothing when all is right.
    pub finding: Option<Box<Finding>>,
    /// Where what it printed is laid out otherwise than the reference's; nothing where all of it
    /// is as it should be.
    pub layout: Option<Box<Finding>>,
    /// What it printed.
    pub printed: Vec<u8>,
    /// How long it took.
    pub took: Duration,
    /// The length of a right transcript.
    pub expected_bytes: usize,
}

/// Runs cases of one exam with one program.
pub(super) struct Attempts<'a> {
    pub exam: &'a dyn Exam,
    program: &'a Program,
    options: Options,
    /// The shortest run that ended by itself so far.
    fastest_ms: AtomicU64,
}

/// A transcript this many times as long as it should be, and a bit, is endless.
const OUTPUT_FACTOR: usize = 4;
const OUTPUT_EXTRA: usize = 1 << 20;
/// Rules that are broken by what is no transcript, or not all of one.
const UNUSABLE: [&str; 3] = ["no-output", "garbage", "unfinished"];
/// valgrind makes a program slower by so much.
const VALGRIND_FACTOR: u32 = 15;

impl<'a> Attempts<'a> {
    pub fn new(exam: &'a dyn Exam, program: &'a Program, options: Options) -> Self {
        Attempts {
            exam,
            program,
            options,
            fastest_ms: AtomicU64::new(u64::MAX),
        }
    }

    /// Time in which this program ends a small case, if it ends it at all.
    pub fn time_small(&self) -> Duration {
        const LEAST: Duration = Duration::from_millis(500);
        const FACTOR: u64 = 4;
        let usual = match self.fastest_ms.load(Ordering::Relaxed) {
            u64::MAX => LEAST,
            fastest => Duration::from_millis(fastest.saturating_mul(FACTOR)),
        };
        usual.clamp(LEAST, self.options.time.max(LEAST))
    }

    /// Runs a case and judges what is printed.
    pub fn run(&self, case: &Case) -> io::Result<Attempt> {
        self.run_for(case, self.options.time)
    }

    /// The same with another limit on its time.
    pub fn run_for(&self, case: &Case, time: Duration) -> io::Result<Attempt> {
        let sheet = self.exam.sheet(case);
        let folder = prepared(&sheet)?;
        let argv = command(self.program, &sheet);
        let limits = Limits {
            time: time.min(self.options.time),
            output_bytes_max: OUTPUT_FACTOR * sheet.expected.len() + OUTPUT_EXTRA,
            memory_bytes_max: self.options.memory_bytes_max,
            file_bytes_max: None,
        };
        let ran = run(&argv, folder.path(), case.input.as_bytes(), limits)?;
        if let Some(why) = not_started(&ran) {
            return Err(io::Error::other(why));
        }
        if !matches!(ran.end, End::TimeUp | End::TooMuchOutput) {
            let took = u64::try_from(ran.took.as_millis()).unwrap_or(u64::MAX);
            self.fastest_ms.fetch_min(took, Ordering::Relaxed);
        }
        let layout = self.exam.layout(case, &ran.stdout).err();
        let counts = || layout.clone().filter(|_| self.options.exact);
        Ok(Attempt {
            finding: self.finding(case, &ran, limits).or_else(counts),
            layout,
            took: ran.took,
            printed: ran.stdout,
            expected_bytes: sheet.expected.len(),
        })
    }

    fn finding(&self, case: &Case, ran: &Run, limits: Limits) -> Option<Box<Finding>> {
        let judged = self.exam.judge(case, &ran.stdout);
        // Where it stopped making sense is where it crashed.
        let cycle = judged.as_ref().err().map_or(0, |finding| finding.cycle);
        let told = String::from_utf8_lossy(&ran.stderr);
        let told = told
            .trim()
            .lines()
            .last()
            .map_or(String::new(), |line| format!("; its last words: {line}"));
        let (rule, what) = match &ran.end {
            End::TimeUp => {
                let seconds = limits.time.as_secs_f32();
                ("hang", format!("still running after {seconds} s, stopped"))
            }
            End::TooMuchOutput => {
                let bytes = limits.output_bytes_max;
                (
                    "endless-output",
                    format!("stopped after it had printed {bytes} bytes"),
                )
            }
            End::Signal(signal) => ("crash", format!("ended by {}{told}", signal_name(*signal))),
            End::Exit(_) if ran.left_processes => {
                let what = "processes it started were still running when it had ended";
                ("left-processes", what.to_owned())
            }
            // What it printed is what counts; a status only explains why it is wrong.
            End::Exit(code) => {
                let finding = judged.err()?;
                if *code == 0 || !UNUSABLE.contains(&finding.rule) {
                    return Some(finding);
                }
                ("exit-status", format!("it ended with status {code}{told}"))
            }
        };
        Some(Finding::general(cycle, rule, what))
    }

    /// What valgrind has to say about a case.
    pub fn memory_errors(&self, case: &Case) -> io::Result<Option<String>> {
        const LOG: &str = "valgrind.log";
        let sheet = self.exam.sheet(case);
        let folder = prepared(&sheet)?;
        let valgrind = ["valgrind", "-q", "--leak-check=full"];
        let mut argv: Vec<String> = valgrind.map(str::to_owned).to_vec();
        argv.push(format!("--log-file={LOG}"));
        argv.extend(command(self.program, &sheet));
        let limits = Limits {
            time: self.options.time * VALGRIND_FACTOR,
            output_bytes_max: OUTPUT_FACTOR * sheet.expected.len() + OUTPUT_EXTRA,
            memory_bytes_max: None,
            file_bytes_max: None,
        };
        run(&argv, folder.path(), case.input.as_bytes(), limits)?;
        let log = std::fs::read(folder.path().join(LOG)).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        Ok((!log.trim().is_empty()).then(|| log.trim().to_owned()))
    }
}

/// What is said instead of the program when it could not be started at all.
fn not_started(ran: &Run) -> Option<String> {
    let told = String::from_utf8_lossy(&ran.stderr);
    let refused = ran.stdout.is_empty() && told.starts_with(UNSTARTED);
    refused.then(|| told.trim().to_owned())
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        _ => "",
    };
    match name {
        "" => format!("signal {signal}"),
        name => format!("signal {signal} ({name})"),
    }
}

/// A folder with a case's files.
fn prepared(sheet: &Sheet) -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    write_files(sheet, folder.path())?;
    Ok(folder)
}

/// Writes a case's files.
pub(super) fn write_files(sheet: &Sheet, folder: &Path) -> io::Result<()> {
    for file in &sheet.files {
        let path: PathBuf = folder.join(file.name);
        std::fs::write(path, &file.content)?;
    }
    Ok(())
}
