//! The cases of a grading suite that a command is about: drawn from a seed, or read from a folder.

use std::path::PathBuf;

use clap::Args;

use chase_engine::dice::Generator;
use chase_judge::grade::{case_files, chosen};
use chase_kit::grading::{GradingCase, GradingSuite, SuitePart};
use chase_play::{CommandLine, Games};
use chase_world::error::Error;

#[derive(Args, Clone)]
pub(crate) struct SuiteOptions {
    /// Seed of the cases; the same seed gives the same cases
    #[arg(long, value_name = "SEED", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: i64,
    /// Take only this part, as in `--part map --part stage-1`; repeatable
    #[arg(long, value_name = "NAME")]
    pub(crate) part: Vec<String>,
    /// Take only the first N cases of each part, as in 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cases: Option<u32>,
    /// Use the cases in this folder, as `grade --write-cases` writes them or your own
    #[arg(long, value_name = "FOLDER", conflicts_with = "seed")]
    pub(crate) cases_from: Option<PathBuf>,
}

/// The names of these options, as clap knows them.
pub(crate) const IDS: [&str; 4] = ["seed", "part", "cases", "cases_from"];

impl SuiteOptions {
    /// The cases, laid out as an edition asks for it and drawn as a C library draws.
    pub(crate) fn cases(
        &self,
        edition: Option<usize>,
        rand: Option<Generator>,
        suite: &dyn GradingSuite,
    ) -> Result<Vec<GradingCase>, Error> {
        let parts = self.part.iter().map(|name| part_number(name, suite.parts()));
        let parts: Vec<usize> = parts.collect::<Result<_, _>>()?;
        let all = match &self.cases_from {
            Some(folder) => case_files::read(suite, folder)?,
            None => suite.cases_of(self.seed, &parts),
        };
        let most = self.cases.and_then(|most| usize::try_from(most).ok());
        let chosen = chosen(all, &parts, most, edition, rand);
        if chosen.is_empty() {
            return Err(Error::new("the graded parts have no cases"));
        }
        Ok(chosen)
    }

    /// The options as they are typed.
    pub(crate) fn shown(&self) -> String {
        let mut words = match &self.cases_from {
            Some(_) => "--cases-from FOLDER".to_owned(),
            None => format!("--seed {}", self.seed),
        };
        for part in &self.part {
            words.push_str(&format!(" --part {}", part.replace(' ', "-")));
        }
        if let Some(most) = self.cases {
            words.push_str(&format!(" --cases {most}"));
        }
        words
    }
}

/// The game of this name, and its suite.
pub(crate) fn suite_of(
    games: Games,
    name: &str,
) -> Result<(&'static dyn CommandLine, &'static dyn GradingSuite), Error> {
    let game = games.find(name)?;
    let suite = games.suite_of(game.name()).ok_or_else(|| {
        let with: Vec<_> = games.suites().iter().map(|suite| suite.game()).collect();
        Error::new(format!("{} has no grading suite", game.name()))
            .help(format!("there is one for {}", with.join(", ")))
    })?;
    Ok((game, suite))
}

/// The game that is meant when none is named: the first that has a suite.
pub(crate) fn usual_game(games: Games) -> &'static str {
    games.suites().first().map_or("", |suite| suite.game())
}

/// The number of a part; `stage-1` is `stage 1`.
pub(crate) fn part_number(name: &str, all: &[SuitePart]) -> Result<usize, Error> {
    let wanted = name.replace('-', " ");
    all.iter().position(|part| part.name == wanted).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|part| part.name.replace(' ', "-")).collect();
        Error::new(format!("no part is called `{name}`"))
            .help(format!("the parts are {}", names.join(", ")))
    })
}
