//! Whose map is played on, and for how long, as the options of the command line say it.

use std::path::PathBuf;

use clap::Args;

/// Whose map is played on, and for how long.
#[derive(Args, Clone, Debug, Default)]
pub struct MapArgs {
    /// City file: roads, informants, names [default, without any file: the built-in example S3]
    #[arg(value_name = "CITIES", requires = "agent_file")]
    pub(super) city_file: Option<PathBuf>,
    /// Agent file: the thief and four detectives
    #[arg(value_name = "AGENTS", requires = "cycles")]
    pub(super) agent_file: Option<PathBuf>,
    /// Hours until time is up
    #[arg(value_name = "CYCLES", allow_negative_numbers = true)]
    pub(super) cycles: Option<i32>,
    /// City file and agent file, in place of the two arguments, as in `--map cities.data
    /// agents.data`
    #[arg(long, value_names = ["CITIES", "AGENTS"], num_args = 2, action = clap::ArgAction::Append, conflicts_with = "city_file")]
    pub(super) map: Vec<PathBuf>,
    /// Number of cities of a random map, as in 20 [default: 10]
    #[arg(long, value_name = "N", conflicts_with_all = ["city_file", "map"])]
    pub(super) cities: Option<u32>,
    /// Number of roads of a random map, as in 30 [default: half as many again as cities]
    #[arg(long, value_name = "M", conflicts_with_all = ["city_file", "map"])]
    pub(super) roads: Option<u32>,
    /// Number or share of cities with an informant on a random map, as in 3 or 10%
    #[arg(long, value_name = "P", conflicts_with_all = ["city_file", "map"])]
    pub(super) informants: Option<Informants>,
    /// Draw a map on which the thief is never caught: roads of length 1 join only cities of
    /// different colour, thief and detectives start on different colours, and there is no getaway
    #[arg(long, conflicts_with_all = ["city_file", "map"])]
    pub(super) two_coloured: bool,
    /// Draw a map like a real one: towns at random points, a road between two if no third lies in
    /// the circle between them, as long as their distance; about twice as many roads as cities
    #[arg(long, conflicts_with_all = ["city_file", "map", "roads", "two_coloured"])]
    pub(super) towns: bool,
    /// Hours until time is up, in place of CYCLES [default: 50; on the built-in map 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "cycles")]
    pub(super) hours: Option<i32>,
}

impl MapArgs {
    /// Returns true if the options ask for a random map.
    pub(super) fn is_random(&self) -> bool {
        let counts = [self.cities, self.roads];
        counts.iter().any(Option::is_some)
            || self.informants.is_some()
            || self.two_coloured
            || self.towns
    }

    /// Returns true if the options ask for no other map than the embedded one.
    pub(super) fn is_embedded(&self) -> bool {
        self.city_file.is_none() && self.map.is_empty() && !self.is_random()
    }
}

/// A number of cities, or a share of them.
#[derive(Clone, Copy, Debug)]
pub enum Informants {
    /// So many cities, as in `12`.
    Count(u32),
    /// A share of all cities in percent, 0 to 100, as in `10%`.
    Percent(u32),
}

impl std::str::FromStr for Informants {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (digits, share) = match text.strip_suffix('%') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let number = digits.trim_end().parse::<u32>();
        match (number, share) {
            (Ok(percent @ 0..=100), true) => Ok(Informants::Percent(percent)),
            (Ok(count), false) => Ok(Informants::Count(count)),
            _ => Err("expected a number of cities, or a share from 0% to 100%"),
        }
    }
}
