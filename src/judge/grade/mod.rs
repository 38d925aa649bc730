//! Puts an outside program to the test: every case of a suite in a folder of its own, several at
//! a time; what fails is made small and kept. The marks depend on the program, the seed and the
//! options, and never on a clock.

mod attempt;
pub mod case_files;
mod case_script;
pub mod course;
mod keep;
mod layout;
mod recorded;
mod shrink;
mod sitting;
mod twice;
mod words;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use chase_engine::dice::Generator;
use chase_kit::diagnosis::{Certainty, Diagnosis};
use chase_kit::grading::{GradingCase, GradingSuite, PartDiagnosis, SuitePart};
use chase_kit::referee::TraceFinding;
use chase_outside::program::ProgramCommand;
use chase_world::error::Error;
use chase_world::world::in_parallel;

use attempt::{Attempt, Attempts, CRASH, Unrun};
pub use case_script::script;
pub use keep::{PAGE, keep};
pub use recorded::{CasesOutput, digest};
use shrink::ShrinkEffort;
use sitting::{CaseOutcome, run_all};
pub use twice::UnsteadyCases;
use words::first_error;

/// The settings of a grading.
#[derive(Clone, Debug)]
pub struct GradingSettings {
    /// The seed that the cases are made from.
    pub seed: i64,
    /// Processor time for one run.
    pub time: Duration,
    /// Resident memory for one run in bytes; nothing for no limit.
    pub memory_bytes_max: Option<u64>,
    /// Runs at a time.
    pub jobs: usize,
    /// The number of cases of a part that may hang before the rest of it is given up; nothing to
    /// run all.
    pub give_up: Option<usize>,
    /// True if memory errors and leaks are looked for.
    pub memcheck: bool,
    /// True if a case whose layout is not the reference's fails.
    pub exact: bool,
    /// The marks of all parts in their order; nothing for those of the suite.
    pub marks: Option<Vec<u32>>,
    /// The edition whose layout is asked for, by its place among the suite's; nothing for the one
    /// that the program's banner says.
    pub edition: Option<usize>,
    /// The C library whose random numbers are expected; nothing for the reference's.
    pub rand: Option<Generator>,
}

impl GradingSettings {
    /// The marks of a part.
    fn marks(&self, number: usize, part: &SuitePart) -> u32 {
        self.marks.as_ref().and_then(|marks| marks.get(number)).copied().unwrap_or(part.marks)
    }
}

/// Those of a suite's cases that are run: of some parts, by their numbers, or of all when there are none, the
/// first ones of each, laid out as an edition asks for it and drawn as a C library draws.
#[must_use]
pub fn chosen(
    mut cases: Vec<GradingCase>,
    parts: &[usize],
    most: Option<usize>,
    edition: Option<usize>,
    rand: Option<Generator>,
) -> Vec<GradingCase> {
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    cases.retain_mut(|case| {
        let seen = seen.entry(case.part).or_default();
        *seen += 1;
        case.edition = edition;
        case.header.dice = rand.unwrap_or(case.header.dice);
        (parts.is_empty() || parts.contains(&case.part)) && most.is_none_or(|most| *seen <= most)
    });
    cases
}

/// A program's grades.
#[derive(Clone, Debug, Serialize)]
pub struct Grading {
    /// The command that was run.
    pub program: String,
    /// The seed that the cases were made from.
    pub seed: i64,
    /// The edition whose layout the program was held against; nothing where the suite has only one.
    pub edition: Option<GradedEdition>,
    /// The grade of each part of the suite.
    pub parts: Vec<PartGrade>,
    /// The marks of all parts together, from 0 to `score_max`.
    pub score: f64,
    /// Marks there are.
    pub score_max: u32,
    /// The causes of what it does against the rules, over all runs together.
    pub diagnoses: Vec<PartDiagnosis>,
    /// Cases in which the program did not do the same when it was run once more, if there are any. No
    /// cause is sought in them.
    pub unsteady: Option<UnsteadyCases>,
    /// The reason why the score is provisional: the first one for which a case could not be run.
    pub provisional: Option<String>,
    /// What was not tried, because the program was run elsewhere; nothing where it was run here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_tried: Vec<&'static str>,
    /// The folder of the failing cases that are kept, if any are.
    pub kept: Option<PathBuf>,
    /// The result of each case, in their order.
    #[serde(skip)]
    pub tried: Vec<Tried>,
}

/// The edition whose layout a program was held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradedEdition {
    /// Its name, or its names.
    pub names: Vec<&'static str>,
    /// The line in its banner.
    pub banner: &'static str,
    /// True if it was asked for.
    pub is_asked: bool,
    /// True if it is the suite's usual one.
    pub is_usual: bool,
}

impl GradedEdition {
    /// The edition that was asked for, or that of the first banner that the program printed.
    fn of(
        suite: &dyn GradingSuite,
        options: &GradingSettings,
        outcomes: &[CaseOutcome],
    ) -> Option<Self> {
        let mut attempts = outcomes.iter().filter_map(CaseOutcome::attempt);
        let place = options
            .edition
            .or_else(|| attempts.find_map(|attempt| suite.edition_of(&attempt.printed)))
            .unwrap_or(0);
        let edition = suite.editions().get(place)?;
        Some(GradedEdition {
            names: edition.names.to_vec(),
            banner: edition.banner,
            is_asked: options.edition.is_some(),
            is_usual: place == 0,
        })
    }
}

/// The result of one case.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The name of its part.
    pub part: &'static str,
    /// The subject of the case, in words.
    pub about: Cow<'static, str>,
    /// The way in which the case ended.
    pub end: TriedEnd,
    /// The duration of its run; `None` if it was not run.
    pub took: Duration,
    /// The BLAKE3 hash of what was printed, in hexadecimal digits; nothing where nothing was.
    pub printed: Option<String>,
}

impl Tried {
    /// Of a case that was not run.
    fn not_run(suite: &dyn GradingSuite, case: &GradingCase) -> Self {
        Tried {
            part: suite.parts()[case.part].name,
            about: case.about.clone(),
            end: TriedEnd::NotRun,
            took: Duration::ZERO,
            printed: None,
        }
    }
}

/// The way in which one case ended.
#[derive(Clone, Debug)]
pub enum TriedEnd {
    /// It is right.
    Passed,
    /// The case failed with this fault.
    Failed(Box<TraceFinding>),
    /// It was given up, because as many before it hung as were to be put up with.
    GivenUp,
    /// It could not be run.
    NotRun,
}

/// One part's grade.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PartGrade {
    /// The name of the part, as `--part` takes it.
    pub name: &'static str,
    /// The number of its cases.
    pub cases: usize,
    /// The number of its cases that passed.
    pub passed: usize,
    /// Cases that were given up, because as many before them hung as were to be put up with. They
    /// count as failed.
    pub given_up: usize,
    /// Cases that could not be run. They bring no marks, and the score is provisional.
    pub not_run: usize,
    /// The marks of this part, from 0 to `score_max`.
    pub score: f64,
    /// Marks there are; 0 when the part only informs.
    pub score_max: u32,
    /// The ways in which cases failed, the first first.
    pub failures: Vec<FailureGroup>,
    /// True if all of it must be right for a grading to be full.
    pub must_be_right: bool,
    /// The memory errors that were found, when they were looked for and there were some.
    pub memory: Option<String>,
    /// Its number in the suite.
    #[serde(skip)]
    number: usize,
}

/// One way of failing.
#[derive(Clone, Debug, Serialize)]
pub struct FailureGroup {
    /// Cases that fail so.
    pub cases: usize,
    /// The subject of the first of them, in words.
    pub about: Cow<'static, str>,
    /// The fault, as the smallest case that was found shows it.
    pub finding: TraceFinding,
    /// The folder of that case, below [`Grading::kept`].
    pub folder: Option<String>,
    #[serde(skip)]
    small: Option<Box<Small>>,
}

/// A case that was made small.
#[derive(Clone, Debug)]
struct Small {
    case: GradingCase,
    attempt: Attempt,
    /// The case as it was, and the cause that was named over all runs, where one was.
    whole: Option<(GradingCase, Attempt, Diagnosis)>,
    /// What else was found out over all runs together about the program in this case.
    known: Vec<Diagnosis>,
}

impl Grading {
    /// Returns whether every case of every part is right and no memory is lost.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let mut parts = self.parts.iter().filter(|part| part.must_be_right);
        parts.all(|part| part.passed == part.cases && part.memory.is_none())
    }
}

/// The share of a part's marks that a memory error or leak costs.
const MEMORY_SHARE: f64 = 0.1;
/// Cases of a part that are looked at for memory errors: the shortest ones.
const MEMORY_CASES: usize = 2;

/// Grades a program by cases of a suite. `progress` is told how many of how many runs are done.
///
/// # Errors
/// A program that cannot be started at all, or no room for any run; everything was stopped.
pub fn grade(
    suite: &dyn GradingSuite,
    cases: &[GradingCase],
    program: &ProgramCommand,
    options: &GradingSettings,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> io::Result<Grading> {
    graded(&Attempts { suite, program, options, recorded: None }, cases, progress)
}

/// Grades a program by what came out of a suite's cases where it was run.
///
/// # Errors
/// The file is of other cases or not as it should be, or no case was run.
pub fn grade_recorded(
    suite: &dyn GradingSuite,
    cases: &[GradingCase],
    output: &CasesOutput,
    options: &GradingSettings,
) -> Result<Grading, Error> {
    let options =
        &GradingSettings { time: output.time(), memory_bytes_max: None, ..options.clone() };
    let recorded = Some(output.runs(suite, cases)?);
    let attempts = Attempts { suite, program: &output.program, options, recorded };
    let grading = graded(&attempts, cases, &|_, _| {});
    let grading = grading.map_err(|error| Error::new(error.to_string()))?;
    Ok(Grading { not_tried: output.not_tried(), ..grading })
}

fn graded(
    attempts: &Attempts<'_>,
    cases: &[GradingCase],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> io::Result<Grading> {
    let Attempts { suite, program, options, .. } = *attempts;
    let jobs = options.jobs;
    let outcomes = run_all(attempts, cases, jobs, options.give_up, progress);
    let (outcomes, provisional) = why_not_run(outcomes)?;
    let mut parts = collect(suite, cases, &outcomes, options);
    let unsteady = twice::unsteady(attempts, cases, &outcomes, jobs);
    let diagnoses = diagnose(suite, cases, &outcomes, unsteady.as_ref());
    make_small(attempts, cases, &outcomes, &diagnoses, &mut parts, jobs)?;
    if options.memcheck {
        look_at_memory(attempts, cases, &outcomes, &mut parts, jobs)?;
        look_at_crashes(attempts, &mut parts)?;
    }
    parts.push(layout::part(cases, &outcomes));
    Ok(Grading {
        program: program.shown(),
        seed: options.seed,
        edition: GradedEdition::of(suite, options, &outcomes),
        score: parts.iter().map(|part| part.score).sum(),
        score_max: parts.iter().map(|part| part.score_max).sum(),
        parts,
        diagnoses,
        unsteady,
        provisional,
        not_tried: Vec::new(),
        kept: None,
        tried: tried(suite, cases, &outcomes),
    })
}

/// The first reason why a case could not be run.
///
/// # Errors
/// That reason, when no case could be; or everything was stopped.
fn why_not_run(outcomes: Vec<CaseOutcome>) -> io::Result<(Vec<CaseOutcome>, Option<String>)> {
    let nothing_ran = outcomes.iter().all(|outcome| outcome.attempt().is_none());
    let mut kept = Vec::with_capacity(outcomes.len());
    let mut first = None;
    for outcome in outcomes {
        match outcome {
            CaseOutcome::NotRun(why @ Unrun::Interrupted) => return Err(why.into()),
            CaseOutcome::NotRun(why) if nothing_ran => return Err(why.into()),
            CaseOutcome::NotRun(Unrun::Refused(ref why) | Unrun::NoRoom(ref why)) => {
                first.get_or_insert_with(|| why.clone());
                kept.push(outcome);
            }
            CaseOutcome::Done(_) | CaseOutcome::GivenUp => kept.push(outcome),
        }
    }
    Ok((kept, first))
}

/// The result of each case.
fn tried(suite: &dyn GradingSuite, cases: &[GradingCase], outcomes: &[CaseOutcome]) -> Vec<Tried> {
    let tried = cases.iter().zip(outcomes).map(|(case, outcome)| {
        let attempt = outcome.attempt();
        let printed = attempt.map(|it| it.printed.as_slice());
        let printed = printed.filter(|printed| !printed.is_empty());
        let finding = attempt.and_then(|it| it.finding.clone());
        Tried {
            end: match (outcome, finding) {
                (CaseOutcome::GivenUp, _) => TriedEnd::GivenUp,
                (CaseOutcome::NotRun(_), _) => TriedEnd::NotRun,
                (CaseOutcome::Done(_), None) => TriedEnd::Passed,
                (CaseOutcome::Done(_), Some(finding)) => TriedEnd::Failed(finding),
            },
            took: attempt.map(|it| it.took).unwrap_or_default(),
            printed: printed.map(|printed| blake3::hash(printed).to_hex().to_string()),
            ..Tried::not_run(suite, case)
        }
    });
    tried.collect()
}

fn collect(
    suite: &dyn GradingSuite,
    cases: &[GradingCase],
    outcomes: &[CaseOutcome],
    options: &GradingSettings,
) -> Vec<PartGrade> {
    let has_cases = |number| cases.iter().any(|case| case.part == number);
    let parts = suite.parts().iter().enumerate().filter(|(number, _)| has_cases(*number));
    parts
        .map(|(number, part)| {
            let mine: Vec<(&GradingCase, &CaseOutcome)> =
                cases.iter().zip(outcomes).filter(|(case, _)| case.part == number).collect();
            let count = |is_so: fn(&CaseOutcome) -> bool| {
                mine.iter().filter(|(_, outcome)| is_so(outcome)).count()
            };
            let passed = count(|outcome| {
                let attempt = outcome.attempt();
                attempt.is_some_and(|attempt| attempt.finding.is_none())
            });
            PartGrade {
                name: part.name,
                cases: mine.len(),
                passed,
                given_up: count(|outcome| matches!(outcome, CaseOutcome::GivenUp)),
                not_run: count(|outcome| matches!(outcome, CaseOutcome::NotRun(_))),
                score: share(options.marks(number, part), passed, mine.len()),
                score_max: options.marks(number, part),
                failures: failures(&mine),
                must_be_right: true,
                memory: None,
                number,
            }
        })
        .collect()
}

/// The ways in which a part's cases fail.
fn failures(mine: &[(&GradingCase, &CaseOutcome)]) -> Vec<FailureGroup> {
    let mut failures: Vec<FailureGroup> = Vec::new();
    for (case, outcome) in mine {
        let Some(finding) = outcome.attempt().and_then(|it| it.finding.as_ref()) else {
            continue;
        };
        let known = failures.iter_mut().find(|it| it.finding.rule == finding.rule);
        match known {
            Some(known) => known.cases += 1,
            None => failures.push(FailureGroup {
                cases: 1,
                about: case.about.clone(),
                finding: (**finding).clone(),
                folder: None,
                small: None,
            }),
        }
    }
    failures
}

#[expect(clippy::cast_precision_loss, reason = "a few dozen cases")]
fn share(marks: u32, passed: usize, cases: usize) -> f64 {
    if cases == 0 {
        return 0.0;
    }
    f64::from(marks) * passed as f64 / cases as f64
}

/// Runs the kept case of every crash under valgrind, and adds the first error that it finds.
fn look_at_crashes(attempts: &Attempts<'_>, parts: &mut [PartGrade]) -> io::Result<()> {
    let failures = parts.iter_mut().flat_map(|part| &mut part.failures);
    for failure in failures.filter(|failure| failure.finding.rule == CRASH) {
        let Some(small) = &mut failure.small else {
            continue;
        };
        if let Some(report) = attempts.memory_errors(&small.case)? {
            let error = format!("; valgrind: {}", first_error(&report));
            failure.finding.what.push_str(&error);
            if let Some(finding) = &mut small.attempt.finding {
                finding.what.push_str(&error);
            }
        }
    }
    Ok(())
}

/// Asks for causes over all runs. Their places are those of the cases.
fn diagnose(
    suite: &dyn GradingSuite,
    cases: &[GradingCase],
    outcomes: &[CaseOutcome],
    unsteady: Option<&UnsteadyCases>,
) -> Vec<PartDiagnosis> {
    let is_steady = |n: &usize| unsteady.is_none_or(|it| !it.places.contains(n));
    let ran = cases.iter().zip(outcomes).enumerate().filter(|(n, _)| is_steady(n));
    let ran = ran.filter_map(|(n, (case, outcome))| Some((n, case, outcome.attempt()?)));
    let (places, runs): (Vec<usize>, Vec<(&GradingCase, &[u8])>) =
        ran.map(|(n, case, attempt)| (n, (case, attempt.printed.as_slice()))).unzip();
    let mut all = suite.diagnose(&runs);
    for one in &mut all {
        for run in &mut one.diagnosis.runs {
            *run = places[*run];
        }
        if let (Some(first), Some(run)) = (&mut one.diagnosis.first, one.diagnosis.runs.first()) {
            first.push_str(&format!(" (case: {})", cases[*run].about));
        }
    }
    all
}

/// The cause that was named of a case, if one was.
fn cause_of(diagnoses: &[PartDiagnosis], case: usize) -> Option<&Diagnosis> {
    let all = diagnoses.iter().map(|one| &one.diagnosis);
    all.filter(|one| one.is_sure() && !one.key.is_empty()).find(|one| one.runs.contains(&case))
}

/// What was found out over all runs of the program in a case, beside its named cause and what is counted.
fn known_of(diagnoses: &[PartDiagnosis], case: usize, cause: Option<&Diagnosis>) -> Vec<Diagnosis> {
    let all = diagnoses.iter().map(|one| &one.diagnosis);
    let said = all.filter(|one| one.certainty != Certainty::Counted && Some(*one) != cause);
    said.filter(|one| one.runs.contains(&case)).cloned().collect()
}

/// Makes the first case of every way of failing as small as it gets. Where a cause is known of it
/// the small case still shows that cause.
fn make_small(
    attempts: &Attempts<'_>,
    cases: &[GradingCase],
    outcomes: &[CaseOutcome],
    diagnoses: &[PartDiagnosis],
    parts: &mut [PartGrade],
    jobs: usize,
) -> io::Result<()> {
    let mut ways = Vec::new();
    for part in parts.iter_mut() {
        for failure in &mut part.failures {
            let first = cases.iter().zip(outcomes).enumerate().find_map(|(n, (case, outcome))| {
                let attempt = outcome.attempt()?;
                let is_first =
                    case.part == part.number && attempt.rule() == Some(failure.finding.rule);
                is_first.then_some((n, case, attempt, cause_of(diagnoses, n)))
            });
            ways.extend(first.map(|first| (failure, first)));
        }
    }
    let mut effort = ShrinkEffort::for_each_of(ways.len(), jobs);
    if attempts.recorded.is_some() {
        effort.runs_max = 0;
    }
    let small = in_parallel(jobs, ways.len(), |n| {
        let (_, case, attempt, cause) = ways[n].1;
        let key = cause.map(|cause| cause.key.as_str());
        shrink::shrink(attempts, case, attempt, key, effort)
    });
    for ((failure, (n, whole, printed, cause)), small) in ways.into_iter().zip(small) {
        let (case, attempt) = small?;
        if let Some(finding) = &attempt.finding {
            failure.finding = (**finding).clone();
        }
        let known = known_of(diagnoses, n, cause);
        let whole = cause.map(|cause| (whole.clone(), printed.clone(), cause.clone()));
        failure.small = Some(Box::new(Small { case, attempt, whole, known }));
    }
    Ok(())
}

fn look_at_memory(
    attempts: &Attempts<'_>,
    cases: &[GradingCase],
    outcomes: &[CaseOutcome],
    parts: &mut [PartGrade],
    jobs: usize,
) -> io::Result<()> {
    // The shortest cases of each part that were run.
    let mut chosen: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (n, (case, outcome)) in cases.iter().zip(outcomes).enumerate() {
        if let Some(attempt) = outcome.attempt() {
            let length = attempt.expected_bytes;
            chosen.entry(case.part).or_default().push((length, n));
        }
    }
    for lengths in chosen.values_mut() {
        lengths.sort_unstable();
        lengths.truncate(MEMORY_CASES);
    }
    let chosen: Vec<usize> = chosen.into_values().flatten().map(|(_, n)| n).collect();
    let found = in_parallel(jobs, chosen.len(), |n| attempts.memory_errors(&cases[chosen[n]]));
    for (n, errors) in chosen.into_iter().zip(found) {
        let errors = errors?;
        let number = cases[n].part;
        let part = parts.iter_mut().find(|part| part.number == number);
        if let Some(part) = part.filter(|part| part.memory.is_none() && errors.is_some()) {
            part.score -= f64::from(part.score_max) * MEMORY_SHARE;
            part.score = part.score.max(0.0);
            part.memory = errors;
        }
    }
    Ok(())
}
