//! Hints for people who play: what their actions are worth, as they could know it.

use chase_study::analysis::{ActionValue, AnalysisBudget, Hint, percent};

/// The work that goes into a hint.
pub(crate) const HINT_BUDGET: AnalysisBudget =
    AnalysisBudget { games: 200, nodes: 10_000, seed: 1, states_max: 2_000, solved_max: 10_000 };

/// The actions that a hint shows.
const SHOWN_MAX: usize = 3;

/// A factor of a standard error: the interval holds 95 % of all cases.
const INTERVAL: i64 = 196;

/// A hint as lines for people: the best actions with their values.
#[must_use]
pub fn hint_lines(hint: &Hint) -> Vec<String> {
    let mut places: Vec<_> = (0..hint.actions.len()).collect();
    places.sort_by_key(|at| std::cmp::Reverse(hint.actions[*at].value));
    let shown = places.iter().take(SHOWN_MAX);
    let values: Vec<_> = shown.map(|at| value(&hint.actions[*at])).collect();
    let width = values.iter().map(String::len).max().unwrap_or(0);
    let mut lines =
        vec![format!("hint: the share of a win that you can expect, {}", hint.method.words())];
    for (value, at) in values.iter().zip(&places) {
        lines.push(format!("  {value:>width$} %  {}", hint.actions[*at].words));
    }
    match hint.actions.len().checked_sub(SHOWN_MAX) {
        Some(1) => lines.push("  one action more has no higher value".into()),
        Some(more @ 2..) => lines.push(format!("  {more} actions more have no higher value")),
        _ => {}
    }
    lines
}

/// The value of an action with its interval, in per cent of a win.
fn value(action: &ActionValue) -> String {
    let value = percent(action.value);
    match action.error {
        0 => value,
        error => format!("{value} +- {}", percent(error * INTERVAL / 100)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_engine::seat::Seat;
    use chase_study::analysis::{Method, WIN};

    #[test]
    fn the_best_actions_are_shown_with_their_intervals() {
        let action = |words: &str, value: i64, error: i64| ActionValue {
            words: words.into(),
            value: value * WIN / 100,
            error: error * WIN / 100,
            is_played: false,
        };
        let mut hint = Hint {
            seat: Seat(0),
            method: Method::Games(200),
            actions: vec![action("stay", 5, 1), action("go", 61, 3)],
            best: 1,
        };
        let first =
            "hint: the share of a win that you can expect, from 200 games after each action";
        assert_eq!(hint_lines(&hint), [first, "  61.0 +- 5.9 %  go", "   5.0 +- 2.0 %  stay"]);
        hint.method = Method::Solved;
        hint.actions = vec![action("a", 0, 0), action("b", 0, 0), action("c", 100, 0)];
        hint.actions.push(action("d", 50, 0));
        let due = [
            "hint: the share of a win that you can expect, by best play, as the rest is solved",
            "  100.0 %  c",
            "   50.0 %  d",
            "    0.0 %  a",
            "  one action more has no higher value",
        ];
        assert_eq!(hint_lines(&hint), due);
    }
}
