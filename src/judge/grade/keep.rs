//! A failing case as files: what the program got, what it printed, what was right, and the
//! difference explained.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use super::attempt::{Attempt, command, write_files};
use super::{Grading, Small, layout};
use crate::verify::details;
use chase_kit::diagnosis::Diagnosis;
use chase_kit::grading::{GradingCase, GradingSuite};
use chase_kit::trace::ColumnSet;
use chase_outside::program::ProgramCommand;
use chase_record::any::AnyGame;
use chase_replay::diff::{Report, ReportStyle, Selection, compare, write_text};
use chase_replay::store::{TraceSource, contents};
use chase_view::{Document, TracePair};
use chase_world::error::Error;
use chase_world::escape;
use chase_world::world::WorldPath;

const EXPECTED: &str = "expected.txt";
const ACTUAL: &str = "actual.txt";
const REPORT: &str = "report.txt";
const COMMAND: &str = "command.sh";
/// In the folder of a kept case, the same report as a page for a browser.
pub const PAGE: &str = "report.html";

/// Writes what failed into a folder, a folder for each way of failing. Cases of parts that were not graded
/// stay.
///
/// # Errors
/// The folder cannot be written.
pub fn keep(
    grading: &mut Grading,
    game: &dyn AnyGame,
    suite: &dyn GradingSuite,
    program: &ProgramCommand,
    folder: &Path,
) -> io::Result<()> {
    // The layout is that of all parts.
    let is_whole = grading.parts.len() > suite.parts().len();
    let parts = grading.parts.iter();
    let graded =
        parts.filter(|part| part.name != layout::NAME || is_whole || part.passed < part.cases);
    let graded: Vec<_> = graded.map(|part| layout::folder(part.name, "")).collect();
    clear(folder, |name| {
        graded.iter().any(|part| match part.strip_suffix('-') {
            Some(_) => name.starts_with(part),
            None => name == part,
        })
    })?;
    for part in &mut grading.parts {
        for failure in &mut part.failures {
            let Some(small) = failure.small.take() else {
                continue;
            };
            let name = layout::folder(part.name, failure.finding.rule);
            let keeper = Keeper { game, suite, program };
            keeper.write(&folder.join(&name), &small)?;
            failure.folder = Some(name);
            grading.kept = Some(folder.to_owned());
        }
    }
    Ok(())
}

/// Takes the cases of an earlier grading out of a folder: those subfolders that hold all of what
/// is written here and whose names `is_graded` knows.
fn clear(folder: &Path, is_graded: impl Fn(&str) -> bool) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let marks = [EXPECTED, ACTUAL, REPORT, COMMAND];
        if is_graded(&entry.file_name().to_string_lossy())
            && marks.iter().all(|mark| path.join(mark).is_file())
        {
            std::fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}

/// The case as it was before it was made small, below the small one.
const UNSHRUNK: &str = "unshrunk";

/// Cycles that are listed of those in which a case shows its cause.
const CYCLES_MAX: usize = 10;

/// The writer of cases into folders.
struct Keeper<'a> {
    pub game: &'a dyn AnyGame,
    pub suite: &'a dyn GradingSuite,
    pub program: &'a ProgramCommand,
}

impl Keeper<'_> {
    /// Writes a case that was made small into its folder; where the small one alone does not show
    /// its cause, the case as it was beside it.
    pub fn write(&self, folder: &Path, small: &Small) -> io::Result<()> {
        let Small { case, attempt, whole, known } = small;
        let cause = whole.as_ref().map(|(_, _, cause)| cause);
        let mut head = String::new();
        for diagnosis in cause.into_iter().chain(known) {
            head.push_str(&format!("over all runs: {}\n", diagnosis.headline()));
            for line in diagnosis.details() {
                head.push_str(&format!("  {line}\n"));
            }
        }
        if let Some(cause) = cause {
            head.push_str(&self.shown_in(case, attempt, cause));
            if self.shows_less(small) {
                head.push_str(&format!(
                    "this case was made small; the original case, in `{UNSHRUNK}`, shows more\n"
                ));
            }
        }
        if !head.is_empty() {
            head.push('\n');
        }
        self.write_case(folder, case, attempt, &head)?;
        match whole {
            Some((case, attempt, _)) if self.shows_less(small) => {
                self.write_case(&folder.join(UNSHRUNK), case, attempt, "")
            }
            _ => Ok(()),
        }
    }

    /// The cycles in which a case shows a cause, in words.
    fn shown_in(&self, case: &GradingCase, attempt: &Attempt, cause: &Diagnosis) -> String {
        let cycles = self.suite.explained(case, &attempt.printed, &cause.key).unwrap_or_default();
        let unit = self.game.unit();
        let shown: Vec<_> = cycles.iter().take(CYCLES_MAX).map(u64::to_string).collect();
        match (shown.len(), cycles.len().saturating_sub(CYCLES_MAX)) {
            (0, _) => String::new(),
            (1, 0) => format!("this case shows it in {unit} {}\n", shown[0]),
            (_, 0) => format!("this case shows it in {unit}s {}\n", shown.join(", ")),
            (_, more) => {
                format!("this case shows it in {unit}s {} and {more} more\n", shown.join(", "))
            }
        }
    }

    /// Returns whether a case was made small and no longer names its cause.
    fn shows_less(&self, small: &Small) -> bool {
        let whole = small.whole.as_ref();
        whole.is_some_and(|(_, attempt, cause)| {
            attempt.printed != small.attempt.printed
                && !self.shows(&small.case, &small.attempt, cause)
        })
    }

    /// Returns whether a case alone is enough to name a cause.
    fn shows(&self, case: &GradingCase, attempt: &Attempt, cause: &Diagnosis) -> bool {
        let alone = self.suite.diagnose(&[(case, &attempt.printed)]);
        let mut sure = alone.iter().filter(|one| one.diagnosis.is_sure());
        sure.any(|one| one.diagnosis.causes.iter().any(|known| cause.causes.contains(known)))
    }

    fn write_case(
        &self,
        folder: &Path,
        case: &GradingCase,
        attempt: &Attempt,
        head: &str,
    ) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        // What would be right is printed as programs of this edition print it.
        let edition = || self.suite.edition_of(&attempt.printed);
        let edition = case.edition.or_else(edition);
        let sheet = self.suite.input(&GradingCase { edition, ..case.clone() });
        write_files(&sheet, folder)?;
        std::fs::write(folder.join(EXPECTED), &sheet.expected)?;
        std::fs::write(folder.join(ACTUAL), &attempt.printed)?;
        let argv: Vec<_> = command(self.program, &sheet).iter().map(|word| quoted(word)).collect();
        let input = case.input.replace('\n', "\\n");
        let script = format!(
            "#!/bin/sh\n# {}\ncd \"$(dirname \"$0\")\" && printf '{input}' | {}\n",
            case.about,
            argv.join(" ")
        );
        std::fs::write(folder.join(COMMAND), script)?;
        let mut compared = difference(folder, self.game, self.suite, case);
        if let Ok(report) = &mut compared {
            // One small case is little evidence; what all runs together show stands above it.
            report.diagnoses.clear();
        }
        let before = head.to_owned() + &found(self.game, attempt);
        let report = before.clone() + &difference_text(&compared);
        std::fs::write(folder.join(REPORT), escape::lines(&report).as_bytes())?;
        match compared {
            Ok(compared) => write_page(folder, self.game, case, (&before, &compared)),
            // What was printed is no transcript that could be drawn.
            Err(_) => {
                let mut page = Document::new(&case.about);
                page.lines(&report, "the report");
                std::fs::write(folder.join(PAGE), page.finish())
            }
        }
    }
}

/// Both transcripts on one page, where they can be compared, with what the report says before the
/// comparison.
fn write_page(
    folder: &Path,
    game: &dyn AnyGame,
    case: &GradingCase,
    (before, report): (&str, &Report),
) -> io::Result<()> {
    let (Ok(ours), Ok(theirs)) = (open(folder, ACTUAL, game), open(folder, EXPECTED, game)) else {
        return Ok(());
    };
    let board = game.open(&mut case.header.clone()).ok();
    let pair = TracePair {
        game,
        report,
        sides: (ours, theirs),
        board: board.as_deref(),
        span: (None, None),
        before,
        analyses: None,
    };
    let file = BufWriter::new(File::create(folder.join(PAGE))?);
    pair.write::<Box<dyn std::error::Error + Send + Sync>>(file).map_err(io::Error::other)
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The description of a fault, with its details and layout.
fn found(game: &dyn AnyGame, attempt: &Attempt) -> String {
    let mut text = String::new();
    if let Some(finding) = &attempt.finding {
        let unit = game.unit();
        text.push_str(&format!("{unit} {}, {finding}\n", finding.cycle));
        for line in details(finding) {
            text.push_str(&format!("  {line}\n"));
        }
        text.push('\n');
    }
    if let Some(layout) = &attempt.layout {
        text.push_str(&format!("{layout}\n\n"));
    }
    text
}

/// The two transcripts side by side.
fn difference_text(compared: &Result<Report, Error>) -> String {
    match compared {
        Ok(report) => write_text(report, ReportStyle::PLAIN),
        Err(error) => format!("the transcripts cannot be compared: {error}\n"),
    }
}

/// One of a case's transcripts.
fn open(folder: &Path, name: &str, game: &dyn AnyGame) -> Result<TraceSource, Error> {
    let no_replay = |_: &mut _| Err(Error::new("a recording instead of a transcript"));
    let content = contents(&WorldPath::on_disk(folder.join(name)), &no_replay)
        .map_err(|error| error.at(name))?;
    Ok(TraceSource::new(Path::new(name), content, game))
}

fn difference(
    folder: &Path,
    game: &dyn AnyGame,
    suite: &dyn GradingSuite,
    case: &GradingCase,
) -> Result<Report, Error> {
    let selection = Selection { columns: ColumnSet::ALL, context: 3, shown_max: 5 };
    let referee = game.referee(&mut case.header.clone(), true).ok();
    let sides = (open(folder, ACTUAL, game)?, open(folder, EXPECTED, game)?);
    let inquiry = suite.inquiry(&case.header, true);
    compare(game, sides, referee, inquiry, selection, 0, None)
}
