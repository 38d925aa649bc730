//! A scenario of any game solved by its rules alone, and told in the game's own words.

use clap::ArgMatches;

use super::Commands;
use super::perft::chosen;
use crate::solving::{SolvedAction, SolvedMove, SolvedScenario};
use chase_engine::game::Seat;
use chase_kit::faces::Transcript;
use chase_study::solve::{BestLineEnd, Solution, SolveProgress, Unsolvable, solve};
use chase_world::error::Error;
use chase_world::world::World;

/// Solves the scenario that the arguments choose.
pub(super) fn solved<G: Commands>(
    world: &World,
    matches: &ArgMatches,
    states_max: u64,
    watch: &dyn Fn(SolveProgress) -> bool,
) -> Result<SolvedScenario, Error> {
    let game = chosen::<G>(world, matches)?;
    let solution = solve(&game, game.start(), states_max, watch).map_err(|why| unsolved(&why))?;
    told(&game, &solution).ok_or_else(|| unsolved(&Unsolvable::Broken("it forgets states".into())))
}

fn unsolved(why: &Unsolvable) -> Error {
    let error = Error::new(format!("this scenario is not solved: {why}"));
    match why {
        Unsolvable::TooManyStates { .. } => {
            error.help("choose a smaller scenario, or allow more with --states N")
        }
        Unsolvable::CyclicChance => {
            error.help("`chase match` and `chase odds` estimate from games that are played")
        }
        _ => error,
    }
}

/// A solution in words; nothing if a state of it cannot be found again.
fn told<G: Commands>(game: &G, solution: &Solution<'_, G>) -> Option<SolvedScenario> {
    let start = solution.start();
    let words =
        |state: &G::State, seat: Seat, action: &G::Action| game.action_text(state, seat, action);
    let (to_move, actions) = match solution.choices(start) {
        Some((seat, choices)) => {
            let action = |choice: chase_study::solve::SolvedChoice<G::Action>| SolvedAction {
                action: words(start, seat, &choice.action),
                value: choice.value,
                is_best: choice.is_best,
            };
            (Some(seat), choices.into_iter().map(action).collect())
        }
        None => (None, Vec::new()),
    };
    let line = solution.line(start)?;
    let ending = match &line.end {
        BestLineEnd::Over(_) => Some(G::transcript().ending_words(game, &line.last)),
        BestLineEnd::Dice | BestLineEnd::Undecided => None,
    };
    let moves = line.moves.iter().map(|it| SolvedMove {
        seat: game.seat_name(it.seat),
        action: words(&it.state, it.seat, &it.action),
    });
    Some(SolvedScenario {
        sides: game.sides().iter().map(|side| (*side).to_owned()).collect(),
        value: solution.value(start)?,
        to_move: to_move.map(|seat| game.seat_name(seat)),
        actions,
        line: moves.collect(),
        end: line.end,
        ending,
        states: solution.states(),
    })
}
