//! A match as a page for a browser: its standings, a cross table, and the games of every player, those
//! it lost first.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::commands::matches::games::{PlayerGames, result};
use crate::commands::view;
use crate::print::page_file::to_file;
use crate::verb::{Context, Done, Failure};
use chase_arena::entrant::replay_path;
use chase_arena::game_result::GameResult;
use chase_arena::report::{MatchReport, mean_words, score_words};
use chase_arena::stats::PairScore;
use chase_play::Games;
use chase_replay::store::Overwrite;
use chase_view::{Document, DocumentCell, link_path};
use chase_world::error::Error;
use chase_world::world::World;

/// The most games that a page lists; the standings count all.
const LISTED_MAX: usize = 1_000;
/// The most players of a cross table.
const CROSSED_MAX: usize = 40;

/// A page that is gathered while a match is played.
pub(crate) struct MatchPage<'a> {
    /// The games of the program.
    known: Games,
    path: &'a Path,
    /// The folder of the replays, where they are kept.
    replays: Option<&'a Path>,
    games: Vec<GameResult>,
    by_player: PlayerGames,
}

impl<'a> MatchPage<'a> {
    /// A page that is written into a file; one that is there is replaced only where the match goes
    /// on.
    ///
    /// # Errors
    /// The file is there.
    pub fn new(
        world: &World,
        known: Games,
        path: &'a Path,
        replays: Option<&'a Path>,
        resumes: bool,
    ) -> Result<Self, Error> {
        if world.at(path).exists() && !resumes {
            return Err(Error::new("this file exists already")
                .at(path.display())
                .help("name another file for the page with --html"));
        }
        let games = Vec::new();
        let by_player = PlayerGames::with_limit(usize::MAX);
        Ok(MatchPage { known, path, replays, games, by_player })
    }

    /// Adds a game.
    pub fn add(&mut self, played: &GameResult) {
        if self.games.len() < LISTED_MAX {
            self.games.push(played.clone());
            self.by_player.add(played);
        }
    }

    /// Writes the page, and those of the games it lists.
    pub fn write(&self, world: &World, report: &MatchReport<'_>) -> Done {
        to_file(world, self.path, Overwrite::Force, &|file| {
            let links = self.write_games(world)?;
            Ok(file.write_all(self.document(report, &links).as_bytes())?)
        })?;
        world.note(&format_args!("wrote {}", self.path.display()));
        Ok(())
    }

    /// Writes the pages of the games beside their replays, and returns the links to them.
    fn write_games(&self, world: &World) -> Result<Vec<Option<String>>, Failure> {
        let Some(replays) = self.replays else {
            return Ok(vec![None; self.games.len()]);
        };
        let from = self.path.parent().unwrap_or(Path::new(""));
        let way = way_between(world, from, replays);
        let context = Context { games: self.known, world };
        let mut links = Vec::new();
        for played in &self.games {
            let replay = replay_path(&world.at(replays), played.game);
            let page = replay.path().with_extension("html");
            if let Err(failure) = view::write_page(context, replay.path(), &page) {
                // The match is over: its other pages are worth having.
                let Failure::Told(error) = failure else {
                    return Err(failure);
                };
                world.warn(&format_args!("game {} gets no page: {error}", played.game + 1));
                links.push(None);
                continue;
            }
            links.push(Some(link_path(&way.join(page.file_name().unwrap_or_default()))));
        }
        Ok(links)
    }

    fn document(&self, report: &MatchReport<'_>, links: &[Option<String>]) -> String {
        let MatchReport { game, seed, .. } = report;
        let mut page = Document::new(&format!("{} games of {game}", report.games));
        page.paragraph(&format!("{}, seed {seed}", report.openings));
        standings(&mut page, report);
        cross_table(&mut page, report);
        if self.games.len() < usize::try_from(report.games).unwrap_or(usize::MAX) {
            page.paragraph(&format!("Only the first {} games are listed here.", self.games.len()));
        }
        for n in report.order() {
            self.games_of(n, &mut page, report, links);
        }
        page.heading("All games");
        let rows = self.games.iter().zip(links).map(|(played, link)| {
            let players = played.entrants.iter().zip(&played.points);
            let players = players
                .map(|(entrant, points)| format!("{} {}", name(report, *entrant), result(*points)));
            vec![
                game_cell(played, link.as_ref()),
                text(players.collect::<Vec<_>>().join(", ")),
                text(played.cause.clone()),
                text(amounts(played)),
            ]
        });
        let heads = ["game", "players, by seat", "ended by", report.amount];
        page.table("all games", &heads, &rows.collect::<Vec<_>>());
        page.heading("The whole report");
        page.lines(&report.text(), "the whole report");
        page.finish()
    }

    /// The games of one player, by their result.
    fn games_of(
        &self,
        player: usize,
        page: &mut Document,
        report: &MatchReport<'_>,
        links: &[Option<String>],
    ) {
        page.heading_with_id(name(report, player), &heading_id(player));
        let of_games: BTreeMap<_, _> = self.games.iter().map(|it| it.game).zip(links).collect();
        let rows = self.by_player.of(player).map(|part| {
            let others = part.others().map(|other| name(report, other));
            vec![
                game_cell(part.played, of_games[&part.played.game].as_ref()),
                text(part.result().to_owned()),
                text(others.collect::<Vec<_>>().join(", ")),
                text(part.played.cause.clone()),
                text(part.faults().map(|it| &*it.what).collect::<Vec<_>>().join("; ")),
            ]
        });
        let rows: Vec<_> = rows.collect();
        let heads = ["game", "result", "against", "ended by", "did wrong"];
        page.table(&format!("games of {}", name(report, player)), &heads, &rows);
    }
}

/// The players from the best to the last, as the terminal shows them.
fn standings(page: &mut Document, report: &MatchReport<'_>) {
    let number = |number: String| DocumentCell::Number(number);
    let is_rated = report.ratings.iter().any(Option::is_some);
    let rows = report.order().into_iter().enumerate().map(|(n, player)| {
        let one = &report.standings[player];
        let elo = report.rating_words(player).unwrap_or_else(|| "-".into());
        let elo = is_rated.then(|| number(elo));
        let mut row = vec![number((n + 1).to_string()), player_cell(report, player)];
        row.extend(elo);
        row.extend([
            number(one.games.to_string()),
            number(one.wins.to_string()),
            number(one.draws.to_string()),
            number(one.losses.to_string()),
            number(format!("{:.2}", one.points)),
            number(score_words(one)),
            number(mean_words(one)),
            text(one.forfeit_words()),
        ]);
        row.extend(report.has_restarts().then(|| text(one.restart_words())));
        row
    });
    let rows: Vec<_> = rows.collect();
    let mean = format!("mean {}", report.amount);
    let mut heads = vec!["rank", "player"];
    heads.extend(is_rated.then_some("Elo"));
    heads.extend(["games", "won", "shared", "lost", "points", "score", &mean, "forfeits"]);
    heads.extend(report.has_restarts().then_some("restarts"));
    page.heading("Standings");
    page.table("standings", &heads, &rows);
    page.paragraph("Numbers after +- are half the width of a 95 % interval.");
    if let Some(words) = report.elo_words() {
        page.paragraph(&words);
    }
}

/// The points of each player against each other one, in the order of the standings.
fn cross_table(page: &mut Document, report: &MatchReport<'_>) {
    let order = report.order();
    if report.meetings.is_empty() {
        return;
    }
    page.heading("Cross table");
    if order.len() > CROSSED_MAX {
        page.paragraph(&format!("There is no cross table of more than {CROSSED_MAX} players."));
        return;
    }
    page.paragraph(
        "Points of the player in the row against the player in the column, and how many games they \
         had against each other: 1 point for the better result in a game, half a point for an equal one.",
    );
    let rows = order.iter().enumerate().map(|(n, player)| {
        let mut row = vec![DocumentCell::Number((n + 1).to_string()), player_cell(report, *player)];
        row.extend(order.iter().map(|other| {
            let words = match met(report, *player, *other) {
                Some(score) => format!("{}/{}", score.points(), score.played()),
                None => String::new(),
            };
            DocumentCell::Number(words)
        }));
        row
    });
    let rows: Vec<_> = rows.collect();
    let ranks: Vec<_> = (1..=order.len()).map(|rank| rank.to_string()).collect();
    let mut heads = vec!["rank", "player"];
    heads.extend(ranks.iter().map(|rank| &**rank));
    page.table("cross table", &heads, &rows);
}

/// The games of one player against another, from the side of the first; nothing where they had none.
fn met(report: &MatchReport<'_>, player: usize, other: usize) -> Option<PairScore> {
    let score = report.meetings.get(&[player.min(other), player.max(other)])?;
    Some(match player < other {
        true => *score,
        false => score.swapped(),
    })
}

/// A player's name, which leads to its games.
fn player_cell(report: &MatchReport<'_>, player: usize) -> DocumentCell {
    let link = format!("#{}", heading_id(player));
    DocumentCell::Link(name(report, player).to_owned(), link)
}

/// The id of the heading above a player's games.
fn heading_id(player: usize) -> String {
    format!("player-{}", player + 1)
}

fn text(words: String) -> DocumentCell {
    DocumentCell::Text(words)
}

fn name<'r>(report: &'r MatchReport<'_>, player: usize) -> &'r str {
    let standing = report.standings.get(player);
    standing.map_or("", |standing| &standing.player)
}

fn game_cell(played: &GameResult, link: Option<&String>) -> DocumentCell {
    let number = (played.game + 1).to_string();
    match link {
        Some(link) => DocumentCell::Link(format!("game {number}"), link.clone()),
        None => DocumentCell::Text(format!("game {number}")),
    }
}

fn amounts(played: &GameResult) -> String {
    let amounts: Vec<_> = played.amounts.iter().map(i64::to_string).collect();
    amounts.join(", ")
}

/// The way from one folder to another.
fn way_between(world: &World, from: &Path, to: &Path) -> PathBuf {
    let full =
        |path: &Path| world.at(Path::new(".").join(path)).full().map(|it| it.path().to_owned());
    let full = |path: &Path| full(path).unwrap_or_default();
    let (from, to) = (full(from), full(to));
    let same = from.components().zip(to.components());
    let same = same.take_while(|(one, other)| one == other).count();
    let up = from.components().skip(same).map(|_| Component::ParentDir);
    up.chain(to.components().skip(same)).collect()
}
