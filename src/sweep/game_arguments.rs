//! A game's own arguments as words of the command line: taken apart, and put together again with
//! another seed.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use chase_engine::dice::Generator;
use chase_play::CommandLine;
use chase_play::commands::Purpose;
use chase_world::error::Error;

/// The arguments of a game that were given.
#[derive(Clone, Debug)]
pub struct GameArguments {
    /// The game's arguments.
    command: Command,
    given: Vec<ArgumentWords>,
}

/// An argument with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ArgumentWords {
    id: String,
    is_positional: bool,
    /// As it is typed.
    words: Vec<String>,
}

/// The arguments of a game that choose what is played, as a sweep takes them.
#[must_use]
pub fn arguments(game: &dyn CommandLine, command: Command) -> Command {
    let command = game.args(Purpose::Record, command);
    let has_dice = command.get_arguments().any(|it| it.get_id() == "dice");
    match has_dice {
        true => command.mut_arg("dice", |arg| arg.default_value(Generator::Chacha8.name())),
        false => command,
    }
}

/// A game's arguments from words.
///
/// # Errors
/// What is wrong in the words.
pub(super) fn matched(game: &dyn CommandLine, words: &[String]) -> Result<ArgMatches, Error> {
    let command = arguments(game, Command::new(game.name())).no_binary_name(true);
    command.try_get_matches_from(words).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        Error::new(first.strip_prefix("error: ").unwrap_or(first).to_owned())
    })
}

impl GameArguments {
    /// Those that were given on a command line.
    pub fn given(game: &dyn CommandLine, matches: &ArgMatches) -> Self {
        let mut command = arguments(game, Command::new(game.name()));
        command.build();
        let is_given = |arg: &&Arg| {
            let id = arg.get_id().as_str();
            // What clap adds itself is in no matches.
            let source = matches.try_contains_id(id).is_ok();
            source && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let given = command.get_arguments().filter(is_given).map(|arg| ArgumentWords {
            id: arg.get_id().to_string(),
            is_positional: arg.is_positional(),
            words: argument_words(arg, matches),
        });
        GameArguments { given: given.collect(), command }
    }

    /// Those of a line of words.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn read(game: &dyn CommandLine, words: &[String]) -> Result<Self, Error> {
        Ok(GameArguments::given(game, &matched(game, words)?))
    }

    /// Returns whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The words; places first, in their order.
    #[must_use]
    pub fn line(&self) -> Vec<String> {
        let (places, options): (Vec<_>, Vec<_>) =
            self.given.iter().partition(|given| given.is_positional);
        places.into_iter().chain(options).flat_map(|given| given.words.clone()).collect()
    }

    /// Gives the dice this seed, however it was said before.
    pub fn set_seed(&mut self, seed: i64) {
        let mut all = self.command.get_arguments();
        let Some(option) = all.find(|arg| arg.get_long() == Some("seed")) else {
            return;
        };
        let id = option.get_id().to_string();
        let places = self.command.get_arg_conflicts_with(option);
        let is_place = |given: &&mut ArgumentWords| {
            given.is_positional && places.iter().any(|arg| arg.get_id() == given.id.as_str())
        };
        if let Some(place) = self.given.iter_mut().find(is_place) {
            place.words = vec![seed.to_string()];
            return;
        }
        self.given.retain(|it| it.id != id);
        let words = vec![format!("--seed={seed}")];
        self.given.push(ArgumentWords { id, is_positional: false, words });
    }

    /// Takes `--seed` out; nothing where it was not given.
    pub fn take_seed(&mut self) -> Option<i64> {
        let seed =
            |given: &ArgumentWords| given.words.first()?.strip_prefix("--seed=")?.parse().ok();
        let found = self.given.iter().enumerate().find_map(|(at, it)| Some((at, seed(it)?)));
        let (at, seed) = found?;
        self.given.remove(at);
        Some(seed)
    }
}

fn argument_words(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let id = arg.get_id().as_str();
    let option = arg.get_long().map(|long| format!("--{long}"));
    let mut words = Vec::new();
    if matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::Count) {
        words.extend(option);
        return words;
    }
    for given in matches.get_raw_occurrences(id).into_iter().flatten() {
        let values: Vec<_> = given.map(|it| it.to_string_lossy().into_owned()).collect();
        match (&option, &values[..]) {
            (Some(option), [value]) => words.push(format!("{option}={value}")),
            (option, _) => {
                words.extend(option.clone());
                words.extend(values);
            }
        }
    }
    words
}

/// Returns the same arguments with another seed.
pub(super) fn with_seed(
    game: &dyn CommandLine,
    words: &[String],
    seed: i64,
) -> Result<Vec<String>, Error> {
    let mut words = GameArguments::read(game, words)?;
    words.set_seed(seed);
    Ok(words.line())
}
