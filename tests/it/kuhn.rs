//! Kuhn poker, tests/kuhn: a game with secrets on the kit. It keeps the laws, and every command knows what
//! a seat may see.

#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../kuhn/main.rs"]
pub mod game;

use chase::checks::laws::KeepsLaws as _;
use chase::engine::dice::Generator;
use chase::engine::header::Header;
use chase::prelude::*;
use chase::record::entry::GameEntry;

use crate::harness::{Place, project};
use game::{Kuhn, Scenario};

fn header(seed: i64) -> Header {
    let game = Kuhn::new(Scenario {}).expect("it can be played");
    let players = ["random", "random"].map(str::to_owned);
    Header::new(&game, &players, Generator::Chacha8, seed)
}

crate::tables::table!();

#[test]
fn it_keeps_every_law_and_each_seat_has_a_twin() {
    for seed in 0..60 {
        let kept = GameEntry::<Kuhn>::new().check_laws(&header(seed));
        let kept = kept.unwrap_or_else(|law| panic!("seed {seed}: {law}"));
        assert_eq!(kept.pairs, 2, "seed {seed}");
    }
}

#[test]
fn it_takes_no_more_than_260_lines_and_no_hidden_module() {
    let text = std::fs::read_to_string(project("tests/kuhn/main.rs")).expect("its source");
    assert!(text.lines().count() <= 260, "{}", text.lines().count());
    let used: Vec<_> = text.lines().filter(|line| line.starts_with("use ")).collect();
    let its = [
        "use std::process::ExitCode;",
        "use chase::prelude::*;",
        "use serde::{Deserialize, Serialize};",
    ];
    assert_eq!(used, its);
}

#[test]
fn people_at_one_screen_are_called_and_see_what_is_theirs() {
    let words = ["play", "kuhn", "--seed", "3", "--player", "human", "--player", "human"];
    let told = Place::of("kuhn").chase_with(&words, "\ncheck\n\nbet\n\nfold\nn\n").status(0);
    let told = told.stdout_has(
        "P2's turn: the others look away, P2 presses Enter P1 is dealt ?, P2 King\nP1 checks\n",
    );
    let turns: Vec<_> = told.stdout.split("presses Enter").collect();
    assert_eq!(turns.len(), 4, "{told}");
    assert!(!turns[1].contains("King"), "{told}");
    assert!(!turns[2].contains("Queen"), "{told}");
    // In the end what was hidden is shown.
    let (third, end) = turns[3].split_once("P1 folds").expect("an end");
    assert!(!third.contains("King") && end.contains("King"), "{told}");
}
