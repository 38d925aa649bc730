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
    /// Its turns are counted, and nothing is named.
    Counted,
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
    /// The turns that are meant (`before any tip`), where not all are.
    pub phase: Option<&'static str>,
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
    /// The turns by what they are like, where they are counted.
    pub table: Option<TurnTable>,
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
        let about = match self.phase {
            Some(phase) => &format!("{} {phase}", self.about),
            None => &self.about,
        };
        let kind = match (self.certainty, self.causes.len()) {
            (Certainty::Counted, _) => {
                return format!("where {about} is right and where it is wrong");
            }
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
            Some(family) if family.trim_start_matches("the ") != about.as_str() => {
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
            lines.push(evidence.words(self.causes.len() == 1, self.phase));
        }
        if let Some(first) = &self.first {
            lines.push(format!("first seen in {first}"));
        }
        lines.extend(self.facts.iter().cloned());
        lines.extend(self.table.iter().flat_map(TurnTable::lines));
        lines
    }
}

impl Evidence {
    /// The evidence as one line of a report; `is_one` says whether one mistake is named or several, `phase`
    /// which turns are meant.
    fn words(&self, is_one: bool, phase: Option<&str>) -> String {
        let who = match (self.together, is_one) {
            (1, true) => "this mistake reproduces",
            (1, false) => "each of them reproduces",
            (2, _) => "both mistakes together reproduce",
            _ => "all these mistakes together reproduce",
        };
        let right = self.steps.saturating_sub(self.elsewhere);
        let phase = phase.map_or(String::new(), |phase| format!(" {phase}"));
        let what = match (self.runs_whole, self.runs, self.steps) {
            (1, 1, 1) => format!("the only turn{phase}"),
            (1, 1, steps) => format!("all {steps} turns{phase}"),
            (whole, runs, steps) if whole == runs => {
                format!("all {steps} turns{phase} of {runs} runs")
            }
            (whole, runs, steps) => format!(
                "all {steps} turns{phase} ({whole} of {runs} runs to the end, the others up to a move where there is no road)"
            ),
        };
        let rules = match right {
            0 => "none".to_owned(),
            right => format!("only {right}"),
        };
        format!("{who} {what}; the correct rules reproduce {rules}")
    }
}

/// Turns, and the right ones among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnCount {
    /// Those that are right.
    pub right: usize,
    /// All of them.
    pub turns: usize,
}

/// The turns of a strategy that are not all right, counted by what they are like.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnTable {
    /// All turns that were judged.
    pub judged: TurnCount,
    /// The place where the first wrong turns are, if there is a single one.
    pub place: Option<TurnPlace>,
    /// The sentence about that place, or why there is none.
    pub start_here: String,
    /// Turns by situation; each turn is in one.
    pub situations: Vec<TurnRow>,
    /// Turns by what came before, or is so besides; a turn can be in several, or in none.
    pub came_before: Vec<TurnRow>,
}

/// A row of either table, or of both: its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TurnPlace {
    /// The situation.
    pub situation: Option<&'static str>,
    /// What came before.
    pub before: Option<&'static str>,
}

/// The turns of one row of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnRow {
    /// What they have in common.
    pub words: &'static str,
    /// How many there are.
    #[serde(flatten)]
    pub count: TurnCount,
    /// Those of the first route, where routes are told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_route: Option<TurnCount>,
    /// What is done in the wrong ones, most frequent first, with the number of turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<(&'static str, usize)>,
}

impl TurnCount {
    /// Those that are wrong.
    #[must_use]
    pub fn wrong(self) -> usize {
        self.turns - self.right
    }

    /// Right turns of all, in words.
    #[must_use]
    pub fn words(self) -> String {
        format!("{} of {} turns right", self.right, self.turns)
    }
}

impl TurnTable {
    /// The table as lines of a report. What came before is told where there are many wrong turns, as few have much
    /// in common by chance, and of rows that hold nearly all of them.
    fn lines(&self) -> Vec<String> {
        const MANY_WRONG: usize = 16;
        const HELD_PERCENT_MIN: usize = 95;
        let TurnCount { right, turns } = self.judged;
        let judged = format!("{right} of {turns} judged turns right, by situation:");
        let mut lines = vec![self.start_here.clone(), judged];
        lines.extend(self.situations.iter().map(TurnRow::line));
        let wrong = self.judged.wrong();
        let holds = |row: &&TurnRow| row.count.wrong() * 100 >= wrong * HELD_PERCENT_MIN;
        let mut before = self.came_before.iter().filter(holds).map(TurnRow::line).peekable();
        if wrong >= MANY_WRONG && before.peek().is_some() {
            lines.push(format!(
                "{HELD_PERCENT_MIN} % of the wrong turns or more are in each of these:"
            ));
            lines.extend(before);
        }
        lines
    }
}

impl TurnRow {
    fn line(&self) -> String {
        let mut line = format!("  {}: {}", self.count.words(), self.words);
        if let Some(first) = self.first_route {
            line.push_str(&format!(" (in its first route {})", first.words()));
        }
        let instead = self.instead.iter();
        let wrong = self.count.wrong();
        let instead = instead.map(|(words, times)| format!("{words} ({times} of {wrong})"));
        let instead: Vec<_> = instead.collect();
        if !instead.is_empty() {
            line.push_str(&format!("; instead it {}", instead.join(", ")));
        }
        line
    }
}
