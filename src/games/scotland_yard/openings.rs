//! One scenario, whose starts are drawn anew in every game. In a match the games of an opening share
//! where the detectives begin, which everybody sees; where Mr X begins is each game's own luck.

use super::ScotlandYard;
use super::game_options::TownArgs;
use super::new::random_board;
use super::scenario::Scenario;
use chase_engine::dice::{Dice, DrawOwner, Generator};
use chase_engine::game::Seat;
use chase_play::commands::{Commands, Scenarios};
use chase_play::openings::Seated;
use chase_world::error::Error;
use chase_world::world::World;

/// The stream of public luck: a seat that no game has.
const OPENINGS_STREAM: u8 = 200;

/// Starts to begin with.
pub(super) struct Starts {
    scenario: Scenario,
    /// The seed that detectives' starts are drawn by, where games share them.
    shared: Option<i64>,
    about: String,
    warnings: Vec<String>,
}

impl Starts {
    /// The starts that the options ask for. The seed decides a random board.
    pub(super) fn new(world: &World, options: &TownArgs, seed: i64) -> Result<Self, Error> {
        let mut graph = match options.stations {
            Some(stations) => random_board(stations, seed),
            None => options.graph(world)?,
        };
        let warnings = std::mem::take(&mut graph.warnings);
        let board = match (options.stations, &options.board) {
            (Some(stations), _) => format!("a random board of {stations} stations"),
            (None, Some(path)) => path.display().to_string(),
            (None, None) => "the program's own board".into(),
        };
        let scenario = options.scenario(graph)?;
        let (detectives, rounds) = (scenario.players.len() - 1, scenario.rounds);
        Ok(Starts {
            shared: None,
            about: format!("on {board}, {detectives} detectives, {rounds} rounds"),
            scenario,
            warnings,
        })
    }

    /// The starts of a match, whose games share the detectives' starts: this seed and the number of
    /// the opening decide them.
    pub(super) fn shared(self, seed: i64) -> Self {
        Starts { shared: Some(seed), ..self }
    }
}

/// The scenario of the n-th opening: the starts of the detectives are drawn, if they are not given.
///
/// # Errors
/// A scenario that no game can be played with.
fn opened(scenario: &Scenario, seed: i64, n: u64) -> Result<Scenario, Error> {
    let game = ScotlandYard::playable(scenario.clone())?;
    let mut dice = Dice::new(Generator::Chacha8, seed, n);
    // No seat's luck and not the world's: nothing that is hidden is drawn by it.
    dice.turn_to(DrawOwner::Seat(Seat(OPENINGS_STREAM)));
    let mut scenario = scenario.clone();
    let drawn = game.draw_starts(&mut dice);
    for (player, start) in scenario.players.iter_mut().zip(drawn).skip(1) {
        player.start = Some(start);
    }
    Ok(scenario)
}

impl Scenarios<ScotlandYard> for Starts {
    fn seats(&self) -> usize {
        self.scenario.players.len()
    }

    fn nth(&self, n: u64, _: &[Seated]) -> Result<Scenario, Error> {
        match self.shared {
            Some(seed) => opened(&self.scenario, seed, n),
            None => Ok(self.scenario.clone()),
        }
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}
