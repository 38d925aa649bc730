//! The players of the house in a match: all built-in ones of a game.

use chase_kit::budget::Limit;
use chase_play::CommandLine;

/// The limit on a move of players that search, where nobody sets one. It is of nodes, so that a
/// game comes out the same again.
pub(crate) const LIMIT: &str = "nodes=2000";

/// All built-in players of a game, as `--player` names them; those that search with this limit.
pub(crate) fn players(game: &dyn CommandLine, limit: Limit) -> Vec<String> {
    let player = |forms: String| {
        let name = forms.split(',').next().unwrap_or(&forms);
        let limited = format!("{name}:{limit}");
        match game.built_in(&limited, 1) {
            Ok(_) => limited,
            Err(_) => name.to_owned(),
        }
    };
    game.built_in_names().into_iter().map(player).collect()
}
