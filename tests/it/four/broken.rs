//! Connect Four with one mistake of its author, by name, and what the author claims of its rules: each
//! mistake is found by a search, in every seed, by a law that names it.

use chase::engine::dice::Dice;
use chase::engine::entry::GameEntry;
use chase::engine::extras::{Claims, Extras, Symmetry};
use chase::engine::game::{Fault, Forfeit, Outcome, Seat, Turn};
use chase::engine::kit::{BrokenRule, Decided, OpenGame};
use chase::engine::laws::{BreachPlace, Budget, KeepsLaws as _, LawBreach, SearchCoverage};
use chase::engine::trace::Column;
use chase::prelude::{Generator, Header};
use serde::{Deserialize, Serialize};

use super::game::{DIRECTIONS, Event, Four, Scenario, State, claims, other};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Mistake {
    None,
    FullColumnDecided,
    FullColumnListed,
    FullColumnDropped,
    EndOfFullBoardMissing,
    LastColumnMissing,
    LastColumnNotDecided,
    NextColumnWritten,
    NextColumnInWords,
    WordsOfTwoColumnsAlike,
    WordsOfEventsNameTheRow,
    WinnerInverted,
    FirstSeatWins,
    DiagonalIgnored,
    ColumnsIgnored,
    ThreeWin,
    AnyRowApplied,
    AnyColumnApplied,
    AppliedAfterTheEnd,
    ForfeiterWins,
    ForfeiterWinsLate,
    ListedTwiceLate,
    ActionOutOfRangePanics,
    BoundTooLow,
    SameSeatAgain,
}

/// The mistakes; whether what the author claims is needed to find each; the laws that may name it.
const MISTAKES: [(Mistake, bool, &[&str]); 24] = [
    (Mistake::FullColumnDecided, false, &["actions"]),
    (Mistake::FullColumnListed, false, &["actions"]),
    (Mistake::FullColumnDropped, false, &["events"]),
    (Mistake::EndOfFullBoardMissing, false, &["turns"]),
    (Mistake::LastColumnMissing, false, &["actions"]),
    (Mistake::LastColumnNotDecided, false, &["actions"]),
    (Mistake::NextColumnWritten, true, &["symmetry"]),
    (Mistake::NextColumnInWords, false, &["words"]),
    (Mistake::WordsOfTwoColumnsAlike, false, &["words"]),
    (Mistake::WordsOfEventsNameTheRow, false, &["words"]),
    (Mistake::WinnerInverted, true, &["oracle"]),
    (Mistake::FirstSeatWins, true, &["oracle", "symmetry"]),
    (Mistake::DiagonalIgnored, true, &["oracle", "symmetry"]),
    (Mistake::ColumnsIgnored, true, &["oracle"]),
    (Mistake::ThreeWin, true, &["oracle"]),
    (Mistake::AnyRowApplied, false, &["events"]),
    (Mistake::AnyColumnApplied, false, &["events"]),
    (Mistake::AppliedAfterTheEnd, false, &["events"]),
    (Mistake::ForfeiterWins, false, &["forfeits"]),
    (Mistake::ForfeiterWinsLate, false, &["forfeits"]),
    (Mistake::ListedTwiceLate, false, &["actions"]),
    (Mistake::ActionOutOfRangePanics, false, &["panics"]),
    (Mistake::BoundTooLow, false, &["turns"]),
    (Mistake::SameSeatAgain, true, &["symmetry"]),
];

#[derive(Clone, Debug, Serialize, Deserialize)]
struct BrokenScenario {
    board: Scenario,
    mistake: Mistake,
}

/// The game with a mistake; `CLAIMS` says whether its author claims anything of its rules.
struct Broken<const CLAIMS: bool> {
    scenario: BrokenScenario,
    game: Four,
}

impl<const CLAIMS: bool> Broken<CLAIMS> {
    fn is(&self, mistake: Mistake) -> bool {
        self.scenario.mistake == mistake
    }

    fn is_full(&self, state: &State, column: u8) -> bool {
        let column = state.columns.get(usize::from(column));
        column.is_some_and(|column| column.len() >= self.game.0.rows.into())
    }

    /// The second reckoning; of lost turns the broken game's own word is taken, as they have a law.
    fn second_reckoning(&self, state: &State) -> Option<Outcome> {
        match state.is_lost {
            true => OpenGame::turn(self, state).outcome(),
            false => claims::outcome(&self.game, state),
        }
    }

    fn discs(state: &State) -> usize {
        state.columns.iter().map(Vec::len).sum()
    }

    /// The lines that count.
    fn directions(&self) -> &'static [(i32, i32)] {
        match self.scenario.mistake {
            Mistake::DiagonalIgnored => &DIRECTIONS[..3],
            Mistake::ColumnsIgnored => const { &[DIRECTIONS[0], DIRECTIONS[2], DIRECTIONS[3]] },
            _ => &DIRECTIONS,
        }
    }

    /// Whether the newest disc of a column has three in a row.
    fn has_three(state: &State, column: u8, row: u8) -> bool {
        let mine = state.disc(column.into(), row.into());
        let near = |n: i32| state.disc(i32::from(column) + n, row.into()) == mine;
        (near(1) && near(2)) || (near(-1) && near(-2)) || (near(1) && near(-1))
    }
}

impl<const CLAIMS: bool> OpenGame for Broken<CLAIMS> {
    const NAME: &'static str = Four::NAME;
    const CELLS: &'static [Column] = Four::CELLS;
    const EXTRAS: Extras<Self> = if CLAIMS {
        Extras {
            claims: Some(Claims {
                candidates: Some(|it| claims::candidates(&it.game)),
                symmetries: &[
                    Symmetry {
                        name: "mirror",
                        state: |it, state| claims::mirrored(&it.game, state),
                        action: |it, column| claims::mirrored_column(&it.game, column),
                        seat: |seat| seat,
                    },
                    Symmetry {
                        name: "seats",
                        state: |it, state| claims::exchanged(&it.game, state),
                        action: |_, column| *column,
                        seat: other,
                    },
                ],
                outcome: Some(Self::second_reckoning),
            }),
            ..Extras::NONE
        }
    } else {
        Extras::NONE
    };

    type Scenario = BrokenScenario;
    type State = State;
    type Action = u8;
    type Event = Event;

    fn new(scenario: BrokenScenario) -> Result<Self, Fault> {
        let game = <Four as OpenGame>::new(scenario.board.clone())?;
        Ok(Broken { scenario, game })
    }

    fn scenario(&self) -> &BrokenScenario {
        &self.scenario
    }

    fn start(&self) -> State {
        OpenGame::start(&self.game)
    }

    fn clock(&self, state: &State) -> u64 {
        let is_over = matches!(OpenGame::turn(self, state), Turn::Over(_));
        Self::discs(state) as u64 + u64::from(state.is_lost || (state.opened && !is_over))
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        let last = OpenGame::last_possible_cycle(&self.game);
        match self.is(Mistake::BoundTooLow) {
            true => last.map(|last| last - 3),
            false => last,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        let turn = OpenGame::turn(&self.game, state);
        match (self.scenario.mistake, turn) {
            (Mistake::EndOfFullBoardMissing, Turn::Over(outcome))
                if outcome.cause == "board_full" =>
            {
                Turn::Seat(state.next)
            }
            (Mistake::WinnerInverted, Turn::Over(mut outcome)) if !state.is_lost => {
                outcome.points.reverse();
                Turn::Over(outcome)
            }
            (Mistake::FirstSeatWins, Turn::Over(outcome)) if outcome.cause == "four_in_a_line" => {
                Turn::Over(Outcome::won("four_in_a_line", 0, 2))
            }
            (Mistake::ForfeiterWins, Turn::Over(mut outcome)) if state.is_lost => {
                outcome.points.reverse();
                Turn::Over(outcome)
            }
            (Mistake::ForfeiterWinsLate, Turn::Over(mut outcome))
                if state.is_lost && Self::discs(state) > 20 =>
            {
                outcome.points.reverse();
                Turn::Over(outcome)
            }
            (_, turn) => turn,
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        OpenGame::is_valid_state(&self.game, state)
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<u8> {
        let mut legal = OpenGame::legal(&self.game, state, seat);
        match self.scenario.mistake {
            Mistake::FullColumnListed => {
                let full = (0..self.game.0.columns).filter(|column| self.is_full(state, *column));
                legal.extend(full);
            }
            Mistake::LastColumnMissing => legal.retain(|column| column + 1 < self.game.0.columns),
            Mistake::ListedTwiceLate if Self::discs(state) > 25 => legal.push(legal[0]),
            _ => {}
        }
        legal
    }

    fn decide(&self, state: &State, seat: Seat, asked: &u8, dice: &mut Dice) -> Decided<Event> {
        let column = *asked;
        match self.scenario.mistake {
            Mistake::FullColumnDecided if self.is_full(state, column) => {
                let row = self.game.0.rows;
                return Ok(vec![Event::Dropped { column, row }]);
            }
            Mistake::LastColumnNotDecided if column + 1 == self.game.0.columns => {
                return Err(BrokenRule::new("there is no such column"));
            }
            Mistake::NextColumnWritten => {
                self.game.check(state, column)?;
                let column = (column + 1) % self.game.0.columns;
                let row = self.game.check(state, column)?;
                return Ok(vec![Event::Dropped { column, row }]);
            }
            Mistake::ActionOutOfRangePanics => {
                let discs = state.columns[usize::from(column)].len();
                let row = u8::try_from(discs).unwrap_or(u8::MAX);
                BrokenRule::unless(row < self.game.0.rows, "the column is full")?;
                return Ok(vec![Event::Dropped { column, row }]);
            }
            _ => {}
        }
        OpenGame::decide(&self.game, state, seat, asked, dice)
    }

    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        OpenGame::world(&self.game, state, dice)
    }

    fn forfeit(&self, state: &State, seat: Seat, why: &Forfeit) -> Vec<Event> {
        OpenGame::forfeit(&self.game, state, seat, why)
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let Event::Dropped { column, row } = *event else {
            return OpenGame::apply(&self.game, state, event);
        };
        let fallen = match self.scenario.mistake {
            Mistake::FullColumnDropped if self.is_full(state, column) => true,
            Mistake::AnyRowApplied => self.game.check(state, column).is_ok(),
            Mistake::AnyColumnApplied => true,
            Mistake::AppliedAfterTheEnd if state.winner.is_some() => {
                self.game.check(state, column)? == row
            }
            _ => false,
        };
        if fallen {
            state.columns[usize::from(column)].push(state.next);
            state.next = other(state.next);
            return Ok(());
        }
        let before = state.next;
        OpenGame::apply(&self.game, state, event)?;
        let won = match self.scenario.mistake {
            Mistake::ThreeWin => Self::has_three(state, column, row),
            _ => false,
        };
        let won = won || state.wins(column, row, self.directions());
        state.winner = Some(before).filter(|_| won);
        if self.is(Mistake::SameSeatAgain) && column == 2 && before == Seat(1) {
            state.next = before;
        }
        Ok(())
    }

    fn cells(&self, state: &State) -> Vec<String> {
        self.game.cells(state)
    }

    fn action_text(&self, state: &State, seat: Seat, asked: &u8) -> String {
        let column = *asked;
        match self.scenario.mistake {
            Mistake::NextColumnInWords => format!("drop into column {}", (column + 1) % 7 + 1),
            Mistake::WordsOfTwoColumnsAlike => format!("drop into column {}", column.max(1) + 1),
            _ => self.game.action_text(state, seat, asked),
        }
    }

    fn parse_action(&self, state: &State, seat: Seat, text: &str) -> Option<u8> {
        OpenGame::parse_action(&self.game, state, seat, text)
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        match event {
            Event::Dropped { row, .. } if self.is(Mistake::WordsOfEventsNameTheRow) => {
                format!("a disc drops into {}", row + 1)
            }
            _ => self.game.event_text(seat, event),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        OpenGame::statements(&self.game)
    }
}

fn board(columns: u8, rows: u8) -> Scenario {
    Scenario { columns, rows }
}

fn searched<const CLAIMS: bool>(
    mistake: Mistake,
    board: Scenario,
    seed: i64,
) -> Result<SearchCoverage, Box<LawBreach>> {
    let game = <Broken<CLAIMS> as OpenGame>::new(BrokenScenario { board, mistake });
    let players = ["random", "random"].map(str::to_owned);
    let header = Header::new(&game.expect("a board"), &players, Generator::Chacha8, seed);
    GameEntry::<Broken<CLAIMS>>::new().search_laws(&header, &BUDGET, &mut |_| {})
}

/// Enough for every mistake here.
const BUDGET: Budget = Budget { states: 250, ..Budget::SMALL };

#[test]
fn without_a_mistake_every_law_is_kept() {
    for seed in 0..5 {
        let kept = searched::<true>(Mistake::None, board(7, 6), seed);
        let kept = kept.unwrap_or_else(|found| panic!("seed {seed}: {found:?}"));
        let ends: Vec<_> = kept.endings.keys().map(String::as_str).collect();
        assert_eq!(ends, ["board_full", "forfeit", "four_in_a_line"], "seed {seed}");
        assert_eq!(kept.states_inexact, 0, "seed {seed}");
        assert_eq!((kept.actions_given, kept.actions), (true, 8), "seed {seed}");
        assert!(kept.actions_everywhere && kept.events_everywhere, "{kept:?}");
    }
}

#[test]
fn a_small_board_is_searched_whole() {
    let kept = searched::<false>(Mistake::None, board(3, 2), 1).expect("no mistake");
    assert!(kept.is_whole, "{kept:?}");
    // One turn opens the board, six fill it.
    assert_eq!(kept.depth, 7);
}

#[test]
fn every_mistake_is_found_in_every_seed_by_a_law_that_names_it() {
    let search = |(mistake, is_claimed, laws): (Mistake, bool, &[&str])| {
        for seed in 0..20 {
            let found = match is_claimed {
                true => searched::<true>(mistake, board(7, 6), seed),
                false => searched::<false>(mistake, board(7, 6), seed),
            };
            let law = found.as_ref().err().map(|found| found.broken.law.name());
            let is_named = law.is_some_and(|law| laws.contains(&law));
            assert!(is_named, "{mistake:?}, seed {seed}: {found:?}");
        }
    };
    std::thread::scope(|scope| {
        let (one, other) = MISTAKES.split_at(MISTAKES.len() / 2);
        for some in [one, other] {
            scope.spawn(|| some.iter().copied().for_each(search));
        }
    });
}

/// The way to a state is a recording: the same turns, and none after them.
#[test]
fn the_way_to_a_mistake_is_as_short_as_can_be_and_can_be_replayed() {
    let found = searched::<false>(Mistake::LastColumnMissing, board(7, 6), 1);
    let found = found.expect_err("a mistake");
    let BreachPlace::State { turns, is_shortest, mut replay } = found.place else {
        panic!("it is in a state");
    };
    assert_eq!(turns, ["move 0: Opened"]);
    assert!(is_shortest);
    assert!(replay.advance());
    assert_eq!(replay.now().last(), Some(0));
    assert!(!replay.advance());
}
