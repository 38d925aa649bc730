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
    /// Mistakes that fit and cannot be told apart; each may be several at once.
    pub causes: Vec<KnownCause>,
    /// The evidence for the causes.
    pub evidence: Option<Evidence>,
    /// True sentences that hold whatever the cause is: where it leaves the rules.
    pub facts: Vec<String>,
    /// The runs in which it shows, by their place among those that were held against the rules.
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
    /// The weight of these steps, in bits.
    pub bits: f64,
    /// From how many bits on a cause is named.
    pub bits_needed: f64,
}

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
        match self.certainty {
            Certainty::Unknown => return format!("no known mistake explains {about}"),
            Certainty::NotSought => return format!("no cause is sought for {about}"),
            _ => {}
        }
        let which: Vec<_> = self.causes.iter().map(|cause| &*cause.words).collect();
        let which = which.join("; or: ");
        let is_one = self.causes.len() == 1;
        let family = match self.family {
            Some(family) if family.trim_start_matches("the ") != about => format!("{family}: "),
            _ => String::new(),
        };
        match (self.certainty, is_one) {
            (Certainty::Named, true) => format!("{about}: {family}{which}"),
            (Certainty::Fits, true) => format!("{about}: {family}what fits is that {which}"),
            (Certainty::Named | Certainty::Fits, false) => {
                format!("{about}: {family}these fit and cannot be told apart: {which}")
            }
            (_, true) => format!("{about}: fits, too little to tell: {which}"),
            (_, false) => {
                format!("{about}: these fit, too little to tell, and not told apart: {which}")
            }
        }
    }

    /// The details below the headline, one line each.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.evidence.iter().map(Evidence::words).collect();
        lines.extend(self.facts.iter().cloned());
        lines
    }
}

impl Evidence {
    /// The evidence as one line of a report.
    #[must_use]
    pub fn words(&self) -> String {
        let Evidence {
            runs_whole,
            runs,
            steps,
            elsewhere,
            bits,
            bits_needed,
        } = self;
        let what = match (*runs_whole, *runs, *steps) {
            (1, 1, 1) => "the only step fits; in it the rules would have gone elsewhere".to_owned(),
            (whole, all, steps) => {
                let whose = match (whole, all) {
                    (1, 1) => "all".to_owned(),
                    (whole, all) => format!("in {whole} of {all} runs all"),
                };
                let steps = plural(steps, "step");
                format!(
                    "{whose} {steps} fit; in {elsewhere} of them the rules would have gone elsewhere"
                )
            }
        };
        let bits_word = if (0.5..1.5).contains(bits) {
            "bit"
        } else {
            "bits"
        };
        format!("{what} ({bits:.0} {bits_word}; a cause is named from {bits_needed:.0})")
    }
}

/// A count with its noun.
fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
