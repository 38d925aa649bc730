//! Rules that make no choices: how a chase ends, and what `map` prints. One is named when every
//! place where it acts fits, with the number of those places.

use super::run::{Cities, TraceRun};
use super::table::{ChoicelessRules, SWITCHES, Switch, Throw};
use chase_police::lines::{MapLine, MapText};
use chase_police::{AGENTS, Ending, Police, State, THIEF};

use chase_engine::game::{Game, Seat};
use chase_kit::faces::{Playable as _, Transcript as _};

/// Places that show something else than the rules require, and the mistakes that fit them.
#[derive(Default)]
pub struct ShownFound {
    /// Places that could be held against the rules.
    pub places: usize,
    /// Those that show something else.
    pub wrong: usize,
    /// The runs they are of.
    pub wrong_in: Vec<usize>,
    /// Switches that fit all places.
    pub fits: Vec<&'static Switch>,
}

/// All endings that were shown, held against the rules and the switches.
#[must_use]
pub fn endings(runs: &[TraceRun], without: &[&str]) -> ShownFound {
    let whole = runs.iter().enumerate();
    let whole: Vec<_> = whole.filter(|(_, run)| !run.ending.is_empty() && !run.is_cut).collect();
    let fits = |(_, run): (usize, &TraceRun), shown: Option<ChoicelessRules>| {
        let (hour, words) = ending(run, shown);
        hour + 1 == run.hours.len() && words == run.ending
    };
    found(&whole, without, |(n, _)| n, fits)
}

/// All maps that were printed, held against the rules and the switches.
#[must_use]
pub fn maps(texts: &[(usize, &MapText, &Police)], without: &[&str]) -> ShownFound {
    found(texts, without, |(n, ..)| n, |(_, text, game), shown| is_map(game, text, shown))
}

fn found<T: Copy>(
    places: &[T],
    without: &[&str],
    run_of: impl Fn(T) -> usize,
    fits: impl Fn(T, Option<ChoicelessRules>) -> bool,
) -> ShownFound {
    let is_wrong: Vec<bool> = places.iter().map(|place| !fits(*place, None)).collect();
    let wrong_in = places.iter().zip(&is_wrong).filter(|(_, wrong)| **wrong);
    let wrong_in: Vec<usize> = wrong_in.map(|(place, _)| run_of(*place)).collect();
    let wrong = wrong_in.len();
    let mut found = ShownFound { places: places.len(), wrong, wrong_in, fits: Vec::new() };
    if wrong == 0 {
        return found;
    }
    for switch in SWITCHES.iter().filter(|switch| !without.contains(&switch.name)) {
        if let Throw::Shown(shown) = switch.throw
            && places.iter().all(|place| fits(*place, Some(shown)))
        {
            found.fits.push(switch);
        }
    }
    found
}

/// In which hour a chase with these cities ends, and with which words.
fn ending(run: &TraceRun, shown: Option<ChoicelessRules>) -> (usize, String) {
    let game = &*run.world.game;
    for (hour, cities) in run.hours.iter().enumerate() {
        if hour == 0 && shown == Some(ChoicelessRules::NotAtStart) {
            continue;
        }
        if let Some(ending) = ending_of(game, hour, cities, shown) {
            return (hour, words(game, cities, ending, shown));
        }
    }
    (run.hours.len(), String::new())
}

fn ending_of(
    game: &Police,
    hour: usize,
    cities: &Cities,
    shown: Option<ChoicelessRules>,
) -> Option<Ending> {
    let thief = cities[THIEF];
    let mut captors = (THIEF + 1..AGENTS).filter(|agent| cities[*agent] == thief);
    let captor = match shown {
        Some(ChoicelessRules::LastCaptor) => captors.next_back(),
        _ => captors.next(),
    };
    let captor = captor.and_then(|agent| u8::try_from(agent).ok());
    let caught = captor.map(|agent| Ending::Caught(Seat(agent)));
    let escaped = (game.scenario().getaway == Some(thief)).then_some(Ending::Escaped);
    let late = match shown {
        Some(ChoicelessRules::Hours(late)) => late,
        _ => 0,
    };
    let hours = i64::from(game.scenario().hours) + late;
    let is_up = i64::try_from(hour).is_ok_and(|hour| hour >= hours);
    let time_up = is_up.then_some(Ending::TimeUp);
    match shown {
        Some(ChoicelessRules::EscapeFirst) => escaped.or(caught).or(time_up),
        Some(ChoicelessRules::TimeFirst) => time_up.or(caught).or(escaped),
        _ => caught.or(escaped).or(time_up),
    }
}

fn words(game: &Police, cities: &Cities, ending: Ending, shown: Option<ChoicelessRules>) -> String {
    let mut state: State = game.start();
    for (agent, city) in state.agents.iter_mut().zip(cities) {
        agent.city = *city;
    }
    state.ending = Some(ending);
    let words = Police::transcript().ending_words(game, &state);
    let name = game.map().name(cities[THIEF]);
    let id = cities[THIEF];
    let named = named(game, id, shown);
    words.replacen(&format!(" {name} ({id})"), &format!(" {named} ({id})"), 1)
}

/// The name that a city is given.
fn named(game: &Police, city: u32, shown: Option<ChoicelessRules>) -> &str {
    let name = game.map().name(city);
    match shown {
        Some(ChoicelessRules::NamesCut) => name.split(' ').next().unwrap_or(name),
        Some(ChoicelessRules::NamesCutAfter(count)) => {
            let end = name.char_indices().nth(count);
            end.map_or(name, |(end, _)| &name[..end])
        }
        Some(ChoicelessRules::LastName) => {
            let last = game.map().cities().saturating_sub(1);
            game.map().name(u32::try_from(last).unwrap_or(city))
        }
        _ => name,
    }
}

fn is_map(game: &Police, text: &MapText, shown: Option<ChoicelessRules>) -> bool {
    let roads = &game.map().roads;
    let twice = 1 + usize::from(shown == Some(ChoicelessRules::RoadsTwice));
    // Lines are read without the blanks at their end.
    let named = |city: u32| named(game, city, shown).trim_end();
    let is_line = |(id, line): (u32, &MapLine)| {
        let mut said = line.roads.clone();
        said.sort_unstable();
        let due = roads.from(id).iter();
        let due =
            due.map(|road| (i64::from(road.to), named(road.to).to_owned(), i64::from(road.length)));
        if text.is_unnamed {
            let due = due.map(|(to, _, length)| (to, length));
            return line.id == i64::from(id) && said.into_iter().map(|it| (it.0, it.2)).eq(due);
        }
        line.id == i64::from(id) && line.name.trim_end() == named(id) && said.into_iter().eq(due)
    };
    let listed = |id: &u32| !text.is_unnamed || !roads.from(*id).is_empty();
    let listed: Vec<u32> = (0..).take(roads.places()).filter(listed).collect();
    text.cities == i64::try_from(roads.places()).ok()
        && text.roads == i64::try_from(twice * roads.count()).ok()
        && text.lines.len() == listed.len()
        && listed.into_iter().zip(&text.lines).all(is_line)
}
