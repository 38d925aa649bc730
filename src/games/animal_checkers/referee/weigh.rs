//! One turn weighed: what could be played, what the player had to play, what was played.

use super::Shown;
use crate::engine::referee::{Choice, Judgement, Options, Verdict};
use crate::engine::trace::{Cell, Row};
use crate::games::animal_checkers::board::{Animal, Direction, Position, Square};
use crate::games::animal_checkers::players::{greedy_best, greedy_worth};
use crate::games::animal_checkers::rules::{Illegal, Step, step};
use crate::games::animal_checkers::transcript::square_number;
use crate::games::animal_checkers::{Action, Ending};

/// What the player had to choose.
pub(super) enum Due {
    /// This.
    Exactly(Action),
    /// One of these.
    OneOf(Vec<Action>),
    /// Any legal move.
    Any,
}

impl Due {
    pub(super) fn exactly(&self) -> Option<Action> {
        match self {
            Due::Exactly(action) => Some(*action),
            Due::OneOf(_) | Due::Any => None,
        }
    }
}

/// A turn before it is made.
pub(super) struct Weighing {
    pub(super) position: Position,
    pub(super) side: usize,
    pub(super) player: String,
    pub(super) legal: Vec<Action>,
    pub(super) due: Due,
}

impl Weighing {
    pub(super) fn new(
        position: Position,
        side: usize,
        player: String,
        legal: Vec<Action>,
        chosen: Option<Action>,
    ) -> Self {
        let due = match chosen {
            Some(action) => Due::Exactly(action),
            None if player == "greedy" => Due::OneOf(greedy_best(&position, side, &legal)),
            None => Due::Any,
        };
        Weighing {
            position,
            side,
            player,
            legal,
            due,
        }
    }

    /// The position after a legal move.
    pub(super) fn after(&self, action: Action) -> Position {
        let Action::Move { piece, .. } = action;
        match step(&self.position, self.side, action) {
            Ok(Step { to, .. }) => self
                .position
                .stepped(self.side, piece as usize, to.number()),
            Err(_) => self.position,
        }
    }

    /// A legal move as transcripts call it.
    pub(super) fn words(&self, action: Action) -> String {
        let side = self.side;
        match step(&self.position, side, action) {
            Ok(Step {
                captured: Some(other),
                ..
            }) => format!("side {side} {action} takes {other}"),
            _ => format!("side {side} {action}"),
        }
    }

    fn plain_name(&self) -> &str {
        self.player.split(':').next().unwrap_or_default()
    }

    /// The rule that decides about this player's choices, as one lasting word.
    fn rule(&self) -> &'static str {
        match (&self.due, self.plain_name()) {
            (Due::Any, _) => "legal-moves",
            (_, "random") => "random",
            (_, "greedy") => "greedy",
            (_, "alphabeta") => "alphabeta",
            _ => "player",
        }
    }

    pub(super) fn situation(&self) -> String {
        let (side, player, board) = (self.side, &self.player, self.position);
        format!("side {side}, {player}, is to move at {board}")
    }

    /// What is to be said about a choice; `who` made it.
    pub(super) fn verdict(&self, shown: &Shown, who: &str) -> Verdict {
        let action = match shown {
            Shown::Move(action) => *action,
            Shown::Forfeit(cause) => {
                let ending = Ending {
                    winner: super::rules::seat(1 - self.side).into(),
                    cause: *cause,
                };
                return Verdict {
                    judgement: Judgement::Tie,
                    choice: "no move".into(),
                    rule: "forfeit",
                    why: format!("{who} says {ending}; a board does not show whether that is so"),
                };
            }
            Shown::Illegal { choice, why } => {
                return Verdict {
                    judgement: Judgement::Illegal,
                    choice: choice.clone(),
                    rule: "legal-moves",
                    why: why.clone(),
                };
            }
        };
        let (judgement, why) = self.weigh(action);
        Verdict {
            judgement,
            choice: action.to_string(),
            rule: self.rule(),
            why,
        }
    }

    fn weigh(&self, action: Action) -> (Judgement, String) {
        let name = &self.player;
        match &self.due {
            Due::Exactly(due) if *due == action => {
                (Judgement::Right, format!("it is what {name} chooses here"))
            }
            Due::Exactly(due) => (Judgement::Breach, format!("{name} chooses {due} here")),
            Due::OneOf(best) if best.contains(&action) => (
                Judgement::Tie,
                format!("one of {} that {name} draws from", best.len()),
            ),
            Due::OneOf(best) => {
                let best: Vec<_> = best.iter().map(Action::to_string).collect();
                let best = best.join(", ");
                (Judgement::Breach, format!("{name} prefers {best}"))
            }
            Due::Any => (
                Judgement::Tie,
                format!("legal; what {name} had to choose is not known"),
            ),
        }
    }

    /// The legal moves.
    pub(super) fn options(&self, ours: Option<Action>, theirs: Option<Action>) -> Options {
        let is_greedy = self.plain_name() == "greedy";
        let mut head: Vec<String> = ["move", "from", "to", "takes"].map(str::to_owned).into();
        if is_greedy {
            head.push("worth".into());
        }
        let choice = |action: &Action| {
            let mut values = vec![action.to_string()];
            if let Ok(Step { from, to, captured }) = step(&self.position, self.side, *action) {
                let takes = captured.map_or("-".into(), |other| other.to_string());
                values.extend([from.to_string(), to.to_string(), takes]);
            }
            if is_greedy {
                let worth = greedy_worth(&self.position, self.side, *action);
                values.push(format!("{worth:?}").to_lowercase());
            }
            Choice {
                values,
                legal: true,
                ours: ours == Some(*action),
                theirs: theirs == Some(*action),
            }
        };
        Options {
            head,
            choices: self.legal.iter().map(choice).collect(),
        }
    }
}

/// The move that a choice is, if it is a legal one.
pub(super) fn chosen(shown: &Shown) -> Option<Action> {
    match shown {
        Shown::Move(action) => Some(*action),
        Shown::Forfeit(_) | Shown::Illegal { .. } => None,
    }
}

/// What a row shows that no legal move leads to, and which rule forbids it.
pub(super) fn what_was_done(weighing: &Weighing, row: &Row) -> Shown {
    let changed = changes(weighing, row);
    let illegal = |choice: String, why: String| Shown::Illegal { choice, why };
    let name = |side: usize, animal: Animal| format!("side {side}'s {animal}");
    match moved_by(weighing.side, &changed).as_slice() {
        [] => match changed.first() {
            None => illegal(
                "no move".into(),
                "the board is as before; a side must move".into(),
            ),
            Some(Change { side, animal, .. }) => illegal(
                "no move of its own".into(),
                format!("only {} has changed its place", name(*side, *animal)),
            ),
        },
        [
            Change {
                animal, from, to, ..
            },
        ] => {
            let why = why_not(weighing, *animal, *from, *to);
            let place = to.map_or("off the board".into(), |to| format!("to {to}"));
            illegal(format!("{animal} {place}"), why)
        }
        [one, other, ..] => illegal(
            format!("{} and {}", one.animal, other.animal),
            "one piece moves at a time".into(),
        ),
    }
}

/// A piece that is not where it was.
struct Change {
    side: usize,
    animal: Animal,
    from: Option<Square>,
    to: Option<Square>,
}

fn changes(weighing: &Weighing, row: &Row) -> Vec<Change> {
    let mut changes = Vec::new();
    for side in 0..2 {
        for animal in Animal::ALL {
            let from = weighing.position.square(side, animal);
            let cell = &row.cells[4 * side + animal as usize];
            if let Cell::Number(shown) = *cell
                && shown != square_number(from)
            {
                let to = square(shown);
                changes.push(Change {
                    side,
                    animal,
                    from,
                    to,
                });
            }
        }
    }
    changes
}

fn square(number: u64) -> Option<Square> {
    let number = u8::try_from(number).ok()?;
    Square::new(number / 10, number % 10)
}

fn moved_by(side: usize, changes: &[Change]) -> Vec<&Change> {
    let own = changes.iter().filter(|change| change.side == side);
    own.collect()
}

/// Which rule keeps a piece from going there.
fn why_not(
    weighing: &Weighing,
    animal: Animal,
    from: Option<Square>,
    to: Option<Square>,
) -> String {
    let (Some(from), Some(to)) = (from, to) else {
        return if from.is_none() {
            format!("the {animal} was captured before")
        } else {
            format!("the {animal} is gone, and it was its own side's turn")
        };
    };
    for direction in Direction::ALL {
        let action = Action::Move {
            piece: animal,
            direction,
        };
        let global = crate::games::animal_checkers::rules::global(weighing.side, direction);
        if from.neighbour(global) == Some(to) {
            return match step(&weighing.position, weighing.side, action) {
                Err(rule) => rule.to_string(),
                Ok(Step {
                    captured: Some(other),
                    ..
                }) => format!("the {other} on {to} is captured by it, and still stands somewhere"),
                Ok(_) => "another piece has changed its place with it".into(),
            };
        }
    }
    Illegal::TooFar { from, to }.to_string()
}
