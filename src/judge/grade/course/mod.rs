//! A whole course: the submissions of a folder, each copied, built and graded by the same cases in
//! the sandbox, or what came out of these cases elsewhere. What one of them does never ends the others'
//! grading, and its marks are those that it would get alone.

mod archive;
mod nearest;
mod report;
mod results;
mod walk;
mod workshop;

use std::io;
use std::path::{Path, PathBuf};

use super::{CasesOutput, Grading, GradingSettings, grade, grade_recorded, keep};
use chase_kit::grading::{GradingCase, GradingSuite};
use chase_outside::folder::own_folder;
use chase_outside::process::is_stopped;
use chase_outside::program::ProgramCommand;
use chase_record::any::AnyGame;
use chase_world::escape;
use chase_world::world::in_parallel;

pub use report::{CourseReport, SUBMISSIONS, Settings};
pub use results::{CaseFault, CaseResult, Marks, PartMarks, Submission, alike};
pub use workshop::{Build, BuildResult, Recipe};

use workshop::{SubmissionFault, Workshop, is_hidden};

/// Everything that submissions are graded with.
pub struct Course<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its suite.
    pub suite: &'a dyn GradingSuite,
    /// The cases that are run.
    pub cases: &'a [GradingCase],
    /// The settings of the grading.
    pub options: GradingSettings,
    /// The recipe by which they are built.
    pub recipe: Recipe,
    /// The program and its arguments, as they are meant in a submission's folder; none where submissions are
    /// files with what came out of the cases elsewhere.
    pub program: Vec<String>,
    /// Makes the feedback to the author of a submission; without a grading where it could not be
    /// graded.
    pub feedback: &'a (dyn Fn(&Submission, Option<&Grading>) -> Feedback + Sync),
}

/// The feedback to the author of a submission.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// The feedback as a text.
    pub text: String,
    /// As a page for a browser, which leads to those of the failing cases.
    pub page: String,
}

/// In the folder of a submission in the report, what is said to who handed it in.
const FEEDBACK: &str = "feedback.txt";
/// In it, the same as a page.
pub const FEEDBACK_PAGE: &str = "feedback.html";
/// In it, what the build printed.
const BUILD_LOG: &str = "build.log";
/// In it, the failing cases.
const CASES: &str = "cases";

/// The submissions of a folder, sorted by name: its folders, and archives (`.zip`, `.tar.gz`, `.tgz`),
/// or all files if they are `recorded`. Hidden ones are left out.
///
/// # Errors
/// It cannot be read.
pub fn submissions(folder: &Path, recorded: bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if !is_hidden(name)
            && (path.is_dir() || archive::is_archive(&path) || recorded && path.is_file())
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Grades submissions, so many at a time, and stores each in the report as soon as it is done; those
/// that are stored already are taken from there. `progress` is told of each, and whether it was
/// graded only now.
///
/// # Errors
/// The report cannot be written; everything was stopped.
pub fn grade_all(
    course: &Course<'_>,
    report: &CourseReport,
    submissions: &[PathBuf],
    jobs: usize,
    progress: &(dyn Fn(&Submission, bool) + Sync),
) -> io::Result<Vec<Submission>> {
    let graded = in_parallel(jobs, submissions.len(), |n| {
        let (submission, is_new) = course.submission(report, &submissions[n])?;
        progress(&submission, is_new);
        Ok(submission)
    });
    graded.into_iter().collect()
}

impl Course<'_> {
    /// One submission's result, and whether it was graded only now.
    fn submission(&self, report: &CourseReport, path: &Path) -> io::Result<(Submission, bool)> {
        if is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let file_name = Path::new(path.file_name().unwrap_or_default());
        let fingerprint = walk::fingerprint(path);
        if let Some(stored) = report.stored(file_name, &fingerprint) {
            return Ok((stored, false));
        }
        let name = file_name.to_string_lossy();
        let mut workshop = None;
        let graded = match self.program.is_empty() {
            true => self.recorded(path),
            false => self.graded(path, &mut workshop),
        };
        let graded = match graded {
            Err(SubmissionFault::Interrupted) => return Err(io::ErrorKind::Interrupted.into()),
            Err(SubmissionFault::Own(why)) => Err(why),
            Ok(graded) => Ok(graded),
        };
        let mut submission = Submission {
            marks: match &graded {
                Ok((grading, _)) => Marks::of(&name, grading),
                Err(why) => Marks::of_fault(&name, why, self.parts()),
            },
            cases: match &graded {
                Ok((grading, _)) => results::cases(&grading.tried),
                Err(why) => self.untried(why),
            },
            has_log: false,
            fingerprint,
        };
        let mut log = String::new();
        if let Some(workshop) = workshop {
            submission.marks.build = workshop.build;
            submission.marks.notes = workshop.notes;
            submission.marks.not_built_here = workshop.not_built_here;
            log = workshop.log;
            submission.has_log = !log.is_empty();
        }
        let withheld = results::withheld(&submission.cases);
        submission.marks.notes.extend(withheld);
        if self.program.is_empty() {
            submission.marks.notes.push("from a file, for feedback only".to_owned());
        }
        let mut graded = graded.ok();
        report.store(file_name, &submission, |folder| {
            if let Some((grading, program)) = &mut graded {
                self.keep_cases(grading, program, &folder.join(CASES))?;
            }
            let grading = graded.as_ref().map(|(grading, _)| grading);
            let feedback = (self.feedback)(&submission, grading);
            std::fs::write(folder.join(FEEDBACK), escape::lines(&feedback.text).as_bytes())?;
            std::fs::write(folder.join(FEEDBACK_PAGE), feedback.page)?;
            match log.is_empty() {
                true => Ok(()),
                false => std::fs::write(folder.join(BUILD_LOG), escape::lines(&log).as_bytes()),
            }
        })?;
        Ok((submission, true))
    }

    /// Grades what came out of the cases elsewhere.
    fn recorded(&self, path: &Path) -> Result<(Grading, ProgramCommand), SubmissionFault> {
        let output = CasesOutput::open(path);
        let graded = output.and_then(|output| {
            let grading = grade_recorded(self.suite, self.cases, &output, &self.options)?;
            Ok((grading, output.program))
        });
        graded.map_err(|error| SubmissionFault::Own(error.at("").help("").to_string()))
    }

    /// Copies, builds and grades a submission.
    fn graded(
        &self,
        path: &Path,
        kept: &mut Option<Workshop>,
    ) -> Result<(Grading, ProgramCommand), SubmissionFault> {
        let folder = own_folder().map_err(|error| format!("no folder can be made: {error}"))?;
        let links = match path.is_dir() {
            true => walk::copy(path, folder.path())?,
            false => archive::unpack(path, folder.path())?,
        };
        let workshop = kept.insert(Workshop::new(folder));
        if links > 0 {
            let s = if links == 1 { "" } else { "s" };
            let note = format!("{links} link{s} or special file{s} left out");
            workshop.notes.push(note);
        }
        let root = workshop.root.clone();
        let wanted = self.program.first().map_or("", String::as_str);
        if workshop::is_empty(&root) {
            return Err(SubmissionFault::Own("the folder is empty".into()));
        }
        workshop.look_for_builds();
        let made = workshop.make(&self.recipe, wanted);
        workshop.look_for_builds();
        let program = made.and_then(|()| Ok(nearest::program(&self.program, &root)?));
        let program = program.map_err(|fault| workshop.explained(fault, wanted))?;
        workshop.look_at_origin(&program);
        let grading = grade(self.suite, self.cases, &program, &self.options, &|_, _| {});
        let grading = grading.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => SubmissionFault::Interrupted,
            _ => {
                let hint = workshop::hint_of_line_ends(&root, wanted);
                SubmissionFault::Own(with_hint(error.to_string(), hint))
            }
        })?;
        Ok((grading, program))
    }

    /// Keeps failing cases in a folder, with the command as whoever handed in the program types it.
    fn keep_cases(
        &self,
        grading: &mut Grading,
        program: &ProgramCommand,
        folder: &Path,
    ) -> io::Result<()> {
        keep(grading, self.game, self.suite, &program.as_typed(), folder)?;
        if let Some(kept) = &mut grading.kept {
            *kept = PathBuf::from(CASES);
        }
        Ok(())
    }

    /// The parts that are graded, and the layout, without anything that passed.
    fn parts(&self) -> Vec<PartMarks> {
        let parts = self.suite.parts().iter().enumerate();
        let cases = |number| self.cases.iter().filter(|it| it.part == number).count();
        let of = parts.filter(|(number, _)| cases(*number) > 0).map(|(number, part)| PartMarks {
            name: part.name.to_owned(),
            cases: cases(number),
            score_max: self.options.marks(number, part),
            ..PartMarks::default()
        });
        let layout = PartMarks { name: super::layout::NAME.to_owned(), ..PartMarks::default() };
        of.chain([layout]).collect()
    }

    /// The cases of a submission that could not be graded.
    fn untried(&self, why: &str) -> Vec<CaseResult> {
        let tried: Vec<_> =
            self.cases.iter().map(|case| super::Tried::not_run(self.suite, case)).collect();
        let mut cases = results::cases(&tried);
        for case in &mut cases {
            case.fault = Some(CaseFault {
                rule: "not-graded".into(),
                what: why.to_owned(),
                is_error: false,
            });
        }
        cases
    }
}

fn with_hint(why: String, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{why}; {hint}"),
        None => why,
    }
}
