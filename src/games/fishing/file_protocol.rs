//! Programs of Fishing that meet through state files, as the assignment wants it: how one is called
//! for a turn, and how its return code and the file it left are judged.

use super::file_cases::cases;
use super::program::{MOVEMENT, PLACEMENT};
use super::rules::{moves, placements};
use super::state_file::is_id;
use super::turn_between::turn_between;
use super::{Action, Fishing, State, StateFile, View};
use chase_engine::game::{Forfeit, ForfeitCause, Game as _, Seat};
use chase_play::file_protocol::{Call, Case, ProgramRemains, StateFiles};
use chase_world::error::{Error, quoted};

/// The file that a program reads and writes.
const BOARD: &str = "board.txt";

impl StateFiles for Fishing {
    /// An older edition of the assignment says `name`.
    const ID_WORDS: &'static [&'static str] = &["id", "name"];

    fn is_id(text: &str) -> bool {
        is_id(text)
    }

    fn call(&self, view: &View<'_>) -> Call {
        let mut arguments = Vec::new();
        if view.state.moving {
            arguments.push(MOVEMENT.into());
        } else {
            arguments.push(PLACEMENT.into());
            arguments.push(format!("penguins={}", view.game.scenario.penguins));
        }
        arguments.extend([BOARD.to_owned(), BOARD.to_owned()]);
        Call { arguments, file: BOARD, text: self.state_file(view.state).to_string() }
    }

    fn judge(
        &self,
        view: &View<'_>,
        legal: &[Action],
        left: &ProgramRemains,
    ) -> Result<Option<Action>, Forfeit> {
        let before = self.state_file(view.state);
        let after = left.file.as_deref().map(StateFile::parse);
        let is_as_before = match &after {
            None => true,
            Some(after) => after.as_ref() == Ok(&before),
        };
        let failed = |cause, what: &str| Err(Forfeit::new(cause, what));
        match (left.code, after) {
            (0, None) => failed(ForfeitCause::Garbage, "returned 0 and left no file"),
            (0, Some(Err(bad))) => failed(ForfeitCause::Garbage, &format!("{BOARD}: {bad}")),
            (0, Some(Ok(_))) if is_as_before => {
                failed(ForfeitCause::FalsePass, "returned 0 and changed nothing")
            }
            (0, Some(Ok(after))) => {
                turn_between(&before, &after, self.id(view.seat), legal).map(Some)
            }
            (1, _) if is_as_before => pass(legal),
            (1, _) => failed(
                ForfeitCause::ReturnCode,
                "returned 1 (no move possible) but changed the file",
            ),
            (code, _) => failed(ForfeitCause::ReturnCode, &code_words(code, left)),
        }
    }

    fn passed_over(&self, state: &State, from: Seat, to: Seat) -> Vec<Seat> {
        if !state.moving {
            return Vec::new();
        }
        let count = self.seats();
        let others = (1..=count).map(|more| Seat((from.0 + more) % count));
        let between = others.take_while(|seat| *seat != to);
        let stands = |seat: &Seat| {
            let is_out = state.out >> seat.0 & 1 == 1;
            !is_out && state.players[seat.index()].number > 0
        };
        between.filter(stands).collect()
    }

    fn cases(id: &str) -> Vec<Case> {
        cases(id)
    }

    fn check_turn(case: &Case, id: &str, output: &[u8]) -> Result<(), Error> {
        let before =
            StateFile::parse(case.input.as_bytes()).map_err(|bad| Error::new(bad.to_string()))?;
        let after =
            StateFile::parse(output).map_err(|bad| Error::new(format!("its output: {bad}")))?;
        if before == after {
            return Err(Error::new("it returned 0 and changed nothing"));
        }
        let mut legal = Vec::new();
        if case.arguments.contains(&MOVEMENT) {
            let own = before.row(id).map_or(0, |row| row.number);
            moves(&before.grid, own, &mut legal);
        } else {
            placements(&before.grid, &mut legal);
        }
        turn_between(&before, &after, id, &legal).map_err(|fault| Error::new(fault.told(true)))?;
        Ok(())
    }
}

/// A program says that it can do nothing, which it may only if that is so.
fn pass(legal: &[Action]) -> Result<Option<Action>, Forfeit> {
    let Some(first) = legal.first() else {
        return Ok(None);
    };
    let example = match first {
        Action::Place { at } => at.to_string(),
        Action::Move { from, to } => format!("{from} to {to}"),
    };
    let count = legal.len();
    let what =
        format!("returned 1 (no move possible), but {example} is one of {count} possible turns");
    Err(Forfeit::new(ForfeitCause::FalsePass, &what))
}

/// A return code that no turn has, and why: what the program could not read, or else the first line of what it said.
fn code_words(code: i32, left: &ProgramRemains) -> String {
    let mut what = format!("returned {code}, expected 0 or 1");
    if let Some(refused) = &left.refused {
        what.push_str(&format!("; {refused}"));
        return what;
    }
    let said = String::from_utf8_lossy(&left.stderr);
    let said = quoted(said.lines().next().unwrap_or_default());
    if !said.is_empty() {
        what.push_str(&format!("; it said `{said}`"));
    }
    what
}
