//! Whether an analysis finds moves that lose, where the true values are known: blunders put into otherwise best play.
//!
//! `cargo bench --bench blunders -- 500 400`: games [500], and the games that the analysis plays after each action [400].
//! Each game is one of Fishing on a drawn board of four rows and four columns, for two players with one penguin each. All
//! moves are best by the exact value of the rest of the game, but for one that is drawn among those that lose at least a
//! tenth of a win. The analysis is made without the exact values. Printed are the blunders that it marks, and the best moves
//! that it marks though nothing better was there.

#![expect(clippy::print_stdout, reason = "it is what is measured")]

use std::collections::BTreeMap;
use std::io;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game as _, Turn};
use chase::games::fishing::{Fishing, Scenario};
use chase::games::live::LiveGame;
use chase::games::player_name::HUMAN_WITH_HINTS;
use chase::games::seating::Seating;
use chase::games::{CommandLine, project_games};
use chase::kit::budget::StopFlag;
use chase::record::any::{RecordedHistory, RecordingSink};
use chase::record::replay::Header;
use chase::study::analysis::{
    AnalysisBudget, Decider, GameAnalysis, Hint, Look, Method, WIN, set_marks,
};

/// The least loss of a blunder.
const LEAST: i64 = WIN / 10;

/// Where both players place their penguin, and a board of four rows and columns.
const SIZE: usize = 4;

fn fishing() -> &'static dyn CommandLine {
    let game = project_games().all().iter().find(|game| game.name() == "fishing");
    *game.expect("a game of the project")
}

/// A board whose floes hold one to three fish, with one fish on two of them at least.
fn board(dice: &mut Dice) -> Vec<String> {
    loop {
        let row = |dice: &mut Dice| -> String {
            let field = |dice: &mut Dice| char::from(b"01112233"[dice.below(8) as usize]);
            (0..SIZE).map(|_| field(dice)).collect()
        };
        let board: Vec<String> = (0..SIZE).map(|_| row(dice)).collect();
        if board.concat().matches('1').count() >= 2 {
            return board;
        }
    }
}

/// A game that is played, with the true values of its turns.
struct PlayedGame {
    header: Header,
    live: Box<dyn LiveGame>,
    /// By the number of a turn that is solved, what its move lost.
    losses: BTreeMap<u64, i64>,
}

/// The actions of a hint that lose at least so much, and the best one, by their places.
fn choices(hint: &Hint, least: i64) -> Vec<usize> {
    let best = hint.actions[hint.best].value;
    let places = 0..hint.actions.len();
    places.filter(|at| best - hint.actions[*at].value >= least).collect()
}

/// Plays a game with at most one blunder, which is put where a draw says.
fn play(seed: i64) -> Option<PlayedGame> {
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    let scenario = Scenario {
        board: board(&mut dice),
        ids: vec!["one".into(), "two".into()],
        penguins: 1,
        turn_ms: 10_000,
    };
    let game = Fishing::new(scenario).ok()?;
    let names = [HUMAN_WITH_HINTS, HUMAN_WITH_HINTS].map(str::to_owned);
    let mut header = Header::new(&game, &names, Generator::Chacha8, seed);
    let live = fishing().live(&mut header, &Seating::default());
    let mut live = live.expect("a game that opens");
    let (mut losses, mut is_put) = (BTreeMap::new(), false);
    loop {
        match live.turn() {
            Turn::Over(_) => break,
            Turn::Seat(_) => {}
            Turn::World | Turn::Seats(_) => {
                live.step();
                continue;
            }
        }
        let hint = live.hint().expect("everything is seen");
        let wrong = choices(&hint, LEAST);
        let is_here = !is_put && !wrong.is_empty() && dice.below(2) == 0;
        let mut chosen = hint.best;
        if hint.method == Method::Solved {
            if is_here {
                let count = u32::try_from(wrong.len()).expect("few moves");
                chosen = wrong[dice.below(count) as usize];
                is_put = true;
            }
            let lost = hint.actions[hint.best].value - hint.actions[chosen].value;
            losses.insert(live.turns() as u64, lost);
        }
        live.choose(chosen).expect("a legal move");
    }
    is_put.then_some(PlayedGame { header, live, losses })
}

/// Hands a game that was played to its analysis.
struct Taking<'a>(&'a mut dyn GameAnalysis);

impl RecordingSink for Taking<'_> {
    fn cycle(&mut self, now: &dyn RecordedHistory) -> io::Result<()> {
        self.0.past(now).map_err(|broken| io::Error::other(broken.to_string()))
    }
}

/// The looks of a game, valued without the solution of its end.
fn looks(played: &mut PlayedGame, games: u32) -> Vec<Look> {
    let budget = AnalysisBudget { games, nodes: 2_000, seed: 1, states_max: 2_000, solved_max: 0 };
    let mut header = played.header.clone();
    let usual = fishing().usual_players(&mut header).expect("players");
    let stop = StopFlag::default();
    let analysis = fishing().analysis(&mut header, &usual, budget, &stop);
    let mut analysis = analysis.expect("a game that opens");
    let kept = played.live.keep(&mut Taking(&mut *analysis));
    kept.expect("the rules allow what was played");
    let mut looks: Vec<_> = (0..analysis.looks()).map(|n| analysis.look(n)).collect();
    set_marks(&mut looks, &analysis.now());
    looks
}

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let wanted = numbers.first().copied().unwrap_or(500);
    let games = numbers.get(1).copied().unwrap_or(400);
    let (mut blunders, mut found, mut best, mut wrong) = (0, 0, 0, 0);
    let mut seed = 0;
    while blunders < wanted {
        seed += 1;
        let Some(mut played) = play(seed) else {
            continue;
        };
        for look in looks(&mut played, games) {
            let Some(lost) = played.losses.get(&look.turn) else {
                continue;
            };
            if !matches!(look.decider, Decider::Choice(_)) {
                continue;
            }
            if *lost >= LEAST {
                blunders += 1;
                found += u32::from(look.mark.is_some());
            } else if *lost == 0 {
                best += 1;
                wrong += u32::from(look.mark.is_some());
            }
        }
    }
    let share = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of);
    println!("{found} of {blunders} blunders are marked: {:.1} %", share(found, blunders));
    println!("{wrong} of {best} best moves are marked: {:.1} %", share(wrong, best));
}
