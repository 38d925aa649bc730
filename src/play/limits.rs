//! How long search players may think, on the command line of every game that has some.

use clap::Args;

use crate::player_name::{PlayerName, no_player};
use chase_kit::budget::{Limit, parse_time};
use chase_kit::faces::Playable;
use chase_kit::player_name::PlayerSpec;
use chase_world::error::Error;

/// A limit for all players that search and have none of their own.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Time per turn for players that search, as in 100ms [default: each player's own]
    #[arg(long, value_name = "TIME", value_parser = |text: &str| parse_time(text).map(Limit::Time), conflicts_with = "nodes")]
    time: Option<Limit>,
    /// Positions per turn for players that search, as in 1000; the same count gives the same game
    /// again
    #[arg(long, value_name = "N", value_parser = limit_nodes)]
    nodes: Option<Limit>,
}

fn limit_nodes(text: &str) -> Result<Limit, Error> {
    format!("nodes={text}").parse().map_err(|_| Error::new("expected a number of 1 or more"))
}

impl LimitArgs {
    /// The limit given.
    pub fn limit(&self) -> Option<Limit> {
        self.nodes.or(self.time)
    }

    /// A player's full name, with the limit given if it searches and has none of its own. A person
    /// and players outside the process are called as they are. `has_files` is whether programs meet
    /// through files in the game.
    ///
    /// # Errors
    /// A name that no player has.
    pub fn full_name<G: Playable>(&self, name: &str, has_files: bool) -> Result<String, Error> {
        if !matches!(PlayerName::of(name), PlayerName::BuiltIn(_)) {
            return Ok(name.to_owned());
        }
        let named = PlayerSpec::<G>::parse(name).map_err(|why| no_player(&why, has_files))?;
        let limit = self.limit().filter(|_| !name.contains(':'));
        Ok(match limit {
            Some(limit) => named.limited(limit).to_string(),
            None => named.to_string(),
        })
    }

    /// The warning about a limit that nobody obeys.
    pub fn warnings(&self, players: &[String]) -> Vec<String> {
        let obeys = |limit: Limit| {
            let limit = format!(":{limit}");
            players.iter().any(|name| name.ends_with(&limit))
        };
        match self.limit() {
            Some(limit) if !obeys(limit) => vec![format!(
                "no player here takes {limit} from the command line: none searches, or each has a \
                 limit of its own"
            )],
            _ => Vec::new(),
        }
    }
}
