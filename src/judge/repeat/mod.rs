//! Does a program repeat? It is run with nothing varied, then with one thing after the other varied
//! that must not matter, and a thing is named only when chance would hardly have done it.
//!
//! A few runs show whether a thing may matter. Those say nothing of how sure that is: many things are
//! tried, and a program that differs by itself differs beside any of them. So an experiment of its own
//! follows: fresh runs with the thing and without it, in an order drawn by lot, and the exact chance of
//! so uneven a result (see [`Chance`]), divided by how many such experiments there can be.
//!
//! This part decides what is run and what it means. Who runs is handed in; see [`Runs`].

mod chance;
mod copies;
mod factors;

use serde::Serialize;

pub use chance::Chance;
use chase_engine::dice::{Dice, Generator};
use chase_world::error::Error;
pub use copies::{Copies, CopyOrder};
use factors::ENVIRONMENT;
pub use factors::{Factor, FactorRequest, NAMES, factors};

use chase_outside::repeated::RunConditions;

/// The conditions of a run: those that are varied and those that are held still.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSetting {
    /// In words; empty where nothing is.
    pub words: String,
    /// The conditions that the program is run with.
    pub conditions: RunConditions,
    /// A copy of the working folder in place of it, with its names in this order.
    pub copy: Option<CopyOrder>,
    /// True if more than a second passes before the run.
    pub later: bool,
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum RunOutcome {
    /// It ended, and this is its output: equal numbers are equal outputs.
    Output(usize),
    /// It has no output that could be compared, and why.
    None(String),
}

/// A runner of the program, which recognizes equal outputs.
pub trait Runs {
    /// Runs it once.
    ///
    /// # Errors
    /// It cannot be run, or everything was stopped.
    fn run(&mut self, setting: &RunSetting) -> Result<RunOutcome, Error>;

    /// Hears what came of a factor.
    ///
    /// # Errors
    /// Nobody can be told.
    fn found(&mut self, finding: &Finding) -> Result<(), Error>;
}

/// Fresh runs with a thing and without it, in an order drawn by lot.
#[derive(Clone, Debug, Serialize)]
pub struct Experiment {
    /// The factor that was varied or held still, in words.
    pub setting: String,
    /// The number of runs on each side; with the clock, of pairs of runs.
    pub runs: usize,
    /// The number of different outputs of the runs with it.
    pub outputs_with: usize,
    /// The number of different outputs of the runs without it.
    pub outputs_without: usize,
    /// The chance that they part so unevenly by themselves: one in so many.
    pub chance_one_in: u64,
    /// The rarity that makes it a cause: the chance is below one in this number.
    pub needed_one_in: u64,
    /// True if it is rare enough to be called a cause.
    pub is_cause: bool,
}

/// The finding about one factor.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    /// The factor's name; empty for the runs with nothing varied.
    pub name: &'static str,
    /// True if it was held still instead of varied.
    pub held: bool,
    /// The number of runs, without those of the experiment.
    pub runs: usize,
    /// The number of runs that differ from the expected output: that of the first run with nothing
    /// varied, or for runs that were held still that of the first of them.
    pub differ: usize,
    /// The reason why it was not varied; empty where it was.
    pub why_not: String,
    /// A note on a part that was not varied all the same.
    pub note: String,
    /// The experiment, where the runs gave occasion for one.
    pub experiment: Option<Experiment>,
}

impl Finding {
    fn of(name: &'static str) -> Self {
        Finding { name, ..Finding::default() }
    }

    /// Returns whether it is a cause of differences.
    pub fn is_cause(&self) -> bool {
        self.experiment.as_ref().is_some_and(|it| it.is_cause)
    }
}

/// The findings of the whole examination.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Examined {
    /// True if runs with nothing varied differ.
    pub by_itself: bool,
    /// The finding about each factor, in the order in which they were tried.
    pub findings: Vec<Finding>,
    /// Two runs that differ, by their outputs: the first that did.
    #[serde(skip)]
    pub pair: Option<(usize, usize)>,
}

impl Examined {
    /// Returns whether all runs were the same.
    pub fn repeats(&self) -> bool {
        self.pair.is_none()
    }

    /// The names of what makes the output differ.
    pub fn causes(&self) -> impl Iterator<Item = &'static str> {
        self.findings.iter().filter(|it| it.is_cause()).map(|it| it.name)
    }
}

/// Runs of an experiment, on each side; of the second one, where the first is not clear.
const RUNS: [usize; 2] = [12, 36];
/// Runs of an experiment with the clock, in pairs on each side; half of the pairs wait more than a
/// second.
const CLOCK_PAIRS: [usize; 2] = [10, 30];
/// One in so many is the chance that anything is named that does nothing.
const FALSE_ONE_IN: u64 = 1_000;
/// The rarity that the first experiment must reach before there is a second one: one in this
/// number.
const PROMISING_ONE_IN: u64 = 20;
/// The name of everything that can be held still, together.
pub(crate) const TOGETHER: &str = "together";

/// Finds out whether a program repeats, and why not. Things are tried `repeats` times each; `seed`
/// decides the order of runs in experiments.
///
/// # Errors
/// Those of the runs with nothing varied.
pub fn examine(
    factors: &[Factor],
    repeats: usize,
    seed: i64,
    runs: &mut dyn Runs,
) -> Result<Examined, Error> {
    let varied = factors.iter().filter(|it| !it.varied.is_empty()).count();
    let held = factors.iter().filter(|it| it.held.is_some()).count();
    let experiments = RUNS.len() * (varied + held + 1);
    let mut examination = Examination {
        repeats,
        needed: FALSE_ONE_IN * experiments as u64,
        dice: Dice::new(Generator::Chacha8, seed, 0),
        runs,
        first: 0,
        without: Vec::new(),
        done: Examined::default(),
    };
    examination.plain()?;
    if !examination.done.by_itself {
        for factor in factors {
            examination.vary(factor)?;
            if examination.done.by_itself {
                break;
            }
        }
    }
    if examination.done.by_itself {
        examination.hold_all(factors)?;
    }
    Ok(examination.done)
}

struct Examination<'a> {
    repeats: usize,
    needed: u64,
    dice: Dice,
    runs: &'a mut dyn Runs,
    /// The output of the first run with nothing varied.
    first: usize,
    /// The outputs of the newest experiment's runs without the factor; none of the clock's.
    without: Vec<usize>,
    done: Examined,
}

impl Examination<'_> {
    /// The first runs with nothing varied.
    fn plain(&mut self) -> Result<(), Error> {
        let outputs = self.plain_runs(self.repeats.max(2))?;
        self.first = outputs[0];
        let differ = self.compare(&outputs, outputs[0]);
        self.done.by_itself = differ > 0;
        self.tell(Finding { runs: outputs.len(), differ, ..Finding::of("") })
    }

    /// The outputs of so many runs with nothing varied.
    fn plain_runs(&mut self, count: usize) -> Result<Vec<usize>, Error> {
        let mut outputs = Vec::new();
        for _ in 0..count {
            match self.runs.run(&RunSetting::default())? {
                RunOutcome::Output(output) => outputs.push(output),
                RunOutcome::None(why) => return Err(Error::new(why)),
            }
        }
        Ok(outputs)
    }

    /// Counts the outputs that are not the expected one; the first such pair is kept.
    fn compare(&mut self, outputs: &[usize], expected: usize) -> usize {
        let mut differing = outputs.iter().filter(|output| **output != expected);
        if let Some(other) = differing.clone().next() {
            self.done.pair.get_or_insert((expected, *other));
        }
        differing.by_ref().count()
    }

    fn tell(&mut self, finding: Finding) -> Result<(), Error> {
        self.runs.found(&finding)?;
        self.done.findings.push(finding);
        Ok(())
    }

    /// Runs with a factor varied, and an experiment where any of them differs.
    fn vary(&mut self, factor: &Factor) -> Result<(), Error> {
        let mut finding = Finding {
            why_not: factor.why_not.clone(),
            note: factor.note.clone(),
            ..Finding::of(factor.name)
        };
        if factor.varied.is_empty() {
            return self.tell(finding);
        }
        let Some(expected) = self.expected(factor, &mut finding)? else {
            return self.tell(finding);
        };
        let Some(outputs) = self.some(&factor.varied, &mut finding)? else {
            return self.tell(finding);
        };
        finding.differ = self.compare(&outputs, expected);
        finding.runs = outputs.len();
        let has_variables = |it: &RunSetting| !it.conditions.variables.is_empty();
        let is_of_variables = factor.name != ENVIRONMENT && factor.varied.iter().all(has_variables);
        if finding.differ > 0 && is_of_variables {
            return self.vary_by_value(factor, &outputs, finding);
        }
        if let Some(first) = outputs.iter().position(|output| *output != expected) {
            let with = &factor.varied[first % factor.varied.len()];
            self.experiment(&mut finding, factor, with, &factor.base)?;
            if self.strays(expected) {
                let is_plain = factor.base == RunSetting::default();
                self.done.by_itself |= is_plain || self.plain_runs_differ()?;
            }
        }
        self.tell(finding)
    }

    /// The runs of a factor that is varied by variables against runs with variables of other names in their place: what
    /// differs between them is due to this factor, and not to any variable.
    fn vary_by_value(
        &mut self,
        factor: &Factor,
        outputs: &[usize],
        mut finding: Finding,
    ) -> Result<(), Error> {
        let others: Vec<_> = factor.varied.iter().map(RunSetting::renamed).collect();
        let Some(expected) = self.some(&others, &mut finding)? else {
            return self.tell(finding);
        };
        match outputs.iter().zip(&expected).position(|(one, other)| one != other) {
            None => finding.note = "as with any other variable".to_owned(),
            Some(first) => {
                let [with, without] =
                    [&factor.varied, &others].map(|it| &it[first % factor.varied.len()]);
                self.experiment(&mut finding, factor, with, without)?;
                if self.strays(expected[first]) {
                    self.done.by_itself |= self.plain_runs_differ()?;
                }
            }
        }
        self.tell(finding)
    }

    /// The output of a factor's runs without it; nothing where there is none.
    fn expected(&mut self, factor: &Factor, finding: &mut Finding) -> Result<Option<usize>, Error> {
        if factor.base == RunSetting::default() {
            return Ok(Some(self.first));
        }
        let Some(outputs) = self.some(std::slice::from_ref(&factor.base), finding)? else {
            return Ok(None);
        };
        let differ = self.compare(&outputs, outputs[0]);
        if differ > 0 {
            // By itself, or by what no two of these runs have in common, as copies have no inode.
            let words = &factor.base.words;
            finding.why_not = format!("runs in {words} differ from each other");
            (finding.runs, finding.differ) = (outputs.len(), differ);
            self.done.by_itself |= self.plain_runs_differ()?;
            if !self.done.by_itself {
                finding.note = format!("{} more with nothing varied are the same", RUNS[0]);
            }
            return Ok(None);
        }
        Ok(Some(outputs[0]))
    }

    /// Returns whether it differs by itself after all: more runs with nothing varied are not all as
    /// the first.
    fn plain_runs_differ(&mut self) -> Result<bool, Error> {
        let outputs = self.plain_runs(RUNS[0])?;
        Ok(self.compare(&outputs, self.first) > 0)
    }

    /// Returns whether runs without a factor, in the newest experiment, are not all as expected.
    fn strays(&mut self, expected: usize) -> bool {
        let without = std::mem::take(&mut self.without);
        self.compare(&without, expected) > 0
    }

    /// A few runs with these settings in turn; nothing where one had no output, which is then said.
    fn some(
        &mut self,
        settings: &[RunSetting],
        finding: &mut Finding,
    ) -> Result<Option<Vec<usize>>, Error> {
        let mut outputs = Vec::new();
        for n in 0..self.repeats.max(settings.len()) {
            // The clock goes on by itself: it is waited for once.
            let mut setting = settings[n % settings.len()].clone();
            setting.later &= n == 0;
            match self.runs.run(&setting)? {
                RunOutcome::Output(output) => outputs.push(output),
                RunOutcome::None(why) => {
                    finding.why_not = why;
                    return Ok(None);
                }
            }
        }
        Ok(Some(outputs))
    }

    /// Fresh runs with and without, and if they are not clear, more of them.
    fn experiment(
        &mut self,
        finding: &mut Finding,
        factor: &Factor,
        with: &RunSetting,
        without: &RunSetting,
    ) -> Result<(), Error> {
        let sizes: &[usize] = match factor.is_clock() {
            true => &CLOCK_PAIRS,
            false => &RUNS,
        };
        for runs in sizes {
            let Some([of_with, of_without]) = self.sides(*runs, factor, with, without)? else {
                return Ok(());
            };
            let chance = Chance::of(&of_with, &of_without);
            let is_cause = chance.is_below_one_in(self.needed);
            finding.experiment = Some(Experiment {
                setting: with.words.clone(),
                runs: *runs,
                outputs_with: different(&of_with),
                outputs_without: different(&of_without),
                chance_one_in: chance.one_in(),
                needed_one_in: self.needed,
                is_cause,
            });
            if !factor.is_clock() {
                self.without.extend(of_without);
            }
            if is_cause || !chance.is_below_one_in(PROMISING_ONE_IN) {
                break;
            }
        }
        Ok(())
    }

    /// The outputs of runs with the factor and without it, in an order drawn by lot; with the
    /// clock, 1 for each pair whose runs differ and 0 for each other one. Nothing where a run had
    /// no output.
    fn sides(
        &mut self,
        runs: usize,
        factor: &Factor,
        with: &RunSetting,
        without: &RunSetting,
    ) -> Result<Option<[Vec<usize>; 2]>, Error> {
        let mut sides = [Vec::new(), Vec::new()];
        for side in order(&mut self.dice, runs) {
            let setting = if side == 0 { with } else { without };
            let first = match factor.is_clock() {
                true => Some(self.runs.run(without)?),
                false => None,
            };
            let output = match (first, self.runs.run(setting)?) {
                (None, RunOutcome::Output(output)) => output,
                (Some(first), second) => usize::from(first != second),
                (None, RunOutcome::None(_)) => return Ok(None),
            };
            sides[side].push(output);
        }
        Ok(Some(sides))
    }

    /// Of a program that differs by itself: what holds it still.
    fn hold_all(&mut self, factors: &[Factor]) -> Result<(), Error> {
        for factor in factors {
            match &factor.held {
                Some(held) => self.hold(factor, held)?,
                None if factor.is_clock() && !factor.varied.is_empty() => self.wait(factor)?,
                None => {}
            }
        }
        let held: Vec<_> = factors.iter().filter_map(|it| it.held.as_ref()).collect();
        if held.len() > 1 && self.done.causes().next().is_none() {
            let all = RunSetting {
                words: "all of these held still".to_owned(),
                conditions: RunConditions {
                    variables: held.iter().flat_map(|it| it.conditions.variables.clone()).collect(),
                    fixed_addresses: held.iter().any(|it| it.conditions.fixed_addresses),
                    ..RunConditions::default()
                },
                ..RunSetting::default()
            };
            self.hold(&Factor::named(TOGETHER), &all)?;
        }
        Ok(())
    }

    fn hold(&mut self, factor: &Factor, held: &RunSetting) -> Result<(), Error> {
        let mut finding = Finding { held: true, ..Finding::of(factor.name) };
        let Some(outputs) = self.some(std::slice::from_ref(held), &mut finding)? else {
            return self.tell(finding);
        };
        finding.runs = outputs.len();
        finding.differ = outputs.iter().filter(|it| **it != outputs[0]).count();
        if finding.differ == 0 {
            self.experiment(&mut finding, factor, held, &RunSetting::default())?;
        }
        self.tell(finding)
    }

    /// The clock cannot be held still; but runs that follow each other at once may be the same, where
    /// others are not.
    fn wait(&mut self, factor: &Factor) -> Result<(), Error> {
        let (mut finding, plain) = (Finding::of(factor.name), RunSetting::default());
        let later = &factor.varied[0];
        for setting in [&plain, later] {
            let first = self.runs.run(&plain)?;
            let second = self.runs.run(setting)?;
            finding.runs += 2;
            finding.differ += usize::from(first != second);
            // Where it differs at once, or not even later, there is nothing to find.
            if (first != second) != setting.later {
                return self.tell(finding);
            }
        }
        self.experiment(&mut finding, factor, later, &plain)?;
        self.tell(finding)
    }
}

/// So many 0, for runs with a thing, and as many 1, for runs without it; all orders are equally likely.
fn order(dice: &mut Dice, each: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..2 * each).map(|n| n % 2).collect();
    for last in (1..order.len()).rev() {
        let below = u32::try_from(last + 1).unwrap_or(u32::MAX);
        order.swap(last, dice.below(below) as usize);
    }
    order
}

fn different(outputs: &[usize]) -> usize {
    let mut outputs = outputs.to_vec();
    outputs.sort_unstable();
    outputs.dedup();
    outputs.len()
}

#[cfg(test)]
mod tests;
