//! Example S3 of the assignment: the map with informants, 10 hours, seed 2. It is played where no
//! other map is named.

use super::loader::{self, LoadedScenario, Source};
use chase_world::error::Error;

const CITIES: &[u8] = include_bytes!("data/citiesInformants.data");
const CITIES_NAME: &str = "citiesInformants.data";
const AGENTS: &[u8] = include_bytes!("data/agentsS3.data");
const AGENTS_NAME: &str = "agentsS3.data";
/// Hours until time is up, where no other number is asked for.
const HOURS: i32 = 10;
/// The seed of its dice.
pub(super) const SEED: i64 = 2;

/// Its city file and its agent file.
pub(super) const FILES: [Source<'static>; 2] =
    [Source { name: CITIES_NAME, bytes: CITIES }, Source { name: AGENTS_NAME, bytes: AGENTS }];

/// The example, for so many hours.
pub(super) fn map(hours: Option<i32>) -> Result<LoadedScenario, Error> {
    let [cities, agents] = FILES;
    loader::load(cities, agents, hours.unwrap_or(HOURS))
}
