//! From a game's own arguments and what is varied to the cells of a grid.
//!
//! What is varied is, in this order: a seat or a side, whose values are players; a number or word of
//! the scenario (`hours`), or one of a seat's in it (`stamina.D1`); or an option of the game
//! (`cities`), which is then given with each value.

use clap::Command;
use serde_json::value::RawValue;

use super::game_arguments::{arguments, matched, with_seed};
use super::spec::{FORM, GAMES_MAX, Spec, SweepCell};
use super::stopping_rule::Until;
use chase_engine::seat::Seat;
use chase_play::player_name::{HUMAN, PlayerName, help_for, names_of_seats, seats_called};
use chase_play::{CommandLine, Setup};
use chase_record::any::NamedSide;
use chase_record::replay::{Header, WRITER};
use chase_replay::store::unopened;
use chase_world::error::{Error, quoted};
use chase_world::world::World;

/// Something that is varied, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varied {
    /// The name of it: of a seat or side, a value of the scenario, or an option.
    pub name: String,
    /// Its values, one at least.
    pub values: Vec<String>,
}

/// The most values of one thing, and the most cells.
const CELLS_MAX: usize = 1_000_000;

impl std::str::FromStr for Varied {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::new(format!("`{}` varies nothing", quoted(text)))
                .help("as in D2=random,dfs or hours=10,100 or stamina.D1=50..500:50")
        };
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let (name, values) = (name.trim().to_owned(), values.trim());
        let values: Vec<String> = match range(values) {
            Some(values) if values.is_empty() && is_long(text) => {
                let what = format!("`{}` has more than {CELLS_MAX} values", quoted(text));
                return Err(Error::new(what));
            }
            Some(values) => values.iter().map(ToString::to_string).collect(),
            None => values.split(',').map(|it| it.trim().to_owned()).collect(),
        };
        let is_empty = |value: &String| value.is_empty();
        match name.is_empty() || values.is_empty() || values.iter().any(is_empty) {
            true => Err(wrong()),
            false => Ok(Varied { name, values }),
        }
    }
}

/// Returns whether the numbers from one to another, by steps, are too many.
fn is_long(text: &str) -> bool {
    let (_, values) = text.split_once('=').unwrap_or_default();
    let number = |text: &str| text.trim().parse::<i128>().ok();
    values.split_once("..").is_some_and(|(from, rest)| {
        let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
        let ends = number(from).zip(number(to)).zip(number(step));
        ends.is_some_and(|((from, to), step)| step > 0 && (to - from) / step >= CELLS_MAX as i128)
    })
}

/// Numbers from one to another, by steps: `50..500:50`. Both ends belong to it; there are none where
/// it goes backwards or makes too many.
fn range(text: &str) -> Option<Vec<i64>> {
    let (from, rest) = text.split_once("..")?;
    let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let (from, to, step) =
        (from.parse().ok()?, to.parse::<i64>().ok()?, step.parse::<usize>().ok()?);
    let length = to.checked_sub(from)?;
    let count = usize::try_from(length).map_or(CELLS_MAX, |length| length / step.max(1));
    let is_range = step > 0 && count < CELLS_MAX;
    Some(match is_range {
        true => (from..=to).step_by(step).collect(),
        false => Vec::new(),
    })
}

/// The parts of a grid besides the game's own arguments.
#[derive(Clone, Debug)]
pub struct SweepGrid {
    /// The games of a cell.
    pub games: u64,
    /// The number of scenarios that the arguments make, each with random numbers of its own.
    pub maps: u32,
    /// The games of a shard.
    pub shard_games: u64,
    /// The rule that ends a cell.
    pub until: Option<Until>,
    /// The arguments that are varied.
    pub varied: Vec<Varied>,
}

/// A sweep to be played, with remarks on it.
#[derive(Debug)]
pub struct PlannedSweep {
    /// The sweep itself.
    pub spec: Spec,
    /// Remarks on settings that are playable but odd.
    pub warnings: Vec<String>,
    /// The seed, where it was drawn because nobody gave one.
    pub seed_drawn: bool,
}

/// The cells that a game's arguments and what is varied make.
///
/// # Errors
/// An argument, a name or a value that is wrong; a player that cannot be had in a sweep.
pub fn cells(
    world: &World,
    game: &dyn CommandLine,
    words: &[String],
    grid: &SweepGrid,
) -> Result<PlannedSweep, Error> {
    let first = setup(world, game, words)?;
    let mut counts = grid.varied.iter().map(|it| it.values.len());
    let count = counts.try_fold(1_usize, |all, more| all.checked_mul(more));
    if count.is_none_or(|count| count > CELLS_MAX) {
        return Err(Error::new(format!("more than {CELLS_MAX} cells")));
    }
    if !(1..=GAMES_MAX).contains(&grid.games) {
        return Err(Error::new(format!("expected 1 to {GAMES_MAX} games")));
    }
    let maker = CellMaker {
        world,
        game,
        words,
        seed: first.header.seed,
        kinds: kinds(game, &first.header, &grid.varied)?,
        grid,
    };
    let mut spec = Spec {
        sweep: FORM,
        game: game.name().to_owned(),
        rules: game.rules(),
        writer: WRITER.to_owned(),
        dice: first.header.dice,
        seed: first.header.seed,
        games: grid.games,
        shard_games: grid.shard_games,
        until: grid.until.clone(),
        measures: Vec::new(),
        varied: grid.varied.iter().map(|it| it.name.clone()).collect(),
        scenarios: Vec::new(),
        cells: Vec::new(),
    };
    let mut known: Vec<(Vec<String>, Vec<Setup>)> = Vec::new();
    for number in 0..count.unwrap_or(0) {
        let cell = maker.cell(number, &mut known, &mut spec.scenarios)?;
        spec.cells.push(cell);
    }
    let mut warnings = first.warnings;
    warnings.extend(spec.doubt_of_luck().map(str::to_owned));
    spec.check()?;
    Ok(PlannedSweep { spec, warnings, seed_drawn: first.seed_drawn })
}

/// A game's setup from words, as `record` takes them, but with dice that games of a series share.
///
/// # Errors
/// What is wrong in the words.
fn setup(world: &World, game: &dyn CommandLine, words: &[String]) -> Result<Setup, Error> {
    game.setup(world, &matched(game, words)?, 0)
}

/// The kind of thing that a varied name means.
#[derive(PartialEq, Eq)]
enum VariedKind {
    /// The players of these seats.
    Seats(Vec<Seat>),
    /// A value in the scenario: the JSON pointer (RFC 6901) to the object that has it, and its name there.
    Field(String, String),
    /// An option of the game.
    Option(String),
}

impl VariedKind {
    /// Returns whether both set something in one place.
    fn meets(&self, other: &VariedKind) -> bool {
        match (self, other) {
            (VariedKind::Seats(one), VariedKind::Seats(other)) => {
                one.iter().any(|seat| other.contains(seat))
            }
            _ => self == other,
        }
    }
}

/// The kinds of the things that the varied names mean.
fn kinds(
    game: &dyn CommandLine,
    header: &Header,
    varied: &[Varied],
) -> Result<Vec<VariedKind>, Error> {
    let sides = game.sides(&mut header.clone()).map_err(|why| unopened(game.name(), &why))?;
    let scenario: serde_json::Value = serde_json::from_str(header.scenario.get())
        .map_err(|error| Error::new(error.to_string()))?;
    let command = arguments(game, Command::new(game.name()));
    let kind = |varied: &Varied| {
        let name = varied.name.as_str();
        if let Some(seats) = seats_called(&sides, name) {
            return Ok(VariedKind::Seats(seats));
        }
        if let Some(field) = field_called(&scenario, &sides, name) {
            return Ok(field);
        }
        let mut options = command.get_arguments().filter_map(|it| it.get_long());
        if options.any(|it| it == name) {
            return Ok(VariedKind::Option(format!("--{name}")));
        }
        let fields = scenario.as_object().into_iter().flatten();
        let fields = fields.filter(|(_, value)| is_plain(value)).map(|(name, _)| name.clone());
        let known: Vec<_> = names_of_seats(&sides).into_iter().chain(fields).collect();
        let what = format!("nothing that can be varied is called `{}`", quoted(name));
        Err(Error::new(what).at(format!("--vary {name}")).help(format!(
            "choose one of: {}, FIELD.SEAT, or an option of the game",
            known.join(", ")
        )))
    };
    let kinds: Vec<_> = varied.iter().map(kind).collect::<Result<_, _>>()?;
    check_varied_once(varied, &kinds)?;
    Ok(kinds)
}

/// Checks that no value is overwritten by another, and that all cells have the same luck.
fn check_varied_once(varied: &[Varied], kinds: &[VariedKind]) -> Result<(), Error> {
    for (n, kind) in kinds.iter().enumerate() {
        let name = &varied[n].name;
        let at = |what: &str| Error::new(what.to_owned()).at(format!("--vary {name}"));
        if matches!(kind, VariedKind::Option(option) if option == "--dice" || option == "--seed") {
            return Err(at("all cells of a sweep have the same random numbers")
                .help("make a sweep of its own for each value"));
        }
        let other = kinds[..n].iter().position(|other| kind.meets(other));
        if let Some(other) = other {
            let what = format!("it is varied by `--vary {}` too", varied[other].name);
            return Err(at(&what));
        }
    }
    Ok(())
}

fn is_plain(value: &serde_json::Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// The number or word of a scenario that is called so: by its name, or as FIELD.SEAT in the list that has
/// such a field for each seat.
fn field_called(
    scenario: &serde_json::Value,
    sides: &[NamedSide],
    name: &str,
) -> Option<VariedKind> {
    let fields = scenario.as_object()?;
    if fields.get(name).is_some_and(is_plain) {
        return Some(VariedKind::Field(String::new(), name.to_owned()));
    }
    let (field, who) = name.split_once('.')?;
    let seats = seats_called(sides, who)?;
    let [seat] = seats[..] else {
        return None;
    };
    let count = sides.iter().map(|side| side.seats.len()).sum::<usize>();
    let (list, _) = fields.iter().find(|(_, value)| {
        let entries = value.as_array().filter(|it| it.len() == count);
        entries.is_some_and(|entries| entries[seat.index()].get(field).is_some_and(is_plain))
    })?;
    Some(VariedKind::Field(format!("/{list}/{}", seat.index()), field.to_owned()))
}

/// The parts of which the cells of a grid are made.
struct CellMaker<'a> {
    world: &'a World,
    game: &'a dyn CommandLine,
    words: &'a [String],
    seed: i64,
    kinds: Vec<VariedKind>,
    grid: &'a SweepGrid,
}

impl CellMaker<'_> {
    /// The values of a cell; what was named last varies fastest.
    fn values(&self, mut number: usize) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for varied in self.grid.varied.iter().rev() {
            let count = varied.values.len();
            values.push(varied.values[number % count].clone());
            number /= count;
        }
        values.reverse();
        values
    }

    fn cell(
        &self,
        number: usize,
        known: &mut Vec<(Vec<String>, Vec<Setup>)>,
        scenarios: &mut Vec<Box<RawValue>>,
    ) -> Result<SweepCell, Error> {
        let values = self.values(number);
        let mut words = Vec::new();
        for (kind, value) in self.kinds.iter().zip(&values) {
            if let VariedKind::Option(option) = kind {
                words.push(format!("{option}={value}"));
            }
        }
        let place = match known.iter().position(|(of, _)| *of == words) {
            Some(place) => place,
            None => {
                let setups = self.setups(&words)?;
                known.push((words, setups));
                known.len() - 1
            }
        };
        let mut cell = SweepCell { values, players: Vec::new(), scenarios: Vec::new() };
        for setup in &known[place].1 {
            let header = self.varied(setup.header.clone(), &cell.values)?;
            let at = scenarios.iter().position(|it| it.get() == header.scenario.get());
            let at = at.unwrap_or_else(|| {
                scenarios.push(header.scenario.clone());
                scenarios.len() - 1
            });
            cell.scenarios.push(u32::try_from(at).unwrap_or(u32::MAX));
            cell.players = header.players;
        }
        Ok(cell)
    }

    /// The setups of a cell's scenarios: each but the first with a seed of its own.
    fn setups(&self, options: &[String]) -> Result<Vec<Setup>, Error> {
        let all = (0..i64::from(self.grid.maps)).map(|map| {
            let mut words = self.words.to_vec();
            words.extend_from_slice(options);
            if map > 0 {
                words = with_seed(self.game, &words, self.seed.wrapping_add(map))?;
            }
            let mut setup = setup(self.world, self.game, &words)?;
            setup.header.seed = self.seed;
            Ok(setup)
        });
        all.collect()
    }

    /// A header with the values of a cell, which can be played.
    fn varied(&self, mut header: Header, values: &[String]) -> Result<Header, Error> {
        for (n, (kind, value)) in self.kinds.iter().zip(values).enumerate() {
            let place = || format!("--vary {}={value}", self.grid.varied[n].name);
            let nobody = || Error::new("a cell has no such seat").at(place());
            match kind {
                VariedKind::Seats(seats) => {
                    for seat in seats {
                        let player = header.players.get_mut(seat.index()).ok_or_else(nobody)?;
                        player.clone_from(value);
                    }
                }
                VariedKind::Field(object, name) => {
                    header.scenario =
                        with_value(&header, (object, name), value).ok_or_else(nobody)?;
                    let opened = self.game.open(&mut header);
                    opened.map_err(|why| unopened(self.game.name(), &why).at(place()))?;
                }
                VariedKind::Option(_) => {}
            }
        }
        self.sit(&mut header)?;
        Ok(header)
    }

    /// Gives the players their full names, and refuses those that no sweep can have.
    fn sit(&self, header: &mut Header) -> Result<(), Error> {
        let seats = u8::try_from(header.players.len()).unwrap_or(u8::MAX);
        for name in &mut header.players {
            match PlayerName::of(name) {
                PlayerName::BuiltIn(_) => {}
                PlayerName::Person => {
                    let what = format!("`{HUMAN}` cannot play the games of a sweep");
                    return Err(Error::new(what).help("people play with `chase play`"));
                }
                PlayerName::Protocol(_) | PlayerName::Files(_) => {
                    let what = format!(
                        "`{}` plays outside this process, so its games cannot be repeated",
                        quoted(name)
                    );
                    return Err(Error::new(what).help("play it with `chase match`"));
                }
            }
            let built_in = self
                .game
                .built_in(name, seats)
                .map_err(|why| Error::new(why.to_string()).help(help_for(&why, false)))?;
            if !built_in.is_reproducible {
                let what =
                    format!("`{}` thinks by the clock, and its games do not repeat", built_in.name);
                return Err(
                    Error::new(what).help("limit it by nodes or depth instead: NAME:nodes=1000")
                );
            }
            *name = built_in.name;
        }
        Ok(())
    }
}

/// A header's scenario with another value; nothing where the object that has it is missing.
fn with_value(header: &Header, (object, name): (&str, &str), value: &str) -> Option<Box<RawValue>> {
    let read = serde_json::from_str(header.scenario.get());
    let mut scenario: serde_json::Value = read.unwrap_or_default();
    let object = scenario.pointer_mut(object)?;
    object[name] = match value {
        "none" => serde_json::Value::Null,
        number => {
            serde_json::from_str(number).ok().filter(is_plain).unwrap_or_else(|| number.into())
        }
    };
    serde_json::value::to_raw_value(&scenario).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_lists_and_ranges() {
        let values = |text: &str| text.parse::<Varied>().map(|it| it.values);
        assert_eq!(values("a=1..9:4").unwrap(), ["1", "5", "9"]);
        assert_eq!(values("a=2..4").unwrap(), ["2", "3", "4"]);
        assert_eq!(values("D2=dfs, alphabeta:nodes=5").unwrap(), ["dfs", "alphabeta:nodes=5"]);
        for wrong in ["a", "=1", "a=", "a=1,,2", "a=5..1"] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
    }
}
