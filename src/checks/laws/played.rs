//! A game that is played for the laws: its session, and what its events do.

use std::sync::Arc;

use crate::broken_law::{BrokenLaw, Law};
use chase_engine::game::Game;
use chase_engine::header::Header;
use chase_engine::session::GameSession;
use chase_kit::faces::Playable;
use chase_kit::player_name::seated;

/// The session of a header's players.
pub(super) fn session<G: Playable>(
    game: &Arc<G>,
    header: &Header,
) -> Result<GameSession<G>, BrokenLaw> {
    let players = seated(game, &header.players);
    let players = players.map_err(|what| Law::Scenario.broken(what.to_string()))?;
    Ok(GameSession::new(Arc::clone(game), players, header.dice()))
}

/// Lets events change a state.
pub(super) fn fold<G: Game>(
    game: &G,
    state: &mut G::State,
    events: &[G::Event],
) -> Result<(), BrokenLaw> {
    for event in events {
        let applied = game.apply(state, event);
        applied.map_err(|rule| Law::Fold.broken(rule.to_string()))?;
    }
    Ok(())
}
