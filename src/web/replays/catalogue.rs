//! What there is to choose from: a line for each replay, read little by little, and a page of those that
//! fit a filter.

use parking_lot::Mutex;
use std::collections::BTreeMap;

use serde::Serialize;

use chase_world::object;

/// Lines of a page of the catalogue.
const PAGE: usize = 50;
/// The most words that a filter offers of a kind.
const OFFERED_MAX: usize = 200;

/// Everything that is known of a replay without reading all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CatalogueEntry {
    /// Its file, below the folder.
    pub name: String,
    /// The game; empty where it cannot be read.
    pub game: String,
    /// The game's word for a cycle.
    pub unit: String,
    /// The players, by seat.
    pub players: Vec<String>,
    /// The result in words; empty for a game that did not end.
    pub result: String,
    /// The last cycle, where it is known.
    pub last: Option<u64>,
    /// The reason why it cannot be read; empty where it can.
    pub trouble: String,
}

/// A query of the catalogue.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only this game.
    pub game: String,
    /// Only games of this player.
    pub player: String,
    /// Only this result.
    pub result: String,
    /// Only names that hold this.
    pub name: String,
    /// At least so many cycles.
    pub least: u64,
    /// The first of the lines that are told.
    pub from: usize,
    /// `name`, `longest` or `shortest` first.
    pub sort: String,
}

/// All replays of a folder, with their numbers.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// The collection that is listed, in words.
    about: String,
    /// True if there is something to choose.
    is_library: bool,
    lines: Mutex<CatalogueLines>,
}

#[derive(Debug, Default)]
struct CatalogueLines {
    /// The number of replays, read or not.
    all: usize,
    entries: Vec<CatalogueEntry>,
}

impl Catalogue {
    /// A catalogue of so many replays, of which nothing is known yet: a library, or the one replay that
    /// is shown.
    #[must_use]
    pub fn of(about: &str, all: usize, is_library: bool) -> Self {
        let entries = Vec::new();
        Catalogue {
            about: about.to_owned(),
            is_library,
            lines: Mutex::new(CatalogueLines { all, entries }),
        }
    }

    /// Adds the next replay in the order of their numbers.
    pub fn add(&self, entry: CatalogueEntry) {
        let mut lines = self.lines.lock();
        lines.entries.push(entry);
        lines.all = lines.all.max(lines.entries.len());
    }

    /// A file turned out to be no replay.
    pub fn leave_out(&self) {
        let mut lines = self.lines.lock();
        lines.all = lines.all.saturating_sub(1);
    }

    /// A page of those that fit, as JSON.
    pub fn page(&self, filter: &Filter) -> String {
        let lines = self.lines.lock();
        let all = || lines.entries.iter().enumerate();
        let mut fit: Vec<_> = all().filter(|(_, entry)| filter.takes(entry)).collect();
        match filter.sort.as_str() {
            "longest" => fit.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.last)),
            "shortest" => fit.sort_by_key(|(_, entry)| entry.last),
            _ => {}
        }
        let fitting = fit.len();
        let shown = fit.into_iter().skip(filter.from).take(PAGE).map(|(replay, entry)| {
            object!(CatalogueLine {
                replay,
                #[serde(flatten)]
                entry
            })
        });
        let page = object!(CataloguePage {
            about: &self.about,
            library: self.is_library,
            /// The number of replays, read or not.
            all: lines.all,
            /// The number of replays that were read so far.
            read: lines.entries.len(),
            /// The number of those read that fit the query.
            fit: fitting,
            from: filter.from,
            lines: shown.collect::<Vec<_>>(),
            games: words(all().map(|(_, entry)| entry.game.as_str())),
            players: words(all().flat_map(|(_, it)| it.players.iter().map(String::as_str))),
            results: words(all().map(|(_, entry)| entry.result.as_str())),
        });
        chase_record::replay::to_json(&page)
    }
}

impl Filter {
    fn takes(&self, entry: &CatalogueEntry) -> bool {
        let is = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        is(&self.game, &entry.game)
            && is(&self.result, &entry.result)
            && (self.player.is_empty() || entry.players.contains(&self.player))
            && entry.name.to_lowercase().contains(&self.name.to_lowercase())
            && (self.least == 0 || entry.last.is_some_and(|last| last >= self.least))
    }
}

/// The words there are, those that stand most often first.
fn words<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut counts = BTreeMap::new();
    for word in all.filter(|word| !word.is_empty()) {
        *counts.entry(word).or_insert(0_usize) += 1;
    }
    let mut words: Vec<_> = counts.into_iter().collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    words.truncate(OFFERED_MAX);
    words.into_iter().map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        let catalogue = Catalogue::of("games", 200, true);
        for n in 0..120 {
            let is_even = n % 2 == 0;
            catalogue.add(CatalogueEntry {
                name: format!("Game-{n:03}.json"),
                game: if is_even { "one" } else { "other" }.into(),
                unit: "move".into(),
                players: vec!["random".into(), format!("player {}", n % 3)],
                result: if n % 4 == 0 { "" } else { "won" }.into(),
                last: Some(n),
                trouble: String::new(),
            });
        }
        catalogue
    }

    fn page(filter: &Filter) -> serde_json::Value {
        serde_json::from_str(&catalogue().page(filter)).expect("JSON")
    }

    #[test]
    fn a_page_holds_those_that_fit_under_their_numbers() {
        let all = page(&Filter::default());
        assert_eq!((&all["all"], &all["read"]), (&200.into(), &120.into()));
        assert_eq!(all["lines"].as_array().map(Vec::len), Some(PAGE));
        assert_eq!(all["players"][0], "random");
        let few = page(&Filter {
            game: "other".into(),
            player: "player 2".into(),
            name: "game-0".into(),
            least: 20,
            sort: "longest".into(),
            ..Filter::default()
        });
        let lines = few["lines"].as_array().expect("a list").iter();
        let numbers: Vec<_> = lines.map(|line| line["replay"].as_u64()).collect();
        assert_eq!(numbers.first(), Some(&Some(95)));
        assert_eq!(few["fit"], numbers.len());
        let later = page(&Filter { from: 100, ..Filter::default() });
        assert_eq!(later["lines"][0]["replay"], 100);
        assert_eq!(later["lines"].as_array().map(Vec::len), Some(20));
    }
}
