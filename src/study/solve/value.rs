//! The worth of a state under best play, and which of two a side prefers.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_rational::Ratio;

/// The exact value of a state under best play of all seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolvedValue {
    /// The game ends.
    Ends {
        /// The points of the first side on average, 0 to 2; those of the second are what is missing
        /// to 2.
        points: Ratio<i128>,
        /// The moves to the end, where no dice are thrown on any way there.
        moves: Option<u32>,
    },
    /// Neither side can force an end that is best for it: the game may go on for ever. It is a draw
    /// for whoever counts a game without end as one.
    Undecided,
}

impl SolvedValue {
    /// The value of a state that is over.
    pub(super) fn over(points: u8) -> Self {
        SolvedValue::Ends { points: Ratio::from(i128::from(points)), moves: Some(0) }
    }

    /// The share of the points that a side gets on average: 1 for a win, 1/2 for a draw, 0 for a
    /// loss; nothing where the game is undecided. Sides count from 0.
    #[must_use]
    pub fn share(self, side: usize) -> Option<Ratio<i128>> {
        match self {
            SolvedValue::Ends { points, .. } if side == 0 => Some(points / 2),
            SolvedValue::Ends { points, .. } => Some(Ratio::from(1) - points / 2),
            SolvedValue::Undecided => None,
        }
    }

    /// The moves to the end under best play, where no dice are thrown on any way there: who wins
    /// takes the shortest way, who loses the longest, and at a draw each takes the shortest.
    #[must_use]
    pub fn moves(self) -> Option<u32> {
        match self {
            SolvedValue::Ends { moves, .. } => moves,
            SolvedValue::Undecided => None,
        }
    }

    /// What a side prefers: more points, then an end to none, then the shorter way, but the longer
    /// one where it loses. A game without end counts as a draw.
    pub(super) fn preferred(self, other: Self, side: usize) -> Ordering {
        const DRAW: Ratio<i128> = Ratio::new_raw(1, 1);
        let points = |value| match value {
            SolvedValue::Ends { points, .. } => points,
            SolvedValue::Undecided => DRAW,
        };
        let of_side = |order: Ordering| if side == 0 { order } else { order.reverse() };
        let by_points = of_side(points(self).cmp(&points(other)));
        let is_end = |value| matches!(value, SolvedValue::Ends { .. });
        let by_end = || is_end(self).cmp(&is_end(other));
        let by_moves = || match (self.moves(), other.moves()) {
            (Some(one), Some(two)) if of_side(points(self).cmp(&DRAW)).is_lt() => one.cmp(&two),
            (Some(one), Some(two)) => two.cmp(&one),
            _ => Ordering::Equal,
        };
        by_points.then_with(by_end).then_with(by_moves)
    }

    fn key(self) -> ValueKey {
        match self {
            SolvedValue::Ends { points, moves } => Some((*points.numer(), *points.denom(), moves)),
            SolvedValue::Undecided => None,
        }
    }

    /// The value with its number of moves where that means something: dice are thrown on no way to the
    /// end.
    pub(super) fn with_moves_if(self, are_known: bool) -> Self {
        match self {
            SolvedValue::Ends { points, .. } if !are_known => {
                SolvedValue::Ends { points, moves: None }
            }
            SolvedValue::Ends { .. } | SolvedValue::Undecided => self,
        }
    }

    /// The value of a state from which one move leads to a state of this value.
    pub(super) fn one_move_before(self) -> Self {
        match self {
            SolvedValue::Ends { points, moves } => {
                SolvedValue::Ends { points, moves: moves.map(|moves| moves.saturating_add(1)) }
            }
            SolvedValue::Undecided => SolvedValue::Undecided,
        }
    }
}

/// What a value is found by: its points as a fraction, and its moves.
type ValueKey = Option<(i128, i128, Option<u32>)>;

/// The values that occur, each once. Many states have the same, so that a state needs only the
/// number of its value.
#[derive(Debug, Default)]
pub(super) struct ValueList {
    values: Vec<SolvedValue>,
    numbers: BTreeMap<ValueKey, u32>,
}

impl ValueList {
    /// The number of a value.
    pub(super) fn number(&mut self, value: SolvedValue) -> u32 {
        let values = &mut self.values;
        *self.numbers.entry(value.key()).or_insert_with(|| {
            values.push(value);
            u32::try_from(values.len() - 1).expect("there are no more values than states")
        })
    }

    /// The value of a number that [`ValueList::number`] gave.
    pub(super) fn at(&self, number: u32) -> SolvedValue {
        self.values[number as usize]
    }
}
