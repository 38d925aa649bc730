//! A game's own arguments as words of the command line: taken apart, and put together again where
//! some take the place of others.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use chase_core::dice::Generator;
use chase_core::error::Error;
use chase_kit::CommandLine;

/// The arguments of a game that were given.
#[derive(Debug)]
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

/// An argument of one line that takes the place of arguments of another line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The words that count.
    pub ours: String,
    /// The words that they replace.
    pub theirs: String,
}

/// The arguments of a game that choose what is played, as a sweep takes them.
#[must_use]
pub fn arguments(game: &dyn CommandLine, command: Command) -> Command {
    let command = game.setup_args(command);
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
        let given = command.get_arguments().filter(is_given);
        let given = given.map(|arg| ArgumentWords {
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
        let all = places.into_iter().chain(options);
        all.flat_map(|given| given.words.clone()).collect()
    }

    /// Gives the dice this seed, however it was said before.
    pub fn set_seed(&mut self, seed: i64) {
        let seed_id = |command: &Command| {
            let mut all = command.get_arguments();
            let arg = all.find(|arg| arg.get_long() == Some("seed"))?;
            Some(arg.get_id().to_string())
        };
        let Some(id) = seed_id(&self.command) else {
            return;
        };
        let words = vec![format!("--seed={seed}")];
        self.put(ArgumentWords { id, is_positional: false, words });
    }

    /// Lets the arguments of another line take the place of these. What that line says in another
    /// way takes the place too: an option that stands for a place (`--hours 5` for a third word), and
    /// one that cannot stand beside it.
    pub fn override_by(&mut self, other: &GameArguments) -> Vec<Override> {
        let told = other.given.iter().filter_map(|given| {
            let theirs = self.put(given.clone());
            let ours = given.words.join(" ");
            (!theirs.is_empty()).then_some(Override { ours, theirs })
        });
        told.collect()
    }

    /// Puts an argument in the place of what it excludes, which is told.
    fn put(&mut self, given: ArgumentWords) -> String {
        let excluded = self.excluded(&given.id);
        let before: Vec<_> = self.given.iter().filter(|it| excluded.contains(&it.id)).collect();
        if before.iter().any(|it| it.words == given.words) {
            return String::new();
        }
        let gone: Vec<String> = before.iter().flat_map(|it| it.words.clone()).collect();
        let places = |all: &[ArgumentWords]| all.iter().filter(|it| it.is_positional).count();
        // One value for one place: the words around it keep their places.
        let stands_for = self.conflicts(&given.id);
        if let [place] = before[..]
            && place.is_positional
            && (place.id == given.id || stands_for == [place.id.as_str()])
            && let Some(value) = given.value()
        {
            let id = place.id.clone();
            if gone == [value.as_str()] {
                return String::new();
            }
            for it in self.given.iter_mut().filter(|it| it.id == id) {
                it.words = vec![value.clone()];
            }
            return gone.join(" ");
        }
        let had = places(&self.given);
        let mut gone = gone;
        self.given.retain(|it| !excluded.contains(&it.id));
        if places(&self.given) < had && !given.is_positional {
            // Without one of them the others would mean something else.
            let rest = self.given.iter().filter(|it| it.is_positional);
            gone.extend(rest.flat_map(|it| it.words.clone()));
            self.given.retain(|it| !it.is_positional);
        }
        let at =
            self.given.iter().position(|it| it.index(&self.command) > given.index(&self.command));
        self.given.insert(at.unwrap_or(self.given.len()), given);
        gone.join(" ")
    }

    /// The arguments that one says it cannot stand beside.
    fn conflicts(&self, id: &str) -> Vec<String> {
        let mut all = self.command.get_arguments();
        let arg = all.find(|arg| arg.get_id() == id);
        let conflicts = arg.map(|arg| self.command.get_arg_conflicts_with(arg));
        let conflicts = conflicts.into_iter().flatten();
        conflicts.map(|arg| arg.get_id().to_string()).collect()
    }

    /// The arguments that cannot stand beside one, whichever of the two says so; with itself.
    fn excluded(&self, id: &str) -> Vec<String> {
        let mut excluded = self.conflicts(id);
        excluded.push(id.to_owned());
        for arg in self.command.get_arguments() {
            let other = arg.get_id().as_str();
            if self.conflicts(other).iter().any(|it| it == id) {
                excluded.push(other.to_owned());
            }
        }
        excluded
    }
}

impl ArgumentWords {
    /// The value of an argument that has one.
    fn value(&self) -> Option<String> {
        match &self.words[..] {
            [word] if self.is_positional => Some(word.clone()),
            [word] => word.split_once('=').map(|(_, value)| value.to_owned()),
            _ => None,
        }
    }

    /// Its place among the arguments of the game.
    fn index(&self, command: &Command) -> Option<usize> {
        let mut all = command.get_arguments();
        all.position(|arg| arg.get_id() == self.id.as_str())
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
