//! `chase new fishing`: makes a board.

use std::path::PathBuf;

use super::options::IceArgs;
use super::state_file::StateFile;
use chase_engine::dice::{Dice, Generator};
use chase_play::NewFiles;
use chase_world::error::Error;

/// A board in a state file.
pub(super) fn files(
    options: &IceArgs,
    seed: i64,
    output: Option<PathBuf>,
) -> Result<NewFiles, Error> {
    let players = usize::from(options.seats.unwrap_or(2));
    let grid = options.plan(players).make(&mut Dice::new(Generator::Chacha8, seed, 0))?;
    let floes = grid.fields().iter().filter(|field| field.is_free()).count();
    let IceArgs { rows, cols, penguins, .. } = options;
    let file = StateFile { grid, players: Vec::new() };
    let path = output.unwrap_or_else(|| format!("fishing-{rows}-{cols}-{seed}.txt").into());
    let greedy = " --player greedy".repeat(players);
    let next =
        format!("chase record fishing --board {}{greedy} --penguins {penguins}", path.display(),);
    Ok(NewFiles {
        files: vec![(path, file.to_string())],
        about: format!(
            "{rows} x {cols} fields, {floes} floes, room for {players} players with \
             {penguins} penguins each, seed {seed}"
        ),
        next,
        seed_drawn: None,
    })
}
