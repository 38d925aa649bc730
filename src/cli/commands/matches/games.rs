//! The games of a match by player, those it lost first: gathered while they are played, and listed as
//! text.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use crate::print::columns::aligned;
use chase_arena::entrant::replay_path;
use chase_arena::game_result::{GameResult, PlayerFault};
use chase_arena::series::MatchSeries;
use chase_world::world::World;

/// The most games of a player that are listed as text.
const LISTED_MAX: usize = 1_000;

/// A place in the list of a player: its points, the game, the slot it filled.
type Rank = (u8, u64, usize);

/// The games of every player, those with the fewest points first.
pub struct PlayerGames {
    limit: usize,
    of_players: BTreeMap<usize, BTreeMap<Rank, Rc<GameResult>>>,
}

impl PlayerGames {
    /// No games yet; of those of a player at most `limit` will be kept, won ones are left out first.
    pub fn with_limit(limit: usize) -> Self {
        let of_players = BTreeMap::new();
        PlayerGames { limit, of_players }
    }

    /// Adds a game to those of everybody who played it.
    pub fn add(&mut self, played: &GameResult) {
        let game = Rc::new(played.clone());
        for (slot, (entrant, points)) in played.entrants.iter().zip(&played.points).enumerate() {
            let games = self.of_players.entry(*entrant).or_default();
            games.insert((*points, played.game, slot), Rc::clone(&game));
            if games.len() > self.limit {
                games.pop_last();
            }
        }
    }

    /// The games of a player, those it lost first.
    pub fn of(&self, player: usize) -> impl Iterator<Item = PlayerGame<'_>> {
        let games = self.of_players.get(&player).into_iter().flatten();
        games.map(|((_, _, slot), played)| PlayerGame { played, slot: *slot })
    }
}

/// A game, and the slot of it that a player filled.
pub struct PlayerGame<'a> {
    /// The result of the game.
    pub played: &'a GameResult,
    /// The player's slot: its place in the lists of entrants and points of the result, from 0.
    pub slot: usize,
}

impl<'a> PlayerGame<'a> {
    /// The word for what the player got.
    pub fn result(&self) -> &'static str {
        result(self.played.points[self.slot])
    }

    /// The entrants in the other slots.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        let others = self.played.entrants.iter().enumerate().filter(|(slot, _)| *slot != self.slot);
        others.map(|(_, entrant)| *entrant)
    }

    /// The faults of the player in the game.
    pub fn faults(&self) -> impl Iterator<Item = &'a PlayerFault> {
        let player = self.played.entrants[self.slot];
        self.played.faults.iter().filter(move |fault| fault.entrant == player)
    }
}

/// The word for a slot's points.
pub fn result(points: u8) -> &'static str {
    match points {
        0 => "lost",
        1 => "shared",
        _ => "won",
    }
}

/// A list that is gathered while a match is played.
pub struct MatchList<'a> {
    /// The folder of the replays, where they are kept.
    replays: Option<&'a Path>,
    games: PlayerGames,
    /// The number of games of each player.
    counts: Vec<usize>,
}

impl<'a> MatchList<'a> {
    /// A list of no games yet.
    pub fn new(players: usize, replays: Option<&'a Path>) -> Self {
        MatchList { replays, games: PlayerGames::with_limit(LISTED_MAX), counts: vec![0; players] }
    }

    /// Adds a game.
    pub fn add(&mut self, played: &GameResult) {
        for entrant in &played.entrants {
            self.counts[*entrant] += 1;
        }
        self.games.add(played);
    }

    /// The list: for each player its games, one to a line, and below it what it did wrong there.
    pub fn text(&self, world: &World, series: &MatchSeries<'_>) -> String {
        let mut text = String::new();
        for (player, count) in self.counts.iter().enumerate() {
            let name = &series.entrants[player].name;
            text.push_str(&heading(name, *count));
            let games: Vec<_> = self.games.of(player).collect();
            let rows: Vec<_> = games.iter().map(|it| self.row(world, it, series)).collect();
            for (game, line) in games.iter().zip(aligned(&rows)) {
                text.push_str(&format!("  {line}\n"));
                for fault in game.faults() {
                    text.push_str(&format!("      {}\n", fault_words(fault, series)));
                }
            }
        }
        text
    }

    /// A game in words: its number, what the player got, its seats, the others, the end, the replay.
    fn row(&self, world: &World, game: &PlayerGame<'_>, series: &MatchSeries<'_>) -> Vec<String> {
        let played = game.played;
        let others = game.others().map(|it| &*series.entrants[it].name);
        let others = match others.collect::<Vec<_>>().join(", ") {
            nobody if nobody.is_empty() => "alone".to_owned(),
            others => format!("against {others}"),
        };
        let mut row = vec![
            format!("game {}", played.game + 1),
            game.result().to_owned(),
            format!("as {}", series.layout.slots[game.slot].name),
            others,
            format!("{}, {}", played.cause, length(game, series)),
        ];
        if let Some(folder) = self.replays {
            let replay = replay_path(&world.at(folder), played.game);
            row.push(replay.display().to_string());
        }
        row
    }
}

/// The line above a player's list, which says how much of it is left out.
fn heading(name: &str, count: usize) -> String {
    let only = match count > LISTED_MAX {
        true => format!(": {LISTED_MAX} of {count}"),
        false => String::new(),
    };
    format!("\ngames of {name}, lost ones first{only}\n")
}

/// The length of a game, or the amount that the player collected in it where a match counts that.
fn length(game: &PlayerGame<'_>, series: &MatchSeries<'_>) -> String {
    let amount = game.played.amounts[game.slot];
    match series.game.amount() {
        Some(what) => format!("{amount} {what}"),
        None => format!("after {amount} {}s", series.game.unit()),
    }
}

fn fault_words(fault: &PlayerFault, series: &MatchSeries<'_>) -> String {
    let when = fault.cycle.map(|cycle| format!(", {} {cycle}", series.game.unit()));
    let (seat, cause) = (&fault.seat, fault.cause.word());
    format!("{seat}{}: {cause}: {}", when.unwrap_or_default(), fault.what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(game: u64, points: u8) -> GameResult {
        GameResult {
            game,
            opening: game,
            entrants: vec![0, 1],
            cause: "den".to_owned(),
            points: vec![points, 2 - points],
            amounts: vec![9, 9],
            seal: String::new(),
            faults: Vec::new(),
            restarts: Vec::new(),
        }
    }

    #[test]
    fn what_is_left_out_of_a_long_list_is_won_and_it_says_so() {
        let mut games = PlayerGames::with_limit(3);
        for (game, points) in [2, 1, 2, 2, 0, 1].into_iter().enumerate() {
            games.add(&played(game as u64, points));
        }
        let list =
            |player| games.of(player).map(|it| (it.played.game, it.result())).collect::<Vec<_>>();
        assert_eq!(list(0), [(4, "lost"), (1, "shared"), (5, "shared")]);
        assert_eq!(list(1), [(0, "lost"), (2, "lost"), (3, "lost")]);
        assert_eq!(heading("ours", 1_000), "\ngames of ours, lost ones first\n");
        let long = "\ngames of ours, lost ones first: 1000 of 1001\n";
        assert_eq!(heading("ours", 1_001), long);
    }
}
