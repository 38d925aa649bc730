//! Cases as staff write them: the two data files, the hours and the seed. The files are given to
//! programs as they were written.

use super::Police;
use crate::causes::world::Listing;
use chase_engine::game::Game;
use chase_engine::header::Header;
use chase_kit::grading::{GradingCase, WrittenCase};
use chase_police::loader::{Source, load};
use chase_world::error::Error;

/// The names of the data files.
pub(super) const CITIES: &str = "cities.data";
pub(super) const AGENTS: &str = "agents.data";

/// The case that somebody wrote down.
pub(super) fn read(mut case: WrittenCase) -> Result<GradingCase, Error> {
    let mut text = |name: &str| {
        let text = case.files.remove(name);
        text.ok_or_else(|| Error::new(format!("{name} is missing")))
    };
    let texts = [text(CITIES)?, text(AGENTS)?];
    let number = |name: &str| {
        let number = case.values.get(name).copied();
        number.ok_or_else(|| Error::new(format!("`{name}` is missing")))
    };
    let hours = number("cycles")?;
    let hours = i32::try_from(hours).map_err(|_| {
        Error::new(format!("cycles = {hours}: a chase has at most {} hours", i32::MAX))
    })?;
    let [cities, agents] = [(CITIES, &texts[0]), (AGENTS, &texts[1])]
        .map(|(name, text)| Source { name, bytes: text.as_bytes() });
    let loaded = load(cities, agents, hours)?;
    let game = Police::new(loaded.scenario).map_err(|fault| Error::new(fault.to_string()))?;
    Ok(GradingCase {
        part: case.part,
        about: case.about.into(),
        header: Header::new(&game, &loaded.players, Police::DICE, number("seed")?),
        input: case.input.into(),
        layout: 0,
        texts: Some(texts.to_vec().into()),
        edition: None,
    })
}

/// The data files of a case that somebody wrote down.
pub(super) fn texts(case: &GradingCase) -> Option<[String; 2]> {
    match case.texts.as_deref()? {
        [cities, agents] => Some([cities.clone(), agents.clone()]),
        _ => None,
    }
}

/// The roads of a city file that can be read, in its order.
pub(super) fn listing(cities: &str) -> Listing {
    let mut listing = Vec::new();
    for line in cities.lines().skip(1) {
        let mut words = line.split_whitespace();
        let Some(from) = words.next().and_then(|word| word.parse().ok()) else {
            continue;
        };
        while let Some(to) = words.next().and_then(|word| word.parse().ok()) {
            listing.push((from, to));
            // The road's length.
            words.next();
        }
    }
    listing
}
