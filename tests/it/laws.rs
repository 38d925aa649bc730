//! What holds for every game: these tests walk `project_games().all()` and name none.

use std::path::Path;

use chase::checks::broken_law::Law;
use chase::checks::laws::Budget;
use chase::engine::dice::Generator;
use chase::games::{CommandLine, project_games};
use chase::record::any::{DrawnHistory, Projections};
use chase::record::replay::Header;
use chase::store::JsonStream;
use chase::world::WorldPath;

use crate::harness::project;

/// The golden replays of a game that its built-in players play: its folder must have some. Those
/// of others are held against their players' words elsewhere.
fn goldens(game: &dyn CommandLine) -> Vec<(String, Header)> {
    let folder = project(&format!("replays/{}", game.name()));
    let entries = std::fs::read_dir(&folder);
    let entries = entries.unwrap_or_else(|_| panic!("{folder} has no golden replays"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "json"));
    paths.sort();
    assert!(!paths.is_empty(), "{folder} has no golden replays");
    let named = paths.iter().map(|path| (path.display().to_string(), header(path)));
    let playable = named.filter(|(_, header)| game.record(&mut header.clone()).is_ok());
    let playable: Vec<_> = playable.collect();
    assert!(!playable.is_empty(), "{folder} has none of built-in players");
    playable
}

fn header(path: &Path) -> Header {
    use std::cell::RefCell;
    let seen = RefCell::new(None);
    let opener = |header: &mut Header| {
        let opened = chase::games::project_games().find(&header.game)?.open(header);
        *seen.borrow_mut() = Some(header.clone());
        let opened = opened.map_err(|why| chase::error::Error::new(format!("{why:?}")))?;
        Ok(opened as Box<dyn DrawnHistory>)
    };
    chase::store::ReplayReader::open(&WorldPath::on_disk(path), &opener).expect("a golden replay");
    seen.into_inner().expect("it was opened")
}

fn bytes(game: &dyn CommandLine, header: &Header) -> Vec<u8> {
    use chase::record::any::RecordingSink as _;
    let mut header = header.clone();
    let mut recording = game.record(&mut header).expect("built-in players");
    recording.project(Projections { seals: true, ..Projections::default() });
    let mut out = Vec::new();
    let mut stream = JsonStream::new(&mut out, &header).expect("a vector takes it");
    while recording.advance() {
        stream.cycle(recording.now()).expect("a vector takes it");
    }
    stream.finish(recording.now()).expect("a vector takes it");
    out
}

#[test]
fn every_game_keeps_every_law_under_every_dice_and_seed() {
    let check = |game: &dyn CommandLine| {
        let (mut games, mut turns, mut pairs) = (0, 0, 0);
        for (path, header) in goldens(game) {
            for dice in [Generator::Glibc, Generator::Chacha8] {
                for seed in 0..25 {
                    let mut header = header.clone();
                    (header.dice, header.seed) = (dice, seed);
                    let checked = game.check_laws(&header);
                    let checked = checked.unwrap_or_else(|law| {
                        panic!("{path}, {dice}, seed {seed}: {law}");
                    });
                    games += 1;
                    turns += checked.turns;
                    pairs += checked.pairs;
                }
            }
        }
        // A law that finds nothing to compare would keep no secret.
        let due = if game.has_secrets() { games..u64::MAX } else { 0..1 };
        let name = game.name();
        assert!(turns >= 1_000, "{name}: {turns} turns");
        assert!(due.contains(&pairs), "{name}: {pairs} pairs in {games} games");
    };
    std::thread::scope(|scope| {
        for game in project_games().all().iter() {
            scope.spawn(|| check(*game));
        }
    });
}

/// What a search does in a second or less.
const BRIEF: Budget = Budget { states: 300, games: 4, played: 3, draws: 64 };

/// A detective whose turn is lost stays, which it may not choose: where the others then cannot be left
/// by Mr X it wins by that. The page of the game says that it stays.
const KNOWN: (&str, Law) = ("scotland-yard/cornered.json", Law::Forfeits);

#[test]
fn every_game_is_searched_and_no_law_is_found_broken() {
    let search = |game: &dyn CommandLine| {
        for (path, header) in goldens(game) {
            let searched = game.search_laws(&header, &BRIEF, &mut |_| {});
            if path.ends_with(KNOWN.0) {
                let found = searched.expect_err("it is known");
                assert_eq!(found.broken.law, KNOWN.1, "{path}: {found:?}");
                continue;
            }
            let searched = searched.unwrap_or_else(|found| panic!("{path}: {found:?}"));
            assert!(searched.states >= 300, "{path}: {searched:?}");
            assert!(searched.states_exact > 0, "{path}: {searched:?}");
            assert_eq!(searched.pairs > 0, game.has_secrets(), "{path}");
        }
    };
    std::thread::scope(|scope| {
        for game in project_games().all().iter() {
            scope.spawn(|| search(*game));
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_bytes_twice_and_in_every_thread() {
    for game in project_games().all().iter() {
        for (path, header) in goldens(*game) {
            let first = bytes(*game, &header);
            std::thread::scope(|scope| {
                let again = || bytes(*game, &header);
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(again)).collect();
                for thread in threads {
                    assert!(thread.join().expect("no panic") == first, "{path}");
                }
            });
            assert!(bytes(*game, &header) == first, "{path}");
        }
    }
}

#[test]
fn another_seed_is_another_file() {
    for game in project_games().all().iter() {
        let (path, header) = goldens(*game).remove(0);
        let mut other = header.clone();
        other.seed += 1;
        assert!(bytes(*game, &header) != bytes(*game, &other), "{path}");
    }
}

#[test]
fn every_game_has_a_row_in_the_readme() {
    let readme = std::fs::read_to_string(project("README.md")).expect("the README");
    for game in project_games().all().iter() {
        let name = game.name();
        assert!(readme.contains(&format!("\n| `{name}` |")), "README: {name}");
    }
}
