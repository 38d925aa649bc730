//! Scenario files: TOML or JSON, in the form that the header of a replay has.

use std::io::{self, Read};

use serde::de::DeserializeOwned;

use super::Commands;
use super::scenarios::Scenarios;
use crate::openings::{Seated, Wanted};
use chase_world::error::{Error, place, without_place};
use chase_world::world::WorldPath;

/// The longest scenario file: what the header of a replay can hold, in bytes.
const BYTES_MAX: u64 = 64 << 20;

/// A file's name in messages.
fn name(path: &WorldPath) -> String {
    if path.is_input() { "standard input".into() } else { path.display().to_string() }
}

/// A text with its byte order mark taken away.
fn read_text(path: &WorldPath, file: &str) -> Result<String, Error> {
    let failed = |error: &io::Error| Error::io(file, "read", error);
    let mut bytes = Vec::new();
    let read = if path.is_input() {
        path.world().reader().take(BYTES_MAX + 1).read_to_end(&mut bytes)
    } else {
        let opened = path.open().map_err(|error| failed(&error))?;
        opened.take(BYTES_MAX + 1).read_to_end(&mut bytes)
    };
    read.map_err(|error| failed(&error))?;
    if bytes.len() as u64 > BYTES_MAX {
        let what = format!("more than {} MiB; no scenario is that long", BYTES_MAX >> 20);
        return Err(Error::new(what).at(file));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        Error::new("not UTF-8").at(place(file, &before, good))
    })?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Reads a scenario of a game from a file that somebody wrote.
fn read<S: DeserializeOwned>(game: &str, path: &WorldPath) -> Result<S, Error> {
    let file = name(path);
    let text = read_text(path, &file)?;
    let expected = format!("expected a scenario of {game} as in a replay's header, TOML or JSON");
    let read = if text.trim().is_empty() {
        Err(Error::new("empty").at(&file))
    } else if text.trim_start().starts_with('{') {
        serde_json::from_str(&text).map_err(|error| {
            let what = Error::new(without_place(&error));
            what.at(format_args!("{file}:{}:{}", error.line(), error.column()))
        })
    } else {
        toml::from_str(&text).map_err(|error| toml_error(&error, &file, &text))
    };
    read.map_err(|error| error.help(expected))
}

/// An error that says what is wrong with a TOML text, and where.
fn toml_error(error: &toml::de::Error, file: &str, text: &str) -> Error {
    let what = Error::new(error.message());
    match error.span() {
        Some(span) => what.at(place(file, text, span.start)),
        None => what.at(file),
    }
}

/// The one scenario of a file.
pub(super) struct Filed<G: Commands> {
    scenario: G::Scenario,
    file: String,
    seats: usize,
    wanted: Wanted,
}

impl<G: Commands> Filed<G> {
    pub(super) fn read(path: &WorldPath, wanted: Wanted) -> Result<Self, Error> {
        let file = name(path);
        let scenario: G::Scenario = read(G::NAME, path)?;
        let game = G::playable(scenario.clone()).map_err(|error| error.at(&file))?;
        Ok(Filed { scenario, seats: usize::from(game.seats()), file, wanted })
    }
}

impl<G: Commands> Scenarios<G> for Filed<G> {
    fn seats(&self) -> usize {
        self.seats
    }

    fn nth(&self, _: u64, seated: &[Seated]) -> Result<G::Scenario, Error> {
        let mut scenario = self.scenario.clone();
        G::fit(&mut scenario, seated, &self.wanted);
        Ok(scenario)
    }

    fn about(&self) -> String {
        format!("from the scenario of {}", self.file)
    }
}
