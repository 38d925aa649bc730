//! What an implementation of a game is put to the test with, for a grader that knows no game.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::diagnosis::{Diagnosis, Inquiry};
use super::referee::TraceFinding;
use super::text_layout::ReferenceEdition;
use chase_engine::header::Header;
use chase_world::error::Error;

/// A part of a suite.
#[derive(Clone, Copy, Debug)]
pub struct SuitePart {
    /// Its name (`stage 1`).
    pub name: &'static str,
    /// The marks it is worth; 0 when it only informs.
    pub marks: u32,
}

/// One question: a scenario, and what the program is told to do with it.
#[derive(Clone, Debug)]
pub struct GradingCase {
    /// The part it belongs to.
    pub part: usize,
    /// The subject of the question.
    pub about: Cow<'static, str>,
    /// Scenario, players, dice and seed.
    pub header: Header,
    /// The text on the program's standard input.
    pub input: Cow<'static, str>,
    /// The number of one of the equal ways to write the scenario's files.
    pub layout: u64,
    /// Its files as somebody wrote them, in the order of the command line; nothing when they are made
    /// of the scenario.
    pub texts: Option<Arc<[String]>>,
    /// The edition whose layout is asked for, by its place among the suite's; nothing for the one
    /// that the program's banner says, or the first.
    pub edition: Option<usize>,
}

/// A question as somebody wrote it down.
#[derive(Clone, Debug)]
pub struct WrittenCase {
    /// The part it belongs to.
    pub part: usize,
    /// The subject of the question.
    pub about: String,
    /// The text on the program's standard input.
    pub input: String,
    /// The files of its folder, by name.
    pub files: BTreeMap<String, String>,
    /// The numbers of the command line, by the words that stand for them, without braces.
    pub values: BTreeMap<String, i64>,
}

/// A text for the program to read.
#[derive(Clone, Debug)]
pub struct InputDocument {
    /// The word on the command line that stands for it (`{cities}`).
    pub placeholder: &'static str,
    /// Its name in the case's folder.
    pub name: &'static str,
    /// The text itself.
    pub content: String,
}

/// The input of a program, and a right answer.
#[derive(Clone, Debug)]
pub struct TestInput {
    /// Files, in the order of the command line.
    pub files: Vec<InputDocument>,
    /// Numbers, in the order of the command line: the word that stands for each, and the value.
    pub values: Vec<(&'static str, String)>,
    /// A transcript that would be right.
    pub expected: Vec<u8>,
}

/// The diagnosis of a program that fails, with the parts in which the failure shows.
#[derive(Clone, Debug, Serialize)]
pub struct PartDiagnosis {
    /// The names of the parts.
    pub parts: Vec<&'static str>,
    /// The diagnosis itself. In JSON its fields stand beside `parts`.
    #[serde(flatten)]
    pub diagnosis: Diagnosis,
}

/// A suite of one game, and what is known of the mistakes that programs make in it.
pub trait GradingSuite: Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// Asks for causes over a whole trace, to be shown it from its first cycle on: with the dice of the header,
    /// or with none where they are not known. Nothing for a header that cannot be played.
    fn inquiry(&self, header: &Header, dice_known: bool) -> Option<Box<dyn Inquiry>>;

    /// The parts of the suite, in the order in which they are reported.
    fn parts(&self) -> &'static [SuitePart];

    /// The editions of the reference, the usual one first; none where there is only one.
    fn editions(&self) -> &'static [ReferenceEdition] {
        &[]
    }

    /// The edition whose banner a program printed, by its place among [`GradingSuite::editions`].
    fn edition_of(&self, printed: &[u8]) -> Option<usize> {
        let _ = printed;
        None
    }

    /// The questions of some parts, by their numbers; of all when there are none. The same for the same seed.
    fn cases_of(&self, seed: i64, parts: &[usize]) -> Vec<GradingCase>;

    /// The question that somebody wrote down.
    ///
    /// # Errors
    /// A file or a number is missing, or no game can be made of them.
    fn written(&self, case: WrittenCase) -> Result<GradingCase, Error>;

    /// The input of the program for a question.
    fn input(&self, case: &GradingCase) -> TestInput;

    /// Judges what a program printed.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    fn judge(&self, case: &GradingCase, printed: &[u8]) -> Result<(), Box<TraceFinding>>;

    /// Explains the program's behaviour from everything that it printed for these questions.
    fn diagnose(&self, runs: &[(&GradingCase, &[u8])]) -> Vec<PartDiagnosis>;

    /// The cycles in which the program's output for a question breaks the rules as the diagnosis
    /// with this key says; none for what is in no cycle. `None` if the output breaks no rule, or
    /// the diagnosis does not explain all of it.
    fn explained(&self, case: &GradingCase, printed: &[u8], key: &str) -> Option<Vec<u64>>;

    /// Holds the layout of what a program printed against what the reference prints, as far as it
    /// goes and whatever it says.
    ///
    /// # Errors
    /// The first line that is laid out otherwise.
    fn layout(&self, case: &GradingCase, printed: &[u8]) -> Result<(), Box<TraceFinding>>;

    /// Smaller questions that might show the same mistake, the boldest first.
    fn smaller(&self, case: &GradingCase, finding: &TraceFinding) -> Vec<GradingCase>;
}
