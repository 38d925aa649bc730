//! The result of a game, split into what it began with, choices, draws and what is not known apart.

use super::{Decider, Look};
use chase_engine::seat::Seat;

/// The parts of one side's result; their sum is the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultParts {
    /// The value before the first turn that could have gone otherwise.
    pub opening: i64,
    /// What the choices of each seat changed.
    pub choices: Vec<(Seat, i64)>,
    /// What draws changed: those of the rules, and of seats whose players draw with known odds.
    pub draws: i64,
    /// What choices that are not judged changed, and what others changed beside what their seats could know.
    pub hidden: i64,
    /// What each look corrected of the look before.
    pub estimate: i64,
    /// The result: points, or the value of the last moment of a game that is not over.
    pub result: i64,
}

impl ResultParts {
    /// What the choices of some seats changed.
    pub fn choices_of(&self, is_one: impl Fn(Seat) -> bool) -> i64 {
        self.choices.iter().filter(|it| is_one(it.0)).map(|it| it.1).sum()
    }
}

/// Splits the result of each side. `end` is the value of the last moment by side, `seats` the number of
/// seats.
#[must_use]
pub fn split(looks: &[Look], end: &[i64], seats: u8) -> Vec<ResultParts> {
    (0..end.len()).map(|side| split_one(looks, side, end[side], seats)).collect()
}

fn split_one(looks: &[Look], side: usize, end: i64, seats: u8) -> ResultParts {
    let mut parts = ResultParts {
        opening: looks.first().map_or(end, |look| look.before[side]),
        choices: (0..seats).map(|seat| (Seat(seat), 0)).collect(),
        result: end,
        ..ResultParts::default()
    };
    let mut last = parts.opening;
    for look in looks {
        parts.estimate += look.before[side] - last;
        parts.draws += look.draws[side];
        parts.hidden += look.hidden[side];
        if let Decider::Choice(seat) = look.decider {
            parts.choices[seat.index()].1 += look.choice[side];
        }
        last = look.after[side];
    }
    parts.estimate += end - last;
    parts
}

#[cfg(test)]
mod tests {
    use super::super::Method;
    use super::*;

    fn look(decider: Decider, before: i64, [choice, draws, hidden]: [i64; 3]) -> Look {
        Look {
            turn: 0,
            cycle: 0,
            decider,
            method: Method::Exact,
            before: vec![before],
            choice: vec![choice],
            draws: vec![draws],
            hidden: vec![hidden],
            after: vec![before + choice + draws + hidden],
            actions: Vec::new(),
            side: None,
            gain: None,
            loss: 0,
            mark: None,
            line: Vec::new(),
        }
    }

    #[test]
    fn the_parts_add_up_to_the_result() {
        let looks = [
            look(Decider::Rules, 40, [0, 7, 0]),
            look(Decider::Choice(Seat(1)), 50, [-11, 2, 4]),
            look(Decider::Unjudged(vec![Seat(0)]), 45, [0, 0, 5]),
        ];
        let parts = &split(&looks, &[100], 2)[0];
        assert_eq!((parts.opening, parts.draws, parts.hidden), (40, 9, 9));
        assert_eq!(parts.choices, [(Seat(0), 0), (Seat(1), -11)]);
        let sum = parts.opening + parts.choices_of(|_| true) + parts.draws + parts.hidden;
        assert_eq!(sum + parts.estimate, parts.result);
        assert_eq!(parts.result, 100);
    }
}
