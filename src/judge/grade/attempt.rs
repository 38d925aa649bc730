//! One case: files written, the program run, what it printed judged. What comes out depends on the
//! program, the case and the limits, and not on how busy the machine is. What came out elsewhere is judged in
//! the same way.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::GradingSettings;
use super::words::{
    is_about_memory, last_printed, last_words, lasting, settled_words, signal_name,
};
use chase_kit::grading::{GradingCase, GradingSuite, TestInput};
use chase_kit::referee::TraceFinding;
use chase_outside::folder::{OwnFolder, own_folder};
use chase_outside::limited::{UNSTARTED, UNSTARTED_NOW};
use chase_outside::limits::{
    ExceededLimit, FOLDER_BYTES_MAX, FOLDER_DEPTH_MAX, FOLDER_FILES_MAX, MemoryLimit,
    PROCESSES_MAX, ProgramEnd, RESIDENT_BYTES_MAX, RunLimits, TimeLimit,
};
use chase_outside::process::{ProgramRun, is_stopped, run};
use chase_outside::program::ProgramCommand;
use chase_outside::withheld_file::refusal;

/// A program's command line for a case. Without placeholders everything comes at the end.
pub(super) fn command(program: &ProgramCommand, input: &TestInput) -> Vec<String> {
    let files = input.files.iter().map(|file| (file.placeholder, file.name));
    let values = input.values.iter().map(|(word, value)| (*word, value.as_str()));
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

/// The result of one run of a case.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The fault of the run; nothing when all is right.
    pub finding: Option<Box<TraceFinding>>,
    /// The first place at which its layout differs from the reference's; nothing where all of it is
    /// as it should be.
    pub layout: Option<Box<TraceFinding>>,
    /// The bytes that the program printed.
    pub printed: Vec<u8>,
    /// The length of a right transcript.
    pub expected_bytes: usize,
    /// The duration of the run.
    pub took: Duration,
}

impl Attempt {
    /// The rule that is broken.
    pub fn rule(&self) -> Option<&'static str> {
        self.finding.as_ref().map(|finding| finding.rule)
    }

    /// Returns whether it was stopped for its time, or for the memory it filled meanwhile.
    pub fn is_costly(&self) -> bool {
        self.rule().is_some_and(|rule| rule == HANG || rule == MEMORY)
    }
}

/// The reason why a case was not run.
#[derive(Debug)]
pub enum Unrun {
    /// The program cannot be started, whatever the case is.
    Refused(String),
    /// The system had no room for it: no process, no folder, no file.
    NoRoom(String),
    /// Everything was told to stop.
    Interrupted,
}

impl From<Unrun> for io::Error {
    fn from(why: Unrun) -> Self {
        match why {
            Unrun::Refused(why) => io::Error::other(why),
            Unrun::NoRoom(why) => io::Error::new(io::ErrorKind::StorageFull, why),
            Unrun::Interrupted => io::Error::from(io::ErrorKind::Interrupted),
        }
    }
}

impl From<io::Error> for Unrun {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::Interrupted && is_stopped() {
            return Unrun::Interrupted;
        }
        let why = error.to_string();
        if why.starts_with(UNSTARTED) {
            return Unrun::Refused(why);
        }
        Unrun::NoRoom(why)
    }
}

/// Runs cases of one suite with one program.
pub(super) struct Attempts<'a> {
    pub suite: &'a dyn GradingSuite,
    pub program: &'a ProgramCommand,
    pub options: &'a GradingSettings,
    /// What came out of the cases elsewhere, in their order; then the program is not run here.
    pub recorded: Option<Vec<Option<ProgramRun>>>,
}

/// The rule that is broken by a program that does not come to an end.
pub(super) const HANG: &str = "hang";
/// The rule that is broken by a program that fills the memory.
const MEMORY: &str = "memory";
/// The rule that is broken by a program that a signal ends.
pub(super) const CRASH: &str = "crash";
/// The rule that is broken by one that ends with another status than 0, and without a transcript.
const EXIT_STATUS: &str = "exit-status";
/// A transcript this many times as long as it should be, and a bit, is endless.
const OUTPUT_FACTOR: usize = 4;
const OUTPUT_EXTRA: usize = 1 << 20;
/// Rules that are broken by what is no transcript, or not all of one.
const UNUSABLE: [&str; 3] = ["no-output", "garbage", "unfinished"];
/// valgrind makes a program slower by so much.
const VALGRIND_FACTOR: u32 = 15;
/// Lines that are kept of a program that was stopped while it printed.
const LINES_SETTLED_MAX: usize = 64;

/// Bytes that a program may print for an input.
pub(super) fn output_bytes_max(input: &TestInput) -> usize {
    OUTPUT_FACTOR * input.expected.len() + OUTPUT_EXTRA
}

impl Attempts<'_> {
    /// The attempt at a case, by its place among all: run here, or as it came out elsewhere.
    pub fn first(&self, place: usize, case: &GradingCase) -> Result<Attempt, Unrun> {
        let Some(recorded) = &self.recorded else {
            return self.run(case, false);
        };
        let Some(ran) = recorded.get(place).cloned().flatten() else {
            return Err(Unrun::NoRoom("a case was not run to its end".to_owned()));
        };
        let told = settled_words(&String::from_utf8_lossy(&ran.stderr));
        Ok(self.judged(case, &self.suite.input(case), ran, &told))
    }

    /// Runs a case and judges what is printed; perturbed, in surroundings on which a right program
    /// does not depend. Where the system has no room for it, it is tried again a little later.
    pub fn run(&self, case: &GradingCase, is_perturbed: bool) -> Result<Attempt, Unrun> {
        const TRIES: u32 = 3;
        const PAUSE: Duration = Duration::from_millis(100);
        for _ in 1..TRIES {
            match self.run_once(case, is_perturbed) {
                Err(Unrun::NoRoom(_)) => std::thread::sleep(PAUSE),
                done => return done,
            }
        }
        self.run_once(case, is_perturbed)
    }

    fn run_once(&self, case: &GradingCase, is_perturbed: bool) -> Result<Attempt, Unrun> {
        let input = self.suite.input(case);
        let folder = prepared(&input)?;
        let argv = command(self.program, &input);
        let limits = RunLimits { is_perturbed, ..self.limits(&input) };
        let mut ran = run(&argv, folder.path(), case.input.as_bytes(), limits)?;
        if let Some(why) = not_started(&ran) {
            let refused = refusal(&argv, folder.path(), &why);
            let refused = refused.map_or(String::new(), |refused| format!("; {refused}"));
            let hint = self.memory_hint(&why) + &refused;
            return Err(Unrun::from(io::Error::other(why + &hint)));
        }
        if ran.was_printing
            && matches!(ran.end, ProgramEnd::Stopped(stop) if stop != ExceededLimit::Output)
        {
            ran.stdout.truncate(settled(&ran.stdout));
        }
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let mut attempt = self.judged(case, &input, ran, &lasting(&said, folder.path()));
        let finding = attempt.finding.map(|finding| explained(finding, &argv, &folder, &said));
        attempt.finding = finding;
        Ok(attempt)
    }

    /// The limits of a run, and of one elsewhere as far as it had any.
    fn limits(&self, input: &TestInput) -> RunLimits {
        RunLimits {
            time: match self.recorded {
                None => TimeLimit::Processor(self.options.time),
                Some(_) => TimeLimit::Wall(self.options.time),
            },
            output_bytes_max: output_bytes_max(input),
            memory: self.options.memory_bytes_max.map(MemoryLimit::Resident),
            file_bytes_max: None,
            is_perturbed: false,
        }
    }

    /// Judges what came out of a case; `told` is what lasts of its standard error.
    fn judged(
        &self,
        case: &GradingCase,
        input: &TestInput,
        ran: ProgramRun,
        told: &str,
    ) -> Attempt {
        let layout = self.suite.layout(case, &ran.stdout).err();
        let counts = || layout.clone().filter(|_| self.options.exact);
        Attempt {
            finding: self.finding(case, &ran, told, self.limits(input)).or_else(counts),
            layout,
            printed: ran.stdout,
            expected_bytes: input.expected.len(),
            took: ran.took,
        }
    }

    fn finding(
        &self,
        case: &GradingCase,
        ran: &ProgramRun,
        told: &str,
        limits: RunLimits,
    ) -> Option<Box<TraceFinding>> {
        let judged = self.suite.judge(case, &ran.stdout);
        // Where it stopped making sense is where it crashed.
        let cycle = judged.as_ref().err().map_or(0, |finding| finding.cycle);
        let words = || match told.trim().is_empty() {
            true => last_printed(&ran.stdout),
            false => last_words(told),
        };
        let (rule, what) = match &ran.end {
            ProgramEnd::Stopped(stop) => self.stopped(*stop, limits),
            ProgramEnd::Signal(signal) => {
                let name = signal_name(*signal);
                let how = match self.options.memcheck || told.contains("Sanitizer") {
                    true => "",
                    false => "; --memcheck says in which line",
                };
                let what = format!("it crashed: ended by {name}{}{how}", words());
                (CRASH, what + &self.memory_hint(told))
            }
            ProgramEnd::Exit(_) if ran.left_processes => {
                let what = "processes it started were still running when it had ended";
                ("left-processes", what.to_owned())
            }
            // What it printed is what counts; a status only explains why it is wrong.
            ProgramEnd::Exit(code) => {
                let finding = judged.err()?;
                if *code == 0 || !UNUSABLE.contains(&finding.rule) {
                    return Some(finding);
                }
                let what = format!("it ended with status {code}{}", words());
                (EXIT_STATUS, what + &self.memory_hint(told))
            }
        };
        Some(TraceFinding::general(cycle, rule, what))
    }

    /// The rule and the words for a run that was stopped at a limit, with the option that sets the
    /// limit, if there is one.
    fn stopped(&self, stop: ExceededLimit, limits: RunLimits) -> (&'static str, String) {
        let seconds = self.options.time.as_secs();
        let mib = self.options.memory_bytes_max.unwrap_or_default() >> 20;
        match stop {
            ExceededLimit::Processor => {
                (HANG, format!("used {seconds} s of processor time (--timeout), stopped"))
            }
            ExceededLimit::Sleep => {
                let slept = TimeLimit::SLEEP_MAX.as_secs();
                (HANG, format!("slept for {slept} s, stopped"))
            }
            ExceededLimit::Wall => {
                let wall = limits.time.wall().as_secs();
                (HANG, format!("still running after {wall} s, stopped"))
            }
            ExceededLimit::Memory => {
                (MEMORY, format!("used more than {mib} MiB (--memory), stopped"))
            }
            ExceededLimit::Processes => (
                "processes",
                format!("had more than {PROCESSES_MAX} processes and threads, stopped"),
            ),
            ExceededLimit::Folder => (
                "folder",
                format!(
                    "filled its folder with more than {} MiB or {FOLDER_FILES_MAX} files, or nested \
                     more than {FOLDER_DEPTH_MAX} folders, stopped",
                    FOLDER_BYTES_MAX >> 20
                ),
            ),
            ExceededLimit::Output => {
                let bytes = limits.output_bytes_max;
                let what = format!("stopped after it had printed {bytes} bytes");
                ("endless-output", what)
            }
        }
    }

    /// The limit of memory, where words say that there was too little.
    fn memory_hint(&self, told: &str) -> String {
        match self.options.memory_bytes_max {
            Some(bytes) if is_about_memory(told) => {
                format!("; its memory limit is {} MiB (--memory)", bytes >> 20)
            }
            _ => String::new(),
        }
    }

    /// The report of valgrind on a case; nothing when it found nothing.
    pub fn memory_errors(&self, case: &GradingCase) -> io::Result<Option<String>> {
        const LOG: &str = "valgrind.log";
        let input = self.suite.input(case);
        let folder = prepared(&input)?;
        let valgrind = ["valgrind", "-q", "--leak-check=full"];
        let mut argv: Vec<String> = valgrind.map(str::to_owned).to_vec();
        argv.push(format!("--log-file={LOG}"));
        argv.extend(command(self.program, &input));
        let limits = RunLimits {
            time: TimeLimit::Processor(self.options.time * VALGRIND_FACTOR),
            memory: Some(MemoryLimit::Resident(RESIDENT_BYTES_MAX)),
            ..self.limits(&input)
        };
        run(&argv, folder.path(), case.input.as_bytes(), limits)?;
        let log = std::fs::read(folder.path().join(LOG)).unwrap_or_default();
        let log = lasting(&String::from_utf8_lossy(&log), folder.path());
        Ok((!log.trim().is_empty()).then(|| log.trim().to_owned()))
    }
}

/// A finding about how a program ended, with what the sandbox withheld from it.
fn explained(
    mut finding: Box<TraceFinding>,
    argv: &[String],
    folder: &OwnFolder,
    said: &str,
) -> Box<TraceFinding> {
    if [CRASH, EXIT_STATUS].contains(&finding.rule)
        && let Some(refused) = refusal(argv, folder.path(), said)
    {
        finding.what.push_str(&format!("; {refused}"));
    }
    finding
}

/// The message in place of the program's output when the program could not be started at all.
fn not_started(ran: &ProgramRun) -> Option<String> {
    let told = String::from_utf8_lossy(&ran.stderr);
    let is_ours = [UNSTARTED, UNSTARTED_NOW].map(|words| told.starts_with(words));
    let refused = ran.stdout.is_empty() && is_ours.contains(&true);
    refused.then(|| told.trim().to_owned())
}

/// The number of bytes kept of a text that would be longer on a faster machine: so few lines, and
/// of fewer than that so much less, that any machine gets so far.
fn settled(printed: &[u8]) -> usize {
    let ends = printed.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let ends: Vec<usize> = ends.map(|(n, _)| n + 1).take(LINES_SETTLED_MAX).collect();
    match ends.len().checked_ilog2() {
        Some(power) => ends[(1 << power) - 1],
        None => 0,
    }
}

/// A folder with a case's files.
fn prepared(input: &TestInput) -> io::Result<OwnFolder> {
    let folder = own_folder()?;
    for file in &input.files {
        folder.write(file.name, &file.content)?;
    }
    Ok(folder)
}

/// Writes a case's files.
pub(super) fn write_files(input: &TestInput, folder: &Path) -> io::Result<()> {
    for file in &input.files {
        let path: PathBuf = folder.join(file.name);
        std::fs::write(path, &file.content)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::settled;

    #[test]
    fn of_what_grows_with_the_time_that_is_left_only_a_beginning_is_kept() {
        let lines = |count: usize| "line\n".repeat(count);
        for (printed, kept) in [(0, 0), (1, 1), (3, 2), (36, 32), (40, 32), (9_000, 64)] {
            assert_eq!(settled(lines(printed).as_bytes()), 5 * kept, "{printed}");
        }
        assert_eq!(settled(b"half a line"), 0);
    }
}
