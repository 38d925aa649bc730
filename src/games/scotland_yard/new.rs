//! Makes boards: `graph.txt`, and `pos.txt` with where its stations are drawn.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::ScotlandYard;
use super::graph::Graph;
use super::plan::Plan;
use crate::engine::dice::{Dice, Generator, fresh_seed};
use crate::engine::game::Game as _;
use crate::error::Error;
use crate::games::NewFiles;

/// What `chase new` takes.
#[derive(Args)]
pub struct NewArgs {
    /// Stations, 8 to 5000
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(8..=5000))]
    stations: u16,
    /// Seed of the board [drawn when not given]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// A folder that is there; the board goes into graph.txt and pos.txt in it [default: this one]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl NewArgs {
    pub(super) fn files(self) -> Result<NewFiles, Error> {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let folder = self.output.unwrap_or_default();
        if !folder.as_os_str().is_empty() && !folder.is_dir() {
            let what = "no folder of this name";
            return Err(Error::new(what)
                .at(folder.display())
                .help("make it first, or leave -o away"));
        }
        let mut dice = Dice::new(Generator::Chacha8, seed, 0);
        let plan = Plan {
            stations: self.stations,
        };
        let made = plan.make(&mut |n| dice.below(n));
        let mut positions = String::new();
        for (station, (x, y)) in (1..).zip(&made.places) {
            let station: u32 = station;
            // Writing to a string cannot fail.
            let _ = writeln!(positions, "{station} {x} {y}");
        }
        let graph = Graph {
            stations: (1..=self.stations).collect(),
            edges: made.edges,
            warnings: Vec::new(),
        };
        let path = folder.join("graph.txt");
        let (stations, edges) = (self.stations, graph.edges.len());
        let next = format!(
            "chase record {} --board {}",
            ScotlandYard::NAME,
            path.display()
        );
        Ok(NewFiles {
            files: vec![(path, graph.text()), (folder.join("pos.txt"), positions)],
            about: format!("{stations} stations, {edges} edges, seed {seed}"),
            next,
            seed_drawn: self.seed.is_none().then_some(seed),
        })
    }
}
