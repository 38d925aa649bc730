//! A game of a sweep is the game that `record` plays of the same number: begun again in the memory of
//! another, its players and dice are what they are at the beginning.

use chase::games::project_games;
use chase::kit::budget::StopFlag;
use chase::kit::sweep_engine::{EngineKind, GameNumbers};
use chase::kit::totals::{EndingKind, GamePlayed, GameTotals};
use chase::record::any::RecordedHistory;
use chase::sweep::{Spec, SweepGrid, cells, pair};
use chase::world::World;

use super::GAMES;
use crate::harness::{Place, data};

/// A sweep of one cell.
fn alone(game: &str, words: &str) -> Spec {
    let grid = SweepGrid {
        games: 1_000_000,
        maps: 1,
        shard_games: 1 << 16,
        until: None,
        varied: Vec::new(),
    };
    let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
    cells(&World::of_process("chase"), project_games().find(game).expect("a game"), &words, &grid)
        .expect("a cell")
        .spec
}

/// What comes of some games, by the engine of this kind.
fn played(spec: &Spec, numbers: GameNumbers) -> Vec<(GamePlayed, EndingKind)> {
    let game = project_games().find(&spec.game).expect("a game");
    let (kind, stop) = (Some(EngineKind::General), StopFlag::default());
    let engine = game.sweep_engine(&mut spec.header(0, 0), kind, &stop);
    let mut engine = engine.expect("it can be played").expect("there is one");
    let mut games = Vec::new();
    let mut each = |game: &GamePlayed, ending: &EndingKind| games.push((*game, ending.clone()));
    assert!(engine.play(numbers, &mut GameTotals::default(), Some(&mut each)));
    games
}

/// What comes of one game of a sweep, by its rules and with players made anew.
pub(super) fn alone_by_the_rules(spec: &Spec, cell: usize, number: u64) -> GamePlayed {
    let game = project_games().find(&spec.game).expect("a game");
    let (kind, stop) = (Some(EngineKind::General), StopFlag::default());
    let engine = game.sweep_engine(&mut spec.header(cell, number), kind, &stop);
    let mut engine = engine.expect("it can be played").expect("there is one");
    let (first, step, count) = (number, 1, 1);
    let mut found = None;
    let mut each = |game: &GamePlayed, _: &EndingKind| found = Some(*game);
    let numbers = GameNumbers { first, step, count };
    assert!(engine.play(numbers, &mut GameTotals::default(), Some(&mut each)));
    found.expect("one game")
}

#[test]
fn games_begun_again_are_those_of_record() {
    const COUNT: u64 = 12;
    let lines = [
        (
            "police",
            "--cities 12 --informants 4 --hours 30 --seed 3 --player D2=dfs --player D3=cheapest-least-visited --player D4=stationary",
        ),
        ("police", "--cities 12 --hours 30 --seed 3 --dice glibc --player D2=random"),
    ];
    for (name, words) in GAMES.into_iter().chain(lines) {
        let (game, spec) = (project_games().find(name).expect("a game"), alone(name, words));
        let numbers = |first, count| GameNumbers { first, step: 5, count };
        let together = played(&spec, numbers(7, COUNT));
        for (place, number) in numbers(7, COUNT).iter().enumerate() {
            let apart = played(&spec, numbers(number, 1));
            let (of, ending) = &apart[0];
            // Places of endings are those of an engine.
            let same = |it: &GamePlayed| (it.number, it.cycles, it.by, it.check);
            assert_eq!(same(&together[place].0), same(of), "{name} {number}");
            assert_eq!(together[place].1, *ending, "{name} {number}");
            let mut recording = game.record(&mut spec.header(0, number)).expect("players");
            while recording.advance() {}
            let now: &dyn RecordedHistory = recording.now();
            let outcome = now.outcome().expect("it ended");
            assert_eq!(EndingKind::of(&outcome), *ending, "{name} {number}");
            assert_eq!(now.last(), Some(u64::from(of.cycles)), "{name} {number}");
        }
        let checks: std::collections::BTreeSet<_> = together.iter().map(|it| it.0.check).collect();
        assert_eq!(checks.len() as u64, COUNT, "{name}: games of one number each");
    }
}

/// On the seeds' map with everybody at random, thief from 9 to 2, detectives at 8 7 6 2 and D4 then at
/// 8: how often the thief is caught by hour 10 is told apart with far fewer games on the same luck.
#[test]
fn games_on_the_same_luck_tell_a_difference_with_fewer_of_them() {
    let place = Place::new();
    place.write("agents", "100 9 2 T\n100 8 0 D1\n100 7 0 D2\n100 6 0 D3\n100 2 0 D4\n");
    let agents = place.file("agents");
    let words = format!("{} {} 10 --seed 7", data("citiesMedium"), agents.display());
    let grid = SweepGrid {
        games: 3_000,
        maps: 1,
        shard_games: 1 << 16,
        until: None,
        varied: vec!["start.D4=2,8".parse().expect("it varies")],
    };
    let words: Vec<_> = words.split(' ').map(str::to_owned).collect();
    let game = project_games().find("police").expect("a game");
    let spec = cells(&World::of_process("chase"), game, &words, &grid).expect("two cells").spec;
    let stop = StopFlag::default();
    let paired = pair(game, &spec, [0, 1], spec.games, 2, (None, &stop));
    let paired = paired.expect("it is played").expect("to the end");
    assert_eq!(paired.games, 3_000);
    let caught = paired.causes["caught"];
    assert_eq!(caught.count(), 3_000);
    let saving = caught.saving().expect("some differ");
    assert!(saving > 4.0, "{saving}");
}
