//! What came out of cases that were run elsewhere, by the script that `case_script` writes: some lines, then for each
//! case a line with its end, its seconds and two lengths, and so many bytes, and at the end the sum of `cksum`. Anybody
//! can write such a file: nothing in it is believed that could be checked, and none is read without bound.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use super::attempt::output_bytes_max;
use chase_engine::dice::Generator;
use chase_kit::grading::{GradingCase, GradingSuite};
use chase_outside::limits::{ExceededLimit, ProgramEnd};
use chase_outside::process::ProgramRun;
use chase_outside::program::ProgramCommand;
use chase_world::error::{Error, IoAt, quoted_to};

/// The first line, without the number of the form.
const HEAD: &str = "chase cases ";
/// The number of the form.
const FORM: &str = "1";
/// Bytes of a file.
const BYTES_MAX: u64 = 256 << 20;
/// Bytes of a line of a file, but for what programs printed.
const LINE_MAX: usize = 1 << 12;
/// Bytes that are kept of standard error.
const STDERR_MAX: usize = 1 << 16;
/// The beginning of the last line.
const END: &str = "end ";

/// A file with what came out of cases.
pub struct CasesOutput {
    /// The program, as it was named where it was run.
    pub program: ProgramCommand,
    /// The options that the cases were drawn with.
    pub options: String,
    suite: String,
    /// The version that wrote the script.
    writer: String,
    /// Seconds that a case had; 0 where nothing limits them.
    limit: u32,
    bytes: Vec<u8>,
    /// The place of the first case.
    cases_at: usize,
}

impl CasesOutput {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is too large, damaged, or something else.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let at = || path.display();
        if !fs::metadata(path).io_at(at(), "read")?.is_file() {
            return Err(Error::new("it is no file").at(at()));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).io_at(at(), "read")?;
        file.take(BYTES_MAX + 1).read_to_end(&mut bytes).io_at(at(), "read")?;
        Self::read(bytes).map_err(|error| error.at(at()))
    }

    fn read(bytes: Vec<u8>) -> Result<Self, Error> {
        let mut rest = &bytes[..];
        let form = line(&mut rest).and_then(|line| line.strip_prefix(HEAD));
        let form = form.ok_or_else(|| {
            Error::new("it is not a file that a script of `chase cases` wrote")
                .help("the script writes cases.out where it is run")
        })?;
        if form == format!("{FORM}\r") {
            return Err(Error::new("its line ends were changed, so its lengths do not hold")
                .help("hand it in as the script wrote it, or packed"));
        }
        if form != FORM {
            let form = quoted_to(form, 20);
            return Err(Error::new(format!("it has the form {form}; this `chase` reads {FORM}"))
                .help("use the version of `chase` that wrote the script"));
        }
        if bytes.len() as u64 > BYTES_MAX {
            return Err(Error::new(format!("it is larger than {} MiB", BYTES_MAX >> 20)));
        }
        let cut = || Error::new("it is cut off: its last line is missing");
        let body = bytes.strip_suffix(b"\n").ok_or_else(cut)?;
        let end = body.iter().rposition(|byte| *byte == b'\n').ok_or_else(cut)? + 1;
        let sum = std::str::from_utf8(&body[end..]).ok().and_then(|line| line.strip_prefix(END));
        if sum.ok_or_else(cut)? != cksum(&bytes[..end]).to_string() {
            return Err(Error::new("it is damaged: its checksum does not hold"));
        }
        let mut value = |name: &str| {
            let value = line(&mut rest)
                .and_then(|line| line.strip_prefix(name)?.strip_prefix(' '))
                .map(str::to_owned);
            value.ok_or_else(|| Error::new(format!("the line `{name}` is missing in its head")))
        };
        let writer = value("writer")?;
        let (options, suite) = (value("options")?, value("suite")?);
        let limit = value("limit")?.parse();
        let limit = limit.map_err(|_| Error::new("the line `limit` has no number"))?;
        let program = ProgramCommand::elsewhere(&value("program")?);
        let cases_at = bytes.len() - rest.len();
        Ok(CasesOutput { program, options, suite, writer, limit, cases_at, bytes })
    }

    /// The time that a case had.
    pub(super) fn time(&self) -> Duration {
        Duration::from_secs(self.limit.into())
    }

    /// What a file cannot show, or this one does not.
    pub(super) fn not_tried(&self) -> Vec<&'static str> {
        let hangs = (self.limit == 0).then_some("hangs (there was no `timeout`)");
        let never = [
            "processes left behind",
            "use of memory",
            "memory errors and leaks (--memcheck)",
            "whether the program does the same twice",
            "smaller cases",
        ];
        hangs.into_iter().chain(never).collect()
    }

    /// What came out of each case; nothing of one that was not run to its end.
    ///
    /// # Errors
    /// The file is of other cases, or is not as the script writes it.
    pub(super) fn runs(
        &self,
        suite: &dyn GradingSuite,
        cases: &[GradingCase],
    ) -> Result<Vec<Option<ProgramRun>>, Error> {
        if self.suite != digest(cases) {
            let (options, writer) = (quoted_to(&self.options, 200), quoted_to(&self.writer, 20));
            let what = format!(
                "it is of other cases, those of `chase cases {options}` of version {writer}"
            );
            return Err(Error::new(what).help("grade with these options and this version"));
        }
        let mut rest = &self.bytes[self.cases_at..];
        let runs = cases.iter().zip(1..).map(|(case, number)| {
            let most = output_bytes_max(&suite.input(case));
            self.run(&mut rest, number, most)
                .ok_or_else(|| Error::new(format!("case {number} is not as the script writes it")))
        });
        let runs = runs.collect::<Result<_, _>>()?;
        match rest.starts_with(END.as_bytes()) {
            true => Ok(runs),
            false => Err(Error::new("there is something behind its last case")),
        }
    }

    /// What came out of the next case; nothing in nothing where the file is otherwise than it should be.
    fn run(&self, rest: &mut &[u8], number: usize, most: usize) -> Option<Option<ProgramRun>> {
        let words = line(rest)?.strip_prefix("case ")?.split(' ').collect::<Vec<_>>();
        let [own, status, seconds, printed, told] = words.try_into().ok()?;
        let (printed, told): (usize, usize) = (printed.parse().ok()?, told.parse().ok()?);
        let seconds: u32 = seconds.parse().ok()?;
        if own != number.to_string() || printed > most + 1 || told > STDERR_MAX {
            return None;
        }
        let stdout = rest.split_off(..printed)?;
        let stderr = rest.split_off(..told)?;
        line(rest).filter(|line| line.is_empty())?;
        let end = match status {
            "-" => return Some(None),
            "stopped" if self.limit == 0 => return None,
            _ if printed > most => ProgramEnd::Stopped(ExceededLimit::Output),
            "stopped" => ProgramEnd::Stopped(ExceededLimit::Wall),
            // As a shell tells of a signal; this one is of a file that grew too large.
            "153" => ProgramEnd::Stopped(ExceededLimit::Output),
            code => match code.parse::<u8>().ok()? {
                code @ 129..160 => ProgramEnd::Signal(i32::from(code) - 128),
                code => ProgramEnd::Exit(code.into()),
            },
        };
        Some(Some(ProgramRun {
            stdout: stdout[..printed.min(most)].to_vec(),
            stderr: stderr.to_vec(),
            end,
            left_processes: false,
            was_printing: false,
            took: Duration::from_secs(seconds.into()),
        }))
    }
}

/// The hash of cases, whether they were drawn or written, as far as a program sees them: not what is expected
/// of it.
#[must_use]
pub fn digest(cases: &[GradingCase]) -> String {
    let mut hasher = blake3::Hasher::new();
    for mut case in cases.iter().cloned() {
        (case.edition, case.header.dice) = (None, Generator::Glibc);
        hasher.update(format!("{case:?}\n").as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Takes a line off what is left to read.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().take(LINE_MAX).position(|byte| *byte == b'\n')?;
    let line = rest.split_off(..=end)?;
    std::str::from_utf8(&line[..end]).ok()
}

/// The sum that the POSIX utility `cksum` prints.
fn cksum(bytes: &[u8]) -> u32 {
    let lengths = std::iter::successors(Some(bytes.len()), |left| Some(left >> 8));
    let lengths = lengths.take_while(|left| *left > 0).map(|left| left.to_le_bytes()[0]);
    !bytes.iter().copied().chain(lengths).fold(0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(byte) << 24, |sum, _| match sum >> 31 {
            0 => sum << 1,
            _ => sum << 1 ^ 0x04c1_1db7,
        })
    })
}
