//! Makes boards: `graph.txt`, and `pos.txt` with where its stations are drawn.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::ScotlandYard;
use super::board::{Edge, Station};
use super::graph::Graph;
use super::plan::{PlannedBoard, make};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game as _;
use chase_play::NewFiles;
use chase_world::error::Error;

/// Stations where nothing is said.
const STATIONS: Station = 200;

/// A board of so many stations.
pub(super) fn random_board(stations: Station, seed: i64) -> Graph {
    graph(stations, made(stations, seed).edges)
}

fn made(stations: Station, seed: i64) -> PlannedBoard {
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    make(stations, &mut |n| dice.below(n))
}

fn graph(stations: Station, edges: Vec<Edge>) -> Graph {
    Graph { stations: (1..=stations).collect(), edges, warnings: Vec::new() }
}

/// A board in two files of a folder.
pub(super) fn files(
    stations: Option<Station>,
    seed: i64,
    output: Option<PathBuf>,
) -> Result<NewFiles, Error> {
    let folder = output.unwrap_or_default();
    let stations = stations.unwrap_or(STATIONS);
    let made = made(stations, seed);
    let mut positions = String::new();
    for (station, (x, y)) in (1..).zip(&made.places) {
        let station: u32 = station;
        // Writing to a string cannot fail.
        let _ = writeln!(positions, "{station} {x} {y}");
    }
    let graph = graph(stations, made.edges);
    let path = folder.join("graph.txt");
    let edges = graph.edges.len();
    let next = format!("chase record {} --board {}", ScotlandYard::NAME, path.display());
    Ok(NewFiles {
        files: vec![(path, graph.text()), (folder.join("pos.txt"), positions)],
        about: format!("{stations} stations, {edges} edges, seed {seed}"),
        next,
        seed_drawn: None,
    })
}
