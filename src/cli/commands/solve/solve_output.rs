//! A solved scenario as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use chase_play::solving::{SolvedMove, SolvedScenario};
use chase_study::solve::{BestLineEnd, SolvedValue};
use chase_world::error::counted;
use chase_world::object;

/// Moves of the best line that people are shown.
const MOVES_SHOWN_MAX: usize = 40;

/// The longest fraction that people are shown; of a longer one they see the decimal number.
const FRACTION_MAX: usize = 24;

/// The result that is printed.
pub(super) struct SolvePrintout<'a> {
    pub game: &'static str,
    pub solved: &'a SolvedScenario,
}

#[derive(Serialize)]
struct JsonValue<'a> {
    /// `win`, `loss` of the only side, `draw`, `undecided`, or `odds` where the dice decide.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'a str>,
    /// The share of the points of each side, as a fraction: 1 for a win.
    shares: Vec<String>,
    /// The moves to the end, where no dice are thrown on any way there.
    moves: Option<u32>,
}

/// What a value says, before it is put in words.
enum ValueWords<'a> {
    Win(&'a str),
    /// The only side loses.
    Loss(&'a str),
    Draw,
    Undecided,
    /// The first side's share of the points.
    Odds(&'a str),
}

impl SolvePrintout<'_> {
    fn verdict(&self, value: SolvedValue) -> ValueWords<'_> {
        let sides = &self.solved.sides;
        let Some(share) = value.share(0) else {
            return ValueWords::Undecided;
        };
        match (*share.numer(), *share.denom()) {
            (1, 1) => ValueWords::Win(&sides[0]),
            (0, _) => match sides.get(1) {
                Some(other) => ValueWords::Win(other),
                None => ValueWords::Loss(&sides[0]),
            },
            (1, 2) if value.moves().is_some() => ValueWords::Draw,
            _ => ValueWords::Odds(&sides[0]),
        }
    }

    /// A value in words, without its moves.
    fn words(&self, value: SolvedValue) -> String {
        match self.verdict(value) {
            ValueWords::Win(side) => format!("{side} wins"),
            ValueWords::Loss(side) => format!("{side} loses"),
            ValueWords::Draw => "draw".into(),
            ValueWords::Undecided => "undecided".into(),
            ValueWords::Odds(side) => format!("{side} gets {}", share(value)),
        }
    }

    /// The value of the start as a sentence.
    fn sentence(&self) -> String {
        let value = self.solved.value;
        let in_moves =
            value.moves().map_or(String::new(), |moves| format!(" in {}", counted(moves, "move")));
        match self.verdict(value) {
            ValueWords::Draw => format!("With best play the game is a draw{in_moves}."),
            ValueWords::Undecided => {
                "With best play nobody can force an end: the game is undecided, a draw if a game \
                                   without end counts as one."
                    .into()
            }
            ValueWords::Odds(side) => format!(
                "With best play {side} gets {} of the points on average: 1 is a win, 1/2 a draw.",
                share(value)
            ),
            ValueWords::Win(_) | ValueWords::Loss(_) => {
                format!("With best play {}{in_moves}.", self.words(value))
            }
        }
    }

    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let solved = self.solved;
        writeln!(out, "{}", self.sentence())?;
        if let Some(seat) = &solved.to_move {
            writeln!(out, "\nfirst moves of {seat}; * marks the best")?;
            let rows = solved.actions.iter().map(|it| {
                let moves = it.value.moves();
                [
                    it.action.clone(),
                    self.words(it.value),
                    moves.map_or(String::new(), |moves| format!("in {}", counted(moves, "move"))),
                ]
            });
            let rows: Vec<_> = rows.collect();
            let width = |n: usize| rows.iter().map(|row| row[n].chars().count()).max();
            let [first, second] = [0, 1].map(|n| width(n).unwrap_or(0));
            for (row, action) in rows.iter().zip(&solved.actions) {
                let mark = if action.is_best { '*' } else { ' ' };
                let [action, value, moves] = row;
                let line = format!("{mark} {action:first$}  {value:second$}  {moves}");
                writeln!(out, "{}", line.trim_end())?;
            }
        }
        if !solved.line.is_empty() {
            writeln!(out, "\nbest line")?;
            for (n, SolvedMove { seat, action }) in (1..).zip(&solved.line).take(MOVES_SHOWN_MAX) {
                writeln!(out, "{n:>4}  {seat}: {action}")?;
            }
            let more = solved.line.len().saturating_sub(MOVES_SHOWN_MAX);
            if more > 0 {
                writeln!(out, "      and {} more", counted(more, "move"))?;
            }
            match (&solved.end, &solved.ending) {
                (BestLineEnd::Over(_), Some(ending)) => writeln!(out, "      {ending}")?,
                (BestLineEnd::Dice, _) => writeln!(out, "      the dice decide what comes next")?,
                (BestLineEnd::Over(_) | BestLineEnd::Undecided, _) => {}
            }
        }
        let states = counted(solved.states, "state");
        writeln!(out, "\n{states} can be reached, each is solved exactly")
    }

    fn value(&self, value: SolvedValue) -> JsonValue<'_> {
        let (result, winner) = match self.verdict(value) {
            ValueWords::Win(side) => ("win", Some(side)),
            ValueWords::Loss(_) => ("loss", None),
            ValueWords::Draw => ("draw", None),
            ValueWords::Undecided => ("undecided", None),
            ValueWords::Odds(_) => ("odds", None),
        };
        let sides = 0..self.solved.sides.len();
        let shares = sides.filter_map(|side| Some(value.share(side)?.to_string()));
        JsonValue { result, winner, shares: shares.collect(), moves: value.moves() }
    }

    pub(super) fn json(&self) -> impl Serialize {
        let solved = self.solved;
        let actions = solved.actions.iter().map(|it| {
            object!(JsonAction {
                action: &it.action,
                is_best: it.is_best,
                #[serde(flatten)]
                value: self.value(it.value),
            })
        });
        object!(JsonSolution {
            game: self.game,
            sides: &solved.sides,
            states: solved.states,
            value: self.value(solved.value),
            /// The seat that moves first.
            to_move: &solved.to_move,
            actions: actions.collect::<Vec<_>>(),
            line: &solved.line,
            /// Why the line ends: `over`, `dice` or `undecided`.
            line_end: match solved.end {
                BestLineEnd::Over(_) => "over",
                BestLineEnd::Dice => "dice",
                BestLineEnd::Undecided => "undecided",
            },
            /// The ending in words, where the line ends with the game.
            ending: &solved.ending,
        })
    }
}

/// The first side's share as a fraction, where that is short, and as a decimal number.
fn share(value: SolvedValue) -> String {
    let Some(share) = value.share(0) else {
        return String::new();
    };
    #[expect(
        clippy::cast_precision_loss,
        reason = "the fraction is exact, the decimal number rounded"
    )]
    let decimal = *share.numer() as f64 / *share.denom() as f64;
    let fraction = share.to_string();
    match fraction.len() <= FRACTION_MAX {
        true => format!("{fraction} ({decimal:.6})"),
        false => format!("about {decimal:.9}"),
    }
}
