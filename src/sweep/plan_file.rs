//! A TOML file that says what a sweep plays: what the command line says, with room for words.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::grid::Varied;
use super::measure::Measure;
use chase_world::error::{Error, IoAt, place};
use chase_world::world::WorldPath;

/// A sweep as a file says it. What is not said is as on the command line.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The name of the game; nothing where the file does not name it.
    pub game: Option<String>,
    /// The seed of all games.
    pub seed: Option<i64>,
    /// The games of a cell.
    pub games: Option<u64>,
    /// The generator that draws.
    pub dice: Option<String>,
    /// The number of scenarios that the arguments make.
    pub maps: Option<u32>,
    /// The games of a shard.
    pub shard_games: Option<u64>,
    /// The rule that ends a cell.
    pub until: Option<String>,
    /// The game's own arguments, as `record` takes them.
    #[serde(default)]
    pub scenario: CommandWords,
    /// The players, as `--player` names them.
    #[serde(default)]
    pub players: Vec<String>,
    /// The measures that are counted beside the causes: names, and conditions between commas or in
    /// a list.
    #[serde(default)]
    measure: BTreeMap<Spanned<String>, Conditions>,
    #[serde(default)]
    vary: BTreeMap<Spanned<String>, Values>,
}

/// Words, in one text or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum CommandWords {
    /// Words between blanks, quoted as a shell has them.
    Line(String),
    /// Each as it is.
    List(Vec<String>),
}

impl Default for CommandWords {
    fn default() -> Self {
        CommandWords::List(Vec::new())
    }
}

/// Conditions, in one text or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Conditions {
    Text(String),
    List(Vec<String>),
}

/// The values of what is varied.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Values {
    /// As on the command line: a list between commas, or a range.
    Text(String),
    /// One by one.
    List(Vec<Scalar>),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Scalar {
    Number(i64),
    Flag(bool),
    Text(String),
}

impl Scalar {
    fn text(&self) -> String {
        match self {
            Scalar::Number(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
            Scalar::Text(text) => text.clone(),
        }
    }
}

impl Sheet {
    /// Reads one.
    ///
    /// # Errors
    /// What is wrong in it, and where.
    pub fn read(path: &WorldPath) -> Result<Self, Error> {
        let text = path.read_to_string().io_at(path.display(), "read")?;
        toml::from_str(&text).map_err(|error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            Error::new(error.message().replace('\n', "; ")).at(place(path.display(), &text, at))
        })
    }

    /// Returns the arguments that are varied, in the order of the file.
    ///
    /// # Errors
    /// Values that are none.
    pub fn varied(&self) -> Result<Vec<Varied>, Error> {
        let mut all: Vec<_> = self.vary.iter().collect();
        all.sort_by_key(|(name, _)| name.span().start);
        let varied = all.into_iter().map(|(name, values)| {
            let name = name.get_ref();
            match values {
                Values::Text(text) => format!("{name}={text}").parse(),
                Values::List(list) if list.is_empty() => format!("{name}=").parse(),
                Values::List(list) => Ok(Varied {
                    name: name.clone(),
                    values: list.iter().map(Scalar::text).collect(),
                }),
            }
        });
        varied.collect()
    }

    /// Returns the measures, which are counted besides the causes, in the order of the file.
    ///
    /// # Errors
    /// A name or a condition that is none.
    pub fn measures(&self) -> Result<Vec<Measure>, Error> {
        let mut all: Vec<_> = self.measure.iter().collect();
        all.sort_by_key(|(name, _)| name.span().start);
        let measures = all.into_iter().map(|(name, conditions)| {
            let name = name.get_ref();
            match conditions {
                Conditions::Text(text) => format!("{name}={text}").parse(),
                Conditions::List(list) => format!("{name}={}", list.join(",")).parse(),
            }
        });
        measures.collect()
    }

    /// The words of the command line that it stands for.
    ///
    /// # Errors
    /// A quotation mark without its other.
    pub fn words(&self) -> Result<Vec<String>, Error> {
        let mut words = match &self.scenario {
            CommandWords::List(words) => words.clone(),
            CommandWords::Line(line) => shlex::split(line)
                .ok_or_else(|| Error::new("a quotation mark in `scenario` is not closed"))?,
        };
        words.extend(self.players.iter().map(|it| format!("--player={it}")));
        words.extend(self.seed.map(|seed| format!("--seed={seed}")));
        words.extend(self.dice.iter().map(|dice| format!("--dice={dice}")));
        Ok(words)
    }
}
