//! Puts an outside program to the test: every case of an exam in a folder of its own, several at
//! a time; what fails is made small and kept.

mod attempt;
mod keep;
mod layout;
mod shrink;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::engine::any::AnyGame;
use crate::engine::exam::{Case, Exam};
use crate::engine::referee::Finding;
use crate::outside::program::Program;

use attempt::{Attempt, Attempts};

/// How a program is graded.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What the cases are made of.
    pub seed: i64,
    /// Time for one run.
    pub time: Duration,
    /// Address space for one run in bytes; nothing for no limit.
    pub memory_bytes_max: Option<u64>,
    /// Runs at a time.
    pub jobs: usize,
    /// Whether memory errors and leaks are looked for.
    pub memcheck: bool,
    /// Whether a case whose layout is not the reference's fails.
    pub exact: bool,
}

/// A program's grades.
#[derive(Clone, Debug, Serialize)]
pub struct Grading {
    /// What was run.
    pub program: String,
    /// What the cases were made of.
    pub seed: i64,
    /// The parts.
    pub parts: Vec<PartGrade>,
    /// Marks.
    pub score: f64,
    /// Marks there are.
    pub score_max: u32,
    /// Where failing cases are kept, if any are.
    pub kept: Option<PathBuf>,
}

/// One part's grade.
#[derive(Clone, Debug, Serialize)]
pub struct PartGrade {
    /// The part.
    pub name: &'static str,
    /// Cases.
    pub cases: usize,
    /// Cases passed.
    pub passed: usize,
    /// Cases that were not run any more, because runs before them took too long. They count as
    /// failed.
    pub not_run: usize,
    /// Marks.
    pub score: f64,
    /// Marks there are; 0 when the part only informs.
    pub score_max: u32,
    /// The ways in which cases failed, the first first.
    pub failures: Vec<Failure>,
    /// Whether all of it must be right for a grading to be full.
    pub must_be_right: bool,
    /// What was found about memory, when it was looked for and something was.
    pub memory: Option<String>,
}

/// One way of failing.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// Cases that fail so.
    pub cases: usize,
    /// What the first of them is about.
    pub about: &'static str,
    /// What is wrong, in the smallest case that was found.
    pub finding: Finding,
    /// Where that case is kept, below [`Grading::kept`].
    pub folder: Option<String>,
    #[serde(skip)]
    small: Option<Box<(Case, Attempt)>>,
}

impl Grading {
    /// Whether every case of every part is right and no memory is lost.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let mut parts = self.parts.iter().filter(|part| part.must_be_right);
        parts.all(|part| part.passed == part.cases && part.memory.is_none())
    }
}

/// A run that fails so late is slow; after so many of them a part is given up.
const SLOW: Duration = Duration::from_millis(900);
const SLOW_MAX: usize = 2;
/// A program with so many slow failures in all parts gets no more than this many times what it
/// needs for a small case.
const SLOW_ALL_MAX: usize = 2;
const IMPATIENT_FACTOR: u32 = 2;
/// The share of a part's marks that a memory error or leak costs.
const MEMORY_SHARE: f64 = 0.1;
/// Cases of a part that are looked at for memory errors: the shortest ones.
const MEMORY_CASES: usize = 2;

/// Grades a program. `progress` is told how many of how many runs are done.
///
/// # Errors
/// Folders that cannot be made, a program that cannot be started.
pub fn grade(
    exam: &dyn Exam,
    program: &Program,
    options: Options,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> io::Result<Grading> {
    let cases = exam.cases(options.seed);
    let attempts = Attempts::new(exam, program, options);
    let outcomes = run_all(&attempts, &cases, options.jobs, progress)?;
    let outcomes = give_up(&cases, outcomes, exam.parts().len());
    let mut parts = collect(exam, &cases, &outcomes);
    make_small(&attempts, &cases, &outcomes, &mut parts, options.jobs)?;
    if options.memcheck {
        look_at_memory(&attempts, &cases, &outcomes, &mut parts, options.jobs)?;
    }
    parts.push(layout::part(&cases, &outcomes));
    Ok(Grading {
        program: program.shown(),
        seed: options.seed,
        score: parts.iter().map(|part| part.score).sum(),
        score_max: parts.iter().map(|part| part.score_max).sum(),
        parts,
        kept: None,
    })
}

/// Writes what failed into a folder, a folder for each way of failing.
///
/// # Errors
/// The folder cannot be written.
pub fn keep(
    grading: &mut Grading,
    game: &dyn AnyGame,
    exam: &dyn Exam,
    program: &Program,
    folder: &Path,
) -> io::Result<()> {
    keep::clear(folder)?;
    for part in &mut grading.parts {
        for failure in &mut part.failures {
            let Some(small) = failure.small.take() else {
                continue;
            };
            let (case, attempt) = *small;
            let name = layout::folder(part.name, failure.finding.rule);
            keep::write(&folder.join(&name), game, exam, program, &case, &attempt)?;
            failure.folder = Some(name);
            grading.kept = Some(folder.to_owned());
        }
    }
    Ok(())
}

/// What became of a case.
enum Outcome {
    Done(Attempt),
    NotRun,
}

/// Runs jobs on several threads; results stand in the jobs' order.
fn in_parallel<R: Send>(
    jobs: usize,
    count: usize,
    run: impl Fn(usize) -> io::Result<R> + Sync,
) -> io::Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new((0..count).map(|_| None).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= count {
                        return;
                    }
                    let result = run(job);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results[job] = Some(result);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

fn run_all(
    attempts: &Attempts<'_>,
    cases: &[Case],
    jobs: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> io::Result<Vec<Outcome>> {
    let slow: Vec<_> = attempts
        .exam
        .parts()
        .iter()
        .map(|_| AtomicUsize::new(0))
        .collect();
    let slow_in_all = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    in_parallel(jobs, cases.len(), |n| {
        let case = &cases[n];
        let slow = &slow[case.part];
        let outcome = if slow.load(Ordering::Relaxed) >= SLOW_MAX {
            Outcome::NotRun
        } else {
            let attempt = if slow_in_all.load(Ordering::Relaxed) >= SLOW_ALL_MAX {
                attempts.run_for(case, attempts.time_small() * IMPATIENT_FACTOR)?
            } else {
                attempts.run(case)?
            };
            if attempt.finding.is_some() && attempt.took >= SLOW {
                slow.fetch_add(1, Ordering::Relaxed);
                slow_in_all.fetch_add(1, Ordering::Relaxed);
            }
            Outcome::Done(attempt)
        };
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, cases.len());
        Ok(outcome)
    })
}

/// What ran in spite of a part being given up counts as not run: which it was depends on how
/// many ran at a time.
fn give_up(cases: &[Case], outcomes: Vec<Outcome>, parts: usize) -> Vec<Outcome> {
    let mut slow = vec![0; parts];
    let pairs = cases.iter().zip(outcomes);
    pairs
        .map(|(case, outcome)| {
            let slow = &mut slow[case.part];
            if *slow >= SLOW_MAX {
                return Outcome::NotRun;
            }
            if let Outcome::Done(attempt) = &outcome {
                *slow += usize::from(attempt.finding.is_some() && attempt.took >= SLOW);
            }
            outcome
        })
        .collect()
}

fn collect(exam: &dyn Exam, cases: &[Case], outcomes: &[Outcome]) -> Vec<PartGrade> {
    let parts = exam.parts().iter().enumerate();
    parts
        .map(|(n, part)| {
            let mine = || {
                cases
                    .iter()
                    .zip(outcomes)
                    .filter(move |(case, _)| case.part == n)
            };
            let count = mine().count();
            let passed = mine().filter(|(_, outcome)| {
                matches!(outcome, Outcome::Done(attempt) if attempt.finding.is_none())
            });
            let passed = passed.count();
            let not_run = mine().filter(|(_, outcome)| matches!(outcome, Outcome::NotRun));
            let mut failures: Vec<Failure> = Vec::new();
            for (case, outcome) in mine() {
                let Outcome::Done(Attempt {
                    finding: Some(finding),
                    ..
                }) = outcome
                else {
                    continue;
                };
                match failures
                    .iter_mut()
                    .find(|known| known.finding.rule == finding.rule)
                {
                    Some(known) => known.cases += 1,
                    None => failures.push(Failure {
                        cases: 1,
                        about: case.about,
                        finding: (**finding).clone(),
                        folder: None,
                        small: None,
                    }),
                }
            }
            PartGrade {
                name: part.name,
                cases: count,
                passed,
                not_run: not_run.count(),
                score: share(part.marks, passed, count),
                score_max: part.marks,
                failures,
                must_be_right: true,
                memory: None,
            }
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few dozen cases")]
fn share(marks: u32, passed: usize, cases: usize) -> f64 {
    if cases == 0 {
        return 0.0;
    }
    f64::from(marks) * passed as f64 / cases as f64
}

/// Makes the first case of every way of failing as small as it gets.
fn make_small(
    attempts: &Attempts<'_>,
    cases: &[Case],
    outcomes: &[Outcome],
    parts: &mut [PartGrade],
    jobs: usize,
) -> io::Result<()> {
    let mut ways: Vec<(usize, usize, usize)> = Vec::new();
    for (p, part) in parts.iter().enumerate() {
        for (f, failure) in part.failures.iter().enumerate() {
            let first = cases.iter().zip(outcomes).position(|(case, outcome)| {
                case.part == p
                    && matches!(outcome, Outcome::Done(Attempt { finding: Some(finding), .. })
                        if finding.rule == failure.finding.rule)
            });
            ways.extend(first.map(|case| (p, f, case)));
        }
    }
    let small = in_parallel(jobs, ways.len(), |n| {
        let (_, _, case) = ways[n];
        let Outcome::Done(attempt) = &outcomes[case] else {
            unreachable!("only cases that were run fail in a way");
        };
        shrink::shrink(attempts, &cases[case], attempt)
    })?;
    for ((part, failure, _), (case, attempt)) in ways.into_iter().zip(small) {
        let failure = &mut parts[part].failures[failure];
        if let Some(finding) = &attempt.finding {
            failure.finding = (**finding).clone();
        }
        failure.small = Some(Box::new((case, attempt)));
    }
    Ok(())
}

fn look_at_memory(
    attempts: &Attempts<'_>,
    cases: &[Case],
    outcomes: &[Outcome],
    parts: &mut [PartGrade],
    jobs: usize,
) -> io::Result<()> {
    // The shortest cases of each part that were run.
    let mut chosen: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (n, (case, outcome)) in cases.iter().zip(outcomes).enumerate() {
        if let Outcome::Done(attempt) = outcome {
            let length = attempt.expected_bytes;
            chosen.entry(case.part).or_default().push((length, n));
        }
    }
    for lengths in chosen.values_mut() {
        lengths.sort_unstable();
        lengths.truncate(MEMORY_CASES);
    }
    let chosen: Vec<usize> = chosen.into_values().flatten().map(|(_, n)| n).collect();
    let found = in_parallel(jobs, chosen.len(), |n| {
        attempts.memory_errors(&cases[chosen[n]])
    })?;
    for (n, errors) in chosen.into_iter().zip(found) {
        let part = &mut parts[cases[n].part];
        if part.memory.is_none() && errors.is_some() {
            part.score -= f64::from(part.score_max) * MEMORY_SHARE;
            part.score = part.score.max(0.0);
            part.memory = errors;
        }
    }
    Ok(())
}
