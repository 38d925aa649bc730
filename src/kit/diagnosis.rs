//! Why a program does what it does: what is known of that, and how sure it is.
//!
//! A cause is a whole program with a known mistake that fits everything that was seen; it is
//! never drawn from a single step. Where nothing fits, that is what is said.

use serde::Serialize;

use super::trace::TraceRow;

/// Asks why a trace left the rules, once all of it was seen.
pub trait Inquiry: Send {
    /// Takes in the next cycle.
    fn take(&mut self, row: &TraceRow);

    /// Another inquiry that has seen the same.
    fn fork(&self) -> Box<dyn Inquiry>;

    /// The diagnoses; none when the rules explain everything.
    fn conclude(&self) -> Vec<Diagnosis>;
}

/// The degree of certainty of a diagnosis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It fits everything, the evidence is enough, and it was seen in two runs or more.
    Named,
    /// It fits everything and the evidence is enough, in one run.
    Fits,
    /// It fits everything, and that is too little to tell it from chance.
    TooLittle,
    /// No known mistake fits.
    Unknown,
    /// It leaves the rules, and without the dice no cause is sought.
    NotSought,
}

/// The diagnosis of agents, or of a part of a program, that do not do what the rules ask for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnosis {
    /// The agent or the part of the program that deviates (`cheapest-least-visited`, `dice`,
    /// `endings`).
    pub about: String,
    /// The certainty of the diagnosis.
    pub certainty: Certainty,
    /// The family of the mistake, where all that fit are of one.
    pub family: Option<&'static str>,
    /// Mistakes that fit and cannot be told apart; each may be several at once. None where the
    /// evidence is so little that a name would be a guess.
    pub causes: Vec<KnownCause>,
    /// The evidence for the causes.
    pub evidence: Option<Evidence>,
    /// The turn in which the mistake shows first (`hour 10, D2`); `None` where no cause fits.
    pub first: Option<String>,
    /// True sentences that hold whatever the cause is: where it leaves the rules.
    pub facts: Vec<String>,
    /// The runs in which it shows, by their place among those that were held against the rules;
    /// `first` is of the first of them.
    #[serde(skip)]
    pub runs: Vec<usize>,
    /// The key by which the inquiry can be asked whether the same mistakes explain another run;
    /// empty where no cause fits.
    #[serde(skip)]
    pub key: String,
}

/// A mistake that is known, or several together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownCause {
    /// Their lasting names, joined by `+`.
    pub name: String,
    /// The behaviour of a program with these mistakes.
    pub words: String,
    /// The rule of the assignment that it breaks, with the section it stands in.
    pub rule: String,
}

/// The evidence for a cause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// Runs in which every step fits, to the end of the run.
    pub runs_whole: usize,
    /// The number of runs of the program.
    pub runs: usize,
    /// Steps that fit.
    pub steps: usize,
    /// Those of them in which the rules would have gone elsewhere.
    pub elsewhere: usize,
    /// The number of mistakes that fit only together, this one among them; from 1.
    pub together: usize,
    /// The weight of these steps, in bits.
    pub bits: f64,
    /// From how many bits on a cause is named.
    pub bits_needed: f64,
}

/// Alternatives that a headline shows of those that cannot be told apart.
const SHOWN_MAX: usize = 3;

impl Diagnosis {
    /// True if a cause is named.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        matches!(self.certainty, Certainty::Named | Certainty::Fits)
    }

    /// Its first line.
    #[must_use]
    pub fn headline(&self) -> String {
        let about = &self.about;
        let kind = match (self.certainty, self.causes.len()) {
            (Certainty::Unknown, _) => return format!("no known mistake explains {about}"),
            (Certainty::NotSought, _) => {
                return format!("without the dice, no mistake in {about} can be named");
            }
            (_, 0) if self.evidence.is_some_and(|it| it.together > 1) => {
                return format!(
                    "another mistake seen in {about}, with too little evidence to name it"
                );
            }
            (_, 0) => {
                return format!("a mistake seen in {about}, with too little evidence to name it");
            }
            (Certainty::Named | Certainty::Fits, 1) => "likely mistake in",
            (Certainty::Named | Certainty::Fits, _) => "likely one of these mistakes in",
            (_, 1) => "possible mistake, on little evidence, in",
            (_, _) => "possible mistakes, on little evidence, in",
        };
        let subject = match self.family {
            Some(family) if family.trim_start_matches("the ") != about => {
                format!("{family} ({about})")
            }
            _ => about.clone(),
        };
        let shown = self.causes.iter().take(SHOWN_MAX);
        let mut which: Vec<_> = shown.map(|cause| cause.words.clone()).collect();
        if let Some(more @ 1..) = self.causes.len().checked_sub(SHOWN_MAX) {
            which.push(format!("{more} more"));
        }
        format!("{kind} {subject}: {}", which.join("; or: "))
    }

    /// The details below the headline, one line each.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rules: Vec<&str> = self.causes.iter().map(|cause| &*cause.rule).collect();
        rules.dedup();
        if let [rule] = rules[..] {
            lines.push(format!("the assignment, {rule}"));
        }
        if let Some(evidence) = self.evidence.filter(|_| !self.causes.is_empty()) {
            lines.push(evidence.words(self.causes.len() == 1));
        }
        if let Some(first) = &self.first {
            lines.push(format!("first seen in {first}"));
        }
        lines.extend(self.facts.iter().cloned());
        lines
    }
}

impl Evidence {
    /// The evidence as one line of a report; `is_one` says whether one mistake is named or several.
    fn words(&self, is_one: bool) -> String {
        let who = match (self.together, is_one) {
            (1, true) => "this mistake reproduces",
            (1, false) => "each of them reproduces",
            (2, _) => "both mistakes together reproduce",
            _ => "all these mistakes together reproduce",
        };
        let right = self.steps.saturating_sub(self.elsewhere);
        let what = match (self.runs_whole, self.runs, self.steps) {
            (1, 1, 1) => "the only turn".to_owned(),
            (1, 1, steps) => format!("all {steps} turns"),
            (whole, runs, steps) if whole == runs => format!("all {steps} turns of {runs} runs"),
            (whole, runs, steps) => format!(
                "all {steps} turns ({whole} of {runs} runs to the end, the others up to a move where there is no road)"
            ),
        };
        let rules = match right {
            0 => "none".to_owned(),
            right => format!("only {right}"),
        };
        format!("{who} {what}; the correct rules reproduce {rules}")
    }
}
