//! Mistakes of Connect Four, and what its author claims of the rules.

use chase::checks::laws::{BreachPlace, Budget};
use chase::kit::extras::{Claims, Symmetry};
use chase::prelude::*;

use super::{Broken, Mistaken, searched};
use crate::four::game::{DIRECTIONS, Event, Four, Scenario, State, claims, other};

/// The second reckoning; of lost turns the broken game's own word is taken, as they have a law.
fn reckoned(broken: &Broken<Four>, state: &State) -> Option<Outcome> {
    match state.is_lost {
        true => broken.turn(state).outcome(),
        false => claims::outcome(&broken.game, state),
    }
}

fn discs(state: &State) -> usize {
    state.columns.iter().map(Vec::len).sum()
}

/// Whether the newest disc of a column has three in a row.
fn has_three(state: &State, column: u8, row: u8) -> bool {
    let mine = state.disc(column.into(), row.into());
    let near = |n: i32| state.disc(i32::from(column) + n, row.into()) == mine;
    (near(1) && near(2)) || (near(-1) && near(-2)) || (near(1) && near(-1))
}

impl Four {
    fn is_full(&self, state: &State, column: u8) -> bool {
        let column = state.columns.get(usize::from(column));
        column.is_some_and(|column| column.len() >= self.0.rows.into())
    }
}

impl Mistaken for Four {
    const OWN: &'static [&'static str] = &["alone", "four"];
    const BUDGET: Budget = Budget { states: 250, ..Budget::SMALL };
    const CLAIMS: Option<Claims<Broken<Self>>> = Some(Claims {
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
        outcome: Some(reckoned),
        ..Claims::NONE
    });

    fn own_turn(&self, mistake: &str, state: &State) -> Turn {
        let inverted = |mut outcome: Outcome| {
            outcome.points.reverse();
            Turn::Over(outcome)
        };
        match (mistake, self.turn(state)) {
            ("EndOfFullBoardMissing", Turn::Over(outcome)) if outcome.cause == "board_full" => {
                Turn::Seat(state.next)
            }
            ("WinnerInverted", Turn::Over(outcome)) if !state.is_lost => inverted(outcome),
            ("FirstSeatWins", Turn::Over(outcome)) if outcome.cause == "four_in_a_line" => {
                Turn::Over(Outcome::won("four_in_a_line", 0, 2))
            }
            ("LostTurnWins", Turn::Over(outcome)) if state.is_lost => inverted(outcome),
            ("LostTurnWinsLate", Turn::Over(outcome)) if state.is_lost && discs(state) > 20 => {
                inverted(outcome)
            }
            (_, turn) => turn,
        }
    }

    fn own_legal(&self, mistake: &str, state: &State, seat: Seat) -> Vec<u8> {
        let mut legal = self.legal(state, seat);
        match mistake {
            "FullColumnListed" => {
                legal.extend((0..self.0.columns).filter(|column| self.is_full(state, *column)));
            }
            "LastColumnMissing" => legal.retain(|column| column + 1 < self.0.columns),
            "ListedTwiceLate" if discs(state) > 25 => legal.push(legal[0]),
            _ => {}
        }
        legal
    }

    fn own_decide(
        &self,
        mistake: &str,
        state: &State,
        (seat, column): (Seat, &u8),
        dice: &mut Dice,
    ) -> Decided<Event> {
        let (rows, column) = (self.0.rows, *column);
        match mistake {
            "FullColumnDecided" if self.is_full(state, column) => {
                Ok(vec![Event::Dropped { column, row: rows }])
            }
            "LastColumnNotDecided" if column + 1 == self.0.columns => {
                Err(BrokenRule::new("there is no such column"))
            }
            "NextColumnWritten" => {
                self.check(state, column)?;
                let column = (column + 1) % self.0.columns;
                Ok(vec![Event::Dropped { column, row: self.check(state, column)? }])
            }
            "ActionOutOfRangePanics" => {
                let discs = state.columns[usize::from(column)].len();
                let row = u8::try_from(discs).unwrap_or(u8::MAX);
                BrokenRule::unless(row < rows, "the column is full")?;
                Ok(vec![Event::Dropped { column, row }])
            }
            _ => self.decide(state, seat, &column, dice),
        }
    }

    fn own_apply(&self, mistake: &str, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let Event::Dropped { column, row } = *event else {
            return self.apply(state, event);
        };
        let falls = match mistake {
            "FullColumnDropped" => self.is_full(state, column),
            "AnyRowApplied" => self.check(state, column).is_ok(),
            "AnyColumnApplied" => true,
            "AppliedAfterTheEnd" if state.winner.is_some() => self.check(state, column)? == row,
            _ => false,
        };
        if falls {
            state.columns[usize::from(column)].push(state.next);
            state.next = other(state.next);
            return Ok(());
        }
        let before = state.next;
        self.apply(state, event)?;
        let wins = match mistake {
            "DiagonalIgnored" => state.wins(column, row, &DIRECTIONS[..3]),
            "ColumnsIgnored" => {
                state.wins(column, row, &[DIRECTIONS[0], DIRECTIONS[2], DIRECTIONS[3]])
            }
            "ThreeWin" => state.winner.is_some() || has_three(state, column, row),
            _ => state.winner.is_some(),
        };
        state.winner = Some(before).filter(|_| wins);
        if mistake == "SameSeatAgain" && column == 2 && before == Seat(1) {
            state.next = before;
        }
        Ok(())
    }

    fn own_words(&self, mistake: &str, state: &State, seat: Seat, column: &u8) -> String {
        match mistake {
            "NextColumnInWords" => format!("drop into column {}", (column + 1) % 7 + 1),
            "WordsOfTwoColumnsAlike" => format!("drop into column {}", (*column).max(1) + 1),
            _ => self.action_text(state, seat, column),
        }
    }

    fn own_told(&self, mistake: &str, seat: Option<Seat>, event: &Event) -> String {
        match event {
            Event::Dropped { row, .. } if mistake == "WordsOfEventsNameTheRow" => {
                format!("a disc drops into {}", row + 1)
            }
            _ => self.event_text(seat, event),
        }
    }
}

/// The way to a state is a recording: the same turns, and none after them.
#[test]
fn the_way_to_a_mistake_is_as_short_as_can_be_and_can_be_replayed() {
    let board = Scenario { columns: 7, rows: 6 };
    let found =
        searched::<Four>(&board, "LastColumnMissing", 1, &Four::BUDGET).expect_err("a mistake");
    let BreachPlace::State { turns, is_shortest, mut replay } = found.place else {
        panic!("it is in a state");
    };
    assert_eq!(turns, ["move 0: Opened"]);
    assert!(is_shortest);
    assert!(replay.advance());
    assert_eq!(replay.now().last(), Some(0));
    assert!(!replay.advance());
}
