//! The chases of a match: random maps, or those of files, with a seed for each.

use std::path::PathBuf;

use clap::Args;

use super::args::load_files;
use super::loader::Loaded;
use super::new::Plan;
use super::players::of_thief;
use super::{Police, Scenario, THIEF};
use crate::engine::dice::{Dice, Generator};
use crate::engine::game::{Game, Seat};
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::openings::{Openings, Seated, Wanted, names, shown};

#[derive(Args, Clone, Debug)]
pub(super) struct OpeningArgs {
    /// A map: its city file and its agent file, whose strategies count for nothing; may be given
    /// again, and each is played in its turn [default: a random map for every opening]
    #[arg(long, value_names = ["CITIES", "AGENTS"], num_args = 2, action = clap::ArgAction::Append)]
    map: Vec<PathBuf>,
    /// Cities of a random map
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(3..=10_000), conflicts_with = "map")]
    cities: u32,
    /// How many of its cities have an informant
    #[arg(long, value_name = "P", default_value_t = 5, conflicts_with = "map")]
    informants: u32,
    /// Hours until time is up
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(i32).range(1..))]
    hours: i32,
    /// Generator: chacha8, with which the thief has the same luck whoever hunts it, or glibc, which
    /// draws as programs written in C do
    #[arg(long, value_name = "NAME", default_value_t = Generator::Chacha8)]
    dice: Generator,
}

/// Maps to begin with.
pub(super) struct Maps {
    args: OpeningArgs,
    maps: Vec<Scenario>,
    warnings: Vec<String>,
    seed: i64,
    house: [(Seat, &'static str); 1],
}

impl OpeningArgs {
    pub(super) fn openings(self, wanted: Wanted) -> Result<Maps, Error> {
        if self.informants > self.cities {
            let (informants, cities) = (self.informants, self.cities);
            let what = format!("--informants {informants}: there are only {cities} cities");
            return Err(Error::new(what));
        }
        let (mut maps, mut warnings) = (Vec::new(), Vec::new());
        for files in self.map.chunks(2) {
            let Loaded {
                scenario,
                warnings: warned,
                ..
            } = load_files(&files[0], &files[1], self.hours)?;
            maps.push(scenario);
            warnings.extend(warned);
        }
        Ok(Maps {
            args: self,
            maps,
            warnings,
            seed: wanted.seed,
            house: [(Seat(u8::try_from(THIEF).unwrap_or(0)), of_thief())],
        })
    }
}

impl Maps {
    fn scenario(&self, n: u64) -> Scenario {
        if self.maps.is_empty() {
            let plan = Plan {
                cities: self.args.cities,
                roads: 2 * self
                    .args
                    .cities
                    .min(self.args.cities * (self.args.cities - 1) / 4),
                informants: self.args.informants,
                two_coloured: false,
            };
            let mut dice = Dice::new(Generator::Chacha8, self.seed, n);
            let scenario = plan.scenario(&mut dice);
            return Scenario {
                hours: self.args.hours,
                ..scenario
            };
        }
        self.maps[usize::try_from(n).unwrap_or(0) % self.maps.len()].clone()
    }
}

impl Openings for Maps {
    fn seats(&self) -> usize {
        super::AGENTS
    }

    fn house(&self) -> &[(Seat, &'static str)] {
        &self.house
    }

    fn header(&self, n: u64, seated: &[Seated]) -> Result<Header, Error> {
        let game = Police::new(self.scenario(n)).map_err(|fault| Error::new(fault.to_string()))?;
        let mut header = Header::new(&game, &names(seated), self.args.dice, self.seed);
        header.number = n;
        Ok(header)
    }

    fn about(&self) -> String {
        let hours = self.args.hours;
        if self.maps.is_empty() {
            let (cities, informants) = (self.args.cities, self.args.informants);
            return format!(
                "on random maps of {cities} cities and {informants} informants, {hours} hours"
            );
        }
        let cities = self.args.map.chunks(2).map(|files| shown(&files[0]));
        let cities: Vec<_> = cities.collect();
        format!("on {}, {hours} hours", cities.join(", "))
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
