//! Many games: the same whatever plays them, however the work is divided and whenever it is
//! interrupted; each can be recorded again.

mod asked;
mod commands;
mod division;
mod failing;
mod interrupted;
mod kept;
mod measured;
mod same_games;

use std::path::Path;

use chase::games::project_games;
use chase::kit::budget::StopFlag;
use chase::sweep::{Folder, Shard, Spec, SweepEnding, SweepGrid, SweepRun, Varied, cells};
use chase::world::{World, WorldPath};

/// The arguments of a sweep of each game that takes no time.
const GAMES: [(&str, &str); 5] = [
    ("police", "--cities 12 --hours 20 --seed 3"),
    ("animal-checkers", "--player random --player random --seed 3"),
    ("fishing", "--player random --player greedy --rows 4 --cols 4 --penguins 1 --seed 3"),
    (
        "scotland-yard",
        "--detectives 2 --rounds 8 --player mr-x=random --player detectives=random --seed 3",
    ),
    ("robots", "--player random --robots 8 --seed 3"),
];

/// A sweep of the police chase with two things that are varied: six cells.
fn police(games: u64, shard_games: u64, until: Option<&str>) -> Spec {
    let words = "--cities 12 --hours 20 --seed 3".split(' ');
    let varied: [Varied; 2] = ["D2=random,dfs,cheapest-least-visited", "hours=5,20"]
        .map(|it| it.parse().expect("it varies something"));
    let grid = SweepGrid {
        games,
        maps: 3,
        shard_games,
        until: until.map(|it| it.parse().expect("a rule")),
        varied: varied.to_vec(),
    };
    let words: Vec<_> = words.map(str::to_owned).collect();
    cells(
        &World::of_process("chase"),
        project_games().find("police").expect("a game"),
        &words,
        &grid,
    )
    .expect("cells")
    .spec
}

/// How a sweep is played here: by so many workers, and with every game kept.
fn run(jobs: usize, shard: Option<Shard>) -> SweepRun<'static> {
    SweepRun {
        game: project_games().find("police").expect("a game"),
        engine: None,
        jobs,
        shard,
        check_every: 97,
        keeps_games: true,
        keep: Vec::new(),
        stop: StopFlag::default(),
    }
}

/// Plays a sweep, or a part of one, in a folder.
fn played(path: &Path, spec: &Spec, run: &SweepRun<'_>) -> Folder {
    let mut folder = Folder::begin(&WorldPath::on_disk(path), spec.clone()).expect("a folder");
    let ending = run.play(&mut folder, &mut |_, _| {}).expect("it is played");
    assert_eq!(ending, SweepEnding::Done);
    folder
}

/// The table of cells as it is written.
fn table(folder: &Folder) -> String {
    use chase::sweep::cells_table;
    let game = project_games().find("police").expect("a game");
    cells_table(folder, game).expect("a table").csv()
}
