//! `golden.toml` of a folder of golden logs: how the logs of certain names are compared. Its keys are the
//! options of `chase diff` of the same names.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::commands::diff::DiffOptions;
use crate::print::printout::Format;
use crate::verb::options_of;
use chase_world::error::Error;
use chase_world::world::WorldPath;

/// The name of the file.
pub const NAME: &str = "golden.toml";

/// The options of `chase diff` that a golden log may have.
const OPTIONS: [&str; 13] = [
    "like",
    "tick",
    "entity",
    "delimiter",
    "tolerance",
    "line",
    "opening-line",
    "sync",
    "interpolation",
    "tick-tolerance",
    "blank-is-nan",
    "only",
    "ignore",
];

/// What the file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteText {
    /// The names of files that are no logs to compare; `*` stands for any letters.
    #[serde(default)]
    ignore: Vec<String>,
    /// The first entry whose pattern fits a name holds for it.
    #[serde(default)]
    logs: Vec<LogRules>,
}

/// How logs of certain names are compared.
#[derive(Debug, Deserialize)]
struct LogRules {
    /// The names; `*` stands for any letters.
    files: String,
    #[serde(flatten)]
    options: toml::Table,
}

/// A folder's rules of comparison.
#[derive(Debug, Default)]
pub struct GoldenSuite {
    folder: PathBuf,
    text: SuiteText,
}

impl GoldenSuite {
    /// Reads the rules of a folder; one without the file has none.
    ///
    /// # Errors
    /// The file cannot be read, or has a key or a value that means nothing.
    pub fn of(folder: &WorldPath) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let text = match path.read_to_string() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => SuiteText::default(),
            Err(error) => return Err(Error::io(path.display(), "read", &error)),
            Ok(text) => toml::from_str(&text).map_err(|error| {
                Error::new(error.to_string().trim_end().to_owned()).at(path.display())
            })?,
        };
        let suite = GoldenSuite { folder: folder.path().to_owned(), text };
        let nothing = Path::new("-");
        for rules in &suite.text.logs {
            suite.sides(Some(rules), nothing, nothing)?;
        }
        Ok(suite)
    }

    /// Returns whether a name is one of those that are not compared.
    pub fn ignores(&self, name: &str) -> bool {
        self.text.ignore.iter().any(|pattern| fits(pattern, name))
    }

    /// Returns whether an entry says how a log of a name is compared.
    pub fn describes(&self, name: &str) -> bool {
        self.text.logs.iter().any(|it| fits(&it.files, name))
    }

    /// The patterns of entries that fit none of these names.
    pub fn unused<'a>(&self, names: impl Iterator<Item = &'a String> + Clone) -> Vec<&str> {
        let patterns = self.text.logs.iter().map(|it| it.files.as_str());
        let is_unused = |pattern: &&str| !names.clone().any(|name| fits(pattern, name));
        patterns.filter(is_unused).collect()
    }

    /// The comparison of two logs of a name, by the first entry that fits it.
    ///
    /// # Errors
    /// None that was not found when the file was read.
    pub fn comparison(&self, name: &str, ours: &Path, golden: &Path) -> Result<DiffOptions, Error> {
        let rules = self.text.logs.iter().find(|it| fits(&it.files, name));
        self.sides(rules, ours, golden)
    }

    fn sides(
        &self,
        rules: Option<&LogRules>,
        ours: &Path,
        golden: &Path,
    ) -> Result<DiffOptions, Error> {
        let mut words = Vec::new();
        for (key, value) in rules.iter().flat_map(|it| &it.options) {
            let wrong = |what: String| Err(Error::new(what).at(self.folder.join(NAME).display()));
            let option = key.replace('_', "-");
            if !OPTIONS.contains(&option.as_str()) {
                return wrong(format!("`{key}` is no key of [[logs]]"))
                    .map_err(|it| it.help(format!("the keys are files, {}", OPTIONS.join(", "))));
            }
            let values = match value {
                toml::Value::Array(values) => values.as_slice(),
                value => std::slice::from_ref(value),
            };
            for value in values {
                let word = match value {
                    toml::Value::Boolean(is_set) if option == "blank-is-nan" => {
                        words.extend(is_set.then(|| format!("--{option}")));
                        continue;
                    }
                    toml::Value::String(text) => text.clone(),
                    toml::Value::Integer(number) => number.to_string(),
                    toml::Value::Float(number) => number.to_string(),
                    _ => return wrong(format!("`{key}`: expected a text or a number")),
                };
                let word = match option.as_str() {
                    "like" => self.folder.join(word).display().to_string(),
                    _ => word,
                };
                words.push(format!("--{option}={word}"));
            }
        }
        words.extend(["-".to_owned(), "-".to_owned()]);
        let mut options: DiffOptions = options_of("diff", words).map_err(|error| {
            let told = error.to_string();
            let first = told.lines().next().unwrap_or_default();
            let first = first.strip_prefix("error: ").unwrap_or(first).to_owned();
            Error::new(first).at(self.folder.join(NAME).display())
        })?;
        ours.clone_into(&mut options.ours);
        golden.clone_into(&mut options.theirs);
        // Each file has one line; how it was read is not said beside it.
        options.format = Format::Json;
        Ok(options)
    }
}

/// Returns whether a name fits a pattern in which `*` stands for any letters, none among them.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut inner) = name.strip_prefix(first).and_then(|it| it.strip_suffix(last)) else {
        return false;
    };
    // The leftmost place of each part leaves most for those behind it.
    middle.split('*').all(|part| inner.split_once(part).map(|(_, behind)| inner = behind).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, name) in [
            ("*", ""),
            ("*.csv", "a.csv"),
            ("a*b*c", "abbc"),
            ("ä*", "äö"),
            ("a**", "a"),
            ("*a*b*", "xaxb"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("", "a"),
            ("*.csv", "a.csv.gz"),
            ("a*b", "ba"),
            ("a", "aa"),
            ("ab*bc", "abc"),
            ("*b*a*", "ab"),
        ] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
